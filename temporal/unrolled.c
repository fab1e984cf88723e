/* A formula on the chain of bmc/: the linear encoding with past of Biere, Heljanko, Junttila, Latvala and Schuppan (LMCS 2006), in
 * its incremental form (Heljanko, Junttila, Latvala, CAV 2005). The formula is in negation normal form, so that all literals
 * need to imply what they say, and no more.
 *
 * What is said of the next position is an unknown at each position (`next`); what becomes of it depends on whether the position is
 * the last one, and how. Operators of the past mean other things in the first rounds of a loop than later: a node with n of them has
 * n + 1 rounds, of which the last one repeats (`virtual unrolling`). */
#include "temporal/bounded.h"

static uint32_t rounds_of(const struct unrolled *w, uint32_t node)
{
	return w->normal.nodes.at[node].past + 1;
}

/* The place of a node in a round; there is nothing new behind its last one. */
static uint32_t place(const struct unrolled *w, uint32_t node, uint32_t round)
{
	uint32_t last = w->normal.nodes.at[node].past;
	return w->first[node] + (round < last ? round : last);
}

static bool has_next(enum normal_op op) { return op >= NORMAL_NEXT && op <= NORMAL_RELEASE; }
static bool is_weak(enum normal_op op) { return op == NORMAL_WEAK_NEXT || op == NORMAL_RELEASE; }

/* What `next` speaks of: the operand of X, an until itself. */
static uint32_t target_of(const struct unrolled *w, uint32_t node)
{
	const struct normal_node *n = &w->normal.nodes.at[node];
	return n->op == NORMAL_NEXT || n->op == NORMAL_WEAK_NEXT ? n->a : node;
}

static lit *new_lits(struct bounded *b, uint32_t count, lit same)
{
	lit *l = ARENA_ARRAY(&b->arena, count + 1, lit);
	for (uint32_t i = 0; i < count; i++) l[i] = same ? same : circuit_input(b->circuit);
	return l;
}

void unrolled_open(struct unrolled *w, struct bounded *b, const struct temporal *f)
{
	bool is_fair = f->op == TEMPORAL_FAIRLY;
	memset(w, 0, sizeof *w);
	normal_open(&w->normal, is_fair ? f->kid[1] : f, true);
	if (w->normal.is_too_large) return;
	uint32_t count = w->normal.nodes.count, width = 0;
	w->first = ARENA_ARRAY(&b->arena, count + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) {
		w->first[i] = width;
		width += rounds_of(w, i);
	}
	w->first[count] = width;
	w->at_start = new_lits(b, width, 0);
	w->at_end = new_lits(b, width, 0);
	w->met = new_lits(b, count, LIT_FALSE);
	for (uint32_t i = 0; i < count; i++) {
		const struct temporal_atom *a = w->normal.nodes.at[i].atom;
		w->has_steps |= a && (a->kind == ATOM_ACTION || a->step);
	}
	fair_loop_open(&w->fair, &b->letters, is_fair ? f->kid[0] : NULL);
}

void unrolled_close(struct unrolled *w)
{
	normal_close(&w->normal);
	fair_loop_close(&w->fair);
	VEC_CLEAR(&w->positions);
}

/* ---- one position ----------------------------------------------------------------------------------------------- */

/* The node at the position before. Where a loop begins again, that is its end, one round ago. */
static lit before(const struct unrolled *w, const struct bounded *b, uint32_t node, uint32_t round,
                  lit at_first)
{
	uint32_t i = w->positions.count - 1;
	const lit *holds = i ? w->positions.at[i - 1].holds : NULL;
	if (round == 0) return holds ? holds[place(w, node, 0)] : at_first;
	lit starts = b->loops.at[i].is, last = w->at_end[place(w, node, round - 1)];
	lit stays = holds ? circuit_and(b->circuit, -starts, holds[place(w, node, round)]) : LIT_FALSE;
	return circuit_or(b->circuit, circuit_and(b->circuit, starts, last), stays);
}

static lit node_holds(const struct unrolled *w, const struct bounded *b, uint32_t node,
                      uint32_t round)
{
	const struct normal_node *n = &w->normal.nodes.at[node];
	const struct unrolled_position *p = &VEC_LAST(&w->positions);
	struct circuit *c = b->circuit;
	lit x = p->holds[place(w, n->a, round)], y = p->holds[place(w, n->b, round)];
	lit next = p->next[place(w, node, round)];
	switch (n->op) {
	case NORMAL_TRUE: return LIT_TRUE;
	case NORMAL_AND: return circuit_and(c, x, y);
	case NORMAL_OR: return circuit_or(c, x, y);
	case NORMAL_NEXT:
	case NORMAL_WEAK_NEXT: return next;
	case NORMAL_UNTIL: return circuit_or(c, y, circuit_and(c, x, next));
	case NORMAL_RELEASE: return circuit_and(c, y, circuit_or(c, x, next));
	case NORMAL_YESTERDAY: return before(w, b, n->a, round, LIT_FALSE);
	case NORMAL_WEAK_YESTERDAY: return before(w, b, n->a, round, LIT_TRUE);
	case NORMAL_SINCE:
		return circuit_or(c, y, circuit_and(c, x, before(w, b, node, round, LIT_FALSE)));
	case NORMAL_TRIGGER:
		return circuit_and(c, y, circuit_or(c, x, before(w, b, node, round, LIT_TRUE)));
	default: return LIT_FALSE;
	}
}

static void require(const struct bounded *b, lit x, lit y, lit then)
{
	lit any[] = {-x, -y, then};
	circuit_require_any(b->circuit, any, 3);
}

/* If it is the last position; a step that leads back leads to the start of the next round. */
static void end_here(const struct unrolled *w, const struct bounded *b, uint32_t node)
{
	const struct unrolled_position *p = &VEC_LAST(&w->positions);
	enum normal_op op = w->normal.nodes.at[node].op;
	for (uint32_t r = 0; r < rounds_of(w, node); r++) {
		uint32_t at = place(w, node, r);
		if (w->at_end[at]) require(b, p->is_loop, w->at_end[at], p->holds[at]);
		require(b, VEC_LAST(&b->loops).is, w->at_start[at], p->holds[at]);
		if (!has_next(op)) continue;
		require(b, p->is_loop, p->next[at], w->at_start[place(w, target_of(w, node), r + 1)]);
		require(b, p->is_prefix, p->next[at], LIT_FALSE);
		if (!is_weak(op)) require(b, p->is_deadlock, p->next[at], LIT_FALSE);
	}
}

/* An until that is still promised where the loop closes must be kept somewhere in it. */
static void keep_promise(struct unrolled *w, const struct bounded *b, uint32_t node)
{
	const struct normal_node *n = &w->normal.nodes.at[node];
	const struct unrolled_position *p = &VEC_LAST(&w->positions);
	lit here = p->holds[place(w, n->b, n->past)];
	if (n->op != NORMAL_UNTIL) return;
	w->met[node] = circuit_or(b->circuit, w->met[node],
	                          circuit_and(b->circuit, VEC_LAST(&b->loops).is_in, here));
	require(b, p->is_loop, p->next[place(w, node, n->past)], w->met[node]);
}

/* Runs of that length were asked for: from now on they are longer. */
static void leave_position(const struct unrolled *w, const struct bounded *b, uint32_t position)
{
	const struct unrolled_position *p = &w->positions.at[position];
	struct cnf *f = chain_cnf(b->chain);
	cnf_assert(f, p->goes_on);
	cnf_assert(f, -p->is_loop);
	cnf_assert(f, -p->is_prefix);
}

static void join(const struct unrolled *w, const struct bounded *b, uint32_t node)
{
	const struct unrolled_position *to = &VEC_LAST(&w->positions), *from = to - 1;
	uint32_t target = target_of(w, node);
	for (uint32_t r = 0; r < rounds_of(w, node); r++)
		require(b, from->goes_on, from->next[place(w, node, r)], to->holds[place(w, target, r)]);
}

bool unrolled_extend(struct unrolled *w, struct bounded *b)
{
	uint32_t count = w->normal.nodes.count, i = w->positions.count;
	struct circuit *c = b->circuit;
	struct unrolled_position new = {
	    .holds = new_lits(b, w->first[count], LIT_FALSE),
	    .next = new_lits(b, w->first[count], 0),
	    .goes_on = circuit_input(c),
	    .is_loop = circuit_input(c),
	    .is_deadlock = circuit_input(c),
	    .is_prefix = circuit_input(c),
	};
	VEC_PUSH(&w->positions, new);
	for (uint32_t n = 0; n < count; n++) {
		const struct normal_node *x = &w->normal.nodes.at[n];
		if (x->op == NORMAL_ATOM) {
			struct letter *l = letter_find(&b->letters, x->atom);
			if (!letter_at(&b->letters, l, i, x->is_negated, &new.holds[w->first[n]])) return false;
			continue;
		}
		for (uint32_t r = 0; r < rounds_of(w, n); r++)
			new.holds[w->first[n] + r] = node_holds(w, b, n, r);
	}
	if (i > 1) leave_position(w, b, i - 2);
	if (i > 0) cnf_assert(chain_cnf(b->chain), -w->positions.at[i - 1].is_deadlock);
	for (uint32_t n = 0; n < count; n++) {
		if (i > 0 && has_next(w->normal.nodes.at[n].op)) join(w, b, n);
		end_here(w, b, n);
		keep_promise(w, b, n);
	}
	return true;
}

/* ---- runs of this length ------------------------------------------------------------------------------------------- */

bool unrolled_shapes(struct unrolled *w, struct bounded *b, struct unrolled_shapes *out)
{
	struct circuit *c = b->circuit;
	uint32_t last = w->positions.count - 1;
	lit root = w->positions.at[0].holds[place(w, w->normal.root, 0)], fair;
	*out = (struct unrolled_shapes){LIT_FALSE, LIT_FALSE, LIT_FALSE};
	const struct unrolled_position *end = &w->positions.at[last], *p = end - 1;
	if (b->has_deadlock) out->deadlock = circuit_and(c, end->is_deadlock, b->deadlock);
	if (!w->has_steps) out->prefix = end->is_prefix; /* the state is enough */
	if (last > 0) {
		out->deadlock = circuit_and(c, out->deadlock, p->goes_on);
		out->prefix = w->has_steps ? p->is_prefix : circuit_and(c, out->prefix, p->goes_on);
	}
	out->deadlock = circuit_and(c, root, out->deadlock);
	out->prefix = circuit_and(c, root, out->prefix);
	if (last == 0) return true;
	if (!fair_loop_at(&w->fair, b, last - 1, &fair)) return false;
	lit closes = circuit_and(c, p->is_loop, b->loops.at[last - 1].closes);
	out->loop = circuit_and(c, root, circuit_and(c, closes, fair));
	return true;
}

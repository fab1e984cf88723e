/* Liveness as safety (Biere, Artho, Schuppan: Liveness Checking as Safety Checking, FMICS 2002). The negated formula becomes a
 * tableau on the graph of the machine: what it says of the next position is promised by inputs, and kept in latches until then; what
 * it says of the past is a latch. The formula is in negation normal form, so all literals need to imply what they say, and no more.
 *
 * A run is violated if it can be ended in one of three ways: in a deadlock, where nothing is promised that needs a next position; after
 * a prefix, where nothing is promised at all; or as a loop. For that the state is copied once, wherever an input says so, and is met
 * again after all untils have been kept, and each fairness constraint has been met: there is one bit for each of them (the
 * constraints must not be met one by one in different loops). Formulas whose negation always has a prefix need no loop, and no copy. */
#include "temporal/proof.h"

static bool has_next(enum normal_op op) { return op >= NORMAL_NEXT && op <= NORMAL_RELEASE; }
static bool is_weak(enum normal_op op) { return op == NORMAL_WEAK_NEXT || op == NORMAL_RELEASE; }

/* What is remembered of the position before: the operand of Y, or S and T themselves. */
static bool has_before(enum normal_op op) { return op >= NORMAL_YESTERDAY; }
static bool is_of_operand(enum normal_op op)
{
	return op == NORMAL_NEXT || op == NORMAL_WEAK_NEXT || op == NORMAL_YESTERDAY ||
	       op == NORMAL_WEAK_YESTERDAY;
}

/* ---- literals of the circuit ------------------------------------------------------------------------------------- */

static bool refuse(struct monitor *m, const struct temporal_atom *a)
{
	m->letters.reason = arena_format(m->arena, "%s may have no value in some states", a->text);
	m->letters.pos = a->pos;
	return false;
}

/* An atom without a value is neither true nor false, and would be overlooked. */
static bool encode_value_of(struct monitor *m, struct transition *t, const struct letter *x)
{
	const struct temporal_atom *a = x->atom;
	bool is_state = a->kind == ATOM_PREDICATE || a->kind == ATOM_GOAL;
	lit l;
	for (uint32_t i = 0; i < a->pattern_count; i++)
		for (uint32_t k = 0; k < a->patterns[i].count; k++)
			if (a->patterns[i].arguments[k] && defined_may_fail(a->patterns[i].arguments[k]))
				return refuse(m, a);
	if (!x->predicate || !defined_may_fail(x->predicate)) return true;
	if (!is_state) return refuse(m, a);
	encode_use(t->w.encoder, t->shape);
	if (!encode_undefined(t->w.encoder, x->predicate, &l)) {
		m->letters.reason = encode_failed(t->w.encoder)->message;
		m->letters.pos = encode_failed(t->w.encoder)->pos;
		return false;
	}
	m->undefined = circuit_or(t->w.circuit, m->undefined, l);
	return true;
}

static bool encode_letters(struct monitor *m, struct transition *t)
{
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		const struct normal_node *n = &m->normal.nodes.at[i];
		if (n->op != NORMAL_ATOM) continue;
		struct letter *x = letter_find(&m->letters, n->atom);
		if (!letter_at(&m->letters, x, 0, n->is_negated, &m->nodes[i].atom)) return false;
	}
	for (uint32_t i = 0; m->has_loops && i < m->fair.list.count; i++) {
		const struct fair_letter *f = &m->fair.list.at[i];
		if (!letter_at(&m->letters, f->taken, 0, false, &m->leaves[i].taken)) return false;
		if (!letter_at(&m->letters, f->enabled, 0, true, &m->leaves[i].disabled)) return false;
	}
	for (uint32_t i = 0; i < m->letters.list.count; i++)
		if (!encode_value_of(m, t, m->letters.list.at[i])) return false;
	return true;
}

static bool encode(void *monitor, struct transition *t)
{
	struct monitor *m = monitor;
	struct letters *l = &m->letters;
	m->leaves = ARENA_ARRAY(m->arena, m->fair.list.count + 1, struct monitor_fair);
	l->encoder = t->w.encoder;
	l->circuit = t->w.circuit;
	VEC_PUSH(&l->places,
	         ((struct letter_place){
	             t->shape,
	             t->after,
	             {t->w.step.is, t->w.is_taken, (struct sym *const *const *)t->w.step.parameters}}));
	m->undefined = LIT_FALSE;
	if (!encode_letters(m, t)) {
		t->reason = l->reason;
		t->reason_pos = l->pos;
		return false;
	}
	encode_use(t->w.encoder, t->shape);
	if (deadlock_encode(t->run, &t->w, &m->deadlock, &m->is_deadlock_exact)) return true;
	t->reason = encode_failed(t->w.encoder)->message;
	t->reason_pos = encode_failed(t->w.encoder)->pos;
	return false;
}

/* ---- the tableau --------------------------------------------------------------------------------------------------- */

static void add_latches(struct monitor *m, struct aig *a)
{
	m->moved = aig_latch(a);
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		enum normal_op op = m->normal.nodes.at[i].op;
		if (has_next(op)) {
			m->nodes[i].next = aig_input(a);
			m->nodes[i].promised = aig_latch(a);
		}
		if (has_before(op)) m->nodes[i].before = aig_latch(a);
	}
}

static aig_lit node_holds(const struct monitor *m, struct transition *t, uint32_t node)
{
	const struct normal_node *n = &m->normal.nodes.at[node];
	struct aig *a = t->aig;
	const struct monitor_node *here = &m->nodes[node];
	aig_lit x = m->nodes[n->a].holds, y = m->nodes[n->b].holds, next = here->next;
	aig_lit before = here->before;
	if (n->op == NORMAL_WEAK_YESTERDAY || n->op == NORMAL_TRIGGER)
		before = aig_or(a, before, aig_not(m->moved));
	switch (n->op) {
	case NORMAL_TRUE: return AIG_TRUE;
	case NORMAL_FALSE: return AIG_FALSE;
	case NORMAL_ATOM: return aig_view_literal(&t->later, here->atom);
	case NORMAL_AND: return aig_and(a, x, y);
	case NORMAL_OR: return aig_or(a, x, y);
	case NORMAL_NEXT:
	case NORMAL_WEAK_NEXT: return next;
	case NORMAL_UNTIL: return aig_or(a, y, aig_and(a, x, next));
	case NORMAL_RELEASE: return aig_and(a, y, aig_or(a, x, next));
	case NORMAL_YESTERDAY:
	case NORMAL_WEAK_YESTERDAY: return before;
	case NORMAL_SINCE: return aig_or(a, y, aig_and(a, x, before));
	case NORMAL_TRIGGER: return aig_and(a, y, aig_or(a, x, before));
	}
	return AIG_FALSE;
}

static uint32_t target_of(const struct monitor *m, uint32_t node)
{
	const struct normal_node *n = &m->normal.nodes.at[node];
	return is_of_operand(n->op) ? n->a : node;
}

/* All that was promised of this position holds; in the first one, the negated formula. */
static aig_lit promises(const struct monitor *m, struct aig *a)
{
	aig_lit all = aig_or(a, m->moved, m->nodes[m->normal.root].holds);
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		if (!has_next(m->normal.nodes.at[i].op)) continue;
		aig_lit kept = m->nodes[target_of(m, i)].holds;
		all = aig_and(a, all, aig_or(a, aig_not(m->nodes[i].promised), kept));
	}
	return all;
}

static void set_tableau(const struct monitor *m, struct transition *t)
{
	struct aig *a = t->aig;
	aig_set_next(a, m->moved, aig_or(a, m->moved, t->steps));
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		const struct monitor_node *n = &m->nodes[i];
		enum normal_op op = m->normal.nodes.at[i].op;
		if (has_next(op)) aig_set_next(a, n->promised, aig_ite(a, t->steps, n->next, n->promised));
		if (has_before(op))
			aig_set_next(a, n->before,
			             aig_ite(a, t->steps, m->nodes[target_of(m, i)].holds, n->before));
	}
}

/* Nothing is promised; or only what is true where there is no next position. */
static aig_lit promises_nothing(const struct monitor *m, struct aig *a, bool is_end)
{
	aig_lit none = AIG_TRUE;
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		enum normal_op op = m->normal.nodes.at[i].op;
		if (has_next(op) && !(is_end && is_weak(op)))
			none = aig_and(a, none, aig_not(m->nodes[i].next));
	}
	return none;
}

/* ---- loops ------------------------------------------------------------------------------------------------------------- */

/* A latch that is set once this is true in a step of the loop. */
static aig_lit remember(struct transition *t, aig_lit in_loop, aig_lit what)
{
	struct aig *a = t->aig;
	aig_lit was = aig_latch(a);
	aig_set_next(a, was, aig_or(a, was, aig_and(a, aig_and(a, t->steps, in_loop), what)));
	return was;
}

static aig_lit copy_of(struct aig *a, aig_lit latch, aig_lit begins)
{
	aig_lit copy = aig_latch(a);
	aig_set_next(a, copy, aig_ite(a, begins, latch, copy));
	return copy;
}

/* The latch is as it was where the loop began. */
static aig_lit is_back(struct aig *a, aig_lit latch, aig_lit begins)
{
	return aig_not(aig_xor(a, latch, copy_of(a, latch, begins)));
}

static aig_lit state_is_back(struct monitor *m, struct transition *t, aig_lit begins)
{
	struct aig *a = t->aig;
	aig_lit same = AIG_TRUE;
	m->copies = ARENA_ARRAY(m->arena, a->latches.count + 1, aig_lit);
	for (uint32_t i = 0; i < t->latches.count; i++) {
		aig_lit now = m->copies[i] = a->latches.at[i];
		if (i < t->first_variable) continue;
		m->copies[i] = copy_of(a, now, begins);
		same = aig_and(a, same, aig_not(aig_xor(a, now, m->copies[i])));
	}
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		enum normal_op op = m->normal.nodes.at[i].op;
		if (has_next(op)) same = aig_and(a, same, is_back(a, m->nodes[i].promised, begins));
		if (has_before(op)) same = aig_and(a, same, is_back(a, m->nodes[i].before, begins));
	}
	return same;
}

/* An until that is promised again and again is kept somewhere in the loop. */
static aig_lit untils_are_kept(const struct monitor *m, struct transition *t, aig_lit in_loop)
{
	struct aig *a = t->aig;
	aig_lit all = AIG_TRUE;
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		const struct normal_node *n = &m->normal.nodes.at[i];
		if (n->op != NORMAL_UNTIL) continue;
		aig_lit kept = aig_or(a, aig_not(m->nodes[i].promised), m->nodes[n->b].holds);
		all = aig_and(a, all, remember(t, in_loop, kept));
	}
	return all;
}

static void watch_fairness(struct monitor *m, struct transition *t, aig_lit in_loop)
{
	for (uint32_t i = 0; i < m->fair.list.count; i++) {
		struct monitor_fair *f = &m->leaves[i];
		aig_lit disabled = aig_view_literal(&t->later, f->disabled);
		bool is_strong = m->fair.list.at[i].is_strong;
		f->was_taken = remember(t, in_loop, aig_view_literal(&t->later, f->taken));
		f->was_other = remember(t, in_loop, is_strong ? aig_not(disabled) : disabled);
	}
}

static aig_lit leaf(const struct monitor *m, struct aig *a, uint32_t number)
{
	const struct monitor_fair *f = &m->leaves[number];
	bool is_strong = m->fair.list.at[number].is_strong;
	return aig_or(a, f->was_taken, is_strong ? aig_not(f->was_other) : f->was_other);
}

static aig_lit fairness(const struct monitor *m, struct aig *a, const struct temporal *f,
                        uint32_t *number)
{
	if (f->op == TEMPORAL_WEAK || f->op == TEMPORAL_STRONG) return leaf(m, a, (*number)++);
	if (f->op != TEMPORAL_AND && f->op != TEMPORAL_OR) return AIG_TRUE; /* WEF, SEF */
	aig_lit x = fairness(m, a, f->kid[0], number), y = fairness(m, a, f->kid[1], number);
	return f->op == TEMPORAL_AND ? aig_and(a, x, y) : aig_or(a, x, y);
}

static aig_lit is_fair(const struct monitor *m, struct aig *a)
{
	uint32_t number = 0;
	aig_lit all = m->fair.formula ? fairness(m, a, m->fair.formula, &number) : AIG_TRUE;
	for (uint32_t i = m->fair.leaves; i < m->fair.list.count; i++)
		all = aig_and(a, all, leaf(m, a, i));
	return all;
}

/* What is true of the past in the first position is not when it comes again: a loop begins later. */
static void add_loop(struct monitor *m, struct transition *t)
{
	struct aig *a = t->aig;
	m->loop = m->saved = AIG_FALSE;
	if (!m->has_loops) return;
	aig_lit save = aig_input(a);
	if (m->has_past) save = aig_and(a, save, m->moved);
	m->saved = aig_latch(a);
	aig_lit in_loop = aig_or(a, m->saved, save);
	aig_lit begins = aig_and(a, aig_and(a, t->steps, save), aig_not(m->saved));
	aig_set_next(a, m->saved, aig_or(a, m->saved, begins));
	watch_fairness(m, t, in_loop);
	m->loop = aig_and(a, m->saved, untils_are_kept(m, t, in_loop));
	m->loop = aig_and(a, m->loop, is_fair(m, a));
	m->loop = aig_and(a, m->loop, state_is_back(m, t, begins));
}

/* What is easily known of these latches, so that nobody has to find it out: the copy is a state, all are 0 before. */
static void add_known(const struct monitor *m, struct transition *t, uint32_t first)
{
	struct aig *a = t->aig;
	aig_lit is_set = t->started, all = AIG_TRUE;
	if (m->has_loops) all = aig_or(a, aig_not(m->saved), aig_with(a, t->known, m->copies));
	for (uint32_t i = first; i < a->latches.count; i++) {
		aig_lit l = a->latches.at[i];
		all = aig_and(a, all, aig_or(a, is_set, aig_not(l)));
		if (m->has_loops && l == m->saved) is_set = l;
	}
	t->known = aig_and(a, t->known, all);
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------ */

static void join(void *monitor, struct transition *t)
{
	struct monitor *m = monitor;
	struct aig *a = t->aig;
	uint32_t first = a->latches.count;
	add_latches(m, a);
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) m->nodes[i].holds = node_holds(m, t, i);
	aig_lit kept = aig_and(a, t->chosen, promises(m, a));
	aig_lit dead = aig_and(a, kept, aig_view_literal(&t->later, m->deadlock));
	t->steps = aig_and(a, t->steps, kept);
	t->leaves = aig_and(a, t->leaves, aig_or(a, aig_not(t->started), kept));
	set_tableau(m, t);
	m->dead_end = aig_and(a, dead, promises_nothing(m, a, true));
	m->prefix = aig_and(a, m->has_steps ? t->steps : kept, promises_nothing(m, a, false));
	m->has_no_value = aig_and(a, t->chosen, aig_view_literal(&t->later, m->undefined));
	add_loop(m, t);
	add_known(m, t, first);
}

bool monitor_open(struct monitor *m, struct temporal_scope *scope, struct arena *arena,
                  const struct temporal *f)
{
	bool is_fair = f->op == TEMPORAL_FAIRLY;
	*m = (struct monitor){.formula = is_fair ? f->kid[1] : f, .arena = arena};
	m->letters = (struct letters){.scope = scope, .arena = arena};
	m->watch = (struct transition_monitor){m, encode, join};
	normal_open(&m->normal, m->formula, true);
	if (m->normal.is_too_large) return false;
	m->nodes = ARENA_ARRAY(arena, m->normal.nodes.count + 1, struct monitor_node);
	memset(m->nodes, 0, m->normal.nodes.count * sizeof *m->nodes);
	for (uint32_t i = 0; i < m->normal.nodes.count; i++) {
		const struct normal_node *n = &m->normal.nodes.at[i];
		m->has_steps |= n->atom && (n->atom->kind == ATOM_ACTION || n->atom->step);
		m->has_past |= has_before(n->op);
		m->has_loops |= n->op == NORMAL_RELEASE;
	}
	fair_loop_open(&m->fair, &m->letters, is_fair ? f->kid[0] : NULL);
	return true;
}

void monitor_close(struct monitor *m)
{
	normal_close(&m->normal);
	fair_loop_close(&m->fair);
	letters_close(&m->letters);
}

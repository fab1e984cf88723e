/* Writing clauses. A gate that occurs in a clause becomes a literal of its own variable. If it is used
 * only once in this direction, it is written out in place: a disjunction joins the clause, and a
 * conjunction (of terms: an XOR is one of two) makes the clause into one for each term. That saves a
 * variable and a clause. To write out shared gates, too, saves a few more, but makes PicoSAT several
 * times slower where the shared gates are what a proof is about (counts). */
#include "circuit/cnf.h"

/* The longest clause by joining, and how many literals more are worth a variable and a clause less. */
enum { LONGEST = 1000, GROWTH = 4 };

/* ---- terms ------------------------------------------------------------------------------------- */

uint32_t cnf_term_count(const struct circuit *c, lit l)
{
	struct gate g = gate_at(c, l);
	switch (g.kind) {
	case GATE_AND: return l > 0 ? g.count : 1;
	case GATE_XOR:
	case GATE_ITE: return 2;
	case GATE_MAJORITY: return 3;
	default: return 0;
	}
}

static void push_two(struct cnf *f, lit a, lit b)
{
	VEC_PUSH(&f->open, a);
	VEC_PUSH(&f->open, b);
}

void cnf_push_term(struct cnf *f, lit l, uint32_t index)
{
	struct gate g = gate_at(f->circuit, l);
	const lit *in = gate_inputs(f->circuit, g);
	lit sign = l < 0 ? -1 : 1, first = index ? -1 : 1;
	if (g.kind == GATE_AND && l > 0) VEC_PUSH(&f->open, in[index]);
	else if (g.kind == GATE_AND)
		for (uint32_t i = 0; i < g.count; i++) VEC_PUSH(&f->open, -in[i]);
	else if (g.kind == GATE_XOR) push_two(f, first * in[0], first * sign * in[1]);
	else if (g.kind == GATE_ITE) push_two(f, -first * in[0], sign * in[1 + index]);
	else if (g.kind == GATE_MAJORITY) push_two(f, sign * in[index], sign * in[(index + 1) % 3]);
}

/* ---- variables --------------------------------------------------------------------------------- */

int cnf_true(struct cnf *f)
{
	if (!f->true_variable) {
		f->true_variable = solver_new_variable(f->solver);
		solver_clause(f->solver, &f->true_variable, 1);
	}
	return f->true_variable;
}

void cnf_send_contradiction(struct cnf *f)
{
	int never = -cnf_true(f);
	solver_clause(f->solver, &never, 1);
}

int cnf_request(struct cnf *f, lit l)
{
	struct cnf_gate *g = &f->gates[gate_of(l)];
	bool is_input = gate_at(f->circuit, l).kind == GATE_INPUT;
	if (!g->variable) {
		g->variable = solver_new_variable(f->solver);
		if (is_input) VEC_PUSH(&f->inputs, (lit)gate_of(l));
	}
	if (!is_input && !cnf_is(f, l, CNF_DEFINED)) {
		cnf_set(f, l, CNF_DEFINED);
		VEC_PUSH(&f->definitions, l);
	}
	return l < 0 ? -g->variable : g->variable;
}

/* ---- one clause -------------------------------------------------------------------------------- */

static void sort_clause(int *list, uint32_t count)
{
	enum { FEW = 24 };
	if (count > FEW) qsort(list, count, sizeof *list, compare_literals);
	for (uint32_t i = 1; i < count && count <= FEW; i++) {
		int moved = list[i];
		uint32_t k = i;
		for (; k && abs(list[k - 1]) > abs(moved); k--) list[k] = list[k - 1];
		list[k] = moved;
	}
}

/* Duplicates go, tautologies are not sent. */
static void send_leaves(struct cnf *f)
{
	f->clause.count = 0;
	for (uint32_t i = 0; i < f->leaves.count; i++) VEC_PUSH(&f->clause, f->leaves.at[i]);
	int *list = f->clause.at;
	sort_clause(list, f->clause.count);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < f->clause.count; i++) {
		if (kept && list[kept - 1] == list[i]) continue;
		if (kept && list[kept - 1] == -list[i]) return;
		list[kept++] = list[i];
	}
	if (kept) solver_clause(f->solver, list, kept);
	else cnf_send_contradiction(f);
}

static bool is_used_once(const struct cnf *f, lit l)
{
	return f->gates[gate_of(l)].uses[direction_of(l)] <= 1;
}

/* False if the clause holds anyway because of l. */
static bool take(struct cnf *f, lit l)
{
	if (l == LIT_TRUE || cnf_is(f, l, CNF_FIXED)) return false;
	if (l == LIT_FALSE || cnf_is(f, -l, CNF_FIXED)) return true;
	struct gate g = gate_at(f->circuit, l);
	bool is_or = g.kind == GATE_AND && l < 0;
	bool fits = !is_or || f->leaves.count + f->open.count + g.count <= LONGEST;
	if (g.kind == GATE_INPUT || cnf_is(f, l, CNF_DEFINED) || !is_used_once(f, l) || !fits)
		VEC_PUSH(&f->leaves, cnf_request(f, l));
	else if (is_or) cnf_push_term(f, l, 0);
	else VEC_PUSH(&f->candidates, l);
	return true;
}

/* From the open literals to leaves and candidates; false if the clause holds anyway. */
static bool gather(struct cnf *f)
{
	f->candidates.count = 0;
	while (f->open.count) {
		if (take(f, cnf_resolve(f, VEC_POP(&f->open)))) continue;
		f->open.count = 0;
		return false;
	}
	return true;
}

/* The candidate that is written out, or 0; the others become leaves. */
static lit choose(struct cnf *f)
{
	int64_t before = (int64_t)f->leaves.count + f->candidates.count - 1, best_growth = GROWTH + 1;
	lit best = 0;
	for (uint32_t i = 0; i < f->candidates.count; i++) {
		int64_t terms = cnf_term_count(f->circuit, f->candidates.at[i]);
		int64_t growth = (terms - 1) * before - terms - 1;
		if (growth >= best_growth) continue;
		best_growth = growth;
		best = f->candidates.at[i];
	}
	for (uint32_t i = 0; i < f->candidates.count; i++)
		if (f->candidates.at[i] != best) VEC_PUSH(&f->leaves, cnf_request(f, f->candidates.at[i]));
	return best;
}

static void finish_clause(struct cnf *f)
{
	if (!gather(f)) return;
	lit expanded = choose(f);
	if (expanded) VEC_PUSH(&f->frames, (struct cnf_frame){expanded, 0, f->leaves.count});
	else send_leaves(f);
}

static void finish_frames(struct cnf *f)
{
	while (f->frames.count) {
		struct cnf_frame *top = &VEC_LAST(&f->frames);
		if (top->term == cnf_term_count(f->circuit, top->expanded)) {
			f->frames.count--;
			continue;
		}
		f->leaves.count = top->end;
		cnf_push_term(f, top->expanded, top->term++);
		finish_clause(f);
	}
}

/* ---- what is sent ------------------------------------------------------------------------------ */

void cnf_send_root(struct cnf *f, lit l)
{
	f->leaves.count = 0;
	if (gate_at(f->circuit, l).kind == GATE_INPUT || cnf_is(f, l, CNF_DEFINED)) {
		VEC_PUSH(&f->leaves, cnf_request(f, l));
		send_leaves(f);
		return;
	}
	VEC_PUSH(&f->frames, (struct cnf_frame){l, 0, 0});
	finish_frames(f);
}

void cnf_send_clause(struct cnf *f, const lit *in, uint32_t count)
{
	f->leaves.count = 0;
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&f->open, in[i]);
	finish_clause(f);
	finish_frames(f);
}

/* The variable implies each term. */
void cnf_send_definition(struct cnf *f, lit l)
{
	f->leaves.count = 0;
	VEC_PUSH(&f->leaves, -cnf_request(f, l));
	VEC_PUSH(&f->frames, (struct cnf_frame){l, 0, 1});
	finish_frames(f);
}

/* Tables filled from models. A model of a step settles every goal that it satisfies; then another one is asked for that
 * satisfies one of the rest. When there is none, the rest is absent. */
#include "relate/inside.h"

bool fill_is_stopped(const struct relate *r)
{
	return r->question.interrupt && *r->question.interrupt;
}

const struct lemmas *fill_hypothesis(struct relate *r)
{
	switch (r->question.hypothesis) {
	case RELATE_TYPES: return NULL;
	case RELATE_INVARIANT: return &r->invariant;
	case RELATE_REACHABLE: return &r->inductive;
	}
	return NULL;
}

/* ---- a solver for a row ---------------------------------------------------------------------------------- */

static bool assume_lemmas(struct relate *r, struct row_solver *q, const struct lemmas *hypothesis)
{
	for (uint32_t i = 0; hypothesis && i < hypothesis->count; i++) {
		const struct lemma *c = &hypothesis->at[i];
		lit any[2];
		bool is_there = true;
		for (uint32_t k = 0; k < c->count && is_there; k++)
			any[k] = instance_part(r, q->row, &c->parts[k], &is_there);
		if (!is_there) return false;
		cnf_assert_any(q->cnf, any, c->count);
	}
	return true;
}

bool fill_open(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
               struct row_solver *out)
{
	struct solver_options o = {
	    .kind = r->question.solver, .seed = r->question.seed, .interrupt = r->question.interrupt};
	bool is_first = row == r->count;
	*out = (struct row_solver){.row = row};
	if (r->reason.is_stuck) return false;
	if (row != RELATE_NO_STEP && !instance_row(r, row)) return false;
	out->solver = solver_open(&o);
	if (!out->solver) return false;
	out->cnf = cnf_open(r->instance.circuit, out->solver);
	cnf_assert(out->cnf, r->instance.constants);
	if (!is_first) cnf_assert(out->cnf, r->instance.typed);
	if (row != RELATE_NO_STEP) cnf_assert(out->cnf, r->rows[row].step.is_fine);
	if (is_first || assume_lemmas(r, out, hypothesis)) return true;
	fill_close(out);
	return false;
}

void fill_close(struct row_solver *q)
{
	if (q->cnf) cnf_close(q->cnf);
	if (q->solver) solver_close(q->solver);
	*q = (struct row_solver){0};
}

enum solver_answer fill_ask(struct relate *r, struct row_solver *q, lit assumption)
{
	struct solver_stats before, after;
	uint64_t most = r->question.conflicts ? r->question.conflicts : RELATE_CONFLICTS;
	struct solver_limits limits = {.conflicts = most};
	if (assumption == LIT_FALSE) return SOLVER_UNSATISFIABLE;
	if (fill_is_stopped(r)) return SOLVER_UNKNOWN;
	int l = cnf_literal(q->cnf, assumption);
	cnf_flush(q->cnf);
	solver_assume(q->solver, l);
	solver_stats(q->solver, &before);
	enum solver_answer a = solver_solve(q->solver, &limits);
	solver_stats(q->solver, &after);
	r->stats.questions++;
	r->stats.models += a == SOLVER_SATISFIABLE;
	r->stats.conflicts += after.conflicts - before.conflicts;
	if (a == SOLVER_UNKNOWN && !r->reason.text)
		r->reason.text = fill_is_stopped(r) ? "the search was stopped"
		                                    : "a question took more than --conflicts allows";
	return a;
}

/* ---- goals --------------------------------------------------------------------------------------------------- */

/* False if the solver cannot be asked for it. */
static bool make_goal(struct relate *r, uint32_t row, struct goal *g)
{
	bool is_there = true;
	g->is = LIT_TRUE;
	for (uint32_t i = 0; i < g->count && is_there; i++) {
		lit l = instance_part(r, row, &g->parts[i], &is_there);
		g->is = circuit_and(r->instance.circuit, g->is, l);
	}
	return is_there;
}

static bool is_seen(struct relate *r, struct seen *s, const struct goal *g)
{
	for (uint32_t i = 0; i < g->count; i++)
		if (!confirm_part(r, s, &g->parts[i])) return false;
	return true;
}

/* All goals that the last model satisfies, whatever the solver was asked for; returns how many. */
static uint32_t settle(struct relate *r, struct row_solver *q, const struct lemmas *hypothesis,
                       struct goal *const *goals, uint32_t count)
{
	struct seen s;
	uint32_t settled = 0;
	if (!confirm_model(r, q, &s)) return 0;
	for (uint32_t i = 0; q->row != r->count && hypothesis && i < hypothesis->count; i++)
		if (!confirm_lemma(r, &s, &hypothesis->at[i], false)) return 0;
	for (uint32_t i = 0; i < count; i++) {
		if (goals[i]->truth == RELATE_YES || !is_seen(r, &s, goals[i])) continue;
		goals[i]->truth = RELATE_YES;
		goals[i]->witness = s.witness;
		settled++;
	}
	return settled;
}

struct fill_row {
	struct row_solver asking;
	struct goal *const *goals;
	uint32_t count;
	const struct lemmas *hypothesis;
	lit *open; /* room for all of them */
};

static bool is_open(const struct goal *g) { return g->truth == RELATE_UNKNOWN && g->is; }

static lit open_goals(struct relate *r, struct fill_row *f)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < f->count; i++)
		if (is_open(f->goals[i])) f->open[count++] = f->goals[i]->is;
	return circuit_any(r->instance.circuit, f->open, count);
}

static void exclude(struct fill_row *f)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (is_open(f->goals[i])) f->goals[i]->truth = RELATE_NO;
}

/* A model that the evaluator does not confirm is a bug, unless only a part of what was said was encoded. */
static void doubt(struct relate *r)
{
	if (fill_is_stopped(r) || encode_was_partial(r->instance.encoder)) return;
	if (encode_was_cut(r->instance.encoder)) return;
	const struct eval_failure *f = eval_failed(r->view.eval);
	if (f && eval_is_limit(f->kind)) return;
	r->reason.is_doubtful = true;
	r->reason.text = "the evaluator does not confirm what the solver found";
}

/* Where they cannot be asked for together any more. */
static void fill_each(struct relate *r, struct fill_row *f)
{
	for (uint32_t i = 0; i < f->count && !fill_is_stopped(r); i++) {
		struct goal *g = f->goals[i];
		if (!is_open(g)) continue;
		switch (fill_ask(r, &f->asking, g->is)) {
		case SOLVER_UNSATISFIABLE: g->truth = RELATE_NO; break;
		case SOLVER_SATISFIABLE:
			settle(r, &f->asking, f->hypothesis, f->goals, f->count);
			if (g->truth == RELATE_UNKNOWN) doubt(r);
			break;
		case SOLVER_UNKNOWN: break;
		}
	}
}

static void fill(struct relate *r, struct fill_row *f)
{
	for (;;) {
		lit any = open_goals(r, f);
		enum solver_answer a = fill_ask(r, &f->asking, any);
		if (a == SOLVER_UNSATISFIABLE) {
			exclude(f);
			return;
		}
		bool goes_on =
		    a == SOLVER_SATISFIABLE && settle(r, &f->asking, f->hypothesis, f->goals, f->count) > 0;
		if (goes_on) continue;
		fill_each(r, f);
		return;
	}
}

void fill_goals(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
                struct goal *const *goals, uint32_t count)
{
	struct fill_row f = {.goals = goals, .count = count, .hypothesis = hypothesis};
	if (!fill_open(r, row, hypothesis, &f.asking)) return;
	f.open = ARENA_ARRAY(&r->arena, count + 1, lit);
	for (uint32_t i = 0; i < count; i++)
		if (goals[i]->truth == RELATE_UNKNOWN && !make_goal(r, row, goals[i])) goals[i]->is = 0;
	fill(r, &f);
	fill_close(&f.asking);
}

static enum relate_truth confirmed(struct relate *r, struct row_solver *q,
                                   const struct lemmas *hypothesis,
                                   const struct literal_part *parts, uint32_t count,
                                   const struct relate_witness **witness)
{
	struct goal g = {0}, *goals[] = {&g};
	struct seen s;
	settle(r, q, hypothesis, goals, 1); /* without parts: the model itself */
	if (!g.witness || !confirm_model(r, q, &s)) return RELATE_UNKNOWN;
	for (uint32_t i = 0; i < count; i++)
		if (!confirm_part(r, &s, &parts[i])) return RELATE_UNKNOWN;
	if (witness) *witness = s.witness;
	return RELATE_YES;
}

enum relate_truth fill_conjunction(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
                                   const struct literal_part *parts, uint32_t count,
                                   const struct relate_witness **witness)
{
	struct row_solver q;
	lit all = LIT_TRUE;
	bool is_there = true;
	enum relate_truth t = RELATE_UNKNOWN;
	if (!fill_open(r, row, hypothesis, &q)) return t;
	for (uint32_t i = 0; i < count && is_there; i++)
		all = circuit_and(r->instance.circuit, all, instance_part(r, row, &parts[i], &is_there));
	enum solver_answer a = is_there ? fill_ask(r, &q, all) : SOLVER_UNKNOWN;
	if (a == SOLVER_UNSATISFIABLE) t = RELATE_NO;
	if (a == SOLVER_SATISFIABLE) t = confirmed(r, &q, hypothesis, parts, count, witness);
	if (a == SOLVER_SATISFIABLE && t == RELATE_UNKNOWN) doubt(r);
	fill_close(&q);
	return t;
}

/* ---- one question ---------------------------------------------------------------------------------------------- */

enum relate_truth relate_can(struct relate *r, const struct node *p, uint32_t operation,
                             const struct node *q, const struct relate_witness **witness)
{
	struct literal_part parts[2];
	uint32_t count = 0;
	if (p) parts[count++] = (struct literal_part){model_add_predicate(r, p), false, true};
	if (q) parts[count++] = (struct literal_part){model_add_predicate(r, q), true, true};
	return fill_conjunction(r, operation, fill_hypothesis(r), parts, count, witness);
}

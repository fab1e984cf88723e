/* What the bits of f(k) are where k is not in the domain: the words of a state are unique only if they are always the same. Nothing
 * in them says so; it is asked of a step, and what is true after each is known from then on. */
#include "bmc/transition.h"

struct absent {
	struct transition *t;
	struct solver *solver;
	struct aig_cnf cnf;
};

/* The latch that says that there is such a place; 0: there always is one, or that is no latch. */
static uint32_t latch_of_domain(const struct transition *t, uint32_t of)
{
	const struct encode_word *w = t->latches.at[of].word;
	const struct encode_place *p = w ? w->place : NULL;
	while (p && p->into != ENCODE_APPLY_PARTLY) p = p->of;
	for (uint32_t i = 1; p && i < t->latches.count; i++) {
		const struct encode_word *d = t->latches.at[i].word;
		if (d && d->says == ENCODE_HAS && d->place->into == ENCODE_DOM && d->value == p->key &&
		    d->place->of == p->of && !t->latches.at[i].is_negative)
			return i;
	}
	return 0;
}

static int after(struct absent *a, uint32_t latch)
{
	struct aig *g = a->t->aig;
	return aig_cnf_literal(&a->cnf, aig_next(g, g->latches.at[latch]));
}

/* Is the latch always the same after steps to states that do not have its place? */
static bool is_constant(struct absent *a, uint32_t latch, uint32_t domain, bool *is)
{
	int has = after(a, domain), l = after(a, latch);
	solver_assume(a->solver, -has);
	if (solver_solve(a->solver, NULL) != SOLVER_SATISFIABLE) return false;
	*is = solver_value(a->solver, l);
	solver_assume(a->solver, -has);
	solver_assume(a->solver, *is ? -l : l);
	return solver_solve(a->solver, NULL) == SOLVER_UNSATISFIABLE;
}

static void add_fact(struct absent *a, uint32_t latch, uint32_t domain, bool is)
{
	struct transition *t = a->t;
	const aig_lit *latches = t->aig->latches.at;
	aig_lit l = is ? latches[latch] : aig_not(latches[latch]);
	aig_lit fact = aig_or(t->aig, aig_or(t->aig, aig_not(t->started), latches[domain]), l);
	t->known = aig_and(t->aig, t->known, fact);
	t->latches.at[latch].absent = is ? TRANSITION_IS : TRANSITION_IS_NOT;
}

void transition_know_absent(struct transition *t)
{
	struct solver_options o = {.kind = SOLVER_CADICAL,
	                           .interrupt = t->run->options.search.interrupt};
	struct absent a = {.t = t, .solver = solver_open(&o)};
	if (!a.solver) return;
	a.cnf = (struct aig_cnf){.aig = t->aig, .solver = a.solver};
	solver_clause(a.solver, (int[]){aig_cnf_literal(&a.cnf, t->known)}, 1);
	aig_lit goes = aig_or(t->aig, t->begins, t->steps);
	solver_clause(a.solver, (int[]){aig_cnf_literal(&a.cnf, goes)}, 1);
	for (uint32_t i = 1; i < t->latches.count; i++) {
		bool is;
		uint32_t domain = latch_of_domain(t, i);
		if (domain && is_constant(&a, i, domain, &is)) add_fact(&a, i, domain, is);
	}
	aig_cnf_close(&a.cnf);
	solver_close(a.solver);
}

/* Is the invariant one? Three questions, each a fresh solver of another kind than the one that found it. */
#include "pdr/inside.h"

static aig_lit invariant_of(struct aig *a, const struct pdr_question *q,
                            struct pdr_cube *const *cubes, uint32_t count)
{
	aig_lit all = q->known;
	for (uint32_t i = 0; i < count; i++) {
		aig_lit in = AIG_TRUE;
		for (uint32_t k = 0; k < cubes[i]->count; k++) {
			int l = cubes[i]->at[k];
			aig_lit latch = a->latches.at[abs(l) - 1];
			in = aig_and(a, in, l > 0 ? latch : aig_not(latch));
		}
		all = aig_and(a, all, aig_not(in));
	}
	return all;
}

void pdr_check_clauses(struct aig *a, const struct pdr_question *q, struct pdr_cube *const *cubes,
                       uint32_t count, enum pdr_check part, struct solver *s)
{
	aig_lit all = invariant_of(a, q, cubes, count);
	aig_lit later = part == PDR_INDUCTIVE ? aig_later(a, all) : AIG_FALSE;
	struct aig_cnf f = {.aig = a, .solver = s};
	aig_lit wrong = part == PDR_SAFE ? q->bad : aig_not(part == PDR_INDUCTIVE ? later : all);
	solver_clause(s, (int[]){aig_cnf_literal(&f, wrong)}, 1);
	if (part != PDR_INITIALLY) solver_clause(s, (int[]){aig_cnf_literal(&f, all)}, 1);
	for (uint32_t i = 0; part == PDR_INITIALLY && i < a->latches.count; i++)
		solver_clause(s, (int[]){-aig_cnf_literal(&f, a->latches.at[i])}, 1);
	aig_cnf_close(&f);
}

enum solver_answer pdr_check(const struct pdr_question *q, struct pdr_cube *const *cubes,
                             uint32_t count, enum solver_kind solver)
{
	enum solver_answer worst = SOLVER_UNSATISFIABLE;
	for (int part = 0; part < PDR_CHECKS && worst == SOLVER_UNSATISFIABLE; part++) {
		struct solver_options o = {.kind = solver, .interrupt = q->interrupt};
		struct solver *s = solver_open(&o);
		if (!s) return SOLVER_UNKNOWN;
		pdr_check_clauses(q->aig, q, cubes, count, (enum pdr_check)part, s);
		worst = solver_solve(s, NULL);
		solver_close(s);
	}
	return worst;
}

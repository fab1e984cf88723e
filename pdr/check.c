/* Is the invariant one? Three questions, each a fresh solver of another kind than the one that found it. */
#include "pdr/inside.h"

aig_lit pdr_invariant(const struct pdr_question *q, struct pdr_cube *const *cubes, uint32_t count)
{
	struct aig *a = q->aig;
	aig_lit all = aig_and(a, q->known, q->wanted);
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

void pdr_check_clauses(const struct pdr_question *q, aig_lit invariant, enum pdr_check part,
                       struct solver *s)
{
	struct aig *a = q->aig;
	aig_lit later = part == PDR_INDUCTIVE ? aig_later(a, invariant) : AIG_FALSE;
	struct aig_cnf f = {.aig = a, .solver = s};
	aig_lit wrong = part == PDR_SAFE ? q->bad : aig_not(part == PDR_INDUCTIVE ? later : invariant);
	solver_clause(s, (int[]){aig_cnf_literal(&f, wrong)}, 1);
	if (part != PDR_INITIALLY) solver_clause(s, (int[]){aig_cnf_literal(&f, invariant)}, 1);
	for (uint32_t i = 0; part == PDR_INITIALLY && i < a->latches.count; i++)
		solver_clause(s, (int[]){-aig_cnf_literal(&f, a->latches.at[i])}, 1);
	aig_cnf_close(&f);
}

enum solver_answer pdr_check_invariant(const struct pdr_question *q, aig_lit invariant,
                                       enum solver_kind solver)
{
	enum solver_answer worst = SOLVER_UNSATISFIABLE;
	for (int part = 0; part < PDR_CHECKS && worst == SOLVER_UNSATISFIABLE; part++) {
		struct solver_options o = {.kind = solver, .interrupt = q->interrupt};
		struct solver *s = solver_open(&o);
		if (!s) return SOLVER_UNKNOWN;
		pdr_check_clauses(q, invariant, (enum pdr_check)part, s);
		worst = solver_solve(s, NULL);
		solver_close(s);
	}
	return worst;
}

enum solver_answer pdr_check(const struct pdr_question *q, struct pdr_cube *const *cubes,
                             uint32_t count, enum solver_kind solver)
{
	return pdr_check_invariant(q, pdr_invariant(q, cubes, count), solver);
}

bool pdr_implies(const struct pdr_question *q, const struct pdr_cubes *invariant, aig_lit l)
{
	struct solver_options o = {.kind = q->solver, .interrupt = q->interrupt};
	struct solver *s = solver_open(&o);
	if (!s) return false;
	struct aig_cnf f = {.aig = q->aig, .solver = s};
	aig_lit all = pdr_invariant(q, invariant->at, invariant->count);
	solver_clause(s, (int[]){aig_cnf_literal(&f, all)}, 1);
	solver_clause(s, (int[]){-aig_cnf_literal(&f, l)}, 1);
	bool is = solver_solve(s, NULL) == SOLVER_UNSATISFIABLE;
	aig_cnf_close(&f);
	solver_close(s);
	return is;
}

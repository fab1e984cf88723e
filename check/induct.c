/* Induction: a free state in which the invariants hold, and one step. What cannot go wrong there
 * cannot go wrong anywhere, if the initial states are fine. */
#include "check/inside.h"

/* The variables are unknowns, with candidates from these invariants, which hold. */
bool unrolling_free_state(struct run *r, struct unrolling *w, const struct node *const *invariants,
                          uint32_t count)
{
	struct range **ranges = ARENA_ARRAY(&r->arena, r->view.variable_count, struct range *);
	lit l;
	if (!bounds_ranges(r->view.eval, &r->arena, r->view.variables, r->view.variable_count,
	                   invariants, count, ranges))
		return false;
	if (!encode_names(w->encoder, r->view.variables, r->view.variable_count, invariants, count,
	                  ranges, &l))
		return false;
	cnf_assert(w->cnf, l);
	for (uint32_t i = 0; i < count; i++) {
		if (!encode_predicate(w->encoder, invariants[i], &l)) return false;
		cnf_assert(w->cnf, l);
	}
	return true;
}

/* Assertions, deadlock and failing actions of the free state; the invariants of the next one. */
static bool collect_faults(struct run *r, struct unrolling *w, lit *out)
{
	struct encode_state *now = encode_save(w->encoder), *next;
	VEC(lit) faults = {0};
	lit l;
	bool ok = true, is_exact;
	for (uint32_t i = 0; ok && i < r->duties.count; i++) {
		ok = encode_violation(w->encoder, r->duties.at[i], true, &l);
		if (ok) VEC_PUSH(&faults, l);
	}
	if (ok && r->options.find & RUN_DEADLOCK) {
		ok = deadlock_encode(r, w, &l, &is_exact);
		if (ok) VEC_PUSH(&faults, l);
	}
	ok = ok && unrolling_step(r, w, now, &next, &l);
	if (ok) VEC_PUSH(&faults, l);
	if (ok && next) {
		encode_use(w->encoder, next);
		for (uint32_t i = 0; ok && i < r->invariants.count; i++) {
			ok = encode_violation(w->encoder, r->invariants.at[i], true, &l);
			if (ok) VEC_PUSH(&faults, circuit_and(w->circuit, w->is_taken, l));
		}
	}
	if (ok) *out = circuit_any(w->circuit, faults.at, faults.count);
	VEC_CLEAR(&faults);
	return ok;
}

enum run_proof run_induct(struct run *r)
{
	struct unrolling w = {0};
	struct solver_limits limits = {r->options.search.seconds, r->options.search.conflicts};
	enum run_proof result = RUN_UNKNOWN;
	lit fault;
	if (!r->has_base || !unrolling_open(r, &w)) return RUN_UNKNOWN;
	bool ok = unrolling_constants(r, &w) &&
	          unrolling_free_state(r, &w, r->invariants.at, r->invariants.count) &&
	          collect_faults(r, &w, &fault) && !encode_was_cut(w.encoder);
	if (ok) {
		cnf_assert(w.cnf, fault);
		cnf_flush(w.cnf);
		enum solver_answer a = solver_solve(w.solver, &limits);
		if (a == SOLVER_UNSATISFIABLE) result = RUN_PROVED;
		if (a == SOLVER_SATISFIABLE) result = RUN_NOT_INDUCTIVE;
	}
	unrolling_close(&w);
	explore_forget(r->explore);
	if (r->states.count && r->unrolling.encoder)
		encode_use(r->unrolling.encoder, r->states.at[r->states.count - 1]);
	return result;
}

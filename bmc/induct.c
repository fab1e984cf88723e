/* Induction: a free state in which the invariants hold, and one step. What cannot go wrong there
 * cannot go wrong anywhere, if the initial states are fine.
 *
 * With k steps: the invariants hold in k states in a row, all different, and nothing goes wrong there;
 * what cannot go wrong in the next state cannot go wrong at any depth from k on, since a shortest run
 * to a fault comes to no state twice (Sheeran, Singh and Staalmarck 2000). Not every state has a
 * successor: so the base is that no fault is found at any depth below k, not just at k - 1. */
#include "bmc/inside.h"

/* The variables are unknowns, with candidates from these invariants, which hold. */
bool unrolling_free_state(struct run *r, struct unrolling *w, const struct node *const *invariants,
                          uint32_t count)
{
	struct range **ranges = ARENA_ARRAY(&r->arena, r->view.variable_count, struct range *);
	lit l;
	encode_resume(w->encoder);
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
	struct solver_limits limits = {.seconds = r->options.search.seconds,
	                               .conflicts = r->options.search.conflicts};
	enum run_proof result = RUN_UNKNOWN;
	lit fault;
	if (!r->base || r->left_out || !unrolling_open(r, &w)) return RUN_UNKNOWN;
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
	return result;
}

/* ---- more steps -------------------------------------------------------------------------------- */

static void close_induction(struct induction *d)
{
	unrolling_close(&d->w);
	VEC_CLEAR(&d->states);
}

static bool open_induction(struct run *r, struct induction *d)
{
	if (!unrolling_open(r, &d->w)) return false;
	if (!unrolling_constants(r, &d->w) ||
	    !unrolling_free_state(r, &d->w, r->invariants.at, r->invariants.count))
		return false;
	VEC_PUSH(&d->states, encode_save(d->w.encoder));
	unrolling_begin(r, &d->w);
	return true;
}

static bool add_violation(struct induction *d, const struct node *n)
{
	lit l;
	if (!encode_violation(d->w.encoder, n, true, &l)) return false;
	d->faults = circuit_or(d->w.circuit, d->faults, l);
	return true;
}

/* What is wrong with the last state; d->next and d->fails are what its operations lead to. */
static bool find_faults(struct run *r, struct induction *d)
{
	struct encode_state *now = VEC_LAST(&d->states);
	bool ok = true, is_exact;
	lit l;
	d->faults = LIT_FALSE;
	encode_use(d->w.encoder, now);
	if (d->only) ok = add_violation(d, d->only);
	for (uint32_t i = 0; ok && !d->only && i < r->duties.count; i++)
		ok = add_violation(d, r->duties.at[i]);
	for (uint32_t i = 0; ok && !d->only && i < r->invariants.count; i++)
		ok = add_violation(d, r->invariants.at[i]);
	if (ok && !d->only && r->options.find & RUN_DEADLOCK) {
		ok = deadlock_encode(r, &d->w, &l, &is_exact);
		if (ok) d->faults = circuit_or(d->w.circuit, d->faults, l);
	}
	ok = ok && unrolling_step(r, &d->w, now, &d->next, &d->fails);
	if (ok && !d->only) d->faults = circuit_or(d->w.circuit, d->faults, d->fails);
	return ok && !encode_was_cut(d->w.encoder);
}

/* The last state is fine, and a step leads to one that was not there before. */
static bool extend(struct run *r, struct induction *d)
{
	lit l;
	encode_use(d->w.encoder, VEC_LAST(&d->states));
	for (uint32_t i = 0; d->states.count > 1 && i < r->invariants.count; i++) {
		if (!encode_predicate(d->w.encoder, r->invariants.at[i], &l)) return false;
		cnf_assert(d->w.cnf, l);
	}
	if (!d->only) cnf_assert(d->w.cnf, -d->fails);
	if (!d->next) cnf_assert(d->w.cnf, LIT_FALSE);
	if (!d->next) return true;
	cnf_assert(d->w.cnf, d->w.is_taken);
	for (uint32_t i = 0; i < d->states.count; i++)
		if (encode_same(d->w.encoder, d->next, d->states.at[i], &l)) cnf_assert(d->w.cnf, -l);
	VEC_PUSH(&d->states, d->next);
	return true;
}

static enum solver_answer ask(struct run *r, struct induction *d, uint64_t effort)
{
	struct solver_limits limits = {.conflicts = r->options.search.conflicts, .effort = effort};
	return run_ask_of(r, &d->w, d->faults, &limits);
}

/* One step more than before. */
static bool induct_deeper(struct run *r, struct induction *d)
{
	if (d->states.count == 0) return open_induction(r, d) && find_faults(r, d);
	return extend(r, d) && (!d->next || find_faults(r, d));
}

/* Until it is proved with up to `most` steps, or the effort is spent; 0: there is no limit. */
static enum run_proof induct_up_to(struct run *r, struct induction *d, uint32_t least,
                                   uint32_t most, uint64_t effort)
{
	uint64_t end = effort ? eval_effort(r->view.eval) + effort : UINT64_MAX;
	while (!d->is_stuck) {
		uint32_t steps = d->states.count ? d->states.count - 1 : 0;
		if (d->is_answered || d->states.count == 0 || steps < least) {
			if (steps >= most) return RUN_NOT_INDUCTIVE;
			if (eval_effort(r->view.eval) >= end) return RUN_UNKNOWN;
			d->is_stuck = !induct_deeper(r, d);
			d->is_answered = false;
			continue;
		}
		uint64_t now = eval_effort(r->view.eval);
		enum solver_answer a = now < end ? ask(r, d, effort ? end - now : 0) : SOLVER_UNKNOWN;
		if (a == SOLVER_UNKNOWN) return RUN_UNKNOWN;
		if (a == SOLVER_UNSATISFIABLE) return RUN_PROVED;
		d->is_answered = true;
	}
	return RUN_UNKNOWN;
}

bool run_may_induct_further(const struct run *r)
{
	bool is_asked = !r->left_out && !r->has_faults && !r->options.goal;
	return is_asked && r->base >= 2 && !r->induction.is_stuck;
}

enum run_proof run_induct_further(struct run *r, uint64_t effort, uint32_t *k)
{
	struct induction *d = &r->induction;
	uint32_t most = r->base < RUN_MOST_STEPS ? r->base : RUN_MOST_STEPS;
	if (!run_may_induct_further(r)) return RUN_UNKNOWN;
	enum run_proof p = induct_up_to(r, d, 2, most, effort);
	*k = d->states.count ? d->states.count - 1 : 0;
	if (d->is_stuck || p == RUN_PROVED) close_induction(d);
	return p;
}

enum run_proof run_induct_conjunct(struct run *r, const struct node *conjunct, uint32_t k,
                                   uint64_t effort, uint32_t *steps)
{
	struct induction d = {.only = conjunct};
	if (k == 0 || r->base < k || r->left_out) return RUN_UNKNOWN;
	enum run_proof p = induct_up_to(r, &d, 1, k, effort);
	*steps = d.states.count ? d.states.count - 1 : 0;
	close_induction(&d);
	return p;
}

void induction_close(struct run *r) { close_induction(&r->induction); }

/* Induction: a free state in which the invariants hold, and one step. What is not violated there
 * is violated nowhere, if the initial states are fine.
 *
 * With k steps: the invariants hold in k states in a row, all different, and nothing is violated there;
 * what cannot be violated in the next state cannot be at any depth from k on, since a shortest run
 * to a violation comes to no state twice (Sheeran, Singh and Staalmarck 2000). Not every state has a
 * successor: so the base is that no violation is found at any depth below k, not just at k - 1. */
#include "bmc/run.h"

/* Assertions, deadlock and failing actions of the free state; the invariants of the next one. */
static bool collect_violations(struct run *r, struct unrolling *w, int parts, lit *out)
{
	struct encode_state *now = encode_save(w->encoder), *next;
	VEC(lit) violations = {0};
	lit l;
	bool ok = true, is_exact, has_rest = parts & ~RUN_DEADLOCK;
	for (uint32_t i = 0; ok && has_rest && i < r->asked.duties.count; i++) {
		ok = encode_violation(w->encoder, r->asked.duties.at[i], true, &l);
		if (ok) VEC_PUSH(&violations, l);
	}
	if (ok && parts & RUN_DEADLOCK) {
		ok = deadlock_encode(r, w, &l, &is_exact);
		if (ok) VEC_PUSH(&violations, l);
	}
	if (has_rest) {
		ok = ok && unrolling_step(r, w, now, &next, &l);
		if (ok) VEC_PUSH(&violations, l);
	}
	if (ok && has_rest && next) {
		encode_use(w->encoder, next);
		for (uint32_t i = 0; ok && i < r->asked.invariants.count; i++) {
			ok = encode_violation(w->encoder, r->asked.invariants.at[i], true, &l);
			if (ok) VEC_PUSH(&violations, circuit_and(w->circuit, w->is_taken, l));
		}
	}
	if (ok) *out = circuit_any(w->circuit, violations.at, violations.count);
	VEC_CLEAR(&violations);
	return ok;
}

enum run_proof run_induct(struct run *r)
{
	int parts = r->options.find & RUN_DEADLOCK ? RUN_ALL : RUN_ALL & ~RUN_DEADLOCK;
	return run_induct_part(r, parts, 0);
}

/* Most inductions are easy; what breaks symmetry is for the others. */
static enum solver_answer ask_alone(struct run *r, struct unrolling *w,
                                    const struct encode_state *first, struct solver_limits limits)
{
	enum { FEW = 100 };
	limits = budget_of_solver(r->model.view.eval, &limits);
	struct solver_limits few = limits;
	enum solver_answer a = SOLVER_UNKNOWN;
	if (!few.conflicts || few.conflicts > FEW) few.conflicts = FEW;
	cnf_flush(w->cnf);
	if (!r->options.search.breaks_at_once) a = solver_solve(w->solver, &few);
	if (a != SOLVER_UNKNOWN || few.conflicts == limits.conflicts) return a;
	encode_use(w->encoder, first);
	unrolling_order(r, w);
	cnf_flush(w->cnf);
	return solver_solve(w->solver, &limits);
}

enum run_proof run_induct_part(struct run *r, int parts, uint64_t effort)
{
	struct unrolling w = {0};
	struct solver_limits limits = {.seconds = r->options.search.seconds,
	                               .conflicts = r->options.search.conflicts,
	                               .effort = effort};
	enum run_proof result = RUN_UNKNOWN;
	lit violation, properties;
	if (!r->base || r->gap.left_out || !unrolling_open(r, &w)) return RUN_UNKNOWN;
	if (effort) encode_give(w.encoder, eval_effort(r->model.view.eval) + effort);
	bool ok = unrolling_constants(r, &w, &properties) &&
	          unrolling_free_state(r, &w, r->asked.invariants.at, r->asked.invariants.count);
	struct encode_state *first = ok ? encode_save(w.encoder) : NULL;
	ok = ok && collect_violations(r, &w, parts, &violation) && !encode_was_cut(w.encoder);
	if (ok) {
		cnf_assert(w.cnf, violation);
		enum solver_answer a = ask_alone(r, &w, first, limits);
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
	lit properties;
	if (!unrolling_open(r, &d->w)) return false;
	if (!unrolling_constants(r, &d->w, &properties) ||
	    !unrolling_free_state(r, &d->w, r->asked.invariants.at, r->asked.invariants.count))
		return false;
	VEC_PUSH(&d->states, encode_save(d->w.encoder));
	unrolling_begin(r, &d->w);
	return true;
}

static bool add_violation(struct induction *d, const struct node *n)
{
	lit l;
	if (!encode_violation(d->w.encoder, n, true, &l)) return false;
	d->violations = circuit_or(d->w.circuit, d->violations, l);
	return true;
}

/* Violations of the last state; d->next and d->fails are what its operations lead to. */
static bool find_violations(struct run *r, struct induction *d)
{
	struct encode_state *now = VEC_LAST(&d->states);
	bool ok = true, is_exact;
	lit l;
	d->violations = LIT_FALSE;
	encode_use(d->w.encoder, now);
	if (d->only) ok = add_violation(d, d->only);
	for (uint32_t i = 0; ok && !d->only && i < r->asked.duties.count; i++)
		ok = add_violation(d, r->asked.duties.at[i]);
	for (uint32_t i = 0; ok && !d->only && i < r->asked.invariants.count; i++)
		ok = add_violation(d, r->asked.invariants.at[i]);
	if (ok && !d->only && r->options.find & RUN_DEADLOCK) {
		ok = deadlock_encode(r, &d->w, &l, &is_exact);
		if (ok) d->violations = circuit_or(d->w.circuit, d->violations, l);
	}
	ok = ok && unrolling_step(r, &d->w, now, &d->next, &d->fails);
	if (ok && !d->only) d->violations = circuit_or(d->w.circuit, d->violations, d->fails);
	return ok && !encode_was_cut(d->w.encoder);
}

/* The last state is fine, and a step leads to one that was not there before. */
static bool extend(struct run *r, struct induction *d)
{
	lit l;
	encode_use(d->w.encoder, VEC_LAST(&d->states));
	for (uint32_t i = 0; d->states.count > 1 && i < r->asked.invariants.count; i++) {
		if (!encode_predicate(d->w.encoder, r->asked.invariants.at[i], &l)) return false;
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
	return run_ask_of(r, &d->w, d->violations, &limits);
}

/* One step more than before. */
static bool induct_deeper(struct run *r, struct induction *d)
{
	if (d->states.count == 0) return open_induction(r, d) && find_violations(r, d);
	return extend(r, d) && (!d->next || find_violations(r, d));
}

/* Until it is proved with up to `most` steps, or the effort is spent; 0: there is no limit. */
static enum run_proof induct_up_to(struct run *r, struct induction *d, uint32_t least,
                                   uint32_t most, uint64_t effort)
{
	uint64_t end = effort ? eval_effort(r->model.view.eval) + effort : UINT64_MAX;
	while (!d->is_stuck) {
		uint32_t steps = d->states.count ? d->states.count - 1 : 0;
		if (d->is_answered || d->states.count == 0 || steps < least) {
			if (steps >= most) return RUN_NOT_INDUCTIVE;
			if (eval_effort(r->model.view.eval) >= end) return RUN_UNKNOWN;
			d->is_stuck = !induct_deeper(r, d);
			d->is_answered = false;
			continue;
		}
		uint64_t now = eval_effort(r->model.view.eval);
		enum solver_answer a = now < end ? ask(r, d, effort ? end - now : 0) : SOLVER_UNKNOWN;
		if (a == SOLVER_UNKNOWN) return RUN_UNKNOWN;
		if (a == SOLVER_UNSATISFIABLE) return RUN_PROVED;
		d->is_answered = true;
	}
	return RUN_UNKNOWN;
}

bool run_may_induct_further(const struct run *r)
{
	bool is_asked = !r->gap.left_out && !r->asked.has_violations;
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
	if (k == 0 || r->base < k || r->gap.left_out) return RUN_UNKNOWN;
	enum run_proof p = induct_up_to(r, &d, 1, k, effort);
	*steps = d.states.count ? d.states.count - 1 : 0;
	close_induction(&d);
	return p;
}

void induction_close(struct run *r) { close_induction(&r->induction); }

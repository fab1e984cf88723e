/* Bounded runs: the machine is unrolled step by step in one solver; at each depth the violations are
 * assumptions, so that the first answer is a shortest run (Biere, Cimatti, Clarke and Zhu 1999, made
 * incremental as by Een and Soerensson 2003). */
#include "bmc/run.h"

/* ---- opening ------------------------------------------------------------------------------------- */

static void give_up(struct run *r, const char *reason, struct pos pos)
{
	r->is_stuck = true;
	r->gap.reason = arena_text(&r->arena, reason, strlen(reason));
	r->gap.reason_pos = pos;
}

bool run_encoder_failed(struct run *r)
{
	const struct encode_failure *f = encode_failed(r->unrolling.encoder);
	give_up(r, f->message, f->pos);
	return false;
}

static void find_operations(struct run *r)
{
	const struct explore_result *result = explore_result(r->model.explore);
	for (uint32_t i = 0; i < result->coverage.count; i++) {
		const struct operation *o = result->coverage.at[i].operation;
		VEC_PUSH(&r->model.operations, r->model.product ? r->model.product->operations[i] : o);
		struct enabled e = {0};
		e.is_known = deadlock_find_enabled(&r->arena, o, &e);
		VEC_PUSH(&r->model.enabled, e);
	}
}

/* Where only what is undefined is looked for, that may be an invariant or an assertion, too. */
static void find_what_may_fail(struct run *r)
{
	bool is_assertion, has_variables;
	const struct node *n;
	if (r->options.find & RUN_UNDEFINED && explore_judges_guards(r->model.explore))
		r->gap.left_out = "guards that are undefined";
	for (uint32_t i = 0; (n = explore_duty(r->model.explore, i, &is_assertion, &has_variables));
	     i++) {
		int kind = is_assertion ? RUN_ASSERTION : RUN_INVARIANT;
		bool is_wanted = r->options.find & RUN_UNDEFINED && !(r->options.find & kind);
		if (!is_wanted || !defined_may_fail(n)) continue;
		if (has_variables || !is_assertion) VEC_PUSH(&r->asked.may_fail, n);
		else r->gap.left_out = "assertions about constants that are undefined";
	}
}

static void find_duties(struct run *r)
{
	bool is_assertion, has_variables;
	const struct node *n;
	for (uint32_t i = 0; (n = explore_duty(r->model.explore, i, &is_assertion, &has_variables));
	     i++) {
		if (is_assertion && !(r->options.find & RUN_ASSERTION)) continue;
		if (is_assertion && has_variables) VEC_PUSH(&r->asked.duties, n);
		if (is_assertion && !has_variables && !r->options.knows_setups)
			VEC_PUSH(&r->asked.of_setups, n);
		if (!is_assertion && r->options.find & RUN_INVARIANT) VEC_PUSH(&r->asked.duties, n);
		if (!is_assertion) VEC_PUSH(&r->asked.invariants, n);
	}
	for (uint32_t i = 0; r->model.product && i < r->model.product->invariant_count; i++) {
		VEC_PUSH(&r->asked.duties, r->model.product->invariants[i]);
		VEC_PUSH(&r->asked.invariants, r->model.product->invariants[i]);
	}
}

static bool start(struct run *r)
{
	struct encode_step first = {0};
	lit properties;
	if (!unrolling_open(r, &r->unrolling)) {
		give_up(r, "the solver is not available", (struct pos){0});
		return false;
	}
	if (!unrolling_constants(r, &r->unrolling, &properties)) return run_encoder_failed(r);
	if (r->model.view.initialisation) {
		if (!encode_execute(r->unrolling.encoder, r->model.view.initialisation, &first))
			return run_encoder_failed(r);
		r->first = first;
		VEC_PUSH(&r->states, first.next);
	} else {
		r->first.is_fine = LIT_TRUE;
		VEC_PUSH(&r->states, encode_save(r->unrolling.encoder));
	}
	return true;
}

struct run *run_open(struct explore *x, struct project *p, struct values *s,
                     const struct universe *u, const struct run_options *o)
{
	struct run *r = memory_zeroed(1, sizeof *r);
	arena_init_with(&r->arena, &p->arena);
	r->model.explore = x;
	r->model.project = p;
	r->model.values = s;
	r->model.universe = u;
	r->options = *o;
	r->effort_end = UINT64_MAX;
	explore_view(x, &r->model.view);
	r->model.product = explore_product(x);
	if (r->model.product) r->model.view.initialisation = r->model.product->initialisation;
	find_operations(r);
	find_duties(r);
	find_what_may_fail(r);
	partial_order_open(r);
	double begin = base_clock();
	start(r);
	r->seconds.encode = base_clock() - begin;
	return r;
}

void run_close(struct run *r)
{
	unrolling_close(&r->unrolling);
	induction_close(r);
	partial_order_close(r);
	VEC_CLEAR(&r->model.operations);
	for (uint32_t i = 0; i < r->model.enabled.count; i++) VEC_CLEAR(&r->model.enabled.at[i]);
	VEC_CLEAR(&r->model.enabled);
	VEC_CLEAR(&r->asked.duties);
	VEC_CLEAR(&r->asked.defined);
	VEC_CLEAR(&r->asked.may_fail);
	VEC_CLEAR(&r->asked.invariants);
	VEC_CLEAR(&r->asked.of_setups);
	VEC_CLEAR(&r->states);
	VEC_CLEAR(&r->steps);
	VEC_CLEAR(&r->violations);
	VEC_CLEAR(&r->cut.lemmas);
	arena_clear(&r->arena);
	free(r);
}

/* ---- one depth ----------------------------------------------------------------------------------- */

static void add_violation(struct run *r, lit l)
{
	if (l != LIT_FALSE) VEC_PUSH(&r->violations, l);
}

/* The end of what deadlocks may take from now on. */
static uint64_t deadlock_end(const struct run *r)
{
	uint64_t now = eval_effort(r->model.view.eval), own = r->options.deadlock_effort;
	return own && own < r->effort_end - now ? now + own : r->effort_end;
}

/* Whether any operation is enabled may be a much harder question than all others, and must not keep them waiting. If it took a
 * while, it is asked apart. */
static bool encode_deadlock(struct run *r, lit *out, bool *is_exact, bool *is_apart)
{
	enum { LITTLE = EVAL_EFFORT_PER_SECOND / 100 };
	uint64_t before = eval_effort(r->model.view.eval), end = deadlock_end(r);
	if (before >= r->effort_end) return run_encoder_failed(r);
	encode_give(r->unrolling.encoder, end);
	bool ok = deadlock_encode(r, &r->unrolling, out, is_exact);
	encode_give(r->unrolling.encoder, r->effort_end);
	r->deadlock.is_hard = !ok && r->options.deadlock_effort && end < r->effort_end;
	*is_apart = r->options.deadlock_effort && eval_effort(r->model.view.eval) - before > LITTLE;
	return ok || run_encoder_failed(r);
}

/* Violations of the state; *candidates may be deadlocks. */
static bool state_violations(struct run *r, lit *candidates)
{
	lit l;
	bool is_exact;
	*candidates = LIT_FALSE;
	for (uint32_t i = 0; i < r->asked.duties.count; i++) {
		bool undefined = reported_wants_undefined(r, r->asked.duties.at[i]);
		if (!encode_violation(r->unrolling.encoder, r->asked.duties.at[i], undefined, &l))
			return run_encoder_failed(r);
		add_violation(r, l);
	}
	for (uint32_t i = 0; i < r->asked.may_fail.count; i++) {
		if (!reported_wants_undefined(r, r->asked.may_fail.at[i])) continue;
		if (!encode_undefined(r->unrolling.encoder, r->asked.may_fail.at[i], &l))
			return run_encoder_failed(r);
		add_violation(r, l);
	}
	if (r->options.goal && r->options.find & RUN_GOAL) {
		if (!encode_predicate(r->unrolling.encoder, r->options.goal, &l))
			return run_encoder_failed(r);
		add_violation(r, l);
	}
	r->deadlock.is = LIT_FALSE;
	if (r->options.find & RUN_DEADLOCK) {
		bool is_apart = false;
		if (!encode_deadlock(r, &l, &is_exact, &is_apart)) return false;
		if (!is_exact) *candidates = l;
		else if (is_apart) r->deadlock.is = l;
		else add_violation(r, l);
	}
	return true;
}

int run_kind_of_failure(enum eval_failure_kind kind)
{
	switch (kind) {
	case EVAL_UNDEFINED: return RUN_UNDEFINED;
	case EVAL_PRECONDITION: return RUN_PRECONDITION;
	case EVAL_ASSERTION: return RUN_ASSERT;
	case EVAL_WHILE: return RUN_WHILE;
	case EVAL_OVERFLOW:
	case EVAL_LIMIT:
	case EVAL_UNSUPPORTED: break;
	}
	return RUN_ALL; /* it may be anything */
}

enum solver_answer run_ask_of(struct run *r, struct unrolling *w, lit l,
                              const struct solver_limits *limits)
{
	struct solver_stats before, after;
	solver_stats(w->solver, &before);
	int assumption = cnf_literal(w->cnf, l);
	cnf_flush(w->cnf);
	solver_assume(w->solver, assumption);
	double begin = base_clock();
	struct solver_limits own = budget_of_solver(r->model.view.eval, limits);
	enum solver_answer a = solver_solve(w->solver, &own);
	r->seconds.solve += base_clock() - begin;
	solver_stats(w->solver, &after);
	budget_spend(r->model.view.eval, &before, &after);
	return a;
}

enum solver_answer run_ask(struct run *r, lit l)
{
	const struct search_options *o = &r->options.search;
	uint64_t now = eval_effort(r->model.view.eval), left = r->effort_end - now;
	if (now >= r->effort_end) return SOLVER_UNKNOWN;
	struct solver_limits limits = {o->seconds, o->conflicts, o->effort};
	if (r->effort_end < UINT64_MAX && (!limits.effort || left < limits.effort))
		limits.effort = left;
	return run_ask_of(r, &r->unrolling, l, &limits);
}

void run_give(struct run *r, uint64_t effort_end)
{
	r->effort_end = effort_end;
	if (r->unrolling.encoder) encode_give(r->unrolling.encoder, effort_end);
}

static bool decode_constants(struct run *r, value *constants)
{
	struct unrolling *w = &r->unrolling;
	bool ok = true;
	cnf_model(w->cnf);
	for (uint32_t i = 0; i < r->model.view.unknown_count; i++) {
		constants[i] = encode_value(w->encoder, w->cnf, r->model.view.unknowns[i]);
		ok &= constants[i] != VALUE_NONE;
		eval_set(r->model.view.eval, r->model.view.unknowns[i], constants[i]);
	}
	return ok;
}

/* The run of the last model: values of the unknowns, and of the variables of each state. */
bool run_decode(struct run *r, value *constants, value *states)
{
	struct unrolling *w = &r->unrolling;
	uint32_t width = r->model.view.variable_count;
	bool ok = decode_constants(r, constants);
	for (uint32_t k = 0; k < r->states.count && ok; k++) {
		ok = encode_state_values(w->encoder, w->cnf, r->states.at[k]);
		for (uint32_t i = 0; i < width; i++)
			states[(size_t)k * width + i] =
			    eval_get(r->model.view.eval, r->model.view.variables[i]);
	}
	return ok;
}

struct explore_hint run_decode_step(struct run *r, const struct run_step *s)
{
	struct unrolling *w = &r->unrolling;
	for (uint32_t i = 0; i < r->model.operations.count; i++) {
		if (s->is[i] == LIT_FALSE || !cnf_value(w->cnf, s->is[i])) continue;
		uint32_t count = r->model.operations.at[i]->parameters->count;
		value *parameters = ARENA_ARRAY(&r->arena, count + 1, value);
		for (uint32_t k = 0; k < count; k++)
			parameters[k] = encode_sym_value(w->encoder, w->cnf, s->parameters[i][k]);
		return (struct explore_hint){i, parameters};
	}
	return (struct explore_hint){EXPLORE_NONE, NULL};
}

/* A bug of bounce, unless the evaluator was not able to tell. */
static enum run_answer not_confirmed(struct run *r, const char *what)
{
	const struct explore_result *result = explore_result(r->model.explore);
	const _Atomic int *interrupt = r->options.search.interrupt;
	bool is_limit = result->end == EXPLORE_UNFINISHED;
	bool was_cut = encode_was_cut(r->unrolling.encoder) || encode_was_partial(r->unrolling.encoder);
	if (interrupt && *interrupt) {
		give_up(r, "the search was stopped", (struct pos){0});
		return RUN_INCONCLUSIVE;
	}
	if (is_limit) give_up(r, result->failure.message, result->failure.pos);
	else if (was_cut)
		give_up(r,
		        "a fault that the solver found with integers from MININT..MAXINT is none with all "
		        "(--int LO..HI changes it)",
		        (struct pos){0});
	else give_up(r, what, (struct pos){0});
	return is_limit || was_cut || r->model.product ? RUN_INCONCLUSIVE : RUN_DOUBTFUL;
}

/* Others may have reached the goal after it was asked for here. */
static bool is_goal_known(const struct run *r)
{
	const struct explore_result *result = explore_result(r->model.explore);
	for (uint32_t i = 0; i < result->findings.count; i++)
		if (result->findings.at[i].kind == EXPLORE_GOAL) return true;
	return false;
}

/* The explore confirms it. */
enum run_answer run_confirm(struct run *r)
{
	uint32_t count = r->states.count;
	value *constants = ARENA_ARRAY(&r->arena, r->model.view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)r->model.view.variable_count * count + 1, value);
	double begin = base_clock();
	bool ok = run_decode(r, constants, states);
	uint32_t findings = explore_result(r->model.explore)->findings.count;
	struct explore_hint *hints = ARENA_ARRAY(&r->arena, count, struct explore_hint);
	for (uint32_t k = 0; k + 1 < count && ok; k++) hints[k] = run_decode_step(r, &r->steps.at[k]);
	struct explore_path path = {constants, states, count, hints, ok && violation_is_in_state(r)};
	bool is_goal_again = ok && violation_is_goal(r) && is_goal_known(r);
	ok = ok && explore_follow(r->model.explore, &path);
	bool is_new = explore_result(r->model.explore)->findings.count > findings;
	r->seconds.confirm += base_clock() - begin;
	if (ok && is_new) return RUN_FOUND;
	if (ok && (r->asked.has_violations || is_goal_again)) return RUN_NONE;
	return not_confirmed(r, "the evaluator does not confirm a run that the solver found");
}

enum run_answer run_unknown(struct run *r)
{
	const char *why = solver_failure(r->unrolling.solver);
	give_up(r, why ? why : "the solver was stopped", (struct pos){0});
	return RUN_INCONCLUSIVE;
}

/* One more step, for good: from now on only longer runs are looked at. */
static enum run_answer extend(struct run *r, struct encode_state *next)
{
	cnf_assert(r->unrolling.cnf, r->unrolling.is_taken);
	VEC_PUSH(&r->states, next);
	VEC_PUSH(&r->steps, r->unrolling.step);
	r->depth++;
	return RUN_NONE;
}

static enum run_answer end_runs(struct run *r)
{
	r->is_ended = true;
	if (!ended_is_doubtful(r)) return RUN_END;
	give_up(r, "the evaluator finds a longer run than the solver", (struct pos){0});
	return RUN_DOUBTFUL;
}

/* Violations of the constants, or of the initialisation. */
static bool setup_violations(struct run *r, lit *out)
{
	struct unrolling *w = &r->unrolling;
	*out = unrolling_failures(r, w, &r->first);
	for (uint32_t i = 0; i < r->asked.of_setups.count; i++) {
		lit l;
		bool undefined = reported_wants_undefined(r, r->asked.of_setups.at[i]);
		if (!encode_violation(w->encoder, r->asked.of_setups.at[i], undefined, &l))
			return run_encoder_failed(r);
		*out = circuit_or(w->circuit, *out, l);
	}
	return true;
}

/* Violations before the first state; else there is an initial state, or none at all. */
static enum run_answer begin_runs(struct run *r)
{
	struct unrolling *w = &r->unrolling;
	lit fails;
	if (!setup_violations(r, &fails)) return RUN_INCONCLUSIVE;
	value *constants = ARENA_ARRAY(&r->arena, r->model.view.unknown_count + 1, value);
	enum solver_answer a = fails == LIT_FALSE ? SOLVER_UNSATISFIABLE : run_ask(r, fails);
	if (a == SOLVER_UNKNOWN) return run_unknown(r);
	if (a == SOLVER_SATISFIABLE) {
		uint32_t findings = explore_result(r->model.explore)->findings.count;
		bool ok = decode_constants(r, constants) &&
		          explore_follow(r->model.explore, &(struct explore_path){.constants = constants});
		bool is_new = explore_result(r->model.explore)->findings.count > findings;
		if (ok && is_new) return RUN_FOUND;
		if (!ok || !r->asked.has_violations)
			return not_confirmed(r,
			                     "the evaluator does not confirm a fault before the first state");
		r->gap.left_out = "all faults before the first state";
	}
	cnf_assert(w->cnf, r->first.is_fine);
	encode_use(w->encoder, r->states.at[0]);
	unrolling_begin(r, w);
	a = run_ask(r, LIT_TRUE);
	if (a == SOLVER_UNKNOWN) return run_unknown(r);
	return a == SOLVER_SATISFIABLE ? RUN_NONE : RUN_VACUOUS;
}

enum run_answer run_begin(struct run *r)
{
	enum run_answer a = begin_runs(r);
	while (a == RUN_VACUOUS && r->reach < UNROLLING_REACHES &&
	       encode_was_cut(r->unrolling.encoder)) {
		unrolling_close(&r->unrolling);
		r->states.count = 0;
		r->reach++;
		a = start(r) ? begin_runs(r) : RUN_INCONCLUSIVE;
	}
	return a;
}

/* A shortest run comes to no state twice: neither by a step that changes nothing nor by undoing one.
 * That helps where violations are a question for the solver at all. */
static void forbid_return(struct run *r, struct encode_state *next)
{
	struct unrolling *w = &r->unrolling;
	lit same;
	for (uint32_t back = 1; back <= 2 && back <= r->states.count; back++)
		if (encode_same(w->encoder, next, r->states.at[r->states.count - back], &same))
			w->is_taken = circuit_and(w->circuit, w->is_taken, -same);
}

/* Induction starts from invariants that are true in the first states, not just not looked for. */
static bool check_base(struct run *r)
{
	lit any = LIT_FALSE, l;
	if (r->base < r->depth || r->depth > RUN_MOST_STEPS) return true;
	for (uint32_t i = 0; i < r->asked.invariants.count; i++) {
		const struct node *n = r->asked.invariants.at[i];
		bool is_known = r->options.find & RUN_INVARIANT &&
		                (r->options.find & RUN_UNDEFINED || !defined_may_fail(n));
		if (is_known) continue;
		if (!encode_violation(r->unrolling.encoder, n, true, &l)) return run_encoder_failed(r);
		any = circuit_or(r->unrolling.circuit, any, l);
	}
	bool is_good = !r->asked.has_violations && !encode_was_cut(r->unrolling.encoder) &&
	               (any == LIT_FALSE || run_ask(r, any) == SOLVER_UNSATISFIABLE);
	if (is_good) r->base = r->depth + 1;
	return true;
}

/* Are there longer runs at all? The answer costs more than it saves if it is asked for all the time: if
 * there are none, nothing is found in them. */
static bool is_time_to_ask(uint32_t depth) { return depth < 8 || depth % 16 == 0; }

static enum run_answer look_for_deadlock(struct run *r)
{
	uint64_t before = r->effort_end, end = deadlock_end(r);
	r->effort_end = end;
	enum run_answer found = violation_search(r, r->deadlock.is, true);
	r->effort_end = before;
	r->deadlock.is_hard =
	    found == RUN_INCONCLUSIVE && end < before && eval_effort(r->model.view.eval) >= end;
	return found;
}

/* Violations of the last state itself; *is_asked: there may be one. */
static enum run_answer look_at_state(struct run *r, bool *is_asked)
{
	struct unrolling *w = &r->unrolling;
	lit candidates;
	double begin = base_clock();
	r->violations.count = 0;
	encode_use(w->encoder, VEC_LAST(&r->states));
	if (!state_violations(r, &candidates)) return RUN_INCONCLUSIVE;
	r->seconds.encode += base_clock() - begin;
	lit violations = circuit_any(w->circuit, r->violations.at, r->violations.count);
	*is_asked = violations != LIT_FALSE;
	enum run_answer found = violation_search(r, violations, true);
	if (found == RUN_NONE && r->deadlock.is != LIT_FALSE) found = look_for_deadlock(r);
	return found == RUN_NONE ? violation_search(r, candidates, false) : found;
}

/* The operations from the last state. */
static bool encode_next(struct run *r, struct encode_state **next, lit *fails)
{
	double begin = base_clock();
	struct encode_state *now = cut_points_state(r, VEC_LAST(&r->states));
	if (now) VEC_LAST(&r->states) = now;
	if (!now || !unrolling_step(r, &r->unrolling, now, next, fails)) return run_encoder_failed(r);
	r->seconds.encode += base_clock() - begin;
	return true;
}

/* Violations on the way to the next states; then on to these, if there are any. */
static enum run_answer take_step(struct run *r, bool is_asked)
{
	struct encode_state *next;
	lit fails;
	if (!encode_next(r, &next, &fails)) return RUN_INCONCLUSIVE;
	enum run_answer found = violation_search(r, fails, true);
	if (found != RUN_NONE) return found;
	if (!next) return end_runs(r);
	if (is_asked || fails != LIT_FALSE) forbid_return(r, next);
	if (!is_time_to_ask(r->depth)) return extend(r, next);
	switch (run_ask(r, r->unrolling.is_taken)) {
	case SOLVER_SATISFIABLE: return extend(r, next);
	case SOLVER_UNSATISFIABLE: return end_runs(r);
	default: return run_unknown(r);
	}
}

enum run_answer run_deepen(struct run *r)
{
	bool is_asked = false;
	enum run_answer a = RUN_NONE;
	if (r->is_stuck) return RUN_INCONCLUSIVE;
	if (r->is_ended) return RUN_END;
	if (r->depth == 0) {
		a = run_begin(r);
		r->is_ended = a == RUN_VACUOUS;
	}
	if (a == RUN_NONE) a = look_at_state(r, &is_asked);
	if (a == RUN_NONE && !check_base(r)) a = RUN_INCONCLUSIVE;
	return a == RUN_NONE ? take_step(r, is_asked) : a;
}

/* ---- what is known --------------------------------------------------------------------------------- */

uint32_t run_depth(const struct run *r) { return r->depth; }

bool run_is_complete(const struct run *r)
{
	return r->unrolling.encoder && !encode_was_cut(r->unrolling.encoder);
}

bool run_is_wide(const struct run *r) { return r->reach > 0; }

bool run_deadlock_is_hard(const struct run *r) { return r->deadlock.is_hard; }

const char *run_left_out(const struct run *r) { return r->gap.left_out; }

const char *run_reason(const struct run *r, struct pos *pos)
{
	if (pos) *pos = r->gap.reason_pos;
	return r->gap.reason ? r->gap.reason : "";
}

void run_stats(const struct run *r, struct search_stats *out)
{
	struct solver_stats t = {0};
	*out = (struct search_stats){.encode_seconds = r->seconds.encode,
	                             .solve_seconds = r->seconds.solve,
	                             .confirm_seconds = r->seconds.confirm};
	if (!r->unrolling.circuit) return;
	solver_stats(r->unrolling.solver, &t);
	out->variables = t.variables;
	out->clauses = t.clauses;
	out->conflicts = t.conflicts;
	out->gates = circuit_gate_count(r->unrolling.circuit);
	out->bytes = circuit_bytes(r->unrolling.circuit) + solver_bytes(r->unrolling.solver);
}

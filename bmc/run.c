/* Bounded runs: the machine is unrolled step by step in one solver; at each depth the faults are
 * assumptions, so that the first answer is a shortest run (Biere, Cimatti, Clarke and Zhu 1999, made
 * incremental as by Een and Soerensson 2003). */
#include "bmc/inside.h"

/* ---- opening ------------------------------------------------------------------------------------- */

static void give_up(struct run *r, const char *reason, struct pos pos)
{
	r->is_stuck = true;
	r->reason = arena_text(&r->arena, reason, strlen(reason));
	r->reason_pos = pos;
}

bool run_encoder_failed(struct run *r)
{
	const struct encode_failure *f = encode_failed(r->unrolling.encoder);
	give_up(r, f->message, f->pos);
	return false;
}

/* Where integers come from that nothing bounds, once MININT..MAXINT has turned out too small. */
static const int64_t reaches[][2] = {{-4, 12}, {-40, 60}, {-5000, 20000}};
enum { REACHES = sizeof reaches / sizeof *reaches };

bool unrolling_open(struct run *r, struct unrolling *w)
{
	const struct search_options *o = &r->options.search;
	struct solver_options so = {.kind = o->solver, .seed = o->seed, .interrupt = o->interrupt};
	struct encode_options eo = {.interrupt = o->interrupt, .memory = o->memory};
	if (r->reach > 0) {
		eo.has_reach = true;
		eo.reach_low = reaches[r->reach - 1][0];
		eo.reach_high = reaches[r->reach - 1][1];
	}
	w->solver = solver_open(&so);
	if (!w->solver) return false;
	w->circuit = circuit_open();
	w->cnf = cnf_open(w->circuit, w->solver);
	w->encoder = encode_open(r->view.eval, r->values, r->project, r->universe, w->circuit, &eo);
	return true;
}

void unrolling_close(struct unrolling *w)
{
	if (w->encoder) encode_close(w->encoder);
	if (w->cnf) cnf_close(w->cnf);
	if (w->circuit) circuit_close(w->circuit);
	if (w->solver) solver_close(w->solver);
	*w = (struct unrolling){0};
}

static void find_operations(struct run *r)
{
	const struct explore_result *result = explore_result(r->explore);
	for (uint32_t i = 0; i < result->coverage.count; i++) {
		const struct operation *o = result->coverage.at[i].operation;
		VEC_PUSH(&r->operations, r->product ? r->product->operations[i] : o);
		struct enabled e = {0};
		e.is_known = enabled_find(&r->arena, o, &e);
		VEC_PUSH(&r->enabled, e);
	}
}

static void find_duties(struct run *r)
{
	bool is_assertion, has_variables;
	const struct node *n;
	for (uint32_t i = 0; (n = explore_duty(r->explore, i, &is_assertion, &has_variables)); i++) {
		if (is_assertion && !(r->options.find & RUN_ASSERTION)) continue;
		if (is_assertion && has_variables) VEC_PUSH(&r->duties, n);
		if (is_assertion && !has_variables && !r->options.knows_setups) VEC_PUSH(&r->of_setups, n);
		if (!is_assertion && r->options.find & RUN_INVARIANT) VEC_PUSH(&r->duties, n);
		if (!is_assertion) VEC_PUSH(&r->invariants, n);
	}
	for (uint32_t i = 0; r->product && i < r->product->invariant_count; i++) {
		VEC_PUSH(&r->duties, r->product->invariants[i]);
		VEC_PUSH(&r->invariants, r->product->invariants[i]);
	}
}

/* A new encoder knows no values of the names of the model. */
static void forget_values(struct run *r)
{
	for (uint32_t i = 0; i < r->view.unknown_count; i++)
		eval_set(r->view.eval, r->view.unknowns[i], VALUE_NONE);
	struct decl *const *variables;
	uint32_t count = eval_variables(r->view.eval, &variables);
	for (uint32_t i = 0; i < count; i++) eval_set(r->view.eval, variables[i], VALUE_NONE);
}

/* Constants that satisfy the PROPERTIES. */
bool unrolling_constants(struct run *r, struct unrolling *w)
{
	const struct node *p = r->view.properties;
	struct range **ranges = ARENA_ARRAY(&r->arena, r->view.unknown_count, struct range *);
	lit l;
	forget_values(r);
	bounds_ranges(r->view.eval, &r->arena, r->view.unknowns, r->view.unknown_count, &p, p ? 1 : 0,
	              ranges);
	if (!encode_names(w->encoder, r->view.unknowns, r->view.unknown_count, &p, p ? 1 : 0, ranges,
	                  &l))
		return false;
	cnf_assert(w->cnf, l);
	if (p && !encode_predicate(w->encoder, p, &l)) return false;
	if (p) cnf_assert(w->cnf, l);
	return true;
}

static bool start(struct run *r)
{
	struct encode_step first = {0};
	if (!unrolling_open(r, &r->unrolling)) {
		give_up(r, "the solver is not available", (struct pos){0});
		return false;
	}
	if (!unrolling_constants(r, &r->unrolling)) return run_encoder_failed(r);
	if (r->view.initialisation) {
		if (!encode_execute(r->unrolling.encoder, r->view.initialisation, &first))
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
	struct run *r = calloc(1, sizeof *r);
	if (!r) diag_no_memory();
	arena_init(&r->arena);
	r->explore = x;
	r->project = p;
	r->values = s;
	r->universe = u;
	r->options = *o;
	r->effort_end = UINT64_MAX;
	explore_view(x, &r->view);
	r->product = explore_product(x);
	if (r->product) r->view.initialisation = r->product->initialisation;
	find_operations(r);
	find_duties(r);
	order_open(r);
	double begin = base_clock();
	start(r);
	r->encode_seconds = base_clock() - begin;
	return r;
}

void run_close(struct run *r)
{
	unrolling_close(&r->unrolling);
	induction_close(r);
	order_close(r);
	VEC_CLEAR(&r->operations);
	for (uint32_t i = 0; i < r->enabled.count; i++) VEC_CLEAR(&r->enabled.at[i]);
	VEC_CLEAR(&r->enabled);
	VEC_CLEAR(&r->duties);
	VEC_CLEAR(&r->defined);
	VEC_CLEAR(&r->invariants);
	VEC_CLEAR(&r->of_setups);
	VEC_CLEAR(&r->states);
	VEC_CLEAR(&r->steps);
	VEC_CLEAR(&r->faults);
	VEC_CLEAR(&r->lemmas);
	arena_clear(&r->arena);
	free(r);
}

/* ---- one depth ----------------------------------------------------------------------------------- */

static void add_fault(struct run *r, lit l)
{
	if (l != LIT_FALSE) VEC_PUSH(&r->faults, l);
}

/* What may be wrong with the state; *candidates may be deadlocks. */
static bool state_faults(struct run *r, lit *candidates)
{
	lit l;
	bool is_exact;
	*candidates = LIT_FALSE;
	for (uint32_t i = 0; i < r->duties.count; i++) {
		bool undefined = reported_wants_undefined(r, r->duties.at[i]);
		if (!encode_violation(r->unrolling.encoder, r->duties.at[i], undefined, &l))
			return run_encoder_failed(r);
		add_fault(r, l);
	}
	if (r->options.goal && r->options.find & RUN_GOAL) {
		if (!encode_predicate(r->unrolling.encoder, r->options.goal, &l))
			return run_encoder_failed(r);
		add_fault(r, l);
	}
	if (r->options.find & RUN_DEADLOCK) {
		if (!deadlock_encode(r, &r->unrolling, &l, &is_exact)) return run_encoder_failed(r);
		if (is_exact) add_fault(r, l);
		else *candidates = l;
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

/* What goes wrong in a step, of the kinds that are looked for. */
static lit troubles_of(const struct run *r, struct unrolling *w, const struct encode_step *s)
{
	lit any = LIT_FALSE;
	for (uint32_t k = 0; k < s->trouble_count; k++) {
		if (r->has_faults &&
		    explore_is_reported(r->explore, s->troubles[k].kind, s->troubles[k].pos))
			continue;
		if (r->options.find & run_kind_of_failure(s->troubles[k].kind))
			any = circuit_or(w->circuit, any, s->troubles[k].when);
	}
	return any;
}

/* All operations from a state; one of them is chosen. */
bool unrolling_step(struct run *r, struct unrolling *w, const struct encode_state *from,
                    struct encode_state **next, lit *fails)
{
	uint32_t count = r->operations.count, chosen = 0;
	lit *sel = ARENA_ARRAY(&r->arena, count + 1, lit);
	struct encode_state **ends = ARENA_ARRAY(&r->arena, count + 1, struct encode_state *);
	struct step now = {ARENA_ARRAY(&r->arena, count + 1, lit),
	                   ARENA_ARRAY(&r->arena, count + 1, struct encode_choices),
	                   ARENA_ARRAY(&r->arena, count + 1, struct sym **)};
	VEC(lit) troubles = {0};
	bool ok = true;
	w->is_enabled = LIT_FALSE;
	for (uint32_t i = 0; i < count && ok; i++) {
		struct encode_step s;
		encode_use(w->encoder, from);
		ok = encode_operation(w->encoder, r->operations.at[i], &s);
		now.is[i] = LIT_FALSE;
		if (ok) VEC_PUSH(&troubles, troubles_of(r, w, &s));
		if (!ok || s.is_fine == LIT_FALSE) continue;
		w->is_enabled = circuit_or(w->circuit, w->is_enabled, s.is_fine);
		sel[chosen] = now.is[i] = circuit_input(w->circuit);
		now.chosen[i] = s.chosen;
		now.parameters[i] = s.parameters;
		circuit_require(w->circuit, circuit_implies(w->circuit, sel[chosen], s.is_fine));
		ends[chosen++] = s.next;
	}
	*fails = circuit_any(w->circuit, troubles.at, troubles.count);
	VEC_CLEAR(&troubles);
	*next = NULL;
	if (!ok || chosen == 0) return ok;
	circuit_require_at_most_one(w->circuit, sel, chosen);
	w->is_taken = circuit_any(w->circuit, sel, chosen);
	order_step(r, w, &now);
	return encode_choose(w->encoder, sel, ends, chosen, next);
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
	enum solver_answer a = solver_solve(w->solver, limits);
	r->solve_seconds += base_clock() - begin;
	solver_stats(w->solver, &after);
	budget_spend(r->view.eval, &before, &after);
	return a;
}

enum solver_answer run_ask(struct run *r, lit l)
{
	const struct search_options *o = &r->options.search;
	uint64_t now = eval_effort(r->view.eval), left = r->effort_end - now;
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
	for (uint32_t i = 0; i < r->view.unknown_count; i++) {
		constants[i] = encode_value(w->encoder, w->cnf, r->view.unknowns[i]);
		ok &= constants[i] != VALUE_NONE;
		eval_set(r->view.eval, r->view.unknowns[i], constants[i]);
	}
	return ok;
}

/* The run of the last model: values of the unknowns, and of the variables of each state. */
bool run_decode(struct run *r, value *constants, value *states)
{
	struct unrolling *w = &r->unrolling;
	uint32_t width = r->view.variable_count;
	bool ok = decode_constants(r, constants);
	for (uint32_t k = 0; k < r->states.count && ok; k++) {
		ok = encode_state_values(w->encoder, w->cnf, r->states.at[k]);
		for (uint32_t i = 0; i < width; i++)
			states[(size_t)k * width + i] = eval_get(r->view.eval, r->view.variables[i]);
	}
	return ok;
}

/* The operation that a step of the last model takes, with its parameters. */
static struct explore_hint decode_step(struct run *r, const struct step *s)
{
	struct unrolling *w = &r->unrolling;
	for (uint32_t i = 0; i < r->operations.count; i++) {
		if (s->is[i] == LIT_FALSE || !cnf_value(w->cnf, s->is[i])) continue;
		uint32_t count = r->operations.at[i]->parameters->count;
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
	const struct explore_result *result = explore_result(r->explore);
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
	return is_limit || was_cut || r->product ? RUN_INCONCLUSIVE : RUN_DOUBTFUL;
}

/* The explore confirms it. */
enum run_answer run_confirm(struct run *r)
{
	uint32_t count = r->states.count;
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)r->view.variable_count * count + 1, value);
	double begin = base_clock();
	bool ok = run_decode(r, constants, states);
	uint32_t findings = explore_result(r->explore)->findings.count;
	struct explore_hint *hints = ARENA_ARRAY(&r->arena, count, struct explore_hint);
	for (uint32_t k = 0; k + 1 < count && ok; k++) hints[k] = decode_step(r, &r->steps.at[k]);
	struct explore_path path = {constants, states, count, hints, ok && fault_is_in_state(r)};
	ok = ok && explore_follow(r->explore, &path);
	bool is_new = explore_result(r->explore)->findings.count > findings;
	r->confirm_seconds += base_clock() - begin;
	if (ok && is_new) return RUN_FOUND;
	if (ok && r->has_faults) return RUN_NONE;
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

/* What is wrong with the constants, or goes wrong in the initialisation. */
static bool setup_faults(struct run *r, lit *out)
{
	struct unrolling *w = &r->unrolling;
	*out = troubles_of(r, w, &r->first);
	for (uint32_t i = 0; i < r->of_setups.count; i++) {
		lit l;
		bool undefined = reported_wants_undefined(r, r->of_setups.at[i]);
		if (!encode_violation(w->encoder, r->of_setups.at[i], undefined, &l))
			return run_encoder_failed(r);
		*out = circuit_or(w->circuit, *out, l);
	}
	return true;
}

/* Constants and the first state come before all steps. */
void unrolling_begin(struct run *r, struct unrolling *w)
{
	uint32_t count = r->view.unknown_count + r->view.variable_count;
	struct decl **names = ARENA_ARRAY(&r->arena, count + 1, struct decl *);
	for (uint32_t i = 0; i < count; i++)
		names[i] = i < r->view.unknown_count ? r->view.unknowns[i]
		                                     : r->view.variables[i - r->view.unknown_count];
	order_begin(r, w, names, count);
}

/* Faults before the first state; else there is an initial state, or none at all. */
static enum run_answer begin_runs(struct run *r)
{
	struct unrolling *w = &r->unrolling;
	lit fails;
	if (!setup_faults(r, &fails)) return RUN_INCONCLUSIVE;
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	enum solver_answer a = fails == LIT_FALSE ? SOLVER_UNSATISFIABLE : run_ask(r, fails);
	if (a == SOLVER_UNKNOWN) return run_unknown(r);
	if (a == SOLVER_SATISFIABLE) {
		uint32_t findings = explore_result(r->explore)->findings.count;
		bool ok = decode_constants(r, constants) &&
		          explore_follow(r->explore, &(struct explore_path){.constants = constants});
		bool is_new = explore_result(r->explore)->findings.count > findings;
		if (ok && is_new) return RUN_FOUND;
		if (!ok || !r->has_faults)
			return not_confirmed(r,
			                     "the evaluator does not confirm a fault before the first state");
		r->left_out = "all faults before the first state";
	}
	cnf_assert(w->cnf, r->first.is_fine);
	encode_use(w->encoder, r->states.at[0]);
	unrolling_begin(r, w);
	a = run_ask(r, LIT_TRUE);
	if (a == SOLVER_UNKNOWN) return run_unknown(r);
	return a == SOLVER_SATISFIABLE ? RUN_NONE : RUN_VACUOUS;
}

/* No initial state for a few integers only says little: others are tried. */
static enum run_answer begin_further(struct run *r)
{
	enum run_answer a = begin_runs(r);
	while (a == RUN_VACUOUS && r->reach < REACHES && encode_was_cut(r->unrolling.encoder)) {
		unrolling_close(&r->unrolling);
		r->states.count = 0;
		r->reach++;
		a = start(r) ? begin_runs(r) : RUN_INCONCLUSIVE;
	}
	return a;
}

/* A shortest run comes to no state twice: neither by a step that changes nothing nor by undoing one.
 * That helps where faults are a question for the solver at all. */
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
	for (uint32_t i = 0; i < r->invariants.count; i++) {
		const struct node *n = r->invariants.at[i];
		bool is_known = r->options.find & RUN_INVARIANT &&
		                (r->options.find & RUN_UNDEFINED || !eval_may_be_undefined(n));
		if (is_known) continue;
		if (!encode_violation(r->unrolling.encoder, n, true, &l)) return run_encoder_failed(r);
		any = circuit_or(r->unrolling.circuit, any, l);
	}
	bool is_good = !r->has_faults && !encode_was_cut(r->unrolling.encoder) &&
	               (any == LIT_FALSE || run_ask(r, any) == SOLVER_UNSATISFIABLE);
	if (is_good) r->base = r->depth + 1;
	return true;
}

/* Are there longer runs at all? The answer costs more than it saves if it is asked for all the time: if
 * there are none, nothing is found in them. */
static bool is_time_to_ask(uint32_t depth) { return depth < 8 || depth % 16 == 0; }

enum run_answer run_deepen(struct run *r)
{
	struct unrolling *w = &r->unrolling;
	struct encode_state *next, *now;
	lit fails, candidates;
	if (r->is_stuck) return RUN_INCONCLUSIVE;
	if (r->is_ended) return RUN_END;
	if (r->depth == 0) {
		enum run_answer first = begin_further(r);
		r->is_ended = first == RUN_VACUOUS;
		if (first != RUN_NONE) return first;
	}
	now = r->states.at[r->states.count - 1];
	double begin = base_clock();
	r->faults.count = 0;
	encode_use(w->encoder, now);
	if (!state_faults(r, &candidates)) return RUN_INCONCLUSIVE;
	r->encode_seconds += base_clock() - begin;
	lit faults = circuit_any(w->circuit, r->faults.at, r->faults.count);
	enum run_answer found = fault_search(r, faults, true);
	if (found == RUN_NONE) found = fault_search(r, candidates, false);
	if (found != RUN_NONE) return found;
	if (!check_base(r)) return RUN_INCONCLUSIVE;
	begin = base_clock();
	now = cut_points_state(r, now);
	if (now) r->states.at[r->states.count - 1] = now;
	if (!now || !unrolling_step(r, w, now, &next, &fails)) {
		run_encoder_failed(r);
		return RUN_INCONCLUSIVE;
	}
	r->encode_seconds += base_clock() - begin;
	found = fault_search(r, fails, true);
	if (found != RUN_NONE) return found;
	enum solver_answer a = SOLVER_UNSATISFIABLE;
	if (next && (faults != LIT_FALSE || fails != LIT_FALSE)) forbid_return(r, next);
	if (next && !is_time_to_ask(r->depth)) return extend(r, next);
	if (next) a = run_ask(r, w->is_taken);
	if (a == SOLVER_UNKNOWN) return run_unknown(r);
	return next && a == SOLVER_SATISFIABLE ? extend(r, next) : end_runs(r);
}

/* ---- what is known --------------------------------------------------------------------------------- */

uint32_t run_depth(const struct run *r) { return r->depth; }

bool run_is_complete(const struct run *r)
{
	return r->unrolling.encoder && !encode_was_cut(r->unrolling.encoder);
}

bool run_is_wide(const struct run *r) { return r->reach > 0; }

const char *run_left_out(const struct run *r) { return r->left_out; }

const char *run_reason(const struct run *r, struct pos *pos)
{
	if (pos) *pos = r->reason_pos;
	return r->reason ? r->reason : "";
}

void run_stats(const struct run *r, struct search_stats *out)
{
	struct solver_stats t = {0};
	*out = (struct search_stats){.encode_seconds = r->encode_seconds,
	                             .solve_seconds = r->solve_seconds,
	                             .confirm_seconds = r->confirm_seconds};
	if (!r->unrolling.circuit) return;
	solver_stats(r->unrolling.solver, &t);
	out->variables = t.variables;
	out->clauses = t.clauses;
	out->conflicts = t.conflicts;
	out->gates = circuit_gate_count(r->unrolling.circuit);
	out->bytes = circuit_bytes(r->unrolling.circuit) + solver_bytes(r->unrolling.solver);
}

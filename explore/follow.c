/* Runs that somebody else found, step by step on the evaluator, on a table of states of their own: the
 * search that goes on afterwards must not meet them before their depth. */
#include "explore/inside.h"

/* ---- is there such a step? --------------------------------------------------------------------- */

struct follow {
	struct explore *x;
	const value *target; /* values of the variables */
	const struct operation *operation;
	bool found;
};

static bool is_target(void *data)
{
	struct follow *f = data;
	for (uint32_t i = 0; i < f->x->model.variables.count; i++)
		if (eval_get(f->x->eval, f->x->model.variables.at[i]) != f->target[i]) return true;
	if (f->operation) step_label(f->x, f->operation, f->x->label);
	f->found = true;
	return false;
}

static bool pass(void *data)
{
	(void)data;
	return true;
}

/* The setup with these values, or setup_count. */
static uint32_t find_setup(const struct explore *x, const value *constants)
{
	uint32_t width = x->model.unknowns.count, i = 0;
	size_t bytes = width * sizeof *constants;
	while (i < x->setup_count && bytes &&
	       memcmp(x->setups.at + (size_t)i * width, constants, bytes))
		i++;
	return i;
}

static uint32_t setup_of(struct explore *x, const value *constants)
{
	uint32_t width = x->model.unknowns.count, known = find_setup(x, constants);
	if (known < x->setup_count) return known;
	for (uint32_t i = 0; i < width; i++) VEC_PUSH(&x->setups, constants[i]);
	return x->setup_count++;
}

/* The evaluator was not able to tell whether a step is one: the run is neither confirmed nor refuted. */
static void note_limit(struct explore *x, enum truth t)
{
	const struct eval_failure *f = t == EVAL_FAILED ? eval_failed(x->eval) : NULL;
	bool is_limit = f && eval_is_limit(f->kind);
	if (is_limit) judge_unfinished(x, f->pos, f->message);
}

static bool is_initial(struct explore *x, const value *target)
{
	struct follow f = {x, target, NULL, false};
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		eval_set(x->eval, x->model.variables.at[i], VALUE_NONE);
	if (x->pairs) {
		pairs_prepare(x, EXPLORE_NONE);
		pairs_begin(x);
		pairs_each(x, is_target, NULL, &f);
		return f.found;
	}
	if (!x->model.initialisation) return true;
	eval_prefer(x->eval, x->model.variables.at, target, x->model.variables.count);
	enum truth t = eval_execute(x->eval, x->model.initialisation, is_target, &f);
	eval_prefer(x->eval, NULL, NULL, 0);
	if (!f.found) note_limit(x, t);
	return f.found;
}

/* With these parameters; an undefined precondition does not enable. */
static bool leads_to(struct explore *x, const struct explore_hint *hint, const value *target)
{
	const struct operation *o = x->result.coverage.at[hint->operation].operation;
	struct follow f = {x, target, o, false};
	const struct node *body = o->body;
	for (uint32_t i = 0; i < o->parameters->count; i++) {
		if (hint->parameters[i] == VALUE_NONE) return false;
		eval_set(x->eval, o->parameters->kid[i]->decl, hint->parameters[i]);
	}
	if (x->pairs) {
		pairs_begin_call(x, hint->operation);
		pairs_each(x, is_target, NULL, &f);
		return f.found;
	}
	if (body->op == OP_S_PRE) {
		bool is_sure;
		enum truth t = eval_predicate_certain(x->eval, body->kid[0], &is_sure);
		if (t != EVAL_TRUE || !is_sure) return false;
		body = body->kid[1];
	}
	eval_prefer(x->eval, x->model.variables.at, target, x->model.variables.count);
	eval_execute(x->eval, body, is_target, &f);
	eval_prefer(x->eval, NULL, NULL, 0);
	return f.found;
}

/* The operation that leads from the state that eval has to the target, or EXPLORE_NONE; its label is in
 * x->label. */
static uint32_t operation_to(struct explore *x, const struct explore_hint *hint,
                             const value *target)
{
	if (hint && hint->operation != EXPLORE_NONE && leads_to(x, hint, target))
		return hint->operation;
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct operation *o = x->result.coverage.at[i].operation;
		struct follow f = {x, target, o, false};
		enum truth t = EVAL_TRUE;
		if (x->pairs) step_outcomes(x, i, is_target, &f);
		else t = eval_operation(x->eval, o, is_target, &f);
		if (f.found) return i;
		note_limit(x, t);
	}
	return EXPLORE_NONE;
}

/* ---- the whole run ------------------------------------------------------------------------------- */

static uint32_t add(struct explore *x, uint32_t setup, const value *variables, uint32_t parent,
                    uint32_t operation)
{
	bool is_new;
	x->vector[0] = setup;
	memcpy(x->vector + 1, variables, x->model.variables.count * sizeof *variables);
	return states_add(&x->states, x->vector, parent, operation, &is_new);
}

/* What goes wrong with a setup, and in its initialisation. */
static bool follow_setup(struct explore *x, uint32_t setup)
{
	struct follow f = {.x = x};
	judge_setup(x, setup);
	if (!x->model.initialisation) return true;
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		eval_set(x->eval, x->model.variables.at[i], VALUE_NONE);
	struct failing failing = {x, "INITIALISATION", NULL, EXPLORE_NONE, setup};
	judge_each_failure(&failing);
	judge_no_more_failures(&failing, eval_execute(x->eval, x->model.initialisation, pass, &f));
	return true;
}

static void judge_last(struct explore *x, uint32_t state, bool without_operations)
{
	step_begin(x, state);
	judge_state(x, state);
	if (without_operations) return;
	eval_clear_cut(x->eval);
	bool is_enabled = step_expand(x, state);
	if (!is_enabled) judge_deadlock(x, state, eval_was_cut(x->eval));
}

static void found_orphan(struct explore *x, void *data)
{
	(void)data;
	orphan_report(x, EXPLORE_NONE);
}

/* The first state is none, but that of an orphan? */
static bool judge_first(struct explore *x)
{
	struct follow f = {.x = x};
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		eval_set(x->eval, x->model.variables.at[i], VALUE_NONE);
	pairs_prepare(x, EXPLORE_NONE);
	pairs_begin(x);
	pairs_each(x, pass, found_orphan, &f);
	return true;
}

/* Executes its steps, without judging; how many states of it were reached, *last is the last one. */
static uint32_t go_along(struct explore *x, const struct explore_path *run, uint32_t setup,
                         struct explore_trace *out, uint32_t *last)
{
	uint32_t width = x->model.variables.count;
	uint32_t state = add(x, setup, run->states, EXPLORE_NONE, EXPLORE_NONE), i;
	trace_add_step(x, state, NULL, out);
	for (i = 1; i < run->count; i++) {
		const value *target = run->states + (size_t)i * width;
		step_load(x, state);
		uint32_t operation = operation_to(x, run->hints ? &run->hints[i - 1] : NULL, target);
		if (operation == EXPLORE_NONE) break;
		state = add(x, setup, target, state, operation);
		trace_add_step(x, state, &x->result.coverage.at[operation], out);
	}
	*last = state;
	return i;
}

/* Its constants; false if they do not satisfy the PROPERTIES. */
static bool begin_along(struct explore *x, uint32_t setup, struct explore_trace *out)
{
	x->current_setup = EXPLORE_NONE;
	setup_load(x, setup);
	if (x->model.has_setup) trace_add_setup(x, setup, out);
	return setup_holds(x);
}

static bool follow(struct explore *x, const struct explore_path *run, struct explore_trace *out)
{
	uint32_t setup = setup_of(x, run->constants), state;
	if (!begin_along(x, setup, out)) return false;
	if (run->count == 0) return follow_setup(x, setup);
	if (!is_initial(x, run->states)) return x->pairs && run->count == 1 && judge_first(x);
	uint32_t reached = go_along(x, run, setup, out, &state);
	bool is_orphan = x->pairs && reached + 1 == run->count;
	if (reached < run->count && !is_orphan) return false;
	judge_last(x, state, !is_orphan && run->without_operations);
	return true;
}

static bool retrace(struct explore *x, const struct explore_path *run, struct explore_trace *out)
{
	uint32_t setup = setup_of(x, run->constants), state;
	return begin_along(x, setup, out) && is_initial(x, run->states) &&
	       go_along(x, run, setup, out, &state) == run->count;
}

uint32_t explore_find(struct explore *x, const value *constants, const value *variables)
{
	uint32_t setup = find_setup(x, constants);
	if (setup == x->setup_count) return EXPLORE_NONE;
	x->vector[0] = setup;
	memcpy(x->vector + 1, variables, x->model.variables.count * sizeof *variables);
	return quotient_find(x, x->vector);
}

/* What the search has, put aside while a run is followed. */
struct aside {
	struct states states;
	struct map kept;
	struct quotient *quotient;
	struct explore_stats stats;
	uint32_t setup_count, findings;
	uint64_t *transitions; /* of the operations */
	bool is_full;
};

static void put_aside(struct explore *x, struct aside *out)
{
	uint32_t count = x->result.coverage.count;
	*out = (struct aside){.states = x->states,
	                      .kept = x->kept,
	                      .quotient = x->quotient,
	                      .stats = x->result.stats,
	                      .setup_count = x->setup_count,
	                      .findings = x->result.findings.count,
	                      .is_full = x->search.is_full};
	out->transitions = ARENA_ARRAY(&x->arena, count + 1, uint64_t);
	for (uint32_t i = 0; i < count; i++) out->transitions[i] = x->result.coverage.at[i].transitions;
	states_init(&x->states, out->states.width);
	x->kept = (struct map){0};
	x->quotient = NULL;
	x->search.is_full = false;
}

/* The states go; new findings keep the trace. */
static void take_back(struct explore *x, const struct aside *a, const struct explore_trace *t)
{
	for (uint32_t i = a->findings; i < x->result.findings.count; i++) {
		struct explore_trace *copy = ARENA_NEW(&x->arena, struct explore_trace);
		memset(copy, 0, sizeof *copy);
		trace_copy(t, copy);
		x->result.findings.at[i].trace = copy;
	}
	states_clear(&x->states);
	map_clear(&x->kept);
	x->states = a->states;
	x->kept = a->kept;
	x->quotient = a->quotient;
	x->result.stats = a->stats;
	x->setup_count = a->setup_count;
	x->setups.count = a->setup_count * x->model.unknowns.count;
	x->current_setup = EXPLORE_NONE;
	x->search.is_full = a->is_full;
	for (uint32_t i = 0; i < x->result.coverage.count; i++)
		x->result.coverage.at[i].transitions = a->transitions[i];
}

static bool with_states_aside(struct explore *x, const struct explore_path *run, bool judges,
                              struct explore_trace *t)
{
	struct aside aside;
	put_aside(x, &aside);
	x->recalls.is_following = true;
	bool good = judges ? follow(x, run, t) : retrace(x, run, t);
	take_back(x, &aside, t);
	x->recalls.is_following = false;
	return good;
}

bool explore_follow(struct explore *x, const struct explore_path *run)
{
	struct explore_trace t = {0};
	bool good = with_states_aside(x, run, true, &t);
	explore_trace_clear(&t);
	return good;
}

bool explore_retrace(struct explore *x, const struct explore_path *run, struct explore_trace *out)
{
	return with_states_aside(x, run, false, out);
}

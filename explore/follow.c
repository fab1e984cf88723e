/* Runs that somebody else found, step by step on the evaluator. Their states join the table; a
 * breadth-first search that goes on afterwards no longer knows depths for sure. */
#include "explore/inside.h"

/* ---- is there such a step? --------------------------------------------------------------------- */

struct follow {
	struct explore *x;
	const value *target; /* values of the variables */
	bool found;
};

static bool is_target(void *data)
{
	struct follow *f = data;
	for (uint32_t i = 0; i < f->x->variables.count; i++)
		if (eval_get(f->x->eval, f->x->variables.at[i]) != f->target[i]) return true;
	f->found = true;
	return false;
}

static bool pass(void *data)
{
	(void)data;
	return true;
}

static uint32_t setup_of(struct explore *x, const value *constants)
{
	uint32_t width = x->unknowns.count;
	for (uint32_t i = 0; i < x->setup_count; i++)
		if (!memcmp(x->setups.at + (size_t)i * width, constants, width * sizeof *constants))
			return i;
	for (uint32_t i = 0; i < width; i++) VEC_PUSH(&x->setups, constants[i]);
	return x->setup_count++;
}

static bool is_initial(struct explore *x, const value *target)
{
	struct follow f = {x, target, false};
	for (uint32_t i = 0; i < x->variables.count; i++)
		eval_set(x->eval, x->variables.at[i], VALUE_NONE);
	if (!x->initialisation) return true;
	eval_execute(x->eval, x->initialisation, is_target, &f);
	return f.found;
}

/* The operation that leads from the state that eval has to the target, or EXPLORE_NONE. */
static uint32_t operation_to(struct explore *x, const value *target)
{
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		struct follow f = {x, target, false};
		eval_operation(x->eval, x->result.coverage.at[i].operation, is_target, &f);
		if (f.found) return i;
	}
	return EXPLORE_NONE;
}

/* ---- the whole run ------------------------------------------------------------------------------- */

static uint32_t add(struct explore *x, uint32_t setup, const value *variables, uint32_t parent,
                    uint32_t operation)
{
	bool is_new;
	x->vector[0] = setup;
	memcpy(x->vector + 1, variables, x->variables.count * sizeof *variables);
	return states_add(&x->states, x->vector, parent, operation, &is_new);
}

/* What goes wrong with a setup, and in its initialisation. */
static bool follow_setup(struct explore *x, uint32_t setup)
{
	struct follow f = {.x = x};
	judge_setup(x, setup);
	if (!x->initialisation) return true;
	for (uint32_t i = 0; i < x->variables.count; i++)
		eval_set(x->eval, x->variables.at[i], VALUE_NONE);
	if (eval_execute(x->eval, x->initialisation, pass, &f) == EVAL_FAILED)
		judge_failure(x, "INITIALISATION", EXPLORE_NONE, setup);
	return true;
}

bool explore_follow(struct explore *x, const value *constants, const value *states, uint32_t count)
{
	uint32_t width = x->variables.count, setup = setup_of(x, constants), state;
	x->current_setup = EXPLORE_NONE;
	setup_load(x, setup);
	const struct node *properties = collect_conjunction(x, EXPLORE_NONE);
	if (properties && eval_predicate(x->eval, properties) != EVAL_TRUE) return false;
	if (count == 0) return follow_setup(x, setup);
	if (!is_initial(x, states)) return false;
	state = add(x, setup, states, EXPLORE_NONE, EXPLORE_NONE);
	for (uint32_t i = 1; i < count; i++) {
		const value *target = states + (size_t)i * width;
		step_load(x, state);
		uint32_t operation = operation_to(x, target);
		if (operation == EXPLORE_NONE) return false;
		state = add(x, setup, target, state, operation);
	}
	step_load(x, state);
	judge_state(x, state);
	eval_clear_cut(x->eval);
	bool is_enabled = step_expand(x, state);
	if (!is_enabled) judge_deadlock(x, state, eval_was_cut(x->eval));
	return true;
}

uint32_t explore_find(struct explore *x, const value *constants, const value *variables)
{
	uint32_t width = x->unknowns.count, depth = 0, setup = 0;
	while (setup < x->setup_count &&
	       memcmp(x->setups.at + (size_t)setup * width, constants, width * sizeof *constants) != 0)
		setup++;
	if (setup == x->setup_count) return EXPLORE_NONE;
	x->vector[0] = setup;
	memcpy(x->vector + 1, variables, x->variables.count * sizeof *variables);
	uint32_t state = states_find(&x->states, x->vector);
	if (state == EXPLORE_NONE) return EXPLORE_NONE;
	while ((state = states_parent(&x->states, state)) != EXPLORE_NONE) depth++;
	return depth;
}

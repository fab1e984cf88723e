/* From one state to the next ones. */
#include "explore/inside.h"

bool step_stopped(const struct explore *x) { return x->options.stop && *x->options.stop; }

void step_load(struct explore *x, uint32_t state)
{
	const value *v = states_at(&x->states, state);
	setup_load(x, v[0]);
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, v + 1);
	x->changes = eval_changes(x->eval);
}

bool explore_load(struct explore *x, uint32_t state)
{
	if (state >= x->states.count) return false;
	step_load(x, state);
	return true;
}

uint32_t explore_state_depth(const struct explore *x, uint32_t state)
{
	uint32_t depth = 0;
	while ((state = states_parent(&x->states, state)) != EXPLORE_NONE) depth++;
	return depth;
}

bool step_gather(struct explore *x, uint32_t setup, value *out)
{
	out[0] = setup;
	return eval_get_all(x->eval, x->model.variables.at, x->model.variables.count, out + 1);
}

void step_label(const struct explore *x, const struct operation *o, value *out)
{
	for (uint32_t i = 0; i < o->parameters->count; i++)
		*out++ = eval_get(x->eval, o->parameters->kid[i]->decl);
	for (uint32_t i = 0; i < o->results->count; i++)
		*out++ = eval_get(x->eval, o->results->kid[i]->decl);
}

/* ---- one operation -------------------------------------------------------------------------------- */

struct step_run {
	struct explore *x;
	struct explore_coverage *coverage;
	uint32_t state, number; /* where, and of the operation */
	uint64_t begun;         /* the effort before */
};

/* The number of the state in x->vector, or EXPLORE_NONE if it is new and there is no room. */
static uint32_t number_of(struct step_run *s, bool *is_new)
{
	struct explore *x = s->x;
	const value *source = states_at(&x->states, s->state);
	*is_new = false;
	if (memcmp(x->vector, source, x->states.width * sizeof *source) == 0) return s->state;
	if (x->states.count == x->options.max_states) return quotient_find(x, x->vector);
	return quotient_add(x, x->vector, s->state, s->number, is_new);
}

/* Whoever shows the way to the state need not execute the step again, if that takes more than a millisecond. */
static void keep_label(struct step_run *s, uint32_t id)
{
	struct explore *x = s->x;
	if (eval_effort(x->eval) - s->begun < EVAL_EFFORT_PER_SECOND / 1000) return;
	const struct operation *o = s->coverage->operation;
	value *label = ARENA_ARRAY(&x->arena, o->parameters->count + o->results->count + 1, value);
	step_label(x, o, label);
	map_put(&x->kept, (void *)((uintptr_t)id + 1), label);
}

static bool found_next(void *data)
{
	struct step_run *s = data;
	struct explore *x = s->x;
	bool is_new;
	if (step_stopped(x)) return false;
	step_gather(x, x->current_setup, x->vector);
	uint32_t id = number_of(s, &is_new);
	if (id == EXPLORE_NONE) {
		x->search.is_full = true;
		return false;
	}
	if (is_new) keep_label(s, id);
	x->label[0] = id;
	step_label(x, s->coverage->operation, x->label + 1);
	if (!labels_add(&x->labels, x->label)) return true;
	s->coverage->transitions++;
	if (is_new && x->options.order != EXPLORE_BREADTH) VEC_PUSH(&x->search.frontier, id);
	return x->labels.count != x->search.most_outcomes;
}

static void found_orphan(struct explore *x, void *data)
{
	struct step_run *s = data;
	orphan_report(x, s->state);
}

static bool is_undefined(const struct explore *x)
{
	return eval_failed(x->eval)->kind == EVAL_UNDEFINED;
}

/* Returns whether the operation is enabled. An undefined action gives no transition; an operation
 * that goes wrong otherwise is enabled. */
static bool step_execute(struct explore *x, uint32_t state, uint32_t number)
{
	struct explore_coverage *c = &x->result.coverage.at[number];
	struct step_run s = {x, c, state, number, eval_effort(x->eval)};
	const struct operation *o = c->operation;
	struct failing f = {x, c->name, o->parameters, state, x->current_setup};
	labels_begin(&x->labels, 1 + o->parameters->count + o->results->count);
	if (x->pairs) pairs_prepare(x, number);
	judge_each_failure(&f);
	enum truth t = x->pairs ? pairs_begin(x) : eval_operation(x->eval, o, found_next, &s);
	bool fails = t == EVAL_FAILED, is_enabled = fails && !is_undefined(x);
	judge_no_more_failures(&f, t);
	c->failed |= fails;
	if (x->pairs) is_enabled |= pairs_each(x, found_next, found_orphan, &s);
	x->result.stats.transitions += x->labels.count;
	return is_enabled || x->labels.count > 0;
}

void step_outcomes(struct explore *x, uint32_t number, eval_found *found, void *data)
{
	if (!x->pairs) eval_operation(x->eval, x->result.coverage.at[number].operation, found, data);
	else {
		pairs_prepare(x, number);
		pairs_begin(x);
		pairs_each(x, found, NULL, data);
	}
}

bool step_expand(struct explore *x, uint32_t state)
{
	bool enabled = false;
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		if (step_stopped(x) || x->search.is_full) return true;
		enabled |= step_execute(x, state, i);
	}
	return enabled || step_stopped(x) || x->search.is_full;
}

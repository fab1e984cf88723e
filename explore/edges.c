/* The state space as a graph, when it was explored: what was not kept is executed again. */
#include "explore/inside.h"

struct edges {
	struct explore *x;
	uint32_t operation;
	explore_edge *edge;
	void *data;
};

static bool found_edge(void *data)
{
	struct edges *e = data;
	struct explore *x = e->x;
	step_gather(x, x->current_setup, x->vector);
	uint32_t target = quotient_find(x, x->vector);
	if (target == EXPLORE_NONE) return true; /* the search was cut */
	x->label[0] = target;
	step_label(x, x->result.coverage.at[e->operation].operation, x->label + 1);
	if (labels_add(&x->labels, x->label)) e->edge(e->data, e->operation, target, x->label + 1);
	return true;
}

void explore_edges(struct explore *x, uint32_t state, explore_edge *edge, void *data)
{
	struct edges e = {.x = x, .edge = edge, .data = data};
	const _Atomic int *stop = x->options.stop; /* a limit may have been reached before */
	explore_set_interrupt(x, NULL);
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct operation *o = x->result.coverage.at[i].operation;
		labels_begin(&x->labels, 1 + o->parameters->count + o->results->count);
		step_load(x, state);
		e.operation = i;
		step_outcomes(x, i, found_edge, &e);
	}
	explore_set_interrupt(x, stop);
}

static bool found_one(void *data)
{
	*(bool *)data = true;
	return false;
}

bool explore_is_enabled(struct explore *x, uint32_t state, uint32_t operation)
{
	bool is_enabled = false;
	step_load(x, state);
	step_outcomes(x, operation, found_one, &is_enabled);
	return is_enabled;
}

uint32_t explore_state_setup(const struct explore *x, uint32_t state, bool *is_initial)
{
	*is_initial = states_parent(&x->states, state) == EXPLORE_NONE;
	return states_at(&x->states, state)[0];
}

uint32_t explore_setup_count(const struct explore *x)
{
	return x->model.has_setup ? x->setup_count : 0;
}

const value *explore_setup(const struct explore *x, uint32_t setup)
{
	return x->setups.at + (size_t)setup * x->model.unknowns.count;
}

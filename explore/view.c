#include "explore/inside.h"

void explore_view(struct explore *x, struct explore_view *out)
{
	*out = (struct explore_view){
	    .eval = x->eval,
	    .unknowns = x->model.unknowns.at,
	    .unknown_count = x->model.unknowns.count,
	    .variables = x->model.variables.at,
	    .variable_count = x->model.variables.count,
	    .properties = collect_conjunction(x, EXPLORE_NONE),
	    .initialisation = x->model.initialisation,
	    .has_setup = x->model.has_setup,
	};
}

const struct node *explore_duty(const struct explore *x, uint32_t index, bool *is_assertion,
                                bool *has_variables)
{
	if (index >= x->model.duties.count) return NULL;
	*is_assertion = x->model.duties.at[index].kind == DUTY_ASSERTION;
	*has_variables = x->model.duties.at[index].has_variables;
	return x->model.duties.at[index].node;
}

name explore_duty_name(const struct explore *x, uint32_t index)
{
	return x->model.duties.at[index].name;
}

const struct node *explore_invariant(const struct explore *x, uint32_t index, name *out_name)
{
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		const struct duty *d = &x->model.duties.at[i];
		if (d->kind != DUTY_INVARIANT || index-- > 0) continue;
		*out_name = d->name;
		return d->node;
	}
	return NULL;
}

bool explore_shows(const struct explore *x, const struct decl *d)
{
	for (uint32_t i = x->model.own_count; i < x->model.variables.count; i++)
		if (x->model.variables.at[i] == d) return trace_shows(x, i);
	return true;
}

const struct explore_result *explore_result(const struct explore *x) { return &x->result; }

bool explore_is_whole(const struct explore *x)
{
	return x->search.next == x->states.count && !x->search.is_full && x->result.end == EXPLORE_ALL;
}

uint32_t explore_waiting(const struct explore *x) { return x->states.count - x->search.next; }

bool explore_is_full(const struct explore *x) { return x->search.is_full; }

bool explore_knows_setups(const struct explore *x)
{
	return !x->search.is_full && !x->result.was_cut && x->result.end == EXPLORE_ALL;
}

void explore_set_interrupt(struct explore *x, const _Atomic int *flag)
{
	x->options.stop = flag;
	eval_set_interrupt(x->eval, flag);
}

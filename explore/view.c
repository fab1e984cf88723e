#include "explore/inside.h"

void explore_view(struct explore *x, struct explore_view *out)
{
	*out = (struct explore_view){
	    .eval = x->eval,
	    .unknowns = x->unknowns.at,
	    .unknown_count = x->unknowns.count,
	    .variables = x->variables.at,
	    .variable_count = x->variables.count,
	    .properties = collect_conjunction(x, EXPLORE_NONE),
	    .initialisation = x->initialisation,
	    .has_setup = x->has_setup,
	};
}

const struct node *explore_duty(const struct explore *x, uint32_t index, bool *is_assertion,
                                bool *has_variables)
{
	if (index >= x->duties.count) return NULL;
	*is_assertion = x->duties.at[index].kind == DUTY_ASSERTION;
	*has_variables = x->duties.at[index].has_variables;
	return x->duties.at[index].node;
}

name explore_duty_name(const struct explore *x, uint32_t index) { return x->duties.at[index].name; }

const struct node *explore_invariant(const struct explore *x, uint32_t index, name *out_name)
{
	for (uint32_t i = 0; i < x->duties.count; i++) {
		const struct duty *d = &x->duties.at[i];
		if (d->kind != DUTY_INVARIANT || index-- > 0) continue;
		*out_name = d->name;
		return d->node;
	}
	return NULL;
}

bool explore_shows(const struct explore *x, const struct decl *d)
{
	for (uint32_t i = x->own_count; i < x->variables.count; i++)
		if (x->variables.at[i] == d) return trace_shows(x, i);
	return true;
}

const struct explore_result *explore_result(const struct explore *x) { return &x->result; }

bool explore_is_whole(const struct explore *x)
{
	return x->next == x->states.count && !x->is_full && x->result.end == EXPLORE_ALL;
}

bool explore_is_full(const struct explore *x) { return x->is_full; }

bool explore_knows_setups(const struct explore *x)
{
	return !x->is_full && !x->result.was_cut && x->result.end == EXPLORE_ALL;
}

void explore_set_interrupt(struct explore *x, const _Atomic int *flag)
{
	x->options.stop = flag;
	eval_set_interrupt(x->eval, flag);
}

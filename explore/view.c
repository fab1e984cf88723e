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

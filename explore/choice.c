/* Choices of operations that enumeration does not end soon: the chooser of the options solves them. */
#include "explore/inside.h"

struct choice_wanted {
	struct explore_wanted wanted; /* the first member: `add` is given its address */
	eval_found *found;
	void *data;
};

static bool add_choice(struct explore_wanted *w)
{
	struct choice_wanted *c = (struct choice_wanted *)w;
	return !step_stopped(w->explore) && c->found(c->data);
}

static enum eval_chosen choose(void *data, const struct eval_choice *c, eval_found *found,
                               void *found_data)
{
	struct explore *x = data;
	struct choice_wanted w = {.wanted = {.eval = x->eval,
	                                     .names = c->names,
	                                     .name_count = c->count,
	                                     .conjuncts = c->conjuncts,
	                                     .conjunct_count = c->conjunct_count,
	                                     .add = add_choice,
	                                     .explore = x},
	                          .found = found,
	                          .data = found_data};
	enum explore_found how = x->options.helper.chooser(x->options.helper.data, &w.wanted);
	if (step_stopped(x) || how == EXPLORE_FOUND_SOME) return EVAL_CHOSEN_SOME;
	return how == EXPLORE_FOUND_ALL ? EVAL_CHOSEN_ALL : EVAL_CHOSEN_NEAR;
}

void choice_prepare(struct explore *x)
{
	enum { PATIENCE = EVAL_EFFORT_PER_SECOND / 2 };
	uint64_t patience = x->options.helper.patience ? x->options.helper.patience : PATIENCE;
	if (x->options.helper.chooser) eval_ask_for_choices(x->eval, choose, x, patience);
}

/* What of a project makes its states, as explore/ sees it. */
#include "cli/animate/animate.h"

void animate_model(struct session *s)
{
	struct explore_view v;
	struct explore_options options = {.alone = !s->runs_along};
	name label;
	const struct node *n;
	s->explore = explore_open(s->model.project, s->values, &s->universe, &options);
	explore_view(s->explore, &v);
	s->eval = v.eval;
	for (uint32_t i = 0; i < v.unknown_count; i++) VEC_PUSH(&s->constants.list, v.unknowns[i]);
	for (uint32_t i = 0; i < v.variable_count; i++) VEC_PUSH(&s->variables.list, v.variables[i]);
	for (uint32_t i = 0; (n = explore_invariant(s->explore, i, &label)); i++)
		VEC_PUSH(&s->invariants, n);
	s->runs_along = explore_is_paired(s->explore);
	s->properties = v.properties;
	s->initialisation = v.initialisation;
	s->has_setups = v.has_setup || v.unknown_count > 0;
}

/* Formulas for path.c: functions with a new value at a place. */
#include "path/path.h"

/* The argument as f takes it: x |-> y for f(x,y). */
static const struct node *argument(struct arena *a, const struct node *place,
                                   const struct node *const *x)
{
	struct type *types[16], *t = place->kid[0]->type->a->a;
	uint32_t count = place->count - 1;
	const struct node *all = x[0];
	if (count > 16) return NULL;
	for (uint32_t i = count; i > 1; i--, t = t->a) types[i - 1] = t;
	for (uint32_t i = 1; i < count; i++)
		all = build_typed(a, OP_PAIR, place->pos, types[i], all, x[i]);
	return all;
}

const struct node *path_updated(struct arena *a, const struct node *place, const struct node *f,
                                const struct node *const *x, const struct node *v)
{
	struct type *t = place->kid[0]->type;
	const struct node *at = argument(a, place, x);
	if (!at) return NULL;
	const struct node *pair = build_typed(a, OP_PAIR, place->pos, t->a, at, v);
	const struct node *set = build_typed(a, OP_SET, place->pos, t, pair, NULL);
	return build_typed(a, OP_OVERRIDE, place->pos, t, f, set);
}

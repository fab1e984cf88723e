/* Which names of formulas have values that nothing gives. */
#include "bounds/bounds.h"

/* A machine's names whose values are open. Sets are given by their sizes, unless VALUES or arguments
 * make them sets of something else. */
static bool is_open(const struct eval *e, const struct decl *d)
{
	switch (d->kind) {
	case DECL_CONSTANT:
	case DECL_VARIABLE:
	case DECL_SCALAR_PARAMETER: return true;
	case DECL_SET_PARAMETER:
	case DECL_DEFERRED_SET: return eval_get(e, d) == VALUE_NONE;
	default: return false;
	}
}

/* `mark` has undeclared names with a value other than `out`, and all names that are listed with it. */
static void add_names(struct eval *e, const struct node *n, struct map *mark, struct decls *out)
{
	struct decl *d = n->op == OP_ID ? n->decl : NULL;
	const void *known = d ? map_get(mark, d) : NULL;
	if (d && known != out && (known || is_open(e, d))) {
		map_put(mark, d, out);
		VEC_PUSH(&out->list, d);
	}
	for (uint32_t i = 0; i < n->count; i++) add_names(e, n->kid[i], mark, out);
}

void bounds_open_names(struct eval *e, const struct decls *unknown,
                       const struct node *const *formulas, uint32_t count, struct decls *out)
{
	struct map mark = {0};
	recursive_mark(unknown, formulas, count);
	for (uint32_t i = 0; i < unknown->list.count; i++) {
		eval_set(e, unknown->list.at[i], VALUE_NONE); /* which gives it a slot */
		map_put(&mark, unknown->list.at[i], &mark);
	}
	for (uint32_t i = 0; i < count; i++) add_names(e, formulas[i], &mark, out);
	map_clear(&mark);
}

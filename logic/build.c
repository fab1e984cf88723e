/* New formulas of others. */
#include "logic/logic.h"

struct node *build_node(struct arena *a, enum op op, struct pos pos, struct type *type,
                        uint32_t count, const struct node *const *kids)
{
	struct node *n = node_new(a, op, pos, count);
	n->type = type;
	for (uint32_t i = 0; i < count; i++) n->kid[i] = kids[i];
	return n;
}

struct node *build_copy(struct arena *a, const struct node *n)
{
	struct node *copy = build_node(a, n->op, n->pos, n->type, n->count, n->kid);
	copy->flags = n->flags;
	copy->name = n->name;
	copy->decl = n->decl;
	return copy;
}

/* The set of all values of a type that nobody wrote: of Event-B's id, prj1 and prj2, which have no argument. */
#include "syntax/types.h"

struct type *types_set_of_type(struct checker *c, const struct node **n)
{
	VEC_PUSH(&c->type_sets, n);
	return type_pow(c, type_var(c));
}

static const struct node *set_of(struct checker *c, struct type *t, struct pos pos);

static struct node *named(struct checker *c, struct type *t, struct pos pos)
{
	struct node *n = node_new(c->arena, OP_ID, pos, 0);
	n->name = t->decl->name;
	n->decl = t->decl;
	return n;
}

static struct node *of_parts(struct checker *c, struct type *t, struct pos pos)
{
	bool is_pair = t->kind == TYPE_PAIR;
	struct node *n = node_new(c->arena, is_pair ? OP_PRODUCT : OP_POW, pos, is_pair ? 2 : 1);
	n->kid[0] = set_of(c, t->a, pos);
	if (is_pair) n->kid[1] = set_of(c, t->b, pos);
	return n;
}

static struct node *of_fields(struct checker *c, struct type *t, struct pos pos)
{
	struct node *n = node_new(c->arena, OP_STRUCT, pos, t->count);
	for (uint32_t i = 0; i < t->count; i++) {
		struct node *e = node_new(c->arena, OP_ENTRY, pos, 1);
		e->name = t->fields[i].name;
		e->kid[0] = set_of(c, t->fields[i].type, pos);
		e->type = e->kid[0]->type;
		n->kid[i] = e;
	}
	return n;
}

/* Types are final: there are no variables left. */
static const struct node *set_of(struct checker *c, struct type *t, struct pos pos)
{
	static const enum op basic[] = {[TYPE_INTEGER] = OP_INTEGER_SET,
	                                [TYPE_REAL] = OP_REAL_SET,
	                                [TYPE_BOOL] = OP_BOOL_SET,
	                                [TYPE_STRING] = OP_STRING_SET};
	struct node *n;
	switch (t->kind) {
	case TYPE_GIVEN: n = named(c, t, pos); break;
	case TYPE_POW:
	case TYPE_PAIR: n = of_parts(c, t, pos); break;
	case TYPE_RECORD: n = of_fields(c, t, pos); break;
	case TYPE_INTEGER:
	case TYPE_REAL:
	case TYPE_BOOL:
	case TYPE_STRING: n = node_new(c->arena, basic[t->kind], pos, 0); break;
	default: n = node_new(c->arena, OP_EMPTY_SET, pos, 0); break; /* after an error */
	}
	n->type = type_pow(c, t);
	return n;
}

static struct type * final(struct type *t)
{
	while (t->kind == TYPE_VAR) t = t->a;
	return t;
}

void types_check_sets(struct checker *c)
{
	for (uint32_t i = 0; i < c->type_sets.count; i++) {
		const struct node *n = *c->type_sets.at[i];
		if (type_is_known(c, n->type)) continue;
		if (!c->has_gaps)
			diag_at(c->diag, n->pos, DIAG_ERROR, "the type of this cannot be inferred");
		type_poison(c, n->type);
	}
}

void types_fill_sets(struct checker *c)
{
	for (uint32_t i = 0; i < c->type_sets.count; i++) {
		const struct node **n = c->type_sets.at[i];
		struct type *t = final((*n)->type);
		*n = set_of(c, t->kind == TYPE_POW ? t->a : t, (*n)->pos);
	}
	c->type_sets.count = 0;
}

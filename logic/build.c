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

struct node *build_leaf(struct arena *a, enum op op, struct pos pos, struct type *type)
{
	return build_node(a, op, pos, type, 0, NULL);
}

struct node *build_typed(struct arena *a, enum op op, struct pos pos, struct type *type,
                         const struct node *x, const struct node *y)
{
	return build_node(a, op, pos, type, y ? 2 : 1, (const struct node *[]){x, y});
}

struct node *build_op(struct arena *a, enum op op, struct pos pos, const struct node *x,
                      const struct node *y)
{
	return build_typed(a, op, pos, NULL, x, y);
}

struct node *build_join(struct arena *a, enum op op, const struct node *x, const struct node *y)
{
	return build_typed(a, op, x->pos, NULL, x, y);
}

struct node *build_like(struct arena *a, enum op op, const struct node *like, const struct node *x,
                        const struct node *y)
{
	return build_typed(a, op, like->pos, like->type, x, y);
}

struct node *build_not(struct arena *a, const struct node *n)
{
	return build_join(a, OP_NOT, n, NULL);
}

const struct node *build_and(struct arena *a, struct pos pos, uint32_t count,
                             const struct node *const *conjuncts)
{
	if (count == 0) return build_truth(a, pos, true);
	return count == 1 ? conjuncts[0] : build_node(a, OP_AND, pos, NULL, count, conjuncts);
}

struct node *build_truth(struct arena *a, struct pos pos, bool is_true)
{
	return build_leaf(a, is_true ? OP_TRUTH : OP_FALSITY, pos, NULL);
}

struct node *build_if(struct arena *a, const struct node *like, const struct node *p,
                      const struct node *x, const struct node *y)
{
	return build_node(a, OP_IF, like->pos, like->type, 3, (const struct node *[]){p, x, y});
}

struct node *build_pair(struct arena *a, const struct node *x, const struct node *y)
{
	return build_typed(a, OP_PAIR, x->pos, build_pair_type(a, x->type, y->type), x, y);
}

const struct node *build_argument(struct arena *a, const struct node *apply)
{
	const struct node *x = apply->kid[1];
	for (uint32_t i = 2; i < apply->count; i++) x = build_pair(a, x, apply->kid[i]);
	return x;
}

struct node *build_empty(struct arena *a, struct pos pos, struct type *type)
{
	return build_leaf(a, OP_EMPTY_SET, pos, type);
}

struct node *build_number(struct arena *a, struct names *names, const struct node *like, int64_t is)
{
	bool is_real = like->type && like->type->kind == TYPE_REAL;
	struct node *n = build_leaf(a, is_real ? OP_DECIMAL : OP_NUMBER, like->pos, like->type);
	const char *text = arena_format(a, is_real ? "%lld.0" : "%lld", (long long)is);
	n->name = names_add(names, text, strlen(text));
	return n;
}

/* ---- names -------------------------------------------------------------------------------------------- */

struct node *build_name(struct arena *a, struct decl *d, struct pos pos)
{
	struct node *n = build_leaf(a, OP_ID, pos, d->type);
	n->name = d->name;
	n->decl = d;
	return n;
}

struct decl *build_local(struct arena *a, name text, struct type *type, struct pos pos)
{
	return decl_new(
	    a, &(struct decl){
	           .kind = DECL_LOCAL, .name = text, .full_name = text, .pos = pos, .type = type});
}

struct node *build_fresh(struct arena *a, name text, struct type *type, struct pos pos)
{
	return build_name(a, build_local(a, text, type, pos), pos);
}

struct node *build_ids(struct arena *a, struct pos pos, uint32_t count,
                       const struct node *const *names)
{
	return build_node(a, OP_IDS, pos, NULL, count, names);
}

/* ---- types -------------------------------------------------------------------------------------------- */

static struct node *whole_of_parts(struct arena *a, struct type *of, struct pos pos)
{
	bool is_pair = of->kind == TYPE_PAIR;
	const struct node *x = build_whole(a, of->a, pos);
	const struct node *y = is_pair && x ? build_whole(a, of->b, pos) : NULL;
	if (!x || (is_pair && !y)) return NULL;
	return build_typed(a, is_pair ? OP_PRODUCT : OP_POW, pos, build_power_type(a, of), x, y);
}

static struct node *whole_of_fields(struct arena *a, struct type *of, struct pos pos)
{
	struct node *n = node_new(a, OP_STRUCT, pos, of->count);
	n->type = build_power_type(a, of);
	for (uint32_t i = 0; i < of->count; i++) {
		const struct node *part = build_whole(a, of->fields[i].type, pos);
		if (!part) return NULL;
		struct node *e = build_typed(a, OP_ENTRY, pos, part->type, part, NULL);
		e->name = of->fields[i].name;
		n->kid[i] = e;
	}
	return n;
}

struct node *build_whole(struct arena *a, struct type *of, struct pos pos)
{
	static const enum op basic[] = {[TYPE_INTEGER] = OP_INTEGER_SET,
	                                [TYPE_REAL] = OP_REAL_SET,
	                                [TYPE_BOOL] = OP_BOOL_SET,
	                                [TYPE_STRING] = OP_STRING_SET};
	while (of->kind == TYPE_VAR && of->a) of = of->a;
	switch (of->kind) {
	case TYPE_INTEGER:
	case TYPE_REAL:
	case TYPE_BOOL:
	case TYPE_STRING: return build_leaf(a, basic[of->kind], pos, build_power_type(a, of));
	case TYPE_GIVEN: return build_name(a, of->decl, pos);
	case TYPE_POW:
	case TYPE_PAIR: return whole_of_parts(a, of, pos);
	case TYPE_RECORD: return whole_of_fields(a, of, pos);
	default: return NULL;
	}
}

struct type *build_power_type(struct arena *a, struct type *of)
{
	struct type *t = ARENA_NEW(a, struct type);
	*t = (struct type){.kind = TYPE_POW, .a = of};
	return t;
}

struct type *build_pair_type(struct arena *a, struct type *x, struct type *y)
{
	struct type *t = ARENA_NEW(a, struct type);
	*t = (struct type){.kind = TYPE_PAIR, .a = x, .b = y};
	return t;
}

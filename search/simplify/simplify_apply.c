/* Functions that are written out, applied: (%x.(P | E))(a) is E with a for x, wherever it has a value. */
#include "search/simplify/simplify.h"

static struct node *applied(struct simplifier *z, const struct node *n, const struct node *f)
{
	struct node *copy = build_copy(z->copies.arena, n);
	copy->kid[0] = f;
	return copy;
}

/* IF x : dom(g) THEN g(x) ELSE f(x) END: of f <+ g, and of g \/ f, which agree where both have x. */
static const struct node *of_either(struct simplifier *z, const struct node *n,
                                    const struct node *f, const struct node *g)
{
	struct arena *a = z->copies.arena;
	const struct node *x = build_argument(z->copies.arena, n);
	struct node *domain =
	    build_typed(a, OP_DOM, n->pos, build_power_type(a, f->type->a->a), g, NULL);
	const struct node *in = build_op(a, OP_MEMBER, n->pos, x, domain);
	return build_if(a, n, in, applied(z, n, g), applied(z, n, f));
}

const struct node *simplify_apply(struct simplifier *z, const struct node *n)
{
	const struct node *f = n->kid[0];
	switch (f->op) {
	case OP_LAMBDA:
		return simplify_instance(z, f->kid[0], f->kid[2], build_argument(z->copies.arena, n));
	case OP_IDENTITY: return build_argument(z->copies.arena, n);
	case OP_PRODUCT:
		return f->kid[1]->op == OP_SET && f->kid[1]->count == 1 ? f->kid[1]->kid[0] : NULL;
	case OP_SET: return f->count == 1 && f->kid[0]->op == OP_PAIR ? f->kid[0]->kid[1] : NULL;
	case OP_OVERRIDE: return of_either(z, n, f->kid[0], f->kid[1]);
	default: return NULL;
	}
}

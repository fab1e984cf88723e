/* The same formula, but for the names that are bound in it. */
#include "logic/logic.h"

/* Names that are bound at the same place of two formulas. */
struct bound_names {
	const struct decl *a, *b;
	const struct bound_names *outer;
};

static bool alike_names(const struct decl *a, const struct decl *b, const struct bound_names *bound)
{
	for (; bound; bound = bound->outer)
		if (bound->a == a || bound->b == b) return bound->a == a && bound->b == b;
	return a == b;
}

static bool alike(const struct node *a, const struct node *b, const struct bound_names *bound);

static bool alike_kids(const struct node *a, const struct node *b, uint32_t from,
                       const struct bound_names *bound)
{
	for (uint32_t i = from; i < a->count; i++)
		if (!alike(a->kid[i], b->kid[i], bound)) return false;
	return true;
}

/* Binds the names of the ids from `i` on, one after the other. */
static bool alike_bound(const struct node *a, const struct node *b, uint32_t i,
                        const struct bound_names *outer)
{
	const struct node *x = a->kid[0], *y = b->kid[0];
	if (i == x->count) return alike_kids(a, b, 1, outer);
	struct bound_names here = {x->kid[i]->decl, y->kid[i]->decl, outer};
	if (!type_same(here.a->type, here.b->type)) return false; /* {x | x = x} is another set then */
	return alike_bound(a, b, i + 1, &here);
}

/* (p ; q)[s] is q[p[s]]: the relations, the last one first, and what they are applied to. */
enum { MOST_IMAGES = 16 };

struct alike_chain {
	const struct node *of[MOST_IMAGES], *set;
	uint32_t count;
};

static bool add_relation(struct alike_chain *i, const struct node *r)
{
	for (uint32_t k = r->count; r->op == OP_COMPOSE && k > 0; k--)
		if (!add_relation(i, r->kid[k - 1])) return false;
	if (r->op == OP_COMPOSE) return true;
	if (i->count == MOST_IMAGES) return false;
	i->of[i->count++] = r;
	return true;
}

static bool images_of(const struct node *n, struct alike_chain *out)
{
	for (; n->op == OP_IMAGE; n = n->kid[1])
		if (!add_relation(out, n->kid[0])) return false;
	out->set = n;
	return true;
}

static bool alike_images(const struct node *a, const struct node *b,
                         const struct bound_names *bound)
{
	struct alike_chain x = {0}, y = {0};
	if (!images_of(a, &x) || !images_of(b, &y) || x.count != y.count) return false;
	for (uint32_t i = 0; i < x.count; i++)
		if (!alike(x.of[i], y.of[i], bound)) return false;
	return alike(x.set, y.set, bound);
}

static bool alike(const struct node *a, const struct node *b, const struct bound_names *bound)
{
	if (a->op != b->op || a->count != b->count) return false;
	if (a->op == OP_IMAGE) return alike_images(a, b, bound);
	if (a->op == OP_ID && a->decl && b->decl) return alike_names(a->decl, b->decl, bound);
	if (a->name != b->name || a->decl != b->decl) return false;
	if (a->count && a->kid[0]->op == OP_IDS && b->kid[0]->op == OP_IDS)
		return a->kid[0]->count == b->kid[0]->count && alike_bound(a, b, 0, bound);
	return alike_kids(a, b, 0, bound);
}

bool alike_are(const struct node *a, const struct node *b) { return alike(a, b, NULL); }

/* Images under relations that are not listed: NATURAL * {1}, id(INTEGER), succ~, lambdas, and what is
 * built from them. The image of one element is a listed set, so that applications, restrictions
 * and compositions with listed sets have listed results. */
#include "eval/inside.h"

static value singleton(struct eval *e, value v) { return value_set(e->s, &v, 1); }

static value when(struct eval *e, enum truth t, value v)
{
	return t == EVAL_FAILED ? VALUE_NONE : t == EVAL_TRUE ? v : value_empty(e->s);
}

static value algebra(struct eval *e, enum op op, value a, value b, struct pos pos)
{
	struct algebra_failure why = {0};
	value v = algebra_apply(e->s, op, (value[]){a, b}, 2, e->limit, &why);
	if (v == VALUE_NONE)
		eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, pos, "%s", why.why);
	return v;
}

static value of_product(struct eval *e, const struct node *n, value x)
{
	enum truth t = member_in(e, x, n->kid[0]);
	if (t != EVAL_TRUE) return when(e, t, VALUE_NONE);
	value v = expr_eval(e, n->kid[1]);
	return v == VALUE_NONE ? v : lazy_list(e, v, n->pos);
}

static value of_union(struct eval *e, const struct node *n, value x)
{
	value a = image_of_node(e, n->kid[0], x);
	value b = a == VALUE_NONE ? a : image_of_node(e, n->kid[1], x);
	return b == VALUE_NONE ? b : algebra(e, OP_UNION, a, b, n->pos);
}

/* images of all elements of a listed set under a node */
value image_of_all(struct eval *e, const struct node *n, value set)
{
	value result = value_empty(e->s);
	uint64_t count = value_count(e->s, set);
	for (uint64_t i = 0; i < count && result != VALUE_NONE; i++) {
		value image = image_of_node(e, n, value_at(e->s, set, i));
		result = image == VALUE_NONE ? image : algebra(e, OP_UNION, result, image, n->pos);
	}
	return result;
}

static value of_restriction(struct eval *e, const struct node *n, value x)
{
	enum truth t = member_in(e, x, n->kid[0]);
	bool keep = n->op == OP_DOMAIN_RESTRICT;
	if (t == EVAL_FAILED) return VALUE_NONE;
	return (t == EVAL_TRUE) == keep ? image_of_node(e, n->kid[1], x) : value_empty(e->s);
}

/* f(x), or nothing where x is not in the domain */
static value of_function(struct eval *e, const struct node *n, value x)
{
	value y = member_find(e, n, x, n->pos);
	if (y != VALUE_NONE) return singleton(e, y);
	return e->has_failure ? VALUE_NONE : value_empty(e->s);
}

static value of_inverse(struct eval *e, const struct node *n, value x)
{
	const struct node *r = n->kid[0];
	if (r->op == OP_SUCC || r->op == OP_PRED) {
		return singleton(e, apply_step(e, r->op == OP_SUCC ? OP_PRED : OP_SUCC, x));
	}
	if (r->op == OP_IDENTITY) return image_of_node(e, r, x);
	if (r->op == OP_INVERSE) return image_of_node(e, r->kid[0], x);
	value v = expr_list(e, n);
	return v == VALUE_NONE ? v : algebra(e, OP_IMAGE, v, singleton(e, x), n->pos);
}

static value of_listed(struct eval *e, const struct node *n, value x)
{
	value r = expr_eval(e, n);
	if (r == VALUE_NONE) return r;
	bool same = value_kind(e->s, r) == VALUE_LAZY && value_lazy_node(e->s, r) == n;
	if (same && image_has_plan(e, n)) return image_of_comprehension(e, n, x);
	bool is_known = false;
	value images = same ? image_by_equation(e, n, x, &is_known) : VALUE_NONE;
	if (is_known) return images;
	if (same) r = lazy_list(e, r, n->pos);
	return r == VALUE_NONE ? r : image_of(e, r, x, n->pos);
}

static value of_closure(struct eval *e, const struct node *n, value x)
{
	value r = expr_eval(e, n->kid[0]);
	if (r == VALUE_NONE) return r;
	return value_kind(e->s, r) == VALUE_LAZY ? image_of_closure(e, n, x) : of_listed(e, n, x);
}

value image_of_node(struct eval *e, const struct node *n, value x)
{
	switch (n->op) {
	case OP_IDENTITY: return when(e, member_in(e, x, n->kid[0]), singleton(e, x));
	case OP_PRODUCT: return of_product(e, n, x);
	case OP_UNION: return of_union(e, n, x);
	case OP_LAMBDA:
	case OP_SUCC:
	case OP_PRED: return of_function(e, n, x);
	case OP_COMPOSE: {
		value middle = image_of_node(e, n->kid[0], x);
		return middle == VALUE_NONE ? middle : image_of_all(e, n->kid[1], middle);
	}
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return of_restriction(e, n, x);
	case OP_INVERSE: return of_inverse(e, n, x);
	case OP_CLOSURE1: return of_closure(e, n, x);
	default: return of_listed(e, n, x);
	}
}

value image_of(struct eval *e, value relation, value x, struct pos pos)
{
	if (value_kind(e->s, relation) == VALUE_LAZY) {
		struct lazy_frame f;
		lazy_enter(e, relation, &f);
		value v = image_of_node(e, f.node, x);
		lazy_leave(e, &f);
		return v;
	}
	relation = lazy_list(e, relation, pos);
	return relation == VALUE_NONE ? relation : algebra(e, OP_IMAGE, relation, singleton(e, x), pos);
}

/* ---- of listed sets ---------------------------------------------------------------------------- */

/* Pairs (key, y), or y alone, for all images y of x */
static bool add_images(struct eval *e, struct value_list *items, value relation, value x, value key,
                       struct pos pos)
{
	value images = image_of(e, relation, x, pos);
	if (images == VALUE_NONE) return false;
	uint64_t count = value_count(e->s, images);
	for (uint64_t i = 0; i < count; i++) {
		value y = value_at(e->s, images, i);
		VEC_PUSH(&items->list, key == VALUE_NONE ? y : value_pair(e->s, key, y));
	}
	return true;
}

static value finish(struct eval *e, struct value_list *items, bool ok)
{
	value v = ok ? value_set(e->s, items->list.at, items->list.count) : VALUE_NONE;
	VEC_CLEAR(&items->list);
	return v;
}

value image_of_set(struct eval *e, value relation, value set, struct pos pos)
{
	struct value_list items = {0};
	uint64_t count = value_count(e->s, set);
	bool ok = true;
	for (uint64_t i = 0; i < count && ok; i++)
		ok = add_images(e, &items, relation, value_at(e->s, set, i), VALUE_NONE, pos);
	return finish(e, &items, ok);
}

value image_restrict(struct eval *e, value set, value relation, struct pos pos)
{
	struct value_list items = {0};
	uint64_t count = value_count(e->s, set);
	bool ok = true;
	for (uint64_t i = 0; i < count && ok; i++) {
		value x = value_at(e->s, set, i);
		ok = add_images(e, &items, relation, x, x, pos);
	}
	return finish(e, &items, ok);
}

value image_compose(struct eval *e, value listed, value relation, struct pos pos)
{
	struct value_list items = {0};
	uint64_t count = value_count(e->s, listed);
	bool ok = true;
	for (uint64_t i = 0; i < count && ok; i++) {
		value pair = value_at(e->s, listed, i);
		ok =
		    add_images(e, &items, relation, value_second(e->s, pair), value_first(e->s, pair), pos);
	}
	return finish(e, &items, ok);
}

/* Application f(x), without listing f where the way it is written tells the value. */
#include "eval/inside.h"

enum { DEEPEST_CALL = 100000 };

static value outside(struct eval *e, struct pos pos, value x)
{
	return eval_fail_of(e, EVAL_UNDEFINED, pos, x, "is not in the domain of this function");
}

/* Is x in the domain of the listed relation f? */
static bool in_domain(struct eval *e, value f, value x)
{
	uint64_t low = 0, high = value_count(e->s, f);
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		int c = value_compare(e->s, value_first(e->s, value_at(e->s, f, middle)), x);
		if (c == 0) return true;
		if (c < 0) low = middle + 1;
		else high = middle;
	}
	return false;
}

static value apply_listed(struct eval *e, value f, value x, struct pos pos)
{
	struct algebra_failure why = {0};
	x = lazy_list(e, x, pos);
	if (x == VALUE_NONE) return VALUE_NONE;
	value y = algebra_call(e->s, f, x, &why);
	if (y != VALUE_NONE) return y;
	if (!in_domain(e, f, x)) return outside(e, pos, x);
	return eval_fail(e, EVAL_UNDEFINED, pos, "%s", why.why);
}

/* A listed function with arguments or values that are not listed. */
static value apply_partly_listed(struct eval *e, value f, value x, struct pos pos)
{
	uint64_t count = value_count(e->s, f);
	value found = VALUE_NONE;
	for (uint64_t i = 0; i < count; i++) {
		value pair = value_at(e->s, f, i);
		enum truth t = lazy_equal(e, value_first(e->s, pair), x, pos);
		if (t == EVAL_FAILED) return VALUE_NONE;
		if (t == EVAL_FALSE) continue;
		value y = value_second(e->s, pair);
		if (found != VALUE_NONE && lazy_equal(e, found, y, pos) != EVAL_TRUE)
			return eval_fail(e, EVAL_UNDEFINED, pos,
			                 "this is not a function: it has several values here");
		found = y;
	}
	return found == VALUE_NONE ? outside(e, pos, x) : found;
}

/* (%x.(P | E))(x) */
static value apply_lambda(struct eval *e, const struct node *n, value x, struct pos pos)
{
	const struct note *note = n->note;
	uint32_t count = note->slots_to - note->slots_from;
	enum { FEW = 32 };
	value few[FEW], *saved = count <= FEW ? few : malloc(count * sizeof *saved), y = VALUE_NONE;
	if (!saved) diag_fatal(__FILE__, __LINE__, "out of memory");
	if (e->calls > DEEPEST_CALL) {
		if (saved != few) free(saved);
		return eval_fail(e, EVAL_LIMIT, pos, "this function calls itself more than %d times deep",
		                 DEEPEST_CALL);
	}
	e->calls++;
	memcpy(saved, e->slots + note->slots_from, count * sizeof *saved);
	plan_bind_ids(e, n->kid[0], x);
	enum truth t = predicate_eval(e, n->kid[1]);
	if (t == EVAL_TRUE) y = expr_eval(e, n->kid[2]);
	memcpy(e->slots + note->slots_from, saved, count * sizeof *saved);
	e->calls--;
	if (saved != few) free(saved);
	return t == EVAL_FALSE ? outside(e, pos, x) : y;
}

/* One of two: the first that has x in its domain. */
static value apply_either(struct eval *e, const struct node *first, const struct node *second,
                          value x, struct pos pos)
{
	value y = member_apply(e, first, x, pos);
	if (y != VALUE_NONE || !eval_forgive(e)) return y;
	return member_apply(e, second, x, pos);
}

/* f \/ g, both functions on disjoint domains, or the same there */
static value apply_union(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value a = member_apply(e, n->kid[0], x, pos);
	if (a == VALUE_NONE && !eval_forgive(e)) return a;
	value b = member_apply(e, n->kid[1], x, pos);
	if (b == VALUE_NONE) {
		if (a == VALUE_NONE || !eval_forgive(e)) return b;
		return a;
	}
	if (a == VALUE_NONE) return b;
	enum truth same = lazy_equal(e, a, b, pos);
	if (same == EVAL_TRUE) return a;
	if (same == EVAL_FALSE)
		eval_fail(e, EVAL_UNDEFINED, pos, "this is not a function: it has two values here");
	return VALUE_NONE;
}

static value apply_restriction(struct eval *e, const struct node *n, value x, struct pos pos)
{
	bool keep = n->op == OP_DOMAIN_RESTRICT;
	enum truth t = member_in(e, x, n->kid[0]);
	if (t == EVAL_FAILED) return VALUE_NONE;
	return (t == EVAL_TRUE) == keep ? member_apply(e, n->kid[1], x, pos) : outside(e, pos, x);
}

/* By the image of x, which must be one element. */
static value apply_image(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value images = image_of_node(e, n, x);
	if (images == VALUE_NONE) return images;
	uint64_t count = value_count(e->s, images);
	if (count == 0) return outside(e, pos, x);
	if (count > 1)
		return eval_fail(e, EVAL_UNDEFINED, pos,
		                 "this is not a function: it has several values here");
	return value_at(e->s, images, 0);
}

static value apply_value_of(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value f = expr_eval(e, n);
	if (f == VALUE_NONE) return VALUE_NONE;
	if (value_kind(e->s, f) == VALUE_LAZY && value_lazy_node(e->s, f) == n)
		return apply_image(e, n, x, pos);
	return member_apply_value(e, f, x, pos);
}

/* The constructors of a free type, and their inverses. */
static value apply_constructor(struct eval *e, const struct node *n, value x, struct pos pos)
{
	const struct node *set = n->decl->constructor->kid[1];
	prepare_tree(e, set);
	enum truth t = member_in(e, x, set);
	if (t == EVAL_FAILED) return VALUE_NONE;
	return t == EVAL_TRUE ? value_free(e->s, n->decl, x) : outside(e, pos, x);
}

static value apply_destructor(struct eval *e, const struct node *n, value x, struct pos pos)
{
	if (value_constructor(e->s, x) != n->kid[0]->decl) return outside(e, pos, x);
	return value_argument(e->s, x);
}

static bool is_constructor(const struct node *n)
{
	return n->op == OP_ID && n->decl->kind == DECL_CONSTRUCTOR;
}

static value apply_step(struct eval *e, const struct node *n, value x, struct pos pos)
{
	int64_t i = value_to_integer(e->s, x), step = n->op == OP_SUCC ? 1 : -1, r;
	if (__builtin_add_overflow(i, step, &r))
		return eval_fail(e, EVAL_OVERFLOW, pos, "the result of '%s' does not fit 64 bits",
		                 op_info(n->op)->spelling);
	return value_integer(e->s, r);
}

value member_apply(struct eval *e, const struct node *n, value x, struct pos pos)
{
	switch (n->op) {
	case OP_LAMBDA: return apply_lambda(e, n, x, pos);
	case OP_SUCC:
	case OP_PRED: return apply_step(e, n, x, pos);
	case OP_ID:
		if (is_constructor(n)) return apply_constructor(e, n, x, pos);
		if (e->choosing && e->slots[n->decl->slot] == VALUE_NONE)
			return function_image(e, n, x, pos);
		return apply_value_of(e, n, x, pos);
	case OP_OVERRIDE: return apply_either(e, n->kid[1], n->kid[0], x, pos);
	case OP_UNION: return apply_union(e, n, x, pos);
	case OP_COMPOSE: {
		value y = member_apply(e, n->kid[0], x, pos);
		return y == VALUE_NONE ? y : member_apply(e, n->kid[1], y, pos);
	}
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return apply_restriction(e, n, x, pos);
	case OP_IDENTITY: {
		enum truth t = member_in(e, x, n->kid[0]);
		return t == EVAL_FAILED ? VALUE_NONE : t == EVAL_TRUE ? x : outside(e, pos, x);
	}
	case OP_PRJ1:
	case OP_PRJ2: {
		value y = n->op == OP_PRJ1 ? value_first(e->s, x) : value_second(e->s, x);
		enum truth t = member_in(e, value_pair(e->s, x, y), n);
		return t == EVAL_FAILED ? VALUE_NONE : t == EVAL_TRUE ? y : outside(e, pos, x);
	}
	case OP_INVERSE:
		if (is_constructor(n->kid[0])) return apply_destructor(e, n, x, pos);
		return apply_value_of(e, n, x, pos);
	default: return apply_value_of(e, n, x, pos);
	}
}

value member_apply_value(struct eval *e, value f, value x, struct pos pos)
{
	if (value_kind(e->s, f) != VALUE_LAZY)
		return value_has_lazy(e->s, f) ? apply_partly_listed(e, f, x, pos)
		                               : apply_listed(e, f, x, pos);
	struct lazy_frame frame;
	lazy_enter(e, f, &frame);
	value y = member_apply(e, frame.node, x, pos);
	lazy_leave(e, &frame);
	return y;
}

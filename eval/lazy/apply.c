/* Application f(x), without listing f where the way it is written tells the value.
 *
 * Inside of this file, OUTSIDE without a failure says that x is not in the domain: then another part
 * of a union or an override may have a value. Any other failure is one of the whole. */
#include "eval/inside.h"

enum { OUTSIDE = VALUE_NONE };

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
	if (!in_domain(e, f, x)) return OUTSIDE;
	return eval_fail(e, EVAL_UNDEFINED, pos, "%s", why.why);
}

/* A listed function with arguments or values that are not listed. */
static value apply_partly_listed(struct eval *e, value f, value x, struct pos pos)
{
	uint64_t count = value_count(e->s, f);
	value found = OUTSIDE;
	for (uint64_t i = 0; i < count; i++) {
		value pair = value_at(e->s, f, i);
		enum truth t = lazy_equal(e, value_first(e->s, pair), x, pos);
		if (t == EVAL_FAILED) return VALUE_NONE;
		if (t == EVAL_FALSE) continue;
		value y = value_second(e->s, pair);
		if (found != OUTSIDE && lazy_equal(e, found, y, pos) != EVAL_TRUE)
			return eval_fail(e, EVAL_UNDEFINED, pos,
			                 "this is not a function: it has several values here");
		found = y;
	}
	return found;
}

/* (%x.(P | E))(x) */
static value apply_lambda(struct eval *e, const struct node *n, value x, struct pos pos)
{
	const struct note *note = note_of(e, n);
	uint32_t count = note->slots_to - note->slots_from;
	enum { FEW = 32 };
	value few[FEW], *saved = few, y = VALUE_NONE;
	if (eval_interrupted(e, pos) || call_is_too_deep(e, pos)) return VALUE_NONE;
	if (count > FEW) saved = memory_raw(count * sizeof *saved);
	memcpy(saved, e->slots + note->slots_from, count * sizeof *saved);
	plan_bind_ids(e, n->kid[0], x);
	enum truth t = predicate_condition(e, n->kid[1]);
	if (t == EVAL_TRUE) y = expr_eval(e, n->kid[2]);
	memcpy(e->slots + note->slots_from, saved, count * sizeof *saved);
	if (saved != few) free(saved);
	return t == EVAL_FALSE ? OUTSIDE : y;
}

/* Must f be defined, apart from its values elsewhere? A function that calls itself is not listed. */
static bool is_defined(struct eval *e, const struct node *f)
{
	if (f->op == OP_LAMBDA || f->op == OP_COMPREHENSION || !plan_is_doubtful(e, f)) return true;
	if (!op_is(f->op, FACT_ENTIRE)) return member_is_defined(e, f);
	for (uint32_t i = 0; i < f->count; i++)
		if (!is_defined(e, f->kid[i])) return false;
	return true;
}

/* The result, whatever f is; but that must be defined. */
static value if_defined(struct eval *e, value result, const struct node *f)
{
	return is_defined(e, f) ? result : VALUE_NONE;
}

/* f <+ g */
static value apply_override(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value y = member_find(e, n->kid[1], x, pos);
	if (y == VALUE_NONE) return e->has_failure ? y : member_find(e, n->kid[0], x, pos);
	return if_defined(e, y, n->kid[0]);
}

/* f \/ g, both functions on disjoint domains, or the same there */
static value apply_union(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value a = member_find(e, n->kid[0], x, pos);
	if (a == VALUE_NONE && e->has_failure) return a;
	value b = member_find(e, n->kid[1], x, pos);
	if (b == VALUE_NONE) return e->has_failure ? b : a;
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
	if ((t == EVAL_TRUE) == keep) return member_find(e, n->kid[1], x, pos);
	return if_defined(e, OUTSIDE, n->kid[1]);
}

/* By the image of x, which must be one element. */
static value apply_image(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value images = image_of_node(e, n, x);
	if (images == VALUE_NONE) return images;
	uint64_t count = value_count(e->s, images);
	if (count == 0) return OUTSIDE;
	if (count > 1)
		return eval_fail(e, EVAL_UNDEFINED, pos,
		                 "this is not a function: it has several values here");
	return value_at(e->s, images, 0);
}

static value find_value(struct eval *e, value f, value x, struct pos pos);

static value apply_value_of(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value f = expr_eval(e, n);
	if (f == VALUE_NONE) return VALUE_NONE;
	if (value_kind(e->s, f) == VALUE_LAZY && value_lazy_node(e->s, f) == n)
		return apply_image(e, n, x, pos);
	return find_value(e, f, x, pos);
}

/* (f ; g)(x): several images under f may have one under g */
static value apply_composition(struct eval *e, const struct node *n, value x, struct pos pos)
{
	value y = member_find(e, n->kid[0], x, pos);
	if (y != VALUE_NONE) return member_find(e, n->kid[1], y, pos);
	if (!e->has_failure) return if_defined(e, OUTSIDE, n->kid[1]);
	return eval_forgive(e) ? apply_value_of(e, n, x, pos) : VALUE_NONE;
}

/* The constructors of a free type, and their inverses. */
static value apply_constructor(struct eval *e, const struct node *n, value x)
{
	const struct node *set = n->decl->constructor->kid[1];
	prepare_tree(e, set);
	enum truth t = member_in(e, x, set);
	if (t == EVAL_FAILED) return VALUE_NONE;
	return t == EVAL_TRUE ? value_free(e->s, n->decl, x) : OUTSIDE;
}

static value apply_destructor(struct eval *e, const struct node *n, value x)
{
	if (value_constructor(e->s, x) != n->kid[0]->decl) return OUTSIDE;
	return value_argument(e->s, x);
}

static bool is_constructor(const struct node *n)
{
	return n->op == OP_ID && n->decl->kind == DECL_CONSTRUCTOR;
}

value apply_step(struct eval *e, enum op op, value x)
{
	int64_t i, step = op == OP_SUCC ? 1 : -1;
	if (value_fits(e->s, x, &i)) return value_wide(e->s, (__int128)i + step);
	return expr_number(e, OP_ADD, x, value_integer(e->s, step), (struct pos){0});
}

value member_find(struct eval *e, const struct node *n, value x, struct pos pos)
{
	switch (n->op) {
	case OP_LAMBDA: return apply_lambda(e, n, x, pos);
	case OP_SUCC:
	case OP_PRED: return apply_step(e, n->op, x);
	case OP_ID:
		if (is_constructor(n)) return apply_constructor(e, n, x);
		if (e->choosing && e->slots[slot_of(e, n->decl)] == VALUE_NONE)
			return function_image(e, n, x, pos);
		return apply_value_of(e, n, x, pos);
	case OP_OVERRIDE: return apply_override(e, n, x, pos);
	case OP_UNION: return apply_union(e, n, x, pos);
	case OP_COMPOSE: return apply_composition(e, n, x, pos);
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return apply_restriction(e, n, x, pos);
	case OP_IDENTITY: {
		enum truth t = member_in(e, x, n->kid[0]);
		return t == EVAL_FAILED ? VALUE_NONE : t == EVAL_TRUE ? x : OUTSIDE;
	}
	case OP_PRJ1:
	case OP_PRJ2: {
		value y = n->op == OP_PRJ1 ? value_first(e->s, x) : value_second(e->s, x);
		enum truth t = member_in(e, value_pair(e->s, x, y), n);
		return t == EVAL_FAILED ? VALUE_NONE : t == EVAL_TRUE ? y : OUTSIDE;
	}
	case OP_INVERSE:
		if (is_constructor(n->kid[0])) return apply_destructor(e, n, x);
		return apply_value_of(e, n, x, pos);
	default: return apply_value_of(e, n, x, pos);
	}
}

static value find_value(struct eval *e, value f, value x, struct pos pos)
{
	if (value_kind(e->s, f) != VALUE_LAZY)
		return value_has_lazy(e->s, f) ? apply_partly_listed(e, f, x, pos)
		                               : apply_listed(e, f, x, pos);
	struct lazy_frame frame;
	value y = call_result(e, f, x);
	if (y != VALUE_NONE) return y;
	bool was_cut = e->was_cut;
	e->was_cut = false;
	lazy_enter(e, f, &frame);
	y = member_find(e, frame.node, x, pos);
	lazy_leave(e, &frame);
	if (y != VALUE_NONE) call_remember(e, f, x, y);
	e->was_cut = e->was_cut || was_cut;
	return y;
}

/* With a failure where x is not in the domain. */
static value found_or_fail(struct eval *e, value y, value x, struct pos pos)
{
	if (y == VALUE_NONE) /* an earlier failure counts */
		eval_fail_of(e, EVAL_UNDEFINED, pos, x, "is not in the domain of this function");
	return y;
}

value member_apply(struct eval *e, const struct node *n, value x, struct pos pos)
{
	if (member_asks_whole_set(e, n) && !member_is_defined(e, n)) return VALUE_NONE;
	return found_or_fail(e, member_find(e, n, x, pos), x, pos);
}

value member_apply_value(struct eval *e, value f, value x, struct pos pos)
{
	return found_or_fail(e, find_value(e, f, x, pos), x, pos);
}

/* Operators on values: algebra.c for listed ones; where an operand is not listed, the result is not
 * either, or is had from the way the operand is written. */
#include "eval/inside.h"

/* The elements of a listed set, or pairs of a listed relation, of which a part is in another set:
 * {1, -1} /\ NATURAL, r |> NATURAL. */
enum part { PART_ALL, PART_FIRST, PART_SECOND };

static value part_of(struct eval *e, value v, enum part part)
{
	return part == PART_ALL ? v : part == PART_FIRST ? value_first(e->s, v) : value_second(e->s, v);
}

static value filter(struct eval *e, value listed, value lazy, enum part part, bool keep,
                    struct pos pos)
{
	struct value_list kept = {0};
	uint64_t count = value_count(e->s, listed);
	value v = VALUE_NONE;
	if (count > e->limit)
		return eval_fail(e, EVAL_LIMIT, pos, "this set has more than %llu elements" LIST_LIMIT,
		                 (unsigned long long)e->limit);
	uint64_t i = 0;
	for (; i < count; i++) {
		value x = value_at(e->s, listed, i);
		enum truth t = lazy_in(e, part_of(e, x, part), lazy, pos);
		if (t == EVAL_FAILED) break;
		if ((t == EVAL_TRUE) == keep) VEC_PUSH(&kept.list, x);
	}
	if (i == count) v = value_set(e->s, kept.list.at, kept.list.count);
	VEC_CLEAR(&kept.list);
	return v;
}

/* ran(S <| r), with S not listed */
static value image_under_listed(struct eval *e, value relation, value set, struct pos pos)
{
	struct algebra_failure why = {0};
	value part = filter(e, relation, set, PART_FIRST, true, pos);
	return part == VALUE_NONE ? part : algebra_apply(e->s, OP_RAN, &part, 1, e->limit, &why);
}

/* min(S) or max(S) of an infinite set of integers that is known exactly. */
static value extreme(struct eval *e, const struct node *n, value set)
{
	value is;
	bool is_open, is_max = n->op == OP_MAX;
	if ((n->op != OP_MIN && !is_max) || value_kind(e->s, set) != VALUE_LAZY) return VALUE_NONE;
	if (!spans_extreme(e, set, is_max, &is, &is_open)) return VALUE_NONE;
	if (is_open)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "this set has no %s",
		                 is_max ? "maximum" : "minimum");
	return is;
}

/* id(S) ; r is S <| r, whatever S is. */
static value after_identity(struct eval *e, const struct node *n, value r)
{
	if (n->kid[0]->op != OP_IDENTITY) return VALUE_NONE;
	value set = expr_eval(e, n->kid[0]->kid[0]);
	return set == VALUE_NONE ? set : filter(e, r, set, PART_FIRST, true, n->pos);
}

/* succ ; r and pred ; r: the arguments of r, one less or one more */
static value after_step(struct eval *e, const struct node *n, value r)
{
	enum op back = n->kid[0]->op == OP_SUCC ? OP_PRED : OP_SUCC;
	struct value_list pairs = {0};
	uint64_t count = value_count(e->s, r);
	for (uint64_t i = 0; i < count; i++) {
		value pair = value_at(e->s, r, i), x = apply_step(e, back, value_first(e->s, pair));
		VEC_PUSH(&pairs.list, value_pair(e->s, x, value_second(e->s, pair)));
	}
	value v = value_set(e->s, pairs.list.at, pairs.list.count);
	VEC_CLEAR(&pairs.list);
	return v;
}

static value compose_listed(struct eval *e, const struct node *n, value r)
{
	enum op first = n->kid[0]->op;
	return first == OP_SUCC || first == OP_PRED ? after_step(e, n, r) : after_identity(e, n, r);
}

static value on_lazy_first(struct eval *e, const struct node *n, value lazy, value listed)
{
	switch (n->op) {
	case OP_INTER: return filter(e, listed, lazy, PART_ALL, true, n->pos);
	case OP_DOMAIN_RESTRICT: return filter(e, listed, lazy, PART_FIRST, true, n->pos);
	case OP_DOMAIN_SUBTRACT: return filter(e, listed, lazy, PART_FIRST, false, n->pos);
	case OP_IMAGE: return image_of_set(e, lazy, listed, n->pos);
	case OP_COMPOSE: return compose_listed(e, n, listed);
	default: return VALUE_NONE;
	}
}

static value on_lazy_second(struct eval *e, const struct node *n, value listed, value lazy)
{
	switch (n->op) {
	case OP_INTER: return filter(e, listed, lazy, PART_ALL, true, n->pos);
	case OP_DIFFERENCE: return filter(e, listed, lazy, PART_ALL, false, n->pos);
	case OP_DOMAIN_RESTRICT: return image_restrict(e, listed, lazy, n->pos);
	case OP_RANGE_RESTRICT: return filter(e, listed, lazy, PART_SECOND, true, n->pos);
	case OP_RANGE_SUBTRACT: return filter(e, listed, lazy, PART_SECOND, false, n->pos);
	case OP_IMAGE: return image_under_listed(e, listed, lazy, n->pos);
	case OP_COMPOSE: return image_compose(e, listed, lazy, n->pos);
	default: return VALUE_NONE;
	}
}

/* One operand is listed, the other is not. */
static value on_listed_and_lazy(struct eval *e, const struct node *n, const value *args, bool first)
{
	value listed = args[first ? 1 : 0], lazy = args[first ? 0 : 1];
	if (listed == value_empty(e->s) && (n->op == OP_COMPOSE || n->op == OP_RANGE_RESTRICT))
		return listed;
	return first ? on_lazy_first(e, n, lazy, listed) : on_lazy_second(e, n, listed, lazy);
}

/* The domain of A * B, if it is known whether B has elements; its range with A and B exchanged. */
static value side_of_product(struct eval *e, value side, value other)
{
	if (side == VALUE_NONE || other == VALUE_NONE) return VALUE_NONE;
	if (value_kind(e->s, other) != VALUE_LAZY) return other == value_empty(e->s) ? other : side;
	return lazy_is_infinite(e, other) ? side : VALUE_NONE;
}

/* dom(r) or ran(r), if r is written as id(S) or A * B */
static value side_of_lazy(struct eval *e, enum op op, value r)
{
	struct lazy_frame f;
	value v = VALUE_NONE;
	lazy_enter(e, r, &f);
	const struct node *n = f.node;
	uint32_t side = op == OP_RAN;
	if (n->op == OP_IDENTITY) v = expr_eval(e, n->kid[0]);
	if (n->op == OP_PRODUCT)
		v = side_of_product(e, expr_eval(e, n->kid[side]), expr_eval(e, n->kid[1 - side]));
	lazy_leave(e, &f);
	return v;
}

/* inter(S) is undefined if S is empty. */
static bool is_not_empty(struct eval *e, value sets, struct pos pos)
{
	if (lazy_is_infinite(e, sets)) return true;
	sets = lazy_list(e, sets, pos);
	if (sets == value_empty(e->s))
		eval_fail(e, EVAL_UNDEFINED, pos, "the intersection of an empty set of sets");
	return !e->has_failure;
}

/* An operand is not listed, or has parts that are not. */
static value on_lazy(struct eval *e, const struct node *n, value *args)
{
	bool first = value_kind(e->s, args[0]) == VALUE_LAZY;
	bool second = n->count > 1 && value_kind(e->s, args[1]) == VALUE_LAZY;
	value v = VALUE_NONE;
	if (n->op == OP_CLOSURE1 && first) return lazy_of(e, n);
	if (n->op == OP_INTER && (args[0] == value_empty(e->s) || args[1] == value_empty(e->s)))
		return value_empty(e->s);
	if (n->op == OP_GENERAL_INTER && first && !is_not_empty(e, args[0], n->pos)) return VALUE_NONE;
	if (first && (n->op == OP_DOM || n->op == OP_RAN)) v = side_of_lazy(e, n->op, args[0]);
	else if (n->count == 1) v = extreme(e, n, args[0]);
	else if (first != second) v = on_listed_and_lazy(e, n, args, first);
	if (v != VALUE_NONE || e->has_failure) return v;
	if (first && n->op == OP_DOM) return infinite_domain(e, args[0]);
	return op_is(n->op, FACT_LAZY) ? lazy_of(e, n) : VALUE_NONE;
}

enum { MOST_OPERANDS = 4 };

static value apply_algebra(struct eval *e, const struct node *n, value *args)
{
	struct algebra_failure why = {0};
	uint64_t limit =
	    op_is(n->op, FACT_LAZY) && e->limit > LISTED_AT_ONCE ? LISTED_AT_ONCE : e->limit;
	value v = algebra_apply(e->s, n->op, args, n->count, limit, &why);
	if (v != VALUE_NONE) return v;
	if (why.is_limit && op_is(n->op, FACT_LAZY)) return lazy_of(e, n);
	return eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, n->pos, "%s", why.why);
}

/* r~[S] */
static value preimage(struct eval *e, const struct node *n)
{
	value r = expr_eval(e, n->kid[0]->kid[0]);
	if (r == VALUE_NONE || value_has_lazy(e->s, r)) return VALUE_NONE;
	value set = expr_eval(e, n->kid[1]);
	if (set == VALUE_NONE || value_has_lazy(e->s, set)) return VALUE_NONE;
	return algebra_preimage(e->s, r, set);
}

value operator_value(struct eval *e, const struct node *n)
{
	value args[MOST_OPERANDS];
	if (n->op == OP_IMAGE && n->kid[0]->op == OP_INVERSE) {
		value v = preimage(e, n);
		if (v != VALUE_NONE || e->has_failure) return v;
	}
	bool lazy = false;
	REQUIRE(n->count <= MOST_OPERANDS && n->count > 0);
	for (uint32_t i = 0; i < n->count; i++) {
		args[i] = expr_eval(e, n->kid[i]);
		if (args[i] == VALUE_NONE) return VALUE_NONE;
		lazy = lazy || value_has_lazy(e->s, args[i]);
	}
	if (lazy) {
		value v = on_lazy(e, n, args);
		if (v != VALUE_NONE || e->has_failure) return v;
		for (uint32_t i = 0; i < n->count; i++) {
			args[i] = lazy_list(e, args[i], n->kid[i]->pos);
			if (args[i] == VALUE_NONE) return VALUE_NONE;
		}
	}
	return apply_algebra(e, n, args);
}

/* All operands listed, with the full limit. */
value operator_list(struct eval *e, const struct node *n)
{
	enum { MUCH = 4096 };
	value args[MOST_OPERANDS];
	struct algebra_failure why = {0};
	for (uint32_t i = 0; i < n->count; i++) {
		args[i] = expr_eval(e, n->kid[i]);
		if (args[i] != VALUE_NONE) args[i] = lazy_list(e, args[i], n->kid[i]->pos);
		if (args[i] == VALUE_NONE) return VALUE_NONE;
	}
	value v = algebra_apply(e->s, n->op, args, n->count, e->limit, &why);
	if (v == VALUE_NONE)
		eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, n->pos, "%s", why.why);
	else if (n->type && n->type->kind == TYPE_POW && value_count(e->s, v) > MUCH)
		eval_look_at_clock(e);
	return v;
}

/* Sets without operands are one lazy value each, so that NATURAL = NATURAL is seen at once. */
static value basic_set(struct eval *e, const struct node *n)
{
	if (!e->basic[n->op]) e->basic[n->op] = n;
	return value_lazy(e->s, e->basic[n->op], NULL, NULL, 0);
}

value operator_lazy(struct eval *e, const struct node *n)
{
	if (n->count == 0) return basic_set(e, n);
	return member_is_defined(e, n) ? lazy_of(e, n) : VALUE_NONE;
}

/* Those of no elements are known: what is said of all of them is said of one, or of none. */
value operator_sequences(struct eval *e, const struct node *n)
{
	struct algebra_failure why = {0};
	value items = expr_eval(e, n->kid[0]);
	if (items == VALUE_NONE) return items;
	if (items != value_empty(e->s)) return lazy_of(e, n);
	return algebra_apply(e->s, n->op, &items, 1, e->limit, &why);
}

/* Of closure and iterate, the identity part is that of the type. (Where it is infinite, the type checker has added it.) */
/* The identity on the values of a type; VALUE_NONE without a failure if they are infinitely many. */
static value type_identity(struct eval *e, const struct type *t, struct pos pos)
{
	struct algebra_failure why = {0};
	if (finite_type(t) != CARD_SOME) return VALUE_NONE;
	value carrier = plan_type_values(e, t, pos);
	if (carrier == VALUE_NONE) return VALUE_NONE;
	value identity = algebra_apply(e->s, OP_IDENTITY, &carrier, 1, e->limit, &why);
	return identity == VALUE_NONE ? eval_fail(e, EVAL_LIMIT, pos, "%s", why.why) : identity;
}

value operator_closure(struct eval *e, const struct node *n)
{
	struct algebra_failure why = {0};
	value r = operator_value(e, n);
	if (r == VALUE_NONE) return VALUE_NONE;
	value identity = type_identity(e, n->type->a->a, n->pos);
	if (identity == VALUE_NONE) return e->has_failure ? VALUE_NONE : r;
	value v = algebra_apply(e->s, OP_UNION, (value[]){r, identity}, 2, e->limit, &why);
	return v == VALUE_NONE ? eval_fail(e, EVAL_LIMIT, n->pos, "%s", why.why) : v;
}

value operator_iterate(struct eval *e, const struct node *n)
{
	value times = expr_eval(e, n->kid[1]);
	if (times == VALUE_NONE) return VALUE_NONE;
	if (value_sign(e->s, times) < 0)
		return eval_fail(e, EVAL_UNDEFINED, n->pos, "iterate needs a natural number of times");
	if (value_sign(e->s, times) > 0) return operator_value(e, n);
	if (!member_is_defined(e, n->kid[0])) return VALUE_NONE;
	value identity = type_identity(e, n->type->a->a, n->pos);
	return identity != VALUE_NONE || e->has_failure ? identity : operator_value(e, n);
}

/* Sets that are not listed: infinite ones, very large ones, and those marked symbolic. Such a value
 * is an expression with the values that its free names had; names of constants are read when it
 * is used, so that a function can call itself. */
#include "eval/inside.h"

value lazy_of(struct eval *e, const struct node *n)
{
	enum { FEW = 32 };
	uint32_t count;
	const uint32_t *free_slots = prepare_free(e, n, &count);
	value few[FEW], *values = count <= FEW ? few : ARENA_ARRAY(&e->arena, count, value);
	for (uint32_t i = 0; i < count; i++) values[i] = e->slots[free_slots[i]];
	return value_lazy(e->s, n, note_of(e, n)->free_names, values, count);
}

/* The slots of the names bound inside are saved too: the same expression may be in evaluation
 * further out, when a function calls itself. */
void lazy_enter(struct eval *e, value lazy, struct lazy_frame *f)
{
	uint32_t count;
	const struct node *n = value_lazy_node(e->s, lazy);
	f->slots = prepare_free(e, n, &count);
	const struct note *note = note_of(e, n);
	uint32_t inside = note->slots_to - note->slots_from;
	f->node = n;
	f->count = count;
	f->saved = memory_raw((count + inside + 1) * sizeof *f->saved);
	uint32_t given;
	const value *values = value_lazy_free(e->s, lazy, &given);
	for (uint32_t i = 0; i < count; i++) {
		f->saved[i] = e->slots[f->slots[i]];
		e->slots[f->slots[i]] = values[i];
	}
	memcpy(f->saved + count, e->slots + note->slots_from, inside * sizeof *f->saved);
	e->calls++;
}

void lazy_leave(struct eval *e, struct lazy_frame *f)
{
	const struct note *note = note_of(e, f->node);
	uint32_t inside = note->slots_to - note->slots_from;
	if (--e->calls == 0) call_forget(e);
	memcpy(e->slots + note->slots_from, f->saved + f->count, inside * sizeof *f->saved);
	for (uint32_t i = f->count; i > 0; i--) e->slots[f->slots[i - 1]] = f->saved[i - 1];
	free(f->saved);
}

/* How the sets inside of a value are listed. */
struct lazy_listing {
	struct eval *e;
	bool keeps_others; /* what cannot be listed stays as it is; else there is no value */
};

static value list_lazy(const struct lazy_listing *l, value set)
{
	struct lazy_frame f;
	if (l->keeps_others && lazy_is_infinite(l->e, set)) return set;
	lazy_enter(l->e, set, &f);
	value v = expr_list(l->e, f.node);
	lazy_leave(l->e, &f);
	bool is_limit = v == VALUE_NONE && l->e->has_failure && l->e->failure.kind == EVAL_LIMIT;
	if (is_limit) v = spans_list(l->e, set);
	if (v != VALUE_NONE || !l->keeps_others) return v;
	l->e->has_failure = false;
	return set;
}

static value list_inside(const struct lazy_listing *l, value v);

static value list_elements(const struct lazy_listing *l, value set)
{
	struct value_list items = {0};
	uint64_t count = value_count(l->e->s, set);
	value v = VALUE_NONE;
	uint64_t i = 0;
	for (; i < count; i++) {
		value x = list_inside(l, value_at(l->e->s, set, i));
		if (x == VALUE_NONE) break;
		VEC_PUSH(&items.list, x);
	}
	if (i == count) v = value_set(l->e->s, items.list.at, items.list.count);
	VEC_CLEAR(&items.list);
	return v;
}

static value list_inside(const struct lazy_listing *l, value v)
{
	struct values *s = l->e->s;
	if (!value_has_lazy(s, v)) return v;
	switch (value_kind(s, v)) {
	case VALUE_PAIR: {
		value a = list_inside(l, value_first(s, v));
		if (a == VALUE_NONE) return a;
		value b = list_inside(l, value_second(s, v));
		return b == VALUE_NONE ? b : value_pair(s, a, b);
	}
	case VALUE_LAZY: return list_lazy(l, v);
	case VALUE_SET: return list_elements(l, v);
	default: return v;
	}
}

value lazy_list(struct eval *e, value v, struct pos pos)
{
	struct lazy_listing l = {.e = e};
	value listed = list_inside(&l, v);
	if (listed == VALUE_NONE && !e->has_failure)
		eval_fail(e, EVAL_LIMIT, pos, "this set cannot be listed");
	return listed;
}

value eval_list_inside(struct eval *e, value v)
{
	struct lazy_listing l = {.e = e, .keeps_others = true};
	return value_kind(e->s, v) == VALUE_LAZY ? v : list_inside(&l, v);
}

/* ---- membership and comparison ----------------------------------------------------------------- */

enum truth lazy_in(struct eval *e, value v, value set, struct pos pos)
{
	if (value_kind(e->s, set) == VALUE_LAZY) {
		struct lazy_frame f;
		lazy_enter(e, set, &f);
		enum truth t = member_in(e, v, f.node);
		lazy_leave(e, &f);
		return t;
	}
	if (!value_has_lazy(e->s, v) && !value_has_lazy(e->s, set)) return value_in(e->s, set, v);
	uint64_t count = value_count(e->s, set);
	for (uint64_t i = 0; i < count; i++) {
		enum truth t = lazy_equal(e, v, value_at(e->s, set, i), pos);
		if (t != EVAL_FALSE) return t;
	}
	return EVAL_FALSE;
}

/* INTEGER contains NATURAL contains NATURAL1 */
static int width(enum op op)
{
	return op == OP_INTEGER_SET ? 3 : op == OP_NATURAL_SET ? 2 : op == OP_NATURAL1_SET ? 1 : 0;
}

static int lazy_width(struct eval *e, value v)
{
	return value_kind(e->s, v) == VALUE_LAZY ? width(value_lazy_node(e->s, v)->op) : 0;
}

bool lazy_is_infinite(struct eval *e, value v)
{
	if (value_kind(e->s, v) != VALUE_LAZY) return false;
	return finite_is_infinite(value_lazy_node(e->s, v)) || spans_are_infinite(e, v);
}

bool lazy_is_large(struct eval *e, value v)
{
	struct lazy_frame f;
	if (value_kind(e->s, v) != VALUE_LAZY) return false;
	if (!op_is(value_lazy_node(e->s, v)->op, FACT_POWERS | FACT_ARROWS)) return false;
	bool is_finite = true, has_failed = e->has_failure;
	lazy_enter(e, v, &f);
	for (uint32_t i = 0; i < f.node->count && is_finite; i++) {
		value side = expr_eval(e, f.node->kid[i]);
		is_finite = side != VALUE_NONE && value_kind(e->s, side) != VALUE_LAZY;
	}
	lazy_leave(e, &f);
	e->has_failure = has_failed;
	return is_finite;
}

/* Is the set all values of its type, by the way it is written? */
bool eval_is_whole_type(const struct node *n)
{
	switch (n->op) {
	case OP_INTEGER_SET:
	case OP_STRING_SET:
	case OP_BOOL_SET:
	case OP_REAL_SET: return true;
	case OP_ID: /* a set that VALUES gives an interval is not a type of its own */
		return n->decl && n->type->kind == TYPE_POW && n->type->a->kind == TYPE_GIVEN &&
		       n->type->a->decl == n->decl;
	case OP_POW: return eval_is_whole_type(n->kid[0]);
	case OP_PRODUCT:
	case OP_RELATIONS: return eval_is_whole_type(n->kid[0]) && eval_is_whole_type(n->kid[1]);
	default: return false;
	}
}

/* May it be undefined whether something is in the set? */
static bool is_doubtful(struct eval *e, value set)
{
	return value_kind(e->s, set) == VALUE_LAZY && plan_is_doubtful(e, value_lazy_node(e->s, set));
}

static bool operand_of(struct eval *e, value set, uint32_t i, value *out)
{
	struct lazy_frame f;
	lazy_enter(e, set, &f);
	*out = expr_eval(e, f.node->kid[i]);
	lazy_leave(e, &f);
	return *out != VALUE_NONE;
}

/* A * B <: C * D, POW(A) <: POW(B): true if it is of all operands. */
static bool has_larger_operands(struct eval *e, value a, value b, struct pos pos)
{
	bool are_lazy = value_kind(e->s, a) == VALUE_LAZY && value_kind(e->s, b) == VALUE_LAZY;
	const struct node *n = are_lazy ? value_lazy_node(e->s, a) : NULL;
	if (e->has_failure || !n || n->op != value_lazy_node(e->s, b)->op ||
	    !op_is(n->op, FACT_MONOTONE))
		return false;
	bool ok = true;
	for (uint32_t i = 0; i < n->count && ok; i++) {
		value x, y;
		ok = operand_of(e, a, i, &x) && operand_of(e, b, i, &y) &&
		     lazy_subset(e, x, y, pos) == EVAL_TRUE;
	}
	e->has_failure = false; /* others may know more */
	return ok;
}

/* {x | x : S & P} <: b: true if S <: b. */
static bool is_drawn_from(struct eval *e, value a, value b, struct pos pos)
{
	const struct node *n = value_kind(e->s, a) == VALUE_LAZY ? value_lazy_node(e->s, a) : NULL;
	if (e->has_failure || !n || n->op != OP_COMPREHENSION || n->count != 2) return false;
	if (n->kid[0]->count != 1 || (plan_is_doubtful(e, n) && plan_is_finite(plan_of(e, n))))
		return false;
	const struct decl *x = n->kid[0]->kid[0]->decl;
	bool is_part = false;
	struct lazy_frame f;
	lazy_enter(e, a, &f);
	EACH_CONJUNCT(c, n->kid[1]) {
		bool draws = c.now->op == OP_MEMBER && c.now->kid[0]->op == OP_ID &&
		             c.now->kid[0]->decl == x && !node_mentions(c.now->kid[1], x);
		value s = draws && !is_part ? expr_eval(e, c.now->kid[1]) : VALUE_NONE;
		if (s != VALUE_NONE) is_part = lazy_subset(e, s, b, pos) == EVAL_TRUE;
		e->has_failure = false; /* others may know more */
	}
	lazy_leave(e, &f);
	return is_part;
}

/* By how the sets are written; EVAL_FAILED, without a failure, where that does not tell. */
static enum truth subset_as_written(struct eval *e, value a, value b, struct pos pos)
{
	if (value_kind(e->s, b) == VALUE_LAZY && eval_is_whole_type(value_lazy_node(e->s, b)))
		return EVAL_TRUE;
	if (lazy_width(e, a) && lazy_width(e, b)) return lazy_width(e, a) <= lazy_width(e, b);
	if (lazy_width(e, a) && value_kind(e->s, b) != VALUE_LAZY) return EVAL_FALSE;
	int64_t low, high;
	if (value_interval_bounds(e->s, a, &low, &high) && lazy_width(e, b))
		return lazy_in(e, value_integer(e->s, low), b, pos);
	enum truth t = spans_subset(e, a, b);
	if (t != EVAL_FAILED) return t;
	return is_drawn_from(e, a, b, pos) || has_larger_operands(e, a, b, pos) ? EVAL_TRUE
	                                                                        : EVAL_FAILED;
}

/* Element by element; all are asked if b may be undefined for one. */
static enum truth subset_by_elements(struct eval *e, value a, value b, bool asks_all,
                                     struct pos pos)
{
	a = lazy_list(e, a, pos);
	if (a == VALUE_NONE) return EVAL_FAILED;
	uint64_t count = value_count(e->s, a);
	enum truth all = EVAL_TRUE;
	for (uint64_t i = 0; i < count; i++) {
		enum truth t = lazy_in(e, value_at(e->s, a, i), b, pos);
		if (t == EVAL_FALSE) all = t;
		if (t == EVAL_FAILED || (t == EVAL_FALSE && !asks_all)) return t;
		if (eval_interrupted(e, pos)) return EVAL_FAILED;
	}
	return all;
}

enum truth lazy_subset(struct eval *e, value a, value b, struct pos pos)
{
	if (a == b) return EVAL_TRUE;
	if (!value_has_lazy(e->s, a) && !value_has_lazy(e->s, b)) {
		value args[2] = {a, b};
		struct algebra_failure why = {0};
		return algebra_apply(e->s, OP_SUBSET, args, 2, e->limit, &why) == VALUE_TRUE;
	}
	enum truth t = subset_as_written(e, a, b, pos);
	if (t != EVAL_FAILED) return t;
	bool asks_all = is_doubtful(e, b) && !lazy_is_infinite(e, a);
	if (!asks_all && lazy_has_outside(e, a, b, pos)) return EVAL_FALSE;
	return subset_by_elements(e, a, b, asks_all, pos);
}

/* Two listed sets with unlisted parts. */
static enum truth equal_elements(struct eval *e, value a, value b, struct pos pos)
{
	for (int side = 0; side < 2; side++) {
		value from = side ? b : a, in = side ? a : b;
		uint64_t count = value_count(e->s, from);
		for (uint64_t i = 0; i < count; i++) {
			enum truth t = lazy_in(e, value_at(e->s, from, i), in, pos);
			if (t != EVAL_TRUE) return t;
		}
	}
	return EVAL_TRUE;
}

static enum truth equal_sets(struct eval *e, value a, value b, struct pos pos)
{
	bool lazy_a = value_kind(e->s, a) == VALUE_LAZY, lazy_b = value_kind(e->s, b) == VALUE_LAZY;
	if (lazy_width(e, a) && lazy_width(e, b)) return lazy_width(e, a) == lazy_width(e, b);
	if (!lazy_a && !lazy_b) return equal_elements(e, a, b, pos);
	enum truth t = spans_equal(e, a, b);
	if (t != EVAL_FAILED) return t;
	if (has_larger_operands(e, a, b, pos) && has_larger_operands(e, b, a, pos)) return EVAL_TRUE;
	/* an infinite set and a listed one */
	if ((!lazy_b && infinite_is_sure(e, a)) || (!lazy_a && infinite_is_sure(e, b)))
		return EVAL_FALSE;
	if (lazy_has_outside(e, a, b, pos) || lazy_has_outside(e, b, a, pos)) return EVAL_FALSE;
	a = lazy_list(e, a, pos);
	b = a == VALUE_NONE ? VALUE_NONE : lazy_list(e, b, pos);
	return b == VALUE_NONE ? EVAL_FAILED : a == b;
}

enum truth lazy_equal(struct eval *e, value a, value b, struct pos pos)
{
	if (a == b) return EVAL_TRUE;
	if (!value_has_lazy(e->s, a) && !value_has_lazy(e->s, b)) return EVAL_FALSE;
	enum value_kind kind = value_kind(e->s, a);
	if (kind == VALUE_PAIR) {
		enum truth t = lazy_equal(e, value_first(e->s, a), value_first(e->s, b), pos);
		if (t != EVAL_TRUE) return t;
		return lazy_equal(e, value_second(e->s, a), value_second(e->s, b), pos);
	}
	if (kind == VALUE_LAZY || kind == VALUE_SET || kind == VALUE_INTERVAL)
		return equal_sets(e, a, b, pos);
	return eval_fail_truth(e, EVAL_UNSUPPORTED, pos, "these values cannot be compared");
}

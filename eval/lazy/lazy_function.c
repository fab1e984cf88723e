/* Functions whose domain is plain as they are written: %x.(x : S | E), where E is always defined, and id(S). Their
 * size and which arrows they are in is known without their pairs, of which there may be millions. */
#include "eval/inside.h"

struct shape {
	value domain,
	    range;     /* range: a set of which the images are; VALUE_NONE: nothing is known of them */
	bool is_exact; /* they are all of it */
	bool is_injective; /* or that is not known */
};

static bool has_known_shape(const struct node *n)
{
	return n->op == OP_PRJ1 || n->op == OP_PRJ2 || n->op == OP_SUCC || n->op == OP_PRED;
}

bool lazy_function_has_shape(const struct node *n)
{
	return n->op == OP_LAMBDA || n->op == OP_IDENTITY || has_known_shape(n);
}

/* Of prj1(A, B) and prj2(A, B), succ and pred. */
static bool shape_of_known(struct eval *e, const struct node *n, struct shape *out)
{
	struct type *pairs = n->type; /* POW(domain * range) */
	struct arena *a = &e->arena;
	bool is_first = n->op == OP_PRJ1;
	if (n->op == OP_SUCC || n->op == OP_PRED) {
		struct type *integers = build_power_type(a, pairs->a->a);
		value all = expr_eval(e, build_leaf(a, OP_INTEGER_SET, n->pos, integers));
		*out = (struct shape){all, all, true, true};
		return true;
	}
	if (plan_is_doubtful(e, n)) return false;
	value to = expr_eval(e, n->kid[!is_first]), other = expr_eval(e, n->kid[is_first]);
	if (to == VALUE_NONE || other == VALUE_NONE) return false;
	struct type *of_pairs = build_power_type(a, pairs->a->a);
	value domain = expr_eval(e, build_typed(a, OP_PRODUCT, n->pos, of_pairs, n->kid[0], n->kid[1]));
	bool is_some = value_kind(e->s, other) == VALUE_LAZY ? lazy_is_infinite(e, other)
	                                                     : value_count(e->s, other) > 0;
	bool is_none = other == value_empty(e->s);
	*out = (struct shape){domain, is_none ? other : to, is_some || is_none, false};
	return domain != VALUE_NONE;
}

static bool shape_of(struct eval *e, const struct node *n, struct shape *out)
{
	const struct node *set = NULL;
	bool has_failure = e->has_failure;
	if (has_known_shape(n)) {
		bool ok = !has_failure && shape_of_known(e, n, out);
		e->has_failure = has_failure; /* it is evaluated again, as a whole */
		return ok;
	}
	if (n->op == OP_IDENTITY) set = n->kid[0];
	if (n->op == OP_LAMBDA && n->kid[0]->count == 1 && n->kid[1]->op == OP_MEMBER) {
		const struct decl *x = n->kid[0]->kid[0]->decl;
		const struct node *p = n->kid[1];
		bool is_plain = p->kid[0]->op == OP_ID && p->kid[0]->decl == x &&
		                !node_mentions(p->kid[1], x) && !plan_is_doubtful(e, n->kid[2]);
		if (is_plain) set = p->kid[1];
	}
	if (!set || has_failure) return false;
	value domain = expr_eval(e, set);
	bool is_identity = n->op == OP_IDENTITY;
	*out = (struct shape){domain, is_identity ? domain : VALUE_NONE, is_identity, is_identity};
	e->has_failure = has_failure; /* it is evaluated again, as a whole */
	return out->domain != VALUE_NONE;
}

/* ---- size and domain ----------------------------------------------------------------------------- */

value lazy_function_value(struct eval *e, const struct node *n)
{
	struct shape s;
	int64_t low, high;
	if (!shape_of(e, n->kid[0], &s)) return VALUE_NONE;
	if (n->op == OP_DOM) return s.domain;
	if (value_kind(e->s, s.domain) == VALUE_LAZY) return VALUE_NONE;
	bool is_sequence = value_interval_bounds(e->s, s.domain, &low, &high) && low == 1;
	if (n->op == OP_SIZE && !is_sequence) return VALUE_NONE;
	struct algebra_failure why = {0};
	return algebra_apply(e->s, OP_CARD, &s.domain, 1, e->limit, &why);
}

/* ---- arrows -------------------------------------------------------------------------------------- */

static enum truth both(enum truth a, enum truth b)
{
	if (a == EVAL_FALSE || b == EVAL_FALSE) return EVAL_FALSE;
	return a == EVAL_TRUE && b == EVAL_TRUE ? EVAL_TRUE : EVAL_FAILED;
}

static enum truth is_side(struct eval *e, value side, const struct node *set, bool is_all)
{
	value v = expr_eval(e, set);
	if (v == VALUE_NONE) return EVAL_FAILED;
	return is_all ? lazy_equal(e, side, v, set->pos) : lazy_subset(e, side, v, set->pos);
}

/* Its images are in the set, or all of it. */
static enum truth has_range(struct eval *e, const struct shape *s, const struct node *set,
                            bool is_all)
{
	if (s->range != VALUE_NONE) {
		enum truth t = is_side(e, s->range, set, is_all);
		return s->is_exact || (t == EVAL_TRUE && !is_all) ? t : EVAL_FAILED;
	}
	return !is_all && eval_is_whole_type(set) ? EVAL_TRUE : EVAL_FAILED;
}

static enum truth in_arrow(struct eval *e, const struct shape *s, const struct node *set)
{
	unsigned arrow = op_info(set->op)->facts;
	enum truth t = is_side(e, s->domain, set->kid[0], arrow & FACT_TOTAL);
	t = both(t, has_range(e, s, set->kid[1], arrow & FACT_SURJECTIVE));
	return arrow & FACT_INJECTIVE && !s->is_injective ? both(t, EVAL_FAILED) : t;
}

static enum truth in_sequences(struct eval *e, const struct shape *s, const struct node *set)
{
	int64_t low, high;
	if (value_kind(e->s, s->domain) == VALUE_LAZY) return EVAL_FAILED;
	bool is_empty = s->domain == value_empty(e->s);
	bool is_interval = value_interval_bounds(e->s, s->domain, &low, &high);
	if (!is_empty && !is_interval && value_count(e->s, s->domain) <= 2) return EVAL_FAILED;
	enum truth t = is_empty ? set->op == OP_SEQ || set->op == OP_ISEQ || set->op == OP_PERM
	                        : is_interval && low == 1;
	t = both(t, has_range(e, s, set->kid[0], set->op == OP_PERM));
	bool is_injective = set->op != OP_SEQ && set->op != OP_SEQ1;
	return is_injective && !s->is_injective ? both(t, EVAL_FAILED) : t;
}

enum truth lazy_function_member(struct eval *e, const struct node *x, const struct node *set)
{
	struct shape s;
	bool is_arrow = op_is(set->op, FACT_ARROWS);
	bool is_sequences = op_is(set->op, FACT_SEQUENCES);
	if ((!is_arrow && !is_sequences) || !shape_of(e, x, &s)) return EVAL_FAILED;
	if (member_is_defined(e, set) && !e->has_failure) {
		enum truth t = is_arrow ? in_arrow(e, &s, set) : in_sequences(e, &s, set);
		e->has_failure = false;
		return t;
	}
	e->has_failure = false; /* it is evaluated again, as a whole */
	return EVAL_FAILED;
}

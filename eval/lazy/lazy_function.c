/* Functions whose domain is plain as they are written: %x.(x : S | E), where E is always defined, and id(S). Their
 * size and which arrows they are in is known without their pairs, of which there may be millions. */
#include "eval/inside.h"

struct shape {
	value domain;
	bool is_identity; /* else nothing is known of the images */
};

static bool shape_of(struct eval *e, const struct node *n, struct shape *out)
{
	const struct node *set = NULL;
	bool has_failure = e->has_failure;
	if (n->op == OP_IDENTITY) set = n->kid[0];
	if (n->op == OP_LAMBDA && n->kid[0]->count == 1 && n->kid[1]->op == OP_MEMBER) {
		const struct decl *x = n->kid[0]->kid[0]->decl;
		const struct node *p = n->kid[1];
		bool is_plain = p->kid[0]->op == OP_ID && p->kid[0]->decl == x &&
		                !node_mentions(p->kid[1], x) && !plan_is_doubtful(e, n->kid[2]);
		if (is_plain) set = p->kid[1];
	}
	if (!set || has_failure) return false;
	*out = (struct shape){expr_eval(e, set), n->op == OP_IDENTITY};
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
	return value_integer(e->s, (int64_t)value_count(e->s, s.domain));
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
	if (s->is_identity) return is_side(e, s->domain, set, is_all);
	return !is_all && eval_is_whole_type(set) ? EVAL_TRUE : EVAL_FAILED;
}

static enum truth in_arrow(struct eval *e, const struct shape *s, const struct node *set)
{
	unsigned arrow = op_info(set->op)->facts;
	enum truth t = is_side(e, s->domain, set->kid[0], arrow & FACT_TOTAL);
	t = both(t, has_range(e, s, set->kid[1], arrow & FACT_SURJECTIVE));
	return arrow & FACT_INJECTIVE && !s->is_identity ? both(t, EVAL_FAILED) : t;
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
	return is_injective && !s->is_identity ? both(t, EVAL_FAILED) : t;
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

/* Conditions and values that a substitution depends on. Where integers without bounds were drawn from
 * MININT..MAXINT to find them, all integers might give others (certain.c): then there is no outcome that one
 * could believe, and the execution ends with a limit. Values that are chosen (ANY, ::) may be drawn from
 * there: what is found is right, it is only not all. */
#include "eval/subst/subst.h"

/* With all integers, once it is known that some were left out. */
static enum truth decide(struct eval *e, const struct node *n)
{
	bool was_cut = e->was_cut, is_sure;
	enum truth t = eval_predicate_certain(e, n, &is_sure);
	if (t == EVAL_FAILED || is_sure) {
		if (is_sure) e->was_cut = was_cut;
		return t;
	}
	bool is_true = t == EVAL_TRUE;
	return eval_fail_truth(e, EVAL_LIMIT, node_start(n),
	                       "this is %s with integers from MININT..MAXINT, and perhaps %s with all "
	                       "(--int LO..HI changes it)",
	                       is_true ? "true" : "false", is_true ? "false" : "true");
}

enum truth subst_condition(struct eval *e, const struct node *n)
{
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = predicate_eval(e, n);
	bool is_cut = e->was_cut;
	e->was_cut = was_cut;
	return is_cut ? decide(e, n) : t;
}

value subst_unsure(struct eval *e, const struct node *n)
{
	return eval_fail(e, EVAL_LIMIT, node_start(n),
	                 "this has perhaps another value with integers that are not from "
	                 "MININT..MAXINT (--int LO..HI changes it)");
}

static value bool_value(struct eval *e, const struct node *n)
{
	enum truth t = subst_condition(e, n->kid[0]);
	return t == EVAL_FAILED ? VALUE_NONE : value_bool(t == EVAL_TRUE);
}

static value branch_value(struct eval *e, const struct node *n)
{
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum truth t = subst_condition(e, n->kid[i]);
		if (t == EVAL_FAILED) return VALUE_NONE;
		if (t == EVAL_TRUE) return subst_value(e, n->kid[i + 1]);
	}
	return subst_value(e, n->kid[i]);
}

value subst_value(struct eval *e, const struct node *n)
{
	bool was_cut = e->was_cut;
	e->was_cut = false;
	value v = expr_eval(e, n);
	bool is_cut = e->was_cut;
	e->was_cut |= was_cut;
	if (!is_cut || v == VALUE_NONE) return v;
	if (n->op != OP_BOOL && n->op != OP_IF) return subst_unsure(e, n);
	e->was_cut = was_cut;
	return n->op == OP_IF ? branch_value(e, n) : bool_value(e, n);
}

/* The condition held where names were drawn from a part of the integers: does it hold with all? False if
 * this choice is not possible; *more if the others may be. */
bool subst_still_holds(struct execution *x, const struct node *condition, bool *more)
{
	*more = true;
	if (!x->e->was_cut) return true;
	enum truth t = subst_condition(x->e, condition);
	if (t == EVAL_FAILED && !eval_forgive(x->e)) *more = subst_failed(x);
	return t == EVAL_TRUE;
}

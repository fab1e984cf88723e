/* What is had from eval/. */
#include "bounds/range.h"

enum { STEPS = 10000 }; /* of an evaluation */

static int64_t constant(struct ranges *x, enum op op)
{
	struct node *n = node_new(&x->arena, op, (struct pos){0}, 0);
	n->type = ARENA_NEW(&x->arena, struct type);
	n->type->kind = TYPE_INTEGER;
	return value_to_integer(x->values, eval_expression(x->eval, n));
}

void range_eval_open(struct ranges *x, struct eval *e)
{
	x->eval = e;
	eval_init_arena(e, &x->arena);
	x->values = eval_values(e);
	x->minint = constant(x, OP_MININT);
	x->maxint = constant(x, OP_MAXINT);
}

/* Given sets are listed from the beginning. */
uint64_t range_given_count(const struct ranges *x, const struct decl *set)
{
	value v = x->eval ? eval_get(x->eval, set) : VALUE_NONE;
	bool is_listed = v != VALUE_NONE && value_kind(x->values, v) == VALUE_SET;
	return is_listed ? value_count(x->values, v) : COUNT_MANY;
}

value range_value_of(const struct ranges *x, const struct decl *d) { return eval_get(x->eval, d); }

/* Where integers are drawn from MININT..MAXINT only, the value is not the right one. Binders alone
 * do that. A mark that is there already cannot be told from a new one. */
value range_evaluate(struct ranges *x, const struct node *n, bool has_binder)
{
	if (has_binder && eval_was_cut(x->eval)) return VALUE_NONE;
	struct eval_steps steps;
	eval_lend_steps(x->eval, STEPS, &steps);
	value v = eval_expression(x->eval, n);
	eval_return_steps(x->eval, &steps);
	if (!has_binder || !eval_was_cut(x->eval)) return v;
	eval_clear_cut(x->eval);
	return VALUE_NONE;
}

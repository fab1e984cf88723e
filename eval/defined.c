/* What can be undefined, by the way it is written, and whether it is (docs/LANGUAGE.md, definedness). */
#include "eval/inside.h"

bool eval_may_lack_value(const struct node *n)
{
	if (n->op == OP_CARD) return finite_is_infinite(n->kid[0]);
	return op_is(n->op, FACT_PARTIAL);
}

bool eval_may_be_undefined(const struct node *n)
{
	if (eval_may_lack_value(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (eval_may_be_undefined(n->kid[i])) return true;
	return false;
}

bool plan_is_doubtful(struct eval *e, const struct node *n)
{
	if (n->count == 0) return op_is(n->op, FACT_PARTIAL);
	struct note *note = prepare_note(e, n);
	if (note->doubt == DOUBT_UNKNOWN) note->doubt = eval_may_be_undefined(n) ? DOUBT_YES : DOUBT_NO;
	return note->doubt == DOUBT_YES;
}

/* Has it a set {x | P} or %x.(P | E) that may be undefined for some x? */
static bool has_doubtful_binder(const struct node *n)
{
	bool is_domain = n->op == OP_DOM && n->kid[0]->op == OP_LAMBDA;
	if (n->op == OP_COMPREHENSION || n->op == OP_LAMBDA || is_domain)
		return eval_may_be_undefined(n);
	for (uint32_t i = 0; op_is(n->op, FACT_ENTIRE) && i < n->count; i++)
		if (has_doubtful_binder(n->kid[i])) return true;
	return false;
}

bool eval_asks_whole_set(const struct node *n)
{
	return op_is(n->op, FACT_ENTIRE) && has_doubtful_binder(n);
}

bool member_asks_whole_set(struct eval *e, const struct node *n)
{
	if (n->count == 0 || !plan_is_doubtful(e, n)) return false;
	struct note *note = prepare_note(e, n);
	if (note->asks == DOUBT_UNKNOWN) note->asks = eval_asks_whole_set(n) ? DOUBT_YES : DOUBT_NO;
	return note->asks == DOUBT_YES;
}

/* A \ {y | P} asks for the elements of A, where {y | P} is infinite, which is not asked as a whole (rule 5). */
bool eval_asks_operands(const struct node *n)
{
	return op_is(n->op, FACT_ENTIRE) && !(op_is(n->op, FACT_ASKING) && has_doubtful_binder(n));
}

bool member_is_defined(struct eval *e, const struct node *n)
{
	if (!plan_is_doubtful(e, n)) return true;
	if (!eval_asks_operands(n)) return expr_eval(e, n) != VALUE_NONE;
	for (uint32_t i = 0; i < n->count; i++)
		if (!member_is_defined(e, n->kid[i])) return false;
	return true;
}

/* ---- names without values -------------------------------------------------------------------------- */

const struct node *eval_weaker(struct arena *a, const struct node *n,
                               bool (*is_open)(const void *data, const struct node *n),
                               const void *data)
{
	if (!is_open(data, n)) return n;
	if (n->op != OP_AND && n->op != OP_EXISTS) return NULL;
	struct node *weaker = node_new(a, n->op, n->pos, n->count);
	weaker->count = 0;
	if (n->op == OP_EXISTS) weaker->kid[weaker->count++] = n->kid[0];
	for (uint32_t i = weaker->count; i < n->count; i++) {
		const struct node *part = eval_weaker(a, n->kid[i], is_open, data);
		if (part) weaker->kid[weaker->count++] = part;
	}
	return weaker->count > (n->op == OP_EXISTS) ? weaker : NULL;
}

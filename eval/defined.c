/* Whether a set is defined, and whether it may be undefined (logic/defined.c), which is found out once. */
#include "eval/inside.h"

bool plan_is_doubtful(struct eval *e, const struct node *n)
{
	if (n->count == 0) return op_is(n->op, FACT_PARTIAL);
	struct note *note = prepare_note(e, n);
	if (note->doubt == DOUBT_UNKNOWN) note->doubt = defined_may_fail(n) ? DOUBT_YES : DOUBT_NO;
	return note->doubt == DOUBT_YES;
}

bool member_asks_whole_set(struct eval *e, const struct node *n)
{
	if (n->count == 0 || !plan_is_doubtful(e, n)) return false;
	struct note *note = prepare_note(e, n);
	if (note->asks == DOUBT_UNKNOWN) note->asks = defined_asks_whole_set(n) ? DOUBT_YES : DOUBT_NO;
	return note->asks == DOUBT_YES;
}

bool member_is_defined(struct eval *e, const struct node *n)
{
	if (!plan_is_doubtful(e, n)) return true;
	if (!defined_asks_operands(n)) return expr_eval(e, n) != VALUE_NONE;
	for (uint32_t i = 0; i < n->count; i++)
		if (!member_is_defined(e, n->kid[i])) return false;
	return true;
}

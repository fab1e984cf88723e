/* Questions, and the values that answer them. */
#include "search/question.h"

const struct node *question_undefined(const struct question *q)
{
	return q->violation ? q->violation->undefined : NULL;
}

const struct violation *question_body(const struct question *q)
{
	return q->violation && q->violation->body ? q->violation : NULL;
}

struct bounds_use question_uses(const struct question *q)
{
	struct bounds_use use = {0};
	const struct violation *w = q->violation;
	for (uint32_t i = 0; i < q->conjunct_count; i++)
		bounds_use_of(q->universe, q->conjuncts[i], &use);
	if (!w) return use;
	bounds_use_of(q->universe, w->undefined, &use);
	bounds_use_of(q->universe, w->body, &use);
	for (uint32_t i = 0; w->body && i < w->count; i++)
		bounds_use_of(q->universe, w->goals[i], &use);
	return use;
}

value valuation_get(const struct valuation *v, const struct decl *d)
{
	for (uint32_t i = 0; i < v->count; i++)
		if (v->names[i] == d) return v->values[i];
	return VALUE_NONE;
}

void valuation_apply(const struct valuation *v, struct eval *e)
{
	for (uint32_t i = 0; i < v->count; i++) eval_set(e, v->names[i], v->values[i]);
}

struct valuation valuation_copy(struct arena *a, const struct valuation *v)
{
	struct decl **names = ARENA_ARRAY(a, v->count + 1, struct decl *);
	value *values = ARENA_ARRAY(a, v->count + 1, value);
	for (uint32_t i = 0; i < v->count; i++) {
		names[i] = v->names[i];
		values[i] = v->values[i];
	}
	return (struct valuation){names, values, v->count};
}

/* Tactic: without the conjuncts that have no unknowns and are true. One of them, #x.(P) say, may be why there is no
 * solution within bounds. */
#include "search/decide.h"
#include "search/portfolio.h"

bool drop_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	for (uint32_t i = 0; i < q->conjunct_count; i++)
		if (decide_is_closed(q, q->conjuncts[i])) return true;
	return false;
}

static bool is_dropped(const struct search *s, const struct node *n)
{
	for (uint32_t i = 0; i < s->closed.count; i++)
		if (s->closed.at[i] == n) return true;
	return false;
}

/* Those that a witness shows to be true. */
static void find_true(struct search *s)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *n = s->question.conjuncts[i];
		if (is_dropped(s, n) || !decide_is_closed(&s->question, n)) continue;
		if (decide_has_witness(s, n)) VEC_PUSH(&s->closed, n);
	}
}

enum search_answer drop_run(struct search *s)
{
	struct conjunct_list left = {0};
	find_true(s);
	if (!s->closed.count) return SEARCH_OPEN;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++)
		if (!is_dropped(s, s->question.conjuncts[i])) VEC_PUSH(&left, s->question.conjuncts[i]);
	struct question q = s->question;
	q.conjuncts = left.at;
	q.conjunct_count = left.count;
	enum search_answer a = wider_encode(s, nested_copy(s, &q), &(struct encode_options){0});
	VEC_CLEAR(&left);
	return a;
}

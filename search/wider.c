/* Tactic: there is no solution among the candidates; integers further away from zero become candidates. */
#include "search/portfolio.h"

bool wider_applies(const struct question *q, const struct facts *f)
{
	(void)q;
	(void)f;
	return true;
}

enum search_answer wider_encode(struct search *s, struct search *copy,
                                const struct encode_options *how)
{
	encoding_make(copy, how);
	enum search_answer a = encoding_solve(copy);
	s->completeness.is_proved |= a == SEARCH_NONE && copy->completeness.is_proved;
	if (a == SEARCH_FOUND) nested_adopt(s, copy);
	else search_close(copy);
	return a == SEARCH_NONE && !s->completeness.is_proved ? SEARCH_OPEN : a;
}

enum search_answer wider_run(struct search *s)
{
	static const int64_t reach[][2] = {{-4, 12}, {-40, 60}, {-5000, 20000}};
	uint64_t all = s->budget.slice;
	enum search_answer a = SEARCH_OPEN;
	for (uint32_t i = 0; i < 3 && a == SEARCH_OPEN && !budget_is_over(&s->budget); i++) {
		search_give(s, i == 0 ? all / 2 : all / 4); /* most that is found is near */
		struct encode_options how = {
		    .has_reach = true, .reach_low = reach[i][0], .reach_high = reach[i][1]};
		a = wider_encode(s, nested_copy(s, &s->question), &how);
	}
	return a;
}

/* Tactic: atoms are propositions. Where the connectives alone contradict each other, nothing else matters. */
#include "search/portfolio.h"

bool abstract_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	return q->conjunct_count > 0;
}

enum search_answer abstract_run(struct search *s)
{
	bool is_none = relax_refutes(s, &s->question, true, budget_left(&s->budget));
	return is_none ? SEARCH_NONE : SEARCH_OPEN;
}

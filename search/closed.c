/* Tactic: a conjunct without unknowns is false. */
#include "search/decide.h"
#include "search/portfolio.h"

bool closed_applies(const struct question *q, const struct facts *f) { return drop_applies(q, f); }

enum search_answer closed_run(struct search *s)
{
	return decide_has_false(s) ? SEARCH_NONE : SEARCH_OPEN;
}

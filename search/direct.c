/* Tactic: all conjuncts as one formula for the SAT solver (Jackson, 2006: small scope). Its "none" may hold within bounds
 * only, which is what other tactics start from. */
#include "search/portfolio.h"

bool direct_applies(const struct question *q, const struct facts *f)
{
	(void)q;
	(void)f;
	return true;
}

/* An encoding that a slice has ended is made anew; a solver goes on. */
enum search_answer direct_run(struct search *s)
{
	if (!search_is_encoded(s)) encoding_make(s, &s->encoding.how);
	else if (s->phase == PHASE_STUCK) s->phase = PHASE_READY;
	return encoding_solve(s);
}

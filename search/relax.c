/* Tactics: a relaxed encoding, in which predicates over unknowns outside of the bounds are left open. Every solution
 * satisfies it, so if it is unsatisfiable, there is none whatever the bounds. */
#include "search/portfolio.h"
#include "search/simplify/simplify.h"

bool relax_refutes(struct search *s, const struct question *q, bool is_abstract, uint64_t effort)
{
	struct search *t = nested_open(s, q, effort, s->nesting);
	encoding_make(t, &(struct encode_options){.relaxes = true, .is_abstract = is_abstract});
	bool is_none = encoding_refutes(t);
	search_close(t);
	return is_none;
}

/* That a formula is not undefined is worth relaxing only once there is an encoding that decides within bounds. */
bool relax_applies(const struct question *q, const struct facts *f)
{
	return !question_undefined(q) || f->nesting != NESTING_TOP || f->is_bounded;
}

enum search_answer relax_run(struct search *s)
{
	struct search *t = nested_copy(s, &s->question);
	encoding_make(t, &(struct encode_options){.relaxes = true});
	bool is_none = encoding_refutes(t);
	if (is_none) nested_adopt(s, t);
	else search_close(t);
	return is_none ? SEARCH_NONE : SEARCH_OPEN;
}

bool relax_simple_applies(const struct question *q, const struct facts *f)
{
	(void)f;
	return q->conjunct_count > 0;
}

enum search_answer relax_simple_run(struct search *s)
{
	if (!simplify_conjuncts(s)) return SEARCH_OPEN;
	struct question q = nested_question(s, s->simplified.list.at, s->simplified.list.count);
	if (!relax_refutes(s, &q, false, budget_left(&s->budget))) return SEARCH_OPEN;
	s->completeness.elsewhere = "of simplified conjuncts";
	return SEARCH_NONE;
}

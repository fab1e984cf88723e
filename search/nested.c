/* Questions within questions: parts, copies, and one conjunct more. */
#include "search/portfolio.h"

struct question nested_question(const struct search *s, const struct node *const *conjuncts,
                                uint32_t count)
{
	struct question q = s->question;
	q.conjuncts = conjuncts;
	q.conjunct_count = count;
	q.violation = NULL;
	return q;
}

enum nesting nested_in(const struct search *s)
{
	if (s->nesting < NESTING_PART) return NESTING_PART;
	return s->nesting < NESTING_COUNTEREXAMPLE ? s->nesting + 1 : s->nesting;
}

struct search *nested_open(struct search *s, const struct question *q, uint64_t effort,
                           enum nesting nesting)
{
	struct search_options o = s->options;
	struct question asked = *q;
	o.tactics = 0;
	if (asked.reach == REACH_ANY) asked.reach = s->question.reach;
	struct search *t = search_new(s->eval, s->project, &asked, &o, nesting);
	t->budget = budget_part(&s->budget, effort);
	return t;
}

struct search *nested_copy(struct search *s, const struct question *q)
{
	struct search *t = search_new(s->eval, s->project, q, &s->options, s->nesting);
	t->budget = s->budget;
	t->budget.end = s->budget.slice_end;
	budget_give(&t->budget, budget_left(&s->budget));
	return t;
}

void nested_adopt(struct search *s, struct search *copy)
{
	encoding_forget(s);
	VEC_CLEAR(&s->encoding.asserted);
	VEC_CLEAR(&s->encoding.lex);
	s->encoding = copy->encoding;
	s->phase = copy->phase;
	copy->encoding = (struct encoding){0};
	copy->phase = PHASE_NEW;
	if (copy->solution) {
		s->solution = ARENA_ARRAY(&s->arena, s->question.count + 1, value);
		memcpy(s->solution, copy->solution, s->question.count * sizeof *s->solution);
	}
	s->stats.encode_seconds += copy->stats.encode_seconds;
	s->stats.solve_seconds += copy->stats.solve_seconds;
	s->stats.confirm_seconds += copy->stats.confirm_seconds;
	copy->adopted = s->adopted;
	s->adopted = copy;
}

bool nested_add(struct search *s, const struct node *n, uint64_t effort)
{
	lit l;
	bool is_direct = s->progress.by == TACTIC_direct;
	if (s->phase != PHASE_READY || !is_direct || s->encoding.has_symmetry || !s->encoding.encoder)
		return false;
	s->encoding.to_break = SYMMETRY_DONE; /* what is alike in the question is not in the instance */
	s->budget.end = eval_effort(s->eval) + effort;
	search_give(s, effort);
	double before = eval_lend_time(s->eval, budget_deadline(&s->budget));
	bool ok = encode_predicate(s->encoding.encoder, n, &l);
	eval_return_time(s->eval, before);
	if (!ok) return false;
	VEC_PUSH(&s->conjuncts, n);
	s->question.conjuncts = s->conjuncts.at;
	s->question.conjunct_count = s->conjuncts.count;
	VEC_PUSH(&s->encoding.asserted, l);
	cnf_assert(s->encoding.cnf, l);
	if (l == LIT_FALSE) s->phase = PHASE_EXHAUSTED;
	return true;
}

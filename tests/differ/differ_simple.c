/* Simpler words (search/simplify/simplify.c): what satisfies the conjuncts satisfies them, too. */
#include "search/simplify/simplify.h"
#include "tests/differ/differ.h"

/* A limit is no answer. */
static bool is_wrong(struct problem *p, const struct node *n)
{
	eval_clear_cut(p->eval);
	enum truth t = eval_predicate(p->eval, n);
	if (t == EVAL_FAILED) return eval_failed(p->eval)->kind == EVAL_UNDEFINED;
	return t == EVAL_FALSE && !eval_was_cut(p->eval);
}

const struct node *simple_differs(struct problem *p, const struct solutions *all, uint32_t *at)
{
	enum { MOST = 40 };
	struct search_options o = {.solver = SOLVER_PICOSAT, .seconds = 0.01};
	struct question q = problem_question(p);
	struct search *s = search_open(p->eval, p->project, &q, &o);
	const struct node *wrong = NULL;
	bool is_new = simplify_conjuncts(s);
	eval_set_interrupt(p->eval, clock_start(0.5, NULL));
	for (uint32_t i = 0; is_new && !wrong && i < all->count && i < MOST; i++) {
		*at = i;
		problem_set(p, all->list.at + (size_t)i * all->width);
		for (uint32_t k = 0; k < s->simplified.list.count && !wrong; k++)
			if (is_wrong(p, s->simplified.list.at[k])) wrong = s->simplified.list.at[k];
	}
	clock_stop();
	problem_set(p, NULL);
	eval_clear_cut(p->eval);
	search_close(s);
	return wrong;
}

/* Which conjuncts have no solution together, and which bounds play a part in that. */
#include "search/fit.h"
#include "search/state.h"

/* Looking for fewer of them takes many searches. */
enum { EASY = 2000 /* conflicts of the solver */, EFFORT = EVAL_EFFORT_PER_SECOND };

void conflict_of(struct search *s, struct project *p, const struct universe *u,
                 struct conflict *out)
{
	struct search_stats stats;
	const struct node *const *list = s->question.conjuncts;
	*out =
	    (struct conflict){.count = s->question.conjunct_count, .is_near = !search_is_complete(s)};
	search_stats(s, &stats);
	if (stats.conflicts <= EASY) list = search_core(s, EFFORT, &out->count, &out->is_minimal);
	if (search_core_is_near(s) && !out->is_near) { /* what is known of all of them is worth more */
		list = s->question.conjuncts;
		out->count = s->question.conjunct_count;
		out->is_minimal = false;
	}
	const struct node **copy = ARENA_ARRAY(&p->arena, out->count + 1, const struct node *);
	for (uint32_t i = 0; i < out->count; i++) {
		copy[i] = list[i];
		bounds_use_of(u, list[i], &out->use);
		out->sets |= bounds_sets_of(u, list[i]);
	}
	out->conjuncts = copy;
}

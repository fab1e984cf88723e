#include "search/finder.h"

static enum explore_found solve(const struct solution_finder *f, struct explore_wanted *w,
                                enum question_reach reach, uint32_t *count)
{
	enum { MOST = 2000 };
	struct question q = {.names = w->names,
	                     .count = w->name_count,
	                     .conjuncts = w->conjuncts,
	                     .conjunct_count = w->conjunct_count,
	                     .universe = f->universe,
	                     .reach = reach};
	struct search *s = search_open(w->eval, f->project, &q, &f->options);
	struct verdict v;
	while ((v = search_next(s)).answer == SEARCH_FOUND && ++*count < MOST) {
		valuation_apply(&v.valuation, w->eval);
		if (!w->add(w)) break;
		search_exclude_last(s, w->names, w->name_count, false);
	}
	search_close(s);
	if (v.answer != SEARCH_NONE) return EXPLORE_FOUND_SOME;
	if (v.is_complete) return EXPLORE_FOUND_ALL;
	return reach == REACH_NEAR ? EXPLORE_FOUND_NEAR : EXPLORE_FOUND_WIDE;
}

enum explore_found finder_find(void *finder, struct explore_wanted *w)
{
	uint32_t count = 0;
	enum explore_found found = solve(finder, w, REACH_NEAR, &count);
	return found == EXPLORE_FOUND_NEAR && count == 0 ? solve(finder, w, REACH_ANY, &count) : found;
}

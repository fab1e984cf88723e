#include "cli/check/setups.h"

#include "search/search.h"

/* Few solutions of hard PROPERTIES are what the solver is good at. */
static enum explore_found solve_setups(const struct setup_finder *f, struct explore_wanted *w,
                                       bool near, uint32_t *count)
{
	enum { MOST = 2000, MEGABYTES = 2000 };
	const struct options *o = &f->findings->cli->options;
	struct search_options options = {
	    .solver = SOLVER_AUTO,
	    .seed = (uint32_t)o->seed,
	    .seconds = f->seconds,
	    .memory = (o->memory_limit ? o->memory_limit : MEGABYTES) * (size_t)1000000,
	    .interrupt = f->takes_turn ? &f->watch->turn_flag : &f->watch->flag,
	};
	struct question q = {.names = w->names,
	                     .count = w->name_count,
	                     .conjuncts = w->conjuncts,
	                     .conjunct_count = w->conjunct_count,
	                     .universe = &f->findings->universe,
	                     .reach = near ? REACH_NEAR : REACH_ANY};
	struct search *s = search_open(w->eval, f->findings->model->project, &q, &options);
	struct verdict v;
	while ((v = search_next(s)).answer == SEARCH_FOUND && ++*count < MOST) {
		valuation_apply(&v.valuation, w->eval);
		if (!w->add(w)) break;
		search_exclude_last(s, w->names, w->name_count, false);
	}
	search_close(s);
	if (v.answer != SEARCH_NONE) return EXPLORE_FOUND_SOME;
	return v.is_complete ? EXPLORE_FOUND_ALL : near ? EXPLORE_FOUND_NEAR : EXPLORE_FOUND_WIDE;
}

/* First with integers as the evaluator draws them, then with others. */
enum explore_found setups_find(void *setup_finder, struct explore_wanted *w)
{
	const struct setup_finder *f = setup_finder;
	uint32_t count = 0;
	if (f->takes_turn) watch_begin_turn(f->watch, f->seconds);
	enum explore_found found = solve_setups(f, w, true, &count);
	if (found == EXPLORE_FOUND_NEAR && count == 0) found = solve_setups(f, w, false, &count);
	if (f->takes_turn) watch_end_turn(f->watch);
	return found;
}

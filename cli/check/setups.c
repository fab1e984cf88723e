#include "cli/check/setups.h"

#include "search/finder.h"

static struct solution_finder usual(const struct setup_finder *f)
{
	enum { MEGABYTES = 2000 };
	const struct options *o = &f->findings->cli->options;
	struct search_options options = {
	    .solver = SOLVER_AUTO,
	    .seed = (uint32_t)o->seed,
	    .memory = (o->memory_limit ? o->memory_limit : MEGABYTES) * (size_t)1000000,
	    .interrupt = &f->watch->flag,
	};
	return (struct solution_finder){f->findings->model->project, &f->findings->universe, options};
}

enum explore_found setups_find(void *setup_finder, struct explore_wanted *w)
{
	const struct setup_finder *f = setup_finder;
	struct solution_finder finder = usual(f);
	finder.options.effort = (uint64_t)(f->seconds * EVAL_EFFORT_PER_SECOND);
	if (!f->takes_turn) return finder_find(&finder, w);
	finder.options.interrupt = &f->watch->turn_flag;
	watch_begin_turn(f->watch, f->seconds);
	enum explore_found found = finder_find(&finder, w);
	watch_end_turn(f->watch);
	return found;
}

/* In every state anew: so much effort only. */
enum explore_found setups_choose(void *setup_finder, struct explore_wanted *w)
{
	enum { EFFORT = 5 * EVAL_EFFORT_PER_SECOND };
	struct solution_finder finder = usual(setup_finder);
	finder.options.effort = EFFORT;
	return finder_find(&finder, w);
}

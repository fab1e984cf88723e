/* For an exploration: the solver finds what its evaluator does not enumerate soon, constants and what operations choose. A part of its
 * own, since it needs explore/. */
#ifndef SEARCH_FINDER_H
#define SEARCH_FINDER_H

#include "explore/explore.h"
#include "search/search.h"

struct solution_finder {
	struct project *project;
	const struct universe *universe;
	struct search_options options; /* limits are those of each answer */
};

/* An explore_finder, its data a struct solution_finder: first with integers as the evaluator draws them, then with others. */
enum explore_found finder_find(void *finder, struct explore_wanted *w);

#endif

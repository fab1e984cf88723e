/* Valuations that the solver finds where the evaluator does not. Not for other folders. */
#ifndef CLI_CHECK_SETUPS_H
#define CLI_CHECK_SETUPS_H

#include "cli/check/findings.h"
#include "cli/cli.h"

struct setup_finder {
	const struct findings *findings;
	struct watch *watch;
	double seconds;  /* of effort */
	bool takes_turn; /* of the watch, which nobody else does: then also by the clock */
};

/* Two explore_finders: of constants, and of what an operation chooses. */
enum explore_found setups_find(void *setup_finder, struct explore_wanted *w);
enum explore_found setups_choose(void *setup_finder, struct explore_wanted *w);

#endif

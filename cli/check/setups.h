/* Valuations of constants that the solver finds where the evaluator does not. Not for other folders. */
#ifndef CLI_CHECK_SETUPS_H
#define CLI_CHECK_SETUPS_H

#include "cli/check/findings.h"
#include "cli/cli.h"

struct setup_finder {
	const struct findings *findings;
	struct watch *watch;
	double seconds;
	bool takes_turn; /* of the watch, which nobody else does */
};

/* An explore_finder. */
enum explore_found setups_find(void *setup_finder, struct explore_wanted *w);

#endif

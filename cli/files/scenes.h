/* scenes: what a report shows of a run besides its values: the truth of each conjunct of the invariants, and pictures (visb/), step by
 * step. In the object of --json only where it is asked for (--html, --pictures). */
#ifndef CLI_FILES_SCENES_H
#define CLI_FILES_SCENES_H

#include "cli/cli.h"
#include "explore/explore.h"
#include "visb/visb.h"

struct scenes {
	struct project *project;
	struct explore *explore;
	struct eval *eval;
	const struct universe *universe;
	struct visb *visb; /* opened with the first state; NULL: there are no pictures */
	bool is_open;
	uint64_t effort; /* that may still be spent on conjuncts */
};

bool scenes_wanted(const struct cli *c);
void scenes_init(struct scenes *s, struct project *p, struct explore *x, const struct universe *u);
void scenes_clear(struct scenes *s);
/* "conjuncts": [{"name", "formula", "at", "holds": [null, true, ...]}] and "pictures": [...], an entry for each step. */
void scenes_run(struct scenes *s, struct json *j, const struct explore_step *steps, uint32_t count);
/* "operations": [{"name", "at"}], "picture": {...} and what was noted on it: for the whole object. */
void scenes_frame(struct scenes *s, struct json *j);

#endif

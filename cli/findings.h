/* What 'bounce explore' found, as text and as JSON. Not for other folders. */
#ifndef CLI_FINDINGS_H
#define CLI_FINDINGS_H

#include "cli/cli.h"
#include "explore/explore.h"

struct findings {
	struct cli *cli;
	struct model *model;
	struct universe universe;
	struct values *values;
	struct explore *explore;
	const struct explore_result *result;
	const char *verdict; /* as in the JSON object */
	const char *reason;  /* why it is inconclusive, or NULL */
	bool is_complete;
	struct text notes; /* lines */
};

void findings_text(struct findings *f);
void findings_json(struct findings *f);

#endif

/* What the comparisons with exhaustive evaluation share: a machine that is read for one side, and the seeds
 * of a long run. */
#ifndef TESTS_SIDE_H
#define TESTS_SIDE_H

#include "bounds/bounds.h"

struct side {
	struct names names;
	struct diag diag;
	struct project *project;
	struct universe universe;
	struct values *values;
	struct arena arena;
};

/* From the text, or from the file if that is NULL. Deferred sets have two elements. False if there are
 * errors; it is to be closed in any case. */
bool side_open(struct side *s, const char *path, const char *text);
void side_close(struct side *s);

/* Reads `FIRST COUNT` from the command line, if it is that. */
void side_seeds(int *argc, char **argv, uint64_t *first, uint64_t *count);

#endif

/* What most tests begin with: a machine that is read, with a universe and values; and the seeds of a long run. */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include "bounds/bounds.h"

struct fixture {
	struct names names;
	struct diag diag;
	struct project *project;
	struct bounds_options bounds;
	struct universe universe;
	struct text notes; /* of bounds_universe */
	struct values *values;
	struct arena arena; /* trees that are made there can be evaluated */
};

/* From the text, or from the file if that is NULL. Deferred sets have two elements. False if there are
 * errors; it is to be closed in any case. */
bool fixture_open(struct fixture *f, const char *path, const char *text);
void fixture_close(struct fixture *f);

/* The two parts of it: the project is read; then, with f->bounds, the universe is found. */
void fixture_read(struct fixture *f, const char *path, const char *text);
bool fixture_bound(struct fixture *f);

/* Reads `FIRST COUNT` from the command line, if it is that. */
void fixture_seeds(int *argc, char **argv, uint64_t *first, uint64_t *count);

#endif

/* What the files of bounds/ share; not for other folders. */
#ifndef BOUNDS_INSIDE_H
#define BOUNDS_INSIDE_H

#include "bounds/bounds.h"

/* ---- settings.c: definitions of the main machine that steer bounce -------------------------------- */

/* The value of a definition without parameters that is a whole number, also through
 * other such definitions, sums, differences and products. False if there is none such. */
bool settings_integer(const struct project *p, const char *definition, int64_t *out);
/* A number of elements: n, or b-a+1 for a..b. */
bool settings_size(const struct project *p, const char *definition, int64_t *out);
bool settings_is_given(const struct project *p, const char *definition);

/* ---- sizes.c: what CONSTRAINTS and PROPERTIES say about sizes -------------------------------------- */

struct size_bounds {
	int64_t lower, upper; /* upper: INT64_MAX if there is none */
	struct pos lower_at, upper_at;
};

/* For each set of the universe, in its order: the bounds that the predicates of the project put on
 * its size. `out` has u->sets.count entries. Sizes in u are changed while working. */
void sizes_find(struct project *p, struct universe *u, struct size_bounds *out);

#endif

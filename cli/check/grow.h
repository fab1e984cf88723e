/* check --grow N: the machine with all sizes of its deferred sets that are open, small ones first. Not for other folders. */
#ifndef CLI_CHECK_GROW_H
#define CLI_CHECK_GROW_H

#include "cli/check/findings.h"

/* Sizes with which nothing was found, before those of the answer. */
struct grown {
	VEC(uint32_t) sizes; /* by rows, as many in a row as the universe has sets */
	uint32_t rows;
	bool is_bounded; /* in one of them less than all was looked at */
};

/* Asks with the sizes of f->universe; if `is_last`, or if that is the end, the answer is told. The exit code. */
typedef int grow_ask(struct findings *f, void *data, bool is_last);

/* Asks with all of them until there is a violation, or no answer. f->universe has the sizes of the machine without --grow. */
int grow_run(struct findings *f, const struct bounds_options *bounds, grow_ask *ask, void *data);
/* A line on the sizes before; or, where nothing was found with sizes that nobody has chosen, that there are others. */
void grow_text(const struct findings *f, struct text *out);
void grow_json(const struct findings *f, struct json *j);

#endif

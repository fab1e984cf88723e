/* The sizes of deferred sets with which obligations are asked, a stage at a time: `most` stages, in stage n sets have up to
 * n elements. */
#ifndef PROVE_GROWTH_H
#define PROVE_GROWTH_H

#include "prove/prove.h"

struct growth {
	const struct universe *universe;
	uint32_t stage, count; /* so many sets grow */
	bool *grows;      /* by their numbers: what is still asked speaks of it, and its size is open */
	bool is_together; /* they are of the same size */
	uint32_t *sizes, sum; /* of all sets; of those that grow */
	uint64_t visits;      /* of nodes, that are left to find out which do */
};

/* Sizes that are new in this stage, one vector after the other, small ones first; for what is still asked, which is added
 * first, with its formulas. */
void growth_open(struct growth *g, const struct universe *u, uint32_t stage);
void growth_add(struct growth *g, const struct obligation *asked);
void growth_begin(struct growth *g, uint32_t most); /* of the last stage */
bool growth_next(struct growth *g);                 /* false: there is none any more */
void growth_close(struct growth *g);

/* The next combination of sizes of which the largest is this one; false after the last. They begin with 1 each, which is one itself
 * only if that is the largest. */
bool growth_next_with(uint32_t *const *sizes, uint32_t count, uint32_t largest);

bool growth_is_open(const struct universe_set *s); /* is it a set whose size nothing fixes? */
/* Are there so many combinations of sizes from 1 to `most` that sets grow together? */
bool growth_are_many(uint32_t sets, uint32_t most);

#endif

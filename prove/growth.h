/* The sizes of deferred sets with which obligations are asked, a stage at a time: `most` stages, in stage n sets have up to
 * n elements. */
#ifndef PROVE_GROWTH_H
#define PROVE_GROWTH_H

#include "prove/obligation.h"

struct growth {
	const struct universe *universe;
	uint32_t stage, count; /* so many sets grow */
	bool *grows;      /* by their numbers: what is still asked speaks of it, and its size is open */
	bool is_together; /* they are of the same size */
	uint32_t *sizes, sum; /* of all sets; of those that grow */
};

/* Sizes that are new in this stage, one vector after the other, small ones first; for what is still asked. */
void growth_open(struct growth *g, const struct universe *u, uint32_t stage, uint32_t most,
                 const struct obligation *const *asked, uint32_t count);
bool growth_next(struct growth *g); /* false: there is none any more */
void growth_close(struct growth *g);

bool growth_is_open(const struct universe_set *s); /* is it a set whose size nothing fixes? */
/* Are there so many combinations of sizes from 1 to `most` that sets grow together? */
bool growth_are_many(uint32_t sets, uint32_t most);

#endif

/* What team.c and crowd.c share. */
#ifndef EXPLORE_TEAM_H
#define EXPLORE_TEAM_H

#include "explore/inside.h"

#include <stdatomic.h>

/* ---- crowd.c: the states of several processes, and who visits them ------------------------------------- */

struct crowd_part { /* what one process has added, in the order in which it did */
	_Alignas(64) _Atomic uint32_t count;
	_Atomic uint32_t next; /* to be visited */
	_Atomic uint32_t visited;
	uint32_t *chunks; /* where they lie */
};

struct crowd { /* in memory that is shared */
	struct crew *crew;
	uint32_t width, parts, first_chunk;
	_Atomic uint32_t chunk_count;
	value **chunks;
	_Atomic uint64_t *table; /* moved by one that is alone */
	uint64_t room;
	/* Those of the time when they parted are a part without a list: [count of the others]. */
	struct crowd_part part[];
};

struct crowd *crowd_open(const struct explore *x, struct crew *c, uint32_t processes);
void crowd_join(struct explore *x,
                struct crowd *w);             /* x->states are those of the crowd from now on */
uint64_t crowd_states(const struct crowd *w); /* how many there are, with those of before */
/* The number of this state, which is added if it is new. */
uint32_t crowd_add(struct crowd *w, uint32_t self, const value *vector, uint32_t hash,
                   uint32_t parent, uint32_t operation, bool *is_new);

struct crowd_some { /* states that one process visits now */
	uint32_t of, from, count;
};
bool crowd_take(struct crowd *w, uint32_t self, struct crowd_some *out);
uint32_t crowd_state(const struct crowd *w, const struct crowd_some *some, uint32_t i);
void crowd_visited(struct crowd *w, uint32_t self, uint32_t count);
bool crowd_is_done(const struct crowd *w); /* each one was visited */

#endif

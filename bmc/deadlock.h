/* Deadlocks: states in which no operation can be executed. Private to bmc/. */
#ifndef BMC_DEADLOCK_H
#define BMC_DEADLOCK_H

#include "bmc/unrolling.h"

/* When an operation can be executed: always, or where one of these is true. */
struct enabled {
	const struct node **at;
	uint32_t count, room;
	bool is_always;
	bool is_known; /* otherwise only executing it tells */
};

/* False if that cannot be told from its text. */
bool deadlock_find_enabled(struct arena *a, const struct operation *o, struct enabled *out);
/* No operation is enabled, as far as they can be told from their texts; *is_exact: all of them can. To
 * be asserted only. */
bool deadlock_encode(struct run *r, struct unrolling *w, lit *out, bool *is_exact);

#endif

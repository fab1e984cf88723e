/* Deadlocks: states in which no operation can be executed. Private to bmc/. */
#ifndef BMC_DEADLOCK_H
#define BMC_DEADLOCK_H

#include "bmc/unrolling.h"

/* No operation is enabled, as far as they can be told from their texts; *is_exact: all of them can. To
 * be asserted only. */
bool deadlock_encode(struct run *r, struct unrolling *w, lit *out, bool *is_exact);

#endif

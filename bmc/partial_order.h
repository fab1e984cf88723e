/* Runs that differ in the order of steps and in names only. Private to bmc/. */
#ifndef BMC_PARTIAL_ORDER_H
#define BMC_PARTIAL_ORDER_H

#include "bmc/unrolling.h"

void partial_order_open(struct run *r);
void partial_order_close(struct run *r);
/* These names have their values already: of the images of these one is left. */
void partial_order_beginning(struct run *r, struct unrolling *w, struct decl *const *names,
                             uint32_t count);
/* From here on steps are taken. */
void partial_order_begin(struct run *r, struct unrolling *w, struct decl *const *names,
                         uint32_t count);
/* After all operations of a step were encoded, before the next one. */
void partial_order_step(struct run *r, struct unrolling *w, const struct run_step *now);

#endif

/* loop.c: loops as the proof obligations see them. Private to check/. */
#ifndef CHECK_LOOP_H
#define CHECK_LOOP_H

#include "check/prover.h"

/* The body without its loops (those of called operations stay), and the names that it reads in addition. */
const struct node *loop_rewritten(struct prover *p, const struct node *body, struct decls *out);
/* Where the failure is said to be if the invariant does not hold at the start. */
struct pos loop_entry(const struct node *loop);

#endif

/* loop.c: loops as the proof obligations see them. private to prove/. */
#ifndef PROVE_LOOP_H
#define PROVE_LOOP_H

#include "prove/prover.h"

/* The body without its loops (those of called operations stay, and those that are executed), and the names that it
 * reads in addition. */
const struct node *loop_rewritten(struct prover *p, const struct node *body, struct decls *out);
/* The same for the question whether the body can be executed: each round can, and what follows can from each
 * state in which the loop may end. Not if a loop follows a choice: there it is enough that one choice leads on. */
const struct node *loop_for_possible(struct prover *p, const struct node *body, struct decls *out);
bool loop_follows_choice(const struct node *body);
/* Are loops inside of this substitution executed? */
bool loop_is_executed(const struct node *n);
/* Where the failure is said to be if the invariant does not hold at the start. */
struct pos loop_entry(const struct node *loop);

#endif

/* Sequents as obligations: what sequent.c and sequent_common.c share. Private to input/. */
#ifndef INPUT_SEQUENT_H
#define INPUT_SEQUENT_H

#include "input/input.h"

/* The same goal, but the question is whether it has a value. */
void sequent_ask_defined(struct arena *a, struct obligation *o);
/* The obligations that were added last come from this sequent. */
void sequent_note_origin(struct prover *p, struct origins *origins, uint32_t sequent);
/* Those that are made of formulas that were checked. */
bool sequent_add_common(struct sequents *from, struct prover *prover, struct project *p,
                        struct origins *origins);

#endif

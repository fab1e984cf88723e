/* Sequents as obligations: what sequent.c and sequent_common.c share. Private to input/. */
#ifndef INPUT_SEQUENT_H
#define INPUT_SEQUENT_H

#include "input/input.h"

struct sequent_target { /* the prover that gets them */
	struct prover *prover;
	struct project *project;
	struct origins *origins;
};

/* One with this goal; and another one, if it may have no value, that it has. */
void sequent_add_goals(const struct sequent_target *t, struct obligation *o);
/* The obligations that were added last come from this sequent. */
void sequent_note_origin(const struct sequent_target *t, uint32_t sequent);
/* Those that are made of formulas that were checked. */
bool sequent_add_common(const struct sequent_target *t, struct sequents *from);

#endif

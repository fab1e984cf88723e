/* A machine in a solver: constants, states, steps. Private to bmc/. */
#ifndef BMC_UNROLLING_H
#define BMC_UNROLLING_H

#include "bmc/bmc.h"
#include "encode/encode.h"

struct run_step {
	lit *is;                       /* by operation: it is taken */
	struct encode_choices *chosen; /* by operation */
	struct sym ***parameters;      /* by operation */
};

struct unrolling {
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	lit is_taken;         /* of the last step: an operation was chosen */
	lit is_enabled;       /* likewise: one can be executed, whatever runs are left out */
	struct run_step step; /* the last one */
	/* Of each given set and element, see partial_order.c: a step has chosen it; what comes before the steps is
	 * the same if it is exchanged with the next element. NULL: not looked at. */
	lit **used, **swaps;
};

enum { UNROLLING_REACHES = 3 }; /* of r->reach */
bool unrolling_open(struct run *r, struct unrolling *w);
void unrolling_close(struct unrolling *w);
bool unrolling_constants(struct run *r, struct unrolling *w,
                         lit *out); /* they satisfy the PROPERTIES, which *out says */
/* The variables are unknowns, with candidates from these invariants, which hold. */
bool unrolling_free_state(struct run *r, struct unrolling *w, const struct node *const *invariants,
                          uint32_t count);
/* The constants and the first state are there, and mean what they are: steps follow. */
void unrolling_begin(struct run *r, struct unrolling *w);
/* Of the images of the constants and the first state, which mean what they are, only one is left. */
void unrolling_order(struct run *r, struct unrolling *w);
/* All operations from a state, of which at most one is chosen (w->is_taken); *next is NULL if there is
 * none. *fails: one of them violates something. */
bool unrolling_step(struct run *r, struct unrolling *w, const struct encode_state *from,
                    struct encode_state **next, lit *fails);
/* What a step violates, of the kinds that are looked for. */
lit unrolling_failures(const struct run *r, struct unrolling *w, const struct encode_step *s);
/* The state that the encoder has is this one: all variables and constants have these values. */
bool unrolling_is_state(struct run *r, struct unrolling *w, const value *constants,
                        const value *state, lit *out);

#endif

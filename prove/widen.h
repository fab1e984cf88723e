/* Proofs for some sizes of sets that hold for all of them; private to prove/. */
#ifndef PROVE_WIDEN_H
#define PROVE_WIDEN_H

#include "prove/stages.h"

/* What the stages have proved for sizes is proved where larger sets need not be looked at (bounds_small_model); a part of the effort of
 * the stages is taken to find that out. */
void stages_widen(struct stages *d);
/* Before: what is proved for MININT..MAXINT is proved for any, where that can be shown (widen_maxint.c). */
void stages_widen_maxint(struct stages *d);
bool stages_may_widen_maxint(const struct stages *d, uint32_t index); /* this one */

struct widen_effort {
	uint64_t before, most;
};
void widen_begin(const struct stages *d, struct widen_effort *e); /* half of that of the stages */
bool widen_is_too_much(const struct stages *d, const struct widen_effort *e);

/* ---- of stages.c --------------------------------------------------------------------------------------- */

/* With the sizes of d->bounds. False with errors in the diag. To be ended in any case. */
bool stages_begin_one(struct stages *d, struct stage *s, const struct prover_options *o);
void stages_end_one(struct stages *d, struct stage *s);
const char *stages_sizes_text(struct stages *d, const struct universe *u); /* "S = 2, T = 1" */
void stages_keep_answer(struct stages *d, struct judged *j, const struct obligation_answer *a);

#endif

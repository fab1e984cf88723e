/* partition.c: questions that fall into parts. private to prove/. */
#ifndef PROVE_PARTITION_H
#define PROVE_PARTITION_H

#include "prove/prover.h"

/* The same as prover_ask_once, for many conjuncts; `violation` has no body. */
struct reply partition_ask(struct prover *p, struct question_parts *all,
                           const struct violation *violation);

#endif

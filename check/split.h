/* split.c: questions that fall into parts. Private to check/. */
#ifndef CHECK_SPLIT_H
#define CHECK_SPLIT_H

#include "check/prover.h"

/* The same as prover_ask_once, for many conjuncts; `wrong` has no body. */
struct reply split_ask(struct prover *p, struct parts *all, const struct search_wrong *wrong);

#endif

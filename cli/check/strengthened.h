/* What is left of a proof: the machine with an invariant that was found, and certificates. Not for other folders. */
#ifndef CLI_CHECK_STRENGTHENED_H
#define CLI_CHECK_STRENGTHENED_H

#include "cli/check/findings.h"

/* The text of the machine with these conjuncts behind its INVARIANT, or a reason why there is none. */
bool strengthened_text(const struct project *p, const struct strings *conjuncts, struct text *out,
                       const char **reason);
/* --invariant-out: EXIT_GOOD also where there is nothing to be written, of which a note tells. */
int strengthened_write(struct findings *f, const struct check_verdict *v);
/* certified.c: --certify. EXIT_GOOD also where there is no proof. */
int certified_write(struct findings *f, struct check *check, const struct check_verdict *v);

#endif

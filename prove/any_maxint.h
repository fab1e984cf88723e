/* Obligations without MAXINT and MININT; private to prove/. */
#ifndef PROVE_ANY_MAXINT_H
#define PROVE_ANY_MAXINT_H

#include "prove/prover.h"

/* The obligations of the prover, which are in memory, become those about any MAXINT and MININT. What refutes them is none of a machine. */
void any_maxint_apply(struct prover *p);

#endif

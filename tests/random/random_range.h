/* Random machines in which MAXINT, MININT, INT, NAT and NAT1 play a part. */
#ifndef TESTS_RANDOM_RANDOM_RANGE_H
#define TESTS_RANDOM_RANDOM_RANGE_H

#include "base/base.h"

/* Some have errors in them. */
void random_range_machine(uint64_t seed, struct text *out);

#endif

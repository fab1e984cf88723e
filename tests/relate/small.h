/* Random machines with few states and several operations that share conjuncts of guards: for brute force. */
#ifndef TESTS_RELATE_SMALL_H
#define TESTS_RELATE_SMALL_H

#include "base/base.h"

void small_machine(uint64_t seed, struct text *out);

#endif

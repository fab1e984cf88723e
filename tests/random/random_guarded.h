/* Random machines with few states whose guards may be undefined or fail, in all places: in front of and behind conjuncts that are
 * false, in nested guards, in actions behind them; for tests of what is predicted of guards. */
#ifndef TESTS_RANDOM_RANDOM_GUARDED_H
#define TESTS_RANDOM_RANDOM_GUARDED_H

#include "base/base.h"

void random_guarded_machine(uint64_t seed, struct text *out);

#endif

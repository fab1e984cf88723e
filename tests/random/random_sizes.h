/* Random formulas and machines over a deferred set N: elements, sets, relations between elements, colours of elements. */
#ifndef TESTS_RANDOM_RANDOM_SIZES_H
#define TESTS_RANDOM_RANDOM_SIZES_H

#include "base/base.h"

/* A machine whose constants are the unknowns of its PROPERTIES. Some have errors in them. */
void random_sizes_question(uint64_t seed, struct text *out);
/* In `more`, unless it stays empty, is a conjunct of its invariant that the machine itself does not have. */
void random_sizes_machine(uint64_t seed, struct text *out, struct text *more);

#endif

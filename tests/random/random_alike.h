/* Random machines in which some elements are alike, for tests of symmetry: elements of an enumerated set of which all, two, one or
 * none are named, a deferred set, constants with structure, values of several levels. */
#ifndef TESTS_RANDOM_RANDOM_ALIKE_H
#define TESTS_RANDOM_RANDOM_ALIKE_H

#include "base/base.h"

void random_alike_machine(uint64_t seed, struct text *out);
/* Of integers that are names for things, mostly; few of them are named. */
void random_alike_identifiers(uint64_t seed, struct text *out);
/* In all of which a and b are named alike, and c and d, but for one leaf of the text. */
void random_alike_pairs(uint64_t seed, struct text *out);
/* random_alike_machine with the integers 1..4 for the elements; in some machines something is calculated with them. */
void random_alike_numbers(uint64_t seed, struct text *out);
uint32_t random_alike_next(uint64_t *state, uint32_t below);
/* `@` becomes one of the first elements of a, b, c, d, so many of them, and `?` 0 or 1. */
void random_alike_fill(struct text *out, uint64_t *state, uint32_t named, const char *template);

#endif

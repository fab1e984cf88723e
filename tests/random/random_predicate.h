/* Random predicates for tests of the solver, as B text in the context of tests/differ/differential.mch.
 *
 * random_type.c: types, names in scope, ground values and candidates; random_term.c: formulas of a
 * wanted type, by the signatures of op.def; random_form.c: forms with a syntax of their own;
 * random_predicate.c: unknowns and the predicate as a whole. */
#ifndef TESTS_RANDOM_RANDOM_PREDICATE_H
#define TESTS_RANDOM_RANDOM_PREDICATE_H

#include "base/base.h"
#include "syntax/syntax.h"

struct random_sizes {
	uint32_t s, t; /* of the deferred sets S and T */
};

/* The same for the same seed, on every machine. */
struct random_sizes random_predicate(uint64_t seed, struct text *out);

/* May a predicate contain this operator? Those of substitutions, of reals and of libraries are left
 * out, and what the front end replaces. */
bool random_has_op(enum op op);

#endif

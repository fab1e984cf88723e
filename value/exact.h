/* Numbers as GMP sees them: integers of any size, and reals, which are exact fractions. Shared by exact.c,
 * algebra_number.c and value_print.c; not for others.
 *
 * An integer that fits 64 bits is never a VALUE_HUGE, and the parts of a VALUE_REAL have no common factor: equal numbers
 * are equal values. */
#ifndef VALUE_EXACT_H
#define VALUE_EXACT_H

#include "value/store.h"

#include <gmp.h>

/* An integer to be read, without a copy; it stays where it is as long as it is used. */
struct exact_view {
	mpz_t is;
	mp_limb_t limb; /* of one that fits 64 bits */
};
mpz_srcptr exact_view(const struct values *s, value v, struct exact_view *out);

/* The value; VALUE_NONE if it has more than about VALUE_MOST_DIGITS digits. */
value exact_integer(struct values *s, mpz_srcptr z);
value exact_fraction(struct values *s, mpq_srcptr q);
bool exact_is_too_long(mpz_srcptr z);

/* Initialises q with the fraction of a real, or with an integer. */
void exact_get(const struct values *s, value v, mpq_t q);

#endif

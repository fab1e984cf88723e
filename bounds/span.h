/* Intervals of integers with open ends; not for other folders. */
#ifndef BOUNDS_SPAN_H
#define BOUNDS_SPAN_H

#include "base/base.h"

/* low <= x <= high, where they are there; nothing if low > high. What does not fit 64 bits is an open
 * end, so that every operation gives at least all results that there are. */
struct span {
	bool has_low, has_high;
	int64_t low, high;
};

struct span span_all(void);
struct span span_none(void);
struct span span_one(int64_t n);
struct span span_between(int64_t low, int64_t high);
struct span span_from(int64_t low);
struct span span_to(int64_t high);

bool span_is_all(struct span a);
bool span_is_none(struct span a);
bool span_is_one(struct span a);
bool span_same(struct span a, struct span b);
bool span_has(struct span a, int64_t n);
uint64_t span_count(struct span a); /* or COUNT_MANY */

struct span span_meet(struct span a, struct span b);
struct span span_hull(struct span a, struct span b); /* of both */
struct span span_without(struct span a, struct span hole);

/* The results of an operator that is defined for operands of a and b. */
struct span span_add(struct span a, struct span b);
struct span span_subtract(struct span a, struct span b);
struct span span_negate(struct span a);
struct span span_multiply(struct span a, struct span b);
struct span span_divide(struct span a, struct span b); /* toward zero */
struct span span_modulo(struct span a, struct span b); /* of naturals */
struct span span_power(struct span a, struct span b);
struct span span_max(struct span a, struct span b);
struct span span_min(struct span a, struct span b);
/* Sum and product of at most so many numbers of a. */
struct span span_sum(struct span a, uint64_t most);
struct span span_product(struct span a, uint64_t most);

/* The other way round: what a factor, base, exponent or dividend can be. */
struct span span_factor(struct span product, struct span other);
struct span span_base(struct span power, struct span exponent);
struct span span_exponent(struct span power, struct span base);
struct span span_dividend(struct span quotient, struct span divisor);

/* 0 .. count */
struct span span_of_count(uint64_t count);

#endif

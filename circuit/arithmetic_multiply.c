/* Products and powers. */
#include "circuit/number.h"

/* ---- bounds ------------------------------------------------------------------------------------ */

struct interval interval_product(const struct number *a, const struct number *b)
{
	struct interval result = {0};
	const wide x[2] = {a->low, a->high}, y[2] = {b->low, b->high};
	for (int i = 0; i < 4; i++) {
		wide product;
		if (__builtin_mul_overflow(x[i / 2], y[i % 2], &product)) {
			result.is_too_large = true;
			return result;
		}
		if (i == 0 || product < result.low) result.low = product;
		if (i == 0 || product > result.high) result.high = product;
	}
	if (a == b && a->low < 0) result.low = a->high < 0 ? a->high * a->high : 0;
	result.is_too_large = !number_fits(result.low, result.high);
	return result;
}

/* ---- products ---------------------------------------------------------------------------------- */

static enum table_answer table_multiply(wide a, wide b, wide *out)
{
	bool fits = !__builtin_mul_overflow(a, b, out) && number_fits(*out, *out);
	return fits ? TABLE_VALUE : TABLE_TOO_LARGE;
}

/* All partial products at once; a sign bit has a negative weight. */
static void multiply_bits(struct columns *c, struct number *a, struct number *b)
{
	uint32_t width[2];
	const lit *x = number_bits(c->numbers, a, &width[0]),
	          *y = number_bits(c->numbers, b, &width[1]);
	for (uint32_t i = 0; i < width[0]; i++)
		for (uint32_t k = 0; k < width[1] && i + k < c->width; k++) {
			bool is_negative = (i + 1 == width[0]) != (k + 1 == width[1]);
			columns_literal(c, circuit_and(c->numbers->circuit, x[i], y[k]), i + k, is_negative);
		}
}

static enum table_answer table_square(wide a, wide b, wide *out)
{
	(void)b;
	return table_multiply(a, a, out);
}

struct number *number_multiply(struct numbers *n, struct number *a, struct number *b)
{
	struct interval i = interval_product(a, b);
	if (i.is_too_large) return number_too_large(n);
	if (i.low == i.high) return number_constant(n, i.low);
	if (number_is_constant(a) && a->low == 1) return b;
	if (number_is_constant(b) && b->low == 1) return a;
	struct number *result = a == b ? arithmetic_table(n, a, number_constant(n, 0), table_square)
	                               : arithmetic_table(n, a, b, table_multiply);
	if (result) return result;
	struct columns c;
	columns_init(&c, n, number_width(i.low, i.high));
	if (number_is_constant(a)) columns_multiple(&c, b, a->low);
	else if (number_is_constant(b)) columns_multiple(&c, a, b->low);
	else multiply_bits(&c, a, b);
	return columns_number_in(&c, i.low, i.high);
}

static struct number *product(struct numbers *n, struct number *const *of, uint32_t count)
{
	if (count == 1) return of[0];
	struct number *a = product(n, of, count / 2);
	if (n->is_too_large) return a;
	struct number *b = product(n, of + count / 2, count - count / 2);
	return n->is_too_large ? b : number_multiply(n, a, b);
}

struct number *number_product(struct numbers *n, struct number *const *of, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (of[i]->low == 0 && of[i]->high == 0) return of[i];
	return count ? product(n, of, count) : number_constant(n, 1);
}

/* ---- powers ------------------------------------------------------------------------------------ */

static bool is_unit(wide a) { return a >= -1 && a <= 1; }

/* Exponents beyond NUMBER_BITS are the same as smaller ones of 0, 1 and -1, and too large of others. */
static wide small_exponent(wide exponent)
{
	return exponent <= NUMBER_BITS ? exponent : NUMBER_BITS + (exponent & 1);
}

static enum table_answer table_power(wide a, wide b, wide *out)
{
	*out = 1;
	if (b < 0) return TABLE_DO_NOT_CARE;
	if (b > NUMBER_BITS && !is_unit(a)) return TABLE_TOO_LARGE;
	for (wide i = small_exponent(b); i > 0; i--)
		if (table_multiply(*out, a, out) == TABLE_TOO_LARGE) return TABLE_TOO_LARGE;
	return TABLE_VALUE;
}

static struct number *power_by_squares(struct numbers *n, struct number *a, wide exponent)
{
	struct number *result = NULL, *square = a;
	for (wide rest = exponent;;) {
		if (rest & 1) result = result ? number_multiply(n, result, square) : square;
		if (!(rest >>= 1) || n->is_too_large) return result ? result : square;
		square = number_multiply(n, square, square);
	}
}

/* The ends of an odd power are the powers of the ends; an even one is not negative. */
static struct number *power_constant(struct numbers *n, struct number *a, wide exponent)
{
	if (exponent == 0) return number_constant(n, 1);
	if (is_unit(a->low) && is_unit(a->high)) exponent = exponent & 1 ? 1 : 2;
	wide low, high;
	if (table_power(a->low, exponent, &low) == TABLE_TOO_LARGE ||
	    table_power(a->high, exponent, &high) == TABLE_TOO_LARGE)
		return number_too_large(n);
	bool is_even = !(exponent & 1), is_mixed = a->low < 0 && a->high > 0;
	struct number *result = power_by_squares(n, a, exponent);
	if (is_even && is_mixed) return number_narrow(n, result, 0, low > high ? low : high);
	return number_narrow(n, result, low < high ? low : high, low > high ? low : high);
}

/* Any exponent of 0, 1 and -1: 1, a or a * a. */
static struct number *power_of_unit(struct numbers *n, struct number *a, struct number *b)
{
	uint32_t width;
	lit is_odd = number_bits(n, b, &width)[0];
	struct number *power = number_ite(n, is_odd, a, number_multiply(n, a, a));
	return number_ite(n, number_is(n, b, 0), number_constant(n, 1), power);
}

/* One of the powers. */
static struct number *power_selected(struct numbers *n, struct number *a, struct number *b)
{
	lits conditions = FOR_GATES(n->circuit);
	POOLED(struct number *) powers = FOR_GATES(n->circuit);
	for (wide e = b->low > 0 ? b->low : 0; e <= b->high && !n->is_too_large; e++) {
		lit is = number_is(n, b, e);
		if (is == LIT_FALSE) continue;
		POOLED_PUSH(&conditions, is);
		POOLED_PUSH(&powers, power_constant(n, a, e));
	}
	struct number *result = n->is_too_large
	                            ? number_too_large(n)
	                            : number_select(n, conditions.at, powers.at, conditions.count);
	POOLED_CLEAR(&conditions);
	POOLED_CLEAR(&powers);
	return result;
}

struct number *number_power(struct numbers *n, struct number *a, struct number *b)
{
	if (b->high < 0) return number_constant(n, 0);
	if (number_is_constant(b)) return power_constant(n, a, b->low);
	struct number *result = arithmetic_table(n, a, b, table_power);
	if (result) return result;
	if (is_unit(a->low) && is_unit(a->high)) return power_of_unit(n, a, b);
	return power_selected(n, a, b);
}

/* Quotients and remainders: restoring division of absolute values, then signs. */
#include "circuit/number.h"

/* ---- bounds ------------------------------------------------------------------------------------ */

static wide absolute(wide a) { return a < 0 ? -a : a; }
static wide least(wide a, wide b) { return a < b ? a : b; }
static wide greatest(wide a, wide b) { return a > b ? a : b; }

static void include(struct interval *i, bool *is_empty, wide value)
{
	i->low = *is_empty ? value : least(i->low, value);
	i->high = *is_empty ? value : greatest(i->high, value);
	*is_empty = false;
}

/* Extremes are at the ends of the dividend and of the negative and positive part of the divisor. */
static struct interval interval_quotient(const struct number *a, const struct number *b)
{
	struct interval result = {0};
	bool is_empty = true;
	const wide x[2] = {a->low, a->high};
	const wide y[4] = {b->low, least(b->high, -1), greatest(b->low, 1), b->high};
	for (int i = 0; i < 8; i++) {
		wide divisor = y[i / 2];
		bool is_negative_part = i < 4;
		if (is_negative_part ? b->low >= 0 : b->high <= 0) continue;
		if (divisor != 0) include(&result, &is_empty, x[i % 2] / divisor);
	}
	return result;
}

/* The sign is that of the dividend; it is nearer to 0 than the divisor, and not farther from 0 than
 * the dividend. */
static struct interval interval_remainder(const struct number *a, const struct number *b)
{
	struct interval result = {0};
	wide most = greatest(1, greatest(absolute(b->low), absolute(b->high))) - 1;
	if (a->high > 0) result.high = least(a->high, most);
	if (a->low < 0) result.low = greatest(a->low, -most);
	return result;
}

static wide least_absolute_divisor(const struct number *b)
{
	if (b->low > 0) return b->low;
	return b->high < 0 ? -b->high : 1;
}

/* ---- division ---------------------------------------------------------------------------------- */

static uint32_t length_of(wide a) { return number_width(0, a) - 1; }

struct division {
	struct number *a, *b; /* absolute values */
	lit a_sign, b_sign;
	lit quotient[NUMBER_BITS], remainder[NUMBER_BITS];
	uint32_t quotient_width, remainder_width;
};

/* Subtracts the divisor from what is left if it is not greater; the answer is a bit of the
 * quotient. */
static lit divide_step(struct circuit *c, struct division *d, uint32_t length)
{
	lit difference[NUMBER_BITS], borrow = LIT_FALSE;
	for (uint32_t i = 0; i < length; i++) {
		lit x = d->remainder[i], y = number_bit(d->b, i);
		difference[i] = circuit_xor(c, circuit_xor(c, x, y), borrow);
		borrow = circuit_majority(c, -x, y, borrow);
	}
	for (uint32_t i = length; i + 1 < d->b->width; i++)
		borrow = circuit_or(c, borrow, number_bit(d->b, i));
	for (uint32_t i = 0; i < length && i < d->remainder_width; i++)
		d->remainder[i] = circuit_ite(c, borrow, d->remainder[i], difference[i]);
	return -borrow;
}

/* The upper bits of the dividend, which are less than the divisor, are there from the beginning. */
static void divide_absolute(struct numbers *n, struct division *d)
{
	wide most = d->a->high / least_absolute_divisor(d->b);
	uint32_t length = 0, dividend_width = length_of(d->a->high), ignored;
	d->quotient_width = length_of(most);
	d->remainder_width = length_of(d->b->high - 1);
	number_bits(n, d->a, &ignored);
	number_bits(n, d->b, &ignored);
	for (uint32_t i = d->quotient_width; i < dividend_width && length < d->remainder_width; i++)
		d->remainder[length++] = number_bit(d->a, i);
	for (uint32_t i = d->quotient_width; i-- > 0;) {
		memmove(d->remainder + 1, d->remainder, length * sizeof(lit));
		d->remainder[0] = number_bit(d->a, i);
		length++;
		d->quotient[i] = divide_step(n->circuit, d, length);
		if (length > d->remainder_width) length = d->remainder_width;
	}
	for (; length < d->remainder_width; length++) d->remainder[length] = LIT_FALSE;
}

/* False if an absolute value is too large. */
static bool divide(struct numbers *n, struct number *a, struct number *b, struct division *d)
{
	d->a = arithmetic_absolute(n, a, &d->a_sign);
	d->b = arithmetic_absolute(n, b, &d->b_sign);
	if (d->b->high < 1) return false;
	divide_absolute(n, d);
	return !n->is_too_large;
}

/* A number that is not negative, from its bits. */
static struct number *from_bits(struct numbers *n, lit *bits, uint32_t width, wide high)
{
	if (high == 0) return number_constant(n, 0);
	struct number *a = number_new(n, 0, high);
	bits[width] = LIT_FALSE;
	number_set_bits(n, a, bits, width + 1);
	return a;
}

/* ---- tables ------------------------------------------------------------------------------------ */

static enum table_answer table_divide(wide a, wide b, wide *out)
{
	if (b == 0) return TABLE_DO_NOT_CARE;
	*out = a / b;
	return TABLE_VALUE;
}

static enum table_answer table_modulo(wide a, wide b, wide *out)
{
	if (b == 0) return TABLE_DO_NOT_CARE;
	*out = a % b;
	return TABLE_VALUE;
}

/* ---- quotient and remainder ---------------------------------------------------------------------- */

struct number *number_divide(struct numbers *n, struct number *a, struct number *b)
{
	struct interval i = interval_quotient(a, b);
	if (!number_fits(i.low, i.high)) return number_too_large(n);
	if (i.low == i.high) return number_constant(n, i.low);
	if (number_is_constant(b) && b->low == 1) return a;
	struct number *result = arithmetic_table(n, a, b, table_divide);
	if (result) return result;
	struct division d;
	if (!divide(n, a, b, &d)) return number_constant(n, 0);
	wide most = greatest(absolute(i.low), absolute(i.high));
	result = from_bits(n, d.quotient, d.quotient_width, most);
	return arithmetic_signed(n, circuit_xor(n->circuit, d.a_sign, d.b_sign), result, i.low, i.high);
}

struct number *number_modulo(struct numbers *n, struct number *a, struct number *b)
{
	struct interval i = interval_remainder(a, b), q = interval_quotient(a, b);
	if (i.low >= i.high) return number_constant(n, i.low);
	if (number_is_constant(b) && q.low == q.high) {
		struct number *product = number_constant(n, q.low * b->low);
		return number_subtract(n, a, product);
	}
	struct number *result = arithmetic_table(n, a, b, table_modulo);
	if (result) return result;
	struct division d;
	if (!divide(n, a, b, &d)) return number_constant(n, 0);
	wide most = greatest(absolute(i.low), absolute(i.high));
	result = from_bits(n, d.remainder, d.remainder_width, most);
	return arithmetic_signed(n, d.a_sign, result, i.low, i.high);
}

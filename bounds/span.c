#include "bounds/span.h"

/* ---- ends: integers and both infinities -------------------------------------------------------- */

typedef __int128 wide; /* holds every product of two 64 bit numbers */

struct end {
	int infinity; /* -1, 0, 1 */
	wide n;
};

static struct end finite(wide n) { return (struct end){0, n}; }
static struct end infinite(int sign) { return (struct end){sign, 0}; }

static struct end low_of(struct span a) { return a.has_low ? finite(a.low) : infinite(-1); }
static struct end high_of(struct span a) { return a.has_high ? finite(a.high) : infinite(1); }

static bool is_below(struct end a, struct end b)
{
	return a.infinity != b.infinity ? a.infinity < b.infinity : a.n < b.n;
}

static struct end least(struct end a, struct end b) { return is_below(b, a) ? b : a; }
static struct end greatest(struct end a, struct end b) { return is_below(a, b) ? b : a; }

static bool fits(struct end a) { return !a.infinity && a.n >= INT64_MIN && a.n <= INT64_MAX; }

static struct span make(struct end low, struct end high)
{
	struct span s = {.has_low = fits(low), .has_high = fits(high)};
	if (s.has_low) s.low = (int64_t)low.n;
	if (s.has_high) s.high = (int64_t)high.n;
	return s;
}

static int sign_of(struct end a) { return a.infinity ? a.infinity : a.n < 0 ? -1 : a.n > 0; }

static struct end negative(struct end a) { return (struct end){-a.infinity, -a.n}; }

/* Ends of spans fit 64 bits; a sum of opposite infinities is never asked for. */
static struct end sum(struct end a, struct end b)
{
	if (a.infinity || b.infinity) return infinite(a.infinity ? a.infinity : b.infinity);
	return finite(a.n + b.n);
}

/* Nothing times infinity is nothing: the infinity stands for all finite numbers before it. */
static struct end product(struct end a, struct end b)
{
	if (!a.infinity && !b.infinity) return finite(a.n * b.n);
	return sign_of(a) && sign_of(b) ? infinite(sign_of(a) * sign_of(b)) : finite(0);
}

/* ---- spans ---------------------------------------------------------------------------------------- */

struct span span_all(void) { return (struct span){0}; }
struct span span_none(void) { return span_between(1, 0); }
struct span span_one(int64_t n) { return span_between(n, n); }
struct span span_between(int64_t low, int64_t high) { return (struct span){true, true, low, high}; }
struct span span_from(int64_t low) { return (struct span){.has_low = true, .low = low}; }
struct span span_to(int64_t high) { return (struct span){.has_high = true, .high = high}; }

bool span_is_all(struct span a) { return !a.has_low && !a.has_high; }
bool span_is_none(struct span a) { return a.has_low && a.has_high && a.low > a.high; }
bool span_is_one(struct span a) { return a.has_low && a.has_high && a.low == a.high; }

bool span_same(struct span a, struct span b)
{
	if (span_is_none(a) || span_is_none(b)) return span_is_none(a) && span_is_none(b);
	return a.has_low == b.has_low && a.has_high == b.has_high && (!a.has_low || a.low == b.low) &&
	       (!a.has_high || a.high == b.high);
}

bool span_has(struct span a, int64_t n)
{
	return (!a.has_low || a.low <= n) && (!a.has_high || n <= a.high);
}

uint64_t span_count(struct span a)
{
	if (!a.has_low || !a.has_high) return COUNT_MANY;
	wide count = (wide)a.high - a.low + 1;
	return count < 0 ? 0 : count > INT64_MAX ? COUNT_MANY : (uint64_t)count;
}

struct span span_meet(struct span a, struct span b)
{
	return make(greatest(low_of(a), low_of(b)), least(high_of(a), high_of(b)));
}

struct span span_hull(struct span a, struct span b)
{
	if (span_is_none(a)) return b;
	if (span_is_none(b)) return a;
	return make(least(low_of(a), low_of(b)), greatest(high_of(a), high_of(b)));
}

struct span span_without(struct span a, struct span hole)
{
	if (span_is_none(hole)) return a;
	bool covers_low = a.has_low ? span_has(hole, a.low) : !hole.has_low;
	bool covers_high = a.has_high ? span_has(hole, a.high) : !hole.has_high;
	if (covers_low && covers_high) return span_none();
	if (covers_low) return span_meet(a, make(sum(high_of(hole), finite(1)), infinite(1)));
	if (covers_high) return span_meet(a, make(infinite(-1), sum(low_of(hole), finite(-1))));
	return a;
}

/* ---- arithmetic ------------------------------------------------------------------------------------- */

static bool some_none(struct span a, struct span b) { return span_is_none(a) || span_is_none(b); }

struct span span_add(struct span a, struct span b)
{
	if (some_none(a, b)) return span_none();
	return make(sum(low_of(a), low_of(b)), sum(high_of(a), high_of(b)));
}

struct span span_negate(struct span a)
{
	if (span_is_none(a)) return a;
	return make(negative(high_of(a)), negative(low_of(a)));
}

/* Not by span_negate: what does not fit there may fit here. */
struct span span_subtract(struct span a, struct span b)
{
	if (some_none(a, b)) return span_none();
	return make(sum(low_of(a), negative(high_of(b))), sum(high_of(a), negative(low_of(b))));
}

struct span span_multiply(struct span a, struct span b)
{
	if (some_none(a, b)) return span_none();
	struct end corner[4] = {product(low_of(a), low_of(b)), product(low_of(a), high_of(b)),
	                        product(high_of(a), low_of(b)), product(high_of(a), high_of(b))};
	return make(least(least(corner[0], corner[1]), least(corner[2], corner[3])),
	            greatest(greatest(corner[0], corner[1]), greatest(corner[2], corner[3])));
}

enum rounding { TOWARD_ZERO, DOWN, UP };

/* b is not 0 */
static struct end quotient(struct end a, struct end b, enum rounding rounding)
{
	if (b.infinity) {
		/* a fraction as small as one likes, or anything: then the other corners have the infinity */
		int sign = a.infinity ? 0 : sign_of(a) * b.infinity;
		return finite(rounding == DOWN && sign < 0 ? -1 : rounding == UP && sign > 0 ? 1 : 0);
	}
	if (a.infinity) return infinite(a.infinity * sign_of(b));
	wide n = a.n / b.n, rest = a.n % b.n;
	if (rest != 0 && rounding == DOWN && (rest < 0) != (b.n < 0)) n--;
	if (rest != 0 && rounding == UP && (rest < 0) == (b.n < 0)) n++;
	return finite(n);
}

/* Quotients by divisors of one sign: they are monotone in both operands. */
static struct span quotients(struct span a, struct span b, enum rounding low, enum rounding high)
{
	if (some_none(a, b)) return span_none();
	struct end from[2] = {low_of(a), high_of(a)}, by[2] = {low_of(b), high_of(b)};
	struct end least_one = infinite(1), greatest_one = infinite(-1);
	for (int i = 0; i < 4; i++) {
		least_one = least(least_one, quotient(from[i & 1], by[i >> 1], low));
		greatest_one = greatest(greatest_one, quotient(from[i & 1], by[i >> 1], high));
	}
	return make(least_one, greatest_one);
}

static struct span positive_part(struct span a) { return span_meet(a, span_from(1)); }
static struct span negative_part(struct span a) { return span_meet(a, span_to(-1)); }

struct span span_divide(struct span a, struct span b)
{
	return span_hull(quotients(a, positive_part(b), TOWARD_ZERO, TOWARD_ZERO),
	                 quotients(a, negative_part(b), TOWARD_ZERO, TOWARD_ZERO));
}

struct span span_factor(struct span result, struct span other)
{
	if (span_has(result, 0) && span_has(other, 0)) return span_all();
	/* exact quotients: the integers among the real ones */
	return span_hull(quotients(result, positive_part(other), UP, DOWN),
	                 quotients(result, negative_part(other), UP, DOWN));
}

struct span span_modulo(struct span a, struct span b)
{
	a = span_meet(a, span_from(0));
	b = span_meet(b, span_from(1));
	if (some_none(a, b)) return span_none();
	if (a.has_high && b.has_low && a.high < b.low) return a;
	struct span rest = {.has_low = true, .has_high = b.has_high};
	if (b.has_high) rest.high = b.high - 1;
	if (a.has_high) rest = span_meet(rest, span_to(a.high));
	return rest;
}

/* base ** exponent for base and exponent from 0 on */
static struct end power(struct end base, struct end exponent)
{
	if (!exponent.infinity && exponent.n == 0) return finite(1);
	if (!base.infinity && base.n <= 1) return base;
	if (base.infinity || exponent.infinity || exponent.n > 64) return infinite(1);
	struct end result = finite(1);
	for (wide i = 0; i < exponent.n; i++) {
		result = product(result, base);
		if (result.n > (wide)1 << 64) return infinite(1);
	}
	return result;
}

static struct end signed_power(struct end base, struct end exponent)
{
	if (sign_of(base) >= 0) return power(base, exponent);
	return negative(power(negative(base), exponent));
}

static bool is_even(struct span one) { return one.low % 2 == 0; }

/* By one exponent: monotone, or the same for a number and its negative. */
static struct span one_power(struct span a, struct span exponent)
{
	struct end low = low_of(a), high = high_of(a), zero = finite(0), k = low_of(exponent);
	if (!is_even(exponent)) return make(signed_power(low, k), signed_power(high, k));
	struct end near = span_has(a, 0) ? zero : is_below(low, zero) ? negative(high) : low;
	return make(power(near, k), power(greatest(negative(low), high), k));
}

struct span span_power(struct span a, struct span b)
{
	b = span_meet(b, span_from(0));
	if (some_none(a, b)) return span_none();
	if (span_is_one(b)) return one_power(a, b);
	struct end low = low_of(a), high = high_of(a), one = finite(1);
	if (!is_below(low, one)) return make(power(low, low_of(b)), power(high, high_of(b)));
	/* 0 ** 0 is 1 */
	struct end size = greatest(greatest(negative(low), high), one);
	struct end most = power(size, high_of(b));
	if (!is_below(low, finite(0))) return make(finite(0), most);
	return make(negative(most), most);
}

struct span span_max(struct span a, struct span b)
{
	if (some_none(a, b)) return span_none();
	return make(greatest(low_of(a), low_of(b)), greatest(high_of(a), high_of(b)));
}

struct span span_min(struct span a, struct span b)
{
	if (some_none(a, b)) return span_none();
	return make(least(low_of(a), low_of(b)), least(high_of(a), high_of(b)));
}

static struct end end_of_count(uint64_t most)
{
	return most == COUNT_MANY || most > INT64_MAX ? infinite(1) : finite((wide)most);
}

struct span span_sum(struct span a, uint64_t most)
{
	if (span_is_none(a)) return span_one(0);
	struct end count = end_of_count(most), zero = finite(0);
	return make(least(zero, product(low_of(a), count)), greatest(zero, product(high_of(a), count)));
}

struct span span_product(struct span a, uint64_t most)
{
	if (span_is_none(a)) return span_one(1);
	struct end low = low_of(a), high = high_of(a), one = finite(1);
	struct end size = greatest(greatest(negative(low), high), one);
	struct end result = power(size, end_of_count(most));
	if (!is_below(low, one)) return make(one, result);
	return make(is_below(low, finite(0)) ? negative(result) : finite(0), result);
}

/* ---- the other way round ------------------------------------------------------------------------------ */

/* The greatest r with r ** k <= n, for n >= 0 and k >= 1 */
static wide root(wide n, struct end k)
{
	wide low = 0, high = n;
	while (low < high) {
		wide middle = low + (high - low + 1) / 2;
		if (is_below(finite(n), power(finite(middle), k))) high = middle - 1;
		else low = middle;
	}
	return low;
}

/* Likewise of negative numbers, for an odd k. */
static wide floor_root(wide n, struct end k)
{
	if (n >= 0) return root(n, k);
	wide r = root(-n, k);
	return is_below(power(finite(r), k), finite(-n)) ? -r - 1 : -r;
}

/* By one exponent k >= 1. */
static struct span one_base(struct span result, struct span exponent)
{
	struct end k = low_of(exponent);
	if (is_even(exponent)) {
		result = span_meet(result, span_from(0));
		if (span_is_none(result) || !result.has_high) return result.has_high ? result : span_all();
		struct end far = finite(root(result.high, k));
		return make(negative(far), far);
	}
	return make(result.has_low ? finite(-floor_root(-(wide)result.low, k)) : infinite(-1),
	            result.has_high ? finite(floor_root(result.high, k)) : infinite(1));
}

struct span span_base(struct span result, struct span exponent)
{
	exponent = span_meet(exponent, span_from(0));
	if (some_none(result, exponent)) return span_none();
	if (exponent.low < 1) return span_all();
	if (span_is_one(exponent)) return one_base(result, exponent);
	if (!result.has_low || !result.has_high) return span_all();
	struct end far = greatest(negative(low_of(result)), high_of(result));
	far = finite(root(far.n, low_of(exponent)));
	return make(negative(far), far);
}

struct span span_exponent(struct span result, struct span base)
{
	struct span s = span_from(0);
	if (some_none(result, base)) return span_none();
	if (!base.has_low || base.low < 0) return s;
	if (base.low >= 2 && result.has_high) {
		if (result.high < 1) return span_none();
		s = span_between(0, 0);
		while (!is_below(high_of(result), power(low_of(base), finite(s.high + 1)))) s.high++;
	}
	if (base.has_high && result.has_low && result.low > 1) {
		if (base.high < 2) return span_none();
		while (is_below(power(high_of(base), finite(s.low)), low_of(result))) s.low++;
	}
	return s;
}

struct span span_dividend(struct span result, struct span divisor)
{
	if (span_is_none(result)) return result;
	if (!divisor.has_low || divisor.low < 1) return span_all();
	struct end low = low_of(result), high = high_of(result), zero = finite(0);
	struct end rest = sum(high_of(divisor), finite(-1));
	struct end from = is_below(zero, low) ? product(low, low_of(divisor))
	                                      : sum(product(low, high_of(divisor)), negative(rest));
	struct end to = is_below(high, zero) ? product(high, low_of(divisor))
	                                     : sum(product(high, high_of(divisor)), rest);
	return make(from, to);
}

/* ---- counts --------------------------------------------------------------------------------------------- */

struct span span_of_count(uint64_t count)
{
	return count > INT64_MAX ? span_from(0) : span_between(0, (int64_t)count);
}

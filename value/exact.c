/* Integers beyond 64 bits and reals in the store, their order, and their texts. A real is a cell with the values of its
 * numerator and its denominator, so that most need nothing of GMP to be stored and compared. */
#include "value/exact.h"

__extension__ typedef __int128 wide;

enum { MOST_BITS = 3321928 }; /* of VALUE_MOST_DIGITS digits */

/* ---- memory ---------------------------------------------------------------------------------- */

static void *reallocate(void *old, size_t old_bytes, size_t bytes)
{
	(void)old_bytes;
	return memory_resized(old, bytes);
}

static void release(void *p, size_t bytes)
{
	(void)bytes;
	free(p);
}

void value_use_gmp(void) { mp_set_memory_functions(memory_raw, reallocate, release); }

/* ---- integers -------------------------------------------------------------------------------- */

mpz_srcptr exact_view(const struct values *s, value v, struct exact_view *out)
{
	int64_t n;
	if (value_fits(s, v, &n)) {
		out->limb = n < 0 ? -(mp_limb_t)n : (mp_limb_t)n;
		return mpz_roinit_n(out->is, &out->limb, n < 0 ? -1 : n > 0);
	}
	const struct value_cell *e = value_cell(s, v);
	REQUIRE(e->kind == VALUE_HUGE);
	return mpz_roinit_n(out->is, e->is.block, e->shape ? -(mp_size_t)e->count : e->count);
}

bool exact_is_too_long(mpz_srcptr z) { return mpz_sizeinbase(z, 2) > MOST_BITS; }

value exact_integer(struct values *s, mpz_srcptr z)
{
	if (mpz_fits_slong_p(z)) return value_integer(s, mpz_get_si(z));
	if (exact_is_too_long(z)) return VALUE_NONE;
	struct value_cell e = {.kind = VALUE_HUGE, .shape = mpz_sgn(z) < 0};
	e.count = (uint32_t)mpz_size(z);
	e.is.block = mpz_limbs_read(z);
	return value_intern_block(s, &e, e.count * sizeof(mp_limb_t));
}

value value_wide(struct values *s, __int128 n)
{
	if (n >= INT64_MIN && n <= INT64_MAX) return value_integer(s, (int64_t)n);
	unsigned __int128 size = n < 0 ? -(unsigned __int128)n : (unsigned __int128)n;
	mp_limb_t limbs[2] = {(mp_limb_t)size, (mp_limb_t)(size >> 64)};
	mpz_t z;
	return exact_integer(s, mpz_roinit_n(z, limbs, n < 0 ? -2 : 2));
}

bool value_to_wide(const struct values *s, value v, __int128 *out)
{
	int64_t n;
	bool fits = value_fits(s, v, &n);
	*out = fits ? n : 0;
	if (fits) return true;
	const struct value_cell *e = value_cell(s, v);
	const mp_limb_t *limbs = e->is.block;
	if (e->kind != VALUE_HUGE || e->count > 2 || (e->count == 2 && limbs[1] >> 62)) return false;
	*out = limbs[0];
	if (e->count == 2) *out |= (__int128)limbs[1] << 64;
	if (e->shape) *out = -*out;
	return true;
}

int value_sign(const struct values *s, value v)
{
	int64_t n;
	if (value_fits(s, v, &n)) return (n > 0) - (n < 0);
	const struct value_cell *e = value_cell(s, v);
	if (e->kind == VALUE_REAL) return value_sign(s, value_left(s, v));
	REQUIRE(e->kind == VALUE_HUGE);
	return e->shape ? -1 : 1;
}

int64_t value_clamped(const struct values *s, value v)
{
	int64_t n;
	if (value_fits(s, v, &n)) return n;
	return value_sign(s, v) < 0 ? INT64_MIN : INT64_MAX;
}

value value_bits(struct values *s, char operation, value a, value b)
{
	struct exact_view x, y;
	mpz_srcptr p = exact_view(s, a, &x), q = exact_view(s, b, &y);
	mpz_t r;
	mpz_init(r);
	switch (operation) {
	case '&': mpz_and(r, p, q); break;
	case '|': mpz_ior(r, p, q); break;
	case '^': mpz_xor(r, p, q); break;
	default: mpz_com(r, p); break;
	}
	value v = exact_integer(s, r);
	mpz_clear(r);
	return v;
}

value value_common_divisor(struct values *s, value a, value b)
{
	struct exact_view x, y;
	mpz_t r;
	mpz_init(r);
	mpz_gcd(r, exact_view(s, a, &x), exact_view(s, b, &y));
	value v = exact_integer(s, r);
	mpz_clear(r);
	return v;
}

/* ---- reals ------------------------------------------------------------------------------------- */

void exact_get(const struct values *s, value v, mpq_t q)
{
	struct exact_view a;
	mpq_init(q);
	bool is_real = value_kind(s, v) == VALUE_REAL;
	mpz_set(mpq_numref(q), exact_view(s, is_real ? value_left(s, v) : v, &a));
	if (is_real) mpz_set(mpq_denref(q), exact_view(s, value_right(s, v), &a));
}

static value fraction(struct values *s, value numerator, value denominator)
{
	if (!numerator || !denominator) return VALUE_NONE;
	struct value_cell e = {.kind = VALUE_REAL};
	e.is.bits = value_pair_bits(numerator, denominator);
	return value_intern(s, &e, false);
}

value exact_fraction(struct values *s, mpq_srcptr q)
{
	return fraction(s, exact_integer(s, mpq_numref(q)), exact_integer(s, mpq_denref(q)));
}

value value_real(struct values *s, value integer)
{
	return fraction(s, integer, value_integer(s, 1));
}

/* ---- order ------------------------------------------------------------------------------------- */

static int compare_integers(const struct values *s, value a, value b)
{
	struct exact_view x, y;
	int64_t m, n;
	if (value_fits(s, a, &m) && value_fits(s, b, &n)) return (m > n) - (m < n);
	return mpz_cmp(exact_view(s, a, &x), exact_view(s, b, &y));
}

static int compare_fractions(const struct values *s, value a, value b)
{
	mpq_t p, q;
	int64_t n[2], d[2];
	bool are_short =
	    value_fits(s, value_left(s, a), &n[0]) && value_fits(s, value_right(s, a), &d[0]) &&
	    value_fits(s, value_left(s, b), &n[1]) && value_fits(s, value_right(s, b), &d[1]);
	if (are_short) {
		wide x = (wide)n[0] * d[1], y = (wide)n[1] * d[0];
		return (x > y) - (x < y);
	}
	exact_get(s, a, p);
	exact_get(s, b, q);
	int c = mpq_cmp(p, q);
	mpq_clears(p, q, NULL);
	return c;
}

int value_compare_numbers(const struct values *s, value a, value b)
{
	if (a == b) return 0;
	return value_kind(s, a) == VALUE_REAL ? compare_fractions(s, a, b) : compare_integers(s, a, b);
}

/* ---- from text --------------------------------------------------------------------------------- */

static bool set_digits(mpz_t z, const char *text, size_t length, int base)
{
	if (length > 2 * VALUE_MOST_DIGITS) return false;
	char *copy = memory_raw(length + 1);
	memcpy(copy, text, length);
	copy[length] = 0;
	bool ok = mpz_set_str(z, copy, base) == 0;
	free(copy);
	return ok;
}

/* 12.50 is 1250 / 10 ** 2 */
static value read_decimal(struct values *s, const char *text, size_t point)
{
	mpq_t q;
	size_t length = strlen(text), places = length - point - 1;
	if (length > VALUE_MOST_DIGITS) return VALUE_NONE;
	char *digits = memory_raw(length);
	memcpy(digits, text, point);
	memcpy(digits + point, text + point + 1, places);
	mpq_init(q);
	bool ok = set_digits(mpq_numref(q), digits, length - 1, 10);
	mpz_ui_pow_ui(mpq_denref(q), 10, places);
	mpq_canonicalize(q);
	value v = ok ? exact_fraction(s, q) : VALUE_NONE;
	mpq_clear(q);
	free(digits);
	return v;
}

value value_number(struct values *s, const char *text)
{
	size_t point = strcspn(text, ".");
	if (text[point]) return read_decimal(s, text, point);
	mpz_t z;
	mpz_init(z);
	bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (is_hex ? 2 : 0);
	value v =
	    set_digits(z, digits, strlen(digits), is_hex ? 16 : 10) ? exact_integer(s, z) : VALUE_NONE;
	mpz_clear(z);
	return v;
}

/* ---- to text ----------------------------------------------------------------------------------- */

static void add_digits(mpz_srcptr z, struct text *out)
{
	char *digits = mpz_get_str(NULL, 10, z);
	text_add(out, digits);
	free(digits);
}

/* How many decimal places the fractions with this denominator have; false if they do not end. */
static bool decimal_places(mpz_srcptr denominator, mp_bitcnt_t *places)
{
	mpz_t rest, five;
	mpz_init(rest);
	mpz_init_set_ui(five, 5);
	mp_bitcnt_t twos = mpz_scan1(denominator, 0);
	mpz_tdiv_q_2exp(rest, denominator, twos);
	mp_bitcnt_t fives = mpz_remove(rest, rest, five);
	bool ends = mpz_cmp_ui(rest, 1) == 0;
	*places = twos > fives ? twos : fives;
	mpz_clears(rest, five, NULL);
	return ends;
}

/* As many digits behind the point as it has places, one at least. */
static void add_decimal(mpq_srcptr q, mp_bitcnt_t places, struct text *out)
{
	mpz_t scaled;
	if (places == 0) places = 1;
	mpz_init(scaled);
	mpz_ui_pow_ui(scaled, 10, places);
	mpz_mul(scaled, scaled, mpq_numref(q));
	mpz_tdiv_q(scaled, scaled, mpq_denref(q));
	if (mpz_sgn(scaled) < 0) text_add_char(out, '-');
	mpz_abs(scaled, scaled);
	char *digits = mpz_get_str(NULL, 10, scaled);
	size_t length = strlen(digits), whole = length > places ? length - places : 0;
	if (whole) text_add_bytes(out, digits, whole);
	else text_add_char(out, '0');
	text_add_char(out, '.');
	for (size_t i = length; i < places; i++) text_add_char(out, '0');
	text_add(out, digits + whole);
	free(digits);
	mpz_clear(scaled);
}

static void add_real(const struct values *s, value v, struct text *out)
{
	mpq_t q;
	mp_bitcnt_t places;
	exact_get(s, v, q);
	if (decimal_places(mpq_denref(q), &places)) {
		add_decimal(q, places, out);
	} else {
		add_digits(mpq_numref(q), out);
		text_add(out, ".0/");
		add_digits(mpq_denref(q), out);
		text_add(out, ".0");
	}
	mpq_clear(q);
}

void value_print_number(const struct values *s, value v, struct text *out)
{
	struct exact_view x;
	int64_t n;
	if (value_fits(s, v, &n)) text_format(out, "%lld", (long long)n);
	else if (value_kind(s, v) == VALUE_REAL) add_real(s, v, out);
	else add_digits(exact_view(s, v, &x), out);
}

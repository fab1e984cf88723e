/* Arithmetic without limits, by GMP: for integers that do not fit 64 bits, or whose result does not, and for reals. Division
 * of integers truncates toward zero, and mod is for naturals only (B-Book 3.5.7). */
#include "value/algebra.h"
#include "value/exact.h"

const char algebra_too_long[] = "a number of more than 1,000,000 digits"; /* VALUE_MOST_DIGITS */

/* ---- effort and limits ------------------------------------------------------------------------- */

/* In words of 64 bits; a product takes more than a sum. */
static void take_effort(struct values *s, mpz_srcptr a, mpz_srcptr b, bool is_product)
{
	uint64_t x = mpz_size(a), y = mpz_size(b), least = x < y ? x : y, steps = 1;
	for (; is_product && least > 1; least /= 2) steps++;
	s->handled += (x + y) * steps;
}

static value too_long(struct algebra *x)
{
	if (x->out) *x->out = (struct algebra_failure){.is_limit = true, .why = algebra_too_long};
	return VALUE_NONE;
}

static value result_of(struct algebra *x, value v) { return v ? v : too_long(x); }

static bool is_product_too_long(mpz_srcptr a, mpz_srcptr b)
{
	return mpz_sizeinbase(a, 2) + mpz_sizeinbase(b, 2) > 4 * (size_t)VALUE_MOST_DIGITS;
}

/* ---- integers ---------------------------------------------------------------------------------- */

/* a ** n fits, or is found not to before it is made. */
static bool is_power_too_long(mpz_srcptr a, mpz_srcptr n)
{
	size_t bits = mpz_sizeinbase(a, 2);
	if (mpz_cmpabs_ui(a, 1) <= 0) return false;
	return !mpz_fits_ulong_p(n) || mpz_get_ui(n) > 4 * (size_t)VALUE_MOST_DIGITS / (bits - 1);
}

static value power(struct algebra *x, mpz_srcptr a, mpz_srcptr n, mpz_t r)
{
	if (mpz_sgn(n) < 0) return algebra_undefined(x, "the exponent is negative");
	if (is_power_too_long(a, n)) return too_long(x);
	bool is_one = mpz_cmpabs_ui(a, 1) <= 0; /* or zero: any exponent will do */
	unsigned long times = !is_one ? mpz_get_ui(n) : !mpz_sgn(n) ? 0 : mpz_odd_p(n) ? 1 : 2;
	mpz_pow_ui(r, a, times);
	take_effort(x->s, r, r, true);
	return result_of(x, exact_integer(x->s, r));
}

static value divide(struct algebra *x, enum op op, mpz_srcptr a, mpz_srcptr b, mpz_t r)
{
	if (mpz_sgn(b) == 0) return algebra_undefined(x, "division by zero");
	if (op == OP_MOD && (mpz_sgn(a) < 0 || mpz_sgn(b) < 0))
		return algebra_undefined(x, "'mod' is not defined for negative numbers");
	take_effort(x->s, a, b, true);
	if (op == OP_MOD) mpz_tdiv_r(r, a, b);
	else mpz_tdiv_q(r, a, b);
	return exact_integer(x->s, r);
}

static value on_integers(struct algebra *x, enum op op, mpz_srcptr a, mpz_srcptr b, mpz_t r)
{
	switch (op) {
	case OP_ADD: mpz_add(r, a, b); break;
	case OP_MINUS: mpz_sub(r, a, b); break;
	case OP_TIMES:
		if (is_product_too_long(a, b)) return too_long(x);
		mpz_mul(r, a, b);
		break;
	case OP_POWER: return power(x, a, b, r);
	case OP_NEGATE: mpz_neg(r, a); break;
	default: return divide(x, op, a, b, r);
	}
	take_effort(x->s, a, b, op == OP_TIMES);
	return result_of(x, exact_integer(x->s, r));
}

/* ---- reals ------------------------------------------------------------------------------------- */

static value no_fraction(struct algebra *x)
{
	const char *why = "a real number to a power that is not a whole number";
	if (x->out) *x->out = (struct algebra_failure){.is_limit = true, .why = why};
	return VALUE_NONE;
}

/* The exponent of a real is a whole number, of either type; a ** -n is 1 / a ** n. */
static value real_power(struct algebra *x, mpq_srcptr a, mpq_srcptr n, mpq_t r)
{
	if (mpz_cmp_ui(mpq_denref(n), 1) != 0) return no_fraction(x);
	bool is_inverse = mpz_sgn(mpq_numref(n)) < 0;
	if (is_inverse && mpq_sgn(a) == 0) return algebra_undefined(x, "division by zero");
	mpz_t times;
	mpz_init(times);
	mpz_abs(times, mpq_numref(n));
	bool ok = power(x, mpq_numref(a), times, mpq_numref(r)) &&
	          power(x, mpq_denref(a), times, mpq_denref(r));
	if (ok && is_inverse) mpq_inv(r, r);
	mpz_clear(times);
	return ok ? exact_fraction(x->s, r) : VALUE_NONE;
}

static bool are_too_long(mpq_srcptr a, mpq_srcptr b)
{
	return is_product_too_long(mpq_numref(a), mpq_numref(b)) ||
	       is_product_too_long(mpq_denref(a), mpq_denref(b)) ||
	       is_product_too_long(mpq_numref(a), mpq_denref(b)) ||
	       is_product_too_long(mpq_denref(a), mpq_numref(b));
}

static value on_reals(struct algebra *x, enum op op, mpq_srcptr a, mpq_srcptr b, mpq_t r)
{
	take_effort(x->s, mpq_numref(a), mpq_numref(b), true);
	take_effort(x->s, mpq_denref(a), mpq_denref(b), true);
	if (op == OP_POWER) return real_power(x, a, b, r);
	if (are_too_long(a, b)) return too_long(x);
	switch (op) {
	case OP_ADD: mpq_add(r, a, b); break;
	case OP_MINUS: mpq_sub(r, a, b); break;
	case OP_TIMES: mpq_mul(r, a, b); break;
	case OP_NEGATE: mpq_neg(r, a); break;
	default:
		if (mpq_sgn(b) == 0) return algebra_undefined(x, "division by zero");
		mpq_div(r, a, b);
	}
	return result_of(x, exact_fraction(x->s, r));
}

static value whole_part(struct algebra *x, enum op op, mpq_srcptr a)
{
	mpz_t r;
	mpz_init(r);
	take_effort(x->s, mpq_numref(a), mpq_denref(a), true);
	if (op == OP_FLOOR) mpz_fdiv_q(r, mpq_numref(a), mpq_denref(a));
	else mpz_cdiv_q(r, mpq_numref(a), mpq_denref(a));
	value v = exact_integer(x->s, r);
	mpz_clear(r);
	return v;
}

static value apply_to_reals(struct algebra *x, enum op op, const value *a)
{
	mpq_t p, q, r;
	exact_get(x->s, a[0], p);
	exact_get(x->s, op == OP_NEGATE || op == OP_FLOOR || op == OP_CEILING ? a[0] : a[1], q);
	mpq_init(r);
	bool is_whole = op == OP_FLOOR || op == OP_CEILING;
	value v = is_whole ? whole_part(x, op, p) : on_reals(x, op, p, q, r);
	mpq_clears(p, q, r, NULL);
	return v;
}

value algebra_number(struct algebra *x, enum op op, const value *a)
{
	if (op == OP_TO_REAL) return value_real(x->s, a[0]);
	if (value_kind(x->s, a[0]) == VALUE_REAL) return apply_to_reals(x, op, a);
	struct exact_view p, q;
	mpz_t r;
	mpz_init(r);
	mpz_srcptr first = exact_view(x->s, a[0], &p);
	value v = on_integers(x, op, first, op == OP_NEGATE ? first : exact_view(x->s, a[1], &q), r);
	mpz_clear(r);
	return v;
}

/* ---- intervals --------------------------------------------------------------------------------- */

/* One whose bounds do not both fit 64 bits is listed. */
value algebra_interval(struct algebra *x, value low, value high)
{
	int64_t from, to;
	if (value_fits(x->s, low, &from) && value_fits(x->s, high, &to))
		return value_interval(x->s, from, to);
	if (value_compare_numbers(x->s, low, high) > 0) return x->s->empty;
	value difference = algebra_number(x, OP_MINUS, (value[]){high, low});
	if (!difference) return VALUE_NONE;
	if (!value_fits(x->s, difference, &to) || (uint64_t)to >= x->limit) return algebra_too_large(x);
	struct value_list *l = value_scratch(x->s);
	value one = value_integer(x->s, 1);
	for (value v = low;; v = algebra_number(x, OP_ADD, (value[]){v, one})) {
		VEC_PUSH(&l->list, v);
		if (v == high) return algebra_sorted(x, l);
	}
}

/* ---- sums and products of many ----------------------------------------------------------------- */

void algebra_total_init(struct algebra_total *t, bool is_product, bool is_real)
{
	*t = (struct algebra_total){.is_product = is_product, .is_real = is_real, .number = is_product};
}

static void go_over(struct algebra_total *t)
{
	mpq_t *q = memory_raw(sizeof *q);
	mpq_init(*q);
	mpz_set_si(mpq_numref(*q), t->number);
	t->rest = q;
}

bool algebra_total_add(struct values *s, struct algebra_total *t, value v)
{
	int64_t n, sum;
	bool fits = !t->is_real && value_fits(s, v, &n);
	if (fits && !t->rest &&
	    !(t->is_product ? __builtin_mul_overflow(t->number, n, &sum)
	                    : __builtin_add_overflow(t->number, n, &sum))) {
		t->number = sum;
		return true;
	}
	if (!t->rest) go_over(t);
	mpq_t *q = t->rest, term;
	exact_get(s, v, term);
	take_effort(s, mpq_numref(*q), mpq_numref(term), t->is_real);
	if (t->is_product) mpq_mul(*q, *q, term);
	else mpq_add(*q, *q, term);
	mpq_clear(term);
	return !exact_is_too_long(mpq_numref(*q)) && !exact_is_too_long(mpq_denref(*q));
}

value algebra_total_end(struct values *s, struct algebra_total *t)
{
	if (!t->rest && !t->is_real) return value_integer(s, t->number);
	if (!t->rest) return value_real(s, value_integer(s, t->number));
	mpq_t *q = t->rest;
	value v = t->is_real ? exact_fraction(s, *q) : exact_integer(s, mpq_numref(*q));
	mpq_clear(*q);
	free(q);
	t->rest = NULL;
	return v;
}

/* How many elements sets of sets, products, relations, functions and sequences have, exactly (algebra_count.c has the same with
 * an end, in other ways). Those that must hit all of n values are counted by inclusion and exclusion: SUM k . (-1)^k
 * (n choose k) f(n - k), where f(m) are those into m values, whichever they hit. */
#include "value/algebra.h"
#include "value/exact.h"

enum { MOST_TERMS = 3000, MOST_BITS = 3000000 };

struct arrows {
	unsigned long arguments;
	unsigned is; /* FACT_... */
};

/* n * (n - 1) * ..., k factors */
static void falling(mpz_t r, unsigned long n, unsigned long k)
{
	mpz_set_ui(r, 1);
	for (unsigned long i = 0; i < k && mpz_sgn(r); i++) mpz_mul_ui(r, r, n - i);
}

/* r += (n choose k) * x, or -= */
static void add_choices(mpz_t r, unsigned long n, unsigned long k, mpz_srcptr x, bool is_negative)
{
	mpz_t choices;
	mpz_init(choices);
	mpz_bin_uiui(choices, n, k);
	if (is_negative) mpz_submul(r, choices, x);
	else mpz_addmul(r, choices, x);
	mpz_clear(choices);
}

/* Into m values, whichever they hit. */
static void count_into(mpz_t r, const struct arrows *a, unsigned long m)
{
	bool is_total = a->is & FACT_TOTAL;
	if (a->is & FACT_INJECTIVE && is_total) {
		falling(r, m, a->arguments);
	} else if (a->is & FACT_INJECTIVE) {
		mpz_t some;
		mpz_init(some);
		mpz_set_ui(r, 0);
		for (unsigned long k = 0; k <= a->arguments && k <= m; k++) {
			falling(some, m, k);
			add_choices(r, a->arguments, k, some, false);
		}
		mpz_clear(some);
	} else {
		if (a->is & FACT_FUNCTIONS) mpz_set_ui(r, m);
		else mpz_ui_pow_ui(r, 2, m);
		if (a->is & FACT_FUNCTIONS && !is_total) mpz_add_ui(r, r, 1);
		if (!(a->is & FACT_FUNCTIONS) && is_total) mpz_sub_ui(r, r, 1);
		mpz_pow_ui(r, r, a->arguments);
	}
}

static void count_arrows(mpz_t r, const struct arrows *a, unsigned long values)
{
	if (!(a->is & FACT_SURJECTIVE)) {
		count_into(r, a, values);
		return;
	}
	mpz_t some;
	mpz_init(some);
	mpz_set_ui(r, 0);
	for (unsigned long k = 0; k <= values; k++) {
		count_into(some, a, values - k);
		add_choices(r, values, k, some, k & 1);
	}
	mpz_clear(some);
}

/* Of different elements, `least` of them or more. */
static void count_sequences(mpz_t r, unsigned long elements, unsigned long least)
{
	mpz_t some;
	mpz_init(some);
	mpz_set_ui(r, 0);
	for (unsigned long n = least; n <= elements; n++) {
		falling(some, elements, n);
		mpz_add(r, r, some);
	}
	mpz_clear(some);
}

static bool is_sequences(enum op op) { return op == OP_PERM || op == OP_ISEQ || op == OP_ISEQ1; }

/* Is it done soon, and has not too many digits? */
static bool is_feasible(enum op op, unsigned is, unsigned long a, unsigned long b)
{
	bool is_sum = is_sequences(op) || is & (FACT_SURJECTIVE | FACT_INJECTIVE);
	if (is_sum && (a > MOST_TERMS || b > MOST_TERMS)) return false;
	if (is_sequences(op)) return true;
	double bits = is & FACT_FUNCTIONS ? 64 - __builtin_clzl(b + 1) : (double)b;
	return (double)a * bits <= MOST_BITS;
}

static value count(struct algebra *x, enum op op, mpz_srcptr a, mpz_srcptr b)
{
	if (!mpz_fits_ulong_p(a) || !mpz_fits_ulong_p(b)) return algebra_too_large(x);
	struct arrows arrows = {mpz_get_ui(a), is_sequences(op) ? 0 : op_info(op)->facts};
	if (!is_feasible(op, arrows.is, arrows.arguments, mpz_get_ui(b))) return algebra_too_large(x);
	mpz_t r;
	mpz_init(r);
	if (op == OP_PERM) count_sequences(r, arrows.arguments, arrows.arguments);
	else if (is_sequences(op)) count_sequences(r, arrows.arguments, op == OP_ISEQ1);
	else count_arrows(r, &arrows, mpz_get_ui(b));
	value v = exact_integer(x->s, r);
	mpz_clear(r);
	return v ? v : algebra_too_large(x);
}

value algebra_cardinal(struct values *s, enum op op, value a, value b, struct algebra_failure *out)
{
	struct algebra x = {s, 0, out};
	struct exact_view p, q;
	value one = value_integer(s, 1), two = value_integer(s, 2);
	bool is_power = op == OP_POW || op == OP_FIN || op == OP_POW1 || op == OP_FIN1;
	if (op == OP_PRODUCT) return algebra_number(&x, OP_TIMES, (value[]){a, b});
	if (!is_power) return count(&x, op, exact_view(s, a, &p), exact_view(s, b, &q));
	value all = algebra_number(&x, OP_POWER, (value[]){two, a});
	if (op == OP_POW || op == OP_FIN || !all) return all;
	return algebra_number(&x, OP_MINUS, (value[]){all, one});
}

/* Integers of literals, against the arithmetic of C. */
#include "tests/greatest.h"

#include "circuit/circuit.h"
#include "tests/circuit/numbers.h"

static enum greatest_test_res check_form(enum form form, wide low, wide high)
{
	reopen_numbers();
	struct number *a = make(form, low, high);
	struct views v = views_of(a);
	for (wide x = low; x <= high; x++) {
		bool is_possible = form != FORM_CHOICE || (high - x) % 2 == 0;
		assume_value(a, x);
		ASSERT_EQ(solve(&bench) == SOLVER_SATISFIABLE, is_possible);
		if (is_possible) CHECK_CALL(shows(&v, x));
	}
	PASS();
}

TEST forms_agree_and_have_all_values(void)
{
	for (int form = 0; form < FORMS; form++)
		for (wide low = -9; low <= 6; low++)
			for (wide high = low; high <= low + 9; high += 1 + (high > low + 3))
				CHECK_CALL(check_form((enum form)form, low, high));
	PASS();
}

/* All bits differ on the two sides of a power of two. */
TEST forms_agree_around_powers_of_two(void)
{
	for (int form = 0; form < FORMS; form++)
		for (int sign = -1; sign <= 1; sign += 2)
			for (int power = 14; power <= 62; power++) {
				wide middle = sign * ((wide)1 << power);
				CHECK_CALL(check_form((enum form)form, middle - 5, middle + power % 7));
			}
	PASS();
}

/* Without assumptions: a fresh number has as many solutions as values. */
TEST fresh_numbers_have_no_other_values(void)
{
	for (wide low = -9; low <= 5; low++)
		for (uint32_t listed = 0; listed <= 64; listed += 64) {
			reopen_numbers();
			struct number *a = number_fresh(&numbers, low, low * 3 + 20, listed);
			uint32_t width, found = 0;
			const lit *bits = number_bits(&numbers, a, &width);
			while (solve(&bench) == SOLVER_SATISFIABLE && found < 100) {
				lit other[16];
				wide value = number_value(bench.f, a);
				ASSERT(a->low <= value && value <= a->high);
				for (uint32_t i = 0; i < width; i++)
					other[i] = cnf_value(bench.f, bits[i]) ? -bits[i] : bits[i];
				cnf_assert_any(bench.f, other, width);
				found++;
			}
			ASSERT_EQ((wide)found, a->high - a->low + 1);
		}
	PASS();
}

/* ---- operations --------------------------------------------------------------------------------------- */

typedef struct number *operation(struct numbers *n, struct number *a, struct number *b);

static struct number *negate(struct numbers *n, struct number *a, struct number *b)
{
	(void)b;
	return number_negate(n, a);
}

static struct number *square(struct numbers *n, struct number *a, struct number *b)
{
	(void)b;
	return number_multiply(n, a, a);
}

static struct number *cube(struct numbers *n, struct number *a, struct number *b)
{
	(void)b;
	return number_power(n, a, number_constant(n, 3));
}

static struct number *choose(struct numbers *n, struct number *a, struct number *b)
{
	return number_ite(n, number_less(n, a, b), a, number_constant(n, 7));
}

static wide power(wide a, wide b)
{
	wide result = 1;
	for (; b > 0; b--) result *= a;
	return result;
}

enum {
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	MODULO,
	POWER,
	MAXIMUM,
	MINIMUM,
	NEGATE,
	SQUARE,
	CUBE,
	CHOOSE,
	OPERATIONS
};
static operation *const operations[OPERATIONS] = {
    number_add,     number_subtract, number_multiply, number_divide, number_modulo, number_power,
    number_maximum, number_minimum,  negate,          square,        cube,          choose};

static bool is_defined(int op, wide b)
{
	return op == POWER ? b >= 0 : op == DIVIDE || op == MODULO ? b != 0 : true;
}

static wide result_of(int op, wide a, wide b)
{
	switch (op) {
	case ADD: return a + b;
	case SUBTRACT: return a - b;
	case MULTIPLY: return a * b;
	case DIVIDE: return a / b;
	case MODULO: return a % b;
	case POWER: return power(a, b);
	case MAXIMUM: return a > b ? a : b;
	case MINIMUM: return a < b ? a : b;
	case NEGATE: return -a;
	case SQUARE: return a * a;
	case CUBE: return a * a * a;
	default: return a < b ? a : 7;
	}
}

struct results {
	struct views of[OPERATIONS];
	lit equal, less_equal, less;
};

static struct results results_of(struct number *a, struct number *b)
{
	struct results r;
	for (int op = 0; op < OPERATIONS; op++) r.of[op] = views_of(operations[op](&numbers, a, b));
	r.equal = number_equal(&numbers, a, b);
	r.less_equal = number_less_equal(&numbers, a, b);
	r.less = number_less(&numbers, a, b);
	return r;
}

/* The answer of the solver itself, which knows a direction of a gate only. */
static enum greatest_test_res solver_agrees(struct number *a, struct number *b, wide x, wide y,
                                            lit l, bool value)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		assume_value(a, x);
		assume_value(b, y);
		solver_assume(bench.s, cnf_literal(bench.f, sign * l));
		ASSERT_EQ(solve(&bench) == SOLVER_SATISFIABLE, value == (sign > 0));
	}
	PASS();
}

static enum greatest_test_res check_values(struct number *a, struct number *b, wide x, wide y,
                                           const struct results *r)
{
	assume_value(a, x);
	assume_value(b, y);
	if (solve(&bench) != SOLVER_SATISFIABLE) PASS(); /* a value left out */
	for (int op = 0; op < OPERATIONS; op++)
		if (is_defined(op, y)) CHECK_CALL(shows(&r->of[op], result_of(op, x, y)));
	ASSERT_EQ(cnf_value(bench.f, r->equal), x == y);
	ASSERT_EQ(cnf_value(bench.f, r->less_equal), x <= y);
	ASSERT_EQ(cnf_value(bench.f, r->less), x < y);
	if ((x * 5 + y * 3) % 4) PASS();
	CHECK_CALL(solver_agrees(a, b, x, y, r->equal, x == y));
	CHECK_CALL(solver_agrees(a, b, x, y, r->less_equal, x <= y));
	int op = (int)draw(&bench, OPERATIONS);
	if (!is_defined(op, y)) PASS();
	const struct views *v = &r->of[op];
	wide result = result_of(op, x, y), at = v->a->low + (wide)draw(&bench, 20);
	for (uint32_t i = 0; i < v->width; i++)
		CHECK_CALL(solver_agrees(a, b, x, y, v->bits[i], result >> i & 1));
	CHECK_CALL(solver_agrees(a, b, x, y, number_is(&numbers, v->a, at), result == at));
	CHECK_CALL(solver_agrees(a, b, x, y, number_at_least(&numbers, v->a, at), result >= at));
	PASS();
}

/* Of the pairs of values each one, or each fifth. */
static enum greatest_test_res check_operations(struct number *a, struct number *b, bool is_sample)
{
	struct results r = results_of(a, b);
	ASSERT_FALSE(numbers.is_too_large);
	for (wide x = a->low; x <= a->high; x++)
		for (wide y = b->low; y <= b->high; y++)
			if (!is_sample || (x * 2 + y) % 5 == 0) CHECK_CALL(check_values(a, b, x, y, &r));
	PASS();
}

TEST operations_agree_with_arithmetic_in_every_form(void)
{
	static const int intervals[][2] = {{0, 3}, {-2, 2}, {-4, -1}, {2, 5}, {0, 0}, {-3, 0}};
	enum { INTERVALS = sizeof intervals / sizeof *intervals };
	for (int form = 0; form < FORMS * FORMS; form++)
		for (int i = 0; i < INTERVALS * INTERVALS; i++) {
			const int *x = intervals[i / INTERVALS], *y = intervals[i % INTERVALS];
			reopen_numbers();
			bench.random += (uint64_t)(form * 1000 + i);
			struct number *a = make((enum form)(form / FORMS), x[0], x[1]);
			struct number *b = make((enum form)(form % FORMS), y[0], y[1]);
			CHECK_CALL(check_operations(a, b, false));
		}
	PASS();
}

/* Larger intervals, where tables are too large. */
TEST operations_agree_on_bits(void)
{
	static const int intervals[][4] = {
	    {-9, 11, -6, 5}, {0, 20, 0, 9}, {-17, -3, 2, 7}, {3, 19, -8, -1}};
	for (int i = 0; i < 4; i++)
		for (int form = 0; form < 4; form++) {
			reopen_numbers();
			const int *x = intervals[i];
			struct number *a = make(form & 1 ? FORM_ONE_HOT : FORM_BITS, x[0], x[1]);
			struct number *b = make(form & 2 ? FORM_ONE_HOT : FORM_BITS, x[2], x[3]);
			CHECK_CALL(check_operations(a, b, true));
		}
	PASS();
}

TEST a_number_with_itself(void)
{
	for (int form = 0; form < FORMS; form++) {
		reopen_numbers();
		struct number *a = make((enum form)form, -3, 4);
		struct results r = results_of(a, a);
		for (wide x = -3; x <= 4; x++) CHECK_CALL(check_values(a, a, x, x, &r));
	}
	PASS();
}

/* ---- bounds ---------------------------------------------------------------------------------------------- */

static enum greatest_test_res check_bounds(int op, wide low, wide high, wide low2, wide high2)
{
	wide least = 0, greatest = 0;
	bool is_first = true;
	for (wide x = low; x <= high; x++)
		for (wide y = low2; y <= high2; y++) {
			if (!is_defined(op, y)) continue;
			wide result = result_of(op, x, y);
			least = is_first || result < least ? result : least;
			greatest = is_first || result > greatest ? result : greatest;
			is_first = false;
		}
	struct number *a = number_fresh(&numbers, low, high, 0);
	struct number *b = number_fresh(&numbers, low2, high2, 0);
	struct number *c = operations[op](&numbers, a, b);
	if (!is_first) ASSERT(c->low <= least && c->high >= greatest);
	if (!is_first && op != MODULO && op != POWER && op != CHOOSE)
		ASSERT(c->low == least && c->high == greatest);
	PASS();
}

TEST bounds_are_exact(void)
{
	for (int op = 0; op < OPERATIONS; op++)
		for (wide low = -6; low <= 4; low++)
			for (wide high = low; high <= low + 7; high += 2)
				for (wide low2 = -3; low2 <= 2; low2++)
					for (wide high2 = low2; high2 <= 3; high2++)
						CHECK_CALL(check_bounds(op, low, high, low2, high2));
	PASS();
}

/* ---- large numbers ------------------------------------------------------------------------------------- */

TEST products_beyond_sixty_two_bits(void)
{
	wide p = (wide)1 << 62, q = (wide)1 << 55;
	struct number *a = number_fresh(&numbers, -p - 1, p + 1, 0);
	struct number *b = number_fresh(&numbers, -q, q + 2, 0);
	struct number *c = number_multiply(&numbers, a, b);
	ASSERT_FALSE(numbers.is_too_large);
	ASSERT(c->low == (-p - 1) * (q + 2) && c->high == (p + 1) * (q + 2));
	struct number *sum = number_add(&numbers, a, b), *difference = number_subtract(&numbers, a, b);
	uint32_t width;
	number_bits(&numbers, c, &width);
	const wide values[][2] = {{p + 1, q + 2}, {-p - 1, q + 2}, {-p, -q},   {p - 7, 12345},
	                          {0, q},         {-1, -1},        {p, -q + 5}};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		wide x = values[i][0], y = values[i][1];
		assume_value(a, x);
		assume_value(b, y);
		ASSERT_EQ(solve(&bench), SOLVER_SATISFIABLE);
		ASSERT(number_value(bench.f, c) == x * y);
		ASSERT(number_value(bench.f, sum) == x + y);
		ASSERT(number_value(bench.f, difference) == x - y);
		ASSERT(cnf_value(bench.f, number_less(&numbers, c, a)) == (x * y < x));
	}
	PASS();
}

TEST quotients_of_large_numbers(void)
{
	wide p = (wide)1 << 50;
	struct number *a = number_fresh(&numbers, -p * 3, p * 5, 0);
	struct number *b = number_fresh(&numbers, -70000, 90000, 0);
	struct number *seven = number_constant(&numbers, 7), *eight = number_constant(&numbers, -8);
	struct number *quotient = number_divide(&numbers, a, b), *rest = number_modulo(&numbers, a, b);
	struct number *by_seven = number_divide(&numbers, a, seven);
	struct number *by_eight = number_divide(&numbers, a, eight);
	struct number *mod_eight = number_modulo(&numbers, a, eight);
	const wide values[][2] = {{p * 5, 90000}, {-p * 3, -70000}, {-p * 3, 89999}, {p + 1, 1},
	                          {p * 5, -1},    {12, 13},         {-13, 13},       {p, 0}};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		wide x = values[i][0], y = values[i][1];
		assume_value(a, x);
		assume_value(b, y);
		ASSERT_EQ(solve(&bench), SOLVER_SATISFIABLE);
		if (y) ASSERT(number_value(bench.f, quotient) == x / y);
		if (y) ASSERT(number_value(bench.f, rest) == x % y);
		ASSERT(number_value(bench.f, by_seven) == x / 7);
		ASSERT(number_value(bench.f, by_eight) == x / -8);
		ASSERT(number_value(bench.f, mod_eight) == x % -8);
	}
	PASS();
}

TEST what_does_not_fit_is_told(void)
{
	wide p = (wide)1 << 59;
	struct number *a = number_fresh(&numbers, -p, p, 0), *b = number_fresh(&numbers, 0, p, 0);
	number_multiply(&numbers, a, b);
	ASSERT_FALSE(numbers.is_too_large);
	struct number *c = number_add(&numbers, b, b);
	number_multiply(&numbers, a, c);
	ASSERT(numbers.is_too_large);
	numbers.is_too_large = false;
	number_power(&numbers, number_fresh(&numbers, 0, 2, 64), number_fresh(&numbers, 0, 5000, 0));
	ASSERT(numbers.is_too_large);
	numbers.is_too_large = false;
	number_power(&numbers, number_fresh(&numbers, -1, 1, 0), number_fresh(&numbers, 0, 5000, 0));
	number_power(&numbers, number_constant(&numbers, 2), number_fresh(&numbers, 0, 118, 0));
	number_power(&numbers, number_constant(&numbers, -2), number_constant(&numbers, 119));
	ASSERT_FALSE(numbers.is_too_large);
	number_power(&numbers, number_constant(&numbers, 2), number_constant(&numbers, 119));
	ASSERT(numbers.is_too_large);
	numbers.is_too_large = false;
	wide limit = (wide)1 << (NUMBER_BITS - 1);
	number_negate(&numbers, number_fresh(&numbers, -limit + 1, limit - 1, 0));
	number_constant(&numbers, -limit);
	ASSERT_FALSE(numbers.is_too_large);
	number_constant(&numbers, limit);
	ASSERT(numbers.is_too_large);
	PASS();
}

TEST powers_of_zero_and_one_have_any_exponent(void)
{
	struct number *a = number_fresh(&numbers, -1, 1, 0), *b = number_fresh(&numbers, 0, 5000, 0);
	struct number *c = number_power(&numbers, a, b);
	struct number *d =
	    number_power(&numbers, number_constant(&numbers, 2), number_fresh(&numbers, 0, 99, 0));
	ASSERT(c->low == -1 && c->high == 1 && d->low == 1 && d->high == (wide)1 << 99);
	for (wide x = -1; x <= 1; x++)
		for (wide y = 0; y < 4; y++) {
			assume_value(a, x);
			assume_value(b, y * y * y);
			ASSERT_EQ(solve(&bench), SOLVER_SATISFIABLE);
			ASSERT(number_value(bench.f, c) == power(x, y));
		}
	PASS();
}

SUITE(integers)
{
	GREATEST_SET_SETUP_CB(open_numbers, NULL);
	GREATEST_SET_TEARDOWN_CB(close_numbers, NULL);
	RUN_TEST(forms_agree_and_have_all_values);
	RUN_TEST(forms_agree_around_powers_of_two);
	RUN_TEST(fresh_numbers_have_no_other_values);
	RUN_TEST(operations_agree_with_arithmetic_in_every_form);
	RUN_TEST(operations_agree_on_bits);
	RUN_TEST(a_number_with_itself);
	RUN_TEST(bounds_are_exact);
	RUN_TEST(products_beyond_sixty_two_bits);
	RUN_TEST(quotients_of_large_numbers);
	RUN_TEST(what_does_not_fit_is_told);
	RUN_TEST(powers_of_zero_and_one_have_any_exponent);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(integers);
	GREATEST_MAIN_END();
}

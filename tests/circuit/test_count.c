/* Sums, selections and counts of integers of literals. */
#include "tests/greatest.h"

#include "circuit/circuit.h"
#include "tests/circuit/numbers.h"

/* ---- sums, selections, counts ---------------------------------------------------------------------------- */

/* A random number of some form, or a literal with a weight. */
static struct number *random_term(void)
{
	wide low = (wide)draw(&bench, 9) - 5, high = low + 1 + draw(&bench, 5);
	if (draw(&bench, 5) == 0) return number_constant(&numbers, low * 3);
	if (draw(&bench, 2)) {
		wide weight = (wide)draw(&bench, 40) - 15;
		return number_ite(&numbers, circuit_input(bench.c), number_constant(&numbers, weight),
		                  number_constant(&numbers, 0));
	}
	return make((enum form)draw(&bench, FORMS), low, high);
}

TEST sums_and_products_of_many(void)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		reopen_numbers();
		bench.random = seed * 77777;
		uint32_t count = draw(&bench, 8);
		struct number *of[8];
		for (uint32_t i = 0; i < count; i++) of[i] = random_term();
		struct number *total = number_sum(&numbers, of, count);
		struct number *product = number_product(&numbers, of, count < 4 ? count : 4);
		struct views views[2] = {views_of(total), views_of(product)};
		for (int round = 0; round < 8; round++) {
			for (uint32_t i = 0; i < count; i++)
				if (of[i]->choices != 2 || draw(&bench, 2))
					assume_value(of[i], draw(&bench, 2) ? of[i]->low : of[i]->high);
			if (solve(&bench) != SOLVER_SATISFIABLE) continue;
			wide sum = 0, times = 1;
			for (uint32_t i = 0; i < count; i++) sum += number_value(bench.f, of[i]);
			for (uint32_t i = 0; i < count && i < 4; i++) times *= number_value(bench.f, of[i]);
			CHECK_CALL(shows(&views[0], sum));
			CHECK_CALL(shows(&views[1], times));
		}
	}
	PASS();
}

TEST select_takes_the_number_whose_condition_holds(void)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		reopen_numbers();
		bench.random = seed * 99991;
		uint32_t count = 1 + draw(&bench, 6);
		struct number *of[6];
		lit condition[6];
		for (uint32_t i = 0; i < count; i++) {
			of[i] = seed % 3 ? random_term() : number_constant(&numbers, draw(&bench, 3));
			condition[i] = circuit_input(bench.c);
		}
		circuit_require_exactly_one(bench.c, condition, count);
		struct number *chosen = number_select(&numbers, condition, of, count);
		struct views view = views_of(chosen);
		for (uint32_t i = 0; i < count * 3; i++) {
			solver_assume(bench.s, cnf_literal(bench.f, condition[i % count]));
			assume_value(of[i % count], i < count ? of[i % count]->low : of[i % count]->high);
			ASSERT_EQ(solve(&bench), SOLVER_SATISFIABLE);
			CHECK_CALL(shows(&view, number_value(bench.f, of[i % count])));
		}
	}
	PASS();
}

/* Under every assignment the solver knows whether at least k hold, whether exactly k hold. */
TEST counts_are_right_for_every_assignment(void)
{
	for (uint32_t count = 0; count <= 8; count++) {
		reopen_numbers();
		lit in[16];
		for (uint32_t i = 0; i < count; i++) in[i] = circuit_input(bench.c);
		struct number *n = number_count(&numbers, in, count);
		for (uint32_t mask = 0; mask < 1u << count; mask += 1 + mask % 3)
			for (uint32_t k = 0; k <= count + 1; k++)
				for (int sign = -1; sign <= 1; sign += 2)
					for (int question = 0; question < 2; question++) {
						bool expects = question ? (uint32_t)__builtin_popcount(mask) == k
						                        : (uint32_t)__builtin_popcount(mask) >= k;
						lit l = question ? number_is(&numbers, n, k)
						                 : number_count_at_least(&numbers, in, count, k);
						for (uint32_t i = 0; i < count; i++)
							solver_assume(bench.s,
							              cnf_literal(bench.f, mask >> i & 1 ? in[i] : -in[i]));
						solver_assume(bench.s, cnf_literal(bench.f, sign * l));
						ASSERT_EQ(solve(&bench) == SOLVER_SATISFIABLE, expects == (sign > 0));
					}
	}
	PASS();
}

TEST long_counts_are_right(void)
{
	for (uint32_t count = 9; count <= 60; count += count < 24 ? 1 : 9) {
		reopen_numbers();
		lit in[64];
		for (uint32_t i = 0; i < count; i++) in[i] = circuit_input(bench.c);
		in[3] = LIT_TRUE;
		in[5] = -in[4];
		in[6] = in[2];
		struct number *a = number_count(&numbers, in, count);
		ASSERT(a->low == 2 && a->high == count - 1);
		struct number *sorted = number_count(&numbers, in, count);
		number_order(&numbers, sorted);
		struct views v = views_of(a), w = views_of(sorted);
		struct number *b = number_subtract(&numbers, a, number_count(&numbers, in, count / 2));
		for (int round = 0; round < 30; round++) {
			uint32_t hold = 0, first = 0;
			/* none, all but one, any part of them */
			uint32_t below = round < 1 ? 0 : round < 5 ? 100 : draw(&bench, 100);
			uint32_t but = draw(&bench, count);
			for (uint32_t i = 0; i < count; i++) {
				lit l = draw(&bench, 100) < below && i != but ? in[i] : -in[i];
				if (i != 3 && i != 5 && i != 6) solver_assume(bench.s, cnf_literal(bench.f, l));
			}
			ASSERT_EQ(solve(&bench), SOLVER_SATISFIABLE);
			for (uint32_t i = 0; i < count; i++) hold += cnf_value(bench.f, in[i]);
			for (uint32_t i = 0; i < count / 2; i++) first += cnf_value(bench.f, in[i]);
			CHECK_CALL(shows(&v, hold));
			CHECK_CALL(shows(&w, hold));
			ASSERT(number_value(bench.f, b) == hold - first);
		}
	}
	PASS();
}

/* ---- size --------------------------------------------------------------------------------------------------- */

static uint64_t clauses_of_count(uint32_t count, uint32_t k, bool at_least)
{
	reopen_numbers();
	lit in[64];
	for (uint32_t i = 0; i < count; i++) in[i] = circuit_input(bench.c);
	lit l = number_count_at_least(&numbers, in, count, k + !at_least);
	cnf_assert(bench.f, at_least ? l : -l);
	return clauses_of(&bench);
}

TEST clauses_are_few(void)
{
	ASSERT(clauses_of_count(20, 5, false) <= 145);
	ASSERT(clauses_of_count(20, 15, true) <= 145);
	ASSERT(clauses_of_count(20, 1, false) <= 54);
	ASSERT(clauses_of_count(20, 2, true) <= 80);
	reopen_numbers();
	struct number *a = number_fresh(&numbers, 0, 9, 64), *b = number_fresh(&numbers, 0, 9, 64);
	uint64_t before = clauses_of(&bench);
	cnf_assert(bench.f, number_equal(&numbers, a, b));
	ASSERT_EQ(clauses_of(&bench) - before, 10);
	struct number *c = number_fresh(&numbers, 0, 9, 64), *d = number_fresh(&numbers, 0, 9, 64);
	before = clauses_of(&bench);
	cnf_assert(bench.f, -number_equal(&numbers, c, d));
	ASSERT(clauses_of(&bench) - before <= 10 + 2 * 26);
	PASS();
}

SUITE(counts)
{
	GREATEST_SET_SETUP_CB(open_numbers, NULL);
	GREATEST_SET_TEARDOWN_CB(close_numbers, NULL);
	RUN_TEST(sums_and_products_of_many);
	RUN_TEST(select_takes_the_number_whose_condition_holds);
	RUN_TEST(counts_are_right_for_every_assignment);
	RUN_TEST(long_counts_are_right);
	RUN_TEST(clauses_are_few);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(counts);
	GREATEST_MAIN_END();
}

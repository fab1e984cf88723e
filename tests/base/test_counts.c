/* Counts against sums and products that cannot overflow. */
#include "tests/greatest.h"

#include "base/base.h"

__extension__ typedef unsigned __int128 wide;

static uint64_t ended(wide n) { return n > COUNT_MANY ? COUNT_MANY : (uint64_t)n; }

/* Both ends, and what lies about the root of the largest one. */
static const uint64_t NUMBERS[] = {
    0, 1, 2, 3, 63, 64, 4294967295, 4294967296, 4294967297, 1ULL << 63, COUNT_MANY - 1, COUNT_MANY};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

TEST sums_and_products_end_at_many(void)
{
	for (int i = 0; i < NUMBER_COUNT; i++)
		for (int k = 0; k < NUMBER_COUNT; k++) {
			uint64_t a = NUMBERS[i], b = NUMBERS[k];
			ASSERT_EQ(ended((wide)a + b), count_plus(a, b));
			ASSERT_EQ(ended((wide)a * b), count_times(a, b));
		}
	PASS();
}

enum { ROWS = 140 };

/* Pascal's triangle, whose numbers end at COUNT_MANY as well. */
static void triangle(uint64_t rows[ROWS][ROWS])
{
	for (int n = 0; n < ROWS; n++)
		for (int k = 0; k < ROWS; k++) {
			uint64_t before = n && k ? rows[n - 1][k - 1] : 0, above = n ? rows[n - 1][k] : 0;
			rows[n][k] = n == 0 ? k == 0 : ended((wide)before + above);
		}
}

TEST choices_are_those_of_the_triangle(void)
{
	static uint64_t rows[ROWS][ROWS];
	triangle(rows);
	for (uint64_t n = 0; n < ROWS; n++)
		for (uint64_t k = 0; k < ROWS; k++) ASSERT_EQ(rows[n][k], count_choices(n, k));
	ASSERT_EQ(COUNT_MANY, count_choices(COUNT_MANY, COUNT_MANY - 1));
	ASSERT_EQ(1, count_choices(COUNT_MANY, COUNT_MANY));
	PASS();
}

TEST subsets_are_the_sum_of_a_row(void)
{
	static uint64_t rows[ROWS][ROWS];
	triangle(rows);
	for (uint64_t n = 0; n < ROWS; n++) {
		for (uint64_t least = 0; least < ROWS; least += 3) {
			wide sum = 0;
			for (uint64_t most = least; most < ROWS; most++) {
				sum += rows[n][most];
				ASSERT_EQ(ended(sum), count_subsets(n, least, most));
			}
		}
		ASSERT_EQ(count_power_of_two(n), count_subsets(n, 0, COUNT_MANY));
		ASSERT_EQ(0, count_subsets(n, 1, 0));
	}
	ASSERT_EQ(COUNT_MANY, count_subsets(COUNT_MANY, 0, 1));
	ASSERT_EQ(1, count_subsets(COUNT_MANY, 0, 0));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(sums_and_products_end_at_many);
	RUN_TEST(choices_are_those_of_the_triangle);
	RUN_TEST(subsets_are_the_sum_of_a_row);
	GREATEST_MAIN_END();
}

/* Numbers that end at COUNT_MANY: what is more is not told apart. */
#include "base/base.h"

uint64_t count_plus(uint64_t a, uint64_t b)
{
	uint64_t n;
	return __builtin_add_overflow(a, b, &n) ? COUNT_MANY : n;
}

uint64_t count_times(uint64_t a, uint64_t b)
{
	uint64_t n;
	if (a == 0 || b == 0) return 0;
	return __builtin_mul_overflow(a, b, &n) ? COUNT_MANY : n;
}

uint64_t count_power_of_two(uint64_t exponent)
{
	return exponent < 64 ? UINT64_C(1) << exponent : COUNT_MANY;
}

uint64_t count_choices(uint64_t n, uint64_t k)
{
	__extension__ typedef unsigned __int128 wide;
	wide choices = 1;
	if (k > n) return 0;
	if (k > n - k) k = n - k;
	for (uint64_t i = 1; i <= k; i++) {
		choices = choices * (n - k + i) / i;
		if (choices >= COUNT_MANY) return COUNT_MANY;
	}
	return (uint64_t)choices;
}

uint64_t count_subsets(uint64_t elements, uint64_t least, uint64_t most)
{
	uint64_t count = 0;
	if (least == 0 && most >= elements) return count_power_of_two(elements);
	for (uint64_t k = least; k <= most && k <= elements && count < COUNT_MANY; k++)
		count = count_plus(count, count_choices(elements, k));
	return count;
}

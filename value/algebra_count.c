/* How many elements sets of sets, products, relations, functions and sequences have (B-Book 3.6 and its exercises).
 * Numbers end at COUNT_MANY. */
#include "value/algebra.h"

enum { MOST_CELLS = 50 * 1000 * 1000, MOST_BITS = 62 };

/* ways[u] becomes the number of functions on one more argument with u values still to be hit. */
static void count_argument(uint64_t *ways, uint64_t values, unsigned is)
{
	for (uint64_t u = values + 1; u-- > 0;) {
		uint64_t n = u ? count_times(u, ways[u - 1]) : 0;
		if (!(is & FACT_INJECTIVE)) n = count_plus(n, count_times(values - u, ways[u]));
		if (!(is & FACT_TOTAL)) n = count_plus(n, ways[u]);
		ways[u] = n;
	}
}

static uint64_t count_functions(uint64_t arguments, uint64_t values, unsigned is)
{
	if (is & FACT_SURJECTIVE && values > arguments) return 0;
	if (is & FACT_TOTAL && is & FACT_INJECTIVE && arguments > values) return 0;
	if (!values || !arguments) return !(is & FACT_TOTAL && arguments);
	if (values > MOST_CELLS / arguments) return COUNT_MANY;
	uint64_t *ways = memory_raw((values + 1) * sizeof *ways);
	for (uint64_t u = 0; u <= values; u++) ways[u] = !(is & FACT_SURJECTIVE) || !u;
	for (uint64_t i = 0; i < arguments; i++) count_argument(ways, values, is);
	uint64_t n = ways[values];
	free(ways);
	return n;
}

/* The same with a set of values for each argument, of which k are among the u to be hit. */
static void count_row(uint64_t *ways, uint64_t values, unsigned is)
{
	for (uint64_t u = values + 1; u-- > 0;) {
		uint64_t n = 0, others = UINT64_C(1) << (values - u);
		for (uint64_t k = 0; k <= u; k++) {
			uint64_t sets = count_times(count_choices(u, k), others - (!k && is & FACT_TOTAL));
			n = count_plus(n, count_times(sets, ways[u - k]));
		}
		ways[u] = n;
	}
}

/* If there is one, it is the product. */
static uint64_t count_relations(uint64_t arguments, uint64_t values, unsigned is)
{
	if (!arguments || !values)
		return !(is & FACT_TOTAL && arguments) && !(is & FACT_SURJECTIVE && values);
	if ((arguments == 1 && is & FACT_SURJECTIVE) || (values == 1 && is & FACT_TOTAL)) return 1;
	if (values > MOST_BITS) return COUNT_MANY;
	uint64_t ways[MOST_BITS + 1];
	for (uint64_t u = 0; u <= values; u++) ways[u] = !(is & FACT_SURJECTIVE) || !u;
	for (uint64_t i = 0; i < arguments && ways[values] < COUNT_MANY; i++)
		count_row(ways, values, is);
	return ways[values];
}

/* Of different elements, as many as there are or fewer, but not fewer than `least`. */
static uint64_t count_sequences(uint64_t elements, uint64_t least)
{
	uint64_t count = 0;
	for (uint64_t n = least; n <= elements && count < COUNT_MANY; n++) {
		uint64_t ways = 1;
		for (uint64_t i = 0; i < n && ways < COUNT_MANY; i++)
			ways = count_times(ways, elements - i);
		count = count_plus(count, ways);
	}
	return count;
}

uint64_t algebra_count(enum op op, uint64_t a, uint64_t b)
{
	switch (op) {
	case OP_POW:
	case OP_FIN: return count_power_of_two(a);
	case OP_POW1:
	case OP_FIN1: return count_subsets(a, 1, a);
	case OP_PRODUCT: return count_times(a, b);
	case OP_RELATIONS: return count_power_of_two(count_times(a, b));
	case OP_PERM: return count_sequences(a, a);
	case OP_ISEQ: return count_sequences(a, 0);
	case OP_ISEQ1: return count_sequences(a, 1);
	default: break;
	}
	unsigned is = op_info(op)->facts;
	return is & FACT_FUNCTIONS ? count_functions(a, b, is) : count_relations(a, b, is);
}

/* Comparisons of integers, by the form that needs the fewest clauses. */
#include "circuit/number.h"

/* Up to so many choices on a side are joined even if there are bits. */
enum { SIDE = 16 };

/* ---- with constants ---------------------------------------------------------------------------- */

/* The first of the values that is v or more. */
static uint32_t find_choice(const struct number *a, wide v)
{
	uint32_t low = 0, high = a->choices;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (a->values[middle] < v) low = middle + 1;
		else high = middle;
	}
	return low;
}

static lit choice_is(const struct number *a, wide v)
{
	uint32_t i = find_choice(a, v);
	return i < a->choices && a->values[i] == v ? a->chosen[i] : LIT_FALSE;
}

static lit bits_are(struct numbers *n, struct number *a, wide v)
{
	uint32_t width;
	const lit *bits = number_bits(n, a, &width);
	lit list[NUMBER_BITS];
	for (uint32_t i = 0; i < width; i++) list[i] = v >> i & 1 ? bits[i] : -bits[i];
	return circuit_all(n->circuit, list, width);
}

lit number_is(struct numbers *n, struct number *a, wide v)
{
	if (v < a->low || v > a->high) return LIT_FALSE;
	if (number_is_constant(a)) return LIT_TRUE;
	if (a->choices) return choice_is(a, v);
	if (a->is) return a->is[v - a->low];
	if (a->from)
		return v == a->high
		           ? a->from[v - a->low]
		           : circuit_and(n->circuit, a->from[v - a->low], -a->from[v - a->low + 1]);
	if (a->counted) return count_is(n, a, (uint32_t)(v - a->low));
	return bits_are(n, a, v);
}

/* Any of the upper side, or none of the lower one. */
static lit choice_at_least(struct numbers *n, const struct number *a, wide v)
{
	uint32_t i = find_choice(a, v);
	if (a->choices - i <= i) return circuit_any(n->circuit, a->chosen + i, a->choices - i);
	return -circuit_any(n->circuit, a->chosen, i);
}

static lit bits_at_least(struct numbers *n, struct number *a, wide v)
{
	uint32_t width;
	const lit *bits = number_bits(n, a, &width);
	lit result = LIT_TRUE;
	for (uint32_t i = 0; i < width; i++) {
		bool is_sign = i + 1 == width, wanted = (v >> i & 1) != is_sign;
		lit bit = is_sign ? -bits[i] : bits[i];
		result =
		    wanted ? circuit_and(n->circuit, bit, result) : circuit_or(n->circuit, bit, result);
	}
	return result;
}

lit number_at_least(struct numbers *n, struct number *a, wide v)
{
	if (v <= a->low) return LIT_TRUE;
	if (v > a->high) return LIT_FALSE;
	if (a->from) return a->from[v - a->low];
	if (a->counted) return count_at_least(n, a, (uint32_t)(v - a->low));
	if (!(a->bits && a->choices > SIDE) && number_choices(n, a)) return choice_at_least(n, a, v);
	return bits_at_least(n, a, v);
}

/* ---- with one another -------------------------------------------------------------------------- */

static lit choices_equal(struct numbers *n, const struct number *a, const struct number *b)
{
	struct pool *memory = circuit_memory(n->circuit);
	lit *other = pool_take(memory, a->choices * sizeof *other);
	for (uint32_t i = 0; i < a->choices; i++) other[i] = choice_is(b, a->values[i]);
	lit result = circuit_same(n->circuit, a->chosen, other, a->choices);
	pool_give(memory, other, a->choices * sizeof *other);
	return result;
}

static lit bits_equal(struct numbers *n, struct number *a, struct number *b)
{
	uint32_t width[2];
	number_bits(n, a, &width[0]);
	number_bits(n, b, &width[1]);
	uint32_t count = width[0] > width[1] ? width[0] : width[1];
	lit list[NUMBER_BITS];
	for (uint32_t i = 0; i < count; i++)
		list[i] = circuit_iff(n->circuit, number_bit(a, i), number_bit(b, i));
	return circuit_all(n->circuit, list, count);
}

lit number_equal(struct numbers *n, struct number *a, struct number *b)
{
	if (a == b) return LIT_TRUE;
	if (a->high < b->low || b->high < a->low) return LIT_FALSE;
	if (number_is_constant(a)) return number_is(n, b, a->low);
	if (number_is_constant(b)) return number_is(n, a, b->low);
	if (number_choices(n, a) && number_choices(n, b))
		return a->choices <= b->choices ? choices_equal(n, a, b) : choices_equal(n, b, a);
	if (number_has_order(a) && number_has_order(b))
		return circuit_and(n->circuit, number_less_equal(n, a, b), number_less_equal(n, b, a));
	return bits_equal(n, a, b);
}

static lit from_at(const struct number *a, wide v)
{
	return v <= a->low ? LIT_TRUE : v > a->high ? LIT_FALSE : a->from[v - a->low];
}

static wide least(wide a, wide b) { return a < b ? a : b; }
static wide greatest(wide a, wide b) { return a > b ? a : b; }

/* b reaches all that a reaches; or some value is reached by b and not exceeded by a. */
static lit order_less_equal(struct numbers *n, struct number *a, struct number *b)
{
	lits all = FOR_GATES(n->circuit), any = FOR_GATES(n->circuit);
	number_order(n, a);
	number_order(n, b);
	for (wide v = greatest(b->low + 1, a->low); v <= least(a->high, b->high + 1); v++)
		POOLED_PUSH(&all, circuit_implies(n->circuit, from_at(a, v), from_at(b, v)));
	for (wide v = greatest(a->low, b->low); v <= least(a->high, b->high); v++)
		POOLED_PUSH(&any, circuit_and(n->circuit, from_at(b, v), -from_at(a, v + 1)));
	lit result = circuit_dual(n->circuit, circuit_all(n->circuit, all.at, all.count),
	                          circuit_any(n->circuit, any.at, any.count));
	POOLED_CLEAR(&all);
	POOLED_CLEAR(&any);
	return result;
}

static lit bits_less_equal(struct numbers *n, struct number *a, struct number *b)
{
	uint32_t width[2];
	number_bits(n, a, &width[0]);
	number_bits(n, b, &width[1]);
	uint32_t count = width[0] > width[1] ? width[0] : width[1];
	lit result = LIT_TRUE;
	for (uint32_t i = 0; i < count; i++) {
		lit sign = i + 1 == count ? -1 : 1;
		result =
		    circuit_majority(n->circuit, sign * -number_bit(a, i), sign * number_bit(b, i), result);
	}
	return result;
}

lit number_less_equal(struct numbers *n, struct number *a, struct number *b)
{
	if (a == b || a->high <= b->low) return LIT_TRUE;
	if (a->low > b->high) return LIT_FALSE;
	if (number_is_constant(a)) return number_at_least(n, b, a->low);
	if (number_is_constant(b)) return -number_at_least(n, a, b->low + 1);
	if (number_has_order(a) && number_has_order(b)) return order_less_equal(n, a, b);
	return bits_less_equal(n, a, b);
}

lit number_less(struct numbers *n, struct number *a, struct number *b)
{
	return -number_less_equal(n, b, a);
}

/* ---- maximum and minimum ------------------------------------------------------------------------- */

static struct number *extreme_by_order(struct numbers *n, struct number *a, struct number *b,
                                       wide low, wide high, bool is_maximum)
{
	number_order(n, a);
	number_order(n, b);
	struct number *result = number_new(n, low, high);
	result->from = number_literals(n, (uint64_t)(high - low) + 1);
	for (wide v = low; v <= high; v++) {
		lit x = from_at(a, v), y = from_at(b, v);
		result->from[v - low] =
		    is_maximum ? circuit_or(n->circuit, x, y) : circuit_and(n->circuit, x, y);
	}
	return result;
}

static struct number *extreme(struct numbers *n, struct number *a, struct number *b,
                              bool is_maximum)
{
	if (a->high <= b->low) return is_maximum ? b : a;
	if (b->high <= a->low) return is_maximum ? a : b;
	wide low = is_maximum ? greatest(a->low, b->low) : least(a->low, b->low);
	wide high = is_maximum ? greatest(a->high, b->high) : least(a->high, b->high);
	bool is_listed = number_spans(low, high, NUMBER_LISTED);
	if (is_listed && number_has_order(a) && number_has_order(b))
		return extreme_by_order(n, a, b, low, high, is_maximum);
	lit a_is_less = number_less_equal(n, a, b);
	struct number *chosen = number_ite(n, is_maximum ? -a_is_less : a_is_less, a, b);
	return number_narrow(n, chosen, low, high);
}

struct number *number_maximum(struct numbers *n, struct number *a, struct number *b)
{
	return extreme(n, a, b, true);
}

struct number *number_minimum(struct numbers *n, struct number *a, struct number *b)
{
	return extreme(n, a, b, false);
}

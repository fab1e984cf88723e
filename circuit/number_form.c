/* The forms of integers, made from one another. */
#include "circuit/number.h"

static uint32_t span_of(const struct number *a) { return (uint32_t)(a->high - a->low); }

/* ---- bits -------------------------------------------------------------------------------------- */

uint32_t number_width(wide low, wide high)
{
	uint32_t width = 1;
	while (low >> (width - 1) < -1 || high >> (width - 1) > 0) width++;
	return width;
}

void number_set_bits(struct numbers *n, struct number *a, const lit *bits, uint32_t count)
{
	a->width = number_width(a->low, a->high);
	a->bits = number_literals(n, a->width);
	for (uint32_t i = 0; i < a->width; i++) {
		bool is_fixed = a->low >> i == a->high >> i;
		a->bits[i] = !is_fixed         ? bits[i < count ? i : count - 1]
		             : a->low >> i & 1 ? LIT_TRUE
		                               : LIT_FALSE;
	}
}

static void bits_from_choices(struct numbers *n, struct number *a)
{
	uint32_t width = number_width(a->low, a->high);
	struct pool *memory = circuit_memory(n->circuit);
	lit bits[NUMBER_BITS], *column = pool_take(memory, a->choices * sizeof *column);
	for (uint32_t i = 0; i < width; i++) {
		for (uint32_t k = 0; k < a->choices; k++)
			column[k] = a->values[k] >> i & 1 ? LIT_TRUE : LIT_FALSE;
		bits[i] = circuit_select(n->circuit, a->chosen, column, a->choices);
	}
	pool_give(memory, column, a->choices * sizeof *column);
	number_set_bits(n, a, bits, width);
}

static void bits_from_counted(struct numbers *n, struct number *a)
{
	struct columns c;
	lit bits[NUMBER_BITS];
	columns_init(&c, n, number_width(a->low, a->high));
	columns_constant(&c, a->low);
	for (uint32_t i = 0; i < a->counted_count; i++) columns_literal(&c, a->counted[i], 0, false);
	columns_sum(&c, bits);
	number_set_bits(n, a, bits, c.width);
}

const lit *number_bits(struct numbers *n, struct number *a, uint32_t *width)
{
	if (!a->bits) {
		if (number_choices(n, a)) bits_from_choices(n, a);
		else bits_from_counted(n, a);
	}
	*width = a->width;
	return a->bits;
}

/* ---- choices ----------------------------------------------------------------------------------- */

bool number_choices(struct numbers *n, struct number *a)
{
	if (a->choices) return true;
	if (!a->is && !a->from) return false;
	const lit *is = number_one_hot(n, a);
	uint32_t span = span_of(a), count = 0;
	a->values = ARENA_ARRAY(n->arena, span + 1, wide);
	a->chosen = number_literals(n, span + 1);
	for (uint32_t i = 0; i <= span; i++) {
		if (is[i] == LIT_FALSE) continue;
		a->values[count] = a->low + i;
		a->chosen[count++] = is[i];
	}
	a->choices = count;
	return count > 0;
}

/* ---- one-hot ----------------------------------------------------------------------------------- */

static void one_hot_from_choices(struct number *a)
{
	for (uint32_t i = 0; i <= span_of(a); i++) a->is[i] = LIT_FALSE;
	for (uint32_t i = 0; i < a->choices; i++) a->is[a->values[i] - a->low] = a->chosen[i];
}

static void one_hot_from_order(struct numbers *n, struct number *a)
{
	uint32_t span = span_of(a);
	for (uint32_t i = 0; i <= span; i++)
		a->is[i] = i == span ? a->from[i] : circuit_and(n->circuit, a->from[i], -a->from[i + 1]);
}

/* out[v - low] says that these bits, read as unsigned, are v; they are known to be in low..high.
 * Each half is decoded alone; the upper half says it all where only one value has it. */
static void decode(struct circuit *c, const lit *bits, uint32_t count, uint32_t low, uint32_t high,
                   lit *out)
{
	if (count <= 1) {
		for (uint32_t v = low; v <= high; v++)
			out[v - low] = low == high ? LIT_TRUE : v ? bits[0] : -bits[0];
		return;
	}
	uint32_t half = count / 2, mask = (1u << half) - 1, first = low >> half, last = high >> half;
	size_t size = ((size_t)mask + 1 + last - first + 1) * sizeof(lit);
	lit *lower = pool_take(circuit_memory(c), size), *upper = lower + mask + 1;
	decode(c, bits, half, 0, mask, lower);
	decode(c, bits + half, count - half, first, last, upper);
	for (uint32_t v = low; v <= high; v++) {
		uint32_t from = v & ~mask, to = v | mask;
		bool is_alone = (from > low ? from : low) == (to < high ? to : high);
		lit prefix = upper[(v >> half) - first];
		out[v - low] = is_alone ? prefix : circuit_and(c, prefix, lower[v & mask]);
	}
	pool_give(circuit_memory(c), lower, size);
}

/* Numbers that are so near to one another differ in their lowest bits, however many differ where a power
 * of two lies between them. */
static void one_hot_from_lowest(struct numbers *n, struct number *a)
{
	uint32_t count = 0, span = span_of(a);
	while (span >> count) count++;
	uint32_t mask = (1u << count) - 1;
	lit *lower = number_literals(n, (uint64_t)mask + 1);
	decode(n->circuit, a->bits, count, 0, mask, lower);
	for (uint32_t i = 0; i <= span; i++) a->is[i] = lower[(uint32_t)(a->low + i) & mask];
}

static void one_hot_from_bits(struct numbers *n, struct number *a)
{
	enum { MOST_DECODED = 16 };
	uint32_t varied = 0;
	if (a->low < 0 && a->high >= 0) { /* the sign decides first */
		lit *all = number_literals(n, a->width);
		for (wide v = a->low; v <= a->high; v++) {
			for (uint32_t i = 0; i < a->width; i++) all[i] = v >> i & 1 ? a->bits[i] : -a->bits[i];
			a->is[v - a->low] = circuit_all(n->circuit, all, a->width);
		}
		return;
	}
	while (a->low >> varied != a->high >> varied) varied++;
	if (varied > MOST_DECODED) {
		one_hot_from_lowest(n, a);
		return;
	}
	uint32_t mask = (1u << varied) - 1;
	decode(n->circuit, a->bits, varied, (uint32_t)a->low & mask, (uint32_t)a->high & mask, a->is);
}

const lit *number_one_hot(struct numbers *n, struct number *a)
{
	if (a->is) return a->is;
	if (!number_spans(a->low, a->high, NUMBER_LISTED)) return NULL;
	bool by_order = !a->choices && !(a->bits && !a->from);
	if (by_order) number_order(n, a);
	a->is = number_literals(n, span_of(a) + 1);
	if (a->choices) one_hot_from_choices(a);
	else if (by_order) one_hot_from_order(n, a);
	else one_hot_from_bits(n, a);
	return a->is;
}

/* ---- order ------------------------------------------------------------------------------------- */

bool number_has_order(const struct number *a)
{
	if (a->from) return true;
	if (a->counted) return a->counted_count <= NUMBER_COUNT_ORDERED;
	return (a->is || a->choices) && number_spans(a->low, a->high, NUMBER_ORDERED);
}

static void order_from_one_hot(struct numbers *n, struct number *a, const lit *is)
{
	uint32_t i = span_of(a);
	a->from[i] = is[i];
	while (i-- > 1) a->from[i] = circuit_or(n->circuit, is[i], a->from[i + 1]);
}

static void order_from_counted(struct numbers *n, struct number *a)
{
	lits sorted = FOR_GATES(n->circuit);
	count_sorted(n, a->counted, a->counted_count, a->counted_count, &sorted);
	for (uint32_t i = 0; i < sorted.count; i++) a->from[i + 1] = sorted.at[i];
	POOLED_CLEAR(&sorted);
}

const lit *number_order(struct numbers *n, struct number *a)
{
	if (a->from) return a->from;
	if (!number_spans(a->low, a->high, NUMBER_LISTED)) return NULL;
	uint32_t span = span_of(a);
	lit *from = number_literals(n, span + 1);
	if (a->is || a->choices) {
		const lit *is = number_one_hot(n, a);
		a->from = from;
		order_from_one_hot(n, a, is);
	} else if (a->counted) {
		a->from = from;
		order_from_counted(n, a);
	} else {
		for (uint32_t i = 1; i <= span; i++) from[i] = number_at_least(n, a, a->low + i);
		a->from = from;
	}
	a->from[0] = LIT_TRUE;
	return a->from;
}

/* Sums, differences, and tables of small operands. */
#include "circuit/number.h"

/* ---- columns: literals with weights, added by full adders --------------------------------------- */

void columns_init(struct columns *c, struct numbers *n, uint32_t width)
{
	memset(c, 0, sizeof *c);
	c->numbers = n;
	c->width = width;
	for (uint32_t i = 0; i < NUMBER_BITS; i++) c->at[i].pool = circuit_memory(n->circuit);
}

void columns_constant(struct columns *c, wide value) { c->constant += (unsigned __int128)value; }

/* -l = (not l) - 1 */
void columns_literal(struct columns *c, lit l, uint32_t shift, bool is_negative)
{
	if (l == LIT_FALSE || shift >= c->width) return;
	unsigned __int128 weight = (unsigned __int128)1 << shift;
	if (is_negative) c->constant -= weight;
	else if (l == LIT_TRUE) c->constant += weight;
	if (l != LIT_TRUE) POOLED_PUSH(&c->at[shift], is_negative ? -l : l);
}

/* The next digit of the non-adjacent form that is not 0, from the lowest on: -1 or 1, or 0 at the
 * end. */
static int next_digit(wide *rest, uint32_t *shift)
{
	if (*rest == 0) return 0;
	while ((*rest & 1) == 0) {
		*rest >>= 1;
		++*shift;
	}
	int digit = (*rest & 3) == 1 ? 1 : -1;
	*rest -= digit;
	return digit;
}

static void columns_of_two(struct columns *c, const struct number *a, uint32_t shift,
                           bool is_negative)
{
	wide rest = a->values[1] - a->values[0];
	uint32_t at = 0;
	for (int digit; (digit = next_digit(&rest, &at));)
		columns_literal(c, a->chosen[1], shift + at, (digit < 0) != is_negative);
}

void columns_number(struct columns *c, struct number *a, uint32_t shift, bool is_negative)
{
	if (shift >= c->width) return;
	if (a->high - a->low <= 1) number_choices(c->numbers, a);
	if (a->choices && a->choices <= 2) {
		unsigned __int128 least = (unsigned __int128)a->values[0] << shift;
		c->constant += is_negative ? -least : least;
		if (a->choices == 2) columns_of_two(c, a, shift, is_negative);
		return;
	}
	uint32_t width;
	const lit *bits = number_bits(c->numbers, a, &width);
	for (uint32_t i = 0; i < width; i++)
		columns_literal(c, bits[i], shift + i, (i + 1 == width) != is_negative);
}

void columns_multiple(struct columns *c, struct number *a, wide factor)
{
	wide rest = factor;
	uint32_t shift = 0;
	for (int digit; (digit = next_digit(&rest, &shift));) columns_number(c, a, shift, digit < 0);
}

/* x + x is one x in the next column; x and -x are 1. */
static void pair_up(struct columns *c, uint32_t i)
{
	lits *column = &c->at[i];
	uint32_t kept = 0;
	if (column->count > 1) qsort(column->at, column->count, sizeof(lit), compare_literals);
	for (uint32_t k = 0; k < column->count; k++) {
		lit l = column->at[k];
		if (kept && column->at[kept - 1] == l) {
			kept--;
			columns_literal(c, l, i + 1, false);
		} else if (kept && column->at[kept - 1] == -l) {
			kept--;
			c->constant += (unsigned __int128)1 << i;
		} else {
			column->at[kept++] = l;
		}
	}
	column->count = kept;
}

/* Three of a column become one of it and one of the next. The earliest first: the tree is flat. */
static lit sum_column(struct columns *c, uint32_t i)
{
	struct circuit *gates = c->numbers->circuit;
	lits *column = &c->at[i];
	uint32_t next = 0;
	while (column->count - next > 1) {
		bool is_half = column->count - next == 2;
		lit x = column->at[next], y = column->at[next + 1];
		lit z = is_half ? LIT_FALSE : column->at[next + 2];
		next += is_half ? 2 : 3;
		if (i + 1 < c->width) columns_literal(c, circuit_majority(gates, x, y, z), i + 1, false);
		POOLED_PUSH(column, circuit_xor(gates, circuit_xor(gates, x, y), z));
	}
	return column->count > next ? column->at[next] : LIT_FALSE;
}

void columns_sum(struct columns *c, lit *bits)
{
	for (uint32_t i = 0; i < c->width; i++) {
		pair_up(c, i);
		if (c->constant >> i & 1) {
			POOLED_PUSH(&c->at[i], LIT_TRUE);
			lit first = c->at[i].at[0];
			c->at[i].at[0] = LIT_TRUE;
			VEC_LAST(&c->at[i]) = first;
		}
		bits[i] = sum_column(c, i);
		POOLED_CLEAR(&c->at[i]);
	}
}

struct number *columns_number_in(struct columns *c, wide low, wide high)
{
	lit bits[NUMBER_BITS];
	columns_sum(c, bits);
	if (low == high) return number_constant(c->numbers, low);
	struct number *a = number_new(c->numbers, low, high);
	number_set_bits(c->numbers, a, bits, c->width);
	return a;
}

/* ---- tables ------------------------------------------------------------------------------------ */

/* The result is v: one of these pairs of values is chosen, `place` tells which; or the other way
 * round, whatever a is, b is one that goes with it. */
static lit table_entry(struct numbers *n, const struct number *a, const struct number *b,
                       const struct number_case *pairs, uint32_t count)
{
	struct circuit *c = n->circuit;
	lits some = FOR_GATES(c), all = FOR_GATES(c), partners = FOR_GATES(c);
	for (uint32_t i = 0; i < count; i++)
		POOLED_PUSH(&some, circuit_and(c, a->chosen[pairs[i].place / b->choices],
		                               b->chosen[pairs[i].place % b->choices]));
	lit result = circuit_any(c, some.at, some.count);
	for (uint32_t i = 0, k = 0; count > 1 && b->choices > 1 && i < a->choices; i++) {
		partners.count = 0;
		for (; k < count && pairs[k].place / b->choices == i; k++)
			POOLED_PUSH(&partners, b->chosen[pairs[k].place % b->choices]);
		lit any = circuit_any(c, partners.at, partners.count);
		POOLED_PUSH(&all, circuit_implies(c, a->chosen[i], any));
	}
	if (all.count) result = circuit_dual(c, circuit_all(c, all.at, all.count), result);
	POOLED_CLEAR(&some);
	POOLED_CLEAR(&all);
	POOLED_CLEAR(&partners);
	return result;
}

/* False if a value is too large. */
static bool table_pairs(const struct number *a, const struct number *b, table_operation *operation,
                        number_cases *out)
{
	for (uint32_t i = 0; i < a->choices * b->choices; i++) {
		struct number_case pair = {0, 0, i};
		enum table_answer answer =
		    operation(a->values[i / b->choices], b->values[i % b->choices], &pair.value);
		if (answer == TABLE_TOO_LARGE) return false;
		if (answer == TABLE_VALUE) POOLED_PUSH(out, pair);
	}
	number_sort_cases(out->at, out->count);
	return true;
}

struct number *arithmetic_table(struct numbers *n, struct number *a, struct number *b,
                                table_operation *operation)
{
	if (!number_choices(n, a) || !number_choices(n, b)) return NULL;
	uint64_t pairs_count = (uint64_t)a->choices * b->choices;
	if (a->choices > 1 && b->choices > 1 && pairs_count > NUMBER_TABLE && pairs_count > n->table)
		return NULL;
	if (pairs_count > UINT32_MAX) return NULL;
	number_cases pairs = FOR_GATES(n->circuit), out = FOR_GATES(n->circuit);
	bool fits = table_pairs(a, b, operation, &pairs);
	for (uint32_t i = 0, end; fits && i < pairs.count; i = end) {
		for (end = i; end < pairs.count && pairs.at[end].value == pairs.at[i].value;) end++;
		lit is = table_entry(n, a, b, pairs.at + i, end - i);
		POOLED_PUSH(&out, (struct number_case){pairs.at[i].value, is, 0});
	}
	POOLED_CLEAR(&pairs);
	if (fits) return number_of_cases(n, &out);
	POOLED_CLEAR(&out);
	return number_too_large(n);
}

/* ---- sums -------------------------------------------------------------------------------------- */

static enum table_answer table_add(wide a, wide b, wide *out)
{
	return __builtin_add_overflow(a, b, out) ? TABLE_TOO_LARGE : TABLE_VALUE;
}

/* Is it a count of literals, from a->low on? They are added to the list. */
static bool is_count(const struct number *a, lits *out)
{
	bool is_literal = a->choices == 2 && a->values[1] - a->values[0] == 1;
	for (uint32_t i = 0; i < a->counted_count; i++) POOLED_PUSH(out, a->counted[i]);
	if (is_literal && !a->counted) POOLED_PUSH(out, a->chosen[1]);
	return is_literal || a->counted;
}

/* The sum if all operands are counts, else NULL. base is the sum of what they are at least. */
static struct number *sum_of_counts(struct numbers *n, struct number *const *of, uint32_t count,
                                    wide base)
{
	lits all = FOR_GATES(n->circuit);
	bool are_counts = true;
	for (uint32_t i = 0; i < count && are_counts; i++) {
		number_choices(n, of[i]);
		are_counts = number_is_constant(of[i]) || is_count(of[i], &all);
	}
	struct number *a = NULL;
	if (are_counts) a = number_shift(n, number_count(n, all.at, all.count), base);
	POOLED_CLEAR(&all);
	return a;
}

static struct number *sum_of_columns(struct numbers *n, struct number *const *of, uint32_t count,
                                     wide low, wide high)
{
	struct columns c;
	columns_init(&c, n, number_width(low, high));
	for (uint32_t i = 0; i < count; i++) columns_number(&c, of[i], 0, false);
	return columns_number_in(&c, low, high);
}

/* The operands that are not constant; returns how many. */
static uint32_t unknown_operands(struct number *const *of, uint32_t count, struct number **two)
{
	uint32_t unknown = 0;
	for (uint32_t i = 0; i < count; i++)
		if (!number_is_constant(of[i])) two[unknown++ & 1] = of[i];
	return unknown;
}

struct number *number_sum(struct numbers *n, struct number *const *of, uint32_t count)
{
	wide low = 0, high = 0;
	for (uint32_t i = 0; i < count; i++)
		if (__builtin_add_overflow(low, of[i]->low, &low) ||
		    __builtin_add_overflow(high, of[i]->high, &high))
			return number_too_large(n);
	if (!number_fits(low, high)) return number_too_large(n);
	struct number *two[2] = {0}, *result;
	uint32_t unknown = unknown_operands(of, count, two);
	if (unknown == 0) return number_constant(n, low);
	if (unknown == 1) return number_shift(n, two[0], low - two[0]->low);
	if ((result = sum_of_counts(n, of, count, low))) return result;
	if (unknown == 2 && (result = arithmetic_table(n, two[0], two[1], table_add)))
		return number_shift(n, result, low - two[0]->low - two[1]->low);
	return sum_of_columns(n, of, count, low, high);
}

struct number *number_add(struct numbers *n, struct number *a, struct number *b)
{
	return number_sum(n, (struct number *[]){a, b}, 2);
}

/* ---- differences ------------------------------------------------------------------------------- */

/* Choices are turned round, counts count what does not hold: neither makes a gate. */
static struct number *negate_counted(struct numbers *n, const struct number *a)
{
	struct number *b = number_new(n, -a->high, -a->low);
	lit *negated = number_literals(n, a->counted_count);
	for (uint32_t i = 0; i < a->counted_count; i++) negated[i] = -a->counted[i];
	b->counted = negated;
	b->counted_count = a->counted_count;
	b->at_least = number_literals(n, (uint64_t)a->counted_count + 1);
	return b;
}

static struct number *negate_choices(struct numbers *n, const struct number *a)
{
	number_cases cases = FOR_GATES(n->circuit);
	for (uint32_t i = 0; i < a->choices; i++)
		POOLED_PUSH(&cases, (struct number_case){-a->values[i], a->chosen[i], 0});
	return number_of_cases(n, &cases);
}

struct number *number_negate(struct numbers *n, struct number *a)
{
	if (!number_fits(-a->high, -a->low)) return number_too_large(n);
	if (a->counted) return negate_counted(n, a);
	if (number_choices(n, a)) return negate_choices(n, a);
	struct columns c;
	columns_init(&c, n, number_width(-a->high, -a->low));
	columns_number(&c, a, 0, true);
	return columns_number_in(&c, -a->high, -a->low);
}

struct number *number_subtract(struct numbers *n, struct number *a, struct number *b)
{
	wide low = a->low - b->high, high = a->high - b->low;
	if (a == b) return number_constant(n, 0);
	if (!number_fits(low, high)) return number_too_large(n);
	if (b->counted || number_choices(n, b)) {
		struct number *negated = number_negate(n, b);
		return n->is_too_large ? negated : number_add(n, a, negated);
	}
	struct columns c;
	columns_init(&c, n, number_width(low, high));
	columns_number(&c, a, 0, false);
	columns_number(&c, b, 0, true);
	return columns_number_in(&c, low, high);
}

/* ---- signs ------------------------------------------------------------------------------------- */

static struct number *absolute_choices(struct numbers *n, const struct number *a)
{
	number_cases cases = FOR_GATES(n->circuit);
	for (uint32_t i = 0; i < a->choices; i++) {
		wide value = a->values[i] < 0 ? -a->values[i] : a->values[i];
		POOLED_PUSH(&cases, (struct number_case){value, a->chosen[i], 0});
	}
	return number_of_cases(n, &cases);
}

struct number *arithmetic_absolute(struct numbers *n, struct number *a, lit *sign)
{
	*sign = -number_at_least(n, a, 0);
	if (a->low >= 0) return a;
	if (a->high <= 0) return number_negate(n, a);
	if (number_choices(n, a)) return absolute_choices(n, a);
	wide high = -a->low > a->high ? -a->low : a->high;
	if (!number_fits(0, high)) return number_too_large(n);
	return arithmetic_signed(n, *sign, a, 0, high);
}

/* -a = (not a) + 1 */
struct number *arithmetic_signed(struct numbers *n, lit sign, struct number *a, wide low, wide high)
{
	if (sign == LIT_FALSE) return number_narrow(n, a, low, high);
	if (sign == LIT_TRUE) return number_narrow(n, number_negate(n, a), low, high);
	struct columns c;
	uint32_t ignored;
	number_bits(n, a, &ignored);
	columns_init(&c, n, number_width(low, high));
	for (uint32_t i = 0; i < c.width; i++)
		columns_literal(&c, circuit_xor(n->circuit, number_bit(a, i), sign), i, false);
	columns_literal(&c, sign, 0, false);
	return columns_number_in(&c, low, high);
}

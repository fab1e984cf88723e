/* Integers: how they are made. */
#include "circuit/number.h"

/* ---- new numbers ------------------------------------------------------------------------------- */

struct number *number_new(struct numbers *n, wide low, wide high)
{
	struct number *a = ARENA_NEW(n->arena, struct number);
	a->low = low;
	a->high = high;
	return a;
}

bool number_fits(wide low, wide high)
{
	wide limit = (wide)1 << (NUMBER_BITS - 1);
	return low >= -limit && high < limit;
}

struct number *number_too_large(struct numbers *n)
{
	n->is_too_large = true;
	return number_constant(n, 0);
}

lit *number_literals(struct numbers *n, uint64_t count)
{
	return ARENA_ARRAY(n->arena, count, lit);
}

static void make_choices(struct numbers *n, struct number *a, uint32_t count)
{
	a->choices = count;
	a->values = ARENA_ARRAY(n->arena, count, wide);
	a->chosen = number_literals(n, count);
}

struct number *number_constant(struct numbers *n, wide value)
{
	if (!number_fits(value, value)) return number_too_large(n);
	struct number *a = number_new(n, value, value);
	make_choices(n, a, 1);
	a->values[0] = value;
	a->chosen[0] = LIT_TRUE;
	return a;
}

/* ---- unknowns ---------------------------------------------------------------------------------- */

static struct number *unknown_one_hot(struct numbers *n, wide low, wide high)
{
	struct number *a = number_new(n, low, high);
	uint32_t count = (uint32_t)(high - low) + 1;
	a->is = number_literals(n, count);
	for (uint32_t i = 0; i < count; i++) a->is[i] = circuit_input(n->circuit);
	circuit_require_exactly_one(n->circuit, a->is, count);
	return a;
}

/* One unknown is enough for two values. */
static struct number *unknown_of_two(struct numbers *n, wide low)
{
	struct number *a = number_new(n, low, low + 1);
	a->is = number_literals(n, 2);
	a->is[1] = circuit_input(n->circuit);
	a->is[0] = -a->is[1];
	return a;
}

static struct number *fresh_bits(struct numbers *n, wide low, wide high)
{
	uint32_t width = number_width(low, high);
	lit bits[NUMBER_BITS];
	for (uint32_t i = 0; i < width; i++) {
		bool is_fixed = low >> i == high >> i;
		bits[i] = is_fixed ? (low >> i & 1 ? LIT_TRUE : LIT_FALSE) : circuit_input(n->circuit);
	}
	/* The bounds that the bits alone have are wider: they are cut by what is required. */
	struct number *a = number_new(n, low, high);
	number_set_bits(n, a, bits, width);
	struct number all = *a;
	all.low = -((wide)1 << (width - 1));
	all.high = -all.low - 1;
	circuit_require(n->circuit, number_at_least(n, &all, low));
	circuit_require(n->circuit, -number_at_least(n, &all, high + 1));
	return a;
}

struct number *number_fresh(struct numbers *n, wide low, wide high, uint32_t listed)
{
	REQUIRE(low <= high);
	if (!number_fits(low, high)) return number_too_large(n);
	if (low == high) return number_constant(n, low);
	if (high - low == 1) return unknown_of_two(n, low);
	uint32_t most = listed < NUMBER_LISTED ? listed : NUMBER_LISTED;
	return number_spans(low, high, most) ? unknown_one_hot(n, low, high) : fresh_bits(n, low, high);
}

/* ---- cases ------------------------------------------------------------------------------------- */

static int compare_cases(const void *a, const void *b)
{
	const struct number_case *x = a, *y = b;
	if (x->value != y->value) return x->value < y->value ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

void number_sort_cases(struct number_case *cases, uint32_t count)
{
	if (count) qsort(cases, count, sizeof *cases, compare_cases);
}

/* Of sorted cases: those with equal values become one, impossible ones go. */
static uint32_t join_cases(struct numbers *n, struct number_case *cases, uint32_t count)
{
	uint32_t kept = 0;
	lits same = FOR_GATES(n->circuit);
	for (uint32_t i = 0, end; i < count; i = end) {
		same.count = 0;
		for (end = i; end < count && cases[end].value == cases[i].value; end++)
			POOLED_PUSH(&same, cases[end].is);
		lit any = circuit_any(n->circuit, same.at, same.count);
		if (any != LIT_FALSE) cases[kept++] = (struct number_case){cases[i].value, any, 0};
	}
	POOLED_CLEAR(&same);
	return kept;
}

struct number *number_of_cases(struct numbers *n, number_cases *cases)
{
	number_sort_cases(cases->at, cases->count);
	uint32_t count = join_cases(n, cases->at, cases->count);
	struct number *a;
	if (count == 0) {
		a = number_constant(n, 0); /* garbage */
	} else if (count == 1) {
		a = number_constant(n, cases->at[0].value);
	} else if (!number_fits(cases->at[0].value, cases->at[count - 1].value)) {
		a = number_too_large(n);
	} else {
		a = number_new(n, cases->at[0].value, cases->at[count - 1].value);
		make_choices(n, a, count);
		for (uint32_t i = 0; i < count; i++) {
			a->values[i] = cases->at[i].value;
			a->chosen[i] = cases->at[i].is;
		}
	}
	POOLED_CLEAR(cases);
	return a;
}

struct number *number_choice(struct numbers *n, const wide *values, const lit *is, uint32_t count)
{
	number_cases cases = FOR_GATES(n->circuit);
	for (uint32_t i = 0; i < count; i++)
		POOLED_PUSH(&cases, (struct number_case){values[i], is[i], 0});
	return number_of_cases(n, &cases);
}

/* ---- choice between numbers -------------------------------------------------------------------- */

static bool all_constant(const lit *conditions, struct number *const *of, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (conditions[i] != LIT_FALSE && !number_is_constant(of[i])) return false;
	return true;
}

static struct number *select_constants(struct numbers *n, const lit *conditions,
                                       struct number *const *of, uint32_t count)
{
	number_cases cases = FOR_GATES(n->circuit);
	for (uint32_t i = 0; i < count; i++)
		if (conditions[i] != LIT_FALSE)
			POOLED_PUSH(&cases, (struct number_case){of[i]->low, conditions[i], i});
	return number_of_cases(n, &cases);
}

/* All cases of all numbers; place is the place of the number. False if there are too many. */
static bool all_cases(struct numbers *n, const lit *conditions, struct number *const *of,
                      uint32_t count, number_cases *out)
{
	for (uint32_t i = 0; i < count; i++) {
		if (conditions[i] == LIT_FALSE) continue;
		if (!number_choices(n, of[i])) return false;
		for (uint32_t k = 0; k < of[i]->choices; k++)
			POOLED_PUSH(out, (struct number_case){of[i]->values[k], of[i]->chosen[k], i});
	}
	number_sort_cases(out->at, out->count);
	uint32_t distinct = 0;
	for (uint32_t i = 0; i < out->count; i++)
		distinct += i == 0 || out->at[i].value != out->at[i - 1].value;
	return distinct <= NUMBER_SELECTED;
}

/* Value by value: it is v if the chosen number is. */
static struct number *select_cases(struct numbers *n, const lit *conditions, uint32_t count,
                                   number_cases *cases)
{
	number_cases out = FOR_GATES(n->circuit);
	struct pool *memory = circuit_memory(n->circuit);
	lit *is = pool_take(memory, count * sizeof *is);
	for (uint32_t i = 0, end; i < cases->count; i = end) {
		for (uint32_t k = 0; k < count; k++) is[k] = LIT_FALSE;
		for (end = i; end < cases->count && cases->at[end].value == cases->at[i].value; end++)
			is[cases->at[end].place] = cases->at[end].is;
		lit chosen = circuit_select(n->circuit, conditions, is, count);
		POOLED_PUSH(&out, (struct number_case){cases->at[i].value, chosen, 0});
	}
	pool_give(memory, is, count * sizeof *is);
	return number_of_cases(n, &out);
}

static struct number *select_bits(struct numbers *n, const lit *conditions,
                                  struct number *const *of, uint32_t count, wide low, wide high)
{
	uint32_t width = number_width(low, high), ignored;
	struct pool *memory = circuit_memory(n->circuit);
	lit bits[NUMBER_BITS], *column = pool_take(memory, count * sizeof *column);
	for (uint32_t i = 0; i < count; i++) number_bits(n, of[i], &ignored);
	for (uint32_t i = 0; i < width; i++) {
		for (uint32_t k = 0; k < count; k++) column[k] = number_bit(of[k], i);
		bits[i] = circuit_select(n->circuit, conditions, column, count);
	}
	pool_give(memory, column, count * sizeof *column);
	struct number *a = number_new(n, low, high);
	number_set_bits(n, a, bits, width);
	return a;
}

struct number *number_select(struct numbers *n, const lit *conditions, struct number *const *of,
                             uint32_t count)
{
	struct number *first = NULL;
	wide low = 0, high = 0;
	bool is_one = true;
	for (uint32_t i = 0; i < count; i++) {
		if (conditions[i] == LIT_TRUE) return of[i];
		if (conditions[i] == LIT_FALSE) continue;
		low = first && low < of[i]->low ? low : of[i]->low;
		high = first && high > of[i]->high ? high : of[i]->high;
		is_one = is_one && (!first || first == of[i]);
		first = of[i];
	}
	if (!first || low == high) return number_constant(n, low);
	if (is_one) return first;
	if (all_constant(conditions, of, count)) return select_constants(n, conditions, of, count);
	number_cases cases = FOR_GATES(n->circuit);
	bool is_listed = all_cases(n, conditions, of, count, &cases);
	struct number *a = is_listed ? select_cases(n, conditions, count, &cases)
	                             : select_bits(n, conditions, of, count, low, high);
	POOLED_CLEAR(&cases);
	return a;
}

struct number *number_ite(struct numbers *n, lit condition, struct number *a, struct number *b)
{
	return number_select(n, (lit[]){condition, -condition}, (struct number *[]){a, b}, 2);
}

/* ---- the same number, seen differently ----------------------------------------------------------- */

struct number *number_narrow(struct numbers *n, struct number *a, wide low, wide high)
{
	if (low < a->low) low = a->low;
	if (high > a->high) high = a->high;
	if (low >= high) return number_constant(n, low);
	if (low == a->low && high == a->high) return a;
	struct number *b = number_new(n, low, high);
	if (number_choices(n, a)) {
		number_cases cases = FOR_GATES(n->circuit);
		for (uint32_t i = 0; i < a->choices; i++)
			if (a->values[i] >= low && a->values[i] <= high)
				POOLED_PUSH(&cases, (struct number_case){a->values[i], a->chosen[i], 0});
		return number_of_cases(n, &cases);
	}
	uint32_t width;
	const lit *bits = number_bits(n, a, &width);
	number_set_bits(n, b, bits, width);
	return b;
}

struct number *number_shift(struct numbers *n, struct number *a, wide by)
{
	if (by == 0) return a;
	if (!a->counted && !number_choices(n, a)) {
		struct columns c;
		columns_init(&c, n, number_width(a->low + by, a->high + by));
		columns_constant(&c, by);
		columns_number(&c, a, 0, false);
		return columns_number_in(&c, a->low + by, a->high + by);
	}
	struct number *b = number_new(n, a->low + by, a->high + by);
	b->is = a->is;
	b->from = a->from;
	b->counted = a->counted;
	b->counted_count = a->counted_count;
	b->at_least = a->at_least;
	if (a->choices) {
		make_choices(n, b, a->choices);
		for (uint32_t i = 0; i < a->choices; i++) {
			b->values[i] = a->values[i] + by;
			b->chosen[i] = a->chosen[i];
		}
	}
	return b;
}

/* ---- values ------------------------------------------------------------------------------------ */

static wide value_of_bits(struct cnf *f, const struct number *a)
{
	wide value = cnf_value(f, a->bits[a->width - 1]) ? -1 : 0;
	for (uint32_t i = a->width; i-- > 0;) value = value * 2 + cnf_value(f, a->bits[i]);
	return value;
}

/* The number of literals that hold. */
static wide count_values(struct cnf *f, const lit *in, uint32_t count)
{
	wide sum = 0;
	for (uint32_t i = 0; i < count; i++) sum += cnf_value(f, in[i]);
	return sum;
}

wide number_value(struct cnf *f, struct number *a)
{
	uint32_t span = number_spans(a->low, a->high, NUMBER_LISTED) ? (uint32_t)(a->high - a->low) : 0;
	for (uint32_t i = 0; i < a->choices; i++)
		if (cnf_value(f, a->chosen[i])) return a->values[i];
	for (uint32_t i = 0; a->is && i <= span; i++)
		if (cnf_value(f, a->is[i])) return a->low + i;
	if (a->from) return a->low + count_values(f, a->from + 1, span);
	if (a->counted) return a->low + count_values(f, a->counted, a->counted_count);
	return a->bits ? value_of_bits(f, a) : a->low;
}

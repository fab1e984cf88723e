/* Where an integer can be, by sums of it with others that have no values yet: x : NATURAL & y : NATURAL & x + y = 5 says
 * x : 0..5. Bounds go from each name of a sum to the others, until nothing changes. */
#include "eval/plan/plan.h"

__extension__ typedef __int128 wide;

enum { MOST_ROUNDS = 12 };

struct ends {
	wide low, high;
	bool has_low, has_high;
};

/* Bounds beyond that say nothing: what follows from the others fits 128 bits, since coefficients are small. */
static bool is_near(wide v)
{
	const wide far = (wide)1 << 62;
	return -far <= v && v <= far;
}

static bool is_empty(const struct ends *x) { return x->has_low && x->has_high && x->low > x->high; }

/* x is both; has it changed? */
static bool meet(struct ends *x, const struct ends *y)
{
	bool is_higher = y->has_low && (!x->has_low || y->low > x->low) && is_near(y->low);
	bool is_lower = y->has_high && (!x->has_high || y->high < x->high) && is_near(y->high);
	if (is_higher) x->low = y->low;
	if (is_lower) x->high = y->high;
	x->has_low = x->has_low || is_higher;
	x->has_high = x->has_high || is_lower;
	return is_higher || is_lower;
}

/* sum + times * x */
static void add(struct ends *sum, const struct ends *x, int64_t times)
{
	bool has_low = times > 0 ? x->has_low : x->has_high;
	bool has_high = times > 0 ? x->has_high : x->has_low;
	sum->has_low = sum->has_low && has_low;
	sum->has_high = sum->has_high && has_high;
	sum->low += has_low ? times * (times > 0 ? x->low : x->high) : 0;
	sum->high += has_high ? times * (times > 0 ? x->high : x->low) : 0;
}

static wide divide_down(wide a, wide b) /* b > 0 */ { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/* x with times * x in the range */
static struct ends divide(struct ends range, int64_t times)
{
	struct ends x = range;
	if (times < 0) x = (struct ends){-range.high, -range.low, range.has_high, range.has_low};
	wide by = times < 0 ? -(wide)times : times;
	if (by == 1) return x;
	x.low = -divide_down(-x.low, by);
	x.high = divide_down(x.high, by);
	return x;
}

/* Sends bounds from each name to the others; has anything changed? `is` is what the sum of the terms can be. */
static bool propagate(const struct linear *c, const struct ends *is, struct ends *names)
{
	bool has_changed = false;
	for (uint32_t i = 0; i < c->count; i++) {
		struct ends others = {.has_low = true, .has_high = true}, rest;
		for (uint32_t k = 0; k < c->count; k++)
			if (k != i) add(&others, &names[c->terms[k].name], c->terms[k].times);
		rest.low = is->low - others.high;
		rest.high = is->high - others.low;
		rest.has_low = is->has_low && others.has_high;
		rest.has_high = is->has_high && others.has_low;
		struct ends here = divide(rest, c->terms[i].times);
		has_changed |= meet(&names[c->terms[i].name], &here);
	}
	return has_changed;
}

/* What the sum of the terms can be, with 0 for all names; false if a part has no value, or none of 64 bits. */
static bool sum_of_terms(struct eval *e, const struct linear *c, struct ends *out)
{
	int64_t left, right = 0, first, last;
	*out = (struct ends){c->least, c->most, c->has_least, c->has_most};
	if (!expr_integer(e, c->left, &left)) return false;
	if (c->is_member) {
		value set = expr_eval(e, c->right);
		if (set == VALUE_NONE) return false;
		if (value_has_lazy(e->s, set)) return true;
		uint64_t count = value_count(e->s, set);
		*out = (struct ends){1, 0, true, true};
		if (count == 0) return true;
		out->has_low = value_fits(e->s, value_at(e->s, set, 0), &first);
		out->has_high = value_fits(e->s, value_at(e->s, set, count - 1), &last);
		out->low = out->has_low ? first : 0;
		out->high = out->has_high ? last : 0;
	} else if (c->right && !expr_integer(e, c->right, &right)) {
		return false;
	}
	out->low -= (wide)left - right;
	out->high -= (wide)left - right;
	return true;
}

/* False if a part has no value: then nothing is known. */
static bool all_ranges(struct eval *e, const struct narrowing *n, struct ends *ranges)
{
	value before[NARROW_MOST_NAMES];
	bool ok = true;
	for (uint32_t i = 0; i < n->count; i++) {
		before[i] = e->slots[n->slots[i]];
		e->slots[n->slots[i]] = value_integer(e->s, 0);
	}
	for (uint32_t i = 0; i < n->list_count && ok; i++)
		ok = sum_of_terms(e, &n->list[i], &ranges[i]);
	for (uint32_t i = 0; i < n->count; i++) e->slots[n->slots[i]] = before[i];
	if (!ok) e->has_failure = false;
	return ok;
}

bool narrow_range(struct eval *e, const struct narrowing *n, struct narrowed *out)
{
	struct ends ranges[NARROW_MOST_SUMS], names[NARROW_MOST_NAMES];
	*out = (struct narrowed){0};
	if (!all_ranges(e, n, ranges)) return true;
	bool has_changed = true;
	uint32_t rounds =
	    n->count == 1 && n->list_count == 1 ? 1 : MOST_ROUNDS; /* there is nothing to send */
	memset(names, 0, n->count * sizeof *names);
	for (uint32_t round = 0; has_changed && round < rounds; round++) {
		has_changed = false;
		for (uint32_t i = 0; i < n->list_count; i++)
			has_changed |= propagate(&n->list[i], &ranges[i], names);
		for (uint32_t i = 0; i < n->count; i++)
			if (is_empty(&names[i])) return false;
	}
	*out = (struct narrowed){(int64_t)names[0].low, (int64_t)names[0].high, names[0].has_low,
	                         names[0].has_high};
	return true;
}

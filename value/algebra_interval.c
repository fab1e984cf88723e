/* Intervals are not listed unless the result has to be: what is asked of them is answered from
 * their bounds, whatever their size. A listed set of integers is sorted, so that the part of it in
 * an interval is a slice of its array, and n distinct integers from l to l + n - 1 are all of
 * them. */
#include "value/algebra.h"

__extension__ typedef __int128 wide;

struct interval_range {
	int64_t low, high;
};

static bool interval_range_of(struct algebra *x, value set, struct interval_range *out)
{
	return value_interval_bounds(x->s, set, &out->low, &out->high);
}

static uint64_t interval_range_size(struct interval_range r)
{
	uint64_t n = (uint64_t)r.high - (uint64_t)r.low;
	return n == UINT64_MAX ? n : n + 1;
}

/* What does not fit 64 bits counts as a number so far out that no interval touches it. */
static wide number_at(struct algebra *x, struct view v, uint32_t i)
{
	int64_t n;
	if (value_fits(x->s, v.at[i], &n)) return n;
	return value_sign(x->s, v.at[i]) < 0 ? -((wide)1 << 100) : (wide)1 << 100;
}

/* How many elements are below n, or if it counts too, up to n. */
static uint32_t count_below(struct algebra *x, struct view v, int64_t n, bool with_n)
{
	uint32_t from = 0, to = v.count;
	while (from < to) {
		uint32_t middle = from + (to - from) / 2;
		wide m = number_at(x, v, middle);
		if (m < n || (with_n && m == n)) from = middle + 1;
		else to = middle;
	}
	return from;
}

/* Adds the integers of a range to a list; false if the list gets too long. */
static bool list_range(struct algebra *x, struct interval_range r, struct value_list *l)
{
	uint64_t size = interval_range_size(r);
	if (size > x->limit || l->list.count + size > x->limit || size > UINT32_MAX / 4) {
		algebra_too_large(x);
		return false;
	}
	value *to = value_list_room(l, l->list.count + size) + l->list.count;
	for (uint64_t i = 0; i < size; i++) to[i] = value_integer(x->s, r.low + (int64_t)i);
	l->list.count += (uint32_t)size;
	return true;
}

static value two_ranges(struct algebra *x, struct interval_range a, struct interval_range b)
{
	struct value_list *l = value_scratch(x->s);
	if (!list_range(x, a, l) || !list_range(x, b, l)) return VALUE_NONE;
	return algebra_sorted(x, l);
}

/* ---- union -------------------------------------------------------------------------------------- */

static value union_of_ranges(struct algebra *x, struct interval_range a, struct interval_range b)
{
	if (b.low < a.low) {
		struct interval_range swap = a;
		a = b;
		b = swap;
	}
	if (a.high < b.low && a.high + 1 < b.low) return two_ranges(x, a, b);
	return value_interval(x->s, a.low, a.high > b.high ? a.high : b.high);
}

static value union_with_listed(struct algebra *x, struct interval_range r, value interval,
                               value listed)
{
	struct view v = algebra_listed(x, listed);
	uint32_t below = count_below(x, v, r.low, false);
	uint32_t above = v.count - count_below(x, v, r.high, true);
	if (!below && !above) return interval;
	/* Does all that is outside touch the interval without gaps? */
	wide gap_low = below ? r.low - number_at(x, v, 0) : 0;
	wide gap_high = above ? number_at(x, v, v.count - 1) - r.high : 0;
	if (gap_low == below && gap_high == above)
		return value_interval(x->s, r.low - (int64_t)below, r.high + (int64_t)above);
	struct value_list *l = value_scratch(x->s);
	algebra_append(l, v.at, below);
	if (!list_range(x, r, l)) return VALUE_NONE;
	algebra_append(l, v.at + v.count - above, above);
	return algebra_sorted(x, l);
}

value algebra_interval_union(struct algebra *x, value a, value b)
{
	struct interval_range p, q;
	if (!interval_range_of(x, a, &p)) return algebra_interval_union(x, b, a);
	return interval_range_of(x, b, &q) ? union_of_ranges(x, p, q) : union_with_listed(x, p, a, b);
}

/* ---- intersection ----------------------------------------------------------------------------------- */

/* The elements that lie in the range. */
static struct view slice(struct algebra *x, struct view v, struct interval_range r)
{
	uint32_t from = count_below(x, v, r.low, false), to = count_below(x, v, r.high, true);
	return (struct view){v.at + from, to - from};
}

value algebra_interval_inter(struct algebra *x, value a, value b)
{
	struct interval_range p, q;
	if (!interval_range_of(x, a, &p)) return algebra_interval_inter(x, b, a);
	if (interval_range_of(x, b, &q))
		return value_interval(x->s, p.low > q.low ? p.low : q.low,
		                      p.high < q.high ? p.high : q.high);
	struct view v = algebra_listed(x, b), in = slice(x, v, p);
	return in.count == v.count ? b : value_set_sorted(x->s, in.at, in.count);
}

/* ---- difference ------------------------------------------------------------------------------------- */

static value range_without_range(struct algebra *x, value a, struct interval_range p,
                                 struct interval_range q)
{
	if (q.high < p.low || p.high < q.low) return a;
	bool is_left = p.low < q.low, is_right = q.high < p.high;
	if (is_left && is_right)
		return two_ranges(x, (struct interval_range){p.low, q.low - 1},
		                  (struct interval_range){q.high + 1, p.high});
	if (is_left) return value_interval(x->s, p.low, q.low - 1);
	return is_right ? value_interval(x->s, q.high + 1, p.high) : x->s->empty;
}

static value listed_without_range(struct algebra *x, value a, struct interval_range q)
{
	struct view v = algebra_listed(x, a);
	uint32_t below = count_below(x, v, q.low, false), from = count_below(x, v, q.high, true);
	if (below == from) return a;
	if (from == v.count) return value_set_sorted(x->s, v.at, below);
	if (!below) return value_set_sorted(x->s, v.at + from, v.count - from);
	struct value_list *l = value_scratch(x->s);
	algebra_append(l, v.at, below);
	algebra_append(l, v.at + from, v.count - from);
	return algebra_sorted(x, l);
}

/* Takes from the ends what can be taken; what is then left in the middle needs a list. */
static value range_without_listed(struct algebra *x, value a, struct interval_range p, value b)
{
	struct view v = slice(x, algebra_listed(x, b), p);
	if (!v.count) return a;
	uint32_t from = 0, to = v.count;
	for (; from < to && number_at(x, v, from) == p.low; from++) {
		if (p.low == p.high) return x->s->empty;
		p.low++;
	}
	for (; from < to && number_at(x, v, to - 1) == p.high; to--) p.high--;
	if (from == to) return value_interval(x->s, p.low, p.high);
	if (interval_range_size(p) - (to - from) > x->limit) return algebra_too_large(x);
	struct value_list *l = value_scratch(x->s);
	for (; from < to; from++) {
		int64_t n = value_to_integer(x->s, v.at[from]); /* lies in p */
		if (p.low < n && !list_range(x, (struct interval_range){p.low, n - 1}, l))
			return VALUE_NONE;
		p.low = n + 1; /* n is not the last one: p.high is above it */
	}
	return list_range(x, p, l) ? algebra_sorted(x, l) : VALUE_NONE;
}

value algebra_interval_difference(struct algebra *x, value a, value b)
{
	struct interval_range p, q;
	bool is_left = interval_range_of(x, a, &p), is_right = interval_range_of(x, b, &q);
	if (!is_left) return listed_without_range(x, a, q);
	return is_right ? range_without_range(x, a, p, q) : range_without_listed(x, a, p, b);
}

/* ---- inclusion -------------------------------------------------------------------------------------- */

bool algebra_interval_subset(struct algebra *x, value a, value b)
{
	struct interval_range p, q;
	bool is_left = interval_range_of(x, a, &p), is_right = interval_range_of(x, b, &q);
	if (is_left && is_right) return q.low <= p.low && p.high <= q.high;
	struct view v = algebra_listed(x, is_left ? b : a);
	if (is_right) return q.low <= number_at(x, v, 0) && number_at(x, v, v.count - 1) <= q.high;
	return interval_range_size(p) <= v.count && slice(x, v, p).count == interval_range_size(p);
}

/* ---- union of many ------------------------------------------------------------------------------------ */

struct interval_ranges {
	VEC(struct interval_range) list;
	struct value_list *others; /* that do not fit 64 bits */
};

static int by_low(const void *a, const void *b)
{
	const struct interval_range *p = a, *q = b;
	return p->low < q->low ? -1 : p->low > q->low;
}

static void collect(struct algebra *x, struct view sets, struct interval_ranges *out)
{
	for (uint32_t i = 0; i < sets.count; i++) {
		struct interval_range r;
		if (interval_range_of(x, sets.at[i], &r)) {
			VEC_PUSH(&out->list, r);
			continue;
		}
		struct view v = algebra_listed(x, sets.at[i]);
		for (uint32_t k = 0; k < v.count; k++) {
			int64_t n;
			if (!value_fits(x->s, v.at[k], &n)) VEC_PUSH(&out->others->list, v.at[k]);
			else VEC_PUSH(&out->list, (struct interval_range){n, n});
		}
	}
}

/* Joins the sorted ranges that meet or touch; returns how many are left. */
static uint32_t join(struct interval_range *at, uint32_t count)
{
	uint32_t n = 0;
	for (uint32_t i = 1; i < count; i++) {
		if (at[i].low > at[n].high && at[i].low - 1 > at[n].high) at[++n] = at[i];
		else if (at[i].high > at[n].high) at[n].high = at[i].high;
	}
	return n + 1;
}

value algebra_interval_general_union(struct algebra *x, struct view sets)
{
	struct interval_ranges r = {.others = value_scratch(x->s)};
	collect(x, sets, &r);
	x->s->handled += 4 * r.list.count; /* to sort them */
	qsort(r.list.at, r.list.count, sizeof r.list.at[0], by_low);
	uint32_t count = join(r.list.at, r.list.count);
	value result = VALUE_NONE;
	if (count == 1 && !r.others->list.count) {
		result = value_interval(x->s, r.list.at[0].low, r.list.at[0].high);
	} else {
		struct value_list *l = r.others;
		bool is_sorted = !l->list.count;
		uint32_t i = 0;
		while (i < count && list_range(x, r.list.at[i], l)) i++;
		if (i == count) result = is_sorted ? algebra_sorted(x, l) : algebra_set_of(x, l);
	}
	VEC_CLEAR(&r.list);
	return result;
}

/* How far integers without bounds go, and how many candidates for a set are too many. */
#include "encode/unknown/unknown.h"

static bool is_wide_reach(enc e)
{
	return e->pool.reach_low < universe_least(e->u) && e->pool.reach_high > universe_most(e->u);
}

/* What is not bounded otherwise comes from MININT..MAXINT; further out from as many numbers beside its bound. */
void reach_clamp(enc e, const struct range *r, bool has_low, wide *low, bool has_high, wide *high)
{
	if (r && r->has_low && (!has_low || r->low > *low)) *low = r->low, has_low = true;
	if (r && r->has_high && (!has_high || r->high < *high)) *high = r->high, has_high = true;
	if (!has_low || !has_high) e->was_cut = true;
	wide first = e->pool.reach_low, last = e->pool.reach_high;
	wide beside = is_wide_reach(e) ? last - first : 0;
	if (!has_low) *low = has_high && *high < first ? *high - beside : first;
	if (!has_high) *high = *low > last ? *low + beside : last;
}

/* Of a sequence with at most so many elements. */
int64_t reach_length(enc e, int64_t most)
{
	enum { MOST_PLACES = 2000, MOST_OPEN_PLACES = 200 };
	if (most <= MOST_PLACES) return most;
	e->was_cut = true;
	if (e->pool.reach_high > MOST_OPEN_PLACES) return MOST_OPEN_PLACES;
	return e->pool.reach_high > 0 ? e->pool.reach_high : 0;
}

/* Very far out beyond the numbers of the formula, unless they are huge. */
void reach_extend(enc e)
{
	enum { VERY_FAR = 10000, MOST_BITS = 40 };
	int64_t low = 0, high = 0;
	if (!is_wide_reach(e) || e->pool.reach_high < VERY_FAR) return;
	for (uint32_t i = 0; i < e->pool.integers.count; i++) {
		wide v;
		if (!value_to_wide(e->s, e->pool.integers.values[i], &v) || v >> MOST_BITS > 0 ||
		    -v >> MOST_BITS > 0)
			continue;
		if (v > high) high = (int64_t)v;
		if (v < low) low = (int64_t)v;
	}
	if (high > e->pool.reach_high) e->pool.reach_high += high;
	if (low < e->pool.reach_low) e->pool.reach_low += low;
}

/* Strings beside those that the formula mentions. */
uint32_t reach_strings(enc e)
{
	enum { FEW = 3, SOME = 9, MANY = 21 };
	bool is_wide = is_wide_reach(e);
	return !is_wide ? FEW : e->pool.reach_high - e->pool.reach_low < 32 ? SOME : MANY;
}

enum { MOST_NEAR = 1 << 15 };

/* For an unknown set. Far out there are many, of which few matter. */
uint64_t reach_most_candidates(enc e)
{
	enum { SPARSE = 256, FAR = 4096, NEARER = 1 << 14 };
	bool is_wide = is_wide_reach(e);
	if (e->is_sparse) return SPARSE;
	return !is_wide ? MOST_NEAR : e->pool.reach_high - e->pool.reach_low < 32 ? NEARER : FAR;
}

/* For a relation between sets that the formula gives. */
uint64_t reach_most_pairs(enc e)
{
	uint64_t most = reach_most_candidates(e);
	return most == MOST_NEAR ? e->limits.most_candidates : most;
}

/* Those of the formula in low..first - 1 and last + 1..high. */
static void add_far(enc e, wide low, wide first, wide last, wide high, struct cases *out)
{
	for (uint32_t i = 0; i < e->pool.integers.count; i++) {
		wide v;
		bool is_far = value_to_wide(e->s, e->pool.integers.values[i], &v) && v >= low && v <= high;
		if (is_far && (v < first || v > last))
			cases_push(e, out, e->pool.integers.values[i], LIT_TRUE);
	}
}

/* Integers that are listed one by one, as elements of unknown sets: from far out only those that the
 * formula mentions. */
bool reach_integers(enc e, const struct range *r, bool has_low, wide low, uint64_t most,
                    struct cases *out)
{
	wide least = universe_least(e->u), most_near = universe_most(e->u);
	wide near_low = least < -40 ? least : -40, near_high = most_near > 60 ? most_near : 60;
	bool is_low_open = !has_low && !(r && r->has_low), is_high_open = !(r && r->has_high);
	wide high = 0;
	reach_clamp(e, r, has_low, &low, false, &high);
	wide first = is_low_open && low < near_low ? near_low : low;
	wide last = is_high_open && high > near_high ? near_high : high;
	if (first > high) first = low;
	if (last < first) last = high;
	if (last - first >= (wide)most) return false;
	for (wide v = first; v <= last; v++) cases_push(e, out, value_wide(e->s, v), LIT_TRUE);
	if (is_wide_reach(e)) {
		if (is_low_open) low = INT64_MIN;
		if (is_high_open) high = INT64_MAX;
	}
	add_far(e, low, first, last, high, out);
	return true;
}

/* Union, intersection, difference and inclusion of listed sets.
 *
 * Two sorted arrays are merged; what is kept of either side tells the operators apart. Where the
 * order is that of numbers, the merge has no branches but the loop's, since those would be guessed
 * wrong half of the time. A set that is much smaller than the other is looked up instead. */
#include "value/algebra.h"

enum { LEFT = 1, BOTH = 2, RIGHT = 4 };
enum { MUCH_LARGER = 12 }; /* times as large: then look up rather than merge */

static uint32_t copy(value *out, struct view from, uint32_t begin, uint32_t end)
{
	if (begin < end) memcpy(out, from.at + begin, (end - begin) * sizeof(value));
	return end - begin;
}

/* What is left when one side is used up. */
static uint32_t copy_rest(struct view a, uint32_t i, struct view b, uint32_t k, unsigned keep,
                          value *out)
{
	uint32_t n = keep & LEFT ? copy(out, a, i, a.count) : 0;
	return n + (keep & RIGHT ? copy(out + n, b, k, b.count) : 0);
}

/* Is the lesser of two elements kept? Those that are equal are both `le` and `ge`. */
static inline unsigned is_kept(unsigned le, unsigned ge, unsigned keep)
{
	if (keep == (LEFT | BOTH | RIGHT)) return 1;
	return (keep & LEFT && !ge) | (keep & BOTH && le & ge) | (keep & RIGHT && !le);
}

/* The merges need room for one more than all elements. They are expanded for each operator. */
static inline __attribute__((always_inline)) uint32_t merge_numbers(struct view a, struct view b,
                                                                    unsigned keep, value *out)
{
	uint32_t i = 0, k = 0, n = 0;
	while (i < a.count && k < b.count) {
		value p = a.at[i], q = b.at[k];
		unsigned le = p <= q, ge = p >= q;
		out[n] = p < q ? p : q;
		n += is_kept(le, ge, keep);
		i += le;
		k += ge;
	}
	return n + copy_rest(a, i, b, k, keep, out + n);
}

static inline __attribute__((always_inline)) uint32_t
merge_keys(struct view a, struct view b, const uint64_t *keys, unsigned keep, value *out)
{
	uint32_t i = 0, k = 0, n = 0;
	const uint64_t *b_keys = keys + a.count;
	while (i < a.count && k < b.count) {
		uint64_t p = keys[i], q = b_keys[k];
		unsigned le = p <= q, ge = p >= q;
		value of_a = a.at[i], of_b = b.at[k];
		out[n] = p < q ? of_a : of_b;
		n += is_kept(le, ge, keep);
		i += le;
		k += ge;
	}
	return n + copy_rest(a, i, b, k, keep, out + n);
}

static uint32_t merge_values(const struct values *s, struct view a, struct view b, unsigned keep,
                             value *out)
{
	uint32_t i = 0, k = 0, n = 0;
	while (i < a.count && k < b.count) {
		int c = value_order(s, a.at[i], b.at[k]);
		out[n] = c > 0 ? b.at[k] : a.at[i];
		n += (keep & (c < 0 ? LEFT : c > 0 ? RIGHT : BOTH)) != 0;
		i += c <= 0;
		k += c >= 0;
	}
	return n + copy_rest(a, i, b, k, keep, out + n);
}

static uint32_t look_up(const struct values *s, struct view large, struct view small, unsigned keep,
                        value *out)
{
	uint32_t from = 0, n = 0;
	for (uint32_t i = 0; i < small.count; i++) {
		value v = small.at[i];
		uint32_t place = from + value_place(s, large.at + from, large.count - from, v);
		if (keep & LEFT) n += copy(out + n, large, from, place);
		bool is_in = place < large.count && large.at[place] == v;
		if (keep & (is_in ? BOTH : RIGHT)) out[n++] = v;
		from = place + is_in;
	}
	return n + (keep & LEFT ? copy(out + n, large, from, large.count) : 0);
}

static inline __attribute__((always_inline)) uint32_t
combine(struct values *s, struct view a, struct view b, unsigned keep, value *out)
{
	if (a.count / MUCH_LARGER > b.count) return look_up(s, a, b, keep, out);
	if (b.count / MUCH_LARGER > a.count) {
		unsigned swapped = (keep & BOTH) | (keep & LEFT ? RIGHT : 0) | (keep & RIGHT ? LEFT : 0);
		return look_up(s, b, a, swapped, out);
	}
	if (value_are_plain(a.at, a.count) && value_are_plain(b.at, b.count))
		return merge_numbers(a, b, keep, out);
	uint64_t *keys = value_key_room(s, (uint64_t)a.count + b.count);
	if (value_keys(s, a.at, a.count, keys) && value_keys(s, b.at, b.count, keys + a.count))
		return merge_keys(a, b, keys, keep, out);
	return merge_values(s, a, b, keep, out);
}

/* Of listed sets that are not empty. An operand that is the result is not looked for again. */
static inline __attribute__((always_inline)) value combined(struct algebra *x, value a, value b,
                                                            unsigned keep)
{
	struct values *s = x->s;
	struct view p = algebra_listed(x, a), q = algebra_listed(x, b);
	uint32_t used = s->scratch_used;
	value *out = value_list_room(value_scratch(s), (uint64_t)p.count + q.count + 1);
	uint32_t n = combine(s, p, q, keep, out);
	s->scratch_used = used;
	if (n == p.count) return a;
	if (n == q.count && keep & BOTH) return b;
	if (n > x->limit) return algebra_too_large(x);
	return value_set_sorted(s, out, n);
}

static bool is_interval(struct algebra *x, value set)
{
	return value_set_kind(x->s, set) == VALUE_INTERVAL;
}

value algebra_union(struct algebra *x, value a, value b)
{
	if (a == b || b == x->s->empty) return a;
	if (a == x->s->empty) return b;
	if (is_interval(x, a) || is_interval(x, b)) return algebra_interval_union(x, a, b);
	return combined(x, a, b, LEFT | BOTH | RIGHT);
}

value algebra_inter(struct algebra *x, value a, value b)
{
	if (a == b || a == x->s->empty) return a;
	if (b == x->s->empty) return b;
	if (is_interval(x, a) || is_interval(x, b)) return algebra_interval_inter(x, a, b);
	return combined(x, a, b, BOTH);
}

value algebra_difference(struct algebra *x, value a, value b)
{
	if (a == b) return x->s->empty;
	if (a == x->s->empty || b == x->s->empty) return a;
	if (is_interval(x, a) || is_interval(x, b)) return algebra_interval_difference(x, a, b);
	return combined(x, a, b, LEFT);
}

/* Since both are sorted, a is a part of b if all of it is met in one walk along b. */
static bool is_subsequence(struct view a, struct view b)
{
	uint32_t i = 0;
	for (uint32_t k = 0; i < a.count && b.count - k >= a.count - i; k++) i += a.at[i] == b.at[k];
	return i == a.count;
}

bool algebra_subset(struct algebra *x, value a, value b)
{
	if (a == b || a == x->s->empty) return true;
	if (b == x->s->empty) return false;
	if (is_interval(x, a) || is_interval(x, b)) return algebra_interval_subset(x, a, b);
	struct view p = algebra_listed(x, a), q = algebra_listed(x, b);
	if (p.count > q.count) return false;
	if (q.count / MUCH_LARGER <= p.count) return is_subsequence(p, q);
	for (uint32_t i = 0; i < p.count; i++)
		if (!value_in(x->s, b, p.at[i])) return false;
	return true;
}

/* The parts are disjoint if there are no more elements in them than in their union. */
value algebra_partition(struct algebra *x, const value *args, uint32_t count)
{
	uint64_t sum = 0;
	value all = x->s->empty;
	uint32_t used = x->s->scratch_used;
	for (uint32_t i = 1; i < count; i++) {
		if (!algebra_subset(x, args[i], args[0])) return VALUE_FALSE;
		sum += value_count(x->s, args[i]);
		if (sum > value_count(x->s, args[0])) return VALUE_FALSE;
		all = algebra_union(x, all, args[i]);
		x->s->scratch_used = used;
		if (!all) return VALUE_NONE;
	}
	return value_bool(all == args[0]);
}

/* Relations: domain and range, restrictions, images, overriding.
 *
 * The pairs are in the order of their first components, so the domain comes sorted, a set or
 * another relation is walked along in step, and an interval of arguments is a slice. */
#include "value/algebra.h"

enum { MUCH_LARGER = 4 };

value algebra_domain(struct algebra *x, value r)
{
	struct view v = algebra_listed(x, r);
	if (!v.count) return r;
	value *out = value_list_room(value_scratch(x->s), v.count);
	uint32_t n = 0;
	out[n++] = value_left(x->s, v.at[0]);
	for (uint32_t i = 1; i < v.count; i++) {
		value first = value_left(x->s, v.at[i]);
		if (first != out[n - 1]) out[n++] = first;
	}
	return value_set_sorted(x->s, out, n);
}

/* The set of the second components. */
static value seconds(struct algebra *x, struct view v)
{
	if (!v.count) return x->s->empty;
	value *out = value_list_room(value_scratch(x->s), v.count);
	for (uint32_t i = 0; i < v.count; i++) out[i] = value_right(x->s, v.at[i]);
	return value_set(x->s, out, v.count);
}

value algebra_range(struct algebra *x, value r) { return seconds(x, algebra_listed(x, r)); }

value algebra_inverse(struct algebra *x, value r)
{
	struct view v = algebra_listed(x, r);
	if (!v.count) return r;
	value *out = value_list_room(value_scratch(x->s), v.count);
	for (uint32_t i = 0; i < v.count; i++)
		out[i] = value_pair(x->s, value_right(x->s, v.at[i]), value_left(x->s, v.at[i]));
	return value_set(x->s, out, v.count);
}

value algebra_preimage(struct values *s, value r, value set)
{
	struct algebra x = {s, UINT64_MAX, NULL};
	struct view v = algebra_listed(&x, r);
	if (!v.count || set == s->empty) return s->empty;
	value only = value_count(s, set) == 1 ? value_at(s, set, 0) : VALUE_NONE;
	uint32_t used = s->scratch_used, n = 0;
	value *out = value_list_room(value_scratch(s), v.count);
	for (uint32_t i = 0; i < v.count; i++) {
		value first = value_left(s, v.at[i]), second = value_right(s, v.at[i]);
		bool is_known = n && out[n - 1] == first;
		if (!is_known && (only ? second == only : value_in(s, set, second))) out[n++] = first;
	}
	value result = value_set_sorted(s, out, n);
	s->scratch_used = used;
	return result;
}

value algebra_identity(struct algebra *x, value set)
{
	struct view v;
	if (!algebra_view(x, set, &v)) return VALUE_NONE;
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = 0; i < v.count; i++)
		if (!algebra_push(x, l, value_pair(x->s, v.at[i], v.at[i]))) return algebra_too_large(x);
	return algebra_sorted(x, l);
}

value algebra_projection(struct algebra *x, value a, value b, bool is_first)
{
	value product = algebra_product(x, a, b);
	if (!product) return VALUE_NONE;
	struct view v = algebra_listed(x, product);
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = 0; i < v.count; i++) {
		value part = is_first ? value_left(x->s, v.at[i]) : value_right(x->s, v.at[i]);
		VEC_PUSH(&l->list, value_pair(x->s, v.at[i], part));
	}
	return algebra_sorted(x, l);
}

/* ---- restriction of the domain ---------------------------------------------------------------------- */

/* The pairs that begin in an interval. */
static struct view slice(struct algebra *x, struct view r, int64_t low, int64_t high)
{
	uint32_t from = algebra_seek(x->s, r, 0, value_integer(x->s, low));
	uint32_t to = algebra_seek(x->s, r, from, value_wide(x->s, (__int128)high + 1));
	return (struct view){r.at + from, to - from};
}

/* Adds the pairs whose first component is in the set (or is not, if not `keep`): one seek for each
 * element of the set, */
static void pairs_by_element(struct algebra *x, struct view set, struct view r, bool keep,
                             struct value_list *out)
{
	uint32_t from = 0;
	for (uint32_t i = 0; i < set.count && from < r.count; i++) {
		uint32_t place = algebra_seek(x->s, r, from, set.at[i]);
		bool is_in = place < r.count && value_left(x->s, r.at[place]) == set.at[i];
		uint32_t end = is_in ? algebra_run_end(x->s, r, place) : place;
		if (keep) algebra_append(out, r.at + place, end - place);
		else algebra_append(out, r.at + from, place - from);
		from = end;
	}
	if (!keep) algebra_append(out, r.at + from, r.count - from);
}

/* or one search for each argument of the relation. */
static void pairs_by_argument(struct algebra *x, value set, struct view r, bool keep,
                              struct value_list *out)
{
	for (uint32_t i = 0, end; i < r.count; i = end) {
		end = algebra_run_end(x->s, r, i);
		if (value_in(x->s, set, value_left(x->s, r.at[i])) == keep)
			algebra_append(out, r.at + i, end - i);
	}
}

/* The pairs that begin, or do not begin, in the set. */
static struct view filtered(struct algebra *x, value set, struct view r, bool keep)
{
	struct value_list *l = value_scratch(x->s);
	int64_t low, high;
	if (value_interval_bounds(x->s, set, &low, &high)) {
		struct view in = slice(x, r, low, high);
		if (keep) return in;
		uint32_t before = (uint32_t)(in.at - r.at), end = before + in.count;
		algebra_append(l, r.at, before);
		algebra_append(l, r.at + end, r.count - end);
	} else {
		struct view elements = algebra_listed(x, set);
		if (elements.count == 1 && keep) return algebra_run(x->s, r, elements.at[0]);
		if (elements.count / MUCH_LARGER > r.count) pairs_by_argument(x, set, r, keep, l);
		else pairs_by_element(x, elements, r, keep, l);
	}
	return (struct view){l->list.at, l->list.count};
}

value algebra_domain_filter(struct algebra *x, value set, value r, bool keep)
{
	struct view v = algebra_listed(x, r);
	if (!v.count || (set == x->s->empty && !keep)) return r;
	struct view kept = filtered(x, set, v, keep);
	return kept.count == v.count ? r : value_set_sorted(x->s, kept.at, kept.count);
}

value algebra_image(struct algebra *x, value r, value set)
{
	struct view v = algebra_listed(x, r);
	return v.count ? seconds(x, filtered(x, set, v, true)) : r;
}

/* ---- restriction of the range ------------------------------------------------------------------------- */

value algebra_range_filter(struct algebra *x, value r, value set, bool keep)
{
	struct view v = algebra_listed(x, r);
	if (!v.count) return r;
	value *out = value_list_room(value_scratch(x->s), v.count);
	uint32_t n = 0;
	value last = VALUE_NONE;
	bool is_kept = false;
	for (uint32_t i = 0; i < v.count; i++) {
		value second = value_right(x->s, v.at[i]);
		if (second != last) is_kept = value_in(x->s, set, second) == keep;
		last = second;
		if (is_kept) out[n++] = v.at[i];
	}
	return n == v.count ? r : value_set_sorted(x->s, out, n);
}

/* ---- overriding ------------------------------------------------------------------------------------------ */

value algebra_override(struct algebra *x, value r, value q)
{
	if (r == x->s->empty || r == q) return q;
	if (q == x->s->empty) return r;
	struct view a = algebra_listed(x, r), b = algebra_listed(x, q);
	struct value_list *l = value_scratch(x->s);
	value_list_room(l, (uint64_t)a.count + b.count);
	uint32_t from = 0;
	for (uint32_t i = 0, end; i < b.count; i = end) {
		end = algebra_run_end(x->s, b, i);
		value first = value_left(x->s, b.at[i]);
		uint32_t place = algebra_seek(x->s, a, from, first);
		algebra_append(l, a.at + from, place - from);
		algebra_append(l, b.at + i, end - i);
		bool is_in = place < a.count && value_left(x->s, a.at[place]) == first;
		from = is_in ? algebra_run_end(x->s, a, place) : place;
	}
	algebra_append(l, a.at + from, a.count - from);
	return algebra_sorted(x, l);
}

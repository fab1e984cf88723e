/* Power sets, products, generalized union and intersection, and the numbers of a set. */
#include "value/algebra.h"

/* ---- POW ------------------------------------------------------------------------------------------ */

/* The subset of the elements whose bit is set. */
static value subset(struct algebra *x, struct view v, uint64_t bits, value *room)
{
	uint32_t n = 0;
	for (; bits; bits &= bits - 1) room[n++] = v.at[__builtin_ctzll(bits)];
	return value_set_sorted(x->s, room, n);
}

value algebra_power(struct algebra *x, value set, bool with_empty)
{
	uint64_t size = value_count(x->s, set);
	if (size > 30 || (UINT64_C(1) << size) - !with_empty > x->limit) return algebra_too_large(x);
	struct view v;
	if (!algebra_view(x, set, &v)) return VALUE_NONE;
	value *room = value_list_room(value_scratch(x->s), v.count + 1);
	struct value_list *l = value_scratch(x->s);
	for (uint64_t bits = !with_empty; bits >> v.count == 0; bits++)
		VEC_PUSH(&l->list, subset(x, v, bits, room));
	return algebra_set_of(x, l);
}

/* ---- products ------------------------------------------------------------------------------------- */

value algebra_product(struct algebra *x, value a, value b)
{
	uint64_t p = value_count(x->s, a), q = value_count(x->s, b);
	if (!p || !q) return x->s->empty;
	if (p > x->limit / q) return algebra_too_large(x);
	struct view u, v;
	if (!algebra_view(x, a, &u) || !algebra_view(x, b, &v)) return VALUE_NONE;
	struct value_list *l = value_scratch(x->s);
	value *out = value_list_room(l, p * q);
	for (uint32_t i = 0; i < u.count; i++)
		for (uint32_t k = 0; k < v.count; k++)
			out[l->list.count++] = value_pair(x->s, u.at[i], v.at[k]);
	return algebra_sorted(x, l);
}

/* ---- union and inter of sets of sets -------------------------------------------------------------- */

static bool some_interval(struct algebra *x, struct view sets)
{
	for (uint32_t i = 0; i < sets.count; i++)
		if (value_set_kind(x->s, sets.at[i]) == VALUE_INTERVAL) return true;
	return false;
}

value algebra_general_union(struct algebra *x, value sets)
{
	struct view v = algebra_listed(x, sets);
	if (!v.count) return x->s->empty;
	if (v.count == 1) return v.at[0];
	if (v.count == 2) return algebra_union(x, v.at[0], v.at[1]);
	if (some_interval(x, v)) return algebra_interval_general_union(x, v);
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = 0; i < v.count; i++) {
		struct view elements = algebra_listed(x, v.at[i]);
		if (l->list.count + (uint64_t)elements.count > UINT32_MAX / 4) return algebra_too_large(x);
		algebra_append(l, elements.at, elements.count);
	}
	return algebra_set_of(x, l);
}

value algebra_general_inter(struct algebra *x, value sets)
{
	struct view v = algebra_listed(x, sets);
	if (!v.count) return algebra_undefined(x, "the intersection of an empty set of sets");
	value result = v.at[0];
	uint32_t used = x->s->scratch_used;
	for (uint32_t i = 1; i < v.count && result != x->s->empty; i++) {
		result = algebra_inter(x, result, v.at[i]);
		x->s->scratch_used = used;
	}
	return result;
}

/* ---- numbers ---------------------------------------------------------------------------------------- */

value algebra_card(struct algebra *x, value set)
{
	int64_t low, high; /* all integers of 64 bits are one more than can be counted */
	if (value_interval_bounds(x->s, set, &low, &high))
		return value_wide(x->s, (__int128)high - low + 1);
	return value_wide(x->s, value_count(x->s, set));
}

value algebra_bound(struct algebra *x, value set, bool is_max)
{
	int64_t low, high;
	if (value_interval_bounds(x->s, set, &low, &high))
		return value_integer(x->s, is_max ? high : low);
	struct view v = algebra_listed(x, set);
	if (v.count) return v.at[is_max ? v.count - 1 : 0];
	return algebra_undefined(x, is_max ? "the maximum of an empty set"
	                                   : "the minimum of an empty set");
}

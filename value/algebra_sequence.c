/* Sequences: functions on 1..n. Their pairs are sorted, so that the i-th pair is that of i, and a
 * beginning of the sequence is a beginning of its array. */
#include "value/algebra.h"

bool algebra_is_sequence(const struct values *s, struct view pairs)
{
	value one = UINT32_C(1) << 30 | ((UINT32_C(1) << 29) + 1);
	for (uint32_t i = 0; i < pairs.count; i++)
		if (value_left(s, pairs.at[i]) != one + i) return false;
	return true;
}

static bool get(struct algebra *x, value a, struct view *out)
{
	*out = algebra_listed(x, a);
	if (algebra_is_sequence(x->s, *out)) return true;
	algebra_undefined(x, "this is not a sequence");
	return false;
}

/* Adds v as the next element. */
static void add(struct algebra *x, struct value_list *l, value v)
{
	value index = value_integer(x->s, (int64_t)l->list.count + 1);
	VEC_PUSH(&l->list, value_pair(x->s, index, v));
}

/* Adds the elements of a sequence or of a part of it. */
static void add_all(struct algebra *x, struct value_list *l, struct view pairs)
{
	for (uint32_t i = 0; i < pairs.count; i++) add(x, l, value_right(x->s, pairs.at[i]));
}

value algebra_sequence(struct algebra *x, const value *items, uint32_t count)
{
	if (count > x->limit) return algebra_too_large(x);
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = 0; i < count; i++) add(x, l, items[i]);
	return algebra_sorted(x, l);
}

value algebra_size(struct algebra *x, value a)
{
	struct view v;
	return get(x, a, &v) ? value_integer(x->s, v.count) : VALUE_NONE;
}

value algebra_end(struct algebra *x, value a, bool is_last)
{
	struct view v;
	if (!get(x, a, &v)) return VALUE_NONE;
	if (!v.count)
		return algebra_undefined(x, is_last ? "the last element of an empty sequence"
		                                    : "the first element of an empty sequence");
	return value_right(x->s, v.at[is_last ? v.count - 1 : 0]);
}

value algebra_without(struct algebra *x, value a, bool is_last)
{
	struct view v;
	if (!get(x, a, &v)) return VALUE_NONE;
	if (!v.count)
		return algebra_undefined(x, is_last ? "the front of an empty sequence"
		                                    : "the tail of an empty sequence");
	v.count--;
	if (is_last) return value_set_sorted(x->s, v.at, v.count);
	v.at++;
	struct value_list *l = value_scratch(x->s);
	add_all(x, l, v);
	return algebra_sorted(x, l);
}

value algebra_reverse(struct algebra *x, value a)
{
	struct view v;
	if (!get(x, a, &v)) return VALUE_NONE;
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = v.count; i > 0; i--) add(x, l, value_right(x->s, v.at[i - 1]));
	return algebra_sorted(x, l);
}

value algebra_concat(struct algebra *x, value a, value b)
{
	struct view v, w;
	if (!get(x, a, &v) || !get(x, b, &w)) return VALUE_NONE;
	if (!v.count) return b;
	if (!w.count) return a;
	if ((uint64_t)v.count + w.count > x->limit) return algebra_too_large(x);
	struct value_list *l = value_scratch(x->s);
	algebra_append(l, v.at, v.count);
	add_all(x, l, w);
	return algebra_sorted(x, l);
}

value algebra_insert(struct algebra *x, value a, value v, bool is_last)
{
	struct view old;
	if (!get(x, a, &old)) return VALUE_NONE;
	struct value_list *l = value_scratch(x->s);
	if (is_last) algebra_append(l, old.at, old.count);
	add(x, l, v);
	if (!is_last) add_all(x, l, old);
	return algebra_sorted(x, l);
}

value algebra_cut(struct algebra *x, value a, value n, bool is_tail)
{
	struct view v;
	if (!get(x, a, &v)) return VALUE_NONE;
	int64_t at = value_clamped(x->s, n);
	if (at < 0 || at > v.count)
		return algebra_undefined(x, "a sequence cut at a number that is not from 0 to its size");
	if (at == (is_tail ? 0 : v.count)) return a;
	if (!is_tail) return value_set_sorted(x->s, v.at, (uint32_t)at);
	struct value_list *l = value_scratch(x->s);
	add_all(x, l, (struct view){v.at + at, v.count - (uint32_t)at});
	return algebra_sorted(x, l);
}

value algebra_conc(struct algebra *x, value sequences)
{
	struct view all;
	if (!get(x, sequences, &all)) return VALUE_NONE;
	struct value_list *l = value_scratch(x->s);
	for (uint32_t i = 0; i < all.count; i++) {
		struct view v;
		if (!get(x, value_right(x->s, all.at[i]), &v)) return VALUE_NONE;
		if ((uint64_t)l->list.count + v.count > x->limit) return algebra_too_large(x);
		add_all(x, l, v);
	}
	return algebra_sorted(x, l);
}

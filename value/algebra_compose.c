/* Relations made of two: composition and products; and sets of images. Each goes through the runs
 * of pairs that begin alike, so that the result comes in order and only images need sorting. */
#include "value/algebra.h"

/* Adds first |-> v for each v of the images, which are sorted here and used up. */
static bool add_images(struct algebra *x, value first, struct value_list *images,
                       struct value_list *out)
{
	uint32_t count = value_sort(x->s, images->list.at, images->list.count);
	for (uint32_t i = 0; i < count; i++)
		if (!algebra_push(x, out, value_pair(x->s, first, images->list.at[i]))) return false;
	images->list.count = 0;
	return true;
}

value algebra_compose(struct algebra *x, value r, value q)
{
	struct view a = algebra_listed(x, r), b = algebra_listed(x, q);
	struct value_list *images = value_scratch(x->s), *out = value_scratch(x->s);
	for (uint32_t i = 0; i < a.count; i++) {
		value first = value_left(x->s, a.at[i]);
		struct view run = algebra_run(x->s, b, value_right(x->s, a.at[i]));
		for (uint32_t k = 0; k < run.count; k++)
			VEC_PUSH(&images->list, value_right(x->s, run.at[k]));
		bool is_last = i + 1 == a.count || value_left(x->s, a.at[i + 1]) != first;
		if (is_last && !add_images(x, first, images, out)) return algebra_too_large(x);
	}
	return algebra_sorted(x, out);
}

/* Adds first |-> (v |-> w) for the second components v of b and w of c, in order. */
static bool add_products(struct algebra *x, value first, struct view b, struct view c,
                         struct value_list *out)
{
	struct values *s = x->s;
	for (uint32_t i = 0; i < b.count; i++) {
		for (uint32_t k = 0; k < c.count; k++) {
			value both = value_pair(s, value_right(s, b.at[i]), value_right(s, c.at[k]));
			if (!algebra_push(x, out, value_pair(s, first, both))) return false;
		}
	}
	return true;
}

value algebra_direct_product(struct algebra *x, value r, value q)
{
	struct view a = algebra_listed(x, r), b = algebra_listed(x, q);
	struct value_list *out = value_scratch(x->s);
	uint32_t from = 0;
	for (uint32_t i = 0, end; i < a.count; i = end) {
		end = algebra_run_end(x->s, a, i);
		value first = value_left(x->s, a.at[i]);
		from = algebra_seek(x->s, b, from, first);
		if (from == b.count) break;
		if (value_left(x->s, b.at[from]) != first) continue;
		struct view left = {a.at + i, end - i};
		struct view right = {b.at + from, algebra_run_end(x->s, b, from) - from};
		if (!add_products(x, first, left, right, out)) return algebra_too_large(x);
	}
	return algebra_sorted(x, out);
}

value algebra_parallel_product(struct algebra *x, value r, value q)
{
	struct view a = algebra_listed(x, r), b = algebra_listed(x, q);
	if (a.count && b.count > x->limit / a.count) return algebra_too_large(x);
	struct value_list *out = value_scratch(x->s);
	for (uint32_t i = 0, end; i < a.count; i = end) {
		end = algebra_run_end(x->s, a, i);
		struct view left = {a.at + i, end - i};
		for (uint32_t k = 0, stop; k < b.count; k = stop) {
			stop = algebra_run_end(x->s, b, k);
			struct view right = {b.at + k, stop - k};
			value first = value_pair(x->s, value_left(x->s, a.at[i]), value_left(x->s, b.at[k]));
			if (!add_products(x, first, left, right, out)) return algebra_too_large(x);
		}
	}
	return algebra_sorted(x, out);
}

/* Each argument with the set of its images. */
value algebra_function_of(struct algebra *x, value r)
{
	struct view v = algebra_listed(x, r);
	struct value_list *images = value_scratch(x->s), *out = value_scratch(x->s);
	for (uint32_t i = 0, end; i < v.count; i = end) {
		end = algebra_run_end(x->s, v, i);
		images->list.count = 0;
		for (uint32_t k = i; k < end; k++) VEC_PUSH(&images->list, value_right(x->s, v.at[k]));
		value set = value_set_sorted(x->s, images->list.at, images->list.count);
		VEC_PUSH(&out->list, value_pair(x->s, value_left(x->s, v.at[i]), set));
	}
	return algebra_sorted(x, out);
}

/* Each argument with the elements of its images. */
value algebra_relation_of(struct algebra *x, value f)
{
	struct view v = algebra_listed(x, f);
	struct value_list *images = value_scratch(x->s), *out = value_scratch(x->s);
	for (uint32_t i = 0; i < v.count; i++) {
		value first = value_left(x->s, v.at[i]);
		struct view set;
		uint32_t used = x->s->scratch_used;
		if (!algebra_view(x, value_right(x->s, v.at[i]), &set)) return VALUE_NONE;
		algebra_append(images, set.at, set.count);
		x->s->scratch_used = used;
		bool is_last = i + 1 == v.count || value_left(x->s, v.at[i + 1]) != first;
		if (is_last && !add_images(x, first, images, out)) return algebra_too_large(x);
	}
	return algebra_sorted(x, out);
}

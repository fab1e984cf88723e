/* Solutions that differ only by a renaming of elements. */
#include "search/variant.h"

void variant_add(struct variants *out, const value *v, uint32_t count)
{
	if ((out->count + 1) * (count ? count : 1) > out->room) {
		out->room = (out->count + 1) * (count ? count : 1) * 2;
		out->at = memory_resized(out->at, out->room * sizeof *out->at);
	}
	memcpy(out->at + (size_t)out->count * count, v, count * sizeof *v);
	out->count++;
}

static bool is_known(const struct variants *all, const value *v, uint32_t count)
{
	for (uint32_t i = 0; i < all->count; i++)
		if (!memcmp(all->at + (size_t)i * count, v, count * sizeof *v)) return true;
	return false;
}

static void add_new(struct variants *out, const value *v, uint32_t count)
{
	if (!is_known(out, v, count)) variant_add(out, v, count);
}

/* Adjacent swaps generate all renamings of deferred sets. */
static void add_swapped(const struct renamings *r, uint32_t at, uint32_t set, value *next,
                        struct variants *out)
{
	uint32_t size = r->universe->sets.at[set].size, count = r->count;
	for (uint32_t a = 0; a + 1 < size; a++) {
		uint32_t b = a + 1; /* the next one that nothing names */
		while (b < size && encode_is_fixed(r->encoder, value_element(set, b))) b++;
		if (b == size || encode_is_fixed(r->encoder, value_element(set, a))) continue;
		struct bounds_swap w = {set, a, b};
		for (uint32_t k = 0; k < count; k++)
			next[k] =
			    bounds_swapped(r->values, r->names[k]->type, &w, out->at[(size_t)at * count + k]);
		add_new(out, next, count);
	}
}

static void add_images(const struct renamings *r, uint32_t at, value *next, struct variants *out)
{
	for (uint32_t i = 0; i < r->group->generator_count; i++) {
		for (uint32_t k = 0; k < r->count; k++)
			next[k] = symmetry_image(r->group, r->group->generators[i], r->values,
			                         r->names[k]->type, out->at[(size_t)at * r->count + k]);
		add_new(out, next, r->count);
	}
}

void variant_all(const struct renamings *r, const value *v, struct variants *out)
{
	enum { MOST = 100000 };
	value *next = memory_raw((r->count + 1) * sizeof *next);
	variant_add(out, v, r->count);
	for (uint32_t at = 0; at < out->count && out->count < MOST; at++) {
		for (uint32_t i = 0; i < r->universe->sets.count; i++)
			if (r->universe->sets.at[i].decl->kind != DECL_ENUMERATED_SET)
				add_swapped(r, at, i, next, out);
		if (r->group) add_images(r, at, next, out);
	}
	free(next);
}

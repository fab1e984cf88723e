/* Solutions that differ only by a renaming of elements of deferred sets. */
#include "search/variant.h"

void variant_add(struct variants *out, const value *v, uint32_t count)
{
	if ((out->count + 1) * (count ? count : 1) > out->room) {
		out->room = (out->count + 1) * (count ? count : 1) * 2;
		out->at = realloc(out->at, out->room * sizeof *out->at);
		if (!out->at) diag_no_memory();
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

/* Adjacent swaps generate all renamings: follow them until nothing new appears. */
void variant_all(const struct encoder *e, struct values *s, const struct universe *u,
                 struct decl *const *names, const value *v, uint32_t count, struct variants *out)
{
	enum { MOST = 100000 };
	value *next = malloc((count + 1) * sizeof *next);
	if (!next) diag_no_memory();
	variant_add(out, v, count);
	for (uint32_t at = 0; at < out->count && out->count < MOST; at++)
		for (uint32_t i = 0; i < u->sets.count; i++) {
			if (u->sets.at[i].decl->kind == DECL_ENUMERATED_SET) continue;
			for (uint32_t a = 0; a + 1 < u->sets.at[i].size; a++) {
				uint32_t b = a + 1; /* the next one that nothing names */
				while (b < u->sets.at[i].size && encode_is_fixed(e, value_element(i, b))) b++;
				if (b == u->sets.at[i].size || encode_is_fixed(e, value_element(i, a))) continue;
				struct bounds_swap w = {i, a, b};
				for (uint32_t k = 0; k < count; k++)
					next[k] =
					    bounds_swapped(s, names[k]->type, &w, out->at[(size_t)at * count + k]);
				if (!is_known(out, next, count)) variant_add(out, next, count);
			}
		}
	free(next);
}

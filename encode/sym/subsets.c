/* Candidates for a set of sets: all subsets, or those of a size that is left. */
#include "encode/sym/sym.h"

struct subsets {
	enc e;
	const struct cases *of;
	value *items; /* that are chosen */
	uint32_t longest;
	struct cases *out;
};

/* Those with the chosen elements, and others from `at` on. */
static void add_from(struct subsets *x, uint32_t chosen, uint32_t at)
{
	value *copy = ARENA_ARRAY(&x->e->arena, chosen, value);
	if (chosen) memcpy(copy, x->items, chosen * sizeof *copy);
	cases_push(x->e, x->out, value_set(x->e->s, copy, chosen), LIT_TRUE);
	for (uint32_t i = at; chosen < x->longest && i < x->of->count; i++) {
		x->items[chosen] = x->of->values[i];
		add_from(x, chosen + 1, i + 1);
	}
}

static void add_all(enc e, const struct cases *of, struct cases *out)
{
	value *items = ARENA_ARRAY(&e->arena, of->count, value);
	for (uint32_t mask = 0; mask < UINT32_C(1) << of->count; mask++) {
		uint32_t count = 0;
		for (uint32_t i = 0; i < of->count; i++)
			if (mask >> i & 1) items[count++] = of->values[i];
		cases_push(e, out, value_set(e->s, items, count), LIT_TRUE);
	}
}

bool subsets_list(enc e, const struct cases *of, uint64_t most, const struct range *r,
                  struct cases *out)
{
	uint64_t longest = r && r->has_most && r->most < of->count ? r->most : of->count;
	if (count_subsets(of->count, 0, longest) > most) return false;
	if (longest == of->count && longest <= 30) {
		add_all(e, of, out);
		return true;
	}
	struct subsets x = {e, of, ARENA_ARRAY(&e->arena, of->count + 1, value), (uint32_t)longest,
	                    out};
	add_from(&x, 0, 0);
	return true;
}

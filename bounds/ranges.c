/* bounds_ranges: rounds over all conjuncts until nothing changes. */
#include "bounds/range.h"

enum {
	MOST_ROUNDS = 20,    /* x < y & y < x would go on for ever */
	MOST_WORK = 1000000, /* nodes looked at */
};

struct range_conjuncts {
	VEC(const struct node *) list;
};

static void take_apart(struct range_conjuncts *c, const struct node *n)
{
	EACH_CONJUNCT(w, n) VEC_PUSH(&c->list, w.now);
}

static bool run(struct ranges *x, const struct range_conjuncts *c)
{
	const struct range_linear *equations = range_linear(x, c->list.at, c->list.count);
	for (int round = 0; round < MOST_ROUNDS && x->work > 0; round++) {
		x->changed = false;
		x->round = round;
		for (uint32_t i = 0; i < c->list.count; i++)
			if (!range_assume(x, c->list.at[i], true)) return false;
		if (!range_linear_narrow(x, equations)) return false;
		if (!x->changed) break;
	}
	return true;
}

static void clear(struct ranges *x)
{
	VEC_CLEAR(&x->names);
	VEC_CLEAR(&x->points);
	VEC_CLEAR(&x->domains);
	map_clear(&x->place);
	map_clear(&x->seen);
	map_clear(&x->bound);
	map_clear(&x->known);
	arena_clear(&x->arena);
}

bool bounds_ranges(struct eval *e, struct arena *arena, struct decl *const *names, uint32_t count,
                   const struct node *const *conjuncts, uint32_t conjunct_count, struct range **out)
{
	struct ranges x = {.work = MOST_WORK};
	struct range_conjuncts c = {0};
	range_eval_open(&x, e);
	for (uint32_t i = 0; i < count; i++) range_bind(&x, names[i], names[i]->type, NULL);
	for (uint32_t i = 0; i < conjunct_count; i++) take_apart(&c, conjuncts[i]);
	for (uint32_t i = 0; i < c.list.count; i++) {
		range_note_binders(&x, c.list.at[i]);
		range_note_domain(&x, c.list.at[i]);
	}
	bool possible = run(&x, &c);
	for (uint32_t i = 0; i < count; i++)
		out[i] = possible ? range_copy(arena, names[i]->type, x.names.at[i].range) : NULL;
	VEC_CLEAR(&c.list);
	clear(&x);
	return possible;
}

/* Have the hypotheses of an obligation no solution? Asked once for each list of them and each body. Where a list goes on
 * (assertions, one after the other), values that satisfied it so far are tried first. */
#include "prove/prover.h"

struct known {
	const struct hypothesis_list *list;
	bool is_contradictory;
	struct bounds_use use; /* for these bounds */
	bool has_values;
	struct valuation valuation; /* then: it satisfies the list */
};

static void ask(struct prover *p, const struct obligation *o, struct known *k)
{
	struct reply r = refute_nothing(p, o);
	k->list = o->hypotheses;
	k->is_contradictory = r.answer == SEARCH_NONE && r.is_complete;
	k->use = r.use;
	if (r.answer != SEARCH_FOUND || o->body) return;
	k->has_values = true;
	k->valuation = r.valuation;
}

/* Do the values satisfy what has come to the list? */
static bool satisfies(struct prover *p, const struct obligation *o, const struct known *k)
{
	prover_use(p, o, &k->valuation);
	for (uint32_t i = k->list->count; i < o->hypothesis_count; i++)
		if (eval_predicate(p->eval, obligation_hypothesis(o, i)->node) != EVAL_TRUE) return false;
	return true;
}

/* The list goes on from the one that is known: with the same names. */
static bool goes_on(const struct obligation *o, const struct known *k)
{
	const struct hypothesis_list *l = o->hypotheses;
	return !o->body && l->before == k->list->before && l->count >= k->list->count;
}

static const struct known *find(struct prover *p, const struct obligation *o)
{
	struct known *k = map_get(&p->contradictory, o->hypotheses->at);
	if (k && k->list == o->hypotheses) return k;
	if (prover_is_late(p)) return NULL;
	bool is_more = k && goes_on(o, k);
	if (is_more && k->is_contradictory) return k;
	if (is_more && k->has_values && satisfies(p, o, k)) {
		k->list = o->hypotheses;
		return k;
	}
	if (!k) {
		k = ARENA_NEW(&p->arena, struct known);
		*k = (struct known){0};
		map_put(&p->contradictory, o->hypotheses->at, k);
	}
	ask(p, o, k);
	return k;
}

bool prover_is_contradictory(struct prover *p, const struct obligation *o, bool for_all_sizes,
                             bool *for_maxint)
{
	const struct known *k = find(p, o);
	*for_maxint = k && k->use.integers;
	return k && k->is_contradictory && !(k->use.sizes && for_all_sizes);
}

/* Which hypotheses of an obligation are taken, where all of them may be too much. */
#include "prove/prover.h"

static bool is_in(const void *names, const struct decl *d) { return map_get(names, d) != NULL; }

static void add_names(const struct node *n, struct map *names)
{
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl) map_put(names, n->decl, names);
	for (uint32_t i = 0; i < n->count; i++) add_names(n->kid[i], names);
}

/* Those that speak of names of the goal or the body; NULL if these are all. */
bool *premises_near(struct prover *p, const struct obligation *o)
{
	struct map names = {0};
	bool *mask = ARENA_ARRAY(&p->arena, o->hypothesis_count + 1, bool), *some = NULL;
	if (o->goal) add_names(o->goal, &names);
	if (o->body) add_names(o->body, &names);
	for (uint32_t i = 0; i < o->hypothesis_count; i++) {
		mask[i] = mention_any(obligation_hypothesis(o, i)->node, is_in, &names);
		if (!mask[i]) some = mask;
	}
	map_clear(&names);
	return some;
}

/* So many hypotheses are no assertions. */
static uint32_t plain_count(const struct obligation *o)
{
	const struct hypothesis_list *l = o->hypotheses;
	return l && l->is_derived ? l->before->count : o->hypothesis_count;
}

/* All but the assertions, which follow from the others; NULL if there are none. */
bool *premises_without_assertions(struct prover *p, const struct obligation *o)
{
	uint32_t plain = plain_count(o);
	if (plain == o->hypothesis_count) return NULL;
	bool *mask = ARENA_ARRAY(&p->arena, o->hypothesis_count + 1, bool);
	for (uint32_t i = 0; i < o->hypothesis_count; i++) mask[i] = i < plain;
	return mask;
}

/* What ties a name to a set or a value, and bounds: cheap, and what most goals need. */
static bool is_typing(const struct node *n)
{
	bool ties = n->op == OP_MEMBER || n->op == OP_SUBSET || n->op == OP_EQUAL;
	bool bounds = op_is(n->op, FACT_ORDER);
	return bounds || (ties && n->kid[0]->op == OP_ID);
}

/* Those that whoever has made the obligation takes to be enough; all of them, if nobody has said. */
uint32_t premises_selected(const struct obligation *o, bool *mask)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < o->hypothesis_count; i++) {
		bool is_selected = !o->selected || o->selected[i];
		if (mask) mask[i] = is_selected;
		count += is_selected;
	}
	return count;
}

/* Few hypotheses to begin with: of many assertions none, since they follow from the others. */
uint32_t premises_few(const struct obligation *o, bool *mask)
{
	enum { MANY = 100 };
	uint32_t last = o->hypothesis_count > MANY ? plain_count(o) : o->hypothesis_count, count = 0;
	for (uint32_t i = 0; i < last; i++)
		count += mask[i] = is_typing(obligation_hypothesis(o, i)->node);
	return count;
}

/* What follows from conjuncts being defined is said beside them. */
#include "search/facts.h"
#include "search/simplify/simplify.h"

/* #x.(P) with what follows from P of x; n if that is nothing. */
static const struct node *with_own_facts(struct simplifier *z, const struct node *n)
{
	struct arena *a = z->copies.arena;
	const struct node *ids = n->kid[0];
	struct decl **names = ARENA_ARRAY(a, ids->count, struct decl *);
	struct conjunct_list own = {0};
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	EACH_CONJUNCT(c, n->kid[1]) VEC_PUSH(&own, c.now);
	uint32_t before = own.count;
	facts_of(a, names, ids->count, own.at, own.count, &own);
	if (own.count > before) {
		struct node *copy = build_copy(a, n);
		copy->kid[1] = build_and(a, n->pos, own.count, own.at);
		n = copy;
		z->changes++;
	}
	VEC_CLEAR(&own);
	return n;
}

void simplify_facts(struct simplifier *z, struct simplified *out)
{
	const struct question *q = &z->search->question;
	uint32_t before = out->list.count;
	facts_of(z->copies.arena, q->names, q->count, q->conjuncts, q->conjunct_count, &out->list);
	z->changes += out->list.count - before;
	for (uint32_t i = 0; i < before; i++)
		if (out->list.at[i]->op == OP_EXISTS) out->list.at[i] = with_own_facts(z, out->list.at[i]);
}

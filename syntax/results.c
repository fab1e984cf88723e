/* A precondition may mention results, as Atelier B allows, mostly to give their types. They have no value
 * yet, so it must be true for some: PRE P & r : S THEN ... is PRE P & #r.(r : S) THEN ... */
#include "syntax/project.h"

static bool mentions_result(const struct node *n, const struct operation *o)
{
	for (uint32_t i = 0; i < o->results->count; i++)
		if (node_mentions(n, o->results->kid[i]->decl)) return true;
	return false;
}

static void replace(const struct node *n, const struct decl *old, struct decl *new)
{
	if (n->decl == old) node_draft(n)->decl = new;
	for (uint32_t i = 0; i < n->count; i++) replace(n->kid[i], old, new);
}

static const struct node *both_of(struct arena *a, const struct node *p, const struct node *q)
{
	if (!p || !q) return p ? p : q;
	struct node *both = node_new(a, OP_AND, q->pos, 2);
	both->kid[0] = p;
	both->kid[1] = q;
	return both;
}

/* Splits the conjuncts of n into those that mention results and the others. */
static void split(struct arena *a, const struct operation *o, const struct node *n,
                  const struct node **of_results, const struct node **others)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) split(a, o, n->kid[i], of_results, others);
		return;
	}
	const struct node **list = mentions_result(n, o) ? of_results : others;
	*list = both_of(a, *list, n);
}

static struct node *local_like(struct arena *a, const struct node *result)
{
	struct node *id = node_new(a, OP_ID, result->pos, 0);
	struct decl *d = decl_new(a, &(struct decl){.kind = DECL_LOCAL,
	                                            .name = result->name,
	                                            .full_name = result->name,
	                                            .pos = result->pos,
	                                            .type = result->decl->type});
	id->name = d->name;
	id->decl = d;
	id->type = d->type;
	return id;
}

/* #r.(p), for the results r that it mentions */
static const struct node *for_some_results(struct arena *a, const struct operation *o,
                                           const struct node *p)
{
	struct node *exists = node_new(a, OP_EXISTS, p->pos, 2);
	struct node *ids = node_new(a, OP_IDS, p->pos, o->results->count);
	exists->kid[0] = ids;
	exists->kid[1] = p;
	ids->count = 0;
	for (uint32_t i = 0; i < o->results->count; i++) {
		const struct node *result = o->results->kid[i];
		if (!node_mentions(p, result->decl)) continue;
		const struct node *id = local_like(a, result);
		ids->kid[ids->count++] = id;
		replace(p, result->decl, id->decl);
	}
	return exists;
}

void results_bind(struct project *p)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; !m->is_broken && k < m->operations.count; k++) {
			const struct operation *o = m->operations.at[k];
			const struct node *body = o->body, *of_results = NULL, *others = NULL;
			if (body->op != OP_S_PRE || !mentions_result(body->kid[0], o)) continue;
			split(&p->arena, o, body->kid[0], &of_results, &others);
			node_draft(body)->kid[0] =
			    both_of(&p->arena, others, for_some_results(&p->arena, o, of_results));
		}
	}
}

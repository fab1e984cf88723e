/* What x : {y | P} says of x where it must hold: P of x. Only x is asked for then, and P may tell where it is, also where
 * the set as a whole has no value. */
#include "eval/inside.h"

struct renaming {
	const struct decl *from;
	const struct node *to;
	const struct renaming *next;
};

static const struct node *name_node(struct arena *a, struct decl *d, struct pos pos)
{
	struct node *n = node_new(a, OP_ID, pos, 0);
	n->name = d->name;
	n->decl = d;
	n->type = d->type;
	return n;
}

static const struct node *renamed(struct arena *a, const struct node *n, const struct renaming *r);

/* Binders get names of their own. */
static const struct node *renamed_binder(struct arena *a, struct node *copy, const struct node *n,
                                         const struct renaming *r)
{
	const struct node *ids = n->kid[0];
	struct node *own = node_new(a, OP_IDS, ids->pos, ids->count);
	copy->kid[0] = own;
	for (uint32_t i = 0; i < ids->count; i++) {
		struct renaming *more = ARENA_NEW(a, struct renaming);
		const struct decl *old = ids->kid[i]->decl;
		struct decl *d = decl_new(a, &(struct decl){.kind = DECL_LOCAL,
		                                            .name = old->name,
		                                            .full_name = old->full_name,
		                                            .pos = old->pos,
		                                            .type = old->type});
		own->kid[i] = name_node(a, d, ids->kid[i]->pos);
		*more = (struct renaming){old, own->kid[i], r};
		r = more;
	}
	for (uint32_t i = 1; i < n->count; i++) copy->kid[i] = renamed(a, n->kid[i], r);
	return copy;
}

static const struct node *renamed(struct arena *a, const struct node *n, const struct renaming *r)
{
	for (; n->op == OP_ID && r; r = r->next)
		if (n->decl == r->from) return r->to;
	if (n->count == 0) return n;
	struct node *copy = node_new(a, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	if (n->kid[0]->op == OP_IDS) return renamed_binder(a, copy, n, r);
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = renamed(a, n->kid[i], r);
	return copy;
}

/* [x := E] P and x$0 are about names as they are written. */
static bool can_be_renamed(const struct node *n)
{
	if (n->op == OP_SUBSTITUTED || n->op == OP_OLD) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!can_be_renamed(n->kid[i])) return false;
	return true;
}

static const struct node *body_of(struct arena *a, const struct node *n)
{
	if (n->op != OP_MEMBER || n->kid[0]->op != OP_ID) return NULL;
	const struct node *set = n->kid[1];
	if (set->op == OP_DOM && set->kid[0]->op == OP_LAMBDA) set = set->kid[0];
	else if (set->op != OP_COMPREHENSION || set->count != 2) return NULL;
	const struct node *ids = set->kid[0], *p = set->kid[1];
	if (ids->count != 1 || !eval_may_be_undefined(p) || !can_be_renamed(p)) return NULL;
	return renamed(a, p, &(struct renaming){ids->kid[0]->decl, n->kid[0], NULL});
}

/* Values may keep pointers to it: it lives as long as the project, and is made once. */
const struct node *eval_body(struct eval *e, const struct node *n)
{
	struct note *note = prepare_note(e, n);
	if (!note->has_body) {
		note->has_body = true;
		note->body = body_of(&e->project->arena, n);
		if (note->body) prepare_tree(e, note->body);
	}
	return note->body;
}

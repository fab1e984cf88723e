/* Capture-avoiding substitution. Declarations are unique, so that a binder could only capture a name of its own: that
 * is met where a formula is put under the binder it comes from. Copies whose binders have new names never do it. */
#include "logic/logic.h"

const struct replacement *substitute_find(const struct replacement *r, const struct decl *d)
{
	while (r && r->of != d) r = r->next;
	return r;
}

bool substitute_has(const void *replacement, const struct decl *d)
{
	return substitute_find(replacement, d) != NULL;
}

const struct replacement *substitute_put(struct arena *a, const struct replacement *r,
                                         struct decl *d, const struct node *is)
{
	struct replacement *new = ARENA_NEW(a, struct replacement);
	*new = (struct replacement){d, is, r};
	return new;
}

static const struct node *replaced(struct substitute *s, const struct node *n,
                                   const struct replacement *by)
{
	const struct replacement *r = substitute_find(by, n->decl);
	if (!r) return n;
	s->has_none |= !r->is;
	s->is_opaque |= s->opaque && r->is == s->opaque;
	return r->is ? r->is : n;
}

static const struct node *replaced_old(struct substitute *s, const struct node *n,
                                       const struct replacement *old)
{
	if (substitute_find(old, n->decl)) return replaced(s, n, old);
	return s->keeps_old ? n : build_name(s->arena, n->decl, n->pos);
}

/* The names of a binder, and what they become. */
static const struct node *new_names(struct substitute *s, const struct node *ids,
                                    const struct replacement **now, const struct replacement **old)
{
	struct node *own = build_copy(s->arena, ids);
	for (uint32_t i = 0; i < ids->count; i++) {
		const struct node *id = ids->kid[i];
		struct node *mine = build_fresh(s->arena, id->name, id->decl->type, id->pos);
		mine->decl->is_assignable = id->decl->is_assignable;
		own->kid[i] = mine;
		*now = substitute_put(s->arena, *now, id->decl, mine);
		*old = substitute_put(s->arena, *old, id->decl, mine);
	}
	return own;
}

const struct node *substitute_in(struct substitute *s, const struct node *n,
                                 const struct replacement *now, const struct replacement *old)
{
	if (n->op == OP_ID) return replaced(s, n, now);
	if (n->op == OP_OLD) return replaced_old(s, n, old);
	if (n->count == 0) return n;
	struct node *copy = build_copy(s->arena, n);
	/* what is put into P could mean the outer x */
	s->gives_up |= ++s->nodes > SUBSTITUTE_MOST_NODES || n->op == OP_SUBSTITUTED;
	bool binds = n->kid[0]->op == OP_IDS;
	if (binds && !s->keeps_bound) copy->kid[0] = new_names(s, n->kid[0], &now, &old);
	for (uint32_t i = binds; i < n->count; i++)
		copy->kid[i] = substitute_in(s, n->kid[i], now, old);
	return copy;
}

/* Formulas for path.c: names with values, and copies of formulas in which names have them. */
#include "path/path.h"

const struct path_env *path_find(const struct path_env *e, const struct decl *d)
{
	while (e && e->of != d) e = e->next;
	return e;
}

const struct path_env *path_put(struct paths *w, const struct path_env *e, const struct decl *d,
                                const struct node *is)
{
	struct path_env *new = ARENA_NEW(w->arena, struct path_env);
	*new = (struct path_env){d, is, e};
	return new;
}

struct node *form_node(struct paths *w, enum op op, struct pos pos, const struct node *x,
                       const struct node *y)
{
	struct node *n = node_new(w->arena, op, pos, y ? 2 : 1);
	n->kid[0] = x;
	if (y) n->kid[1] = y;
	return n;
}

struct node *form_name(struct arena *a, struct decl *d, struct pos pos)
{
	struct node *n = node_new(a, OP_ID, pos, 0);
	n->name = d->name;
	n->decl = d;
	n->type = d->type;
	return n;
}

/* A name of its own for each choice, so that choices can be nested. */
struct node *path_choice(struct paths *w, name text, struct type *type, struct pos pos)
{
	struct decl *d = decl_new(
	    w->arena,
	    &(struct decl){
	        .kind = DECL_LOCAL, .name = text, .full_name = text, .pos = pos, .type = type});
	return form_name(w->arena, d, pos);
}

static const struct node *renamed_name(struct paths *w, const struct node *n,
                                       const struct path_env *env)
{
	const struct path_env *e = path_find(env, n->decl);
	if (!e) return n;
	w->has_none |= !e->is;
	w->is_opaque |= e->is == w->opaque;
	return e->is ? e->is : n;
}

const struct node *path_renamed(struct paths *w, const struct node *n, const struct path_env *env,
                                const struct path_env *old)
{
	if (n->op == OP_ID) return renamed_name(w, n, env);
	if (n->op == OP_OLD) {
		if (!path_find(old, n->decl)) return form_name(w->arena, n->decl, n->pos);
		return renamed_name(w, n, old);
	}
	if (n->count == 0) return n;
	struct node *copy = node_new(w->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	/* [x := E] P binds no name of its own: what is put into P could mean the outer x */
	w->gives_up |= ++w->nodes > PATHS_MOST_NODES || n->op == OP_SUBSTITUTED;
	bool binds = n->kid[0]->op == OP_IDS;
	if (binds) {
		struct node *ids = node_new(w->arena, OP_IDS, n->pos, n->kid[0]->count);
		copy->kid[0] = ids;
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			const struct node *id = n->kid[0]->kid[i];
			struct node *mine = path_choice(w, id->name, id->decl->type, id->pos);
			ids->kid[i] = mine;
			env = path_put(w, env, id->decl, mine);
			old = path_put(w, old, id->decl, mine);
		}
	}
	for (uint32_t i = binds; i < n->count; i++) copy->kid[i] = path_renamed(w, n->kid[i], env, old);
	return copy;
}

/* The argument as f takes it: x |-> y for f(x,y). */
static const struct node *argument(struct paths *w, const struct node *place,
                                   const struct node *const *x)
{
	struct type *types[16], *t = place->kid[0]->type->a->a;
	uint32_t count = place->count - 1;
	const struct node *all = x[0];
	if (count > 16) return NULL;
	for (uint32_t i = count; i > 1; i--, t = t->a) types[i - 1] = t;
	for (uint32_t i = 1; i < count; i++) {
		struct node *pair = form_node(w, OP_PAIR, place->pos, all, x[i]);
		pair->type = types[i];
		all = pair;
	}
	return all;
}

const struct node *path_updated(struct paths *w, const struct node *place, const struct node *f,
                                const struct node *const *x, const struct node *v)
{
	struct type *t = place->kid[0]->type;
	const struct node *at = argument(w, place, x);
	if (!at) return NULL;
	struct node *pair = form_node(w, OP_PAIR, place->pos, at, v);
	pair->type = t->a;
	struct node *set = form_node(w, OP_SET, place->pos, pair, NULL);
	set->type = t;
	struct node *all = form_node(w, OP_OVERRIDE, place->pos, f, set);
	all->type = t;
	return all;
}

/* An operation of a refinement is only called where the preconditions of its abstractions hold (B-Book
 * 11.2); then its own one is to hold. Where the abstractions do not run along, what the first one says of
 * parameters and constants alone is a guard, besides its own precondition; what it says of variables is
 * about a state that is not there. */
#include "explore/inside.h"

/* Names that it binds are left to the machine that binds them. */
static bool is_about_parameters(const struct node *n)
{
	bool is_name = n->op == OP_ID && n->decl;
	if (n->op == OP_IDS || n->op == OP_OLD) return false;
	if (is_name && (n->decl->kind == DECL_VARIABLE || n->decl->kind == DECL_OUTPUT)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_about_parameters(n->kid[i])) return false;
	return true;
}

const struct node *inherit_renamed(struct explore *x, const struct node *n,
                                   const struct operation *from, const struct operation *to)
{
	struct node *copy = node_new(&x->project->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	for (uint32_t i = 0; n->op == OP_ID && i < from->parameters->count; i++) {
		if (from->parameters->kid[i]->decl != n->decl) continue;
		copy->decl = to->parameters->kid[i]->decl;
		copy->name = copy->decl->name;
	}
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = inherit_renamed(x, n->kid[i], from, to);
	return copy;
}

struct inherited {
	struct explore *x;
	const struct operation *to;
	VEC(const struct node *) conjuncts;
	bool leaves_out;
};

static void find_conjuncts(struct inherited *i, const struct operation *from, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t k = 0; k < n->count; k++) find_conjuncts(i, from, n->kid[k]);
	} else if (i->x->pairs || is_about_parameters(n)) {
		VEC_PUSH(&i->conjuncts, inherit_renamed(i->x, n, from, i->to));
	} else {
		i->leaves_out = true;
	}
}

static void find_precondition(struct inherited *i, const struct operation *from)
{
	bool is_given = from->body->op == OP_S_PRE;
	if (is_given && from->parameters->count == i->to->parameters->count)
		find_conjuncts(i, from, from->body->kid[0]);
}

static const struct node *guarded(struct inherited *i, bool adds_own)
{
	struct arena *arena = &i->x->project->arena;
	const struct node *body = i->to->body;
	uint32_t count = i->conjuncts.count + adds_own;
	struct node *all = node_new(arena, count ? OP_AND : OP_TRUTH, body->pos, count);
	for (uint32_t k = 0; k < i->conjuncts.count; k++) all->kid[k] = i->conjuncts.at[k];
	if (adds_own) all->kid[i->conjuncts.count] = body->kid[0];
	struct node *pre = node_new(arena, OP_S_PRE, body->pos, 2);
	pre->kid[0] = all->count == 1 ? all->kid[0] : all;
	pre->kid[1] = adds_own ? body->kid[1] : body;
	return pre;
}

const struct operation *inherit_precondition(struct explore *x, const struct operation *o,
                                             name shown, bool *leaves_out)
{
	uint32_t count = x->model.levels.list.count;
	const struct operation **above = ARENA_ARRAY(&x->arena, count, const struct operation *);
	const struct operation *first = NULL; /* what users of the machine call */
	struct inherited i = {.x = x, .to = o};
	bool has_own = o->body->op == OP_S_PRE;
	levels_operations(&x->model.levels, o, shown, above);
	for (uint32_t k = 0; k < count; k++) {
		if (!above[k]) continue;
		first = above[k];
		if (x->pairs) find_precondition(&i, first);
	}
	if (first && !x->pairs) find_precondition(&i, first);
	*leaves_out |= i.leaves_out && !has_own;
	if (i.conjuncts.count || (first && x->pairs && has_own)) {
		struct operation *copy = ARENA_NEW(&x->project->arena, struct operation);
		*copy = *o;
		copy->body = guarded(&i, has_own && !x->pairs);
		o = copy;
	}
	VEC_CLEAR(&i.conjuncts);
	return o;
}

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

/* Names become names, and the copy takes the place of the original: binders stay as they are. */
const struct node *inherit_renamed(struct explore *e, const struct node *n,
                                   const struct operation *from, const struct operation *to)
{
	struct arena *a = &e->project->arena;
	struct substitute copies = {.arena = a, .keeps_bound = true, .keeps_old = true};
	const struct replacement *now = NULL;
	for (uint32_t i = 0; i < from->parameters->count && i < to->parameters->count; i++) {
		const struct node *x = from->parameters->kid[i], *y = to->parameters->kid[i];
		now = substitute_put(a, now, x->decl, build_name(a, y->decl, x->pos));
	}
	return substitute_in(&copies, n, now, NULL);
}

struct inherited {
	struct explore *x;
	const struct operation *to;
	VEC(const struct node *) conjuncts;
	bool leaves_out;
};

static void find_conjuncts(struct inherited *i, const struct operation *from, const struct node *n)
{
	EACH_CONJUNCT(c, n) {
		if (i->x->pairs || is_about_parameters(c.now))
			VEC_PUSH(&i->conjuncts, inherit_renamed(i->x, c.now, from, i->to));
		else i->leaves_out = true;
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
	if (adds_own) VEC_PUSH(&i->conjuncts, body->kid[0]);
	const struct node *all = build_and(arena, body->pos, i->conjuncts.count, i->conjuncts.at);
	return build_op(arena, OP_S_PRE, body->pos, all, adds_own ? body->kid[1] : body);
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

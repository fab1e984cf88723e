/* An operation of a refinement is only called where the precondition of the first abstraction holds
 * (B-Book 11.2). What that says of parameters and constants alone is a guard here; what it says of
 * variables is about a state that is not here. */
#include "explore/inside.h"

/* What the users of the machine call; NULL if that is `o` itself. */
static const struct operation *first_abstraction(const struct machine *main,
                                                 const struct operation *o, name shown)
{
	const struct operation *first = NULL;
	name n = o->refines ? o->refines : shown;
	for (const struct machine *m = collect_abstraction(main); m; m = collect_abstraction(m)) {
		const struct operation *up = machine_offers(m, n);
		if (!up) continue;
		first = up;
		if (up->refines) n = up->refines;
	}
	return first;
}

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

/* With the parameters of `to` in place of those of `from`. */
static struct node *renamed(struct explore *x, const struct node *n, const struct operation *from,
                            const struct operation *to)
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
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = renamed(x, n->kid[i], from, to);
	return copy;
}

struct inherited {
	struct explore *x;
	const struct operation *from, *to;
	VEC(struct node *) conjuncts;
	bool leaves_out;
};

static void find_conjuncts(struct inherited *i, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t k = 0; k < n->count; k++) find_conjuncts(i, n->kid[k]);
	} else if (is_about_parameters(n)) {
		VEC_PUSH(&i->conjuncts, renamed(i->x, n, i->from, i->to));
	} else {
		i->leaves_out = true;
	}
}

static struct node *guarded(struct inherited *i)
{
	struct arena *arena = &i->x->project->arena;
	struct node *body = i->to->body;
	bool has_own = body->op == OP_S_PRE;
	struct node *all = node_new(arena, OP_AND, body->pos, i->conjuncts.count + has_own);
	for (uint32_t k = 0; k < i->conjuncts.count; k++) all->kid[k] = i->conjuncts.at[k];
	if (has_own) all->kid[i->conjuncts.count] = body->kid[0];
	struct node *pre = node_new(arena, OP_S_PRE, body->pos, 2);
	pre->kid[0] = all->count == 1 ? all->kid[0] : all;
	pre->kid[1] = has_own ? body->kid[1] : body;
	return pre;
}

const struct operation *inherit_precondition(struct explore *x, const struct operation *o,
                                             name shown, bool *leaves_out)
{
	const struct operation *up = first_abstraction(x->project->main, o, shown);
	if (!up || up->body->op != OP_S_PRE || up->parameters->count != o->parameters->count) return o;
	struct inherited i = {.x = x, .from = up, .to = o};
	find_conjuncts(&i, up->body->kid[0]);
	*leaves_out |= i.leaves_out && o->body->op != OP_S_PRE;
	if (i.conjuncts.count) {
		struct operation *copy = ARENA_NEW(&x->project->arena, struct operation);
		*copy = *o;
		copy->body = guarded(&i);
		o = copy;
	}
	VEC_CLEAR(&i.conjuncts);
	return o;
}

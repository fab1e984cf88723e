/* Numbers of elements, element by element. */
#include "search/extensional/extensional.h"

/* ---- few elements ------------------------------------------------------------------------------------ */

enum { FEW = 3 };

/* So many names for elements of the set. */
static const struct node *names_for(struct extensional *x, const struct node *set, uint32_t count)
{
	struct node *ids = node_new(x->copies.arena, OP_IDS, set->pos, count);
	for (uint32_t i = 0; i < count; i++)
		ids->kid[i] = build_fresh(x->copies.arena, "element", set->type->a, set->pos);
	return ids;
}

/* It has at least so many elements: #a,b.(a : S & b : S & a /= b) */
static const struct node *at_least(struct extensional *x, const struct node *set, int64_t least)
{
	struct substitute *w = &x->copies;
	if (least <= 0) return build_truth(w->arena, set->pos, true);
	const struct node *ids = names_for(x, set, (uint32_t)least), *all = NULL;
	for (uint32_t i = 0; i < ids->count; i++) {
		struct node *in = build_join(w->arena, OP_MEMBER, ids->kid[i], set);
		all = all ? build_join(w->arena, OP_AND, all, in) : in;
		for (uint32_t k = 0; k < i; k++)
			all = build_join(w->arena, OP_AND, all,
			                 build_join(w->arena, OP_NOT_EQUAL, ids->kid[k], ids->kid[i]));
	}
	return build_join(w->arena, OP_EXISTS, ids, all);
}

/* It has at most so many elements: #a,b.(!y.(y : S => y = a or y = b)). (Types are not empty.) */
static const struct node *at_most(struct extensional *x, const struct node *set, int64_t most)
{
	struct substitute *w = &x->copies;
	if (most < 0) return build_truth(w->arena, set->pos, false);
	if (set->op == OP_EMPTY_SET || (set->op == OP_SET && set->count <= most))
		return build_truth(w->arena, set->pos, true);
	const struct node *y = names_for(x, set, 1), *equal = build_truth(w->arena, set->pos, false);
	struct node *in = build_join(w->arena, OP_MEMBER, y->kid[0], set);
	const struct node *ids = names_for(x, set, (uint32_t)most);
	for (uint32_t i = 0; i < ids->count; i++)
		equal = build_join(w->arena, OP_OR, equal,
		                   build_join(w->arena, OP_EQUAL, y->kid[0], ids->kid[i]));
	struct node *all =
	    build_join(w->arena, OP_FORALL, y, build_join(w->arena, OP_IMPLIES, in, equal));
	return most == 0 ? all : build_join(w->arena, OP_EXISTS, ids, all);
}

/* card(S) <= k or its negation, with few names of elements. */
static const struct node *bounded(struct extensional *x, const struct node *set, int64_t k,
                                  bool holds)
{
	if (k > FEW) return NULL;
	return holds ? at_most(x, set, k) : at_least(x, set, k + 1);
}

static const struct node *exactly(struct extensional *x, const struct node *set, int64_t k,
                                  bool holds)
{
	if (k > FEW) return NULL;
	const struct node *few = bounded(x, set, holds ? k : k - 1, true);
	const struct node *many = bounded(x, set, holds ? k - 1 : k, false);
	return build_join(x->copies.arena, holds ? OP_AND : OP_OR, few, many);
}

/* Where card(S) op k has a value, this follows from it; that of an infinite S has none. */
static const struct node *counted(struct extensional *x, const struct node *set, enum op op,
                                  int64_t k, bool holds)
{
	switch (op) {
	case OP_LESS: return bounded(x, set, k - 1, holds);
	case OP_LESS_EQUAL: return bounded(x, set, k, holds);
	case OP_GREATER: return bounded(x, set, k, !holds);
	case OP_GREATER_EQUAL: return bounded(x, set, k - 1, !holds);
	case OP_EQUAL: return exactly(x, set, k, holds);
	default: return NULL;
	}
}

const struct node *extensional_sized(struct extensional *x, const struct node *n, bool holds)
{
	int64_t k;
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *card = n->kid[i];
		if (card->op != OP_CARD || !generator_literal(n->kid[1 - i], &k) || k < 0) continue;
		enum op op = i == 0 ? n->op : op_converse(n->op);
		const struct node *is = counted(x, card->kid[0], op, k, holds);
		return is ? extensional_expand(x, is, true) : NULL;
	}
	return NULL;
}

/* ---- finite sets --------------------------------------------------------------------------------------- */

const struct node *extensional_finite(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *set = n->kid[0];
	bool is_listed = set->op == OP_EMPTY_SET || set->op == OP_SET || set->op == OP_INTERVAL;
	return is_listed ? build_truth(x->copies.arena, n->pos, holds) : NULL;
}

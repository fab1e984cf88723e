/* Conjuncts in plainer words: the same for all values, also in what is undefined, but it is seen where values come
 * from (docs/LANGUAGE.md, definedness, rule 4). Plans and the encoder must see the same. */
#include "logic/logic.h"

/* P or bfalse */
static const struct node *only_disjunct(const struct node *n)
{
	const struct node *only = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		if (n->kid[i]->op == OP_FALSITY) continue;
		if (only) return n;
		only = n->kid[i];
	}
	return only ? only : n;
}

/* bool(P) = TRUE, bool(P) /= FALSE */
static const struct node *of_bool(const struct node *n)
{
	enum op sign = n->op == OP_EQUAL ? OP_TRUE : OP_FALSE;
	for (int side = 0; side < 2; side++)
		if (n->kid[side]->op == OP_BOOL && n->kid[1 - side]->op == sign)
			return n->kid[side]->kid[0];
	return n;
}

/* not(x < y), not(not(P)) */
static const struct node *without_not(struct arena *a, const struct node *n)
{
	const struct node *p = n->kid[0];
	if (p->op == OP_NOT) return p->kid[0];
	enum op opposite = op_is(p->op, FACT_COMPARISON) ? op_opposite(p->op) : OP_COUNT;
	if (opposite == OP_COUNT || op_is(opposite, FACT_NEGATED)) return n;
	struct node *plain = node_new(a, opposite, p->pos, 2);
	plain->kid[0] = p->kid[0];
	plain->kid[1] = p->kid[1];
	return plain;
}

/* x : dom(%y.(P | E)) asks P for x, and not E (rule 5) */
static const struct node *of_lambda_domain(struct arena *a, const struct node *n)
{
	const struct node *set = n->kid[1];
	if (set->op != OP_DOM || set->kid[0]->op != OP_LAMBDA) return n;
	struct node *such = node_new(a, OP_COMPREHENSION, set->pos, 2);
	such->kid[0] = set->kid[0]->kid[0];
	such->kid[1] = set->kid[0]->kid[1];
	such->type = set->type;
	struct node *plain = node_new(a, OP_MEMBER, n->pos, 2);
	plain->kid[0] = n->kid[0];
	plain->kid[1] = such;
	return plain;
}

static const struct node *plainer(struct arena *a, const struct node *n)
{
	switch (n->op) {
	case OP_MEMBER: return of_lambda_domain(a, n);
	case OP_OR: return only_disjunct(n);
	case OP_EQUAL:
	case OP_NOT_EQUAL: return of_bool(n);
	case OP_NOT: return without_not(a, n);
	default: return n;
	}
}

/* P & Q goes from left to right as a part of something else, but as conjuncts they count in any order. */
const struct node *normalise_conjunct(struct arena *a, const struct node *n)
{
	const struct node *plain = plainer(a, n);
	return plain->op == OP_AND && defined_may_fail(plain) ? n : plain;
}

/* The condition of a binder as a list of conjuncts that say where values come from. */
#include "encode/formula/binder.h"

/* ---- parts ------------------------------------------------------------------------------------- */

/* x : A /\ B with a set that depends on other bound names, or on x: one of its parts may tell. */
static bool is_mixed(enc e, const struct node *n)
{
	if (n->op != OP_MEMBER) return false;
	const struct node *set = n->kid[1];
	if (set->op != OP_INTER && set->op != OP_DIFFERENCE) return false;
	const struct info *i = enc_info(e, set);
	for (uint32_t k = 0; k < i->count; k++)
		if (i->free[k]->kind == DECL_LOCAL) return true;
	return false;
}

static void add_split(enc e, struct conjuncts *c, const struct node *n);

static void add_part(enc e, struct conjuncts *c, const struct node *n, uint32_t i)
{
	const struct node *set = n->kid[1];
	enum op op = set->op == OP_DIFFERENCE && i == 1 ? OP_NOT_MEMBER : OP_MEMBER;
	add_split(e, c, build_op(&e->arena, op, n->pos, n->kid[0], set->kid[i]));
}

/* x : A says where the values of x : A /\ B are: if B is always defined, both have a value or neither,
 * unless x : A asks for one element only. */
static void add_parts(enc e, struct conjuncts *c, const struct node *n)
{
	if (enc_info(e, n)->may_fail) conjuncts_add(e, c, n);
	if (defined_asks_whole_set(n->kid[1])) return;
	for (uint32_t i = 0; i < 2; i++)
		if (!enc_info(e, n->kid[1]->kid[1 - i])->may_fail) add_part(e, c, n, i);
}

/* (x |-> y) : A * B says x : A and y : B; {x, y} <: S says x : S and y : S; x <: S says x : POW(S). */
static void add_split(enc e, struct conjuncts *c, const struct node *n)
{
	const struct node *left = n->count == 2 ? n->kid[0] : NULL, *right = left ? n->kid[1] : NULL;
	if (is_mixed(e, n)) {
		add_parts(e, c, n);
		return;
	}
	/* the parts alone would be asked for one element only */
	bool is_whole = n->op == OP_MEMBER && defined_asks_whole_set(right);
	if (n->op == OP_MEMBER && left->op == OP_PAIR && right->op == OP_PRODUCT && !is_whole) {
		for (uint32_t i = 0; i < 2; i++)
			add_split(e, c, build_op(&e->arena, OP_MEMBER, n->pos, left->kid[i], right->kid[i]));
		return;
	}
	if (n->op == OP_SUBSET && left->op == OP_SET && !enc_info(e, n)->may_fail) {
		for (uint32_t i = 0; i < left->count; i++)
			add_split(e, c, build_op(&e->arena, OP_MEMBER, n->pos, left->kid[i], right));
		return;
	}
	if ((n->op == OP_SUBSET || n->op == OP_STRICT_SUBSET) && left->op == OP_ID) {
		struct type *t = build_power_type(&e->arena, right->type);
		const struct node *power = build_typed(&e->arena, OP_POW, n->pos, t, right, NULL);
		conjuncts_add(
		    e, c, build_op(&e->arena, OP_MEMBER, n->pos, left, power)); /* which gives the values */
		if (n->op == OP_STRICT_SUBSET) conjuncts_add(e, c, n);
		return;
	}
	conjuncts_add(e, c, n);
}

static void add(enc e, struct conjuncts *c, const struct node *n, bool is_strict)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) add(e, c, n->kid[i], is_strict);
		return;
	}
	const struct node *plain = normalise_conjunct(&e->arena, n);
	if (plain != n) {
		add(e, c, plain, is_strict);
		return;
	}
	bool is_whole = is_strict && n->op == OP_MEMBER && enc_info(e, n)->may_fail;
	if (is_whole && !is_mixed(e, n)) conjuncts_add(e, c, n);
	else add_split(e, c, n);
	if (is_strict || n->op != OP_OR) return;
	struct conjuncts cases = {0};
	conjunct_add_cases(e, &cases, n);
	for (uint32_t i = 0; i < cases.count; i++) add_split(e, c, cases.at[i]);
}

static const struct conjuncts *all(enc e, struct map *known, const struct node *condition,
                                   bool is_strict)
{
	struct conjuncts *c = map_get(known, condition);
	if (c) return c;
	c = ARENA_NEW(&e->arena, struct conjuncts);
	add(e, c, condition, is_strict);
	map_put(known, condition, c);
	return c;
}

const struct conjuncts *binder_conjuncts(enc e, const struct node *condition)
{
	return all(e, &e->cache.conjuncts, condition, false);
}

/* x |-> y : A * B is undefined if one of the sets is, even if x is not in the other. */
const struct conjuncts *binder_strict_conjuncts(enc e, const struct node *condition)
{
	return all(e, &e->cache.strict_conjuncts, condition, true);
}

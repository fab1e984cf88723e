/* Equations between sums, rearranged so that what depends on one bound name stands on one side: of all p and q
 * x(q) - x(p) = y(q) - y(p) becomes x(q) - y(q) = x(p) - y(p). A side is then made once for each value of its name
 * and not for each pair of them, and so can afford to be made value by value, which the solver sees through. */
#include "encode/formula/formula.h"

enum { MOST_TERMS = 12, TABLE = 1024 };

struct side_term {
	const struct node *of;
	bool is_negative;
	uint32_t
	    side; /* the first term that has, through others, a bound name in common with it; itself if it has none */
	bool is_free; /* of bound names */
};

struct terms {
	struct side_term at[MOST_TERMS];
	uint32_t count;
	uint32_t left; /* so many are of the left side of the equation as it is written */
};

static bool is_bound_name(enc e, struct decl *d)
{
	return d->kind == DECL_LOCAL && enc_is_known(e, d) && !map_get(&e->symmetry.top_names, d);
}

/* ---- terms ------------------------------------------------------------------------------------------------ */

static bool collect(struct terms *t, const struct node *n, bool is_negative)
{
	switch (n->op) {
	case OP_NEGATE: return collect(t, n->kid[0], !is_negative);
	case OP_ADD: return collect(t, n->kid[0], is_negative) && collect(t, n->kid[1], is_negative);
	case OP_MINUS: return collect(t, n->kid[0], is_negative) && collect(t, n->kid[1], !is_negative);
	default:
		if (t->count == MOST_TERMS) return false;
		t->at[t->count++] = (struct side_term){.of = n, .is_negative = is_negative};
		return true;
	}
}

static bool share_a_name(enc e, const struct node *a, const struct node *b)
{
	const struct info *i = enc_info(e, a);
	for (uint32_t k = 0; k < i->count; k++)
		if (is_bound_name(e, i->free[k]) && enc_mentions(e, b, i->free[k])) return true;
	return false;
}

static void join(struct terms *t, uint32_t a, uint32_t b)
{
	uint32_t from = t->at[a].side, to = t->at[b].side;
	for (uint32_t i = 0; i < t->count; i++)
		if (t->at[i].side == from) t->at[i].side = to;
}

/* How many sides there are. */
static uint32_t find_sides(enc e, struct terms *t)
{
	uint32_t sides = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		t->at[i].side = i;
		t->at[i].is_free = !share_a_name(e, t->at[i].of, t->at[i].of);
		for (uint32_t k = 0; k < i; k++)
			if (t->at[k].side != i && share_a_name(e, t->at[k].of, t->at[i].of)) join(t, k, i);
	}
	for (uint32_t i = 0; i < t->count; i++) sides += !t->at[i].is_free && t->at[i].side == i;
	return sides;
}

/* Are there two sides that the equation mixes, and is there something to add? */
static bool is_mixed(enc e, struct terms *t)
{
	uint32_t unknown = 0;
	for (uint32_t i = 0; i < t->count; i++) unknown += !enc_is_ground(e, t->at[i].of);
	if (unknown < 3 || find_sides(e, t) != 2) return false;
	for (uint32_t i = 1; i < t->count; i++)
		if (!t->at[i].is_free && !t->at[i - 1].is_free && i != t->left &&
		    t->at[i].side != t->at[i - 1].side)
			return true;
	return false;
}

/* ---- the equation in other words --------------------------------------------------------------------------- */

/* The terms of this side, added up with the signs that they have, or with the others. */
static const struct node *sum(enc e, const struct terms *t, uint32_t side, bool is_other_side,
                              bool turns)
{
	const struct node *s = NULL;
	for (int negative = 0; negative < 2; negative++)
		for (uint32_t i = 0; i < t->count; i++) {
			const struct side_term *x = &t->at[i];
			bool is_here =
			    is_other_side ? x->is_free || x->side != side : !x->is_free && x->side == side;
			if (!is_here || (x->is_negative != turns) != negative) continue;
			if (s) s = build_like(&e->arena, negative ? OP_MINUS : OP_ADD, x->of, s, x->of);
			else s = negative ? build_like(&e->arena, OP_NEGATE, x->of, x->of, NULL) : x->of;
		}
	return s;
}

static const struct node *balanced(enc e, const struct node *n)
{
	struct terms t = {0};
	if (!collect(&t, n->kid[0], false)) return n;
	t.left = t.count;
	if (!collect(&t, n->kid[1], true) || !is_mixed(e, &t)) return n;
	uint32_t first = 0;
	while (t.at[first].is_free) first++;
	bool turns = t.at[first].is_negative;
	const struct node *left = sum(e, &t, t.at[first].side, false, turns);
	const struct node *right = sum(e, &t, t.at[first].side, true, !turns);
	return build_like(&e->arena, n->op, n, left, right);
}

bool balance_equal(enc e, const struct node *n, struct sym **a, struct sym **b, lit *defined)
{
	const struct node *to = map_get(&e->cache.balanced, n);
	if (!to) {
		to = balanced(e, n);
		map_put(&e->cache.balanced, n, (void *)(uintptr_t)to);
	}
	if (to == n) return false;
	uint32_t before = e->numbers.table;
	e->numbers.table = TABLE;
	*a = expression(e, to->kid[0], defined);
	*b = expression(e, to->kid[1], defined);
	e->numbers.table = before;
	return true;
}

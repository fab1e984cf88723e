/* #x.(P & Q & ...), where all conjuncts about an integer x are bounds: x >= E, x + a <= b, x : E..F. If
 * there is such an x, the greatest of its lower bounds is one, so that this is the only value to be tried
 * (Loos, Weispfenning, "Applying linear quantifier elimination", Computer Journal 1993). A lower bound that is
 * undefined does not count: its conjunct is undefined for any x, and what the others say decides. */
#include "encode/sym.h"

/* A side where the name is 0. */
static struct number *side_of(enc e, struct decl *d, const struct node *side, lit *defined)
{
	enc_bind(e, d, sym_ground(e, value_integer(e->s, 0)));
	struct sym *x = expression(e, side, defined);
	enc_bind(e, d, NULL);
	if (x->kind == SYM_UNDEFINED) *defined = LIT_FALSE;
	return sym_to_number(e, x);
}

static bool is_comparison(enum op op)
{
	return op == OP_LESS || op == OP_LESS_EQUAL || op == OP_GREATER || op == OP_GREATER_EQUAL;
}

/* Bounds, of which the name has the coefficient 1 or -1, and no other name is open. */
static bool is_bound(enc e, const struct opening *o, const struct node *c, const struct decl *d)
{
	bool is_member = c->op == OP_MEMBER &&
	                 (c->kid[1]->op == OP_INTERVAL || c->kid[1]->op == OP_NATURAL_SET ||
	                  c->kid[1]->op == OP_NATURAL1_SET) &&
	                 !enc_mentions(e, c->kid[1], d);
	if ((!is_member && !is_comparison(c->op)) || c->kid[0]->type->kind != TYPE_INTEGER)
		return false;
	const struct info *i = enc_info(e, c);
	for (uint32_t k = 0; k < i->count; k++)
		for (uint32_t j = 0; j < o->count; j++)
			if (o->names[j] == i->free[k] && i->free[k] != d) return false;
	int64_t k = eval_coefficient(c, d);
	return k == 1 || k == -1;
}

/* Is it the same for all values of the name whether this expression is defined? */
static bool is_defined_alike(enc e, const struct node *n, const struct decl *d)
{
	if (!enc_mentions(e, n, d)) return true;
	if (n->op == OP_ID) return true;
	bool has_branches = n->op == OP_IF || n->op == OP_LET || n->op == OP_EXTERNAL_CALL;
	if (has_branches || defined_may_lack_value(n)) return false;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = n->kid[i];
		if (kid->op == OP_IDS || op_info(kid->op)->class == CLASS_PRED) return false;
		if (!is_defined_alike(e, kid, d)) return false;
	}
	return true;
}

/* E = E says that E is defined. */
static bool is_neutral(enc e, const struct node *c, const struct decl *d)
{
	return c->op == OP_EQUAL && alike_are(c->kid[0], c->kid[1]) &&
	       is_defined_alike(e, c->kid[0], d);
}

bool test_point_is_enough(enc e, const struct opening *o, const struct decl *d)
{
	if (e->relaxed.relaxes) return false;
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		if (!c || !enc_mentions(e, c, d) || is_neutral(e, c, d)) continue;
		if (!is_bound(e, o, c, d)) return false;
	}
	return true;
}

/* x >= a - b + more, if that is defined */
static void at_least(enc e, struct number **best, struct number *a, struct number *b, wide more,
                     lit defined)
{
	struct numbers *n = &e->numbers;
	if (defined == LIT_FALSE) return;
	struct number *bound = number_add(n, number_subtract(n, a, b), number_constant(n, more));
	*best = number_ite(n, defined, number_maximum(n, *best, bound), *best);
}

static void by_comparison(enc e, const struct node *c, struct decl *d, struct number **best)
{
	lit defined = LIT_TRUE;
	bool is_less = c->op == OP_LESS || c->op == OP_LESS_EQUAL;
	bool is_strict = c->op == OP_LESS || c->op == OP_GREATER;
	if (is_less == (eval_coefficient(c, d) > 0)) return; /* from above */
	struct number *left = side_of(e, d, c->kid[0], &defined);
	struct number *right = side_of(e, d, c->kid[1], &defined);
	if (is_less) at_least(e, best, left, right, is_strict, defined);
	else at_least(e, best, right, left, is_strict, defined);
}

static void by_membership(enc e, const struct node *c, struct decl *d, struct number **best)
{
	lit defined = LIT_TRUE;
	const struct node *set = c->kid[1];
	bool is_positive = eval_coefficient(c, d) > 0, is_interval = set->op == OP_INTERVAL;
	if (!is_positive && !is_interval) return;
	struct number *x = side_of(e, d, c->kid[0], &defined), *end;
	if (!is_interval) end = number_constant(&e->numbers, set->op == OP_NATURAL1_SET);
	else end = side_of(e, d, set->kid[is_positive ? 0 : 1], &defined);
	if (is_positive) at_least(e, best, end, x, 0, defined);
	else at_least(e, best, x, end, 0, defined);
}

struct sym *test_point(enc e, const struct opening *o, struct decl *d, wide low)
{
	struct number *best = number_constant(&e->numbers, low);
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		if (!c || !enc_mentions(e, c, d)) continue;
		if (c->op == OP_MEMBER) by_membership(e, c, d, &best);
		else if (c->op != OP_EQUAL) by_comparison(e, c, d, &best);
	}
	return sym_number(e, best);
}

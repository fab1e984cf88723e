/* #x.(P & Q & ...), where all conjuncts about an integer x are bounds: x >= E, x + a <= b, x : E..F. If
 * there is such an x, the greatest of its lower bounds is one, so that this is the only value to be tried
 * (Loos, Weispfenning, "Applying linear quantifier elimination", Computer Journal 1993). A lower bound that is
 * undefined does not count: its conjunct is undefined for any x, and what the others say decides. */
#include "encode/formula/binder.h"

/* A side where the name is 0. */
static struct number *side_of(enc e, struct decl *d, const struct node *side, lit *defined)
{
	struct sym *x = binder_at_zero(e, d, side, defined);
	if (x->kind == SYM_UNDEFINED) *defined = LIT_FALSE;
	return sym_to_number(e, x);
}

/* Of the name, on the side that is bounded. */
static int64_t sign_of(const struct generator *s, const struct decl *d)
{
	static const struct node nothing = {.op = OP_NUMBER};
	return generator_coefficient(s->of, s->from ? s->from : &nothing, d);
}

/* Bounds, of which the name has the coefficient 1 or -1, and no other name is open. */
static bool is_bound(enc e, const struct opening *o, const struct node *c, const struct decl *d)
{
	struct generator s = generator_reading(c, c->op == OP_MEMBER);
	if ((s.kind != GENERATOR_LEAST && s.kind != GENERATOR_MOST) || s.of->type->kind != TYPE_INTEGER)
		return false;
	if (c->op == OP_MEMBER && enc_mentions(e, c->kid[1], d)) return false;
	const struct info *i = enc_info(e, c);
	for (uint32_t k = 0; k < i->count; k++)
		for (uint32_t j = 0; j < o->count; j++)
			if (o->names[j] == i->free[k] && i->free[k] != d) return false;
	int64_t k = sign_of(&s, d);
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

/* What a conjunct says of the name from below. */
static void by_bound(enc e, const struct generator *s, struct decl *d, struct number **best)
{
	bool is_low = s->kind == GENERATOR_LEAST;
	lit defined = LIT_TRUE;
	if (is_low != (sign_of(s, d) > 0)) return; /* from above */
	struct number *of = side_of(e, d, s->of, &defined);
	struct number *from =
	    s->from ? side_of(e, d, s->from, &defined) : number_constant(&e->numbers, offer_end(e, s));
	if (is_low) at_least(e, best, from, of, s->is_strict, defined);
	else at_least(e, best, of, from, s->is_strict, defined);
}

struct sym *test_point(enc e, const struct opening *o, struct decl *d, wide low)
{
	struct number *best = number_constant(&e->numbers, low);
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		if (!c || !enc_mentions(e, c, d)) continue;
		EACH_GENERATOR(s, c) {
			bool is_bound = s.kind == GENERATOR_LEAST || s.kind == GENERATOR_MOST;
			bool is_mirror = s.number > 0 && c->op != OP_MEMBER; /* a <= b is b >= a */
			if (is_bound && !is_mirror) by_bound(e, &s, d, &best);
		}
	}
	return sym_number(e, best);
}

/* What conjuncts say about the values of names that have none yet: x = E, x : S, x |-> y : r,
 * x <: S, f : A --> B, a <= x. The same patterns as the evaluator's plans, on symbolic values. */
#include "encode/sym.h"

bool offer_is_open(enc e, const struct opening *o, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		for (uint32_t j = 0; j < o->count; j++)
			if (o->names[j] && o->names[j] == i->free[k]) return true;
	return false;
}

bool offer_is_name(const struct opening *o, const struct node *n, const struct decl *d)
{
	(void)o;
	return n->op == OP_ID && n->decl == d;
}

/* Has the pattern the name, and is every part of it a name or known? */
static bool pattern_fits(enc e, const struct opening *o, const struct node *n, const struct decl *d,
                         bool *has_name)
{
	if (n->op == OP_PAIR)
		return pattern_fits(e, o, n->kid[0], d, has_name) &&
		       pattern_fits(e, o, n->kid[1], d, has_name);
	if (n->op == OP_ID && n->decl == d) {
		*has_name = true;
		return true;
	}
	if (!offer_is_open(e, o, n)) return true;
	return n->op == OP_ID; /* another open name: it gets its value too */
}

static bool is_pattern(enc e, const struct opening *o, const struct node *n, const struct decl *d)
{
	bool has_name = false;
	return pattern_fits(e, o, n, d, &has_name) && has_name;
}

bool offer_is_infinite(enc e, const struct node *set)
{
	switch (set->op) {
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_SUCC:
	case OP_PRED: return true;
	case OP_UNION: return offer_is_infinite(e, set->kid[0]) || offer_is_infinite(e, set->kid[1]);
	case OP_INTER: return offer_is_infinite(e, set->kid[0]) && offer_is_infinite(e, set->kid[1]);
	case OP_PRODUCT: return offer_is_infinite(e, set->kid[0]) || offer_is_infinite(e, set->kid[1]);
	case OP_DIFFERENCE:
	case OP_IDENTITY: return offer_is_infinite(e, set->kid[0]);
	case OP_COMPREHENSION:
	case OP_LAMBDA: return !binder_is_listed(e, set);
	case OP_ID: {
		if (!set->decl || set->decl->kind == DECL_FREETYPE) return true;
		struct sym *s = enc_bound(e, set->decl);
		return s && sym_is_lazy(e, s) && s->kind == SYM_GROUND;
	}
	default: return false;
	}
}

bool offer_is_family(enum op op) { return op == OP_STRUCT || op_is(op, FACT_FAMILIES); }

static struct offer membership(enc e, const struct opening *o, const struct node *c, struct decl *d)
{
	struct offer none = {0}, r = {OFFER_NONE, c->kid[0], c->kid[1], c, d};
	const struct node *set = c->kid[1];
	if (offer_is_open(e, o, set)) return none;
	bool is_name = c->kid[0]->op == OP_ID && c->kid[0]->decl == d;
	if (is_name && set->op == OP_INTERVAL) r.kind = OFFER_BOUNDS;
	else if (is_name && offer_is_family(set->op)) r.kind = OFFER_FAMILY;
	else if (!offer_is_family(set->op) && !offer_is_infinite(e, set) &&
	         is_pattern(e, o, c->kid[0], d))
		r.kind = OFFER_IN;
	return r;
}

/* {x} <: S where it was not split, because S may be undefined */
static struct offer element_of(enc e, const struct opening *o, const struct node *c, struct decl *d)
{
	const struct node *x = c->kid[0]->kid[0], *set = c->kid[1];
	if (c->kid[0]->count > 1 || offer_is_open(e, o, set) || offer_is_family(set->op) ||
	    offer_is_infinite(e, set) || !is_pattern(e, o, x, d))
		return (struct offer){0};
	return (struct offer){OFFER_IN, x, set, c, d};
}

static bool is_excluded(const struct opening *o, const struct node *c)
{
	for (uint32_t i = 0; i < o->excluded_count; i++)
		if (o->excluded[i] == c) return true;
	return false;
}

struct offer offer_of(enc e, const struct opening *o, const struct node *c, struct decl *d)
{
	struct offer none = {0};
	if (is_excluded(o, c)) return none;
	switch (c->op) {
	case OP_EQUAL:
		for (uint32_t i = 0; i < 2; i++)
			if (!offer_is_open(e, o, c->kid[1 - i]) && is_pattern(e, o, c->kid[i], d))
				return (struct offer){OFFER_EQUAL, c->kid[i], c->kid[1 - i], c, d};
		return none;
	case OP_MEMBER: return membership(e, o, c, d);
	case OP_SUBSET:
		if (c->kid[0]->op == OP_SET) return element_of(e, o, c, d);
		/* fall through */
	case OP_STRICT_SUBSET:
		if (!offer_is_name(o, c->kid[0], d) || offer_is_open(e, o, c->kid[1])) return none;
		return (struct offer){OFFER_SUBSET, c->kid[0], c->kid[1], c, d};
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
		for (uint32_t i = 0; i < 2 && d->type->kind == TYPE_INTEGER; i++)
			if (offer_is_name(o, c->kid[i], d) && !offer_is_open(e, o, c->kid[1 - i]))
				return (struct offer){OFFER_BOUNDS, c->kid[i], c->kid[1 - i], c, d};
		return none;
	default: return none;
	}
}

static bool is_only_open(enc e, const struct opening *o, const struct node *n, const struct decl *d)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		for (uint32_t j = 0; j < o->count; j++)
			if (o->names[j] == i->free[k] && i->free[k] != d) return false;
	return true;
}

struct offer offer_linear(enc e, const struct opening *o, const struct node *c, struct decl *d)
{
	struct offer none = {0}, linear = {OFFER_LINEAR, NULL, NULL, c, d};
	if ((c->op != OP_EQUAL && c->op != OP_MEMBER) || d->type->kind != TYPE_INTEGER ||
	    c->kid[0]->type->kind != TYPE_INTEGER || is_excluded(o, c) || !is_only_open(e, o, c, d))
		return none;
	if (c->op == OP_MEMBER) linear.set = c->kid[1];
	if (linear.set && offer_is_infinite(e, linear.set)) return none;
	return eval_coefficient(c, d) ? linear : none;
}

/* ---- bounds of integers ------------------------------------------------------------------------ */

struct offer_bounds {
	bool has_low, has_high;
	wide low, high;
};

static void at_least(struct offer_bounds *b, wide v)
{
	if (!b->has_low || v > b->low) b->low = v;
	b->has_low = true;
}

static void at_most(struct offer_bounds *b, wide v)
{
	if (!b->has_high || v < b->high) b->high = v;
	b->has_high = true;
}

/* The bounds of an expression, whatever the unknowns are; false if it has no value. */
static bool offer_range(enc e, const struct node *n, wide *low, wide *high, lit *defined)
{
	struct sym *s = expression(e, n, defined);
	if (s->kind == SYM_UNDEFINED) return false;
	struct number *x = sym_to_number(e, s);
	*low = x->low;
	*high = x->high;
	return true;
}

static void bounds_of_set(enc e, const struct node *set, struct offer_bounds *b, lit *defined)
{
	wide low, high;
	switch (set->op) {
	case OP_NATURAL_SET: at_least(b, 0); return;
	case OP_NATURAL1_SET: at_least(b, 1); return;
	case OP_INTERVAL:
		if (offer_range(e, set->kid[0], &low, &high, defined)) at_least(b, low);
		if (offer_range(e, set->kid[1], &low, &high, defined)) at_most(b, high);
		return;
	case OP_INT_SET:
	case OP_NAT_SET:
	case OP_NAT1_SET:
		at_least(b, set->op == OP_INT_SET ? e->u->minint : set->op == OP_NAT1_SET);
		at_most(b, e->u->maxint);
		return;
	default: return;
	}
}

/* What the conjuncts say that may (not) be undefined. */
static void collect_bounds(enc e, const struct opening *o, const struct decl *d, bool may_fail,
                           struct offer_bounds *b, lit *defined)
{
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		if (!c || c->count != 2) continue;
		uint32_t side = offer_is_name(o, c->kid[0], d) ? 0 : 1;
		if (!offer_is_name(o, c->kid[side], d) || offer_is_open(e, o, c->kid[1 - side])) continue;
		if (enc_info(e, c->kid[1 - side])->may_fail != may_fail) continue;
		if (c->op == OP_MEMBER && side == 0) bounds_of_set(e, c->kid[1], b, defined);
		bool less = c->op == OP_LESS || c->op == OP_LESS_EQUAL;
		bool greater = c->op == OP_GREATER || c->op == OP_GREATER_EQUAL;
		wide from, to;
		if ((!less && !greater) || !offer_range(e, c->kid[1 - side], &from, &to, defined)) continue;
		bool strict = c->op == OP_LESS || c->op == OP_GREATER;
		if (less == (side == 0)) at_most(b, to - strict);
		else at_least(b, from + strict);
	}
}

void offer_bounds(enc e, const struct opening *o, const struct decl *d, bool *has_low, wide *low,
                  bool *has_high, wide *high, lit *defined)
{
	struct offer_bounds b = {0}, more = {0};
	lit ok = LIT_TRUE;
	*defined = LIT_TRUE;
	collect_bounds(e, o, d, false, &b, &ok);
	/* what may be undefined must not leave out candidates for which it would be */
	if (!b.has_low || !b.has_high || !o->is_strict) collect_bounds(e, o, d, true, &more, defined);
	if (more.has_low && (!b.has_low || !o->is_strict)) at_least(&b, more.low);
	if (more.has_high && (!b.has_high || !o->is_strict)) at_most(&b, more.high);
	*has_low = b.has_low;
	*low = b.low;
	*has_high = b.has_high;
	*high = b.high;
}

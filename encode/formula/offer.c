/* What conjuncts say about the values of names that have none yet: x = E, x : S, x |-> y : r,
 * x <: S, f : A --> B, a <= x: the generators of logic/, run on symbolic values. */
#include "encode/formula/binder.h"

bool offer_is_open(enc e, const struct opening *o, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	for (uint32_t k = 0; k < i->count; k++)
		for (uint32_t j = 0; j < o->count; j++)
			if (o->names[j] && o->names[j] == i->free[k]) return true;
	return false;
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
	if (op_info(set->op)->card == RULE_INFINITE) return true;
	switch (set->op) {
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

static bool is_excluded(const struct opening *o, const struct node *c)
{
	for (uint32_t i = 0; i < o->excluded_count; i++)
		if (o->excluded[i] == c) return true;
	return false;
}

/* x : S, where S is of names that have values */
static struct offer element(enc e, const struct opening *o, const struct generator *s,
                            struct decl *d)
{
	struct offer none = {0}, f = {OFFER_NONE, s->of, s->from, s->conjunct, d};
	bool is_name = s->conjunct->op == OP_MEMBER && mention_is_name(s->of, d);
	if (is_name && s->from->op == OP_INTERVAL) f.kind = OFFER_BOUNDS;
	else if (is_name && generator_is_family(s->from->op)) f.kind = OFFER_FAMILY;
	else if (!generator_is_family(s->from->op) && !offer_is_infinite(e, s->from) &&
	         is_pattern(e, o, s->of, d))
		f.kind = OFFER_IN;
	return f.kind == OFFER_NONE ? none : f;
}

static struct offer offer_by(enc e, const struct opening *o, const struct generator *s,
                             struct decl *d)
{
	struct offer none = {0}, f = {OFFER_NONE, s->of, s->from, s->conjunct, d};
	if (!s->from || offer_is_open(e, o, s->from)) return none;
	switch (s->kind) {
	case GENERATOR_EQUAL: f.kind = OFFER_EQUAL; return is_pattern(e, o, s->of, d) ? f : none;
	case GENERATOR_IN: return element(e, o, s, d);
	case GENERATOR_SUBSET:
	case GENERATOR_PROPER_SUBSET:
		f.kind = OFFER_SUBSET;
		return mention_is_name(s->of, d) ? f : none;
	case GENERATOR_LEAST:
	case GENERATOR_MOST: /* those of a set are offered with it */
		f.kind = OFFER_BOUNDS;
		if (s->conjunct->op == OP_MEMBER || d->type->kind != TYPE_INTEGER) return none;
		return mention_is_name(s->of, d) ? f : none;
	default: return none;
	}
}

struct offer offer_of(enc e, const struct opening *o, const struct node *c, struct decl *d)
{
	struct offer none = {0};
	if (is_excluded(o, c)) return none;
	EACH_GENERATOR(s, c) {
		struct offer f = offer_by(e, o, &s, d);
		if (f.kind != OFFER_NONE) return f;
	}
	return none;
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
	return generator_coefficient(c->kid[0], c->kid[1], d) ? linear : none;
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

static bool is_above(const struct generator *s) { return s->kind == GENERATOR_MOST; }

wide offer_end(enc e, const struct generator *s)
{
	switch (s->end) {
	case GENERATOR_MININT: return e->u->minint;
	case GENERATOR_MAXINT: return e->u->maxint;
	default: return s->end == GENERATOR_ONE;
	}
}

static void add_bound(enc e, struct offer_bounds *b, const struct generator *s, lit *defined)
{
	wide low = s->from ? 0 : offer_end(e, s), high = low;
	if (s->from && !offer_range(e, s->from, &low, &high, defined)) return;
	if (is_above(s)) at_most(b, high - s->is_strict);
	else at_least(b, low + s->is_strict);
}

/* What the conjuncts say that may (not) be undefined. */
static void collect_bounds(enc e, const struct opening *o, const struct decl *d, bool may_fail,
                           struct offer_bounds *b, lit *defined)
{
	for (uint32_t i = 0; i < o->conjunct_count; i++) {
		const struct node *c = o->conjuncts[i];
		if (!c) continue;
		EACH_GENERATOR(s, c) {
			if ((s.kind != GENERATOR_LEAST && !is_above(&s)) || !mention_is_name(s.of, d)) continue;
			const struct node *other = c->kid[s.of == c->kid[0]];
			if (offer_is_open(e, o, other)) break;
			if (enc_info(e, other)->may_fail == may_fail) add_bound(e, b, &s, defined);
		}
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

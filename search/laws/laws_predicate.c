/* Predicates on two rails: a literal that is implied by the predicate being true, one by its being false (an undefined
 * one is neither). Conjuncts may be looked at in any order: what is lost is that a part that comes later need not have a
 * value. */
#include "search/laws/laws.h"

enum { MOST_INSTANCES = 400 };

static struct rails both_ways(struct laws *x, const struct node *n, lit is)
{
	lit defined = laws_defined(x, n);
	return (struct rails){circuit_and(x->circuit, is, defined),
	                      circuit_and(x->circuit, -is, defined)};
}

static struct rails turned(struct rails r) { return (struct rails){r.f, r.t}; }

static int other_way(int want)
{
	return (want & RAIL_TRUE ? RAIL_FALSE : 0) | (want & RAIL_FALSE ? RAIL_TRUE : 0);
}

/* ---- atoms ---------------------------------------------------------------------------------------------- */

static lit compared(struct laws *x, const struct node *n)
{
	struct laws_form a = laws_value(x, n->kid[0]), b = laws_value(x, n->kid[1]);
	switch (n->op) {
	case OP_LESS: return laws_below(x, &a, &b);
	case OP_LESS_EQUAL: return laws_at_most(x, &a, &b);
	case OP_GREATER: return laws_below(x, &b, &a);
	default: return laws_at_most(x, &b, &a);
	}
}

static lit equal(struct laws *x, const struct node *a, const struct node *b, int want)
{
	if (a->type && a->type->kind == TYPE_POW) return laws_set_equal(x, a, b, want);
	if (a->op == OP_PAIR && b->op == OP_PAIR)
		return circuit_and(x->circuit, equal(x, a->kid[0], b->kid[0], want),
		                   equal(x, a->kid[1], b->kid[1], want));
	struct laws_form left = laws_value(x, a), right = laws_value(x, b);
	return laws_equal(x, &left, &right);
}

static lit strict(struct laws *x, const struct node *n, int want)
{
	return circuit_and(x->circuit, laws_subset(x, n->kid[0], n->kid[1], want),
	                   -laws_set_equal(x, n->kid[0], n->kid[1], other_way(want)));
}

static bool is_family(enum op op)
{
	return op == OP_POW || op == OP_POW1 || op == OP_FIN || op == OP_FIN1 ||
	       op_is(op, FACT_ARROWS) || op_is(op, FACT_SEQUENCES);
}

/* t : POW(S) and the like */
static lit in_powers(struct laws *x, const struct node *t, const struct node *set, int want)
{
	struct node *none = build_empty(x->copies.arena, t->pos, t->type);
	lit all = laws_subset(x, t, set->kid[0], want);
	if (set->op == OP_POW1 || set->op == OP_FIN1)
		all = circuit_and(x->circuit, all, -laws_set_equal(x, t, none, other_way(want)));
	if (set->op == OP_FIN || set->op == OP_FIN1)
		all = circuit_and(x->circuit, all, laws_finite(x, laws_set(x, t)));
	return all;
}

static lit member(struct laws *x, const struct node *t, const struct node *set, int want)
{
	if (t->type && t->type->kind == TYPE_POW && is_family(set->op)) {
		if (op_is(set->op, FACT_POWERS)) return in_powers(x, t, set, want);
		return laws_in_family(x, t, set);
	}
	if (eval_is_whole_type(set)) return LIT_TRUE;
	uint32_t of = laws_set(x, set);
	return laws_member(x, laws_element(x, t), of);
}

static lit atom(struct laws *x, const struct node *n, int want)
{
	const struct node *a = n->count ? n->kid[0] : NULL, *b = n->count > 1 ? n->kid[1] : NULL;
	switch (n->op) {
	case OP_EQUAL: return equal(x, a, b, want);
	case OP_MEMBER: return member(x, a, b, want);
	case OP_SUBSET: return laws_subset(x, a, b, want);
	case OP_STRICT_SUBSET: return strict(x, n, want);
	case OP_FINITE: return laws_finite(x, laws_set(x, a));
	default: return 0;
	}
}

static struct rails opened(struct laws *x, const struct node *n, int want)
{
	enum op op = n->op;
	bool is_negated = op == OP_NOT_EQUAL || op == OP_NOT_MEMBER || op == OP_NOT_SUBSET ||
	                  op == OP_NOT_STRICT_SUBSET;
	if (is_negated) {
		struct node *positive =
		    build_op(x->copies.arena, op_opposite(op), n->pos, n->kid[0], n->kid[1]);
		return turned(opened(x, positive, other_way(want)));
	}
	bool is_order =
	    op_is(op, FACT_ORDER) && n->kid[0]->type && n->kid[0]->type->kind == TYPE_INTEGER;
	lit is = is_order ? compared(x, n) : atom(x, n, want);
	return is ? both_ways(x, n, is) : (struct rails){LIT_TRUE, LIT_TRUE};
}

/* ---- quantifiers ------------------------------------------------------------------------------------------ */

/* The body holds (or not) for values that get names. */
static lit for_some(struct laws *x, const struct node *n, bool holds)
{
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		struct decl *d = n->kid[0]->kid[i]->decl;
		uint32_t e = laws_witness(x, d->type, n->pos);
		env = substitute_put(x->copies.arena, env, d, x->elements.at[e].node);
	}
	const struct node *body = substitute_in(&x->copies, n->kid[1], env, NULL);
	struct rails r = laws_predicate(x, body, holds ? RAIL_TRUE : RAIL_FALSE);
	return holds ? r.t : r.f;
}

/* For all: later. */
static lit for_all(struct laws *x, const struct node *n, bool holds)
{
	struct universal_law u = {.ids = n->kid[0], .body = n->kid[1], .holds = holds};
	u.is = circuit_input(x->circuit);
	VEC_PUSH(&x->universals, u);
	return u.is;
}

static struct rails quantified(struct laws *x, const struct node *n, int want)
{
	bool is_some = n->op == OP_EXISTS;
	struct rails r = {LIT_TRUE, LIT_TRUE};
	if (want & RAIL_TRUE) r.t = is_some ? for_some(x, n, true) : for_all(x, n, true);
	if (want & RAIL_FALSE) r.f = is_some ? for_all(x, n, false) : for_some(x, n, false);
	return r;
}

void laws_say(struct laws *x, lit when, const struct node *n, bool holds)
{
	struct rails r = laws_predicate(x, n, holds ? RAIL_TRUE : RAIL_FALSE);
	laws_imply(x, when, holds ? r.t : r.f);
}

static void instance(struct laws *x, uint32_t which, const struct replacement *env)
{
	struct universal_law u = x->universals.at[which];
	if (++x->work > MOST_INSTANCES) return;
	laws_say(x, u.is, substitute_in(&x->copies, u.body, env, NULL), u.holds);
}

static void instances(struct laws *x, uint32_t which, uint32_t i, const struct replacement *env,
                      bool is_new)
{
	const struct universal_law u = x->universals.at[which];
	if (i == u.ids->count) {
		if (is_new) instance(x, which, env);
		return;
	}
	struct decl *d = u.ids->kid[i]->decl;
	uint32_t count = x->elements.count;
	for (uint32_t k = 0; k < count && x->work <= MOST_INSTANCES && !x->gives_up; k++) {
		const struct node *e = x->elements.at[k].node;
		if (!e || !type_same(x->elements.at[k].type, d->type)) continue;
		instances(x, which, i + 1, substitute_put(x->copies.arena, env, d, e),
		          is_new || k >= u.seen);
	}
}

void laws_instantiate(struct laws *x)
{
	uint32_t count = x->universals.count;
	for (uint32_t i = 0; i < count && !x->gives_up; i++) {
		uint32_t known = x->elements.count;
		instances(x, i, 0, NULL, false);
		x->universals.at[i].seen = known;
	}
}

/* ---- connectives --------------------------------------------------------------------------------------------- */

static struct rails joined(struct laws *x, const struct node *n, int want)
{
	bool is_and = n->op == OP_AND;
	struct rails all = {is_and ? LIT_TRUE : LIT_FALSE, is_and ? LIT_FALSE : LIT_TRUE};
	for (uint32_t i = 0; i < n->count; i++) {
		struct rails r = laws_predicate(x, n->kid[i], want);
		all.t = is_and ? circuit_and(x->circuit, all.t, r.t) : circuit_or(x->circuit, all.t, r.t);
		all.f = is_and ? circuit_or(x->circuit, all.f, r.f) : circuit_and(x->circuit, all.f, r.f);
	}
	return all;
}

static struct rails implied(struct laws *x, const struct node *n, int want)
{
	struct rails a = laws_predicate(x, n->kid[0], other_way(want));
	struct rails b = laws_predicate(x, n->kid[1], want);
	return (struct rails){circuit_or(x->circuit, a.f, b.t), circuit_and(x->circuit, a.t, b.f)};
}

static struct rails equivalent(struct laws *x, const struct node *n)
{
	struct rails a = laws_predicate(x, n->kid[0], RAIL_TRUE | RAIL_FALSE);
	struct rails b = laws_predicate(x, n->kid[1], RAIL_TRUE | RAIL_FALSE);
	struct circuit *c = x->circuit;
	return (struct rails){circuit_or(c, circuit_and(c, a.t, b.t), circuit_and(c, a.f, b.f)),
	                      circuit_or(c, circuit_and(c, a.t, b.f), circuit_and(c, a.f, b.t))};
}

struct rails laws_predicate(struct laws *x, const struct node *n, int want)
{
	if (x->gives_up) return (struct rails){LIT_TRUE, LIT_TRUE};
	switch (n->op) {
	case OP_TRUTH: return (struct rails){LIT_TRUE, LIT_FALSE};
	case OP_FALSITY: return (struct rails){LIT_FALSE, LIT_TRUE};
	case OP_NOT: return turned(laws_predicate(x, n->kid[0], other_way(want)));
	case OP_AND:
	case OP_OR: return joined(x, n, want);
	case OP_IMPLIES: return implied(x, n, want);
	case OP_EQUIV: return equivalent(x, n);
	case OP_FORALL:
	case OP_EXISTS: return quantified(x, n, want);
	case OP_LABEL:
		return n->count == 1 ? laws_predicate(x, n->kid[0], want)
		                     : (struct rails){LIT_TRUE, LIT_TRUE};
	default: return opened(x, n, want);
	}
}

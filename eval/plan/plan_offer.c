/* The generators of the next name, with estimates of what they cost. */
#include "eval/plan/plan_make.h"

#include <math.h>

static bool has_infinite_field(struct maker *m, const struct node *fields)
{
	for (uint32_t i = 0; i < fields->count; i++)
		if (plan_is_infinite_set(m, fields->kid[i]->kid[0])) return true;
	return false;
}

static bool is_infinite_name(struct maker *m, const struct node *n)
{
	value v = m->e->slots[slot_of(m->e, n->decl)];
	if (n->decl->kind == DECL_FREETYPE) return isinf(estimate_type(m->e, n->type->a));
	return v != VALUE_NONE && value_kind(m->e->s, v) == VALUE_LAZY && !lazy_is_large(m->e, v);
}

bool plan_is_infinite_set(struct maker *m, const struct node *n)
{
	if (op_info(n->op)->card == RULE_INFINITE || finite_is_endless(n)) return true;
	if (op_is(n->op, FACT_POWERS | FACT_TREES)) return plan_is_infinite_set(m, n->kid[0]);
	switch (n->op) {
	case OP_CLOSURE1: return plan_is_infinite_set(m, n->kid[0]);
	case OP_PRODUCT:
	case OP_UNION:
	case OP_RELATIONS:
	case OP_PARTIAL_FUNCTIONS:
	case OP_TOTAL_FUNCTIONS:
	case OP_PARTIAL_INJECTIONS:
	case OP_TOTAL_INJECTIONS:
	case OP_PARTIAL_SURJECTIONS:
	case OP_TOTAL_SURJECTIONS:
		return plan_is_infinite_set(m, n->kid[0]) || plan_is_infinite_set(m, n->kid[1]);
	case OP_STRUCT: return has_infinite_field(m, n);
	case OP_ID: return is_infinite_name(m, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA: return n->flags & NODE_SYMBOLIC || !plan_is_finite(plan_of(m->e, n));
	default: return false;
	}
}

/* Below what an infinite type costs: estimates of function spaces know no bounds. */
static double at_most(double cost) { return fmin(cost, 5e12); }

void plan_offer(struct candidate *best, struct candidate c)
{
	if (c.cost < best->cost) *best = c;
}

/* pattern = E, in either order */
void plan_offer_equation(struct maker *m, uint32_t i, const struct node *left,
                         const struct node *right, struct candidate *best)
{
	if (!plan_is_open(m, left)) return;
	struct unknown *u = plan_unknown(m, left);
	struct plan_group g;
	if (plan_is_pattern(m, left) && !plan_is_open(m, right) && !m->conjuncts.at[i].is_made)
		plan_offer(best, (struct candidate){0, i, STEP_BIND, left, right, NULL, false, NULL});
	else if (u && plan_find_group(m, u, right, &g))
		plan_offer(best, (struct candidate){1, i, STEP_LAZY, left, right, u, false, NULL});
	plan_offer_linear(m, i, best);
}

/* Can it be listed: elements that are written down, or the value of now? */
static bool is_listed(struct maker *m, const struct node *n)
{
	if (n->op == OP_SET || n->op == OP_INTERVAL || n->op == OP_EMPTY_SET) return true;
	if (finite_type(n->type) == CARD_SOME) return true;
	value v = n->op == OP_ID ? m->e->slots[slot_of(m->e, n->decl)] : VALUE_NONE;
	return v != VALUE_NONE && !value_has_lazy(m->e->s, v);
}

/* f : A --> B, image by image; B may be all integers */
static bool offer_function(struct maker *m, uint32_t i, const struct node *n,
                           struct candidate *best)
{
	struct unknown *u = plan_unknown(m, n->kid[0]);
	const struct node *set = n->kid[1];
	if (u && set->op == OP_PERM && is_listed(m, set->kid[0]))
		set = plan_permutations(m, n->kid[0], set);
	if (!u || !op_is(set->op, FACT_FUNCTIONS) || plan_is_infinite_set(m, set->kid[0])) return false;
	bool open = plan_is_infinite_set(m, set->kid[1]);
	if (open && set->kid[1]->type->a->kind != TYPE_INTEGER) return false;
	if (open && m->fallback) return false;
	double cost = open ? 6e12 : at_most(2 + estimate_set(m->e, set));
	plan_offer(best, (struct candidate){cost, i, STEP_FUNCTION, n->kid[0], set, u, false, NULL});
	return true;
}

/* Of names that cost the same, the one that is in most conjuncts with few open names comes first. */
static double discount(struct maker *m, const struct node *x)
{
	const struct unknown *u = plan_unknown(m, x);
	double score = 0;
	if (!u) return 1;
	for (uint32_t i = 0; i < u->in_count; i++) {
		const struct conjunct *c = &m->conjuncts.at[u->in[i]];
		if (!c->is_done && c->count > 1) score += pow(4, 1 - (double)c->open);
	}
	return 1 - fmin(0.2, 0.02 * score);
}

/* s : POW(S) and r : A <-> B as s <: S and r <: A * B */
static bool offer_power(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	struct unknown *u = plan_unknown(m, n->kid[0]);
	const struct node *set = n->kid[1];
	if (!u || !(op_is(set->op, FACT_POWERS) || set->op == OP_RELATIONS)) return false;
	const struct node *whole = generator_whole(&m->e->arena, set);
	double cost = at_most(2 + estimate_set(m->e, set)) * discount(m, n->kid[0]);
	plan_offer(best, (struct candidate){cost, i, STEP_SUBSETS, n->kid[0], whole, u, false, NULL});
	return true;
}

/* 2 * x + a : S, where x is all that is not known */
static void offer_shifted(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	if (n->kid[0]->type->kind != TYPE_INTEGER || plan_is_infinite_set(m, n->kid[1])) return;
	struct unknown *u = plan_only_unknown(m, n);
	if (!u || u->decl->type->kind != TYPE_INTEGER ||
	    generator_coefficient(n->kid[0], n->kid[1], u->decl) == 0)
		return;
	double cost = at_most(3 + estimate_set(m->e, n->kid[1]));
	plan_offer(best, (struct candidate){cost, i, STEP_SHIFTED, NULL, n, u, false, NULL});
}

/* a |-> y : r with known a and an infinite r, as y : r[{a}]: these may be few */
static void offer_reached(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	const double SURE = 60, DOUBTFUL = 5000;
	const struct node *x = n->kid[0], *r = n->kid[1];
	bool is_sure = image_has_plan(m->e, r);
	if (!plan_has_known_first(m, x) || defined_may_fail(r)) return;
	if (r->op != OP_CLOSURE1 && !is_sure) return;
	struct arena *a = &m->e->arena;
	struct type *of_firsts = build_power_type(a, r->type->a->a);
	struct type *of_seconds = build_power_type(a, r->type->a->b);
	const struct node *first = build_typed(a, OP_SET, n->pos, of_firsts, x->kid[0], NULL);
	const struct node *image = build_typed(a, OP_IMAGE, n->pos, of_seconds, r, first);
	double cost = is_sure ? SURE : DOUBTFUL;
	plan_offer(best, (struct candidate){cost, i, STEP_IN, x->kid[1], image, NULL, false, NULL});
}

enum { DEAR = 1000 };

/* {y | P} is listed by P of each y: with binders in P that may take long, of one of them it does not. */
static bool is_dear_to_list(const struct node *set)
{
	return set->op == OP_COMPREHENSION && node_binds(set->kid[1]);
}

void plan_offer_member(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (plan_is_open(m, set) || !plan_is_open(m, x)) return;
	if (!plan_is_pattern(m, x)) {
		offer_shifted(m, i, n, best);
		return;
	}
	bool is_endless = finite_is_endless(set) && !plan_is_infinite_set(m, set->kid[0]);
	if (is_endless && !m->fallback) /* the small ones */
		plan_offer(best, (struct candidate){9e13, i, STEP_IN, x, set, NULL, false, NULL});
	if (offer_function(m, i, n, best)) return;
	if (plan_is_infinite_set(m, set)) {
		offer_reached(m, i, n, best);
		return;
	}
	if (offer_power(m, i, n, best)) return;
	double cost = at_most(2 + estimate_set(m->e, set));
	if (is_dear_to_list(set)) cost = fmax(cost, DEAR);
	if (plan_has_known_first(m, x)) cost = 2 + cost / 10;
	cost *= discount(m, x);
	plan_offer(best, (struct candidate){cost, i, STEP_IN, x, set, NULL, false, NULL});
}

void plan_offer_subset(struct maker *m, uint32_t i, const struct generator *s,
                       struct candidate *best)
{
	struct unknown *u = plan_unknown(m, s->of);
	if (!u || plan_is_open(m, s->from) || plan_is_infinite_set(m, s->from)) return;
	double cost = at_most(2 + pow(2, fmin(60, estimate_set(m->e, s->from))));
	bool proper = s->kind == GENERATOR_PROPER_SUBSET;
	plan_offer(best, (struct candidate){cost, i, STEP_SUBSETS, s->of, s->from, u, proper, NULL});
}

/* The only name of n that is not known yet, or NULL. */
struct unknown *plan_only_unknown(struct maker *m, const struct node *n)
{
	struct unknown *only = NULL;
	uint32_t count;
	const uint32_t *list = plan_mentions(m, n, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct unknown *u = &m->unknown.at[list[i]];
		if (u->is_known) continue;
		if (only) return NULL;
		only = u;
	}
	return only;
}

static bool is_unbounded(const struct maker *m, const struct decl *d)
{
	for (uint32_t i = 0; m->fallback && i < m->fallback->unbounded_count; i++)
		if (m->fallback->unbounded[i] == d) return true;
	return false;
}

enum { BOUNDS = 60, BOUNDS_OF_SUMS = 80, DOUBTFUL_BOUNDS = 4000 }; /* what these cost */

/* Does x : S give it values? */
static bool has_set(struct maker *m, const struct unknown *u)
{
	for (uint32_t i = 0; i < u->in_count; i++) {
		const struct conjunct *c = &m->conjuncts.at[u->in[i]];
		struct generator s = generator_reading(c->node, 0);
		if (!c->is_done && !c->is_hint && s.kind == GENERATOR_IN && plan_unknown(m, s.of) == u &&
		    !plan_is_open(m, s.from) && !plan_is_infinite_set(m, s.from))
			return true;
	}
	return false;
}

/* Bounds by comparisons; if there are none on a side, and no set, those that sums say. */
static struct candidate integers_of(struct maker *m, struct unknown *u)
{
	struct bounds b = plan_bounds(m, u);
	bool is_bounded = b.has_low && b.has_high, has_some = b.has_low || b.has_high;
	double cost = is_bounded ? b.is_low_sure && b.is_high_sure ? BOUNDS : DOUBTFUL_BOUNDS
	              : has_some ? 1e14
	                         : 1e15;
	VEC_CLEAR(&b.list);
	struct narrowed ends = {0};
	const struct narrowing *n = is_bounded || has_set(m, u) ? NULL : plan_narrowing(m, u, &ends);
	if (n && (b.has_low || ends.has_low) && (b.has_high || ends.has_high)) cost = BOUNDS_OF_SUMS;
	else if (n) cost = 9e13;
	int kind = has_some || n ? STEP_RANGE : STEP_TYPE;
	return (struct candidate){cost, UINT32_MAX, kind, NULL, NULL, u, false, NULL};
}

/* Of types that may have no end the simple ones come first: others may be parts of what they give. */
static double complexity(const struct type *t)
{
	switch (t->kind) {
	case TYPE_POW: return 2 * complexity(t->a);
	case TYPE_PAIR: return complexity(t->a) + complexity(t->b);
	default: return 1;
	}
}

void plan_offer_unknowns(struct maker *m, struct candidate *best)
{
	for (uint32_t i = 0; i < m->unknown.count; i++) {
		struct unknown *u = &m->unknown.at[i];
		if (u->is_known) continue;
		if (u->decl->type->kind == TYPE_INTEGER) {
			const struct candidate c = integers_of(m, u);
			bool is_bounded = c.cost <= DOUBTFUL_BOUNDS;
			if (!m->fallback || (is_bounded && !is_unbounded(m, u->decl))) plan_offer(best, c);
		} else {
			double size = estimate_type(m->e, u->decl->type);
			double cost = isinf(size) ? 1e16 * complexity(u->decl->type) : 10 + fmin(size, 1e13);
			if (m->fallback && size > PLAN_MOST_ON_FALLBACK) continue;
			plan_offer(best,
			           (struct candidate){cost, UINT32_MAX, STEP_TYPE, NULL, NULL, u, false, NULL});
		}
	}
}

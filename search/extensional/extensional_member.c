/* t : S by the axiom for each operator that S is made of. */
#include "search/extensional/extensional.h"

static const struct node *in(struct extensional *x, const struct node *t, const struct node *set)
{
	return build_join(x->copies.arena, OP_MEMBER, t, set);
}

static const struct node *both(struct extensional *x, const struct node *a, const struct node *b)
{
	return build_join(x->copies.arena, OP_AND, a, b);
}

/* ---- relations --------------------------------------------------------------------------------------- */

/* What is asked of an element in between. */
struct between {
	const struct node *t, *first, *second;
};

static const struct node *leads_on(struct extensional *x, const struct node *y, const void *data)
{
	const struct between *b = data;
	return in(x, build_pair(x->copies.arena, b->t, y), b->first);
}

static const struct node *comes_from(struct extensional *x, const struct node *y, const void *data)
{
	const struct between *b = data;
	return in(x, build_pair(x->copies.arena, y, b->t), b->first);
}

static const struct node *comes_from_set(struct extensional *x, const struct node *y,
                                         const void *data)
{
	const struct between *b = data;
	return both(x, in(x, y, b->second), in(x, build_pair(x->copies.arena, y, b->t), b->first));
}

static const struct node *passes(struct extensional *x, const struct node *y, const void *data)
{
	const struct between *b = data;
	return both(x, in(x, build_pair(x->copies.arena, b->t->kid[0], y), b->first),
	            in(x, build_pair(x->copies.arena, y, b->t->kid[1]), b->second));
}

static const struct node *is_in_one(struct extensional *x, const struct node *y, const void *data)
{
	const struct between *b = data;
	return both(x, in(x, y, b->first), in(x, b->t, y));
}

/* Some y with a property; NULL in what follows: t : S stays as it is. */
static const struct node *some(struct extensional *x, const struct node *t, const struct node *set,
                               bool holds)
{
	const struct node *r = set->count ? set->kid[0] : NULL;
	struct between b = {t, r, set->count > 1 ? set->kid[1] : NULL};
	switch (set->op) {
	case OP_DOM: /* of %y.(P | E) only P is asked */
		if (r->op == OP_LAMBDA && defined_may_fail(r)) return NULL;
		return extensional_some(x, r->type->a->b, t, leads_on, &b, holds);
	case OP_RAN: return extensional_some(x, r->type->a->a, t, comes_from, &b, holds);
	case OP_IMAGE: return extensional_some(x, r->type->a->a, t, comes_from_set, &b, holds);
	case OP_COMPOSE:
		if (t->op != OP_PAIR || set->count != 2) return NULL;
		return extensional_some(x, r->type->a->b, t, passes, &b, holds);
	case OP_GENERAL_UNION: return extensional_some(x, r->type->a, t, is_in_one, &b, holds);
	default: return NULL;
	}
}

/* ---- closures ---------------------------------------------------------------------------------------- */

/* a |-> b : closure1(r), if a |-> b : r or there is one in between: the last step is in r, or the first one.
 * (B-Book 3.10: closure1(r) is the least c with r \/ (c ; r) <: c, and then c = r \/ (c ; r) = r \/ (r ; c),
 * and (c ; c) <: c.)
 * Pairs of the closure that this introduces are not unfolded again. */
static const struct node *by_steps(struct extensional *x, const struct node *t,
                                   const struct node *set, bool holds)
{
	const struct node *r = set->kid[0];
	struct between last = {t, set, r}, first = {t, r, set}, two = {t, set, set};
	struct type *between = r->type->a->a;
	const struct node *atom = holds ? in(x, t, set) : build_not(x->copies.arena, in(x, t, set));
	extensional_atom(x, in(x, t, set));
	if (x->unfolded > 0) return atom;
	enum op op = holds ? OP_OR : OP_AND;
	const struct node *is_step = extensional_expand(x, in(x, t, r), holds);
	x->unfolded++;
	const struct node *by_last = extensional_some(x, between, t, passes, &last, holds);
	const struct node *by_first = extensional_some(x, between, t, passes, &first, holds);
	if (!holds) atom = both(x, atom, extensional_some(x, between, t, passes, &two, false));
	x->unfolded--;
	by_last = build_join(x->copies.arena, op, is_step, by_last);
	by_first = build_join(x->copies.arena, op, is_step, by_first);
	return both(x, atom, both(x, by_last, by_first));
}

/* t is a pair: what its parts satisfy. */
static const struct node *of_parts(struct extensional *x, const struct node *t,
                                   const struct node *set)
{
	const struct node *a = t->kid[0], *b = t->kid[1], *p = set->kid[0];
	const struct node *q = set->count > 1 ? set->kid[1] : NULL;
	switch (set->op) {
	case OP_PRODUCT: return both(x, in(x, a, p), in(x, b, q));
	case OP_INVERSE: return in(x, build_pair(x->copies.arena, b, a), p);
	case OP_IDENTITY: return both(x, in(x, a, p), build_join(x->copies.arena, OP_EQUAL, a, b));
	case OP_DOMAIN_RESTRICT: return both(x, in(x, a, p), in(x, t, q));
	case OP_DOMAIN_SUBTRACT: return both(x, build_not(x->copies.arena, in(x, a, p)), in(x, t, q));
	case OP_RANGE_RESTRICT: return both(x, in(x, t, p), in(x, b, q));
	case OP_RANGE_SUBTRACT: return both(x, in(x, t, p), build_not(x->copies.arena, in(x, b, q)));
	case OP_OVERRIDE: {
		struct node *dom = build_op(x->copies.arena, OP_DOM, set->pos, q, NULL);
		dom->type = build_power_type(x->copies.arena, q->type->a->a);
		return build_join(x->copies.arena, OP_OR, in(x, t, q),
		                  both(x, in(x, t, p), build_not(x->copies.arena, in(x, a, dom))));
	}
	case OP_DIRECT_PRODUCT:
		if (b->op != OP_PAIR) return NULL;
		return both(x, in(x, build_pair(x->copies.arena, a, b->kid[0]), p),
		            in(x, build_pair(x->copies.arena, a, b->kid[1]), q));
	case OP_PARALLEL_PRODUCT:
		if (a->op != OP_PAIR || b->op != OP_PAIR) return NULL;
		return both(x, in(x, build_pair(x->copies.arena, a->kid[0], b->kid[0]), p),
		            in(x, build_pair(x->copies.arena, a->kid[1], b->kid[1]), q));
	default: return NULL;
	}
}

/* ---- sets -------------------------------------------------------------------------------------------- */

static const struct node *listed(struct extensional *x, const struct node *t,
                                 const struct node *set)
{
	for (uint32_t i = 0; i < set->count; i++) extensional_add_term(x, set->kid[i]);
	struct node *any = build_join(x->copies.arena, OP_EQUAL, t, set->kid[0]);
	for (uint32_t i = 1; i < set->count; i++)
		any = build_join(x->copies.arena, OP_OR, any,
		                 build_join(x->copies.arena, OP_EQUAL, t, set->kid[i]));
	return any;
}

/* The values of bound names that t has; false if it is not written as so many parts. */
static bool bind(struct extensional *x, const struct node *ids, const struct node *t,
                 const struct replacement **env)
{
	for (uint32_t i = ids->count; i > 1; i--, t = t->kid[0]) {
		if (t->op != OP_PAIR) return false;
		*env = substitute_put(x->copies.arena, *env, ids->kid[i - 1]->decl, t->kid[1]);
	}
	*env = substitute_put(x->copies.arena, *env, ids->kid[0]->decl, t);
	return true;
}

static const struct node *described(struct extensional *x, const struct node *t,
                                    const struct node *set)
{
	const struct replacement *env = NULL;
	bool is_lambda = set->op == OP_LAMBDA;
	if (defined_may_fail(set) || (is_lambda && t->op != OP_PAIR)) return NULL;
	if (!is_lambda && set->count != 2) return NULL;
	if (!bind(x, set->kid[0], is_lambda ? t->kid[0] : t, &env)) return NULL;
	const struct node *p = substitute_in(&x->copies, set->kid[1], env, NULL);
	if (!is_lambda) return p;
	const struct node *image = substitute_in(&x->copies, set->kid[2], env, NULL);
	return both(x, p, build_join(x->copies.arena, OP_EQUAL, t->kid[1], image));
}

/* t : dom(%y.(P | E)) */
static const struct node *in_lambda_domain(struct extensional *x, const struct node *t,
                                           const struct node *lambda)
{
	const struct replacement *env = NULL;
	if (defined_may_fail(lambda->kid[1]) || !bind(x, lambda->kid[0], t, &env)) return NULL;
	return substitute_in(&x->copies, lambda->kid[1], env, NULL);
}

/* #x.(P & t : E), or !x.(P => t : E) */
static const struct node *collected(struct extensional *x, const struct node *t,
                                    const struct node *set)
{
	if (defined_may_fail(set->kid[1]) || defined_may_fail(set->kid[2])) return NULL;
	bool is_union = set->op == OP_QUANTIFIED_UNION;
	const struct node *copy = substitute_in(&x->copies, set, NULL, NULL);
	const struct node *body = build_join(x->copies.arena, is_union ? OP_AND : OP_IMPLIES,
	                                     copy->kid[1], in(x, t, copy->kid[2]));
	return build_join(x->copies.arena, is_union ? OP_EXISTS : OP_FORALL, copy->kid[0], body);
}

static const struct node *in_all(struct extensional *x, const struct node *t,
                                 const struct node *set)
{
	struct node *y = build_fresh(x->copies.arena, "element", set->kid[0]->type->a, set->pos);
	const struct node *ids = build_ids(x->copies.arena, set->pos, 1, (const struct node *[]){y});
	return build_join(x->copies.arena, OP_FORALL, ids,
	                  build_join(x->copies.arena, OP_IMPLIES, in(x, y, set->kid[0]), in(x, t, y)));
}

static const struct node *number(struct extensional *x, const struct node *like, int64_t is)
{
	return build_number(x->copies.arena, x->search->project->names, like, is);
}

/* t : least..MAXINT */
static const struct node *machine_number(struct extensional *x, const struct node *t, int64_t least)
{
	const struct node *most = number(x, t, x->search->question.universe->maxint);
	return both(x, build_join(x->copies.arena, OP_LESS_EQUAL, number(x, t, least), t),
	            build_join(x->copies.arena, OP_LESS_EQUAL, t, most));
}

static const struct node *not_empty(struct extensional *x, const struct node *t)
{
	struct node *none = node_new(x->copies.arena, OP_EMPTY_SET, t->pos, 0);
	none->type = t->type;
	return build_join(x->copies.arena, OP_NOT_EQUAL, t, none);
}

/* t : FIN(A) */
static const struct node *finite_part(struct extensional *x, const struct node *t,
                                      const struct node *a)
{
	return both(x, build_join(x->copies.arena, OP_SUBSET, t, a),
	            build_join(x->copies.arena, OP_FINITE, t, NULL));
}

/* t : S by the axiom for S, or NULL. */
static const struct node *expand_membership(struct extensional *x, const struct node *t,
                                            const struct node *set)
{
	const struct node *a = set->count ? set->kid[0] : NULL,
	                  *b = set->count > 1 ? set->kid[1] : NULL;
	if (eval_is_whole_type(set)) return build_truth(x->copies.arena, set->pos, true);
	switch (set->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return build_truth(x->copies.arena, set->pos, false);
	case OP_SET: return listed(x, t, set);
	case OP_UNION: return build_join(x->copies.arena, OP_OR, in(x, t, a), in(x, t, b));
	case OP_INTER: return both(x, in(x, t, a), in(x, t, b));
	case OP_DIFFERENCE: return both(x, in(x, t, a), build_not(x->copies.arena, in(x, t, b)));
	case OP_POW: return build_join(x->copies.arena, OP_SUBSET, t, a);
	case OP_POW1: return both(x, build_join(x->copies.arena, OP_SUBSET, t, a), not_empty(x, t));
	case OP_FIN: return finite_part(x, t, a);
	case OP_FIN1: return both(x, finite_part(x, t, a), not_empty(x, t));
	case OP_COMPREHENSION:
	case OP_LAMBDA: return described(x, t, set);
	case OP_DOM: return a->op == OP_LAMBDA ? in_lambda_domain(x, t, a) : NULL;
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return collected(x, t, set);
	case OP_GENERAL_INTER: return in_all(x, t, set);
	case OP_INTERVAL:
		return both(x, build_join(x->copies.arena, OP_LESS_EQUAL, a, t),
		            build_join(x->copies.arena, OP_LESS_EQUAL, t, b));
	case OP_NAT_SET: return machine_number(x, t, 0);
	case OP_NAT1_SET: return machine_number(x, t, 1);
	case OP_INT_SET: return machine_number(x, t, x->search->question.universe->minint);
	case OP_NATURAL_SET: return build_join(x->copies.arena, OP_GREATER_EQUAL, t, number(x, t, 0));
	case OP_NATURAL1_SET: return build_join(x->copies.arena, OP_GREATER_EQUAL, t, number(x, t, 1));
	default: return t->op == OP_PAIR && a ? of_parts(x, t, set) : NULL;
	}
}

const struct node *extensional_member(struct extensional *x, const struct node *n, bool holds)
{
	const struct node *t = n->kid[0], *set = n->kid[1];
	const struct node *atom = holds ? n : build_not(x->copies.arena, n);
	const struct node *expanded = expand_membership(x, t, set);
	if (expanded) return extensional_expand(x, expanded, holds);
	if ((expanded = extensional_arrow(x, n, holds)) ||
	    (expanded = extensional_sequence(x, n, holds)))
		return expanded;
	bool is_closure = set->op == OP_CLOSURE1 && t->op == OP_PAIR;
	const struct node *is = is_closure ? by_steps(x, t, set, holds) : some(x, t, set, holds);
	if (!is) extensional_atom(x, n);
	return is ? is : atom;
}

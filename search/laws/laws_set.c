/* Sets: membership by the axiom of each operator, inclusions by the elements that have names. */
#include "search/laws/laws.h"

enum { MOST_SETS = 60, MOST_MEMBERS = 6000 };

uint32_t laws_set(struct laws *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->sets.count; i++)
		if (laws_are_alike(x->sets.at[i].node, n)) return i;
	struct set_term s = {.node = n, .defined = LIT_TRUE};
	VEC_PUSH(&x->sets, s);
	if (x->sets.count > MOST_SETS || !n->type || n->type->kind != TYPE_POW) x->gives_up = true;
	uint32_t at = x->sets.count - 1;
	if (x->gives_up) return at;
	if (n->op == OP_SET) /* what is in it has a name */
		for (uint32_t i = 0; i < n->count; i++) laws_element(x, n->kid[i]);
	if (n->op == OP_INTERVAL)
		for (uint32_t i = 0; i < 2; i++) laws_element(x, n->kid[i]);
	return at;
}

const struct node *laws_set_node(const struct laws *x, uint32_t set)
{
	return x->sets.at[set].node;
}

static struct node *of_relation(struct laws *x, enum op op, const struct node *r, struct type *type)
{
	struct node *n = build_op(x->copies.arena, op, r->pos, r, NULL);
	n->type = build_power_type(x->copies.arena, type);
	return n;
}

struct node *laws_dom(struct laws *x, const struct node *r)
{
	return of_relation(x, OP_DOM, r, r->type->a->a);
}

struct node *laws_ran(struct laws *x, const struct node *r)
{
	return of_relation(x, OP_RAN, r, r->type->a->b);
}

/* ---- membership ----------------------------------------------------------------------------------------- */

static lit in(struct laws *x, uint32_t e, const struct node *set)
{
	return laws_member(x, e, laws_set(x, set));
}

static lit in_listed(struct laws *x, uint32_t e, const struct node *set)
{
	lit any = LIT_FALSE;
	for (uint32_t i = 0; i < set->count; i++) {
		struct laws_form at = laws_number(x, laws_element(x, set->kid[i]));
		any = circuit_or(x->circuit, any, laws_equal(x, &x->elements.at[e].is, &at));
	}
	return any;
}

static lit between(struct laws *x, uint32_t e, const struct laws_form *low,
                   const struct laws_form *high)
{
	struct laws_form is = x->elements.at[e].is;
	lit above = low ? laws_at_most(x, low, &is) : LIT_TRUE;
	return circuit_and(x->circuit, above, high ? laws_at_most(x, &is, high) : LIT_TRUE);
}

static lit in_interval(struct laws *x, uint32_t e, const struct node *set)
{
	struct laws_form low = laws_value(x, set->kid[0]), high = laws_value(x, set->kid[1]);
	return between(x, e, &low, &high);
}

static lit in_numbers(struct laws *x, uint32_t e, int64_t least, bool is_bounded)
{
	struct laws_form low = form_number(least);
	struct laws_form high = form_number(x->search->question.universe->maxint);
	return between(x, e, &low, is_bounded ? &high : NULL);
}

/* {x | P}: P of the element, where nothing in it may be undefined. */
static lit described(struct laws *x, uint32_t e, const struct node *set)
{
	const struct node *t = x->elements.at[e].node, *ids = set->kid[0];
	const struct replacement *env = NULL;
	if (!t || set->count != 2 || laws_may_fail(set)) return 0;
	for (uint32_t i = ids->count; i > 1; i--, t = t->kid[0]) {
		if (t->op != OP_PAIR) return 0;
		env = substitute_put(x->copies.arena, env, ids->kid[i - 1]->decl, t->kid[1]);
	}
	env = substitute_put(x->copies.arena, env, ids->kid[0]->decl, t);
	const struct node *p = substitute_in(&x->copies, set->kid[1], env, NULL);
	struct rails r = laws_predicate(x, p, RAIL_TRUE | RAIL_FALSE);
	lit is = circuit_input(x->circuit);
	laws_imply(x, is, r.t);
	laws_imply(x, -is, r.f);
	return is;
}

/* Of a pair, by its parts. */
static lit of_parts(struct laws *x, uint32_t e, const struct node *set)
{
	struct named_element pair = x->elements.at[e];
	const struct node *a = set->kid[0], *b = set->count > 1 ? set->kid[1] : NULL;
	if (pair.first < 0) return 0;
	uint32_t first = (uint32_t)pair.first, second = (uint32_t)pair.second;
	struct circuit *c = x->circuit;
	switch (set->op) {
	case OP_PRODUCT: return circuit_and(c, in(x, first, a), in(x, second, b));
	case OP_DOMAIN_RESTRICT: return circuit_and(c, in(x, first, a), in(x, e, b));
	case OP_DOMAIN_SUBTRACT: return circuit_and(c, -in(x, first, a), in(x, e, b));
	case OP_RANGE_RESTRICT: return circuit_and(c, in(x, e, a), in(x, second, b));
	case OP_RANGE_SUBTRACT: return circuit_and(c, in(x, e, a), -in(x, second, b));
	case OP_IDENTITY:
		return circuit_and(c, in(x, first, a),
		                   laws_equal(x, &x->elements.at[first].is, &x->elements.at[second].is));
	case OP_INVERSE: {
		const struct node *turned =
		    build_pair(x->copies.arena, x->elements.at[second].node, x->elements.at[first].node);
		return in(x, laws_element(x, turned), a);
	}
	case OP_OVERRIDE:
		return circuit_or(c, in(x, e, b),
		                  circuit_and(c, in(x, e, a), -in(x, first, laws_dom(x, b))));
	default: return 0;
	}
}

/* x : dom(r) or x : ran(r) for an r that is made of others. */
static lit in_side(struct laws *x, uint32_t e, const struct node *set)
{
	const struct node *r = set->kid[0];
	struct circuit *c = x->circuit;
	bool is_dom = set->op == OP_DOM;
	struct node *(*side)(struct laws *, const struct node *) = is_dom ? laws_dom : laws_ran;
	switch (r->op) {
	case OP_UNION: return circuit_or(c, in(x, e, side(x, r->kid[0])), in(x, e, side(x, r->kid[1])));
	case OP_OVERRIDE:
		if (!is_dom) return 0;
		return circuit_or(c, in(x, e, laws_dom(x, r->kid[0])), in(x, e, laws_dom(x, r->kid[1])));
	case OP_DOMAIN_RESTRICT:
		if (!is_dom) return 0;
		return circuit_and(c, in(x, e, r->kid[0]), in(x, e, laws_dom(x, r->kid[1])));
	case OP_DOMAIN_SUBTRACT:
		if (!is_dom) return 0;
		return circuit_and(c, -in(x, e, r->kid[0]), in(x, e, laws_dom(x, r->kid[1])));
	case OP_RANGE_RESTRICT:
		if (is_dom) return 0;
		return circuit_and(c, in(x, e, r->kid[1]), in(x, e, laws_ran(x, r->kid[0])));
	case OP_INVERSE: return in(x, e, is_dom ? laws_ran(x, r->kid[0]) : laws_dom(x, r->kid[0]));
	case OP_IDENTITY: return in(x, e, r->kid[0]);
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return LIT_FALSE;
	case OP_SET: {
		lit any = LIT_FALSE;
		for (uint32_t i = 0; i < r->count; i++) {
			if (r->kid[i]->op != OP_PAIR) return 0;
			struct laws_form at = laws_number(x, laws_element(x, r->kid[i]->kid[is_dom ? 0 : 1]));
			any = circuit_or(c, any, laws_equal(x, &x->elements.at[e].is, &at));
		}
		return any;
	}
	default: return 0;
	}
}

/* 0: the set is no more than a name here. */
static lit expanded(struct laws *x, uint32_t e, const struct node *set)
{
	const struct node *a = set->count ? set->kid[0] : NULL;
	const struct node *b = set->count > 1 ? set->kid[1] : NULL;
	struct circuit *c = x->circuit;
	if (eval_is_whole_type(set)) return LIT_TRUE;
	switch (set->op) {
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return LIT_FALSE;
	case OP_SET: return in_listed(x, e, set);
	case OP_UNION: return circuit_or(c, in(x, e, a), in(x, e, b));
	case OP_INTER: return circuit_and(c, in(x, e, a), in(x, e, b));
	case OP_DIFFERENCE: return circuit_and(c, in(x, e, a), -in(x, e, b));
	case OP_INTERVAL: return in_interval(x, e, set);
	case OP_NATURAL_SET: return in_numbers(x, e, 0, false);
	case OP_NATURAL1_SET: return in_numbers(x, e, 1, false);
	case OP_NAT_SET: return in_numbers(x, e, 0, true);
	case OP_NAT1_SET: return in_numbers(x, e, 1, true);
	case OP_INT_SET: return in_numbers(x, e, x->search->question.universe->minint, true);
	case OP_COMPREHENSION: return described(x, e, set);
	case OP_DOM:
	case OP_RAN: return in_side(x, e, set);
	default: return a ? of_parts(x, e, set) : 0;
	}
}

static lit remember(struct laws *x, uint32_t e, uint32_t set, lit is, bool is_open)
{
	struct membership m = {e, set, is, is_open};
	VEC_PUSH(&x->members, m);
	if (x->members.count > MOST_MEMBERS) x->gives_up = true;
	return is;
}

/* Equal elements are in the same sets. */
static lit open_member(struct laws *x, uint32_t e, uint32_t set)
{
	lit is = circuit_input(x->circuit);
	uint32_t count = x->members.count;
	remember(x, e, set, is, true);
	for (uint32_t i = 0; i < count; i++) {
		struct membership m = x->members.at[i];
		if (m.set != set || !m.is_open) continue;
		lit same = laws_equal(x, &x->elements.at[m.element].is, &x->elements.at[e].is);
		laws_clause(x, -same, -is, m.is);
		laws_clause(x, -same, is, -m.is);
	}
	/* a pair of a relation has its parts in the domain and the range, if somebody asks for these */
	return is;
}

lit laws_member(struct laws *x, uint32_t e, uint32_t set)
{
	for (uint32_t i = 0; i < x->members.count; i++)
		if (x->members.at[i].element == e && x->members.at[i].set == set)
			return x->members.at[i].is;
	if (x->gives_up || !type_same(x->elements.at[e].type, x->sets.at[set].node->type->a))
		return circuit_input(x->circuit);
	lit is = expanded(x, e, laws_set_node(x, set));
	if (is) return remember(x, e, set, is, false);
	is = open_member(x, e, set);
	laws_member_of_sequence(x, e, set, is);
	return is;
}

/* ---- inclusion -------------------------------------------------------------------------------------------- */

static uint32_t inclusion_of(struct laws *x, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < x->inclusions.count; i++)
		if (x->inclusions.at[i].a == a && x->inclusions.at[i].b == b) return i;
	struct inclusion s = {.a = a, .b = b, .is = circuit_input(x->circuit)};
	VEC_PUSH(&x->inclusions, s);
	return x->inclusions.count - 1;
}

static lit include(struct laws *x, uint32_t a, uint32_t b, int want)
{
	const struct node *from = laws_set_node(x, a), *to = laws_set_node(x, b);
	if (from->op == OP_EMPTY_SET || from->op == OP_EMPTY_SEQ || eval_is_whole_type(to) || a == b)
		return LIT_TRUE;
	uint32_t i = inclusion_of(x, a, b);
	lit is = x->inclusions.at[i].is;
	if (want & RAIL_TRUE) x->inclusions.at[i].is_asked = true;
	if ((want & RAIL_FALSE) && !x->inclusions.at[i].has_witness) {
		x->inclusions.at[i].has_witness = true;
		uint32_t e = laws_witness(x, from->type->a, from->pos);
		laws_clause(x, is, laws_member(x, e, a), LIT_FALSE);
		laws_clause(x, is, -laws_member(x, e, b), LIT_FALSE);
	}
	return is;
}

lit laws_subset(struct laws *x, const struct node *a, const struct node *b, int want)
{
	uint32_t from = laws_set(x, a), to = laws_set(x, b);
	return x->gives_up ? LIT_TRUE : include(x, from, to, want);
}

lit laws_set_equal(struct laws *x, const struct node *a, const struct node *b, int want)
{
	uint32_t from = laws_set(x, a), to = laws_set(x, b);
	if (x->gives_up || from == to) return LIT_TRUE;
	lit forth = include(x, from, to, want), back = include(x, to, from, want);
	lit both = circuit_and(x->circuit, forth, back);
	struct laws_form left = laws_value(x, a), right = laws_value(x, b);
	lit same = laws_equal(x, &left, &right);
	laws_imply(x, same, both);
	laws_imply(x, both, same);
	if (laws_may_be_sequence(a)) laws_sequences_differ(x, from, to, same);
	return same;
}

static bool include_one(struct laws *x, uint32_t which)
{
	struct inclusion s = x->inclusions.at[which];
	uint32_t count = x->elements.count;
	struct type *type = laws_set_node(x, s.a)->type->a;
	bool is_new = false;
	for (uint32_t e = s.seen; e < count && !x->gives_up; e++) {
		if (!type_same(x->elements.at[e].type, type)) continue;
		is_new = true;
		laws_imply_both(x, s.is, laws_member(x, e, s.a), laws_member(x, e, s.b));
	}
	x->inclusions.at[which].seen = count;
	return is_new;
}

/* No element of a set is above its greatest one. */
static bool bound_extreme(struct laws *x, uint32_t which)
{
	struct extreme m = x->extremes.at[which];
	uint32_t count = x->elements.count;
	bool is_new = false;
	for (uint32_t e = m.seen; e < count && !x->gives_up; e++) {
		if (x->elements.at[e].type->kind != TYPE_INTEGER) continue;
		is_new = true;
		struct laws_form is = x->elements.at[e].is;
		lit fits = m.is_max ? laws_at_most(x, &is, &m.is) : laws_at_most(x, &m.is, &is);
		laws_imply_both(x, m.defined, laws_member(x, e, m.set), fits);
	}
	x->extremes.at[which].seen = count;
	return is_new;
}

bool laws_include(struct laws *x)
{
	bool is_new = false;
	for (uint32_t i = 0; i < x->inclusions.count; i++) is_new |= include_one(x, i);
	for (uint32_t i = 0; i < x->extremes.count; i++) is_new |= bound_extreme(x, i);
	return is_new;
}

/* ---- functions ---------------------------------------------------------------------------------------------- */

lit laws_function(struct laws *x, uint32_t set)
{
	if (!x->sets.at[set].function) x->sets.at[set].function = circuit_input(x->circuit);
	return x->sets.at[set].function;
}

lit laws_injective(struct laws *x, uint32_t set)
{
	if (!x->sets.at[set].injective) x->sets.at[set].injective = circuit_input(x->circuit);
	return x->sets.at[set].injective;
}

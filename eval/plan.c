/* Making plans: how to find all values of some names that satisfy a conjunction.
 *
 * The conjuncts are taken as generators where they can be (x = E, x |-> y : r, x : S, x <: S,
 * a <= x & x < b), cheapest first; every other conjunct is tested as soon as all of its names are
 * known. Only where nothing else is left does a name range over its type. The choice depends on
 * estimates of sizes only, never the result. */
#include "eval/plan.h"

#include <math.h>

struct unknown {
	struct decl *decl;
	bool is_known;
};

struct conjunct {
	const struct node *node;
	uint32_t *mentions;   /* places in unknown */
	uint32_t count, open; /* of mentions; of those not known yet */
	bool is_done;
	bool may_fail; /* may be undefined */
};

struct maker {
	struct eval *e;
	int flags;
	VEC(struct unknown) unknown;
	struct map place; /* decl -> place + 1 */
	VEC(struct conjunct) conjuncts;
	VEC(struct step) steps;
	uint32_t left; /* unknowns that are not known yet */
	bool is_finite;
};

/* ---- conjuncts --------------------------------------------------------------------------------- */

static void add_unknown(struct maker *m, struct decl *d)
{
	if (map_get(&m->place, d)) return;
	VEC_PUSH(&m->unknown, (struct unknown){d, false});
	map_put(&m->place, d, (void *)(uintptr_t)m->unknown.count);
	m->left++;
}

static struct node *synthetic(struct maker *m, enum op op, const struct node *like,
                              const struct node *a, const struct node *b)
{
	struct node *n = node_new(&m->e->arena, op, like->pos, 2);
	n->type = like->type;
	n->kid[0] = (struct node *)(uintptr_t)a;
	n->kid[1] = (struct node *)(uintptr_t)b;
	return n;
}

static void add_conjunct(struct maker *m, const struct node *n);

/* x |-> y : A * B is x : A & y : B; likewise for intersections and differences */
static bool split_member(struct maker *m, const struct node *n)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (set->op == OP_PRODUCT && x->op == OP_PAIR) {
		add_conjunct(m, synthetic(m, OP_MEMBER, n, x->kid[0], set->kid[0]));
		add_conjunct(m, synthetic(m, OP_MEMBER, n, x->kid[1], set->kid[1]));
	} else if (set->op == OP_INTER) {
		add_conjunct(m, synthetic(m, OP_MEMBER, n, x, set->kid[0]));
		add_conjunct(m, synthetic(m, OP_MEMBER, n, x, set->kid[1]));
	} else if (set->op == OP_DIFFERENCE) {
		add_conjunct(m, synthetic(m, OP_MEMBER, n, x, set->kid[0]));
		add_conjunct(m, synthetic(m, OP_NOT_MEMBER, n, x, set->kid[1]));
	} else {
		return false;
	}
	return true;
}

static enum op opposite(enum op op)
{
	switch (op) {
	case OP_LESS: return OP_GREATER_EQUAL;
	case OP_LESS_EQUAL: return OP_GREATER;
	case OP_GREATER: return OP_LESS_EQUAL;
	case OP_GREATER_EQUAL: return OP_LESS;
	case OP_NOT_EQUAL: return OP_EQUAL;
	case OP_NOT_MEMBER: return OP_MEMBER;
	default: return OP_COUNT;
	}
}

/* not(x < y) is y <= x */
static bool add_negation(struct maker *m, const struct node *n)
{
	if (opposite(n->op) == OP_COUNT) return false;
	add_conjunct(m, synthetic(m, opposite(n->op), n, n->kid[0], n->kid[1]));
	return true;
}

static void add_conjunct(struct maker *m, const struct node *n)
{
	if (n->op == OP_AND) {
		for (uint32_t i = 0; i < n->count; i++) add_conjunct(m, n->kid[i]);
		return;
	}
	if (n->op == OP_EXISTS && m->flags & PLAN_MERGE_EXISTS) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++) add_unknown(m, n->kid[0]->kid[i]->decl);
		add_conjunct(m, n->kid[1]);
		return;
	}
	if (n->op == OP_MEMBER && split_member(m, n)) return;
	if (n->op == OP_NOT && add_negation(m, n->kid[0])) return;
	if (n->op == OP_SUBSET && n->kid[0]->op == OP_SET) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			add_conjunct(m, synthetic(m, OP_MEMBER, n, n->kid[0]->kid[i], n->kid[1]));
		return;
	}
	VEC_PUSH(&m->conjuncts, (struct conjunct){.node = n});
}

struct finder {
	struct maker *m;
	VEC(uint32_t) found;
};

static void find_mentions(struct finder *f, const struct node *n)
{
	if ((n->op == OP_ID) && n->decl) {
		uintptr_t place = (uintptr_t)map_get(&f->m->place, n->decl);
		bool seen = place == 0;
		for (uint32_t i = 0; i < f->found.count && !seen; i++) seen = f->found.at[i] == place - 1;
		if (!seen) VEC_PUSH(&f->found, (uint32_t)place - 1);
	}
	for (uint32_t i = 0; i < n->count; i++) find_mentions(f, n->kid[i]);
}

static uint32_t *mentions_of(struct maker *m, const struct node *n, uint32_t *count)
{
	struct finder f = {.m = m};
	find_mentions(&f, n);
	*count = f.found.count;
	return VEC_FREEZE(&f.found, &m->e->arena);
}

static bool may_be_undefined(const struct node *n)
{
	switch (n->op) {
	case OP_APPLY:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_MIN:
	case OP_MAX:
	case OP_SIZE:
	case OP_FIRST:
	case OP_LAST:
	case OP_FRONT:
	case OP_TAIL:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL:
	case OP_GENERAL_INTER:
	case OP_QUANTIFIED_INTER: return true;
	default: break;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (may_be_undefined(n->kid[i])) return true;
	return false;
}

/* Does n mention a name that is not known yet? */
static bool is_open(struct maker *m, const struct node *n)
{
	if (n->op == OP_ID && n->decl) {
		uintptr_t place = (uintptr_t)map_get(&m->place, n->decl);
		if (place && !m->unknown.at[place - 1].is_known) return true;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (is_open(m, n->kid[i])) return true;
	return false;
}

/* The unknown that n is, or NULL. */
static struct unknown *unknown_of(struct maker *m, const struct node *n)
{
	uintptr_t place = n->op == OP_ID && n->decl ? (uintptr_t)map_get(&m->place, n->decl) : 0;
	return place && !m->unknown.at[place - 1].is_known ? &m->unknown.at[place - 1] : NULL;
}

static void make_known(struct maker *m, const struct decl *d)
{
	uint32_t place = (uint32_t)(uintptr_t)map_get(&m->place, d) - 1;
	if (m->unknown.at[place].is_known) return;
	m->unknown.at[place].is_known = true;
	m->left--;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		for (uint32_t k = 0; k < c->count; k++) c->open -= c->mentions[k] == place;
	}
}

/* ---- patterns ---------------------------------------------------------------------------------- */

static bool binds(const struct node *pattern, const struct decl *d)
{
	if (pattern->op == OP_ID) return pattern->decl == d;
	return pattern->op == OP_PAIR && (binds(pattern->kid[0], d) || binds(pattern->kid[1], d));
}

/* Are all names of n that are not known bound by the pattern before it? */
static bool is_open_only_in(struct maker *m, const struct node *n, const struct node *pattern)
{
	if (n->op == OP_ID && n->decl && is_open(m, n)) return binds(pattern, n->decl);
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_open_only_in(m, n->kid[i], pattern)) return false;
	return true;
}

/* Can n be matched with a value: unknown names, pairs of them, and known expressions? */
static bool is_pattern(struct maker *m, const struct node *n)
{
	if (unknown_of(m, n)) return true;
	if (n->op == OP_PAIR && is_pattern(m, n->kid[0]))
		return is_pattern(m, n->kid[1]) || is_open_only_in(m, n->kid[1], n->kid[0]);
	return !is_open(m, n);
}

static bool has_known_first(struct maker *m, const struct node *n)
{
	return n->op == OP_PAIR && !is_open(m, n->kid[0]);
}

/* Names become known from left to right. */
static struct pattern *pattern_of(struct maker *m, const struct node *n)
{
	struct pattern *p = ARENA_NEW(&m->e->arena, struct pattern);
	const struct unknown *u = unknown_of(m, n);
	if (u) {
		p->kind = PATTERN_BIND;
		p->slot = u->decl->slot;
		make_known(m, u->decl);
	} else if (n->op == OP_PAIR && is_open(m, n)) {
		p->kind = PATTERN_PAIR;
		p->a = pattern_of(m, n->kid[0]);
		p->b = pattern_of(m, n->kid[1]);
	} else {
		p->kind = PATTERN_TEST;
		p->node = n;
	}
	return p;
}

/* ---- candidates for the next step -------------------------------------------------------------- */

struct candidate {
	double cost;
	uint32_t conjunct;
	int kind;
	const struct node *pattern, *source;
	struct unknown *unknown;
	bool is_proper;
	struct plan **cases;
	uint32_t case_count;
};

static bool is_infinite_set(struct maker *m, const struct node *n)
{
	switch (n->op) {
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_STRING_SET:
	case OP_SEQ:
	case OP_SEQ1:
	case OP_TREE:
	case OP_BTREE:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_SUCC:
	case OP_PRED: return true;
	case OP_POW:
	case OP_FIN:
	case OP_POW1:
	case OP_FIN1: return is_infinite_set(m, n->kid[0]);
	case OP_PRODUCT:
	case OP_UNION:
	case OP_RELATIONS:
	case OP_PARTIAL_FUNCTIONS:
	case OP_TOTAL_FUNCTIONS:
	case OP_PARTIAL_INJECTIONS:
	case OP_TOTAL_INJECTIONS:
	case OP_PARTIAL_SURJECTIONS:
	case OP_TOTAL_SURJECTIONS:
		return is_infinite_set(m, n->kid[0]) || is_infinite_set(m, n->kid[1]);
	case OP_STRUCT:
		for (uint32_t i = 0; i < n->count; i++)
			if (is_infinite_set(m, n->kid[i]->kid[0])) return true;
		return false;
	case OP_ID: {
		value v = n->decl->slot ? m->e->slots[n->decl->slot] : VALUE_NONE;
		if (n->decl->kind == DECL_FREETYPE) return isinf(stream_type_size(m->e, n->type->a));
		return v != VALUE_NONE && value_kind(m->e->s, v) == VALUE_LAZY;
	}
	case OP_COMPREHENSION:
	case OP_LAMBDA: return n->flags & NODE_SYMBOLIC || !plan_is_finite(plan_of(m->e, n));
	default: return false;
	}
}

/* About how many elements the set has. */
static double size_of(struct maker *m, const struct node *n)
{
	switch (n->op) {
	case OP_EMPTY_SET: return 0;
	case OP_SET: return n->count;
	case OP_BOOL_SET: return 2;
	case OP_INTERVAL:
		if (n->kid[0]->op == OP_NUMBER && n->kid[1]->op == OP_NUMBER)
			return fmax(0, atof(n->kid[1]->name) - atof(n->kid[0]->name) + 1);
		return 30;
	case OP_ID: {
		value v = n->decl->slot ? m->e->slots[n->decl->slot] : VALUE_NONE;
		bool is_set = v != VALUE_NONE && value_kind(m->e->s, v) != VALUE_LAZY;
		return is_set ? (double)value_count(m->e->s, v) + 1 : 20;
	}
	case OP_DOM:
	case OP_RAN: return size_of(m, n->kid[0]);
	case OP_UNION: return size_of(m, n->kid[0]) + size_of(m, n->kid[1]);
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1: return pow(2, fmin(40, size_of(m, n->kid[0])));
	case OP_RELATIONS:
	case OP_TOTAL_RELATIONS:
	case OP_SURJECTIVE_RELATIONS:
	case OP_TOTAL_SURJECTIVE_RELATIONS:
		return pow(2, fmin(60, size_of(m, n->kid[0]) * size_of(m, n->kid[1])));
	case OP_PARTIAL_FUNCTIONS:
	case OP_TOTAL_FUNCTIONS:
	case OP_PARTIAL_INJECTIONS:
	case OP_TOTAL_INJECTIONS:
	case OP_PARTIAL_SURJECTIONS:
	case OP_TOTAL_SURJECTIONS:
	case OP_PARTIAL_BIJECTIONS:
	case OP_TOTAL_BIJECTIONS:
		return pow(size_of(m, n->kid[1]) + 1, fmin(20, size_of(m, n->kid[0])));
	case OP_PRODUCT: return size_of(m, n->kid[0]) * size_of(m, n->kid[1]);
	default: return 25;
	}
}

static void offer(struct candidate *best, struct candidate c)
{
	if (c.cost < best->cost) *best = c;
}

/* Lambdas, and what is made of them: f = %x.(x = 0 | 1) \/ %x.(x > 0 | f(x - 1)) defines f. */
static bool is_function_text(const struct node *n)
{
	if (n->op == OP_LAMBDA || n->op == OP_COMPREHENSION) return true;
	if (n->op == OP_UNION || n->op == OP_OVERRIDE)
		return is_function_text(n->kid[0]) || is_function_text(n->kid[1]);
	return false;
}

static bool defines_itself(struct maker *m, const struct node *e, const struct unknown *u)
{
	uint32_t count;
	const uint32_t *list = mentions_of(m, e, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct unknown *v = &m->unknown.at[list[i]];
		if (!v->is_known && v->decl != u->decl) return false;
	}
	return u->decl->type->kind == TYPE_POW && u->decl->type->a->kind == TYPE_PAIR &&
	       is_function_text(e);
}

/* pattern = E, in either order */
static void offer_equation(struct maker *m, uint32_t i, const struct node *left,
                           const struct node *right, struct candidate *best)
{
	if (!is_open(m, left)) return;
	struct unknown *u = unknown_of(m, left);
	if (is_pattern(m, left) && !is_open(m, right))
		offer(best, (struct candidate){0, i, STEP_BIND, left, right, NULL, false, NULL, 0});
	else if (u && is_open(m, right) && defines_itself(m, right, u))
		offer(best, (struct candidate){1, i, STEP_LAZY, left, right, u, false, NULL, 0});
	/* x + c = E and the like */
	if (is_open(m, right) || left->count != 2 || left->type->kind != TYPE_INTEGER) return;
	bool first = unknown_of(m, left->kid[0]) && !is_open(m, left->kid[1]);
	bool second = unknown_of(m, left->kid[1]) && !is_open(m, left->kid[0]);
	const struct node *x = left->kid[first ? 0 : 1], *c = left->kid[first ? 1 : 0], *solved;
	if (!first && !second) return;
	if (left->op == OP_ADD) solved = synthetic(m, OP_MINUS, left, right, c);
	else if (left->op == OP_MINUS && first) solved = synthetic(m, OP_ADD, left, right, c);
	else if (left->op == OP_MINUS) solved = synthetic(m, OP_MINUS, left, c, right);
	else return;
	offer(best, (struct candidate){0.5, i, STEP_BIND, x, solved, NULL, false, NULL, 0});
}

/* f : A --> B, image by image; B may be all integers */
static bool offer_function(struct maker *m, uint32_t i, const struct node *n,
                           struct candidate *best)
{
	struct unknown *u = unknown_of(m, n->kid[0]);
	const struct node *set = n->kid[1];
	if (!u || !function_is_arrow(set->op) || is_infinite_set(m, set->kid[0])) return false;
	bool open = is_infinite_set(m, set->kid[1]);
	if (open && set->kid[1]->type->a->kind != TYPE_INTEGER) return false;
	double cost = open ? 1e12 : 2 + size_of(m, set);
	offer(best, (struct candidate){cost, i, STEP_FUNCTION, n->kid[0], set, u, false, NULL, 0});
	return true;
}

static void offer_member(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (is_open(m, set) || !is_open(m, x) || !is_pattern(m, x)) return;
	if (offer_function(m, i, n, best) || is_infinite_set(m, set)) return;
	double cost = 2 + size_of(m, set);
	if (has_known_first(m, x)) cost = 2 + cost / 10;
	offer(best, (struct candidate){cost, i, STEP_IN, x, set, NULL, false, NULL, 0});
}

static void offer_subset(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	struct unknown *u = unknown_of(m, n->kid[0]);
	if (!u || is_open(m, n->kid[1]) || is_infinite_set(m, n->kid[1])) return;
	double cost = 2 + pow(2, fmin(60, size_of(m, n->kid[1])));
	bool proper = n->op == OP_STRICT_SUBSET;
	offer(best,
	      (struct candidate){cost, i, STEP_SUBSETS, n->kid[0], n->kid[1], u, proper, NULL, 0});
}

/* ---- cases ------------------------------------------------------------------------------------- */

/* The only name of n that is not known yet, or NULL. */
static struct unknown *only_unknown(struct maker *m, const struct node *n)
{
	struct unknown *only = NULL;
	uint32_t count;
	const uint32_t *list = mentions_of(m, n, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct unknown *u = &m->unknown.at[list[i]];
		if (u->is_known) continue;
		if (only) return NULL;
		only = u;
	}
	return only;
}

/* A plan for one case: the case itself, and all else that is said of the name alone. */
static struct plan *case_plan(struct maker *m, struct unknown *u, uint32_t conjunct,
                              const struct node *one)
{
	VEC(const struct node *) list = {0};
	VEC_PUSH(&list, one);
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (i != conjunct && !c->is_done && c->node->op != OP_OR && only_unknown(m, c->node) == u)
			VEC_PUSH(&list, c->node);
	}
	struct plan *p = plan_make(m->e, &u->decl, 1, list.at, list.count, m->flags);
	VEC_CLEAR(&list);
	return p;
}

/* x = a or x : S, and x : A \/ B where one is infinite */
static void offer_cases(struct maker *m, uint32_t i, const struct node *n, struct candidate *best)
{
	enum { COST = 300 };
	bool is_union =
	    n->op == OP_MEMBER && n->kid[1]->op == OP_UNION && is_infinite_set(m, n->kid[1]);
	struct unknown *u = n->op == OP_OR || is_union ? only_unknown(m, n) : NULL;
	if (!u || best->cost <= COST) return;
	uint32_t count = is_union ? 2 : n->count;
	struct plan **cases = ARENA_ARRAY(&m->e->arena, count, struct plan *);
	for (uint32_t k = 0; k < count; k++) {
		const struct node *one =
		    is_union ? synthetic(m, OP_MEMBER, n, n->kid[0], n->kid[1]->kid[k]) : n->kid[k];
		cases[k] = case_plan(m, u, i, one);
		if (!cases[k]->is_finite) return;
	}
	offer(best, (struct candidate){COST, i, STEP_CASES, NULL, NULL, u, false, cases, count});
}

/* ---- bounds of integers ------------------------------------------------------------------------ */

struct bounds {
	VEC(struct bound) list;
	bool has_low, has_high;
};

static void add_bound(struct bounds *b, const struct node *n, int64_t plus, bool is_low)
{
	VEC_PUSH(&b->list, (struct bound){n, plus, is_low});
	if (is_low) b->has_low = true;
	else b->has_high = true;
}

/* n op x, with x on the right side of the sign if `swapped` */
static void bound_of(struct maker *m, const struct node *n, const struct unknown *u,
                     struct bounds *b)
{
	if (n->op == OP_MEMBER && unknown_of(m, n->kid[0]) == u) {
		if (n->kid[1]->op == OP_NATURAL_SET) add_bound(b, NULL, 0, true);
		if (n->kid[1]->op == OP_NATURAL1_SET) add_bound(b, NULL, 1, true);
		return;
	}
	bool less = n->op == OP_LESS || n->op == OP_LESS_EQUAL;
	bool greater = n->op == OP_GREATER || n->op == OP_GREATER_EQUAL;
	if (!less && !greater) return;
	int64_t strict = n->op == OP_LESS || n->op == OP_GREATER;
	for (int side = 0; side < 2; side++) {
		const struct node *x = n->kid[side], *other = n->kid[1 - side];
		if (unknown_of(m, x) != u || is_open(m, other)) continue;
		bool is_low = greater == (side == 0);
		add_bound(b, other, is_low ? strict : -strict, is_low);
	}
}

static struct bounds bounds_of(struct maker *m, const struct unknown *u)
{
	struct bounds b = {0};
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		if (!m->conjuncts.at[i].is_done) bound_of(m, m->conjuncts.at[i].node, u, &b);
	return b;
}

static void offer_unknowns(struct maker *m, struct candidate *best)
{
	for (uint32_t i = 0; i < m->unknown.count; i++) {
		struct unknown *u = &m->unknown.at[i];
		if (u->is_known) continue;
		if (u->decl->type->kind == TYPE_INTEGER) {
			struct bounds b = bounds_of(m, u);
			double cost = b.has_low && b.has_high ? 60 : b.has_low || b.has_high ? 1e14 : 1e15;
			int kind = b.has_low && b.has_high ? STEP_RANGE : STEP_TYPE;
			if (b.has_low || b.has_high) kind = STEP_RANGE;
			offer(best, (struct candidate){cost, UINT32_MAX, kind, NULL, NULL, u, false, NULL, 0});
			VEC_CLEAR(&b.list);
		} else {
			double size = stream_type_size(m->e, u->decl->type);
			double cost = isinf(size) ? 1e16 : 10 + fmin(size, 1e13);
			offer(best,
			      (struct candidate){cost, UINT32_MAX, STEP_TYPE, NULL, NULL, u, false, NULL, 0});
		}
	}
}

/* ---- the greedy choice ------------------------------------------------------------------------- */

/* An equation that binds a name at no cost comes before later tests: it may be undefined. */
static bool is_ready_equation(struct maker *m, uint32_t i)
{
	struct candidate c = {.cost = INFINITY};
	const struct node *n = m->conjuncts.at[i].node;
	if (n->op != OP_EQUAL) return false;
	offer_equation(m, i, n->kid[0], n->kid[1], &c);
	offer_equation(m, i, n->kid[1], n->kid[0], &c);
	return c.cost == 0;
}

static void add_tests(struct maker *m)
{
	bool in_order = true;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done) continue;
		if (c->open > 0) {
			if (is_ready_equation(m, i)) return;
			in_order = false;
			continue;
		}
		c->is_done = true;
		VEC_PUSH(&m->steps, (struct step){.kind = STEP_TEST,
		                                  .node = c->node,
		                                  .pos = c->node->pos,
		                                  .is_in_order = in_order});
	}
}

/* Would conjunct i, taken as a generator, keep an earlier one from being found undefined? */
static bool jumps_ahead(struct maker *m, uint32_t i)
{
	const struct conjunct *c = &m->conjuncts.at[i];
	for (uint32_t k = 0; k < i; k++) {
		const struct conjunct *before = &m->conjuncts.at[k];
		if (before->is_done || !before->may_fail) continue;
		for (uint32_t a = 0; a < c->count; a++) {
			if (m->unknown.at[c->mentions[a]].is_known) continue;
			for (uint32_t b = 0; b < before->count; b++)
				if (before->mentions[b] == c->mentions[a]) return true;
		}
	}
	return false;
}

static struct candidate choose_from(struct maker *m, bool in_order)
{
	struct candidate best = {.cost = INFINITY};
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		const struct node *n = c->node;
		if (c->is_done || (in_order && jumps_ahead(m, i))) continue;
		if (n->op == OP_EQUAL) {
			offer_equation(m, i, n->kid[0], n->kid[1], &best);
			offer_equation(m, i, n->kid[1], n->kid[0], &best);
		} else if (n->op == OP_MEMBER) {
			offer_member(m, i, n, &best);
		} else if (n->op == OP_SUBSET || n->op == OP_STRICT_SUBSET) {
			offer_subset(m, i, n, &best);
		}
		if (best.cost == 0) return best;
	}
	offer_unknowns(m, &best);
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		if (!m->conjuncts.at[i].is_done) offer_cases(m, i, m->conjuncts.at[i].node, &best);
	return best;
}

/* In the order of the text where that is not too dear. */
static struct candidate choose(struct maker *m)
{
	enum { TOO_DEAR = 1000000 };
	struct candidate c = choose_from(m, true);
	return c.cost < TOO_DEAR ? c : choose_from(m, false);
}

static void take_range(struct maker *m, struct step *s, const struct unknown *u)
{
	struct bounds b = bounds_of(m, u);
	if (!b.has_low || !b.has_high) m->is_finite = false;
	s->bound_count = b.list.count;
	s->bounds = VEC_FREEZE(&b.list, &m->e->arena);
}

/* ---- rules for single values of a function ----------------------------------------------------- */

struct points {
	const struct decl *function;
	VEC(const struct node *) list;
	bool fits;
};

static bool mentions(const struct node *n, const struct decl *d)
{
	if (n->op == OP_ID && n->decl == d) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions(n->kid[i], d)) return true;
	return false;
}

/* All uses of the function must be applications to arguments that do not mention it, and that are
 * not inside of another binder. */
static void find_points(struct points *p, const struct node *n)
{
	bool application =
	    n->op == OP_APPLY && n->kid[0]->op == OP_ID && n->kid[0]->decl == p->function;
	if (application) {
		VEC_PUSH(&p->list, n);
		for (uint32_t i = 1; i < n->count; i++)
			p->fits = p->fits && !mentions(n->kid[i], p->function);
		return;
	}
	bool binder = n->count > 0 && n->kid[0]->op == OP_IDS;
	if ((n->op == OP_ID && n->decl == p->function) || (binder && mentions(n, p->function)))
		p->fits = false;
	for (uint32_t i = 0; i < n->count && p->fits; i++) find_points(p, n->kid[i]);
}

static void add_rule(struct maker *m, struct points *found, const struct node *n,
                     const struct node *binder, struct function_rules *rules, uint32_t *room)
{
	found->list.count = 0;
	found->fits = true;
	find_points(found, n);
	if (!found->fits || found->list.count == 0) return;
	if (rules->count == *room) {
		uint32_t more = *room ? *room * 2 : 8;
		struct function_rule *list = ARENA_ARRAY(&m->e->arena, more, struct function_rule);
		if (rules->count) memcpy(list, rules->list, rules->count * sizeof *list);
		rules->list = list;
		*room = more;
	}
	struct function_rule *r = &rules->list[rules->count++];
	r->node = n;
	r->binder = binder;
	r->count = found->list.count;
	r->points = ARENA_ARRAY(&m->e->arena, r->count, const struct node *);
	memcpy(r->points, found->list.at, r->count * sizeof *r->points);
}

/* Q of !x.(P => Q), conjunct by conjunct; P does not speak of the function */
static void add_quantified(struct maker *m, struct points *found, const struct node *n,
                           struct function_rules *rules, uint32_t *room)
{
	const struct node *body = n->kid[1];
	if (body->op != OP_IMPLIES || mentions(body->kid[0], found->function)) return;
	const struct node *q = body->kid[1];
	if (!plan_of(m->e, n)->is_finite) return;
	for (uint32_t i = 0; i < (q->op == OP_AND ? q->count : 1); i++)
		add_rule(m, found, q->op == OP_AND ? q->kid[i] : q, n, rules, room);
}

/* The conjuncts of which this function is the only name that is not known. */
static void take_rules(struct maker *m, struct step *s, const struct unknown *u)
{
	struct points found = {.function = u->decl};
	uint32_t room = 0;
	s->rules.slot = u->decl->slot;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->open != 1 || only_unknown(m, c->node) != u) continue;
		if (c->node->op == OP_FORALL) add_quantified(m, &found, c->node, &s->rules, &room);
		else add_rule(m, &found, c->node, NULL, &s->rules, &room);
	}
	VEC_CLEAR(&found.list);
}

static void take(struct maker *m, const struct candidate *c)
{
	struct step s = {.node = c->source, .is_proper = c->is_proper};
	s.cases = c->cases;
	s.case_count = c->case_count;
	s.kind = c->kind;
	if (c->unknown) {
		s.slot = c->unknown->decl->slot;
		s.type = c->unknown->decl->type;
		s.pos = c->unknown->decl->pos;
	}
	if (c->source) s.pos = c->source->pos;
	if (c->conjunct != UINT32_MAX) m->conjuncts.at[c->conjunct].is_done = true;
	if (s.kind == STEP_RANGE) take_range(m, &s, c->unknown);
	if (s.kind == STEP_FUNCTION) {
		take_rules(m, &s, c->unknown);
		if (is_infinite_set(m, s.node->kid[1])) m->is_finite = false;
	}
	if (s.kind == STEP_TYPE && isinf(stream_type_size(m->e, s.type))) m->is_finite = false;
	if (c->unknown) make_known(m, c->unknown->decl);
	else s.pattern = pattern_of(m, c->pattern);
	VEC_PUSH(&m->steps, s);
}

static struct plan *finish(struct maker *m)
{
	struct plan *p = ARENA_NEW(&m->e->arena, struct plan);
	p->is_finite = m->is_finite;
	p->conjunct_count = m->conjuncts.count;
	p->conjuncts = ARENA_ARRAY(&m->e->arena, m->conjuncts.count, const struct node *);
	for (uint32_t i = 0; i < m->conjuncts.count; i++) p->conjuncts[i] = m->conjuncts.at[i].node;
	p->count = m->steps.count;
	p->steps = VEC_FREEZE(&m->steps, &m->e->arena);
	VEC_CLEAR(&m->conjuncts);
	VEC_CLEAR(&m->unknown);
	map_clear(&m->place);
	return p;
}

struct plan *plan_make(struct eval *e, struct decl *const *names, uint32_t count,
                       const struct node *const *conjuncts, uint32_t conjunct_count, int flags)
{
	struct maker m = {.e = e, .flags = flags, .is_finite = true};
	for (uint32_t i = 0; i < count; i++) add_unknown(&m, names[i]);
	for (uint32_t i = 0; i < conjunct_count; i++) add_conjunct(&m, conjuncts[i]);
	for (uint32_t i = 0; i < m.conjuncts.count; i++) {
		struct conjunct *c = &m.conjuncts.at[i];
		c->mentions = mentions_of(&m, c->node, &c->count);
		c->open = c->count;
		c->may_fail = may_be_undefined(c->node);
	}
	add_tests(&m);
	while (m.left > 0) {
		struct candidate c = choose(&m);
		take(&m, &c);
		add_tests(&m);
	}
	return finish(&m);
}

bool plan_is_finite(const struct plan *p) { return p->is_finite; }

/* ---- binders ----------------------------------------------------------------------------------- */

struct plan *plan_of(struct eval *e, const struct node *binder)
{
	struct note *note = prepare_note(e, binder);
	if (note->plan) return note->plan;
	const struct node *ids = binder->kid[0], *condition = binder->kid[1];
	if (binder->op == OP_FORALL) condition = condition->op == OP_IMPLIES ? condition->kid[0] : NULL;
	struct decl **names = ARENA_ARRAY(&e->arena, ids->count, struct decl *);
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	bool once = binder->op == OP_SIGMA || binder->op == OP_PI;
	note->plan = plan_make(e, names, ids->count, &condition, condition ? 1 : 0,
	                       once ? 0 : PLAN_MERGE_EXISTS);
	return note->plan;
}

void plan_bind_ids(struct eval *e, const struct node *ids, value v)
{
	for (uint32_t i = ids->count; i > 1; i--) {
		e->slots[ids->kid[i - 1]->decl->slot] = value_second(e->s, v);
		v = value_first(e->s, v);
	}
	e->slots[ids->kid[0]->decl->slot] = v;
}

value plan_ids_value(struct eval *e, const struct node *ids)
{
	value v = e->slots[ids->kid[0]->decl->slot];
	for (uint32_t i = 1; i < ids->count; i++)
		v = value_pair(e->s, v, e->slots[ids->kid[i]->decl->slot]);
	return v;
}

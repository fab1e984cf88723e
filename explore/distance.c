/* How far a state is from one in which a predicate is true, or false: the branch distance of search-based testing (Tracey,
 * Clark, Mander, ISSTA 1998). Integers count by their difference, sets by the elements in which they differ, conjunctions by
 * what is missing. It is a guess that orders a search, and says nothing of what can be reached. */
#include "explore/inside.h"

/* It is not as it should be, and nothing tells how far it is from that. */
#define UNGRADED ((struct distance){0, 1})
#define FARTHEST ((struct distance){MOST, MOST})
#define NOTHING ((struct distance){0, 0})
enum { MOST = 1 << 30 };

static uint32_t limited(uint64_t n) { return n < MOST ? (uint32_t)n : MOST; }

static struct distance graded(uint64_t n) { return (struct distance){limited(n), 0}; }

static struct distance sum(struct distance a, struct distance b)
{
	return (struct distance){limited((uint64_t)a.graded + b.graded),
	                         limited((uint64_t)a.ungraded + b.ungraded)};
}

uint64_t distance_whole(struct distance d)
{
	enum { WEIGHT = 1000 };
	uint64_t whole = (uint64_t)d.ungraded * WEIGHT + d.graded;
	return limited(whole);
}

static struct distance least(struct distance a, struct distance b)
{
	return distance_whole(a) < distance_whole(b) ? a : b;
}

static uint32_t between(int64_t a, int64_t b)
{
	return limited(a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a);
}

/* ---- comparisons ------------------------------------------------------------------------------------ */

static bool is_integer(const struct node *n) { return n->type && n->type->kind == TYPE_INTEGER; }

static bool integer_of(struct explore *x, const struct node *n, int64_t *out)
{
	value v = eval_expression(x->eval, n);
	if (v == VALUE_NONE) return false;
	*out = value_clamped(x->values, v);
	return true;
}

static struct distance to_truth(struct explore *x, const struct node *n, bool to)
{
	return eval_predicate(x->eval, n) == (to ? EVAL_TRUE : EVAL_FALSE) ? NOTHING : UNGRADED;
}

/* From a < b, or a <= b if it is not strict. */
static uint32_t to_order(int64_t a, int64_t b, bool is_strict)
{
	bool holds = is_strict ? a < b : a <= b;
	return holds ? 0 : between(a, b) + is_strict;
}

static uint32_t to_comparison(int64_t a, int64_t b, enum op op, bool to)
{
	switch (op) {
	case OP_LESS: return to ? to_order(a, b, true) : to_order(b, a, false);
	case OP_LESS_EQUAL: return to ? to_order(a, b, false) : to_order(b, a, true);
	case OP_GREATER: return to ? to_order(b, a, true) : to_order(a, b, false);
	case OP_GREATER_EQUAL: return to ? to_order(b, a, false) : to_order(a, b, true);
	default: return (op == OP_EQUAL) == to ? between(a, b) : a == b;
	}
}

static bool is_listed(const struct explore *x, value v)
{
	if (v == VALUE_NONE || value_has_lazy(x->values, v)) return false;
	enum value_kind k = value_kind(x->values, v);
	return k == VALUE_SET || k == VALUE_INTERVAL;
}

/* How many elements of a are not in b. */
static uint32_t outside(struct explore *x, value a, value b)
{
	enum { MOST_ELEMENTS = 1000 };
	uint64_t count = value_count(x->values, a);
	uint32_t n = 0;
	for (uint64_t i = 0; i < count && i < MOST_ELEMENTS; i++)
		n += !value_in(x->values, b, value_at(x->values, a, i));
	return n;
}

static struct distance to_sets(struct explore *x, const struct node *n, bool to)
{
	bool is_equation = n->op == OP_EQUAL || n->op == OP_NOT_EQUAL;
	bool is_negated = n->op == OP_NOT_EQUAL || n->op == OP_NOT_SUBSET;
	if (is_negated == to) return to_truth(x, n, to);
	value a = eval_expression(x->eval, n->kid[0]), b = eval_expression(x->eval, n->kid[1]);
	if (!is_listed(x, a) || !is_listed(x, b)) return to_truth(x, n, to);
	return graded((uint64_t)outside(x, a, b) + (is_equation ? outside(x, b, a) : 0));
}

/* The least and the greatest number of a set of integers, as it is written. */
static bool integers_of(struct explore *x, const struct node *set, int64_t *low, int64_t *high)
{
	*high = INT64_MAX;
	switch (set->op) {
	case OP_INTERVAL: return integer_of(x, set->kid[0], low) && integer_of(x, set->kid[1], high);
	case OP_NATURAL_SET: *low = 0; return true;
	case OP_NATURAL1_SET: *low = 1; return true;
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_INT_SET:
		*low = set->op == OP_NAT_SET ? 0 : set->op == OP_NAT1_SET ? 1 : x->universe->minint;
		*high = x->universe->maxint;
		return true;
	default: return false;
	}
}

static struct distance to_member(struct explore *x, const struct node *n, bool to)
{
	int64_t low, high, a;
	if (!is_integer(n->kid[0]) || !integers_of(x, n->kid[1], &low, &high) ||
	    !integer_of(x, n->kid[0], &a))
		return to_truth(x, n, to);
	bool is_inside = a >= low && a <= high;
	if ((n->op == OP_MEMBER) == to)
		return graded(is_inside ? 0 : a < low ? between(a, low) : between(a, high));
	uint32_t below = between(a, low), above = between(a, high);
	return graded(!is_inside ? 0 : (uint64_t)(below < above ? below : above) + 1);
}

/* ---- connectives ------------------------------------------------------------------------------------ */

/* All of them are to be so, or one of them. */
static struct distance to_several(struct explore *x, const struct node *n, bool to, bool all)
{
	struct distance d = all ? NOTHING : FARTHEST;
	for (uint32_t i = 0; i < n->count; i++) {
		struct distance one = distance_to(x, n->kid[i], to);
		d = all ? sum(d, one) : least(d, one);
	}
	return d;
}

static struct distance to_implication(struct explore *x, const struct node *n, bool to)
{
	struct distance from = distance_to(x, n->kid[0], !to), other = distance_to(x, n->kid[1], to);
	return to ? least(from, other) : sum(from, other);
}

static struct distance to_equivalence(struct explore *x, const struct node *n, bool to)
{
	struct distance a = distance_to(x, n->kid[0], true), b = distance_to(x, n->kid[1], to);
	struct distance c = distance_to(x, n->kid[0], false), d = distance_to(x, n->kid[1], !to);
	return least(sum(a, b), sum(c, d));
}

struct each { /* values of quantified names */
	struct explore *x;
	const struct node *body;
	bool to, all;
	uint32_t count;
	struct distance distance;
};

static bool found_values(void *data)
{
	enum { MOST_VALUES = 64 };
	struct each *e = data;
	struct distance d = distance_to(e->x, e->body, e->to);
	e->distance = e->all ? sum(e->distance, d) : least(e->distance, d);
	return ++e->count < MOST_VALUES;
}

/* !x.(P => Q): of the values for which P is true. */
static struct distance to_forall(struct explore *x, const struct node *n, bool to)
{
	enum { STEPS = 2000, MOST_NAMES = 8 };
	const struct node *names = n->kid[0], *body = n->kid[1];
	struct decl *decls[MOST_NAMES];
	if (body->op != OP_IMPLIES || names->count > MOST_NAMES) return to_truth(x, n, to);
	for (uint32_t i = 0; i < names->count; i++) decls[i] = names->kid[i]->decl;
	struct each e = {.x = x, .body = body->kid[1], .to = to, .all = to};
	struct eval_steps before;
	e.distance = to ? NOTHING : UNGRADED;
	eval_lend_steps(x->eval, STEPS, &before);
	eval_solve(x->eval, decls, names->count, body->kid[0], true, found_values, &e);
	eval_return_steps(x->eval, &before);
	return e.distance;
}

struct distance distance_to(struct explore *x, const struct node *n, bool to)
{
	int64_t a, b;
	switch (n->op) {
	case OP_AND: return to_several(x, n, to, to);
	case OP_OR: return to_several(x, n, to, !to);
	case OP_NOT: return distance_to(x, n->kid[0], !to);
	case OP_LABEL: return distance_to(x, n->kid[0], to);
	case OP_IMPLIES: return to_implication(x, n, to);
	case OP_EQUIV: return to_equivalence(x, n, to);
	case OP_FORALL: return to_forall(x, n, to);
	case OP_MEMBER:
	case OP_NOT_MEMBER: return to_member(x, n, to);
	case OP_SUBSET:
	case OP_NOT_SUBSET: return to_sets(x, n, to);
	case OP_EQUAL:
	case OP_NOT_EQUAL:
		if (n->kid[0]->type && n->kid[0]->type->kind == TYPE_POW) return to_sets(x, n, to);
		if (!is_integer(n->kid[0])) return to_truth(x, n, to);
		break;
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
		if (!is_integer(n->kid[0])) return to_truth(x, n, to);
		break;
	default: return to_truth(x, n, to);
	}
	if (!integer_of(x, n->kid[0], &a) || !integer_of(x, n->kid[1], &b)) return UNGRADED;
	return graded(to_comparison(a, b, n->op, to));
}

/* ---- which predicates tell something ------------------------------------------------------------------- */

static bool is_graded_set(const struct node *set)
{
	switch (set->op) {
	case OP_INTERVAL:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_INT_SET: return true;
	default: return false;
	}
}

bool distance_is_graded(const struct node *n)
{
	switch (n->op) {
	case OP_AND:
	case OP_OR:
	case OP_IMPLIES:
	case OP_EQUIV: return true;
	case OP_NOT:
	case OP_LABEL: return distance_is_graded(n->kid[0]);
	case OP_FORALL: return n->kid[1]->op == OP_IMPLIES && distance_is_graded(n->kid[1]->kid[1]);
	case OP_MEMBER:
	case OP_NOT_MEMBER: return is_graded_set(n->kid[1]);
	case OP_EQUAL:
	case OP_NOT_EQUAL:
	case OP_NOT_SUBSET:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return true;
	default: return false;
	}
}

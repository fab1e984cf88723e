/* Ranges of relations and functions. */
#include "bounds/range.h"

/* A relation whose pairs have these components. */
static struct range *relation(struct ranges *x, const struct type *t, struct range *left,
                              struct range *right, uint64_t most)
{
	return range_set(x, t->a, range_pair(&x->arena, left, right), most);
}

static struct range *left_of(const struct range *r) { return range_a(range_a(r)); }
static struct range *right_of(const struct range *r) { return range_b(range_a(r)); }

/* ---- sets of relations -------------------------------------------------------------------------------- */

static uint64_t most_pairs(enum op op, uint64_t from, uint64_t to)
{
	if (op_is(op, FACT_RELATIONS)) return count_times(from, to);
	return op_is(op, FACT_INJECTIVE) ? count_least(from, to) : from;
}

static struct range *arrow(struct ranges *x, const struct node *n)
{
	struct range *from = range_of(x, n->kid[0]), *to = range_of(x, n->kid[1]);
	uint64_t most = most_pairs(n->op, range_most(from), range_most(to));
	struct range *r = relation(x, n->type->a, range_a(from), range_a(to), most);
	return range_set(x, n->type->a, r, COUNT_MANY);
}

/* ---- closures -------------------------------------------------------------------------------------------- */

static struct range *closure(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]);
	struct span times = n->op == OP_ITERATE ? range_of_number(x, n->kid[1]) : (struct span){0};
	bool may_have_identity =
	    n->op == OP_CLOSURE || (n->op == OP_ITERATE && (!times.has_low || times.low < 1));
	if (may_have_identity) return NULL;
	if (range_is_empty_set(r)) return r;
	return relation(x, n->type, left_of(r), right_of(r), COUNT_MANY);
}

/* ---- of one relation ---------------------------------------------------------------------------------------- */

static struct range *of_one(struct ranges *x, const struct node *n)
{
	const struct type *t = n->type;
	if (n->op == OP_DOM && n->kid[0]->op == OP_LAMBDA)
		return range_lambda_domain(x, n->kid[0], t->a);
	struct range *r = range_of(x, n->kid[0]);
	uint64_t most = range_most(r);
	switch (n->op) {
	case OP_DOM: return range_set(x, t->a, left_of(r), most);
	case OP_RAN: return range_set(x, t->a, right_of(r), most);
	case OP_INVERSE: return relation(x, t, right_of(r), left_of(r), most);
	case OP_IDENTITY: return relation(x, t, range_a(r), range_a(r), most);
	case OP_FNC:
		return relation(x, t, left_of(r), range_set(x, t->a->b->a, right_of(r), most), most);
	default: /* OP_REL */
		return relation(x, t, left_of(r), range_a(right_of(r)),
		                count_times(most, range_most(right_of(r))));
	}
}

/* ---- of two --------------------------------------------------------------------------------------------------- */

/* prj1(S, T): pairs (s, t) |-> s */
static struct range *projection(struct ranges *x, const struct node *n)
{
	struct range *a = range_of(x, n->kid[0]), *b = range_of(x, n->kid[1]);
	struct range *pair = range_pair(&x->arena, range_a(a), range_a(b));
	return relation(x, n->type, pair, range_a(n->op == OP_PRJ1 ? a : b),
	                count_times(range_most(a), range_most(b)));
}

static struct range *combined(struct ranges *x, const struct node *n)
{
	const struct type *t = n->type;
	struct arena *arena = &x->arena;
	struct range *a = range_of(x, n->kid[0]), *b = range_of(x, n->kid[1]);
	uint64_t most = count_times(range_most(a), range_most(b));
	switch (n->op) {
	case OP_COMPOSE: return relation(x, t, left_of(a), right_of(b), most);
	case OP_PARALLEL_PRODUCT:
		return relation(x, t, range_pair(arena, left_of(a), left_of(b)),
		                range_pair(arena, right_of(a), right_of(b)), most);
	default: /* OP_DIRECT_PRODUCT */
		return relation(x, t, range_meet(x, t->a->a, left_of(a), left_of(b)),
		                range_pair(arena, right_of(a), right_of(b)), most);
	}
}

static struct range *restricted(struct ranges *x, const struct node *n)
{
	const struct type *t = n->type;
	bool is_domain = n->op == OP_DOMAIN_RESTRICT;
	struct range *r = range_of(x, n->kid[is_domain ? 1 : 0]);
	struct range *set = range_of(x, n->kid[is_domain ? 0 : 1]);
	if (range_is_empty_set(set)) return range_empty_set(x, t->a);
	struct range *left = left_of(r), *right = right_of(r);
	if (is_domain) left = range_meet(x, t->a->a, left, range_a(set));
	else right = range_meet(x, t->a->b, right, range_a(set));
	return relation(x, t, left, right, range_most(r));
}

static struct range *image(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]);
	if (range_is_empty_set(range_of(x, n->kid[1]))) return range_empty_set(x, n->type->a);
	return range_set(x, n->type->a, right_of(r), range_most(r));
}

struct range *range_of_relation(struct ranges *x, const struct node *n)
{
	if (op_is(n->op, FACT_ARROWS)) return arrow(x, n);
	switch (n->op) {
	case OP_DOM:
	case OP_RAN:
	case OP_INVERSE:
	case OP_IDENTITY:
	case OP_FNC:
	case OP_REL: return of_one(x, n);
	case OP_PRJ1:
	case OP_PRJ2: return projection(x, n);
	case OP_IMAGE: return image(x, n);
	case OP_COMPOSE:
	case OP_PARALLEL_PRODUCT:
	case OP_DIRECT_PRODUCT: return combined(x, n);
	case OP_DOMAIN_RESTRICT:
	case OP_RANGE_RESTRICT: return restricted(x, n);
	case OP_DOMAIN_SUBTRACT: return range_of(x, n->kid[1]);
	case OP_RANGE_SUBTRACT: return range_of(x, n->kid[0]);
	case OP_OVERRIDE: return range_united(x, n);
	case OP_ITERATE:
	case OP_CLOSURE:
	case OP_CLOSURE1: return closure(x, n);
	default: return range_of_sequence(x, n);
	}
}

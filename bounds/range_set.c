/* Ranges of sets: written out, by comprehension, and made of other sets. */
#include "bounds/range.h"

static struct range *numbers(struct ranges *x, struct span s)
{
	return range_set(x, &(struct type){.kind = TYPE_INTEGER}, range_number(&x->arena, s),
	                 COUNT_MANY);
}

static struct range *interval(struct ranges *x, const struct node *n)
{
	struct span a = range_of_number(x, n->kid[0]), b = range_of_number(x, n->kid[1]);
	return numbers(x, (struct span){a.has_low, b.has_high, a.low, b.high});
}

static struct range *extension(struct ranges *x, const struct node *n)
{
	const struct type *t = n->type->a;
	struct range *all = range_of(x, n->kid[0]);
	for (uint32_t i = 1; i < n->count && all; i++)
		all = range_hull(x, t, all, range_of(x, n->kid[i]));
	return range_set(x, t, all, n->count);
}

/* ---- binders ---------------------------------------------------------------------------------------------- */

/* The bound names as one value: pairs to the left. */
static struct range *tuple(struct ranges *x, const struct node *ids)
{
	struct range *r = range_of(x, ids->kid[0]);
	for (uint32_t i = 1; i < ids->count; i++)
		r = range_pair(&x->arena, r, range_of(x, ids->kid[i]));
	return r;
}

/* The elements, or the sets of UNION and INTER, of which there are so many. */
static struct range *bound_value(struct ranges *x, const struct node *n)
{
	if (n->count < 3) return tuple(x, n->kid[0]);
	struct range *r = range_of(x, n->kid[2]);
	return n->op == OP_LAMBDA ? range_pair(&x->arena, tuple(x, n->kid[0]), r) : r;
}

static struct range *binder(struct ranges *x, const struct node *n)
{
	struct range_scope s;
	range_open(x, &s);
	range_bind_ids(x, n->kid[0]);
	bool can_hold = range_settle(x, n->kid[1]);
	struct range *r = can_hold ? bound_value(x, n) : NULL;
	uint64_t count = can_hold ? range_count_bound(x, &s) : 0;
	const struct type *t = n->type->a;
	if (n->op == OP_QUANTIFIED_UNION)
		r = range_set(x, t, range_a(r), count_times(count, range_most(r)));
	else if (n->op != OP_QUANTIFIED_INTER) r = range_set(x, t, r, count);
	range_close(x, &s);
	return r;
}

/* Of dom(%x.(P | E)) as {x | P}: whether E has a value is not asked (docs/LANGUAGE.md, definedness, rule 5). */
struct range *range_lambda_domain(struct ranges *x, const struct node *lambda, const struct type *t)
{
	struct range_scope s;
	range_open(x, &s);
	range_bind_ids(x, lambda->kid[0]);
	bool can_hold = range_settle(x, lambda->kid[1]);
	struct range *r = range_set(x, t, can_hold ? tuple(x, lambda->kid[0]) : NULL,
	                            can_hold ? range_count_bound(x, &s) : 0);
	range_close(x, &s);
	return r;
}

/* ---- sets of sets -------------------------------------------------------------------------------------------- */

static struct range *power_set(struct ranges *x, const struct node *n)
{
	struct range *set = range_of(x, n->kid[0]);
	return range_set(x, n->type->a, set, count_power_of_two(range_most(set)));
}

static struct range *general_union(struct ranges *x, const struct node *n)
{
	struct range *sets = range_of(x, n->kid[0]), *set = range_a(sets);
	return range_set(x, n->type->a, range_a(set), count_times(range_most(sets), range_most(set)));
}

static struct range *product(struct ranges *x, const struct node *n)
{
	struct range *a = range_of(x, n->kid[0]), *b = range_of(x, n->kid[1]);
	return range_set(x, n->type->a, range_pair(&x->arena, range_a(a), range_a(b)),
	                 count_times(range_most(a), range_most(b)));
}

struct range *range_united(struct ranges *x, const struct node *n)
{
	const struct type *t = n->type;
	struct range *a = range_of(x, n->kid[0]), *b = range_of(x, n->kid[1]);
	if (range_is_empty_set(a)) return b;
	if (range_is_empty_set(b)) return a;
	return range_set(x, t->a, range_hull(x, t->a, range_a(a), range_a(b)),
	                 count_plus(range_most(a), range_most(b)));
}

struct range *range_of_set(struct ranges *x, const struct node *n)
{
	switch (n->op) {
	case OP_BOOL_SET: return range_set(x, n->type->a, NULL, 2);
	case OP_NATURAL_SET: return numbers(x, span_from(0));
	case OP_NATURAL1_SET: return numbers(x, span_from(1));
	case OP_INT_SET: return numbers(x, span_between(x->minint, x->maxint));
	case OP_NAT_SET: return numbers(x, span_between(0, x->maxint));
	case OP_NAT1_SET: return numbers(x, span_between(1, x->maxint));
	case OP_EMPTY_SET:
	case OP_EMPTY_SEQ: return range_empty_set(x, n->type->a);
	case OP_INTERVAL: return interval(x, n);
	case OP_SET: return extension(x, n);
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return binder(x, n);
	case OP_UNION: return range_united(x, n);
	case OP_INTER: return range_meet(x, n->type, range_of(x, n->kid[0]), range_of(x, n->kid[1]));
	case OP_DIFFERENCE: return range_of(x, n->kid[0]);
	case OP_PRODUCT: return product(x, n);
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1: return power_set(x, n);
	case OP_GENERAL_UNION: return general_union(x, n);
	case OP_GENERAL_INTER: return range_a(range_of(x, n->kid[0]));
	default: return range_of_relation(x, n);
	}
}

/* Ranges of expressions that are integers. */
#include "bounds/range.h"

static struct span arithmetic(struct ranges *x, const struct node *n)
{
	struct span a = range_of_number(x, n->kid[0]), b = range_of_number(x, n->kid[1]);
	switch (n->op) {
	case OP_ADD: return span_add(a, b);
	case OP_MINUS: return span_subtract(a, b);
	case OP_DIVIDE: return span_divide(a, b);
	case OP_MOD: return span_modulo(a, b);
	default: return span_power(a, b);
	}
}

/* max({a, b}) is at least each of them, max(a..b) is b. */
static struct span extremum(struct ranges *x, const struct node *n)
{
	const struct node *set = n->kid[0];
	bool is_max = n->op == OP_MAX;
	if (set->op == OP_INTERVAL) return range_of_number(x, set->kid[is_max ? 1 : 0]);
	if (set->op != OP_SET) return range_span(range_a(range_of(x, set)));
	struct span s = range_of_number(x, set->kid[0]);
	for (uint32_t i = 1; i < set->count; i++) {
		struct span other = range_of_number(x, set->kid[i]);
		s = is_max ? span_max(s, other) : span_min(s, other);
	}
	return s;
}

static struct span cardinality(struct ranges *x, const struct node *set)
{
	struct span s = span_of_count(range_most(range_of(x, set)));
	if (set->op == OP_SET) return span_meet(s, span_from(1));
	if (set->op != OP_INTERVAL) return s;
	struct span length =
	    span_subtract(range_of_number(x, set->kid[1]), range_of_number(x, set->kid[0]));
	return span_max(span_one(0), span_add(length, span_one(1)));
}

/* SIGMA and PI */
static struct span sum(struct ranges *x, const struct node *n)
{
	struct range_scope s;
	struct span term = span_none();
	uint64_t count = 0;
	range_open(x, &s);
	range_bind_ids(x, n->kid[0]);
	if (range_settle(x, n->kid[1])) {
		term = range_of_number(x, n->kid[2]);
		count = range_count_bound(x, &s);
	}
	range_close(x, &s);
	return n->op == OP_SIGMA ? span_sum(term, count) : span_product(term, count);
}

static struct span integer(struct ranges *x, const struct node *n)
{
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER: return arithmetic(x, n);
	case OP_TIMES: return range_product(x, n);
	case OP_NEGATE: return span_negate(range_of_number(x, n->kid[0]));
	case OP_MAXINT: return span_one(x->maxint);
	case OP_MININT: return span_one(x->minint);
	case OP_MAX:
	case OP_MIN: return extremum(x, n);
	case OP_CARD: return cardinality(x, n->kid[0]);
	case OP_SIGMA:
	case OP_PI: return sum(x, n);
	case OP_SIZE: return range_size(range_of(x, n->kid[0]));
	case OP_SIZET:
		return span_meet(span_of_count(range_most(range_of(x, n->kid[0]))), span_from(1));
	case OP_ARITY: return span_from(0);
	default: return span_from(1);
	}
}

struct range *range_of_integer(struct ranges *x, const struct node *n)
{
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
	case OP_TIMES:
	case OP_DIVIDE:
	case OP_MOD:
	case OP_POWER:
	case OP_NEGATE:
	case OP_SIGMA:
	case OP_PI:
	case OP_MAX:
	case OP_MIN:
		/* not of reals */
		return n->type->kind == TYPE_INTEGER ? range_number(&x->arena, integer(x, n)) : NULL;
	case OP_MAXINT:
	case OP_MININT:
	case OP_CARD:
	case OP_SIZE:
	case OP_SIZET:
	case OP_ARITY:
	case OP_RANK: return range_number(&x->arena, integer(x, n));
	default: return range_of_set(x, n);
	}
}

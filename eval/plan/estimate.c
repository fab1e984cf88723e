/* About how many values a type or a set has. What is chosen by it is the order of things, never a result: numbers that
 * matter are counted (base/count.c, value/algebra_count.c, lazy/lazy_count.c). */
#include "eval/inside.h"

#include <math.h>

double estimate_type(struct eval *e, const struct type *t)
{
	switch (t->kind) {
	case TYPE_BOOL: return 2;
	case TYPE_GIVEN:
		if (t->decl->kind == DECL_FREETYPE)
			return finite_type(t) == CARD_SOME ? (double)t->decl->element_count : (double)INFINITY;
		return e->u->sets.at[universe_number(e->u, t->decl)].size;
	case TYPE_POW: return pow(2, estimate_type(e, t->a));
	case TYPE_PAIR: return estimate_type(e, t->a) * estimate_type(e, t->b);
	case TYPE_RECORD: {
		double size = 1;
		for (uint32_t i = 0; i < t->count; i++) size *= estimate_type(e, t->fields[i].type);
		return size;
	}
	default: return INFINITY;
	}
}

/* ---- sets ------------------------------------------------------------------------------------- */

/* Of what is not known yet. */
enum { OF_NAME = 20, OF_EXPRESSION = 25, OF_INTERVAL = 30, OF_TREES = 1000 };
/* Exponents end here, so that products of large estimates are still numbers. */
enum { MOST_IN_POWER = 40, MOST_IN_RELATION = 60, MOST_ARGUMENTS = 20 };

static double of_interval(const struct node *n)
{
	int64_t low, high;
	if (!generator_literal(n->kid[0], &low) || !generator_literal(n->kid[1], &high))
		return OF_INTERVAL;
	return fmax(0, (double)(high - low + 1));
}

/* Of a set that is too large to be listed, by the way it is written. */
static double of_large(struct eval *e, value v)
{
	struct lazy_frame f;
	lazy_enter(e, v, &f);
	double size = estimate_set(e, f.node);
	lazy_leave(e, &f);
	return size;
}

static double of_name(struct eval *e, const struct decl *d)
{
	value v = e->slots[slot_of(e, d)];
	if (v == VALUE_NONE) return OF_NAME;
	if (lazy_is_large(e, v)) return of_large(e, v);
	return value_kind(e->s, v) == VALUE_LAZY ? OF_NAME : (double)value_count(e->s, v) + 1;
}

static double of_records(struct eval *e, const struct node *fields)
{
	double size = 1;
	for (uint32_t i = 0; i < fields->count; i++) size *= estimate_set(e, fields->kid[i]->kid[0]);
	return size;
}

/* Sets of sets and relations. */
static double of_family(struct eval *e, const struct node *n)
{
	double a = estimate_set(e, n->kid[0]);
	if (op_is(n->op, FACT_POWERS)) return pow(2, fmin(MOST_IN_POWER, a));
	double b = estimate_set(e, n->kid[1]);
	if (op_is(n->op, FACT_RELATIONS)) return pow(2, fmin(MOST_IN_RELATION, a * b));
	return pow(b + 1, fmin(MOST_ARGUMENTS, a));
}

double estimate_set(struct eval *e, const struct node *set)
{
	if (op_is(set->op, FACT_POWERS | FACT_RELATIONS | FACT_FUNCTIONS)) return of_family(e, set);
	if (op_is(set->op, FACT_TREES)) return OF_TREES;
	switch (set->op) {
	case OP_EMPTY_SET: return 0;
	case OP_SET: return set->count;
	case OP_BOOL_SET: return 2;
	case OP_INTERVAL: return of_interval(set);
	case OP_ID: return of_name(e, set->decl);
	case OP_DOM:
	case OP_RAN: return estimate_set(e, set->kid[0]);
	case OP_UNION: return estimate_set(e, set->kid[0]) + estimate_set(e, set->kid[1]);
	case OP_PRODUCT: return estimate_set(e, set->kid[0]) * estimate_set(e, set->kid[1]);
	case OP_STRUCT: return of_records(e, set);
	default: return OF_EXPRESSION;
	}
}

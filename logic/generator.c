/* Conjuncts as generators of values: the only place that knows by which forms a conjunct says what a name may be. */
#include "logic/logic.h"

/* By which the elements of these sets are bounded, from below or above. */
static struct generator bound_by_set(const struct node *c, uint32_t number)
{
	const struct node *set = c->kid[1];
	bool is_low = number == 1, is_high = number == 2;
	struct generator s = {.kind = is_low ? GENERATOR_LEAST : GENERATOR_MOST,
	                      .number = number,
	                      .conjunct = c,
	                      .of = c->kid[0],
	                      .end = GENERATOR_MAXINT};
	switch (set->op) {
	case OP_INTERVAL:
		if (is_low || is_high) s.from = set->kid[number - 1];
		break;
	case OP_NATURAL_SET:
	case OP_NAT_SET:
		if (is_low) s.end = GENERATOR_ZERO;
		break;
	case OP_NATURAL1_SET:
	case OP_NAT1_SET:
		if (is_low) s.end = GENERATOR_ONE;
		break;
	case OP_INT_SET:
		if (is_low) s.end = GENERATOR_MININT;
		break;
	default: return (struct generator){0};
	}
	bool is_open = set->op == OP_NATURAL_SET || set->op == OP_NATURAL1_SET;
	return is_low || (is_high && !is_open) ? s : (struct generator){0};
}

static struct generator reading(enum generator_kind kind, uint32_t number, const struct node *c,
                                const struct node *of, const struct node *from)
{
	return (struct generator){
	    .kind = kind, .number = number, .conjunct = c, .of = of, .from = from};
}

static struct generator comparison(const struct node *c, uint32_t number)
{
	bool is_less = c->op == OP_LESS || c->op == OP_LESS_EQUAL;
	enum generator_kind kind = is_less == (number == 0) ? GENERATOR_MOST : GENERATOR_LEAST;
	struct generator s = reading(kind, number, c, c->kid[number], c->kid[1 - number]);
	s.is_strict = c->op == OP_LESS || c->op == OP_GREATER;
	return s;
}

struct generator generator_reading(const struct node *c, uint32_t number)
{
	const struct node *a = c->count ? c->kid[0] : NULL;
	switch (c->op) {
	case OP_EQUAL:
		if (number < 2)
			return reading(GENERATOR_EQUAL, number, c, c->kid[number], c->kid[1 - number]);
		break;
	case OP_MEMBER:
		if (number == 0) return reading(GENERATOR_IN, number, c, a, c->kid[1]);
		return bound_by_set(c, number);
	case OP_SUBSET:
	case OP_STRICT_SUBSET:
		if (number > 0) break;
		if (c->op == OP_SUBSET && a->op == OP_SET && a->count == 1)
			return reading(GENERATOR_IN, number, c, a->kid[0], c->kid[1]);
		return reading(c->op == OP_SUBSET ? GENERATOR_SUBSET : GENERATOR_PROPER_SUBSET, number, c,
		               a, c->kid[1]);
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
		if (number < 2) return comparison(c, number);
		break;
	case OP_PARTITION:
		if (number + 1 < c->count)
			return reading(GENERATOR_PART, number, c, c->kid[number + 1], c->kid[0]);
		break;
	default: break;
	}
	return (struct generator){0};
}

const struct node *generator_equal(const struct node *c, const struct decl *x)
{
	for (uint32_t side = 0; c->op == OP_EQUAL && side < 2; side++)
		if (mention_is_name(c->kid[side], x) && !node_mentions(c->kid[1 - side], x))
			return c->kid[1 - side];
	return NULL;
}

bool generator_is_family(enum op op) { return op == OP_STRUCT || op_is(op, FACT_FAMILIES); }

const struct node *generator_whole(struct arena *a, const struct node *family)
{
	const struct node *set = family;
	if (op_is(set->op, FACT_POWERS)) return set->kid[0];
	if (!op_is(set->op, FACT_ARROWS)) return NULL;
	return build_typed(a, OP_PRODUCT, set->pos, set->type->a, set->kid[0], set->kid[1]);
}

/* ---- x : {y | P} ------------------------------------------------------------------------------------- */

/* [x := E] P and x$0 are about names as they are written. */
static bool can_be_renamed(const struct node *n)
{
	if (n->op == OP_SUBSTITUTED || n->op == OP_OLD) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!can_be_renamed(n->kid[i])) return false;
	return true;
}

const struct node *generator_body(struct arena *a, const struct node *n)
{
	if (n->op != OP_MEMBER || n->kid[0]->op != OP_ID) return NULL;
	const struct node *set = n->kid[1];
	if (set->op == OP_DOM && set->kid[0]->op == OP_LAMBDA) set = set->kid[0];
	else if (set->op != OP_COMPREHENSION || set->count != 2) return NULL;
	const struct node *ids = set->kid[0], *p = set->kid[1];
	if (ids->count != 1 || !defined_may_fail(p) || !can_be_renamed(p)) return NULL;
	struct substitute copies = {.arena = a};
	const struct replacement *now = substitute_put(a, NULL, ids->kid[0]->decl, n->kid[0]);
	const struct node *body = substitute_in(&copies, p, now, NULL);
	return copies.gives_up ? NULL : body;
}

/* ---- linear equations ---------------------------------------------------------------------------------- */

bool generator_literal(const struct node *n, int64_t *out)
{
	if (n->op == OP_NEGATE && generator_literal(n->kid[0], out)) {
		*out = -*out;
		return true;
	}
	size_t digits = n->op == OP_NUMBER ? strspn(n->name, "0123456789") : 0;
	if (digits == 0 || digits > 9 || n->name[digits]) return false; /* not 0xFF */
	*out = strtoll(n->name, NULL, 10);
	return true;
}

/* Adds the coefficient of x in n, times `times`; false if it has none. */
static bool coefficient(const struct node *n, const struct decl *x, int64_t times, int64_t *sum)
{
	int64_t factor, product;
	if (mention_is_name(n, x)) return !__builtin_add_overflow(*sum, times, sum);
	if (!mention_now(n, x)) return true;
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
		return coefficient(n->kid[0], x, times, sum) &&
		       coefficient(n->kid[1], x, n->op == OP_ADD ? times : -times, sum);
	case OP_NEGATE: return coefficient(n->kid[0], x, -times, sum);
	case OP_TIMES:
		for (int side = 0; side < 2; side++)
			if (generator_literal(n->kid[side], &factor))
				return !__builtin_mul_overflow(times, factor, &product) && product != INT64_MIN &&
				       coefficient(n->kid[1 - side], x, product, sum);
		return false;
	default: return false;
	}
}

int64_t generator_coefficient(const struct node *left, const struct node *right,
                              const struct decl *x)
{
	int64_t sum = 0;
	bool ok = coefficient(left, x, 1, &sum) && coefficient(right, x, -1, &sum);
	return ok ? sum : 0;
}

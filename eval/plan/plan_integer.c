/* Integers: bounds that comparisons give, and linear equations. */
#include "eval/plan/plan_make.h"

/* ---- bounds of integers ------------------------------------------------------------------------ */

static void add_bound(struct bounds *b, const struct node *n, int64_t plus, bool is_low)
{
	bool is_sure = !n || !defined_may_fail(n);
	VEC_PUSH(&b->list, (struct bound){n, plus, is_low});
	*(is_low ? &b->has_low : &b->has_high) = true;
	if (is_sure) *(is_low ? &b->is_low_sure : &b->is_high_sure) = true;
}

/* n op x, with x on the right side of the sign if `swapped` */
static void bound_of(struct maker *m, const struct node *n, const struct unknown *u,
                     struct bounds *b)
{
	if (n->op == OP_MEMBER && plan_unknown(m, n->kid[0]) == u) {
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
		if (plan_unknown(m, x) != u || plan_is_open(m, other)) continue;
		bool is_low = greater == (side == 0);
		add_bound(b, other, is_low ? strict : -strict, is_low);
	}
}

struct bounds plan_bounds(struct maker *m, const struct unknown *u)
{
	struct bounds b = {0};
	for (uint32_t i = 0; i < u->in_count; i++) {
		const struct conjunct *c = &m->conjuncts.at[u->in[i]];
		if (!c->is_done && !c->is_hint) bound_of(m, c->node, u, &b);
	}
	return b;
}

/* ---- linear equations -------------------------------------------------------------------------- */

bool plan_literal(const struct node *n, int64_t *out)
{
	if (n->op == OP_NEGATE && plan_literal(n->kid[0], out)) {
		*out = -*out;
		return true;
	}
	size_t digits = n->op == OP_NUMBER ? strspn(n->name, "0123456789") : 0;
	if (digits == 0 || digits > 9 || n->name[digits]) return false; /* not 0xFF */
	*out = strtoll(n->name, NULL, 10);
	return true;
}

bool plan_mentions_now(const struct node *n, const struct decl *x)
{
	if (n->op == OP_ID && n->decl == x) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (plan_mentions_now(n->kid[i], x)) return true;
	return false;
}

/* Adds the coefficient of x in n, times `times`; false if it has none. */
static bool coefficient(const struct node *n, const struct decl *x, int64_t times, int64_t *sum)
{
	int64_t factor, product;
	if (n->op == OP_ID && n->decl == x) return !__builtin_add_overflow(*sum, times, sum);
	if (!plan_mentions_now(n, x)) return true;
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
		return coefficient(n->kid[0], x, times, sum) &&
		       coefficient(n->kid[1], x, n->op == OP_ADD ? times : -times, sum);
	case OP_NEGATE: return coefficient(n->kid[0], x, -times, sum);
	case OP_TIMES:
		for (int side = 0; side < 2; side++)
			if (plan_literal(n->kid[side], &factor))
				return !__builtin_mul_overflow(times, factor, &product) && product != INT64_MIN &&
				       coefficient(n->kid[1 - side], x, product, sum);
		return false;
	default: return false;
	}
}

int64_t plan_coefficient(const struct node *left, const struct node *right, const struct decl *x)
{
	int64_t sum = 0;
	bool ok = coefficient(left, x, 1, &sum) && coefficient(right, x, -1, &sum);
	return ok ? sum : 0;
}

int64_t eval_coefficient(const struct node *n, const struct decl *x)
{
	return plan_coefficient(n->kid[0], n->kid[1], x);
}

/* 3 * x + a = b - x, where x is all that is not known */
void plan_offer_linear(struct maker *m, uint32_t i, struct candidate *best)
{
	const struct node *n = m->conjuncts.at[i].node;
	if (n->kid[0]->type->kind != TYPE_INTEGER) return;
	struct unknown *u = plan_only_unknown(m, n);
	if (!u || u->decl->type->kind != TYPE_INTEGER || eval_coefficient(n, u->decl) == 0) return;
	plan_offer(best, (struct candidate){0.5, i, STEP_LINEAR, NULL, n, u, false, NULL});
}

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

/* Bounds that are written, and 0 and 1 of sets without an end: other sets give values themselves. */
static void add_bounds(struct maker *m, const struct node *n, const struct unknown *u,
                       struct bounds *b)
{
	EACH_GENERATOR(s, n) {
		bool is_low = s.kind == GENERATOR_LEAST;
		if ((!is_low && s.kind != GENERATOR_MOST) || plan_unknown(m, s.of) != u) continue;
		if (n->op == OP_MEMBER) {
			bool is_endless = n->kid[1]->op == OP_NATURAL_SET || n->kid[1]->op == OP_NATURAL1_SET;
			if (is_endless) add_bound(b, NULL, s.end == GENERATOR_ONE, true);
		} else if (!plan_is_open(m, s.from)) {
			add_bound(b, s.from, is_low ? s.is_strict : -s.is_strict, is_low);
		}
	}
}

struct bounds plan_bounds(struct maker *m, const struct unknown *u)
{
	struct bounds b = {0};
	for (uint32_t i = 0; i < u->in_count; i++) {
		const struct conjunct *c = &m->conjuncts.at[u->in[i]];
		if (!c->is_done && !c->is_hint) add_bounds(m, c->node, u, &b);
	}
	return b;
}

/* ---- linear equations -------------------------------------------------------------------------- */

/* 3 * x + a = b - x, where x is all that is not known */
void plan_offer_linear(struct maker *m, uint32_t i, struct candidate *best)
{
	const struct node *n = m->conjuncts.at[i].node;
	if (n->kid[0]->type->kind != TYPE_INTEGER) return;
	struct unknown *u = plan_only_unknown(m, n);
	if (!u || u->decl->type->kind != TYPE_INTEGER ||
	    generator_coefficient(n->kid[0], n->kid[1], u->decl) == 0)
		return;
	plan_offer(best, (struct candidate){0.5, i, STEP_LINEAR, NULL, n, u, false, NULL});
}

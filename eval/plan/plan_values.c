/* Functions and relations into an infinite set whose values are known otherwise: f : A --> INTEGER & ran(f) = E says f : A --> E, which
 * can be listed. */
#include "eval/plan/plan_make.h"

/* E in ran(f) = E or ran(f) <: E, if f need not be known for it; else NULL. */
static const struct node *values_in(struct maker *m, const struct node *n, const struct decl *f)
{
	EACH_GENERATOR(s, n) {
		bool fits = (s.kind == GENERATOR_EQUAL || s.kind == GENERATOR_SUBSET) && s.from &&
		            s.of->op == OP_RAN && mention_is_name(s.of->kid[0], f);
		if (!fits || node_mentions(s.from, f) || plan_is_doubtful(m->e, s.from)) continue;
		if (!plan_is_infinite_set(m, s.from)) return s.from;
	}
	return NULL;
}

static bool is_into_endless(struct maker *m, const struct node *n)
{
	if (n->op != OP_MEMBER || !op_is(n->kid[1]->op, FACT_ARROWS)) return false;
	return !op_is(n->kid[1]->op, FACT_SURJECTIVE) && plan_unknown(m, n->kid[0]) &&
	       plan_is_infinite_set(m, n->kid[1]->kid[1]) && !plan_is_doubtful(m->e, n->kid[1]);
}

/* The two conjuncts stay as tests: this one only says where the values are. */
void plan_add_values(struct maker *m)
{
	uint32_t count = m->conjuncts.count;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = m->conjuncts.at[i].node, *values = NULL;
		if (!is_into_endless(m, n)) continue;
		for (uint32_t k = 0; k < count && !values; k++)
			values = values_in(m, m->conjuncts.at[k].node, n->kid[0]->decl);
		if (!values) continue;
		const struct node *set =
		    plan_synthetic(m, n->kid[1]->op, n->kid[1], n->kid[1]->kid[0], values);
		const struct node *hint = plan_synthetic(m, OP_MEMBER, n, n->kid[0], set);
		VEC_PUSH(&m->conjuncts, (struct conjunct){.node = hint, .is_hint = true});
	}
}

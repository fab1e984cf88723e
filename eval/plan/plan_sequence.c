/* Sequences of a known length: x : seq(S) & size(x) = n says x : 1..n --> S, which can be listed, and
 * perm(S) is 1..card(S) >->> S. Trees of a known size can be listed, too: x : tree(S) & sizet(x) <= n
 * gives the conjunct x : tree(S, n), which has no other meaning than that. */
#include "eval/plan/plan_make.h"

static bool is_size_of(const struct node *n, const struct decl *x)
{
	return (n->op == OP_SIZE || n->op == OP_SIZET || n->op == OP_CARD) &&
	       mention_is_name(n->kid[0], x);
}

/* E in size(x) = E, in either order; if wanted also in size(x) <= E, E > size(x), ...; NULL if it is no such conjunct. */
static const struct node *length_in(const struct node *n, const struct decl *x, bool may_be_less)
{
	EACH_GENERATOR(s, n) {
		bool fits =
		    s.kind == GENERATOR_EQUAL || (may_be_less && s.kind == GENERATOR_MOST && s.from);
		if (fits && is_size_of(s.of, x) && !node_mentions(s.from, x)) return s.from;
	}
	return NULL;
}

static const struct node *from_one(struct maker *m, const struct node *x, const struct node *length)
{
	struct arena *a = &m->e->arena;
	struct node *one = build_leaf(a, OP_NUMBER, length->pos, length->type);
	one->name = "1";
	return build_typed(a, OP_INTERVAL, length->pos, build_power_type(a, x->type->a->a), one,
	                   length);
}

/* The two conjuncts stay as tests: this one only says where the values are. */
static void add_hint(struct maker *m, const struct node *n, const struct node *length)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	if (plan_is_doubtful(m->e, length) || plan_is_doubtful(m->e, set)) return;
	const struct node *of_size =
	    op_is(set->op, FACT_TREES)
	        ? plan_synthetic(m, set->op, set, set->kid[0], length)
	        : plan_synthetic(m, OP_TOTAL_FUNCTIONS, set, from_one(m, x, length), set->kid[0]);
	const struct node *hint = plan_synthetic(m, OP_MEMBER, n, x, of_size);
	VEC_PUSH(&m->conjuncts, (struct conjunct){.node = hint, .is_hint = true});
}

void plan_add_sequences(struct maker *m)
{
	uint32_t count = m->conjuncts.count;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = m->conjuncts.at[i].node;
		bool fits =
		    n->op == OP_MEMBER && finite_is_endless(n->kid[1]) && plan_unknown(m, n->kid[0]);
		const struct node *length = NULL;
		for (uint32_t k = 0; fits && k < count && !length; k++) {
			const struct node *c = m->conjuncts.at[k].node;
			length = length_in(c, n->kid[0]->decl, op_is(n->kid[1]->op, FACT_TREES));
		}
		if (length) add_hint(m, n, length);
	}
}

const struct node *plan_permutations(struct maker *m, const struct node *x, const struct node *set)
{
	const struct node *size =
	    build_typed(&m->e->arena, OP_CARD, set->pos, x->type->a->a, set->kid[0], NULL);
	return plan_synthetic(m, OP_TOTAL_BIJECTIONS, set, from_one(m, x, size), set->kid[0]);
}

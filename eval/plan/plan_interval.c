/* The ends of an interval that is known as a set: S = p..q & p <= q says that p and q are elements of S. Without p <= q
 * the interval may be empty, and then the ends may be anywhere. */
#include "eval/plan/plan_make.h"

/* Does it say p <= q, or more? */
static bool orders(const struct node *n, const struct node *p, const struct node *q)
{
	switch (n->op) {
	case OP_LESS:
	case OP_LESS_EQUAL: return node_same(n->kid[0], p) && node_same(n->kid[1], q);
	case OP_GREATER:
	case OP_GREATER_EQUAL: return node_same(n->kid[0], q) && node_same(n->kid[1], p);
	default: return false;
	}
}

static bool is_ordered(const struct maker *m, uint32_t count, const struct node *interval)
{
	for (uint32_t i = 0; i < count; i++)
		if (orders(m->conjuncts.at[i].node, interval->kid[0], interval->kid[1])) return true;
	return false;
}

/* The conjuncts stay as tests: this one only says where the values are. */
static void add_ends(struct maker *m, const struct node *n, const struct node *interval,
                     const struct node *set)
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *end = interval->kid[i];
		if (!plan_unknown(m, end)) continue;
		const struct node *hint = plan_synthetic(m, OP_MEMBER, n, end, set);
		VEC_PUSH(&m->conjuncts, (struct conjunct){.node = hint, .is_hint = true});
	}
}

void plan_add_intervals(struct maker *m)
{
	uint32_t count = m->conjuncts.count;
	for (uint32_t i = 0; i < count; i++) {
		const struct node *n = m->conjuncts.at[i].node;
		for (uint32_t side = 0; side < 2 && n->op == OP_EQUAL; side++) {
			const struct node *interval = n->kid[side], *set = n->kid[1 - side];
			bool fits = interval->op == OP_INTERVAL && !plan_is_doubtful(m->e, set);
			if (fits && is_ordered(m, count, interval)) add_ends(m, n, interval, set);
		}
	}
}

/* Parts of invariant conjuncts: is an implication ever more than true by its left side, does each alternative of a disjunction carry it alone
 * somewhere, is there ever something that `for all` speaks of? */
#include "cover/inside.h"

struct alternatives {
	const struct node **at;
	uint32_t count, room;
};

static void add_part(struct cover *c, const struct node *conjunct, enum cover_part_kind kind,
                     const struct node *node, const struct node *holds)
{
	struct cover_part part = {.kind = kind, .conjunct = conjunct, .node = node, .holds = holds};
	VEC_PUSH(&c->parts, part);
}

static void add_alternatives(const struct node *n, struct alternatives *out)
{
	if (n->op != OP_OR) {
		VEC_PUSH(out, n);
		return;
	}
	for (uint32_t i = 0; i < n->count; i++) add_alternatives(n->kid[i], out);
}

/* own & not(others) */
static const struct node *only_true(struct cover *c, const struct alternatives *all, uint32_t own)
{
	const struct node **parts = ARENA_ARRAY(&c->arena, all->count, const struct node *);
	for (uint32_t i = 0; i < all->count; i++)
		parts[i] = i == own ? all->at[i] : build_not(&c->arena, all->at[i]);
	return build_and(&c->arena, all->at[own]->pos, all->count, parts);
}

static void collect_disjunction(struct cover *c, const struct node *conjunct)
{
	struct alternatives all = {0};
	add_alternatives(conjunct, &all);
	for (uint32_t i = 0; i < all.count; i++)
		add_part(c, conjunct, COVER_ONLY_TRUE, all.at[i], only_true(c, &all, i));
	VEC_CLEAR(&all);
}

static void collect(struct cover *c, const struct node *n)
{
	if (n->op == OP_IMPLIES) add_part(c, n, COVER_LEFT_SIDE, n->kid[0], n->kid[0]);
	if (n->op == OP_OR) collect_disjunction(c, n);
	if (n->op != OP_FORALL || n->kid[1]->op != OP_IMPLIES) return;
	const struct node *left = n->kid[1]->kid[0];
	add_part(c, n, COVER_INSTANCE, left,
	         build_op(&c->arena, OP_EXISTS, left->pos, n->kid[0], left));
}

void invariants_collect(struct cover *c, const struct explore *x)
{
	const struct node *n;
	name label;
	for (uint32_t i = 0; (n = explore_invariant(x, i, &label)); i++) collect(c, n);
}

void invariants_look(const struct cover *c, struct eval *e, enum truth *out)
{
	for (uint32_t i = 0; i < c->parts.count; i++) out[i] = eval_predicate(e, c->parts.at[i].holds);
}

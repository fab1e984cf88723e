/* Unknown trees. A tree with n nodes has only paths whose ranks add up to less than n, of which there are
 * 2^(n-1); a binary one with k nodes that have sons has a depth of at most k. */
#include "encode/unknown/unknown.h"

struct unknown_growing {
	enc e;
	const struct node *set;
	const struct range *label;
	struct parts out;
};

/* With `left` for the ranks further down, or so many levels of a binary tree. */
static void grow(struct unknown_growing *g, value path, uint32_t depth, uint32_t left, lit has)
{
	enc e = g->e;
	struct sym *label = unknown_in(e, g->set->kid[0], g->label);
	if (label->kind == SYM_UNDEFINED) return;
	enc_tick(e, g->set->pos);
	parts_push(e, &g->out, sym_pair(e, sym_ground(e, path), label), has);
	bool is_binary = g->set->op == OP_BTREE;
	uint32_t most = !is_binary ? left : left ? 2 : 0;
	value at = value_integer(e->s, depth + 1);
	lit before = has;
	for (uint32_t rank = 1; rank <= most; rank++) {
		lit next = is_binary && rank == 2 ? before : circuit_input(e->c);
		circuit_require(e->c, circuit_implies(e->c, next, before));
		value son = algebra_update(e->s, path, at, value_integer(e->s, rank));
		grow(g, son, depth + 1, is_binary ? left - 1 : left - rank, next);
		before = next;
	}
}

/* From the number of nodes, at least 1. */
static uint64_t left_for(const struct node *set, uint64_t nodes)
{
	return set->op == OP_BTREE ? (nodes - 1) / 2 : nodes - 1;
}

struct sym *unknown_tree(enc e, const struct node *set, const struct range *r)
{
	enum { MOST = 8, USUAL = 6, SPARSE = 2 };
	struct unknown_growing g = {.e = e, .set = set, .label = r && r->a ? r->a->b : NULL};
	bool is_bounded = r && r->has_most;
	if (is_bounded && r->most == 0) return e->undefined;
	uint64_t nodes = is_bounded ? r->most : trees_usual_nodes(e->u, set->op == OP_BTREE);
	uint64_t left = left_for(set, nodes), most = is_bounded ? MOST : USUAL;
	if (set->op == OP_BTREE) most -= 2; /* 2^most paths, here as well */
	if (e->is_sparse) most = SPARSE;
	if (!is_bounded || left > most) e->was_cut = true;
	grow(&g, value_empty(e->s), 0, (uint32_t)(left > most ? most : left), LIT_TRUE);
	return g.out.count ? set_of_parts(e, &g.out, set->type->a) : e->undefined;
}

struct tree_listing {
	enc e;
	struct cases *out;
};

static bool list_tree(void *data, value tree)
{
	struct tree_listing *l = data;
	enc_tick(l->e, (struct pos){0});
	cases_push(l->e, l->out, tree, LIT_TRUE);
	return true;
}

/* As candidates they are listed, the smaller ones first. */
bool unknown_trees(enc e, const struct node *set, const struct range *r, struct cases *out)
{
	struct cases of = {0};
	struct tree_listing l = {e, out};
	bool is_binary = set->op == OP_BTREE, is_bounded = r && r->has_most;
	if (!unknown_candidates(e, set->kid[0], r && r->a ? r->a->b : NULL, &of)) return false;
	if (of.count == 0) return true;
	value labels = value_set(e->s, of.values, of.count);
	uint64_t most = is_bounded ? r->most : trees_usual_nodes(e->u, is_binary);
	if (!is_bounded) e->was_cut = true;
	for (uint32_t nodes = 1; nodes <= most; nodes++) {
		double count = trees_count(of.count, is_binary, nodes);
		if (out->count + count > e->limits.most_subsets || nodes > TREES_MOST_NODES) {
			e->was_cut = true;
			return nodes > 1;
		}
		if (count > 0) trees_list(e->s, labels, is_binary, nodes, list_tree, &l);
	}
	return true;
}

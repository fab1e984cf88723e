/* Trees, as in the B-Book 3.10 and the manual of Atelier B: functions from paths to labels, where a
 * path is the sequence of the ranks of the sons that lead to a node, and [] is the root.
 *
 * Sorted by their paths, the nodes come in prefix order: a node stands before its sons, and what
 * follows it with longer paths is its subtree. All operators are one walk along that array. */
#include "value/algebra.h"

struct tree_node {
	value path, label;
	const value *steps;                  /* [0 .. depth-1] the pairs of the path */
	uint32_t depth, rank, arity, father; /* the root: rank 0 */
};

struct tree {
	struct tree_node *at;  /* [0 .. count-1] in prefix order */
	uint32_t count, depth; /* the greatest one */
};

struct tree_paths { /* of the values in */
	const struct values *s;
};

static int by_path(const void *a, const void *b, void *data)
{
	const struct tree_node *p = a, *q = b;
	const struct values *s = ((const struct tree_paths *)data)->s;
	uint32_t shorter = p->depth < q->depth ? p->depth : q->depth;
	for (uint32_t i = 0; i < shorter; i++)
		if (p->steps[i] != q->steps[i])
			return value_order(s, value_right(s, p->steps[i]), value_right(s, q->steps[i]));
	return p->depth < q->depth ? -1 : p->depth > q->depth;
}

/* Is what was sorted a tree: is each node the next son of a node before it? */
static bool link_nodes(const struct values *s, struct tree *t)
{
	uint32_t *open =
	    memory_zeroed((size_t)t->depth + 1, sizeof *open); /* [depth] the last node there */
	bool is_tree = t->count && !t->at[0].depth;
	for (uint32_t i = 1; i < t->count && is_tree; i++) {
		struct tree_node *n = &t->at[i];
		is_tree = n->depth && n->depth <= t->at[i - 1].depth + 1;
		if (!is_tree) break;
		n->father = open[n->depth - 1];
		struct tree_node *father = &t->at[n->father];
		n->rank = ++father->arity;
		is_tree =
		    value_clamped(s, value_right(s, n->steps[n->depth - 1])) == n->rank &&
		    (n->depth == 1 || memcmp(n->steps, father->steps, father->depth * sizeof(value)) == 0);
		open[n->depth] = i;
	}
	free(open);
	return is_tree;
}

static void tree_clear(struct tree *t) { free(t->at); }

/* False, with nothing to clear, if it is not a tree. */
static bool tree_init(struct algebra *x, value function, struct tree *t)
{
	struct view v = algebra_listed(x, function);
	*t = (struct tree){.count = v.count};
	t->at = memory_zeroed((size_t)v.count + 1, sizeof *t->at);
	bool is_tree = true;
	for (uint32_t i = 0; i < v.count && is_tree; i++) {
		struct tree_node *n = &t->at[i];
		n->path = value_left(x->s, v.at[i]);
		n->label = value_right(x->s, v.at[i]);
		struct view steps = algebra_listed(x, n->path);
		n->steps = steps.at;
		n->depth = steps.count;
		if (n->depth > t->depth) t->depth = n->depth;
		is_tree = algebra_is_sequence(x->s, steps);
	}
	if (is_tree) {
		qsort_r(t->at, t->count, sizeof *t->at, by_path, &(struct tree_paths){x->s});
		is_tree = link_nodes(x->s, t);
	}
	if (is_tree) return true;
	tree_clear(t);
	algebra_undefined(x, "this is not a tree");
	return false;
}

static uint32_t subtree_end(const struct tree *t, uint32_t i)
{
	uint32_t depth = t->at[i].depth;
	for (i++; i < t->count && t->at[i].depth > depth; i++) continue;
	return i;
}

/* ---- building ---------------------------------------------------------------------------------------- */

/* Adds steps |-> label. */
static void add_node(struct algebra *x, const value *steps, uint32_t depth, value label,
                     struct value_list *out)
{
	uint32_t used = x->s->scratch_used;
	struct algebra unlimited = {x->s, UINT64_MAX, x->out};
	value path = algebra_sequence(&unlimited, steps, depth);
	x->s->scratch_used = used;
	VEC_PUSH(&out->list, value_pair(x->s, path, label));
}

/* Adds the tree below node i, with `rank` (unless it is 0) before its paths. */
static void add_subtree(struct algebra *x, const struct tree *t, uint32_t i, uint32_t rank,
                        struct value_list *out)
{
	uint32_t used = x->s->scratch_used, top = t->at[i].depth;
	struct value_list *steps = value_scratch(x->s);
	for (uint32_t end = subtree_end(t, i); i < end; i++) {
		const struct tree_node *n = &t->at[i];
		steps->list.count = 0;
		if (rank) VEC_PUSH(&steps->list, value_integer(x->s, rank));
		for (uint32_t k = top; k < n->depth; k++)
			VEC_PUSH(&steps->list, value_right(x->s, n->steps[k]));
		add_node(x, steps->list.at, steps->list.count, n->label, out);
	}
	x->s->scratch_used = used;
}

static value subtree(struct algebra *x, const struct tree *t, uint32_t i)
{
	struct value_list *out = value_scratch(x->s);
	add_subtree(x, t, i, 0, out);
	return algebra_set_of(x, out);
}

value algebra_tree_of(struct algebra *x, value label, value sons)
{
	struct view v = algebra_listed(x, sons);
	if (!algebra_is_sequence(x->s, v)) return algebra_undefined(x, "this is not a sequence");
	struct value_list *out = value_scratch(x->s);
	add_node(x, NULL, 0, label, out);
	for (uint32_t i = 0; i < v.count; i++) {
		struct tree t;
		if (!tree_init(x, value_right(x->s, v.at[i]), &t)) return VALUE_NONE;
		add_subtree(x, &t, 0, i + 1, out);
		tree_clear(&t);
		if (out->list.count > x->limit) return algebra_too_large(x);
	}
	return algebra_set_of(x, out);
}

value algebra_tree_binary(struct algebra *x, const value *args, uint32_t count)
{
	if (count == 1) return algebra_tree_of(x, args[0], x->s->empty);
	value sons[2] = {args[0], args[2]};
	value sequence = algebra_sequence(x, sons, 2);
	return sequence ? algebra_tree_of(x, args[1], sequence) : VALUE_NONE;
}

/* ---- of the whole tree ---------------------------------------------------------------------------------- */

static value prefix(struct algebra *x, const struct tree *t)
{
	struct value_list *labels = value_scratch(x->s);
	for (uint32_t i = 0; i < t->count; i++) VEC_PUSH(&labels->list, t->at[i].label);
	return algebra_sequence(x, labels->list.at, labels->list.count);
}

/* A node comes when all below it has come: when the next one is not below it. */
static value postfix(struct algebra *x, const struct tree *t)
{
	struct value_list *labels = value_scratch(x->s);
	for (uint32_t i = 0; i < t->count; i++) {
		uint32_t next = i + 1 < t->count ? t->at[i + 1].depth : 0;
		for (uint32_t n = i;; n = t->at[n].father) {
			if (i + 1 < t->count && t->at[n].depth < next) break;
			VEC_PUSH(&labels->list, t->at[n].label);
			if (!t->at[n].depth) break;
		}
	}
	return algebra_sequence(x, labels->list.at, labels->list.count);
}

/* A node comes before its second son. */
static value infix(struct algebra *x, const struct tree *t)
{
	struct value_list *labels = value_scratch(x->s);
	for (uint32_t i = 0; i < t->count; i++) {
		const struct tree_node *n = &t->at[i];
		if (n->arity != 0 && n->arity != 2)
			return algebra_undefined(x, "this is not a binary tree");
		if (n->rank == 2) VEC_PUSH(&labels->list, t->at[n->father].label);
		if (!n->arity) VEC_PUSH(&labels->list, n->label);
	}
	return algebra_sequence(x, labels->list.at, labels->list.count);
}

static value mirror(struct algebra *x, const struct tree *t)
{
	struct value_list *steps = value_scratch(x->s), *out = value_scratch(x->s);
	value *now = value_list_room(steps, (uint64_t)t->depth + 1);
	for (uint32_t i = 0; i < t->count; i++) {
		const struct tree_node *n = &t->at[i];
		if (n->depth) now[n->depth - 1] = value_integer(x->s, t->at[n->father].arity + 1 - n->rank);
		add_node(x, now, n->depth, n->label, out);
	}
	return algebra_set_of(x, out);
}

static value sons(struct algebra *x, const struct tree *t)
{
	struct value_list *out = value_scratch(x->s);
	uint32_t used = x->s->scratch_used;
	for (uint32_t i = 1; i < t->count; i = subtree_end(t, i)) {
		VEC_PUSH(&out->list, subtree(x, t, i));
		x->s->scratch_used = used;
	}
	return algebra_sequence(x, out->list.at, out->list.count);
}

static value half(struct algebra *x, const struct tree *t, bool is_right)
{
	if (t->at[0].arity != 2) return algebra_undefined(x, "this is not a binary tree with two sons");
	return subtree(x, t, is_right ? subtree_end(t, 1) : 1);
}

static value whole(struct algebra *x, enum op op, const struct tree *t)
{
	switch (op) {
	case OP_TOP: return t->at[0].label;
	case OP_SIZET: return value_integer(x->s, t->count);
	case OP_SONS: return sons(x, t);
	case OP_MIRROR: return mirror(x, t);
	case OP_LEFT: return half(x, t, false);
	case OP_RIGHT: return half(x, t, true);
	case OP_PREFIX: return prefix(x, t);
	case OP_POSTFIX: return postfix(x, t);
	default: return infix(x, t);
	}
}

value algebra_tree_whole(struct algebra *x, enum op op, value tree)
{
	struct tree t;
	if (!tree_init(x, tree, &t)) return VALUE_NONE;
	value result = whole(x, op, &t);
	tree_clear(&t);
	return result;
}

/* ---- of a node ------------------------------------------------------------------------------------------ */

static value of_node(struct algebra *x, enum op op, const struct tree *t, uint32_t i,
                     const value *args)
{
	const struct tree_node *n = &t->at[i];
	switch (op) {
	case OP_ARITY: return value_integer(x->s, n->arity);
	case OP_SUBTREE: return subtree(x, t, i);
	case OP_SON: {
		int64_t rank = value_clamped(x->s, args[2]);
		if (rank < 1 || rank > n->arity) return algebra_undefined(x, "the node has no such son");
		return algebra_insert(x, n->path, args[2], true);
	}
	case OP_RANK:
		if (!i) return algebra_undefined(x, "the root of a tree has no rank");
		return value_integer(x->s, n->rank);
	default:
		if (!i) return algebra_undefined(x, "the root of a tree has no father");
		return t->at[n->father].path;
	}
}

value algebra_tree_node(struct algebra *x, enum op op, const value *args)
{
	struct tree t;
	if (!tree_init(x, args[0], &t)) return VALUE_NONE;
	uint32_t i = 0;
	while (i < t.count && t.at[i].path != args[1]) i++;
	value result = i < t.count ? of_node(x, op, &t, i, args)
	                           : algebra_undefined(x, "this is not a node of the tree");
	tree_clear(&t);
	return result;
}

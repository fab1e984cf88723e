/* Ranges of sequences and trees. A sequence has the domain 1 .. its size, so that what bounds one
 * bounds the other. What is not a sequence (a tree) makes the expression undefined. */
#include "bounds/range.h"

static struct range *left_of(const struct range *r) { return range_a(range_a(r)); }
static struct range *right_of(const struct range *r) { return range_b(range_a(r)); }

struct span range_size(const struct range *sequence)
{
	struct span size = span_of_count(range_most(sequence)), index = range_span(left_of(sequence));
	if (index.has_high) size = span_meet(size, span_to(index.high < 0 ? 0 : index.high));
	return size;
}

/* A sequence of these elements; t is its type. */
static struct range *sequence(struct ranges *x, const struct type *t, struct range *element,
                              struct span size)
{
	struct span index = {.has_low = true, .has_high = size.has_high, .low = 1, .high = size.high};
	struct range *pair = range_pair(&x->arena, range_number(&x->arena, index), element);
	return range_set(x, t->a, pair,
	                 size.has_high ? (uint64_t)(size.high < 0 ? 0 : size.high) : COUNT_MANY);
}

/* ---- sets of sequences ----------------------------------------------------------------------------------- */

static struct range *sequences(struct ranges *x, const struct node *n)
{
	struct range *set = range_of(x, n->kid[0]);
	bool is_injective = n->op == OP_ISEQ || n->op == OP_ISEQ1 || n->op == OP_PERM;
	uint64_t most = range_is_empty_set(set) ? 0 : is_injective ? range_most(set) : COUNT_MANY;
	struct range *r = sequence(x, n->type->a, range_a(set), span_of_count(most));
	return range_set(x, n->type->a, r, COUNT_MANY);
}

/* ---- of sequences ------------------------------------------------------------------------------------------ */

static struct range *listed(struct ranges *x, const struct node *n)
{
	struct range *all = range_of(x, n->kid[0]);
	for (uint32_t i = 1; i < n->count && all; i++)
		all = range_hull(x, n->type->a->b, all, range_of(x, n->kid[i]));
	return sequence(x, n->type, all, span_one(n->count));
}

static struct range *shortened(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]);
	return sequence(x, n->type, right_of(r), span_subtract(range_size(r), span_one(1)));
}

static struct range *concatenated(struct ranges *x, const struct node *n)
{
	struct range *a = range_of(x, n->kid[0]), *b = range_of(x, n->kid[1]);
	struct span size = span_add(range_size(a), range_size(b));
	struct range *element = range_is_empty_set(a) ? right_of(b)
	                        : range_is_empty_set(b)
	                            ? right_of(a)
	                            : range_hull(x, n->type->a->b, right_of(a), right_of(b));
	return sequence(x, n->type, element, size);
}

static struct range *inserted(struct ranges *x, const struct node *n)
{
	bool is_front = n->op == OP_INSERT_FRONT;
	struct range *r = range_of(x, n->kid[is_front ? 1 : 0]);
	struct range *new = range_of(x, n->kid[is_front ? 0 : 1]);
	struct range *element =
	    range_is_empty_set(r) ? new : range_hull(x, n->type->a->b, right_of(r), new);
	return sequence(x, n->type, element, span_add(range_size(r), span_one(1)));
}

static struct range *cut(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]);
	struct span size = range_size(r), at = span_meet(range_of_number(x, n->kid[1]), span_from(0));
	struct span left = n->op == OP_RESTRICT_FRONT ? span_min(size, at) : span_subtract(size, at);
	return sequence(x, n->type, right_of(r), left);
}

static struct range *flattened(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]), *inner = right_of(r);
	struct span size = span_meet(span_multiply(range_size(r), range_size(inner)), span_from(0));
	return sequence(x, n->type, right_of(inner), size);
}

/* ---- trees -------------------------------------------------------------------------------------------------- */

/* Paths are not looked at. */
static struct range *tree(struct ranges *x, const struct type *t, struct range *label,
                          uint64_t most)
{
	return range_set(x, t->a, range_pair(&x->arena, NULL, label), most);
}

static struct range *trees(struct ranges *x, const struct node *n)
{
	struct range *labels = range_of(x, n->kid[0]);
	if (range_is_empty_set(labels)) return range_empty_set(x, n->type->a);
	return range_set(x, n->type->a, tree(x, n->type->a, range_a(labels), COUNT_MANY), COUNT_MANY);
}

/* bin(x), bin(left, x, right) and const(x, sons) */
static struct range *grown(struct ranges *x, const struct node *n)
{
	const struct type *label = n->type->a->b;
	if (n->op == OP_CONST) {
		struct range *sons = range_of(x, n->kid[1]), *son = right_of(sons);
		if (range_is_empty_set(sons)) return tree(x, n->type, range_of(x, n->kid[0]), 1);
		return tree(x, n->type, range_hull(x, label, range_of(x, n->kid[0]), right_of(son)),
		            count_plus(1, count_times(range_most(sons), range_most(son))));
	}
	if (n->count == 1) return tree(x, n->type, range_of(x, n->kid[0]), 1);
	struct range *left = range_of(x, n->kid[0]), *right = range_of(x, n->kid[2]);
	struct range *all = range_hull(x, label, right_of(left), right_of(right));
	return tree(x, n->type, range_hull(x, label, all, range_of(x, n->kid[1])),
	            count_plus(1, count_plus(range_most(left), range_most(right))));
}

static struct range *of_tree(struct ranges *x, const struct node *n)
{
	struct range *r = range_of(x, n->kid[0]);
	switch (n->op) {
	case OP_TOP: return right_of(r);
	case OP_PREFIX:
	case OP_POSTFIX:
	case OP_INFIX: return sequence(x, n->type, right_of(r), span_of_count(range_most(r)));
	case OP_SONS:
		return sequence(x, n->type, tree(x, n->type->a->b, right_of(r), range_most(r)),
		                span_of_count(range_most(r)));
	default: return tree(x, n->type, right_of(r), range_most(r));
	}
}

struct range *range_of_sequence(struct ranges *x, const struct node *n)
{
	switch (n->op) {
	case OP_SEQ:
	case OP_SEQ1:
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM: return sequences(x, n);
	case OP_SEQUENCE: return listed(x, n);
	case OP_FIRST:
	case OP_LAST: return right_of(range_of(x, n->kid[0]));
	case OP_FRONT:
	case OP_TAIL: return shortened(x, n);
	case OP_REV: {
		struct range *r = range_of(x, n->kid[0]);
		return sequence(x, n->type, right_of(r), range_size(r));
	}
	case OP_CONCAT: return concatenated(x, n);
	case OP_INSERT_FRONT:
	case OP_INSERT_TAIL: return inserted(x, n);
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL: return cut(x, n);
	case OP_CONC: return flattened(x, n);
	case OP_TREE:
	case OP_BTREE: return trees(x, n);
	case OP_CONST:
	case OP_BIN: return grown(x, n);
	case OP_TOP:
	case OP_PREFIX:
	case OP_POSTFIX:
	case OP_INFIX:
	case OP_SONS:
	case OP_MIRROR:
	case OP_SUBTREE:
	case OP_LEFT:
	case OP_RIGHT: return of_tree(x, n);
	default: return NULL;
	}
}

/* Trees of syntax/ for what Event-B writes in other ways. */
#include "eventb/formula.h"

static struct node *leaf(struct arena *a, enum op op, struct pos pos)
{
	return node_new(a, op, pos, 0);
}

static struct node *two(struct arena *a, enum op op, struct pos pos, const struct node *x,
                        const struct node *y)
{
	struct node *n = node_new(a, op, pos, y ? 2 : 1);
	n->kid[0] = x;
	if (y) n->kid[1] = y;
	return n;
}

/* In the trees − and ∗ are of sets, too; here they are not. */
static const struct node *integer(struct arena *a, const struct node *x)
{
	return x->op == OP_NUMBER ? x : two(a, OP_OF_TYPE, x->pos, x, leaf(a, OP_INTEGER_SET, x->pos));
}

struct node *eventb_binary(struct arena *a, enum op op, struct pos pos, const struct node *x,
                           const struct node *y)
{
	if (op == OP_MINUS || op == OP_TIMES) return two(a, op, pos, integer(a, x), integer(a, y));
	return two(a, op, pos, x, y);
}

struct node *eventb_generic(struct arena *a, enum op op, struct pos pos)
{
	struct node *s = leaf(a, OP_TYPE_SET, pos);
	return two(a, op, pos, s, op == OP_IDENTITY ? NULL : leaf(a, OP_TYPE_SET, pos));
}

static bool is_generic(const struct node *f)
{
	bool is_one = f->op == OP_IDENTITY || f->op == OP_PRJ1 || f->op == OP_PRJ2;
	return is_one && f->kid[0]->op == OP_TYPE_SET;
}

const struct node *eventb_apply(struct arena *a, struct names *names, struct pos pos,
                                const struct node *f, const struct node *x)
{
	if (is_generic(f)) {
		if (f->op == OP_IDENTITY) return x;
		return two(a, f->op == OP_PRJ1 ? OP_FIRST_OF_PAIR : OP_SECOND_OF_PAIR, f->pos, x, NULL);
	}
	if (f->op == OP_SUCC || f->op == OP_PRED) {
		struct node *one = leaf(a, OP_NUMBER, f->pos);
		one->name = names_of(names, "1");
		return eventb_binary(a, f->op == OP_SUCC ? OP_ADD : OP_MINUS, f->pos, x, one);
	}
	return two(a, OP_APPLY, pos, f, x);
}

/* Is it x ↦ y ↦ z with these names in their order, grouped to the left as tuples of syntax/ are? */
static bool is_tuple(const struct node *n, const struct node *ids, uint32_t count)
{
	for (; count > 1; count--) {
		if (n->op != OP_PAIR || n->kid[1]->op != OP_ID ||
		    n->kid[1]->name != ids->kid[count - 1]->name)
			return false;
		n = n->kid[0];
	}
	return count == 1 && n->op == OP_ID && n->name == ids->kid[0]->name;
}

struct node *eventb_comprehension(struct arena *a, struct pos pos, const struct node *ids,
                                  const struct node *predicate, const struct node *value)
{
	bool is_plain = is_tuple(value, ids, ids->count);
	struct node *n = node_new(a, OP_COMPREHENSION, pos, is_plain ? 2 : 3);
	n->kid[0] = ids;
	n->kid[1] = predicate;
	if (!is_plain) n->kid[2] = value;
	return n;
}

struct node *eventb_lambda(struct arena *a, struct pos pos, const struct node *ids,
                           const struct node *pattern, const struct node *predicate,
                           const struct node *value)
{
	if (!is_tuple(pattern, ids, ids->count))
		return eventb_comprehension(a, pos, ids, predicate, two(a, OP_PAIR, pos, pattern, value));
	struct node *n = node_new(a, OP_LAMBDA, pos, 3);
	n->kid[0] = ids;
	n->kid[1] = predicate;
	n->kid[2] = value;
	return n;
}

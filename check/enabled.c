/* When can an operation be executed? As a predicate, so that its negation can be asked for:
 * #parameters.(precondition & guards), the feasibility of its substitution (B-Book 6.3.2). */
#include "check/inside.h"

static struct node *joined(struct arena *a, enum op op, struct pos pos, struct node *x,
                           struct node *y)
{
	if (op == OP_AND && x->op == OP_TRUTH) return y;
	if (op == OP_AND && y->op == OP_TRUTH) return x;
	struct node *n = node_new(a, op, pos, 2);
	n->kid[0] = x;
	n->kid[1] = y;
	return n;
}

static struct node *always(struct arena *a, struct pos pos)
{
	return node_new(a, OP_TRUTH, pos, 0);
}

static struct node *negated(struct arena *a, struct node *p)
{
	struct node *n = node_new(a, OP_NOT, p->pos, 1);
	n->kid[0] = p;
	return n;
}

static struct node *exists(struct arena *a, struct node *ids, struct node *p)
{
	if (ids->count == 0) return p;
	struct node *n = node_new(a, OP_EXISTS, p->pos, 2);
	n->kid[0] = ids;
	n->kid[1] = p;
	return n;
}

/* E = E: true where E has a value, else undefined */
static struct node *defined(struct arena *a, const struct node *list, struct node *rest)
{
	for (uint32_t i = 0; i < list->count; i++)
		rest = joined(a, OP_AND, list->pos,
		              joined(a, OP_EQUAL, list->pos, list->kid[i], list->kid[i]), rest);
	return rest;
}

static struct node *feasible(struct arena *a, const struct node *n);

/* Branches P_i -> S_i, one of which is chosen (SELECT) or the first of which counts (IF). */
static struct node *branches(struct arena *a, const struct node *n, bool in_order)
{
	struct node *any = NULL, *before = always(a, n->pos);
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		struct node *body = feasible(a, n->kid[i + 1]);
		if (!body) return NULL;
		struct node *here = joined(a, OP_AND, n->pos, n->kid[i], body);
		if (in_order) here = joined(a, OP_AND, n->pos, before, here);
		any = any ? joined(a, OP_OR, n->pos, any, here) : here;
		before = joined(a, OP_AND, n->pos, before, negated(a, n->kid[i]));
	}
	struct node *rest = i < n->count ? feasible(a, n->kid[i]) : in_order ? always(a, n->pos) : NULL;
	if (i < n->count && !rest) return NULL;
	if (!rest) return any;
	struct node *last = joined(a, OP_AND, n->pos, before, rest);
	return any ? joined(a, OP_OR, n->pos, any, last) : last;
}

static struct node *not_empty(struct arena *a, const struct node *set)
{
	struct node *empty = node_new(a, OP_EMPTY_SET, set->pos, 0);
	empty->type = set->type;
	return joined(a, OP_NOT_EQUAL, set->pos, (struct node *)(uintptr_t)set, empty);
}

static struct node *sequence(struct arena *a, const struct node *n)
{
	for (uint32_t i = 1; i < n->count; i++) {
		struct node *later = feasible(a, n->kid[i]);
		if (!later || later->op != OP_TRUTH) return NULL; /* would need the state in between */
	}
	return feasible(a, n->kid[0]);
}

static struct node *all(struct arena *a, const struct node *n, enum op op)
{
	struct node *p = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		struct node *q = feasible(a, n->kid[i]);
		if (!q) return NULL;
		p = p ? joined(a, op, n->pos, p, q) : q;
	}
	return p;
}

/* NULL if that cannot be told without executing it. */
static struct node *feasible(struct arena *a, const struct node *n)
{
	struct node *body;
	switch (n->op) {
	case OP_S_SKIP:
	case OP_EXTERNAL_CALL: return always(a, n->pos);
	case OP_S_ASSIGN: return defined(a, n->kid[1], always(a, n->pos));
	case OP_S_BECOMES_IN: return not_empty(a, n->kid[1]);
	case OP_S_PRE:
	case OP_S_ASSERT:
		body = feasible(a, n->kid[1]);
		return body ? joined(a, OP_AND, n->pos, n->kid[0], body) : NULL;
	case OP_S_CHOICE: return all(a, n, OP_OR);
	case OP_S_PARALLEL: return all(a, n, OP_AND);
	case OP_S_SELECT: return branches(a, n, false);
	case OP_S_IF: return branches(a, n, true);
	case OP_S_ANY:
	case OP_S_LET:
		body = feasible(a, n->kid[2]);
		return body ? exists(a, n->kid[0], joined(a, OP_AND, n->pos, n->kid[1], body)) : NULL;
	case OP_S_SEQUENCE: return sequence(a, n);
	default: return NULL;
	}
}

struct node *enabled_predicate(struct arena *a, const struct operation *o)
{
	struct node *p = feasible(a, o->body);
	return p ? exists(a, o->parameters, p) : NULL;
}

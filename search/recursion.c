/* Is there a function as f = %x.(P | ... f(x - 1) ...) describes it? An equation that a function satisfies
 * with itself may have no solution (f(x) = f(x) + 1), and the evaluator looks at single arguments only. */
#include "search/recursion.h"

struct guard { /* holds where the function is called */
	const struct node *node;
	const struct guard *outer;
};

struct recursion {
	const struct decl *function;
	const struct node *ids; /* of the lambda */
	uint32_t at;            /* the argument that goes down */
};

static const struct decl *counter(const struct recursion *r) { return r->ids->kid[r->at]->decl; }

static bool is_counter(const struct recursion *r, const struct node *n)
{
	return n->op == OP_ID && n->decl == counter(r);
}

/* The same number for all arguments. */
static bool is_fixed(const struct recursion *r, const struct node *n)
{
	for (uint32_t i = 0; i < r->ids->count; i++)
		if (node_mentions(n, r->ids->kid[i]->decl)) return false;
	return !node_mentions(n, r->function);
}

static bool bounds_below(const struct recursion *r, const struct node *n)
{
	const struct node *set = n->op == OP_MEMBER ? n->kid[1] : NULL;
	switch (n->op) {
	case OP_AND:
		for (uint32_t i = 0; i < n->count; i++)
			if (bounds_below(r, n->kid[i])) return true;
		return false;
	case OP_GREATER:
	case OP_GREATER_EQUAL: return is_counter(r, n->kid[0]) && is_fixed(r, n->kid[1]);
	case OP_LESS:
	case OP_LESS_EQUAL: return is_counter(r, n->kid[1]) && is_fixed(r, n->kid[0]);
	case OP_MEMBER:
		return is_counter(r, n->kid[0]) &&
		       (set->op == OP_NATURAL_SET || set->op == OP_NATURAL1_SET || set->op == OP_NAT_SET ||
		        set->op == OP_NAT1_SET || (set->op == OP_INTERVAL && is_fixed(r, set->kid[0])));
	default: return false;
	}
}

/* The argument of a call at this place; NULL if that is not written out. */
static const struct node *argument(const struct recursion *r, const struct node *call)
{
	uint32_t count = r->ids->count;
	if (call->count == count + 1) return call->kid[1 + r->at];
	const struct node *n = call->kid[1];
	if (call->count != 2) return NULL;
	for (; count > 1 && n->op == OP_PAIR; count--) {
		if (r->at == count - 1) return n->kid[1];
		n = n->kid[0];
	}
	return count == 1 ? n : NULL;
}

/* x - 1 */
static bool goes_down(const struct recursion *r, const struct node *n)
{
	bool has_number = n->op == OP_MINUS && n->kid[1]->op == OP_NUMBER;
	return has_number && is_counter(r, n->kid[0]) && strspn(n->kid[1]->name, "0") == 0 &&
	       strspn(n->kid[1]->name, "123456789") > 0;
}

static bool is_good_call(const struct recursion *r, const struct node *call, const struct guard *g,
                         bool is_bounded)
{
	const struct node *x = argument(r, call);
	for (uint32_t i = 1; i < call->count; i++)
		if (node_mentions(call->kid[i], r->function)) return false;
	if (!x) return false;
	if (x->op == OP_TAIL || x->op == OP_FRONT) return is_counter(r, x->kid[0]);
	for (; g && !is_bounded; g = g->outer) is_bounded = bounds_below(r, g->node);
	return is_bounded && goes_down(r, x);
}

static bool is_call(const struct recursion *r, const struct node *n)
{
	return n->op == OP_APPLY && n->kid[0]->op == OP_ID && n->kid[0]->decl == r->function;
}

/* All calls are for arguments that are closer to an end. */
static bool ends(const struct recursion *r, const struct node *n, const struct guard *g)
{
	if (is_call(r, n)) return is_good_call(r, n, g, false);
	if (n->op == OP_ID) return n->decl != r->function;
	struct guard here = {n->op == OP_AND ? n : n->count ? n->kid[0] : n, g};
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_guarded =
		    n->op == OP_AND || (n->op == OP_IMPLIES && i == 1) || (n->op == OP_IF && i == 1);
		if (!ends(r, n->kid[i], is_guarded ? &here : g)) return false;
	}
	return true;
}

/* c + f(x - 1): this can be solved for f(x - 1), so that it needs no end. */
static bool can_be_undone(const struct recursion *r, const struct node *n)
{
	if (is_call(r, n)) return is_good_call(r, n, NULL, true);
	bool is_sum = n->op == OP_ADD || n->op == OP_MINUS;
	if (!is_sum || n->type->kind != TYPE_INTEGER) return false;
	bool left = node_mentions(n->kid[0], r->function),
	     right = node_mentions(n->kid[1], r->function);
	return left != right && can_be_undone(r, n->kid[left ? 0 : 1]);
}

static bool is_founded(const struct node *n, const struct decl *d, uint32_t at)
{
	if (!node_mentions(n, d)) return true;
	if (n->op == OP_UNION || n->op == OP_OVERRIDE)
		return is_founded(n->kid[0], d, at) && is_founded(n->kid[1], d, at);
	bool is_lambda = n->op == OP_LAMBDA;
	if ((!is_lambda && n->op != OP_COMPREHENSION) || n->count != (is_lambda ? 3 : 2)) return false;
	struct recursion r = {d, n->kid[0], at};
	struct guard condition = {n->kid[1], NULL};
	if (at >= r.ids->count) return false;
	if (!ends(&r, n->kid[1], NULL)) return false;
	return !is_lambda || ends(&r, n->kid[2], &condition) || can_be_undone(&r, n->kid[2]);
}

bool recursion_has_solution(const struct node *text, const struct decl *function)
{
	enum { MOST_ARGUMENTS = 8 };
	for (uint32_t at = 0; at < MOST_ARGUMENTS; at++)
		if (is_founded(text, function, at)) return true;
	return false;
}

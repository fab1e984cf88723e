/* What can be undefined, by the way it is written (docs/LANGUAGE.md, definedness). */
#include "logic/logic.h"

bool defined_may_lack_value(const struct node *n)
{
	if (n->op == OP_CARD) return finite_is_infinite(n->kid[0]);
	return op_is(n->op, FACT_PARTIAL);
}

bool defined_may_fail(const struct node *n)
{
	if (defined_may_lack_value(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (defined_may_fail(n->kid[i])) return true;
	return false;
}

/* Has it a set {x | P} or %x.(P | E) that may be undefined for some x? */
static bool has_doubtful_binder(const struct node *n)
{
	bool is_domain = n->op == OP_DOM && n->kid[0]->op == OP_LAMBDA;
	if (n->op == OP_COMPREHENSION || n->op == OP_LAMBDA || is_domain) return defined_may_fail(n);
	for (uint32_t i = 0; op_is(n->op, FACT_ENTIRE) && i < n->count; i++)
		if (has_doubtful_binder(n->kid[i])) return true;
	return false;
}

bool defined_asks_whole_set(const struct node *n)
{
	return op_is(n->op, FACT_ENTIRE) && has_doubtful_binder(n);
}

/* A \ {y | P} asks for the elements of A, where {y | P} is infinite, which is not asked as a whole (rule 5). */
bool defined_asks_operands(const struct node *n)
{
	return op_is(n->op, FACT_ENTIRE) && !(op_is(n->op, FACT_ASKING) && has_doubtful_binder(n));
}

/* ---- what is left without some conjuncts ----------------------------------------------------------- */

const struct node *defined_weaker(struct arena *a, const struct node *n,
                                  bool (*is_open)(const void *data, const struct node *n),
                                  const void *data)
{
	if (!is_open(data, n)) return n;
	if (n->op != OP_AND && n->op != OP_EXISTS) return NULL;
	struct node *weaker = node_new(a, n->op, n->pos, n->count);
	weaker->count = 0;
	if (n->op == OP_EXISTS) weaker->kid[weaker->count++] = n->kid[0];
	for (uint32_t i = weaker->count; i < n->count; i++) {
		const struct node *part = defined_weaker(a, n->kid[i], is_open, data);
		if (part) weaker->kid[weaker->count++] = part;
	}
	return weaker->count > (n->op == OP_EXISTS) ? weaker : NULL;
}

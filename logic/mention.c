#include "logic/logic.h"

bool mention_any(const struct node *n, mention_test *test, const void *data)
{
	if (n->decl && test(data, n->decl)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mention_any(n->kid[i], test, data)) return true;
	return false;
}

bool mention_in_pattern(const struct node *n, const struct decl *d)
{
	if (n->op == OP_PAIR)
		return mention_in_pattern(n->kid[0], d) || mention_in_pattern(n->kid[1], d);
	return n->op == OP_ID && n->decl == d;
}

bool mention_is_name(const struct node *n, const struct decl *x)
{
	return n->op == OP_ID && n->decl == x;
}

bool mention_now(const struct node *n, const struct decl *x)
{
	if (mention_is_name(n, x)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (mention_now(n->kid[i], x)) return true;
	return false;
}

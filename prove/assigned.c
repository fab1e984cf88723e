/* Has a name a value, whenever a substitution has been executed? By its text. */
#include "prove/prover.h"

static bool is_among(const struct node *places, const struct decl *d)
{
	for (uint32_t i = 0; i < places->count; i++)
		if (places->kid[i]->op == OP_ID && places->kid[i]->decl == d) return true;
	return false;
}

static bool in_some_part(const struct node *n, const struct decl *d)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (assigned_surely(n->kid[i], d)) return true;
	return false;
}

static bool in_all_branches(const struct node *n, const struct decl *d)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST && !assigned_surely(n->kid[i], d))
			return false;
	return true;
}

bool assigned_surely(const struct node *n, const struct decl *d)
{
	switch (n->op) {
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH:
	case OP_S_CALL: return is_among(n->kid[0], d);
	case OP_S_SEQUENCE:
	case OP_S_PARALLEL: return in_some_part(n, d);
	case OP_S_PRE:
	case OP_S_ASSERT:
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_VAR: return assigned_surely(n->kid[n->count - 1], d);
	case OP_S_CHOICE:
	case OP_S_SELECT: return in_all_branches(n, d);
	case OP_S_IF: return n->count % 2 == 1 && in_all_branches(n, d);   /* with ELSE */
	case OP_S_CASE: return n->count % 2 == 0 && in_all_branches(n, d); /* likewise */
	default: return false;
	}
}

/* Which variables a substitution writes, by its text. */
#include "syntax/syntax.h"

static void add_decl(struct decls *to, struct decl *d)
{
	if (!decl_is_among(to->list.at, to->list.count, d)) VEC_PUSH(&to->list, d);
}

/* Names that are declared inside are no concern of those outside. */
static void remove_declared(const struct node *ids, uint32_t from, struct decls *to)
{
	uint32_t kept = from;
	for (uint32_t i = from; i < to->list.count; i++) {
		bool is_local = false;
		for (uint32_t k = 0; k < ids->count; k++) is_local |= ids->kid[k]->decl == to->list.at[i];
		if (!is_local) to->list.at[kept++] = to->list.at[i];
	}
	to->list.count = kept;
}

static bool has_places(const struct node *n)
{
	return n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH ||
	       n->op == OP_S_CALL;
}

static void add(const struct node *n, uint32_t depth, struct decls *to)
{
	enum { DEEP = 30 }; /* calls do not go round in circles */
	uint32_t from = to->list.count;
	if (op_info(n->op)->class != CLASS_SUBST) return;
	for (uint32_t i = 0; has_places(n) && i < n->kid[0]->count; i++)
		add_decl(to, node_root(n->kid[0]->kid[i])->decl);
	if (n->op == OP_S_CALL && depth < DEEP) {
		const struct operation *o = n->decl->operation;
		from = to->list.count;
		add(o->body, depth + 1, to);
		remove_declared(o->results, from, to);
	}
	for (uint32_t i = 0; i < n->count; i++) add(n->kid[i], depth, to);
	if (n->op == OP_S_VAR) remove_declared(n->kid[0], from, to);
}

void written_by(const struct node *substitution, struct decls *to) { add(substitution, 0, to); }

static bool in_some_part(const struct node *n, const struct decl *d)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (written_always(n->kid[i], d)) return true;
	return false;
}

static bool in_all_branches(const struct node *n, const struct decl *d)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST && !written_always(n->kid[i], d))
			return false;
	return true;
}

static uint32_t count_of_type(const struct type *t)
{
	t = type_known(t);
	if (t && t->kind == TYPE_BOOL) return 2;
	return t && t->kind == TYPE_GIVEN ? t->decl->element_count : 0;
}

static bool is_repeated_label(const struct node *n, uint32_t branch, uint32_t label)
{
	for (uint32_t i = 1; i <= branch; i += 2)
		for (uint32_t k = 0; k < (i < branch ? n->kid[i]->count : label); k++)
			if (node_same(n->kid[i]->kid[k], n->kid[branch]->kid[label])) return true;
	return false;
}

bool written_all_cases(const struct node *n)
{
	uint32_t labels = 0, all = count_of_type(n->kid[0]->type);
	for (uint32_t i = 1; i + 1 < n->count; i += 2)
		for (uint32_t k = 0; k < n->kid[i]->count; k++) {
			const struct node *label = n->kid[i]->kid[k];
			bool is_element =
			    label->op == OP_TRUE || label->op == OP_FALSE ||
			    (label->op == OP_ID && label->decl && label->decl->kind == DECL_ELEMENT);
			if (!is_element || is_repeated_label(n, i, k)) return false;
			labels++;
		}
	return all > 0 && labels == all;
}

bool written_always(const struct node *n, const struct decl *d)
{
	switch (n->op) {
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH:
	case OP_S_CALL: return node_lists(n->kid[0], d);
	case OP_S_SEQUENCE:
	case OP_S_PARALLEL: return in_some_part(n, d);
	case OP_S_PRE:
	case OP_S_ASSERT:
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_VAR: return written_always(n->kid[n->count - 1], d);
	case OP_S_CHOICE:
	case OP_S_SELECT: return in_all_branches(n, d);
	case OP_S_IF: return n->count % 2 == 1 && in_all_branches(n, d); /* with ELSE */
	case OP_S_CASE:                                                  /* likewise */
		return (n->count % 2 == 0 || written_all_cases(n)) && in_all_branches(n, d);
	default: return false;
	}
}

static bool shares(const struct decls *a, const struct decls *b)
{
	for (uint32_t i = 0; i < a->list.count; i++)
		for (uint32_t k = 0; k < b->list.count; k++)
			if (a->list.at[i] == b->list.at[k]) return true;
	return false;
}

bool written_meet(const struct node *places)
{
	for (uint32_t i = 1; i < places->count; i++)
		for (uint32_t k = 0; k < i; k++)
			if (node_root(places->kid[i])->decl == node_root(places->kid[k])->decl) return true;
	return false;
}

bool written_twice(const struct node *n)
{
	struct decls before = {0};
	bool twice = has_places(n) && written_meet(n->kid[0]);
	for (uint32_t i = 0; n->op == OP_S_PARALLEL && i < n->count && !twice; i++) {
		struct decls part = {0};
		written_by(n->kid[i], &part);
		twice = shares(&before, &part);
		for (uint32_t k = 0; k < part.list.count; k++) VEC_PUSH(&before.list, part.list.at[k]);
		VEC_CLEAR(&part.list);
	}
	VEC_CLEAR(&before.list);
	return twice;
}

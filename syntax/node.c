#include "syntax/syntax.h"

struct node *node_new(struct arena *arena, enum op op, struct pos pos, uint32_t count)
{
	struct node *n = arena_alloc(arena, sizeof *n + count * sizeof n->kid[0]);
	n->op = op;
	n->pos = pos;
	n->count = count;
	if (arena->numbers) n->number = ++arena->numbers->nodes;
	return n;
}

struct decl *decl_new(struct arena *arena, const struct decl *like)
{
	struct decl *d = ARENA_NEW(arena, struct decl);
	*d = *like;
	d->number = arena->numbers ? ++arena->numbers->decls : 0;
	return d;
}

bool node_binds(const struct node *n)
{
	if (n->op == OP_IDS) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (node_binds(n->kid[i])) return true;
	return false;
}

bool node_lists(const struct node *names, const struct decl *d)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (names->kid[i]->op == OP_ID && names->kid[i]->decl == d) return true;
	return false;
}

const struct node *node_entry(const struct node *record, name field)
{
	for (uint32_t i = 0; i < record->count; i++)
		if (record->kid[i]->name == field) return record->kid[i]->kid[0];
	return NULL;
}

bool decl_is_among(struct decl *const *list, uint32_t count, const struct decl *d)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i] == d) return true;
	return false;
}

bool decl_is_constant(const struct decl *d)
{
	return d->kind == DECL_CONSTANT || d->kind == DECL_SCALAR_PARAMETER ||
	       d->kind == DECL_SET_PARAMETER;
}

const struct node *node_root(const struct node *place)
{
	while (place->op != OP_ID) place = place->kid[0];
	return place;
}

bool node_mentions(const struct node *n, const struct decl *d)
{
	if (n->decl == d) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (node_mentions(n->kid[i], d)) return true;
	return false;
}

struct pos node_start(const struct node *n)
{
	for (;;) {
		enum op_form form = op_info(n->op)->form;
		bool operand_first =
		    form == FORM_INFIX || form == FORM_RIGHT || form == FORM_NONE || n->op == OP_PRODUCT ||
		    n->op == OP_INVERSE || n->op == OP_IMAGE || n->op == OP_APPLY || n->op == OP_FIELD ||
		    n->op == OP_S_PARALLEL || n->op == OP_S_SEQUENCE || n->op == OP_S_ASSIGN ||
		    n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH || n->op == OP_LIST;
		/* An operand from elsewhere (an argument of a definition) does not stand before n. */
		if (!operand_first || n->count == 0 || n->kid[0]->pos.via != n->pos.via ||
		    n->kid[0]->pos.at > n->pos.at)
			return n->pos;
		n = n->kid[0];
	}
}

bool node_same(const struct node *a, const struct node *b)
{
	if (!a || !b) return a == b;
	if (a->op != b->op || a->count != b->count || a->name != b->name) return false;
	if ((a->flags & NODE_SYMBOLIC) != (b->flags & NODE_SYMBOLIC)) return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!node_same(a->kid[i], b->kid[i])) return false;
	return true;
}

enum op_class node_class(const struct node *n)
{
	for (;;) {
		enum op_class class = op_info(n->op)->class;
		if (class != CLASS_ANY) return class;
		switch (n->op) {
		case OP_LABEL: n = n->kid[0]; break;
		case OP_IF: n = n->kid[1]; break;
		case OP_LET: n = n->kid[2]; break;
		default: return CLASS_ANY;
		}
	}
}

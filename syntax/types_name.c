/* Identifiers: what they mean, and what may have been meant by those that mean nothing. */
#include "syntax/types.h"

#include <ctype.h>

/* ---- undeclared identifiers ---------------------------------------------------------------------- */

/* The best of several is the first in the order of the alphabet, whatever the hash table. */
static name similar_name(const struct scope *s, name x)
{
	name by_case = NULL, by_letter = NULL;
	for (uint32_t i = 0; i < s->entries.room; i++) {
		const struct scope_entry *e = s->entries.entries[i].value;
		if (!e || e->access == SCOPE_HIDDEN || e->name == x) continue;
		if (similar_but_case(x, e->name)) {
			if (!by_case || strcmp(e->name, by_case) < 0) by_case = e->name;
		} else if (similar_by_letter(x, e->name)) {
			if (!by_letter || strcmp(e->name, by_letter) < 0) by_letter = e->name;
		}
	}
	return by_case ? by_case : by_letter;
}

/* The deferred set one of whose elements is called S1, S2, ... in answers; or NULL. */
static name set_of_element(const struct checker *c, name x)
{
	size_t digits = strlen(x);
	while (digits > 0 && isdigit((unsigned char)x[digits - 1])) digits--;
	if (digits == 0 || !x[digits]) return NULL;
	name set = names_find(c->names, arena_text(c->arena, x, digits));
	const struct scope_entry *e = set ? scope_find(c->scope, set) : NULL;
	return e && e->decl->kind == DECL_DEFERRED_SET ? set : NULL;
}

static void report_undeclared(struct checker *c, const struct node *n)
{
	diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' is not declared", n->name);
	if (c->diag->errors > DIAG_ERROR_LIMIT) return;
	name set = set_of_element(c, n->name);
	if (set) {
		diag_at(c->diag, n->pos, DIAG_NOTE,
		        "elements of the deferred set '%s' have names in answers only; "
		        "with SETS %s = {%s, ...} they have them in formulas, too",
		        set, set, n->name);
		return;
	}
	name similar = similar_name(c->scope, n->name);
	enum op weak = n->flags & NODE_PLAIN ? OP_COUNT : op_weak(n->name);
	uint32_t count = weak < OP_COUNT ? op_operand_count(op_info(weak)->signature) : 0;
	if (similar) diag_at(c->diag, n->pos, DIAG_NOTE, "did you mean '%s'?", similar);
	if (count)
		diag_at(c->diag, n->pos, DIAG_NOTE, "the operator '%s' takes %u argument%s", n->name, count,
		        types_plural(count));
}

struct decl *types_undeclared(struct checker *c, const struct node *n)
{
	struct decl *d = map_get(&c->unknown, n->name);
	if (d) return d;
	d = decl_new(c->arena, &(struct decl){.name = n->name, .full_name = n->name, .pos = n->pos});
	if (c->collected) {
		d->kind = DECL_LOCAL;
		types_declare(c, d);
		VEC_PUSH(&c->collected->list, d);
	} else {
		d->kind = DECL_UNKNOWN;
		d->type = type_error(c);
		report_undeclared(c, n);
	}
	map_put(&c->unknown, n->name, d);
	return d;
}

/* ---- identifiers ----------------------------------------------------------------------------------- */

static bool may_have_changed(const struct decl *d)
{
	return d->kind == DECL_VARIABLE || d->kind == DECL_LOCAL || d->kind == DECL_OUTPUT ||
	       d->kind == DECL_UNKNOWN;
}

/* Reports why an entry cannot be read, if so. */
static bool is_readable(struct checker *c, const struct node *n, const struct scope_entry *e)
{
	if (e->decl->kind == DECL_OPERATION)
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' is an operation, it has no value", n->name);
	else if (e->access == SCOPE_HIDDEN)
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s' cannot be used here%s%s", n->name,
		        e->why ? ": " : "", e->why ? e->why : "");
	else if (n->op == OP_OLD && !may_have_changed(e->decl))
		diag_at(c->diag, n->pos, DIAG_ERROR, "'%s$0' has no meaning: '%s' is not a variable",
		        n->name, n->name);
	else return true;
	return false;
}

struct type *types_identifier(struct checker *c, struct node *n)
{
	const struct scope_entry *e = scope_find(c->scope, n->name);
	n->decl = e ? e->decl : types_undeclared(c, n);
	if (e && !is_readable(c, n, e)) return type_error(c);
	if (!n->decl->type) types_declare(c, n->decl);
	return n->decl->type;
}

/* ---- words that are operators only where they are not declared --------------------------------------- */

static enum op weak_op(const struct checker *c, const struct node *id)
{
	if (id->op != OP_ID || id->flags & NODE_PLAIN || scope_find(c->scope, id->name))
		return OP_COUNT;
	return map_get(&c->unknown, id->name) ? OP_COUNT : op_weak(id->name);
}

enum op_class types_weak_class(const struct checker *c, const struct node *apply)
{
	enum op op = weak_op(c, apply->kid[0]);
	return op < OP_COUNT ? op_info(op)->class : CLASS_ANY;
}

static bool takes(enum op op, uint32_t count)
{
	if (op == OP_PARTITION) return true;
	if (op == OP_BIN) return count == 1 || count == 3;
	return count == op_operand_count(op_info(op)->signature);
}

static enum weak report_count(struct checker *c, struct node *n, enum op op)
{
	uint32_t wanted = op_operand_count(op_info(op)->signature), found = n->count - 1;
	if (op == OP_BIN)
		diag_at(c->diag, n->kid[0]->pos, DIAG_ERROR, "'bin' takes 1 or 3 arguments, found %u",
		        found);
	else
		diag_at(c->diag, n->kid[0]->pos, DIAG_ERROR, "'%s' takes %u argument%s, found %u",
		        op_info(op)->spelling, wanted, types_plural(wanted), found);
	for (uint32_t i = 1; i < n->count; i++) type_poison(c, types_expr(c, &n->kid[i]));
	return WEAK_WRONG;
}

enum weak types_weak(struct checker *c, const struct node **place)
{
	struct node *n = node_draft(*place);
	enum op op = weak_op(c, n->op == OP_APPLY ? n->kid[0] : n);
	if (op == OP_COUNT) return WEAK_NOT;
	bool is_constant =
	    op_operand_count(op_info(op)->signature) == 0 && op != OP_BIN && op != OP_PARTITION;
	if (is_constant != (n->op == OP_ID)) return WEAK_NOT;
	if (is_constant) {
		n->op = op;
		return WEAK_REWRITTEN;
	}
	if (!takes(op, n->count - 1)) return report_count(c, n, op);
	struct node *new = node_new(c->arena, op, n->kid[0]->pos, n->count - 1);
	new->flags = n->flags;
	memcpy(new->kid, n->kid + 1, new->count * sizeof new->kid[0]);
	*place = new;
	return WEAK_REWRITTEN;
}

/* The messages of the type checker. Wherever types do not fit, both are shown, and notes tell
 * which place gave a variable the type that is now in the way. */
#include "syntax/types.h"

struct pos types_start(const struct checker *c, const struct node *n)
{
	/* node_start walks down; messages beyond the limit are not shown and not worth it */
	return c->diag->errors > DIAG_ERROR_LIMIT ? n->pos : node_start(n);
}

const char *types_plural(uint32_t count) { return count == 1 ? "" : "s"; }

const char *types_show(struct checker *c, struct type *t)
{
	struct text out = {0};
	print_type(t, &out);
	return text_freeze(&out, &c->diag->arena);
}

const char *types_format(struct checker *c, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *out = arena_format_list(&c->diag->arena, format, args);
	va_end(args);
	return out;
}

static bool same_place(struct pos a, struct pos b) { return a.at == b.at && a.via == b.via; }

static struct pos origin_of(const struct type *var)
{
	return var ? var->fixed_at : (struct pos){0};
}

static void note_origin(struct checker *c, struct pos at, struct pos origin, struct type *var)
{
	if (origin.at && !same_place(origin, at))
		diag_at(c->diag, origin, DIAG_NOTE, "%s comes from here", types_show(c, var));
}

void types_note_set_parameter(struct checker *c, const struct decl *d)
{
	if (d->kind != DECL_SET_PARAMETER || d == c->noted_parameter) return;
	c->noted_parameter = d;
	diag_at(c->diag, d->pos, DIAG_NOTE, "'%s' is a set: parameters in capitals are", d->name);
}

static void note_given(struct checker *c, struct type *t)
{
	t = type_find(t);
	const struct type *element = t->kind == TYPE_POW ? type_find(t->a) : NULL;
	if (element && element->kind == TYPE_GIVEN && element->decl)
		types_note_set_parameter(c, element->decl);
}

/* An operand may have come as an argument into the definition that does not take it. */
static void note_definition(struct checker *c, struct pos at, struct pos user)
{
	uint32_t via = user.via;
	while (via && via != at.via) via = c->diag->expansions.at[via].call.via;
	if (user.via && user.via != at.via && via == at.via)
		diag_at(c->diag, user, DIAG_NOTE, "the definition '%s' uses the argument here",
		        c->diag->expansions.at[user.via].definition);
}

void types_clash(struct checker *c, struct pos at, const char *message, struct type *a,
                 struct type *b)
{
	struct clash clash = c->clash;
	if (clash.is_infinite) {
		diag_at(c->diag, at, DIAG_ERROR,
		        "a value cannot contain itself: the type %s = %s would be infinite",
		        types_show(c, clash.a), types_show(c, clash.b));
	} else {
		struct pos from_a = origin_of(clash.a_var), from_b = origin_of(clash.b_var);
		diag_at(c->diag, at, DIAG_ERROR, "%s", message);
		note_origin(c, at, from_a, clash.a_var);
		if (!same_place(from_a, from_b)) note_origin(c, at, from_b, clash.b_var);
		note_given(c, a);
		note_given(c, b);
	}
	note_definition(c, at, c->at);
	type_poison(c, a);
	type_poison(c, b);
}

static const char *class_text(enum op_class class)
{
	switch (class) {
	case CLASS_PRED: return "a predicate";
	case CLASS_SUBST: return "a substitution";
	default: return "an expression";
	}
}

static bool is_bool(const struct node *n)
{
	return n->type && type_find(n->type)->kind == TYPE_BOOL;
}

void types_wrong_class(struct checker *c, const struct node *n, enum op_class wanted,
                       enum op_class found)
{
	struct pos at = types_start(c, n);
	diag_at(c->diag, at, DIAG_ERROR, "%s is expected here, but this is %s", class_text(wanted),
	        class_text(found));
	if (wanted == CLASS_PRED && is_bool(n)) diag_at(c->diag, at, DIAG_NOTE, "compare it with TRUE");
	if (wanted == CLASS_EXPR && found == CLASS_PRED)
		diag_at(c->diag, at, DIAG_NOTE, "write bool(...) to use a predicate as a value");
	if (wanted == CLASS_SUBST && n->op == OP_EQUAL)
		diag_at(c->diag, n->pos, DIAG_NOTE, "write ':=' to assign");
}

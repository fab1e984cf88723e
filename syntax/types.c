/* The checker as its users see it: entry points, overloaded operators that wait, and the end. */
#include "syntax/types.h"

struct checker *types_open(struct arena *arena, struct names *names, struct diag *diag)
{
	struct checker *c = ARENA_NEW(arena, struct checker);
	c->arena = arena;
	c->names = names;
	c->diag = diag;
	type_init(c);
	return c;
}

void types_close(struct checker *c)
{
	VEC_CLEAR(&c->open);
	VEC_CLEAR(&c->ready);
	VEC_CLEAR(&c->declared);
	VEC_CLEAR(&c->type_sets);
	VEC_CLEAR(&c->reflexive);
	map_clear(&c->unknown);
}

void types_declare(struct checker *c, struct decl *d)
{
	if (!d->type) d->type = type_var(c);
	VEC_PUSH(&c->declared, d);
}

void types_collect_unknown(struct checker *c, struct decls *unknown) { c->collected = unknown; }

void types_expect_gaps(struct checker *c) { c->has_gaps = true; }

/* ---- what waits -------------------------------------------------------------------------------- */

void types_suspend(struct checker *c, struct node *n, struct type *a, struct type *b,
                   struct type *result)
{
	struct pending *p = ARENA_NEW(c->arena, struct pending);
	struct type *variables[] = {a, b, result};
	p->node = n;
	VEC_PUSH(&c->open, p);
	for (int i = 0; i < 3; i++)
		if (variables[i]) type_wait(c, type_find(variables[i]), p);
}

/* Not recursive: what becomes ready meanwhile waits for the outermost call. */
void types_settle(struct checker *c)
{
	if (c->is_settling) return;
	c->is_settling = true;
	while (c->ready.count) {
		struct pending *p = VEC_POP(&c->ready);
		if (p->is_done) continue;
		p->is_done = true;
		types_retry(c, p->node);
	}
	c->is_settling = false;
}

/* ---- entry points ------------------------------------------------------------------------------ */

void types_predicate(struct checker *c, const struct node **n, struct scope *s)
{
	c->scope = s;
	types_pred(c, n);
	types_settle(c);
}

void types_expression(struct checker *c, const struct node **n, struct scope *s,
                      struct type *expected)
{
	c->scope = s;
	struct type *t = types_expr(c, n);
	if (expected && !type_unify(c, expected, t, (*n)->pos))
		types_clash(c, types_start(c, *n),
		            types_format(c, "%s is expected here, but this is %s", types_show(c, expected),
		                         types_show(c, t)),
		            expected, t);
	types_settle(c);
}

void types_substitution(struct checker *c, const struct node **n, struct scope *s)
{
	c->scope = s;
	types_subst(c, n);
	types_settle(c);
}

static enum op_class class_of(struct checker *c, const struct node *n)
{
	for (;;) {
		switch (n->op) {
		case OP_LABEL: n = n->kid[0]; break;
		case OP_IF: n = n->kid[1]; break;
		case OP_LET: n = n->kid[2]; break;
		case OP_EXTERNAL_CALL: return types_external_class(n);
		case OP_APPLY: return types_weak_class(c, n);
		default: return op_info(n->op)->class;
		}
	}
}

void types_formula(struct checker *c, const struct node **n, struct scope *s)
{
	c->scope = s;
	switch (class_of(c, *n)) {
	case CLASS_PRED: types_predicate(c, n, s); break;
	case CLASS_SUBST: types_substitution(c, n, s); break;
	default: types_expression(c, n, s, NULL); break;
	}
}

void types_default_set(struct checker *c, struct decl *parameter)
{
	struct type *t = type_find(parameter->type);
	if (t->kind != TYPE_POW || type_find(t->a)->kind != TYPE_VAR) return;
	parameter->kind = DECL_SET_PARAMETER;
	type_unify(c, t->a, type_given(c, parameter), parameter->pos);
}

/* ---- the end ----------------------------------------------------------------------------------- */

/* A '-' or '*' of which nothing is known is one of numbers. */
static void settle_open(struct checker *c)
{
	types_settle(c);
	for (uint32_t i = 0; i < c->open.count; i++) {
		struct pending *p = c->open.at[i];
		if (p->is_done || p->node->op == OP_FIELD) continue;
		type_require_number(c, p->node->type, NULL);
		types_settle(c);
	}
	for (uint32_t i = 0; i < c->open.count; i++) {
		const struct node *n = c->open.at[i]->node;
		if (c->open.at[i]->is_done) continue;
		if (!c->has_gaps)
			diag_at(c->diag, types_start(c, n->kid[0]), DIAG_ERROR,
			        "the type of this record cannot be inferred");
		type_poison(c, n->kid[0]->type);
		type_poison(c, n->type);
		types_settle(c);
	}
}

static void check_known(struct checker *c, struct decl *d)
{
	if (type_is_known(c, d->type)) return;
	struct type *t = type_find(d->type);
	if (!c->has_gaps)
		diag_at(c->diag, d->pos, DIAG_ERROR, "the type of '%s' cannot be inferred", d->name);
	if (!c->has_gaps && t->kind != TYPE_VAR)
		diag_at(c->diag, d->pos, DIAG_NOTE, "all that is known of it is %s", types_show(c, t));
	type_poison(c, t);
}

void types_finish(struct checker *c)
{
	settle_open(c);
	for (uint32_t i = 0; i < c->declared.count; i++) check_known(c, c->declared.at[i]);
	types_check_sets(c);
	type_finish(c);
	types_fill_sets(c);
	c->declared.count = c->open.count = 0;
}

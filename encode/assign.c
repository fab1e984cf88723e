/* Assignments: x := E, f(x) := E, r'f := E, x :: S, x :(P). The same rules as eval/subst_assign.c. */
#include "encode/sym.h"

static const struct node *root_of(const struct node *place)
{
	while (place->op != OP_ID) place = place->kid[0];
	return place;
}

static uint32_t field_index(const struct node *place)
{
	const struct type *t = place->kid[0]->type;
	uint32_t i = 0;
	while (t->fields[i].name != place->name) i++;
	return i;
}

static struct sym *with_field(enc e, struct sym *record, const struct node *place, struct sym *v)
{
	const struct type *t = place->kid[0]->type;
	struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	for (uint32_t i = 0; i < t->count; i++) fields[i] = sym_field(e, record, i);
	fields[field_index(place)] = v;
	return sym_record(e, t, fields);
}

static struct sym *arguments(enc e, const struct node *place, lit *defined)
{
	struct sym *x = expression(e, place->kid[1], defined);
	for (uint32_t i = 2; i < place->count; i++)
		x = sym_pair(e, x, expression(e, place->kid[i], defined));
	return x;
}

/* The present new value of a place: f(1) := a || f(2) := b changes f at both. */
static struct sym *present(enc e, const struct node *place, lit *defined)
{
	if (place->op == OP_ID) {
		struct sym *s = cell_get(e, place->decl);
		if (!s) *defined = LIT_FALSE;
		return s ? s : e->undefined;
	}
	struct sym *base = present(e, place->kid[0], defined);
	if (place->op == OP_FIELD) return sym_field(e, base, field_index(place));
	struct sym *x = arguments(e, place, defined);
	return relation_apply(e, base, x, place->kid[0]->type, place->pos, defined);
}

/* The new value of the root variable when the place gets v. */
static struct sym *replaced(enc e, const struct node *place, struct sym *v, lit *defined)
{
	if (place->op == OP_ID) return v;
	struct sym *base = present(e, place->kid[0], defined);
	if (*defined == LIT_FALSE) return e->undefined;
	if (place->op == OP_FIELD)
		return replaced(e, place->kid[0], with_field(e, base, place, v), defined);
	struct sym *x = arguments(e, place, defined);
	if (*defined == LIT_FALSE) return e->undefined;
	struct sym *f = relation_update(e, base, x, v, place->kid[0]->type, place->pos);
	return replaced(e, place->kid[0], f, defined);
}

/* The place got another value than v beside it: not the one that it had before, if that is known. */
static lit is_overwritten(enc e, const struct node *place, struct sym *v)
{
	const struct decl *d = place->kid[0]->decl;
	const struct type *t = place->kid[0]->type;
	struct sym *written = cell_get(e, d), *now, *was;
	struct sym *old = d->slot < e->name_count ? e->names[d->slot] : NULL;
	lit ignored = LIT_TRUE, has_new = LIT_TRUE, has_old = LIT_TRUE;
	if (!written || !old || written == old) return LIT_FALSE;
	if (place->op == OP_FIELD) {
		now = sym_field(e, written, field_index(place));
		was = sym_field(e, old, field_index(place));
	} else {
		struct sym *x = arguments(e, place, &ignored);
		now = relation_apply(e, written, x, t, place->pos, &has_new);
		was = relation_apply(e, old, x, t, place->pos, &has_old);
	}
	lit is_old = circuit_and(e->c, has_old, sym_equal(e, now, was, place->type));
	lit differs[3] = {has_new, -is_old, -sym_equal(e, now, v, place->type)};
	return circuit_all(e->c, differs, 3);
}

/* What was written in this step was written beside this (B-Book 7.3: not allowed), unless it is
 * another place of a function or record. `v` is for the place, `whole` for the variable. */
static lit is_conflict(enc e, const struct node *place, struct sym *v, struct sym *whole)
{
	const struct node *root = root_of(place);
	const struct mark *m = cell_mark(e, root->decl);
	struct sym *written = cell_get(e, root->decl);
	if (m->any == LIT_FALSE || !written || written == whole) return LIT_FALSE;
	lit counts = place->op == OP_ID ? LIT_TRUE : m->whole;
	if (place->op != OP_ID && place->kid[0]->op == OP_ID)
		counts = circuit_or(e->c, counts, is_overwritten(e, place, v));
	if (counts == LIT_FALSE) return LIT_FALSE;
	lit all[3] = {m->any, counts, -sym_equal(e, written, whole, root->decl->type)};
	return circuit_all(e->c, all, 3);
}

void assign_places(enc e, const struct node *places, struct sym **values, lit path)
{
	for (uint32_t i = 0; i < places->count; i++) {
		const struct node *place = places->kid[i];
		struct decl *d = root_of(place)->decl;
		lit defined = LIT_TRUE;
		struct sym *v = replaced(e, place, values[i], &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, place->pos);
		if (v->kind == SYM_UNDEFINED) continue;
		lit conflict = is_conflict(e, place, values[i], v);
		trouble_add(e, circuit_and(e->c, path, conflict), EVAL_UNDEFINED, place->pos);
		cell_set(e, d, v);
		struct mark *m = cell_mark(e, d);
		m->any = LIT_TRUE;
		if (place->op == OP_ID) m->whole = LIT_TRUE;
	}
}

/* The parts of a value of n places, left associative pairs. */
void assign_parts(enc e, const struct node *places, struct sym *x, lit path)
{
	struct sym **parts = ARENA_ARRAY(&e->arena, places->count, struct sym *);
	for (uint32_t i = places->count; i > 1; i--) {
		parts[i - 1] = sym_second(e, x);
		x = sym_first(e, x);
	}
	parts[0] = x;
	assign_places(e, places, parts, path);
}

static lit becomes(enc e, const struct node *n, lit path)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	struct sym **values = ARENA_ARRAY(&e->arena, places->count, struct sym *);
	for (uint32_t i = 0; i < places->count; i++) {
		lit defined = LIT_TRUE;
		values[i] = expression(e, exprs->kid[i], &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, exprs->kid[i]->pos);
		if (values[i]->kind == SYM_UNDEFINED) return LIT_FALSE; /* the way ends here */
	}
	assign_places(e, places, values, path);
	return LIT_TRUE;
}

static lit becomes_in(enc e, const struct node *n, lit path)
{
	lit defined = LIT_TRUE;
	struct sym *x = fresh_in(e, n->kid[1], NULL);
	if (x->kind == SYM_UNDEFINED) {
		expression(e, n->kid[1], &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, n->kid[1]->pos);
		return LIT_FALSE;
	}
	lit in = membership_in(e, x, n->kid[1]->type, n->kid[1], &defined);
	trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, n->kid[1]->pos);
	lit ok = circuit_and(e->c, in, defined);
	assign_parts(e, n->kid[0], x, circuit_and(e->c, path, ok));
	return ok;
}

/* The names get new unknowns; x$0 is what they were. */
static lit becomes_such(enc e, const struct node *n, lit path)
{
	const struct node *places = n->kid[0];
	uint32_t count = places->count;
	struct decl **names = ARENA_ARRAY(&e->arena, count, struct decl *);
	struct sym **before = ARENA_ARRAY(&e->arena, count, struct sym *);
	struct sym **values = ARENA_ARRAY(&e->arena, count, struct sym *);
	struct conjuncts c = {0};
	struct lits all = {0};
	for (uint32_t i = 0; i < count; i++) {
		if (places->kid[i]->op != OP_ID)
			enc_stop(e, EVAL_UNSUPPORTED, n->pos, "':(' is supported for variables only");
		names[i] = places->kid[i]->decl;
		before[i] = enc_bind(e, names[i], NULL);
		map_put(&e->old, names[i], before[i]);
	}
	const struct conjuncts *from = binder_conjuncts(e, n->kid[1]);
	for (uint32_t i = 0; i < from->count; i++) conjuncts_add(e, &c, from->at[i]);
	lits_push(e, &all, fresh_names(e, names, count, &c, n->pos));
	for (uint32_t i = 0; i < c.count; i++)
		if (c.at[i]) lits_push(e, &all, predicate(e, c.at[i], WANT_TRUE).t);
	for (uint32_t i = 0; i < count; i++) {
		values[i] = enc_bind(e, names[i], before[i]);
		map_put(&e->old, names[i], NULL);
	}
	lit ok = circuit_all(e->c, all.at, all.count);
	for (uint32_t i = 0; i < count; i++)
		if (values[i]->kind == SYM_UNDEFINED) return LIT_FALSE;
	assign_places(e, places, values, circuit_and(e->c, path, ok));
	return ok;
}

lit assign_execute(enc e, const struct node *n, lit path)
{
	if (n->op == OP_S_ASSIGN) return becomes(e, n, path);
	return n->op == OP_S_BECOMES_IN ? becomes_in(e, n, path) : becomes_such(e, n, path);
}

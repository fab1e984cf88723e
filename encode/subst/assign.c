/* Assignments: x := E, f(x) := E, r'f := E, x :: S, x :(P). The same rules as eval/subst/subst_assign.c. */
#include "encode/subst/subst.h"
#include "encode/unknown/unknown.h"

void assign_places(enc e, const struct node *places, struct sym **values, lit path)
{
	bool is_scope = !e->writing.is_side_by_side && written_meet(places);
	struct write_scope s = {0};
	if (is_scope) s = write_scope_start(e, true);
	for (uint32_t i = 0; i < places->count; i++) {
		const struct node *place = places->kid[i];
		lit defined = LIT_TRUE;
		struct write w = write_start(e, place, values[i], &defined);
		struct sym *new = write_into(e, &w, cell_get(e, w.of), &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, place->pos);
		if (new->kind == SYM_UNDEFINED) continue;
		w.when = path;
		write_keep(e, w);
		cell_set(e, w.of, new);
	}
	if (is_scope) write_scope_end(e, s);
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

/* The value only counts on the path, so it may depend on it. */
static struct sym *expression_on(enc e, const struct node *n, lit path, lit *defined)
{
	lit outer = e->writing.path;
	bool used = e->writing.used_path;
	e->writing.path = path;
	e->writing.used_path = false;
	struct sym *s = expression(e, n, defined);
	e->writing.path = outer;
	e->writing.used_path = used;
	return s;
}

static lit becomes(enc e, const struct node *n, lit path)
{
	const struct node *places = n->kid[0], *exprs = n->kid[1];
	struct sym **values = ARENA_ARRAY(&e->arena, places->count, struct sym *);
	for (uint32_t i = 0; i < places->count; i++) {
		lit defined = LIT_TRUE;
		values[i] = expression_on(e, exprs->kid[i], path, &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, exprs->kid[i]->pos);
		if (values[i]->kind == SYM_UNDEFINED) return LIT_FALSE; /* the path ends here */
	}
	assign_places(e, places, values, path);
	return LIT_TRUE;
}

static lit becomes_in(enc e, const struct node *n, lit path)
{
	lit defined = LIT_TRUE;
	struct sym *x = unknown_in(e, n->kid[1], NULL);
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
		map_put(&e->scope.old, names[i], before[i]);
	}
	const struct conjuncts *from = binder_conjuncts(e, n->kid[1]);
	for (uint32_t i = 0; i < from->count; i++) conjuncts_add(e, &c, from->at[i]);
	lits_push(e, &all, unknown_names(e, names, count, &c, n->pos));
	for (uint32_t i = 0; i < c.count; i++)
		if (c.at[i]) lits_push(e, &all, predicate(e, c.at[i], WANT_TRUE).t);
	for (uint32_t i = 0; i < count; i++) {
		values[i] = enc_bind(e, names[i], before[i]);
		map_put(&e->scope.old, names[i], NULL);
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

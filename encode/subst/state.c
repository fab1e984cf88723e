/* States of the variables, and whole substitutions and operations from one state to the next. */
#include "encode/formula/relax.h"
#include "encode/subst/subst.h"
#include "encode/unknown/unknown.h"

/* ---- states ------------------------------------------------------------------------------------ */

struct encode_state *encode_save(struct encoder *e)
{
	struct decl *const *variables;
	uint32_t count = eval_variables(e->eval, &variables);
	struct encode_state *s = ARENA_NEW(&e->arena, struct encode_state);
	s->at = ARENA_ARRAY(&e->arena, count, struct sym *);
	for (uint32_t i = 0; i < count; i++) s->at[i] = enc_bound(e, variables[i]);
	return s;
}

void encode_use(struct encoder *e, const struct encode_state *s)
{
	struct decl *const *variables;
	uint32_t count = eval_variables(e->eval, &variables);
	for (uint32_t i = 0; i < count; i++) enc_bind(e, variables[i], s->at[i]);
}

struct sym *encode_state_at(struct encoder *e, const struct encode_state *s,
                            const struct decl *variable)
{
	struct decl *const *variables;
	uint32_t count = eval_variables(e->eval, &variables), i = 0;
	while (i < count && variables[i] != variable) i++;
	return i < count ? s->at[i] : NULL;
}

void encode_bind(struct encoder *e, struct decl *d, struct sym *s) { enc_bind(e, d, s); }

bool encode_choose(struct encoder *e, const lit *conditions, struct encode_state *const *of,
                   uint32_t count, struct encode_state **out)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	struct encode_state *s = ARENA_NEW(&e->arena, struct encode_state);
	s->at = ARENA_ARRAY(&e->arena, n, struct sym *);
	for (uint32_t i = 0; i < n; i++) {
		struct parts p = {0};
		for (uint32_t k = 0; k < count; k++)
			if (of[k]->at[i]) parts_push(e, &p, of[k]->at[i], conditions[k]);
		s->at[i] = p.count ? sym_select(e, variables[i]->type, &p) : NULL;
	}
	*out = s;
	return enc_leave(e, true);
}

bool encode_same(struct encoder *e, const struct encode_state *a, const struct encode_state *b,
                 lit *out)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	struct lits l = {0};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	for (uint32_t i = 0; i < n; i++)
		if (a->at[i] && b->at[i])
			lits_push(e, &l, sym_equal(e, a->at[i], b->at[i], variables[i]->type));
	*out = circuit_all(e->c, l.at, l.count);
	return enc_leave(e, true);
}

/* ---- steps ------------------------------------------------------------------------------------- */

static void start(enc e)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	e->writing.troubles = NULL;
	e->writing.trouble_count = e->writing.trouble_room = 0;
	for (uint32_t i = 0; i < e->writing.written.count; i++)
		cell_set(e, e->writing.written.at[i], NULL);
	e->writing.writes = NULL;
	e->writing.keeps_writes = e->writing.is_side_by_side = false;
	for (uint32_t i = 0; i < n; i++) cell_set(e, variables[i], enc_bound(e, variables[i]));
}

/* A path ends at its violation: a violation behind an undefined expression does not count. */
static void only_first_troubles(enc e)
{
	lit before = LIT_FALSE;
	for (uint32_t i = 0; i < e->writing.trouble_count; i++) {
		struct encode_trouble *t = &e->writing.troubles[i];
		lit when = t->when;
		t->when = circuit_and(e->c, when, -before);
		before = circuit_or(e->c, before, when);
	}
}

static void finish(enc e, lit guard, struct encode_step *out)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	struct lits bad = {0};
	struct encode_state *s = ARENA_NEW(&e->arena, struct encode_state);
	s->at = ARENA_ARRAY(&e->arena, n, struct sym *);
	for (uint32_t i = 0; i < n; i++) s->at[i] = cell_get(e, variables[i]);
	only_first_troubles(e);
	for (uint32_t i = 0; i < e->writing.trouble_count; i++)
		lits_push(e, &bad, e->writing.troubles[i].when);
	out->guard = guard;
	out->next = s;
	out->troubles = e->writing.troubles;
	out->trouble_count = e->writing.trouble_count;
	out->is_fine = circuit_and(e->c, guard, -circuit_any(e->c, bad.at, bad.count));
}

bool encode_execute(struct encoder *e, const struct node *substitution, struct encode_step *out)
{
	*out = (struct encode_step){0};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	start(e);
	lit guard = execute(e, substitution, LIT_TRUE);
	finish(e, guard, out);
	return enc_leave(e, true);
}

/* The outermost guards of an operation bind its parameters: PRE P, then SELECT and ANY. */
struct guards {
	struct decl *names[256];
	uint32_t count;
	struct conjuncts conjuncts;
	const struct node *body;
};

static void add_guard(enc e, struct guards *g, const struct node *condition)
{
	const struct conjuncts *from = binder_conjuncts(e, condition);
	for (uint32_t i = 0; i < from->count; i++) conjuncts_add(e, &g->conjuncts, from->at[i]);
}

static void guards_of(enc e, const struct operation *o, struct guards *g)
{
	const struct node *n = o->body;
	for (uint32_t i = 0; i < o->parameters->count && g->count < 256; i++)
		g->names[g->count++] = o->parameters->kid[i]->decl;
	if (n->op == OP_S_PRE) {
		add_guard(e, g, n->kid[0]);
		n = n->kid[1];
	}
	while (eval_is_guard(n)) {
		bool binds = n->op != OP_S_SELECT;
		for (uint32_t i = 0; binds && i < n->kid[0]->count && g->count < 256; i++)
			g->names[g->count++] = n->kid[0]->kid[i]->decl;
		add_guard(e, g, n->kid[binds ? 1 : 0]);
		n = n->kid[n->count - 1];
	}
	g->body = n;
}

static struct sym **values_of(enc e, const struct node *ids)
{
	struct sym **s = ARENA_ARRAY(&e->arena, ids->count, struct sym *);
	for (uint32_t i = 0; i < ids->count; i++) s[i] = enc_bound(e, ids->kid[i]->decl);
	return s;
}

static struct sym **results_of(enc e, const struct node *ids)
{
	struct sym **s = ARENA_ARRAY(&e->arena, ids->count, struct sym *);
	for (uint32_t i = 0; i < ids->count; i++) s[i] = cell_get(e, ids->kid[i]->decl);
	return s;
}

static struct encode_choices choices_of(enc e, const struct guards *g)
{
	struct encode_choices c = {.count = g->count};
	c.names = ARENA_ARRAY(&e->arena, g->count, struct decl *);
	c.values = ARENA_ARRAY(&e->arena, g->count, struct sym *);
	for (uint32_t i = 0; i < g->count; i++) {
		c.names[i] = g->names[i];
		c.values[i] = enc_bound(e, g->names[i]);
	}
	return c;
}

bool encode_operation(struct encoder *e, const struct operation *o, struct encode_step *out)
{
	struct guards g = {0};
	struct lits all = {0};
	*out = (struct encode_step){0};
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	start(e);
	for (uint32_t i = 0; i < o->results->count; i++) {
		enc_bind(e, o->results->kid[i]->decl, NULL);
		cell_set(e, o->results->kid[i]->decl, NULL);
	}
	guards_of(e, o, &g);
	for (uint32_t i = 0; i < g.count; i++) enc_bind(e, g.names[i], NULL);
	lits_push(e, &all, unknown_names(e, g.names, g.count, &g.conjuncts, o->pos));
	for (uint32_t i = 0; i < g.conjuncts.count && all.at[all.count - 1] != LIT_FALSE; i++)
		if (g.conjuncts.at[i]) lits_push(e, &all, predicate(e, g.conjuncts.at[i], WANT_TRUE).t);
	lit enabled = circuit_all(e->c, all.at, all.count);
	lit guard = enabled == LIT_FALSE ? LIT_FALSE : execute(e, g.body, enabled);
	finish(e, circuit_and(e->c, enabled, guard), out);
	out->parameters = values_of(e, o->parameters);
	out->results = results_of(e, o->results);
	out->chosen = choices_of(e, &g);
	for (uint32_t i = 0; i < g.count; i++) enc_bind(e, g.names[i], NULL);
	return enc_leave(e, true);
}

bool encode_violation(struct encoder *e, const struct node *n, bool or_undefined, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	e->symmetry.fixes_all |= bounds_sees_elements(n, NULL);
	relax_know(e, n);
	if (!or_undefined || !enc_info(e, n)->may_fail) {
		*out = predicate(e, n, WANT_FALSE).f;
		return enc_leave(e, true);
	}
	*out = -predicate(e, n, WANT_BOTH).t;
	return enc_leave(e, true);
}

bool encode_undefined(struct encoder *e, const struct node *n, lit *out)
{
	if (setjmp(enc_enter(e)->stop)) return enc_leave(e, false);
	relax_know(e, n);
	struct truth_pair p = predicate(e, n, WANT_BOTH);
	*out = enc_info(e, n)->may_fail ? circuit_and(e->c, -p.t, -p.f) : LIT_FALSE;
	return enc_leave(e, true);
}

/* ---- values ------------------------------------------------------------------------------------ */

bool encode_state_values(struct encoder *e, struct cnf *f, const struct encode_state *s)
{
	struct decl *const *variables;
	uint32_t n = eval_variables(e->eval, &variables);
	bool ok = true;
	for (uint32_t i = 0; i < n; i++) {
		value v = s->at[i] ? encode_sym_value(e, f, s->at[i]) : VALUE_NONE;
		eval_set(e->eval, variables[i], v);
		ok &= v != VALUE_NONE || !s->at[i];
	}
	return ok;
}

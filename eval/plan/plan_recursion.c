/* Functions that call themselves or each other: f = %x.(P | ... f(x - 1) ...), and functions on infinite sets that equations
 * give, f(0) = 1 & !x.(x > 0 => f(x) = x * f(x - 1)). */
#include "eval/eval.h"
#include "eval/lazy/extent.h"
#include "eval/plan/plan_make.h"

/* ---- groups -------------------------------------------------------------------------------------------- */

/* Is the name only used for single elements, as in f(x - 1) and x - 1 |-> y : f? */
static bool asks_single_elements(const struct node *n, const struct decl *d)
{
	bool asks = n->op == OP_APPLY || n->op == OP_MEMBER;
	for (uint32_t i = 0; i < n->count; i++) {
		bool is_asked = asks && i == (n->op == OP_MEMBER);
		if (n->kid[i]->op == OP_ID && n->kid[i]->decl == d && !is_asked) return false;
		if (!asks_single_elements(n->kid[i], d)) return false;
	}
	return true;
}

/* Lambdas, and what is made of them: f = %x.(x = 0 | 1) \/ %x.(x > 0 | f(x - 1)) defines f. */
static bool is_function_text(const struct node *n, const struct decl *d)
{
	if (n->op == OP_LAMBDA || n->op == OP_COMPREHENSION) return asks_single_elements(n, d);
	if (n->op == OP_UNION || n->op == OP_OVERRIDE)
		return is_function_text(n->kid[0], d) && is_function_text(n->kid[1], d);
	return !node_mentions(n, d);
}

/* Only a constant is looked up when the function is called; other names have their value of now. */
static bool is_constant_function(const struct maker *m, const struct decl *d)
{
	return slot_is_looked_up(m->e, d) && d->type->kind == TYPE_POW && d->type->a->kind == TYPE_PAIR;
}

/* The text of f = text, among the conjuncts that are left; their number in *at. */
static const struct node *text_of(const struct maker *m, const struct decl *d, uint32_t *at)
{
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (c->is_done || c->is_hint || c->is_excluded) continue;
		EACH_GENERATOR(s, c->node) {
			if (s.kind != GENERATOR_EQUAL || !mention_is_name(s.of, d)) continue;
			bool is_text = s.from->op == OP_LAMBDA || s.from->op == OP_COMPREHENSION ||
			               s.from->op == OP_UNION || s.from->op == OP_OVERRIDE;
			*at = i;
			if (is_text) return s.from;
		}
	}
	return NULL;
}

static bool has(const struct plan_group *g, const struct decl *d)
{
	for (uint32_t i = 0; i < g->count; i++)
		if (g->names[i] == d) return true;
	return false;
}

/* The names that the text needs and that have no value yet: each is a function that an equation gives. */
static bool add_to_group(struct maker *m, struct plan_group *g, const struct node *text)
{
	uint32_t count;
	const uint32_t *list = plan_mentions(m, text, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct unknown *u = &m->unknown.at[list[i]];
		if (u->is_known || has(g, u->decl)) continue;
		uint32_t at;
		const struct node *other = text_of(m, u->decl, &at);
		if (!other || g->count == PLAN_MOST_IN_GROUP || !is_constant_function(m, u->decl))
			return false;
		g->names[g->count] = u->decl;
		g->texts[g->count] = other;
		g->conjuncts[g->count++] = at;
	}
	return true;
}

bool plan_find_group(struct maker *m, const struct unknown *u, const struct node *text,
                     struct plan_group *g)
{
	*g = (struct plan_group){.count = 1};
	g->names[0] = u->decl;
	g->texts[0] = text;
	if (!is_constant_function(m, u->decl)) return false;
	for (uint32_t i = 0; i < g->count; i++)
		if (!add_to_group(m, g, g->texts[i])) return false;
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++)
			if (!is_function_text(g->texts[i], g->names[k])) return false;
	return true;
}

/* All functions that call each other get their values at once, so that none is called before. */
void plan_take_group(struct maker *m, const struct candidate *c)
{
	struct plan_group g;
	bool is_made = m->conjuncts.at[c->conjunct].is_made;
	uint32_t slot = slot_of(m->e, c->unknown->decl);
	if (!plan_find_group(m, c->unknown, c->source, &g)) return;
	for (uint32_t i = 0; i < g.count; i++) {
		struct conjunct *done = &m->conjuncts.at[i ? g.conjuncts[i] : c->conjunct];
		done->is_done = true;
		is_made = is_made || done->is_made;
		plan_make_known(m, g.names[i]);
		VEC_PUSH(&m->steps, (struct plan_step){.kind = STEP_LAZY,
		                                       .node = g.texts[i],
		                                       .slot = slot_of(m->e, g.names[i]),
		                                       .type = g.names[i]->type,
		                                       .pos = g.texts[i]->pos});
	}
	bool is_founded = g.count == 1 && recursion_end_of(c->source, g.names[0]) != RECURSION_UNKNOWN;
	if (is_made || !is_founded)
		VEC_PUSH(&m->steps,
		         (struct plan_step){.kind = STEP_EXISTS, .slot = slot, .pos = c->source->pos});
}

/* ---- functions by equations --------------------------------------------------------------------------------- */

enum { MOST_EQUATIONS = 12 };

struct equations {
	struct maker *m;
	const struct decl *function;
	struct decl *x; /* a new name, for the arguments */
	const struct node *domain;
	const struct node *guards[MOST_EQUATIONS], *values[MOST_EQUATIONS]; /* of x */
	uint32_t conjuncts[MOST_EQUATIONS], count;
	struct extent whole, left; /* the arguments: all; those without an equation so far */
};

static bool mentions_unknown(struct equations *q, const struct node *n)
{
	uint32_t count;
	const uint32_t *list = plan_mentions(q->m, n, &count);
	for (uint32_t i = 0; i < count; i++)
		if (q->m->unknown.at[list[i]].decl != q->function) return true;
	return false;
}

/* f(E) on one side of the equation; the other side in *is. */
static const struct node *argument_of(const struct equations *q, const struct node *n,
                                      const struct node **is)
{
	EACH_GENERATOR(s, n) {
		const struct node *call = s.of;
		if (s.kind != GENERATOR_EQUAL || call->op != OP_APPLY || call->count != 2) continue;
		if (!mention_is_name(call->kid[0], q->function)) continue;
		if (node_mentions(call->kid[1], q->function)) continue;
		*is = s.from;
		return call->kid[1];
	}
	return NULL;
}

static const struct node *with_x(struct equations *q, const struct node *n, struct decl *old,
                                 const struct node *new)
{
	struct arena *a = &q->m->e->arena;
	struct substitute s = {.arena = a, .keeps_old = true};
	const struct replacement *r = old ? substitute_put(a, NULL, old, new) : NULL;
	const struct node *copy = substitute_in(&s, n, r, r);
	return s.gives_up || s.has_none ? NULL : copy;
}

static bool add_case(struct equations *q, uint32_t i, const struct node *guard,
                     const struct node *is)
{
	struct extent here = q->whole;
	if (!guard || !is || q->count == MOST_EQUATIONS) return false;
	extent_whole(&here.names[0], q->x);
	/* all that it holds for must be arguments, and have no other equation */
	if (!extent_narrow(&here, 0, guard, true)) return false;
	if (!extent_is_within(&here.names[0], &q->left.names[0])) return false;
	if (!extent_narrow(&q->left, 0, guard, false)) return false;
	q->conjuncts[q->count] = i;
	q->guards[q->count] = guard;
	q->values[q->count++] = is;
	return true;
}

/* f(0) = E */
static bool add_point(struct equations *q, uint32_t i, const struct node *at, const struct node *is)
{
	struct arena *a = &q->m->e->arena;
	if (mentions_unknown(q, at) || mentions_unknown(q, is)) return false;
	const struct node *x = build_name(a, q->x, at->pos);
	return add_case(q, i, build_op(a, OP_EQUAL, at->pos, x, at), with_x(q, is, NULL, NULL));
}

/* What stands for x, if the argument is x, x + 1 or x - 1: the new name, or that minus or plus the number. */
static const struct node *inverse(struct equations *q, const struct node *at, const struct decl *x)
{
	struct arena *a = &q->m->e->arena;
	const struct node *new = build_name(a, q->x, at->pos);
	if (at->op == OP_ID) return at->decl == x ? new : NULL;
	if (at->op != OP_ADD && at->op != OP_MINUS) return NULL;
	bool is_first = at->kid[0]->op == OP_ID && at->kid[0]->decl == x;
	const struct node *by = at->kid[is_first], *old = at->kid[!is_first];
	if (by->op != OP_NUMBER || old->op != OP_ID || old->decl != x) return NULL;
	if (!is_first && at->op == OP_MINUS) return NULL;
	return build_like(a, at->op == OP_ADD ? OP_MINUS : OP_ADD, at, new, by);
}

/* !x.(P => f(x) = E) */
static bool add_universal(struct equations *q, uint32_t i, const struct node *n)
{
	const struct node *body = n->kid[1], *is;
	if (n->kid[0]->count != 1 || body->op != OP_IMPLIES) return false;
	struct decl *x = n->kid[0]->kid[0]->decl;
	const struct node *at = argument_of(q, body->kid[1], &is), *guard = body->kid[0];
	const struct node *new = at ? inverse(q, at, x) : NULL;
	if (!new || node_mentions(guard, q->function) || mentions_unknown(q, n)) return false;
	return add_case(q, i, with_x(q, guard, x, new), with_x(q, is, x, new));
}

static bool add_equation(struct equations *q, uint32_t i, const struct node *n)
{
	const struct node *is;
	if (n->op == OP_FORALL) return add_universal(q, i, n);
	const struct node *at = argument_of(q, n, &is);
	return at && add_point(q, i, at, is);
}

/* f : A --> B, or dom(f) = A: then it is a function, since f(x) has a value for each x that an equation speaks of */
static void look_for_domain(struct equations *q, const struct node *n)
{
	const struct node *domain = NULL;
	EACH_GENERATOR(s, n) {
		bool is_arrow = s.kind == GENERATOR_IN && mention_is_name(s.of, q->function) &&
		                op_is(s.from->op, FACT_ARROWS) && op_is(s.from->op, FACT_TOTAL);
		bool is_domain = s.kind == GENERATOR_EQUAL && s.of->op == OP_DOM &&
		                 mention_is_name(s.of->kid[0], q->function);
		if (is_arrow) domain = s.from->kid[0];
		if (is_domain) domain = s.from;
	}
	if (domain && !mentions_unknown(q, domain) && plan_is_infinite_set(q->m, domain))
		q->domain = domain;
}

/* %x.(x : A | IF Q THEN E ELSIF ... ELSE E END) */
static const struct node *write_function(struct equations *q, struct type *type)
{
	struct arena *a = &q->m->e->arena;
	struct pos pos = q->values[0]->pos;
	struct node *is = node_new(a, OP_IF, pos, 2 * q->count - 1);
	const struct node *x = build_name(a, q->x, pos);
	for (uint32_t i = 0; i < q->count; i++) {
		if (i + 1 < q->count) is->kid[2 * i] = q->guards[i];
		is->kid[2 * i + (i + 1 < q->count)] = q->values[i];
	}
	is->type = type->a->b;
	const struct node *parts[3] = {build_ids(a, pos, 1, &x),
	                               build_op(a, OP_MEMBER, pos, x, q->domain),
	                               q->count > 1 ? is : q->values[0]};
	return build_node(a, OP_LAMBDA, pos, type, 3, parts);
}

/* All that the equations say is in the function that they make; so they are true of it. */
static void put_function(struct equations *q, const struct node *set)
{
	struct maker *m = q->m;
	struct arena *a = &m->e->arena;
	uint32_t given;
	prepare_tree(m->e, set);
	prepare_free(m->e, set, &given);
	if (given) return;
	value v = lazy_of(m->e, set);
	for (uint32_t i = 0; i < q->count; i++) {
		struct conjunct *c = &m->conjuncts.at[q->conjuncts[i]];
		struct note *note = prepare_note(m->e, c->node);
		note->made = v;
		note->made_slot = slot_of(m->e, q->function);
		c->is_done = true;
	}
	const struct node *f = build_name(a, (struct decl *)(uintptr_t)q->function, set->pos);
	VEC_PUSH(&m->conjuncts,
	         (struct conjunct){.node = build_op(a, OP_EQUAL, set->pos, f, set), .is_made = true});
}

/* Those for many arguments first: another conjunct about one of them is a test. */
static void add_equations(struct equations *q, enum op op)
{
	const struct maker *m = q->m;
	for (uint32_t i = 0; i < m->conjuncts.count; i++) {
		const struct conjunct *c = &m->conjuncts.at[i];
		if (!c->is_hint && !c->is_done && !c->is_inner && c->node->op == op)
			add_equation(q, i, c->node);
	}
}

static void add_function(struct maker *m, const struct decl *d)
{
	struct arena *a = &m->e->arena;
	uint32_t at;
	struct type *t = d->type;
	struct equations q = {.m = m, .function = d};
	if (!is_constant_function(m, d) || text_of(m, d, &at)) return;
	for (uint32_t i = 0; i < m->conjuncts.count; i++)
		if (!m->conjuncts.at[i].is_hint) look_for_domain(&q, m->conjuncts.at[i].node);
	if (!q.domain || t->a->a->kind != TYPE_INTEGER) return;
	q.x = build_local(a, names_of(m->e->project->names, "x"), t->a->a, d->pos);
	q.whole = (struct extent){.e = m->e, .count = 1};
	extent_whole(&q.whole.names[0], q.x);
	const struct node *x = build_name(a, q.x, d->pos);
	if (!extent_narrow(&q.whole, 0, build_op(a, OP_MEMBER, d->pos, x, q.domain), true)) return;
	q.left = q.whole;
	add_equations(&q, OP_FORALL);
	add_equations(&q, OP_EQUAL);
	if (q.count && extent_is_empty(&q.left)) put_function(&q, write_function(&q, t));
}

void plan_add_functions(struct maker *m)
{
	if (m->fallback) return;
	for (uint32_t i = 0; i < m->unknown.count; i++)
		if (m->unknown.at[i].decl->type->kind == TYPE_POW) add_function(m, m->unknown.at[i].decl);
}

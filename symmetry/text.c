/* Draws the text of a project as a graph: a vertex for each node of its trees, names shared.
 *
 * Conjunctions are evaluated from left to right, which matters where a conjunct has no value: those may be exchanged
 * whose parts always have one, and those that are lists of conjuncts (LANGUAGE.md, Definedness, rule 3): PROPERTIES,
 * invariants, guards, what binders say. */
#include "symmetry/inside.h"

enum role {
	ROLE_CONSTRAINTS,
	ROLE_PROPERTIES,
	ROLE_INVARIANT,
	ROLE_ASSERTIONS,
	ROLE_VARIANT,
	ROLE_INITIALISATION,
	ROLE_OPERATION,
	ROLE_ARGUMENTS,
	ROLE_VALUES,
	ROLE_CONSTRUCTOR,
	ROLE_CONSTANT,
	ROLE_GOAL,
	ROLE_OBSERVED,
	ROLE_CONJUNCT,
	ROLE_UNDEFINED,
	ROLE_BODY,
	ROLE_AFTER,
};

static uint32_t draw(struct graph *g, const struct node *n, bool is_list);

/* ---- names -------------------------------------------------------------------------------------------- */

/* May it take the place of another one? */
static bool is_bound(const struct graph *g, const struct decl *d)
{
	if (!map_get(&g->bound, d)) return false;
	return d->kind == DECL_LOCAL || d->kind == DECL_INPUT || d->kind == DECL_OUTPUT ||
	       d->kind == DECL_UNKNOWN;
}

static uint32_t element(struct graph *g, const struct decl *d)
{
	const struct universe *u = g->question->universe;
	if (d->kind != DECL_ELEMENT || !map_get(&u->number, d->of)) return SYMMETRY_NONE;
	return graph_atom(g, universe_number(u, d->of), d->index);
}

/* In formulas, where the evaluator has the values of names that are not asked for. */
static void known_value(struct graph *g, const struct decl *d, uint32_t vertex)
{
	struct eval *e = g->question->formulas->eval;
	if (!e || is_bound(g, d) || !eval_slot(e, d)) return;
	value v = eval_get(e, d);
	if (v == VALUE_NONE) return;
	const struct type *t = symmetry_type(g->group, d);
	struct graph_part parts[] = {{vertex, 1}, {ground_value(g, t, v), 2}};
	graph_join(g, (struct colour){COLOUR_ROLE, 0, ROLE_CONSTANT, 0}, parts, 2);
}

/* Is it known of the integers in this name or formula whether they are names for things? */
static bool is_sorted(const struct graph *g, const void *what, const struct type *t)
{
	return !g->group->sort_count || !sorts_has_integers(t) || map_get(&g->group->type_of, what);
}

uint32_t text_decl(struct graph *g, const struct decl *d)
{
	uint32_t atom = element(g, d);
	if (atom != SYMMETRY_NONE) return atom;
	uintptr_t known = (uintptr_t)map_get(&g->of_decl, d);
	if (known) return (uint32_t)(known - 1);
	/* those of no project have no number of their own */
	struct colour own = {COLOUR_DECL, 0, d->number, d->number ? 0 : g->vertices.count + 1};
	g->has_unknown |= !is_sorted(g, d, d->type);
	struct colour bound = {COLOUR_BOUND, 0, d->kind, graph_type(g, symmetry_type(g->group, d))};
	uint32_t v = graph_vertex(g, is_bound(g, d) ? bound : own);
	map_put(&g->of_decl, d, (void *)((uintptr_t)v + 1));
	if (g->question->formulas) known_value(g, d, v);
	return v;
}

/* ---- order ---------------------------------------------------------------------------------------------- */

static bool are_defined(const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (defined_may_fail(n->kid[i])) return false;
	return true;
}

/* Does it mean the same, also where parts have no value, whatever the order of its parts? */
static bool is_commutative(const struct graph *g, const struct node *n)
{
	if (g->question->is_rigid) return false;
	switch (n->op) {
	case OP_AND:
	case OP_OR:
	case OP_INTER: return are_defined(n);
	case OP_EQUIV:
	case OP_EQUAL:
	case OP_NOT_EQUAL:
	case OP_UNION:
	case OP_ADD:
	case OP_TIMES:
	case OP_SET:
	case OP_S_PARALLEL:
	case OP_S_CHOICE: return true;
	default: return false;
	}
}

/* Do its names make no tuple, so that their order does not matter? */
static bool binds_in_any_order(const struct graph *g, enum op op)
{
	if (g->question->is_rigid) return false;
	switch (op) {
	case OP_FORALL:
	case OP_EXISTS:
	case OP_SIGMA:
	case OP_PI:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER:
	case OP_LET:
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_VAR: return true;
	default: return false;
	}
}

/* Is this kid a list of conjuncts, or of alternatives that are asked one by one? */
static bool is_list_kid(const struct node *n, uint32_t i)
{
	switch (n->op) {
	case OP_EXISTS:
	case OP_COMPREHENSION:
	case OP_LAMBDA:
	case OP_SIGMA:
	case OP_PI:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER:
	case OP_S_ANY: return i == 1;
	default: return false;
	}
}

static uint32_t position(const struct graph *g, const struct node *n, uint32_t i,
                         bool is_commutative_one)
{
	if (n->op == OP_PARTITION && !g->question->is_rigid) return i == 0 ? 1 : 0;
	return is_commutative_one ? 0 : i + 1;
}

/* ---- nodes ---------------------------------------------------------------------------------------------- */

/* What tells it from others of its operator, besides its parts. Labels of predicates do not. */
static uint64_t written(struct graph *g, const struct node *n)
{
	switch (n->op) {
	case OP_NUMBER:
	case OP_DECIMAL:
	case OP_STRING:
	case OP_ENTRY:
	case OP_FIELD:
	case OP_EXTERNAL_CALL: return graph_word(g, n->name);
	default: return 0;
	}
}

static uint32_t leaf(struct graph *g, const struct node *n)
{
	const struct type *t = map_get(&g->group->type_of, n);
	g->has_unknown |= !is_sorted(g, n, n->type);
	uint64_t b = graph_type(g, t ? t : n->type) << 32 | written(g, n);
	return graph_vertex(g, (struct colour){COLOUR_LEAF, 0, n->op, b});
}

/* An integer that is a name for something is an atom. */
static uint32_t number(struct graph *g, const struct node *n)
{
	const struct type *t = map_get(&g->group->type_of, n);
	const struct symmetry_sort *sort = t ? symmetry_sort_of(g->group, t) : NULL;
	int64_t v;
	bool is_name =
	    sort && sorts_literal(g->question, n, &v) && v >= sort->low && v - sort->low < sort->size;
	return is_name ? sort->first + (uint32_t)(v - sort->low) : leaf(g, n);
}

/* All of a sort, whatever its bounds are called, or some of its atoms. */
static uint32_t interval(struct graph *g, const struct symmetry_sort *sort, int64_t low,
                         int64_t high)
{
	uint32_t count = low <= high ? (uint32_t)(high - low) + 1 : 0;
	if (count == sort->size)
		return graph_vertex(g, (struct colour){COLOUR_LEAF, 0, OP_INTERVAL, sort->first + 1});
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, count + 1, struct graph_part);
	for (uint32_t i = 0; i < count; i++) {
		parts[i].vertex = sort->first + (uint32_t)(low - sort->low) + i;
		parts[i].position = g->question->is_rigid ? i + 1 : 0;
	}
	return graph_join(g, (struct colour){COLOUR_NODE, 0, OP_SET, 0}, parts, count);
}

static const struct symmetry_sort *sort_of_interval(const struct graph *g, const struct node *n,
                                                    int64_t *low, int64_t *high)
{
	const struct type *t = map_get(&g->group->type_of, n);
	if (!t || !sorts_interval(g->question, n, low, high)) return NULL;
	return symmetry_sort_of(g->group, t->a);
}

static uint32_t names(struct graph *g, const struct node *ids, bool in_any_order)
{
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, ids->count + 1, struct graph_part);
	for (uint32_t i = 0; i < ids->count; i++) {
		struct decl *d = ids->kid[i]->decl;
		if (d) map_put(&g->bound, d, d);
		parts[i].vertex = d ? text_decl(g, d) : leaf(g, ids->kid[i]);
		parts[i].position = in_any_order ? 0 : i + 1;
	}
	return graph_join(g, (struct colour){COLOUR_NODE, 0, OP_IDS, 0}, parts, ids->count);
}

/* Branches with a condition (SELECT) or labels that are constants and all different (CASE) exclude each other, or are all
 * taken: their order does not matter. `first` is the place of the first one. */
static uint32_t branches(struct graph *g, const struct node *n, uint32_t first, bool is_list)
{
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, n->count + 1, struct graph_part);
	uint32_t count = 0;
	for (uint32_t i = 0; i < first; i++)
		parts[count++] = (struct graph_part){draw(g, n->kid[i], false), 1};
	for (uint32_t i = first; i + 1 < n->count; i += 2) {
		struct graph_part both[] = {{draw(g, n->kid[i], is_list), 1},
		                            {draw(g, n->kid[i + 1], false), 2}};
		uint32_t both_of = graph_join(g, (struct colour){COLOUR_BRANCH, 0, 0, 0}, both, 2);
		parts[count++] = (struct graph_part){both_of, g->question->is_rigid ? i + 3 : 0};
	}
	if ((n->count - first) % 2)
		parts[count++] = (struct graph_part){draw(g, n->kid[n->count - 1], false), 2};
	return graph_join(g, (struct colour){COLOUR_NODE, 0, n->op, 0}, parts, count);
}

static bool is_constant_label(const struct node *n)
{
	return n->op == OP_NUMBER || (n->op == OP_ID && n->decl && n->decl->kind == DECL_ELEMENT);
}

static bool is_same_label(const struct node *a, const struct node *b)
{
	return a->op == b->op && (a->op == OP_ID ? a->decl == b->decl : a->name == b->name);
}

static bool has_label_before(const struct node *n, uint32_t branch, uint32_t place)
{
	const struct node *label = n->kid[branch]->kid[place];
	for (uint32_t i = 1; i <= branch; i += 2)
		for (uint32_t k = 0; k < (i == branch ? place : n->kid[i]->count); k++)
			if (is_same_label(n->kid[i]->kid[k], label)) return true;
	return false;
}

static bool has_plain_labels(const struct node *n)
{
	for (uint32_t i = 1; i + 1 < n->count; i += 2)
		for (uint32_t k = 0; k < n->kid[i]->count; k++)
			if (!is_constant_label(n->kid[i]->kid[k]) || has_label_before(n, i, k)) return false;
	return true;
}

static bool has_else(const struct node *select) { return select->count % 2; }

static uint32_t kid(struct graph *g, const struct node *n, uint32_t i)
{
	const struct node *k = n->kid[i];
	if (k->op == OP_IDS) return names(g, k, binds_in_any_order(g, n->op));
	/* !x.(P => Q): P is what is said of x */
	if (n->op == OP_FORALL && k->op == OP_IMPLIES && k->count == 2) {
		struct graph_part both[] = {{draw(g, k->kid[0], true), 1}, {draw(g, k->kid[1], false), 2}};
		return graph_join(g, (struct colour){COLOUR_NODE, 0, k->op, 0}, both, 2);
	}
	return draw(g, k, is_list_kid(n, i));
}

/* Conjuncts one by one, however they are grouped. */
static uint32_t conjunction(struct graph *g, const struct node *n)
{
	VEC(struct graph_part) parts = {0};
	EACH_CONJUNCT(c, n) {
		struct graph_part part = {draw(g, c.now, true), 0};
		if (g->question->is_rigid) part.position = parts.count + 1;
		VEC_PUSH(&parts, part);
	}
	uint32_t v = graph_join(g, (struct colour){COLOUR_NODE, 0, OP_AND, 0}, parts.at, parts.count);
	VEC_CLEAR(&parts);
	return v;
}

static uint32_t inner(struct graph *g, const struct node *n)
{
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, n->count + 1, struct graph_part);
	bool commutes = is_commutative(g, n);
	uint32_t count = 0;
	for (; count < n->count; count++) {
		parts[count].vertex = kid(g, n, count);
		parts[count].position = position(g, n, count, commutes);
	}
	if (n->decl) parts[count++] = (struct graph_part){text_decl(g, n->decl), UINT32_MAX};
	return graph_join(g, (struct colour){COLOUR_NODE, 0, n->op, written(g, n)}, parts, count);
}

/* What a message points at: a conjunct, a condition, an assignment. */
bool text_is_item(const struct node *n)
{
	if (node_class(n) == CLASS_PRED) return n->op != OP_AND;
	return n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN || n->op == OP_S_CALL;
}

static uint32_t draw_node(struct graph *g, const struct node *n, bool is_list)
{
	if (n->op == OP_ID && n->decl) return text_decl(g, n->decl);
	if (n->op == OP_S_SELECT) return branches(g, n, 0, !has_else(n));
	if (n->op == OP_S_CASE && has_plain_labels(n)) return branches(g, n, 1, false);
	if (n->op == OP_NUMBER) return number(g, n);
	if (n->count == 0 && !n->decl) return leaf(g, n);
	int64_t low, high;
	const struct symmetry_sort *sort =
	    n->op == OP_INTERVAL ? sort_of_interval(g, n, &low, &high) : NULL;
	if (sort) return interval(g, sort, low, high);
	if (n->op == OP_AND && is_list) return conjunction(g, n);
	/* labels of CASE and LIST elsewhere: in order */
	return inner(g, n);
}

static uint32_t draw(struct graph *g, const struct node *n, bool is_list)
{
	const struct node *around = g->item;
	if (!around && text_is_item(n)) g->item = n;
	uint32_t v = g->is_too_large ? 0 : draw_node(g, n, is_list);
	g->item = around;
	return v;
}

uint32_t text_node(struct graph *g, const struct node *n) { return draw(g, n, false); }

/* ---- clauses ----------------------------------------------------------------------------------------------- */

static void root(struct graph *g, enum role role, uint64_t machine, const struct graph_part *parts,
                 uint32_t count)
{
	graph_join(g, (struct colour){COLOUR_ROLE, 0, role, machine}, parts, count);
}

static void clause(struct graph *g, enum role role, uint64_t machine, const struct node *n)
{
	if (n) root(g, role, machine, (struct graph_part[]){{draw(g, n, true), 1}}, 1);
}

static void invariant(struct graph *g, uint64_t machine, const struct node *n)
{
	uint32_t count = 0;
	if (!g->question->keeps_duties) {
		clause(g, ROLE_INVARIANT, machine, n);
		return;
	}
	EACH_CONJUNCT(c, n) {
		struct graph_part part = {draw(g, c.now, true), ++count};
		root(g, ROLE_INVARIANT, machine, &part, 1);
	}
}

/* Each is judged by itself. */
static void assertions(struct graph *g, uint64_t machine, const struct node *list)
{
	bool keeps = g->question->keeps_duties;
	for (uint32_t i = 0; list && i < list->count; i++) {
		struct graph_part part = {draw(g, list->kid[i], true), keeps ? i + 1 : 0};
		root(g, ROLE_ASSERTIONS, machine, &part, 1);
	}
}

/* The outermost PRE of an operation is a guard. */
static uint32_t body(struct graph *g, const struct node *n)
{
	if (n->op != OP_S_PRE) return draw(g, n, false);
	struct graph_part both[] = {{draw(g, n->kid[0], true), 1}, {draw(g, n->kid[1], false), 2}};
	return graph_join(g, (struct colour){COLOUR_NODE, 0, n->op, 1}, both, 2);
}

static void operation(struct graph *g, const struct operation *o)
{
	struct graph_part parts[4] = {{text_decl(g, o->decl), 1}};
	uint32_t count = 1;
	if (o->parameters) parts[count++] = (struct graph_part){names(g, o->parameters, false), 2};
	if (o->results) parts[count++] = (struct graph_part){names(g, o->results, false), 3};
	if (o->body) parts[count++] = (struct graph_part){body(g, o->body), 4};
	root(g, ROLE_OPERATION, 0, parts, count);
}

static void constructors(struct graph *g, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++) {
		const struct decl *d = m->decls.at[i];
		if (d->kind != DECL_CONSTRUCTOR || !d->constructor) continue;
		struct graph_part parts[] = {{text_decl(g, d), 1},
		                             {draw(g, d->constructor->kid[1], false), 2}};
		root(g, ROLE_CONSTRUCTOR, 0, parts, 2);
	}
}

static bool are_constants_known(const struct symmetry_question *q)
{
	for (uint32_t i = 0; i < q->constant_count; i++)
		if (q->known[i] == VALUE_NONE) return false;
	return q->constant_count > 0;
}

static void machine(struct graph *g, const struct machine *m, uint64_t number)
{
	/* Known constants satisfy what is said of them. */
	bool is_said = !are_constants_known(g->question) && !g->question->without_properties;
	if (is_said) {
		clause(g, ROLE_CONSTRAINTS, number, m->constraints);
		clause(g, ROLE_PROPERTIES, number, m->properties);
	}
	invariant(g, number, m->invariant);
	assertions(g, number, m->assertions);
	clause(g, ROLE_VARIANT, number, m->variant);
	clause(g, ROLE_INITIALISATION, number, m->initialisation);
	constructors(g, m);
	for (uint32_t i = 0; i < m->operations.count; i++) operation(g, m->operations.at[i]);
	for (uint32_t i = 0; is_said && i < m->references.count; i++)
		if (m->references.at[i].arguments) {
			struct graph_part part = {draw(g, m->references.at[i].arguments, false), i + 1};
			root(g, ROLE_ARGUMENTS, number, &part, 1);
		}
	for (uint32_t i = 0; is_said && i < m->values.count; i++) {
		const struct value_entry *v = &m->values.at[i];
		if (!v->decl || !v->value) continue;
		struct graph_part parts[] = {{text_decl(g, v->decl), 1}, {draw(g, v->value, false), 2}};
		root(g, ROLE_VALUES, number, parts, 2);
	}
}

static void constants(struct graph *g)
{
	const struct symmetry_question *q = g->question;
	for (uint32_t i = 0; i < q->constant_count; i++) {
		if (q->known[i] == VALUE_NONE) continue;
		const struct type *t = symmetry_type(g->group, q->constants[i]);
		uint32_t known = ground_value(g, t, q->known[i]);
		struct graph_part parts[] = {{text_decl(g, q->constants[i]), 1}, {known, 2}};
		root(g, ROLE_CONSTANT, 0, parts, 2);
		if (g->is_too_large) return;
		struct mention m = {g->edges.count - 2, SYMMETRY_NONE, {.constant = q->constants[i]}};
		VEC_PUSH(&g->mentions, m);
	}
}

/* ---- formulas ---------------------------------------------------------------------------------------------- */

static bool has_call(const struct node *n)
{
	if (n->op == OP_S_CALL) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_call(n->kid[i])) return true;
	return false;
}

/* What is called, and how values of free types are made. */
static void surroundings(struct graph *g, bool calls)
{
	const struct project *p = g->question->project;
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		constructors(g, m);
		for (uint32_t k = 0; calls && k < m->operations.count; k++)
			operation(g, m->operations.at[k]);
	}
}

static void formulas(struct graph *g, const struct symmetry_formulas *f)
{
	for (uint32_t i = 0; i < f->name_count; i++) {
		struct colour own = {COLOUR_DECL, 1, i, 0};
		uint32_t v = graph_vertex(g, own);
		map_put(&g->of_decl, f->names[i], (void *)((uintptr_t)v + 1));
	}
	for (uint32_t i = 0; i < f->conjunct_count && !g->is_too_large; i++)
		clause(g, ROLE_CONJUNCT, g->question->is_rigid ? i : 0, f->conjuncts[i]);
	if (f->undefined)
		root(g, ROLE_UNDEFINED, 0, (struct graph_part[]){{draw(g, f->undefined, false), 1}}, 1);
	if (f->body) root(g, ROLE_BODY, 0, (struct graph_part[]){{draw(g, f->body, false), 1}}, 1);
	for (uint32_t i = 0; i < f->goal_count; i++)
		root(g, ROLE_AFTER, g->question->is_rigid ? i : 0,
		     (struct graph_part[]){{draw(g, f->goals[i], false), 1}}, 1);
	surroundings(g, f->body && has_call(f->body));
}

/* Where something was drawn that flow.c has not seen. */
static void pin_sorts(struct graph *g)
{
	const struct symmetry_group *group = g->group;
	for (uint32_t i = 0; g->has_unknown && i < group->sort_count; i++)
		for (uint32_t k = 0; k < group->sorts[i].size; k++)
			g->vertices.at[group->sorts[i].first + k].b = k + 1;
}

void text_draw(struct graph *g)
{
	const struct project *p = g->question->project;
	if (g->question->formulas) formulas(g, g->question->formulas);
	for (uint32_t i = 0; !g->question->formulas && i < p->machines.count && !g->is_too_large; i++)
		machine(g, p->machines.at[i], i + 1);
	constants(g);
	clause(g, ROLE_GOAL, 0, g->question->goal);
	for (uint32_t i = 0; i < g->question->observed_count; i++)
		root(g, ROLE_OBSERVED, i,
		     (struct graph_part[]){{draw(g, g->question->observed[i], false), 1}}, 1);
	pin_sorts(g);
}

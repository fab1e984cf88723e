/* A model of Event-B as a project of classical B: contexts are seen machines, a machine with its abstractions is a chain
 * of refinements. An abstraction is there to run along: for each event of the main machine it has an operation of the same
 * name and parameters that does what the event refines; parameters that only the abstract event has are chosen (ANY).
 * Invariants are those of the main machine, at all levels: they are inherited. */
#include "eventb/inside.h"
#include "logic/logic.h"

struct translate {
	struct eventb_model *model;
	struct project *project;
	struct arena *arena;
	const struct eventb_machine *main; /* NULL: a context alone */
	struct eventb_enumerations enumerations;
	struct map written; /* name of a context -> struct machine * */
};

/* ---- nodes ----------------------------------------------------------------------------------------- */

static const struct node *ids_of(struct translate *t, const struct eventb_names *names,
                                 struct pos pos)
{
	struct node *ids = node_new(t->arena, OP_IDS, pos, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		struct node *id = node_new(t->arena, OP_ID, names->at[i].pos, 0);
		id->name = names->at[i].name;
		ids->kid[i] = id;
	}
	return ids;
}

static const struct node *labelled(struct translate *t, const struct eventb_formula *f,
                                   const char *of)
{
	if (!f->label) return f->node;
	struct node *n = node_new(t->arena, OP_LABEL, f->pos, 1);
	n->name =
	    of ? names_of(t->project->names, arena_format(t->arena, "%s.%s", of, f->label)) : f->label;
	n->kid[0] = f->node;
	return n;
}

struct node_list {
	const struct node **at;
	uint32_t count, room;
};

/* Those that are theorems, or those that are not. */
static void add_formulas(struct translate *t, const struct eventb_formulas *from, bool theorems,
                         const char *of, struct node_list *to)
{
	for (uint32_t i = 0; i < from->count; i++)
		if (from->at[i].is_theorem == theorems) VEC_PUSH(to, labelled(t, &from->at[i], of));
}

static const struct node *all_of(struct translate *t, enum op op, struct node_list *parts)
{
	const struct node *n = NULL;
	if (parts->count == 1 && op != OP_LIST) n = parts->at[0];
	else if (parts->count)
		n = build_node(t->arena, op, parts->at[0]->pos, NULL, parts->count, parts->at);
	VEC_CLEAR(parts);
	return n;
}

static struct machine *machine_of(struct translate *t, name n, struct pos pos,
                                  const struct source *source)
{
	struct machine *m = ARENA_NEW(t->arena, struct machine);
	m->kind = MACHINE_ABSTRACT;
	m->keyword = "MACHINE";
	m->name = n;
	m->pos = pos;
	m->source = source;
	VEC_PUSH(&t->project->written, m);
	return m;
}

static void refer(struct machine *from, enum reference_kind kind, struct machine *to)
{
	VEC_PUSH(
	    &from->references,
	    ((struct reference){.kind = kind, .machine = to->name, .pos = from->pos, .written = to}));
}

/* ---- contexts -------------------------------------------------------------------------------------- */

static void add_set(struct translate *t, struct machine *m, const struct eventb_name *s)
{
	const struct eventb_enumeration *e = enumerated_set(&t->enumerations, s->name);
	VEC_PUSH(&m->sets, ((struct set_entry){
	                       .name = s->name, .pos = s->pos, .elements = e ? e->elements : NULL}));
}

static void see_all(struct translate *t, struct machine *m, const struct eventb_contexts *contexts)
{
	for (uint32_t i = 0; i < contexts->count; i++) {
		struct machine *seen = map_get(&t->written, contexts->at[i]->name);
		if (seen && seen != m) refer(m, REF_SEES, seen);
	}
}

static bool is_symbolic(const struct eventb_context *c, const struct node *n)
{
	for (uint32_t i = 0; i < c->all.count; i++)
		if (n->op == OP_ID && eventb_has_name(&c->all.at[i]->symbolic, n->name)) return true;
	return false;
}

/* c = E of a constant that is symbolic: E is marked, as by the pragma of classical B. */
static struct eventb_formula symbolic(struct translate *t, const struct eventb_context *c,
                                      struct eventb_formula f)
{
	const struct node *n = f.node;
	if (n->op != OP_EQUAL || !is_symbolic(c, n->kid[0])) return f;
	const struct node *set = n->kid[1];
	struct node *marked = node_new(t->arena, set->op, set->pos, set->count);
	marked->flags = set->flags | NODE_SYMBOLIC;
	marked->name = set->name;
	for (uint32_t i = 0; i < set->count; i++) marked->kid[i] = set->kid[i];
	f.node =
	    build_node(t->arena, OP_EQUAL, n->pos, NULL, 2, (const struct node *[]){n->kid[0], marked});
	return f;
}

static struct machine *add_context(struct translate *t, const struct eventb_context *c)
{
	struct machine *m = machine_of(t, c->name, c->pos, c->source);
	struct eventb_names constants = {0};
	struct node_list axioms = {0}, theorems = {0};
	map_put(&t->written, c->name, m);
	for (uint32_t i = 0; i < c->sets.count; i++) add_set(t, m, &c->sets.at[i]);
	for (uint32_t i = 0; i < c->constants.count; i++)
		if (!enumerated_has(&t->enumerations, c->constants.at[i].name))
			VEC_PUSH(&constants, c->constants.at[i]);
	if (constants.count) m->concrete_constants = ids_of(t, &constants, c->pos);
	VEC_CLEAR(&constants);
	for (uint32_t i = 0; i < c->axioms.count; i++)
		if (!c->axioms.at[i].is_theorem && !enumerated_by(&t->enumerations, c->axioms.at[i].node)) {
			struct eventb_formula axiom = symbolic(t, c, c->axioms.at[i]);
			VEC_PUSH(&axioms, labelled(t, &axiom, NULL));
		}
	add_formulas(t, &c->axioms, true, NULL, &theorems);
	m->properties = all_of(t, OP_AND, &axioms);
	m->assertions = all_of(t, OP_LIST, &theorems);
	see_all(t, m, &c->all);
	return m;
}

/* ---- events ---------------------------------------------------------------------------------------- */

static const struct node *actions_of(struct translate *t, const struct eventb_event *e)
{
	struct node_list parts = {0};
	for (uint32_t i = 0; i < e->actions.count; i++)
		VEC_PUSH(&parts, primed_action(t->project, e->actions.at[i].node));
	const struct node *body = all_of(t, OP_S_PARALLEL, &parts);
	return body ? body : node_new(t->arena, OP_S_SKIP, e->pos, 0);
}

/* SELECT guards THEN actions END; `chosen` are names that ANY binds. */
static const struct node *body_of(struct translate *t, const struct eventb_event *e,
                                  const struct eventb_names *chosen)
{
	struct node_list guards = {0};
	add_formulas(t, &e->guards, false, NULL, &guards);
	const struct node *guard = all_of(t, OP_AND, &guards), *body = actions_of(t, e);
	if (chosen->count) {
		struct node *any = node_new(t->arena, OP_S_ANY, e->pos, 3);
		any->kid[0] = ids_of(t, chosen, e->pos);
		any->kid[1] = guard ? guard : build_truth(t->arena, e->pos, true);
		any->kid[2] = body;
		return any;
	}
	return guard ? build_op(t->arena, OP_S_SELECT, e->pos, guard, body) : body;
}

static struct operation *add_operation(struct translate *t, struct machine *m,
                                       const struct eventb_event *e, const struct node *body)
{
	struct operation *o = ARENA_NEW(t->arena, struct operation);
	o->name = e->name;
	o->pos = e->pos;
	o->results = node_new(t->arena, OP_IDS, e->pos, 0);
	o->parameters = ids_of(t, &e->parameters, e->pos);
	o->body = body;
	VEC_PUSH(&m->operations, o);
	return o;
}

static void add_initialisation(struct translate *t, struct machine *m,
                               const struct eventb_machine *from)
{
	for (uint32_t i = 0; i < from->events.count; i++) {
		const struct eventb_event *e = from->events.at[i];
		if (!eventb_is_initialisation(e)) continue;
		m->initialisation = actions_of(t, e);
		m->clause_at[CLAUSE_INITIALISATION] = e->pos;
	}
}

/* ---- the events of abstractions --------------------------------------------------------------------- */

/* An event that one of the main machine refines, and which of its parameters are those of that one: each event in between
 * has them, too. */
struct refined {
	const struct eventb_event *event;
	struct eventb_names shared;
};

struct refined_list {
	struct refined *at;
	uint32_t count, room;
};

static void add_refined(struct refined_list *to, const struct eventb_event *e,
                        const struct eventb_names *below)
{
	struct refined r = {.event = e};
	for (uint32_t i = 0; i < to->count; i++)
		if (to->at[i].event == e) return;
	for (uint32_t i = 0; i < e->parameters.count; i++)
		if (eventb_has_name(below, e->parameters.at[i].name))
			VEC_PUSH(&r.shared, e->parameters.at[i]);
	VEC_PUSH(to, r);
}

static void clear_refined(struct refined_list *l)
{
	for (uint32_t i = 0; i < l->count; i++) VEC_CLEAR(&l->at[i].shared);
	VEC_CLEAR(l);
}

/* One level further up. */
static struct refined_list above(const struct refined_list *list)
{
	struct refined_list up = {0};
	for (uint32_t i = 0; i < list->count; i++)
		for (uint32_t k = 0; k < list->at[i].event->abstract.count; k++)
			add_refined(&up, list->at[i].event->abstract.at[k], &list->at[i].shared);
	return up;
}

static const struct node *refined_body(struct translate *t, const struct refined *r)
{
	struct eventb_names chosen = {0};
	for (uint32_t i = 0; i < r->event->parameters.count; i++)
		if (!eventb_has_name(&r->shared, r->event->parameters.at[i].name))
			VEC_PUSH(&chosen, r->event->parameters.at[i]);
	const struct node *body = body_of(t, r->event, &chosen);
	VEC_CLEAR(&chosen);
	return body;
}

/* What the event `e` of the main machine is, so many levels above it: its operation, or none for skip. */
static void add_abstract(struct translate *t, struct machine *m, const struct eventb_event *e,
                         uint32_t levels)
{
	struct refined_list now = {0};
	struct node_list bodies = {0};
	add_refined(&now, e, &e->parameters);
	for (; levels > 0; levels--) {
		struct refined_list up = above(&now);
		clear_refined(&now);
		now = up;
	}
	for (uint32_t i = 0; i < now.count; i++) VEC_PUSH(&bodies, refined_body(t, &now.at[i]));
	clear_refined(&now);
	const struct node *body = all_of(t, OP_S_CHOICE, &bodies);
	if (body) add_operation(t, m, e, body);
}

/* ---- machines -------------------------------------------------------------------------------------- */

static void add_invariants(struct translate *t, struct machine *m)
{
	struct node_list invariants = {0}, theorems = {0};
	VEC(const struct eventb_machine *) chain = {0};
	for (const struct eventb_machine *x = t->main; x; x = x->abstraction) VEC_PUSH(&chain, x);
	for (uint32_t i = chain.count; i > 0; i--) {
		const struct eventb_machine *x = chain.at[i - 1];
		const char *of = x == t->main ? NULL : x->name;
		add_formulas(t, &x->invariants, false, of, &invariants);
		add_formulas(t, &x->invariants, true, of, &theorems);
	}
	VEC_CLEAR(&chain);
	m->invariant = all_of(t, OP_AND, &invariants);
	m->assertions = all_of(t, OP_LIST, &theorems);
}

static void add_events(struct translate *t, struct machine *m, uint32_t level)
{
	struct eventb_names none = {0};
	for (uint32_t i = 0; i < t->main->events.count; i++) {
		const struct eventb_event *e = t->main->events.at[i];
		if (eventb_is_initialisation(e)) continue;
		if (level) add_abstract(t, m, e, level);
		else add_operation(t, m, e, body_of(t, e, &none));
	}
}

static struct machine *add_machine(struct translate *t, const struct eventb_machine *x,
                                   uint32_t level)
{
	struct machine *m = machine_of(t, x->name, x->pos, x->source);
	struct machine *refined = x->abstraction ? add_machine(t, x->abstraction, level + 1) : NULL;
	if (refined) {
		m->kind = MACHINE_REFINEMENT;
		m->keyword = "REFINEMENT";
		refer(m, REF_REFINES, refined);
	}
	see_all(t, m, &x->contexts);
	if (x->variables.count) m->abstract_variables = ids_of(t, &x->variables, x->pos);
	if (level == 0) add_invariants(t, m);
	add_initialisation(t, m, x);
	add_events(t, m, level);
	return m;
}

/* They may be infinite, as no deferred set of classical B. */
static void mark_carriers(struct project *p)
{
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++)
			m->decls.at[k]->is_carrier = m->decls.at[k]->kind == DECL_DEFERRED_SET;
	}
}

void eventb_translate(struct eventb_model *model, name main)
{
	struct project *p = model->project;
	struct translate t = {.model = model, .project = p, .arena = &p->arena};
	const struct eventb_context *alone = eventb_find_context(model, main);
	t.main = eventb_find_machine(model, main);
	const struct eventb_contexts *contexts = t.main ? &t.main->contexts : &alone->all;
	enumerated_find(p, contexts, &t.enumerations);
	struct machine *m = NULL;
	for (uint32_t i = 0; i < contexts->count; i++) m = add_context(&t, contexts->at[i]);
	if (t.main) m = add_machine(&t, t.main, 0);
	p->is_eventb = true;
	p->print = eventb_print;
	p->parse = eventb_parse;
	project_build(p, m);
	mark_carriers(p);
	if (t.main && p->diag->errors == 0) steps_find(model, t.main);
	map_clear(&t.written);
	enumerated_clear(&t.enumerations);
}

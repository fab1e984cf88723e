/* ProB's packages: package(load_event_b_project(Machines, Contexts, Infos, Errors)), written by the plug-in of Rodin. Machines are
 * a chain of refinements, the last one first; events of older versions have fewer operands. */
#include "eventb/package.h"

struct component_part { /* of a machine or a context: its functor, and what reads its list */
	const char *functor;
	bool (*read)(struct package *p, void *component, const struct prolog_term *t);
};

/* ---- parts ------------------------------------------------------------------------------------------- */

/* The label in rodinpos(Component, Label, Id), or in rodinpos(Label, Id) of older versions; NULL if there is none. */
static name label_of(const struct prolog_term *t)
{
	const struct prolog_term *pos = t->count ? t->kid[0] : NULL;
	if (!pos || !package_is(pos, "rodinpos") || pos->count < 2) return NULL;
	const struct prolog_term *label = pos->kid[pos->count - 2];
	return label->kind == TERM_ATOM && label->count == 0 ? label->text : NULL;
}

/* a, identifier(pos, a) */
static bool add_name(struct package *p, const struct prolog_term *t, struct eventb_names *to)
{
	if (t->count == 2 && (package_is(t, "identifier") || package_is(t, "deferred_set")))
		t = t->kid[1];
	if (t->kind != TERM_ATOM || t->count) return package_wrong(p, t, "a name");
	VEC_PUSH(to, (struct eventb_name){t->text, t->pos});
	return true;
}

/* A list of them, or one; the empty name is none. */
static bool add_names(struct package *p, const struct prolog_term *t, struct eventb_names *to)
{
	const struct prolog_term *only = t->kind == TERM_LIST && t->count == 1 ? t->kid[0] : t;
	if (only->kind == TERM_ATOM && only->count == 0 && !*only->text) return true;
	if (t->kind != TERM_LIST) return add_name(p, t, to);
	for (uint32_t i = 0; i < t->count; i++)
		if (!add_name(p, t->kid[i], to)) return false;
	return true;
}

typedef const struct node *reader(struct package *p, const struct prolog_term *t);

static bool add_formula(struct package *p, const struct prolog_term *t, reader *read,
                        struct eventb_formula like, struct eventb_formulas *to)
{
	like.node = read(p, t);
	like.pos = t->pos;
	if (!like.label) like.label = label_of(t);
	if (like.node) VEC_PUSH(to, like);
	return like.node != NULL;
}

static bool add_formulas(struct package *p, const struct prolog_term *t, reader *read,
                         bool is_theorem, struct eventb_formulas *to)
{
	if (t->kind != TERM_LIST) return package_wrong(p, t, "a list");
	for (uint32_t i = 0; i < t->count; i++)
		if (!add_formula(p, t->kid[i], read, (struct eventb_formula){.is_theorem = is_theorem}, to))
			return false;
	return true;
}

/* The elements of a component, each functor(pos, List). */
static bool read_elements(struct package *p, void *component, const struct prolog_term *t,
                          const struct component_part *known, size_t count)
{
	if (t->kind != TERM_LIST) return package_wrong(p, t, "a list");
	for (uint32_t i = 0; i < t->count; i++) {
		const struct prolog_term *e = t->kid[i];
		const struct component_part *found = NULL;
		for (size_t k = 0; k < count && e->count == 2; k++)
			if (package_is(e, known[k].functor)) found = &known[k];
		if (!found) return package_wrong(p, e, "an element of a component");
		if (!found->read(p, component, e->kid[1])) return false;
	}
	return true;
}

/* ---- contexts ------------------------------------------------------------------------------------------ */

static bool read_extends(struct package *p, void *c, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_context *)c)->extends);
}

static bool read_sets(struct package *p, void *c, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_context *)c)->sets);
}

static bool read_constants(struct package *p, void *c, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_context *)c)->constants);
}

/* Those that are marked symbolic */
static bool read_abstract_constants(struct package *p, void *c, const struct prolog_term *t)
{
	return read_constants(p, c, t) && add_names(p, t, &((struct eventb_context *)c)->symbolic);
}

static bool read_axioms(struct package *p, void *c, const struct prolog_term *t)
{
	return add_formulas(p, t, package_predicate, false, &((struct eventb_context *)c)->axioms);
}

static bool read_context_theorems(struct package *p, void *c, const struct prolog_term *t)
{
	return add_formulas(p, t, package_predicate, true, &((struct eventb_context *)c)->axioms);
}

static const struct component_part of_context[] = {
    {"extends", read_extends},     {"sets", read_sets},
    {"constants", read_constants}, {"abstract_constants", read_abstract_constants},
    {"axioms", read_axioms},       {"theorems", read_context_theorems},
};

static bool read_context(struct package *p, const struct prolog_term *t)
{
	if (t->count != 3 || !package_is(t, "event_b_context") || t->kid[1]->count)
		return package_wrong(p, t, "a context");
	struct eventb_context *c = eventb_context_new(p->model, t->kid[1]->text, t->pos, p->source);
	return read_elements(p, c, t->kid[2], of_context, sizeof of_context / sizeof *of_context);
}

/* ---- events ---------------------------------------------------------------------------------------------- */

static bool read_status(struct package *p, struct eventb_event *e, const struct prolog_term *t)
{
	if (strcmp(t->text, "ordinary") == 0) e->status = EVENTB_ORDINARY;
	else if (strcmp(t->text, "convergent") == 0) e->status = EVENTB_CONVERGENT;
	else if (strcmp(t->text, "anticipated") == 0) e->status = EVENTB_ANTICIPATED;
	else return package_wrong(p, t, "the status of an event");
	return true;
}

static bool read_witnesses(struct package *p, struct eventb_event *e, const struct prolog_term *t)
{
	if (t->kind != TERM_LIST) return package_wrong(p, t, "a list");
	for (uint32_t i = 0; i < t->count; i++) {
		const struct prolog_term *w = t->kid[i];
		bool is_one = w->count == 3 && package_is(w, "witness");
		is_one = is_one && w->kid[1]->count == 2 && package_is(w->kid[1], "identifier");
		if (!is_one) return package_wrong(p, w, "a witness");
		struct eventb_formula like = {.label = w->kid[1]->kid[1]->text};
		if (!add_formula(p, w->kid[2], package_predicate, like, &e->witnesses)) return false;
	}
	return true;
}

/* event(Pos, Name, [Status,] Refines, Parameters, Guards, [Theorems,] Actions, Witnesses) */
static bool read_event(struct package *p, struct eventb_machine *m, const struct prolog_term *t)
{
	while (t->count == 3 && package_is(t, "description_event")) t = t->kid[2];
	bool is_event = package_is(t, "event") && t->count >= 7 && t->count <= 9;
	if (!is_event || t->kid[1]->kind != TERM_ATOM || t->kid[1]->count)
		return package_wrong(p, t, "an event");
	bool has_status = t->count > 7, has_theorems = t->count > 8;
	struct eventb_event *e = eventb_event_new(p->model, m, t->kid[1]->text, t->pos);
	const struct prolog_term *const *next = t->kid + 2;
	if (has_status && !read_status(p, e, *next++)) return false;
	return add_names(p, next[0], &e->refines) && add_names(p, next[1], &e->parameters) &&
	       add_formulas(p, next[2], package_predicate, false, &e->guards) &&
	       (!has_theorems || add_formulas(p, next[3], package_predicate, true, &e->guards)) &&
	       add_formulas(p, next[3 + has_theorems], package_action, false, &e->actions) &&
	       read_witnesses(p, e, next[4 + has_theorems]);
}

/* ---- machines -------------------------------------------------------------------------------------------- */

static bool read_sees(struct package *p, void *m, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_machine *)m)->sees);
}

static bool read_refines(struct package *p, void *m, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_machine *)m)->refines);
}

static bool read_variables(struct package *p, void *m, const struct prolog_term *t)
{
	return add_names(p, t, &((struct eventb_machine *)m)->variables);
}

static bool read_invariant(struct package *p, void *m, const struct prolog_term *t)
{
	return add_formulas(p, t, package_predicate, false, &((struct eventb_machine *)m)->invariants);
}

static bool read_theorems(struct package *p, void *m, const struct prolog_term *t)
{
	return add_formulas(p, t, package_predicate, true, &((struct eventb_machine *)m)->invariants);
}

static bool read_variant(struct package *p, void *m, const struct prolog_term *t)
{
	struct eventb_formulas *to = &((struct eventb_machine *)m)->variants;
	if (t->kind == TERM_LIST) return add_formulas(p, t, package_expression, false, to);
	return add_formula(p, t, package_expression, (struct eventb_formula){0}, to);
}

static bool read_events(struct package *p, void *m, const struct prolog_term *t)
{
	if (t->kind != TERM_LIST) return package_wrong(p, t, "a list");
	for (uint32_t i = 0; i < t->count; i++)
		if (!read_event(p, m, t->kid[i])) return false;
	return true;
}

static const struct component_part of_machine[] = {
    {"sees", read_sees},           {"refines", read_refines},   {"variables", read_variables},
    {"invariant", read_invariant}, {"theorems", read_theorems}, {"variant", read_variant},
    {"events", read_events},
};

static bool read_machine(struct package *p, const struct prolog_term *t)
{
	if (t->count != 3 || !package_is(t, "event_b_model") || t->kid[1]->count)
		return package_wrong(p, t, "a machine");
	struct eventb_machine *m = eventb_machine_new(p->model, t->kid[1]->text, t->pos, p->source);
	return read_elements(p, m, t->kid[2], of_machine, sizeof of_machine / sizeof *of_machine);
}

/* ---- packages -------------------------------------------------------------------------------------------- */

static bool read_all(struct package *p, const struct prolog_term *list,
                     bool (*read)(struct package *, const struct prolog_term *))
{
	if (list->kind != TERM_LIST) return package_wrong(p, list, "a list");
	for (uint32_t i = 0; i < list->count; i++)
		if (!read(p, list->kid[i])) return false;
	return true;
}

static const struct prolog_term *find_package(const struct prolog_term *const *clauses,
                                              uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct prolog_term *inner =
		    term_is(clauses[i], "package", 1) ? clauses[i]->kid[0] : NULL;
		if (inner && package_is(inner, "load_event_b_project") && inner->count >= 2) return inner;
	}
	return NULL;
}

bool eventb_read_package(struct eventb_model *m, const struct source *source, name *main)
{
	struct project *project = m->project;
	struct package p = {m, project, &project->arena, source};
	const struct prolog_term *const *clauses;
	uint32_t count;
	if (!prolog_read(p.arena, project->names, project->diag, source, &clauses, &count))
		return false;
	const struct prolog_term *t = find_package(clauses, count);
	if (!t) {
		diag_at(project->diag, (struct pos){.at = source->start}, DIAG_ERROR,
		        "this is no package of Event-B: there is no package(load_event_b_project(...))");
		return false;
	}
	if (!read_all(&p, t->kid[0], read_machine) || !read_all(&p, t->kid[1], read_context))
		return false;
	if (m->machines.count) *main = m->machines.at[0]->name;
	else if (m->contexts.count) *main = m->contexts.at[0]->name;
	else package_wrong(&p, t, "a machine or a context");
	return *main != NULL;
}

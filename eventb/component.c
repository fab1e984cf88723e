/* Components: made, found, linked with each other. */
#include "eventb/inside.h"

/* ---- making and finding --------------------------------------------------------------------------- */

struct eventb_context *eventb_context_new(struct eventb_model *m, name n, struct pos pos,
                                          const struct source *source)
{
	struct eventb_context *c = ARENA_NEW(&m->project->arena, struct eventb_context);
	c->name = n;
	c->pos = pos;
	c->source = source;
	VEC_PUSH(&m->contexts, c);
	return c;
}

struct eventb_machine *eventb_machine_new(struct eventb_model *m, name n, struct pos pos,
                                          const struct source *source)
{
	struct eventb_machine *x = ARENA_NEW(&m->project->arena, struct eventb_machine);
	x->name = n;
	x->pos = pos;
	x->source = source;
	VEC_PUSH(&m->machines, x);
	return x;
}

struct eventb_event *eventb_event_new(struct eventb_model *m, struct eventb_machine *of, name n,
                                      struct pos pos)
{
	struct eventb_event *e = ARENA_NEW(&m->project->arena, struct eventb_event);
	e->name = n;
	e->pos = pos;
	VEC_PUSH(&of->events, e);
	return e;
}

struct eventb_context *eventb_find_context(const struct eventb_model *m, name n)
{
	for (uint32_t i = 0; i < m->contexts.count; i++)
		if (m->contexts.at[i]->name == n) return m->contexts.at[i];
	return NULL;
}

struct eventb_machine *eventb_find_machine(const struct eventb_model *m, name n)
{
	for (uint32_t i = 0; i < m->machines.count; i++)
		if (m->machines.at[i]->name == n) return m->machines.at[i];
	return NULL;
}

bool eventb_is_initialisation(const struct eventb_event *e)
{
	return strcmp(e->name, "INITIALISATION") == 0;
}

struct eventb_event *eventb_find_event(const struct eventb_machine *m, name n)
{
	for (uint32_t i = 0; i < m->events.count; i++)
		if (m->events.at[i]->name == n) return m->events.at[i];
	return NULL;
}

bool eventb_has_name(const struct eventb_names *list, name n)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->at[i].name == n) return true;
	return false;
}

static void clear_machine(struct eventb_machine *x)
{
	for (uint32_t k = 0; k < x->events.count; k++) {
		struct eventb_event *e = x->events.at[k];
		VEC_CLEAR(&e->refines);
		VEC_CLEAR(&e->parameters);
		VEC_CLEAR(&e->guards);
		VEC_CLEAR(&e->witnesses);
		VEC_CLEAR(&e->actions);
		VEC_CLEAR(&e->abstract);
	}
	VEC_CLEAR(&x->refines);
	VEC_CLEAR(&x->sees);
	VEC_CLEAR(&x->variables);
	VEC_CLEAR(&x->invariants);
	VEC_CLEAR(&x->variants);
	VEC_CLEAR(&x->events);
	VEC_CLEAR(&x->contexts);
}

void eventb_clear(struct eventb_model *m)
{
	for (uint32_t i = 0; i < m->contexts.count; i++) {
		struct eventb_context *c = m->contexts.at[i];
		VEC_CLEAR(&c->extends);
		VEC_CLEAR(&c->sets);
		VEC_CLEAR(&c->constants);
		VEC_CLEAR(&c->symbolic);
		VEC_CLEAR(&c->axioms);
		VEC_CLEAR(&c->all);
	}
	for (uint32_t i = 0; i < m->machines.count; i++) clear_machine(m->machines.at[i]);
	VEC_CLEAR(&m->contexts);
	VEC_CLEAR(&m->machines);
}

/* ---- contexts -------------------------------------------------------------------------------------- */

bool eventb_has_context(const struct eventb_contexts *list, const struct eventb_context *c)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->at[i] == c) return true;
	return false;
}

static bool link_context(struct eventb_model *m, struct eventb_context *c);

/* Adds the named contexts, each behind those that it extends. */
static bool add_contexts(struct eventb_model *m, const struct eventb_names *names, const char *from,
                         struct eventb_contexts *to)
{
	struct diag *diag = m->project->diag;
	uint32_t errors = diag->errors;
	for (uint32_t i = 0; i < names->count; i++) {
		struct eventb_context *c = eventb_find_context(m, names->at[i].name);
		if (!c)
			diag_at(diag, names->at[i].pos, DIAG_ERROR,
			        "there is no context '%s', which '%s' needs", names->at[i].name, from);
		else if (c->is_open)
			diag_at(diag, names->at[i].pos, DIAG_ERROR, "the context '%s' extends itself", c->name);
		if (!c || c->is_open || !link_context(m, c)) continue;
		for (uint32_t k = 0; k < c->all.count; k++)
			if (!eventb_has_context(to, c->all.at[k])) VEC_PUSH(to, c->all.at[k]);
	}
	return diag->errors == errors;
}

static bool link_context(struct eventb_model *m, struct eventb_context *c)
{
	if (c->all.count) return true;
	struct eventb_contexts all = {0};
	c->is_open = true;
	bool good = add_contexts(m, &c->extends, c->name, &all);
	c->is_open = false;
	VEC_PUSH(&all, c);
	for (uint32_t i = 0; good && i < all.count; i++) VEC_PUSH(&c->all, all.at[i]);
	VEC_CLEAR(&all);
	return good;
}

/* ---- events ---------------------------------------------------------------------------------------- */

static void inherit_formulas(struct eventb_formulas *to, const struct eventb_formulas *from)
{
	struct eventb_formulas all = {0};
	for (uint32_t i = 0; i < from->count; i++) {
		VEC_PUSH(&all, from->at[i]);
		VEC_LAST(&all).is_inherited = true;
	}
	for (uint32_t i = 0; i < to->count; i++) VEC_PUSH(&all, to->at[i]);
	VEC_CLEAR(to);
	*to = all;
}

static void inherit(struct eventb_event *e, const struct eventb_event *from)
{
	struct eventb_names all = {0};
	e->inherited = from->parameters.count;
	for (uint32_t i = 0; i < from->parameters.count; i++) VEC_PUSH(&all, from->parameters.at[i]);
	for (uint32_t i = 0; i < e->parameters.count; i++) VEC_PUSH(&all, e->parameters.at[i]);
	VEC_CLEAR(&e->parameters);
	e->parameters = all;
	inherit_formulas(&e->guards, &from->guards);
	inherit_formulas(&e->actions, &from->actions);
}

static bool link_event(struct eventb_model *m, const struct eventb_machine *of,
                       struct eventb_event *e)
{
	struct diag *diag = m->project->diag;
	uint32_t errors = diag->errors;
	const struct eventb_machine *above = of->abstraction;
	for (uint32_t i = 0; i < e->refines.count; i++) {
		const struct eventb_name *r = &e->refines.at[i];
		struct eventb_event *a = above ? eventb_find_event(above, r->name) : NULL;
		if (a) VEC_PUSH(&e->abstract, a);
		else if (above)
			diag_at(diag, r->pos, DIAG_ERROR, "'%s' is not an event of '%s', which '%s' refines",
			        r->name, above->name, of->name);
		else
			diag_at(diag, r->pos, DIAG_ERROR,
			        "the event '%s' refines '%s', but the machine '%s' refines none", e->name,
			        r->name, of->name);
	}
	if (eventb_is_initialisation(e) && e->refines.count == 0 && above) {
		struct eventb_event *a = eventb_find_event(above, e->name);
		if (a) VEC_PUSH(&e->abstract, a);
	}
	if (!e->is_extended || diag->errors > errors) return diag->errors == errors;
	if (e->abstract.count == 1) inherit(e, e->abstract.at[0]);
	else
		diag_at(diag, e->pos, DIAG_ERROR,
		        "the event '%s' is extended, so it must refine one event, not %u", e->name,
		        e->abstract.count);
	return diag->errors == errors;
}

/* ---- machines -------------------------------------------------------------------------------------- */

static bool link_machine(struct eventb_model *m, struct eventb_machine *x);

static bool link_abstraction(struct eventb_model *m, struct eventb_machine *x)
{
	struct diag *diag = m->project->diag;
	if (x->refines.count == 0) return true;
	const struct eventb_name *r = &x->refines.at[0];
	struct eventb_machine *above = eventb_find_machine(m, r->name);
	if (x->refines.count > 1)
		diag_at(diag, x->refines.at[1].pos, DIAG_ERROR,
		        "the machine '%s' refines two others, and may refine one", x->name);
	else if (!above)
		diag_at(diag, r->pos, DIAG_ERROR, "there is no machine '%s', which '%s' refines", r->name,
		        x->name);
	else if (above->is_open)
		diag_at(diag, r->pos, DIAG_ERROR, "the machine '%s' refines itself", above->name);
	else if (link_machine(m, above)) x->abstraction = above;
	return x->abstraction != NULL;
}

static void check_twice(struct eventb_model *m, const struct eventb_machine *x)
{
	struct map seen = {0};
	for (uint32_t i = 0; i < x->events.count; i++) {
		struct eventb_event *e = x->events.at[i], *first = map_get(&seen, e->name);
		if (first) {
			diag_at(m->project->diag, e->pos, DIAG_ERROR, "the event '%s' is given twice", e->name);
			diag_at(m->project->diag, first->pos, DIAG_NOTE, "the first one is here");
		}
		map_put(&seen, e->name, e);
	}
	map_clear(&seen);
}

static bool link_machine(struct eventb_model *m, struct eventb_machine *x)
{
	struct diag *diag = m->project->diag;
	if (x->is_linked) return !x->is_broken;
	uint32_t errors = diag->errors;
	x->is_linked = x->is_open = true;
	link_abstraction(m, x);
	struct eventb_contexts all = {0};
	/* what the abstraction sees is seen here, too: its axioms are hypotheses */
	for (uint32_t i = 0; x->abstraction && i < x->abstraction->contexts.count; i++)
		VEC_PUSH(&all, x->abstraction->contexts.at[i]);
	add_contexts(m, &x->sees, x->name, &all);
	for (uint32_t i = 0; i < all.count; i++) VEC_PUSH(&x->contexts, all.at[i]);
	VEC_CLEAR(&all);
	check_twice(m, x);
	for (uint32_t i = 0; i < x->events.count && diag->errors == errors; i++)
		link_event(m, x, x->events.at[i]);
	if (diag->errors == errors) eventb_check_gone(m, x);
	x->is_open = false;
	x->is_broken = diag->errors > errors;
	return !x->is_broken;
}

bool eventb_link(struct eventb_model *m)
{
	bool good = true;
	for (uint32_t i = 0; i < m->contexts.count; i++) good &= link_context(m, m->contexts.at[i]);
	for (uint32_t i = 0; i < m->machines.count; i++) good &= link_machine(m, m->machines.at[i]);
	return good;
}

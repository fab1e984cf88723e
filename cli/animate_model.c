/* What of a project makes its states: the same question as in explore/collect.c, which has the
 * fuller answer (constants and variables that a refinement takes over, VALUES). */
#include "cli/animate.h"

/* ---- machines ---------------------------------------------------------------------------------- */

/* The abstraction of a refinement is another machine, not a part of this one. */
static void mark(const struct machine *m, struct map *marked)
{
	if (map_get(marked, m)) return;
	map_put(marked, m, marked);
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].kind != REF_REFINES && m->references.at[i].target)
			mark(m->references.at[i].target, marked);
}

/* ---- predicates -------------------------------------------------------------------------------- */

static void add_conjunct(struct session *s, const struct node *n)
{
	struct arena *arena = &s->model.project->arena;
	if (!n) return;
	if (s->properties) {
		struct node *both = node_new(arena, OP_AND, n->pos, 2);
		both->kid[0] = (struct node *)(uintptr_t)s->properties;
		both->kid[1] = (struct node *)(uintptr_t)n;
		n = both;
	}
	s->properties = n;
}

/* Parameters of an included machine are equal to the arguments. */
static void add_arguments(struct session *s, const struct reference *r)
{
	struct arena *arena = &s->model.project->arena;
	if (!r->target || !r->arguments || !r->target->parameters) return;
	for (uint32_t i = 0; i < r->arguments->count && i < r->target->parameters->count; i++) {
		struct node *argument = r->arguments->kid[i];
		struct node *equal = node_new(arena, OP_EQUAL, argument->pos, 2);
		struct node *id = equal->kid[0] = node_new(arena, OP_ID, argument->pos, 0);
		equal->kid[1] = argument;
		id->decl = r->target->parameters->kid[i]->decl;
		id->name = id->decl->name;
		id->type = id->decl->type;
		add_conjunct(s, equal);
	}
}

static bool has_all_variables(const struct session *s, const struct node *n)
{
	bool good = true;
	if (n->decl && n->decl->kind == DECL_VARIABLE) {
		good = false;
		for (uint32_t i = 0; i < s->variables.list.count && !good; i++)
			good = s->variables.list.at[i] == n->decl;
	}
	for (uint32_t i = 0; i < n->count && good; i++) good = has_all_variables(s, n->kid[i]);
	return good;
}

static void add_invariant(struct session *s, const struct node *n)
{
	if (!n) return;
	if (n->op == OP_AND && !n->name)
		for (uint32_t i = 0; i < n->count; i++) add_invariant(s, n->kid[i]);
	else if (has_all_variables(s, n)) VEC_PUSH(&s->invariants, n);
}

/* ---- all of it --------------------------------------------------------------------------------- */

/* Machines come after those that they refer to, and so do their initialisations. */
static void collect_initialisation(struct session *s, const struct map *marked)
{
	struct project *p = s->model.project;
	VEC(struct node *) parts = {0};
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		if (map_get(marked, m) && m->initialisation) VEC_PUSH(&parts, m->initialisation);
	}
	if (parts.count) {
		struct node *all = node_new(&p->arena, OP_S_SEQUENCE, p->main->pos, parts.count);
		memcpy(all->kid, parts.at, parts.count * sizeof *parts.at);
		s->initialisation = all;
	}
	VEC_CLEAR(&parts);
}

static void collect_constants(struct session *s)
{
	struct project *p = s->model.project;
	struct decl *const *names;
	uint32_t count = eval_constants(s->eval, &names);
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&s->constants.list, names[i]);
	for (uint32_t i = 0; i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		add_conjunct(s, m->constraints);
		add_conjunct(s, m->properties);
		for (uint32_t k = 0; k < m->references.count; k++) add_arguments(s, &m->references.at[k]);
	}
	s->has_setups = s->properties || count > 0;
}

void animate_model(struct session *s)
{
	struct project *p = s->model.project;
	struct decl *const *names;
	struct map marked = {0};
	if (!p->main || p->main->kind == MACHINE_DEFINITIONS) return;
	mark(p->main, &marked);
	collect_constants(s);
	uint32_t count = eval_variables(s->eval, &names);
	for (uint32_t i = 0; i < count; i++)
		if (map_get(&marked, names[i]->machine)) VEC_PUSH(&s->variables.list, names[i]);
	for (uint32_t i = 0; i < p->machines.count; i++)
		if (map_get(&marked, p->machines.at[i])) add_invariant(s, p->machines.at[i]->invariant);
	collect_initialisation(s, &marked);
	map_clear(&marked);
}

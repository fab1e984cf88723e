#include "eventb/proof/proof.h"

struct decl *typing_find(const struct proof *g, name n)
{
	for (uint32_t i = g->known.list.count; i > 0; i--)
		if (g->known.list.at[i - 1]->name == n) return g->known.list.at[i - 1];
	return NULL;
}

static void take(struct proof *g, struct decl *d)
{
	VEC_PUSH(&g->known.list, d);
	VEC_PUSH(&g->out->names.list, d);
}

static bool take_declared(struct proof *g, const struct eventb_names *declared,
                          const struct decls *unknown)
{
	uint32_t errors = g->project->diag->errors;
	for (uint32_t i = 0; i < unknown->list.count; i++) {
		struct decl *d = unknown->list.at[i];
		if (eventb_has_name(declared, d->name)) take(g, d);
		else diag_at(g->project->diag, d->pos, DIAG_ERROR, "'%s' is not declared", d->name);
	}
	return g->project->diag->errors == errors;
}

static bool has_undeclared(const struct eventb_names *declared, const struct decls *unknown)
{
	for (uint32_t i = 0; i < unknown->list.count; i++)
		if (!eventb_has_name(declared, unknown->list.at[i]->name)) return true;
	return false;
}

bool typing_check(struct proof *g, const struct eventb_names *declared,
                  const struct node **predicates, uint32_t count)
{
	struct decls unknown = {0};
	struct diag *diag = g->project->diag;
	uint32_t errors = diag->errors, messages = diag->messages.count;
	if (count == 0) return true;
	const struct node *all = predicates[0];
	if (count > 1) all = build_node(g->arena, OP_AND, all->pos, NULL, count, predicates);
	const struct node *n = project_check_with(g->project, all, &g->known, &unknown);
	if (!n && has_undeclared(declared, &unknown)) { /* types are missing because of that */
		diag->errors = errors;
		diag->messages.count = messages;
	}
	bool good = take_declared(g, declared, &unknown) && n;
	for (uint32_t i = 0; good && i < count; i++) predicates[i] = count > 1 ? n->kid[i] : n;
	VEC_CLEAR(&unknown.list);
	return good;
}

bool typing_read(struct proof *g, const struct eventb_names *declared,
                 const struct eventb_formulas *from, struct proof_formulas *to)
{
	const struct node **all = ARENA_ARRAY(g->arena, from->count + 1, const struct node *);
	for (uint32_t i = 0; i < from->count; i++) all[i] = from->at[i].node;
	if (!typing_check(g, declared, all, from->count)) return false;
	for (uint32_t i = 0; i < from->count; i++) {
		struct proof_formula f = {.label = from->at[i].label, .pos = from->at[i].pos};
		f.is_theorem = from->at[i].is_theorem;
		f.node = all[i];
		VEC_PUSH(to, f);
	}
	return true;
}

struct decl *typing_after(struct proof *g, struct decl *variable)
{
	struct decl *d = map_get(&g->after, variable);
	if (d) return d;
	name primed = names_of(g->project->names, arena_format(g->arena, "%s'", variable->name));
	d = build_local(g->arena, primed, variable->type, variable->pos);
	map_put(&g->after, variable, d);
	VEC_PUSH(&g->out->names.list, d);
	return d;
}

void typing_add_after(struct proof *g, const struct eventb_names *variables)
{
	for (uint32_t i = 0; i < variables->count; i++) {
		struct decl *d = typing_find(g, variables->at[i].name);
		if (d) VEC_PUSH(&g->known.list, typing_after(g, d));
	}
}

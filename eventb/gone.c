/* Variables of the abstraction that a refinement has no more: invariants, theorems and witnesses may name them, events may not. */
#include "eventb/formula.h"
#include "eventb/inside.h"

struct gone {
	struct eventb_model *model;
	const struct eventb_machine *of;
	const struct eventb_event *event; /* NULL: of a variant */
};

static bool has_gone(const struct gone *g, name n)
{
	if (eventb_has_name(&g->of->variables, n)) return false;
	if (g->event && eventb_has_name(&g->event->parameters, n)) return false;
	for (const struct eventb_machine *m = g->of->abstraction; m; m = m->abstraction)
		if (eventb_has_name(&m->variables, n)) return true;
	return false;
}

/* The first name in it that has gone, or NULL. */
static const struct node *find(const struct gone *g, const struct node *n,
                               const struct eventb_binders *around)
{
	if (n->op == OP_ID) return !eventb_is_bound(around, n->name) && has_gone(g, n->name) ? n : NULL;
	bool is_binder = n->count > 0 && n->kid[0]->op == OP_IDS;
	struct eventb_binders here = {is_binder ? n->kid[0] : NULL, around};
	const struct node *found = NULL;
	for (uint32_t i = is_binder ? 1 : 0; i < n->count && !found; i++)
		found = find(g, n->kid[i], is_binder ? &here : around);
	return found;
}

static void check(const struct gone *g, const struct eventb_formula *f)
{
	struct diag *d = g->model->project->diag;
	const struct node *n = f->node ? find(g, f->node, NULL) : NULL;
	if (!n) return;
	diag_at(
	    d, n->pos, DIAG_ERROR,
	    "'%s' is no variable of '%s': only invariants, theorems and witnesses may still name it",
	    n->name, g->of->name);
	if (f->is_inherited)
		diag_at(d, g->event->pos, DIAG_NOTE, "the event '%s' of '%s' extends the one that does",
		        g->event->name, g->of->name);
}

static void check_all(const struct gone *g, const struct eventb_formulas *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (!list->at[i].is_theorem) check(g, &list->at[i]);
}

void eventb_check_gone(struct eventb_model *m, const struct eventb_machine *of)
{
	struct gone g = {.model = m, .of = of};
	if (!of->abstraction) return;
	check_all(&g, &of->variants);
	for (uint32_t i = 0; i < of->events.count; i++) {
		g.event = of->events.at[i];
		check_all(&g, &g.event->guards);
		check_all(&g, &g.event->actions);
	}
}

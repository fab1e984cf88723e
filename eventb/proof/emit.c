#include "eventb/proof/proof.h"

static const char *const kind_names[] = {
#define KIND(tag, ...) #tag,
#include "eventb/proof/proof.def"
};

/* ---- formulas ---------------------------------------------------------------------------------------------- */

static uint32_t add_formula(struct proof *g, const char *own, const struct node *n)
{
	struct text t = {0};
	eventb_print(n, &t);
	struct formula f = {.name = own, .node = n};
	f.text = text_freeze(&t, g->arena);
	VEC_PUSH(&g->out->common, f);
	return g->out->common.count - 1;
}

void emit_hypothesis(struct proof *g, name of, struct proof_formula *f)
{
	const char *label = f->label ? f->label : "";
	f->number = add_formula(g, arena_format(g->arena, "%s/%s", of, label), f->node);
	VEC_PUSH(&g->fresh, f->number);
}

static const struct formula_list *list_of(struct proof *g, const struct formula_list *before,
                                          const uint32_t *numbers, uint32_t count)
{
	uint32_t *own = ARENA_ARRAY(g->arena, count + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) own[i] = numbers[i];
	struct formula_list *list = ARENA_NEW(g->arena, struct formula_list);
	*list = (struct formula_list){before, own, count};
	return list;
}

const struct formula_list *emit_hypotheses(struct proof *g)
{
	if (g->fresh.count || !g->hypotheses)
		g->hypotheses = list_of(g, g->hypotheses, g->fresh.at, g->fresh.count);
	g->fresh.count = 0;
	return g->hypotheses;
}

void emit_go_back(struct proof *g, const struct formula_list *hypotheses)
{
	g->hypotheses = hypotheses;
	g->fresh.count = 0;
}

/* ---- goals ------------------------------------------------------------------------------------------------- */

bool emit_is_trivial(const struct node *n)
{
	bool says_where = n->op == OP_MEMBER || n->op == OP_SUBSET;
	return n->op == OP_TRUTH || (says_where && conjunct_is_type(n->kid[1]));
}

static const char *name_of(struct proof *g, const struct proof_goal *goal)
{
	const char *parts[] = {goal->event, goal->part, kind_names[goal->kind]};
	struct text t = {0};
	for (int i = 0; i < 3; i++)
		if (parts[i]) text_format(&t, "%s%s", t.count ? "/" : "", parts[i]);
	return text_freeze(&t, g->arena);
}

void emit_goal(struct proof *g, const struct proof_goal *goal)
{
	struct sequent q = {.name = name_of(g, goal), .common = emit_hypotheses(g), .step = g->step};
	VEC(uint32_t) local = {0};
	for (uint32_t i = 0; i < goal->local_count; i++)
		VEC_PUSH(&local, add_formula(g, arena_format(g->arena, "local%u", i + 1), goal->local[i]));
	if (local.count) q.common = list_of(g, q.common, local.at, local.count);
	VEC_CLEAR(&local);
	struct place at = diag_place(g->project->diag, goal->pos);
	if (at.source) q.place = (struct sequent_place){at.source->file, at.line, at.column};
	q.common_goal = add_formula(g, q.name, goal->node);
	VEC_PUSH(g->out, q);
}

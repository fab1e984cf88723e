/* Obligations are made in a context: the names, hypotheses and substitution that several sequents share. */
#include "prove/refinement.h"

/* ---- hypotheses and names -------------------------------------------------------------------------- */

void hypotheses_conjuncts(struct prover *p, struct hypotheses *h, const struct node *n, name stem,
                          bool is_numbered)
{
	EACH_LABELLED(c, n) {
		bool has_label = c.now->name && op_info(c.now->op)->class == CLASS_PRED;
		name own = has_label ? c.now->name : stem;
		if (!has_label && is_numbered)
			own = arena_format(&p->arena, "%s%u", stem, h->list.count + 1);
		VEC_PUSH(&h->list, (struct hypothesis){c.now, own});
	}
}

void hypotheses_all(struct hypotheses *h, const struct hypothesis *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&h->list, from[i]);
}

struct decl *const *context_names(struct prover *p, const struct node *more, bool has_state,
                                  uint32_t *count)
{
	uint32_t variables = has_state ? p->view.variable_count : 0, n = 0;
	uint32_t hidden = has_state && p->abstraction ? p->abstraction->hidden.count : 0;
	uint32_t room = p->view.unknown_count + variables + hidden + (more ? more->count : 0);
	struct decl **all = ARENA_ARRAY(&p->arena, room + 1, struct decl *);
	for (uint32_t i = 0; i < p->view.unknown_count; i++) all[n++] = p->view.unknowns[i];
	for (uint32_t i = 0; i < variables; i++) all[n++] = p->view.variables[i];
	for (uint32_t i = 0; i < hidden; i++) all[n++] = p->abstraction->hidden.at[i];
	for (uint32_t i = 0; more && i < more->count; i++) all[n++] = more->kid[i]->decl;
	*count = n;
	return all;
}

/* ---- one machine ----------------------------------------------------------------------------------- */

void context_add(struct sequent_context *s, enum obligation_kind kind, const char *own,
                 struct pos pos)
{
	struct obligation *o = &s->of;
	o->kind = kind;
	o->name = arena_format(&s->p->arena, "%s/%s", s->stem, own);
	o->pos = pos;
	VEC_PUSH(&s->p->list, *o);
}

void context_keep(struct sequent_context *s, struct hypotheses *h)
{
	struct hypothesis *all = ARENA_ARRAY(&s->p->arena, h->list.count + 1, struct hypothesis);
	for (uint32_t i = 0; i < h->list.count; i++) all[i] = h->list.at[i];
	struct hypothesis_list *list = ARENA_NEW(&s->p->arena, struct hypothesis_list);
	*list = (struct hypothesis_list){.at = all, .count = h->list.count};
	s->of.hypotheses = list;
	s->of.hypothesis_count = h->list.count;
	VEC_CLEAR(&h->list);
}

void context_true(struct sequent_context *s, enum obligation_kind kind,
                  const struct hypothesis *goal)
{
	s->of.what = GOAL_TRUE;
	s->of.goal = goal->node;
	context_add(s, kind, goal->name, node_start(goal->node));
}

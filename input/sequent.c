/* Sequents that are given as texts, as obligations of a prover. */
#include "input/sequent.h"

#include "bounds/bounds.h"

/* All in one formula, so that a name is the same one everywhere: (H1) & (H2) => (G) */
static void add_text(const struct sequent *q, struct text *out)
{
	for (uint32_t i = 0; i < q->hypotheses.count; i++)
		text_format(out, "%s(%s)", i ? " & " : "", q->hypotheses.at[i]);
	text_format(out, "%s(%s)", q->hypotheses.count ? " => " : "", q->goal);
}

static const struct node *read_formula(const struct sequent_target *t, const struct sequent *q,
                                       struct decls *unknown)
{
	struct text text = {0};
	struct diag *d = t->project->diag;
	add_text(q, &text);
	const struct node *n = project_formula(t->project, text_get(&text), unknown);
	text_clear(&text);
	bool is_substitution = n && node_class(n) == CLASS_SUBST;
	if (!n || (!n->type && !is_substitution)) return n;
	diag_at(d, node_start(n), DIAG_ERROR, "expected a predicate, found %s",
	        is_substitution ? "a substitution" : "an expression");
	return NULL;
}

static void add_hypotheses(const struct sequent_target *t, const struct node *n,
                           struct obligation *o, struct hypothesis *list)
{
	EACH_CONJUNCT(c, n) {
		name own = arena_format(&t->project->arena, "hyp%u", o->hypothesis_count + 1);
		list[o->hypothesis_count++] = (struct hypothesis){c.now, own};
	}
}

/* The goal is true, and it has a value. */
void sequent_add_goals(const struct sequent_target *t, struct obligation *o)
{
	prover_add(t->prover, o);
	if (!prover_may_fail(o->goal)) return;
	o->kind = OBLIGATION_WELLDEFINED;
	o->what = GOAL_DEFINED;
	o->name = arena_format(&t->project->arena, "%s/wd", o->name);
	prover_add(t->prover, o);
}

static bool add_sequent(const struct sequent_target *t, const struct sequent *q)
{
	struct decls unknown = {0}, names = {0};
	struct arena *a = &t->project->arena;
	const struct node *n = read_formula(t, q, &unknown);
	struct obligation o = {.kind = OBLIGATION_SEQUENT, .what = GOAL_TRUE, .name = q->name};
	if (n) {
		const struct node *left = q->hypotheses.count ? n->kid[0] : NULL;
		struct hypothesis *list =
		    ARENA_ARRAY(a, (left ? conjunct_count(left) : 0) + 1, struct hypothesis);
		if (left) add_hypotheses(t, left, &o, list);
		struct hypothesis_list *all_of_them = ARENA_NEW(a, struct hypothesis_list);
		*all_of_them = (struct hypothesis_list){.at = list, .count = o.hypothesis_count};
		o.hypotheses = all_of_them;
		o.goal = left ? n->kid[1] : n;
		o.pos = node_start(o.goal);
		const struct node *whole = n;
		bounds_open_names(prover_eval(t->prover), &unknown, &whole, 1, &names);
		struct decl **all = ARENA_ARRAY(a, names.list.count + 1, struct decl *);
		for (uint32_t i = 0; i < names.list.count; i++) all[i] = names.list.at[i];
		o.names = all;
		o.name_count = names.list.count;
		sequent_add_goals(t, &o);
	}
	VEC_CLEAR(&unknown.list);
	VEC_CLEAR(&names.list);
	return n != NULL;
}

void sequent_note_origin(const struct sequent_target *t, uint32_t sequent)
{
	while (t->origins->count < prover_count(t->prover)) VEC_PUSH(t->origins, sequent);
}

/* Sequents have formulas in common, or not one of them has. */
bool sequents_add(struct sequents *all, struct prover *prover, struct project *p,
                  struct origins *origins)
{
	struct sequent_target t = {prover, p, origins};
	if (all->count && !all->at[0].goal) return sequent_add_common(&t, all);
	for (uint32_t i = 0; i < all->count; i++) {
		if (!add_sequent(&t, &all->at[i])) return false;
		sequent_note_origin(&t, i);
	}
	return true;
}

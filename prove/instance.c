/* Machines that are given values: VALUES satisfy the PROPERTIES of a machine and its abstractions, and
 * arguments satisfy the CONSTRAINTS of the machine that gets them (Atelier B, proof obligations manual). */
#include "prove/refinement.h"

/* ---- which conjuncts come from where ----------------------------------------------------------------- */

struct machines {
	VEC(struct machine *) list;
};

static bool is_part(const struct node *whole, const struct node *conjunct)
{
	if (whole == conjunct) return true;
	for (uint32_t i = 0; whole && whole->op == OP_AND && i < whole->count; i++)
		if (is_part(whole->kid[i], conjunct)) return true;
	return false;
}

/* Does it come from a machine of this list? */
static bool is_from(const struct machines *list, const struct node *conjunct)
{
	for (uint32_t i = 0; i < list->list.count; i++) {
		const struct machine *m = list->list.at[i];
		if (is_part(m->properties, conjunct) || is_part(m->constraints, conjunct)) return true;
	}
	return false;
}

static bool is_owning(const struct reference *r)
{
	return r->target &&
	       (r->kind == REF_INCLUDES || r->kind == REF_EXTENDS || r->kind == REF_IMPORTS);
}

static void add_machine(struct machines *list, struct machine *m)
{
	for (uint32_t i = 0; i < list->list.count; i++)
		if (list->list.at[i] == m) return;
	VEC_PUSH(&list->list, m);
}

static void add_included(struct machines *list, const struct machine *m)
{
	uint32_t before = list->list.count;
	for (uint32_t i = 0; i < m->references.count; i++)
		if (is_owning(&m->references.at[i])) add_machine(list, m->references.at[i].target);
	for (uint32_t i = before; i < list->list.count; i++) add_included(list, list->list.at[i]);
}

/* The machine itself and its abstractions. */
static void add_chain(const struct prover *p, struct machines *list)
{
	add_machine(list, p->project->main);
	for (uint32_t i = 0; p->abstraction && i < p->abstraction->levels.list.count; i++)
		add_machine(list, p->abstraction->levels.list.at[i].machine);
}

/* Of a machine that is included. */
static bool is_constraint(const struct prover *p, const struct node *conjunct)
{
	const struct machine *main = p->project->main;
	for (uint32_t i = 0; i < main->references.count; i++) {
		const struct reference *r = &main->references.at[i];
		if (is_owning(r) && is_part(r->target->constraints, conjunct)) return true;
	}
	return false;
}

/* The context with what is known of constants, but for what these machines say, and for CONSTRAINTS. */
static void know_others(struct sequent_context *s, const struct machines *list)
{
	struct prover *p = s->p;
	struct hypotheses h = {0};
	s->of.names = context_names(p, NULL, false, &s->of.name_count);
	for (uint32_t i = 0; i < p->properties.count; i++)
		if (!is_from(list, p->properties.at[i].node) && !is_constraint(p, p->properties.at[i].node))
			VEC_PUSH(&h.list, p->properties.at[i]);
	context_keep(s, &h);
}

/* ---- CONSTRAINTS ------------------------------------------------------------------------------------- */

static void constraints_of(struct prover *p, const struct reference *r)
{
	struct hypotheses goals = {0};
	struct machines left_out = {0};
	const char *prefix = r->prefix ? arena_format(&p->arena, "%s.", r->prefix) : "";
	struct sequent_context s = {.p = p,
	                            .stem = arena_format(&p->arena, "%s%s", prefix, r->machine)};
	/* the others must not help either, nor what VALUES are to satisfy */
	add_included(&left_out, p->project->main);
	if (p->project->main->values.count) add_chain(p, &left_out);
	know_others(&s, &left_out);
	hypotheses_conjuncts(p, &goals, r->target->constraints, "constraint", true);
	for (uint32_t i = 0; i < goals.list.count; i++)
		context_true(&s, OBLIGATION_CONSTRAINT, &goals.list.at[i]);
	VEC_CLEAR(&goals.list);
	VEC_CLEAR(&left_out.list);
}

/* ---- VALUES ------------------------------------------------------------------------------------------ */

static bool is_valued(const struct machine *m, name n)
{
	for (uint32_t i = 0; i < m->values.count; i++)
		if (m->values.at[i].name == n) return true;
	return false;
}

/* Constants of the machine and its abstractions that get no value: there are some that fit. */
static const struct replacement *open_constants(struct prover *p, const struct machines *own,
                                                struct substitute *w, const struct replacement *env,
                                                const struct node *n)
{
	struct decl *d = n->op == OP_ID ? n->decl : NULL;
	bool is_open = d && d->kind == DECL_CONSTANT && !is_valued(p->project->main, d->name);
	for (uint32_t i = 0; is_open && i < own->list.count; i++)
		if (own->list.at[i] == d->machine && !substitute_find(env, d))
			env = substitute_put(w->arena, env, d, build_fresh(w->arena, d->name, d->type, d->pos));
	for (uint32_t i = 0; i < n->count; i++) env = open_constants(p, own, w, env, n->kid[i]);
	return env;
}

/* #constants.(all of them) */
static const struct node *some_fit(struct prover *p, struct substitute *w,
                                   const struct replacement *env, const struct hypotheses *all)
{
	uint32_t count = 0, k = 0;
	struct pos pos = node_start(all->list.at[0].node);
	struct node *body = node_new(&p->arena, OP_AND, pos, all->list.count);
	for (const struct replacement *e = env; e; e = e->next) count++;
	struct node *ids = node_new(&p->arena, OP_IDS, pos, count);
	for (const struct replacement *e = env; e; e = e->next) ids->kid[k++] = e->is;
	for (uint32_t i = 0; i < all->list.count; i++)
		body->kid[i] = substitute_in(w, all->list.at[i].node, env, NULL);
	return build_op(w->arena, OP_EXISTS, pos, ids, body);
}

/* A deferred set that becomes a set of integers is not empty. */
static void sets_of_values(struct sequent_context *s)
{
	struct prover *p = s->p;
	const struct machine *m = p->project->main;
	for (uint32_t i = 0; i < m->values.count; i++) {
		struct decl *d = m->values.at[i].decl;
		bool is_given = d && map_get(&p->universe->number, d);
		if (!d || d->kind != DECL_DEFERRED_SET || is_given) continue;
		struct pos pos = m->values.at[i].pos;
		const struct node *set = build_name(&p->arena, d, pos);
		const struct node *empty = build_empty(&p->arena, pos, d->type);
		const struct node *n = build_join(&p->arena, OP_NOT_EQUAL, set, empty);
		context_true(s, OBLIGATION_VALUES, &(struct hypothesis){n, d->name});
	}
}

static void values_of(struct prover *p)
{
	struct machines own = {0};
	struct hypotheses together = {0};
	struct substitute w = {.arena = &p->arena};
	const struct replacement *env = NULL;
	struct sequent_context s = {.p = p, .stem = "VALUES"};
	add_chain(p, &own);
	know_others(&s, &own);
	sets_of_values(&s);
	for (uint32_t i = 0; i < p->properties.count; i++) {
		const struct hypothesis *h = &p->properties.at[i];
		if (!is_from(&own, h->node)) continue;
		bool is_open = open_constants(p, &own, &w, NULL, h->node);
		if (!is_open) context_true(&s, OBLIGATION_VALUES, h);
		else VEC_PUSH(&together.list, *h);
		if (is_open) env = open_constants(p, &own, &w, env, h->node);
	}
	if (together.list.count) {
		struct hypothesis goal = {some_fit(p, &w, env, &together), "others"};
		context_true(&s, OBLIGATION_VALUES, &goal);
	}
	VEC_CLEAR(&together.list);
	VEC_CLEAR(&own.list);
}

void instance_obligations(struct prover *p)
{
	const struct machine *main = p->project->main;
	for (uint32_t i = 0; i < main->references.count; i++) {
		const struct reference *r = &main->references.at[i];
		if (is_owning(r) && r->target->constraints) constraints_of(p, r);
	}
	if (main->values.count) values_of(p);
}

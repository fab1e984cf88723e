/* What must hold of each step of an event, as predicates over the values before and after it: what Rodin's obligations GRD, MRG, SIM, EQL,
 * WFIS, NAT and VAR say (Abrial, Modeling in Event-B, 5.2), by their names. Names of the abstract event that disappear, parameters and primed
 * variables, are those that the witnesses describe; without a witness nothing is said of them: then any partner in the abstraction will do.
 * What stands in the event itself, word for word, needs no obligation. */
#include "eventb/inside.h"
#include "logic/logic.h"

struct step_finder {
	struct project *project;
	struct arena *arena;
	const struct eventb_machine *main, *above; /* above: or NULL */
	const struct eventb_event *event;
	struct decls scope; /* variables, their primed names, parameters */
	uint32_t common;    /* those of all events */
};

/* ---- names --------------------------------------------------------------------------------------------- */

static name prime(struct step_finder *s, name n)
{
	return names_of(s->project->names, arena_format(s->arena, "%s'", n));
}

static const struct node *name_node(struct step_finder *s, name n, struct pos pos)
{
	struct node *id = node_new(s->arena, OP_ID, pos, 0);
	id->name = n;
	id->flags = NODE_PLAIN;
	return id;
}

static bool binds(const struct node *n, name which)
{
	if (n->count == 0 || n->kid[0]->op != OP_IDS) return false;
	for (uint32_t i = 0; i < n->kid[0]->count; i++)
		if (n->kid[0]->kid[i]->name == which) return true;
	return false;
}

static bool mentions(const struct node *n, name which)
{
	if (n->op == OP_ID) return n->name == which;
	if (binds(n, which)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (mentions(n->kid[i], which)) return true;
	return false;
}

/* ---- declarations ---------------------------------------------------------------------------------------- */

static void add_variables(struct step_finder *s, const struct machine *m)
{
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_VARIABLE) VEC_PUSH(&s->scope.list, m->decls.at[i]);
}

static void add_primed(struct step_finder *s)
{
	struct project *p = s->project;
	for (uint32_t i = 0; i < p->main->decls.count; i++) {
		struct decl *d = p->main->decls.at[i];
		if (d->kind != DECL_VARIABLE) continue;
		struct decl *after = build_local(s->arena, prime(s, d->name), d->type, d->pos);
		VEC_PUSH(&p->after, ((struct step_after){d, after}));
		VEC_PUSH(&s->scope.list, after);
	}
}

/* Variables of the machine hide those of the same name above it. */
static void open_scope(struct step_finder *s)
{
	const struct machine *m = s->project->main;
	for (uint32_t i = 0; i < m->references.count; i++)
		if (m->references.at[i].kind == REF_REFINES) add_variables(s, m->references.at[i].target);
	add_variables(s, m);
	add_primed(s);
	s->common = s->scope.list.count;
}

static void add_parameters(struct step_finder *s)
{
	const struct machine *m = s->project->main;
	s->scope.list.count = s->common;
	for (uint32_t i = 0; i < m->operations.count; i++) {
		const struct operation *o = m->operations.at[i];
		if (o->name != s->event->name) continue;
		for (uint32_t k = 0; k < o->parameters->count; k++)
			VEC_PUSH(&s->scope.list, o->parameters->kid[k]->decl);
	}
}

/* ---- what is added ----------------------------------------------------------------------------------------- */

static void add_duty(struct step_finder *s, const char *part, const char *kind,
                     const struct node *n, bool is_variant)
{
	struct project *p = s->project;
	const char *text = part ? arena_format(s->arena, "%s/%s/%s", s->event->name, part, kind)
	                        : arena_format(s->arena, "%s/%s", s->event->name, kind);
	const struct node *typed = project_check_with(p, n, &s->scope, NULL);
	if (!typed) return;
	name of = eventb_is_initialisation(s->event) ? NULL : s->event->name;
	VEC_PUSH(&p->steps, ((struct step_duty){names_of(p->names, text), of, typed, is_variant}));
}

static const char *label_of(struct step_finder *s, const struct eventb_formula *f, const char *stem,
                            uint32_t number)
{
	return f->label ? f->label : arena_format(s->arena, "%s%u", stem, number + 1);
}

/* ---- witnesses ----------------------------------------------------------------------------------------------- */

struct hidden { /* names that disappear and that a goal depends on */
	VEC(name) names;
	VEC(const struct node *) witnesses;
	bool is_open; /* one of them has no witness */
};

static const struct eventb_formula *witness_of(const struct step_finder *s, name n)
{
	for (uint32_t i = 0; i < s->event->witnesses.count; i++)
		if (s->event->witnesses.at[i].label == n) return &s->event->witnesses.at[i];
	return NULL;
}

static bool is_hidden(const struct hidden *h, name n)
{
	for (uint32_t i = 0; i < h->names.count; i++)
		if (h->names.at[i] == n) return true;
	return false;
}

static void hide(struct step_finder *s, struct hidden *h, const struct node *in, name n)
{
	if (is_hidden(h, n) || !mentions(in, n)) return;
	const struct eventb_formula *w = witness_of(s, n);
	VEC_PUSH(&h->names, n);
	if (w) VEC_PUSH(&h->witnesses, w->node);
	else h->is_open = true;
}

static void hide_all(struct step_finder *s, struct hidden *h, const struct eventb_event *abstract,
                     const struct node *in)
{
	for (uint32_t i = 0; i < abstract->parameters.count; i++) {
		name n = abstract->parameters.at[i].name;
		if (!eventb_has_name(&s->event->parameters, n)) hide(s, h, in, n);
	}
	for (uint32_t i = 0; s->above && i < s->above->variables.count; i++) {
		name n = s->above->variables.at[i].name;
		if (!eventb_has_name(&s->main->variables, n)) hide(s, h, in, prime(s, n));
	}
}

static const struct node *quantify(struct step_finder *s, const struct hidden *h, enum op op,
                                   const struct node *body)
{
	struct node *ids = node_new(s->arena, OP_IDS, body->pos, h->names.count);
	for (uint32_t i = 0; i < h->names.count; i++)
		ids->kid[i] = name_node(s, h->names.at[i], body->pos);
	return build_op(s->arena, op, body->pos, ids, body);
}

/* The goal for all values that the witnesses allow; NULL: nothing is known of them. */
static const struct node *with_witnesses(struct step_finder *s, const struct eventb_event *abstract,
                                         const struct node *goal)
{
	struct hidden h = {0};
	hide_all(s, &h, abstract, goal);
	for (uint32_t i = 0; i < h.witnesses.count; i++) hide_all(s, &h, abstract, h.witnesses.at[i]);
	const struct node *all = goal;
	if (h.is_open) all = NULL;
	else if (h.names.count) {
		const struct node *w = build_and(s->arena, goal->pos, h.witnesses.count, h.witnesses.at);
		all = quantify(s, &h, OP_FORALL, build_op(s->arena, OP_IMPLIES, goal->pos, w, goal));
	}
	VEC_CLEAR(&h.names);
	VEC_CLEAR(&h.witnesses);
	return all;
}

static void add_simulation(struct step_finder *s, const struct eventb_event *abstract,
                           const char *part, const char *kind, const struct node *goal)
{
	const struct node *all = with_witnesses(s, abstract, goal);
	if (all) add_duty(s, part, kind, all, false);
}

/* p = E has one. */
static void add_feasible(struct step_finder *s, const struct eventb_event *abstract,
                         const struct eventb_formula *w)
{
	const struct node *n = w->node;
	struct hidden h = {0};
	bool is_value = n->op == OP_EQUAL && n->kid[0]->op == OP_ID && n->kid[0]->name == w->label &&
	                !mentions(n->kid[1], w->label);
	if (is_value || !w->label) return;
	hide_all(s, &h, abstract, n);
	if (h.names.count == 1 && h.names.at[0] == w->label)
		add_duty(s, w->label, "WFIS", quantify(s, &h, OP_EXISTS, n), false);
	VEC_CLEAR(&h.names);
	VEC_CLEAR(&h.witnesses);
}

/* ---- guards -------------------------------------------------------------------------------------------------- */

static bool has_formula(const struct eventb_formulas *list, const struct node *n)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (node_same(list->at[i].node, n)) return true;
	return false;
}

static void add_guards(struct step_finder *s, const struct eventb_event *abstract)
{
	for (uint32_t i = 0; i < abstract->guards.count; i++) {
		const struct eventb_formula *g = &abstract->guards.at[i];
		if (g->is_theorem || has_formula(&s->event->guards, g->node)) continue;
		add_simulation(s, abstract, label_of(s, g, "grd", i), "GRD", g->node);
	}
}

/* All guards of one of them. */
static const struct node *guards_of(struct step_finder *s, const struct eventb_event *e,
                                    bool *is_there)
{
	const struct node **list = ARENA_ARRAY(s->arena, e->guards.count + 1, const struct node *);
	uint32_t count = 0;
	*is_there = true;
	for (uint32_t i = 0; i < e->guards.count; i++) {
		if (e->guards.at[i].is_theorem) continue;
		list[count++] = e->guards.at[i].node;
		*is_there &= has_formula(&s->event->guards, e->guards.at[i].node);
	}
	return build_and(s->arena, e->pos, count, list);
}

static void add_merge(struct step_finder *s)
{
	const struct eventb_event *e = s->event;
	const struct node **list = ARENA_ARRAY(s->arena, e->abstract.count, const struct node *);
	for (uint32_t i = 0; i < e->abstract.count; i++) {
		bool is_there;
		list[i] = guards_of(s, e->abstract.at[i], &is_there);
		if (is_there) return;
	}
	const struct node *any = build_node(s->arena, OP_OR, e->pos, NULL, e->abstract.count, list);
	add_simulation(s, e->abstract.at[0], NULL, "MRG", any);
}

/* ---- actions -------------------------------------------------------------------------------------------------- */

static name place_name(const struct node *place)
{
	return place->op == OP_APPLY ? place->kid[0]->name : place->name;
}

static bool assigns(const struct eventb_event *e, name variable)
{
	for (uint32_t i = 0; i < e->actions.count; i++) {
		const struct node *places = e->actions.at[i].node->kid[0];
		for (uint32_t k = 0; k < places->count; k++)
			if (place_name(places->kid[k]) == variable) return true;
	}
	return false;
}

/* x' = E of what is kept; of f(x) ≔ E, f' = f <+ {x ↦ E}. */
static const struct node *assigned(struct step_finder *s, const struct node *action)
{
	const struct node *places = action->kid[0], *values = action->kid[1];
	const struct node **list = ARENA_ARRAY(s->arena, places->count + 1, const struct node *);
	uint32_t count = 0;
	for (uint32_t i = 0; i < places->count; i++) {
		const struct node *place = places->kid[i], *is = values->kid[i];
		name n = place_name(place);
		if (!eventb_has_name(&s->main->variables, n)) continue;
		if (place->op == OP_APPLY) {
			const struct node *pair = build_op(s->arena, OP_PAIR, is->pos, place->kid[1], is);
			is = build_op(s->arena, OP_OVERRIDE, is->pos, place->kid[0],
			              build_op(s->arena, OP_SET, is->pos, pair, NULL));
		}
		list[count++] =
		    build_op(s->arena, OP_EQUAL, is->pos, name_node(s, prime(s, n), is->pos), is);
	}
	return count ? build_and(s->arena, action->pos, count, list) : NULL;
}

static const struct node *member(struct step_finder *s, const struct node *action)
{
	const struct node *places = action->kid[0], *tuple = NULL;
	for (uint32_t i = 0; i < places->count; i++) {
		const struct node *x = name_node(s, prime(s, places->kid[i]->name), action->pos);
		tuple = tuple ? build_op(s->arena, OP_PAIR, action->pos, tuple, x) : x;
	}
	return build_op(s->arena, OP_MEMBER, action->pos, tuple, action->kid[1]);
}

static void add_actions(struct step_finder *s, const struct eventb_event *abstract)
{
	for (uint32_t i = 0; i < abstract->actions.count; i++) {
		const struct eventb_formula *a = &abstract->actions.at[i];
		const struct node *n = a->node, *goal = n->kid[1];
		if (has_formula(&s->event->actions, n)) continue;
		if (n->op == OP_S_ASSIGN) goal = assigned(s, n);
		if (n->op == OP_S_BECOMES_IN) goal = member(s, n);
		if (goal) add_simulation(s, abstract, label_of(s, a, "act", i), "SIM", goal);
	}
}

/* What the abstract event leaves as it is. */
static void add_kept(struct step_finder *s, const struct eventb_event *abstract)
{
	for (uint32_t i = 0; i < s->main->variables.count; i++) {
		name n = s->main->variables.at[i].name;
		struct pos pos = s->event->pos;
		bool is_kept = eventb_has_name(&s->above->variables, n) && assigns(s->event, n);
		if (!is_kept || (abstract && assigns(abstract, n))) continue;
		add_duty(
		    s, n, "EQL",
		    build_op(s->arena, OP_EQUAL, pos, name_node(s, prime(s, n), pos), name_node(s, n, pos)),
		    false);
	}
}

static void add_refinement(struct step_finder *s)
{
	const struct eventb_event *e = s->event;
	const struct eventb_event *first = e->abstract.count ? e->abstract.at[0] : NULL;
	bool is_first = eventb_is_initialisation(e);
	if (e->abstract.count > 1) add_merge(s);
	else if (first && !is_first) add_guards(s, first);
	if (first) add_actions(s, first);
	if (!is_first) add_kept(s, first);
	for (uint32_t i = 0; first && !is_first && i < e->witnesses.count; i++)
		add_feasible(s, first, &e->witnesses.at[i]);
}

/* ---- variants -------------------------------------------------------------------------------------------------- */

/* The expression after the step. */
static const struct node *after_of(struct step_finder *s, const struct node *n)
{
	if (n->op == OP_ID && eventb_has_name(&s->main->variables, n->name))
		return name_node(s, prime(s, n->name), n->pos);
	struct node *copy = build_copy(s->arena, n);
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = after_of(s, n->kid[i]);
	for (uint32_t i = 0; i < s->main->variables.count; i++)
		if (binds(n, s->main->variables.at[i].name)) return NULL;
	for (uint32_t i = 0; i < n->count; i++)
		if (!copy->kid[i]) return NULL;
	return copy;
}

static bool is_set(struct step_finder *s, const struct node *variant)
{
	const struct node *typed = project_check_with(s->project, variant, &s->scope, NULL);
	return typed && typed->type && typed->type->kind == TYPE_POW;
}

/* Of several, where those before it stay as they are: each may stay, too, but not the last of a convergent event. */
static void add_variant(struct step_finder *s, uint32_t number)
{
	const struct eventb_formulas *all = &s->main->variants;
	const struct node *now = all->at[number].node, *then = after_of(s, now), *goal;
	struct pos pos = all->at[number].pos;
	const char *part = all->count > 1 ? label_of(s, &all->at[number], "vrn", number) : NULL;
	bool is_strict = s->event->status == EVENTB_CONVERGENT && number + 1 == all->count;
	if (!then) return;
	if (is_set(s, now)) {
		goal = build_op(s->arena, is_strict ? OP_STRICT_SUBSET : OP_SUBSET, pos, then, now);
	} else {
		const struct node *naturals = node_new(s->arena, OP_NATURAL_SET, pos, 0);
		add_duty(s, part, "NAT", build_op(s->arena, OP_MEMBER, pos, now, naturals), true);
		goal = build_op(s->arena, is_strict ? OP_LESS : OP_LESS_EQUAL, pos, then, now);
	}
	for (uint32_t i = number; i > 0; i--) {
		const struct node *before = all->at[i - 1].node, *after = after_of(s, before);
		if (!after) return;
		goal = build_op(s->arena, OP_IMPLIES, pos, build_op(s->arena, OP_EQUAL, pos, after, before),
		                goal);
	}
	add_duty(s, part, "VAR", goal, true);
}

/* An event that refines convergent ones is known to be. */
static bool is_convergent_above(const struct eventb_event *e)
{
	for (uint32_t i = 0; i < e->abstract.count; i++)
		if (e->abstract.at[i]->status != EVENTB_CONVERGENT) return false;
	return e->abstract.count > 0;
}

static void add_variants(struct step_finder *s)
{
	if (s->event->status == EVENTB_ORDINARY || is_convergent_above(s->event)) return;
	for (uint32_t i = 0; i < s->main->variants.count; i++) add_variant(s, i);
}

void steps_find(struct eventb_model *m, const struct eventb_machine *main)
{
	struct project *p = m->project;
	struct step_finder s = {
	    .project = p, .arena = &p->arena, .main = main, .above = main->abstraction};
	open_scope(&s);
	for (uint32_t i = 0; i < main->events.count; i++) {
		s.event = main->events.at[i];
		add_parameters(&s);
		if (s.above) add_refinement(&s);
		add_variants(&s);
	}
	VEC_CLEAR(&s.scope.list);
}

/* An event and what it refines: what follows from its guards, actions and witnesses. */
#include "eventb/proof/proof.h"

/* ---- what names become -------------------------------------------------------------------------------------- */

/* Is it a variable of the abstraction only? */
static bool disappears(const struct refine *r, const struct decl *variable)
{
	return !eventb_has_name(&r->machine->variables, variable->name);
}

static const struct node *after_of(const struct refine *r, struct decl *variable)
{
	return build_name(r->proof->arena, typing_after(r->proof, variable), variable->pos);
}

static void put(const struct refine *r, const struct replacement **env, struct decl *d,
                const struct node *is)
{
	*env = substitute_put(r->proof->arena, *env, d, is);
}

/* x' of what the event assigns, or its value; x' of what it keeps is x. */
static void open_values(struct refine *r)
{
	struct proof *g = r->proof;
	for (uint32_t i = 0; i < r->machine->variables.count; i++) {
		struct decl *x = typing_find(g, r->machine->variables.at[i].name);
		const struct proof_action *a = x ? event_assigns(r->event, x) : NULL;
		if (!x) continue;
		if (!a) put(r, &r->values, typing_after(g, x), build_name(g->arena, x, x->pos));
		for (uint32_t k = 0; a && a->values && k < a->count; k++)
			if (a->of[k] == x) put(r, &r->values, typing_after(g, x), a->values[k]);
		if (a) put(r, &r->after, x, after_of(r, x));
	}
}

/* Variables that disappear have the values that the abstract event, or a witness, gives them. */
static void open_abstract(struct refine *r)
{
	if (!r->abstract_count) return;
	const struct proof_event *e = &r->abstract[0];
	for (uint32_t i = 0; i < e->actions.count; i++) {
		const struct proof_action *a = &e->actions.at[i];
		for (uint32_t k = 0; k < a->count; k++)
			if (disappears(r, a->of[k]))
				put(r, &r->after, a->of[k], a->values ? a->values[k] : after_of(r, a->of[k]));
	}
}

/* The variable of which this is the primed name, or NULL. */
static struct decl *before_of(const struct refine *r, name primed)
{
	size_t length = strlen(primed);
	if (length == 0 || primed[length - 1] != '\'') return NULL;
	return typing_find(r->proof, names_add(r->proof->project->names, primed, length - 1));
}

static void open_witnesses(struct refine *r)
{
	for (uint32_t i = 0; i < r->event->witnesses.count; i++) {
		const struct proof_formula *w = &r->event->witnesses.at[i];
		const struct node *is = event_witness_value(w);
		if (!is) continue;
		struct decl *variable = before_of(r, w->label);
		struct decl *d = variable ? typing_after(r->proof, variable) : w->node->kid[0]->decl;
		if (!variable) put(r, &r->witnesses, d, is);
		else {
			put(r, &r->after, variable, is);
			put(r, &r->primed, d, is);
		}
	}
}

void refine_open(struct refine *r)
{
	open_values(r);
	open_abstract(r);
	open_witnesses(r);
}

/* ---- substitution -------------------------------------------------------------------------------------------- */

static const struct node *replace(const struct refine *r, const struct node *n,
                                  const struct replacement *env)
{
	struct substitute w = {.arena = r->proof->arena};
	return env ? substitute_in(&w, n, env, NULL) : n;
}

/* A formula of the abstract event, or about its result. */
static const struct node *concrete(const struct refine *r, const struct node *n)
{
	return replace(r, replace(r, n, r->witnesses), r->values);
}

const struct node *refine_after(const struct refine *r, const struct node *n)
{
	return concrete(r, replace(r, n, r->after));
}

/* ---- the event as a step ------------------------------------------------------------------------------------- */

static void add_declared(const struct refine *r, const struct eventb_names *names, struct decls *to)
{
	for (uint32_t i = 0; i < names->count; i++) {
		struct decl *d = typing_find(r->proof, names->at[i].name);
		bool is_new = d != NULL;
		for (uint32_t k = 0; k < to->list.count; k++) is_new &= to->list.at[k] != d;
		if (is_new) VEC_PUSH(&to->list, d);
	}
}

static struct decl *const *keep_all(const struct refine *r, struct decls *from, uint32_t *count)
{
	struct decl **all = ARENA_ARRAY(r->proof->arena, from->list.count + 1, struct decl *);
	*count = from->list.count;
	for (uint32_t i = 0; i < *count; i++) all[i] = from->list.at[i];
	VEC_CLEAR(&from->list);
	return all;
}

const struct obligation_step *refine_step(const struct refine *r)
{
	struct arena *a = r->proof->arena;
	struct obligation_step *s = ARENA_NEW(a, struct obligation_step);
	struct decls variables = {0}, parameters = {0};
	*s = (struct obligation_step){.event = r->event->of->name,
	                              .is_first = eventb_is_initialisation(r->event->of)};
	add_declared(r, &r->machine->variables, &variables);
	if (r->machine->abstraction) add_declared(r, &r->machine->abstraction->variables, &variables);
	add_declared(r, &r->event->of->parameters, &parameters);
	if (r->abstract_count) add_declared(r, &r->abstract[0].of->parameters, &parameters);
	s->variables = keep_all(r, &variables, &s->variable_count);
	s->parameters = keep_all(r, &parameters, &s->parameter_count);
	const struct node **after = ARENA_ARRAY(a, s->variable_count + 1, const struct node *);
	for (uint32_t i = 0; i < s->variable_count; i++) {
		struct decl *x = s->variables[i];
		const struct node *now = build_name(a, x, x->pos);
		const struct node *is = refine_after(r, now);
		after[i] = is->op == OP_ID && is->decl == x ? NULL : is;
	}
	s->after = after;
	return s;
}

/* ---- hypotheses of a goal -------------------------------------------------------------------------------------- */

struct local {
	const struct node **at;
	uint32_t count, room;
};

static bool mentions(const struct proof_goal *goal, const struct local *l, const struct decl *d)
{
	bool found = node_mentions(goal->node, d);
	for (uint32_t i = 0; i < l->count && !found; i++) found = node_mentions(l->at[i], d);
	return found;
}

/* What the label of a witness stands for: a parameter or x'. */
static const struct decl *witnessed(const struct refine *r, const struct proof_formula *w)
{
	struct decl *variable = before_of(r, w->label);
	return variable ? typing_after(r->proof, variable) : typing_find(r->proof, w->label);
}

static void add_witnesses(const struct refine *r, const struct proof_goal *goal, struct local *to)
{
	uint32_t own = to->count;
	for (uint32_t i = 0; i < r->event->witnesses.count; i++) {
		const struct proof_formula *w = &r->event->witnesses.at[i];
		const struct decl *d = witnessed(r, w);
		struct local before = {to->at, own, 0};
		if (d && !event_witness_value(w) && mentions(goal, &before, d))
			VEC_PUSH(to, replace(r, w->node, r->values));
	}
}

static void add_actions(const struct refine *r, const struct proof_goal *goal, struct local *to)
{
	uint32_t others = to->count;
	for (uint32_t i = 0; i < r->event->actions.count; i++) {
		const struct proof_action *a = &r->event->actions.at[i];
		bool is_needed = false;
		struct local before = {to->at, others, 0};
		for (uint32_t k = 0; k < a->count && !a->values; k++)
			is_needed |= mentions(goal, &before, typing_after(r->proof, a->of[k]));
		if (is_needed) VEC_PUSH(to, a->effect);
	}
}

static void emit_with(const struct refine *r, struct proof_goal goal, bool has_witnesses)
{
	struct local l = {0};
	for (uint32_t i = 0; i < goal.local_count; i++) VEC_PUSH(&l, goal.local[i]);
	if (has_witnesses) add_witnesses(r, &goal, &l);
	add_actions(r, &goal, &l);
	goal.local = l.at;
	goal.local_count = l.count;
	emit_goal(r->proof, &goal);
	VEC_CLEAR(&l);
}

void refine_goal(const struct refine *r, struct proof_goal goal) { emit_with(r, goal, true); }

static struct proof_goal goal_of(const struct refine *r, enum proof_kind kind, name part,
                                 struct pos pos)
{
	return (struct proof_goal){.kind = kind, .event = r->event->of->name, .part = part, .pos = pos};
}

/* ---- guards ---------------------------------------------------------------------------------------------------- */

/* Is it no theorem, and not a guard of the event itself? */
static bool is_weaker(const struct refine *r, const struct proof_formula *guard)
{
	if (guard->is_theorem || emit_is_trivial(guard->node)) return false;
	for (uint32_t i = 0; i < r->event->guards.count; i++)
		if (alike_are(r->event->guards.at[i].node, guard->node)) return false;
	return true;
}

static void strengthen(const struct refine *r)
{
	const struct proof_formulas *guards = &r->abstract[0].guards;
	for (uint32_t i = 0; i < guards->count; i++) {
		if (!is_weaker(r, &guards->at[i])) continue;
		struct proof_goal goal = goal_of(r, PROOF_GRD, guards->at[i].label, r->event->of->pos);
		goal.node = concrete(r, guards->at[i].node);
		refine_goal(r, goal);
	}
}

static void merge(const struct refine *r)
{
	struct arena *a = r->proof->arena;
	const struct node *any = NULL;
	for (uint32_t k = 0; k < r->abstract_count; k++) {
		const struct node *all = NULL;
		for (uint32_t i = 0; i < r->abstract[k].guards.count; i++) {
			const struct proof_formula *f = &r->abstract[k].guards.at[i];
			if (is_weaker(r, f)) all = all ? build_join(a, OP_AND, all, f->node) : f->node;
		}
		if (!all) return; /* one of them is true */
		any = any ? build_join(a, OP_OR, any, all) : all;
	}
	struct proof_goal goal = goal_of(r, PROOF_MRG, NULL, r->event->of->pos);
	goal.node = concrete(r, any);
	refine_goal(r, goal);
}

/* ---- witnesses --------------------------------------------------------------------------------------------------- */

static const struct node *some(const struct refine *r, const struct decl *d, const struct node *n)
{
	struct proof *g = r->proof;
	if (!d || !node_mentions(n, d)) return n;
	const struct node *x = build_fresh(g->arena, d->name, d->type, n->pos);
	const struct replacement *env = NULL;
	put(r, &env, (struct decl *)(uintptr_t)d, x);
	return build_op(g->arena, OP_EXISTS, n->pos, build_ids(g->arena, n->pos, 1, &x),
	                replace(r, n, env));
}

/* That they exist must not be taken from them. */
static void witness_obligations(const struct refine *r)
{
	for (uint32_t i = 0; i < r->event->witnesses.count; i++) {
		const struct proof_formula *w = &r->event->witnesses.at[i];
		if (emit_is_trivial(w->node)) continue;
		struct proof_goal goal = goal_of(r, PROOF_WWD, w->label, w->pos);
		goal.node = wd_of(r->proof, w->node);
		bool is_trivial = emit_is_trivial(goal.node);
		goal.node = replace(r, goal.node, r->values);
		if (!is_trivial) emit_with(r, goal, false);
		if (event_witness_value(w)) continue;
		goal.kind = PROOF_WFIS;
		goal.node = replace(r, some(r, witnessed(r, w), w->node), r->values);
		emit_with(r, goal, false);
	}
}

/* ---- actions ------------------------------------------------------------------------------------------------------ */

static bool has_action(const struct proof_event *e, const struct proof_action *a)
{
	for (uint32_t i = 0; i < e->actions.count; i++)
		if (event_same_action(&e->actions.at[i], a)) return true;
	return false;
}

static const struct node *feasible(const struct refine *r, const struct proof_action *a)
{
	struct proof *g = r->proof;
	if (a->set)
		return build_join(g->arena, OP_NOT_EQUAL, a->set,
		                  build_empty(g->arena, a->set->pos, a->set->type));
	const struct node *n = a->effect;
	for (uint32_t i = a->count; i > 0; i--) n = some(r, typing_after(g, a->of[i - 1]), n);
	return n;
}

/* Of x :∣ P it is asked for all x'. */
static const struct node *action_wd(const struct refine *r, const struct proof_action *a)
{
	struct proof *g = r->proof;
	const struct node *n = wd_of(g, a->effect);
	if (n->op == OP_TRUTH || a->values || a->set) return n;
	const struct node **ids = ARENA_ARRAY(g->arena, a->count + 1, const struct node *);
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < a->count; i++) {
		struct decl *d = typing_after(g, a->of[i]);
		ids[i] = build_fresh(g->arena, d->name, d->type, n->pos);
		put(r, &env, d, ids[i]);
	}
	return build_op(g->arena, OP_FORALL, n->pos, build_ids(g->arena, n->pos, a->count, ids),
	                replace(r, n, env));
}

static bool is_after(const void *unused, const struct decl *d)
{
	(void)unused;
	return d->name[strlen(d->name) - 1] == '\'';
}

/* With which an action has a value and can be carried out: what witnesses say of parameters, unless that depends on the action, and what
 * the abstract event does. That there are such is shown elsewhere (WFIS, FIS). */
static void add_above(const struct refine *r, struct local *to)
{
	for (uint32_t i = 0; i < r->event->witnesses.count; i++) {
		const struct proof_formula *w = &r->event->witnesses.at[i];
		if (before_of(r, w->label)) continue;
		if (mention_any(w->node, is_after, NULL)) {
			to->count = 0;
			return;
		}
		if (!event_witness_value(w)) VEC_PUSH(to, w->node);
	}
	for (uint32_t i = 0; r->abstract_count && i < r->abstract[0].actions.count; i++) {
		const struct proof_action *a = &r->abstract[0].actions.at[i];
		if (!a->values) VEC_PUSH(to, replace(r, a->effect, r->witnesses));
	}
}

static void one_action(const struct refine *r, const struct proof_action *a, const struct local *l)
{
	struct proof_goal goal = goal_of(r, PROOF_WD, a->label, a->pos);
	goal.local = l->at;
	goal.local_count = l->count;
	goal.node = action_wd(r, a);
	if (!emit_is_trivial(goal.node)) emit_goal(r->proof, &goal);
	if (a->values) return;
	goal.kind = PROOF_FIS;
	goal.node = feasible(r, a);
	if (!emit_is_trivial(goal.node)) emit_goal(r->proof, &goal);
}

static void action_obligations(const struct refine *r)
{
	struct local above = {0};
	add_above(r, &above);
	for (uint32_t i = 0; i < r->event->actions.count; i++) {
		const struct proof_action *a = &r->event->actions.at[i];
		if (!r->abstract_count || !has_action(&r->abstract[0], a)) one_action(r, a, &above);
	}
	VEC_CLEAR(&above);
}

/* ---- simulation ---------------------------------------------------------------------------------------------------- */

/* Only of variables that disappear, to values that the abstract event names? */
static bool is_its_own_witness(const struct refine *r, const struct proof_action *a)
{
	for (uint32_t i = 0; i < a->count; i++)
		if (!disappears(r, a->of[i])) return false;
	return a->values != NULL;
}

/* Rodin counts the actions without those that are their own witnesses, but looks for the same one in the event by its number among all: so it
 * asks for some that are there. That is followed, so that names agree; but nothing is left out that is not there. */
static void simulate(const struct refine *r)
{
	const struct proof_event *e = &r->abstract[0];
	uint32_t number = 0;
	for (uint32_t i = 0; i < e->actions.count; i++) {
		const struct proof_action *a = &e->actions.at[i];
		if (is_its_own_witness(r, a)) continue;
		const struct proof_action *compared = &e->actions.at[number++];
		bool is_there = has_action(r->event, a) && has_action(r->event, compared);
		if (is_there || emit_is_trivial(a->effect)) continue;
		struct proof_goal goal = goal_of(r, PROOF_SIM, a->label, r->event->of->pos);
		goal.node = concrete(r, replace(r, a->effect, r->primed));
		refine_goal(r, goal);
	}
}

/* Variables that the abstract event, or skip, does not change. */
static void keep(const struct refine *r)
{
	struct proof *g = r->proof;
	const struct eventb_machine *above = r->machine->abstraction;
	for (uint32_t i = 0; above && i < above->variables.count; i++) {
		struct decl *x = typing_find(g, above->variables.at[i].name);
		if (!x || disappears(r, x) || !event_assigns(r->event, x)) continue;
		if (r->abstract_count && event_assigns(&r->abstract[0], x)) continue;
		struct proof_goal goal = goal_of(r, PROOF_EQL, x->name, r->event->of->pos);
		goal.node = build_op(g->arena, OP_EQUAL, r->event->of->pos, after_of(r, x),
		                     build_name(g->arena, x, x->pos));
		goal.node = replace(r, goal.node, r->values);
		refine_goal(r, goal);
	}
}

/* ---- invariants --------------------------------------------------------------------------------------------------- */

static bool is_assigned(const void *data, const struct decl *d)
{
	const struct refine *r = data;
	return event_assigns(r->event, d) || (r->abstract_count && event_assigns(&r->abstract[0], d));
}

static void preserve(const struct refine *r)
{
	bool is_first = eventb_is_initialisation(r->event->of);
	for (uint32_t i = 0; i < r->invariants->count; i++) {
		const struct proof_formula *f = &r->invariants->at[i];
		if (f->is_theorem || f->is_above || emit_is_trivial(f->node)) continue;
		if (!is_first && !mention_any(f->node, is_assigned, r)) continue;
		struct proof_goal goal = goal_of(r, PROOF_INV, f->label, f->pos);
		goal.node = refine_after(r, f->node);
		refine_goal(r, goal);
	}
}

void refine_obligations(struct refine *r)
{
	witness_obligations(r);
	action_obligations(r);
	if (r->abstract_count == 1) strengthen(r);
	if (r->abstract_count > 1) merge(r);
	if (r->abstract_count) simulate(r);
	keep(r);
	preserve(r);
}

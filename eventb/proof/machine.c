/* A machine: invariants, variants, and its events one by one. */
#include "eventb/proof/proof.h"

static const char default_label[] = "vrn"; /* of the only variant: it is left out of names */

/* ---- variants ------------------------------------------------------------------------------------------------ */

struct measure {
	name label; /* as it stands in names, or NULL */
	const struct node *is;
	struct pos pos;
};

struct measures { /* as a VEC */
	struct measure *at;
	uint32_t count, room;
};

/* They are expressions: each is checked as V = V. */
static bool read_variants(struct proof *g, const struct eventb_machine *m, struct measures *to)
{
	static const struct eventb_names none;
	for (uint32_t i = 0; i < m->variants.count; i++) {
		const struct eventb_formula *f = &m->variants.at[i];
		const struct node *n = build_op(g->arena, OP_EQUAL, f->pos, f->node, f->node);
		if (!typing_check(g, &none, &n, 1)) return false;
		const char *label = f->label ? f->label : default_label;
		bool is_short = m->variants.count == 1 && strcmp(label, default_label) == 0;
		VEC_PUSH(to, ((struct measure){is_short ? NULL : names_of(g->project->names, label),
		                               n->kid[0], f->pos}));
	}
	return true;
}

static bool is_number(const struct measure *v) { return v->is->type->kind == TYPE_INTEGER; }

/* Are all sets of this type finite, since they are made of BOOL only? */
static bool is_of_bool(const struct type *t)
{
	switch (t->kind) {
	case TYPE_BOOL: return true;
	case TYPE_POW: return is_of_bool(t->a);
	case TYPE_PAIR: return is_of_bool(t->a) && is_of_bool(t->b);
	default: return false;
	}
}

static void variant_obligations(struct proof *g, const struct measure *v)
{
	struct proof_goal goal = {.kind = PROOF_VWD, .part = v->label, .pos = v->pos};
	goal.node = wd_of(g, v->is);
	if (!emit_is_trivial(goal.node)) emit_goal(g, &goal);
	if (is_number(v) || is_of_bool(v->is->type)) return;
	goal.kind = PROOF_FIN;
	goal.node = build_op(g->arena, OP_FINITE, v->pos, v->is, NULL);
	emit_goal(g, &goal);
}

/* ---- what an event does to variants ---------------------------------------------------------------------------- */

/* Of several abstract events the one that promises least. */
static enum eventb_status abstract_status(const struct proof_event *abstract, uint32_t count)
{
	enum eventb_status least = abstract[0].of->status;
	for (uint32_t i = 1; i < count; i++)
		if (abstract[i].of->status < least) least = abstract[i].of->status;
	return least;
}

static bool must_decrease(const struct refine *r)
{
	enum eventb_status is = r->event->of->status;
	if (is == EVENTB_ORDINARY) return false;
	return is == EVENTB_ANTICIPATED || r->abstract_count == 0 ||
	       abstract_status(r->abstract, r->abstract_count) != EVENTB_CONVERGENT;
}

static const struct node *natural(struct proof *g, const struct measure *v)
{
	struct type *set = build_power_type(g->arena, v->is->type);
	return build_join(g->arena, OP_MEMBER, v->is,
	                  build_leaf(g->arena, OP_NATURAL_SET, v->pos, set));
}

/* The one that is looked at must not grow where those before it stay the same; the last of a convergent event becomes smaller. */
static void decrease(const struct refine *r, const struct measures *all, uint32_t which,
                     const struct node *const *same, uint32_t same_count)
{
	struct proof *g = r->proof;
	const struct measure *v = &all->at[which];
	bool is_convergent = r->event->of->status == EVENTB_CONVERGENT;
	bool is_strict = is_convergent && which + 1 == all->count;
	struct proof_goal goal = {.event = r->event->of->name, .part = v->label, .pos = v->pos};
	goal.local = same;
	goal.local_count = same_count;
	if (is_convergent && is_number(v)) {
		goal.kind = PROOF_NAT;
		goal.node = natural(g, v);
		emit_goal(g, &goal);
	}
	goal.kind = PROOF_VAR;
	enum op of_numbers = is_strict ? OP_LESS : OP_LESS_EQUAL;
	enum op of_sets = is_strict ? OP_STRICT_SUBSET : OP_SUBSET;
	goal.node =
	    build_join(g->arena, is_number(v) ? of_numbers : of_sets, refine_after(r, v->is), v->is);
	refine_goal(r, goal);
}

static void variants_of_event(const struct refine *r, const struct measures *all)
{
	struct proof *g = r->proof;
	const struct node **same = ARENA_ARRAY(g->arena, all->count + 1, const struct node *);
	uint32_t same_count = 0;
	if (!must_decrease(r)) return;
	bool is_convergent = r->event->of->status == EVENTB_CONVERGENT;
	for (uint32_t i = 0; i < all->count; i++) {
		const struct node *is = all->at[i].is, *after = refine_after(r, is);
		bool is_last = i + 1 == all->count;
		if (alike_are(after, is) && !(is_convergent && is_last)) continue;
		decrease(r, all, i, same, same_count);
		same[same_count++] = build_join(g->arena, OP_EQUAL, after, is);
	}
}

/* ---- events ---------------------------------------------------------------------------------------------------- */

static void add_guards(struct proof *g, const struct proof_event *e, struct proof_formulas *guards)
{
	for (uint32_t i = 0; i < guards->count; i++) emit_hypothesis(g, e->of->name, &guards->at[i]);
}

/* Has an abstract event the same guard, and does all that stands before it there stand before it here? */
static bool is_shown_above(const struct refine *r, uint32_t which)
{
	const struct proof_formulas *own = &r->event->guards;
	for (uint32_t k = 0; k < r->abstract_count; k++) {
		const struct proof_formulas *above = &r->abstract[k].guards;
		uint32_t at = 0, in_place = 0;
		while (at < above->count && !alike_are(above->at[at].node, own->at[which].node)) at++;
		if (at == above->count) continue;
		if (own->at[which].is_theorem && !above->at[at].is_theorem) continue;
		for (uint32_t i = 0; i < at; i++)
			for (uint32_t j = 0; j < which; j++)
				if (alike_are(above->at[i].node, own->at[j].node)) {
					in_place++;
					break;
				}
		if (in_place == at) return true;
	}
	return false;
}

static void guard_obligations(struct refine *r)
{
	struct proof *g = r->proof;
	const struct formula_list *before = emit_hypotheses(g);
	for (uint32_t i = 0; i < r->event->guards.count; i++) {
		struct proof_formula guard = r->event->guards.at[i];
		if (!is_shown_above(r, i)) axioms_predicate(g, r->event->of->name, &guard);
		emit_hypothesis(g, r->event->of->name, &guard);
	}
	emit_go_back(g, before);
}

static bool read_all(struct proof *g, const struct eventb_machine *m, const struct eventb_event *e,
                     struct proof_event *own, struct proof_event *abstract)
{
	bool good = true;
	for (uint32_t i = 0; good && i < e->abstract.count; i++)
		good = event_read(g, m->abstraction, e->abstract.at[i], true, &abstract[i]);
	return good && event_read(g, m, e, false, own);
}

/* INITIALISATION starts from nothing but the contexts. */
static bool event_obligations(struct proof *g, const struct eventb_machine *m,
                              const struct eventb_event *e, const struct proof_formulas *invariants,
                              const struct formula_list *contexts, const struct measures *variants)
{
	const struct formula_list *all = emit_hypotheses(g);
	uint32_t known = g->known.list.count;
	struct proof_event own = {0};
	struct proof_event *abstract = ARENA_ARRAY(g->arena, e->abstract.count + 1, struct proof_event);
	bool good = read_all(g, m, e, &own, abstract);
	if (good) {
		struct refine r = {.proof = g, .machine = m, .invariants = invariants, .event = &own};
		r.abstract = abstract;
		r.abstract_count = e->abstract.count;
		refine_open(&r);
		g->step = refine_step(&r);
		if (eventb_is_initialisation(e)) emit_go_back(g, contexts);
		guard_obligations(&r);
		add_guards(g, &own, &own.guards);
		refine_obligations(&r);
		if (!eventb_is_initialisation(e)) variants_of_event(&r, variants);
	}
	g->step = NULL;
	event_clear(&own);
	for (uint32_t i = 0; i < e->abstract.count; i++) event_clear(&abstract[i]);
	g->known.list.count = known;
	emit_go_back(g, all);
	return good;
}

/* ---- machines -------------------------------------------------------------------------------------------------- */

/* Is it a variable that neither the machine nor the one that it refines has? */
static bool has_gone(const void *machine, const struct decl *d)
{
	const struct eventb_machine *m = machine, *above = m->abstraction;
	if (eventb_has_name(&m->variables, d->name) || eventb_has_name(&above->variables, d->name))
		return false;
	for (const struct eventb_machine *a = above->abstraction; a; a = a->abstraction)
		if (eventb_has_name(&a->variables, d->name)) return true;
	return false;
}

/* No invariant of a machine is about variables that have gone; some versions of ProB's plug-in write those further up once more. */
static bool is_repeated(const struct eventb_machine *m, const struct proof_formula *f,
                        const struct proof_formulas *above)
{
	if (!m->abstraction || !mention_any(f->node, has_gone, m)) return false;
	for (uint32_t i = 0; i < above->count; i++)
		if (alike_are(above->at[i].node, f->node)) return true;
	return false;
}

/* Those of this machine, into a list that may have others before them. */
static bool add_invariants(struct proof *g, const struct eventb_machine *m,
                           const struct proof_formulas *above, struct proof_formulas *invariants,
                           bool is_asked)
{
	uint32_t first = invariants->count;
	if (!typing_read(g, &m->variables, &m->invariants, invariants)) return false;
	for (uint32_t i = first; i < invariants->count; i++) {
		struct proof_formula *f = &invariants->at[i];
		f->is_above = is_repeated(m, f, above);
		if (is_asked && !f->is_above) axioms_predicate(g, NULL, f);
		emit_hypothesis(g, m->name, f);
	}
	return true;
}

static bool add_abstraction(struct proof *g, const struct eventb_machine *m,
                            struct proof_formulas *all)
{
	return !m || (add_abstraction(g, m->abstraction, all) && add_invariants(g, m, all, all, false));
}

bool machine_add(struct proof *g, const struct eventb_machine *m)
{
	struct proof_formulas above = {0}, invariants = {0};
	struct measures variants = {0};
	const struct formula_list *contexts = emit_hypotheses(g);
	bool good = add_abstraction(g, m->abstraction, &above) &&
	            add_invariants(g, m, &above, &invariants, true) && read_variants(g, m, &variants);
	for (uint32_t i = 0; good && i < variants.count; i++) variant_obligations(g, &variants.at[i]);
	for (uint32_t i = 0; good && i < m->events.count; i++)
		good = event_obligations(g, m, m->events.at[i], &invariants, contexts, &variants);
	VEC_CLEAR(&above);
	VEC_CLEAR(&invariants);
	VEC_CLEAR(&variants);
	return good;
}

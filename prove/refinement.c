/* Whatever a refinement does, its abstraction can do with the same results, and the states are glued
 * together again (B-Book 11.2: [T] not [S] not J). The abstraction is a disjunction over the paths through
 * its substitution S; the goal that this gives is about the state after T, the variables of the
 * abstraction before S, and x$0 for variables of both. */
#include "prove/refinement.h"

struct refinement_maker {
	struct sequent_context *context;
	struct prover *p;
	struct paths paths; /* of the abstraction */
	struct simulation how;
	const struct replacement *old; /* x$0 stays x$0 */
	bool has_paths, is_certain;    /* it always goes wrong: then anything refines it */
	struct pos pos;
};

/* ---- the abstraction ------------------------------------------------------------------------------- */

static const struct node *old_of(struct prover *p, struct decl *d)
{
	struct node *n = build_name(&p->arena, d, d->pos);
	n->op = OP_OLD;
	return n;
}

static bool is_shared(const struct prover *p, const struct decl *d)
{
	return abstraction_owns(p, d) && !abstraction_hides(p, d);
}

/* What names mean when the abstraction starts: parameters are those of the refinement; at the
 * initialisation no variable has a value yet. */
static const struct replacement *start_of(struct refinement_maker *m, const struct operation *o)
{
	const struct level *l = &m->p->abstraction->levels.list.at[0];
	const struct operation *up = m->how.operation;
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < l->owned.count; i++) {
		struct decl *d = l->owned.at[i];
		const struct node *old = is_shared(m->p, d) ? old_of(m->p, d) : NULL;
		if (old) m->old = substitute_put(m->paths.copies.arena, m->old, d, old);
		if (!o || old) env = substitute_put(m->paths.copies.arena, env, d, o ? old : NULL);
	}
	for (uint32_t i = 0; up && i < up->parameters->count && i < o->parameters->count; i++)
		env = substitute_put(m->paths.copies.arena, env, up->parameters->kid[i]->decl,
		                     build_name(&m->p->arena, o->parameters->kid[i]->decl, m->pos));
	for (uint32_t i = 0; up && i < up->results->count; i++)
		env = substitute_put(m->paths.copies.arena, env, up->results->kid[i]->decl, NULL);
	return env;
}

static bool is_deterministic(const struct node *n, uint32_t depth)
{
	switch (n->op) {
	case OP_S_ANY:
	case OP_S_CHOICE:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH: return false;
	case OP_S_SELECT:
		if (n->count > 3) return false;
		break;
	case OP_S_CALL:
		if (depth > 20 || !is_deterministic(n->decl->operation->body, depth + 1)) return false;
		break;
	default: break;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST && !is_deterministic(n->kid[i], depth))
			return false;
	return true;
}

static void find_ways(struct refinement_maker *m, const struct operation *o)
{
	struct node *skip = node_new(&m->p->arena, OP_S_SKIP, m->pos, 0);
	const struct replacement *start = start_of(m, o);
	m->has_paths = paths_find_from(&m->paths, m->how.body ? m->how.body : skip, start);
	for (uint32_t i = 0; i < m->paths.list.count; i++) {
		const struct path *w = &m->paths.list.at[i];
		m->is_certain |= w->fails && !w->items;
	}
}

/* ---- one outcome of the abstraction ---------------------------------------------------------------- */

static const struct node *equal(struct refinement_maker *m, struct decl *d, const struct node *is)
{
	return build_op(m->paths.copies.arena, OP_EQUAL, m->pos, build_name(&m->p->arena, d, m->pos),
	                is);
}

/* The path with only those values that variables of the abstraction alone have. */
static struct path abstract_part(struct refinement_maker *m, const struct path *path)
{
	struct path w = *path;
	w.after = NULL;
	for (const struct replacement *e = path->after; e; e = e->next)
		if (substitute_find(path->after, e->of) == e && abstraction_hides(m->p, e->of))
			w.after = substitute_put(m->paths.copies.arena, w.after, e->of, e->is);
	return w;
}

/* Is it about variables that the abstraction does not change, those of its own abstractions? */
static bool is_of_others(const void *prover, const struct decl *d)
{
	return abstraction_hides(prover, d) && !abstraction_owns(prover, d);
}

static const struct node *glue_after(struct refinement_maker *m, const struct path *path,
                                     const struct glue *g)
{
	if (g->shared) {
		const struct replacement *e = substitute_find(path->after, g->shared);
		bool is_known = e && e->is && e->is != m->paths.copies.opaque;
		return is_known ? equal(m, g->shared, e->is) : NULL;
	}
	if (mention_any(g->node, is_of_others, m->p)) return NULL;
	struct path part = abstract_part(m, path);
	if (!mention_any(g->node, substitute_has, part.after)) return g->node;
	return paths_after(&m->paths, &part, g->node);
}

static const struct node *and_also(struct refinement_maker *m, const struct node *all,
                                   const struct node *n)
{
	return all ? build_op(m->paths.copies.arena, OP_AND, m->pos, all, n) : n;
}

/* The results of both are equal; a result that the abstraction leaves open may be anything. */
static bool results_after(struct refinement_maker *m, const struct path *path,
                          const struct node **all)
{
	const struct operation *o = m->context->of.operation, *up = m->how.operation;
	for (uint32_t i = 0; up && i < up->results->count && i < o->results->count; i++) {
		const struct replacement *e = substitute_find(path->after, up->results->kid[i]->decl);
		if (e && e->is == m->paths.copies.opaque) return false;
		if (e && e->is) *all = and_also(m, *all, equal(m, o->results->kid[i]->decl, e->is));
	}
	return true;
}

/* What is to hold at the end of a path; *all is NULL if that is nothing. */
static bool at_end(struct refinement_maker *m, const struct path *path, const struct node **all)
{
	*all = NULL;
	for (uint32_t i = 0; i < m->how.glue_count; i++) {
		const struct node *n = glue_after(m, path, &m->how.glue[i]);
		if (!n) return false;
		*all = and_also(m, *all, n);
	}
	return !m->how.has_results || results_after(m, path, all);
}

/* ---- goals ----------------------------------------------------------------------------------------- */

static const struct node *truth(struct refinement_maker *m, enum op op)
{
	return node_new(&m->p->arena, op, m->pos, 0);
}

static const struct node *or_else(struct refinement_maker *m, const struct node *any,
                                  const struct node *n)
{
	if (!n) n = truth(m, OP_TRUTH);
	return any ? build_op(m->paths.copies.arena, OP_OR, m->pos, any, n) : n;
}

/* The abstraction can be executed. */
static const struct node *guard(struct refinement_maker *m)
{
	const struct node *any = NULL;
	for (uint32_t i = 0; i < m->paths.list.count; i++)
		any = or_else(m, any, paths_guard(&m->paths, &m->paths.list.at[i]));
	return any ? any : truth(m, OP_FALSITY);
}

/* Some path of the abstraction comes to a glued state, or it fails. NULL if that cannot be told. */
static const struct node *simulated(struct refinement_maker *m)
{
	const struct node *any = NULL, *all;
	if (m->how.is_guard) return guard(m);
	if (m->how.is_guarded) any = build_op(m->paths.copies.arena, OP_NOT, m->pos, guard(m), NULL);
	for (uint32_t i = 0; i < m->paths.list.count; i++) {
		const struct path *w = &m->paths.list.at[i];
		bool is_known = w->fails ? (all = NULL, true) : at_end(m, w, &all);
		if (!is_known) return NULL;
		any = or_else(m, any, paths_close(&m->paths, w, all));
	}
	return any ? any : truth(m, OP_FALSITY);
}

static void add_goal(struct refinement_maker *m, const char *own, const struct node *shown,
                     struct pos pos)
{
	struct sequent_context *s = m->context;
	struct obligation *o = &s->of;
	struct simulation *how = ARENA_NEW(&m->p->arena, struct simulation);
	m->how.shown = shown;
	*how = m->how;
	const struct node *goal = m->has_paths ? simulated(m) : NULL;
	/* names that are bound in several goals have slots of their own in each */
	if (goal && goal != shown) goal = substitute_in(&m->paths.copies, goal, NULL, m->old);
	o->what = GOAL_TRUE;
	o->goal = goal;
	o->simulation = how;
	o->why_open = goal && !m->paths.copies.gives_up
	                  ? NULL
	                  : "what the abstraction does cannot be told from its text";
	context_add(s, OBLIGATION_REFINEMENT, own, pos);
	o->simulation = NULL;
	o->why_open = NULL;
}

static void add_each(struct refinement_maker *m)
{
	const struct abstraction *a = m->p->abstraction;
	const struct operation *up = m->how.operation;
	m->how.glue_count = 1;
	for (uint32_t i = 0; i < a->glue.count; i++) {
		const struct glue *g = m->how.glue = &a->glue.at[i];
		add_goal(m, g->name, g->node, g->node ? node_start(g->node) : m->pos);
	}
	m->how.glue_count = 0;
	m->how.has_results = up && up->results->count > 0;
	if (m->how.has_results) add_goal(m, "out", NULL, m->pos);
}

static void add_whole(struct refinement_maker *m)
{
	const struct abstraction *a = m->p->abstraction;
	const struct operation *up = m->how.operation;
	m->how.glue = a->glue.at;
	m->how.glue_count = a->glue.count;
	m->how.has_results = up && up->results->count > 0;
	if (m->how.glue_count || m->how.has_results) add_goal(m, "simulates", NULL, m->pos);
}

void refinement_goals(struct sequent_context *s, const struct operation *o, name shown)
{
	struct prover *p = s->p;
	struct refinement_maker m = {
	    .context = s, .p = p, .paths = {.copies.arena = &p->arena, .needs_loop_failures = true}};
	bool is_far = false;
	m.pos = o ? o->pos : node_start(s->of.body);
	m.how.operation = o ? abstraction_operation(p, o, shown, &is_far) : NULL;
	const struct node *body = m.how.operation ? m.how.operation->body : NULL;
	if (!o) body = p->abstraction->levels.list.at[0].initialisation;
	if (o && body && body->op == OP_S_PRE) body = body->kid[1];
	m.how.body = body;
	find_ways(&m, o);
	m.has_paths &= !is_far;
	if (m.has_paths && m.is_certain) {
		VEC_CLEAR(&m.paths.list);
		return;
	}
	m.how.is_guarded = body && obligation_may_be_impossible(body);
	m.how.is_guard = true;
	if (m.how.is_guarded) add_goal(&m, "guard", NULL, m.pos);
	m.how.is_guard = false;
	if (m.has_paths && (!body || is_deterministic(body, 0))) add_each(&m);
	else add_whole(&m);
	VEC_CLEAR(&m.paths.list);
}

/* One question: hypotheses, a path through the body, and what is false or undefined at its end. What the
 * paths cannot tell is asked by executing the body on symbolic values. */
#include "path/path.h"
#include "prove/partition.h"

#include <math.h>

/* ---- parts ------------------------------------------------------------------------------------------ */

static void parts_begin(struct prover *p, const struct obligation *o, const bool *mask,
                        struct question_parts *out)
{
	for (uint32_t i = 0; i < o->name_count; i++) VEC_PUSH(&out->names, o->names[i]);
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		if (!mask || mask[i]) VEC_PUSH(&out->conjuncts, obligation_hypothesis(o, i)->node);
	prover_forget(p, o);
}

void parts_clear(struct question_parts *x)
{
	VEC_CLEAR(&x->names);
	VEC_CLEAR(&x->conjuncts);
}

/* In the order in which they were met. */
static void add_items(struct prover *p, struct question_parts *x, const struct path_item *i)
{
	if (!i) return;
	add_items(p, x, i->next);
	if (!i->binds) VEC_PUSH(&x->conjuncts, i->node);
	for (uint32_t k = 0; i->binds && k < i->node->count; k++) {
		VEC_PUSH(&x->names, i->node->kid[k]->decl);
		eval_set(p->eval, i->node->kid[k]->decl, VALUE_NONE); /* which gives it a slot */
	}
}

/* ---- asking ----------------------------------------------------------------------------------------- */

struct reply reply_and(struct reply a, struct reply b)
{
	if (a.answer != SEARCH_NONE) return a;
	if (b.answer != SEARCH_NONE) return b;
	a.is_complete &= b.is_complete;
	a.use.sizes |= b.use.sizes;
	a.use.integers |= b.use.integers;
	if (b.small_model > a.small_model) a.small_model = b.small_model;
	a.tactics |= b.tactics;
	return a;
}

static struct reply nothing_wrong(void)
{
	return (struct reply){.answer = SEARCH_NONE, .is_complete = true};
}

static struct reply cannot_tell(struct pos pos)
{
	return (struct reply){.answer = SEARCH_OPEN,
	                      .reason = "it cannot be told from the text when this can be executed",
	                      .pos = pos};
}

/* Where any values will do, the evaluator often has some at once. */
static bool guess(struct prover *p, const struct question *q, const struct search_options *o,
                  struct valuation *out)
{
	enum { MOST = EVAL_EFFORT_PER_SECOND / 50 };
	struct search_options how = *o;
	value *values = ARENA_ARRAY(&p->arena, q->count + 1, value);
	struct valuation v = {q->names, values, q->count};
	how.effort = MOST;
	if (!search_guess(p->eval, p->project, q, &how, values)) return false;
	*out = valuation_copy(&p->arena, &v);
	return true;
}

/* Nothing satisfies the conjuncts: does that hold for larger sets, too, if sets have so many elements? */
static uint32_t small_model(struct prover *p, const struct question *q,
                            const struct search_options *how)
{
	if (q->violation) return BOUNDS_NO_SIZE;
	uint32_t size =
	    bounds_small_model(q->universe, q->names, q->count, q->conjuncts, q->conjunct_count);
	if (size < BOUNDS_NO_SIZE || !p->options.wants_small_models) return size;
	return weaken_small_model(p, q, how);
}

struct reply prover_ask_once(struct prover *p, struct question_parts *x,
                             const struct violation *wrong, bool wants_small)
{
	struct reply r = {0};
	struct search_options how = p->options.search;
	double left = p->deadline - prover_clock(p);
	how.seconds = left < how.seconds ? left : how.seconds;
	how.prefers_small &= wants_small;
	if (prover_is_late(p)) {
		p->was_late = true;
		eval_ran_out(p->eval, true);
		parts_clear(x);
		return (struct reply){.answer = SEARCH_OPEN, .reason = meter_reason(&p->project->meter)};
	}
	how.effort = p->stage_end - eval_effort(p->eval);
	struct question q = {.names = x->names.at,
	                     .count = x->names.count,
	                     .conjuncts = x->conjuncts.at,
	                     .conjunct_count = x->conjuncts.count,
	                     .violation = wrong,
	                     .universe = p->universe};
	if (!wrong && !wants_small && guess(p, &q, &how, &r.valuation)) {
		parts_clear(x);
		r.answer = SEARCH_FOUND;
		r.tactics = 1u << OBLIGATION_GUESS;
		return r;
	}
	struct search *s = search_open(p->eval, p->project, &q, &how);
	struct verdict v = search_next(s);
	r.answer = v.answer;
	r.is_complete = r.answer == SEARCH_NONE && v.is_complete;
	r.use = question_uses(&q);
	if (v.by != SEARCH_TACTICS) r.tactics = 1u << v.by;
	if (r.answer == SEARCH_FOUND) r.valuation = valuation_copy(&p->arena, &v.valuation);
	if (r.answer == SEARCH_OPEN || r.answer == SEARCH_DOUBTFUL) {
		r.pos = v.pos;
		r.reason = arena_text(p->answers, v.reason, strlen(v.reason));
	}
	if (r.is_complete) certify_question(p, s);
	search_close(s);
	if (r.is_complete && r.use.sizes) r.small_model = small_model(p, &q, &how);
	parts_clear(x);
	if (r.answer == SEARCH_OPEN && prover_is_late(p)) p->was_late = true;
	return r;
}

static struct reply ask(struct prover *p, struct question_parts *x, const struct violation *wrong)
{
	bool has_parts = x->conjuncts.count > 1 && !(wrong && wrong->body);
	return has_parts ? partition_ask(p, x, wrong) : prover_ask_once(p, x, wrong, true);
}

/* Not one of the goals but any of them; they are total. */
static const struct node *some_is_false(struct prover *p, const struct node *const *goals,
                                        uint32_t count)
{
	if (count == 1) return build_not(&p->arena, goals[0]);
	struct node *any = node_new(&p->arena, OP_OR, goals[0]->pos, count);
	for (uint32_t i = 0; i < count; i++) any->kid[i] = build_not(&p->arena, goals[i]);
	return any;
}

static void collect_old(const struct node *n, struct arena *a, const struct replacement **env)
{
	if (n->op == OP_OLD && !substitute_find(*env, n->decl))
		*env = substitute_put(a, *env, n->decl, build_fresh(a, n->name, n->decl->type, n->pos));
	for (uint32_t i = 0; i < n->count; i++) collect_old(n->kid[i], a, env);
}

/* Where the body is executed as a whole, x$0 is a name of its own that is equal to x before. */
static const struct node *const *without_old(struct prover *p, struct question_parts *x,
                                             const struct node *const *goals, uint32_t count)
{
	struct substitute copies = {.arena = &p->arena};
	const struct replacement *env = NULL;
	for (uint32_t i = 0; i < count; i++) collect_old(goals[i], &p->arena, &env);
	if (!env) return goals;
	const struct node **renamed = ARENA_ARRAY(&p->arena, count, const struct node *);
	for (uint32_t i = 0; i < count; i++) renamed[i] = substitute_in(&copies, goals[i], NULL, env);
	for (; env; env = env->next) {
		const struct node *id = build_name(&p->arena, env->of, env->is->pos);
		eval_set(p->eval, env->is->decl, VALUE_NONE);
		VEC_PUSH(&x->names, env->is->decl);
		VEC_PUSH(&x->conjuncts, build_op(&p->arena, OP_EQUAL, id->pos, env->is, id));
	}
	return renamed;
}

struct reply refute_goals(struct prover *p, const struct obligation *o, const bool *mask,
                          const struct path *path, const struct node *const *goals, uint32_t count)
{
	struct question_parts x = {0};
	parts_begin(p, o, mask, &x);
	if (o->body && !path) {
		struct violation w = {
		    .body = o->body, .goals = without_old(p, &x, goals, count), .count = count};
		return ask(p, &x, &w);
	}
	if (path) add_items(p, &x, path->items);
	VEC_PUSH(&x.conjuncts, some_is_false(p, goals, count));
	return ask(p, &x, NULL);
}

/* ---- goals that nothing touches --------------------------------------------------------------------- */

/* Does the body write a name of the formula? */
static bool touches(const struct node *body, const struct node *n, uint32_t depth)
{
	enum { MOST_CALLS = 20 };
	bool writes = body->op == OP_S_ASSIGN || body->op == OP_S_BECOMES_IN ||
	              body->op == OP_S_BECOMES_SUCH || body->op == OP_S_CALL;
	for (uint32_t i = 0; writes && i < body->kid[0]->count; i++) {
		const struct node *root = node_root(body->kid[0]->kid[i]);
		if (node_mentions(n, root->decl)) return true;
	}
	if (body->op == OP_S_CALL)
		return depth > MOST_CALLS || touches(body->decl->operation->body, n, depth + 1);
	for (uint32_t i = 0; i < body->count; i++)
		if (op_info(body->kid[i]->op)->class == CLASS_SUBST && touches(body->kid[i], n, depth))
			return true;
	return false;
}

bool refute_is_idle(const struct obligation *o, const bool *mask, const struct path *path)
{
	for (uint32_t i = 0; o->body && i < o->hypothesis_count; i++)
		if (obligation_hypothesis(o, i)->node == o->goal && (!mask || mask[i]))
			return path ? !mention_any(o->goal, substitute_has, path->after)
			            : !touches(o->body, o->goal, 0);
	return false;
}

/* ---- kinds of goals --------------------------------------------------------------------------------- */

/* At the end of all paths; false if one of them cannot be told. */
static bool refute_by_paths(struct prover *p, const struct obligation *o, const bool *mask,
                            struct action *a, struct reply *out)
{
	*out = nothing_wrong();
	for (uint32_t i = 0; i < a->paths.list.count && out->answer == SEARCH_NONE; i++) {
		const struct path *path = &a->paths.list.at[i];
		if (path->fails || refute_is_idle(o, mask, path)) continue;
		const struct node *goal = paths_after(&a->paths, path, o->goal);
		if (!goal) return false;
		*out = reply_and(*out, refute_goals(p, o, mask, path, &goal, 1));
	}
	return true;
}

static struct reply refute_true(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct reply r;
	struct action *a = o->body ? prover_action(p, o) : NULL;
	if (a && a->has_paths && refute_by_paths(p, o, mask, a, &r)) return r;
	if (refute_is_idle(o, mask, NULL)) return nothing_wrong();
	return refute_goals(p, o, mask, NULL, &o->goal, 1);
}

/* ---- what is undefined ------------------------------------------------------------------------------ */

/* A formula that is undefined behind these items of a path. */
struct undefined {
	const struct obligation *of;
	const bool *mask;
	const struct path_item *items;
	const struct node *formula;
};

static void undefined_parts(struct prover *p, const struct undefined *u, struct question_parts *out)
{
	parts_begin(p, u->of, u->mask, out);
	add_items(p, out, u->items);
}

static bool is_undefined_for(struct prover *p, const struct undefined *u, const struct valuation *v)
{
	prover_use(p, u->of, v);
	return eval_predicate(p->eval, u->formula) == EVAL_FAILED &&
	       eval_failed(p->eval)->kind == EVAL_UNDEFINED;
}

/* Where it cannot be encoded, it may still be said when it is undefined (defined.c): that may be impossible. */
static struct reply ask_conditions(struct prover *p, const struct undefined *u)
{
	struct substitute w = {.arena = &p->project->arena};
	struct question_parts x = {0};
	const struct node *undefined = form_undefined(&w, p->project->names, u->formula);
	if (!undefined) return cannot_tell(u->of->pos);
	undefined_parts(p, u, &x);
	VEC_PUSH(&x.conjuncts, undefined);
	struct reply r = ask(p, &x, NULL);
	if (r.answer != SEARCH_FOUND) return r;
	return is_undefined_for(p, u, &r.valuation) ? r : cannot_tell(u->of->pos);
}

/* S in d <: S, d : POW(S) or d : A <-> B, somewhere in the formula. */
static const struct node *whole_of(struct prover *p, const struct node *n, const struct decl *d)
{
	const struct node *whole = NULL;
	EACH_GENERATOR(g, n) {
		if (!mention_is_name(g.of, d)) continue;
		if (g.kind == GENERATOR_SUBSET) return g.from;
		if (g.kind != GENERATOR_IN) continue;
		bool has_whole =
		    g.from->op == OP_POW || g.from->op == OP_POW1 || g.from->op == OP_RELATIONS;
		if (has_whole) return generator_whole(&p->arena, g.from);
	}
	for (uint32_t i = 0; !whole && op_is(n->op, FACT_CONNECTIVE) && i < n->count; i++)
		whole = whole_of(p, n->kid[i], d);
	return whole;
}

static struct valuation with_one_more(struct prover *p, const struct valuation *v, struct decl *d,
                                      value is)
{
	struct decl **names = ARENA_ARRAY(&p->arena, v->count + 1, struct decl *);
	value *values = ARENA_ARRAY(&p->arena, v->count + 1, value);
	for (uint32_t i = 0; i < v->count; i++) {
		names[i] = v->names[i];
		values[i] = v->values[i];
	}
	names[v->count] = d;
	values[v->count] = is;
	return (struct valuation){names, values, v->count + 1};
}

/* Sets that are searched have finitely many elements. With the name as the whole of an infinite set that it is a
 * part of, are there values for the others? */
static struct reply ask_with_whole(struct prover *p, const struct undefined *u, uint32_t which)
{
	struct question_parts x = {0};
	undefined_parts(p, u, &x);
	struct decl *d = x.names.at[which];
	value whole = VALUE_NONE;
	for (uint32_t i = 0; i <= x.conjuncts.count && whole == VALUE_NONE; i++) {
		const struct node *set =
		    whole_of(p, i < x.conjuncts.count ? x.conjuncts.at[i] : u->formula, d);
		if (set) whole = eval_expression(p->eval, set);
		if (whole != VALUE_NONE && value_kind(p->values, whole) != VALUE_LAZY) whole = VALUE_NONE;
	}
	if (whole == VALUE_NONE) {
		parts_clear(&x);
		return cannot_tell(u->of->pos);
	}
	x.names.at[which] = VEC_LAST(&x.names);
	x.names.count--;
	eval_set(p->eval, d, whole);
	struct reply r = ask(p, &x, NULL);
	if (r.answer == SEARCH_FOUND) r.valuation = with_one_more(p, &r.valuation, d, whole);
	bool is_refuted = r.answer == SEARCH_FOUND && is_undefined_for(p, u, &r.valuation);
	return is_refuted ? r : cannot_tell(u->of->pos);
}

static struct reply ask_infinite(struct prover *p, const struct undefined *u)
{
	struct question_parts x = {0};
	undefined_parts(p, u, &x);
	VEC(bool) is_asked = {0};
	for (uint32_t i = 0; i < x.names.count; i++)
		VEC_PUSH(&is_asked,
		         node_mentions(u->formula, x.names.at[i]) && x.names.at[i]->type->kind == TYPE_POW);
	parts_clear(&x);
	struct reply r = cannot_tell(u->of->pos);
	for (uint32_t i = 0; i < is_asked.count && r.answer != SEARCH_FOUND; i++)
		if (is_asked.at[i] && !prover_is_late(p)) r = ask_with_whole(p, u, i);
	VEC_CLEAR(&is_asked);
	return r;
}

/* In words without "undefined" it may be clear how large sets need to be. */
static struct reply for_all_sizes(struct prover *p, const struct undefined *u, struct reply r)
{
	struct reply other = ask_conditions(p, u);
	return other.answer == SEARCH_NONE && other.is_complete ? other : r;
}

static unsigned finite_name(const void *unused, const struct node *set)
{
	(void)unused;
	return set->op == OP_ID ? CARD_FINITE : CARD_UNKNOWN;
}

/* {x | P} and the like, of which the evaluator asks P only for what it needs, if there is no end of x. */
static bool is_partial_set(const struct node *n)
{
	const struct finite_view names = {.card = finite_name};
	bool is_described = n->op == OP_COMPREHENSION || n->op == OP_LAMBDA ||
	                    n->op == OP_QUANTIFIED_UNION || n->op == OP_QUANTIFIED_INTER;
	bool may_fail = false;
	for (uint32_t i = 1; is_described && i < n->count; i++) may_fail |= defined_may_fail(n->kid[i]);
	return may_fail && !finite_index(&names, n);
}

/* x : {y | P}, (%y.(P | E))(x): that is about x alone. */
static bool asks_for_one(const struct node *n, uint32_t kid)
{
	if (n->op == OP_MEMBER || n->op == OP_NOT_MEMBER) return kid == 1;
	return n->op == OP_APPLY && kid == 0;
}

/* Is there a set that may be undefined for elements that nobody asks for (docs/LANGUAGE.md, rule 5)? Where it is proved that a formula has
 * a value it must have one for these, too, as in Atelier B. */
static bool hides_undefined(const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = n->kid[i];
		if (hides_undefined(kid) || (is_partial_set(kid) && !asks_for_one(n, i))) return true;
	}
	return false;
}

/* Asks the encoder when it is undefined. */
static struct reply ask_encoded(struct prover *p, const struct undefined *u,
                                const struct node *defined)
{
	struct question_parts x = {0};
	struct violation w = {.undefined = defined};
	if (!defined_may_fail(u->formula)) return cannot_tell(u->of->pos);
	undefined_parts(p, u, &x);
	struct reply r = ask(p, &x, &w);
	if (form_counts_infinitely(u->formula))
		r.is_complete = false; /* the encoder's sets are finite */
	if (r.answer != SEARCH_NONE || !hides_undefined(u->formula)) return r;
	r = cannot_tell(u->of->pos);
	r.reason = "an infinite set may be undefined for some of its elements";
	return r;
}

static struct reply ask_undefined(struct prover *p, const struct undefined *u,
                                  const struct node *defined)
{
	struct reply r = ask_encoded(p, u, defined);
	bool is_for_sizes = r.answer == SEARCH_NONE && r.is_complete && r.use.sizes;
	if (is_for_sizes && p->options.wants_small_models) return for_all_sizes(p, u, r);
	bool is_open = r.answer == SEARCH_OPEN, is_partial = r.answer == SEARCH_NONE && !r.is_complete;
	if ((!is_open && !is_partial) || prover_is_late(p)) return r;
	struct reply other = ask_conditions(p, u);
	bool is_proved = other.answer == SEARCH_NONE && other.is_complete;
	bool is_better = is_proved || (other.answer == SEARCH_NONE && is_open);
	if (is_better || other.answer == SEARCH_FOUND) r = other;
	if (is_proved || r.answer == SEARCH_FOUND) return r;
	other = ask_infinite(p, u);
	return other.answer == SEARCH_FOUND ? other : r;
}

static struct reply refute_defined(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct undefined u = {.of = o, .mask = mask, .formula = o->goal};
	return ask_undefined(
	    p, &u, build_op(&p->arena, OP_OR, o->goal->pos, o->goal, build_not(&p->arena, o->goal)));
}

static bool is_meant(const struct obligation *o, const struct path *path)
{
	return path->fails && path->kind == o->trouble &&
	       (!o->trouble_pos.at || o->trouble_pos.at == path->pos.at);
}

static struct reply refute_fine(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct action *a = prover_action(p, o);
	struct reply r = nothing_wrong();
	struct question_parts x = {0};
	if (!a->has_paths || o->trouble == EVAL_WHILE) {
		struct violation w = {
		    .body = o->body, .fails = true, .kind = o->trouble, .pos = o->trouble_pos};
		parts_begin(p, o, mask, &x);
		return ask(p, &x, &w);
	}
	for (uint32_t i = 0; i < a->paths.list.count && r.answer == SEARCH_NONE; i++) {
		const struct path *path = &a->paths.list.at[i];
		if (!is_meant(o, path)) continue;
		struct undefined u = {o, mask, path->items, path->undefined};
		if (!path->undefined) undefined_parts(p, &u, &x);
		r = reply_and(r,
		              path->undefined ? ask_undefined(p, &u, path->undefined) : ask(p, &x, NULL));
		r.path = path;
	}
	return r;
}

/* The hypotheses are true, and no path is open. */
static struct reply refute_possible(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct action *a = prover_action(p, o);
	struct question_parts x = {0};
	if (!a->has_paths) return cannot_tell(o->body->pos);
	parts_begin(p, o, mask, &x);
	for (uint32_t i = 0; i < a->paths.list.count; i++) {
		const struct path *path = &a->paths.list.at[i];
		if (path->fails && path->kind == EVAL_UNDEFINED) continue;
		const struct node *guard = paths_guard(&a->paths, path);
		if (!guard) {
			parts_clear(&x);
			return nothing_wrong();
		}
		VEC_PUSH(&x.conjuncts, build_not(&p->arena, guard));
	}
	return ask(p, &x, NULL);
}

static struct reply satisfy(struct prover *p, const struct obligation *o, const bool *mask)
{
	struct question_parts x = {0};
	parts_begin(p, o, mask, &x);
	return ask(p, &x, NULL);
}

struct reply refute(struct prover *p, const struct obligation *o, const bool *mask)
{
	if (o->why_open) return (struct reply){SEARCH_OPEN, .reason = o->why_open};
	switch (o->what) {
	case GOAL_TRUE: return refute_true(p, o, mask);
	case GOAL_DEFINED: return refute_defined(p, o, mask);
	case GOAL_FINE: return refute_fine(p, o, mask);
	case GOAL_POSSIBLE: return refute_possible(p, o, mask);
	case GOAL_SATISFIABLE: return satisfy(p, o, mask);
	}
	return cannot_tell(o->pos);
}

struct reply refute_nothing(struct prover *p, const struct obligation *o)
{
	struct action *a = o->body ? prover_action(p, o) : NULL;
	if (!a || !a->has_paths) return satisfy(p, o, NULL);
	struct reply all = nothing_wrong();
	for (uint32_t i = 0; i < a->paths.list.count && all.answer == SEARCH_NONE; i++) {
		struct question_parts x = {0};
		parts_begin(p, o, NULL, &x);
		add_items(p, &x, a->paths.list.at[i].items); /* one that fails begins, too */
		all = reply_and(all, ask(p, &x, NULL));
	}
	return all;
}

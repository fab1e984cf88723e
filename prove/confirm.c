/* A refuted obligation, confirmed by the evaluator: the body is executed from the values found, and the
 * goal is looked at afterwards. */
#include "prove/refinement.h"

enum { STEPS = 20000000 }; /* of the evaluator, for one execution */

void confirm_bind(struct prover *p, struct obligation_bindings *to, const struct decl *d)
{
	struct text t = {0};
	value v = eval_get(p->eval, d);
	if (v == VALUE_NONE) return;
	bool is_short = value_print_of(p->values, p->universe, d, v, p->options.longest, &t);
	const char *shown = d->full_name ? d->full_name : d->name;
	VEC_PUSH(&to->list, ((struct obligation_binding){arena_text(p->answers, shown, strlen(shown)),
	                                                 arena_text(p->answers, text_get(&t), t.count),
	                                                 is_short, v}));
	text_clear(&t);
}

/* Of a sequent; a machine's names have an order of their own. */
static bool is_of_goal(const struct prover *p, const struct obligation *o, const struct decl *d)
{
	return p->options.is_bare && o->goal && node_mentions(o->goal, d);
}

/* What a name of an event stands for; NULL: a value after it, which is shown as such. */
static struct obligation_bindings *bindings_of(const struct obligation_step *s,
                                               struct obligation_answer *a, const struct decl *d)
{
	if (decl_is_among(s->variables, s->variable_count, d)) return &a->before;
	if (decl_is_among(s->parameters, s->parameter_count, d)) return &a->parameters;
	for (uint32_t i = 0; i < s->variable_count; i++)
		if (s->after[i] && s->after[i]->op == OP_ID && s->after[i]->decl == d) return NULL;
	return &a->constants;
}

static void bind_of_step(struct prover *p, const struct obligation *o, struct obligation_answer *a,
                         const struct decl *d)
{
	struct obligation_bindings *to = bindings_of(o->step, a, d);
	bool is_before = to == &a->before;
	if (to && !(is_before && o->step->is_first)) confirm_bind(p, to, d);
}

static void bind_some(struct prover *p, const struct obligation *o, bool of_goal,
                      struct obligation_answer *a)
{
	for (uint32_t i = 0; i < o->name_count; i++) {
		const struct decl *d = o->names[i];
		if (is_of_goal(p, o, d) != of_goal) continue;
		if (o->step) {
			bind_of_step(p, o, a, d);
			continue;
		}
		bool is_state = d->kind == DECL_VARIABLE;
		bool is_local = d->kind == DECL_INPUT || d->kind == DECL_LOCAL;
		bool is_loop = i >= o->name_count - o->loop_count;
		confirm_bind(p,
		             is_loop                    ? &a->loops
		             : abstraction_hides(p, d)  ? &a->abstract
		             : is_state                 ? &a->before
		             : is_local && o->operation ? &a->parameters
		                                        : &a->constants,
		             d);
	}
}

static void bind_before(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	bind_some(p, o, true, a);
	bind_some(p, o, false, a);
}

/* Names that the sequent does not have, and bound ones, get a slot. */
static void make_slots(struct prover *p, const struct obligation *o, const struct node *n)
{
	if (n->op == OP_ID && n->decl && n->decl->kind == DECL_LOCAL &&
	    !decl_is_among(o->names, o->name_count, n->decl))
		eval_set(p->eval, n->decl, VALUE_NONE);
	for (uint32_t i = 0; i < n->count; i++) make_slots(p, o, n->kid[i]);
}

/* All values are taken before any of them is put in place. */
static void bind_after_step(struct prover *p, const struct obligation *o,
                            struct obligation_answer *a)
{
	const struct obligation_step *s = o->step;
	value *after = ARENA_ARRAY(&p->arena, s->variable_count + 1, value);
	for (uint32_t i = 0; i < s->variable_count; i++) {
		if (s->after[i]) make_slots(p, o, s->after[i]);
		after[i] = s->after[i] ? eval_expression(p->eval, s->after[i]) : VALUE_NONE;
	}
	for (uint32_t i = 0; i < s->variable_count; i++) {
		if (after[i] == VALUE_NONE) continue;
		eval_set(p->eval, s->variables[i], after[i]);
		confirm_bind(p, &a->after, s->variables[i]);
	}
}

struct outcome {
	struct prover *p;
	const struct obligation *of;
	struct obligation_answer *answer;
	bool is_bad, is_any;
};

/* Stops at the first outcome in which the goal is false. */
static bool look(void *data)
{
	struct outcome *x = data;
	struct decl *const *variables;
	uint32_t count = eval_variables(x->p->eval, &variables);
	x->is_any = true;
	if (x->of->what == GOAL_POSSIBLE) return false;
	if (x->of->what != GOAL_TRUE) return true;
	bool is_sure;
	if (eval_predicate_certain(x->p->eval, x->of->goal, &is_sure) != EVAL_FALSE || !is_sure)
		return true;
	x->is_bad = true;
	for (uint32_t i = 0; i < count; i++)
		if (!abstraction_hides(x->p, variables[i]))
			confirm_bind(x->p, &x->answer->after, variables[i]);
	const struct node *results = x->of->operation ? x->of->operation->results : NULL;
	for (uint32_t i = 0; results && i < results->count; i++)
		confirm_bind(x->p, &x->answer->results, results->kid[i]->decl);
	return false;
}

static void cannot_confirm(struct prover *p, struct obligation_answer *a, const char *why,
                           struct pos pos)
{
	a->status = OBLIGATION_OPEN;
	a->reason = arena_format(p->answers, "the evaluator cannot confirm a counterexample: %s", why);
	a->pos = pos;
}

/* Where the evaluator has seen a part of the integers only, it need not see what the solver sees. */
static void doubt(struct prover *p, struct obligation_answer *a)
{
	if (eval_was_cut(p->eval)) {
		cannot_confirm(p, a, "it draws integers without bounds from a range", (struct pos){0});
		return;
	}
	a->status = OBLIGATION_DOUBTFUL;
	a->reason = arena_format(p->answers, "the evaluator does not confirm a counterexample");
}

/* Does the path come to where a name is read that has no value? */
static bool is_gone(struct prover *p, const struct path *path)
{
	for (const struct path_item *i = path->items; i; i = i->next)
		if (!i->binds && eval_predicate(p->eval, i->node) != EVAL_TRUE) return false;
	return true;
}

/* Guards without a truth value only disable where they are executed (docs/LANGUAGE.md). */
static bool is_undefined_guard(struct prover *p, const struct path *path, struct pos *pos)
{
	if (!path || !path->fails || path->kind != EVAL_UNDEFINED) return false;
	if (!path->undefined) {
		*pos = path->pos;
		return is_gone(p, path);
	}
	if (path->undefined->op != OP_OR) return false;
	if (eval_predicate(p->eval, path->undefined) != EVAL_FAILED) return false;
	const struct eval_failure *f = eval_failed(p->eval);
	*pos = f->pos;
	return f->kind == EVAL_UNDEFINED;
}

static void confirm_execute(struct prover *p, const struct obligation *o, const struct path *path,
                            struct obligation_answer *a)
{
	struct outcome x = {p, o, a, false, false};
	enum truth t = eval_execute(p->eval, o->body, look, &x);
	const struct eval_failure *f = t == EVAL_FAILED ? eval_failed(p->eval) : NULL;
	bool is_there = f && (!o->trouble_pos.at || o->trouble_pos.at == f->pos.at);
	bool fails = is_there && o->what == GOAL_FINE && f->kind == o->trouble;
	if (fails) a->pos = f->pos;
	else fails = o->what == GOAL_FINE && is_undefined_guard(p, path, &a->pos);
	/* a guard further on is false, but it does not come to it */
	bool is_undefined = f && o->what == GOAL_POSSIBLE && f->kind == EVAL_UNDEFINED;
	bool is_refuted = x.is_bad || fails || (o->what == GOAL_POSSIBLE && !x.is_any && !f);
	if (is_refuted) a->status = OBLIGATION_REFUTED;
	else if (f && (eval_is_limit(f->kind) || o->what == GOAL_FINE || is_undefined))
		cannot_confirm(p, a, f->message, f->pos);
	else doubt(p, a);
}

/* A value of a bound name may be further out than the evaluator looks: the solver finds it, and the evaluator
 * confirms that. */
static bool is_false_further_out(struct prover *p, const struct node *goal)
{
	struct search_options how = p->options.search;
	const struct node *conjunct = build_not(&p->arena, goal);
	how.effort = EVAL_EFFORT_PER_SECOND;
	how.breaks_symmetry = false;
	eval_set_budget(p->eval, 0);
	struct question q = {.conjuncts = &conjunct, .conjunct_count = 1, .universe = p->universe};
	struct search *s = search_open(p->eval, p->project, &q, &how);
	bool is_false = search_next(s).answer == SEARCH_FOUND;
	search_close(s);
	return is_false;
}

static void look_at_goal(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	bool is_sure;
	enum truth t = eval_predicate_certain(p->eval, o->goal, &is_sure);
	const struct eval_failure *f = t == EVAL_FAILED ? eval_failed(p->eval) : NULL;
	bool is_undefined = f && f->kind == EVAL_UNDEFINED;
	if (is_undefined) a->pos = f->pos;
	bool was_cut = eval_was_cut(p->eval);
	bool is_refuted = o->what == GOAL_TRUE ? t == EVAL_FALSE && is_sure : is_undefined;
	if (f && eval_is_limit(f->kind)) cannot_confirm(p, a, f->message, f->pos);
	else if (!is_refuted) doubt(p, a);
	if (o->what == GOAL_TRUE && !is_refuted && was_cut)
		is_refuted = is_false_further_out(p, o->goal);
	if (!is_refuted) return;
	a->status = OBLIGATION_REFUTED;
	a->reason = NULL;
}

static void look_at_simulation(struct prover *p, const struct obligation *o,
                               struct obligation_answer *a)
{
	struct pos pos = {0};
	a->status = OBLIGATION_OPEN;
	const char *why = simulate_refuted(p, o, a, &pos);
	if (a->status == OBLIGATION_REFUTED) return;
	if (why) cannot_confirm(p, a, why, pos);
	else doubt(p, a);
}

void confirm_refuted(struct prover *p, const struct obligation *o, const struct reply *found,
                     struct obligation_answer *a)
{
	prover_use(p, o, &found->valuation);
	bind_before(p, o, a);
	eval_set_budget(p->eval, STEPS);
	eval_clear_cut(p->eval);
	if (o->simulation) look_at_simulation(p, o, a);
	else if (o->body) confirm_execute(p, o, found->path, a);
	else look_at_goal(p, o, a);
	eval_set_budget(p->eval, 0);
	if (a->status == OBLIGATION_REFUTED && o->step) bind_after_step(p, o, a);
	if (a->status == OBLIGATION_REFUTED) reached_find(p, o, &found->valuation, a);
}

/* What a refinement does and its abstraction cannot: findings about orphans. */
#include "explore/inside.h"

/* ---- the step ------------------------------------------------------------------------------------ */

static void bind(struct explore *x, struct eval_bindings *to, const struct decl *d)
{
	to->at[to->count++] = (struct eval_binding){d, eval_get(x->eval, d)};
}

static struct eval_bindings bind_all(struct explore *x, const struct node *ids)
{
	struct eval_bindings b = {.room = ids->count};
	b.at = ARENA_ARRAY(&x->arena, ids->count + 1, struct eval_binding);
	for (uint32_t i = 0; i < ids->count; i++) bind(x, &b, ids->kid[i]->decl);
	return b;
}

static const struct explore_coverage *numbered(const struct explore *x, uint32_t number)
{
	return number == EXPLORE_NONE ? NULL : &x->result.coverage.at[number];
}

static const struct explore_coverage *operation_of(const struct explore *x)
{
	return numbered(x, pairs_number(x));
}

const struct explore_step *orphan_step(struct explore *x, uint32_t number, bool is_pair)
{
	struct explore_step *s = ARENA_NEW(&x->arena, struct explore_step);
	const struct explore_coverage *c = numbered(x, number);
	uint32_t count = is_pair ? x->model.variables.count : x->model.own_count;
	s->op = c ? c->name : "INITIALISATION";
	if (c) s->parameters = bind_all(x, c->operation->parameters);
	if (c) s->results = bind_all(x, c->operation->results);
	s->state.room = count;
	s->state.at = ARENA_ARRAY(&x->arena, count + 1, struct eval_binding);
	for (uint32_t i = 0; i < count; i++)
		if (trace_shows(x, i)) bind(x, &s->state, x->model.variables.at[i]);
	return s;
}

/* With the variables of the abstraction if it has no choice. */
static const struct explore_step *make_step(struct explore *x)
{
	return orphan_step(x, pairs_number(x), pairs_orphaned(x)->outcomes == 1);
}

/* ---- in words ------------------------------------------------------------------------------------ */

static const char *text_of(struct explore *x, const struct decl *of, value v)
{
	enum { LONGEST = 1000 };
	struct text t = {0};
	value_print_of(x->values, x->universe, of, v, LONGEST, &t);
	return text_freeze(&t, &x->arena);
}

static const char *differs(struct explore *x, const struct decl *d, value other, const char *what)
{
	return arena_format(&x->arena, "%s '%s' is %s, but %s in the abstraction '%s'", what,
	                    d->full_name ? d->full_name : d->name, text_of(x, d, eval_get(x->eval, d)),
	                    text_of(x, d, other), pairs_abstraction(x)->name);
}

static struct pos position(const struct explore *x)
{
	const struct orphan *o = pairs_orphaned(x);
	const struct explore_coverage *c = operation_of(x);
	if (!c) return x->project->main->clause_at[CLAUSE_INITIALISATION];
	if (o->misfit == MISFIT_RESULT && o->outcomes == 1)
		return c->operation->results->kid[o->index]->pos;
	return c->operation->pos;
}

/* Why the first outcome of the abstraction does not fit. */
static const char *reason(struct explore *x)
{
	const struct orphan *o = pairs_orphaned(x);
	switch (o->misfit) {
	case MISFIT_RESULT:
		return differs(x, operation_of(x)->operation->results->kid[o->index]->decl, o->other,
		               "the result");
	case MISFIT_VARIABLE:
		return differs(x, x->model.variables.at[o->index], o->other, "the variable");
	case MISFIT_GLUE:
		return arena_format(&x->arena, "invariant %s is false", x->model.duties.at[o->index].name);
	case MISFIT_NONE:
	case MISFIT_ABOVE:
	case MISFIT_UNDEFINED:
	case MISFIT_GUARD: break;
	}
	return arena_format(&x->arena, "the abstraction '%s' cannot do this: its guard is false",
	                    pairs_abstraction(x)->name);
}

static const char *message_of(struct explore *x)
{
	const struct orphan *o = pairs_orphaned(x);
	const struct explore_coverage *c = operation_of(x);
	const char *op = c ? c->name : "INITIALISATION", *why = reason(x);
	if (o->outcomes < 2) return arena_format(&x->arena, "%s: %s", op, why);
	return arena_format(
	    &x->arena, "%s: none of %s%u outcomes of the abstraction '%s' fits; of the first, %s", op,
	    o->has_more ? "more than " : "", o->outcomes, pairs_abstraction(x)->name, why);
}

/* ---- findings ------------------------------------------------------------------------------------ */

/* An invariant that is false whatever the abstraction does. */
static struct duty *own_duty(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.duties.count; i++) {
		struct duty *d = &x->model.duties.at[i];
		bool is_sure;
		if (d->kind != DUTY_INVARIANT || d->is_glue || !d->has_variables) continue;
		if (eval_predicate_certain(x->eval, d->node, &is_sure) == EVAL_FALSE && is_sure) return d;
	}
	return NULL;
}

static void report_new(struct explore *x, struct explore_finding f)
{
	const struct explore_coverage *c = operation_of(x);
	if (judge_knows(x, f.kind, f.pos)) return;
	f.name = c ? c->name : "INITIALISATION";
	if (!f.message) f.message = message_of(x);
	f.setup = x->current_setup;
	f.beyond = make_step(x);
	judge_refinement(x, f);
}

static void report_undefined(struct explore *x, uint32_t state)
{
	const struct eval_failure *f = pairs_undefined(x);
	judge_unfinished(x, f->pos, f->message);
	report_new(
	    x, (struct explore_finding){.kind = EXPLORE_WELLDEFINED,
	                                .severity = x->options.is_strict ? DIAG_ERROR : DIAG_WARNING,
	                                .message = f->message,
	                                .pos = f->pos,
	                                .state = state});
}

void orphan_report(struct explore *x, uint32_t state)
{
	const struct orphan *o = pairs_orphaned(x);
	bool is_above = o->misfit == MISFIT_ABOVE;
	bool is_told = !is_above && obligations_judge(x, pairs_number(x), pairs_before(x), state);
	struct duty *d = own_duty(x);
	if (!d && !is_told && o->misfit == MISFIT_GLUE && o->outcomes == 1)
		d = &x->model.duties.at[o->index];
	if (d && !d->is_found) judge_orphan(x, d, state, make_step(x));
	if (d || is_told) return;
	if (is_above) judge_unfinished(x, position(x), pairs_stuck);
	else if (o->misfit == MISFIT_UNDEFINED) report_undefined(x, state);
	else
		report_new(x, (struct explore_finding){.kind = EXPLORE_REFINEMENT,
		                                       .severity = DIAG_ERROR,
		                                       .pos = position(x),
		                                       .state = state});
}

/* ---- for those that go step by step -------------------------------------------------------------- */

static bool pass_on(void *data)
{
	const struct explore_steps *s = data;
	return s->found(s->data);
}

static void tell_orphan(struct explore *x, void *data)
{
	const struct explore_steps *s = data;
	const struct eval_failure *f = pairs_undefined(x);
	bool is_undefined = pairs_orphaned(x)->misfit == MISFIT_UNDEFINED;
	if (pairs_orphaned(x)->misfit == MISFIT_ABOVE) judge_unfinished(x, position(x), pairs_stuck);
	else if (is_undefined) s->wrong(s->data, false, f->pos, f->message);
	else s->wrong(s->data, false, position(x), message_of(x));
}

void explore_pairs(struct explore *x, uint32_t operation, const struct explore_steps *steps)
{
	struct explore_steps s = *steps;
	if (!s.has_parameters) pairs_prepare(x, operation);
	enum truth t = s.has_parameters ? pairs_begin_call(x, operation) : pairs_begin(x);
	if (t == EVAL_FAILED) s.failed(s.data);
	pairs_each(x, pass_on, tell_orphan, &s);
	if (x->result.end != EXPLORE_UNFINISHED) return;
	x->result.end = EXPLORE_ALL;
	s.wrong(s.data, true, x->result.failure.pos, x->result.failure.message);
}

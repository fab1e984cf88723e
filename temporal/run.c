/* Runs as traces: values of all states, and the operations between them. */
#include "temporal/inside.h"

void temporal_run_clear(struct temporal_run *r)
{
	explore_trace_clear(&r->trace);
	free(r->formulas);
	free(r->truth);
	memset(r, 0, sizeof *r);
}

/* The values that the eval has. */
static void bind(const struct temporal_scope *scope, struct decl *const *names, uint32_t count,
                 struct eval_bindings *out)
{
	for (uint32_t i = 0; i < count; i++)
		if (explore_shows(scope->explore, names[i]))
			VEC_PUSH(out, ((struct eval_binding){names[i], eval_get(scope->view.eval, names[i])}));
}

static void add_state(struct temporal_scope *scope, uint32_t state, struct explore_step *step,
                      struct temporal_run *out)
{
	explore_load(scope->explore, state);
	bind(scope, scope->view.variables, scope->view.variable_count, &step->state);
	VEC_PUSH(&out->trace.steps, *step);
}

static void add_start(struct temporal_scope *scope, uint32_t state, struct temporal_run *out)
{
	struct explore_step setup = {.op = "SETUP_CONSTANTS"}, first = {.op = "INITIALISATION"};
	explore_load(scope->explore, state);
	if (explore_has_setup(scope->explore)) {
		bind(scope, scope->view.unknowns, scope->view.unknown_count, &setup.state);
		VEC_PUSH(&out->trace.steps, setup);
	}
	out->first = out->trace.steps.count;
	add_state(scope, state, &first, out);
}

static void add_step(struct state_graph *s, uint32_t source, uint32_t label, uint32_t target,
                     struct temporal_run *out)
{
	struct raw_step raw;
	REQUIRE(space_find_step(s, source, label, target, &raw));
	const struct explore_coverage *c =
	    &explore_result(s->scope->explore)->coverage.at[raw.operation];
	const struct node *p = c->operation->parameters, *r = c->operation->results;
	struct explore_step step = {.op = c->name};
	const value *v = s->values.at + raw.label;
	for (uint32_t i = 0; i < p->count; i++)
		VEC_PUSH(&step.parameters, ((struct eval_binding){p->kid[i]->decl, v[i]}));
	for (uint32_t i = 0; i < r->count; i++)
		VEC_PUSH(&step.results, ((struct eval_binding){r->kid[i]->decl, v[p->count + i]}));
	add_state(s->scope, target, &step, out);
}

void run_build(struct state_graph *s, const struct run_shape *shape, struct temporal_run *out)
{
	add_start(s->scope, shape->states[0], out);
	for (uint32_t i = 1; i < shape->count; i++)
		add_step(s, shape->states[i - 1], shape->labels[i - 1], shape->states[i], out);
	out->positions = shape->count;
	out->is_loop = shape->is_loop;
	out->is_deadlock = !shape->is_loop;
	if (!shape->is_loop) return;
	out->loop_start = shape->loop_start;
	add_step(s, shape->states[shape->count - 1], shape->labels[shape->count - 1],
	         shape->states[shape->loop_start], out);
}

static const struct eval_binding *binding_of(const struct eval_bindings *list, const struct decl *d)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->at[i].decl == d) return &list->at[i];
	for (uint32_t i = 0; i < list->count; i++)
		if (list->at[i].decl->full_name == d->full_name) return &list->at[i];
	return NULL;
}

void run_enter(struct temporal_scope *scope, const struct temporal_run *r, uint32_t position)
{
	const struct explore_view *v = &scope->view;
	const struct eval_binding *b;
	if (r->first > 0)
		for (uint32_t i = 0; i < v->unknown_count; i++)
			if ((b = binding_of(&r->trace.steps.at[0].state, v->unknowns[i])))
				eval_set(v->eval, v->unknowns[i], b->value);
	const struct eval_bindings *state = &r->trace.steps.at[r->first + position].state;
	for (uint32_t i = 0; i < v->variable_count; i++)
		if ((b = binding_of(state, v->variables[i]))) eval_set(v->eval, v->variables[i], b->value);
}

/* ---- the shortest stem and loop of a word ---------------------------------------------------------------------- */

static bool is_same(const struct run_shape *r, uint32_t i, uint32_t k)
{
	return r->states[i] == r->states[k] && r->labels[i] == r->labels[k];
}

/* The loop goes round once: is it several rounds of a shorter one? */
static uint32_t period_of(const struct run_shape *r)
{
	uint32_t length = r->count - r->loop_start;
	for (uint32_t p = 1; p < length; p++) {
		uint32_t i = 0;
		if (length % p) continue;
		while (i + p < length && is_same(r, r->loop_start + i, r->loop_start + i + p)) i++;
		if (i + p == length) return p;
	}
	return length;
}

void run_fold(struct run_shape *r)
{
	if (!r->is_loop) return;
	r->count = r->loop_start + period_of(r);
	while (r->loop_start > 0 && is_same(r, r->loop_start - 1, r->count - 1)) {
		r->loop_start--;
		r->count--;
	}
}

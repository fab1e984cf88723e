/* Traces and graphs: what was not kept is executed again. */
#include "explore/inside.h"

void explore_trace_clear(struct explore_trace *t)
{
	for (uint32_t i = 0; i < t->steps.count; i++) {
		VEC_CLEAR(&t->steps.at[i].parameters);
		VEC_CLEAR(&t->steps.at[i].results);
		VEC_CLEAR(&t->steps.at[i].state);
	}
	VEC_CLEAR(&t->steps);
}

/* A variable of the abstraction of the same name has the same value. */
bool trace_shows(const struct explore *x, uint32_t place)
{
	for (uint32_t i = 0; place >= x->model.own_count && i < place; i++)
		if (x->model.variables.at[i]->full_name == x->model.variables.at[place]->full_name)
			return false;
	return true;
}

static void bind_state(struct explore *x, uint32_t state, struct explore_step *out)
{
	const value *v = states_at(&x->states, state);
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		if (trace_shows(x, i))
			VEC_PUSH(&out->state, (struct eval_binding){x->model.variables.at[i], v[i + 1]});
}

void trace_add_setup(struct explore *x, uint32_t setup, struct explore_trace *out)
{
	struct explore_step s = {.op = "SETUP_CONSTANTS"};
	const value *v = x->setups.at + (size_t)setup * x->model.unknowns.count;
	for (uint32_t i = 0; i < x->model.unknowns.count; i++)
		VEC_PUSH(&s.state, (struct eval_binding){x->model.unknowns.at[i], v[i]});
	VEC_PUSH(&out->steps, s);
}

/* ---- one step ------------------------------------------------------------------------------------ */

struct trace_replay {
	struct explore *x;
	const struct operation *operation;
	uint32_t target;
	bool found;
};

/* Is this the outcome that led to the target? Then the label is in x->label. */
static bool compare_outcome(void *data)
{
	struct trace_replay *r = data;
	struct explore *x = r->x;
	step_gather(x, x->current_setup, x->vector);
	const value *wanted = states_at(&x->states, r->target);
	if (memcmp(x->vector, wanted, x->states.width * sizeof *wanted) != 0) return true;
	step_label(x, r->operation, x->label);
	r->found = true;
	return false;
}

/* The label of the step by which the state was found, into x->label. */
static void find_label(struct explore *x, uint32_t state, const struct operation *o)
{
	const value *kept = map_get(&x->kept, (void *)((uintptr_t)state + 1));
	if (kept) {
		memcpy(x->label, kept, (o->parameters->count + o->results->count) * sizeof *kept);
		return;
	}
	struct trace_replay r = {x, o, state, false};
	step_load(x, states_parent(&x->states, state));
	step_outcomes(x, states_operation(&x->states, state), compare_outcome, &r);
	REQUIRE(r.found);
}

void trace_add_step(struct explore *x, uint32_t state, const struct explore_coverage *c,
                    struct explore_trace *out)
{
	struct explore_step s = {.op = c ? c->name : "INITIALISATION"};
	uint32_t n = c ? c->operation->parameters->count : 0;
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(&s.parameters,
		         (struct eval_binding){c->operation->parameters->kid[i]->decl, x->label[i]});
	for (uint32_t i = 0; c && i < c->operation->results->count; i++)
		VEC_PUSH(&s.results,
		         (struct eval_binding){c->operation->results->kid[i]->decl, x->label[n + i]});
	bind_state(x, state, &s);
	VEC_PUSH(&out->steps, s);
}

static void add_step(struct explore *x, uint32_t state, struct explore_trace *out)
{
	uint32_t parent = states_parent(&x->states, state);
	const struct explore_coverage *c = NULL;
	if (parent != EXPLORE_NONE) {
		c = &x->result.coverage.at[states_operation(&x->states, state)];
		find_label(x, state, c->operation);
	}
	trace_add_step(x, state, c, out);
}

static void copy_bindings(const struct eval_bindings *from, struct eval_bindings *out)
{
	for (uint32_t i = 0; i < from->count; i++) VEC_PUSH(out, from->at[i]);
}

static void copy_step(const struct explore_step *from, struct explore_trace *out)
{
	struct explore_step s = {.op = from->op};
	copy_bindings(&from->parameters, &s.parameters);
	copy_bindings(&from->results, &s.results);
	copy_bindings(&from->state, &s.state);
	VEC_PUSH(&out->steps, s);
}

void trace_copy(const struct explore_trace *from, struct explore_trace *out)
{
	for (uint32_t i = 0; i < from->steps.count; i++) copy_step(&from->steps.at[i], out);
}

void explore_trace(struct explore *x, const struct explore_finding *f, struct explore_trace *out)
{
	VEC(uint32_t) path = {0};
	memset(out, 0, sizeof *out);
	if (f->trace) {
		trace_copy(f->trace, out);
		if (f->beyond) copy_step(f->beyond, out);
		return;
	}
	const _Atomic int *stop = x->options.stop; /* a limit may have been reached before */
	explore_set_interrupt(x, NULL);
	if (f->setup != EXPLORE_NONE && x->model.has_setup) trace_add_setup(x, f->setup, out);
	for (uint32_t s = f->state; s != EXPLORE_NONE; s = states_parent(&x->states, s))
		VEC_PUSH(&path, s);
	while (path.count > 0) add_step(x, VEC_POP(&path), out);
	if (f->beyond) copy_step(f->beyond, out);
	VEC_CLEAR(&path);
	explore_set_interrupt(x, stop);
}

/* ---- graphs ---------------------------------------------------------------------------------------- */

struct drawing {
	struct explore *x;
	struct text *out;
	const struct explore_coverage *coverage;
	uint32_t state;
};

/* Text inside of a quoted string of Graphviz. */
static void add_quoted(struct text *out, const char *text)
{
	struct text shown = {0};
	text_add_shown(&shown, text);
	for (const char *s = text_get(&shown); *s; s++) {
		if (*s == '"' || *s == '\\') text_add_char(out, '\\');
		text_add_char(out, *s);
	}
	text_clear(&shown);
}

static void add_value(struct drawing *d, const struct decl *of, value v)
{
	enum { LONGEST = 1000 };
	struct text t = {0};
	value_print_of(d->x->values, d->x->universe, of, v, LONGEST, &t);
	add_quoted(d->out, text_get(&t));
	text_clear(&t);
}

static void add_bindings(struct drawing *d, struct decl *const *decls, const value *v,
                         uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		add_quoted(d->out, decls[i]->full_name ? decls[i]->full_name : decls[i]->name);
		text_add(d->out, " = ");
		add_value(d, decls[i], v[i]);
		text_add(d->out, "\\n");
	}
}

/* op(p1, p2) or r1, r2 <-- op(p1) */
static void add_label(struct drawing *d, const value *label)
{
	const struct operation *o = d->coverage->operation;
	uint32_t n = o->parameters->count;
	for (uint32_t i = 0; i < o->results->count; i++) {
		if (i) text_add(d->out, ", ");
		add_value(d, o->results->kid[i]->decl, label[n + i]);
	}
	if (o->results->count > 0) text_add(d->out, " <-- ");
	add_quoted(d->out, d->coverage->name);
	for (uint32_t i = 0; i < n; i++) {
		text_add(d->out, i ? ", " : "(");
		add_value(d, o->parameters->kid[i]->decl, label[i]);
	}
	if (n > 0) text_add_char(d->out, ')');
}

static void draw_transition(void *data, uint32_t operation, uint32_t target, const value *label)
{
	struct drawing *d = data;
	d->coverage = &d->x->result.coverage.at[operation];
	text_format(d->out, "  s%u -> s%u [label=\"", d->state, target);
	add_label(d, label);
	text_add(d->out, "\"];\n");
}

static void draw_state(struct drawing *d, uint32_t state)
{
	struct explore *x = d->x;
	const value *v = states_at(&x->states, state);
	text_format(d->out, "  s%u [label=\"", state);
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		if (trace_shows(x, i)) add_bindings(d, &x->model.variables.at[i], v + 1 + i, 1);
	text_add(d->out, "\"];\n");
	if (states_parent(&x->states, state) == EXPLORE_NONE) {
		if (x->model.has_setup) text_format(d->out, "  c%u -> s%u;\n", v[0], state);
		else text_format(d->out, "  root -> s%u;\n", state);
	}
	d->state = state;
	explore_edges(x, state, draw_transition, d);
}

bool explore_dot(struct explore *x, struct text *out)
{
	struct drawing d = {.x = x, .out = out};
	if (x->states.count > EXPLORE_MAX_DOT || x->setup_count > EXPLORE_MAX_DOT) return false;
	text_format(out, "digraph \"%s\" {\n  node [shape=box];\n  root [shape=point];\n",
	            x->project->main->name);
	for (uint32_t i = 0; x->model.has_setup && i < x->setup_count; i++) {
		text_format(out, "  c%u [shape=ellipse, label=\"", i);
		add_bindings(&d, x->model.unknowns.at, x->setups.at + (size_t)i * x->model.unknowns.count,
		             x->model.unknowns.count);
		text_format(out, "\"];\n  root -> c%u;\n", i);
	}
	for (uint32_t i = 0; i < x->states.count; i++) draw_state(&d, i);
	text_add(out, "}\n");
	return true;
}

/* Replaying a trace. A trace may leave things open (ProB's files may omit states, parameters and
 * results), so all runs that fit the steps so far are followed side by side: the trace fits if one
 * of them comes to its end, whatever choices the first steps left. */
#include "cli/animate/animate.h"

enum { MOST_RUNS = 10000 };

struct reached { /* by a run that fits so far */
	const struct animate_step *step;
	uint32_t parent; /* in `all`; UINT32_MAX for none */
};

struct wanted { /* a part of a step: its place, and the value that it must have */
	uint32_t index;
	value value;
};

struct wanteds {
	struct wanted *at;
	uint32_t count, room;
};

/* How far a step fits, for the explanation. */
enum fit { FIT_NOTHING, FIT_OPERATION, FIT_PARAMS, FIT_RESULTS, FIT_ALL };

struct replay {
	struct animator *animator;
	struct session *session;
	struct text *out;
	VEC(struct reached) all;
	uint32_t from, to; /* those at the current step */
	uint32_t parent;   /* whose steps are looked at */
	bool is_full;

	const struct trace_step *given; /* NULL: a step that the trace leaves out */
	const struct offered *offered;
	struct wanteds params, results, state;
	VEC(uint32_t) same; /* places of variables that do not change */
	enum fit best;
	struct text differs; /* of the best */
};

/* ---- what a step must have --------------------------------------------------------------------- */

static bool refuse(struct replay *r, const char *format, const char *what)
{
	text_add(r->out, "  ");
	text_format(r->out, format, what);
	text_add_char(r->out, '\n');
	return false;
}

static bool add_wanted(struct replay *r, struct wanteds *out, uint32_t index,
                       const struct trace_value *v, const struct type *type)
{
	struct session *s = r->session;
	value wanted = session_value(s, v->text, type);
	if (wanted == VALUE_NONE) {
		diag_at(session_diag(s), (struct pos){0}, DIAG_NOTE,
		        "in the trace, as the value of '%s' in a step '%s'", v->name, r->given->op);
		return false;
	}
	VEC_PUSH(out, (struct wanted){index, wanted});
	return true;
}

static bool want_bindings(struct replay *r, const struct trace_values *given,
                          const struct node *ids, const char *message, struct wanteds *out)
{
	for (uint32_t i = 0; i < given->count; i++) {
		uint32_t k = 0;
		while (k < ids->count && strcmp(ids->kid[k]->name, given->at[i].name) != 0) k++;
		if (k == ids->count) return refuse(r, message, given->at[i].name);
		if (!add_wanted(r, out, k, &given->at[i], ids->kid[k]->decl->type)) return false;
	}
	return true;
}

/* As it is shown; else without its prefix, as others write it. */
static bool find_place(struct replay *r, const char *wanted, uint32_t *out)
{
	uint32_t count = animate_size(r->session), bare = count;
	for (uint32_t i = 0; i < count; i++) {
		const struct decl *d = animate_name(r->session, i);
		*out = i;
		if (strcmp(d->full_name ? d->full_name : d->name, wanted) == 0) return true;
		if (bare == count && strcmp(d->name, wanted) == 0) bare = i;
	}
	*out = bare;
	return bare < count || refuse(r, "the machine has no variable or constant '%s'", wanted);
}

static bool want_state(struct replay *r, const struct trace_step *g)
{
	uint32_t place;
	for (uint32_t i = 0; i < g->state.count; i++)
		if (!find_place(r, g->state.at[i].name, &place) ||
		    !add_wanted(r, &r->state, place, &g->state.at[i],
		                animate_name(r->session, place)->type))
			return false;
	for (uint32_t i = 0; i < g->same.count; i++) {
		if (!find_place(r, g->same.at[i].name, &place)) return false;
		VEC_PUSH(&r->same, place);
	}
	return true;
}

static bool find_operation(struct replay *r, const char *op)
{
	const struct machine *m = r->session->model.project->main;
	struct strings names = {0};
	for (uint32_t i = 0; i < m->interface.count; i++) {
		VEC_PUSH(&names, m->interface.at[i].name);
		if (strcmp(m->interface.at[i].name, op) == 0) r->offered = &m->interface.at[i];
	}
	const char *nearest = r->offered ? NULL : nearest_name(op, names.at, names.count);
	VEC_CLEAR(&names);
	if (r->offered) return true;
	if (nearest) return refuse(r, "the machine has no such operation; is it '%s'?", nearest);
	return refuse(r, "the machine has no operation '%s'", op);
}

/* Puts names and values of the given step (NULL: none) where they are compared. */
static bool want(struct replay *r, const struct trace_step *g)
{
	r->given = g;
	r->offered = NULL;
	r->params.count = r->results.count = r->state.count = r->same.count = 0;
	r->best = FIT_NOTHING;
	text_clear(&r->differs);
	if (!g) return true;
	if (g->kind == TRACE_OPERATION) {
		if (!find_operation(r, g->op)) return false;
		const struct operation *o = r->offered->decl->operation;
		if (!want_bindings(r, &g->params, o->parameters, "it has no parameter '%s'", &r->params) ||
		    !want_bindings(r, &g->results, o->results, "it has no result '%s'", &r->results))
			return false;
	}
	return want_state(r, g);
}

/* ---- does a step fit? -------------------------------------------------------------------------- */

/* Sets that are not listed cannot be compared: they pass. */
static bool same_value(const struct replay *r, value a, value b)
{
	const struct values *s = r->session->values;
	return a == b || a == VALUE_NONE || b == VALUE_NONE || value_has_lazy(s, a) ||
	       value_has_lazy(s, b);
}

static void note_difference(struct replay *r, enum fit fit, const char *part, value is,
                            value wanted)
{
	enum { LONGEST = 1000 };
	const struct session *s = r->session;
	if (r->best >= fit) return;
	text_clear(&r->differs);
	text_format(&r->differs, "%s = ", part);
	value_print_short(s->values, &s->universe, is, LONGEST, &r->differs);
	text_add(&r->differs, ", not ");
	value_print_short(s->values, &s->universe, wanted, LONGEST, &r->differs);
	r->best = fit;
}

static bool fits_bindings(struct replay *r, const struct wanteds *wanted, const struct node *ids,
                          const value *values, enum fit fit)
{
	for (uint32_t i = 0; i < wanted->count; i++) {
		const struct wanted *w = &wanted->at[i];
		if (same_value(r, values[w->index], w->value)) continue;
		note_difference(r, fit, ids->kid[w->index]->name, values[w->index], w->value);
		return false;
	}
	return true;
}

static bool fits_state(struct replay *r, const struct animate_step *x)
{
	const struct animate_step *before = r->parent == UINT32_MAX ? NULL : r->all.at[r->parent].step;
	for (uint32_t i = 0; i < r->state.count; i++) {
		const struct wanted *w = &r->state.at[i];
		if (same_value(r, x->state[w->index], w->value)) continue;
		note_difference(r, FIT_RESULTS, animate_name(r->session, w->index)->name,
		                x->state[w->index], w->value);
		return false;
	}
	for (uint32_t i = 0; before && i < r->same.count; i++) {
		uint32_t k = r->same.at[i];
		if (same_value(r, x->state[k], before->state[k])) continue;
		note_difference(r, FIT_RESULTS, animate_name(r->session, k)->name, x->state[k],
		                before->state[k]);
		return false;
	}
	return true;
}

static bool fits(struct replay *r, const struct animate_step *x)
{
	if (!r->given) return true;
	if (r->given->kind != (enum trace_kind)x->kind || r->offered != x->offered) return false;
	if (!fits_bindings(r, &r->params, animate_params(x), x->params, FIT_OPERATION) ||
	    !fits_bindings(r, &r->results, animate_results(x), x->results, FIT_PARAMS))
		return false;
	return fits_state(r, x);
}

static bool follow(void *data, const struct animate_step *x)
{
	struct replay *r = data;
	struct session *s = r->session;
	if (!fits(r, x)) return true;
	for (uint32_t i = r->to; i < r->all.count; i++)
		if (memcmp(r->all.at[i].step->state, x->state, animate_size(s) * sizeof(value)) == 0)
			return true;
	r->is_full = r->all.count - r->to >= MOST_RUNS;
	if (r->is_full) return false;
	const struct animate_step *copy = animate_copy(s, &r->animator->arena, x);
	VEC_PUSH(&r->all, (struct reached){copy, r->parent});
	return true;
}

/* ---- all steps --------------------------------------------------------------------------------- */

/* The parameters of the wanted operation if the trace gives all of them, else NULL. */
static value *all_params(struct replay *r, struct arena *arena)
{
	uint32_t count = r->offered ? r->offered->decl->operation->parameters->count : 0;
	if (count == 0 || r->params.count < count) return NULL;
	value *params = ARENA_ARRAY(arena, count, value);
	for (uint32_t i = 0; i < r->params.count; i++)
		params[r->params.at[i].index] = r->params.at[i].value;
	for (uint32_t i = 0; i < count; i++)
		if (params[i] == VALUE_NONE) return NULL;
	return params;
}

/* What is given is set, not searched for: it may lie beyond MININT..MAXINT. */
static int look_from(struct replay *r, const struct animate_step *step, const value *params)
{
	struct session *s = r->session;
	animate_load(s, step ? step->state : NULL);
	if (params) return animate_call(s, step, r->offered, params, follow, r);
	bool is_setup = !step && r->given && s->has_setups;
	for (uint32_t i = 0; is_setup && i < r->state.count; i++)
		if (!value_has_lazy(s->values, r->state.at[i].value))
			eval_set(s->eval, animate_name(s, r->state.at[i].index), r->state.at[i].value);
	return animate_next(s, step, follow, r);
}

/* From all states at the current step; false if no step fits. */
static bool advance(struct replay *r)
{
	uint32_t from = r->from, to = r->to = r->all.count;
	struct arena arena;
	int code = EXIT_GOOD;
	arena_init(&arena);
	const value *params = all_params(r, &arena);
	session_begin(r->session);
	if (to == 0) {
		r->parent = UINT32_MAX;
		code = look_from(r, NULL, NULL);
	}
	for (uint32_t i = from; i < to && !r->is_full; i++) {
		r->parent = i;
		int failed = look_from(r, r->all.at[i].step, params);
		if (failed) code = failed;
	}
	session_end(r->session);
	arena_clear(&arena);
	bool is_found = r->all.count > to && !r->is_full;
	if (r->is_full) text_format(r->out, "  more than %d runs fit up to here\n", MOST_RUNS);
	if (!is_found && (r->is_full || code == EXIT_INCONCLUSIVE || eval_was_cut(r->session->eval)))
		r->animator->code = EXIT_INCONCLUSIVE;
	if (!is_found) return false;
	r->from = to;
	r->to = r->all.count;
	return true;
}

static bool is_before(const struct replay *r, enum step_kind kind)
{
	if (r->all.count == 0) return kind != STEP_SETUP;
	return kind == STEP_OPERATION && r->all.at[r->from].step->kind == STEP_SETUP;
}

/* A trace may leave out the setup and the initialisation. */
static bool come_to(struct replay *r, enum step_kind kind)
{
	bool has_setups = r->session->has_setups;
	while (is_before(r, kind)) {
		if (r->all.count == 0 && kind == STEP_INITIALISATION && !has_setups) break;
		r->given = NULL;
		if (!advance(r)) return refuse(r, "%s", "there is no initial state");
	}
	return true;
}

/* Of the first run that got this far. */
static void explain_guards(struct replay *r)
{
	struct arena arena;
	if (!r->offered || r->from >= r->to) return;
	arena_init(&arena);
	const value *params = all_params(r, &arena);
	if (params || r->params.count == 0)
		disabled_explain(r->session, r->all.at[r->from].step, r->offered, params, r->out);
	arena_clear(&arena);
}

static void explain(struct replay *r)
{
	bool is_operation = r->given->kind == TRACE_OPERATION;
	switch (r->best) {
	case FIT_NOTHING:
		refuse(r,
		       !is_operation          ? "there is none such%s"
		       : r->params.count == 0 ? "it is not enabled%s"
		                              : "it is not enabled with these parameters%s",
		       "");
		explain_guards(r);
		break;
	case FIT_OPERATION:
		refuse(r, "it is not enabled with these parameters%s", "");
		explain_guards(r);
		break;
	case FIT_PARAMS: refuse(r, "its result would be %s", text_get(&r->differs)); break;
	case FIT_RESULTS: refuse(r, "it leads to %s", text_get(&r->differs)); break;
	case FIT_ALL: break;
	}
	if (eval_was_cut(r->session->eval))
		text_format(
		    r->out,
		    "  integers without bounds were drawn from %lld..%lld only, '--int' changes it\n",
		    (long long)r->session->universe.minint, (long long)r->session->universe.maxint);
}

static bool replay_step(struct replay *r, const struct trace_step *g)
{
	if (g->kind == TRACE_SETUP && !r->session->has_setups && r->all.count == 0) return true;
	if (!come_to(r, (enum step_kind)g->kind) || !want(r, g)) return false;
	if (advance(r)) return true;
	if (!r->is_full) explain(r);
	return false;
}

/* The animator takes the first run that got this far. */
static void take_path(struct replay *r)
{
	struct animator *a = r->animator;
	a->path.count = 0;
	uint32_t i = r->all.count ? r->from : UINT32_MAX;
	for (; i != UINT32_MAX; i = r->all.at[i].parent) VEC_PUSH(&a->path, r->all.at[i].step);
	a->at = a->path.count;
	for (uint32_t k = 0; k < a->at / 2; k++) {
		const struct animate_step *step = a->path.at[k];
		a->path.at[k] = a->path.at[a->at - 1 - k];
		a->path.at[a->at - 1 - k] = step;
	}
	animate_refresh(a);
}

static void name_step(const struct trace_step *g, uint32_t number, struct text *out)
{
	text_format(out, "step %u does not fit: %s", number, g->op);
	for (uint32_t i = 0; i < g->params.count; i++)
		text_format(out, "%s%s = %s", i ? ", " : "(", g->params.at[i].name, g->params.at[i].text);
	text_add(out, g->params.count ? ")\n" : "\n");
}

bool replay_trace(struct animator *a, const struct trace *t, struct text *out)
{
	struct text why = {0};
	struct replay r = {.animator = a, .session = a->session, .out = &why};
	uint32_t i = 0;
	animate_load(r.session, NULL);
	while (i < t->steps.count && replay_step(&r, &t->steps.at[i])) i++;
	bool good = i == t->steps.count;
	take_path(&r);
	if (!good) {
		name_step(&t->steps.at[i], i + 1, out);
		text_add(out, text_get(&why));
		show_next(a, false, out);
	}
	text_clear(&why);
	text_clear(&r.differs);
	VEC_CLEAR(&r.all);
	VEC_CLEAR(&r.params);
	VEC_CLEAR(&r.results);
	VEC_CLEAR(&r.state);
	VEC_CLEAR(&r.same);
	return good;
}

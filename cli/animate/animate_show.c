/* Steps, states and violations as text and as JSON. */
#include "cli/animate/animate.h"

enum {
	LONGEST_VALUE = 100, /* bytes of a value where it is not asked for in full */
	MANY_VARIABLES = 15, /* from here on only the changed ones are shown */
	FEW_STEPS = 30,      /* that are listed at first */
};

static const char *shown_name(const struct decl *d)
{
	return d->full_name ? d->full_name : d->name;
}

static void add_value(const struct session *s, const struct decl *d, value v, size_t longest,
                      struct text *out)
{
	if (v == VALUE_NONE) text_add(out, "?");
	else value_print_of(s->values, &s->universe, d, v, longest, out);
}

/* ---- steps ------------------------------------------------------------------------------------- */

static void add_bindings(const struct session *s, const struct node *ids, const value *values,
                         struct text *out)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		text_format(out, "%s%s = ", i ? ", " : "", ids->kid[i]->name);
		add_value(s, ids->kid[i]->decl, values[i], LONGEST_VALUE, out);
	}
}

/* Of a large value that changes a little, the change. */
static void add_new_value(const struct session *s, const struct decl *d, value now, value before,
                          struct text *out)
{
	const char *own = shown_name(d);
	if (before != VALUE_NONE && value_print_change(s->values, &s->universe, own, before, now, out))
		return;
	text_format(out, "%s = ", own);
	add_value(s, d, now, LONGEST_VALUE, out);
}

static void add_changes(const struct session *s, const value *state, const value *before,
                        bool constants, struct text *out)
{
	bool is_first = true;
	for (uint32_t i = 0; i < animate_size(s); i++) {
		const struct decl *d = animate_name(s, i);
		if (animate_is_constant(s, i) != constants || (before && before[i] == state[i])) continue;
		if (!explore_shows(s->explore, d)) continue;
		if (!is_first) text_add(out, ", ");
		add_new_value(s, d, state[i], before ? before[i] : VALUE_NONE, out);
		is_first = false;
	}
}

void show_step(const struct session *s, const struct animate_step *x, struct text *out)
{
	const struct node *params = animate_params(x), *results = animate_results(x);
	text_add(out, animate_op(x));
	if (x->kind != STEP_OPERATION) {
		text_add_char(out, '(');
		add_changes(s, x->state, NULL, x->kind == STEP_SETUP, out);
		text_add_char(out, ')');
	}
	if (params && params->count) {
		text_add_char(out, '(');
		add_bindings(s, params, x->params, out);
		text_add_char(out, ')');
	}
	if (results && results->count) {
		text_add(out, " --> ");
		add_bindings(s, results, x->results, out);
	}
}

static bool same_label(const struct session *s, const struct animate_step *a,
                       const struct animate_step *b)
{
	struct animate_step copy = *a;
	copy.state = b->state;
	return animate_same(s, &copy, b);
}

/* Steps that look the same are told apart by where they lead. */
static bool has_twin(const struct animator *a, uint32_t index)
{
	const struct animate_step *x = a->next.at[index];
	bool before = index > 0 && same_label(a->session, a->next.at[index - 1], x);
	bool behind = index + 1 < a->next.count && same_label(a->session, a->next.at[index + 1], x);
	return x->kind == STEP_OPERATION && (before || behind);
}

static void add_numbered(const struct animator *a, uint32_t index, struct text *out)
{
	const struct session *s = a->session;
	const struct animate_step *x = a->next.at[index], *last = animate_last(a);
	text_format(out, "%4u  ", index + 1);
	show_step(s, x, out);
	if (has_twin(a, index)) {
		text_add(out, "  leads to ");
		size_t start = out->count;
		add_changes(s, x->state, last ? last->state : NULL, false, out);
		if (out->count == start) text_add(out, "the same state");
	}
	text_add_char(out, '\n');
}

static const char *heading(const struct animator *a)
{
	const struct animate_step *last = animate_last(a);
	if (last && last->kind != STEP_SETUP) return "enabled";
	return a->next.count && a->next.at[0]->kind == STEP_SETUP ? "values of the constants"
	                                                          : "initial states";
}

void show_next(const struct animator *a, bool is_whole, struct text *out)
{
	const struct animate_step *last = animate_last(a);
	uint32_t count = a->next.count;
	if (count == 0) {
		bool is_running = last && last->kind != STEP_SETUP;
		const struct machine *m = a->session->model.project->main;
		bool is_sure = a->found == EXIT_GOOD;
		const char *unfit = !last && is_sure ? explore_unfit(a->session->explore) : NULL;
		if (unfit) text_format(out, "no initial state: %s\n", unfit);
		else
			text_add(out, !is_running && is_sure ? "there is no initial state\n"
			              : !is_running          ? "no initial state could be found\n"
			              : !m->interface.count  ? "the machine has no operations\n"
			              : is_sure              ? "no operation is enabled: deadlock\n"
			                                     : "no operation could be executed\n");
		return;
	}
	text_format(out, "%s:\n", heading(a));
	uint32_t shown = is_whole || count <= FEW_STEPS ? count : FEW_STEPS;
	for (uint32_t i = 0; i < shown; i++) add_numbered(a, i, out);
	if (shown < count) text_format(out, "      ... and %u more, 'a' lists all\n", count - shown);
	if (a->is_cut && shown == count)
		text_format(out, "      ... only the first %u are offered\n", count);
}

/* ---- states ------------------------------------------------------------------------------------ */

static void add_old_value(const struct session *s, const struct decl *d, value now, value then,
                          struct text *out)
{
	if (value_print_change(s->values, &s->universe, shown_name(d), then, now, out)) return;
	text_add(out, "was ");
	add_value(s, d, then, LONGEST_VALUE / 2, out);
}

static void add_state_line(const struct session *s, const struct animate_step *x,
                           const struct animate_step *before, uint32_t index, bool is_whole,
                           struct text *out)
{
	value now = x->state[index], then = before ? before->state[index] : VALUE_NONE;
	bool is_changed = then != VALUE_NONE && then != now;
	text_format(out, "  %c %s = ", is_changed ? '*' : ' ', shown_name(animate_name(s, index)));
	add_value(s, animate_name(s, index), now, is_whole ? 0 : LONGEST_VALUE, out);
	if (is_changed) {
		text_add(out, "   (");
		add_old_value(s, animate_name(s, index), now, then, out);
		text_add_char(out, ')');
	}
	text_add_char(out, '\n');
}

void show_state(const struct session *s, const struct animate_step *x,
                const struct animate_step *before, bool is_whole, struct text *out)
{
	if (!x) {
		text_add(out, "nothing has a value yet\n");
		return;
	}
	uint32_t size = animate_size(s), left_out = 0;
	bool is_setup = x->kind == STEP_SETUP,
	     only_changes = !is_whole && before && size > MANY_VARIABLES;
	for (uint32_t i = 0; i < size; i++) {
		bool is_constant = animate_is_constant(s, i);
		if (is_setup ? !is_constant : is_constant && !is_whole) continue;
		if (!explore_shows(s->explore, animate_name(s, i))) continue;
		bool same = before && before->state[i] == x->state[i];
		if (only_changes && same) left_out++;
		else add_state_line(s, x, before, i, is_whole, out);
	}
	if (left_out) text_format(out, "    and %u variables as before, 's' shows all\n", left_out);
	if (size == 0) text_add(out, "    (no variables)\n");
}

void show_trace(const struct animator *a, struct text *out)
{
	if (a->at == 0) text_add(out, "nothing was done yet\n");
	for (uint32_t i = 0; i < a->at; i++) {
		text_format(out, "%4u  ", i + 1);
		show_step(a->session, a->path.at[i], out);
		text_add_char(out, '\n');
	}
}

/* ---- invariants -------------------------------------------------------------------------------- */

static uint32_t add_violation(struct session *s, const struct node *n, struct text *out)
{
	enum truth t = eval_predicate(s->eval, n);
	if (t == EVAL_TRUE) return 0;
	struct place at = diag_place(session_diag(s), node_start(n));
	text_format(out, "invariant %s: ", t == EVAL_FALSE ? "violated" : "cannot be evaluated");
	if (at.source) text_format(out, "%s:%u:%u: ", at.source->file, at.line, at.column);
	if (n->name && op_info(n->op)->class == CLASS_PRED) text_format(out, "%s: ", n->name);
	print_formula(s->model.project, n, out);
	if (t == EVAL_FAILED) text_format(out, " (%s)", eval_failed(s->eval)->message);
	text_add_char(out, '\n');
	return 1;
}

uint32_t show_violations(struct session *s, struct text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->invariants.count; i++)
		count += add_violation(s, s->invariants.at[i], out);
	return count;
}

/* ---- JSON -------------------------------------------------------------------------------------- */

static void json_value(const struct session *s, struct json *j, const char *key,
                       const struct decl *d, value v)
{
	struct text t = {0};
	if (v != VALUE_NONE) add_value(s, d, v, 0, &t);
	json_string(j, key, v == VALUE_NONE ? NULL : text_get(&t));
	text_clear(&t);
}

static void json_bindings(const struct session *s, struct json *j, const char *key,
                          const struct node *ids, const value *values)
{
	json_begin(j, key, '{');
	for (uint32_t i = 0; ids && i < ids->count; i++)
		json_value(s, j, ids->kid[i]->name, ids->kid[i]->decl, values[i]);
	json_end(j, '}');
}

void show_step_json(const struct session *s, const struct animate_step *x, struct json *j)
{
	json_begin(j, NULL, '{');
	json_string(j, "op", animate_op(x));
	json_bindings(s, j, "params", animate_params(x), x->params);
	json_bindings(s, j, "results", animate_results(x), x->results);
	json_begin(j, "state", '{');
	for (uint32_t i = 0; i < animate_size(s); i++) {
		const struct decl *d = animate_name(s, i);
		if (animate_is_constant(s, i) == (x->kind == STEP_SETUP) && explore_shows(s->explore, d))
			json_value(s, j, shown_name(d), d, x->state[i]);
	}
	json_end(j, '}');
	json_end(j, '}');
}

void show_trace_json(const struct animator *a, const char *key, struct json *j)
{
	json_begin(j, key, '[');
	for (uint32_t i = 0; i < a->at; i++) show_step_json(a->session, a->path.at[i], j);
	json_end(j, ']');
}

#include "cli/animate/animate.h"

#include <ctype.h>

/* ---- opening ----------------------------------------------------------------------------------- */

static bool has_machine(const struct session *s)
{
	const struct machine *m = s->model.project->main;
	return m && m->kind != MACHINE_DEFINITIONS;
}

static bool fill_universe(struct session *s)
{
	if (!has_machine(s)) {
		s->universe.minint = s->bounds.has_range ? s->bounds.low : BOUNDS_MININT;
		s->universe.listed = s->bounds.listed;
		s->universe.maxint = s->bounds.has_range ? s->bounds.high : BOUNDS_MAXINT;
		return true;
	}
	struct text notes = {0};
	bool good = model_fit(s->cli, &s->model, &s->bounds, &s->universe, &notes);
	if (s->cli->options.verbose) report_error(s->cli, "%s", text_get(&notes));
	text_clear(&notes);
	return good;
}

bool session_open(struct session *s, struct cli *c, const char *path, bool runs_along)
{
	memset(s, 0, sizeof *s);
	s->cli = c;
	s->runs_along = runs_along;
	if (!model_bounds(s->cli, &s->bounds) || !model_open_path(&s->model, s->cli, path)) {
		bounds_clear(&s->bounds);
		return false;
	}
	if (s->model.diag.errors || !s->model.project || !fill_universe(s)) return true;
	s->values = values_open(&s->model.names);
	if (has_machine(s)) animate_model(s);
	else s->eval = eval_open(s->model.project, s->values, &s->universe);
	return true;
}

void session_close(struct session *s)
{
	VEC_CLEAR(&s->constants.list);
	VEC_CLEAR(&s->variables.list);
	VEC_CLEAR(&s->invariants);
	if (s->explore) explore_close(s->explore);
	else if (s->eval) eval_close(s->eval);
	if (s->values) values_close(s->values);
	universe_clear(&s->universe);
	bounds_clear(&s->bounds);
	model_close(&s->model);
}

struct diag *session_diag(struct session *s) { return &s->model.diag; }

void session_forget_messages(struct session *s)
{
	s->model.diag.messages.count = 0;
	s->model.diag.errors = 0;
	s->model.diag.muted_notes = false;
}

/* ---- names ------------------------------------------------------------------------------------- */

static bool is_sized(const struct decl *set)
{
	return set->kind == DECL_DEFERRED_SET || set->kind == DECL_SET_PARAMETER;
}

static const char *shown_name(const struct decl *d)
{
	return d->full_name ? d->full_name : d->name;
}

void session_words(const struct session *s, struct strings *out)
{
	const struct project *p = s->model.project;
	for (uint32_t i = 0; s->eval && i < p->machines.count; i++) {
		const struct machine *m = p->machines.at[i];
		for (uint32_t k = 0; k < m->decls.count; k++) VEC_PUSH(out, shown_name(m->decls.at[k]));
	}
	const struct machine *written = p && p->main ? p->main->written : NULL;
	for (uint32_t i = 0; written && i < written->known.count; i++)
		VEC_PUSH(out, written->known.at[i]->name);
	for (unsigned op = 0; op < OP_COUNT; op++) {
		const struct op_info *o = op_info((enum op)op);
		if (o->class != CLASS_SUBST && isalpha((unsigned char)o->spelling[0]))
			VEC_PUSH(out, o->spelling);
	}
}

/* ---- evaluation -------------------------------------------------------------------------------- */

void session_begin(struct session *s)
{
	if (s->is_interactive || s->cli->options.time_limit > 0)
		watch_start(&s->watch, s->cli->options.time_limit, 0,
		            s->is_interactive ? WATCH_ASKS : WATCH_ENDS);
	eval_set_interrupt(s->eval, &s->watch.flag);
	eval_clear_cut(s->eval);
}

void session_end(struct session *s)
{
	watch_stop(&s->watch);
	eval_set_interrupt(s->eval, NULL);
}

bool session_is_over(const struct session *s)
{
	return s->watch.flag == WATCH_INTERRUPT && !s->is_interactive;
}

/* The same failure comes up whenever a state is looked at again. */
static bool is_said(const struct diag *d, const struct eval_failure *f)
{
	for (uint32_t i = 0; i < d->messages.count; i++)
		if (d->messages.at[i].pos.at == f->pos.at && d->messages.at[i].pos.via == f->pos.via &&
		    strcmp(d->messages.at[i].text, f->message) == 0)
			return true;
	return false;
}

int session_failed(struct session *s, enum severity severity)
{
	const struct eval_failure *f = eval_failed(s->eval);
	struct diag *d = session_diag(s);
	REQUIRE(f);
	bool is_limit = eval_is_limit(f->kind);
	if (s->watch.flag == WATCH_INTERRUPT) diag_at(d, (struct pos){0}, DIAG_WARNING, "interrupted");
	else if (s->watch.flag == WATCH_TIME)
		diag_at(d, f->pos, DIAG_WARNING,
		        "stopped after %g seconds; '--time-limit' gives it more time",
		        s->cli->options.time_limit);
	else if (is_said(d, f)) d->muted_notes = true;
	else diag_at(d, f->pos, is_limit ? DIAG_WARNING : severity, "%s", f->message);
	return is_limit ? EXIT_INCONCLUSIVE : EXIT_INPUT;
}

/* ---- formulas ---------------------------------------------------------------------------------- */

/* S12 for a deferred set S of 12 or more elements. */
static bool names_element(const struct session *s, const struct decl *d, value *out)
{
	const struct type *t = type_known(d->type);
	if (!t || t->kind != TYPE_GIVEN || !is_sized(t->decl)) return false;
	uint32_t number = universe_number(&s->universe, t->decl), index;
	if (!universe_names_element(&s->universe, number, d->name, &index)) return false;
	*out = value_element(number, index);
	return true;
}

static bool stop(void *data)
{
	(void)data;
	return false;
}

/* A search gives an undeclared name its place in the evaluator. */
static void bind(struct session *s, struct decl *d, value v)
{
	eval_solve(s->eval, &d, 1, NULL, false, stop, NULL);
	eval_set(s->eval, d, v);
}

static bool is_expression(struct session *s, const char *text)
{
	struct project *p = s->model.project;
	const struct source *source = diag_source(p->diag, "(formula)", text, strlen(text), true);
	const struct node *n = source ? project_parse(p, &p->arena, source) : NULL;
	return n && (node_class(n) == CLASS_EXPR || node_class(n) == CLASS_ANY);
}

/* An expression is not searched for values of its free names: they are errors. */
static const struct node *checked_formula(struct session *s, const char *text,
                                          struct decls *unknown)
{
	struct diag *d = session_diag(s);
	uint32_t errors = d->errors, messages = d->messages.count;
	const struct node *n = project_formula(s->model.project, text, unknown);
	if (n || unknown->list.count == 0 || !is_expression(s, text)) return n;
	d->errors = errors;
	d->messages.count = messages;
	return project_formula(s->model.project, text, NULL);
}

const struct node *session_formula(struct session *s, const char *text, struct decls *unknown)
{
	struct decls all = {0};
	const struct node *n = checked_formula(s, text, &all);
	if (n && node_class(n) == CLASS_SUBST) {
		diag_at(session_diag(s), node_start(n), DIAG_ERROR,
		        "expected a predicate or an expression, found a substitution");
		n = NULL;
	}
	for (uint32_t i = 0; n && i < all.list.count; i++) {
		value v;
		if (names_element(s, all.list.at[i], &v)) bind(s, all.list.at[i], v);
		else VEC_PUSH(&unknown->list, all.list.at[i]);
	}
	VEC_CLEAR(&all.list);
	return n;
}

/* The type is written behind the value, so that {} and S1 get theirs. */
static const struct node *typed_value(struct session *s, const char *text, const struct type *type,
                                      struct decls *unknown)
{
	struct text formula = {0};
	text_format(&formula, "(%s) : ", text);
	print_type(type, &formula);
	const struct node *n = session_formula(s, text_get(&formula), unknown);
	text_clear(&formula);
	return n && n->op == OP_MEMBER ? n->kid[0] : NULL;
}

value session_value(struct session *s, const char *text, const struct type *type)
{
	struct decls unknown = {0};
	value v = VALUE_NONE;
	const struct node *n = typed_value(s, text, type, &unknown);
	for (uint32_t i = 0; n && i < unknown.list.count; i++)
		diag_at(session_diag(s), unknown.list.at[i]->pos, DIAG_ERROR, "'%s' is not declared",
		        unknown.list.at[i]->name);
	if (n && unknown.list.count == 0) {
		v = eval_expression(s->eval, n);
		if (v == VALUE_NONE) session_failed(s, DIAG_ERROR);
	}
	VEC_CLEAR(&unknown.list);
	return v;
}

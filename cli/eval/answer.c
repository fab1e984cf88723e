/* What a formula amounts to: a value, a truth value with the values of free names, or messages. */
#include "cli/animate/animate.h"
#include "cli/eval/session.h"
#include "search/search.h"

#include <math.h>

/* ---- names without a value --------------------------------------------------------------------- */

struct names_used {
	struct session *session;
	bool has_constant;    /* one without a value */
	struct decls missing; /* constants and variables without a value, each once */
	struct pos at;        /* of the first of them */
};

static bool is_listed(const struct decls *list, const struct decl *d)
{
	for (uint32_t i = 0; i < list->list.count; i++)
		if (list->list.at[i] == d) return true;
	return false;
}

static void look(struct names_used *u, const struct node *n)
{
	struct decl *d = n->op == OP_ID ? n->decl : NULL;
	if (d && (decl_is_constant(d) || d->kind == DECL_VARIABLE) &&
	    eval_get(u->session->eval, d) == VALUE_NONE && !is_listed(&u->missing, d)) {
		if (u->missing.list.count == 0) u->at = n->pos;
		VEC_PUSH(&u->missing.list, d);
		u->has_constant = u->has_constant || decl_is_constant(d);
	}
	for (uint32_t i = 0; i < n->count; i++) look(u, n->kid[i]);
}

/* Names in n without a value. Constants get theirs first, unless `keep` says that they are what is
 * looked for. */
static void missing_names(struct session *s, const struct node *n, bool keep, struct names_used *u)
{
	*u = (struct names_used){.session = s};
	look(u, n);
	if (!u->has_constant || keep || s->has_setup) return;
	answer_setup(s);
	u->missing.list.count = 0;
	look(u, n);
}

/* ---- constants --------------------------------------------------------------------------------- */

struct setup {
	struct session *session;
	struct arena arena;
	uint32_t count; /* of solutions, up to two */
	value *values;
};

static bool keep_setup(void *data, const struct animate_step *step)
{
	struct setup *x = data;
	uint32_t count = x->session->constants.list.count;
	if (x->count++ == 0) {
		x->values = ARENA_ARRAY(&x->arena, count, value);
		memcpy(x->values, step->state, count * sizeof *x->values);
	}
	return x->count < 2;
}

void answer_setup(struct session *s)
{
	struct setup x = {.session = s};
	struct diag *d = session_diag(s);
	s->has_setup = true;
	arena_init(&x.arena);
	int code = animate_next(s, NULL, keep_setup, &x);
	for (uint32_t i = 0; x.values && i < s->constants.list.count; i++)
		eval_set(s->eval, s->constants.list.at[i], x.values[i]);
	if (x.count > 1)
		diag_at(d, (struct pos){0}, DIAG_WARNING,
		        "the PROPERTIES have several solutions; this is the first one");
	else if (x.count == 0 && code == EXIT_GOOD) {
		const char *unfit = explore_unfit(s->explore);
		diag_at(d, (struct pos){0}, DIAG_WARNING, "%s: constants have no values",
		        unfit ? unfit : "the PROPERTIES have no solution within the bounds");
	}
	arena_clear(&x.arena);
}

/* ---- search ------------------------------------------------------------------------------------ */

struct answer_finding {
	struct session *session;
	const struct decls *names;
	struct answer *out;
	bool is_found;
};

static bool keep_solution(void *data)
{
	struct answer_finding *x = data;
	x->is_found = true;
	for (uint32_t i = 0; i < x->names->list.count; i++) {
		const struct decl *d = x->names->list.at[i];
		struct session_binding b = {d->full_name ? d->full_name : d->name,
		                            eval_get(x->session->eval, d)};
		VEC_PUSH(&x->out->solution, b);
	}
	return false;
}

static void set_all(struct session *s, const struct decls *names,
                    const struct session_binding *values)
{
	for (uint32_t i = 0; i < names->list.count; i++)
		eval_set(s->eval, names->list.at[i], values ? values[i].value : VALUE_NONE);
}

/* A solution counts for itself, however it was found: only what is evaluated for it can be cut. */
static void recheck(struct session *s, const struct node *n, const struct decls *names,
                    struct answer *out)
{
	eval_clear_cut(s->eval);
	set_all(s, names, out->solution.at);
	bool is_sure;
	enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
	if (t == EVAL_FALSE) diag_fatal(__FILE__, __LINE__, "a solution that is none");
	if (t == EVAL_FAILED) {
		out->code = session_failed(s, DIAG_ERROR);
		out->value = VALUE_NONE;
		out->solution.count = 0;
	}
	set_all(s, names, NULL);
}

/* Values of unknowns without bounds came from a part of their types, and none of them will do: that is no answer. The
 * solver knows more of them. */
static void ask_solver(struct session *s, const struct node *n, const struct decls *names,
                       struct answer_finding *x)
{
	enum { MEGABYTES = 1000 };
	static const double patience = 2;
	double limit = s->cli->options.time_limit;
	struct search_options o = {.solver = SOLVER_AUTO,
	                           .breaks_symmetry = true,
	                           .finds_symmetry = true,
	                           .seconds = limit / 2,
	                           .effort = (uint64_t)(patience * EVAL_EFFORT_PER_SECOND),
	                           .memory = MEGABYTES * (size_t)1000000,
	                           .interrupt = &s->watch.flag};
	struct question q = {.names = names->list.at,
	                     .count = names->list.count,
	                     .conjuncts = &n,
	                     .conjunct_count = 1,
	                     .universe = &s->universe};
	struct search *search = search_open(s->eval, s->model.project, &q, &o);
	struct verdict v = search_next(search);
	valuation_apply(&v.valuation, s->eval);
	if (v.answer == SEARCH_FOUND) keep_solution(x);
	bool is_known = v.answer == SEARCH_FOUND || (v.answer == SEARCH_NONE && v.is_complete);
	search_close(search);
	eval_clear_cut(s->eval);
	set_all(s, names, NULL);
	if (is_known) return;
	x->out->code = EXIT_INCONCLUSIVE;
	diag_at(session_diag(s), (struct pos){0}, DIAG_WARNING,
	        "unknowns without bounds were drawn from a part of their types, and that does not "
	        "decide this; "
	        "'bounce solve' looks longer");
}

static void solve(struct session *s, const struct node *n, const struct decls *names,
                  struct answer *out)
{
	struct answer_finding x = {s, names, out, false};
	enum truth t =
	    eval_solve(s->eval, names->list.at, names->list.count, n, false, keep_solution, &x);
	if (t == EVAL_FAILED && !x.is_found) {
		out->code = session_failed(s, DIAG_ERROR);
		return;
	}
	if (!x.is_found && eval_was_cut(s->eval)) ask_solver(s, n, names, &x);
	if (out->code == EXIT_INCONCLUSIVE) return;
	out->value = value_bool(x.is_found);
	if (x.is_found) recheck(s, n, names, out);
}

/* ---- formulas ---------------------------------------------------------------------------------- */

static void describe(const struct node *n, struct answer *out)
{
	out->is_predicate = !n->type;
	if (n->type) print_type(n->type, &out->type);
	else text_add(&out->type, "predicate");
}

static void find_truth(struct session *s, const struct node *n, struct decls *unknown,
                       struct answer *out)
{
	struct names_used used;
	missing_names(s, n, false, &used);
	for (uint32_t i = 0; i < used.missing.list.count; i++)
		VEC_PUSH(&unknown->list, used.missing.list.at[i]);
	VEC_CLEAR(&used.missing.list);
	if (unknown->list.count) {
		solve(s, n, unknown, out);
		return;
	}
	bool is_sure;
	struct answer_finding x = {s, unknown, out, false};
	enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
	if (t == EVAL_FAILED) out->code = session_failed(s, DIAG_ERROR);
	else if (is_sure) out->value = value_bool(t == EVAL_TRUE);
	else {
		ask_solver(s, n, unknown, &x);
		if (out->code != EXIT_INCONCLUSIVE) out->value = value_bool(x.is_found);
	}
}

/* Listed if that is possible; infinite sets stay as they are. */
static value listed(struct session *s, value v, struct pos pos)
{
	if (v == VALUE_NONE || value_kind(s->values, v) != VALUE_LAZY) return v;
	value all = eval_list(s->eval, v, pos);
	return all == VALUE_NONE ? v : all;
}

static void not_declared(struct session *s, const struct decls *unknown)
{
	for (uint32_t i = 0; i < unknown->list.count; i++)
		diag_at(session_diag(s), unknown->list.at[i]->pos, DIAG_ERROR, "'%s' is not declared",
		        unknown->list.at[i]->name);
}

static bool has_all_names(struct session *s, const struct node *n, const struct decls *unknown)
{
	struct diag *d = session_diag(s);
	not_declared(s, unknown);
	struct names_used used;
	missing_names(s, n, false, &used);
	if (used.missing.list.count) {
		const struct decl *first = used.missing.list.at[0];
		bool is_variable = first->kind == DECL_VARIABLE;
		diag_at(d, used.at, DIAG_ERROR, "the %s '%s' has no value here%s",
		        is_variable ? "variable" : "constant", first->name,
		        s->is_interactive ? "; ':state' gives it one" : "; '--state' gives it one");
	}
	VEC_CLEAR(&used.missing.list);
	return d->errors == 0;
}

static void find_value(struct session *s, const struct node *n, const struct decls *unknown,
                       struct answer *out)
{
	if (!has_all_names(s, n, unknown)) {
		out->code = EXIT_INPUT;
		return;
	}
	out->value = eval_expression(s->eval, n);
	if (out->value == VALUE_NONE) out->code = session_failed(s, DIAG_ERROR);
	out->value = listed(s, out->value, n->pos);
}

void answer_find(struct session *s, const char *text, struct answer *out)
{
	struct decls unknown = {0};
	memset(out, 0, sizeof *out);
	session_begin(s);
	const struct node *n = session_formula(s, text, &unknown);
	if (n) {
		describe(n, out);
		if (out->is_predicate) find_truth(s, n, &unknown, out);
		else find_value(s, n, &unknown, out);
		out->is_cut = eval_was_cut(s->eval);
	} else {
		out->code = EXIT_INPUT;
	}
	session_end(s);
	VEC_CLEAR(&unknown.list);
}

void answer_type(struct session *s, const char *text, struct answer *out)
{
	struct decls unknown = {0};
	memset(out, 0, sizeof *out);
	const struct node *n = session_formula(s, text, &unknown);
	if (n) describe(n, out);
	else out->code = EXIT_INPUT;
	VEC_CLEAR(&unknown.list);
}

void answer_clear(struct answer *a)
{
	text_clear(&a->type);
	VEC_CLEAR(&a->solution);
}

/* ---- --state ----------------------------------------------------------------------------------- */

/* Left sides of equations between conjuncts: they are given new values. */
static void left_sides(const struct node *n, struct decls *out)
{
	EACH_CONJUNCT(c, n) {
		bool is_equation = c.now->op == OP_EQUAL && c.now->kid[0]->op == OP_ID;
		struct decl *d = is_equation ? c.now->kid[0]->decl : NULL;
		if (d && (decl_is_constant(d) || d->kind == DECL_VARIABLE) && !is_listed(out, d))
			VEC_PUSH(&out->list, d);
	}
}

static void add_missing(struct session *s, const struct node *n, struct decls *targets)
{
	struct names_used used;
	bool keep = true;
	missing_names(s, n, keep, &used);
	for (uint32_t i = 0; keep && i < used.missing.list.count; i++)
		keep = !decl_is_constant(used.missing.list.at[i]) ||
		       is_listed(targets, used.missing.list.at[i]);
	VEC_CLEAR(&used.missing.list);
	missing_names(s, n, keep, &used); /* other constants are needed: they get their values */
	for (uint32_t i = 0; i < used.missing.list.count; i++)
		if (!is_listed(targets, used.missing.list.at[i]))
			VEC_PUSH(&targets->list, used.missing.list.at[i]);
	VEC_CLEAR(&used.missing.list);
}

static bool set_state(struct session *s, const struct node *n)
{
	struct decls targets = {0};
	struct answer found = {0};
	left_sides(n, &targets);
	set_all(s, &targets, NULL);
	add_missing(s, n, &targets);
	struct answer_finding x = {s, &targets, &found, false};
	enum truth t =
	    eval_solve(s->eval, targets.list.at, targets.list.count, n, false, keep_solution, &x);
	if (x.is_found) set_all(s, &targets, found.solution.at);
	else if (t == EVAL_FAILED) session_failed(s, DIAG_ERROR);
	else diag_at(session_diag(s), node_start(n), DIAG_ERROR, "no values satisfy this");
	answer_clear(&found);
	VEC_CLEAR(&targets.list);
	return x.is_found;
}

bool answer_state(struct session *s, const char *text)
{
	session_begin(s);
	struct decls unknown = {0};
	const struct node *n = session_formula(s, text, &unknown);
	if (n && unknown.list.count) {
		not_declared(s, &unknown);
		n = NULL;
	}
	VEC_CLEAR(&unknown.list);
	if (n && n->type) {
		diag_at(session_diag(s), node_start(n), DIAG_ERROR,
		        "expected equations such as 'x = 1 & y = {2}', found an expression");
		n = NULL;
	}
	bool good = n && set_state(s, n);
	session_end(s);
	return good;
}

/* ---- output ------------------------------------------------------------------------------------ */

void answer_text(const struct session *s, const struct answer *a, struct text *out)
{
	if (a->value == VALUE_NONE) {
		if (a->code == EXIT_INCONCLUSIVE) text_add(out, "inconclusive\n");
		return;
	}
	value_print(s->values, &s->universe, a->value, out);
	if (a->is_cut)
		text_format(
		    out,
		    " (unknowns without bounds were drawn from a part of their types, integers from "
		    "%lld..%lld)",
		    (long long)s->universe.minint, (long long)s->universe.maxint);
	text_add_char(out, '\n');
	for (uint32_t i = 0; i < a->solution.count; i++) {
		text_format(out, "%s = ", a->solution.at[i].name);
		value_print(s->values, &s->universe, a->solution.at[i].value, out);
		text_add_char(out, '\n');
	}
}

static void json_value(const struct session *s, struct json *j, const char *key, value v)
{
	struct text t = {0};
	if (v != VALUE_NONE) value_print(s->values, &s->universe, v, &t);
	json_string(j, key, v == VALUE_NONE ? NULL : text_get(&t));
	text_clear(&t);
}

void answer_json(const struct session *s, const struct answer *a, struct json *j)
{
	json_value(s, j, "value", a->value);
	json_string(j, "type", a->type.count ? text_get(&a->type) : NULL);
	json_begin(j, "solution", '{');
	for (uint32_t i = 0; i < a->solution.count; i++)
		json_value(s, j, a->solution.at[i].name, a->solution.at[i].value);
	json_end(j, '}');
}

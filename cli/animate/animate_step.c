/* What can happen next, on the evaluator. */
#include "cli/animate/animate.h"

/* ---- states ------------------------------------------------------------------------------------ */

uint32_t animate_size(const struct session *s)
{
	return s->constants.list.count + s->variables.list.count;
}

struct decl *animate_name(const struct session *s, uint32_t index)
{
	uint32_t count = s->constants.list.count;
	return index < count ? s->constants.list.at[index] : s->variables.list.at[index - count];
}

bool animate_is_constant(const struct session *s, uint32_t index)
{
	return index < s->constants.list.count;
}

void animate_load(struct session *s, const value *state)
{
	for (uint32_t i = 0; i < animate_size(s); i++)
		eval_set(s->eval, animate_name(s, i), state ? state[i] : VALUE_NONE);
}

/* ---- steps ------------------------------------------------------------------------------------- */

const char *animate_op(const struct animate_step *x)
{
	switch (x->kind) {
	case STEP_SETUP: return "SETUP_CONSTANTS";
	case STEP_INITIALISATION: return "INITIALISATION";
	case STEP_OPERATION: break;
	}
	return x->offered->name;
}

const struct node *animate_params(const struct animate_step *x)
{
	return x->offered ? x->offered->decl->operation->parameters : NULL;
}

const struct node *animate_results(const struct animate_step *x)
{
	return x->offered ? x->offered->decl->operation->results : NULL;
}

static uint32_t count_of(const struct node *ids) { return ids ? ids->count : 0; }

static bool same_values(const value *a, const value *b, uint32_t count)
{
	return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

bool animate_same(const struct session *s, const struct animate_step *a,
                  const struct animate_step *b)
{
	return a->kind == b->kind && a->offered == b->offered &&
	       same_values(a->state, b->state, animate_size(s)) &&
	       same_values(a->params, b->params, count_of(animate_params(a))) &&
	       same_values(a->results, b->results, count_of(animate_results(a)));
}

static value *copy_values(struct arena *arena, const value *v, uint32_t count)
{
	value *copy = ARENA_ARRAY(arena, count, value);
	if (count) memcpy(copy, v, count * sizeof *v);
	return copy;
}

const struct animate_step *animate_copy(const struct session *s, struct arena *arena,
                                        const struct animate_step *x)
{
	struct animate_step *copy = ARENA_NEW(arena, struct animate_step);
	*copy = *x;
	copy->params = copy_values(arena, x->params, count_of(animate_params(x)));
	copy->results = copy_values(arena, x->results, count_of(animate_results(x)));
	copy->state = copy_values(arena, x->state, animate_size(s));
	return copy;
}

/* ---- what comes next --------------------------------------------------------------------------- */

struct step_search {
	struct session *session;
	struct animate_step step; /* with room for the values */
	value *params, *results, *state;
	animate_found *found;
	void *data;
	bool has_ended;
	int code; /* of pairs */
};

static void gather(const struct session *s, const struct node *ids, value *out)
{
	for (uint32_t i = 0; i < count_of(ids); i++) out[i] = eval_get(s->eval, ids->kid[i]->decl);
}

static bool pass_on(void *data)
{
	struct step_search *x = data;
	struct session *s = x->session;
	for (uint32_t i = 0; i < animate_size(s); i++)
		x->state[i] = eval_get(s->eval, animate_name(s, i));
	gather(s, animate_params(&x->step), x->params);
	gather(s, animate_results(&x->step), x->results);
	x->has_ended = !x->found(x->data, &x->step);
	return !x->has_ended;
}

/* The refinement itself fails. */
static void failed(void *data)
{
	struct step_search *x = data;
	struct session *s = x->session;
	int code = session_failed(s, DIAG_WARNING);
	if (x->step.offered)
		diag_at(session_diag(s), x->step.offered->decl->operation->pos, DIAG_NOTE,
		        "in the operation '%s'", x->step.offered->name);
	if (x->code != EXIT_INCONCLUSIVE) x->code = code;
}

/* It does what its abstraction cannot. */
static void wrong(void *data, bool is_limit, struct pos pos, const char *message)
{
	struct step_search *x = data;
	diag_at(session_diag(x->session), pos, DIAG_WARNING, "%s", message);
	if (is_limit || x->code == EXIT_GOOD) x->code = is_limit ? EXIT_INCONCLUSIVE : EXIT_INPUT;
}

static int search_pairs(struct step_search *x, uint32_t number, bool has_parameters)
{
	struct explore_steps steps = {pass_on, failed, wrong, x, has_parameters};
	explore_pairs(x->session->explore, number, &steps);
	return x->code;
}

static int search_operations(struct step_search *x)
{
	struct session *s = x->session;
	const struct machine *m = s->model.project->main;
	int code = EXIT_GOOD;
	for (uint32_t i = 0; i < m->interface.count && !x->has_ended; i++) {
		x->step.offered = &m->interface.at[i];
		const struct operation *o = x->step.offered->decl->operation;
		if (s->runs_along) code = search_pairs(x, i, false);
		else if (eval_operation(s->eval, o, pass_on, x) == EVAL_FAILED && !x->has_ended) {
			int failed = session_failed(s, DIAG_WARNING);
			diag_at(session_diag(s), o->pos, DIAG_NOTE, "in the operation '%s'",
			        x->step.offered->name);
			if (code != EXIT_INCONCLUSIVE) code = failed;
		}
	}
	return code;
}

/* Constants that have a value keep it. */
static int search_setups(struct step_search *x)
{
	struct session *s = x->session;
	struct decls open = {0};
	for (uint32_t i = 0; i < s->constants.list.count; i++)
		if (eval_get(s->eval, s->constants.list.at[i]) == VALUE_NONE)
			VEC_PUSH(&open.list, s->constants.list.at[i]);
	enum truth t =
	    eval_solve(s->eval, open.list.at, open.list.count, s->properties, false, pass_on, x);
	for (uint32_t i = 0; i < open.list.count; i++) eval_set(s->eval, open.list.at[i], VALUE_NONE);
	VEC_CLEAR(&open.list);
	return t == EVAL_FAILED && !x->has_ended ? session_failed(s, DIAG_WARNING) : EXIT_GOOD;
}

static int search_initials(struct step_search *x)
{
	struct session *s = x->session;
	if (s->runs_along) return search_pairs(x, EXPLORE_NONE, false);
	if (!s->initialisation) {
		pass_on(x);
		return EXIT_GOOD;
	}
	enum truth t = eval_execute(s->eval, s->initialisation, pass_on, x);
	return t == EVAL_FAILED && !x->has_ended ? session_failed(s, DIAG_WARNING) : EXIT_GOOD;
}

static uint32_t most_params(const struct session *s)
{
	const struct machine *m = s->model.project->main;
	uint32_t most = 0;
	for (uint32_t i = 0; i < m->interface.count; i++) {
		const struct operation *o = m->interface.at[i].decl->operation;
		if (o->parameters->count > most) most = o->parameters->count;
		if (o->results->count > most) most = o->results->count;
	}
	return most;
}

static void open_search(struct step_search *x, struct arena *arena)
{
	struct session *s = x->session;
	arena_init(arena);
	x->step.params = x->params = ARENA_ARRAY(arena, most_params(s), value);
	x->step.results = x->results = ARENA_ARRAY(arena, most_params(s), value);
	x->step.state = x->state = ARENA_ARRAY(arena, animate_size(s), value);
}

int animate_next(struct session *s, const struct animate_step *from, animate_found *found,
                 void *data)
{
	struct arena arena;
	struct step_search x = {.session = s, .found = found, .data = data};
	open_search(&x, &arena);
	x.step.kind = from ? STEP_OPERATION : s->has_setups ? STEP_SETUP : STEP_INITIALISATION;
	if (from && from->kind == STEP_SETUP) x.step.kind = STEP_INITIALISATION;
	if (from) animate_load(s, from->state);
	int code = x.step.kind == STEP_SETUP            ? search_setups(&x)
	           : x.step.kind == STEP_INITIALISATION ? search_initials(&x)
	                                                : search_operations(&x);
	arena_clear(&arena);
	return code;
}

/* An undefined precondition does not enable. */
static int call(struct step_search *x)
{
	struct eval *e = x->session->eval;
	const struct node *body = x->step.offered->decl->operation->body;
	enum truth t = EVAL_TRUE;
	if (body->op == OP_S_PRE) {
		t = eval_predicate(e, body->kid[0]);
		if (t == EVAL_FAILED && eval_failed(e)->kind == EVAL_UNDEFINED) t = EVAL_FALSE;
		body = body->kid[1];
	}
	if (t == EVAL_TRUE) t = eval_execute(e, body, pass_on, x);
	return t == EVAL_FAILED && !x->has_ended ? session_failed(x->session, DIAG_WARNING) : EXIT_GOOD;
}

int animate_call(struct session *s, const struct animate_step *from, const struct offered *offered,
                 const value *params, animate_found *found, void *data)
{
	struct arena arena;
	struct step_search x = {.session = s, .found = found, .data = data};
	open_search(&x, &arena);
	x.step.kind = STEP_OPERATION;
	x.step.offered = offered;
	animate_load(s, from->state);
	const struct node *ids = animate_params(&x.step);
	for (uint32_t i = 0; i < count_of(ids); i++) eval_set(s->eval, ids->kid[i]->decl, params[i]);
	uint32_t number = (uint32_t)(offered - s->model.project->main->interface.at);
	int code = s->runs_along ? search_pairs(&x, number, true) : call(&x);
	arena_clear(&arena);
	return code;
}

/* Runs of a graph of states up to symmetry, as real runs. An edge of it leads to the state that stands for the one that is
 * reached. So each step is looked for again in the real state: one with the same label, to a state for which that one
 * stands; there is one, since permutations turn steps into steps. At the end of the loop the real state may be another
 * one of those for which its beginning stands; then it goes round again, until a state comes back. */
#include "temporal/inside.h"

struct lifted_step {
	uint32_t operation;
	size_t label, next; /* in the values */
};

struct lifting {
	struct state_graph *space;
	struct explore *explore;
	struct eval *eval;
	const struct explore_view *view;
	struct temporal_run *out;
	VEC(struct lifted_step) steps; /* of the state that is looked at */
	VEC(value) values;
	uint32_t operation;
	value *constants;
	value *now;            /* its variables */
	VEC(value) beginnings; /* states in which the loop began */
	VEC(uint32_t) begun;   /* and their positions */
};
enum { MOST_POSITIONS = 100000 };

static const struct explore_coverage *coverage(const struct lifting *l, uint32_t operation)
{
	return &explore_result(l->explore)->coverage.at[operation];
}

static uint32_t width_of(const struct lifting *l, uint32_t operation)
{
	const struct operation *o = coverage(l, operation)->operation;
	return o->parameters->count + o->results->count;
}

static bool found_step(void *data)
{
	struct lifting *l = data;
	const struct operation *o = coverage(l, l->operation)->operation;
	struct lifted_step s = {l->operation, l->values.count, 0};
	for (uint32_t i = 0; i < o->parameters->count; i++)
		VEC_PUSH(&l->values, eval_get(l->eval, o->parameters->kid[i]->decl));
	for (uint32_t i = 0; i < o->results->count; i++)
		VEC_PUSH(&l->values, eval_get(l->eval, o->results->kid[i]->decl));
	s.next = l->values.count;
	for (uint32_t i = 0; i < l->view->variable_count; i++)
		VEC_PUSH(&l->values, eval_get(l->eval, l->view->variables[i]));
	VEC_PUSH(&l->steps, s);
	return true;
}

static void ignore_failure(void *data) { (void)data; }
static void ignore_wrong(void *data, bool is_limit, struct pos pos, const char *message)
{
	(void)data, (void)is_limit, (void)pos, (void)message;
}

static void enter(struct lifting *l, const value *variables)
{
	for (uint32_t i = 0; i < l->view->variable_count; i++)
		eval_set(l->eval, l->view->variables[i], variables[i]);
}

static void list_steps(struct lifting *l)
{
	struct explore_steps paired = {found_step, ignore_failure, ignore_wrong, l, true};
	uint32_t count = explore_result(l->explore)->coverage.count;
	l->steps.count = l->values.count = 0;
	for (l->operation = 0; l->operation < count; l->operation++) {
		enter(l, l->now);
		if (explore_is_paired(l->explore)) explore_pairs(l->explore, l->operation, &paired);
		else eval_operation(l->eval, coverage(l, l->operation)->operation, found_step, l);
	}
	enter(l, l->now);
}

static bool has_label(struct lifting *l, const struct lifted_step *s, uint32_t label)
{
	struct state_graph *g = l->space;
	for (uint32_t i = 0; i < g->atoms.count; i++) {
		const struct temporal_atom *a = g->atoms.at[i];
		if (a->kind != ATOM_ACTION) continue;
		space_bind(l->eval, a);
		bool fits = space_fits(g, a, &a->patterns[0], s->operation, l->values.at + s->label);
		if (fits != space_label_has(g, label, i)) return false;
	}
	return true;
}

static void add_state(struct lifting *l, struct explore_step *step)
{
	for (uint32_t i = 0; i < l->view->variable_count; i++) {
		struct decl *d = l->view->variables[i];
		if (explore_shows(l->explore, d))
			VEC_PUSH(&step->state, ((struct eval_binding){d, l->now[i]}));
	}
	VEC_PUSH(&l->out->trace.steps, *step);
}

/* With this label, to a state for which the target stands. False if there is none. */
static bool go(struct lifting *l, uint32_t label, uint32_t target)
{
	list_steps(l);
	for (uint32_t i = 0; i < l->steps.count; i++) {
		struct lifted_step s = l->steps.at[i];
		if (!has_label(l, &s, label)) continue;
		if (explore_find(l->explore, l->constants, l->values.at + s.next) != target) {
			enter(l, l->now);
			continue;
		}
		const struct operation *o = coverage(l, s.operation)->operation;
		const value *v = l->values.at + s.label;
		struct explore_step step = {.op = coverage(l, s.operation)->name};
		for (uint32_t k = 0; k < o->parameters->count; k++)
			VEC_PUSH(&step.parameters, ((struct eval_binding){o->parameters->kid[k]->decl, v[k]}));
		for (uint32_t k = o->parameters->count; k < width_of(l, s.operation); k++)
			VEC_PUSH(&step.results, ((struct eval_binding){
			                            o->results->kid[k - o->parameters->count]->decl, v[k]}));
		memcpy(l->now, l->values.at + s.next, l->view->variable_count * sizeof *l->now);
		add_state(l, &step);
		return true;
	}
	return false;
}

/* Has the loop begun in this state before? Then its position; or EXPLORE_NONE. */
static uint32_t begun_before(const struct lifting *l)
{
	size_t width = l->view->variable_count;
	for (uint32_t i = 0; i < l->begun.count; i++)
		if (memcmp(l->beginnings.at + i * width, l->now, width * sizeof *l->now) == 0)
			return l->begun.at[i];
	return EXPLORE_NONE;
}

static uint32_t position_of(const struct lifting *l)
{
	return l->out->trace.steps.count - 1 - l->out->first;
}

static void note_beginning(struct lifting *l)
{
	VEC_PUSH(&l->begun, position_of(l));
	for (uint32_t i = 0; i < l->view->variable_count; i++) VEC_PUSH(&l->beginnings, l->now[i]);
}

static bool go_round(struct lifting *l, const struct run_shape *r)
{
	uint32_t at = EXPLORE_NONE;
	while (at == EXPLORE_NONE) {
		note_beginning(l);
		for (uint32_t i = r->loop_start; i < r->count; i++) {
			uint32_t next = i + 1 < r->count ? i + 1 : r->loop_start;
			if (position_of(l) > MOST_POSITIONS || !go(l, r->labels[i], r->states[next]))
				return false;
		}
		at = begun_before(l);
	}
	l->out->loop_start = at;
	return true;
}

static void begin(struct lifting *l, uint32_t state)
{
	struct explore_step setup = {.op = "SETUP_CONSTANTS"}, first = {.op = "INITIALISATION"};
	explore_load(l->explore, state);
	for (uint32_t i = 0; i < l->view->unknown_count; i++) {
		l->constants[i] = eval_get(l->eval, l->view->unknowns[i]);
		if (explore_shows(l->explore, l->view->unknowns[i]))
			VEC_PUSH(&setup.state, ((struct eval_binding){l->view->unknowns[i], l->constants[i]}));
	}
	for (uint32_t i = 0; i < l->view->variable_count; i++)
		l->now[i] = eval_get(l->eval, l->view->variables[i]);
	if (explore_has_setup(l->explore)) VEC_PUSH(&l->out->trace.steps, setup);
	else VEC_CLEAR(&setup.state);
	l->out->first = l->out->trace.steps.count;
	add_state(l, &first);
}

bool lift_run(struct state_graph *s, const struct run_shape *shape, struct temporal_run *out)
{
	struct explore_view *v = &s->scope->view;
	struct lifting l = {
	    .space = s, .explore = s->scope->explore, .eval = s->eval, .view = v, .out = out};
	bool good = true;
	l.constants = memory_zeroed((size_t)v->unknown_count + 1, sizeof *l.constants);
	l.now = memory_zeroed((size_t)v->variable_count + 1, sizeof *l.now);
	begin(&l, shape->states[0]);
	uint32_t straight = shape->is_loop ? shape->loop_start : shape->count - 1;
	for (uint32_t i = 0; i < straight && good; i++)
		good = go(&l, shape->labels[i], shape->states[i + 1]);
	if (shape->is_loop) good = good && go_round(&l, shape);
	out->is_loop = shape->is_loop;
	out->is_deadlock = !shape->is_loop;
	out->positions = position_of(&l) + !shape->is_loop;
	VEC_CLEAR(&l.steps);
	VEC_CLEAR(&l.values);
	VEC_CLEAR(&l.beginnings);
	VEC_CLEAR(&l.begun);
	free(l.constants);
	free(l.now);
	return good;
}

/* The engine `walks`: runs that go on by a rule until they come back to a state, which closes a loop however long it is. The rule
 * is a function of the state (and of whose turn it is), so that the first state that is met again ends the walk. Nothing is
 * encoded, and no states but those of the walk are kept: loops of thousands of steps cost little where there are far too
 * many states, or too long runs for the solver. What is found counts if the evaluator confirms it, as always. */
#include "temporal/session.h"

enum {
	NEAR_STEPS = 500, /* of the first walks by each rule */
	FAR_STEPS = 20000,
	STARTS = 3,   /* initial states */
	PATIENCE = 4, /* turns that a walk may take, where steps are costly */
	SHARE = 4,    /* of the effort that is given to the states */
};

/* Operations are tried from `from` on, in the order of the machine or against it. Or who comes first changes with each step:
 * all have their turn, or all but `from`, which is never taken. Of the outcomes of an operation the first is taken, or the
 * last. */
struct rule {
	uint32_t from;
	bool is_backwards, takes_turns, leaves_out, takes_last;
};

struct walker {
	struct temporal_session *session;
	struct eval *eval;
	const struct explore_view *view;
	struct rule rule;
	uint64_t end; /* by the effort of the session: given up */
	struct intern
	    places; /* values of the variables, and whose turn it is: numbered as they are met */
	VEC(struct explore_hint) hints;
	VEC(value) parameters; /* of the hints, one after the other */
	VEC(size_t) parameters_from;
	VEC(uint64_t) next; /* values behind the step that is tried */
	uint32_t operation;
	bool has_next;
};

/* ---- a step ----------------------------------------------------------------------------------------------------- */

static const struct operation *operation_at(const struct walker *w, uint32_t i)
{
	return explore_result(w->session->scope.explore)->coverage.at[i].operation;
}

static uint32_t operation_count(const struct walker *w)
{
	return explore_result(w->session->scope.explore)->coverage.count;
}

static void read_state(struct walker *w)
{
	w->next.count = 0;
	for (uint32_t i = 0; i < w->view->variable_count; i++)
		VEC_PUSH(&w->next, eval_get(w->eval, w->view->variables[i]));
}

static bool found_step(void *data)
{
	struct walker *w = data;
	const struct node *p = operation_at(w, w->operation)->parameters;
	uint32_t before = w->parameters.count - (w->has_next ? p->count : 0);
	w->parameters.count = before; /* of an outcome before this one */
	for (uint32_t i = 0; i < p->count; i++)
		VEC_PUSH(&w->parameters, eval_get(w->eval, p->kid[i]->decl));
	read_state(w);
	w->has_next = true;
	return w->rule.takes_last;
}

static void load(struct walker *w, uint32_t place)
{
	const uint64_t *values = intern_at(&w->places, place);
	for (uint32_t i = 0; i < w->view->variable_count; i++)
		eval_set(w->eval, w->view->variables[i], (value)values[i]);
}

/* Tries the operations in the order of the rule; false if none has an outcome. */
static bool step(struct walker *w, uint32_t place, uint32_t turn)
{
	uint32_t count = operation_count(w), from = w->parameters.count;
	w->has_next = false;
	for (uint32_t i = 0; i < count && !w->has_next; i++) {
		uint32_t by = w->rule.is_backwards ? count - i : i;
		w->operation = (w->rule.from + turn + by) % count;
		if (w->rule.leaves_out && w->operation == w->rule.from) continue;
		load(w, place);
		eval_operation(w->eval, operation_at(w, w->operation), found_step, w);
	}
	VEC_PUSH(&w->hints, ((struct explore_hint){w->operation, NULL}));
	VEC_PUSH(&w->parameters_from, from);
	return w->has_next;
}

static bool is_given_up(const struct walker *w)
{
	return session_is_stopped(w->session) || session_effort(w->session) >= w->end;
}

/* Goes on until a place is met again: its number; or EXPLORE_NONE. */
static uint32_t walk(struct walker *w, uint32_t most)
{
	uint32_t turn = 0;
	for (;;) {
		VEC_PUSH(&w->next, turn);
		uint32_t before = w->places.count, place = intern_add(&w->places, w->next.at);
		if (place < before) return place;
		if (place >= most || is_given_up(w)) return EXPLORE_NONE;
		if (!step(w, place, turn)) return EXPLORE_NONE;
		if (w->rule.takes_turns) turn = (turn + 1) % operation_count(w);
	}
}

/* ---- what it shows -------------------------------------------------------------------------------------------------- */

/* The lasso, executed. */
static bool build_run(struct walker *w, uint32_t start, uint32_t back, struct temporal_run *out)
{
	struct explore *x = w->session->scope.explore;
	uint32_t count = w->places.count, width = w->view->variable_count;
	bool is_initial;
	value *states = memory_raw(((size_t)count + 1) * (width + 1) * sizeof *states);
	for (uint32_t i = 0; i <= count; i++)
		for (uint32_t k = 0; k < width; k++)
			states[(size_t)i * width + k] = (value)intern_at(&w->places, i < count ? i : back)[k];
	for (uint32_t i = 0; i < w->hints.count; i++)
		w->hints.at[i].parameters = w->parameters.at + w->parameters_from.at[i];
	struct explore_path path = {.states = states, .count = count + 1, .hints = w->hints.at};
	if (w->view->has_setup)
		path.constants = explore_setup(x, explore_state_setup(x, start, &is_initial));
	out->is_loop = true;
	out->loop_start = back;
	out->positions = count;
	out->first = explore_has_setup(x);
	bool good = explore_retrace(x, &path, &out->trace);
	free(states);
	return good;
}

static void show(struct walker *w, uint32_t start, uint32_t back)
{
	struct temporal_session *s = w->session;
	for (uint32_t i = 0; i < s->properties->count && !is_given_up(w); i++) {
		struct temporal_run *run = &s->verdicts[i].run;
		double begin = base_clock();
		if (!s->formulas[i] || s->properties->at[i].is_ctl) continue;
		temporal_run_clear(run);
		if (build_run(w, start, back, run)) session_confirm(s, i, "walks", NULL);
		if (s->formulas[i]) temporal_run_clear(run);
		s->verdicts[i].seconds += base_clock() - begin;
	}
}

/* One walk by a rule from an initial state. */
static void go(struct temporal_session *s, const struct rule *rule, uint32_t start, uint32_t most,
               uint64_t end)
{
	struct explore_view view;
	explore_view(s->scope.explore, &view);
	struct walker w = {.session = s, .eval = view.eval, .view = &view, .rule = *rule, .end = end};
	intern_init(&w.places, view.variable_count + 1);
	explore_load(s->scope.explore, start);
	read_state(&w);
	uint32_t back = walk(&w, most);
	if (back != EXPLORE_NONE) show(&w, start, back);
	intern_clear(&w.places);
	VEC_CLEAR(&w.hints);
	VEC_CLEAR(&w.parameters);
	VEC_CLEAR(&w.parameters_from);
	VEC_CLEAR(&w.next);
}

/* ---- turns ---------------------------------------------------------------------------------------------------------- */

/* All rules with short walks, then with long ones; false if there are no more. */
static bool rule_at(const struct temporal_session *s, uint32_t index, struct rule *out,
                    uint32_t *start, uint32_t *most)
{
	enum { KINDS = 8 };
	uint32_t starts = s->space.initial < STARTS ? s->space.initial : STARTS;
	uint32_t firsts = explore_result(s->scope.explore)->coverage.count;
	uint32_t kind = index / (firsts * starts), rest = index % (firsts * starts);
	*start = rest % starts;
	*most = kind < KINDS ? NEAR_STEPS : FAR_STEPS;
	kind %= KINDS;
	bool is_backwards = kind & 1, takes_turns = kind & 2;
	*out = (struct rule){rest / starts, is_backwards, takes_turns, takes_turns && !is_backwards,
	                     kind & 4};
	return index < 2 * KINDS * firsts * starts;
}

enum engine_answer walks_seek(void *session, uint64_t effort)
{
	struct temporal_session *s = session;
	uint64_t begun = session_effort(s), most_effort = s->question.effort / SHARE + 1;
	uint64_t more = effort < SCHEDULE_FOR_EVER / PATIENCE ? effort * PATIENCE : SCHEDULE_FOR_EVER;
	if (s->question.effort && more > most_effort) more = most_effort;
	uint64_t end = schedule_after(begun, effort), late = schedule_after(begun, more);
	struct rule rule;
	uint32_t start, most;
	explore_set_interrupt(s->scope.explore, s->question.interrupt);
	if (!s->states.has_begun && schedule_is_alone(&s->schedule, SESSION_walks))
		session_find_initial(s);
	bool has_steps = explore_result(s->scope.explore)->coverage.count > 0;
	if (!s->states.has_begun || s->space.initial == 0 || !has_steps) return ENGINE_ENDED;
	if (explore_is_paired(s->scope.explore)) return ENGINE_ENDED;
	while (!session_is_stopped(s) && session_effort(s) < end) {
		if (!rule_at(s, s->next_walk++, &rule, &start, &most)) return ENGINE_ENDED;
		go(s, &rule, start, most, late);
		if (!session_has_open(s)) return ENGINE_COVERED;
	}
	return ENGINE_GOES_ON;
}

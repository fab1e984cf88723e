/* From one state to the next ones. */
#include "explore/inside.h"

bool step_stopped(const struct explore *x) { return x->options.stop && *x->options.stop; }

void step_load(struct explore *x, uint32_t state)
{
	const value *v = states_at(&x->states, state);
	setup_load(x, v[0]);
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, v + 1);
	x->changes = eval_changes(x->eval);
}

/* What its parent has in common with it was judged there. */
static uint64_t changed_since(const struct explore *x, const value *v, uint32_t parent)
{
	uint64_t changed = 0;
	if (!x->recalls.is_known || parent == EXPLORE_NONE) return UINT64_MAX;
	const value *before = states_at(&x->states, parent);
	for (uint32_t i = 0; i < x->states.width; i++) changed |= before[i] == v[i] ? 0 : states_bit(i);
	return changed;
}

void step_begin(struct explore *x, uint32_t state)
{
	const value *v = states_at(&x->states, state);
	bool has_lazy = false;
	x->recalls.mixed.sum = 0;
	for (uint32_t i = 0; i < x->states.width; i++) {
		x->recalls.mixed.parts[i] = states_part(i, v[i]);
		x->recalls.mixed.sum += x->recalls.mixed.parts[i];
		has_lazy |= i > 0 && value_has_lazy(x->values, v[i]);
	}
	x->recalls.is_loaded = false;
	x->recalls.is_known = !x->options.without_memo && !x->recalls.is_following && !has_lazy;
	x->recalls.changed = changed_since(x, v, states_parent(&x->states, state));
}

void step_need(struct explore *x, uint32_t state)
{
	if (x->recalls.is_loaded && x->changes == eval_changes(x->eval)) return;
	step_load(x, state);
	x->recalls.is_loaded = true;
}

bool explore_load(struct explore *x, uint32_t state)
{
	if (state >= x->states.count) return false;
	step_load(x, state);
	return true;
}

uint32_t explore_state_depth(const struct explore *x, uint32_t state)
{
	uint32_t depth = 0;
	while ((state = states_parent(&x->states, state)) != EXPLORE_NONE) depth++;
	return depth;
}

uint32_t explore_state_operation(const struct explore *x, uint32_t state)
{
	bool is_initial = states_parent(&x->states, state) == EXPLORE_NONE;
	return is_initial ? EXPLORE_NONE : states_operation(&x->states, state);
}

bool step_gather(struct explore *x, uint32_t setup, value *out)
{
	out[0] = setup;
	return eval_get_all(x->eval, x->model.variables.at, x->model.variables.count, out + 1);
}

void step_label(const struct explore *x, const struct operation *o, value *out)
{
	for (uint32_t i = 0; i < o->parameters->count; i++)
		*out++ = eval_get(x->eval, o->parameters->kid[i]->decl);
	for (uint32_t i = 0; i < o->results->count; i++)
		*out++ = eval_get(x->eval, o->results->kid[i]->decl);
}

void step_tell(struct explore *x, uint32_t operation, const value *label, uint32_t target)
{
	if (!x->search.is_watched) return;
	x->options.watcher->transition(x->options.watcher->data, operation, label, target);
}

/* ---- one operation -------------------------------------------------------------------------------- */

struct step_run {
	struct explore *x;
	struct explore_coverage *coverage;
	const struct operation *operation;
	uint32_t state, number, origin; /* where; of what is executed, and its operation */
	uint64_t begun;                 /* the effort before */
	bool is_kept;                   /* for others */
	bool leaves_some;               /* of its outcomes */
};

bool step_takes(struct explore *x, uint32_t taken)
{
	return x->search.thin == 0 || taken == 0 || explore_random(x) % x->search.thin == 0;
}

/* The number of the state in x->vector, or EXPLORE_NONE if it is new and there is no room. */
static uint32_t number_of(struct step_run *s, bool *is_new)
{
	struct explore *x = s->x;
	const value *source = states_at(&x->states, s->state);
	uint64_t sum = x->recalls.mixed.sum;
	bool is_same = true;
	*is_new = false;
	for (uint32_t i = 0; i < x->states.width; i++) {
		if (x->vector[i] == source[i]) continue;
		is_same = false;
		sum += states_part(i, x->vector[i]) - x->recalls.mixed.parts[i];
	}
	if (is_same) return s->state;
	return replay_number(x, s->state, s->origin, states_finish(sum), is_new);
}

static bool is_slow(const struct step_run *s)
{
	return eval_effort(s->x->eval) - s->begun >= EVAL_EFFORT_PER_SECOND / 1000;
}

/* Whoever shows the way to the state need not execute the step again, if that takes more than a millisecond. */
static void keep_label(struct step_run *s, uint32_t id)
{
	struct explore *x = s->x;
	if (!is_slow(s)) return;
	const struct operation *o = s->operation;
	value *label = ARENA_ARRAY(&x->arena, o->parameters->count + o->results->count + 1, value);
	step_label(x, o, label);
	map_put(&x->kept, (void *)((uintptr_t)id + 1), label);
}

static bool found_next(void *data)
{
	struct step_run *s = data;
	struct explore *x = s->x;
	bool is_new;
	if (step_stopped(x)) return false;
	if (!step_takes(x, x->labels.count)) {
		s->leaves_some = true;
		return true;
	}
	step_gather(x, x->current_setup, x->vector);
	uint32_t id = number_of(s, &is_new);
	if (id == EXPLORE_NONE) {
		x->search.is_full = true;
		return false;
	}
	if (is_new) keep_label(s, id);
	if (x->ample) ample_meet(x, id);
	x->label[0] = id;
	step_label(x, s->operation, x->label + 1);
	if (!labels_add(&x->labels, x->label)) return true;
	obligations_meet(x, s->origin, s->state);
	if (s->is_kept) replay_add(x, s->number);
	step_tell(x, s->origin, x->label + 1, id);
	s->coverage->transitions++;
	if (is_new && x->options.order != EXPLORE_BREADTH) VEC_PUSH(&x->search.frontier, id);
	return x->labels.count != x->search.most_outcomes;
}

static void found_orphan(struct explore *x, void *data)
{
	struct step_run *s = data;
	s->coverage->failed = true;
	orphan_report(x, s->state);
}

static bool is_undefined(const struct explore *x)
{
	return eval_failed(x->eval)->kind == EVAL_UNDEFINED;
}

static bool replayed(struct explore *x, struct explore_coverage *c, uint32_t count)
{
	enum { PER_STEP = 4 }; /* it takes less than a step of the evaluator */
	c->transitions += count;
	x->result.stats.transitions += count;
	x->recalls.replayed += 1 + count;
	eval_count_steps(x->eval, x->recalls.replayed / PER_STEP);
	x->recalls.replayed %= PER_STEP;
	return count > 0;
}

uint32_t step_add_part(struct explore *x, uint32_t origin, const struct operation *o)
{
	VEC_PUSH(&x->recalls.parts, ((struct explore_part){origin, o}));
	replay_add_part(x, o);
	return x->result.coverage.count + x->recalls.parts.count - 1;
}

/* Returns whether the operation is enabled. An undefined action gives no transition; an operation
 * that goes wrong otherwise is enabled. */
bool step_execute(struct explore *x, uint32_t state, uint32_t number)
{
	struct explore_part part = step_part(x, number);
	const struct operation *o = part.operation;
	struct explore_coverage *c = &x->result.coverage.at[part.origin];
	struct step_run s = {x, c, o, state, number, part.origin, eval_effort(x->eval), false, false};
	bool is_whole = number == part.origin;
	uint32_t known;
	if (replay_take(x, state, number, &known)) {
		if (known == 0 && is_whole) predict_meet_disabled(x, state, number, 0);
		return replayed(x, c, known);
	}
	step_need(x, state);
	s.is_kept = replay_begin(x, number);
	struct failing f = {x, c->name, o->parameters, state, x->current_setup};
	labels_begin(&x->labels, 1 + o->parameters->count + o->results->count);
	if (x->pairs) pairs_prepare(x, number);
	obligations_begin(x);
	judge_each_failure(&f);
	enum truth t = x->pairs ? pairs_begin(x) : eval_operation(x->eval, o, found_next, &s);
	bool fails = t == EVAL_FAILED, is_enabled = fails && !is_undefined(x);
	judge_no_more_failures(&f, t);
	bool is_all = !x->search.most_outcomes || x->labels.count < x->search.most_outcomes;
	is_all &= !s.leaves_some;
	if (s.is_kept) replay_end(x, state, number, is_all && !fails, is_slow(&s));
	c->failed |= fails;
	if (x->pairs) is_enabled |= pairs_each(x, found_next, found_orphan, &s);
	obligations_end(x, number, state);
	if (!fails && x->labels.count == 0 && is_whole)
		predict_meet_disabled(x, state, number, eval_effort(x->eval) - s.begun);
	x->result.stats.transitions += x->labels.count;
	return is_enabled || x->labels.count > 0;
}

void step_outcomes(struct explore *x, uint32_t number, eval_found *found, void *data)
{
	if (!x->pairs) eval_operation(x->eval, x->result.coverage.at[number].operation, found, data);
	else {
		pairs_prepare(x, number);
		pairs_begin(x);
		pairs_each(x, found, NULL, data);
	}
}

bool step_expand(struct explore *x, uint32_t state)
{
	bool enabled = false;
	predict_begin(x, state);
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		if (step_stopped(x) || x->search.is_full) return true;
		if (!predict_is_disabled(x, i)) enabled |= step_execute(x, state, i);
	}
	predict_end(x, state);
	return enabled || step_stopped(x) || x->search.is_full;
}

/* ---- once more ------------------------------------------------------------------------------------ */

struct again {
	struct explore *x;
	const struct explore_watcher *watcher;
	uint32_t number;
};

static bool found_again(void *data)
{
	struct again *a = data;
	struct explore *x = a->x;
	step_gather(x, x->current_setup, x->vector);
	uint32_t target =
	    x->quotient ? quotient_find(x, x->vector) : states_find(&x->states, x->vector);
	if (target == EXPLORE_NONE) return true;
	x->label[0] = target;
	step_label(x, x->result.coverage.at[a->number].operation, x->label + 1);
	if (labels_add(&x->labels, x->label))
		a->watcher->transition(a->watcher->data, a->number, x->label + 1, target);
	return true;
}

void explore_transitions(struct explore *x, uint32_t state, const struct explore_watcher *w)
{
	const _Atomic int *stop = x->options.stop; /* a limit may have been reached before */
	explore_set_interrupt(x, NULL);
	for (uint32_t i = 0; i < x->result.coverage.count; i++) {
		const struct operation *o = x->result.coverage.at[i].operation;
		struct again a = {x, w, i};
		labels_begin(&x->labels, 1 + o->parameters->count + o->results->count);
		step_load(x, state);
		step_outcomes(x, i, found_again, &a);
	}
	step_load(x, state);
	explore_set_interrupt(x, stop);
}

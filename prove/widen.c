/* Proofs for some sizes of sets that hold for all of them: a counterexample with larger sets would give one with sets of a size that was
 * looked at (bounds/small_model.c). Obligations of which that is not plain are asked once more, alone and with weaker hypotheses
 * (weaken.c), with all sizes from one element on. */
#include "prove/widen.h"

#include "prove/growth.h"

enum {
	MOST_SETS = 3,
	MOST_SIZE = 5,
	MOST_ROWS = 27,
	A_MOMENT = EVAL_EFFORT_PER_SECOND / 20,
	AT_LEAST = EVAL_EFFORT_PER_SECOND / 4,
	SECONDS = 1000000 /* what ends it is the effort */
};

static void holds_for_all(struct stages *d, struct judged *j, uint32_t size)
{
	struct obligation_answer a = *j->answer;
	a.status = OBLIGATION_PROVED;
	j->enough = size;
	stages_keep_answer(d, j, &a);
}

/* ---- by what was asked anyway ---------------------------------------------------------------------------- */

/* Were all combinations of up to so many elements of the sets of open sizes looked at, up to this stage? */
static bool has_all_up_to(const struct stages *d, uint32_t size, uint32_t stage)
{
	const struct universe *u = &d->first.universe;
	uint64_t rows = 0, combinations = 1;
	for (uint32_t i = 0; i < u->sets.count && combinations <= d->tried.count; i++)
		if (u->sets.at[i].is_open) combinations *= size;
	for (uint32_t row = 0; row < d->tried.count; row += u->sets.count + 1) {
		bool counts = d->tried.at[row] <= stage;
		for (uint32_t i = 0; i < u->sets.count; i++) {
			uint32_t tried = d->tried.at[row + 1 + i];
			counts &= u->sets.at[i].is_open ? tried <= size : tried == u->sets.at[i].size;
		}
		rows += counts;
	}
	return rows == combinations; /* no row is there twice */
}

/* ---- by asking again -------------------------------------------------------------------------------------- */

struct widening {
	struct stages *stages;
	uint32_t open[MOST_SETS]; /* sets of the universe */
	uint32_t open_count;
	uint32_t *sizes;  /* of all sets, that are looked at now */
	const char *text; /* the same as text */
	double *seconds;  /* by obligation; 0: it is not asked */
	uint32_t *need;   /* the largest small model of each so far */
	struct widen_effort effort;
	bool any_maxint; /* of these obligations, or of the others */
};

static bool is_asked(const struct widening *w, uint32_t index) { return w->seconds[index] > 0; }

static bool is_any_asked(const struct widening *w)
{
	for (uint32_t i = 0; i < w->stages->list.count; i++)
		if (is_asked(w, i)) return true;
	return false;
}

/* Larger sets than were asked about refute it. */
static void keep_refuted(struct widening *w, uint32_t index, const struct obligation_answer *a)
{
	struct judged *j = &w->stages->list.at[index];
	w->seconds[index] = 0;
	j->is_final = true;
	j->sizes = w->text;
	stages_keep_answer(w->stages, j, a);
}

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct widening *w = data;
	if (a->status == OBLIGATION_REFUTED && !w->any_maxint) {
		keep_refuted(w, index, a);
		return;
	}
	bool is_bounded = a->status == OBLIGATION_PROVED_FOR_SIZES && a->small_model > 0;
	bool needs_integers = a->is_for_maxint && !w->stages->list.at[index].answer->is_for_maxint;
	bool is_good = (a->status == OBLIGATION_PROVED || is_bounded) && !needs_integers;
	if (is_bounded && a->small_model > w->need[index]) w->need[index] = a->small_model;
	if (!is_good || w->need[index] > MOST_SIZE) w->seconds[index] = 0;
	obligation_answer_clear(a);
}

void widen_begin(const struct stages *d, struct widen_effort *e)
{
	struct eval_work work = {0};
	stages_work(d, &work);
	e->before = work.effort;
	e->most = work.effort / 2 + AT_LEAST;
}

bool widen_is_too_much(const struct stages *d, const struct widen_effort *e)
{
	const _Atomic int *interrupt = d->options.prover.search.interrupt;
	struct eval_work work = {0};
	stages_work(d, &work);
	return (interrupt && *interrupt) || work.effort - e->before > e->most;
}

/* What is said of a set may keep it from having the size that it is to have. */
static bool has_sizes(const struct widening *w, const struct universe *u)
{
	for (uint32_t i = 0; i < w->open_count; i++)
		if (u->sets.at[w->open[i]].size != w->sizes[w->open[i]]) return false;
	return true;
}

/* With these sizes. False if that cannot be asked. */
static bool ask(struct widening *w)
{
	struct stages *d = w->stages;
	struct stage s;
	struct prover_options o = d->options.prover;
	o.effort = A_MOMENT;
	o.wants_small_models = o.asks_alone = true;
	o.any_maxint = w->any_maxint;
	d->bounds.usual_sizes = w->sizes;
	bool good = stages_begin_one(d, &s, &o) && has_sizes(w, &s.universe);
	if (good) {
		w->text = stages_sizes_text(d, &s.universe);
		prover_run(s.prover, w->seconds, tell, w);
	}
	stages_end_one(d, &s);
	d->bounds.usual_sizes = NULL;
	return good && !widen_is_too_much(d, &w->effort);
}

static uint32_t combinations(const struct widening *w, uint32_t size)
{
	uint32_t all = 1;
	for (uint32_t i = 0; i < w->open_count; i++) all *= size;
	return all;
}

/* Those whose counterexamples need no larger sets. */
static void settle(struct widening *w, uint32_t size)
{
	for (uint32_t i = 0; i < w->stages->list.count; i++) {
		if (!is_asked(w, i) || w->need[i] > size) continue;
		holds_for_all(w->stages, &w->stages->list.at[i], size);
		w->seconds[i] = 0;
	}
}

static void ask_with_all_sizes(struct widening *w)
{
	uint32_t *sizes[MOST_SETS];
	for (uint32_t i = 0; i < w->open_count; i++) sizes[i] = &w->sizes[w->open[i]];
	for (uint32_t size = 1; size <= MOST_SIZE && combinations(w, size) <= MOST_ROWS; size++) {
		for (uint32_t i = 0; i < w->open_count; i++) *sizes[i] = 1;
		bool goes_on = size == 1 || growth_next_with(sizes, w->open_count, size);
		while (goes_on) {
			if (!is_any_asked(w) || !ask(w)) return;
			goes_on = growth_next_with(sizes, w->open_count, size);
		}
		settle(w, size);
	}
}

/* ---- both --------------------------------------------------------------------------------------------------- */

static bool find_open(struct widening *w)
{
	const struct universe *u = &w->stages->first.universe;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		if (!u->sets.at[i].is_open) continue;
		if (w->open_count == MOST_SETS) return false;
		w->open[w->open_count++] = i;
	}
	return w->open_count > 0;
}

static bool is_to_be_asked(const struct stages *d, uint32_t index)
{
	const struct judged *j = &d->list.at[index];
	return j->is_selected && judged_status(j) == OBLIGATION_PROVED_FOR_SIZES;
}

/* Half of the effort of the stages, and a quarter of a second. */
static void ask_again(struct stages *d, bool any_maxint)
{
	struct widening w = {.stages = d, .any_maxint = any_maxint};
	widen_begin(d, &w.effort);
	w.seconds = ARENA_ARRAY(d->arena, d->list.count + 1, double);
	w.sizes = ARENA_ARRAY(d->arena, d->first.universe.sets.count + 1, uint32_t);
	w.need = ARENA_ARRAY(d->arena, d->list.count + 1, uint32_t);
	for (uint32_t i = 0; i < d->first.universe.sets.count; i++)
		w.sizes[i] = d->first.universe.sets.at[i].size;
	for (uint32_t i = 0; i < d->list.count; i++) {
		w.seconds[i] = is_to_be_asked(d, i) && d->list.at[i].any_maxint == any_maxint ? SECONDS : 0;
		w.need[i] = 1;
	}
	if (find_open(&w) && is_any_asked(&w)) ask_with_all_sizes(&w);
}

void stages_widen(struct stages *d)
{
	bool may_be_infinite =
	    d->project->is_eventb; /* a carrier set: so may be what a solution needs */
	if (may_be_infinite || !prover_has_default(d->first.prover)) return;
	for (uint32_t i = 0; i < d->list.count; i++) {
		struct judged *j = &d->list.at[i];
		bool is_plain =
		    is_to_be_asked(d, i) && j->small_model && has_all_up_to(d, j->small_model, j->stage);
		if (is_plain) holds_for_all(d, j, j->small_model);
	}
	/* cores are of those hypotheses that were asked with */
	if (d->options.finds_cores) return;
	ask_again(d, false);
	ask_again(d, true);
}

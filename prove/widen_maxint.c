/* Answers for MININT..MAXINT, where nobody has chosen these: what is proved is asked once more with both as names (any_maxint.c), so that it
 * holds for any; and what then still depends on them, proved or refuted, with the numbers of a computer. */
#include "prove/widen.h"

enum { A_MOMENT = EVAL_EFFORT_PER_SECOND / 20, SECONDS = 1000000 /* what ends it is the effort */ };

struct other_range {
	struct stages *stages;
	double *seconds;       /* by obligation; 0: it is not asked any more */
	uint32_t *small_model; /* the largest of the answers */
	uint32_t *proofs;      /* for the sizes that were asked about */
	bool *is_proved;       /* for all sizes */
	bool is_any;           /* any MININT < 0 < MAXINT; or else those of a computer */
	const char *text;      /* the present sizes */
	uint64_t each;         /* effort about one of them, with one combination of sizes */
	struct widen_effort effort;
};

/* ---- asking ------------------------------------------------------------------------------------------------ */

static bool is_proved_somehow(enum obligation_status s)
{
	return s == OBLIGATION_PROVED || s == OBLIGATION_PROVED_FOR_SIZES;
}

/* It is false for the numbers of a computer. What was proved is so only for small ones. */
static void keep_refuted(struct other_range *w, uint32_t index, const struct obligation_answer *a)
{
	struct judged *j = &w->stages->list.at[index];
	j->large = LARGE_REFUTED;
	if (!is_proved_somehow(judged_status(j))) return;
	j->is_of_large = true;
	j->sizes = w->text;
	stages_keep_answer(w->stages, j, a);
}

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct other_range *w = data;
	bool is_refuted = a->status == OBLIGATION_REFUTED && !w->is_any;
	bool is_kept = is_refuted && is_proved_somehow(judged_status(&w->stages->list.at[index]));
	bool is_proved = is_proved_somehow(a->status);
	if (w->is_any) is_proved &= !a->is_for_maxint; /* there should be no word of it any more */
	bool is_for_all = is_proved && a->status == OBLIGATION_PROVED;
	if (a->small_model > w->small_model[index]) w->small_model[index] = a->small_model;
	w->is_proved[index] |= is_for_all;
	w->proofs[index] += is_proved;
	if (!is_proved || is_for_all) w->seconds[index] = 0;
	if (is_refuted) keep_refuted(w, index, a);
	if (!is_kept) obligation_answer_clear(a);
	for (uint32_t i = 0; widen_is_too_much(w->stages, &w->effort) && i < w->stages->list.count; i++)
		w->seconds[i] = 0;
}

/* The numbers of a computer, from which integers without bounds are not drawn. */
static bool begin(struct other_range *w, struct stage *s, const struct prover_options *o)
{
	struct stages *d = w->stages;
	struct bounds_options usual = d->bounds;
	struct bounds_fit fit = {.has_range = true, .low = -BOUNDS_COMPUTER, .high = BOUNDS_COMPUTER};
	if (!w->is_any) {
		if (d->bounds.fit) fit.sizes = d->bounds.fit->sizes;
		d->bounds.fit = &fit;
		d->bounds.is_near = true;
	}
	bool good = stages_begin_one(d, s, o);
	for (uint32_t i = 0; good && i < s->universe.sets.count; i++)
		good = s->universe.sets.at[i].size == d->bounds.usual_sizes[i]; /* or MAXINT is in it */
	d->bounds = usual;
	return good;
}

static uint32_t width(const struct stages *d) { return d->first.universe.sets.count + 1; }

/* Was the obligation looked at with these sizes? Those of one that is refuted are all that were. */
static bool is_of(const struct stages *d, uint32_t row, const struct judged *j)
{
	return judged_status(j) == OBLIGATION_REFUTED || d->tried.at[row] <= j->stage;
}

/* With the sizes of this row of what was tried. False if there is no point in going on. */
static bool ask(struct other_range *w, uint32_t row)
{
	struct stages *d = w->stages;
	struct stage s;
	struct prover_options o = d->options.prover;
	o.effort = w->each;
	o.any_maxint = w->is_any;
	o.asks_alone = true;
	d->bounds.usual_sizes = d->tried.at + row + 1;
	double *kept = ARENA_ARRAY(d->arena, d->list.count + 1, double);
	for (uint32_t i = 0; i < d->list.count; i++) {
		kept[i] = w->seconds[i];
		if (!is_of(d, row, &d->list.at[i])) w->seconds[i] = 0;
	}
	bool good = begin(w, &s, &o);
	if (good) {
		w->text = stages_sizes_text(d, &s.universe);
		prover_run(s.prover, w->seconds, tell, w);
	}
	for (uint32_t i = 0; i < d->list.count; i++)
		if (!is_of(d, row, &d->list.at[i])) w->seconds[i] = kept[i];
	stages_end_one(d, &s);
	d->bounds.usual_sizes = NULL;
	return good && !widen_is_too_much(d, &w->effort);
}

/* ---- what follows ------------------------------------------------------------------------------------------ */

static void holds_for_any(struct other_range *w, uint32_t index)
{
	struct judged *j = &w->stages->list.at[index];
	struct obligation_answer a = *j->answer;
	if (w->is_proved[index]) a.status = OBLIGATION_PROVED;
	a.is_for_maxint = false;
	j->any_maxint = true;
	j->small_model = w->small_model[index];
	stages_keep_answer(w->stages, j, &a);
}

/* With all sizes that were looked at, or with any. */
static bool holds(const struct other_range *w, uint32_t index)
{
	const struct stages *d = w->stages;
	const struct judged *j = &d->list.at[index];
	uint32_t needed = 0;
	for (uint32_t row = 0; row < d->tried.count; row += width(d)) needed += is_of(d, row, j);
	bool is_for_these = judged_status(j) != OBLIGATION_PROVED && needed > 0;
	return w->is_proved[index] || (is_for_these && w->proofs[index] == needed);
}

static bool is_asked(const struct stages *d, uint32_t index, bool is_any);

static void conclude(struct other_range *w)
{
	const struct stages *d = w->stages;
	for (uint32_t i = 0; i < d->list.count; i++) {
		struct judged *j = &d->list.at[i];
		if (!is_asked(d, i, w->is_any) || j->is_of_large) continue;
		if (w->is_any && holds(w, i)) holds_for_any(w, i);
		if (w->is_any || j->large == LARGE_REFUTED) continue;
		j->large = holds(w, i) ? LARGE_PROVED : LARGE_UNKNOWN;
	}
}

/* ---- which ------------------------------------------------------------------------------------------------- */

static bool uses_integers(const struct universe *u, const struct obligation *o)
{
	struct bounds_use use = {0};
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		bounds_use_of(u, obligation_hypothesis(o, i)->node, &use);
	if (o->goal) bounds_use_of(u, o->goal, &use);
	if (o->body) bounds_use_of(u, o->body, &use);
	return use.integers;
}

static bool is_asked(const struct stages *d, uint32_t index, bool is_any)
{
	const struct judged *j = &d->list.at[index];
	const struct universe *u = &d->first.universe;
	if (!j->is_selected || d->options.prover.is_bare || !j->answer) return false;
	if (is_proved_somehow(j->answer->status))
		return j->answer->is_for_maxint &&
		       (is_any ? u->minint < 0 && u->maxint > 0 : u->is_range_free);
	const struct obligation *o = prover_obligation(d->first.prover, index);
	return !is_any && u->is_range_free && u->maxint < BOUNDS_COMPUTER && o &&
	       j->answer->status == OBLIGATION_REFUTED && o->what != GOAL_SATISFIABLE &&
	       uses_integers(u, o);
}

bool stages_may_widen_maxint(const struct stages *d, uint32_t index)
{
	return is_asked(d, index, true) || is_asked(d, index, false);
}

/* ---- the frame --------------------------------------------------------------------------------------------- */

/* With all sizes that were tried. */
static void ask_all(struct stages *d, bool is_any, uint64_t each)
{
	struct other_range w = {.stages = d, .is_any = is_any, .each = each};
	bool is_needed = false;
	w.seconds = ARENA_ARRAY(d->arena, d->list.count + 1, double);
	w.small_model = ARENA_ARRAY(d->arena, d->list.count + 1, uint32_t);
	w.proofs = ARENA_ARRAY(d->arena, d->list.count + 1, uint32_t);
	w.is_proved = ARENA_ARRAY(d->arena, d->list.count + 1, bool);
	for (uint32_t i = 0; i < d->list.count; i++) {
		w.small_model[i] = w.proofs[i] = 0;
		w.is_proved[i] = false;
		w.seconds[i] = is_asked(d, i, is_any) ? SECONDS : 0;
		is_needed |= w.seconds[i] > 0;
	}
	if (!is_needed) return;
	widen_begin(d, &w.effort);
	for (uint32_t row = 0; row < d->tried.count && ask(&w, row);) row += width(d);
	conclude(&w);
}

/* Most are easy, and are not to wait for those that are not. */
void stages_widen_maxint(struct stages *d)
{
	ask_all(d, true, A_MOMENT / 10);
	ask_all(d, true, A_MOMENT);
	ask_all(d, false, A_MOMENT * 2);
}

/* Proofs for some MININT..MAXINT that hold for all of them: obligations are asked once more, with both as names (any_maxint.c). */
#include "prove/widen.h"

enum { A_MOMENT = EVAL_EFFORT_PER_SECOND / 20, SECONDS = 1000000 /* what ends it is the effort */ };

struct any_range {
	struct stages *stages;
	double *seconds;       /* by obligation; 0: it is not asked any more */
	uint32_t *small_model; /* the largest of the answers */
	uint32_t *proofs;      /* for the sizes that were asked about */
	bool *is_proved;       /* for all sizes */
	struct widen_effort effort;
};

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct any_range *w = data;
	bool is_for_all = a->status == OBLIGATION_PROVED;
	bool is_proved = is_for_all || a->status == OBLIGATION_PROVED_FOR_SIZES;
	is_proved &= !a->is_for_maxint; /* there should be no word of it any more */
	is_for_all &= is_proved;
	if (a->small_model > w->small_model[index]) w->small_model[index] = a->small_model;
	w->is_proved[index] |= is_for_all;
	w->proofs[index] += is_proved;
	if (!is_proved || is_for_all) w->seconds[index] = 0;
	obligation_answer_clear(a);
}

/* With the sizes of this row of what was tried. False if there is no point in going on. */
static bool ask(struct any_range *w, uint32_t row)
{
	struct stages *d = w->stages;
	struct stage s;
	struct prover_options o = d->options.prover;
	o.effort = A_MOMENT;
	o.any_maxint = o.wants_small_models = o.asks_alone = true;
	d->bounds.usual_sizes = d->tried.at + row + 1;
	double *seconds = ARENA_ARRAY(d->arena, d->list.count + 1, double);
	for (uint32_t i = 0; i < d->list.count; i++)
		seconds[i] = d->tried.at[row] <= d->list.at[i].stage ? w->seconds[i] : 0;
	bool good = stages_begin_one(d, &s, &o);
	if (good) prover_run(s.prover, seconds, tell, w);
	stages_end_one(d, &s);
	d->bounds.usual_sizes = NULL;
	return good && !widen_is_too_much(d, &w->effort);
}

/* ---- what follows ------------------------------------------------------------------------------------------ */

static void holds_for_any(struct any_range *w, uint32_t index)
{
	struct judged *j = &w->stages->list.at[index];
	struct obligation_answer a = *j->answer;
	if (w->is_proved[index]) a.status = OBLIGATION_PROVED;
	a.is_for_maxint = false;
	j->any_maxint = true;
	j->small_model = w->small_model[index];
	stages_keep_answer(w->stages, j, &a);
}

static void conclude(struct any_range *w)
{
	const struct stages *d = w->stages;
	uint32_t width = d->first.universe.sets.count + 1;
	for (uint32_t i = 0; i < d->list.count; i++) {
		const struct judged *j = &d->list.at[i];
		uint32_t needed = 0;
		for (uint32_t row = 0; row < d->tried.count; row += width)
			needed += d->tried.at[row] <= j->stage;
		bool is_for_sizes = judged_status(j) == OBLIGATION_PROVED_FOR_SIZES;
		bool is_for_these = is_for_sizes && needed > 0 && w->proofs[i] == needed;
		if (w->is_proved[i] || is_for_these) holds_for_any(w, i);
	}
}

bool stages_may_widen_maxint(const struct stages *d, const struct judged *j)
{
	const struct universe *u = &d->first.universe;
	bool is_one = u->minint < 0 && u->maxint > 0; /* of those that it is to hold for */
	enum obligation_status s = judged_status(j);
	bool is_proved = s == OBLIGATION_PROVED || s == OBLIGATION_PROVED_FOR_SIZES;
	return j->is_selected && is_proved && j->answer->is_for_maxint && is_one &&
	       !d->options.prover.is_bare;
}

static bool select_all(struct any_range *w)
{
	const struct stages *d = w->stages;
	bool is_any = false;
	for (uint32_t i = 0; i < d->list.count; i++) {
		bool is_asked = stages_may_widen_maxint(d, &d->list.at[i]);
		w->seconds[i] = is_asked ? SECONDS : 0;
		is_any |= is_asked;
	}
	return is_any;
}

void stages_widen_maxint(struct stages *d)
{
	uint32_t width = d->first.universe.sets.count + 1;
	struct any_range w = {.stages = d};
	w.seconds = ARENA_ARRAY(d->arena, d->list.count + 1, double);
	w.small_model = ARENA_ARRAY(d->arena, d->list.count + 1, uint32_t);
	w.proofs = ARENA_ARRAY(d->arena, d->list.count + 1, uint32_t);
	w.is_proved = ARENA_ARRAY(d->arena, d->list.count + 1, bool);
	for (uint32_t i = 0; i < d->list.count; i++) {
		w.small_model[i] = w.proofs[i] = 0;
		w.is_proved[i] = false;
	}
	if (!select_all(&w)) return;
	widen_begin(d, &w.effort);
	for (uint32_t row = 0; row < d->tried.count && ask(&w, row);) row += width;
	conclude(&w);
}

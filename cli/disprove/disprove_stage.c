/* Obligations with all sizes of deferred sets that are open, a stage at a time (prove/growth.c). */
#include "cli/disprove/disprove.h"

/* ---- stages ---------------------------------------------------------------------------------------- */

void stage_close(struct disproof *d, struct stage *s)
{
	if (s->prover) {
		prover_work(s->prover, &d->work);
		prover_close(s->prover);
	}
	universe_clear(&s->universe);
	VEC_CLEAR(&s->origin);
}

/* Sequents are read once, with the first sizes. */
static bool add_sequents(struct disproof *d, struct stage *s)
{
	if (s == &d->first) return sequents_add(&d->sequents, s->prover, d->model.project, &s->origin);
	for (uint32_t i = 0; d->sequents.count && i < prover_count(d->first.prover); i++)
		prover_add(s->prover, disproof_of(d, i));
	return true;
}

bool stage_open(struct disproof *d, struct stage *s)
{
	struct text notes = {0};
	struct model *m = &d->model;
	memset(s, 0, sizeof *s);
	bool good =
	    m->diag.errors == 0 && m->project && model_universe(m, &d->bounds, &s->universe, &notes);
	if (good) s->prover = prover_open(m->project, &s->universe, &d->arena, &d->options);
	good = good && add_sequents(d, s);
	text_clear(&notes);
	return good;
}

/* ---- answers --------------------------------------------------------------------------------------- */

static bool is_last_word(enum obligation_status s)
{
	return s == OBLIGATION_REFUTED || s == OBLIGATION_REFUTED_PARTLY || s == OBLIGATION_PROVED ||
	       s == OBLIGATION_DOUBTFUL;
}

/* With other sizes it will not be asked again, nor is it said for how many it holds. */
static bool is_settled(const struct disproof *d, const struct judged *j)
{
	enum obligation_status s = judged_status(j);
	bool is_for_sizes = s == OBLIGATION_PROVED_FOR_SIZES || s == OBLIGATION_NONE;
	return !prover_has_default(d->first.prover) || (j->is_final && !is_for_sizes);
}

/* Of what was found with smaller sets and now, what counts? */
static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct disproof *d = data;
	struct judged *j = &d->list.at[index];
	if (j->answer && a->is_late) { /* what is known of smaller sets counts */
		j->seconds += a->seconds;
		j->is_final = true;
		obligation_answer_clear(a);
		return;
	}
	bool was_cut = j->answer && j->answer->status == OBLIGATION_NONE;
	bool is_vacuous = a->is_contradictory && (!j->answer || j->answer->is_contradictory);
	j->seconds += a->seconds;
	d->known += !j->answer;
	if (j->answer) obligation_answer_clear(j->answer);
	else j->answer = ARENA_NEW(&d->arena, struct obligation_answer);
	*j->answer = *a;
	j->answer->is_contradictory = is_vacuous;
	if (was_cut && a->status == OBLIGATION_PROVED_FOR_SIZES) j->answer->status = OBLIGATION_NONE;
	j->answers++;
	j->sizes = d->sizes;
	j->is_final = is_last_word(a->status);
	bool is_limit = a->status == OBLIGATION_OPEN && disproof_of(d, index)->what != GOAL_SATISFIABLE;
	if (is_limit || j->seconds >= d->options.search.seconds) j->is_final = true;
	j->is_settled = is_settled(d, j);
	disprove_told(d, j);
}

/* The seconds that are left for each; 0: there is nothing more to ask. */
static double *wanted_now(struct disproof *d, uint32_t *count)
{
	double *wanted = ARENA_ARRAY(&d->arena, d->list.count + 1, double);
	*count = 0;
	for (uint32_t i = 0; i < d->list.count; i++) {
		const struct judged *j = &d->list.at[i];
		bool is_wanted = j->is_selected && !j->is_final;
		wanted[i] = is_wanted ? d->options.search.seconds - j->seconds : 0;
		*count += is_wanted;
	}
	return wanted;
}

/* Conjuncts that an operation may break are perhaps true in all runs all the same. Each is asked about once,
 * whatever the operation. */
static void run_induction(struct disproof *d, const struct stage *s, const double *wanted)
{
	enum { MOST_STEPS = 5 };
	for (uint32_t i = 0; i < d->list.count && !d->watch.flag; i++) {
		struct judged *j = &d->list.at[i];
		const struct obligation *o = prover_obligation(s->prover, i);
		const struct judged *known = NULL;
		if (wanted[i] <= 0 || o->kind != OBLIGATION_PRESERVATION || !j->answer ||
		    j->answer->status != OBLIGATION_REFUTED || j->answer->reach == REACH_FOUND ||
		    j->answer->reach == REACH_OTHER)
			continue;
		for (uint32_t k = 0; k < i && !known; k++)
			if (wanted[k] > 0 && d->list.at[k].has_induction &&
			    prover_obligation(s->prover, k)->goal == o->goal)
				known = &d->list.at[k];
		j->has_induction = true;
		j->induction =
		    known ? known->induction : prover_induct(s->prover, o, MOST_STEPS, &j->steps);
		if (known) j->steps = known->steps;
	}
}

static void run_stage(struct disproof *d, const struct stage *s)
{
	uint32_t count;
	double *wanted = wanted_now(d, &count);
	if (count) prover_run(s->prover, wanted, tell, d);
	if (d->cli->options.induct) run_induction(d, s, wanted);
}

/* ---- sizes ------------------------------------------------------------------------------------------ */

/* What is said of a set may keep it from having the size that it is to have. */
static bool was_tried(struct disproof *d, const struct universe *u, uint32_t stage)
{
	uint32_t width = u->sets.count;
	for (uint32_t row = 0; row < d->tried.count; row += width + 1) {
		uint32_t i = 0;
		while (i < width && d->tried.at[row + 1 + i] == u->sets.at[i].size) i++;
		if (i == width) return true;
	}
	VEC_PUSH(&d->tried, stage);
	for (uint32_t i = 0; i < width; i++) VEC_PUSH(&d->tried, u->sets.at[i].size);
	return false;
}

static const char *sizes_text(struct disproof *d, const struct universe *u)
{
	struct text t = {0};
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind != DECL_ENUMERATED_SET)
			text_format(&t, "%s%s = %u", t.count ? ", " : "", u->sets.at[i].decl->name,
			            u->sets.at[i].size);
	const char *text = arena_text(&d->arena, text_get(&t), t.count);
	text_clear(&t);
	return text;
}

void disprove_sizes(const struct disproof *d, uint32_t stage, struct text *out)
{
	const struct universe *u = &d->first.universe;
	bool comma = false;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (s->decl->kind == DECL_ENUMERATED_SET) continue;
		uint32_t last = s->size;
		for (uint32_t row = 0; row < d->tried.count; row += u->sets.count + 1)
			if (d->tried.at[row] <= stage && d->tried.at[row + 1 + i] > last)
				last = d->tried.at[row + 1 + i];
		text_format(out, "%s%s = ", comma ? ", " : "", s->decl->name);
		if (last > s->size) text_format(out, "%u..", s->size);
		text_format(out, "%u", last);
		comma = true;
	}
	if (d->grow_together && stage > 1) text_add(out, " together");
}

/* ---- sizes that fit ----------------------------------------------------------------------------------- */

/* Will the sizes be looked at anyway, in some stage? */
static bool is_met(const struct disproof *d, const struct universe *u)
{
	uint32_t count = 0, largest = 0, smallest = UINT32_MAX;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (!growth_is_open(s)) continue;
		count++;
		if (s->size > largest) largest = s->size;
		if (s->size < smallest) smallest = s->size;
	}
	return largest <= d->grow && (smallest == largest || !growth_are_many(count, d->grow));
}

/* Where PROPERTIES have no solution nothing is shown of an obligation. */
static void keep_fit(struct disproof *d, const struct universe *u)
{
	uint32_t count = u->sets.count;
	uint32_t *sizes = ARENA_ARRAY(&d->arena, count + 1, uint32_t);
	d->why = ARENA_ARRAY(&d->arena, count + 1, const char *);
	d->fit = (struct bounds_fit){sizes, u->range_why != NULL, u->minint, u->maxint};
	d->why[count] = u->range_why;
	bool starts_there = !is_met(d, u);
	if (starts_there) d->first_sizes = ARENA_ARRAY(&d->arena, count + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		bool is_grown = growth_is_open(s), counts = starts_there || !is_grown;
		d->why[i] = counts ? s->why : NULL;
		sizes[i] = s->why && !is_grown ? s->size : 0;
		if (starts_there) d->first_sizes[i] = s->why && is_grown ? s->size : 1;
	}
	d->bounds.fit = &d->fit;
}

bool disprove_fit(struct disproof *d)
{
	struct universe u = {0};
	struct text notes = {0};
	bool good = model_fit(d->cli, &d->model, &d->bounds, &u, &notes);
	if (good) keep_fit(d, &u);
	d->work.effort += u.effort;
	universe_clear(&u);
	text_clear(&notes);
	return good;
}

bool disprove_open(struct disproof *d)
{
	d->bounds.usual_sizes = d->first_sizes;
	bool good = stage_open(d, &d->first);
	d->bounds.usual_sizes = NULL;
	struct universe *u = &d->first.universe;
	for (uint32_t i = 0; good && d->why && i < u->sets.count; i++) u->sets.at[i].why = d->why[i];
	if (good && d->why) u->range_why = d->why[u->sets.count];
	return good;
}

/* ---- all stages ------------------------------------------------------------------------------------- */

/* From the first sizes on. */
static const uint32_t *sizes_from(struct disproof *d, const uint32_t *sizes)
{
	uint32_t count = d->first.universe.sets.count;
	uint32_t *sum = ARENA_ARRAY(&d->arena, count + 1, uint32_t);
	if (!d->first_sizes) return sizes;
	for (uint32_t i = 0; i < count; i++) sum[i] = sizes[i] + d->first_sizes[i] - 1;
	return sum;
}

static void run_with(struct disproof *d, uint32_t stage, const uint32_t *sizes, uint32_t *runs)
{
	struct stage s;
	uint32_t left;
	wanted_now(d, &left);
	if ((left == 0 && !d->cli->options.core) || d->watch.flag) return;
	d->bounds.usual_sizes = sizes_from(d, sizes);
	if (stage_open(d, &s) && !was_tried(d, &s.universe, stage)) {
		d->sizes = sizes_text(d, &s.universe);
		run_stage(d, &s);
		++*runs;
	}
	stage_close(d, &s);
	d->bounds.usual_sizes = NULL;
}

/* An obligation was looked at in a stage if it was with all sizes. */
static void end_stage(struct disproof *d, uint32_t stage, uint32_t runs)
{
	for (uint32_t i = 0; i < d->list.count; i++)
		if (d->list.at[i].answers == runs) d->list.at[i].stage = stage;
	if (!d->watch.flag) d->stage = stage;
}

/* Those for which sets have to grow. */
static const struct obligation **still_asked(struct disproof *d, uint32_t *count)
{
	const struct obligation **asked =
	    ARENA_ARRAY(&d->arena, d->list.count + 1, const struct obligation *);
	*count = 0;
	for (uint32_t i = 0; i < d->list.count; i++) {
		const struct judged *j = &d->list.at[i];
		if (j->is_selected && (!j->is_final || d->cli->options.core))
			asked[(*count)++] = disproof_of(d, i);
	}
	return asked;
}

static void run_of_stage(struct disproof *d, uint32_t stage)
{
	struct growth g;
	uint32_t runs = 0, count;
	const struct obligation **asked = still_asked(d, &count);
	growth_open(&g, &d->first.universe, stage, d->grow, asked, count);
	d->grow_together |= g.is_together;
	for (uint32_t i = 0; i < d->list.count; i++) d->list.at[i].answers = 0;
	while (growth_next(&g)) run_with(d, stage, g.sizes, &runs);
	end_stage(d, stage, runs);
	growth_close(&g);
}

/* ---- cores ------------------------------------------------------------------------------------------- */

/* All stages at once, for hypotheses that suffice in all of them: what is proved for all sizes may need
 * less for those that are looked at. */
struct opened {
	struct stage *stages;
	struct prover **provers;
	uint32_t *number; /* of each stage */
	uint32_t count;
};

static void open_all(struct disproof *d, struct opened *o)
{
	uint32_t width = d->first.universe.sets.count + 1, rows = d->tried.count / width;
	o->stages = ARENA_ARRAY(&d->arena, rows, struct stage);
	o->provers = ARENA_ARRAY(&d->arena, rows, struct prover *);
	o->number = ARENA_ARRAY(&d->arena, rows, uint32_t);
	o->provers[0] = d->first.prover;
	o->number[0] = 1;
	o->count = 1;
	for (uint32_t i = 1; i < rows; i++) {
		d->bounds.usual_sizes = d->tried.at + i * width + 1;
		bool good = stage_open(d, &o->stages[i]);
		REQUIRE(good); /* it was open before */
		o->number[i] = d->tried.at[i * width];
		o->provers[o->count++] = o->stages[i].prover;
	}
	d->bounds.usual_sizes = NULL;
}

static void find_cores(struct disproof *d)
{
	struct opened o;
	open_all(d, &o);
	for (uint32_t i = 0; i < d->list.count && !d->watch.flag; i++) {
		struct judged *j = &d->list.at[i];
		uint32_t count = 0;
		enum obligation_status s = judged_status(j);
		bool is_proved = s == OBLIGATION_PROVED || s == OBLIGATION_PROVED_FOR_SIZES;
		bool has_proof = disproof_of(d, i)->what != GOAL_SATISFIABLE;
		if (j->stage == 0 || !is_proved || !has_proof) continue;
		uint32_t last = s == OBLIGATION_PROVED ? d->grow : j->stage;
		while (count < o.count && o.number[count] <= last) count++;
		double start = report_clock();
		prover_core(o.provers, count, i, j->answer);
		j->seconds += report_clock() - start;
	}
	for (uint32_t i = 1; i < o.count; i++) stage_close(d, &o.stages[i]);
}

static void run_all(struct disproof *d)
{
	d->sizes = sizes_text(d, &d->first.universe);
	was_tried(d, &d->first.universe, 1);
	run_stage(d, &d->first);
	end_stage(d, 1, 1);
	if (!prover_has_default(d->first.prover)) return;
	for (uint32_t stage = 2; stage <= d->grow && !d->watch.flag; stage++) {
		uint32_t left;
		wanted_now(d, &left);
		if (left == 0 && !d->cli->options.core) return;
		run_of_stage(d, stage);
	}
}

void disprove_stages(struct disproof *d)
{
	run_all(d);
	if (d->cli->options.core) find_cores(d);
}

/* Obligations with all sizes of deferred sets that are open, a stage at a time (prove/growth.c). */
#include "prove/stages.h"

#include "prove/growth.h"
#include "prove/widen.h"

/* ---- stages ---------------------------------------------------------------------------------------- */

static bool is_stopped(const struct stages *d)
{
	const _Atomic int *interrupt = d->options.prover.search.interrupt;
	return interrupt && *interrupt;
}

static bool is_satisfiability(const struct stages *d, uint32_t index)
{
	return prover_label(d->first.prover, index).what == GOAL_SATISFIABLE;
}

void stages_end_one(struct stages *d, struct stage *s)
{
	if (s->prover) {
		prover_work(s->prover, &d->work);
		prover_close(s->prover);
	}
	universe_clear(&s->universe);
}

bool stages_begin_one(struct stages *d, struct stage *s, const struct prover_options *o)
{
	struct text notes = {0};
	struct project *p = d->project;
	memset(s, 0, sizeof *s);
	bool good = p && p->diag->errors == 0 && bounds_universe(p, &d->bounds, &s->universe, &notes);
	if (good) s->prover = prover_open(p, &s->universe, d->arena, o);
	if (good && s != &d->first && d->options.prover.is_bare)
		prover_share(s->prover, d->first.prover);
	text_clear(&notes);
	return good;
}

static bool stage_open(struct stages *d, struct stage *s)
{
	return stages_begin_one(d, s, &d->options.prover);
}

/* ---- answers --------------------------------------------------------------------------------------- */

static bool is_last_word(enum obligation_status s)
{
	return s == OBLIGATION_REFUTED || s == OBLIGATION_REFUTED_PARTLY || s == OBLIGATION_PROVED ||
	       s == OBLIGATION_DOUBTFUL;
}

/* With other sizes or another MAXINT it will not be asked again, nor is it said for how many it holds. */
static bool is_settled(const struct stages *d, uint32_t index)
{
	const struct judged *j = &d->list.at[index];
	enum obligation_status s = judged_status(j);
	bool is_for_sizes = s == OBLIGATION_PROVED_FOR_SIZES || s == OBLIGATION_NONE;
	if (stages_may_widen_maxint(d, index)) return false;
	return !prover_has_default(d->first.prover) || (j->is_final && !is_for_sizes);
}

/* Cores are added to the answers of each. */
static bool may_be_shared(const struct stages *d, const struct obligation_answer *a)
{
	return !d->options.finds_cores && obligation_answer_is_plain(a);
}

static struct obligation_answer *shared_answer(struct stages *d, const struct obligation_answer *a)
{
	for (uint32_t i = d->plain.count; i > 0; i--)
		if (obligation_answer_is_same(d->plain.at[i - 1], a)) return d->plain.at[i - 1];
	struct obligation_answer *new = ARENA_NEW(d->arena, struct obligation_answer);
	*new = *a;
	VEC_PUSH(&d->plain, new);
	return new;
}

void stages_keep_answer(struct stages *d, struct judged *j, const struct obligation_answer *a)
{
	bool has_own = j->answer && !may_be_shared(d, j->answer);
	if (has_own) obligation_answer_clear(j->answer);
	if (may_be_shared(d, a)) {
		j->answer = shared_answer(d, a);
		return;
	}
	if (!has_own) j->answer = ARENA_NEW(d->arena, struct obligation_answer);
	*j->answer = *a;
	obligation_answer_trim(j->answer);
}

/* Of what was found with smaller sets and now, what counts? */
static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct stages *d = data;
	struct judged *j = &d->list.at[index];
	if (j->answer && a->is_late) { /* what is known of smaller sets counts */
		j->seconds += a->seconds;
		j->spent += a->spent;
		j->is_final = true;
		obligation_answer_clear(a);
		return;
	}
	bool was_cut = j->answer && j->answer->status == OBLIGATION_NONE;
	bool is_vacuous = a->is_contradictory && (!j->answer || j->answer->is_contradictory);
	j->seconds += a->seconds;
	j->spent += a->spent;
	j->is_final = is_last_word(a->status);
	a->is_contradictory = is_vacuous;
	if (a->small_model > j->small_model) j->small_model = a->small_model;
	a->is_for_maxint |= j->answer && j->answer->is_for_maxint;
	if (was_cut && a->status == OBLIGATION_PROVED_FOR_SIZES) a->status = OBLIGATION_NONE;
	stages_keep_answer(d, j, a);
	j->answers++;
	j->sizes = d->sizes;
	bool is_limit = a->status == OBLIGATION_OPEN && !is_satisfiability(d, index);
	if (is_limit || j->spent >= d->options.prover.search.seconds) j->is_final = true;
	j->is_settled = is_settled(d, index);
	d->tell(d->data, index);
}

/* The seconds that are left for it; 0: there is nothing more to ask. */
static double wanted_now(const struct stages *d, uint32_t index)
{
	const struct judged *j = &d->list.at[index];
	bool is_wanted = j->is_selected && !j->is_final;
	return is_wanted ? d->options.prover.search.seconds - j->spent : 0;
}

static bool is_any_wanted(const struct stages *d)
{
	for (uint32_t i = 0; i < d->list.count; i++)
		if (d->list.at[i].is_selected && !d->list.at[i].is_final) return true;
	return false;
}

/* Conjuncts that an operation may break are perhaps true in all runs all the same. Each is asked about once,
 * whatever the operation. */
static void run_induction(struct stages *d, const struct stage *s, const double *wanted)
{
	enum { MOST_STEPS = 5 };
	for (uint32_t i = 0; i < d->list.count && !is_stopped(d); i++) {
		struct judged *j = &d->list.at[i];
		const struct obligation *o = prover_obligation(s->prover, i);
		const struct judged *known = NULL;
		if (wanted[i] <= 0 || !o || o->kind != OBLIGATION_PRESERVATION || !j->answer ||
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

static void run_stage(struct stages *d, const struct stage *s)
{
	double *wanted = memory_zeroed(d->list.count + 1, sizeof *wanted);
	for (uint32_t i = 0; i < d->list.count; i++) wanted[i] = wanted_now(d, i);
	if (is_any_wanted(d)) prover_run(s->prover, wanted, tell, d);
	if (d->options.tries_induction) run_induction(d, s, wanted);
	free(wanted);
}

/* ---- sizes ------------------------------------------------------------------------------------------ */

/* What is said of a set may keep it from having the size that it is to have. */
static bool was_tried(struct stages *d, const struct universe *u, uint32_t stage)
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

const char *stages_sizes_text(struct stages *d, const struct universe *u)
{
	struct text t = {0};
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind != DECL_ENUMERATED_SET)
			text_format(&t, "%s%s = %u", t.count ? ", " : "", u->sets.at[i].decl->name,
			            u->sets.at[i].size);
	return text_freeze(&t, d->arena);
}

void stages_sizes(const struct stages *d, uint32_t stage, struct text *out)
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
	if (d->fits_axioms) text_add(out, ", those that fit the axioms");
	else if (d->grow_together && stage > 1) text_add(out, " together");
}

/* ---- sizes that fit ----------------------------------------------------------------------------------- */

/* Will the sizes be looked at anyway, in some stage? */
static bool is_met(const struct stages *d, const struct universe *u)
{
	uint32_t count = 0, largest = 0, smallest = UINT32_MAX;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (!growth_is_open(s)) continue;
		count++;
		if (s->size > largest) largest = s->size;
		if (s->size < smallest) smallest = s->size;
	}
	return largest <= d->options.grow &&
	       (smallest == largest || !growth_are_many(count, d->options.grow));
}

/* Where PROPERTIES have no solution nothing is shown of an obligation. */
void stages_fit(struct stages *d, const struct universe *u)
{
	uint32_t count = u->sets.count;
	uint32_t *sizes = ARENA_ARRAY(d->arena, count + 1, uint32_t);
	d->why = ARENA_ARRAY(d->arena, count + 1, const char *);
	d->fit = (struct bounds_fit){sizes, u->range_why != NULL, u->minint, u->maxint};
	d->why[count] = u->range_why;
	bool starts_there = !is_met(d, u);
	if (starts_there) d->first_sizes = ARENA_ARRAY(d->arena, count + 1, uint32_t);
	for (uint32_t i = 0; i < count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		bool is_grown = growth_is_open(s), counts = starts_there || !is_grown;
		d->why[i] = counts ? s->why : NULL;
		sizes[i] = s->why && !is_grown ? s->size : 0;
		if (starts_there) d->first_sizes[i] = s->why && is_grown ? s->size : 1;
	}
	d->bounds.fit = &d->fit;
}

/* Sizes nearest to these for which the axioms have a solution: where they have none, all that could be said is void. These themselves if
 * there are no others, or that is not known; *why, unless it is NULL, gets reasons. */
static const uint32_t *fit_axioms(struct stages *d, const uint32_t *sizes, const char ***why)
{
	static const double part = 2; /* of a limit half is taken for that */
	struct bounds_options o = d->bounds;
	struct universe u = {0};
	struct text notes = {0};
	const struct search_options *s = &d->options.prover.search;
	struct fit_options f = {.of = d->axioms, .seconds = s->seconds * part, .memory = s->memory};
	f.interrupt = s->interrupt;
	o.usual_sizes = sizes;
	const uint32_t *found = sizes;
	if (d->axioms && fit_universe(d->project, &o, &f, &u, &notes)) {
		uint32_t *fitting = ARENA_ARRAY(d->arena, u.sets.count + 1, uint32_t);
		if (why) *why = ARENA_ARRAY(d->arena, u.sets.count + 1, const char *);
		for (uint32_t i = 0; i < u.sets.count; i++) {
			fitting[i] = u.sets.at[i].size;
			if (why) (*why)[i] = u.sets.at[i].why;
			d->fits_axioms |= u.sets.at[i].why != NULL;
		}
		found = fitting;
	}
	d->work.effort += u.effort;
	universe_clear(&u);
	text_clear(&notes);
	return found;
}

/* Facts that no sizes satisfy are no error: obligations follow from them. */
static void try_facts(struct stages *d)
{
	struct diag *diag = d->project->diag;
	uint32_t errors = diag->errors, messages = diag->messages.count;
	struct universe u = {0};
	struct text notes = {0};
	if (!bounds_universe(d->project, &d->bounds, &u, &notes)) d->bounds.fact_count = 0;
	diag->errors = errors;
	diag->messages.count = messages;
	universe_clear(&u);
	text_clear(&notes);
}

/* Sets grow from the sizes of the first stage on. */
static void start_from(struct stages *d, const struct universe *u)
{
	d->first_sizes = ARENA_ARRAY(d->arena, u->sets.count + 1, uint32_t);
	for (uint32_t i = 0; i < u->sets.count; i++) d->first_sizes[i] = u->sets.at[i].size;
}

bool stages_open(struct stages *d)
{
	bool is_good = d->project && d->project->diag->errors == 0;
	if (is_good && d->bounds.fact_count) try_facts(d);
	if (d->axioms && is_good)
		d->bounds.usual_sizes = fit_axioms(d, d->first_sizes, d->why ? NULL : &d->why);
	else d->bounds.usual_sizes = d->first_sizes;
	bool good = stage_open(d, &d->first);
	d->bounds.usual_sizes = NULL;
	struct universe *u = &d->first.universe;
	if (good && d->axioms) start_from(d, u);
	for (uint32_t i = 0; good && d->why && i < u->sets.count; i++) u->sets.at[i].why = d->why[i];
	if (good && d->why) u->range_why = d->why[u->sets.count];
	return good;
}

/* ---- all stages ------------------------------------------------------------------------------------- */

/* From the first sizes on. */
static const uint32_t *sizes_from(struct stages *d, const uint32_t *sizes)
{
	uint32_t count = d->first.universe.sets.count;
	uint32_t *sum = ARENA_ARRAY(d->arena, count + 1, uint32_t);
	if (!d->first_sizes) return sizes;
	for (uint32_t i = 0; i < count; i++) sum[i] = sizes[i] + d->first_sizes[i] - 1;
	return sum;
}

static void run_with(struct stages *d, uint32_t stage, const uint32_t *sizes, uint32_t *runs)
{
	struct stage s;
	if ((!is_any_wanted(d) && !d->options.finds_cores) || is_stopped(d)) return;
	d->bounds.usual_sizes = fit_axioms(d, sizes_from(d, sizes), NULL);
	if (stage_open(d, &s) && !was_tried(d, &s.universe, stage)) {
		d->sizes = stages_sizes_text(d, &s.universe);
		run_stage(d, &s);
		++*runs;
	}
	stages_end_one(d, &s);
	d->bounds.usual_sizes = NULL;
}

/* An obligation was looked at in a stage if it was with all sizes. */
static void end_stage(struct stages *d, uint32_t stage, uint32_t runs)
{
	for (uint32_t i = 0; i < d->list.count; i++)
		if (d->list.at[i].answers == runs) d->list.at[i].stage = stage;
	if (!is_stopped(d)) d->stage = stage;
}

/* Sets grow for those that are still asked. */
static void open_growth(struct stages *d, struct growth *g, uint32_t stage)
{
	growth_open(g, &d->first.universe, stage);
	for (uint32_t i = 0; i < d->list.count; i++) {
		const struct judged *j = &d->list.at[i];
		if (j->is_selected && (!j->is_final || d->options.finds_cores))
			growth_add(g, prover_formulas(d->first.prover, i));
	}
	growth_begin(g, d->options.grow);
}

static void run_of_stage(struct stages *d, uint32_t stage)
{
	struct growth g;
	uint32_t runs = 0;
	open_growth(d, &g, stage);
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

static void open_all(struct stages *d, struct opened *o)
{
	uint32_t width = d->first.universe.sets.count + 1, rows = d->tried.count / width;
	o->stages = ARENA_ARRAY(d->arena, rows, struct stage);
	o->provers = ARENA_ARRAY(d->arena, rows, struct prover *);
	o->number = ARENA_ARRAY(d->arena, rows, uint32_t);
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

static void close_all(struct stages *d, struct opened *o)
{
	for (uint32_t i = 1; i < o->count; i++) stages_end_one(d, &o->stages[i]);
}

/* With how many of them it is proved; 0: it is not, or nothing can be said of a proof. */
static uint32_t proved_in(const struct stages *d, const struct opened *o, uint32_t index)
{
	const struct judged *j = &d->list.at[index];
	uint32_t count = 0;
	enum obligation_status s = judged_status(j);
	bool is_proved = s == OBLIGATION_PROVED || s == OBLIGATION_PROVED_FOR_SIZES;
	if (j->stage == 0 || !is_proved || is_satisfiability(d, index)) return 0;
	uint32_t last = s == OBLIGATION_PROVED ? d->options.grow : j->stage;
	while (count < o->count && o->number[count] <= last) count++;
	return count;
}

static void find_cores(struct stages *d)
{
	struct opened o;
	open_all(d, &o);
	for (uint32_t i = 0; i < d->list.count && !is_stopped(d); i++) {
		struct judged *j = &d->list.at[i];
		uint32_t count = proved_in(d, &o, i);
		if (count == 0) continue;
		double start = base_clock();
		prover_core(o.provers, count, i, j->answer);
		j->seconds += base_clock() - start;
	}
	close_all(d, &o);
}

/* ---- certificates -------------------------------------------------------------------------------------- */

static void certify(struct stages *d, const struct opened *o, uint32_t index,
                    const struct stages_certifier *c)
{
	double seconds = d->options.prover.search.seconds;
	struct prover_certifier tell = {c->question, c->data};
	bool is_for_all = judged_status(&d->list.at[index]) == OBLIGATION_PROVED;
	uint32_t count = proved_in(d, o, index);
	for (uint32_t k = 0; k < count && !is_stopped(d); k++) {
		const struct universe *u = k ? &o->stages[k].universe : &d->first.universe;
		c->begin(c->data, index, stages_sizes_text(d, u));
		enum obligation_status s = prover_certify(o->provers[k], index, seconds, &tell);
		c->end(c->data, s);
		if (is_for_all && s == OBLIGATION_PROVED) return; /* one proof is enough */
	}
}

void stages_certify(struct stages *d, const struct stages_certifier *c)
{
	struct opened o;
	open_all(d, &o);
	for (uint32_t i = 0; i < d->list.count && !is_stopped(d); i++) certify(d, &o, i, c);
	close_all(d, &o);
}

static void run_all(struct stages *d)
{
	d->sizes = stages_sizes_text(d, &d->first.universe);
	was_tried(d, &d->first.universe, 1);
	run_stage(d, &d->first);
	end_stage(d, 1, 1);
	if (!prover_has_default(d->first.prover)) return;
	for (uint32_t stage = 2; stage <= d->options.grow && !is_stopped(d); stage++) {
		if (!is_any_wanted(d) && !d->options.finds_cores) return;
		run_of_stage(d, stage);
	}
}

void stages_run(struct stages *d)
{
	run_all(d);
	stages_widen_maxint(d);
	stages_widen(d);
	if (d->options.finds_cores) find_cores(d);
}

/* ---- the frame --------------------------------------------------------------------------------------- */

void stages_list(struct stages *d)
{
	VEC_ROOM(&d->list, prover_count(d->first.prover));
	for (uint32_t i = 0; i < prover_count(d->first.prover); i++)
		VEC_PUSH(&d->list, ((struct judged){0}));
}

void stages_work(const struct stages *d, struct eval_work *sum)
{
	sum->effort += d->work.effort;
	sum->conflicts += d->work.conflicts;
	sum->propagations += d->work.propagations;
	prover_work(d->first.prover, sum);
}

void stages_close(struct stages *d)
{
	stages_end_one(d, &d->first);
	for (uint32_t i = 0; i < d->list.count; i++)
		if (d->list.at[i].answer) obligation_answer_clear(d->list.at[i].answer);
	VEC_CLEAR(&d->list);
	VEC_CLEAR(&d->tried);
	VEC_CLEAR(&d->plain);
}

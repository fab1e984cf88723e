/* bounce disprove: each proof obligation alone. Deferred sets whose size is open get one element, then
 * two, and so on: small counterexamples come first. */
#include "cli/disprove/disprove.h"

#include "cli/check/findings.h"
#include "cli/files/files.h"

#include <fnmatch.h>

enum { GROW = 3, REACH = 10, MEGABYTES = 4000 };
#define SECONDS_EACH 10.0

/* ---- the command ----------------------------------------------------------------------------------- */

static bool hypotheses_at(uint32_t index, struct choice_line *out)
{
	static const char *const concludes[] = {[HYPOTHESES_PROVE] = "proves",
	                                        [HYPOTHESES_REFUTE] = "refutes",
	                                        [HYPOTHESES_PROVE | HYPOTHESES_REFUTE] =
	                                            "proves, refutes"};
	const struct hypotheses_info *h = hypotheses_choice(index);
	if (h) *out = (struct choice_line){h->name, concludes[h->concludes], h->share, h->help};
	return h != NULL;
}

static bool read_options(struct disproof *d)
{
	const struct options *o = &d->cli->options;
	struct search_options *s = &d->stages.options.prover.search;
	s->solver = SOLVER_AUTO;
	if (o->solver && (!solver_find(o->solver, &s->solver) ||
	                  !(solver_abilities(s->solver) & SOLVER_INCREMENTAL))) {
		report_usage(d->cli, "'--solver' is auto, picosat or cadical here, not '%s'", o->solver);
		return false;
	}
	enum model_symmetry how;
	if (!choices_read(d->cli, "hypotheses", o->hypotheses, hypotheses_at,
	                  &d->stages.options.prover.hypotheses))
		return false;
	if (!model_symmetry(d->cli, &how)) return false;
	model_break_symmetry(how, s);
	s->seed = o->seed;
	s->prefers_small = true;
	s->seconds = watch_seconds(d->cli) > 0 ? watch_seconds(d->cli) : SECONDS_EACH;
	s->memory = (o->memory_limit ? o->memory_limit : MEGABYTES) * (size_t)1000000;
	s->interrupt = &d->watch.flag;
	d->stages.options.prover.reach = o->reach ? o->reach : REACH;
	d->stages.options.prover.longest = abbreviate_from(d->cli);
	d->stages.options.grow = o->grow ? o->grow : GROW;
	d->stages.options.finds_cores = o->core;
	d->stages.options.tries_induction = o->induct;
	return true;
}

static bool is_selected(const struct cli *c, name own)
{
	const struct strings *globs = &c->options.po;
	for (uint32_t i = 0; i < globs->count; i++)
		if (fnmatch(globs->at[i], own, 0) == 0) return true;
	return globs->count == 0;
}

static bool select_some(struct disproof *d)
{
	const char *only = d->cli->options.only;
	bool only_pending = only && strcmp(only, "pending") == 0;
	uint32_t selected = 0;
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		bool *is_wanted = &d->stages.list.at[i].is_selected;
		name own = disproof_label(d, i).name;
		*is_wanted = is_selected(d->cli, own) && shard_has(d->cli->options.shard, own) &&
		             (!only_pending || disprove_is_pending(d, own));
		selected += *is_wanted;
	}
	if (selected || !d->cli->options.po.count) return true;
	report_usage(d->cli, "no obligation is named '%s'; '--list' names them",
	             d->cli->options.po.at[0]);
	return false;
}

static int conclude(struct disproof *d)
{
	bool is_refuted = false, is_open = d->watch.flag != WATCH_NONE, is_doubtful = false;
	bool has_crashed = false;
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		const struct judged *j = &d->stages.list.at[i];
		if (!j->is_selected) continue;
		enum obligation_status s = judged_status(j);
		is_refuted |= s == OBLIGATION_REFUTED;
		is_open |= s == OBLIGATION_OPEN || s == OBLIGATION_REFUTED_PARTLY;
		is_doubtful |= s == OBLIGATION_DOUBTFUL;
		has_crashed |= j->has_crashed;
	}
	bool is_error = is_doubtful || has_crashed;
	const char *verdict = is_error     ? "error"
	                      : is_refuted ? "violated"
	                      : is_open    ? "inconclusive"
	                                   : "holds";
	if (report_begin_object(d->cli)) {
		disprove_json(d, verdict);
		report_end_object(d->cli);
	}
	if (!d->cli->options.json) disprove_text(d);
	if (is_doubtful)
		fputs("bounce: internal error: a counterexample is not confirmed\n", d->cli->err);
	return is_error     ? EXIT_INTERNAL
	       : is_refuted ? EXIT_BAD
	       : is_open    ? EXIT_INCONCLUSIVE
	                    : EXIT_GOOD;
}

static void tell(void *data, uint32_t index) { disprove_told(data, index); }

/* Bounds for which PROPERTIES have a solution: where they have none nothing is shown of an obligation. */
static bool fit(struct disproof *d)
{
	struct universe u = {0};
	struct text notes = {0};
	bool good = model_fit(d->cli, &d->model, &d->bounds, &u, &notes);
	if (good) stages_fit(&d->stages, &u);
	d->stages.work.effort += u.effort;
	universe_clear(&u);
	text_clear(&notes);
	return good;
}

/* The obligations of the first stage. False with errors in the diag. */
static bool open_stages(struct disproof *d)
{
	struct stages *s = &d->stages;
	s->project = d->model.project;
	s->bounds = d->bounds;
	s->arena = &d->arena;
	s->tell = tell;
	s->data = d;
	bool is_bare = s->options.prover.is_bare;
	bool good = is_bare ? d->model.diag.errors == 0 : findings_has_machine(&d->model) && fit(d);
	if (d->sequents.is_typed) {
		s->axioms = sequents_shared(&d->sequents, &d->arena);
		s->bounds.facts = s->axioms->conjuncts;
		s->bounds.fact_count = s->axioms->conjunct_count;
	}
	good = good && stages_open(s) &&
	       sequents_add(&d->sequents, s->first.prover, s->project, &d->origin);
	if (!good) return false;
	stages_list(s);
	d->is_known = ARENA_ARRAY(&d->arena, s->list.count + 1, bool);
	disprove_last_open(d);
	return true;
}

/* The obligations that are to be looked at; false with a code if there is nothing to do. */
static bool prepare(struct disproof *d, int *code)
{
	if (!open_stages(d)) *code = findings_input_error(d->cli, &d->model);
	else if (!select_some(d)) *code = EXIT_USAGE;
	else if (d->cli->options.list) {
		watch_stop(&d->watch);
		disprove_list(d);
		*code = EXIT_GOOD;
	} else return true;
	return false;
}

static bool certifies(const struct disproof *d)
{
	return d->cli->options.certify || d->cli->options.certificates;
}

/* Effort takes as long as it takes. */
void disprove_watch_steps(struct disproof *d)
{
	bool is_timed = !d->cli->options.effort_limit;
	watch_steps(&d->watch, is_timed ? d->stages.options.prover.search.seconds : 0);
}

static int disprove(struct disproof *d)
{
	int code;
	uint32_t jobs = d->cli->options.jobs;
	d->bounds.usual_size = 1;
	watch_start(&d->watch, watch_seconds_left(d->cli, d->cli->options.total_limit),
	            d->cli->options.memory_limit, WATCH_ENDS);
	d->watch.is_total = true;
	if (d->cli->options.effort_limit) watch_effort(&d->watch, d->model.project, 0);
	bool goes_on = prepare(d, &code);
	if (goes_on) {
		disprove_begin(d);
		if (jobs <= 1) disprove_watch_steps(d);
		if (jobs > 1) disprove_with_workers(d, jobs);
		else stages_run(&d->stages);
	}
	int certified = goes_on && certifies(d) ? disprove_certify(d) : EXIT_GOOD;
	watch_stop(&d->watch);
	if (!goes_on) return code;
	disprove_stop_progress(d);
	code = conclude(d);
	last_set_part(NULL);
	return certified != EXIT_GOOD ? certified : code;
}

/* ---- what is asked --------------------------------------------------------------------------------- */

static bool ends_with(const char *path, const char *end)
{
	size_t length = strlen(path), least = strlen(end);
	return length > least && strcmp(path + length - least, end) == 0;
}

/* The sets of the file make a machine; its obligations are sequents about them. */
static bool open_pog(struct disproof *d, const char *path)
{
	struct text machine = {0};
	struct model reading;
	d->file = path;
	d->bounds.is_near = true;
	model_open_path(&reading, d->cli, NULL);
	bool good = pog_read(&d->arena, &reading.diag, path, &d->sequents, &machine);
	if (good) {
		model_close(&reading);
		model_open_text(&reading, path, text_get(&machine));
		if (reading.diag.errors == 0) sequents_check(&d->sequents, &d->arena, reading.project);
		model_close(&reading);
		model_open_text(&d->model, path, text_get(&machine));
	} else d->model = reading;
	text_clear(&machine);
	return true;
}

/* The same of Rodin, whose formulas are typed as soon as the machine is there. */
static bool open_bpo(struct disproof *d, const char *path)
{
	struct text machine = {0};
	struct model reading;
	d->file = path;
	d->bounds.is_near = true;
	model_open_path(&reading, d->cli, NULL);
	struct eventb_bpo *b = eventb_bpo_open(&d->arena, &reading.diag, path, &machine);
	if (b) {
		model_open_text(&d->model, path, text_get(&machine));
		if (d->model.diag.errors == 0) eventb_bpo_read(b, d->model.project, &d->sequents);
		disprove_read_status(d, path);
		eventb_bpo_close(b);
		model_close(&reading);
	} else d->model = reading;
	text_clear(&machine);
	return true;
}

/* Obligations of Event-B are sequents, too, which we make ourselves. */
static bool open_eventb(struct disproof *d, const char *path)
{
	d->bounds.is_near = true;
	model_open_path(&d->model, d->cli, NULL);
	d->file = d->model.file = path;
	eventb_obligations(d->model.project, path, d->cli->options.component, &d->sequents);
	if (d->model.diag.errors == 0) disprove_read_status(d, path);
	return true;
}

static bool usage_error(struct disproof *d)
{
	const struct options *o = &d->cli->options;
	bool has_sequents = o->goal || o->input;
	if (o->effort_limit && o->time_limit > 0)
		report_usage(d->cli, "'--effort-limit' or '--time-limit' for each obligation, not both "
		                     "('--total-limit' is one of time for all)");
	else if (certifies(d) && (has_sequents || o->jobs > 1))
		report_usage(d->cli, "'--certify' is for files with obligations, in one process");
	else if (!has_sequents && (o->hyp.count || o->machine))
		report_usage(d->cli, "'%s' belongs to a sequent, which '--goal' or '--file' gives",
		             o->hyp.count ? "--hyp" : "--machine");
	else if (has_sequents && o->operands.count)
		report_usage(d->cli,
		             "sequents or a machine, not both: '%s' and '%s' ('-m FILE' gives the names of "
		             "a machine)",
		             o->goal ? "--goal" : "--file", o->operands.at[0]);
	else if (o->goal && o->input)
		report_usage(d->cli, "sequents of a file or of '--goal', not both");
	else return false;
	return true;
}

/* A machine, a file of Atelier B, or sequents with the names of a machine or without one. */
static bool open_model(struct disproof *d)
{
	const struct options *o = &d->cli->options;
	if (usage_error(d)) return false;
	d->stages.options.prover.is_bare = true;
	const char *only = o->operands.count == 1 ? o->operands.at[0] : "";
	if (ends_with(only, ".pog")) return open_pog(d, only);
	bool is_bpo = ends_with(only, ".bpo"), is_eventb = *only && eventb_is_file(only);
	if (!is_bpo && !is_eventb && (o->status || o->only)) {
		report_usage(d->cli, "'%s' belongs to Event-B (.bpo, .bum, ...)",
		             o->status ? "--status" : "--only");
		return false;
	}
	if (is_bpo || is_eventb)
		return disprove_check_only(d) && (is_bpo ? open_bpo : open_eventb)(d, only);
	if (o->goal || o->input) {
		if (!model_open_path(&d->model, d->cli, o->machine)) return false;
		d->file = o->input;
		if (o->goal)
			VEC_PUSH(&d->sequents, sequent_of_texts(&d->arena, "sequent", &o->hyp, o->goal));
		if (o->input)
			sequents_read(&d->arena, &d->model.diag, o->input,
			              &d->sequents); /* errors are in the diag */
		return true;
	}
	d->stages.options.prover.is_bare = false;
	return model_open(&d->model, d->cli);
}

int disprove_command(struct cli *c)
{
	struct disproof d = {.cli = c};
	int code = EXIT_USAGE;
	if (choices_help(c, "hypotheses", c->options.hypotheses, hypotheses_at)) return EXIT_GOOD;
	arena_init(&d.arena);
	if (read_options(&d) && model_bounds(c, &d.bounds) && open_model(&d)) {
		code = disprove(&d);
		stages_close(&d.stages);
		sequents_clear(&d.sequents);
		model_close(&d.model);
	}
	disprove_last_close(&d);
	rodin_statuses_clear(&d.rodin);
	VEC_CLEAR(&d.origin);
	bounds_clear(&d.bounds);
	arena_clear(&d.arena);
	return code;
}

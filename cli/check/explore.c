/* bounce explore: is there a fault in any state that the machine can reach? */
#include "cli/check/setups.h"
#include "cli/check/temporal_report.h"
#include "relate/relate.h"

#include <math.h>
#include <unistd.h>

/* ---- what is asked ------------------------------------------------------------------------------- */

/* --por: for deadlocks alone by default, so that the counts of a search for all are those of the whole space. */
static bool read_partial_order(struct cli *c, enum model_symmetry how, bool *out)
{
	const char *word = c->options.por;
	bool fits = how != MODEL_SYMMETRY_MARKERS && how != MODEL_SYMMETRY_FLOOD;
	*out = word ? strcmp(word, "auto") == 0
	            : fits && c->options.find && strcmp(c->options.find, "deadlock") == 0;
	if (*out && !fits) {
		report_usage(c,
		             "'--por auto' does not go with '--symmetry %s': give '--por off', or "
		             "'--symmetry' off, sets, auto or canonical",
		             c->options.symmetry);
		return false;
	}
	if (!word || *out || strcmp(word, "off") == 0) return true;
	report_usage(c, "'--por' is 'off' or 'auto', not '%s'", word);
	return false;
}

static bool read_predict(struct cli *c, enum explore_predict *out)
{
	const char *word = c->options.predict;
	*out = word && strcmp(word, "off") == 0 ? EXPLORE_PREDICT_OFF : EXPLORE_PREDICT_AUTO;
	if (!word || *out == EXPLORE_PREDICT_OFF || strcmp(word, "auto") == 0) return true;
	report_usage(c, "'--predict' is 'off' or 'auto', not '%s'", word);
	return false;
}

static bool check_options(struct cli *c)
{
	enum model_symmetry how;
	enum explore_predict predict;
	bool is_reduced;
	if (!model_symmetry(c, &how) || !read_partial_order(c, how, &is_reduced)) return false;
	if (!read_predict(c, &predict)) return false;
	if (c->options.depth_first && c->options.random)
		report_usage(c, "--dfs and --random exclude each other");
	else if (c->options.effort_limit && c->options.jobs > 1)
		report_usage(c, "--effort-limit counts the effort of one process, not of -j %u",
		             c->options.jobs);
	else return true;
	return false;
}

/* ---- progress -------------------------------------------------------------------------------------- */

struct progress {
	FILE *err;
	struct explore *explore;
	double next;
	bool is_shown;
};

static void show_progress(void *data, const struct explore_stats *s)
{
	struct progress *p = data;
	double now = report_clock();
	if (now < p->next) return;
	p->next = now + 0.2;
	p->is_shown = true;
	uint32_t faults = explore_result(p->explore)->findings.count;
	fprintf(p->err, "\r%llu states, %llu open, %llu transitions, %llu MB",
	        (unsigned long long)s->states, (unsigned long long)(s->states - s->explored),
	        (unsigned long long)s->transitions, (unsigned long long)(s->bytes / 1000000));
	if (faults) fprintf(p->err, ", %u finding%s", faults, faults == 1 ? "" : "s");
	fputc(' ', p->err);
	fflush(p->err);
}

static void hide_progress(struct progress *p)
{
	if (p->is_shown) fputs("\r\033[K", p->err);
}

/* ---- the answer -------------------------------------------------------------------------------------- */

static const char *reason_of(struct findings *f, const struct watch *w)
{
	struct arena *a = &f->model->project->arena;
	const struct options *o = &f->cli->options;
	switch (f->result->end) {
	case EXPLORE_ALL: return NULL;
	case EXPLORE_FULL:
		return arena_format(a, "the limit of %u states was reached (--max-states raises it)",
		                    o->max_states ? o->max_states : EXPLORE_MAX_STATES);
	case EXPLORE_STOPPED:
		if (w->flag == WATCH_TIME)
			return arena_format(a, "the time limit of %g s was reached (--time-limit raises it)",
			                    o->time_limit);
		if (w->flag == WATCH_EFFORT)
			return arena_format(
			    a, "the limit of %u units of effort was reached (--effort-limit raises it)",
			    o->effort_limit);
		if (w->flag == WATCH_MEMORY)
			return arena_format(a,
			                    "the memory limit of %u MB was reached (--memory-limit raises it)",
			                    o->memory_limit);
		return "interrupted";
	case EXPLORE_APPROXIMATE:
		return "states with the same symmetry marker count as one, though they may differ (exact: "
		       "--symmetry canonical)";
	case EXPLORE_UNFINISHED: break;
	}
	struct place p = diag_place(&f->model->diag, f->result->failure.pos);
	if (!p.source) return arena_format(a, "%s", f->result->failure.message);
	return arena_format(a, "%s:%u:%u: %s", p.source->file, p.line, p.column,
	                    f->result->failure.message);
}

static int conclude(struct findings *f, struct watch *w)
{
	bool is_open = f->result->end == EXPLORE_UNFINISHED && f->result->open_assertion;
	f->reason = reason_of(f, w);
	f->has_all_states = f->result->end == EXPLORE_ALL || is_open;
	if (is_open && !f->cli->options.find) { /* who asks for assertions gets no other answer */
		f->open_assertion =
		    arena_format(&f->model->project->arena, "assertion %s is not decided: %s",
		                 f->result->open_assertion, f->reason);
		f->reason = NULL;
	}
	f->cut.was_cut = f->result->was_cut;
	f->cut.is_wide = f->result->is_wide;
	bool is_ordered =
	    !f->cli->options.depth_first && !f->cli->options.random && !f->result->is_reduced;
	f->shortest.up_to = is_ordered && f->result->end != EXPLORE_UNFINISHED ? UINT32_MAX : 0;
	f->shortest.for_all = f->cut.was_cut ? 0 : f->shortest.up_to;
	text_add(&f->notes, text_get(&f->result->notes));
	bool is_vacuous = f->result->stats.setups == 0 && explore_has_setup(f->explore) && !w->flag;
	if (is_vacuous && findings_vacuous(f) == VACUOUS_FOR_ALL) f->reason = NULL;
	f->is_complete = !f->reason && !f->cut.was_cut && !f->open_assertion;
	if (findings_errors(f) > 0) {
		f->verdict = "violated";
		return EXIT_BAD;
	}
	f->verdict = f->reason ? "inconclusive" : "holds";
	return f->reason ? EXIT_INCONCLUSIVE : EXIT_GOOD;
}

/* ---- the command ---------------------------------------------------------------------------------------- */

/* Kinds that --find does not know are not turned off by it, but what is said of all operations. */
static uint32_t wanted_kinds(const struct findings *f)
{
	uint32_t find = 0;
	if (!f->cli->options.find) return 0;
	for (enum explore_kind k = 0; k < EXPLORE_COVERAGE; k++)
		if (!f->unwanted[k]) find |= explore_find_bit(k);
	return find;
}

static enum explore_symmetry symmetry_of_states(enum model_symmetry how)
{
	switch (how) {
	case MODEL_SYMMETRY_AUTO: return EXPLORE_AUTO;
	case MODEL_SYMMETRY_CANONICAL: return EXPLORE_CANONICAL;
	case MODEL_SYMMETRY_MARKERS: return EXPLORE_MARKERS;
	case MODEL_SYMMETRY_FLOOD: return EXPLORE_FLOOD;
	default: return EXPLORE_PLAIN;
	}
}

/* How states are visited, as the command line says. */
static struct explore_options visiting(const struct findings *f)
{
	struct cli *c = f->cli;
	struct explore_options o = {
	    .order = c->options.depth_first ? EXPLORE_DEPTH
	             : c->options.random    ? EXPLORE_RANDOM
	                                    : EXPLORE_BREADTH,
	    .seed = c->options.seed,
	    .max_states = c->options.max_states,
	    .workers = c->options.jobs,
	    .end_worker = _exit,
	    .memory = c->options.memory_limit * (uint64_t)1000000,
	    .find = wanted_kinds(f),
	    .is_strict = c->options.strict,
	    .alone = c->options.alone,
	    .goal = f->goal,
	};
	enum model_symmetry symmetry;
	model_symmetry(c, &symmetry);
	read_partial_order(c, symmetry, &o.partial_order);
	read_predict(c, &o.predict);
	o.all_setups = symmetry == MODEL_SYMMETRY_OFF;
	o.symmetry = symmetry_of_states(symmetry);
	return o;
}

/* What the exploration asks while it lives. */
struct visit {
	struct watch watch;
	struct progress progress;
	struct setup_finder finder;
	struct relate_question relations;
};

static void visit_open(struct visit *v, struct findings *f)
{
	static const double part = 0.4, most = 30;
	struct cli *c = f->cli;
	double limit = watch_seconds(c);
	bool by_clock = c->options.time_limit > 0 && !c->options.effort_limit;
	f->values = values_open(&f->model->names);
	v->progress = (struct progress){.err = c->err};
	v->finder =
	    (struct setup_finder){f, &v->watch, limit > 0 ? fmin(limit * part, most) : most, by_clock};
	v->relations = (struct relate_question){.project = f->model->project,
	                                        .values = f->values,
	                                        .universe = &f->universe,
	                                        .solver = SOLVER_AUTO,
	                                        .conflicts = RELATE_FEW_CONFLICTS,
	                                        .interrupt = &v->watch.flag};
	watch_work(&v->watch, c, f->model->project, WATCH_ENDS);
	struct explore_options o = visiting(f);
	o.stop = &v->watch.flag;
	o.progress = !c->options.json && isatty(fileno(c->err)) ? show_progress : NULL;
	o.progress_data = &v->progress;
	o.helper = (struct explore_helper){setups_find, setups_choose, &v->finder, 0};
	o.relate = relate_table;
	o.relate_data = &v->relations;
	f->explore = v->progress.explore = explore_open(f->model->project, f->values, &f->universe, &o);
}

static void visit_close(struct findings *f)
{
	temporal_part_close(f);
	view_close(f->view);
	cover_close(f->cover);
	explore_close(f->explore);
	values_close(f->values);
}

static int explore(struct findings *f, const struct node *goal, const struct node *property)
{
	struct visit v;
	f->goal = goal;
	visit_open(&v, f);
	f->result = explore_run(f->explore);
	if (v.watch.flag == 0) picture_make(f, property);
	coverage_make(f, &v.watch.flag);
	watch_stop(&v.watch);
	hide_progress(&v.progress);
	int code = temporal_part_ask(f, conclude(f, &v.watch));
	findings_answer(f);
	int written = picture_write(f);
	if (written == EXIT_GOOD) written = findings_write(f);
	visit_close(f);
	return written == EXIT_GOOD ? code : written;
}

static int explore_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct findings f = {.cli = c, .model = m};
	int code = EXIT_INPUT;
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	enum view_kind view;
	const struct node *property;
	if (!findings_read_find(&f) || !picture_read(&f, &view, &property)) return EXIT_USAGE;
	const struct node *goal = findings_goal(c, m);
	bool good = m->diag.errors == 0 && model_fit(c, m, bounds, &f.universe, &f.notes);
	code = good ? explore(&f, goal, property) : findings_input_error(c, m);
	universe_clear(&f.universe);
	text_clear(&f.notes);
	return code;
}

int explore_command(struct cli *c)
{
	if (findings_help_find(c)) return EXIT_GOOD;
	return check_options(c) ? model_ask(c, explore_model) : EXIT_USAGE;
}

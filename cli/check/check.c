/* bounce check: a shortest run that breaks something. The engines are in bmc/ (engines.def); here are the options, and
 * the answer in words. */
#include "cli/check/grow.h"
#include "cli/check/setups.h"
#include "cli/check/strengthened.h"
#include "cli/check/temporal_report.h"
#include "prove/prove.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { MEGABYTES = 4000 };
enum { SECONDS = 60 }; /* unless -k or --time-limit says where to end */

struct checking {
	struct findings *f;
	struct watch watch;
	double next_progress;
	struct check_question question;
	struct prover_for_check prover;
	struct setup_finder setups;
	const struct check_verdict *verdict;
};

/* ---- options ------------------------------------------------------------------------------------- */

static bool read_find(struct checking *c)
{
	const struct check_kind *k;
	int *find = &c->question.runs.find;
	if (!findings_read_find(c->f)) return false;
	*find = RUN_ALL;
	if (!c->f->cli->options.strict) *find &= ~RUN_UNDEFINED; /* a warning only */
	if (!c->f->cli->options.find) return true;
	*find = 0;
	for (uint32_t i = 0; (k = check_kind(i)); i++)
		if (!c->f->unwanted[k->kind]) *find |= k->run;
	return true;
}

/* The engines, and behind them words for several. */
enum { WORD_SOLVER = CHECK_ENGINES, WORD_AUTO };

static bool engine_at(uint32_t index, struct choice_line *out)
{
	const struct engine_info *e = check_engine(index);
	if (e) *out = findings_engine_line(e);
	if (index == WORD_SOLVER)
		*out = (struct choice_line){"solver", "", 0, "bmc and the inductions, in turns"};
	if (index == WORD_AUTO)
		*out = (struct choice_line){"auto", "", 0, "all of these but abc, in turns"};
	return e || index <= WORD_AUTO;
}

/* Inductions stand on what bmc has looked at. */
static bool read_engines(struct checking *c)
{
	enum {
		BMC = 1u << CHECK_ENGINE_bmc,
		DEADLOCK = 1u << CHECK_ENGINE_deadlock,
		INDUCTIONS = 1u << CHECK_ENGINE_induction | 1u << CHECK_ENGINE_k_induction,
	};
	const uint32_t all = (1u << CHECK_ENGINES) - 1;
	uint32_t bits;
	const struct options *o = &c->f->cli->options;
	if ((o->invariant_out || o->certify || o->certificates) && !o->engine) {
		c->question.engines = 1u << CHECK_ENGINE_pdr;
		return true;
	}
	if (!choices_read(c->f->cli, "engine", c->f->cli->options.engine, engine_at, &bits))
		return false;
	if (bits & 1u << WORD_AUTO) bits |= check_auto_engines();
	if (bits & 1u << WORD_SOLVER) bits |= BMC | INDUCTIONS;
	bits &= all;
	if (bits & (INDUCTIONS | DEADLOCK)) bits |= BMC;
	if (bits & BMC) bits |= DEADLOCK; /* bmc may leave that to it */
	c->question.engines = bits;
	return true;
}

static bool read_solver(struct checking *c)
{
	const char *word = c->f->cli->options.solver;
	enum solver_kind *kind = &c->question.runs.search.solver;
	*kind = SOLVER_CADICAL;
	if (!word) return true;
	if (solver_find(word, kind) && solver_abilities(*kind) & SOLVER_INCREMENTAL) return true;
	report_usage(c->f->cli, "'--solver' is auto, picosat or cadical here, not '%s'", word);
	return false;
}

static bool read_reductions(struct checking *c)
{
	const char *word = c->f->cli->options.peephole;
	struct check_question *q = &c->question;
	enum model_symmetry how;
	if (!model_symmetry(c->f->cli, &how)) return false;
	q->explore.all_setups = how == MODEL_SYMMETRY_OFF;
	if (how == MODEL_SYMMETRY_AUTO) q->explore.symmetry = EXPLORE_AUTO;
	model_break_symmetry(how, &q->runs.search);
	q->runs.skips_orders = !word || strcmp(word, "on") == 0;
	if (q->runs.skips_orders || strcmp(word, "off") == 0) return true;
	report_usage(c->f->cli, "'--peephole' is 'off' or 'on', not '%s'", word);
	return false;
}

/* Where no other engine looks at the steps of events, the constants must be found for that of the states. */
static void offer_setups(struct checking *c)
{
	static const double part = 0.2;
	const struct options *o = &c->f->cli->options;
	if (c->question.project->steps.count == 0 || o->alone) return;
	double limit = watch_seconds(c->f->cli) > 0 ? watch_seconds(c->f->cli) : SECONDS;
	c->setups = (struct setup_finder){c->f, &c->watch, limit * part, false};
	c->question.explore.helper = (struct explore_helper){.setups = setups_find, .data = &c->setups};
}

static bool read_question(struct checking *c)
{
	const struct options *o = &c->f->cli->options;
	struct check_question *q = &c->question;
	if (!read_find(c) || !read_solver(c) || !read_engines(c) || !read_reductions(c)) return false;
	q->project = c->f->model->project;
	q->prover = prover_for_check;
	q->prover_data = &c->prover;
	q->has_sizes = findings_uses(c->f).sizes;
	q->values = c->f->values;
	q->universe = &c->f->universe;
	memcpy(q->unwanted, c->f->unwanted, sizeof q->unwanted);
	q->goal = c->f->goal;
	q->wants_goal = o->goal != NULL;
	q->depth = o->depth;
	q->goes_on = o->go_on;
	q->interrupt = &c->watch.flag;
	q->pause = &c->watch.turn_flag;
	q->explore.max_states = o->max_states;
	q->explore.is_strict = o->strict;
	q->explore.alone = o->alone;
	q->runs.search.seed = o->seed;
	q->runs.search.prefers_small = o->minimise;
	q->runs.search.memory = (o->memory_limit ? o->memory_limit : MEGABYTES) * (size_t)1000000;
	c->prover = (struct prover_for_check){q->project, q->universe, q->runs.search};
	offer_setups(c);
	return true;
}

/* ---- progress ------------------------------------------------------------------------------------ */

static uint32_t columns_of(int terminal)
{
	struct winsize size = {0};
	return ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* One line, now and then, on a terminal. */
static void show_progress(void *data, const struct check_progress *p)
{
	struct checking *c = data;
	double now = report_clock();
	if (now < c->next_progress) return;
	c->next_progress = now + 0.1;
	struct text line = {0};
	text_format(&line, "depth %u, %.1f s", p->depth, now - c->f->cli->started);
	if (p->has_runs)
		text_format(&line, ", %llu variables, %llu clauses, %llu conflicts",
		            (unsigned long long)p->stats.variables, (unsigned long long)p->stats.clauses,
		            (unsigned long long)p->stats.conflicts);
	if (p->has_states) text_format(&line, ", %llu states", (unsigned long long)p->explored);
	fprintf(c->f->cli->err, "\r\033[K%.*s", (int)columns_of(fileno(c->f->cli->err)) - 1,
	        text_get(&line));
	fflush(c->f->cli->err);
	text_clear(&line);
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static const char *so_far(struct checking *c)
{
	const struct check_verdict *v = c->verdict;
	if (!v->has_covered) return "no run was looked at";
	return arena_format(&c->f->model->project->arena, "%s within %u operation%s",
	                    v->answer == CHECK_VIOLATED ? "all was looked at" : findings_nothing(c->f),
	                    v->depth, v->depth == 1 ? "" : "s");
}

static const char *stop_reason(struct checking *c)
{
	struct arena *a = &c->f->model->project->arena;
	const struct options *o = &c->f->cli->options;
	switch ((int)c->watch.flag) {
	case WATCH_TIME:
		return arena_format(a, "the time limit of %g s was reached (--time-limit raises it); %s",
		                    o->time_limit, so_far(c));
	case WATCH_EFFORT:
		return arena_format(
		    a, "the limit of %u units of effort was reached (--effort-limit raises it); %s",
		    o->effort_limit, so_far(c));
	case WATCH_MEMORY:
		return arena_format(a,
		                    "the memory limit of %u MB was reached (--memory-limit raises it); %s",
		                    o->memory_limit, so_far(c));
	default: return arena_format(a, "interrupted; %s", so_far(c));
	}
}

static const char *reason_of(struct checking *c)
{
	struct arena *a = &c->f->model->project->arena;
	const struct check_verdict *v = c->verdict;
	uint32_t most = c->f->cli->options.max_states;
	switch (v->reason) {
	case CHECK_NO_REASON: break;
	case CHECK_STOPPED: return stop_reason(c);
	case CHECK_FULL:
		return arena_format(a, "the limit of %u states was reached (--max-states raises it); %s",
		                    most ? most : EXPLORE_MAX_STATES, so_far(c));
	case CHECK_FAILED: return findings_place(c->f, v->pos, v->text);
	case CHECK_SAID: return v->text;
	case CHECK_LEFT_OUT:
		return arena_format(a, "the solver does not look for %s; %s", v->text, so_far(c));
	case CHECK_NOBODY: return arena_format(a, "no engine goes on; %s", so_far(c));
	}
	return NULL;
}

static void describe_solver(struct findings *f, const struct check_verdict *v)
{
	const struct search_stats *s = &v->stats;
	if (!v->has_runs) return;
	text_format(&f->solver,
	            "solver: depth %u, %llu variables, %llu clauses, %llu conflicts, %.2f s encoding, "
	            "%.2f s solving",
	            v->run_depth, (unsigned long long)s->variables, (unsigned long long)s->clauses,
	            (unsigned long long)s->conflicts, s->encode_seconds, s->solve_seconds);
	if (v->left_out) text_format(&f->notes, "the solver does not look for %s\n", v->left_out);
}

/* What is true in all states besides the invariants, which are inductive with that; a part of it if it is long. */
static void describe_invariant(struct findings *f, const struct check_verdict *v)
{
	const struct strings *invariant = &v->invariant;
	enum { FEW = 6 };
	bool is_whole = f->cli->options.verbose || invariant->count <= FEW;
	uint32_t shown = is_whole ? invariant->count : FEW;
	for (uint32_t i = 0; i < shown; i++)
		text_format(&f->notes, "the invariant is inductive together with: %s\n", invariant->at[i]);
	if (!is_whole)
		text_format(&f->notes, "and %u others ('-v' shows them)\n", invariant->count - shown);
	if (v->untold)
		text_format(&f->notes,
		            "and with %u clause%s over bits of values, which B has no words for\n",
		            v->untold, v->untold == 1 ? "" : "s");
}

/* Takes over what is shown. */
static int conclude(struct checking *c)
{
	static const struct {
		const char *word;
		int code;
	} ends[] = {[CHECK_VIOLATED] = {"violated", EXIT_BAD},
	            [CHECK_HOLDS] = {"holds", EXIT_GOOD},
	            [CHECK_INCONCLUSIVE] = {"inconclusive", EXIT_INCONCLUSIVE},
	            [CHECK_DOUBTFUL] = {"error", EXIT_INTERNAL}};
	struct findings *f = c->f;
	const struct check_verdict *v = c->verdict;
	describe_solver(f, v);
	describe_invariant(f, v);
	f->result = v->result;
	text_add(&f->notes, text_get(&f->result->notes));
	findings_note_conflict(f, &v->conflict);
	f->is_complete = v->is_complete;
	f->has_depth = v->has_depth;
	f->depth = v->depth;
	f->shortest = v->shortest;
	f->parts = v->has_parts && v->answer != CHECK_VIOLATED ? v : NULL;
	f->has_all_states = v->has_all_states;
	f->has_all_runs = v->has_all_runs;
	f->cut.was_cut = v->was_cut;
	f->cut.is_wide = v->is_wide;
	f->proof = v->proof;
	f->is_for_all_sizes = v->is_for_all_sizes;
	f->by = v;
	f->reason = reason_of(c);
	f->verdict = ends[v->answer].word;
	if (v->answer == CHECK_DOUBTFUL)
		report_error(f->cli, "bounce: internal error: %s\n", f->reason);
	return ends[v->answer].code;
}

/* Without a fault there may be larger sizes to ask about, and nothing is told. */
/* EXIT_GOOD, or as report_file; that there is nothing to write is no error. */
static int write_aiger(struct checking *c, struct check *check)
{
	struct cli *cli = c->f->cli;
	const char *path = cli->options.aiger, *reason = NULL;
	struct pos pos = {0};
	FILE *file = fopen(path, "we");
	bool is_written = file && check_write_aiger(check, file, &reason, &pos);
	bool good = file && !ferror(file);
	if (file && fclose(file) != 0) good = false;
	if (!good || (!is_written && !reason)) return report_not_written(cli, path);
	if (is_written) return EXIT_GOOD;
	unlink(path);
	report_error(cli, "bounce: note: there is no circuit for '%s': %s\n", path,
	             findings_place(c->f, pos, reason));
	return EXIT_GOOD;
}

static int ask(struct checking *c, bool is_last)
{
	struct findings *f = c->f;
	struct cli *cli = f->cli;
	bool shows_progress = !cli->options.json && isatty(fileno(cli->err));
	if (shows_progress) c->question.progress = show_progress;
	c->question.progress_data = c;
	watch_work(&c->watch, cli, f->model->project, WATCH_ENDS);
	struct check *check = check_open(&c->question);
	f->explore = check_explore(check);
	int aiger = cli->options.aiger ? write_aiger(c, check) : EXIT_GOOD;
	c->verdict = check_answer(check);
	f->result = c->verdict->result;
	bool certifies = cli->options.certify || cli->options.certificates;
	int certified = certifies ? certified_write(f, check, c->verdict) : EXIT_GOOD;
	int invariant = cli->options.invariant_out ? strengthened_write(f, c->verdict) : EXIT_GOOD;
	coverage_make(f, &c->watch.flag);
	watch_stop(&c->watch);
	if (shows_progress) fputs("\r\033[K", cli->err);
	int code = conclude(c), written = EXIT_GOOD;
	if (code != EXIT_INTERNAL) code = temporal_part_ask(f, code);
	if (is_last || code != EXIT_GOOD) {
		if (code != EXIT_INTERNAL) findings_answer(f);
		written = findings_write(f);
	}
	temporal_part_close(f);
	cover_close(f->cover);
	f->cover = NULL;
	check_close(check);
	if (aiger != EXIT_GOOD) return aiger;
	if (invariant != EXIT_GOOD) return invariant;
	if (certified != EXIT_GOOD) return certified;
	return written != EXIT_GOOD ? written : code;
}

static int check(struct findings *f, void *data, bool is_last)
{
	struct checking c = {.f = f};
	size_t noted = f->notes.count;
	(void)data;
	f->values = values_open(&f->model->names);
	int code = read_question(&c) ? ask(&c, is_last) : EXIT_USAGE;
	values_close(f->values);
	if (!is_last && code == EXIT_GOOD) { /* nothing of it is told */
		text_clear(&f->solver);
		f->notes.count = noted;
	}
	return code;
}

static int check_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct findings f = {.cli = c, .model = m};
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	f.goal = findings_goal(c, m);
	bool good = m->diag.errors == 0 && model_fit(c, m, bounds, &f.universe, &f.notes);
	int code = good ? grow_run(&f, bounds, check, NULL) : findings_input_error(c, m);
	universe_clear(&f.universe);
	text_clear(&f.notes);
	text_clear(&f.solver);
	return code;
}

int check_command(struct cli *c)
{
	if (choices_help(c, "engine", c->options.engine, engine_at)) return EXIT_GOOD;
	if (findings_help_find(c)) return EXIT_GOOD;
	if (!c->options.depth && !(watch_seconds(c) > 0)) c->options.time_limit = SECONDS;
	return model_ask(c, check_model);
}

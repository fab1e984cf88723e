/* What all predicates of a run have in common: the machine, its bounds, options of the search. */
#include "cli/solve/solution.h"

#include <math.h>

enum { MEGABYTES = 2000 }; /* for encoding, unless the command line says otherwise */

/* ---- options ----------------------------------------------------------------------------------- */

static bool tactic_at(uint32_t index, struct choice_line *out)
{
	static const char *const concludes[] = {[SEARCH_TACTIC_FOUND] = "found",
	                                        [SEARCH_TACTIC_NONE] = "none",
	                                        [SEARCH_TACTIC_FOUND | SEARCH_TACTIC_NONE] =
	                                            "found, none"};
	if (index >= SEARCH_TACTICS) return false;
	const struct search_tactic *x = search_tactic(index);
	*out = (struct choice_line){x->name, concludes[x->concludes], 0, x->help};
	return true;
}

bool setting_lists_tactics(struct cli *c)
{
	return choices_help(c, "tactics", c->options.tactics, tactic_at);
}

static bool read_solver(struct setting *s)
{
	const char *word = s->cli->options.solver;
	s->search.solver = SOLVER_AUTO;
	if (!word || solver_find(word, &s->search.solver)) return true;
	struct text known = {0};
	for (int i = 0; i < SOLVER_KINDS; i++)
		text_format(&known, "%s%s", i ? ", " : "", solver_name((enum solver_kind)i));
	report_usage(s->cli, "there is no solver '%s'; these are known: %s", word, text_get(&known));
	text_clear(&known);
	return false;
}

/* Breaking symmetry keeps one solution of several symmetric ones: not where all are asked for. */
static bool read_symmetry(struct setting *s)
{
	const struct options *o = &s->cli->options;
	enum model_symmetry how;
	if (!model_symmetry(s->cli, &how)) return false;
	model_break_symmetry(how, &s->search);
	s->search.breaks_symmetry &= s->wanted == 1 || o->up_to_symmetry;
	s->search.lists_solutions = s->wanted > 1;
	return true;
}

static bool read_search(struct setting *s)
{
	const struct options *o = &s->cli->options;
	s->wanted = o->count ? o->count : o->all ? UINT32_MAX : 1;
	s->seconds = o->time_limit;
	s->search.seed = o->seed;
	s->search.prefers_small = o->minimise;
	s->search.keeps_clauses = o->dimacs || o->certify;
	s->search.memory = (o->memory_limit ? o->memory_limit : MEGABYTES) * (size_t)1000000;
	s->search.interrupt = &s->watch.flag;
	return read_solver(s) &&
	       choices_read(s->cli, "tactics", s->cli->options.tactics, tactic_at,
	                    &s->search.tactics) &&
	       read_symmetry(s);
}

/* ---- the machine ------------------------------------------------------------------------------- */

bool setting_has_machine(const struct setting *s)
{
	const struct machine *m = s->model.project ? s->model.project->main : NULL;
	return m && m->kind != MACHINE_DEFINITIONS;
}

static bool read_bounds_file(struct setting *s)
{
	const char *path = s->cli->options.bounds;
	return !path || bounds_read_file(&s->bounds, &s->model.diag, &s->model.project->arena, path);
}

static bool fill_universe(struct setting *s)
{
	struct text notes = {0};
	bool good = model_fit(s->cli, &s->model, &s->bounds, &s->universe, &notes);
	if (s->cli->options.verbose) report_error(s->cli, "%s", text_get(&notes));
	text_clear(&notes);
	return good;
}

static void find_solver(struct setting *s)
{
	struct text why = {0};
	if (!solver_is_available(s->search.solver, &why))
		s->missing = text_freeze(&why, &s->model.project->arena);
}

bool setting_open(struct setting *s, struct cli *c, const char *path)
{
	memset(s, 0, sizeof *s);
	s->cli = c;
	if (!read_search(s) || !model_bounds(s->cli, &s->bounds) ||
	    !model_open_path(&s->model, s->cli, path)) {
		bounds_clear(&s->bounds);
		return false;
	}
	if (s->model.diag.errors || !s->model.project) return true;
	s->is_good = read_bounds_file(s) && fill_universe(s);
	find_solver(s);
	return true;
}

void setting_close(struct setting *s)
{
	universe_clear(&s->universe);
	bounds_clear(&s->bounds);
	model_close(&s->model);
}

void setting_place(struct setting *s, struct pos pos, struct text *out)
{
	struct place p = diag_place(&s->model.diag, pos);
	if (!p.source) return;
	bool is_predicate = s->file && strcmp(p.source->file, s->file) == 0;
	text_format(out, "%s:%u:%u: ", p.source->file, p.line + (is_predicate ? s->lines_before : 0),
	            p.column);
}

/* ---- limits ------------------------------------------------------------------------------------ */

void setting_begin(struct setting *s)
{
	double left = watch_seconds_left(s->cli, s->cli->options.time_limit);
	double seconds = !s->cli->options.batch && left > 0 ? fmin(left, s->seconds) : s->seconds;
	s->begun = report_clock();
	uint64_t effort = s->cli->options.effort_limit;
	uint64_t spent = s->cli->options.batch ? 0 : s->model.project->meter.spent;
	s->search.seconds = effort ? 0 : seconds;
	watch_start(&s->watch, seconds, s->cli->options.memory_limit,
	            s->cli->options.batch ? WATCH_ASKS : WATCH_ENDS);
	if (effort) watch_effort(&s->watch, s->model.project, effort > spent ? effort - spent : 1);
}

void setting_end(struct setting *s) { watch_stop(&s->watch); }

/* The search looks at the clock by itself and may be earlier than the watch. */
static enum watch_reason stopped_by(const struct setting *s)
{
	if (s->watch.flag) return (enum watch_reason)s->watch.flag;
	double limit = s->search.seconds;
	bool is_late = limit > 0 && report_clock() - s->begun >= limit;
	return is_late ? WATCH_TIME : WATCH_NONE;
}

const char *setting_limit(struct setting *s)
{
	struct arena *a = &s->model.project->arena;
	switch (stopped_by(s)) {
	case WATCH_NONE:
	case WATCH_STUCK: return NULL;
	case WATCH_INTERRUPT: return "interrupted";
	case WATCH_TIME:
		return arena_format(a, "the time limit of %g s was reached (--time-limit raises it)",
		                    s->seconds);
	case WATCH_EFFORT:
		return arena_format(
		    a, "the limit of %u units of effort was reached (--effort-limit raises it)",
		    s->cli->options.effort_limit);
	case WATCH_MEMORY:
		return arena_format(a, "the memory limit of %u MB was reached (--memory-limit raises it)",
		                    s->cli->options.memory_limit);
	}
	return NULL;
}

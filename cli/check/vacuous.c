/* No initial state: have PROPERTIES no solution, and is that so whatever the bounds? */
#include "cli/check/findings.h"
#include "search/fit.h"

#include <math.h>

enum { SECONDS = 2, MEGABYTES = 2000 };

/* Many of which perhaps few are to blame explain nothing. */
static void note_conflict(struct findings *f, const struct conflict *c)
{
	enum { MOST = 20 };
	if (c->count == 0 || (!c->is_minimal && c->count > MOST)) return;
	report_conflict(&f->notes, &f->model->diag, c->conjuncts, c->count, c->is_minimal, c->is_near);
}

static void report_once(struct findings *f, const char *what)
{
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		if (f->result->findings.at[i].kind == EXPLORE_NO_INITIAL_STATE) return;
	explore_report_vacuous(f->explore,
	                       arena_format(&f->model->project->arena, "no initial state: %s", what));
}

static enum vacuous judge(struct findings *f, const struct conflict *c)
{
	const char *unfit = explore_unfit(f->explore);
	note_conflict(f, c);
	if (c->is_near) return VACUOUS_UNKNOWN;
	bool is_absolute = !c->use.sizes && !c->use.integers;
	if (!unfit || is_absolute) {
		report_once(f,
		            is_absolute ? "PROPERTIES have no solution" : explore_no_solution(f->explore));
		return VACUOUS_FOR_ALL;
	}
	f->reason = arena_format(&f->model->project->arena, "%s", unfit);
	return VACUOUS_FOR_BOUNDS;
}

enum vacuous findings_vacuous(struct findings *f)
{
	struct explore_view v;
	struct watch w;
	struct conflict c = {0};
	explore_view(f->explore, &v);
	if (!v.properties) return VACUOUS_OTHERWISE;
	double left = watch_seconds_left(f->cli, f->cli->options.time_limit);
	double seconds = left > 0 ? fmin(left, SECONDS) : SECONDS;
	watch_start(&w, seconds, f->cli->options.memory_limit, WATCH_ASKS);
	struct search_options o = {.solver = SOLVER_AUTO,
	                           .breaks_symmetry = true,
	                           .seconds = seconds,
	                           .memory = MEGABYTES * (size_t)1000000,
	                           .interrupt = &w.flag};
	struct question q = {.names = v.unknowns,
	                     .count = v.unknown_count,
	                     .conjuncts = (const struct node *const *)v.properties->kid,
	                     .conjunct_count = v.properties->count,
	                     .universe = &f->universe};
	struct search *s = search_open(v.eval, f->model->project, &q, &o);
	enum search_answer a = search_next(s).answer;
	if (a == SEARCH_NONE) conflict_of(s, f->model->project, &f->universe, &c);
	search_close(s);
	watch_stop(&w);
	if (a == SEARCH_NONE) return judge(f, &c);
	return a == SEARCH_FOUND ? VACUOUS_OTHERWISE : VACUOUS_UNKNOWN;
}

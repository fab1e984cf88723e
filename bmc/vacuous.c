/* No initial state: have PROPERTIES no solution, and is that so whatever the bounds? */
#include "bmc/bmc.h"

enum { EFFORT = 2 * EVAL_EFFORT_PER_SECOND, MEGABYTES = 2000 };

static void report_once(struct explore *x, struct project *p, const char *what)
{
	const struct explore_result *r = explore_result(x);
	for (uint32_t i = 0; i < r->findings.count; i++)
		if (r->findings.at[i].kind == EXPLORE_NO_INITIAL_STATE) return;
	explore_report_vacuous(x, arena_format(&p->arena, "no initial state: %s", what));
}

static enum vacuous judge(struct explore *x, struct project *p, const struct conflict *c)
{
	const char *unfit = explore_unfit(x);
	if (c->is_near) return VACUOUS_UNKNOWN;
	bool is_absolute = !c->use.sizes && !c->use.integers;
	if (unfit && !is_absolute) return VACUOUS_FOR_BOUNDS;
	report_once(x, p, is_absolute ? "PROPERTIES have no solution" : explore_no_solution(x));
	return VACUOUS_FOR_ALL;
}

enum vacuous vacuous_why(struct explore *x, struct project *p, const struct universe *u,
                         const _Atomic int *interrupt, struct conflict *out)
{
	struct explore_view v;
	*out = (struct conflict){0};
	explore_view(x, &v);
	if (!v.properties) return VACUOUS_OTHERWISE;
	struct search_options o = {.solver = SOLVER_AUTO,
	                           .breaks_symmetry = true,
	                           .finds_symmetry = true,
	                           .effort = EFFORT,
	                           .memory = MEGABYTES * (size_t)1000000,
	                           .interrupt = interrupt};
	struct question q = {.names = v.unknowns,
	                     .count = v.unknown_count,
	                     .conjuncts = (const struct node *const *)v.properties->kid,
	                     .conjunct_count = v.properties->count,
	                     .universe = u};
	struct search *s = search_open(v.eval, p, &q, &o);
	enum search_answer a = search_next(s).answer;
	if (a == SEARCH_NONE) conflict_of(s, p, u, out);
	search_close(s);
	if (a == SEARCH_NONE) return judge(x, p, out);
	return a == SEARCH_FOUND ? VACUOUS_OTHERWISE : VACUOUS_UNKNOWN;
}

/* Setups, and the initial states of each of them. */
#include "explore/inside.h"

/* ---- setups -------------------------------------------------------------------------------------- */

/* An axiom about all integers is taken as one. */
static void note_axiom(struct explore *x, const struct node *n)
{
	struct text t = {0};
	if (map_get(&x->model.axioms, n)) return;
	map_put(&x->model.axioms, n, x);
	print_formula_short(x->project, n, 60, &t);
	text_format(&x->result.notes,
	            "'%s' is true with integers from MININT..MAXINT, and taken to be true with all\n",
	            text_get(&t));
	text_clear(&t);
}

/* Functions that are taken to exist. */
static void note_functions(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.unknowns.count; i++) {
		const struct decl *d = x->model.unknowns.at[i];
		if (!eval_is_endless_if_infinite(x->eval, d) || map_get(&x->model.axioms, d)) continue;
		map_put(&x->model.axioms, d, x);
		text_format(
		    &x->result.notes,
		    "'%s' calls itself with smaller and smaller sets: it is taken to exist, also for "
		    "infinite ones\n",
		    d->full_name);
	}
}

bool setup_holds(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++) {
		const struct node *n = x->model.conjuncts.at[i];
		bool is_sure;
		enum truth t = eval_predicate_certain(x->eval, n, &is_sure);
		if (t == EVAL_TRUE && is_sure) continue;
		if (t == EVAL_TRUE && eval_is_universal(x->eval, n)) {
			note_axiom(x, n);
			continue;
		}
		if (t == EVAL_TRUE)
			judge_unfinished(x, node_start(n),
			                 "this is true with integers from MININT..MAXINT, and perhaps false "
			                 "with all (--int LO..HI changes it)");
		return false;
	}
	return true;
}

static bool found_setup(void *data)
{
	struct explore *x = data;
	if (step_stopped(x)) return false;
	if (!symmetry_keeps(x)) return true;
	if (x->setup_count == x->options.max_states) {
		x->search.is_full = true;
		return false;
	}
	if (eval_was_cut(x->eval) && !setup_holds(x)) return true;
	note_functions(x);
	for (uint32_t i = 0; i < x->model.unknowns.count; i++)
		VEC_PUSH(&x->setups, eval_get(x->eval, x->model.unknowns.at[i]));
	x->setup_count++;
	return true;
}

struct pos setup_position(const struct explore *x)
{
	const struct machine *main = x->project->main;
	if (main->clause_at[CLAUSE_PROPERTIES].at) return main->clause_at[CLAUSE_PROPERTIES];
	if (main->clause_at[CLAUSE_CONSTRAINTS].at) return main->clause_at[CLAUSE_CONSTRAINTS];
	if (x->model.conjuncts.count > 0) return node_start(x->model.conjuncts.at[0]);
	return main->pos;
}

/* The bounds that play a part in PROPERTIES. */
static struct bounds_use uses(const struct explore *x, uint64_t *sets)
{
	struct bounds_use use = {0};
	*sets = 0;
	for (uint32_t i = 0; i < x->model.conjuncts.count; i++) {
		bounds_use_of(x->universe, x->model.conjuncts.at[i], &use);
		*sets |= bounds_sets_of(x->universe, x->model.conjuncts.at[i]);
	}
	return use;
}

/* Is the size of a set of these open, and not chosen by the machine itself? */
static bool is_given(const struct universe *u, uint64_t sets)
{
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (s->is_open && !s->is_own && (i >= BOUNDS_MOST_SETS || sets >> i & 1)) return true;
	}
	return false;
}

/* Might it be made to fit? */
static bool is_free(const struct universe *u, uint64_t sets)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].is_free && (i >= BOUNDS_MOST_SETS || sets >> i & 1)) return true;
	return false;
}

static void add_bounds(const struct explore *x, uint64_t sets, bool has_integers, struct text *out)
{
	const struct universe *u = x->universe;
	for (uint32_t i = 0; i < u->sets.count; i++) {
		const struct universe_set *s = &u->sets.at[i];
		if (!s->is_open || (i < BOUNDS_MOST_SETS && !(sets >> i & 1))) continue;
		text_format(out, "%s%s = %u", out->count ? ", " : "", s->decl->name, s->size);
	}
	if (has_integers)
		text_format(out, "%sMININT..MAXINT = %lld..%lld", out->count ? ", " : "",
		            (long long)u->minint, (long long)u->maxint);
}

const char *explore_unfit(struct explore *x)
{
	struct text bounds = {0};
	uint64_t sets;
	struct bounds_use use = uses(x, &sets);
	bool sizes = use.sizes && is_given(x->universe, sets);
	bool integers = use.integers && !x->universe->is_range_own;
	bool grows = sizes && x->universe->unfit && is_free(x->universe, sets);
	if (x->universe->is_contradictory || (!sizes && !integers)) return NULL;
	if (x->universe->unfit) text_add(&bounds, x->universe->unfit);
	else add_bounds(x, sets, use.integers, &bounds);
	const char *text = arena_format(
	    &x->arena, "PROPERTIES have no solution with %s (%s%s%s%s)", text_get(&bounds),
	    grows ? "--fit N tries larger sets, " : "", sizes ? "--card SET=N sets a size" : "",
	    sizes && integers ? ", " : "", integers ? "--int LO..HI sets MININT and MAXINT" : "");
	text_clear(&bounds);
	return text;
}

const char *explore_no_solution(struct explore *x)
{
	struct text bounds = {0};
	uint64_t sets;
	struct bounds_use use = uses(x, &sets);
	if (!x->universe->is_contradictory) add_bounds(x, sets, use.integers, &bounds);
	const char *text = !bounds.count
	                       ? "PROPERTIES have no solution"
	                       : arena_format(&x->arena,
	                                      "PROPERTIES have no solution with %s, which the "
	                                      "DEFINITIONS say",
	                                      text_get(&bounds));
	text_clear(&bounds);
	return text;
}

/* That there is none for these bounds says nothing of others. */
static void no_setup(struct explore *x, bool was_cut)
{
	struct pos pos = setup_position(x);
	const char *unfit = was_cut ? NULL : explore_unfit(x);
	if (unfit) judge_unfinished(x, pos, unfit);
	else if (!was_cut) judge_no_initial_state(x, pos, explore_no_solution(x));
	else
		judge_unfinished(x, pos,
		                 "PROPERTIES have no solution with integers from MININT..MAXINT "
		                 "(--int LO..HI changes it)");
}

/* The constants that are looked for; those that are fixed by symmetry have their values already. */
static struct decl **begin(struct explore *x, uint32_t *count)
{
	struct decl **open = ARENA_ARRAY(&x->arena, x->model.unknowns.count + 1, struct decl *);
	*count = 0;
	for (uint32_t i = 0; i < x->model.unknowns.count; i++)
		if (!symmetry_is_fixed(x, x->model.unknowns.at[i]))
			open[(*count)++] = x->model.unknowns.at[i];
	for (uint32_t i = 0; i < x->symmetry.fixed.count; i++)
		eval_set(x->eval, x->symmetry.fixed.at[i].decl, x->symmetry.fixed.at[i].value);
	x->setups.count = 0;
	x->setup_count = 0;
	eval_clear_cut(x->eval);
	return open;
}

static void end(struct explore *x)
{
	for (uint32_t i = 0; i < x->model.unknowns.count; i++)
		eval_set(x->eval, x->model.unknowns.at[i], VALUE_NONE);
}

static enum truth solve(struct explore *x, const struct node *predicate)
{
	uint32_t count;
	struct decl **open = begin(x, &count);
	enum truth t = eval_solve(x->eval, open, count, predicate, true, found_setup, x);
	end(x);
	return t;
}

/* ---- setups that somebody else finds --------------------------------------------------------------- */

static bool add_setup(struct explore_wanted *w)
{
	struct explore *x = w->explore;
	if (step_stopped(x) || x->search.is_full) return false;
	return !setup_holds(x) || found_setup(x);
}

static enum explore_found ask(struct explore *x)
{
	struct explore_wanted w = {.eval = x->eval,
	                           .conjuncts = x->model.conjuncts.at,
	                           .conjunct_count = x->model.conjuncts.count,
	                           .add = add_setup,
	                           .explore = x};
	w.names = begin(x, &w.name_count);
	enum explore_found found = x->options.helper.setups(x->options.helper.data, &w);
	end(x);
	return step_stopped(x) ? EXPLORE_FOUND_SOME : found;
}

/* A first try for a while. False if others found all setups that it did not. Where it only needs more time, it
 * may find more than they do, who draw integers from ranges. */
static bool is_for_evaluator(struct explore *x, const struct node *predicate, enum truth *t)
{
	enum { MANY = 200 }; /* it is good at this */
	enum { SOON = 3 * EVAL_EFFORT_PER_SECOND };
	uint64_t until = eval_effort(x->eval) + SOON, before = eval_lend_effort(x->eval, until);
	*t = solve(x, predicate);
	eval_return_effort(x->eval, before);
	bool is_limited = *t == EVAL_FAILED && eval_is_limit(eval_failed(x->eval)->kind);
	bool is_late = is_limited && eval_effort(x->eval) >= until;
	bool is_done = *t == EVAL_FAILED ? !is_limited : x->setup_count > 0 || !eval_was_cut(x->eval);
	if (is_done) return true;
	bool goes_on = step_stopped(x) || (is_late && x->setup_count > MANY);
	enum explore_found found = goes_on ? EXPLORE_FOUND_SOME : ask(x);
	if (found == EXPLORE_FOUND_SOME || (is_late && found != EXPLORE_FOUND_ALL)) {
		if (!step_stopped(x)) *t = solve(x, predicate);
		return true;
	}
	x->result.is_wide = found == EXPLORE_FOUND_WIDE && x->setup_count > 0;
	x->result.was_cut |= found != EXPLORE_FOUND_ALL;
	return false;
}

/* ---- all of them ----------------------------------------------------------------------------------- */

void setup_find(struct explore *x)
{
	const struct node *predicate = collect_conjunction(x, EXPLORE_NONE);
	bool is_asked = x->options.helper.setups && x->model.unknowns.count > 0, is_own = true;
	enum truth t = EVAL_TRUE;
	symmetry_find(x);
	if (is_asked) is_own = is_for_evaluator(x, predicate, &t);
	else t = solve(x, predicate);
	bool is_cut_off = step_stopped(x) && !eval_failed(x->eval); /* who was asked has left nothing */
	if (is_own && t == EVAL_FAILED && !is_cut_off)
		judge_failure(x, "PROPERTIES", EXPLORE_NONE, EXPLORE_NONE);
	else if (x->setup_count == 0 && !step_stopped(x))
		no_setup(x, is_own ? eval_was_cut(x->eval) : x->result.was_cut);
	x->result.was_cut |= is_own && eval_was_cut(x->eval);
	if (!x->model.has_setup) return;
	x->result.stats.setups = x->setup_count;
	x->result.stats.transitions = x->setup_count;
}

void setup_load(struct explore *x, uint32_t setup)
{
	if (setup == x->current_setup && x->changes == eval_changes(x->eval)) return;
	const value *v = x->setups.at + (size_t)setup * x->model.unknowns.count;
	eval_set_all(x->eval, x->model.unknowns.at, x->model.unknowns.count, v);
	x->current_setup = setup;
	x->changes = eval_changes(x->eval);
}

/* ---- initial states -------------------------------------------------------------------------------- */

static bool add_initial(struct explore *x)
{
	bool is_new;
	if (x->states.count == x->options.max_states && quotient_find(x, x->vector) == EXPLORE_NONE) {
		x->search.is_full = true;
		return false;
	}
	uint32_t id = quotient_add(x, x->vector, EXPLORE_NONE, EXPLORE_NONE, &is_new);
	if (!is_new) return true;
	x->result.stats.transitions++;
	if (x->options.order != EXPLORE_BREADTH) VEC_PUSH(&x->search.frontier, id);
	return true;
}

static bool found_initial(void *data)
{
	struct explore *x = data;
	if (step_stopped(x)) return false;
	if (step_gather(x, x->current_setup, x->vector)) return add_initial(x);
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		if (eval_get(x->eval, x->model.variables.at[i]) == VALUE_NONE)
			judge_not_initialised(x, x->model.variables.at[i], x->current_setup);
	return true;
}

static void found_orphan(struct explore *x, void *data)
{
	(void)data;
	orphan_report(x, EXPLORE_NONE);
}

static void initialise(struct explore *x, uint32_t setup)
{
	setup_load(x, setup);
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		eval_set(x->eval, x->model.variables.at[i], VALUE_NONE);
	if (!x->model.initialisation && !x->pairs) {
		found_initial(x);
		return;
	}
	struct failing f = {x, "INITIALISATION", NULL, EXPLORE_NONE, setup};
	if (x->pairs) pairs_prepare(x, EXPLORE_NONE);
	judge_each_failure(&f);
	enum truth t = x->pairs ? pairs_begin(x)
	                        : eval_execute(x->eval, x->model.initialisation, found_initial, x);
	judge_no_more_failures(&f, t);
	if (x->pairs) pairs_each(x, found_initial, found_orphan, x);
}

void setup_initialise(struct explore *x)
{
	uint32_t findings = x->result.findings.count;
	struct pos pos = x->project->main->clause_at[CLAUSE_INITIALISATION];
	eval_clear_cut(x->eval);
	for (uint32_t i = 0; i < x->setup_count && !x->search.is_full && !step_stopped(x); i++) {
		initialise(x, i);
		judge_setup(x, i);
	}
	x->result.was_cut |= eval_was_cut(x->eval);
	bool is_open = judge_is_unfinished(x) || step_stopped(x) || x->search.is_full;
	if (x->setup_count == 0 || x->states.count > 0 || is_open) return;
	if (eval_was_cut(x->eval))
		judge_unfinished(x, pos,
		                 "INITIALISATION has no outcome with integers from MININT..MAXINT "
		                 "(--int LO..HI changes it)");
	else if (x->result.findings.count == findings)
		judge_no_initial_state(x, pos, "INITIALISATION has no outcome");
	else judge_no_initial_state(x, pos, "INITIALISATION fails");
}

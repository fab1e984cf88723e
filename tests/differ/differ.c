/* The comparison of solver and evaluator on one predicate. */
#include "tests/differ/differ.h"

#include <setjmp.h>
#include <time.h>

enum {
	MOST_COMPARED = 300, /* solutions: if there are more, not all are enumerated */
	SOME = 40,           /* then only so many */
	BLAME_EVERY = 32,
};

static const double oracle_seconds = 2;

struct check {
	const struct differ_task *task;
	struct differ_stats *stats;
	struct text *why;
	struct problem p;
	struct oracle o;
	bool *is_found, *is_covered; /* of the solutions of the oracle */
};

/* One run of a solver. */
struct run {
	struct check *c;
	struct search *search;
	struct verdict verdict; /* the last one */
	struct search_options options;
	bool up_to_symmetry;
	uint32_t most;    /* answers */
	uint32_t found;   /* so far */
	uint32_t answers; /* so far: solutions, and that there are no more */
};

const char *differ_word(enum differ_kind kind)
{
	static const char *const words[] = {"agrees",
	                                    "is not well-formed",
	                                    "the evaluator contradicts itself",
	                                    "internal error",
	                                    "hangs",
	                                    "doubtful",
	                                    "found what is no solution",
	                                    "found twice",
	                                    "lost a solution",
	                                    "lost by symmetry",
	                                    "found twice up to symmetry",
	                                    "blamed conjuncts that have a solution",
	                                    "simpler words that say more",
	                                    "an undefined operand does not matter",
	                                    "plain enumeration says something else"};
	return words[kind];
}

static double seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- failures ------------------------------------------------------------------------------------ */

static enum differ_kind differs(const struct run *r, enum differ_kind kind, const value *solution)
{
	struct text *why = r->c->why;
	if (!why) return kind;
	text_format(why, "%s%s", solver_name(r->options.solver),
	            r->options.breaks_symmetry ? " with symmetry" : "");
	for (enum search_tactic_number t = 0; t < SEARCH_TACTICS; t++)
		if (r->options.tactics & 1u << t) text_format(why, " by %s", search_tactic(t)->name);
	text_format(why, ": %s", differ_word(kind));
	if (kind == DIFFER_DOUBTFUL) text_format(why, " (%s)", r->verdict.reason);
	if (!solution) return kind;
	text_add(why, ": ");
	problem_print(&r->c->p, solution, why);
	return kind;
}

/* Solver and eval_solve do not agree: what does eval_predicate say? */
static enum differ_kind differs_on(const struct run *r, enum differ_kind kind,
                                   const value *solution)
{
	bool is_solution = problem_confirms(&r->c->p, solution);
	bool solver_is_right = is_solution == (kind == DIFFER_WRONG);
	return differs(r, solver_is_right ? DIFFER_EVALUATOR : kind, solution);
}

static void note_reason(void *list, const char *text, const char *example)
{
	struct {
		struct differ_reason *at;
		uint32_t count, room;
	} *reasons = list;
	for (uint32_t i = 0; i < reasons->count; i++) {
		if (strcmp(reasons->at[i].text, text) != 0) continue;
		reasons->at[i].count++;
		return;
	}
	VEC_PUSH(reasons, (struct differ_reason){strdup(text), strdup(example), 1});
}

/* ---- sudden ends ---------------------------------------------------------------------------------- */

static sigjmp_buf path_out;
static char fatal_text[300];

static void keep_fatal(const char *message)
{
	snprintf(fatal_text, sizeof fatal_text, "%s", message);
	siglongjmp(path_out, DIFFER_INTERNAL);
}

static void leave(void)
{
	snprintf(fatal_text, sizeof fatal_text, "it does not end");
	siglongjmp(path_out, DIFFER_HANGS);
}

/* ---- answers ------------------------------------------------------------------------------------- */

static enum differ_kind take_solution(struct run *r, const value *solution)
{
	struct check *c = r->c;
	uint32_t place = solutions_find(&c->o.solutions, solution);
	if (place == UINT32_MAX)
		return c->o.is_exact ? differs_on(r, DIFFER_WRONG, solution) : DIFFER_AGREES;
	/* where unknowns are drawn from a part of their types, elements may be told apart; external
	 * functions could do that, too */
	bool is_symmetric = r->verdict.is_complete && !c->p.of_op[OP_EXTERNAL_CALL];
	if (c->is_found[place] && r->up_to_symmetry && !is_symmetric) return DIFFER_AGREES;
	if (c->is_found[place])
		return differs(r, r->up_to_symmetry ? DIFFER_SAME_ORBIT : DIFFER_REPEATED, solution);
	c->is_found[place] = true;
	return DIFFER_AGREES;
}

static bool is_within(const struct solutions *part, const struct solutions *all)
{
	for (uint32_t i = 0; i < part->count; i++)
		if (solutions_find(all, part->list.at + i * part->width) == UINT32_MAX) return false;
	return true;
}

static void mark(const struct solutions *part, const struct solutions *all, bool *marks)
{
	for (uint32_t i = 0; i < part->count; i++) {
		uint32_t place = solutions_find(all, part->list.at + i * part->width);
		if (place != UINT32_MAX) marks[place] = true;
	}
}

/* The solutions that arise by renaming are found with it. k and h are not renamed, but where they do
 * not matter, the solver may take all elements for interchangeable: then all of those are solutions. */
static enum differ_kind take_orbit(struct run *r, const value *solution)
{
	struct check *c = r->c;
	struct solutions orbit = {0};
	enum differ_kind kind = take_solution(r, solution);
	for (int group = 0; group < 4 && !kind; group++) {
		bool keeps_k = c->p.uses_k && !(group & 1), keeps_h = c->p.uses_h && !(group & 2);
		solutions_clear(&orbit);
		orbit_of(&c->p, solution, keeps_k, keeps_h, &orbit);
		bool is_good = !c->o.is_exact || is_within(&orbit, &c->o.solutions);
		if (is_good) mark(&orbit, &c->o.solutions, c->is_covered);
		if (group == 0) mark(&orbit, &c->o.solutions, c->is_found);
		if (group == 0 && !is_good) kind = differs(r, DIFFER_EVALUATOR, solution);
	}
	solutions_clear(&orbit);
	return kind;
}

static enum differ_kind take_found(struct run *r)
{
	struct check *c = r->c;
	value *solution = ARENA_ARRAY(&c->p.project->arena, c->o.solutions.width + 1, value);
	if (!problem_get(&c->p, solution)) return differs(r, DIFFER_DOUBTFUL, NULL);
	r->found++;
	return r->up_to_symmetry ? take_orbit(r, solution) : take_solution(r, solution);
}

/* Solutions for a larger range of integers: there must be none, if the answer was complete. */
static enum differ_kind check_wide(struct run *r)
{
	struct check *c = r->c;
	struct problem wide;
	struct oracle o;
	enum differ_kind kind = DIFFER_AGREES;
	if (c->p.uses_range || r->found) return kind;
	problem_open(&wide, c->task->predicate, c->task->sizes, -9, 9);
	oracle_run(&wide, &o, oracle_seconds / 4);
	if (o.solutions.count) {
		kind = differs(r, DIFFER_LOST, NULL);
		if (c->why) problem_print(&wide, o.solutions.list.at, c->why);
	}
	oracle_clear(&o);
	problem_close(&wide);
	return kind;
}

/* The conjuncts to blame must have no solution together. */
static enum differ_kind check_blame(struct run *r)
{
	struct check *c = r->c;
	uint32_t count;
	bool is_minimal;
	bool is_plain = !r->options.breaks_symmetry && r->options.solver == SOLVER_PICOSAT;
	if (!is_plain || r->found || !c->o.is_exact || c->task->seed % BLAME_EVERY)
		return DIFFER_AGREES;
	const struct node *const *blamed = search_core(r->search, UINT64_MAX, &count, &is_minimal);
	if (count == 0) return DIFFER_AGREES;
	c->stats->blamed++;
	if (search_core_is_near(r->search)) return DIFFER_AGREES;
	bool found = oracle_has_solution(&c->p, blamed, count, oracle_seconds / 40);
	if (!found) return DIFFER_AGREES;
	enum differ_kind kind = differs(r, DIFFER_BLAME, NULL);
	for (uint32_t i = 0; c->why && i < count; i++) {
		text_add(c->why, i ? " & " : ": ");
		print_node(blamed[i], c->why);
	}
	return kind;
}

static enum differ_kind take_none(struct run *r)
{
	struct check *c = r->c;
	bool is_complete = r->verdict.is_complete;
	if (c->o.is_exact && !is_complete) c->stats->incomplete++;
	for (uint32_t i = 0; i < c->o.solutions.count; i++) {
		if (c->is_found[i] || c->is_covered[i]) continue;
		if (is_complete)
			return differs_on(r, r->options.breaks_symmetry ? DIFFER_SYMMETRY : DIFFER_LOST,
			                  c->o.solutions.list.at + i * c->o.solutions.width);
		c->stats->lost_by_bounds++;
		note_reason(&c->stats->reasons, "a solution is outside of the bounds", c->task->predicate);
		return DIFFER_AGREES;
	}
	return c->o.was_cut && is_complete ? check_wide(r) : check_blame(r);
}

static enum differ_kind next_answer(struct run *r, bool *is_last)
{
	struct check *c = r->c;
	r->verdict = search_next(r->search);
	valuation_apply(&r->verdict.valuation, c->p.eval);
	enum search_answer answer = r->verdict.answer;
	*is_last = answer != SEARCH_FOUND || ++r->found >= r->most;
	if (answer == SEARCH_FOUND) r->found--;
	r->answers += answer == SEARCH_FOUND || answer == SEARCH_NONE;
	switch (answer) {
	case SEARCH_FOUND: return take_found(r);
	case SEARCH_NONE: c->stats->conclusive += !r->options.tactics; return take_none(r);
	case SEARCH_DOUBTFUL: return differs(r, DIFFER_DOUBTFUL, NULL);
	default:
		if (r->options.tactics) return DIFFER_AGREES; /* one tactic alone need not decide */
		c->stats->inconclusive++;
		note_reason(&c->stats->reasons, r->verdict.reason, c->task->predicate);
		return DIFFER_AGREES;
	}
}

static void note_backend(const struct run *r)
{
	struct differ_backend *b = &r->c->stats->backends[r->options.solver];
	struct search_stats s;
	search_stats(r->search, &s);
	b->enumerations++;
	b->with_clauses += s.clauses > 0;
	b->answers += r->answers;
}

static enum differ_kind run_solver(struct check *c, struct search_options options,
                                   bool up_to_symmetry, uint32_t most, struct verdict *last)
{
	struct run r = {.c = c, .options = options, .up_to_symmetry = up_to_symmetry, .most = most};
	struct question q = problem_question(&c->p);
	struct decls *names = &c->p.unknowns;
	enum differ_kind kind = DIFFER_AGREES;
	memset(c->is_found, 0, c->o.solutions.count * sizeof *c->is_found);
	memset(c->is_covered, 0, c->o.solutions.count * sizeof *c->is_covered);
	r.options.seconds = c->task->seconds;
	r.options.interrupt = clock_start(2 * c->task->seconds, leave);
	r.search = search_open(c->p.eval, c->p.project, &q, &r.options);
	for (bool is_last = false; !is_last && !kind;) {
		kind = next_answer(&r, &is_last);
		if (!is_last && !kind) search_exclude_last(r.search, NULL, 0, up_to_symmetry);
	}
	note_backend(&r);
	if (last) *last = r.verdict;
	search_close(r.search);
	clock_stop();
	for (uint32_t i = 0; i < names->list.count; i++)
		eval_set(c->p.eval, names->list.at[i], VALUE_NONE);
	return kind;
}

/* ---- all solvers --------------------------------------------------------------------------------- */

static enum differ_kind check_solvers(struct check *c)
{
	uint32_t count = c->o.solutions.count, odd = (uint32_t)(c->task->seed & 1);
	bool is_all = count <= MOST_COMPARED && c->o.is_exact;
	uint32_t most = is_all ? UINT32_MAX : SOME;
	struct search_options plain = {.solver = SOLVER_PICOSAT, .prefers_small = !odd};
	struct search_options other = {.solver = SOLVER_AUTO, .prefers_small = odd};
	struct search_options symmetric = {.solver = odd ? SOLVER_CADICAL : SOLVER_PICOSAT,
	                                   .breaks_symmetry = true,
	                                   .breaks_at_once = true};
	struct search_options outside = {.solver = SOLVER_KISSAT,
	                                 .breaks_symmetry = c->task->seed / DIFFER_KISSAT_EVERY % 2,
	                                 .finds_symmetry = true,
	                                 .breaks_at_once = true};
	struct search_options examples = {
	    .solver = SOLVER_CADICAL, .breaks_symmetry = odd, .finds_symmetry = odd, .many = 2};
	if (is_all) c->stats->all_compared++;
	enum differ_kind kind = run_solver(c, plain, false, most, NULL);
	if (!kind) kind = run_solver(c, other, false, most, NULL);
	if (!kind) kind = run_solver(c, symmetric, true, most, NULL);
	if (!kind) kind = run_solver(c, examples, false, 1, NULL);
	if (!kind && c->task->with_kissat && solver_is_available(SOLVER_KISSAT, NULL))
		kind = run_solver(c, outside, false, 1, NULL);
	return kind;
}

/* ---- tactics --------------------------------------------------------------------------------------- */

static const struct search_options alone = {.solver = SOLVER_CADICAL,
                                            .effort = EVAL_EFFORT_PER_SECOND / 5};

/* What a tactic alone finds is a solution, and where it says "none" there is none. */
static enum differ_kind check_tactic(struct check *c, enum search_tactic_number t)
{
	enum { FEW_VALUES = 2 }; /* are many for CEGIS, so that it has something to do */
	struct differ_tactic *stats = &c->stats->tactics[t];
	struct search_options o = alone;
	struct verdict v;
	uint64_t before = eval_effort(c->p.eval);
	o.tactics = 1u << t;
	if (t == TACTIC_cegis) o.many = FEW_VALUES;
	enum differ_kind kind = run_solver(c, o, false, 1, &v);
	stats->asked++;
	stats->satisfiable += c->o.solutions.count > 0;
	stats->found += v.answer == SEARCH_FOUND;
	stats->none += v.answer == SEARCH_NONE && v.is_complete;
	stats->bounded += v.answer == SEARCH_NONE && !v.is_complete;
	stats->contradictions += kind != DIFFER_AGREES;
	stats->effort += eval_effort(c->p.eval) - before;
	return kind;
}

/* Those that only conclude "none" are asked above all where there is a solution. */
static bool is_worth_asking(const struct check *c, enum search_tactic_number t)
{
	enum { EVERY = 4 };
	bool is_satisfiable = c->o.solutions.count > 0;
	return is_satisfiable || search_tactic(t)->concludes != SEARCH_TACTIC_NONE ||
	       c->task->seed % EVERY == 0;
}

static enum differ_kind check_tactics(struct check *c)
{
	enum differ_kind worst = DIFFER_AGREES;
	for (enum search_tactic_number t = 0; t < SEARCH_TACTICS; t++) {
		bool is_turn = c->task->tactics != DIFFER_ONE_TACTIC || c->task->seed % SEARCH_TACTICS == t;
		if (!is_turn || !is_worth_asking(c, t)) continue;
		enum differ_kind kind = check_tactic(c, t);
		if (kind && !worst) worst = kind;
	}
	return worst;
}

/* Who answers, if all are there? */
static enum differ_kind check_portfolio(struct check *c)
{
	struct verdict v;
	enum differ_kind kind = run_solver(c, alone, false, 1, &v);
	if (v.by < SEARCH_TACTICS) c->stats->tactics[v.by].first++;
	else c->stats->without_tactic++;
	return kind;
}

static enum differ_kind check_only_tactics(struct check *c)
{
	enum differ_kind kind = check_portfolio(c), other = check_tactics(c);
	return kind ? kind : other;
}

static void note_oracle(struct check *c)
{
	struct differ_stats *s = c->stats;
	s->predicates++;
	s->cut += c->o.was_cut;
	s->undefined += c->o.has_undefined;
	s->solutions += c->o.solutions.count;
	if (c->o.solutions.count) s->satisfiable++;
	else if (c->o.is_exact) s->unsatisfiable++;
	else s->undecided++;
	if (c->o.failure) note_reason(&s->failures, c->o.failure, c->task->predicate);
	for (uint32_t i = 0; i < OP_COUNT; i++) s->with_op[i] += c->p.of_op[i] > 0;
}

/* Where all sets are empty, a type may be open: such a predicate is left out. */
static enum differ_kind check_errors(struct check *c)
{
	const struct diag *d = &c->p.diag;
	if (d->messages.count && strstr(d->messages.at[0].text, "cannot be inferred")) {
		c->stats->untyped++;
		return DIFFER_AGREES;
	}
	if (c->why) diag_print(&c->p.diag, c->why);
	return DIFFER_TEXT;
}

static enum differ_kind tell_contradiction(struct check *c)
{
	if (c->why) {
		text_add(c->why, "eval_solve and eval_predicate do not agree on ");
		problem_print(&c->p, c->o.contradiction, c->why);
	}
	return DIFFER_EVALUATOR;
}

static enum differ_kind check_simple(struct check *c)
{
	uint32_t at = 0;
	const struct node *wrong = simple_differs(&c->p, &c->o.solutions, &at);
	if (!wrong) return DIFFER_AGREES;
	if (c->why) {
		text_add(c->why, "in simpler words: not ");
		print_node(wrong, c->why);
		text_add(c->why, " for ");
		problem_print(&c->p, c->o.solutions.list.at + (size_t)at * c->o.solutions.width, c->why);
	}
	return DIFFER_SIMPLE;
}

static enum differ_kind check_strict(struct check *c, const struct solutions *valuations)
{
	const struct node *wrong = strict_fails(&c->p, valuations, c->task->seed, oracle_seconds / 4);
	if (!wrong) return DIFFER_AGREES;
	if (c->why) {
		text_format(c->why, "%s: ", differ_word(DIFFER_STRICT));
		print_node(wrong, c->why);
	}
	return DIFFER_STRICT;
}

/* The evaluator by itself, for some valuations. */
static enum differ_kind check_evaluator(struct check *c)
{
	enum { FEW = 6 };
	struct solutions valuations = {0};
	eval_set_interrupt(c->p.eval, clock_start(oracle_seconds / 4, NULL));
	problem_valuations(&c->p, FEW, &valuations);
	clock_stop();
	enum differ_kind kind = check_strict(c, &valuations);
	if (!kind && !naive_agrees(&c->p, &valuations, oracle_seconds / 4, &c->stats->naive, c->why))
		kind = DIFFER_NAIVE;
	solutions_clear(&valuations);
	return kind;
}

static enum differ_kind check_opened(struct check *c)
{
	if (!c->p.predicate) return check_errors(c);
	double start = seconds_now();
	oracle_run(&c->p, &c->o, oracle_seconds);
	double middle = seconds_now();
	note_oracle(c);
	c->is_found = ARENA_ARRAY(&c->p.project->arena, c->o.solutions.count + 1, bool);
	c->is_covered = ARENA_ARRAY(&c->p.project->arena, c->o.solutions.count + 1, bool);
	bool is_only = c->task->tactics == DIFFER_ONLY_TACTICS;
	enum differ_kind kind = is_only ? check_only_tactics(c) : check_solvers(c);
	if (!kind && !is_only) kind = check_tactics(c);
	if (!kind && c->o.contradiction) kind = tell_contradiction(c);
	if (!kind && !is_only) kind = check_simple(c);
	if (!kind && !is_only) kind = check_evaluator(c);
	c->stats->oracle_seconds += middle - start;
	c->stats->search_seconds += seconds_now() - middle;
	return kind;
}

enum differ_kind differ_check(const struct differ_task *t, struct differ_stats *stats,
                              struct text *why)
{
	struct differ_stats unused = {0};
	struct check c = {.task = t, .stats = stats ? stats : &unused, .why = why};
	enum differ_kind kind;
	diag_fatal_hook = keep_fatal;
	int end = sigsetjmp(path_out, 1);
	if (end) {
		clock_stop();
		if (why) text_add(why, fatal_text);
		return (enum differ_kind)end; /* what was open stays open */
	}
	problem_open(&c.p, t->predicate, t->sizes, BOUNDS_MININT, BOUNDS_MAXINT);
	kind = check_opened(&c);
	oracle_clear(&c.o);
	problem_close(&c.p);
	differ_stats_clear(&unused);
	diag_fatal_hook = NULL;
	return kind;
}

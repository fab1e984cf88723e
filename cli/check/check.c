/* bounce check: a shortest run that breaks something. Two engines take turns, each for a while and
 * longer each time: the evaluator goes through the states breadth first, the solver through runs of
 * growing length; and an invariant that is inductive ends it at once. */
#include "bmc/bmc.h"
#include "cli/check/findings.h"
#include "search/search.h"

#include <math.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEPTH = 100, MEGABYTES = 4000 };
/* Of turns: counted, not measured, so that the load of the machine does not decide who answers (see eval_effort). */
enum { FIRST_TURN = EVAL_EFFORT_PER_SECOND / 7, PATIENCE = EVAL_EFFORT_PER_SECOND };
#define FOR_EVER UINT64_MAX

struct checking {
	struct findings *f;
	struct watch watch; /* limits of the whole, and of turns */
	double next_progress;
	struct explore *explore;
	struct eval *eval; /* that of the explore */
	struct run *run;
	uint64_t patience; /* so much effort a turn of the solver may take */
	uint32_t deepest;  /* of runs that were given up for want of patience */
	bool was_run_cut;  /* integers were drawn from a part of them for runs */
	struct run_options options;
	enum { ENGINE_AUTO, ENGINE_STATES, ENGINE_SOLVER } engine;
	uint32_t depth; /* the longest run to be looked at */
	bool shows_progress;
	bool has_begun;         /* all setups and initial states are known to the evaluator */
	bool evaluator_ended;   /* nothing left for it within the depth */
	bool evaluator_done;    /* all states were visited */
	bool is_evaluator_late; /* it had no time to find all initial states */
	bool solver_ended;
	bool is_stopped;
	const char *unable;     /* why nothing is looked at, or NULL */
	bool has_covered;       /* some depth, for the report */
	enum run_answer answer; /* the solver's last one */
};

/* ---- options ------------------------------------------------------------------------------------- */

static const struct {
	const char *word;
	enum explore_kind kind;
	int find;
} kinds[] = {
    {"invariant", EXPLORE_INVARIANT, RUN_INVARIANT},
    {"deadlock", EXPLORE_DEADLOCK, RUN_DEADLOCK},
    {"assertion", EXPLORE_ASSERTION, RUN_ASSERTION},
    {"goal", EXPLORE_GOAL, RUN_GOAL},
    {"welldefined", EXPLORE_WELLDEFINED, RUN_UNDEFINED},
    {"precondition", EXPLORE_PRECONDITION, RUN_PRECONDITION},
    {"assert", EXPLORE_ASSERT, RUN_ASSERT},
    {"while", EXPLORE_WHILE, RUN_WHILE},
    {"refinement", EXPLORE_REFINEMENT, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool read_find(struct checking *c)
{
	const char *list = c->f->cli->options.find;
	c->options.find = RUN_ALL;
	if (!c->f->cli->options.strict) c->options.find &= ~RUN_UNDEFINED; /* a warning only */
	if (!list) return true;
	c->options.find = 0;
	for (uint32_t i = 0; i < KINDS; i++) c->f->unwanted[kinds[i].kind] = true;
	while (*list) {
		size_t length = strcspn(list, ",");
		uint32_t i = 0;
		while (i < KINDS &&
		       (strlen(kinds[i].word) != length || strncmp(kinds[i].word, list, length) != 0))
			i++;
		if (i == KINDS) {
			report_usage(c->f->cli,
			             "'--find' does not know '%.*s'; it knows invariant, deadlock, "
			             "assertion, goal, welldefined, precondition, assert, while, refinement",
			             (int)length, list);
			return false;
		}
		c->options.find |= kinds[i].find;
		c->f->unwanted[kinds[i].kind] = false;
		list += length + (list[length] != 0);
	}
	return true;
}

static bool read_engine(struct checking *c)
{
	const char *word = c->f->cli->options.engine;
	if (!word || strcmp(word, "auto") == 0) return true;
	c->engine = strcmp(word, "states") == 0 ? ENGINE_STATES : ENGINE_SOLVER;
	if (c->engine == ENGINE_STATES || strcmp(word, "solver") == 0) return true;
	report_usage(c->f->cli, "'--engine' is auto, states or solver, not '%s'", word);
	return false;
}

static bool read_solver(struct checking *c)
{
	const char *word = c->f->cli->options.solver;
	c->options.search.solver = SOLVER_CADICAL;
	if (!word) return true;
	if (solver_find(word, &c->options.search.solver) &&
	    solver_abilities(c->options.search.solver) & SOLVER_INCREMENTAL)
		return true;
	report_usage(c->f->cli, "'--solver' is auto, picosat or cadical here, not '%s'", word);
	return false;
}

static bool read_reductions(struct checking *c, bool *all_setups)
{
	const char *word = c->f->cli->options.peephole;
	if (!model_symmetry(c->f->cli, all_setups)) return false;
	c->options.search.breaks_symmetry = !*all_setups;
	c->options.skips_orders = !word || strcmp(word, "on") == 0;
	if (c->options.skips_orders || strcmp(word, "off") == 0) return true;
	report_usage(c->f->cli, "'--peephole' is 'off' or 'on', not '%s'", word);
	return false;
}

/* Of a refinement with its abstraction the solver goes no further than to a first fault, and knows only abstractions
 * that have no choice. */
static bool is_for_solver(const struct checking *c)
{
	const struct options *o = &c->f->cli->options;
	if (!explore_is_paired(c->explore)) return true;
	bool is_plain = !o->go_on && !o->minimise && c->options.find & RUN_INVARIANT;
	return is_plain && explore_product(c->explore);
}

static void choose_engine(struct checking *c)
{
	if (is_for_solver(c)) return;
	if (c->engine == ENGINE_SOLVER)
		c->unable = "the solver cannot follow this abstraction, or not with these options "
		            "(--engine states can; --alone leaves it out)";
	c->engine = ENGINE_STATES;
}

/* ---- turns --------------------------------------------------------------------------------------- */

static bool has_fault(const struct checking *c)
{
	const struct explore_result *r = explore_result(c->explore);
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		if (!findings_is_wanted(c->f, f)) continue;
		if (f->severity == DIAG_ERROR) return true;
		if (f->kind == EXPLORE_GOAL && c->f->cli->options.goal) return true;
	}
	return false;
}

static bool goes_on(const struct checking *c) { return c->f->cli->options.go_on; }

static bool is_enough(const struct checking *c) { return has_fault(c) && !goes_on(c); }

static uint32_t columns_of(int terminal)
{
	struct winsize size = {0};
	return ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* One line, now and then, on a terminal. */
static void progress(struct checking *c)
{
	double now = report_clock();
	if (!c->shows_progress || now < c->next_progress) return;
	c->next_progress = now + 0.1;
	struct text line = {0};
	struct search_stats s = {0};
	uint32_t depth = c->has_begun ? explore_depth(c->explore) : 0;
	if (c->run) run_stats(c->run, &s);
	if (c->run && run_depth(c->run) > depth) depth = run_depth(c->run);
	text_format(&line, "depth %u, %.1f s", depth, now - c->f->cli->started);
	if (c->run)
		text_format(&line, ", %llu variables, %llu clauses, %llu conflicts",
		            (unsigned long long)s.variables, (unsigned long long)s.clauses,
		            (unsigned long long)s.conflicts);
	if (c->has_begun)
		text_format(&line, ", %llu states",
		            (unsigned long long)explore_result(c->explore)->stats.explored);
	fprintf(c->f->cli->err, "\r\033[K%.*s", (int)columns_of(fileno(c->f->cli->err)) - 1,
	        text_get(&line));
	fflush(c->f->cli->err);
	text_clear(&line);
}

static struct run *open_run(struct checking *c)
{
	return run_open(c->explore, c->f->model->project, c->f->values, &c->f->universe, &c->options);
}

/* So far, by both engines. */
static uint64_t effort_of(const struct checking *c)
{
	return eval_effort(c->eval) + explore_result(c->explore)->stats.transitions;
}

static uint64_t after(uint64_t now, uint64_t more)
{
	return more < FOR_EVER - now ? now + more : FOR_EVER;
}

/* Steps of an exploration take a quarter of the time of others, or less (measured: CAN BUS, scheduler, sets of sets). */
static uint64_t exploring(uint64_t effort) { return effort < FOR_EVER / 4 ? 4 * effort : FOR_EVER; }

static void evaluator_turn(struct checking *c, uint64_t turn)
{
	bool ends = !goes_on(c), more = true;
	uint64_t effort = exploring(turn), end = after(effort_of(c), effort);
	if (c->evaluator_ended) return;
	watch_begin_turn(&c->watch, 0);
	if (effort < FOR_EVER)
		eval_set_alarm(c->eval, after(eval_effort(c->eval), effort), &c->watch.turn_flag,
		               WATCH_TIME);
	if (!c->has_begun) {
		explore_begin(c->explore);
		c->has_begun = c->watch.turn_flag == WATCH_NONE;
		c->is_evaluator_late = !c->has_begun; /* too hard for it: the solver goes on */
		c->evaluator_ended |= c->is_evaluator_late;
	}
	while (c->has_begun && more && !c->watch.turn_flag && effort_of(c) < end) {
		more = explore_visit(c->explore, 512, c->depth, ends);
		progress(c);
		if (ends && has_fault(c)) break;
	}
	bool was_cut_off = c->watch.turn_flag != WATCH_NONE && more;
	eval_set_alarm(c->eval, 0, NULL, 0);
	watch_end_turn(&c->watch);
	c->is_stopped |= c->watch.flag != WATCH_NONE;
	if (was_cut_off || !c->has_begun) return;
	if (!more) {
		c->evaluator_ended = true;
		c->evaluator_done = explore_is_whole(c->explore);
	}
}

/* A step may take very long, and cannot be left in the middle: the solver begins again later, with more
 * patience, and the evaluator has its turn. */
static void begin_again(struct checking *c)
{
	if (!run_left_out(c->run) && run_depth(c->run) > c->deepest) c->deepest = run_depth(c->run);
	c->was_run_cut |= !run_is_complete(c->run);
	run_close(c->run);
	c->run = open_run(c);
	c->patience *= 4;
}

static void deepen(struct checking *c, uint64_t end, uint64_t patience_end)
{
	do {
		if (c->solver_ended || c->watch.flag) return;
		if (run_depth(c->run) > c->depth) {
			c->solver_ended = true;
			return;
		}
		if (goes_on(c)) run_skip_known(c->run);
		enum run_answer a = run_deepen(c->run);
		progress(c);
		if (a == RUN_INCONCLUSIVE && eval_effort(c->eval) >= patience_end && !c->watch.flag) {
			begin_again(c);
			return;
		}
		if (a == RUN_NONE || (a == RUN_FOUND && goes_on(c))) continue;
		c->solver_ended = true;
		c->answer = a;
	} while (effort_of(c) < end || run_depth(c->run) < c->deepest);
}

/* One depth at least, unless another engine waits for too long. */
static void solver_turn(struct checking *c, uint64_t effort)
{
	bool is_awaited = !c->evaluator_ended && !goes_on(c) && !c->options.search.prefers_small;
	uint64_t most = effort > c->patience ? effort : c->patience;
	uint64_t patience_end = is_awaited ? after(eval_effort(c->eval), most) : FOR_EVER;
	run_give(c->run, patience_end);
	deepen(c, after(effort_of(c), effort), patience_end);
	run_give(c->run, FOR_EVER);
}

/* Invariants that are inductive need no search. */
static bool is_proved(struct checking *c)
{
	if (!c->run || run_depth(c->run) < 1 || c->f->cli->options.goal || has_fault(c)) return false;
	return run_induct(c->run) == RUN_PROVED;
}

/* Neither is one step enough, more may be; shorter runs were looked at already. */
static bool is_proved_further(struct checking *c, uint64_t effort)
{
	uint32_t k;
	if (c->f->cli->options.goal || has_fault(c) || c->watch.flag) return false;
	if (run_induct_further(c->run, effort, &k) != RUN_PROVED) return false;
	c->f->proof = arena_format(&c->f->model->project->arena, "%u-induction", k);
	return true;
}

/* The solver has looked at runs of all lengths within the depth. */
static bool has_solver_depth(const struct checking *c)
{
	return run_depth(c->run) > c->depth && !run_left_out(c->run);
}

/* It has looked at all that was asked for. */
static bool is_deep_enough(const struct checking *c)
{
	return c->f->cli->options.depth && has_solver_depth(c);
}

/* All that the solver can say was said: nothing is left but what it does not look at. */
static bool is_solver_final(const struct checking *c)
{
	if (c->answer == RUN_VACUOUS || c->answer == RUN_END)
		return run_is_complete(c->run) && !run_left_out(c->run);
	return false;
}

/* The solver has come to its end without a verdict: the evaluator, who had too little time at first, begins again and takes
 * all there is. */
static void call_evaluator_back(struct checking *c)
{
	if (!c->is_evaluator_late || c->watch.flag || has_solver_depth(c)) return;
	c->evaluator_ended = false;
	explore_set_interrupt(c->explore, &c->watch.turn_flag);
	evaluator_turn(c, FOR_EVER);
}

static void take_turns(struct checking *c)
{
	uint64_t effort = c->engine == ENGINE_STATES ? FOR_EVER : FIRST_TURN;
	if (c->engine == ENGINE_SOLVER) c->evaluator_ended = true;
	if (!c->options.search.prefers_small || c->engine == ENGINE_STATES) evaluator_turn(c, effort);
	bool has_all = c->evaluator_ended && c->has_begun && !explore_is_full(c->explore) &&
	               explore_result(c->explore)->end != EXPLORE_UNFINISHED;
	if (is_enough(c) || has_all || c->is_stopped || c->engine == ENGINE_STATES) return;
	explore_set_interrupt(c->explore, &c->watch.flag);
	c->options.knows_setups = c->has_begun && explore_knows_setups(c->explore);
	c->run = open_run(c);
	c->patience = PATIENCE;
	bool tried = false;
	while (!c->is_stopped && !c->watch.flag) {
		uint64_t begun = effort_of(c);
		explore_set_interrupt(c->explore, &c->watch.flag);
		solver_turn(c, !tried ? 0 : c->options.search.prefers_small ? FOR_EVER : effort);
		if (c->answer == RUN_FOUND || c->answer == RUN_DOUBTFUL) return;
		if (!tried && (run_depth(c->run) >= 1 || c->solver_ended)) {
			tried = true;
			if (is_proved(c)) {
				c->f->proof = "the invariants are inductive";
				return;
			}
			if (!c->solver_ended) continue;
		}
		if (is_solver_final(c)) return;
		if (is_proved_further(c, effort / 2)) return;
		if (c->solver_ended && (c->evaluator_ended || is_deep_enough(c))) {
			call_evaluator_back(c);
			return;
		}
		explore_set_interrupt(c->explore, &c->watch.turn_flag);
		uint64_t taken = effort_of(c) - begun;
		evaluator_turn(c, taken > effort ? taken : effort);
		if (is_enough(c) || c->evaluator_done) return;
		effort += effort / 2;
	}
}

/* ---- the answer ---------------------------------------------------------------------------------- */

/* Longer runs lead to no other states, for the integers that it was given. */
static bool has_solver_all(const struct checking *c)
{
	return c->answer == RUN_END && !run_left_out(c->run);
}

/* Lengths of runs of which all were looked at, from 0 on. */
static uint32_t lengths_of_solver(const struct checking *c)
{
	uint32_t lengths = c->run && !run_left_out(c->run) ? run_depth(c->run) : 0;
	if (has_solver_all(c)) return UINT32_MAX;
	return lengths < c->deepest ? c->deepest : lengths;
}

static uint32_t lengths_of_evaluator(const struct checking *c)
{
	bool has_states = c->has_begun && explore_result(c->explore)->end != EXPLORE_UNFINISHED;
	return !has_states ? 0 : c->evaluator_done ? UINT32_MAX : explore_depth(c->explore);
}

/* The longest runs of which all were looked at, by either engine, and whether integers were drawn from a part of them for
 * that. False if not even the shortest. */
static bool covered_depth(const struct checking *c, uint32_t *out, bool *was_cut)
{
	uint32_t by_solver = lengths_of_solver(c), by_states = lengths_of_evaluator(c);
	uint32_t lengths = by_solver > by_states ? by_solver : by_states;
	*was_cut = (by_states < lengths || explore_result(c->explore)->was_cut) &&
	           (by_solver < lengths || c->was_run_cut);
	*out = lengths == 0 ? 0 : lengths <= c->depth ? lengths - 1 : c->depth;
	return lengths > 0;
}

static const char *so_far(struct checking *c)
{
	if (!c->has_covered) return "no run was looked at";
	return arena_format(&c->f->model->project->arena, "%s within %u operation%s",
	                    has_fault(c) ? "all was looked at" : findings_nothing(c->f), c->f->depth,
	                    c->f->depth == 1 ? "" : "s");
}

static const char *full_reason(struct checking *c)
{
	uint32_t most = c->f->cli->options.max_states;
	return arena_format(&c->f->model->project->arena,
	                    "the limit of %u states was reached (--max-states raises it); %s",
	                    most ? most : EXPLORE_MAX_STATES, so_far(c));
}

static const char *stop_reason(struct checking *c)
{
	struct arena *a = &c->f->model->project->arena;
	const struct options *o = &c->f->cli->options;
	switch (c->watch.flag) {
	case WATCH_TIME:
		return arena_format(a, "the time limit of %g s was reached (--time-limit raises it); %s",
		                    o->time_limit, so_far(c));
	case WATCH_MEMORY:
		return arena_format(a,
		                    "the memory limit of %u MB was reached (--memory-limit raises it); %s",
		                    o->memory_limit, so_far(c));
	default: return arena_format(a, "interrupted; %s", so_far(c));
	}
}

static const char *solver_reason(struct checking *c)
{
	struct pos pos;
	const char *why = run_reason(c->run, &pos);
	struct place p = diag_place(&c->f->model->diag, pos);
	struct arena *a = &c->f->model->project->arena;
	if (!p.source) return arena_format(a, "%s", why);
	return arena_format(a, "%s:%u:%u: %s", p.source->file, p.line, p.column, why);
}

/* The solver found no initial state; the evaluator was not able to tell. */
static int vacuous(struct checking *c)
{
	c->f->reason = "no initial state with integers from MININT..MAXINT (--int LO..HI changes it)";
	enum vacuous why = findings_vacuous(c->f);
	bool is_certain =
	    why == VACUOUS_FOR_ALL || (why == VACUOUS_OTHERWISE && run_is_complete(c->run));
	if (is_certain && why == VACUOUS_OTHERWISE)
		explore_report_vacuous(c->explore, "no initial state: INITIALISATION has no outcome");
	if (is_certain) c->f->reason = NULL;
	c->f->is_complete = is_certain;
	c->f->verdict = is_certain ? "violated" : "inconclusive";
	return is_certain ? EXIT_BAD : EXIT_INCONCLUSIVE;
}

/* Why less was looked at than was asked for, or NULL. */
static const char *open_reason(struct checking *c)
{
	struct findings *f = c->f;
	bool is_unfinished = c->has_begun && f->result->end == EXPLORE_UNFINISHED;
	if (c->watch.flag) return stop_reason(c);
	if (c->answer == RUN_VACUOUS) return NULL; /* see vacuous() */
	if (c->answer == RUN_DOUBTFUL) return solver_reason(c);
	if (is_unfinished && (!c->run || c->answer == RUN_INCONCLUSIVE))
		return findings_place(f, f->result->failure.pos, f->result->failure.message);
	if (c->answer == RUN_INCONCLUSIVE && f->depth < c->depth) return solver_reason(c);
	if (f->result->end == EXPLORE_FULL && f->depth < c->depth) return full_reason(c);
	if (f->has_all_states || f->has_all_runs || (c->has_covered && f->depth == c->depth))
		return NULL;
	const char *left_out = c->run ? run_left_out(c->run) : NULL;
	return arena_format(&f->model->project->arena, "%s%s; %s",
	                    left_out ? "the solver does not look for " : "no engine goes on",
	                    left_out ? left_out : "", so_far(c));
}

static int doubtful(struct checking *c, const char *why)
{
	report_error(c->f->cli, "bounce: internal error: %s\n", why);
	return EXIT_INTERNAL;
}

/* What was looked at, and how much that is of all. */
static void describe_coverage(struct checking *c)
{
	struct findings *f = c->f;
	bool was_cut;
	c->was_run_cut |= c->run && !run_is_complete(c->run);
	c->has_covered = covered_depth(c, &f->depth, &was_cut);
	f->has_all_states = c->evaluator_done && f->result->end == EXPLORE_ALL;
	f->has_all_runs = has_solver_all(c);
	f->was_cut = c->has_covered ? was_cut : f->result->was_cut;
	f->is_wide = f->result->is_wide || (c->run && run_is_wide(c->run));
	if (f->has_all_runs && !c->was_run_cut) f->proof = "longer runs lead to no other states";
	f->is_complete = f->proof || (f->has_all_states && !f->result->was_cut);
	f->has_depth = c->has_covered && !f->is_complete && !f->has_all_states && !f->has_all_runs;
	f->was_cut &= !f->is_complete;
}

/* The evaluator has come to a state that is farther away than the longest runs of the solver, or to one at all. */
static bool is_contradicted(const struct checking *c)
{
	if (c->f->result->was_cut || c->was_run_cut) return false;
	if (c->answer == RUN_VACUOUS) return c->f->result->stats.states > 0;
	return c->f->has_all_runs && c->has_begun && explore_depth(c->explore) > run_depth(c->run);
}

static int conclude(struct checking *c)
{
	struct findings *f = c->f;
	f->result = explore_end_parts(c->explore);
	text_add(&f->notes, text_get(&f->result->notes));
	describe_coverage(c);
	if (!f->is_complete) f->reason = c->unable ? c->unable : open_reason(c);
	if (has_fault(c)) {
		bool is_vacuous =
		    c->has_begun && f->result->stats.setups == 0 && explore_has_setup(c->explore);
		if (is_vacuous && !c->run && !c->watch.flag) findings_vacuous(f);
		if (!goes_on(c)) f->reason = NULL; /* nothing more was asked for */
		f->verdict = "violated";
		return EXIT_BAD;
	}
	if (c->answer == RUN_DOUBTFUL) return doubtful(c, solver_reason(c));
	if (is_contradicted(c)) return doubtful(c, "the evaluator finds a longer run than the solver");
	if (c->answer == RUN_VACUOUS && !f->has_all_states) return vacuous(c);
	f->verdict = f->reason ? "inconclusive" : "holds";
	return f->reason ? EXIT_INCONCLUSIVE : EXIT_GOOD;
}

/* Who has found the fault, or else has looked at more. */
static const char *answered_by(const struct checking *c)
{
	bool is_solver = has_fault(c) ? c->answer == RUN_FOUND
	                              : c->f->proof || lengths_of_solver(c) > lengths_of_evaluator(c);
	return is_solver ? "solver" : "states";
}

static void describe_solver(struct checking *c)
{
	struct search_stats s;
	if (!c->run || run_depth(c->run) < c->deepest) return; /* it has just begun again */
	run_stats(c->run, &s);
	text_format(&c->f->solver,
	            "solver: depth %u, %llu variables, %llu clauses, %llu conflicts, %.2f s encoding, "
	            "%.2f s solving",
	            run_depth(c->run), (unsigned long long)s.variables, (unsigned long long)s.clauses,
	            (unsigned long long)s.conflicts, s.encode_seconds, s.solve_seconds);
	if (run_left_out(c->run))
		text_format(&c->f->notes, "the solver does not look for %s\n", run_left_out(c->run));
}

static int check(struct findings *f, struct node *goal)
{
	f->goal = goal;
	struct checking c = {.f = f, .answer = RUN_NONE};
	struct cli *cli = f->cli;
	struct explore_view view;
	bool all_setups;
	if (!read_find(&c) || !read_solver(&c) || !read_engine(&c)) return EXIT_USAGE;
	if (!read_reductions(&c, &all_setups)) return EXIT_USAGE;
	c.depth = cli->options.depth ? cli->options.depth : DEPTH;
	c.shows_progress = !cli->options.json && isatty(fileno(cli->err));
	watch_start(&c.watch, watch_seconds_left(cli, cli->options.time_limit),
	            cli->options.memory_limit, WATCH_ENDS);
	struct explore_options o = {.max_states = cli->options.max_states,
	                            .all_setups = all_setups,
	                            .is_strict = cli->options.strict,
	                            .alone = cli->options.alone,
	                            .goal = goal,
	                            .stop = &c.watch.turn_flag};
	c.options.goal = cli->options.goal ? goal : NULL;
	c.options.search.seed = cli->options.seed;
	c.options.search.prefers_small = cli->options.minimise;
	c.options.search.interrupt = &c.watch.turn_flag;
	c.options.search.memory =
	    (cli->options.memory_limit ? cli->options.memory_limit : MEGABYTES) * (size_t)1000000;
	f->values = values_open(&f->model->names);
	f->explore = c.explore = explore_open(f->model->project, f->values, &f->universe, &o);
	explore_view(c.explore, &view);
	c.eval = view.eval;
	choose_engine(&c);
	if (!c.unable) take_turns(&c);
	watch_stop(&c.watch);
	if (c.shows_progress) fputs("\r\033[K", cli->err);
	describe_solver(&c);
	int code = conclude(&c);
	f->by = answered_by(&c);
	if (code != EXIT_INTERNAL) findings_answer(f);
	int written = findings_write(f);
	if (written != EXIT_GOOD) code = written;
	if (c.run) run_close(c.run);
	explore_close(f->explore);
	values_close(f->values);
	return code;
}

static int check_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct findings f = {.cli = c, .model = m};
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	struct node *goal = findings_goal(c, m);
	bool good = m->diag.errors == 0 && model_fit(c, m, bounds, &f.universe, &f.notes);
	int code = good ? check(&f, goal) : findings_input_error(c, m);
	universe_clear(&f.universe);
	text_clear(&f.notes);
	text_clear(&f.solver);
	return code;
}

int check_command(struct cli *c)
{
	struct model m;
	struct bounds_options bounds = {0};
	int code = EXIT_USAGE;
	if (model_bounds(c, &bounds) && model_open(&m, c)) {
		code = check_model(c, &m, &bounds);
		model_close(&m);
	}
	bounds_clear(&bounds);
	return code;
}

/* All engines of engines.def on one question. */
#include "bmc/check.h"

enum {
	FIRST_SLICE = EVAL_EFFORT_PER_SECOND / 7,
	CLOSING = EVAL_EFFORT_PER_SECOND / 3, /* to find a shorter run than the one that is known */
};

#define states_open NULL
#define obligations_open NULL
#define deadlock_open NULL
#define induction_open NULL
#define k_induction_open NULL
#define pdr_open NULL
#define abc_open NULL
#define greedy_open NULL
#define walk_open NULL
#define depth_first_open NULL
static const struct engine engines[] = {
#define ENGINE(name, concludes, share, facts, help)                                                \
	{{#name, concludes, share, facts, help}, name##_open, name##_turn},
#include "bmc/engines.def"
#undef ENGINE
};

const struct engine_info *check_engine(uint32_t index)
{
	return index < CHECK_ENGINES ? &engines[index].info : NULL;
}

const char *engine_answer_name(enum engine_answer a)
{
	static const char *const names[] = {"waits", "goes on",       "nearer",    "ended",
	                                    "late",  "depth reached", "found one", "covered",
	                                    "found", "proved",        "doubtful"};
	return names[a];
}

static const struct check_kind kinds[] = {
    {"invariant", EXPLORE_INVARIANT, RUN_INVARIANT, "a conjunct of the invariant is false"},
    {"deadlock", EXPLORE_DEADLOCK, RUN_DEADLOCK, "no operation can be executed"},
    {"assertion", EXPLORE_ASSERTION, RUN_ASSERTION, "an assertion is false"},
    {"goal", EXPLORE_GOAL, RUN_GOAL, "the goal is reached"},
    {"welldefined", EXPLORE_WELLDEFINED, RUN_UNDEFINED, "an expression has no value"},
    {"precondition", EXPLORE_PRECONDITION, RUN_PRECONDITION,
     "the precondition of a called operation is false"},
    {"assert", EXPLORE_ASSERT, RUN_ASSERT, "the predicate of an ASSERT is false"},
    {"while", EXPLORE_WHILE, RUN_WHILE, "the invariant or variant of a loop is violated"},
    {"refinement", EXPLORE_REFINEMENT, 0, "the abstraction cannot go along"},
    {"variant", EXPLORE_VARIANT, 0, "an event of Event-B does not decrease the variant"},
};

const struct check_kind *check_kind(uint32_t index)
{
	return index < sizeof kinds / sizeof *kinds ? &kinds[index] : NULL;
}

/* ---- what the engines ask -------------------------------------------------------------------------------- */

bool check_is_wanted(const struct check *c, const struct explore_finding *f)
{
	return !c->question.unwanted[f->kind];
}

bool check_is_violation(const struct check *c, const struct explore_finding *f)
{
	if (!check_is_wanted(c, f)) return false;
	return f->severity == DIAG_ERROR || (f->kind == EXPLORE_GOAL && c->question.wants_goal);
}

/* The last step of an orphan leads to no state: it is met where the step begins. */
bool check_is_shortest(const struct explore_finding *f, uint32_t up_to)
{
	return f->depth - (f->depth && f->beyond) <= up_to;
}

/* A proof says nothing of a goal that is only to be told. */
bool check_misses_goal(const struct check *c)
{
	const struct explore_result *r = explore_result(c->explore);
	bool is_found = false;
	for (uint32_t i = 0; i < r->findings.count; i++)
		is_found |= r->findings.at[i].kind == EXPLORE_GOAL;
	return c->options.goal && !is_found;
}

enum engine_answer check_proved(const struct check *c)
{
	return check_misses_goal(c) && !c->states.is_done ? ENGINE_CANDIDATE : ENGINE_PROVED;
}

bool check_has_violation(const struct check *c)
{
	const struct explore_result *r = explore_result(c->explore);
	for (uint32_t i = 0; i < r->findings.count; i++)
		if (check_is_violation(c, &r->findings.at[i])) return true;
	return false;
}

/* Of runs as long as the one that is known already no more is asked. */
uint32_t check_depth(const struct check *c)
{
	uint32_t most = c->question.depth ? c->question.depth : CHECK_ANY_DEPTH;
	if (!c->candidate) return most;
	uint32_t known = explore_probe_fault(c->candidate)->depth;
	return known == 0 ? 0 : known - 1 < most ? known - 1 : most;
}

uint64_t check_effort(const void *check)
{
	const struct check *c = check;
	return eval_effort(c->eval) + explore_result(c->explore)->stats.transitions;
}

bool check_is_interrupted(const struct check *c) { return *c->question.interrupt != 0; }

static void set_pause(struct check *c)
{
	*c->question.pause = *c->question.interrupt;
	if (check_is_interrupted(c)) *c->question.pause = *c->question.interrupt;
}

void check_pause_after(struct check *c, uint64_t effort)
{
	enum { PAUSE = 1 };
	eval_set_alarm(c->eval, 0, NULL, 0);
	set_pause(c);
	if (effort < SCHEDULE_FOR_EVER)
		eval_set_alarm(c->eval, schedule_after(eval_effort(c->eval), effort), c->question.pause,
		               PAUSE);
}

void check_tell_progress(struct check *c)
{
	struct check_progress p = {.has_states = c->states.has_begun, .has_runs = c->bmc.run != NULL};
	if (!c->question.progress) return;
	if (p.has_states) {
		p.depth = explore_depth(c->explore);
		p.explored = explore_result(c->explore)->stats.explored;
	}
	if (p.has_runs) run_stats(c->bmc.run, &p.stats);
	if (p.has_runs && run_depth(c->bmc.run) > p.depth) p.depth = run_depth(c->bmc.run);
	c->question.progress(c->question.progress_data, &p);
}

/* ---- opening --------------------------------------------------------------------------------------------- */

/* Of a refinement with its abstraction the solver goes no further than to a first violation, and knows only abstractions
 * that have no choice. */
static bool is_for_solver(struct check *c)
{
	if (!explore_is_paired(c->explore)) return true;
	bool is_plain =
	    !c->question.goes_on && !c->options.search.prefers_small && c->options.find & RUN_INVARIANT;
	return is_plain && explore_product(c->explore);
}

uint32_t check_auto_engines(void)
{
	uint32_t bits = 0;
	for (uint32_t i = 0; i < CHECK_ENGINES; i++)
		if (!(engines[i].info.facts & ENGINE_BY_NAME)) bits |= 1u << i;
	return bits;
}

static bool asks_of_steps(const struct check *c)
{
	const bool *unwanted = c->question.unwanted;
	return explore_has_obligations(c->explore) &&
	       !(unwanted[EXPLORE_REFINEMENT] && unwanted[EXPLORE_VARIANT]);
}

static uint32_t choose_engines(struct check *c)
{
	enum {
		SOLVER = 1u << CHECK_ENGINE_bmc | 1u << CHECK_ENGINE_deadlock |
		         1u << CHECK_ENGINE_induction | 1u << CHECK_ENGINE_k_induction |
		         1u << CHECK_ENGINE_pdr | 1u << CHECK_ENGINE_abc,
		PROVER = 1u << CHECK_ENGINE_obligations
	};
	uint32_t wanted = c->question.engines ? c->question.engines : check_auto_engines();
	uint32_t others = wanted & ~(uint32_t)SOLVER;
	if (asks_of_steps(c)) {
		others &= ~(uint32_t)PROVER;
		if (!others)
			c->unable = "only the engine 'states' looks at variants and at what events refine "
			            "(--find invariant,deadlock leaves that out)";
		return others;
	}
	if (others == wanted || is_for_solver(c)) return wanted;
	if (!others)
		c->unable = "the solver cannot follow this abstraction, or not with these options "
		            "(--engine states can; --alone leaves it out)";
	return others;
}

struct check *check_open(const struct check_question *q)
{
	struct check *c = memory_zeroed(1, sizeof *c);
	struct explore_view view;
	arena_init(&c->arena);
	c->question = *q;
	c->question.explore.stop = q->pause;
	c->question.explore.goal = q->goal;
	c->options = q->runs;
	c->options.goal = q->unwanted[EXPLORE_GOAL] ? NULL : q->goal;
	c->options.search.interrupt = q->pause;
	c->bmc.answer = c->deadlock.answer = RUN_NONE;
	c->explore = explore_open(q->project, q->values, q->universe, &c->question.explore);
	explore_view(c->explore, &view);
	c->eval = view.eval;
	c->schedule = (struct schedule){.engines = engines,
	                                .count = CHECK_ENGINES,
	                                .data = c,
	                                .effort = check_effort,
	                                .eval = c->eval,
	                                .interrupt = q->interrupt,
	                                .slice = FIRST_SLICE,
	                                .closing = CLOSING};
	c->schedule.selected = choose_engines(c);
	return c;
}

void check_close(struct check *c)
{
	if (c->bmc.run) run_close(c->bmc.run);
	if (c->deadlock.run) run_close(c->deadlock.run);
	pdr_end(c);
	probes_close(c);
	explore_close(c->explore);
	schedule_clear(&c->schedule);
	arena_clear(&c->arena);
	free(c);
}

struct explore *check_explore(struct check *c) { return c->explore; }

const struct check_verdict *check_answer(struct check *c)
{
	if (!c->unable) schedule_run(&c->schedule);
	verdict_find(c);
	return &c->verdict;
}

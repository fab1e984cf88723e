/* The engines `bmc` and `deadlock`: runs of growing length in one incremental solver, in slices. */
#include "bmc/check.h"

enum {
	PATIENCE = EVAL_EFFORT_PER_SECOND,
	DEADLOCK_EFFORT = EVAL_EFFORT_PER_SECOND / 4, /* at each depth, beside other questions */
};

static struct run *open_run(struct check *c, const struct solver_runs *b)
{
	const struct check_question *q = &c->question;
	struct run_options o = c->options;
	bool is_apart = b == &c->deadlock;
	if (is_apart) o.find = RUN_DEADLOCK;
	else if (c->bmc.leaves_deadlock) o.find &= ~RUN_DEADLOCK;
	else o.deadlock_effort = DEADLOCK_EFFORT;
	return run_open(c->explore, q->project, q->values, q->universe, &o);
}

static void open_runs(struct check *c, struct solver_runs *b)
{
	explore_set_interrupt(c->explore, c->question.interrupt);
	c->options.knows_setups = c->states.has_begun && explore_knows_setups(c->explore);
	b->run = open_run(c, b);
	b->patience = b == &c->deadlock ? PATIENCE / 4 : PATIENCE;
}

void bmc_open(void *check)
{
	struct check *c = check;
	open_runs(c, &c->bmc);
}

bool bmc_has_depth(const struct check *c, const struct solver_runs *b)
{
	return b->run && run_depth(b->run) > check_depth(c) && !run_left_out(b->run);
}

bool bmc_has_all(const struct solver_runs *b)
{
	return b->answer == RUN_END && !run_left_out(b->run);
}

/* A step may take very long, and cannot be left in the middle: the solver begins again later, with more
 * patience, and the others have their turns. */
static void begin_again(struct check *c, struct solver_runs *b)
{
	struct run *r = b->run;
	if (!run_left_out(r) && run_depth(r) > b->deepest) b->deepest = run_depth(r);
	b->was_cut |= !run_is_complete(r);
	run_close(r);
	b->run = open_run(c, b);
	b->patience *= 4;
}

/* The engine `deadlock` has that from now on. */
static void leave_deadlock(struct check *c)
{
	struct run *r = c->bmc.run;
	c->bmc.leaves_deadlock = true;
	if (!run_left_out(r)) c->deadlock.deepest = run_depth(r);
	c->deadlock.was_cut = c->bmc.was_cut || !run_is_complete(r);
	run_close(r);
	c->bmc.run = open_run(c, &c->bmc);
}

/* The next depth; false if that is the last one of this turn. */
static bool deepen_once(struct check *c, struct solver_runs *b, uint64_t patience_end)
{
	struct run *r = b->run;
	if (run_depth(r) > check_depth(c)) {
		b->has_ended = true;
		return false;
	}
	if (c->question.goes_on) run_skip_known(r);
	enum run_answer a = run_deepen(r);
	check_tell_progress(c);
	bool is_stopped = check_is_interrupted(c);
	if (a == RUN_INCONCLUSIVE && run_deadlock_is_hard(r) && !is_stopped) {
		leave_deadlock(c);
		return true;
	}
	if (a == RUN_INCONCLUSIVE && eval_effort(c->eval) >= patience_end && !is_stopped) {
		begin_again(c, b);
		return false;
	}
	bool is_told = a == RUN_FOUND && !check_has_violation(c); /* a goal, and no fault */
	if (is_told) run_skip_known(r);
	if (a == RUN_NONE || is_told || (a == RUN_FOUND && c->question.goes_on)) return true;
	b->has_ended = true;
	b->answer = a;
	return true;
}

static bool is_engine(const struct check *c, enum check_engine e)
{
	return c->schedule.selected & 1u << e;
}

/* Does another engine wait that may go on? */
static bool is_awaited(const struct check *c, const struct solver_runs *b)
{
	if (c->question.goes_on || c->options.search.prefers_small) return false;
	bool is_apart = b == &c->deadlock;
	bool states = is_engine(c, CHECK_ENGINE_states) && !c->states.has_ended;
	bool other = is_apart ? !c->bmc.has_ended : c->bmc.leaves_deadlock && !c->deadlock.has_ended;
	return states || other;
}

/* One depth at least, unless another engine waits for too long. */
static void deepen_for(struct check *c, struct solver_runs *b, uint64_t effort)
{
	bool is_patient = !c->candidate && effort < b->patience;
	uint64_t most = is_patient ? b->patience : effort;
	uint64_t patience_end =
	    is_awaited(c, b) ? schedule_after(eval_effort(c->eval), most) : SCHEDULE_FOR_EVER;
	uint64_t end = schedule_after(check_effort(c), effort);
	run_give(b->run, patience_end);
	do {
		if (b->has_ended || check_is_interrupted(c)) break;
		if (!deepen_once(c, b, patience_end)) break;
		run_give(b->run, patience_end);
	} while (check_effort(c) < end || run_depth(b->run) < b->deepest || !run_depth(b->run));
	run_give(b->run, SCHEDULE_FOR_EVER);
}

/* All that the solver can say was said: nothing is left but what it does not look at. */
static bool is_final(const struct check *c)
{
	if (c->bmc.answer != RUN_VACUOUS && c->bmc.answer != RUN_END) return false;
	return run_is_complete(c->bmc.run) && !run_left_out(c->bmc.run) && !c->bmc.leaves_deadlock;
}

static enum engine_answer turn(struct check *c, struct solver_runs *b, uint64_t effort)
{
	uint64_t slice = c->options.search.prefers_small ? SCHEDULE_FOR_EVER : effort;
	explore_set_interrupt(c->explore, c->question.interrupt);
	deepen_for(c, b, b->has_begun || c->candidate ? slice : 0);
	b->has_begun |= run_depth(b->run) >= 1 || b->has_ended;
	if (b->answer == RUN_FOUND) return ENGINE_FOUND;
	if (b->answer == RUN_DOUBTFUL) return ENGINE_DOUBTFUL;
	return ENGINE_GOES_ON;
}

enum engine_answer bmc_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	enum engine_answer a = turn(c, &c->bmc, effort);
	if (a != ENGINE_GOES_ON) return a;
	if (is_final(c)) return ENGINE_COVERED;
	if (!c->bmc.has_ended) return ENGINE_GOES_ON;
	bool has_depth = c->question.depth && bmc_has_depth(c, &c->bmc);
	return has_depth && !c->bmc.leaves_deadlock ? ENGINE_REACHED : ENGINE_ENDED;
}

enum engine_answer deadlock_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	if (!c->bmc.leaves_deadlock) return c->bmc.has_ended ? ENGINE_ENDED : ENGINE_WAITS;
	if (!c->deadlock.run) open_runs(c, &c->deadlock);
	enum engine_answer a = turn(c, &c->deadlock, effort);
	return a == ENGINE_GOES_ON && c->deadlock.has_ended ? ENGINE_ENDED : a;
}

/* The engine `bmc`: runs of growing length in one incremental solver, in slices. */
#include "bmc/check.h"

enum { PATIENCE = EVAL_EFFORT_PER_SECOND };

static struct run *open_run(struct check *c)
{
	const struct check_question *q = &c->question;
	return run_open(c->explore, q->project, q->values, q->universe, &c->options);
}

void bmc_open(void *check)
{
	struct check *c = check;
	explore_set_interrupt(c->explore, c->question.interrupt);
	c->options.knows_setups = c->states.has_begun && explore_knows_setups(c->explore);
	c->bmc.run = open_run(c);
	c->bmc.patience = PATIENCE;
}

bool bmc_has_depth(const struct check *c)
{
	return c->bmc.run && run_depth(c->bmc.run) > check_depth(c) && !run_left_out(c->bmc.run);
}

bool bmc_has_all(const struct check *c)
{
	return c->bmc.answer == RUN_END && !run_left_out(c->bmc.run);
}

/* A step may take very long, and cannot be left in the middle: the solver begins again later, with more
 * patience, and the others have their turns. */
static void begin_again(struct check *c)
{
	struct run *r = c->bmc.run;
	if (!run_left_out(r) && run_depth(r) > c->bmc.deepest) c->bmc.deepest = run_depth(r);
	c->bmc.was_cut |= !run_is_complete(r);
	run_close(r);
	c->bmc.run = open_run(c);
	c->bmc.patience *= 4;
}

/* The next depth; false if that is the last one of this turn. */
static bool deepen_once(struct check *c, uint64_t patience_end)
{
	struct run *r = c->bmc.run;
	if (run_depth(r) > check_depth(c)) {
		c->bmc.has_ended = true;
		return false;
	}
	if (c->question.goes_on) run_skip_known(r);
	enum run_answer a = run_deepen(r);
	check_tell_progress(c);
	if (a == RUN_INCONCLUSIVE && eval_effort(c->eval) >= patience_end && !check_is_interrupted(c)) {
		begin_again(c);
		return false;
	}
	if (a == RUN_NONE || (a == RUN_FOUND && c->question.goes_on)) return true;
	c->bmc.has_ended = true;
	c->bmc.answer = a;
	return true;
}

/* One depth at least, unless another engine waits for too long. */
static void deepen_for(struct check *c, uint64_t effort)
{
	bool is_awaited = c->schedule.selected & 1u << CHECK_ENGINE_states && !c->states.has_ended &&
	                  !c->question.goes_on && !c->options.search.prefers_small;
	bool is_patient = !c->candidate && effort < c->bmc.patience;
	uint64_t most = is_patient ? c->bmc.patience : effort;
	uint64_t patience_end =
	    is_awaited ? schedule_after(eval_effort(c->eval), most) : SCHEDULE_FOR_EVER;
	uint64_t end = schedule_after(check_effort(c), effort);
	run_give(c->bmc.run, patience_end);
	do {
		if (c->bmc.has_ended || check_is_interrupted(c)) break;
		if (!deepen_once(c, patience_end)) break;
	} while (check_effort(c) < end || run_depth(c->bmc.run) < c->bmc.deepest);
	run_give(c->bmc.run, SCHEDULE_FOR_EVER);
}

/* All that the solver can say was said: nothing is left but what it does not look at. */
static bool is_final(const struct check *c)
{
	if (c->bmc.answer != RUN_VACUOUS && c->bmc.answer != RUN_END) return false;
	return run_is_complete(c->bmc.run) && !run_left_out(c->bmc.run);
}

enum engine_answer bmc_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	uint64_t slice = c->options.search.prefers_small ? SCHEDULE_FOR_EVER : effort;
	explore_set_interrupt(c->explore, c->question.interrupt);
	deepen_for(c, c->bmc.has_begun || c->candidate ? slice : 0);
	c->bmc.has_begun |= run_depth(c->bmc.run) >= 1 || c->bmc.has_ended;
	if (c->bmc.answer == RUN_FOUND) return ENGINE_FOUND;
	if (c->bmc.answer == RUN_DOUBTFUL) return ENGINE_DOUBTFUL;
	if (is_final(c)) return ENGINE_COVERED;
	if (!c->bmc.has_ended) return ENGINE_GOES_ON;
	return c->question.depth && bmc_has_depth(c) ? ENGINE_REACHED : ENGINE_ENDED;
}

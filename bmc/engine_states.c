/* The engine `states`: explicit states, breadth first, in slices. */
#include "bmc/check.h"

static bool is_paused(const struct check *c) { return *c->question.pause != 0; }

static void set_pause(struct check *c)
{
	*c->question.pause = *c->question.interrupt;
	if (check_is_interrupted(c)) *c->question.pause = *c->question.interrupt;
}

static void begin(struct check *c)
{
	explore_begin(c->explore);
	c->states.has_begun = !is_paused(c);
	c->states.is_late = !c->states.has_begun; /* too hard for it: others go on */
	c->states.has_ended |= c->states.is_late;
}

static void visit(struct check *c, uint64_t effort)
{
	enum { STATES = 512, PAUSE = 1 };
	bool ends = !c->question.goes_on, more = true;
	uint64_t end = schedule_after(check_effort(c), effort);
	set_pause(c);
	if (effort < SCHEDULE_FOR_EVER)
		eval_set_alarm(c->eval, schedule_after(eval_effort(c->eval), effort), c->question.pause,
		               PAUSE);
	if (!c->states.has_begun) begin(c);
	while (c->states.has_begun && more && !is_paused(c) && check_effort(c) < end) {
		more = explore_visit(c->explore, STATES, check_depth(c), ends);
		check_tell_progress(c);
		if (ends && check_has_violation(c)) break;
	}
	eval_set_alarm(c->eval, 0, NULL, 0);
	set_pause(c);
	if (more || !c->states.has_begun) return;
	c->states.has_ended = true;
	c->states.is_done = explore_is_whole(c->explore);
}

/* All states within the depth, as far as they can be evaluated and stored. */
static bool has_all(const struct check *c)
{
	return c->states.has_ended && c->states.has_begun && !explore_is_full(c->explore) &&
	       explore_result(c->explore)->end != EXPLORE_UNFINISHED;
}

/* Where some states cannot be evaluated or stored, the others have one pass to do better. */
static enum engine_answer answer_of(struct check *c, bool is_first)
{
	if (check_has_violation(c) && !c->question.goes_on) return ENGINE_FOUND;
	if (is_first ? has_all(c) : c->states.is_done) return ENGINE_COVERED;
	if (c->states.is_late) return ENGINE_LATE;
	return c->states.has_ended && !c->states.is_done ? ENGINE_ENDED : ENGINE_GOES_ON;
}

enum engine_answer states_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	bool is_alone = schedule_is_alone(&c->schedule, CHECK_ENGINE_states);
	bool is_first = !c->states.had_turn, is_back = c->states.is_late;
	/* small runs are for the solver to find, which then comes first */
	if (is_first && c->options.search.prefers_small && !is_alone && !c->bmc.run)
		return ENGINE_WAITS;
	if (is_back && bmc_has_depth(c)) return ENGINE_WAITS;
	if (is_back) c->states.has_ended = false;
	c->states.had_turn = true;
	explore_set_interrupt(c->explore, c->question.pause);
	if (!c->states.has_ended) visit(c, effort);
	return answer_of(c, is_first);
}

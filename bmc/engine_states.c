/* The engine `states`: explicit states, breadth first, in slices. */
#include "bmc/check.h"

static bool is_paused(const struct check *c) { return *c->question.pause != 0; }

void states_begin(struct check *c)
{
	explore_begin(c->explore);
	c->states.has_begun = !is_paused(c);
	c->states.is_late = !c->states.has_begun; /* too hard for it: others go on */
	c->states.has_ended |= c->states.is_late;
}

static void visit(struct check *c, uint64_t effort)
{
	enum { STATES = 512 };
	bool ends = !c->question.goes_on, more = true;
	uint64_t end = schedule_after(check_effort(c), effort);
	check_pause_after(c, effort);
	if (!c->states.has_begun) states_begin(c);
	while (c->states.has_begun && more && !is_paused(c) && check_effort(c) < end) {
		more = explore_visit(c->explore, STATES, check_depth(c), ends);
		check_tell_progress(c);
		if (ends && check_has_violation(c)) break;
	}
	check_pause_after(c, SCHEDULE_FOR_EVER);
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
	if (has_all(c)) return ENGINE_REACHED;
	if (c->states.is_late) return ENGINE_LATE;
	return c->states.has_ended && !c->states.is_done ? ENGINE_ENDED : ENGINE_GOES_ON;
}

enum engine_answer states_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	bool has_solver = c->schedule.selected & 1u << CHECK_ENGINE_bmc;
	bool is_first = !c->states.had_turn, is_back = c->states.is_late;
	/* small runs are for the solver to find, which then comes first */
	if (is_first && c->options.search.prefers_small && has_solver && !c->bmc.run)
		return ENGINE_WAITS;
	if (is_back && bmc_has_depth(c, &c->bmc) && !c->bmc.leaves_deadlock) return ENGINE_WAITS;
	if (is_back) c->states.has_ended = false;
	c->states.had_turn = true;
	explore_set_interrupt(c->explore, c->question.pause);
	if (!c->states.has_ended) visit(c, effort);
	return answer_of(c, is_first);
}

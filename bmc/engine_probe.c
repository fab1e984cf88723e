/* The engines `greedy`, `walk` and `depth_first`: far away, soon (explore/probe.c). What they find is a candidate until others
 * have had a while to find a shorter run. */
#include "bmc/check.h"

enum {
	MOST_STATES = 200000, /* that each keeps */
	MOST_OUTCOMES = 2000, /* of an operation in a state */
	FEW_STEPS = 4,        /* nearer to a fault: so many in a turn are a way */
	BATCH = 16,           /* states that are visited before the effort is looked at */
	LONG_VISIT = EVAL_EFFORT_PER_SECOND / 10, /* a batch is given up after that */
};

static bool is_fault(const void *check, const struct explore_finding *f)
{
	return check_is_violation(check, f);
}

/* Other runs than shortest ones are not wanted where each fault is, or small values are. */
static bool is_wanted(const struct check *c)
{
	return !c->question.goes_on && !c->options.search.prefers_small;
}

static struct explore_probe *open(struct check *c, enum explore_way way)
{
	struct explore_aim aim = {.way = way,
	                          .seed = 1 + c->options.search.seed,
	                          .max_states = MOST_STATES,
	                          .most_outcomes = MOST_OUTCOMES,
	                          .is_fault = is_fault,
	                          .data = c};
	return explore_probe_open(c->explore, &aim);
}

static enum explore_probed visit(struct check *c, struct explore_probe *p, uint64_t effort)
{
	enum explore_probed a = EXPLORE_PROBE_GOES_ON;
	uint64_t end = schedule_after(check_effort(c), effort);
	while (a == EXPLORE_PROBE_GOES_ON && check_effort(c) < end && !check_is_interrupted(c)) {
		check_pause_after(c, LONG_VISIT);
		a = explore_probe_visit(p, BATCH);
		check_tell_progress(c);
	}
	check_pause_after(c, SCHEDULE_FOR_EVER);
	return a;
}

static enum engine_answer turn(struct check *c, enum explore_way way, uint64_t effort)
{
	struct explore_probe **p = &c->probes[way];
	bool is_alone = !(c->schedule.selected & 1u << CHECK_ENGINE_states);
	explore_set_interrupt(c->explore, c->question.pause);
	if (is_alone && !c->states.has_begun) states_begin(c);
	if (!is_wanted(c) || c->states.is_late) return ENGINE_ENDED;
	if (!c->states.has_begun) return ENGINE_WAITS;
	if (!*p) *p = open(c, way);
	explore_probe_limit(*p, check_depth(c));
	uint64_t before = explore_probe_steps_nearer(*p);
	switch (visit(c, *p, effort)) {
	case EXPLORE_PROBE_GOES_ON:
		return explore_probe_steps_nearer(*p) >= before + FEW_STEPS ? ENGINE_NEARER
		                                                            : ENGINE_GOES_ON;
	case EXPLORE_PROBE_ENDED: return ENGINE_ENDED;
	case EXPLORE_PROBE_FOUND: break;
	}
	c->candidate = *p;
	return ENGINE_CANDIDATE;
}

enum engine_answer greedy_turn(void *check, uint64_t effort)
{
	return turn(check, EXPLORE_PROBE_GREEDY, effort);
}

enum engine_answer walk_turn(void *check, uint64_t effort)
{
	return turn(check, EXPLORE_PROBE_WALK, effort);
}

enum engine_answer depth_first_turn(void *check, uint64_t effort)
{
	return turn(check, EXPLORE_PROBE_DEPTH, effort);
}

void probes_close(struct check *c)
{
	for (uint32_t i = 0; i < CHECK_PROBES; i++)
		if (c->probes[i]) explore_probe_close(c->probes[i]);
}

/* The engines `induction` and `k_induction`: invariants that are inductive need no search. Both stand on what bmc has
 * looked at: the initial states, or all runs of fewer than k operations. */
#include "bmc/check.h"

/* A proof says nothing of a goal, nor of what is violated already. */
static bool is_proof_wanted(const struct check *c)
{
	return !c->question.wants_goal && !c->candidate && !check_has_violation(c);
}

static const char inductive[] = "the invariants are inductive";

/* Deadlocks may be possible in states that satisfy the invariants, or too hard a question: the rest may be proved all the
 * same. */
static enum engine_answer induct_in_parts(struct check *c)
{
	enum { HARD = 4 * EVAL_EFFORT_PER_SECOND };
	if (!(c->options.find & RUN_DEADLOCK)) return ENGINE_ENDED;
	uint64_t effort = c->bmc.leaves_deadlock ? 0 : EVAL_EFFORT_PER_SECOND;
	if (run_induct_part(c->bmc.run, RUN_ALL & ~RUN_DEADLOCK, effort) != RUN_PROVED)
		return ENGINE_ENDED;
	c->proof_but_deadlock = inductive;
	if (c->bmc.leaves_deadlock && run_induct_part(c->bmc.run, RUN_DEADLOCK, HARD) == RUN_PROVED)
		c->proof = inductive;
	return c->proof ? check_proved(c) : ENGINE_ENDED;
}

enum engine_answer induction_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	(void)effort; /* it is asked once, as long as it takes */
	if (!c->bmc.has_begun) return ENGINE_WAITS;
	if (run_depth(c->bmc.run) < 1 || !is_proof_wanted(c)) return ENGINE_ENDED;
	if (c->bmc.leaves_deadlock) return induct_in_parts(c);
	if (run_induct(c->bmc.run) != RUN_PROVED) return induct_in_parts(c);
	c->proof = inductive;
	return check_proved(c);
}

enum engine_answer k_induction_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	uint32_t k;
	if (!is_proof_wanted(c) || check_is_interrupted(c)) return ENGINE_WAITS;
	if (!run_may_induct_further(c->bmc.run)) return ENGINE_WAITS;
	if (c->proof_but_deadlock && c->bmc.leaves_deadlock) return ENGINE_ENDED;
	if (run_induct_further(c->bmc.run, effort, &k) != RUN_PROVED) return ENGINE_GOES_ON;
	const char *proof = arena_format(&c->arena, "%u-induction", k);
	if (c->bmc.leaves_deadlock) c->proof_but_deadlock = proof;
	else c->proof = proof;
	return c->proof ? check_proved(c) : ENGINE_ENDED;
}

/* The engines `induction` and `k_induction`: invariants that are inductive need no search. Both stand on what bmc has
 * looked at: the initial states, or all runs of fewer than k operations. */
#include "bmc/check.h"

/* A proof says nothing of a goal, nor of what is violated already. */
static bool is_proof_wanted(const struct check *c)
{
	return !c->question.wants_goal && !c->candidate && !check_has_violation(c);
}

enum engine_answer induction_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	(void)effort; /* it is asked once, as long as it takes */
	if (!c->bmc.has_begun) return ENGINE_WAITS;
	if (run_depth(c->bmc.run) < 1 || !is_proof_wanted(c)) return ENGINE_ENDED;
	if (run_induct(c->bmc.run) != RUN_PROVED) return ENGINE_ENDED;
	c->proof = "the invariants are inductive";
	return ENGINE_PROVED;
}

enum engine_answer k_induction_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	uint32_t k;
	if (!is_proof_wanted(c) || check_is_interrupted(c)) return ENGINE_WAITS;
	if (!run_may_induct_further(c->bmc.run)) return ENGINE_WAITS;
	if (run_induct_further(c->bmc.run, effort, &k) != RUN_PROVED) return ENGINE_GOES_ON;
	c->proof = arena_format(&c->arena, "%u-induction", k);
	return ENGINE_PROVED;
}

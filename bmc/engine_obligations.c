/* The engine `obligations`: the prover of `disprove`, which is asked once. */
#include "bmc/check.h"

/* Obligations say nothing of a goal, nor whether there is an initial state, and undefined expressions are no faults of theirs. */
static bool is_wanted(const struct check *c)
{
	const struct check_question *q = &c->question;
	if (!q->prover || q->wants_goal || q->goes_on || c->options.find & RUN_UNDEFINED) return false;
	return !c->candidate && !check_has_violation(c) && !check_is_interrupted(c);
}

static bool has_initial_state(const struct check *c)
{
	if (explore_result(c->explore)->stats.explored > 0) return true;
	return c->bmc.run && run_depth(c->bmc.run) >= 1 && c->bmc.answer != RUN_VACUOUS;
}

enum engine_answer obligations_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	static const char proved[] = "all proof obligations are proved";
	(void)effort;
	if (!is_wanted(c)) return ENGINE_ENDED;
	if (!has_initial_state(c)) return ENGINE_WAITS;
	bool has_all = c->states.is_done && !explore_result(c->explore)->was_cut;
	if ((c->proof || has_all) && !c->question.has_sizes) return ENGINE_ENDED;
	check_pause_after(c, SCHEDULE_FOR_EVER);
	struct check_proof p = c->question.prover(c->question.prover_data, c->question.pause);
	check_pause_after(c, SCHEDULE_FOR_EVER);
	eval_spend(c->eval, p.effort);
	if (!p.is_proved || check_is_interrupted(c)) return ENGINE_ENDED;
	bool is_whole = p.is_deadlock_free || !(c->options.find & RUN_DEADLOCK);
	if (!is_whole && !c->proof) c->proof_but_deadlock = proved;
	bool asks_deadlock = c->options.find & RUN_DEADLOCK;
	bool is_for_sizes = asks_deadlock ? p.is_deadlock_free_for_sizes : p.is_for_sizes;
	if (!is_whole || (is_for_sizes && (c->proof || has_all))) return ENGINE_ENDED;
	c->proof = proved;
	c->is_for_all_sizes = !is_for_sizes;
	return check_proved(c);
}

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

static struct check_proof ask(struct check *c, struct check_obligations asked, uint64_t effort)
{
	asked.skips_deadlock |= !(c->options.find & RUN_DEADLOCK);
	asked.stop = c->question.pause;
	check_pause_after(c, effort);
	struct check_proof p = c->question.prover(c->question.prover_data, &asked);
	check_pause_after(c, SCHEDULE_FOR_EVER);
	eval_adopt(c->eval, p.effort);
	return p;
}

/* The proof says why it is one for all sizes, or that it is one of all but that there is no deadlock. */
static void obligations_tell_sizes(struct check *c, uint32_t small_model)
{
	c->tells_other_sizes = true;
	const char *what = c->is_for_all_sizes ? "" : "deadlocks apart, ";
	c->proof =
	    small_model
	        ? arena_format(&c->arena,
	                       "%s; %sfor all sizes of sets, since a counterexample to an obligation "
	                       "needs no more than %u elements, and up to that there is none",
	                       c->proof, what, small_model)
	        : arena_format(&c->arena, "%s; %swhatever the sizes of sets", c->proof, what);
}

static bool is_for_all_sizes(const struct check_proof *p, bool asks_deadlock)
{
	bool is_whole = p->is_deadlock_free && !p->is_deadlock_free_for_sizes;
	return p->is_proved && !p->is_for_sizes && (is_whole || !asks_deadlock);
}

void obligations_lift(struct check *c, const struct node *const *more, uint32_t count,
                      uint64_t effort)
{
	if (!c->question.has_sizes || !is_wanted(c)) return;
	struct check_obligations asked = {.more = more, .count = count, .effort = effort};
	struct check_proof p = ask(c, asked, effort);
	bool asks_deadlock = c->options.find & RUN_DEADLOCK;
	c->is_for_all_sizes = is_for_all_sizes(&p, asks_deadlock);
	bool has_time = p.effort < effort / 2;
	if (!c->is_for_all_sizes && asks_deadlock && p.is_proved && has_time) {
		asked.skips_deadlock = true;
		p = ask(c, asked, effort - p.effort);
		asks_deadlock = false;
	}
	if (is_for_all_sizes(&p, asks_deadlock)) obligations_tell_sizes(c, p.small_model);
}

enum engine_answer obligations_turn(void *check, uint64_t effort)
{
	struct check *c = check;
	static const char proved[] = "all proof obligations are proved";
	(void)effort;
	if (!is_wanted(c)) return ENGINE_ENDED;
	if (!has_initial_state(c)) return ENGINE_WAITS;
	bool has_all = c->states.is_done && !explore_result(c->explore)->was_cut;
	bool is_known = c->proof || has_all;
	if (is_known && !c->question.has_sizes) return ENGINE_ENDED;
	struct check_proof p =
	    ask(c, (struct check_obligations){.is_extra = is_known}, SCHEDULE_FOR_EVER);
	if (!p.is_proved || check_is_interrupted(c)) return ENGINE_ENDED;
	bool is_whole = p.is_deadlock_free || !(c->options.find & RUN_DEADLOCK);
	if (!is_whole && !c->proof) c->proof_but_deadlock = proved;
	bool asks_deadlock = c->options.find & RUN_DEADLOCK;
	bool is_for_sizes = asks_deadlock ? p.is_deadlock_free_for_sizes : p.is_for_sizes;
	if (!is_whole || (is_for_sizes && is_known)) return ENGINE_ENDED;
	c->proof = proved;
	c->is_for_all_sizes = !is_for_sizes;
	if (c->is_for_all_sizes) obligations_tell_sizes(c, p.small_model);
	return check_proved(c);
}

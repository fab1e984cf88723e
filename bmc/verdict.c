/* What the engines have found out, together. */
#include "bmc/check.h"

/* ---- how much was looked at -------------------------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Lengths of runs of which all were looked at, from 0 on. */
static uint32_t lengths_of_runs(const struct solver_runs *b)
{
	if (bmc_has_all(b)) return UINT32_MAX;
	return most(b->run && !run_left_out(b->run) ? run_depth(b->run) : 0, b->deepest);
}

/* For deadlocks. */
static uint32_t lengths_to_deadlock(const struct check *c)
{
	return lengths_of_runs(c->bmc.leaves_deadlock ? &c->deadlock : &c->bmc);
}

/* For all that is looked for. */
static uint32_t lengths_of_bmc(const struct check *c)
{
	return least(lengths_of_runs(&c->bmc), lengths_to_deadlock(c));
}

static uint32_t lengths_of_states(const struct check *c)
{
	bool has_states = c->states.has_begun && explore_result(c->explore)->end != EXPLORE_UNFINISHED;
	return !has_states ? 0 : c->states.is_done ? UINT32_MAX : explore_depth(c->explore);
}

/* The longest runs of which all were looked at, by either engine, and whether integers were drawn from a part of them for
 * that. False if not even the shortest. */
static bool covered_depth(const struct check *c, uint32_t *out, bool *was_cut)
{
	uint32_t by_bmc = lengths_of_bmc(c), by_states = lengths_of_states(c);
	uint32_t lengths = most(by_bmc, by_states);
	*was_cut = (by_states < lengths || explore_result(c->explore)->was_cut) &&
	           (by_bmc < lengths || c->bmc.was_cut);
	*out = lengths == 0 ? 0 : lengths <= check_depth(c) ? lengths - 1 : check_depth(c);
	return lengths > 0;
}

/* Of which findings is there no shorter run? */
static void describe_shortest(struct check *c)
{
	uint32_t by_bmc = lengths_of_bmc(c), by_states = lengths_of_states(c);
	struct check_shortest *s = &c->verdict.shortest;
	s->up_to = most(by_bmc, by_states);
	if (c->bmc.was_cut) by_bmc = 0;
	if (c->verdict.result->was_cut) by_states = 0;
	s->for_all = most(by_bmc, by_states);
}

static void describe_coverage(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	const struct run *r = c->bmc.run;
	bool was_cut;
	c->bmc.was_cut |= r && !run_is_complete(r);
	if (c->deadlock.run) c->bmc.was_cut |= c->deadlock.was_cut || !run_is_complete(c->deadlock.run);
	v->has_covered = covered_depth(c, &v->depth, &was_cut);
	v->has_all_states = c->states.is_done && v->result->end == EXPLORE_ALL;
	v->has_all_runs = lengths_of_bmc(c) == UINT32_MAX;
	v->was_cut = v->has_covered ? was_cut : v->result->was_cut;
	v->is_wide = v->result->is_wide || (r && run_is_wide(r));
	v->proof = c->proof;
	v->is_for_all_sizes = c->is_for_all_sizes;
	v->tells_other_sizes = c->tells_other_sizes;
	if (v->has_all_runs && !c->bmc.was_cut && !v->proof)
		v->proof = "longer runs lead to no other states";
	v->is_complete = v->proof || (v->has_all_states && !v->result->was_cut);
	v->has_depth = v->has_covered && !v->is_complete && !v->has_all_states && !v->has_all_runs;
	v->was_cut &= !v->is_complete;
	describe_shortest(c);
}

/* What is known of deadlocks, and of all other kinds, where that is not the same. */
static void describe_kinds(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	uint32_t others = most(lengths_of_runs(&c->bmc), lengths_of_states(c));
	uint32_t deadlock = most(lengths_to_deadlock(c), lengths_of_states(c));
	bool is_all = lengths_of_runs(&c->bmc) == UINT32_MAX && !c->bmc.was_cut;
	if (v->is_complete || !(c->options.find & RUN_DEADLOCK)) return;
	v->others = (struct check_part){.proof = c->proof_but_deadlock, .lengths = others};
	v->deadlock = (struct check_part){.lengths = deadlock};
	if (is_all) v->others.proof = "longer runs lead to no other states";
	v->has_parts =
	    v->others.proof || least(others, check_depth(c)) > least(deadlock, check_depth(c));
}

static void describe_runs(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	struct run *r = c->bmc.run;
	if (!r || run_depth(r) < c->bmc.deepest) return; /* it has just begun again */
	v->has_runs = true;
	v->run_depth = run_depth(r);
	v->left_out = run_left_out(r);
	run_stats(r, &v->stats);
}

/* Who has found the violation or the proof, or else has looked at more. */
static const char *answered_by(const struct check *c)
{
	const struct engine *by = c->schedule.by;
	if (c->verdict.answer == CHECK_VIOLATED && by) return by->info.name;
	if (c->proof && by) return by->info.name;
	bool is_bmc = c->verdict.answer != CHECK_VIOLATED &&
	              (c->verdict.proof || lengths_of_bmc(c) > lengths_of_states(c));
	return check_engine(is_bmc ? CHECK_ENGINE_bmc : CHECK_ENGINE_states)->name;
}

/* ---- why it is no more ---------------------------------------------------------------------------------------- */

static void give_reason(struct check_verdict *v, enum check_reason reason, const char *text,
                        struct pos pos)
{
	v->reason = reason;
	v->text = text;
	v->pos = pos;
}

static enum run_answer last_answer(const struct check *c)
{
	bool is_worse = c->bmc.leaves_deadlock && c->deadlock.answer >= RUN_INCONCLUSIVE;
	return is_worse && c->bmc.answer < RUN_INCONCLUSIVE ? c->deadlock.answer : c->bmc.answer;
}

static const struct run *run_that_failed(const struct check *c)
{
	return last_answer(c) == c->bmc.answer ? c->bmc.run : c->deadlock.run;
}

static void give_run_reason(struct check *c)
{
	struct pos pos;
	const char *why = run_reason(run_that_failed(c), &pos);
	give_reason(&c->verdict, CHECK_FAILED, why, pos);
}

/* Nothing was left to be looked at, or the depth was. */
static bool is_all_done(const struct check *c)
{
	const struct check_verdict *v = &c->verdict;
	return v->has_all_states || v->has_all_runs || (v->has_covered && v->depth == check_depth(c));
}

/* Why less was looked at than was asked for. */
static void find_reason(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	struct pos nowhere = {0};
	enum run_answer a = last_answer(c);
	bool is_unfinished = c->states.has_begun && v->result->end == EXPLORE_UNFINISHED;
	bool is_short = v->depth < check_depth(c);
	if (c->unable) give_reason(v, CHECK_SAID, c->unable, nowhere);
	else if (check_is_interrupted(c)) give_reason(v, CHECK_STOPPED, NULL, nowhere);
	else if (a == RUN_VACUOUS) return; /* see vacuous() */
	else if (a == RUN_DOUBTFUL) give_run_reason(c);
	else if (is_unfinished && (!c->bmc.run || a == RUN_INCONCLUSIVE))
		give_reason(v, CHECK_FAILED, v->result->failure.message, v->result->failure.pos);
	else if (a == RUN_INCONCLUSIVE && is_short) give_run_reason(c);
	else if (v->result->end == EXPLORE_FULL && is_short) give_reason(v, CHECK_FULL, NULL, nowhere);
	else if (is_all_done(c)) return;
	else if (c->bmc.run && run_left_out(c->bmc.run))
		give_reason(v, CHECK_LEFT_OUT, run_left_out(c->bmc.run), nowhere);
	else if (c->pdr_reason && (schedule_is_alone(&c->schedule, CHECK_ENGINE_pdr) ||
	                           schedule_is_alone(&c->schedule, CHECK_ENGINE_abc)))
		give_reason(v, CHECK_FAILED, c->pdr_reason, c->pdr_pos);
	else give_reason(v, CHECK_NOBODY, NULL, nowhere);
}

/* ---- the answer ----------------------------------------------------------------------------------------------- */

static enum vacuous why_vacuous(struct check *c)
{
	const struct check_question *q = &c->question;
	return vacuous_why(c->explore, q->project, q->universe, q->interrupt, &c->verdict.conflict);
}

/* The solver found no initial state; the evaluator was not able to tell. */
static enum check_answer vacuous(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	enum vacuous why = why_vacuous(c);
	v->is_complete =
	    why == VACUOUS_FOR_ALL || (why == VACUOUS_OTHERWISE && run_is_complete(c->bmc.run));
	if (v->is_complete) {
		if (why == VACUOUS_OTHERWISE)
			explore_report_vacuous(c->explore, "no initial state: INITIALISATION has no outcome");
		v->reason = CHECK_NO_REASON;
		return CHECK_VIOLATED;
	}
	const char *unfit = why == VACUOUS_FOR_BOUNDS ? explore_unfit(c->explore) : NULL;
	give_reason(v, CHECK_SAID,
	            unfit ? unfit
	                  : "no initial state with integers from MININT..MAXINT (--int LO..HI "
	                    "changes it)",
	            (struct pos){0});
	return CHECK_INCONCLUSIVE;
}

static enum check_answer violated(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	bool is_vacuous = c->states.has_begun && v->result->stats.setups == 0 &&
	                  explore_has_setup(c->explore) && !c->bmc.run;
	if (is_vacuous && !check_is_interrupted(c)) why_vacuous(c);
	if (!c->question.goes_on) v->reason = CHECK_NO_REASON; /* nothing more was asked for */
	return CHECK_VIOLATED;
}

/* The evaluator has come to a state that is farther away than the longest runs of the solver, or to one at all. */
static bool is_contradicted(const struct check *c)
{
	const struct check_verdict *v = &c->verdict;
	if (v->result->was_cut || c->bmc.was_cut) return false;
	if (c->bmc.answer == RUN_VACUOUS) return v->result->stats.states > 0;
	return v->has_all_runs && c->states.has_begun &&
	       explore_depth(c->explore) > run_depth(c->bmc.run);
}

static enum check_answer answer_of(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	if (check_has_violation(c)) return violated(c);
	if (last_answer(c) == RUN_DOUBTFUL) {
		give_run_reason(c);
		return CHECK_DOUBTFUL;
	}
	if (c->is_pdr_doubtful) {
		give_reason(v, CHECK_FAILED, c->pdr_reason, c->pdr_pos);
		return CHECK_DOUBTFUL;
	}
	if (is_contradicted(c)) {
		give_reason(v, CHECK_SAID, "the evaluator finds a longer run than the solver",
		            (struct pos){0});
		return CHECK_DOUBTFUL;
	}
	if (c->bmc.answer == RUN_VACUOUS && !v->has_all_states) return vacuous(c);
	return v->reason ? CHECK_INCONCLUSIVE : CHECK_HOLDS;
}

void verdict_find(struct check *c)
{
	struct check_verdict *v = &c->verdict;
	if (c->candidate && !check_has_violation(c)) explore_probe_report(c->candidate);
	v->result = explore_end_parts(c->explore);
	v->turns = c->schedule.turns;
	v->invariant = c->invariant;
	v->untold = c->untold;
	v->has_invariant = c->is_told;
	describe_runs(c);
	describe_coverage(c);
	describe_kinds(c);
	if (!v->is_complete) find_reason(c);
	v->answer = answer_of(c);
	v->engine = answered_by(c);
}

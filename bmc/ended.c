/* "Longer runs lead to no other states" is a proof that rests on an answer that no model confirms. So the evaluator is
 * asked about one of the longest runs: can an operation be executed in its last state? If the encoder says that none can,
 * they disagree, and nothing is claimed. (That longer runs are left out which return, or differ in order and names only,
 * is no disagreement.) */
#include "bmc/run.h"

enum { STEPS = 200000 };

static bool found_one(void *data)
{
	*(bool *)data = true;
	return false;
}

/* Of the state that eval has. What fails, or is decided for a part of the integers only, says nothing here. */
static bool is_enabled(struct run *r)
{
	struct eval *e = r->model.view.eval;
	bool is = false;
	for (uint32_t i = 0; i < r->model.operations.count && !is; i++) {
		eval_clear_cut(e);
		enum truth t = eval_operation(e, r->model.operations.at[i], found_one, &is);
		is = is && t != EVAL_FAILED && !eval_was_cut(e);
	}
	return is;
}

bool ended_is_doubtful(struct run *r)
{
	struct unrolling *w = &r->unrolling;
	uint32_t width = r->model.view.variable_count, count = r->states.count;
	value *constants = ARENA_ARRAY(&r->arena, r->model.view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)width * count + 1, value);
	lit same;
	if (!run_is_complete(r))
		return false; /* the solver has looked at a part of the integers only */
	if (run_ask(r, LIT_TRUE) != SOLVER_SATISFIABLE) return false; /* they have ended before */
	if (!run_decode(r, constants, states)) return false;
	eval_set_budget(r->model.view.eval, STEPS);
	bool is = is_enabled(r);
	eval_set_budget(r->model.view.eval, 0);
	if (!is || !unrolling_is_state(r, &r->unrolling, constants,
	                               states + (size_t)width * (count - 1), &same))
		return false;
	return run_ask(r, circuit_and(w->circuit, same, w->is_enabled)) == SOLVER_UNSATISFIABLE;
}

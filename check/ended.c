/* "Longer runs lead to no other states" is a proof that rests on an answer that no model confirms. So the evaluator is
 * asked about one of the longest runs: does an operation lead on from its last state? If so, encoder and evaluator
 * disagree, and nothing is claimed. */
#include "check/inside.h"

enum { STEPS = 200000, RETURNS = 2 /* see forbid_return in run.c */ };

struct successor {
	struct run *run;
	const value *states; /* of the run */
	uint32_t count;
	bool is_other; /* than those that a run must not return to */
};

static bool is_state(const struct run *r, const value *state)
{
	for (uint32_t i = 0; i < r->view.variable_count; i++)
		if (eval_get(r->view.eval, r->view.variables[i]) != state[i]) return false;
	return true;
}

/* Stops at the first other state. */
static bool look(void *data)
{
	struct successor *s = data;
	uint32_t width = s->run->view.variable_count;
	for (uint32_t back = 1; back <= RETURNS && back <= s->count; back++)
		if (is_state(s->run, s->states + (size_t)(s->count - back) * width)) return true;
	s->is_other = true;
	return false;
}

/* What the evaluator decides for a part of the integers only says nothing here. */
static bool goes_on(struct successor *s)
{
	struct eval *e = s->run->view.eval;
	for (uint32_t i = 0; i < s->run->operations.count && !s->is_other; i++) {
		eval_clear_cut(e);
		eval_operation(e, s->run->operations.at[i], look, s);
		if (eval_was_cut(e)) s->is_other = false;
	}
	return s->is_other;
}

bool ended_is_doubtful(struct run *r)
{
	struct successor s = {.run = r, .count = r->states.count};
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)r->view.variable_count * s.count + 1, value);
	if (!run_is_complete(r)) return false; /* the solver has looked at a part of the integers only */
	if (run_ask(r, LIT_TRUE) != SOLVER_SATISFIABLE) return false; /* they have ended before */
	if (!run_decode(r, constants, states)) return false;
	s.states = states;
	eval_set_budget(r->view.eval, STEPS);
	bool is_doubtful = goes_on(&s);
	eval_set_budget(r->view.eval, 0);
	return is_doubtful;
}

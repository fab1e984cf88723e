/* States with a violation. The solver proposes them, the evaluator judges: where operations cannot be told
 * from their texts, a state may be no deadlock, and where an operation has several ways, one that is
 * undefined hides what fails on another. */
#include "bmc/run.h"

/* Of the state that eval has: what executing its operations tells. */
struct trial {
	const struct run *run;
	bool is_enabled; /* failing is being enabled, unless it is undefined */
	bool fails;      /* in a way that is looked for */
	bool is_doubtful;
};

static bool found_one(void *data)
{
	((struct trial *)data)->is_enabled = true;
	return true;
}

static void found_failure(void *data, enum eval_failure_kind kind, struct pos pos)
{
	struct trial *t = data;
	bool is_undefined = kind == EVAL_UNDEFINED;
	(void)pos;
	t->is_enabled |= !is_undefined;
	t->fails |= t->run->options.find & run_kind_of_failure(kind);
	t->is_doubtful |= is_undefined;
}

static struct trial try_operations(struct run *r)
{
	struct trial t = {.run = r};
	struct eval *e = r->model.view.eval;
	eval_watch_paths(e, found_failure, &t);
	for (uint32_t i = 0; i < r->model.operations.count; i++)
		if (eval_operation(e, r->model.operations.at[i], found_one, &t) == EVAL_FAILED)
			found_failure(&t, eval_failed(e)->kind, eval_failed(e)->pos);
	eval_watch_paths(e, NULL, NULL);
	return t;
}

bool violation_is_goal(struct run *r)
{
	return r->options.goal && r->options.find & RUN_GOAL &&
	       eval_predicate(r->model.view.eval, r->options.goal) == EVAL_TRUE;
}

bool violation_is_in_state(struct run *r)
{
	for (uint32_t i = 0; i < r->asked.duties.count; i++) {
		enum truth t = eval_predicate(r->model.view.eval, r->asked.duties.at[i]);
		if (t == EVAL_FALSE ||
		    (t == EVAL_FAILED && reported_wants_undefined(r, r->asked.duties.at[i])))
			return true;
	}
	return violation_is_goal(r);
}

/* Is the state that eval has none of those that are looked for, for a reason that is known? */
static bool is_harmless(struct run *r, bool may_be_enabled)
{
	if (violation_is_in_state(r)) return false;
	struct trial t = try_operations(r);
	if (t.fails || (!t.is_enabled && r->options.find & RUN_DEADLOCK)) return false;
	return may_be_enabled || t.is_doubtful;
}

enum run_answer violation_search(struct run *r, lit violations, bool is_exact)
{
	enum { MOST = 300 };
	uint32_t width = r->model.view.variable_count, count = r->states.count;
	value *constants = NULL, *states = NULL;
	lit same;
	for (uint32_t i = 0; violations != LIT_FALSE && i < MOST; i++) {
		enum solver_answer a = run_ask(r, violations);
		if (a == SOLVER_SATISFIABLE && r->options.search.prefers_small)
			a = minimise_run(r, violations);
		if (a == SOLVER_UNKNOWN) return run_unknown(r);
		if (a == SOLVER_UNSATISFIABLE) return RUN_NONE;
		if (!states) { /* most runs are none, and the memory of all depths would add up */
			constants = ARENA_ARRAY(&r->arena, r->model.view.unknown_count + 1, value);
			states = ARENA_ARRAY(&r->arena, (size_t)width * count + 1, value);
		}
		if (!run_decode(r, constants, states) || !is_harmless(r, !is_exact)) {
			enum run_answer found = run_confirm(r);
			if (found != RUN_NONE) return found; /* else nothing new: others may be */
		}
		const value *last = states + (size_t)width * (count - 1);
		if (!unrolling_is_state(r, &r->unrolling, constants, last, &same)) {
			run_encoder_failed(r);
			return RUN_INCONCLUSIVE;
		}
		violations = circuit_and(r->unrolling.circuit, violations, -same);
	}
	if (violations != LIT_FALSE)
		r->gap.left_out = "all faults (too many states have to be executed to tell)";
	return RUN_NONE;
}

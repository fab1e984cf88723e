/* States with a fault. The solver proposes them, the evaluator judges: where operations cannot be told
 * from their texts, a state may be no deadlock, and where an operation has several ways, one that is
 * undefined hides what goes wrong on another. */
#include "bmc/inside.h"

bool deadlock_encode(struct run *r, struct unrolling *w, lit *out, bool *is_exact)
{
	VEC(lit) none = {0};
	bool ok = true, is_free = r->enabled.count > 0;
	*is_exact = true;
	for (uint32_t i = 0; i < r->enabled.count; i++) {
		const struct enabled *e = &r->enabled.at[i];
		if (e->is_always) is_free = false;
		if (!e->is_known) *is_exact = false;
	}
	for (uint32_t i = 0; is_free && ok && i < r->enabled.count; i++) {
		const struct enabled *e = &r->enabled.at[i];
		for (uint32_t k = 0; ok && e->is_known && k < e->count; k++) {
			lit l;
			ok = encode_violation(w->encoder, e->at[k], true, &l);
			if (ok) VEC_PUSH(&none, l);
		}
	}
	*out = is_free ? circuit_all(w->circuit, none.at, none.count) : LIT_FALSE;
	VEC_CLEAR(&none);
	return ok;
}

/* Of the state that eval has: what executing its operations tells. */
struct trial {
	const struct run *run;
	bool is_enabled; /* going wrong is being enabled, unless it is undefined */
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
	struct eval *e = r->view.eval;
	eval_watch_paths(e, found_failure, &t);
	for (uint32_t i = 0; i < r->operations.count; i++)
		if (eval_operation(e, r->operations.at[i], found_one, &t) == EVAL_FAILED)
			found_failure(&t, eval_failed(e)->kind, eval_failed(e)->pos);
	eval_watch_paths(e, NULL, NULL);
	return t;
}

bool fault_is_in_state(struct run *r)
{
	for (uint32_t i = 0; i < r->duties.count; i++) {
		enum truth t = eval_predicate(r->view.eval, r->duties.at[i]);
		if (t == EVAL_FALSE || (t == EVAL_FAILED && reported_wants_undefined(r, r->duties.at[i])))
			return true;
	}
	return r->options.goal && r->options.find & RUN_GOAL &&
	       eval_predicate(r->view.eval, r->options.goal) == EVAL_TRUE;
}

/* Is the state that eval has none of those that are looked for, for a reason that is known? */
static bool is_harmless(struct run *r, bool may_be_enabled)
{
	if (fault_is_in_state(r)) return false;
	struct trial t = try_operations(r);
	if (t.fails || (!t.is_enabled && r->options.find & RUN_DEADLOCK)) return false;
	return may_be_enabled || t.is_doubtful;
}

bool fault_is_state(struct run *r, const value *constants, const value *state, lit *out)
{
	struct encoder *e = r->unrolling.encoder;
	lit l;
	*out = LIT_TRUE;
	for (uint32_t i = 0; i < r->view.unknown_count + r->view.variable_count; i++) {
		uint32_t k = i - r->view.unknown_count;
		bool is_constant = i < r->view.unknown_count;
		struct decl *d = is_constant ? r->view.unknowns[i] : r->view.variables[k];
		if (!encode_equals(e, d, is_constant ? constants[i] : state[k], &l)) return false;
		*out = circuit_and(r->unrolling.circuit, *out, l);
	}
	return true;
}

enum run_answer fault_search(struct run *r, lit faults, bool is_exact)
{
	enum { MOST = 300 };
	uint32_t width = r->view.variable_count, count = r->states.count;
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)width * count + 1, value);
	value *last = states + (size_t)width * (count - 1);
	lit same;
	for (uint32_t i = 0; faults != LIT_FALSE && i < MOST; i++) {
		enum solver_answer a = run_ask(r, faults);
		if (a == SOLVER_SATISFIABLE && r->options.search.prefers_small) a = minimise_run(r, faults);
		if (a == SOLVER_UNKNOWN) return run_unknown(r);
		if (a == SOLVER_UNSATISFIABLE) return RUN_NONE;
		if (!run_decode(r, constants, states) || !is_harmless(r, !is_exact)) {
			enum run_answer found = run_confirm(r);
			if (found != RUN_NONE) return found; /* else nothing new: others may be */
		}
		if (!fault_is_state(r, constants, last, &same)) {
			run_encoder_failed(r);
			return RUN_INCONCLUSIVE;
		}
		faults = circuit_and(r->unrolling.circuit, faults, -same);
	}
	if (faults != LIT_FALSE)
		r->left_out = "all faults (too many states have to be executed to tell)";
	return RUN_NONE;
}

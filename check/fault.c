/* States in which no operation is enabled. Where all operations can be told from their texts, a
 * predicate says so; else the solver proposes states, and the evaluator executes the operations. */
#include "check/inside.h"

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

static bool found_one(void *data)
{
	*(bool *)data = true;
	return false;
}

/* Of the state that eval has. An operation that goes wrong is enabled, unless it is undefined. */
static bool is_enabled(struct run *r)
{
	for (uint32_t i = 0; i < r->operations.count; i++) {
		bool found = false;
		enum truth t = eval_operation(r->view.eval, r->operations.at[i], found_one, &found);
		bool failed = t == EVAL_FAILED && eval_failed(r->view.eval)->kind != EVAL_UNDEFINED;
		if (found || failed) return true;
	}
	return false;
}

/* The state is this one: all variables and constants have these values. */
static bool is_state(struct run *r, const value *constants, const value *state, lit *out)
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

enum run_answer deadlock_search(struct run *r, lit candidates)
{
	enum { MOST = 300 };
	uint32_t width = r->view.variable_count, count = r->states.count;
	value *constants = ARENA_ARRAY(&r->arena, r->view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(&r->arena, (size_t)width * count + 1, value);
	value *last = states + (size_t)width * (count - 1);
	lit same;
	for (uint32_t i = 0; candidates != LIT_FALSE && i < MOST; i++) {
		enum solver_answer a = run_ask(r, candidates);
		if (a == SOLVER_UNKNOWN) return run_unknown(r);
		if (a == SOLVER_UNSATISFIABLE) return RUN_NONE;
		bool is_decoded = run_decode(r, constants, states);
		bool is_dead = is_decoded && !is_enabled(r);
		if (is_dead || !is_decoded) return run_confirm(r);
		run_forget_values(r);
		encode_use(r->unrolling.encoder, r->states.at[count - 1]);
		if (!is_state(r, constants, last, &same)) {
			run_encoder_failed(r);
			return RUN_INCONCLUSIVE;
		}
		candidates = circuit_and(r->unrolling.circuit, candidates, -same);
	}
	if (candidates != LIT_FALSE)
		r->left_out = "deadlocks (an operation's guard cannot be told from its text)";
	return RUN_NONE;
}

/* Runs of the graph, decoded and executed: bits become inputs of the circuit again, and the encoder tells what they mean. */
#include "bmc/transition.h"

struct decoding {
	struct transition *t;
	value *constants, *states;
	struct explore_hint *hints;
	uint32_t count; /* of states */
};

static void assume_input(struct transition *t, struct aig_view *v, const bool *values, lit input)
{
	bool is = aig_value(values, aig_view_literal(v, input));
	solver_assume(t->w.solver, cnf_literal(t->w.cnf, is ? input : -input));
}

/* The model of the circuit in which its inputs are as in this step. */
static bool set_model(struct transition *t, const bool *values)
{
	bool is_later = aig_value(values, t->started);
	struct aig_view *v = is_later ? &t->later : &t->first;
	for (uint32_t i = 0; i < v->inputs.count; i++) cnf_literal(t->w.cnf, v->inputs.at[i]);
	for (uint32_t i = 1; is_later && i < t->latches.count; i++)
		cnf_literal(t->w.cnf, t->latches.at[i].now);
	cnf_flush(t->w.cnf);
	for (uint32_t i = 0; i < v->inputs.count; i++) assume_input(t, v, values, v->inputs.at[i]);
	for (uint32_t i = 1; is_later && i < t->latches.count; i++)
		assume_input(t, v, values, t->latches.at[i].now);
	cnf_flush(t->w.cnf);
	if (solver_solve(t->w.solver, NULL) != SOLVER_SATISFIABLE) return false;
	cnf_model(t->w.cnf);
	return true;
}

static bool add_constants(struct decoding *d)
{
	struct transition *t = d->t;
	const struct explore_view *view = &t->run->model.view;
	for (uint32_t i = 0; i < view->unknown_count; i++) {
		value v = encode_value(t->w.encoder, t->w.cnf, view->unknowns[i]);
		if (v == VALUE_NONE) return false;
		d->constants[i] = v;
		eval_set(view->eval, view->unknowns[i], v);
	}
	return true;
}

static bool add_state(struct decoding *d, const struct encode_state *s)
{
	const struct explore_view *view = &d->t->run->model.view;
	if (!encode_state_values(d->t->w.encoder, d->t->w.cnf, s)) return false;
	for (uint32_t i = 0; i < view->variable_count; i++)
		d->states[(size_t)d->count * view->variable_count + i] =
		    eval_get(view->eval, view->variables[i]);
	d->count++;
	return true;
}

/* How the step is taken that the last model has. */
static struct explore_hint hint_of(struct transition *t)
{
	const struct run_step *s = &t->w.step;
	for (uint32_t i = 0; i < t->run->model.operations.count; i++) {
		if (s->is[i] == LIT_FALSE || !cnf_value(t->w.cnf, s->is[i])) continue;
		uint32_t count = t->run->model.operations.at[i]->parameters->count;
		value *parameters = ARENA_ARRAY(&t->run->arena, count + 1, value);
		for (uint32_t k = 0; k < count; k++)
			parameters[k] = encode_sym_value(t->w.encoder, t->w.cnf, s->parameters[i][k]);
		return (struct explore_hint){i, parameters};
	}
	return (struct explore_hint){EXPLORE_NONE, NULL};
}

/* The state that a step leads to, if it leads anywhere; also one that is no word. */
static bool add_step(struct decoding *d, const struct pdr_step *step, bool is_left_out)
{
	struct transition *t = d->t;
	bool *v = aig_simulate(t->aig, step->latches, step->inputs), ok = true;
	bool is_later = aig_value(v, t->started);
	bool goes = aig_value(v, t->leaves) || aig_value(v, is_later ? t->steps : t->begins);
	if (is_left_out) goes = false;
	if (!is_later || goes) ok = set_model(t, v);
	if (ok && !is_later) ok = add_constants(d);
	if (ok && goes && is_later) d->hints[d->count - 1] = hint_of(t);
	if (ok && goes) ok = add_state(d, is_later ? t->after : t->initialisation.next);
	free(v);
	return ok;
}

bool transition_decode(struct transition *t, const struct pdr_step *steps, uint32_t count,
                       bool with_last, struct explore_path *out)
{
	struct arena *a = &t->run->arena;
	struct decoding d = {
	    .t = t,
	    .constants = ARENA_ARRAY(a, t->run->model.view.unknown_count + 1, value),
	    .states =
	        ARENA_ARRAY(a, (size_t)t->run->model.view.variable_count * (count + 1) + 1, value),
	    .hints = ARENA_ARRAY(a, count + 1, struct explore_hint),
	};
	encode_resume(t->w.encoder);
	for (uint32_t i = 0; i < count; i++)
		if (!add_step(&d, &steps[i], i + 1 == count && !with_last)) return false;
	*out = (struct explore_path){
	    .constants = d.constants, .states = d.states, .count = d.count, .hints = d.hints};
	return true;
}

/* What is wrong in the last step is seen before it is taken, or is where it leads to. */
static bool is_fault_before(struct transition *t, const struct pdr_step *step)
{
	bool *v = aig_simulate(t->aig, step->latches, step->inputs);
	bool is = aig_value(v, t->fault);
	free(v);
	return is;
}

enum run_answer transition_confirm(struct transition *t, const struct pdr_step *steps,
                                   uint32_t count)
{
	struct run *r = t->run;
	struct explore_path path;
	bool with_last = !is_fault_before(t, &steps[count - 1]);
	if (!transition_decode(t, steps, count, with_last, &path)) return RUN_INCONCLUSIVE;
	uint32_t findings = explore_result(r->model.explore)->findings.count;
	path.without_operations = path.count > 0 && violation_is_in_state(r);
	bool ok = explore_follow(r->model.explore, &path);
	if (explore_result(r->model.explore)->findings.count > findings) return RUN_FOUND;
	const _Atomic int *interrupt = r->options.search.interrupt;
	bool is_limit = explore_result(r->model.explore)->end == EXPLORE_UNFINISHED;
	if ((interrupt && *interrupt) || is_limit) return RUN_INCONCLUSIVE;
	return ok ? RUN_NONE : RUN_DOUBTFUL;
}

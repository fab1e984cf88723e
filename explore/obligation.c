/* What must hold of each step: obligations of the events of Event-B (struct step_duty), looked at while the search goes on. One that
 * is false in a step from a state that is reached is a fault with a run, whether there is a partner in the abstraction or not. */
#include "explore/inside.h"

struct step_obligation {
	const struct step_duty *duty;
	uint32_t number; /* of the operation, or EXPLORE_NONE */
	bool is_found;
};

struct obligations {
	struct step_obligation *at;
	uint32_t count;
	value *after;    /* scratch: of all variables */
	VEC(value) kept; /* outcomes of the operation that is executed: variables, then its label */
};

static enum explore_kind kind_of(const struct step_obligation *o)
{
	return o->duty->is_variant ? EXPLORE_VARIANT : EXPLORE_REFINEMENT;
}

static uint32_t number_of(const struct explore *x, name operation)
{
	for (uint32_t i = 0; operation && i < x->result.coverage.count; i++)
		if (x->result.coverage.at[i].name == operation) return i;
	return EXPLORE_NONE;
}

void obligations_open(struct explore *x)
{
	const struct project *p = x->project;
	struct obligations *all = ARENA_NEW(&x->arena, struct obligations);
	all->at = ARENA_ARRAY(&x->arena, p->steps.count + 1, struct step_obligation);
	all->after = ARENA_ARRAY(&x->arena, x->model.variables.count + 1, value);
	for (uint32_t i = 0; i < p->steps.count; i++) {
		struct step_obligation o = {&p->steps.at[i], number_of(x, p->steps.at[i].of), false};
		bool is_there = x->pairs || o.duty->is_variant;
		if (is_there && search_wants(x, kind_of(&o))) all->at[all->count++] = o;
	}
	if (all->count) x->obligations = all;
}

void obligations_close(struct explore *x)
{
	if (x->obligations) VEC_CLEAR(&x->obligations->kept);
}

bool explore_has_obligations(const struct explore *x) { return x->obligations != NULL; }

bool obligations_of(const struct explore *x, uint32_t number)
{
	for (uint32_t i = 0; x->obligations && i < x->obligations->count; i++)
		if (x->obligations->at[i].number == number) return true;
	return false;
}

/* Variables as before the step, and their values after it as those of the names for that. */
static void load_step(struct explore *x, const value *before)
{
	const struct project *p = x->project;
	eval_get_all(x->eval, x->model.variables.at, x->model.variables.count, x->obligations->after);
	for (uint32_t i = 0; i < p->after.count; i++)
		eval_set(x->eval, p->after.at[i].after, eval_get(x->eval, p->after.at[i].variable));
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, before);
}

static void load_after(struct explore *x)
{
	eval_set_all(x->eval, x->model.variables.at, x->model.variables.count, x->obligations->after);
}

static void report(struct explore *x, struct step_obligation *o, uint32_t state)
{
	struct explore_finding f = {.kind = kind_of(o),
	                            .severity = DIAG_ERROR,
	                            .name = o->duty->name,
	                            .obligation = o->duty->name,
	                            .state = state,
	                            .setup = x->current_setup};
	o->is_found = true;
	judge_false(x, o->duty->node, &f);
	load_after(x);
	f.beyond = orphan_step(x, o->number, true);
	judge_refinement(x, f);
}

/* Is it false? Nothing is said of one that has no value: well-definedness is an obligation of its own. */
static bool is_false(struct explore *x, struct step_obligation *o, const value *before,
                     uint32_t state)
{
	bool is_sure, was_cut = eval_was_cut(x->eval);
	load_step(x, before);
	eval_clear_cut(x->eval);
	enum truth t = eval_predicate_certain(x->eval, o->duty->node, &is_sure);
	if (!was_cut) eval_clear_cut(x->eval);
	if (t == EVAL_FAILED) judge_failure(x, o->duty->name, state, x->current_setup);
	else if (!is_sure) {
		x->result.was_cut = true;
		if (t == EVAL_FALSE)
			judge_unfinished(x, node_start(o->duty->node),
			                 "this is false with integers from MININT..MAXINT, and perhaps true "
			                 "with all (--int LO..HI changes it)");
	}
	bool is = t == EVAL_FALSE && is_sure;
	if (is && !o->is_found) report(x, o, state);
	load_after(x);
	return is;
}

bool obligations_judge(struct explore *x, uint32_t number, const value *before, uint32_t state)
{
	bool is = false;
	for (uint32_t i = 0; x->obligations && i < x->obligations->count; i++) {
		struct step_obligation *o = &x->obligations->at[i];
		if (o->number == number && !step_stopped(x)) is |= is_false(x, o, before, state);
	}
	return is;
}

/* ---- where no abstraction runs along -------------------------------------------------------------- */

void obligations_begin(struct explore *x)
{
	if (x->obligations) x->obligations->kept.count = 0;
}

void obligations_meet(struct explore *x, uint32_t number, uint32_t state)
{
	if (!x->obligations) return;
	if (x->pairs) {
		obligations_judge(x, number, pairs_before(x), state);
		return;
	}
	if (!obligations_of(x, number)) return;
	const struct operation *o = x->result.coverage.at[number].operation;
	for (uint32_t i = 0; i < x->model.variables.count; i++)
		VEC_PUSH(&x->obligations->kept, eval_get(x->eval, x->model.variables.at[i]));
	for (uint32_t i = 0; i < o->parameters->count; i++)
		VEC_PUSH(&x->obligations->kept, eval_get(x->eval, o->parameters->kid[i]->decl));
}

void obligations_end(struct explore *x, uint32_t number, uint32_t state)
{
	struct obligations *all = x->obligations;
	if (!all || all->kept.count == 0) return;
	const struct operation *o = x->result.coverage.at[number].operation;
	uint32_t variables = x->model.variables.count, width = variables + o->parameters->count;
	for (uint32_t at = 0; at < all->kept.count; at += width) {
		const value *outcome = all->kept.at + at;
		eval_set_all(x->eval, x->model.variables.at, variables, outcome);
		for (uint32_t i = 0; i < o->parameters->count; i++)
			eval_set(x->eval, o->parameters->kid[i]->decl, outcome[variables + i]);
		obligations_judge(x, number, states_at(&x->states, state) + 1, state);
	}
	all->kept.count = 0;
}

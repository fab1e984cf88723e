/* Is the state before a counterexample one that runs come to? Then it is a bug; else perhaps the invariant
 * is too weak. The evaluator looks breadth first, once for all counterexamples. */
#include "check/prover.h"

#include <math.h>

enum { MOST_STATES = 50000, STEPS = 5000000 };
#define SECONDS 1.0

static void explore_some(struct prover *p)
{
	double end = check_clock() + fmin(SECONDS, p->options.search.seconds / 2);
	p->has_explored = true;
	eval_set_budget(p->eval, STEPS);
	double before = eval_lend_time(p->eval, end);
	explore_begin(p->explore);
	uint32_t most = MOST_STATES;
	bool more = true;
	while (more && most >= 512 && check_clock() < end && !prover_is_stopped(p)) {
		more = explore_visit(p->explore, 512, p->options.reach - 1, false);
		most -= 512;
	}
	p->explored_depth = explore_depth(p->explore);
	eval_set_budget(p->eval, 0);
	eval_return_time(p->eval, before);
	const struct explore_result *r = explore_end_parts(p->explore);
	bool has_all = explore_is_whole(p->explore);
	p->is_explored = has_all && !r->was_cut && r->end == EXPLORE_ALL;
}

static value *values_of(struct prover *p, struct decl *const *names, uint32_t count)
{
	value *v = ARENA_ARRAY(&p->arena, count + 1, value);
	for (uint32_t i = 0; i < count; i++) v[i] = eval_get(p->eval, names[i]);
	return v;
}

/* Was it this operation that led to the state in which the finding was made? */
static bool is_led_by(struct prover *p, const struct explore_finding *f, const char *operation)
{
	struct explore_trace t;
	explore_trace(p->explore, f, &t);
	bool is = t.steps.count > 0 && strcmp(t.steps.at[t.steps.count - 1].op, operation) == 0;
	explore_trace_clear(&t);
	return is;
}

/* The state is not reached, but perhaps another one that refutes the same: what the exploration has
 * found at this place, by this operation. Returns the operations before it, or EXPLORE_NONE. */
static uint32_t same_fault(struct prover *p, const struct obligation *o,
                           const struct obligation_answer *a)
{
	const struct explore_result *r = explore_result(p->explore);
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		const char *operation = o->operation->decl->full_name;
		bool is_undefined = f->kind == EXPLORE_WELLDEFINED;
		struct pos pos = is_undefined ? a->pos : o->pos;
		if (f->state == EXPLORE_NONE || !f->name || f->pos.at != pos.at || f->pos.via != pos.via)
			continue;
		if (is_undefined != (o->kind == OBLIGATION_WELLDEFINED)) continue;
		if (f->kind != EXPLORE_INVARIANT) {
			if (strcmp(f->name, operation) == 0) return f->depth;
		} else if (f->depth > 0 && is_led_by(p, f, operation)) {
			return f->depth - 1;
		}
	}
	return EXPLORE_NONE;
}

void reached_find(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	if (!p->explore || !p->options.reach || !o->operation || p->abstraction) return;
	value *constants = values_of(p, p->view.unknowns, p->view.unknown_count);
	value *state = values_of(p, p->view.variables, p->view.variable_count);
	value *own = values_of(p, o->names, o->name_count);
	if (!p->has_explored) explore_some(p);
	uint32_t depth = explore_find(p->explore, constants, state);
	bool is_found = depth != EXPLORE_NONE;
	bool has_loop = a->loops.list.count > 0;
	a->reach = is_found && has_loop ? REACH_BEFORE_LOOP
	           : is_found           ? REACH_FOUND
	           : p->is_explored     ? REACH_NEVER
	                                : REACH_NOT_WITHIN;
	a->reach_depth = is_found ? depth : p->explored_depth;
	uint32_t other = a->reach == REACH_FOUND ? EXPLORE_NONE : same_fault(p, o, a);
	if (other != EXPLORE_NONE) {
		a->reach = REACH_OTHER;
		a->reach_depth = other;
	}
	for (uint32_t i = 0; i < p->view.unknown_count; i++)
		eval_set(p->eval, p->view.unknowns[i], constants[i]);
	for (uint32_t i = 0; i < p->view.variable_count; i++)
		eval_set(p->eval, p->view.variables[i], state[i]);
	for (uint32_t i = 0; i < o->name_count; i++) eval_set(p->eval, o->names[i], own[i]);
}

/* Is the state before a counterexample one that runs come to? Then it is a bug; else perhaps the invariant
 * is too weak. The evaluator looks breadth first, once for all counterexamples. */
#include "check/prover.h"

enum { MOST_STATES = 50000, STEPS = 5000000 };
#define SECONDS 1.0

static void explore_some(struct prover *p)
{
	double end = check_clock() + SECONDS;
	p->has_explored = true;
	explore_forget(p->explore);
	eval_set_budget(p->eval, STEPS);
	explore_begin(p->explore);
	uint32_t most = MOST_STATES;
	bool more = true;
	while (more && most >= 512 && check_clock() < end && !prover_is_stopped(p)) {
		more = explore_visit(p->explore, 512, p->options.reach - 1, false);
		most -= 512;
	}
	p->explored_depth = explore_depth(p->explore);
	eval_set_budget(p->eval, 0);
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

void reached_find(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	if (!p->explore || !p->options.reach || !o->operation || p->abstraction) return;
	value *constants = values_of(p, p->view.unknowns, p->view.unknown_count);
	value *state = values_of(p, p->view.variables, p->view.variable_count);
	value *own = values_of(p, o->names, o->name_count);
	if (!p->has_explored) explore_some(p);
	uint32_t depth = explore_find(p->explore, constants, state);
	bool is_found = depth != EXPLORE_NONE;
	a->reach = is_found ? REACH_FOUND : p->is_explored ? REACH_NEVER : REACH_NOT_WITHIN;
	a->reach_depth = is_found ? depth : p->explored_depth;
	explore_forget(p->explore);
	for (uint32_t i = 0; i < p->view.unknown_count; i++)
		eval_set(p->eval, p->view.unknowns[i], constants[i]);
	for (uint32_t i = 0; i < p->view.variable_count; i++)
		eval_set(p->eval, p->view.variables[i], state[i]);
	for (uint32_t i = 0; i < o->name_count; i++) eval_set(p->eval, o->names[i], own[i]);
}

/* Is the state before a counterexample one that runs come to? Then it is a bug; else perhaps another state is that
 * refutes the same, or the invariant is too weak. The evaluator looks breadth first, once for all counterexamples. */
#include "prove/prover.h"

#include <math.h>

enum { MOST_STATES = 50000, EFFORT = 2 * EVAL_EFFORT_PER_SECOND, OTHER_STEPS = 2000000 };

/* The time of the obligation is over, and a little more, as its counterexample may have come late. */
static double latest(const struct prover *p)
{
	const double LITTLE = 0.2;
	return fmax(p->deadline, prover_clock(p) + LITTLE);
}

/* Of all that was looked at nothing was left out. */
static bool is_whole_so_far(struct prover *p)
{
	const struct explore_result *r = explore_result(p->explore);
	return r->end == EXPLORE_ALL && !r->was_cut && !explore_is_full(p->explore) &&
	       !prover_is_stopped(p);
}

/* Of the time of an obligation a part, so that what is reached does not depend on how busy the machine is. */
static uint64_t most_effort(const struct prover *p)
{
	const double PART = 0.25;
	double seconds = p->options.search.seconds;
	return seconds > 0 ? (uint64_t)fmin(EFFORT, seconds * PART * EVAL_EFFORT_PER_SECOND) : EFFORT;
}

static void explore_some(struct prover *p)
{
	enum { AT_ONCE = 128 };
	uint64_t end = eval_effort(p->eval) + most_effort(p);
	double until = latest(p);
	p->has_explored = true;
	eval_set_budget(p->eval, 0);
	uint64_t before = eval_lend_effort(p->eval, end);
	explore_begin(p->explore);
	bool more = true, is_whole = p->knows_depth = is_whole_so_far(p);
	for (uint32_t n = 0; more && n < MOST_STATES && eval_effort(p->eval) < end &&
	                     prover_clock(p) < until && !prover_is_stopped(p);
	     n += AT_ONCE) {
		more = explore_visit(p->explore, AT_ONCE, p->options.reach - 1, false);
		is_whole = is_whole && is_whole_so_far(p);
		if (is_whole) p->explored_depth = explore_depth(p->explore);
	}
	eval_return_effort(p->eval, before);
	explore_end_parts(p->explore);
	p->is_explored = is_whole && is_whole_so_far(p) && explore_is_whole(p->explore);
}

static value *values_of(struct prover *p, const struct valuation *from, struct decl *const *names,
                        uint32_t count)
{
	value *v = ARENA_ARRAY(&p->arena, count + 1, value);
	for (uint32_t i = 0; i < count; i++) v[i] = valuation_get(from, names[i]);
	return v;
}

/* ---- other states that refute the same ----------------------------------------------------------- */

/* What the exploration has found at this place when it executed this operation. Returns the operations before it, or
 * EXPLORE_NONE. */
static uint32_t reported_fault(struct prover *p, const struct obligation *o,
                               const struct obligation_answer *a)
{
	const struct explore_result *r = explore_result(p->explore);
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		bool is_undefined = f->kind == EXPLORE_WELLDEFINED;
		struct pos pos = is_undefined ? a->pos : o->pos;
		if (f->state == EXPLORE_NONE || !f->name || f->pos.at != pos.at || f->pos.via != pos.via)
			continue;
		if (is_undefined != (o->kind == OBLIGATION_WELLDEFINED)) continue;
		if (strcmp(f->name, o->operation->decl->full_name) == 0) return f->depth;
	}
	return EXPLORE_NONE;
}

struct other {
	struct prover *p;
	const struct obligation *of;
	bool is_found, is_open; /* is_open: of some outcome it is not known */
};

static bool look(void *data)
{
	struct other *x = data;
	bool is_sure;
	if (x->of->what != GOAL_TRUE) return true;
	enum truth t = eval_predicate_certain(x->p->eval, x->of->goal, &is_sure);
	x->is_found = t == EVAL_FALSE && is_sure;
	x->is_open |= t == EVAL_FAILED || !is_sure;
	return !x->is_found;
}

/* Of the state that eval has. */
static void reached_execute(struct other *x)
{
	struct eval *e = x->p->eval;
	const struct obligation *o = x->of;
	if (eval_operation(e, o->operation, look, x) != EVAL_FAILED || x->is_found) return;
	const struct eval_failure *f = eval_failed(e);
	bool is_there = !o->trouble_pos.at || o->trouble_pos.at == f->pos.at;
	x->is_found = o->what == GOAL_FINE && is_there && f->kind == o->trouble;
	x->is_open |= !x->is_found; /* what would come next is not known */
}

static bool holds_invariant(struct prover *p)
{
	name n;
	const struct node *i;
	for (uint32_t k = 0; (i = explore_invariant(p->explore, k, &n)); k++)
		if (eval_predicate(p->eval, i) != EVAL_TRUE) return false;
	return true;
}

/* Of all states that were found: one in which the invariant holds and the operation refutes the same; or
 * EXPLORE_NONE. *is_sure: there is none among them. */
static uint32_t other_state(struct prover *p, const struct obligation *o, bool *is_sure)
{
	struct other x = {.p = p, .of = o};
	bool is_visible =
	    o->what == GOAL_TRUE || o->kind == OBLIGATION_PRECONDITION || o->kind == OBLIGATION_ASSERT;
	eval_set_budget(p->eval, OTHER_STEPS);
	uint32_t state = 0;
	double until = latest(p);
	while (explore_load(p->explore, state)) {
		eval_clear_cut(p->eval);
		if (holds_invariant(p)) reached_execute(&x);
		x.is_open |= eval_was_cut(p->eval);
		x.is_open |= prover_clock(p) > until;
		if (x.is_found || prover_clock(p) > until || prover_is_stopped(p)) break;
		state++;
	}
	eval_set_budget(p->eval, 0);
	*is_sure =
	    is_visible && !x.is_open && !x.is_found && o->loop_count == 0 && !prover_is_stopped(p);
	return x.is_found ? state : EXPLORE_NONE;
}

/* ---- the answer ------------------------------------------------------------------------------------ */

/* As far as the state itself is concerned. */
static enum obligation_reach reach_of(struct prover *p, const struct obligation_answer *a,
                                      uint32_t state, bool is_sure)
{
	if (state != EXPLORE_NONE) return a->loops.list.count > 0 ? REACH_BEFORE_LOOP : REACH_FOUND;
	if (p->is_explored) return is_sure ? REACH_NEVER : REACH_NEVER_THIS;
	return p->knows_depth ? REACH_NOT_WITHIN : REACH_NOT_FOUND;
}

static void answer(struct prover *p, const struct obligation *o, uint32_t state,
                   struct obligation_answer *a)
{
	bool is_sure = false, is_this = state != EXPLORE_NONE && a->loops.list.count == 0;
	uint32_t other = is_this ? EXPLORE_NONE : other_state(p, o, &is_sure);
	uint32_t depth = is_this                 ? EXPLORE_NONE
	                 : other != EXPLORE_NONE ? explore_state_depth(p->explore, other)
	                                         : reported_fault(p, o, a);
	bool is_other = depth != EXPLORE_NONE;
	a->reach = is_other ? REACH_OTHER : reach_of(p, a, state, is_sure);
	a->reach_depth = is_other                ? depth
	                 : state != EXPLORE_NONE ? explore_state_depth(p->explore, state)
	                                         : p->explored_depth;
}

void reached_find(struct prover *p, const struct obligation *o, const struct valuation *v,
                  struct obligation_answer *a)
{
	if (!p->explore || !p->options.reach || !o->operation || p->abstraction) return;
	value *constants = values_of(p, v, p->view.unknowns, p->view.unknown_count);
	value *state = values_of(p, v, p->view.variables, p->view.variable_count);
	if (!p->has_explored) explore_some(p);
	answer(p, o, explore_find(p->explore, constants, state), a);
}

/* All obligations of a machine at once: if each of them is proved, whatever the sizes of sets or for these, no run of it goes wrong.
 *
 * By induction over runs: the initial states satisfy the invariants (INITIALISATION/inv), every operation leads from such
 * a state to such states (op/inv), no predicate and no substitution is without a value there (wd), and none goes wrong otherwise
 * (pre, assert, while). Assertions follow from the invariants. What the obligations do not say is that an initial state exists, nor
 * that an operation is enabled: that is one more goal, the disjunction of all guards. Of a machine with others their invariants
 * are hypotheses here, and proved elsewhere: such a machine is not asked about. */
#include "prove/context.h"

struct invariance_state {
	struct prover *prover;
	_Atomic int *stop;
	bool is_proved, is_for_sizes;
	uint32_t small_model;
};

static bool is_too_much(const struct prover *p)
{
	struct eval_work work = {0};
	prover_work(p, &work);
	return p->options.whole_effort && work.effort > p->options.whole_effort;
}

static bool is_needed(const struct obligation *o)
{
	return o->kind != OBLIGATION_SATISFIABLE && o->kind != OBLIGATION_FEASIBILITY;
}

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	struct invariance_state *s = data;
	(void)index;
	s->is_for_sizes |= a->status == OBLIGATION_PROVED_FOR_SIZES;
	if (a->small_model > s->small_model) s->small_model = a->small_model;
	bool is_good = a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES;
	if (!is_good || is_too_much(s->prover)) {
		s->is_proved = false;
		if (*s->stop == 0) *s->stop = 1; /* nothing is to be had any more */
	}
	obligation_answer_clear(a);
}

/* Is there an obligation of this kind with this goal? */
static bool has_goal(const struct prover *p, enum obligation_kind kind, const struct operation *o,
                     const struct node *goal)
{
	for (uint32_t i = 0; i < p->list.count; i++) {
		const struct obligation *b = &p->list.at[i];
		if (b->kind == kind && b->operation == o && b->goal == goal && b->what == GOAL_TRUE)
			return true;
	}
	return false;
}

static bool is_kept_by_all(const struct prover *p, const struct node *invariant)
{
	const struct explore_result *r = explore_result(p->explore);
	bool has_all = has_goal(p, OBLIGATION_INITIALISATION, NULL, invariant);
	for (uint32_t i = 0; i < r->coverage.count && has_all; i++)
		has_all = has_goal(p, OBLIGATION_PRESERVATION, r->coverage.at[i].operation, invariant);
	return has_all;
}

/* Do the obligations speak of all that is looked for in runs, and is every variable given a value? */
static bool are_all(const struct prover *p)
{
	const struct node *n;
	bool is_assertion, has_variables, has_all = p->view.initialisation != NULL;
	for (uint32_t i = 0;
	     has_all && (n = explore_duty(p->explore, i, &is_assertion, &has_variables)); i++)
		has_all = is_assertion ? has_goal(p, OBLIGATION_ASSERTION, NULL, n) : is_kept_by_all(p, n);
	for (uint32_t i = 0; i < p->options.more_count && has_all; i++)
		has_all = is_kept_by_all(p, p->options.more[i]);
	for (uint32_t i = 0; i < p->view.variable_count && has_all; i++)
		has_all = written_always(p->view.initialisation, p->view.variables[i]);
	return has_all;
}

static bool ask(struct invariance_state *s, uint32_t from, uint32_t to)
{
	enum { SECONDS = 1000000 }; /* what ends it is the effort, or the flag */
	struct prover *p = s->prover;
	double *seconds = ARENA_ARRAY(&p->arena, p->list.count + 1, double);
	for (uint32_t i = 0; i < p->list.count; i++)
		seconds[i] = i >= from && i < to && is_needed(&p->list.at[i]) ? SECONDS : 0;
	s->is_proved = true;
	prover_run(p, seconds, tell, s);
	return s->is_proved && *s->stop == 0;
}

/* Some operation is enabled, and can be said to be. Returns how many goals these are; 0 if there is no formula for it. */
static uint32_t add_enabled(struct prover *p)
{
	struct sequent_context s = {.p = p, .stem = "OPERATIONS"};
	struct hypotheses h = {0};
	const struct explore_result *r = explore_result(p->explore);
	const struct operation **all =
	    ARENA_ARRAY(&p->arena, r->coverage.count + 1, const struct operation *);
	for (uint32_t i = 0; i < r->coverage.count; i++) all[i] = r->coverage.at[i].operation;
	const struct node *goal = deadlock_guards(&p->arena, all, r->coverage.count);
	if (!goal) return 0;
	s.of.names = context_names(p, NULL, true, &s.of.name_count);
	hypotheses_all(&h, p->properties.at, p->properties.count);
	hypotheses_all(&h, p->invariants.at, p->invariants.count);
	context_keep(&s, &h);
	s.of.what = GOAL_TRUE;
	s.of.goal = goal;
	context_add(&s, OBLIGATION_SEQUENT, "enabled", goal->pos);
	if (!prover_may_fail(goal)) return 1;
	s.of.what = GOAL_DEFINED;
	context_add(&s, OBLIGATION_WELLDEFINED, "enabled/wd", goal->pos);
	return 2;
}

struct invariance prover_invariance(struct project *p, const struct universe *u,
                                    const struct prover_options *o, _Atomic int *stop)
{
	struct invariance answer = {0};
	struct arena answers;
	if (p->machines.count != 1 || p->main->kind != MACHINE_ABSTRACT) return answer;
	arena_init(&answers);
	struct prover_options options = *o;
	options.search.interrupt = stop;
	struct invariance_state s = {.stop = stop};
	s.prover = prover_open(p, u, &answers, &options);
	uint32_t count = s.prover->list.count;
	answer.is_proved = are_all(s.prover) && ask(&s, 0, count);
	answer.is_for_sizes = s.is_for_sizes;
	uint32_t more = answer.is_proved && !o->skips_deadlock ? add_enabled(s.prover) : 0;
	if (more) answer.is_deadlock_free = ask(&s, count, count + more);
	answer.is_deadlock_free_for_sizes = s.is_for_sizes;
	answer.small_model = s.small_model;
	struct eval_work work = {0};
	prover_work(s.prover, &work);
	answer.effort = work.effort;
	prover_close(s.prover);
	arena_clear(&answers);
	return answer;
}

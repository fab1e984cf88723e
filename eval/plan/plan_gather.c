/* The values of names that some case of a disjunction has, or the case whose premise holds (STEP_CASES). */
#include "eval/plan/plan.h"

struct gather {
	const struct plan_step *step;
	struct value_list *found; /* tuples of the slots' values, as pairs */
};

static bool gather_values(struct eval *e, void *data)
{
	struct gather *g = data;
	value v = e->slots[g->step->slots[0]];
	for (uint32_t i = 1; i < g->step->slot_count; i++)
		v = value_pair(e->s, v, e->slots[g->step->slots[i]]);
	VEC_PUSH(&g->found->list, v);
	return true;
}

/* The case whose premise holds; one that is undefined leaves no value out. False if the search must end. */
static bool choose_case(struct eval *e, const struct plan_step *s, uint32_t *chosen)
{
	for (*chosen = 0; *chosen + 1 < s->case_count; ++*chosen) {
		enum truth t = predicate_eval(e, s->premises[*chosen]);
		if (t == EVAL_TRUE) return true;
		if (t == EVAL_FAILED && !eval_forgive(e)) return false;
	}
	return true;
}

/* Can there be values? EVAL_FAILED if something is undefined, whatever the values are. */
static enum truth check_case(struct eval *e, const struct case_checks *c)
{
	for (uint32_t i = 0; i < c->count; i++) {
		const struct case_check *x = &c->list[i];
		enum truth t = EVAL_TRUE;
		if (x->is_predicate) t = predicate_eval(e, x->node);
		else if (expr_eval(e, x->node) == VALUE_NONE) t = EVAL_FAILED;
		if (t != EVAL_TRUE) return t;
	}
	return EVAL_TRUE;
}

static enum truth run_case(struct eval *e, uint32_t k, struct gather *g)
{
	enum truth t = check_case(e, &g->step->checks[k]);
	return t == EVAL_TRUE ? plan_run(e, g->step->cases[k], gather_values, g) : t;
}

bool plan_gather_cases(struct eval *e, const struct plan_step *s, struct value_list *found)
{
	struct gather g = {s, found};
	bool ok = true;
	struct eval_failure why = {0};
	uint32_t first = 0, end = s->case_count;
	if (s->premises) {
		if (!choose_case(e, s, &first)) return false;
		end = first + 1;
	}
	for (uint32_t k = first; k < end; k++) {
		if (run_case(e, k, &g) != EVAL_FAILED) continue;
		if (ok) why = e->failure;
		ok = false;
		if (!eval_forgive(e)) return false;
	}
	if (ok) return true;
	e->failure = why;
	e->has_failure = true;
	return false;
}

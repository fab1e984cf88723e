/* Choices that are hard. A plan finds the values of most of them by enumeration; where it has not come to its end after a while, or
 * does not know how to begin, somebody else may solve the conjuncts: a SAT solver, for a colouring or a timetable. */
#include "eval/subst/subst.h"

/* A plan that is run with patience: what is done with the values does not count. */
struct patient {
	struct eval *e;
	plan_found *found;
	void *data;
	uint64_t left, outer; /* patience; the limit of effort of who asks */
	bool is_stopped;
};

static uint64_t end_of(const struct patient *p)
{
	uint64_t now = eval_effort(p->e);
	return p->left < UINT64_MAX - now ? now + p->left : UINT64_MAX;
}

static uint64_t left_until(const struct eval *e, uint64_t end)
{
	uint64_t now = eval_effort(e);
	return end > now ? end - now : 0;
}

static bool found_in_time(struct eval *e, void *data)
{
	struct patient *p = data;
	p->left = left_until(e, e->limits.effort_end);
	eval_return_effort(e, p->outer);
	p->is_stopped = !p->found(e, p->data);
	eval_lend_effort(e, end_of(p));
	return !p->is_stopped;
}

/* Has the plan come to an end that is not for want of patience, or of a way to begin? */
static bool run_patiently(struct eval *e, struct plan *plan, struct patient *p, enum truth *t)
{
	bool ran_out = e->limits.ran_out;
	p->outer = eval_lend_effort(e, end_of(p));
	*t = plan_run(e, plan, found_in_time, p);
	p->left = left_until(e, e->limits.effort_end);
	eval_return_effort(e, p->outer);
	if (*t != EVAL_FAILED || p->is_stopped || !eval_is_limit(e->failure.kind)) return true;
	e->limits.ran_out = ran_out;
	bool is_stopped = e->limits.interrupt && *e->limits.interrupt;
	return is_stopped || eval_effort(e) >= p->outer;
}

static bool speaks_of_before(const struct node *n)
{
	bool speaks = n->op == OP_OLD;
	for (uint32_t i = 0; i < n->count && !speaks; i++) speaks = speaks_of_before(n->kid[i]);
	return speaks;
}

/* A guard that is undefined does not enable; who wants to know of that must enumerate. */
static bool can_be_asked(const struct eval *e, const struct eval_choice *c)
{
	for (uint32_t i = 0; i < c->conjunct_count; i++) {
		if (speaks_of_before(c->conjuncts[i])) return false;
		if (e->run.watches_guards && defined_may_fail(c->conjuncts[i])) return false;
	}
	return c->count > 0;
}

struct chosen {
	struct eval *e;
	const struct eval_choice *choice;
	VEC(value) values;
};

static bool keep(void *data)
{
	struct chosen *c = data;
	for (uint32_t i = 0; i < c->choice->count; i++)
		VEC_PUSH(&c->values, eval_get(c->e, c->choice->names[i]));
	return true;
}

static enum truth tell_each(struct chosen *c, plan_found *found, void *data)
{
	struct eval *e = c->e;
	uint32_t width = c->choice->count;
	bool goes_on = true;
	for (uint32_t i = 0; i < c->values.count && goes_on; i += width) {
		for (uint32_t k = 0; k < width; k++)
			e->slots[slot_of(e, c->choice->names[k])] = c->values.at[i + k];
		goes_on = found(e, data);
	}
	for (uint32_t k = 0; k < width; k++) e->slots[slot_of(e, c->choice->names[k])] = VALUE_NONE;
	return goes_on ? EVAL_FALSE : EVAL_TRUE;
}

static enum eval_chosen ask(struct chosen *c)
{
	struct eval *e = c->e;
	struct eval_run *r = &e->run;
	eval_chooser *chooser = r->chooser;
	for (uint32_t k = 0; k < c->choice->count; k++) eval_set(e, c->choice->names[k], VALUE_NONE);
	r->chooser = NULL; /* who is asked uses the evaluator, too */
	enum eval_chosen how = chooser(r->chooser_data, c->choice, keep, c);
	r->chooser = chooser;
	e->has_failure = false;
	return how;
}

enum truth subst_choose(struct eval *e, struct plan *plan, const struct eval_choice *choice,
                        struct note *note, plan_found *found, void *data)
{
	enum { SHARE_IF_HARD = 16 };
	if (!e->run.chooser) return plan_run(e, plan, found, data);
	struct patient p = {.e = e, .found = found, .data = data, .left = e->run.patience};
	struct chosen c = {.e = e, .choice = choice};
	enum truth t;
	if (note->is_hard) p.left /= SHARE_IF_HARD;
	if (run_patiently(e, plan, &p, &t)) return t;
	struct eval_failure failure = e->failure;
	enum eval_chosen how = can_be_asked(e, choice) ? ask(&c) : EVAL_CHOSEN_SOME;
	note->is_hard = how != EVAL_CHOSEN_SOME;
	if (note->is_hard) {
		e->was_cut = how == EVAL_CHOSEN_NEAR;
		t = tell_each(&c, found, data);
	} else if (p.left == 0) { /* it may need more time only */
		t = plan_run(e, plan, found, data);
	} else {
		e->failure = failure;
		e->has_failure = true;
	}
	VEC_CLEAR(&c.values);
	return t;
}

enum truth subst_choose_such(struct eval *e, struct plan *p, const struct node *n,
                             plan_found *found, void *data)
{
	if (!e->run.chooser) return plan_run(e, p, found, data);
	const struct node *ids = n->kid[0], *such = n->kid[1];
	struct decl *few[FEW], **names = few;
	if (ids->count > FEW) names = malloc(ids->count * sizeof *names);
	if (!names) diag_no_memory();
	for (uint32_t i = 0; i < ids->count; i++) names[i] = ids->kid[i]->decl;
	struct eval_choice c = {names, &such, ids->count, 1};
	enum truth t = subst_choose(e, p, &c, prepare_note(e, n), found, data);
	if (names != few) free(names);
	return t;
}

void eval_ask_for_choices(struct eval *e, eval_chooser *chooser, void *data, uint64_t patience)
{
	e->run.chooser = chooser;
	e->run.chooser_data = data;
	e->run.patience = patience;
}

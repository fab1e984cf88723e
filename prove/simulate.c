/* A refinement does what its abstraction cannot, says the evaluator: it executes the refinement, and for
 * its outcomes one by one the abstraction, none of whose outcomes fits. */
#include "prove/refinement.h"

enum { MOST_OUTCOMES = 5000, SHOWN = 3 };

/* ---- outcomes -------------------------------------------------------------------------------------- */

/* Rows of values, one for each name. */
struct outcomes {
	struct prover *p;
	VEC(struct decl *) names;
	VEC(value) values;
	uint32_t count;
	bool is_cut;
};

static void outcomes_clear(struct outcomes *o)
{
	VEC_CLEAR(&o->names);
	VEC_CLEAR(&o->values);
}

static bool add_outcome(void *data)
{
	struct outcomes *o = data;
	if (o->count == MOST_OUTCOMES) o->is_cut = true;
	if (o->is_cut) return false;
	for (uint32_t i = 0; i < o->names.count; i++)
		VEC_PUSH(&o->values, eval_get(o->p->eval, o->names.at[i]));
	o->count++;
	return true;
}

static value outcome_value(const struct outcomes *o, uint32_t row, uint32_t column)
{
	return o->values.at[row * o->names.count + column];
}

static void outcome_use(const struct outcomes *o, uint32_t row)
{
	for (uint32_t i = 0; i < o->names.count; i++)
		eval_set(o->p->eval, o->names.at[i], outcome_value(o, row, i));
}

static void add_names(struct outcomes *o, const struct node *ids)
{
	for (uint32_t i = 0; ids && i < ids->count; i++) VEC_PUSH(&o->names, ids->kid[i]->decl);
}

/* ---- both sides ------------------------------------------------------------------------------------ */

struct match {
	struct prover *p;
	const struct level *up;
	const struct obligation *of;
	const struct simulation *how;
	struct outcomes before, concrete, abstract;
	const char *fails; /* of the outcome that was looked at last */
	bool
	    is_undecided; /* of the refinement's outcome that is looked at: the evaluator cannot tell */
	const char *why;  /* some are */
	struct pos pos;
};

static void open_match(struct match *m)
{
	struct prover *p = m->p;
	const struct operation *o = m->of->operation, *up = m->how->operation;
	struct decl *const *all;
	uint32_t count = eval_variables(p->eval, &all);
	m->before.p = m->concrete.p = m->abstract.p = p;
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&m->before.names, all[i]);
	add_names(&m->before, o ? o->results : NULL);
	add_names(&m->before, up ? up->results : NULL);
	add_names(&m->before, up ? up->parameters : NULL);
	for (uint32_t i = 0; i < p->view.variable_count; i++)
		VEC_PUSH(&m->concrete.names, p->view.variables[i]);
	add_names(&m->concrete, o ? o->results : NULL);
	for (uint32_t i = 0; i < m->up->owned.count; i++)
		VEC_PUSH(&m->abstract.names, m->up->owned.at[i]);
	add_names(&m->abstract, up ? up->results : NULL);
	add_outcome(&m->before);
}

/* Values of the abstraction's names when it starts: what it only sees is as the refinement leaves it. */
static void start_abstract(struct match *m, uint32_t row)
{
	struct eval *e = m->p->eval;
	const struct operation *o = m->of->operation, *up = m->how->operation;
	outcome_use(&m->before, 0);
	for (uint32_t i = 0; i < m->p->view.variable_count; i++)
		if (!abstraction_owns(m->p, m->p->view.variables[i]))
			eval_set(e, m->p->view.variables[i], outcome_value(&m->concrete, row, i));
	for (uint32_t i = 0; !o && i < m->up->owned.count; i++)
		eval_set(e, m->up->owned.at[i], VALUE_NONE);
	for (uint32_t i = 0; up && i < up->parameters->count; i++)
		eval_set(e, up->parameters->kid[i]->decl, eval_get(e, o->parameters->kid[i]->decl));
	for (uint32_t i = 0; up && i < up->results->count; i++)
		eval_set(e, up->results->kid[i]->decl, VALUE_NONE);
}

static void cannot_decide(struct match *m, const char *why, struct pos pos)
{
	m->is_undecided = true;
	m->why = arena_format(m->p->answers, "%s", why);
	m->pos = pos;
}

static bool is_limit(struct match *m)
{
	const struct eval_failure *f = eval_failed(m->p->eval);
	bool is = eval_is_limit(f->kind);
	if (is) cannot_decide(m, f->message, f->pos);
	return is;
}

/* Is it false, for sure? What has no value is not false. */
static bool is_false(struct match *m, enum truth t)
{
	if (t == EVAL_FAILED) is_limit(m);
	return t == EVAL_FALSE;
}

static bool is_false_formula(struct match *m, const struct node *n)
{
	struct eval *e = m->p->eval;
	bool is_sure;
	bool is = is_false(m, eval_predicate_certain(e, n, &is_sure));
	if (is && !is_sure) cannot_decide(m, "integers without bounds were drawn from a range", n->pos);
	return is && !m->is_undecided;
}

static value value_after(const struct outcomes *o, uint32_t row, const struct decl *d)
{
	for (uint32_t i = 0; i < o->names.count; i++)
		if (o->names.at[i] == d) return outcome_value(o, row, i);
	return VALUE_NONE;
}

static bool differ(struct match *m, value a, value b, struct pos pos)
{
	if (a == VALUE_NONE || b == VALUE_NONE) return false;
	return is_false(m, eval_equal(m->p->eval, a, b, pos));
}

static bool results_differ(struct match *m, uint32_t row, uint32_t other)
{
	const struct operation *o = m->of->operation, *up = m->how->operation;
	for (uint32_t i = 0; i < up->results->count && i < o->results->count; i++) {
		value a = value_after(&m->concrete, row, o->results->kid[i]->decl);
		value b = value_after(&m->abstract, other, up->results->kid[i]->decl);
		m->fails = o->results->kid[i]->name;
		if (differ(m, a, b, up->pos)) return true;
	}
	return false;
}

/* Does this outcome of the abstraction go with that of the refinement? */
static bool fits(struct match *m, uint32_t row, uint32_t other)
{
	if (m->how->has_results && results_differ(m, row, other)) return false;
	outcome_use(&m->before, 0);
	outcome_use(&m->abstract, other);
	outcome_use(&m->concrete, row);
	for (uint32_t i = 0; i < m->how->glue_count; i++) {
		const struct glue *g = &m->how->glue[i];
		m->fails = g->name;
		if (g->node ? is_false_formula(m, g->node)
		            : differ(m, value_after(&m->concrete, row, g->shared),
		                     value_after(&m->abstract, other, g->shared), g->shared->pos))
			return false;
	}
	return true;
}

/* ---- the answer ------------------------------------------------------------------------------------ */

static void show_outcome(struct match *m, uint32_t other, struct obligation_answer *a)
{
	struct prover *p = m->p;
	const struct operation *up = m->how->operation;
	a->outcome_count++;
	if (a->outcomes.count == SHOWN) return;
	struct obligation_outcome x = {.fails = arena_format(p->answers, "%s", m->fails)};
	outcome_use(&m->abstract, other);
	for (uint32_t i = 0; i < m->up->owned.count; i++) confirm_bind(p, &x.state, m->up->owned.at[i]);
	for (uint32_t i = 0; up && i < up->results->count; i++)
		confirm_bind(p, &x.results, up->results->kid[i]->decl);
	VEC_PUSH(&a->outcomes, x);
}

static void show_concrete(struct match *m, uint32_t row, struct obligation_answer *a)
{
	const struct operation *o = m->of->operation;
	outcome_use(&m->concrete, row);
	for (uint32_t i = 0; i < m->p->view.variable_count; i++)
		confirm_bind(m->p, &a->after, m->p->view.variables[i]);
	for (uint32_t i = 0; o && i < o->results->count; i++)
		confirm_bind(m->p, &a->results, o->results->kid[i]->decl);
}

static void no_outcomes(struct obligation_answer *a)
{
	for (uint32_t i = 0; i < a->outcomes.count; i++) {
		VEC_CLEAR(&a->outcomes.at[i].state.list);
		VEC_CLEAR(&a->outcomes.at[i].results.list);
	}
	a->outcomes.count = a->outcome_count = 0;
}

/* All outcomes of the abstraction; false if it goes wrong: then anything refines it. */
static bool execute_abstract(struct match *m)
{
	struct eval *e = m->p->eval;
	m->abstract.count = m->abstract.values.count = 0;
	eval_clear_cut(e);
	enum truth t = m->how->body ? eval_execute(e, m->how->body, add_outcome, &m->abstract)
	                            : (add_outcome(&m->abstract), EVAL_TRUE);
	if (m->abstract.is_cut || eval_was_cut(e))
		cannot_decide(m, "the abstraction has too many outcomes", m->how->body->pos);
	m->abstract.is_cut = false;
	return t != EVAL_FAILED || is_limit(m);
}

static bool has_old(const struct node *n)
{
	if (n->op == OP_OLD) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (has_old(n->kid[i])) return true;
	return false;
}

/* The outcomes of the abstraction cannot be listed; but is what is said of them all false? */
static bool is_false_of_all(struct match *m, uint32_t row)
{
	if (has_old(m->of->goal)) return false;
	m->is_undecided = false;
	outcome_use(&m->before, 0);
	outcome_use(&m->concrete, row);
	return is_false_formula(m, m->of->goal);
}

/* Has the abstraction nothing that goes with this outcome of the refinement? */
static bool is_unmatched(struct match *m, uint32_t row, struct obligation_answer *a)
{
	m->is_undecided = false;
	start_abstract(m, row);
	if (!execute_abstract(m)) return false;
	if (m->is_undecided) return is_false_of_all(m, row);
	if (m->abstract.count == 0) return m->how->is_guard || !m->how->is_guarded;
	for (uint32_t i = 0; i < m->abstract.count; i++) {
		bool is_match = m->how->is_guard || fits(m, row, i);
		if (is_match || m->is_undecided) {
			no_outcomes(a);
			return false;
		}
		show_outcome(m, i, a);
	}
	return true;
}

const char *simulate_refuted(struct prover *p, const struct obligation *o,
                             struct obligation_answer *a, struct pos *pos)
{
	struct match m = {
	    .p = p, .up = &p->abstraction->levels.list.at[0], .of = o, .how = o->simulation};
	bool is_refuted = false;
	open_match(&m);
	enum truth t = eval_execute(p->eval, o->body, add_outcome, &m.concrete);
	if (t == EVAL_FAILED) is_limit(&m);
	if (m.concrete.is_cut) cannot_decide(&m, "there are too many outcomes", o->body->pos);
	for (uint32_t i = 0; i < m.concrete.count && !is_refuted; i++) {
		is_refuted = is_unmatched(&m, i, a);
		if (is_refuted) show_concrete(&m, i, a);
	}
	if (is_refuted) a->status = OBLIGATION_REFUTED;
	outcome_use(&m.before, 0);
	outcomes_clear(&m.before);
	outcomes_clear(&m.concrete);
	outcomes_clear(&m.abstract);
	*pos = m.pos;
	return is_refuted ? NULL : m.why;
}

/* Truth of formulas whose names all have values. The evaluator alone decides with integers from MININT..MAXINT; where that
 * is not enough, a nested question asks for a witness of #x.(P) or a counterexample to !x.(P). */
#include "search/decide.h"

#include "search/facts.h"

bool decide_is_closed(const struct question *q, const struct node *n)
{
	for (uint32_t i = 0; i < q->count; i++)
		if (node_mentions(n, q->names[i])) return false;
	return true;
}

/* ---- counterexamples ----------------------------------------------------------------------------- */

/* A counterexample to !x.(P => Q): its names, and what it satisfies. */
struct counterexample {
	VEC(struct decl *) names;
	struct conjunct_list conjuncts;
	const struct node *violated; /* false or undefined */
	bool is_false;               /* it must not be undefined */
	value *values;               /* those of the first names are kept here, if not NULL */
	uint32_t value_count;
};

static void take_apart(struct search *s, const struct node *n, bool is_negated,
                       struct counterexample *c)
{
	n = conjunct_positive(n, &is_negated);
	if (n->op == (is_negated ? OP_FORALL : OP_EXISTS)) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			VEC_PUSH(&c->names, n->kid[0]->kid[i]->decl);
		take_apart(s, n->kid[1], is_negated, c);
	} else if (n->op == OP_IMPLIES && is_negated && (c->is_false || !defined_may_fail(n->kid[0]))) {
		take_apart(s, n->kid[0], false, c);
		take_apart(s, n->kid[1], true, c);
	} else if (!c->is_false && defined_may_fail(n)) {
		c->violated = is_negated ? n : build_not(&s->arena, n);
	} else if (n->op == OP_AND && !is_negated) {
		for (uint32_t i = 0; i < n->count; i++) take_apart(s, n->kid[i], false, c);
	} else {
		VEC_PUSH(&c->conjuncts, is_negated ? build_not(&s->arena, n) : n);
	}
}

static enum search_answer ask(struct search *s, struct counterexample *c, uint64_t effort,
                              enum nesting nesting, bool *is_complete)
{
	struct violation undefined = {.undefined = c->violated};
	struct question q = {.names = c->names.at,
	                     .count = c->names.count,
	                     .conjuncts = c->conjuncts.at,
	                     .conjunct_count = c->conjuncts.count,
	                     .violation = c->violated ? &undefined : NULL,
	                     .universe = s->question.universe};
	struct search *t = nested_open(s, &q, effort, nesting);
	struct verdict v = search_next(t);
	*is_complete = v.is_complete;
	for (uint32_t i = 0; v.answer == SEARCH_FOUND && i < c->value_count; i++)
		c->values[i] = v.valuation.values[i];
	search_close(t);
	VEC_CLEAR(&c->names);
	VEC_CLEAR(&c->conjuncts);
	return v.answer;
}

static enum decided by_counterexample(struct search *s, const struct node *n)
{
	struct counterexample c = {0};
	bool is_complete;
	if (s->nesting >= NESTING_COUNTEREXAMPLE) return DECIDED_OPEN;
	take_apart(s, n, true, &c);
	if (ask(s, &c, budget_left(&s->budget) / 4, NESTING_COUNTEREXAMPLE, &is_complete) !=
	    SEARCH_NONE)
		return DECIDED_OPEN;
	return is_complete ? DECIDED_TRUE : DECIDED_WITHIN_BOUNDS;
}

enum decided decide_universal(struct search *s, const struct node *n, uint32_t count, value *values)
{
	struct counterexample c = {.values = values, .value_count = count};
	bool is_complete;
	take_apart(s, n, true, &c);
	enum search_answer a = ask(s, &c, budget_left(&s->budget) / 2, nested_in(s), &is_complete);
	if (a == SEARCH_FOUND) return DECIDED_FALSE;
	return a == SEARCH_NONE && is_complete ? DECIDED_TRUE : DECIDED_OPEN;
}

static enum decided decide_truth(struct search *s, const struct node *n, bool is_negated);

/* By the evaluator, with a part of the effort; false if it does not know. */
static bool evaluates(struct search *s, const struct node *n, bool *is_true)
{
	bool is_sure;
	uint64_t before = eval_lend_effort(s->eval, eval_effort(s->eval) + budget_left(&s->budget) / 8);
	enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
	eval_return_effort(s->eval, before);
	*is_true = t == EVAL_TRUE;
	return is_sure && t != EVAL_FAILED;
}

static enum decided by_witness(struct search *s, const struct node *n, bool is_negated)
{
	struct counterexample c = {.is_false = true};
	bool is_complete;
	if (s->nesting >= NESTING_WITNESS) return DECIDED_OPEN;
	take_apart(s, n, is_negated, &c);
	facts_of(&s->project->arena, c.names.at, c.names.count, c.conjuncts.at, c.conjuncts.count,
	         &c.conjuncts);
	bool is_found =
	    ask(s, &c, budget_left(&s->budget) / 2, NESTING_WITNESS, &is_complete) == SEARCH_FOUND;
	return is_found ? DECIDED_TRUE : DECIDED_OPEN;
}

static enum decided truth_of_parts(struct search *s, const struct node *n, bool is_negated,
                                   bool all)
{
	enum decided whole = all ? DECIDED_TRUE : DECIDED_OPEN;
	for (uint32_t i = 0; i < n->count && whole != (all ? DECIDED_OPEN : DECIDED_TRUE); i++) {
		bool flips = n->op == OP_IMPLIES && i == 0;
		enum decided part = decide_truth(s, n->kid[i], is_negated ^ flips);
		if (all ? part < whole : part > whole) whole = part;
	}
	return whole;
}

/* Of n, or of its negation. Each part is decided on its own: with Kleene's connectives, so that what is false this
 * way is not true from left to right. */
static enum decided decide_truth(struct search *s, const struct node *n, bool is_negated)
{
	bool is_true;
	n = conjunct_positive(n, &is_negated);
	if (budget_is_stopped(&s->budget)) return DECIDED_OPEN;
	if (n->op == OP_AND || n->op == OP_OR || n->op == OP_IMPLIES)
		return truth_of_parts(s, n, is_negated, (n->op == OP_AND) != is_negated);
	if (evaluates(s, n, &is_true)) return is_true != is_negated ? DECIDED_TRUE : DECIDED_OPEN;
	if (n->op == (is_negated ? OP_FORALL : OP_EXISTS)) return by_witness(s, n, is_negated);
	bool is_universal = n->op == (is_negated ? OP_EXISTS : OP_FORALL);
	if (is_universal && by_witness(s, n, !is_negated) == DECIDED_TRUE) return DECIDED_OPEN;
	return by_counterexample(s, is_negated ? build_not(&s->arena, n) : n);
}

bool decide_is_never(struct search *s, const struct node *n, bool is_negated)
{
	struct counterexample c = {.is_false = true};
	bool is_complete;
	take_apart(s, n, is_negated, &c);
	return ask(s, &c, budget_left(&s->budget) / 4, NESTING_LEMMA, &is_complete) == SEARCH_NONE &&
	       is_complete;
}

bool decide_is_true(struct search *s, const struct node *conjunct)
{
	if (by_counterexample(s, conjunct) == DECIDED_TRUE) return true;
	if (s->nesting < NESTING_WITNESS && decide_truth(s, conjunct, false) == DECIDED_TRUE)
		return true;
	return lemma_is_true(s, conjunct, true) == DECIDED_TRUE;
}

bool decide_has_witness(struct search *s, const struct node *n)
{
	bool is_negated = false;
	n = conjunct_positive(n, &is_negated);
	return n->op == (is_negated ? OP_FORALL : OP_EXISTS) &&
	       by_witness(s, n, is_negated) == DECIDED_TRUE;
}

enum decided decide_is_false(struct search *s, const struct node *conjunct)
{
	if (s->nesting >= NESTING_WITNESS || !decide_is_closed(&s->question, conjunct))
		return DECIDED_OPEN;
	return decide_truth(s, conjunct, true);
}

bool decide_has_false(struct search *s)
{
	enum decided best = DECIDED_OPEN;
	for (uint32_t i = 0; i < s->question.conjunct_count && best != DECIDED_TRUE; i++) {
		const struct node *n = s->question.conjuncts[i];
		bool fails = decide_is_closed(&s->question, n) && eval_fails_for_some(s->eval, n);
		enum decided is_false = fails ? DECIDED_TRUE : decide_is_false(s, n);
		if (is_false > best) best = is_false;
	}
	s->completeness.is_proved |= best == DECIDED_TRUE;
	s->completeness.is_bounded |= best == DECIDED_WITHIN_BOUNDS;
	return best != DECIDED_OPEN;
}

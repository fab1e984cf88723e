/* What the solver found counts if the evaluator calls every conjunct true. Where the evaluator knows that only of
 * integers from MININT..MAXINT, nested questions for witnesses and counterexamples decide. */
#include "search/confirm.h"

#include "search/decide.h"

enum search_answer confirm_doubtful(struct search *s, const struct node *n, const char *what)
{
	struct text t = {0};
	/* a universal over all integers was instantiated for some of them only */
	bool is_partial = s->encoding.encoder && encode_was_partial(s->encoding.encoder);
	bool is_bounded =
	    n && s->encoding.encoder && (encode_was_cut(s->encoding.encoder) || is_partial);
	s->encoding.needs_instances = n && is_partial;
	text_format(&t, "the evaluator does not confirm the solution%s: %s",
	            is_bounded ? " (integers without bounds were drawn from a range)" : "", what);
	search_give_up(s, text_get(&t), n ? n->pos : (struct pos){0});
	text_clear(&t);
	return is_bounded ? SEARCH_OPEN : SEARCH_DOUBTFUL;
}

/* Why it has no truth value; a copy, since other questions to the evaluator come in between. */
static struct eval_failure failure_of(struct search *s, const struct node *n)
{
	const struct eval_failure *f = eval_failed(s->eval);
	if (!f) return (struct eval_failure){.kind = EVAL_LIMIT, .pos = n->pos, .message = "stopped"};
	struct eval_failure copy = *f;
	copy.message = arena_text(&s->arena, f->message, strlen(f->message));
	return copy;
}

/* What is undefined for integers from MININT..MAXINT may be false, and P or not P true, by others. */
static bool is_true_for_all(struct search *s, const struct node *n)
{
	bool is_sure;
	if (n->op != OP_OR) return eval_predicate_certain(s->eval, n, &is_sure) == EVAL_TRUE;
	for (uint32_t i = 0; i < n->count; i++) {
		enum truth t = eval_predicate_certain(s->eval, n->kid[i], &is_sure);
		if (t != EVAL_FALSE) return t == EVAL_TRUE;
	}
	return false;
}

static enum search_answer confirm_conjuncts(struct search *s)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *n = s->question.conjuncts[i];
		bool is_sure;
		struct eval_failure why = {0};
		enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
		if (t == EVAL_FAILED) why = failure_of(s, n);
		bool is_open = t != EVAL_TRUE && (!is_sure || why.kind == EVAL_LIMIT);
		if (is_open && (decide_has_witness(s, n) || lemma_is_true(s, n, false) == DECIDED_TRUE))
			continue;
		if (t == EVAL_TRUE && !is_sure && !decide_is_true(s, n)) {
			if (decide_has_false(s)) return SEARCH_NONE;
			s->encoding.needs_instances =
			    s->encoding.encoder && encode_was_partial(s->encoding.encoder);
			search_give_up(s,
			               "this is true for integers from MININT..MAXINT, and perhaps not for all",
			               n->pos);
			return SEARCH_OPEN;
		}
		if (t == EVAL_TRUE) continue;
		if (t == EVAL_FALSE) return confirm_doubtful(s, n, "this conjunct is false");
		if (why.kind == EVAL_UNDEFINED) return confirm_doubtful(s, n, "this conjunct is undefined");
		search_give_up(s, why.message, why.pos);
		return SEARCH_OPEN;
	}
	const struct node *undefined =
	    s->nesting == NESTING_TOP ? question_undefined(&s->question) : NULL;
	if (undefined && is_true_for_all(s, undefined))
		return confirm_doubtful(s, undefined, "this is true, and was to be undefined");
	search_keep(s);
	return SEARCH_FOUND;
}

/* What was found at the last moment has a little time left to be confirmed, and as much effort as it took. */
enum search_answer confirm_values(struct search *s)
{
	double deadline = budget_deadline(&s->budget), grace = s->options.seconds / 5;
	double before = eval_lend_time(s->eval, deadline > 0 ? deadline + grace : 0);
	uint64_t end = s->budget.slice_end, own = eval_effort(s->eval) + s->budget.slice;
	if (own > end) s->budget.slice_end = own;
	uint64_t outer = eval_lend_effort(s->eval, s->budget.slice_end);
	enum search_answer a = confirm_conjuncts(s);
	eval_return_effort(s->eval, outer);
	eval_return_time(s->eval, before);
	s->budget.slice_end = end;
	return a;
}

enum search_answer confirm_valuation(struct search *s, const struct valuation *v)
{
	valuation_apply(v, s->eval);
	return confirm_values(s);
}

/* Loops. A round may have several outcomes, each of which is followed by the rounds after it, within the call of
 * that round. Where the text has no choice there is one outcome at most, and rounds follow each other in a
 * plain loop: there may be millions. */
#include "eval/subst/subst.h"

enum { MOST_ROUNDS = 10000000 };

enum round { ROUND_STARTS, LOOP_ENDS, ROUND_FAILED };

static enum round wrong_variant(struct eval *e, const struct node *n, value variant)
{
	struct text t = {0};
	value_print_number(e->s, variant, &t);
	eval_fail(e, EVAL_WHILE, node_start(n->kid[3]),
	          value_sign(e->s, variant) < 0 ? "the variant of this loop is negative (%s)"
	                                        : "the variant of this loop does not decrease (%s)",
	          text_get(&t));
	text_clear(&t);
	return ROUND_FAILED;
}

/* Before a round; `rounds` and `*variant` are those of the last one. */
static enum round before_round(struct eval *e, const struct node *n, uint64_t rounds,
                               value *variant)
{
	enum truth t = subst_condition(e, n->kid[2]);
	if (t == EVAL_FALSE)
		eval_fail(e, EVAL_WHILE, node_start(n->kid[2]), "the invariant of this loop is false");
	if (t != EVAL_TRUE) return ROUND_FAILED;
	t = subst_condition(e, n->kid[0]);
	if (t != EVAL_TRUE) return t == EVAL_FALSE ? LOOP_ENDS : ROUND_FAILED;
	value now = expr_eval(e, n->kid[3]);
	if (now == VALUE_NONE) return ROUND_FAILED;
	if (value_sign(e->s, now) < 0 || (rounds && value_compare(e->s, now, *variant) >= 0))
		return wrong_variant(e, n, now);
	*variant = now;
	if (rounds < MOST_ROUNDS) return ROUND_STARTS;
	eval_fail(e, EVAL_LIMIT, n->pos, "this loop takes more than %d rounds", MOST_ROUNDS);
	return ROUND_FAILED;
}

/* ---- rounds with choices ----------------------------------------------------------------------------- */

static bool go_round(struct execution *x, const struct node *n, struct rest *k, uint64_t rounds,
                     value variant)
{
	enum round r = before_round(x->e, n, rounds, &variant);
	if (r == ROUND_FAILED) return subst_failed(x);
	if (r == LOOP_ENDS) return subst_go_on(x, k);
	struct rest next = {
	    .kind = REST_LOOP, .node = n, .then = k, .variant = variant, .rounds = rounds + 1};
	return subst_run(x, n->kid[1], &next);
}

bool subst_next_round(struct execution *x, struct rest *k)
{
	struct eval *e = x->e;
	struct cells slots;
	subst_save(e, &slots, e->slots);
	subst_set(e, e->slots, e->run.out);
	uint64_t step = subst_new_step(e);
	bool result = go_round(x, k->node, k->then, k->rounds, k->variant);
	e->run.step = step;
	subst_set(e, e->slots, slots.at);
	subst_drop(&slots);
	return result;
}

/* ---- rounds without choices -------------------------------------------------------------------------- */

/* Has it one outcome at most, by its text? */
static bool is_straight(const struct node *n, uint32_t calls)
{
	enum { MOST_CALLS = 20 };
	switch (n->op) {
	case OP_S_CHOICE:
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_SELECT:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH: return false;
	case OP_S_CALL: return calls < MOST_CALLS && is_straight(n->decl->operation->body, calls + 1);
	default: break;
	}
	if (op_info(n->op)->class != CLASS_SUBST) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_straight(n->kid[i], calls)) return false;
	return true;
}

/* Beside other parts, what was written must be told to them: that is on the stack. */
static bool is_beside(const struct rest *k)
{
	while (k && k->kind != REST_ISOLATED) k = k->then;
	return k != NULL;
}

static bool goes_straight(struct eval *e, const struct node *n, const struct rest *k)
{
	struct note *note = prepare_note(e, n);
	if (note->choices == CHOICES_UNKNOWN)
		note->choices = is_straight(n->kid[1], 0) ? CHOICES_NO : CHOICES_YES;
	return note->choices == CHOICES_NO && !is_beside(k);
}

bool subst_round_done(struct execution *x, struct rest *k)
{
	subst_set(x->e, k->merged, x->e->run.out);
	k->rounds++;
	return true;
}

/* All rounds; false if one of them leads nowhere, and then *result is what it returned. */
static bool run_rounds(struct execution *x, const struct node *n, value *cells, bool *result)
{
	struct eval *e = x->e;
	struct rest end = {.kind = REST_ROUND, .merged = cells};
	value variant = VALUE_NONE;
	for (uint64_t rounds = 0;; rounds++) {
		enum round r = before_round(e, n, rounds, &variant);
		if (r == LOOP_ENDS) return true;
		*result = r == ROUND_FAILED ? subst_failed(x) : subst_run(x, n->kid[1], &end);
		if (end.rounds == rounds) return false;
		subst_set(e, e->slots, cells);
		subst_set(e, e->run.out, cells);
		subst_new_step(e);
	}
}

static bool straight(struct execution *x, const struct node *n, struct rest *k)
{
	struct eval *e = x->e;
	struct cells slots, out, now;
	bool result;
	uint64_t step = e->run.step;
	subst_save(e, &slots, e->slots);
	subst_save(e, &out, e->run.out);
	subst_save(e, &now, e->run.out);
	if (run_rounds(x, n, now.at, &result)) result = subst_go_on(x, k);
	e->run.step = step;
	subst_set(e, e->slots, slots.at);
	subst_set(e, e->run.out, out.at);
	subst_drop(&slots);
	subst_drop(&out);
	subst_drop(&now);
	return result;
}

bool subst_while(struct execution *x, const struct node *n, struct rest *k)
{
	return goes_straight(x->e, n, k) ? straight(x, n, k) : go_round(x, n, k, 0, 0);
}

/* What MININT..MAXINT cannot change: the evaluator looked at integers from there only, where a name has no
 * bounds. Would all integers give the same truth value? */
#include "eval/inside.h"

static bool holds_certainly(struct eval *e, const struct node *n, bool is_true);

/* Is it a set whose elements the evaluator has in a list? */
static bool is_listed(struct eval *e, const struct node *set)
{
	switch (set->op) {
	case OP_SET:
	case OP_INTERVAL:
	case OP_BOOL_SET: return true;
	case OP_ID: {
		value v = set->decl && slot_of(e, set->decl) ? eval_get(e, set->decl) : VALUE_NONE;
		return v != VALUE_NONE && !value_has_lazy(eval_values(e), v);
	}
	case OP_DOM:
	case OP_RAN:
	case OP_INVERSE: return is_listed(e, set->kid[0]);
	case OP_INTER:
	case OP_DIFFERENCE: return is_listed(e, set->kid[0]);
	case OP_UNION:
	case OP_PRODUCT: return is_listed(e, set->kid[0]) && is_listed(e, set->kid[1]);
	default: return false;
	}
}

/* Does a conjunct draw the name from such a set? */
static bool is_drawn(struct eval *e, const struct node *n, const struct decl *d)
{
	EACH_CONJUNCT(c, n)
		if (c.now->op == OP_MEMBER && mention_in_pattern(c.now->kid[0], d) &&
		    is_listed(e, c.now->kid[1]))
			return true;
	return false;
}

/* Does it range over names of infinite types, without a set from which they come? */
static bool ranges_wide(struct eval *e, const struct node *n)
{
	const struct node *ids = n->count && n->kid[0]->op == OP_IDS ? n->kid[0] : NULL;
	const struct node *body = ids && n->count > 1 ? n->kid[1] : NULL;
	if (body && n->op == OP_FORALL) body = plan_forall_condition(e, n);
	for (uint32_t i = 0; ids && i < ids->count; i++) {
		const struct decl *d = ids->kid[i]->decl;
		if (!d || (finite_type(d->type) != CARD_SOME && !(body && is_drawn(e, body, d))))
			return true;
	}
	return false;
}

/* Nothing in it is searched among integers: neither as it is written nor in the values of names. */
static bool is_narrow(struct eval *e, const struct node *n)
{
	if (ranges_wide(e, n)) return false;
	if (n->op == OP_ID && n->decl && slot_of(e, n->decl)) {
		value v = eval_get(e, n->decl);
		if (v != VALUE_NONE && value_has_lazy(eval_values(e), v)) return false;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (!is_narrow(e, n->kid[i])) return false;
	return true;
}

/* x : set, where x itself is narrow */
static bool set_holds_certainly(struct eval *e, const struct node *set, bool is_true)
{
	struct values *s = eval_values(e);
	switch (set->op) {
	case OP_COMPREHENSION: return set->count == 2 && holds_certainly(e, set->kid[1], is_true);
	case OP_UNION:
	case OP_INTER:
		return set_holds_certainly(e, set->kid[0], is_true) &&
		       set_holds_certainly(e, set->kid[1], is_true);
	case OP_DIFFERENCE:
		return set_holds_certainly(e, set->kid[0], is_true) &&
		       set_holds_certainly(e, set->kid[1], !is_true);
	case OP_ID: {
		value v = set->decl && slot_of(e, set->decl) ? eval_get(e, set->decl) : VALUE_NONE;
		if (v != VALUE_NONE && value_kind(s, v) == VALUE_LAZY)
			return set_holds_certainly(e, value_lazy_node(s, v), is_true);
		return is_narrow(e, set);
	}
	default: return is_narrow(e, set);
	}
}

bool eval_holds_elements(struct eval *e, const struct node *set)
{
	return set_holds_certainly(e, set, true);
}

/* More integers give #x.(P) more witnesses and !x.(P) more counterexamples. */
static bool holds_certainly(struct eval *e, const struct node *n, bool is_true)
{
	switch (n->op) {
	case OP_NOT: return holds_certainly(e, n->kid[0], !is_true);
	case OP_IMPLIES:
		return holds_certainly(e, n->kid[0], !is_true) && holds_certainly(e, n->kid[1], is_true);
	case OP_AND:
	case OP_OR:
		for (uint32_t i = 0; i < n->count; i++)
			if (!holds_certainly(e, n->kid[i], is_true)) return false;
		return true;
	case OP_FORALL:
	case OP_EXISTS:
		return (!ranges_wide(e, n) || (n->op == OP_EXISTS) == is_true) &&
		       holds_certainly(e, n->kid[1], is_true);
	case OP_MEMBER:
	case OP_NOT_MEMBER:
		return is_narrow(e, n->kid[0]) &&
		       set_holds_certainly(e, n->kid[1], is_true == (n->op == OP_MEMBER));
	default: return is_narrow(e, n);
	}
}

/* As it is written; functions are applied where they are known. */
static bool searches_nothing(struct eval *e, const struct node *n)
{
	if (ranges_wide(e, n)) return false;
	for (uint32_t i = 0; i < n->count; i++)
		if (!searches_nothing(e, n->kid[i])) return false;
	return true;
}

/* Only more values of universally quantified names could make it false. */
static bool is_universal(struct eval *e, const struct node *n, bool is_true)
{
	switch (n->op) {
	case OP_NOT: return is_universal(e, n->kid[0], !is_true);
	case OP_IMPLIES:
		return is_universal(e, n->kid[0], !is_true) && is_universal(e, n->kid[1], is_true);
	case OP_AND:
	case OP_OR:
		for (uint32_t i = 0; i < n->count; i++)
			if (!is_universal(e, n->kid[i], is_true)) return false;
		return true;
	case OP_FORALL:
	case OP_EXISTS:
		if ((n->op == OP_FORALL) == is_true) return is_universal(e, n->kid[1], is_true);
		return holds_certainly(e, n, is_true);
	default: return searches_nothing(e, n);
	}
}

bool eval_is_universal(struct eval *e, const struct node *n) { return is_universal(e, n, true); }

/* ---- wider ranges -------------------------------------------------------------------------------- */

int64_t eval_least(const struct eval *e) { return universe_least(e->u) - e->widening; }

int64_t eval_most(const struct eval *e) { return universe_most(e->u) + e->widening; }

static bool is_sure_of(struct eval *e, const struct node *n, enum truth t)
{
	return !e->was_cut || (t != EVAL_FAILED && holds_certainly(e, n, t == EVAL_TRUE));
}

/* A truth value that is sure, with integers from further out; EVAL_FAILED if there is none. */
static enum truth decide_widely(struct eval *e, const struct node *n, int64_t widening,
                                uint64_t most_steps)
{
	struct eval_steps steps;
	e->widening = widening;
	e->was_cut = e->has_failure = false;
	eval_lend_steps(e, most_steps, &steps);
	enum truth t = predicate_eval(e, n);
	e->in_vain += steps.lent - e->limits.budget;
	eval_return_steps(e, &steps);
	e->widening = 0;
	bool is_decided = t != EVAL_FAILED && is_sure_of(e, n, t);
	if (is_decided) e->in_vain = 0;
	return is_decided ? t : EVAL_FAILED;
}

/* Steps of which nothing came are limited in all: many states may have the same doubt. */
static enum truth look_further(struct eval *e, const struct node *n)
{
	enum { MOST_IN_VAIN = 2000000, FAR = INT32_MAX };
	static const struct {
		int64_t widening;
		uint64_t steps;
	} ranges[] = {{4, 5000}, {60, 20000}, {2000, 50000}};
	enum truth t = EVAL_FAILED;
	if (universe_least(e->u) < -FAR || universe_most(e->u) > FAR) return t;
	for (uint32_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (t == EVAL_FAILED && e->in_vain < MOST_IN_VAIN)
			t = decide_widely(e, n, ranges[i].widening, ranges[i].steps);
	return t;
}

static bool is_limit(const struct eval *e)
{
	return e->has_failure && e->failure.kind != EVAL_UNDEFINED;
}

enum truth eval_predicate_certain(struct eval *e, const struct node *n, bool *is_sure)
{
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = eval_predicate(e, n);
	*is_sure = is_sure_of(e, n, t);
	if (!*is_sure && !is_limit(e)) {
		struct eval_failure failure = e->failure;
		bool has_failure = e->has_failure;
		enum truth wide = look_further(e, n);
		*is_sure = wide != EVAL_FAILED;
		if (*is_sure) t = wide;
		e->failure = failure;
		e->has_failure = has_failure && !*is_sure;
	}
	e->was_cut = was_cut || !*is_sure;
	return t;
}

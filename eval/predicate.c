/* Predicates. Connectives go from left to right: A & B is undefined if A is, or if A is true and B is
 * undefined. The conjuncts of a binder count in any order (docs/LANGUAGE.md, definedness). */
#include "eval/inside.h"

static enum truth negated(enum truth t) { return t == EVAL_FAILED ? t : !t; }

static APART enum truth connective(struct eval *e, const struct node *n, enum truth ends)
{
	for (uint32_t i = 0; i < n->count; i++) {
		enum truth t = predicate_eval(e, n->kid[i]);
		if (t == ends || t == EVAL_FAILED) return t;
	}
	return !ends;
}

static bool note_undefined(struct eval *e, struct eval_failure *first, bool *is_undefined)
{
	if (!*is_undefined) *first = e->failure;
	*is_undefined = true;
	return eval_forgive(e);
}

enum truth predicate_condition(struct eval *e, const struct node *n)
{
	struct eval_failure failure;
	bool is_undefined = false;
	if (n->op != OP_AND) return predicate_eval(e, n);
	for (uint32_t i = 0; i < n->count; i++) {
		enum truth t = predicate_condition(e, n->kid[i]);
		if (t == EVAL_FALSE) return t;
		if (t == EVAL_FAILED && !note_undefined(e, &failure, &is_undefined)) return t;
	}
	if (!is_undefined) return EVAL_TRUE;
	e->failure = failure;
	e->has_failure = true;
	return EVAL_FAILED;
}

static APART enum truth implies(struct eval *e, const struct node *n)
{
	enum truth t = predicate_eval(e, n->kid[0]);
	if (t != EVAL_TRUE) return negated(t);
	return predicate_eval(e, n->kid[1]);
}

static APART enum truth equivalent(struct eval *e, const struct node *n)
{
	enum truth a = predicate_eval(e, n->kid[0]);
	if (a == EVAL_FAILED) return a;
	enum truth b = predicate_eval(e, n->kid[1]);
	return b == EVAL_FAILED ? b : a == b;
}

static APART enum truth compare(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return EVAL_FAILED;
	value b = expr_eval(e, n->kid[1]);
	if (b == VALUE_NONE) return EVAL_FAILED;
	int64_t x, y;
	if (!value_fits(e->s, a, &x) || !value_fits(e->s, b, &y)) {
		x = value_compare_numbers(e->s, a, b);
		y = 0;
	}
	switch (n->op) {
	case OP_LESS: return x < y;
	case OP_LESS_EQUAL: return x <= y;
	case OP_GREATER: return x > y;
	default: return x >= y;
	}
}

static APART enum truth equal(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return EVAL_FAILED;
	value b = expr_eval(e, n->kid[1]);
	if (b == VALUE_NONE) return EVAL_FAILED;
	return lazy_equal(e, a, b, n->pos);
}

static APART enum truth member(struct eval *e, const struct node *n)
{
	enum truth t = EVAL_FAILED;
	if (lazy_function_has_shape(n->kid[0])) t = lazy_function_member(e, n->kid[0], n->kid[1]);
	if (t != EVAL_FAILED) return t;
	value v = expr_eval(e, n->kid[0]);
	if (v == VALUE_NONE) return EVAL_FAILED;
	if (member_asks_whole_set(e, n->kid[1]) && !member_is_defined(e, n->kid[1])) return EVAL_FAILED;
	return member_in(e, v, n->kid[1]);
}

/* A <: B, with B left as it is written */
static APART enum truth subset(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return EVAL_FAILED;
	value b = expr_eval(e, n->kid[1]);
	return b == VALUE_NONE ? EVAL_FAILED : lazy_subset(e, a, b, n->pos);
}

static APART enum truth strict_subset(struct eval *e, const struct node *n)
{
	value a = expr_eval(e, n->kid[0]);
	if (a == VALUE_NONE) return EVAL_FAILED;
	value b = expr_eval(e, n->kid[1]);
	if (b == VALUE_NONE) return EVAL_FAILED;
	enum truth t = lazy_subset(e, a, b, n->pos);
	if (t != EVAL_TRUE) return t;
	return negated(lazy_equal(e, a, b, n->pos));
}

/* ---- quantifiers ------------------------------------------------------------------------------- */

/* Does `body` have this truth value for the names as they are, without a search among integers? */
static bool is_sure_instance(struct eval *e, const struct node *body, enum truth expected)
{
	if (!e->was_cut) return true;
	e->was_cut = false;
	enum truth t = predicate_eval(e, body);
	if (t == EVAL_FAILED) e->has_failure = false;
	bool is_sure = t == expected && !e->was_cut;
	e->was_cut = true;
	return is_sure;
}

struct exists {
	const struct node *body;
	bool is_sure;
};

static bool exists_found(struct eval *e, void *data)
{
	struct exists *x = data;
	x->is_sure = is_sure_instance(e, x->body, EVAL_TRUE);
	return false;
}

/* True if some instance is true; else undefined if some instance is; else false. */
static APART enum truth exists(struct eval *e, const struct node *n)
{
	struct exists x = {n->kid[1], false};
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = plan_run(e, plan_of(e, n), exists_found, &x);
	e->was_cut = was_cut || (e->was_cut && !x.is_sure);
	return t;
}

struct forall {
	const struct node *whole, *body; /* what must hold: with its condition, and without */
	bool is_false, is_sure, is_undefined;
	struct eval_failure failure;
};

/* A case in which the condition holds. */
static bool forall_found(struct eval *e, void *data)
{
	struct forall *f = data;
	enum truth t = predicate_eval(e, f->body);
	if (t == EVAL_FALSE) {
		f->is_false = true;
		f->is_sure = is_sure_instance(e, f->whole, EVAL_FALSE);
		return false;
	}
	if (t == EVAL_TRUE) return true;
	if (!f->is_undefined) f->failure = e->failure;
	f->is_undefined = true;
	/* a later case may be false; but only what is undefined can be passed over */
	return eval_forgive(e);
}

/* False if some instance is false; else undefined if some instance is; else true. */
static APART enum truth forall(struct eval *e, const struct node *n)
{
	const struct note *note = note_of(e, n);
	if (note && note->made && e->slots[note->made_slot] == note->made) return EVAL_TRUE;
	const struct node *body = n->kid[1];
	struct forall f = {.whole = body, .body = body->op == OP_IMPLIES ? body->kid[1] : body};
	bool was_cut = e->was_cut;
	e->was_cut = false;
	enum truth t = plan_run(e, plan_of(e, n), forall_found, &f);
	e->was_cut = was_cut || (e->was_cut && !f.is_sure);
	if (f.is_false) {
		e->has_failure = false;
		return EVAL_FALSE;
	}
	if (f.is_undefined && !e->has_failure) {
		e->failure = f.failure;
		e->has_failure = true;
	}
	return t == EVAL_FAILED || f.is_undefined ? EVAL_FAILED : EVAL_TRUE;
}

struct let_predicate {
	const struct node *body;
	enum truth result;
};

static bool let_found(struct eval *e, void *data)
{
	struct let_predicate *x = data;
	x->result = predicate_eval(e, x->body);
	return false;
}

static APART enum truth let(struct eval *e, const struct node *n)
{
	struct let_predicate x = {n->kid[2], EVAL_FAILED};
	enum truth t = plan_run(e, plan_of(e, n), let_found, &x);
	if (t == EVAL_FALSE)
		return eval_fail_truth(e, EVAL_UNDEFINED, n->pos,
		                       "no value satisfies the equations of LET");
	return x.result;
}

static APART enum truth if_then_else(struct eval *e, const struct node *n)
{
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		enum truth t = predicate_eval(e, n->kid[i]);
		if (t == EVAL_FAILED) return t;
		if (t == EVAL_TRUE) return predicate_eval(e, n->kid[i + 1]);
	}
	return predicate_eval(e, n->kid[i]);
}

/* ---- others ------------------------------------------------------------------------------------ */

/* partition(S, A, B, ...): S is the union of the others, which are pairwise disjoint */
static APART enum truth partition(struct eval *e, const struct node *n)
{
	struct algebra_failure why = {0};
	value whole = VALUE_NONE, sum = value_empty(e->s);
	uint64_t count = 0;
	for (uint32_t i = 0; i < n->count; i++) {
		value v = expr_eval(e, n->kid[i]);
		if (v != VALUE_NONE) v = lazy_list(e, v, n->kid[i]->pos);
		if (v == VALUE_NONE) return EVAL_FAILED;
		if (i == 0) {
			whole = v;
			continue;
		}
		value both[2] = {sum, v};
		count += value_count(e->s, v);
		sum = algebra_apply(e->s, OP_UNION, both, 2, e->limit, &why);
		if (sum == VALUE_NONE) return eval_fail_truth(e, EVAL_LIMIT, n->pos, "%s", why.why);
	}
	return sum == whole && count == value_count(e->s, whole);
}

static APART enum truth finite(struct eval *e, const struct node *n)
{
	value v = expr_eval(e, n->kid[0]);
	if (v == VALUE_NONE) return EVAL_FAILED;
	if (value_kind(e->s, v) != VALUE_LAZY) return EVAL_TRUE;
	if (infinite_is_sure(e, v)) return EVAL_FALSE;
	return lazy_list(e, v, n->pos) == VALUE_NONE ? EVAL_FAILED : EVAL_TRUE;
}

/* [x, y := a, b] P */
static APART enum truth substituted(struct eval *e, const struct node *n)
{
	const struct node *places = n->kid[0], *values = n->kid[1];
	enum { FEW = 16 };
	value new[FEW], old[FEW];
	if (places->count > FEW)
		return eval_fail_truth(e, EVAL_UNSUPPORTED, n->pos, "too many variables are replaced here");
	for (uint32_t i = 0; i < places->count; i++) {
		if (places->kid[i]->op != OP_ID)
			return eval_fail_truth(e, EVAL_UNSUPPORTED, n->pos, "only names can be replaced");
		new[i] = expr_eval(e, values->kid[i]);
		if (new[i] == VALUE_NONE) return EVAL_FAILED;
	}
	for (uint32_t i = 0; i < places->count; i++) {
		old[i] = e->slots[slot_of(e, places->kid[i]->decl)];
		e->slots[slot_of(e, places->kid[i]->decl)] = new[i];
	}
	enum truth t = predicate_eval(e, n->kid[2]);
	for (uint32_t i = places->count; i > 0; i--)
		e->slots[slot_of(e, places->kid[i - 1]->decl)] = old[i - 1];
	return t;
}

enum truth predicate_eval(struct eval *e, const struct node *n)
{
	switch (n->op) {
	case OP_AND: return connective(e, n, EVAL_FALSE);
	case OP_OR: return connective(e, n, EVAL_TRUE);
	case OP_IMPLIES: return implies(e, n);
	case OP_EQUIV: return equivalent(e, n);
	case OP_NOT: return negated(predicate_eval(e, n->kid[0]));
	case OP_FORALL: return forall(e, n);
	case OP_EXISTS: return exists(e, n);
	case OP_EQUAL: return equal(e, n);
	case OP_NOT_EQUAL: return negated(equal(e, n));
	case OP_MEMBER: return member(e, n);
	case OP_NOT_MEMBER: return negated(member(e, n));
	case OP_SUBSET: return subset(e, n);
	case OP_NOT_SUBSET: return negated(subset(e, n));
	case OP_STRICT_SUBSET: return strict_subset(e, n);
	case OP_NOT_STRICT_SUBSET: return negated(strict_subset(e, n));
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return compare(e, n);
	case OP_TRUTH: return EVAL_TRUE;
	case OP_FALSITY: return EVAL_FALSE;
	case OP_FINITE: return finite(e, n);
	case OP_PARTITION: return partition(e, n);
	case OP_SUBSTITUTED: return substituted(e, n);
	case OP_IF: return if_then_else(e, n);
	case OP_LET: return let(e, n);
	case OP_EXTERNAL_CALL: return external_predicate(e, n);
	default: diag_fatal(__FILE__, __LINE__, "%s is not a predicate", op_info(n->op)->tag);
	}
}

/* Membership and application that look at how a set is written, so that POW(S), A --> B, NATURAL or
 * a lambda over all integers need not be listed. */
#include "eval/inside.h"

static enum truth if_defined(struct eval *e, enum truth t, const struct node *n)
{
	return t != EVAL_FAILED && member_is_defined(e, n) ? t : EVAL_FAILED;
}

/* t is the answer, whatever v : n is; but that must be defined. */
static enum truth if_member_defined(struct eval *e, enum truth t, value v, const struct node *n)
{
	if (t == EVAL_FAILED || !plan_is_doubtful(e, n)) return t;
	return member_in(e, v, n) == EVAL_FAILED ? EVAL_FAILED : t;
}

static enum truth both(enum truth a, struct eval *e, value v, const struct node *n)
{
	return a == EVAL_TRUE ? member_in(e, v, n) : if_member_defined(e, a, v, n);
}

/* Are all elements of a set in n? It is asked for all of them, also after one that is not. */
static enum truth all_in(struct eval *e, value set, const struct node *n)
{
	if (value_has_lazy(e->s, set)) {
		value whole = expr_eval(e, n);
		return whole == VALUE_NONE ? EVAL_FAILED : lazy_subset(e, set, whole, n->pos);
	}
	int64_t low, high;
	bool interval = value_interval_bounds(e->s, set, &low, &high);
	if (interval &&
	    (n->op == OP_NATURAL_SET || n->op == OP_NATURAL1_SET || n->op == OP_INTEGER_SET ||
	     n->op == OP_INTERVAL || n->op == OP_NAT_SET || n->op == OP_NAT1_SET))
		return both(member_in(e, value_integer(e->s, low), n), e, value_integer(e->s, high), n);
	uint64_t count = value_count(e->s, set);
	if (count == 0) return if_defined(e, EVAL_TRUE, n);
	if (eval_is_whole_type(n)) return EVAL_TRUE;
	enum truth all = EVAL_TRUE;
	for (uint64_t i = 0; i < count; i++) {
		enum truth t = member_in(e, value_at(e->s, set, i), n);
		if (t == EVAL_FALSE) all = t;
		if (t == EVAL_FAILED || (t == EVAL_FALSE && !plan_is_doubtful(e, n))) return t;
	}
	return all;
}

static value apply_algebra(struct eval *e, enum op op, value v, struct pos pos)
{
	struct algebra_failure why = {0};
	value r = algebra_apply(e->s, op, &v, 1, e->limit, &why);
	if (r == VALUE_NONE)
		eval_fail(e, why.is_limit ? EVAL_LIMIT : EVAL_UNDEFINED, pos, "%s", why.why);
	return r;
}

static enum truth in_value(struct eval *e, value v, const struct node *n)
{
	value set = expr_eval(e, n);
	if (set == VALUE_NONE) return EVAL_FAILED;
	if (value_kind(e->s, set) != VALUE_LAZY) return lazy_in(e, v, set, n->pos);
	/* a lazy value of this very node would ask the same again */
	if (value_lazy_node(e->s, set) == n) {
		set = lazy_list(e, set, n->pos);
		if (set == VALUE_NONE) return EVAL_FAILED;
	}
	return lazy_in(e, v, set, n->pos);
}

static enum truth in_closure(struct eval *e, value v, const struct node *n)
{
	value r = expr_eval(e, n->kid[0]);
	if (r == VALUE_NONE) return EVAL_FAILED;
	return value_kind(e->s, r) == VALUE_LAZY ? image_in_closure(e, v, n) : in_value(e, v, n);
}

/* ---- functions and relations ------------------------------------------------------------------- */

/* part <: whole, or part = whole if `exact` */
static enum truth covers(struct eval *e, value part, const struct node *whole, bool exact)
{
	if (!exact || plan_is_doubtful(e, whole)) {
		enum truth t = all_in(e, part, whole);
		if (!exact || t != EVAL_TRUE) return t;
	}
	value w = expr_eval(e, whole);
	return w == VALUE_NONE ? EVAL_FAILED : lazy_equal(e, part, w, whole->pos);
}

/* Is a relation with this domain and range in n? It is not if it does not `fit`. */
static enum truth in_arrow_by(struct eval *e, value domain, value range, bool fits,
                              const struct node *n)
{
	if (!fits && !plan_is_doubtful(e, n)) return EVAL_FALSE;
	enum truth from = covers(e, domain, n->kid[0], op_is(n->op, FACT_TOTAL));
	if (from == EVAL_FAILED || (from == EVAL_FALSE && !plan_is_doubtful(e, n->kid[1]))) return from;
	enum truth to = covers(e, range, n->kid[1], op_is(n->op, FACT_SURJECTIVE));
	return to == EVAL_FAILED ? to : fits && from == EVAL_TRUE && to == EVAL_TRUE;
}

static enum truth in_arrow(struct eval *e, value r, const struct node *n)
{
	value domain = apply_algebra(e, OP_DOM, r, n->pos);
	value range = domain == VALUE_NONE ? VALUE_NONE : apply_algebra(e, OP_RAN, r, n->pos);
	if (range == VALUE_NONE) return EVAL_FAILED;
	uint64_t pairs = value_count(e->s, r);
	bool fits = (op_is(n->op, FACT_RELATIONS) || value_count(e->s, domain) == pairs) &&
	            (!op_is(n->op, FACT_INJECTIVE) || value_count(e->s, range) == pairs);
	return in_arrow_by(e, domain, range, fits, n);
}

/* Has the set one element? */
static enum truth is_single(struct eval *e, value set, struct pos pos)
{
	if (infinite_is_sure(e, set)) return EVAL_FALSE;
	set = lazy_list(e, set, pos);
	return set == VALUE_NONE ? EVAL_FAILED : value_count(e->s, set) == 1;
}

/* An infinite A * B, where both have elements: A * {c} is a function. */
static enum truth product_in_arrow(struct eval *e, value r, const struct node *n)
{
	struct lazy_frame f;
	lazy_enter(e, r, &f);
	value domain = expr_eval(e, f.node->kid[0]);
	value range = domain == VALUE_NONE ? VALUE_NONE : expr_eval(e, f.node->kid[1]);
	lazy_leave(e, &f);
	if (range == VALUE_NONE) return EVAL_FAILED;
	enum truth is_function = op_is(n->op, FACT_RELATIONS) ? EVAL_TRUE : is_single(e, range, n->pos),
	           is_injective =
	               op_is(n->op, FACT_INJECTIVE) ? is_single(e, domain, n->pos) : EVAL_TRUE;
	if (is_function == EVAL_FAILED || is_injective == EVAL_FAILED) return EVAL_FAILED;
	return in_arrow_by(e, domain, range, is_function == EVAL_TRUE && is_injective == EVAL_TRUE, n);
}

/* Is the domain of the lambda %x.(x : S | E), as it is written, the set n? */
static bool has_domain(struct eval *e, value f, const struct node *n)
{
	const struct node *lambda = value_lazy_node(e->s, f), *p = lambda->kid[1],
	                  *ids = lambda->kid[0];
	bool plain = ids->count == 1 && p->op == OP_MEMBER && p->kid[0]->op == OP_ID &&
	             p->kid[0]->decl == ids->kid[0]->decl && p->kid[1]->count == 0;
	return plain && node_same(p->kid[1], n) && p->kid[1]->op != OP_ID;
}

/* Lambdas and the like of which not all elements can be looked at. */
static bool is_endless(struct eval *e, const struct node *n)
{
	if (n->op == OP_UNION) return is_endless(e, n->kid[0]) || is_endless(e, n->kid[1]);
	return (n->op == OP_LAMBDA || n->op == OP_COMPREHENSION) && !plan_is_finite(plan_of(e, n));
}

/* A function that is not listed: what follows from the way it is written. */
static enum truth lazy_in_arrow(struct eval *e, value f, const struct node *n)
{
	if (eval_is_whole_type(n)) return EVAL_TRUE;
	const struct node *text = value_lazy_node(e->s, f);
	if (text->op == OP_PRODUCT && infinite_is_sure(e, f)) return product_in_arrow(e, f, n);
	bool is_lambda = text->op == OP_LAMBDA && is_endless(e, text);
	enum truth t = !is_lambda && is_endless(e, text) ? arrow_member(e, f, n) : EVAL_FAILED;
	if (t != EVAL_FAILED) return t;
	if (!is_lambda) {
		value listed = lazy_list(e, f, n->pos);
		return listed == VALUE_NONE ? EVAL_FAILED : in_arrow(e, listed, n);
	}
	/* not all of its pairs can be looked at: only what the text says is known */
	bool partial = n->op == OP_PARTIAL_FUNCTIONS || n->op == OP_RELATIONS;
	bool in_domain = partial && eval_is_whole_type(n->kid[0]);
	in_domain = in_domain || has_domain(e, f, n->kid[0]);
	bool has_values =
	    !plan_is_doubtful(e, text); /* else that is shown, for all arguments at once */
	if (has_values && (partial || n->op == OP_TOTAL_FUNCTIONS) && in_domain &&
	    eval_is_whole_type(n->kid[1]))
		return EVAL_TRUE;
	t = arrow_member(e, f, n);
	if (t != EVAL_FAILED) return t;
	return eval_fail_truth(e, EVAL_LIMIT, n->pos,
	                       "it cannot be decided whether this infinite function is in the set");
}

/* ---- sequences --------------------------------------------------------------------------------- */

/* Is v a function on 1..n? */
static bool is_sequence(struct eval *e, value v)
{
	uint64_t count = value_count(e->s, v);
	for (uint64_t i = 0; i < count; i++) {
		value first = value_first(e->s, value_at(e->s, v, i));
		if (value_clamped(e->s, first) != (int64_t)i + 1) return false;
	}
	return true;
}

static enum truth in_sequences(struct eval *e, value v, const struct node *n)
{
	v = lazy_list(e, v, n->pos);
	if (v == VALUE_NONE) return EVAL_FAILED;
	uint64_t count = value_count(e->s, v);
	bool non_empty = n->op == OP_SEQ1 || n->op == OP_ISEQ1;
	bool fits = (!non_empty || count > 0) && is_sequence(e, v);
	if (!fits && !plan_is_doubtful(e, n)) return EVAL_FALSE;
	value range = apply_algebra(e, OP_RAN, v, n->pos);
	if (range == VALUE_NONE) return EVAL_FAILED;
	bool distinct = n->op == OP_ISEQ || n->op == OP_ISEQ1 || n->op == OP_PERM;
	if (distinct && value_count(e->s, range) != count) fits = false;
	if (!fits && !plan_is_doubtful(e, n)) return EVAL_FALSE;
	enum truth t = covers(e, range, n->kid[0], n->op == OP_PERM);
	return t == EVAL_FAILED || fits ? t : EVAL_FALSE;
}

/* ---- sets of all kinds ------------------------------------------------------------------------- */

static enum truth in_integers(struct eval *e, value v, const struct node *n)
{
	int64_t i;
	if (!value_fits(e->s, v, &i))
		return n->op == OP_INTEGER_SET || (value_sign(e->s, v) > 0 && n->op != OP_NAT_SET &&
		                                   n->op != OP_NAT1_SET && n->op != OP_INT_SET);
	switch (n->op) {
	case OP_NATURAL_SET: return i >= 0;
	case OP_NATURAL1_SET: return i >= 1;
	case OP_NAT_SET: return i >= 0 && i <= e->u->maxint;
	case OP_NAT1_SET: return i >= 1 && i <= e->u->maxint;
	case OP_INT_SET: return i >= e->u->minint && i <= e->u->maxint;
	default: return EVAL_TRUE;
	}
}

static enum truth in_interval(struct eval *e, value v, const struct node *n)
{
	value low = expr_eval(e, n->kid[0]);
	if (low == VALUE_NONE) return EVAL_FAILED;
	value high = expr_eval(e, n->kid[1]);
	if (high == VALUE_NONE) return EVAL_FAILED;
	return value_compare(e->s, low, v) <= 0 && value_compare(e->s, v, high) <= 0;
}

static enum truth in_pow(struct eval *e, value v, const struct node *n)
{
	bool non_empty = n->op == OP_POW1 || n->op == OP_FIN1;
	bool finite = n->op == OP_FIN || n->op == OP_FIN1;
	bool infinite = (finite || non_empty) && infinite_is_sure(e, v);
	bool is_lazy = value_kind(e->s, v) == VALUE_LAZY;
	if ((non_empty || finite) && is_lazy && !infinite) v = lazy_list(e, v, n->pos);
	if (v == VALUE_NONE) return EVAL_FAILED;
	if ((non_empty && v == value_empty(e->s)) || (finite && infinite))
		return if_defined(e, EVAL_FALSE, n);
	return all_in(e, v, n->kid[0]);
}

static enum truth negated(enum truth t) { return t == EVAL_FAILED ? t : !t; }

/* v : A and w : B, or not w : B, of sets that are asked for the elements of each other only (rule 5 of LANGUAGE.md):
 * where one of them says no, the other one need not have an answer. */
static enum truth in_each(struct eval *e, value v, const struct node *a, value w,
                          const struct node *b, bool is_without)
{
	enum truth first = member_in(e, v, a);
	if (first == EVAL_FALSE) return EVAL_FALSE;
	struct eval_failure failure = e->failure;
	e->has_failure = false;
	enum truth second = member_in(e, w, b);
	if (is_without) second = negated(second);
	if (first == EVAL_TRUE) return second;
	e->has_failure = second != EVAL_FALSE;
	if (e->has_failure) e->failure = failure;
	return e->has_failure ? EVAL_FAILED : EVAL_FALSE;
}

static enum truth in_combination(struct eval *e, value v, const struct node *n)
{
	if (n->op != OP_UNION && member_asks_whole_set(e, n))
		return in_each(e, v, n->kid[0], v, n->kid[1], n->op == OP_DIFFERENCE);
	enum truth t = member_in(e, v, n->kid[0]);
	bool decides = t == (n->op == OP_UNION ? EVAL_TRUE : EVAL_FALSE);
	if (t == EVAL_FAILED || decides) return if_member_defined(e, t, v, n->kid[1]);
	t = member_in(e, v, n->kid[1]);
	if (n->op == OP_UNION) return t;
	return n->op == OP_INTER ? t : negated(t);
}

/* The bound names of n, with the slots of all that is bound inside put back afterwards. */
struct frame {
	value *saved;
	const struct note *note;
};

/* False, with a failure, if there is no room. */
static bool enter(struct eval *e, const struct node *n, struct frame *f)
{
	if (call_is_too_deep(e, n->pos)) return false;
	f->note = note_of(e, n);
	uint32_t count = f->note->slots_to - f->note->slots_from;
	f->saved = memory_raw((count + 1) * sizeof *f->saved);
	memcpy(f->saved, e->slots + f->note->slots_from, count * sizeof *f->saved);
	return true;
}

static void leave(struct eval *e, struct frame *f)
{
	uint32_t count = f->note->slots_to - f->note->slots_from;
	memcpy(e->slots + f->note->slots_from, f->saved, count * sizeof *f->saved);
	free(f->saved);
}

/* v : {x | P} */
static enum truth in_comprehension(struct eval *e, value v, const struct node *n)
{
	if (n->count > 2) { /* {x . P | E}: list it */
		value set = expr_eval(e, n);
		if (set != VALUE_NONE) set = lazy_list(e, set, n->pos);
		return set == VALUE_NONE ? EVAL_FAILED : lazy_in(e, v, set, n->pos);
	}
	struct frame f;
	if (!enter(e, n, &f)) return EVAL_FAILED;
	plan_bind_ids(e, n->kid[0], v);
	enum truth t = predicate_condition(e, n->kid[1]);
	leave(e, &f);
	return t;
}

static enum truth in_lambda(struct eval *e, value v, const struct node *n)
{
	struct frame f;
	if (!enter(e, n, &f)) return EVAL_FAILED;
	plan_bind_ids(e, n->kid[0], value_first(e->s, v));
	enum truth t = predicate_condition(e, n->kid[1]);
	if (t == EVAL_TRUE) {
		value y = expr_eval(e, n->kid[2]);
		t = y == VALUE_NONE ? EVAL_FAILED : lazy_equal(e, y, value_second(e->s, v), n->pos);
	}
	leave(e, &f);
	return t;
}

/* x : dom(%x.(P | E)) */
static enum truth in_lambda_domain(struct eval *e, value x, const struct node *n)
{
	struct frame f;
	if (!enter(e, n, &f)) return EVAL_FAILED;
	plan_bind_ids(e, n->kid[0], x);
	enum truth t = predicate_condition(e, n->kid[1]);
	leave(e, &f);
	return t;
}

static enum truth in_domain(struct eval *e, value x, const struct node *n)
{
	const struct node *r = n->kid[0];
	if (r->op == OP_LAMBDA) return in_lambda_domain(e, x, r);
	value v = expr_eval(e, r);
	if (v == VALUE_NONE) return EVAL_FAILED;
	if (value_kind(e->s, v) == VALUE_LAZY && value_lazy_node(e->s, v)->op == OP_LAMBDA) {
		struct lazy_frame f;
		lazy_enter(e, v, &f);
		enum truth t = in_lambda_domain(e, x, f.node);
		lazy_leave(e, &f);
		return t;
	}
	value images = image_of(e, v, x, n->pos);
	return images == VALUE_NONE ? EVAL_FAILED : images != value_empty(e->s);
}

/* y : ran(r); the constructor of a free type is told by its values */
static enum truth in_range(struct eval *e, value y, const struct node *n)
{
	const struct node *r = n->kid[0];
	if (r->op != OP_ID || r->decl->kind != DECL_CONSTRUCTOR) return in_value(e, y, n);
	return value_constructor(e->s, y) == r->decl;
}

/* v : union(S), v : inter(S) */
static enum truth in_general(struct eval *e, value v, const struct node *n)
{
	bool any = n->op == OP_GENERAL_UNION;
	value sets = expr_eval(e, n->kid[0]);
	if (sets != VALUE_NONE && value_kind(e->s, sets) == VALUE_LAZY)
		sets = lazy_list(e, sets, n->pos);
	if (sets == VALUE_NONE) return EVAL_FAILED;
	uint64_t count = value_count(e->s, sets);
	if (!any && count == 0)
		return eval_fail_truth(e, EVAL_UNDEFINED, n->pos, "the intersection of no sets");
	for (uint64_t i = 0; i < count; i++) {
		enum truth t = lazy_in(e, v, value_at(e->s, sets, i), n->pos);
		if (t == EVAL_FAILED || (t == EVAL_TRUE) == any) return t;
	}
	return !any;
}

/* Trees are functions from paths, sequences of numbers, to labels (Atelier B's manual 5.20). */
static bool is_tree(struct eval *e, value v, const struct node *n)
{
	struct algebra_failure why = {0};
	value paths = apply_algebra(e, OP_DOM, v, n->pos);
	uint64_t count = value_count(e->s, v);
	if (count == 0 || value_count(e->s, paths) != count) return false;
	for (uint64_t i = 0; i < count; i++) {
		value path = value_at(e->s, paths, i),
		      size = algebra_apply(e->s, OP_SIZE, &path, 1, e->limit, &why);
		if (size == VALUE_NONE) return false;
		if (path == value_empty(e->s)) continue;
		value front = algebra_apply(e->s, OP_FRONT, &path, 1, e->limit, &why);
		int64_t last = value_clamped(e->s, algebra_apply(e->s, OP_LAST, &path, 1, e->limit, &why));
		if (last < 1 || last == INT64_MAX || !value_in(e->s, paths, front)) return false;
		value before =
		    algebra_apply(e->s, OP_INSERT_TAIL, (value[]){front, value_integer(e->s, last - 1)}, 2,
		                  e->limit, &why);
		if (last > 1 && !value_in(e->s, paths, before)) return false;
		value second = algebra_apply(e->s, OP_INSERT_TAIL, (value[]){front, value_integer(e->s, 2)},
		                             2, e->limit, &why);
		if (n->op == OP_BTREE && (last > 2 || !value_in(e->s, paths, second))) return false;
	}
	return true;
}

static enum truth in_trees(struct eval *e, value v, const struct node *n)
{
	v = lazy_list(e, v, n->pos);
	if (v == VALUE_NONE) return EVAL_FAILED;
	bool fits = is_tree(e, v, n);
	if (!fits && !plan_is_doubtful(e, n)) return EVAL_FALSE;
	enum truth t = all_in(e, apply_algebra(e, OP_RAN, v, n->pos), n->kid[0]);
	return t == EVAL_FAILED || fits ? t : EVAL_FALSE;
}

static enum truth in_struct(struct eval *e, value v, const struct node *n)
{
	const struct type *t = n->type->a;
	enum truth in = EVAL_TRUE;
	for (uint32_t i = 0; i < n->count && in != EVAL_FAILED; i++) {
		uint32_t k = 0;
		while (t->fields[k].name != n->kid[i]->name) k++;
		in = both(in, e, value_field(e->s, v, k), n->kid[i]->kid[0]);
	}
	return in;
}

static enum truth in_restriction(struct eval *e, value v, const struct node *n)
{
	bool domain = n->op == OP_DOMAIN_RESTRICT || n->op == OP_DOMAIN_SUBTRACT;
	bool keep = n->op == OP_DOMAIN_RESTRICT || n->op == OP_RANGE_RESTRICT;
	value part = domain ? value_first(e->s, v) : value_second(e->s, v);
	if (member_asks_whole_set(e, n))
		return in_each(e, v, n->kid[domain ? 1 : 0], part, n->kid[domain ? 0 : 1], !keep);
	enum truth t = member_in(e, part, n->kid[domain ? 0 : 1]);
	if (t == EVAL_FAILED) return t;
	return both((t == EVAL_TRUE) == keep, e, v, n->kid[domain ? 1 : 0]);
}

/* ((a, b), c) : prj1(A, B) */
static enum truth in_projection(struct eval *e, value v, const struct node *n)
{
	value a = value_first(e->s, value_first(e->s, v)), b = value_second(e->s, value_first(e->s, v));
	enum truth t = both(member_in(e, a, n->kid[0]), e, b, n->kid[1]);
	if (t != EVAL_TRUE) return t;
	return lazy_equal(e, value_second(e->s, v), n->op == OP_PRJ1 ? a : b, n->pos);
}

static enum truth in_free_type(struct eval *e, value v, const struct node *n)
{
	(void)e;
	(void)v;
	(void)n;
	return EVAL_TRUE; /* by its type */
}

enum truth member_in(struct eval *e, value v, const struct node *n)
{
	if (op_is(n->op, FACT_POWERS)) return in_pow(e, v, n);
	if (op_is(n->op, FACT_ARROWS))
		return value_kind(e->s, v) == VALUE_LAZY ? lazy_in_arrow(e, v, n) : in_arrow(e, v, n);
	switch (n->op) {
	case OP_ID:
		if (n->decl->kind == DECL_FREETYPE) return in_free_type(e, v, n);
		return in_value(e, v, n);
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_INT_SET: return in_integers(e, v, n);
	case OP_STRING_SET:
	case OP_REAL_SET:
	case OP_FLOAT_SET: /* no value is rounded */
	case OP_BOOL_SET: return EVAL_TRUE;
	case OP_INTERVAL: return in_interval(e, v, n);
	case OP_SEQ:
	case OP_SEQ1:
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM: return in_sequences(e, v, n);
	case OP_PRODUCT:
		return both(member_in(e, value_first(e->s, v), n->kid[0]), e, value_second(e->s, v),
		            n->kid[1]);
	case OP_UNION:
	case OP_INTER:
	case OP_DIFFERENCE: return in_combination(e, v, n);
	case OP_COMPREHENSION: return in_comprehension(e, v, n);
	case OP_LAMBDA: return in_lambda(e, v, n);
	case OP_STRUCT: return in_struct(e, v, n);
	case OP_INVERSE:
		return member_in(e, value_pair(e->s, value_second(e->s, v), value_first(e->s, v)),
		                 n->kid[0]);
	case OP_IDENTITY: {
		enum truth t = lazy_equal(e, value_first(e->s, v), value_second(e->s, v), n->pos);
		return both(t, e, value_first(e->s, v), n->kid[0]);
	}
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT: return in_restriction(e, v, n);
	case OP_PRJ1:
	case OP_PRJ2: return in_projection(e, v, n);
	case OP_DOM: return in_domain(e, v, n);
	case OP_RAN: return in_range(e, v, n);
	case OP_GENERAL_UNION:
	case OP_GENERAL_INTER: return in_general(e, v, n);
	case OP_TREE:
	case OP_BTREE: return in_trees(e, v, n);
	case OP_CLOSURE1: return in_closure(e, v, n);
	case OP_SUCC:
	case OP_PRED: return apply_step(e, n->op, value_first(e->s, v)) == value_second(e->s, v);
	default: return in_value(e, v, n);
	}
}

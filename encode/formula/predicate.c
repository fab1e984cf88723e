/* Predicates, on two rails: one literal says "true", one says "false", and neither holds where the
 * predicate is undefined. Both are monotone in the rails of the parts, so that a part that is only
 * wanted on one rail may be encoded for that one alone (skolemisation relies on it). */
#include "encode/formula/relax.h"
#include "encode/unknown/unknown.h"

struct truth_pair truth_of(enc e, lit t, lit defined)
{
	if (defined == LIT_TRUE) return (struct truth_pair){t, -t, true};
	return (struct truth_pair){circuit_and(e->c, defined, t), circuit_and(e->c, defined, -t),
	                           false};
}

static const struct truth_pair always = {LIT_TRUE, LIT_FALSE, true};

static struct truth_pair swapped(struct truth_pair p)
{
	return (struct truth_pair){p.f, p.t, p.is_total};
}

static int swapped_want(int want) { return (want & 1) << 1 | want >> 1; }

/* ---- connectives ------------------------------------------------------------------------------- */

/* All are true, or, from left to right, one is false and those before it are true. */
struct truth_pair predicate_all(enc e, const struct node *const *list, uint32_t count, int want)
{
	struct lits true_ones = {0}, false_ones = {0};
	bool is_total = true;
	lit before = LIT_TRUE; /* true so far, where that is not implied */
	for (uint32_t i = 0; i < count; i++) {
		/* if this may be undefined, "false later" needs it to be true */
		bool may_fail = enc_info(e, list[i])->may_fail;
		bool needs_true = want & WANT_FALSE && may_fail;
		struct truth_pair p = predicate(e, list[i], needs_true ? want | WANT_TRUE : want);
		is_total &= p.is_total;
		if (want & WANT_TRUE) lits_push(e, &true_ones, p.t);
		if (want & WANT_FALSE) {
			lits_push(e, &false_ones, circuit_and(e->c, before, p.f));
			if (may_fail && !p.is_total) before = circuit_and(e->c, before, p.t);
		}
		bool is_false = p.is_total && (want & WANT_TRUE ? p.t == LIT_FALSE : p.f == LIT_TRUE);
		if (is_false) break;
	}
	struct truth_pair r = {LIT_FALSE, LIT_FALSE, is_total};
	if (want & WANT_TRUE) r.t = circuit_all(e->c, true_ones.at, true_ones.count);
	if (want == WANT_BOTH && is_total) r.f = -r.t;
	else if (want & WANT_FALSE) r.f = circuit_any(e->c, false_ones.at, false_ones.count);
	return r;
}

struct truth_pair predicate_together(enc e, const struct node *const *list, uint32_t count,
                                     int want)
{
	struct lits t = {0}, f = {0};
	bool is_total = true;
	for (uint32_t i = 0; i < count; i++) {
		struct truth_pair p = predicate(e, list[i], want);
		is_total &= p.is_total;
		if (want & WANT_TRUE) lits_push(e, &t, p.t);
		if (want & WANT_FALSE) lits_push(e, &f, p.f);
		if (want & WANT_FALSE ? p.f == LIT_TRUE : p.is_total && p.t == LIT_FALSE)
			return (struct truth_pair){LIT_FALSE, LIT_TRUE, true};
	}
	struct truth_pair r = {LIT_FALSE, LIT_FALSE, is_total};
	if (want & WANT_TRUE) r.t = circuit_all(e->c, t.at, t.count);
	if (want == WANT_BOTH && is_total) r.f = -r.t;
	else if (want & WANT_FALSE) r.f = circuit_any(e->c, f.at, f.count);
	return r;
}

struct truth_pair predicate_of_binder(enc e, const struct node *n, int want)
{
	struct conjuncts c = {0};
	conjuncts_add(e, &c, n);
	return predicate_together(e, c.at, c.count, want);
}

static struct truth_pair any_of(enc e, const struct node *const *list, uint32_t count, int want)
{
	struct lits true_ones = {0}, false_ones = {0};
	bool is_total = true;
	lit before = LIT_TRUE; /* false so far, where that is not implied */
	for (uint32_t i = 0; i < count; i++) {
		bool may_fail = enc_info(e, list[i])->may_fail;
		bool needs_false = want & WANT_TRUE && may_fail;
		struct truth_pair p = predicate(e, list[i], needs_false ? want | WANT_FALSE : want);
		is_total &= p.is_total;
		if (want & WANT_FALSE) lits_push(e, &false_ones, p.f);
		if (want & WANT_TRUE) {
			lits_push(e, &true_ones, circuit_and(e->c, before, p.t));
			if (may_fail && !p.is_total) before = circuit_and(e->c, before, p.f);
		}
		bool is_true = p.is_total && (want & WANT_TRUE ? p.t == LIT_TRUE : p.f == LIT_FALSE);
		if (is_true) break;
	}
	struct truth_pair r = {LIT_FALSE, LIT_FALSE, is_total};
	if (want & WANT_FALSE) r.f = circuit_all(e->c, false_ones.at, false_ones.count);
	if (want == WANT_BOTH && is_total) r.t = -r.f;
	else if (want & WANT_TRUE) r.t = circuit_any(e->c, true_ones.at, true_ones.count);
	return r;
}

static struct truth_pair implies(enc e, const struct node *n, int want)
{
	bool may_fail = enc_info(e, n->kid[0])->may_fail;
	int first = may_fail ? WANT_BOTH : swapped_want(want);
	struct truth_pair a = predicate(e, n->kid[0], first);
	if (first & WANT_FALSE ? a.f == LIT_TRUE : a.is_total && a.t == LIT_FALSE) return always;
	struct truth_pair b = predicate(e, n->kid[1], want), r = {LIT_FALSE, LIT_FALSE, false};
	r.is_total = a.is_total && b.is_total;
	lit held = may_fail && !a.is_total ? circuit_and(e->c, a.t, b.t) : b.t;
	if (want & WANT_TRUE) r.t = circuit_or(e->c, a.f, held);
	if (want == WANT_BOTH && r.is_total) r.f = -r.t;
	else if (want & WANT_FALSE) r.f = circuit_and(e->c, a.t, b.f);
	return r;
}

static struct truth_pair equivalent(enc e, const struct node *n)
{
	struct truth_pair a = predicate(e, n->kid[0], WANT_BOTH);
	struct truth_pair b = predicate(e, n->kid[1], WANT_BOTH);
	if (a.is_total && b.is_total) return truth_of(e, circuit_iff(e->c, a.t, b.t), LIT_TRUE);
	lit t = circuit_or(e->c, circuit_and(e->c, a.t, b.t), circuit_and(e->c, a.f, b.f));
	lit f = circuit_or(e->c, circuit_and(e->c, a.t, b.f), circuit_and(e->c, a.f, b.t));
	return (struct truth_pair){t, f, false};
}

static struct truth_pair if_then_else(enc e, const struct node *n, int want)
{
	struct lits t = {0}, f = {0};
	bool is_total = true;
	lit here = LIT_TRUE;
	for (uint32_t i = 0; i < n->count && here != LIT_FALSE; i += 2) {
		bool is_last = i + 1 == n->count;
		struct truth_pair c = is_last ? always : predicate(e, n->kid[i], WANT_BOTH);
		struct truth_pair p = predicate(e, n->kid[is_last ? i : i + 1], want);
		lit taken = circuit_and(e->c, here, c.t);
		lits_push(e, &t, circuit_and(e->c, taken, p.t));
		lits_push(e, &f, circuit_and(e->c, taken, p.f));
		is_total &= c.is_total && p.is_total;
		here = circuit_and(e->c, here, c.f);
	}
	struct truth_pair r = {LIT_FALSE, LIT_FALSE, is_total};
	if (want & WANT_TRUE) r.t = circuit_any(e->c, t.at, t.count);
	if (want == WANT_BOTH && is_total) r.f = -r.t;
	else if (want & WANT_FALSE) r.f = circuit_any(e->c, f.at, f.count);
	return r;
}

/* Names bound by equations, then the body. */
static struct truth_pair let(enc e, const struct node *n, int want)
{
	const struct introduced x = unknown_let(e, n);
	struct truth_pair p = predicate(e, n->kid[2], want);
	lit defined = x.must;
	unknown_withdraw(e, &x);
	if (defined == LIT_TRUE) return p;
	return (struct truth_pair){circuit_and(e->c, defined, p.t), circuit_and(e->c, defined, p.f),
	                           false};
}

/* [x, y := a, b] P */
static struct truth_pair substituted(enc e, const struct node *n, int want)
{
	const struct node *places = n->kid[0], *values = n->kid[1];
	lit defined = LIT_TRUE;
	struct sym **new = ARENA_ARRAY(&e->arena, places->count, struct sym *);
	for (uint32_t i = 0; i < places->count; i++) {
		if (places->kid[i]->op != OP_ID)
			enc_stop(e, EVAL_UNSUPPORTED, n->pos, "only names can be replaced");
		new[i] = expression(e, values->kid[i], &defined);
	}
	for (uint32_t i = 0; i < places->count; i++) new[i] = enc_bind(e, places->kid[i]->decl, new[i]);
	struct truth_pair p = predicate(e, n->kid[2], want);
	for (uint32_t i = places->count; i > 0; i--) enc_bind(e, places->kid[i - 1]->decl, new[i - 1]);
	if (defined == LIT_TRUE) return p;
	return (struct truth_pair){circuit_and(e->c, defined, p.t), circuit_and(e->c, defined, p.f),
	                           false};
}

/* ---- atoms ------------------------------------------------------------------------------------- */

static struct truth_pair equal(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	struct sym *a, *b;
	if (n->kid[0]->type->kind != TYPE_INTEGER || !balance_equal(e, n, &a, &b, &defined)) {
		a = expression(e, n->kid[0], &defined);
		b = expression(e, n->kid[1], &defined);
	}
	if (defined == LIT_FALSE) return truth_of(e, LIT_FALSE, LIT_FALSE);
	return truth_of(e, sym_equal(e, a, b, n->kid[0]->type), defined);
}

static struct truth_pair member(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	struct sym *x = expression(e, n->kid[0], &defined);
	if (defined_asks_whole_set(n->kid[1])) described_whole(e, n->kid[1], &defined);
	if (defined == LIT_FALSE) return truth_of(e, LIT_FALSE, LIT_FALSE);
	lit in = membership_in(e, x, n->kid[1]->type, n->kid[1], &defined);
	return truth_of(e, in, defined);
}

static struct truth_pair subset(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	bool is_strict = n->op == OP_STRICT_SUBSET || n->op == OP_NOT_STRICT_SUBSET;
	const struct type *t = n->kid[0]->type;
	struct sym *a = expression(e, n->kid[0], &defined);
	if (defined == LIT_FALSE) return truth_of(e, LIT_FALSE, LIT_FALSE);
	if (!is_strict) {
		if (defined_asks_whole_set(n->kid[1])) described_whole(e, n->kid[1], &defined);
		lit in = membership_all_in(e, a, t, n->kid[1], &defined);
		return truth_of(e, in, defined);
	}
	struct sym *b = expression(e, n->kid[1], &defined);
	lit in = set_subset(e, a, b, t, n->pos), back = set_subset(e, b, a, t, n->pos);
	return truth_of(e, circuit_and(e->c, in, -back), defined);
}

static bool is_in_order(enum op op, int order)
{
	switch (op) {
	case OP_LESS: return order < 0;
	case OP_LESS_EQUAL: return order <= 0;
	case OP_GREATER: return order > 0;
	default: return order >= 0;
	}
}

/* Reals have no bits: each is one of several that are known. */
static struct truth_pair compare_reals(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	struct cases of[2] = {0};
	struct lits l = {0};
	for (uint32_t i = 0; i < 2; i++) {
		struct sym *x = expression(e, n->kid[i], &defined);
		if (defined == LIT_FALSE || x->kind == SYM_UNDEFINED)
			return truth_of(e, LIT_FALSE, LIT_FALSE);
		if (!sym_cases(e, x, SYM_MOST_PRODUCT, &of[i]))
			enc_stop(e, EVAL_UNSUPPORTED, n->pos, "real numbers with too many possible values");
	}
	for (uint32_t i = 0; i < of[0].count; i++)
		for (uint32_t k = 0; k < of[1].count; k++)
			if (is_in_order(n->op, value_compare(e->s, of[0].values[i], of[1].values[k])))
				lits_push(e, &l, circuit_and(e->c, of[0].is[i], of[1].is[k]));
	return truth_of(e, circuit_any(e->c, l.at, l.count), defined);
}

static struct truth_pair compare(enc e, const struct node *n)
{
	if (n->kid[0]->type->kind == TYPE_REAL) return compare_reals(e, n);
	lit defined = LIT_TRUE;
	struct sym *x = expression(e, n->kid[0], &defined), *y = expression(e, n->kid[1], &defined);
	if (defined == LIT_FALSE) return truth_of(e, LIT_FALSE, LIT_FALSE);
	struct number *a = sym_to_number(e, x), *b = sym_to_number(e, y);
	switch (n->op) {
	case OP_LESS: return truth_of(e, number_less(&e->numbers, a, b), defined);
	case OP_LESS_EQUAL: return truth_of(e, number_less_equal(&e->numbers, a, b), defined);
	case OP_GREATER: return truth_of(e, number_less(&e->numbers, b, a), defined);
	default: return truth_of(e, number_less_equal(&e->numbers, b, a), defined);
	}
}

/* partition(S, A, B, ...): each element of S is in exactly one of the others, which have no more. */
static struct truth_pair partition(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	const struct type *t = n->kid[0]->type;
	struct sym **a = ARENA_ARRAY(&e->arena, n->count, struct sym *);
	struct lits l = {0};
	struct parts all = {0};
	for (uint32_t i = 0; i < n->count; i++) a[i] = expression(e, n->kid[i], &defined);
	if (defined == LIT_FALSE) return truth_of(e, LIT_FALSE, LIT_FALSE);
	for (uint32_t i = 1; i < n->count; i++) {
		lits_push(e, &l, set_subset(e, a[i], a[0], t, n->pos));
		set_elements(e, a[i], t, n->pos, &all);
	}
	struct parts elements = {0};
	lits_push(e, &l, set_subset(e, a[0], set_of_parts(e, &all, t), t, n->pos));
	set_elements(e, set_of_parts(e, &all, t), t, n->pos, &elements);
	for (uint32_t k = 0; k < elements.count; k++) {
		struct lits in = {0};
		for (uint32_t i = 1; i < n->count; i++)
			lits_push(
			    e, &in,
			    circuit_and(e->c, elements.is[k], set_has(e, elements.at[k], a[i], t, n->pos)));
		lits_push(e, &l, circuit_at_most_one(e->c, in.at, in.count));
	}
	return truth_of(e, circuit_all(e->c, l.at, l.count), defined);
}

static struct truth_pair finite(enc e, const struct node *n)
{
	lit defined = LIT_TRUE;
	struct sym *s = expression(e, n->kid[0], &defined);
	if (sym_is_lazy(e, s))
		enc_stop(e, EVAL_UNSUPPORTED, n->pos, "finite of a set that is not listed");
	return truth_of(e, LIT_TRUE, defined);
}

/* True, or what an operand of BOOL says; all operands must be defined. */
static struct truth_pair external(enc e, const struct node *n)
{
	const struct node *same = external_same_as(n);
	lit defined = LIT_TRUE, is = LIT_TRUE;
	for (uint32_t i = 0; i < external_operands(n); i++) {
		struct sym *s = expression(e, n->kid[i], &defined);
		if (n->kid[i] == same && defined != LIT_FALSE)
			is = sym_equal(e, s, sym_bool(e, LIT_TRUE), same->type);
	}
	return truth_of(e, is, defined);
}

static struct truth_pair atom(enc e, const struct node *n)
{
	switch (n->op) {
	case OP_EQUAL: return equal(e, n);
	case OP_NOT_EQUAL: return swapped(equal(e, n));
	case OP_MEMBER: return member(e, n);
	case OP_NOT_MEMBER: return swapped(member(e, n));
	case OP_SUBSET:
	case OP_STRICT_SUBSET: return subset(e, n);
	case OP_NOT_SUBSET:
	case OP_NOT_STRICT_SUBSET: return swapped(subset(e, n));
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL: return compare(e, n);
	case OP_PARTITION: return partition(e, n);
	case OP_FINITE: return finite(e, n);
	case OP_EXTERNAL_CALL:
		if (external_same_as(n) || external_is_true(n)) return external(e, n);
		/* fall through */
	default:
		enc_stop(e, EVAL_UNSUPPORTED, n->pos, "'%s' is not supported with unknown operands",
		         n->name ? n->name : op_info(n->op)->spelling);
	}
}

static struct truth_pair encoded(enc e, const struct node *n, int want)
{
	const struct node *const *kids = (const struct node *const *)n->kid;
	switch (n->op) {
	case OP_AND: return predicate_all(e, kids, n->count, want);
	case OP_OR: return any_of(e, kids, n->count, want);
	case OP_IMPLIES: return implies(e, n, want);
	case OP_EQUIV: return equivalent(e, n);
	case OP_NOT: return swapped(predicate(e, n->kid[0], swapped_want(want)));
	case OP_FORALL:
	case OP_EXISTS: return binder_quantifier(e, n, want);
	case OP_IF: return if_then_else(e, n, want);
	case OP_LET: return let(e, n, want);
	case OP_SUBSTITUTED: return substituted(e, n, want);
	default: return atom(e, n);
	}
}

/* ---- all together ----------------------------------------------------------------------------- */

/* A closed quantifier may be hard for the evaluator, which enumerates, and easy for a solver. */
static bool by_evaluator(enc e, const struct node *n, struct truth_pair *out)
{
	enum { STEPS = 200000 };
	bool undefined = false, is_binder = n->op == OP_FORALL || n->op == OP_EXISTS;
	bool was_cut = eval_was_cut(e->eval), is_sure;
	enum truth t = EVAL_FAILED;
	if (is_binder) {
		struct eval_steps steps;
		eval_lend_steps(e->eval, STEPS, &steps);
		t = eval_predicate_certain(e->eval, n, &is_sure);
		eval_return_steps(e->eval, &steps);
		const struct eval_failure *f = eval_failed(e->eval);
		if (t == EVAL_FAILED && f && f->kind == EVAL_LIMIT) {
			if (!was_cut) eval_clear_cut(e->eval);
			return false;
		}
	}
	if (t == EVAL_FAILED) t = enc_ground_truth(e, n, &undefined);
	if (t == EVAL_FAILED && !undefined) return false;
	*out = truth_of(e, t == EVAL_TRUE ? LIT_TRUE : LIT_FALSE, undefined ? LIT_FALSE : LIT_TRUE);
	return true;
}

static bool chosen_difference(enc e, const struct node *n, int want, struct truth_pair *out)
{
	lit l;
	if (!e->symmetry.is_broken || !witness_is_wanted(n->op, want) ||
	    !witness_of_difference(e, n, &l))
		return false;
	*out = (struct truth_pair){want == WANT_TRUE ? l : LIT_FALSE,
	                           want == WANT_FALSE ? l : LIT_FALSE, false};
	return true;
}

/* Must all its parts be as they are wanted? */
static bool is_conjunctive(enum op op, int want)
{
	if (op == OP_NOT) return true;
	return op == OP_AND ? want == WANT_TRUE
	                    : (op == OP_OR || op == OP_IMPLIES) && want == WANT_FALSE;
}

struct truth_pair predicate(enc e, const struct node *n, int want)
{
	struct truth_pair p;
	enc_tick(e, n->pos);
	if (n->op == OP_TRUTH) return always;
	if (n->op == OP_FALSITY) return swapped(always);
	if (e->relaxed.relaxes && relax_predicate(e, n, want, &p)) return p;
	if (!op_is(n->op, FACT_CONNECTIVE) && enc_is_ground(e, n) && by_evaluator(e, n, &p)) return p;
	bool is_binder = n->op == OP_FORALL || n->op == OP_EXISTS;
	struct memo_entry *m = is_binder ? memo_find(e, n, want) : NULL;
	if (m) return (struct truth_pair){m->truth, m->falsity, m->defined == LIT_TRUE};
	struct asking outer = enc_ask(e, false);
	bool is_asserted = e->is_asserted;
	bool was_cut = enc_begin_cut(e);
	e->is_asserted = is_asserted && (is_binder || is_conjunctive(n->op, want));
	if (!is_asserted || !chosen_difference(e, n, want, &p)) p = encoded(e, n, want);
	bool is_cut = enc_end_cut(e, was_cut);
	e->is_asserted = is_asserted;
	e->asking = outer;
	if (is_binder)
		memo_add(e, n, want,
		         (struct memo_entry){.truth = p.t,
		                             .falsity = p.f,
		                             .defined = p.is_total ? LIT_TRUE : LIT_FALSE,
		                             .was_cut = is_cut});
	return p;
}

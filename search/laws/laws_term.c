/* Terms as numbers, and what follows from a term having a value. */
#include "search/laws/laws.h"

enum { MOST_ELEMENTS = 40 };

/* ---- elements ------------------------------------------------------------------------------------------ */

uint32_t laws_element_of(struct laws *x, struct type *type, const struct laws_form *is)
{
	for (uint32_t i = 0; i < x->elements.count; i++)
		if (form_is(&x->elements.at[i].is, is) && type_same(x->elements.at[i].type, type)) return i;
	struct named_element e = {.type = type, .is = *is, .first = -1, .second = -1};
	VEC_PUSH(&x->elements, e);
	if (x->elements.count > MOST_ELEMENTS) x->gives_up = true;
	return x->elements.count - 1;
}

static void add_value(struct laws *x, const struct node *n, const struct laws_form *is, lit defined)
{
	struct value_term t = {n, *is, defined};
	VEC_PUSH(&x->values, t);
}

/* A name for an element that is no term of the question. */
static const struct node *name_of(struct laws *x, struct type *type, const struct laws_form *is,
                                  struct pos pos)
{
	struct node *n = build_fresh(x->copies.arena, "element", type, pos);
	add_value(x, n, is, LIT_TRUE);
	return n;
}

/* What is said of all values is said of the element by this expression: one that always has a value, since the number of the
 * element is that of some value even where the term has none. */
static const struct node *total(struct laws *x, uint32_t e, const struct node *n)
{
	struct laws_form is = laws_number(x, e);
	return laws_may_fail(n) ? name_of(x, n->type, &is, n->pos) : n;
}

static void call(struct laws *x, uint32_t e, const struct node *n)
{
	if (x->elements.at[e].node) return;
	const struct node *node = total(x, e, n);
	x->elements.at[e].node = node;
}

static uint32_t pair_element(struct laws *x, const struct node *n)
{
	uint32_t a = laws_element(x, n->kid[0]), b = laws_element(x, n->kid[1]);
	for (uint32_t i = 0; i < x->elements.count; i++)
		if (x->elements.at[i].first == (int32_t)a && x->elements.at[i].second == (int32_t)b)
			return i;
	struct laws_form is = form_fresh(x);
	uint32_t e = laws_element_of(x, n->type, &is);
	x->elements.at[e].first = (int32_t)a;
	x->elements.at[e].second = (int32_t)b;
	call(x, e, n);
	return e;
}

uint32_t laws_element(struct laws *x, const struct node *n)
{
	if (n->op == OP_PAIR) return pair_element(x, n);
	struct laws_form is = laws_value(x, n);
	uint32_t e = laws_element_of(x, n->type, &is);
	call(x, e, n);
	return e;
}

uint32_t laws_witness(struct laws *x, struct type *type, struct pos pos)
{
	if (type->kind == TYPE_PAIR) {
		uint32_t a = laws_witness(x, type->a, pos), b = laws_witness(x, type->b, pos);
		const struct node *first = x->elements.at[a].node, *second = x->elements.at[b].node;
		struct node *pair = build_pair(x->copies.arena, first, second);
		pair->type = type;
		return pair_element(x, pair);
	}
	struct laws_form is = form_fresh(x);
	uint32_t e = laws_element_of(x, type, &is);
	const struct node *node = name_of(x, type, &is, pos);
	x->elements.at[e].node = node;
	return e;
}

/* ---- terms ------------------------------------------------------------------------------------------------ */

/* Different ones are different numbers. */
static struct laws_form constant(struct laws *x, const struct node *n)
{
	uint32_t i = 0;
	while (i < x->constants.count && !alike_are(x->constants.at[i], n)) i++;
	if (i == x->constants.count) VEC_PUSH(&x->constants, n);
	return form_number((int64_t)i);
}

static struct laws_form truth_value(struct laws *x)
{
	struct laws_form is = form_fresh(x), none = form_number(0), one = form_number(1);
	circuit_require(x->circuit, laws_at_most(x, &none, &is));
	circuit_require(x->circuit, laws_at_most(x, &is, &one));
	return is;
}

/* The greatest (or least) element: it is one, and those that have names are not above it. */
static lit extreme(struct laws *x, const struct node *n, const struct laws_form *is)
{
	uint32_t set = laws_set(x, n->kid[0]), e = laws_element_of(x, n->type, is);
	call(x, e, n);
	lit defined = circuit_input(x->circuit);
	laws_imply(x, defined, laws_member(x, e, set));
	struct extreme m = {.set = set, .is = *is, .defined = defined, .is_max = n->op == OP_MAX};
	VEC_PUSH(&x->extremes, m);
	return defined;
}

/* Where it has a value, P is true or false: the literal says which. */
static lit decided(struct laws *x, const struct node *p, lit is)
{
	struct rails r = laws_predicate(x, p, RAIL_TRUE | RAIL_FALSE);
	lit defined = circuit_input(x->circuit);
	laws_imply_both(x, defined, is, r.t);
	laws_imply_both(x, defined, -is, r.f);
	return defined;
}

/* IF P THEN a ELSE b END */
static lit choose(struct laws *x, const struct node *n, const struct laws_form *is)
{
	if (n->count != 3) return LIT_TRUE;
	lit chosen = circuit_input(x->circuit), defined = decided(x, n->kid[0], chosen);
	struct laws_form a = laws_value(x, n->kid[1]), b = laws_value(x, n->kid[2]);
	laws_imply(x, chosen, laws_equal(x, is, &a));
	laws_imply(x, -chosen, laws_equal(x, is, &b));
	return defined;
}

/* a = q * d + r with 0 <= r < d, for a literal d > 0; of a / d, which truncates, where a >= 0 only. */
static void divide(struct laws *x, const struct node *n, const struct laws_form *is)
{
	int64_t d;
	if (n->type->kind != TYPE_INTEGER || !generator_literal(n->kid[1], &d) || d <= 0) return;
	struct laws_form a = laws_value(x, n->kid[0]), other = form_fresh(x), none = form_number(0);
	const struct laws_form *q = n->op == OP_DIVIDE ? is : &other,
	                       *r = n->op == OP_DIVIDE ? &other : is;
	struct laws_form sum = form_plus(x, *r, d, q), most = form_number(d - 1);
	lit fits = laws_at_most(x, &none, &a);
	laws_imply(x, fits, laws_equal(x, &a, &sum));
	laws_imply(x, fits, laws_at_most(x, &none, r));
	laws_imply(x, fits, laws_at_most(x, r, &most));
}

/* f(t): it is in the range, t in the domain; of sequences it is an element of it. */
static lit apply(struct laws *x, const struct node *n, const struct laws_form *is)
{
	const struct node *f = n->kid[0];
	lit defined = circuit_input(x->circuit);
	if (!f->type || f->type->kind != TYPE_POW || f->type->a->kind != TYPE_PAIR) return defined;
	const struct node *argument = build_argument(x->copies.arena, n);
	uint32_t set = laws_set(x, f), t = laws_element(x, argument);
	uint32_t image = laws_element_of(x, n->type, is);
	call(x, image, n);
	laws_imply(x, defined, laws_member(x, t, laws_set(x, laws_dom(x, f))));
	laws_imply(x, defined, laws_member(x, image, laws_set(x, laws_ran(x, f))));
	if (laws_may_be_sequence(f)) {
		lit both = circuit_and(x->circuit, defined, laws_sequence(x, set));
		struct laws_form index = x->elements.at[t].is, length = laws_length(x, set);
		struct laws_form at = laws_read(x, set, &index);
		laws_imply(x, both, laws_in_range(x, &index, &length));
		laws_imply(x, both, laws_equal(x, is, &at));
	}
	for (uint32_t i = 0; i < x->applications.count; i++) {
		const struct application *a = &x->applications.at[i];
		if (a->set != set) continue;
		lit two = circuit_and(x->circuit, defined, a->defined);
		lit same = laws_equal(x, &a->is, is);
		lit alike = laws_equal(x, &x->elements.at[a->element].is, &x->elements.at[t].is);
		laws_imply_both(x, two, alike, same);
		lit one = circuit_and(x->circuit, two, laws_injective(x, set));
		laws_imply_both(x, one, same, alike);
	}
	struct application a = {set, t, *is, defined};
	VEC_PUSH(&x->applications, a);
	return defined;
}

static lit end_of_sequence(struct laws *x, const struct node *n, const struct laws_form *is)
{
	uint32_t set = laws_set(x, n->kid[0]);
	struct laws_form one = form_number(1), length = laws_length(x, set);
	lit defined = circuit_and(x->circuit, laws_sequence(x, set), laws_at_most(x, &one, &length));
	struct laws_form at = laws_read(x, set, n->op == OP_FIRST ? &one : &length);
	laws_imply(x, defined, laws_equal(x, is, &at));
	return defined;
}

/* Adds what is known of a new term; its literal of having a value. */
static lit know(struct laws *x, const struct node *n, const struct laws_form *is)
{
	switch (n->op) {
	case OP_MAX:
	case OP_MIN:
		return n->type->kind == TYPE_INTEGER ? extreme(x, n, is) : circuit_input(x->circuit);
	case OP_IF: return choose(x, n, is);
	case OP_DIVIDE:
	case OP_MOD: divide(x, n, is); return LIT_TRUE;
	case OP_APPLY: return apply(x, n, is);
	case OP_FIRST:
	case OP_LAST: return end_of_sequence(x, n, is);
	case OP_BOOL: {
		struct laws_form one = form_number(1);
		return decided(x, n->kid[0], laws_equal(x, is, &one));
	}
	default: return LIT_TRUE;
	}
}

static struct laws_form term(struct laws *x, const struct node *n)
{
	for (uint32_t i = 0; i < x->values.count; i++)
		if (laws_are_alike(x->values.at[i].node, n)) return x->values.at[i].is;
	bool is_truth = n->type && n->type->kind == TYPE_BOOL;
	struct laws_form is = is_truth ? truth_value(x) : form_fresh(x);
	uint32_t at = x->values.count;
	add_value(x, n, &is, LIT_TRUE);
	lit defined = know(x, n, &is);
	x->values.at[at].defined = defined;
	return is;
}

static struct laws_form product(struct laws *x, const struct node *n)
{
	int64_t by;
	for (uint32_t i = 0; i < 2; i++)
		if (generator_literal(n->kid[i], &by)) {
			struct laws_form other = laws_value(x, n->kid[1 - i]);
			return form_plus(x, form_number(0), by, &other);
		}
	return term(x, n);
}

/* Of an integer that is made of others; false: it is a term of its own. */
static bool is_sum(struct laws *x, const struct node *n, struct laws_form *out)
{
	struct laws_form a;
	if (!n->type || n->type->kind != TYPE_INTEGER) return false;
	switch (n->op) {
	case OP_ADD:
	case OP_MINUS:
		a = laws_value(x, n->kid[1]);
		*out = form_plus(x, laws_value(x, n->kid[0]), n->op == OP_ADD ? 1 : -1, &a);
		return true;
	case OP_NEGATE:
		a = laws_value(x, n->kid[0]);
		*out = form_plus(x, form_number(0), -1, &a);
		return true;
	case OP_TIMES: *out = product(x, n); return true;
	case OP_CARD: *out = laws_size(x, laws_set(x, n->kid[0])); return true;
	case OP_SIZE: *out = laws_length(x, laws_set(x, n->kid[0])); return true;
	default: return false;
	}
}

static struct laws_form literal(struct laws *x, int64_t is)
{
	enum { MOST = 1000000 };
	if (is > MOST || is < -MOST) x->gives_up = true;
	return form_number(x->gives_up ? 0 : is);
}

struct laws_form laws_value(struct laws *x, const struct node *n)
{
	int64_t is;
	struct laws_form sum;
	if (x->gives_up) return form_number(0);
	bool is_integer = n->type && n->type->kind == TYPE_INTEGER;
	if (is_integer && generator_literal(n, &is)) return literal(x, is);
	if (is_sum(x, n, &sum)) return sum;
	switch (n->op) {
	case OP_STRING: return constant(x, n);
	case OP_ID: return n->decl && n->decl->kind == DECL_ELEMENT ? constant(x, n) : term(x, n);
	case OP_TRUE: return form_number(1);
	case OP_FALSE: return form_number(0);
	case OP_MAXINT: return form_number(x->search->question.universe->maxint);
	case OP_MININT: return form_number(x->search->question.universe->minint);
	case OP_PAIR: return laws_number(x, pair_element(x, n));
	default: return term(x, n);
	}
}

/* ---- having a value ------------------------------------------------------------------------------------------ */

static lit own_defined(struct laws *x, const struct node *n)
{
	if (n->op == OP_CARD) return laws_finite(x, laws_set(x, n->kid[0]));
	if (n->op == OP_SIZE) return laws_sequence(x, laws_set(x, n->kid[0]));
	if (n->op != OP_FIRST && n->op != OP_LAST && op_is(n->op, FACT_OF_SEQUENCES))
		return laws_sequence(x, laws_set(x, n));
	for (uint32_t i = 0; i < x->values.count; i++)
		if (laws_are_alike(x->values.at[i].node, n)) return x->values.at[i].defined;
	return LIT_TRUE;
}

/* May it have no value, by what is asked for here? As defined_may_fail, but sets may be infinite. */
bool laws_may_fail(const struct node *n)
{
	if (n->op == OP_CARD || defined_may_lack_value(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (laws_may_fail(n->kid[i])) return true;
	return false;
}

/* What is within binders and choices need not have a value. */
lit laws_defined(struct laws *x, const struct node *n)
{
	lit all = LIT_TRUE;
	bool has_parts = n->op != OP_IF && n->op != OP_LET && n->op != OP_BOOL &&
	                 !(n->count && n->kid[0]->op == OP_IDS);
	if (x->gives_up) return LIT_TRUE;
	for (uint32_t i = 0; has_parts && i < n->count; i++)
		all = circuit_and(x->circuit, all, laws_defined(x, n->kid[i]));
	return circuit_and(x->circuit, all, own_defined(x, n));
}

/* ---- pairs ---------------------------------------------------------------------------------------------------- */

/* Pairs are equal if their parts are. */
void laws_congruence(struct laws *x)
{
	uint32_t count = x->elements.count;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < i; k++) {
			struct named_element a = x->elements.at[i], b = x->elements.at[k];
			if (a.first < 0 || b.first < 0 || !type_same(a.type, b.type)) continue;
			lit first = laws_equal(x, &x->elements.at[a.first].is, &x->elements.at[b.first].is);
			lit second = laws_equal(x, &x->elements.at[a.second].is, &x->elements.at[b.second].is);
			lit same = laws_equal(x, &a.is, &b.is);
			laws_imply(x, same, first);
			laws_imply(x, same, second);
			laws_imply_both(x, first, second, same);
		}
}

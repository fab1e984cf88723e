/* Counters that are only counted up, sets to which elements are only added: such an action cannot make x > 3 false, nor s = {} true.
 * Of each expression it is known whether it may become greater (a set: have more elements) or smaller; an expression of which
 * nothing is written does neither. */
#include "reduce/trend.h"

#include "eval/eval.h"

enum { SAME = 0, GROWS = 1, SHRINKS = 2, ANY = 3 };

struct trends {
	const struct node *action;
	const struct footprint *touched;
};

static unsigned converse(unsigned t)
{
	return (t & GROWS ? SHRINKS : 0) | (t & SHRINKS ? GROWS : 0);
}

/* ---- variables ------------------------------------------------------------------------------------------- */

static bool is_name(const struct node *n, const struct decl *d)
{
	return n->op == OP_ID && n->decl == d;
}

/* x := E, where E begins with x itself, or ends with it. */
static unsigned by_operator(enum op op, const struct node *other, bool is_left)
{
	switch (op) {
	case OP_ADD: return other->op == OP_NUMBER ? GROWS : ANY;
	case OP_MINUS: return is_left && other->op == OP_NUMBER ? SHRINKS : ANY;
	case OP_UNION: return GROWS;
	case OP_INTER: return SHRINKS;
	case OP_DIFFERENCE:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT: return is_left ? SHRINKS : ANY;
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return is_left ? ANY : SHRINKS;
	default: return ANY;
	}
}

static unsigned by_assignment(const struct node *is, const struct decl *d)
{
	if (is_name(is, d)) return SAME;
	if (is->count != 2) return ANY;
	if (is_name(is->kid[0], d)) return by_operator(is->op, is->kid[1], true);
	return is_name(is->kid[1], d) ? by_operator(is->op, is->kid[0], false) : ANY;
}

/* Of its domain: f(x) := E and f := f <+ g leave no element out. */
static unsigned domain_by(const struct node *place, const struct node *is, const struct decl *d)
{
	if (place->op != OP_ID) return place->op == OP_APPLY && is_name(place->kid[0], d) ? GROWS : ANY;
	if (is->op == OP_OVERRIDE && is->count == 2 && is_name(is->kid[0], d)) return GROWS;
	return by_assignment(is, d);
}

static unsigned of_variable(const struct node *n, const struct decl *d, bool of_domain)
{
	unsigned t = SAME;
	if (n->op == OP_S_CALL) return ANY;
	if (n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			if (node_root(n->kid[0]->kid[i])->decl == d) return ANY;
		return SAME;
	}
	if (n->op == OP_S_ASSIGN) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++) {
			const struct node *place = n->kid[0]->kid[i], *is = n->kid[1]->kid[i];
			if (node_root(place)->decl != d) continue;
			if (of_domain) t |= domain_by(place, is, d);
			else t |= place->op == OP_ID ? by_assignment(is, d) : ANY;
		}
		return t;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (n->kid[i] && op_info(n->kid[i]->op)->class == CLASS_SUBST)
			t |= of_variable(n->kid[i], d, of_domain);
	return t;
}

/* ---- expressions ------------------------------------------------------------------------------------------ */

static bool is_untouched(const struct trends *t, const struct node *n)
{
	struct footprint reads = {0};
	footprint_find_in(n, &reads);
	bool is = footprint_are_apart(&reads, t->touched);
	footprint_clear(&reads);
	return is;
}

static unsigned of(const struct trends *t, const struct node *n)
{
	if (is_untouched(t, n)) return SAME;
	if (footprint_variable(n)) return of_variable(t->action, n->decl, false);
	switch (n->op) {
	case OP_ADD:
	case OP_UNION:
	case OP_INTER:
	case OP_IMAGE:
	case OP_DOMAIN_RESTRICT:
	case OP_RANGE_RESTRICT: return of(t, n->kid[0]) | of(t, n->kid[1]);
	case OP_MINUS:
	case OP_DIFFERENCE:
	case OP_RANGE_SUBTRACT: return of(t, n->kid[0]) | converse(of(t, n->kid[1]));
	case OP_DOMAIN_SUBTRACT:
	case OP_INTERVAL: return converse(of(t, n->kid[0])) | of(t, n->kid[1]);
	case OP_DOM:
		if (footprint_variable(n->kid[0])) return of_variable(t->action, n->kid[0]->decl, true);
		return of(t, n->kid[0]);
	case OP_RAN:
	case OP_CARD: return of(t, n->kid[0]);
	default: return ANY;
	}
}

/* ---- predicates -------------------------------------------------------------------------------------------- */

/* Growing makes it true, shrinking makes it false. */
static unsigned grown(unsigned t)
{
	return (t & GROWS ? TREND_TO_TRUE : 0) | (t & SHRINKS ? TREND_TO_FALSE : 0);
}

static unsigned negated(unsigned is)
{
	return (is & TREND_TO_TRUE ? TREND_TO_FALSE : 0) | (is & TREND_TO_FALSE ? TREND_TO_TRUE : 0);
}

static unsigned equal(const struct trends *t, const struct node *n)
{
	for (uint32_t i = 0; i < 2; i++)
		if (n->kid[i]->op == OP_EMPTY_SET) return grown(converse(of(t, n->kid[1 - i])));
	return is_untouched(t, n) ? 0 : TREND_ANY;
}

/* Does it write f at single places only? */
static bool writes_places(const struct node *n, const struct decl *f)
{
	if (n->op == OP_S_CALL || n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH)
		return of_variable(n, f, false) == SAME;
	for (uint32_t i = 0; n->op == OP_S_ASSIGN && i < n->kid[0]->count; i++) {
		const struct node *place = n->kid[0]->kid[i];
		bool is_place = place->op == OP_APPLY && place->count == 2 && is_name(place->kid[0], f);
		if (node_root(place)->decl == f && !is_place) return false;
	}
	for (uint32_t i = 0; n->op != OP_S_ASSIGN && i < n->count; i++)
		if (n->kid[i] && op_info(n->kid[i]->op)->class == CLASS_SUBST &&
		    !writes_places(n->kid[i], f))
			return false;
	return true;
}

/* f : A --> B stays true where f(x) := E, whatever x and E, if A and B are all values of their types. */
static bool keeps_function(const struct trends *t, const struct node *f, const struct node *set)
{
	bool is_free = set->op == OP_TOTAL_FUNCTIONS || set->op == OP_PARTIAL_FUNCTIONS;
	return is_free && footprint_variable(f) && conjunct_is_type(set->kid[0]) &&
	       conjunct_is_type(set->kid[1]) && writes_places(t->action, f->decl);
}

static unsigned member(const struct trends *t, const struct node *n)
{
	const struct node *x = n->kid[0], *set = n->kid[1];
	unsigned is = of(t, x);
	if (is == SAME) return grown(of(t, set));
	if (conjunct_is_type(set)) return 0;
	if (set->op == OP_NATURAL_SET || set->op == OP_NATURAL1_SET) return grown(is);
	if (set->op == OP_PARTIAL_FUNCTIONS && is == SHRINKS && is_untouched(t, set))
		return TREND_TO_TRUE;
	return keeps_function(t, x, set) ? TREND_TO_TRUE : TREND_ANY;
}

static unsigned less(const struct trends *t, const struct node *a, const struct node *b)
{
	return grown(converse(of(t, a)) | of(t, b));
}

static unsigned judge(const struct trends *t, const struct node *n);

static unsigned judge_each(const struct trends *t, const struct node *n)
{
	unsigned is = 0;
	for (uint32_t i = 0; i < n->count; i++) is |= judge(t, n->kid[i]);
	return is;
}

static unsigned judge(const struct trends *t, const struct node *n)
{
	switch (n->op) {
	case OP_AND:
	case OP_OR: return judge_each(t, n);
	case OP_IMPLIES: return negated(judge(t, n->kid[0])) | judge(t, n->kid[1]);
	case OP_NOT: return negated(judge(t, n->kid[0]));
	case OP_LESS:
	case OP_LESS_EQUAL: return less(t, n->kid[0], n->kid[1]);
	case OP_SUBSET: return conjunct_is_type(n->kid[1]) ? 0 : less(t, n->kid[0], n->kid[1]);
	case OP_GREATER:
	case OP_GREATER_EQUAL: return less(t, n->kid[1], n->kid[0]);
	case OP_NOT_SUBSET: return negated(less(t, n->kid[0], n->kid[1]));
	case OP_EQUAL: return equal(t, n);
	case OP_NOT_EQUAL: return negated(equal(t, n));
	case OP_MEMBER: return member(t, n);
	case OP_NOT_MEMBER: return negated(member(t, n));
	default: return is_untouched(t, n) ? 0 : TREND_ANY;
	}
}

unsigned trend_judge(const struct node *predicate, const struct node *action,
                     const struct footprint *touched)
{
	struct trends t = {action, touched};
	return judge(&t, predicate);
}

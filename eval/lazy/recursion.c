/* Is there a function as f = %x.(P | ... f(x - 1) ...) describes it? An equation that a function satisfies
 * with itself may have no solution (f(x) = f(x) + 1), and the evaluator looks at single arguments only. */
#include "eval/eval.h"
#include "eval/lazy/extent.h"

struct guard { /* holds where the function is called */
	const struct node *node;
	const struct guard *outer;
};

struct recursion {
	const struct decl *function;
	const struct node *ids; /* of the lambda or comprehension */
	uint32_t count;         /* of them, how many are arguments */
	uint32_t at;            /* the argument that goes down */
	const struct node *condition;
	bool takes_sets; /* whether they are finite or not */
};

static const struct decl *counter(const struct recursion *r) { return r->ids->kid[r->at]->decl; }

static bool is_counter(const struct recursion *r, const struct node *n)
{
	return n->op == OP_ID && n->decl == counter(r);
}

/* The same number for all arguments. */
static bool is_fixed(const struct recursion *r, const struct node *n)
{
	for (uint32_t i = 0; i < r->ids->count; i++)
		if (node_mentions(n, r->ids->kid[i]->decl)) return false;
	return !node_mentions(n, r->function);
}

static bool bounds_below(const struct recursion *r, const struct node *n)
{
	const struct node *set = n->op == OP_MEMBER ? n->kid[1] : NULL;
	switch (n->op) {
	case OP_AND:
		for (uint32_t i = 0; i < n->count; i++)
			if (bounds_below(r, n->kid[i])) return true;
		return false;
	case OP_GREATER:
	case OP_GREATER_EQUAL: return is_counter(r, n->kid[0]) && is_fixed(r, n->kid[1]);
	case OP_LESS:
	case OP_LESS_EQUAL: return is_counter(r, n->kid[1]) && is_fixed(r, n->kid[0]);
	case OP_MEMBER:
		return is_counter(r, n->kid[0]) &&
		       (set->op == OP_NATURAL_SET || set->op == OP_NATURAL1_SET || set->op == OP_NAT_SET ||
		        set->op == OP_NAT1_SET || (set->op == OP_INTERVAL && is_fixed(r, set->kid[0])));
	default: return false;
	}
}

/* x - 1 */
static bool goes_down(const struct recursion *r, const struct node *n)
{
	bool has_number = n->op == OP_MINUS && n->kid[1]->op == OP_NUMBER;
	return has_number && is_counter(r, n->kid[0]) && strspn(n->kid[1]->name, "0") == 0 &&
	       strspn(n->kid[1]->name, "123456789") > 0;
}

/* x : FIN(S), finite(x) */
static bool says_finite(const struct recursion *r, const struct node *n)
{
	for (uint32_t i = 0; n->op == OP_AND && i < n->count; i++)
		if (says_finite(r, n->kid[i])) return true;
	if (n->op == OP_FINITE) return is_counter(r, n->kid[0]);
	return n->op == OP_MEMBER && is_counter(r, n->kid[0]) &&
	       (n->kid[1]->op == OP_FIN || n->kid[1]->op == OP_FIN1);
}

static bool is_finite(const struct recursion *r)
{
	const struct type *t = counter(r)->type;
	return r->takes_sets || (t->kind == TYPE_POW && finite_type(t->a) == CARD_SOME) ||
	       says_finite(r, r->condition);
}

static bool is_element(const struct recursion *r, const struct node *n, bool is_domain,
                       const struct guard *g);

/* c = max(x), c : x */
static bool says_element(const struct recursion *r, const struct node *n, const struct decl *c,
                         bool is_domain, const struct guard *outer)
{
	bool is_about = (n->op == OP_EQUAL || n->op == OP_MEMBER) && n->kid[0]->op == OP_ID;
	if (!is_about || n->kid[0]->decl != c) return false;
	if (n->op == OP_EQUAL) return is_element(r, n->kid[1], is_domain, outer);
	return !is_domain && is_counter(r, n->kid[1]);
}

/* Is it an element of the counter, or of its domain, wherever it has a value? */
static bool is_element(const struct recursion *r, const struct node *n, bool is_domain,
                       const struct guard *g)
{
	if (n->op == OP_ID) {
		for (; g; g = g->outer)
			EACH_CONJUNCT(c, g->node)
				if (says_element(r, c.now, n->decl, is_domain, g->outer)) return true;
		return false;
	}
	bool is_choice = n->op == OP_MAX || n->op == OP_MIN ||
	                 (n->op == OP_EXTERNAL_CALL && strcmp(n->name, "CHOOSE") == 0);
	if (!is_choice || !is_domain) return is_choice && is_counter(r, n->kid[0]);
	return n->kid[0]->op == OP_DOM && is_counter(r, n->kid[0]->kid[0]);
}

/* x - {max(x)}, {min(dom(x))} <<| x */
static bool is_smaller(const struct recursion *r, const struct node *n, const struct guard *g)
{
	bool is_difference = n->op == OP_DIFFERENCE, is_domain = n->op == OP_DOMAIN_SUBTRACT;
	if (!is_difference && !is_domain) return false;
	const struct node *what = n->kid[is_difference], *from = n->kid[is_domain];
	return is_counter(r, from) && what->op == OP_SET && what->count > 0 &&
	       is_element(r, what->kid[0], is_domain, g);
}

static bool is_good_call(const struct recursion *r, const struct node *call, const struct guard *g,
                         bool is_bounded)
{
	const struct node *x = extent_argument(call, r->at, r->count);
	for (uint32_t i = 1; i < call->count; i++)
		if (node_mentions(call->kid[i], r->function)) return false;
	if (!x) return false;
	if (x->op == OP_TAIL || x->op == OP_FRONT) return is_counter(r, x->kid[0]);
	if (is_smaller(r, x, g)) return is_finite(r);
	for (; g && !is_bounded; g = g->outer) is_bounded = bounds_below(r, g->node);
	return is_bounded && goes_down(r, x);
}

static bool is_call(const struct recursion *r, const struct node *n)
{
	return n->op == OP_APPLY && n->kid[0]->op == OP_ID && n->kid[0]->decl == r->function;
}

/* What holds where this operand is evaluated, or NULL. */
static const struct node *guard_of(const struct node *n, uint32_t i)
{
	switch (n->op) {
	case OP_AND: return n;
	case OP_IMPLIES: return i == 1 ? n->kid[0] : NULL;
	case OP_IF: return i % 2 == 1 ? n->kid[i - 1] : NULL;
	case OP_LET:
	case OP_LAMBDA:
	case OP_SIGMA:
	case OP_PI:
	case OP_QUANTIFIED_UNION:
	case OP_QUANTIFIED_INTER: return i == 2 ? n->kid[1] : NULL;
	default: return NULL;
	}
}

/* All calls are for arguments that are closer to an end. */
static bool ends(const struct recursion *r, const struct node *n, const struct guard *g)
{
	if (is_call(r, n)) return is_good_call(r, n, g, false);
	if (n->op == OP_ID) return n->decl != r->function;
	for (uint32_t i = 0; i < n->count; i++) {
		struct guard here = {guard_of(n, i), g};
		if (!ends(r, n->kid[i], here.node ? &here : g)) return false;
	}
	return true;
}

/* It has all integers as arguments but some that are named, whatever the others are. */
static bool is_for_all(const struct recursion *r)
{
	EACH_CONJUNCT(c, r->condition) {
		const struct node *n = c.now;
		bool is_type = n->op == OP_MEMBER && eval_is_whole_type(n->kid[1]);
		bool differs = n->op == OP_NOT_EQUAL || (n->op == OP_NOT && n->kid[0]->op == OP_EQUAL);
		if (!is_type && !differs && node_mentions(n, counter(r))) return false;
	}
	return true;
}

/* Calls that never end are no harm where the equations can be solved for the values that are called: those of
 * c + f(x - 1), going down from any of them; and those of c * f(x - 1) are 0. There is one call for each x, so that
 * nothing else is said of them. */
enum endless { ENDLESS_SUM, ENDLESS_PRODUCT };

static bool is_solvable(const struct recursion *r, const struct node *n, enum endless how)
{
	if (is_call(r, n)) return is_good_call(r, n, NULL, true);
	if (n->type->kind != TYPE_INTEGER) return false;
	bool is_sum = n->op == OP_ADD || n->op == OP_MINUS;
	if (n->op == OP_IF) {
		for (uint32_t i = 0; i < n->count; i++) {
			bool is_condition = i % 2 == 0 && i + 1 < n->count;
			if (node_mentions(n->kid[i], r->function) &&
			    (is_condition || !is_solvable(r, n->kid[i], how)))
				return false;
		}
		return true;
	}
	if (how == ENDLESS_SUM ? !is_sum : n->op != OP_TIMES) return false;
	bool left = node_mentions(n->kid[0], r->function),
	     right = node_mentions(n->kid[1], r->function);
	return left != right && is_solvable(r, n->kid[left ? 0 : 1], how);
}

/* *endless has the number of lambdas whose calls never end. */
static bool is_founded(const struct node *n, const struct decl *d, uint32_t at, bool takes_sets,
                       uint32_t *endless)
{
	if (!node_mentions(n, d)) return true;
	if (n->op == OP_UNION || n->op == OP_OVERRIDE)
		return is_founded(n->kid[0], d, at, takes_sets, endless) &&
		       is_founded(n->kid[1], d, at, takes_sets, endless);
	bool is_lambda = n->op == OP_LAMBDA;
	if ((!is_lambda && n->op != OP_COMPREHENSION) || n->count != (is_lambda ? 3 : 2)) return false;
	uint32_t count = n->kid[0]->count - !is_lambda;
	struct recursion r = {d, n->kid[0], count, at, n->kid[1], takes_sets};
	struct guard condition = {n->kid[1], NULL};
	if (at >= count) return false;
	if (!ends(&r, n->kid[1], NULL)) return false;
	if (!is_lambda || ends(&r, n->kid[2], &condition)) return true;
	return ++*endless == 1 && is_for_all(&r) &&
	       (is_solvable(&r, n->kid[2], ENDLESS_SUM) || is_solvable(&r, n->kid[2], ENDLESS_PRODUCT));
}

static bool exists(const struct node *text, const struct decl *function, bool takes_sets)
{
	enum { MOST_ARGUMENTS = 8 };
	for (uint32_t at = 0; at < MOST_ARGUMENTS; at++) {
		uint32_t endless = 0;
		if (is_founded(text, function, at, takes_sets, &endless)) return true;
	}
	return false;
}

enum recursion_end recursion_end_of(const struct node *text, const struct decl *function)
{
	if (exists(text, function, false)) return RECURSION_ENDS;
	return exists(text, function, true) ? RECURSION_ENDS_IF_FINITE : RECURSION_UNKNOWN;
}

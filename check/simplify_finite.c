/* Which sets are finite: by the way they are written, and because card(S) has a value for finite sets
 * only (docs/LANGUAGE.md), so that S is finite wherever a comparison with card(S) is true or false. */
#include "check/simplify.h"

enum { MOST_FINITE = 64 };

static bool is_known(const struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < z->finite.count; i++)
		if (encode_is_alike(z->finite.at[i], n)) return true;
	return false;
}

bool simplify_is_finite(const struct simplifier *z, const struct node *n)
{
	const struct node *a = n->count > 0 ? n->kid[0] : NULL, *b = n->count > 1 ? n->kid[1] : NULL;
	if (is_known(z, n)) return true;
	switch (n->op) {
	case OP_INTERVAL:
	case OP_SET:
	case OP_EMPTY_SET:
	case OP_BOOL_SET: return true;
	case OP_PRODUCT:
	case OP_PARALLEL_PRODUCT:
	case OP_DIRECT_PRODUCT:
	case OP_OVERRIDE:
	case OP_UNION: return simplify_is_finite(z, a) && simplify_is_finite(z, b);
	case OP_INTER: return simplify_is_finite(z, a) || simplify_is_finite(z, b);
	case OP_DIFFERENCE:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT:
	case OP_IMAGE:
	case OP_INVERSE:
	case OP_IDENTITY:
	case OP_DOM:
	case OP_RAN:
	case OP_POW:
	case OP_POW1: return simplify_is_finite(z, a);
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return simplify_is_finite(z, b);
	default: return false;
	}
}

static void add(struct simplifier *z, const struct node *set)
{
	if (z->finite.count < MOST_FINITE && !is_known(z, set)) VEC_PUSH(&z->finite, set);
}

/* What must be finite for the term to have a value. Both sides of IF give the same, or nothing. */
static void add_of_term(struct simplifier *z, const struct node *n)
{
	if (n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return;
	if (n->op == OP_IF && n->count != 3) return; /* ELSIF */
	if (n->op == OP_IF) {
		uint32_t before = z->finite.count, kept = before;
		add_of_term(z, n->kid[1]);
		uint32_t first = z->finite.count;
		struct simplifier other = {.ways = z->ways, .search = z->search};
		add_of_term(&other, n->kid[2]);
		for (uint32_t i = before; i < first; i++)
			if (is_known(&other, z->finite.at[i])) z->finite.at[kept++] = z->finite.at[i];
		z->finite.count = kept;
		VEC_CLEAR(&other.finite);
		return;
	}
	if (n->op == OP_CARD) add(z, n->kid[0]);
	for (uint32_t i = 0; i < n->count; i++) add_of_term(z, n->kid[i]);
}

static bool is_comparison(const struct node *n) { return op_is(n->op, FACT_COMPARISON); }

/* Of a predicate that has a value; if it is true, of all its conjuncts. */
static void add_of(struct simplifier *z, const struct node *n, bool is_true)
{
	if (is_comparison(n)) add_of_term(z, n->kid[0]), add_of_term(z, n->kid[1]);
	if (n->op == OP_FINITE && is_true) add(z, n->kid[0]);
	bool is_finite_part =
	    n->op == OP_MEMBER && is_true && (n->kid[1]->op == OP_FIN || n->kid[1]->op == OP_FIN1);
	if (is_finite_part) add(z, n->kid[0]);
	if (n->op == OP_NOT || n->op == OP_LABEL) add_of(z, n->kid[0], is_true && n->op == OP_LABEL);
	/* the first part has a value in any case, the others if it does not decide */
	bool is_first = n->op == OP_OR || n->op == OP_IMPLIES || n->op == OP_AND;
	uint32_t count = n->op == OP_AND && is_true ? n->count : is_first ? 1 : 0;
	for (uint32_t i = 0; i < count; i++) add_of(z, n->kid[i], is_true && n->op == OP_AND);
}

void simplify_find_finite(struct simplifier *z)
{
	const struct search *s = z->search;
	for (uint32_t i = 0; i < s->conjuncts.count; i++) add_of(z, s->conjuncts.at[i], true);
}

/* A copy with the sizes that can be told now, or NULL if there are none. */
static struct node *resized(struct simplifier *z, const struct node *n)
{
	struct node *copy = NULL;
	if (n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return NULL;
	if (n->op == OP_CARD && (copy = simplify_card(z, n))) return copy;
	for (uint32_t i = 0; i < n->count; i++) {
		struct node *kid = resized(z, n->kid[i]);
		if (!kid) continue;
		if (!copy) copy = way_renamed(&z->ways, n, NULL, NULL);
		copy->kid[i] = kid;
	}
	return copy;
}

struct node *simplify_sizes(struct simplifier *z, const struct node *n)
{
	uint32_t before = z->finite.count;
	add_of(z, n, false);
	struct node *copy = z->finite.count > before ? resized(z, n) : NULL;
	z->finite.count = before;
	return copy;
}

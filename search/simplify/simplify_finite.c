/* Which sets are finite: by their operators, and because card(S) has a value for finite sets
 * only (docs/LANGUAGE.md), so that S is finite wherever a comparison with card(S) is true or false. */
#include "search/simplify/simplify.h"

enum { MOST_FINITE = 64 };

static bool is_known(const struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < z->finite.count; i++)
		if (alike_are(z->finite.at[i], n)) return true;
	return false;
}

static unsigned known_card(const void *z, const struct node *set)
{
	return is_known(z, set) ? CARD_FINITE : CARD_UNKNOWN;
}

bool simplify_is_finite(const struct simplifier *z, const struct node *n)
{
	return finite_is_sure(&(struct finite_view){known_card, z}, n);
}

static bool counts_infinitely(const struct node *n)
{
	if (n->op == OP_CARD) return !finite_is_sure(NULL, n->kid[0]);
	return (n->op == OP_SIGMA || n->op == OP_PI) && !finite_index(NULL, n);
}

bool form_counts_infinitely(const struct node *n)
{
	if (counts_infinitely(n)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if (form_counts_infinitely(n->kid[i])) return true;
	return false;
}

bool form_may_lack_value(const struct node *n)
{
	return defined_may_lack_value(n) || counts_infinitely(n);
}

bool form_may_be_undefined(const struct node *n)
{
	return defined_may_fail(n) || form_counts_infinitely(n);
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
		struct simplifier other = {.copies = z->copies, .search = z->search};
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

/* x : S or x <: S says that x is finite: sequences are, functions with a finite domain, parts of finite sets. */
static bool makes_finite(const struct simplifier *z, const struct node *n)
{
	if (n->op == OP_SUBSET || n->op == OP_STRICT_SUBSET) return simplify_is_finite(z, n->kid[1]);
	if (n->op != OP_MEMBER) return false;
	const struct node *set = n->kid[1];
	if (set->op == OP_FIN || set->op == OP_FIN1 || op_is(set->op, FACT_SEQUENCES | FACT_TREES))
		return true;
	if (set->op == OP_POW || set->op == OP_POW1) return simplify_is_finite(z, set->kid[0]);
	if (!op_is(set->op, FACT_ARROWS)) return false;
	bool is_function = op_is(set->op, FACT_FUNCTIONS);
	return simplify_is_finite(z, set->kid[0]) &&
	       (is_function || simplify_is_finite(z, set->kid[1]));
}

/* Of a predicate that has a value; if it is true, of all its conjuncts. */
static void add_of(struct simplifier *z, const struct node *n, bool is_true)
{
	if (is_comparison(n)) add_of_term(z, n->kid[0]), add_of_term(z, n->kid[1]);
	if (n->op == OP_FINITE && is_true) add(z, n->kid[0]);
	if (is_true && makes_finite(z, n)) add(z, n->kid[0]);
	if (n->op == OP_NOT) add_of(z, n->kid[0], false);
	/* the first part has a value in any case, the others if it does not decide */
	bool is_first = n->op == OP_OR || n->op == OP_IMPLIES || n->op == OP_AND;
	uint32_t count = n->op == OP_AND && is_true ? n->count : is_first ? 1 : 0;
	for (uint32_t i = 0; i < count; i++) add_of(z, n->kid[i], is_true && n->op == OP_AND);
}

void simplify_find_finite(struct simplifier *z)
{
	const struct search *s = z->search;
	for (uint32_t i = 0; i < s->question.conjunct_count; i++)
		add_of(z, s->question.conjuncts[i], true);
}

/* A copy with the sizes that are known now, or NULL if there are none. */
static const struct node *resized(struct simplifier *z, const struct node *n)
{
	struct node *copy = NULL;
	if (n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return NULL;
	const struct node *size = n->op == OP_CARD ? simplify_card(z, n) : NULL;
	if (size) return size;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = resized(z, n->kid[i]);
		if (!kid) continue;
		if (!copy) copy = build_copy(z->copies.arena, n);
		copy->kid[i] = kid;
	}
	return copy;
}

const struct node *simplify_sizes(struct simplifier *z, const struct node *n)
{
	uint32_t before = z->finite.count;
	add_of(z, n, false);
	const struct node *copy = z->finite.count > before ? resized(z, n) : NULL;
	z->finite.count = before;
	return copy;
}

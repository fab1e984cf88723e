/* Which sets are finite: by the way they are written, and because card(S) has a value for finite sets
 * only (docs/LANGUAGE.md), so that S is finite wherever a comparison with card(S) is true or false. */
#include "search/simplify/simplify.h"

enum { MOST_FINITE = 64 };

static bool is_known(const struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < z->finite.count; i++)
		if (encode_is_alike(z->finite.at[i], n)) return true;
	return false;
}

/* Given sets are finite (B-Book 2.4), and free types need not be. */
static bool has_finite_type(const struct type *t)
{
	if (!t) return true;
	if (t->kind == TYPE_INTEGER || t->kind == TYPE_REAL || t->kind == TYPE_STRING) return false;
	if (t->kind == TYPE_GIVEN) return t->decl->kind != DECL_FREETYPE;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (!has_finite_type(t->fields[i].type)) return false;
	return has_finite_type(t->a) && has_finite_type(t->b);
}

static bool is_pattern_of(const struct node *n, const struct decl *d)
{
	if (n->op == OP_PAIR) return is_pattern_of(n->kid[0], d) || is_pattern_of(n->kid[1], d);
	return n->op == OP_ID && n->decl == d;
}

/* Does a conjunct leave finitely many values of the name: x : S, x <: S or x = E, where S and E depend on no name
 * that is bound here? */
static bool leaves_few(const struct simplifier *z, const struct node *p, const struct node *ids,
                       const struct decl *d)
{
	for (uint32_t i = 0; p->op == OP_AND && i < p->count; i++)
		if (leaves_few(z, p->kid[i], ids, d)) return true;
	if (p->op == OP_LABEL) return leaves_few(z, p->kid[0], ids, d);
	if (p->count != 2 || !is_pattern_of(p->kid[0], d)) return false;
	for (uint32_t i = 0; i < ids->count; i++)
		if (node_mentions(p->kid[1], ids->kid[i]->decl)) return false;
	bool is_bound = p->op == OP_MEMBER || p->op == OP_SUBSET || p->op == OP_STRICT_SUBSET;
	return p->op == OP_EQUAL || (is_bound && simplify_is_finite(z, p->kid[1]));
}

/* Of {x | P}, %x.(P | E), SIGMA(x).(P | E): the values of x. */
static bool is_index_finite(const struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < n->kid[0]->count; i++) {
		const struct decl *d = n->kid[0]->kid[i]->decl;
		if (!has_finite_type(d->type) && !leaves_few(z, n->kid[1], n->kid[0], d)) return false;
	}
	return true;
}

bool simplify_is_finite(const struct simplifier *z, const struct node *n)
{
	const struct node *a = n->count > 0 ? n->kid[0] : NULL, *b = n->count > 1 ? n->kid[1] : NULL;
	if (is_known(z, n) || (n->type && has_finite_type(n->type))) return true;
	switch (n->op) {
	case OP_INTERVAL:
	case OP_SET:
	case OP_EMPTY_SET:
	case OP_SEQUENCE:
	case OP_EMPTY_SEQ:
	case OP_INT_SET:
	case OP_NAT_SET:
	case OP_NAT1_SET:
	case OP_BOOL_SET: return true;
	case OP_COMPREHENSION:
	case OP_LAMBDA: return is_index_finite(z, n);
	case OP_FRONT: /* sequences are finite */
	case OP_TAIL:
	case OP_REV:
	case OP_CONCAT:
	case OP_INSERT_FRONT:
	case OP_INSERT_TAIL:
	case OP_RESTRICT_FRONT:
	case OP_RESTRICT_TAIL:
	case OP_CONC: return true;
	case OP_COMPOSE:
		for (uint32_t i = 0; i < n->count; i++)
			if (!simplify_is_finite(z, n->kid[i])) return false;
		return true;
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
	case OP_CLOSURE1:
	case OP_ISEQ:
	case OP_ISEQ1:
	case OP_PERM:
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1: return simplify_is_finite(z, a);
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return simplify_is_finite(z, b);
	default:
		return op_is(n->op, FACT_ARROWS) && simplify_is_finite(z, a) && simplify_is_finite(z, b);
	}
}

static bool counts_infinitely(const struct node *n)
{
	const struct simplifier nothing = {0};
	if (n->op == OP_CARD) return !simplify_is_finite(&nothing, n->kid[0]);
	return (n->op == OP_SIGMA || n->op == OP_PI) && !is_index_finite(&nothing, n);
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
	return eval_may_lack_value(n) || counts_infinitely(n);
}

bool form_may_be_undefined(const struct node *n)
{
	return eval_may_be_undefined(n) || form_counts_infinitely(n);
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
	if (n->op == OP_NOT || n->op == OP_LABEL) add_of(z, n->kid[0], is_true && n->op == OP_LABEL);
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

/* A copy with the sizes that can be told now, or NULL if there are none. */
static const struct node *resized(struct simplifier *z, const struct node *n)
{
	struct node *copy = NULL;
	if (n->op == OP_BOOL || (n->count && n->kid[0]->op == OP_IDS)) return NULL;
	const struct node *size = n->op == OP_CARD ? simplify_card(z, n) : NULL;
	if (size) return size;
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *kid = resized(z, n->kid[i]);
		if (!kid) continue;
		if (!copy) copy = build_copy(z->ways.arena, n);
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

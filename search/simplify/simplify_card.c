/* Sizes of sets that are too large to be listed, as powers and products (B-Book 3.6 and its exercises),
 * and what makes powers comparable. */
#include "search/simplify/simplify.h"

static bool is_number(const struct node *n, int64_t *is)
{
	return generator_literal(n, is) && *is >= 0;
}

static const struct node *number(struct simplifier *z, const struct node *like, int64_t is)
{
	return build_number(z->copies.arena, z->search->project->names, like, is);
}

static const struct node *times(struct simplifier *z, const struct node *like, const struct node *a,
                                const struct node *b)
{
	int64_t x, y;
	if (is_number(a, &x) && is_number(b, &y)) return number(z, like, x * y);
	return build_like(z->copies.arena, OP_TIMES, like, a, b);
}

static const struct node *plus_one(struct simplifier *z, const struct node *like,
                                   const struct node *a)
{
	int64_t x;
	if (is_number(a, &x)) return number(z, like, x + 1);
	return build_like(z->copies.arena, OP_ADD, like, a, number(z, like, 1));
}

/* b - a + 1 if a <= b, else 0 */
static const struct node *interval_size(struct simplifier *z, const struct node *like,
                                        const struct node *set)
{
	const struct node *a = set->kid[0], *b = set->kid[1];
	int64_t low, high;
	if (is_number(a, &low) && is_number(b, &high))
		return number(z, like, low <= high ? high - low + 1 : 0);
	struct node *is_one = build_op(z->copies.arena, OP_LESS_EQUAL, like->pos, a, b);
	const struct node *size = plus_one(z, like, build_like(z->copies.arena, OP_MINUS, like, b, a));
	return build_if(z->copies.arena, like, is_one, size, number(z, like, 0));
}

/* Are both operands? (The product of an infinite set and the empty one is finite, too.) */
static bool are_finite(const struct simplifier *z, const struct node *set)
{
	return set->count == 2 && simplify_is_finite(z, set->kid[0]) &&
	       simplify_is_finite(z, set->kid[1]);
}

/* card(set), where `like` is a card */
static const struct node *size_of(struct simplifier *z, const struct node *like,
                                  const struct node *set)
{
	if (set->op == OP_BOOL_SET) return number(z, like, 2);
	if (set->op == OP_INTERVAL) return interval_size(z, like, set);
	if ((set->op == OP_PRODUCT || set->op == OP_PARALLEL_PRODUCT) && are_finite(z, set))
		return times(z, like, size_of(z, like, set->kid[0]), size_of(z, like, set->kid[1]));
	return build_like(z->copies.arena, OP_CARD, like, set, NULL);
}

const struct node *simplify_card(struct simplifier *z, const struct node *n)
{
	const struct node *set = n->kid[0];
	bool is_two = are_finite(z, set);
	const struct node *power;
	switch (set->op) {
	case OP_POW:
		return build_like(z->copies.arena, OP_POWER, n, number(z, n, 2),
		                  size_of(z, n, set->kid[0]));
	case OP_POW1:
		power =
		    build_like(z->copies.arena, OP_POWER, n, number(z, n, 2), size_of(z, n, set->kid[0]));
		return build_like(z->copies.arena, OP_MINUS, n, power, number(z, n, 1));
	case OP_RELATIONS:
		if (!is_two) return NULL;
		return build_like(z->copies.arena, OP_POWER, n, number(z, n, 2),
		                  times(z, n, size_of(z, n, set->kid[0]), size_of(z, n, set->kid[1])));
	case OP_TOTAL_FUNCTIONS:
		if (!is_two) return NULL;
		return build_like(z->copies.arena, OP_POWER, n, size_of(z, n, set->kid[1]),
		                  size_of(z, n, set->kid[0]));
	case OP_PARTIAL_FUNCTIONS:
		if (!is_two) return NULL;
		return build_like(z->copies.arena, OP_POWER, n, plus_one(z, n, size_of(z, n, set->kid[1])),
		                  size_of(z, n, set->kid[0]));
	case OP_PRODUCT:
	case OP_PARALLEL_PRODUCT: return is_two ? size_of(z, n, set) : NULL;
	default: return NULL;
	}
}

/* ---- powers ----------------------------------------------------------------------------------------- */

/* The least r with r ** k = n, and k. */
static int64_t root_of(int64_t n, int64_t *k)
{
	for (int64_t r = 2; r * r <= n; r++) {
		int64_t rest = n;
		for (*k = 0; rest % r == 0; rest /= r) ++*k;
		if (rest == 1) return r;
	}
	*k = 1;
	return n;
}

/* b and x of b ** x, where b is a number above 1, and of b itself */
static bool is_power(struct simplifier *z, const struct node *n, int64_t *base,
                     const struct node **x)
{
	int64_t k;
	if (n->op == OP_POWER && is_number(n->kid[0], base) && *base > 1) {
		*x = n->kid[1];
		return true;
	}
	if (!is_number(n, base) || *base < 2) return false;
	*base = root_of(*base, &k);
	*x = number(z, n, k);
	return true;
}

/* 4 ** x is 2 ** (2 * x): equal bases are easy to compare */
const struct node *simplify_power(struct simplifier *z, const struct node *n)
{
	int64_t base, k;
	if (!is_number(n->kid[0], &base) || base < 4) return NULL;
	int64_t root = root_of(base, &k);
	if (k == 1) return NULL;
	return build_like(z->copies.arena, OP_POWER, n, number(z, n, root),
	                  times(z, n, number(z, n, k), n->kid[1]));
}

/* b ** x * b ** y is b ** (x + y): it has a value where x and y are natural numbers, and so is x + y */
const struct node *simplify_product(struct simplifier *z, const struct node *n)
{
	int64_t a, b;
	const struct node *x, *y;
	bool has_power = n->count == 2 && (n->kid[0]->op == OP_POWER || n->kid[1]->op == OP_POWER);
	if (!has_power || !n->type || n->type->kind != TYPE_INTEGER) return NULL;
	if (!is_power(z, n->kid[0], &a, &x) || !is_power(z, n->kid[1], &b, &y) || a != b) return NULL;
	return build_like(z->copies.arena, OP_POWER, n, number(z, n, a),
	                  build_like(z->copies.arena, OP_ADD, n, x, y));
}

/* b ** x < b ** y is x < y for a number b > 1, which grows with its exponent; x - k = y - k is x = y */
const struct node *simplify_powers(struct simplifier *z, const struct node *n)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	int64_t base, other;
	const struct node *x, *y;
	bool has_power = a->op == OP_POWER || b->op == OP_POWER;
	if (has_power && is_power(z, a, &base, &x) && is_power(z, b, &other, &y) && base == other)
		return build_op(z->copies.arena, n->op, n->pos, x, y);
	bool is_sum = a->op == b->op && (a->op == OP_MINUS || a->op == OP_ADD) && a->type &&
	              a->type->kind == TYPE_INTEGER;
	if (is_sum && alike_are(a->kid[1], b->kid[1]))
		return build_op(z->copies.arena, n->op, n->pos, a->kid[0], b->kid[0]);
	return NULL;
}

/* ---- permutations ----------------------------------------------------------------------------------- */

/* The finite S of card(perm(S)), or NULL. (An infinite S has no permutations, which are finite.) */
static const struct node *permuted(const struct simplifier *z, const struct node *n)
{
	bool fits = n->op == OP_CARD && n->kid[0]->op == OP_PERM;
	const struct node *s = fits ? n->kid[0]->kid[0] : NULL;
	return s && simplify_is_finite(z, s) ? s : NULL;
}

/* a! = b! is a = b, or both are at most 1 */
static const struct node *equal_numbers(struct simplifier *z, const struct node *n,
                                        const struct node *a, const struct node *b)
{
	struct substitute *w = &z->copies;
	const struct node *one = number(z, n->kid[0], 1);
	struct node *are_small =
	    build_join(w->arena, OP_AND, build_join(w->arena, OP_LESS_EQUAL, a, one),
	               build_join(w->arena, OP_LESS_EQUAL, b, one));
	return build_join(w->arena, OP_OR, build_join(w->arena, OP_EQUAL, a, b), are_small);
}

/* a! = e * b! is e = a if a = b + 1; else it stays, as a! - e * b! = 0 */
static const struct node *next_number(struct simplifier *z, const struct node *n,
                                      const struct node *product, const struct node *e,
                                      const struct node *a, const struct node *b)
{
	struct substitute *w = &z->copies;
	const struct node *left = product == n->kid[0] ? n->kid[1] : n->kid[0];
	struct node *is_next = build_join(w->arena, OP_EQUAL, a, plus_one(z, left, b));
	const struct node *rest =
	    build_join(w->arena, OP_EQUAL, build_like(w->arena, OP_MINUS, left, left, product),
	               number(z, left, 0));
	return build_join(w->arena, OP_OR,
	                  build_join(w->arena, OP_AND, is_next, build_join(w->arena, OP_EQUAL, e, a)),
	                  build_join(w->arena, OP_AND, build_not(w->arena, is_next), rest));
}

const struct node *simplify_permutations(struct simplifier *z, const struct node *n)
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *s = permuted(z, n->kid[i]), *other = n->kid[1 - i];
		const struct node *t = s ? permuted(z, other) : NULL;
		if (!s) continue;
		const struct node *a = size_of(z, n->kid[i], s);
		if (t) return equal_numbers(z, n, a, size_of(z, other, t));
		for (uint32_t k = 0; other->op == OP_TIMES && k < 2; k++)
			if ((t = permuted(z, other->kid[k])))
				return next_number(z, n, other, other->kid[1 - k], a, size_of(z, other->kid[k], t));
	}
	return NULL;
}

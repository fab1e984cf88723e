/* Remainders of integers without bounds, in relaxed encoding: a = b implies that both sides leave the same remainder when divided
 * by 8, 3, 5 and 7, whatever the unknowns are, since remainders of sums and products follow from those of their parts. So
 * x * x = 4 * y + 2 has no solution. A remainder is a literal for each of its values; equal terms have the same. */
#include "encode/formula/relax.h"

enum { MODULI = 4, PLACES = 8 + 3 + 5 + 7, MOST_EXPONENT = 64 };
static const struct modulus {
	int m, first; /* place of remainder 0 */
} moduli[MODULI] = {{8, 0}, {3, 8}, {5, 11}, {7, 16}};

struct residues {
	lit is[PLACES];
};

static struct residues constant(wide c)
{
	struct residues r;
	for (int i = 0; i < PLACES; i++) r.is[i] = LIT_FALSE;
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++)
		r.is[j->first + (int)((c % j->m + j->m) % j->m)] = LIT_TRUE;
	return r;
}

static struct residues unknown(enc e)
{
	struct residues r;
	for (int i = 0; i < PLACES; i++) r.is[i] = circuit_input(e->c);
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++)
		circuit_require_exactly_one(e->c, r.is + j->first, (uint32_t)j->m);
	return r;
}

enum mixing { SUM, DIFFERENCE, PRODUCT };

static int mix(enum mixing how, int a, int b, int m)
{
	return how == SUM ? (a + b) % m : how == DIFFERENCE ? (a - b + m) % m : a * b % m;
}

static struct residues mixed(enc e, enum mixing how, const struct residues *a,
                             const struct residues *b)
{
	struct residues r;
	for (int i = 0; i < PLACES; i++) r.is[i] = LIT_FALSE;
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++)
		for (int i = 0; i < j->m * j->m; i++) {
			int x = i / j->m, y = i % j->m;
			lit *to = &r.is[j->first + mix(how, x, y, j->m)];
			lit both = circuit_and(e->c, a->is[j->first + x], b->is[j->first + y]);
			*to = circuit_or(e->c, *to, both);
		}
	return r;
}

static struct residues of(enc e, const struct node *n);

/* ---- powers ------------------------------------------------------------------------------------------ */

static struct residues constant_power(enc e, const struct node *base, wide exponent)
{
	struct residues x = of(e, base), all = constant(1);
	for (wide i = 0; i < exponent; i++) all = mixed(e, PRODUCT, &all, &x);
	return all;
}

/* The remainder at this place is coprime to the modulus, as that of a power of it then is. */
static lit is_unit(enc e, const struct residues *r, const struct modulus *j)
{
	struct lits all = {0};
	for (int i = 1; i < j->m; i++)
		if (j->m != 8 || i % 2 == 1) lits_push(e, &all, r->is[j->first + i]);
	return circuit_any(e->c, all.at, all.count);
}

/* x ** n for an unknown n: of n > 0 it is a unit if and only if x is, and 0 or 1 if x is; of n = 0 it is 1. */
static struct residues unknown_power(enc e, const struct node *n)
{
	struct residues x = of(e, n->kid[0]), r = unknown(e);
	lit positive, natural;
	if (!linear_at_least(e, n->kid[1], 1, &positive) || !linear_at_least(e, n->kid[1], 0, &natural))
		return r;
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++) {
		lit a = is_unit(e, &x, j), b = is_unit(e, &r, j);
		circuit_require_any(e->c, (lit[]){-positive, -a, b}, 3);
		circuit_require_any(e->c, (lit[]){-positive, a, -b}, 3);
		for (int i = 0; i < 2; i++)
			circuit_require_any(e->c, (lit[]){-positive, -x.is[j->first + i], r.is[j->first + i]},
			                    3);
		circuit_require_any(e->c, (lit[]){-natural, positive, r.is[j->first + 1]}, 3);
	}
	return r;
}

/* ---- terms ------------------------------------------------------------------------------------------- */

/* x mod c, where c divides the modulus. */
static struct residues remainder_by(enc e, const struct node *n, wide c)
{
	struct residues x = of(e, n->kid[0]), r = unknown(e);
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++)
		for (int i = 0; i < j->m && c > 0 && j->m % c == 0; i++)
			circuit_require_any(e->c, (lit[]){-x.is[j->first + i], r.is[j->first + i % (int)c]}, 2);
	return r;
}

static struct residues made(enc e, const struct node *n)
{
	wide c;
	bool is_binary = n->op == OP_ADD || n->op == OP_MINUS || n->op == OP_TIMES;
	if (is_binary) {
		struct residues a = of(e, n->kid[0]), b = of(e, n->kid[1]);
		enum mixing how = n->op == OP_ADD ? SUM : n->op == OP_MINUS ? DIFFERENCE : PRODUCT;
		return mixed(e, how, &a, &b);
	}
	if (n->op == OP_NEGATE) {
		struct residues zero = constant(0), a = of(e, n->kid[0]);
		return mixed(e, DIFFERENCE, &zero, &a);
	}
	if (n->op == OP_MOD && linear_constant(e, n->kid[1], &c)) return remainder_by(e, n, c);
	if (n->op != OP_POWER) return unknown(e);
	bool is_known = linear_constant(e, n->kid[1], &c);
	return !is_known                      ? unknown_power(e, n)
	       : c >= 0 && c <= MOST_EXPONENT ? constant_power(e, n->kid[0], c)
	                                      : unknown(e);
}

static struct residues of(enc e, const struct node *n)
{
	wide c;
	if (linear_constant(e, n, &c)) return constant(c);
	for (uint32_t i = 0; i < e->relaxed.residues.count; i++)
		if (alike_are(e->relaxed.residues.at[i].node, n)) return *e->relaxed.residues.at[i].of;
	struct residues *r = ARENA_NEW(&e->arena, struct residues);
	*r = made(e, n);
	VEC_PUSH(&e->relaxed.residues, ((struct residue_entry){n, r}));
	return *r;
}

/* Anything that remainders tell more of than sums of names. */
static bool has_factor(const struct node *n)
{
	if (n->op == OP_TIMES || n->op == OP_POWER || n->op == OP_MOD) return true;
	bool goes_on = n->op == OP_ADD || n->op == OP_MINUS || n->op == OP_NEGATE;
	for (uint32_t i = 0; goes_on && i < n->count; i++)
		if (has_factor(n->kid[i])) return true;
	return false;
}

lit residue_may_be_equal(enc e, const struct node *a, const struct node *b)
{
	lit all = LIT_TRUE;
	if (!has_factor(a) && !has_factor(b)) return LIT_TRUE;
	struct residues x = of(e, a), y = of(e, b);
	for (const struct modulus *j = moduli; j < moduli + MODULI; j++) {
		struct lits any = {0};
		for (int i = 0; i < j->m; i++)
			lits_push(e, &any, circuit_and(e->c, x.is[j->first + i], y.is[j->first + i]));
		all = circuit_and(e->c, all, circuit_any(e->c, any.at, any.count));
	}
	return all;
}

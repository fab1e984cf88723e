/* Products, powers and quotients of integers without bounds, in relaxed encoding. A product of sums is written as a sum of products of
 * leaves; each of those is a leaf of its own, equal ones alike whatever their order, so that (x + 1) * (x + 1) and x * x + 2 * x + 1
 * are the same form. What is known of their signs and sizes is said by linear constraints, as is what a / b and a mod b have to do
 * with each other. All of these facts are true of the integers: nothing is lost but what they do not say. */
#include "encode/formula/relax.h"

static const wide LINEAR_SMALL = 30000; /* of factors that are multiplied out */

static struct linear_form form_of_leaf(struct number *x)
{
	return (struct linear_form){.terms = {{1, x}}, .count = 1};
}

static bool form_add(struct linear_form *to, const struct linear_form *f, wide factor)
{
	to->constant += factor * f->constant;
	bool ok = to->constant <= LINEAR_MOST_CONSTANT && to->constant >= -LINEAR_MOST_CONSTANT;
	for (uint32_t i = 0; ok && i < f->count; i++)
		ok = linear_add_leaf(to, factor * f->terms[i].factor, f->terms[i].leaf);
	return ok;
}

/* a + plus <= b; `otherwise`, where that is too large */
static lit at_most_or(enc e, const struct linear_form *a, wide plus, const struct linear_form *b,
                      lit otherwise)
{
	struct linear_form f = {.constant = plus};
	lit l;
	bool ok = form_add(&f, a, 1) && form_add(&f, b, -1) && linear_at_most_zero(e, &f, &l);
	return ok ? l : otherwise;
}

static lit at_most(enc e, const struct linear_form *a, wide plus, const struct linear_form *b)
{
	return at_most_or(e, a, plus, b, LIT_TRUE);
}

/* ---- products of leaves ------------------------------------------------------------------------------- */

static lit is_at_least(enc e, struct number *x, wide bound)
{
	return number_less_equal(&e->numbers, number_constant(&e->numbers, bound), x);
}

/* a * b = n by the signs of a and b: in size n is not below a factor if the other one is not 0. */
static void require_signs(enc e, struct number *a, struct number *b, struct number *n)
{
	struct number *of[3] = {a, b, n};
	lit positive[3], natural[3];
	for (uint32_t i = 0; i < 3; i++) {
		positive[i] = is_at_least(e, of[i], 1);
		natural[i] = is_at_least(e, of[i], 0);
	}
	const struct linear_form product = form_of_leaf(n);
	for (uint32_t i = 0; i < 2; i++) {
		lit *other = &positive[1 - i], *not_negative = &natural[1 - i];
		const struct linear_form factor = form_of_leaf(of[i]);
		lit above = at_most(e, &factor, 0, &product), below = at_most(e, &product, 0, &factor);
		circuit_require_any(e->c, (lit[]){-natural[i], -*other, above}, 3);
		circuit_require_any(e->c, (lit[]){positive[i], -*other, below}, 3);
		circuit_require_any(e->c, (lit[]){-positive[i], *not_negative, -natural[2]}, 3);
		circuit_require_any(e->c, (lit[]){-natural[i], positive[i], natural[2]}, 3); /* 0 */
		circuit_require_any(e->c, (lit[]){-natural[i], positive[i], -positive[2]}, 3);
	}
	circuit_require_any(e->c, (lit[]){natural[0], natural[1], positive[2]}, 3);
	circuit_require_any(e->c, (lit[]){-positive[0], -positive[1], positive[2]}, 3);
}

/* x <= x * x and -x <= x * x */
static void require_square(enc e, struct number *x, struct number *square)
{
	const struct linear_form n = form_of_leaf(square);
	struct linear_form factor = form_of_leaf(x);
	circuit_require(e->c, at_most(e, &factor, 0, &n));
	factor.terms[0].factor = -1;
	circuit_require(e->c, at_most(e, &factor, 0, &n));
}

static bool is_same_monomial(const struct monomial *a, const struct monomial *b)
{
	bool is_used[MONOMIAL_DEGREE] = {false};
	if (a->count != b->count) return false;
	for (uint32_t i = 0; i < a->count; i++) {
		uint32_t k = 0;
		while (k < b->count && (is_used[k] || b->factors[k] != a->factors[i])) k++;
		if (k == b->count) return false;
		is_used[k] = true;
	}
	return true;
}

static struct number *find_monomial(enc e, const struct monomial *m)
{
	for (uint32_t i = 0; i < e->relaxed.monomials.count; i++)
		if (is_same_monomial(&e->relaxed.monomials.at[i], m)) return e->relaxed.monomials.at[i].is;
	return NULL;
}

/* (x - y)^2 and (x + y)^2 are not negative: once all three products are there. */
static void require_squares(enc e, struct number *x, struct number *y)
{
	struct number *xx = find_monomial(e, &(struct monomial){{x, x}, 2, NULL});
	struct number *yy = find_monomial(e, &(struct monomial){{y, y}, 2, NULL});
	struct number *xy = find_monomial(e, &(struct monomial){{x, y}, 2, NULL});
	if (!xx || !yy || !xy) return;
	const struct linear_form sum = {.terms = {{1, xx}, {1, yy}}, .count = 2};
	struct linear_form twice = {.terms = {{2, xy}}, .count = 1};
	circuit_require(e->c, at_most(e, &twice, 0, &sum));
	twice.terms[0].factor = -2;
	circuit_require(e->c, at_most(e, &twice, 0, &sum));
}

static bool is_even(const struct monomial *m)
{
	for (uint32_t i = 0; i < m->count; i++) {
		uint32_t times = 0;
		for (uint32_t k = 0; k < m->count; k++) times += m->factors[k] == m->factors[i];
		if (times % 2) return false;
	}
	return true;
}

static struct number *make_monomial(enc e, struct monomial m);

/* x * z and y * z are in the order of x and y if z is positive, and in the other one if it is negative. */
static void require_order(enc e, struct number *x, struct number *y, struct number *z,
                          struct number *xz, struct number *yz)
{
	const struct linear_form a = form_of_leaf(x), b = form_of_leaf(y);
	const struct linear_form first = form_of_leaf(xz), second = form_of_leaf(yz);
	lit negative = -is_at_least(e, z, 0), positive = is_at_least(e, z, 1);
	lit is_less = at_most(e, &a, 1, &b), is_more = at_most(e, &b, 1, &a);
	lit falls = at_most(e, &second, 1, &first), rises = at_most(e, &first, 1, &second);
	circuit_require_any(e->c, (lit[]){-positive, -is_less, rises}, 3);
	circuit_require_any(e->c, (lit[]){-positive, -is_more, falls}, 3);
	circuit_require_any(e->c, (lit[]){-negative, -is_less, falls}, 3);
	circuit_require_any(e->c, (lit[]){-negative, -is_more, rises}, 3);
	circuit_require_any(e->c, (lit[]){is_less, is_more, -rises}, 3);
	circuit_require_any(e->c, (lit[]){is_less, is_more, -falls}, 3);
}

/* With the products of two that are there already. */
static void require_orders(enc e, const struct monomial *m)
{
	enum { FEW = 8 };
	uint32_t count = e->relaxed.monomials.count;
	for (uint32_t i = count > FEW ? count - FEW : 0; m->count == 2 && i < count; i++) {
		const struct monomial o = e->relaxed.monomials.at[i];
		if (o.count != 2 || o.is == m->is) continue;
		for (uint32_t k = 0; k < 4; k++)
			if (o.factors[k / 2] == m->factors[k % 2])
				require_order(e, m->factors[1 - k % 2], o.factors[1 - k / 2], o.factors[k / 2],
				              m->is, o.is);
	}
}

/* What is known of a new one: it is the product of its last factor and the others. */
static void require_facts(enc e, const struct monomial *m)
{
	struct number *last = m->factors[m->count - 1];
	struct monomial others = *m;
	others.count--;
	struct number *rest = make_monomial(e, others);
	require_signs(e, rest, last, m->is);
	require_orders(e, m);
	if (rest == last) require_square(e, last, m->is);
	for (uint32_t i = 0; m->count == 2 && i < e->relaxed.monomials.count; i++) {
		const struct monomial *o = &e->relaxed.monomials.at[i];
		if (o->count != 2) continue;
		if (rest != last) {
			require_squares(e, rest, last);
			break;
		}
		for (uint32_t k = 0; k < 2; k++)
			if (o->factors[k] == last && o->factors[1 - k] != last)
				require_squares(e, last, o->factors[1 - k]);
	}
}

static bool is_between(const struct number *x, wide most)
{
	return x->low >= -most && x->high <= most;
}

/* The product of numbers with bounds is no unknown; NULL: it is one. */
static struct number *exactly(enc e, const struct monomial *m)
{
	struct number *all = m->factors[0];
	for (uint32_t i = 1; i < m->count; i++) {
		if (!is_between(all, LINEAR_SMALL) || !is_between(m->factors[i], LINEAR_SMALL)) return NULL;
		all = number_multiply(&e->numbers, all, m->factors[i]);
	}
	return is_between(all, LINEAR_MOST_CONSTANT) ? all : NULL;
}

static struct number *make_monomial(enc e, struct monomial m)
{
	if (m.count == 1) return m.factors[0];
	struct number *known = find_monomial(e, &m);
	if (known) return known;
	m.is = exactly(e, &m);
	bool is_exact = m.is != NULL;
	if (!is_exact) m.is = linear_leaf(e, NULL, is_even(&m) ? 0 : -LINEAR_REACH, LINEAR_REACH);
	VEC_PUSH(&e->relaxed.monomials, m);
	if (!is_exact) require_facts(e, &m);
	return m.is;
}

/* The leaf is a product of these. */
static struct monomial factors_of(enc e, struct number *leaf)
{
	for (uint32_t i = 0; i < e->relaxed.monomials.count; i++)
		if (e->relaxed.monomials.at[i].is == leaf) return e->relaxed.monomials.at[i];
	return (struct monomial){{leaf}, 1, leaf};
}

/* ---- products of sums --------------------------------------------------------------------------------- */

static bool add_product_of_leaves(enc e, struct linear_form *to, wide factor, struct number *a,
                                  struct number *b)
{
	struct monomial m = factors_of(e, a), n = factors_of(e, b);
	if (m.count + n.count > MONOMIAL_DEGREE) return false;
	for (uint32_t i = 0; i < n.count; i++) m.factors[m.count++] = n.factors[i];
	return linear_add_leaf(to, factor, make_monomial(e, m));
}

static bool is_small(wide factor)
{
	return factor <= LINEAR_MOST_CONSTANT && factor >= -LINEAR_MOST_CONSTANT;
}

/* to + factor * a * b */
static bool add_product(enc e, struct linear_form *to, wide factor, const struct linear_form *a,
                        const struct linear_form *b)
{
	struct linear_form f = {.constant = a->constant * b->constant};
	bool ok = is_small(f.constant);
	for (uint32_t i = 0; ok && i < a->count; i++) {
		wide scaled = a->terms[i].factor * b->constant;
		ok = is_small(scaled) && linear_add_leaf(&f, scaled, a->terms[i].leaf);
	}
	for (uint32_t i = 0; ok && i < b->count; i++) {
		wide scaled = b->terms[i].factor * a->constant;
		ok = is_small(scaled) && linear_add_leaf(&f, scaled, b->terms[i].leaf);
	}
	for (uint32_t i = 0; ok && i < a->count; i++)
		for (uint32_t k = 0; ok && k < b->count; k++) {
			wide scaled = a->terms[i].factor * b->terms[k].factor;
			ok = is_small(scaled) &&
			     add_product_of_leaves(e, &f, scaled, a->terms[i].leaf, b->terms[k].leaf);
		}
	return ok && form_add(to, &f, factor);
}

static bool add_power(enc e, struct linear_form *to, const struct node *n, wide factor)
{
	wide exponent;
	struct linear_form base = {0}, power = {.constant = 1};
	if (!linear_constant(e, n->kid[1], &exponent) || exponent < 0 || exponent > MONOMIAL_DEGREE)
		return false;
	if (!linear_add(e, &base, n->kid[0], 1)) return false;
	for (wide i = 0; i < exponent; i++) {
		struct linear_form next = {0};
		if (!add_product(e, &next, 1, &power, &base)) return false;
		power = next;
	}
	return form_add(to, &power, factor);
}

bool linear_add_product(enc e, struct linear_form *f, const struct node *n, wide factor)
{
	struct linear_form before = *f, a = {0}, b = {0};
	bool ok = n->op == OP_POWER
	              ? add_power(e, f, n, factor)
	              : linear_add(e, &a, n->kid[0], 1) && linear_add(e, &b, n->kid[1], 1) &&
	                    add_product(e, f, factor, &a, &b);
	if (!ok) *f = before;
	return ok;
}

/* ---- quotients ---------------------------------------------------------------------------------------- */

/* The other one of a / b and a mod b, if it is a leaf already. */
static struct number *partner(enc e, const struct node *n)
{
	enum op other = n->op == OP_MOD ? OP_DIVIDE : OP_MOD;
	for (uint32_t i = 0; i < e->relaxed.leaves.count; i++) {
		const struct node *m = e->relaxed.leaves.at[i].node;
		if (m && m->op == other && alike_are(m->kid[0], n->kid[0]) &&
		    alike_are(m->kid[1], n->kid[1]))
			return e->relaxed.leaves.at[i].number;
	}
	return NULL;
}

/* a = b * q + rest, where a is not negative and b positive; 0 <= rest < b. The rest need not have a name. */
static void require_division(enc e, const struct linear_form *a, const struct linear_form *b,
                             struct number *q, struct number *rest)
{
	const struct linear_form one = form_of_leaf(q), zero = {0};
	struct linear_form product = {0};
	if (!add_product(e, &product, 1, b, &one)) return;
	lit is_partial = -circuit_and(e->c, at_most_or(e, &zero, 0, a, LIT_FALSE),
	                              at_most_or(e, &zero, 1, b, LIT_FALSE));
	circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &zero, 0, &one)}, 2);
	circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &one, 0, a)}, 2);
	if (rest) {
		struct linear_form all = product;
		if (!linear_add_leaf(&all, 1, rest)) return;
		const struct linear_form last = form_of_leaf(rest);
		circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &all, 0, a)}, 2);
		circuit_require_any(e->c, (lit[]){is_partial, at_most(e, a, 0, &all)}, 2);
		circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &zero, 0, &last)}, 2);
		circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &last, 1, b)}, 2);
		return;
	}
	struct linear_form next = product; /* b * q + b */
	circuit_require_any(e->c, (lit[]){is_partial, at_most(e, &product, 0, a)}, 2);
	if (form_add(&next, b, 1))
		circuit_require_any(e->c, (lit[]){is_partial, at_most(e, a, 1, &next)}, 2);
}

/* a / b for a <= 0 and b > 0: b * q - b < a <= b * q, since it truncates toward zero */
static void require_negative_division(enc e, const struct linear_form *a,
                                      const struct linear_form *b, struct number *q)
{
	const struct linear_form one = form_of_leaf(q), zero = {0};
	struct linear_form product = {0}, before;
	if (!add_product(e, &product, 1, b, &one)) return;
	before = product;
	lit is_other = -circuit_and(e->c, at_most_or(e, a, 0, &zero, LIT_FALSE),
	                            at_most_or(e, &zero, 1, b, LIT_FALSE));
	circuit_require_any(e->c, (lit[]){is_other, at_most(e, &one, 0, &zero)}, 2);
	circuit_require_any(e->c, (lit[]){is_other, at_most(e, a, 0, &product)}, 2);
	if (form_add(&before, b, -1))
		circuit_require_any(e->c, (lit[]){is_other, at_most(e, &before, 1, a)}, 2);
}

struct number *linear_quotient(enc e, const struct node *n)
{
	wide c = 0;
	bool is_mod = n->op == OP_MOD, is_known = linear_constant(e, n->kid[1], &c) && c > 0;
	struct linear_form a = {0}, b = {0};
	bool ok = linear_add(e, &a, n->kid[0], 1) && linear_add(e, &b, n->kid[1], 1);
	struct number *other = partner(e, n);
	struct number *x = is_mod && is_known ? linear_leaf(e, n, 0, c - 1)
	                                      : linear_leaf(e, n, -LINEAR_REACH, LINEAR_REACH);
	if (!ok) return x;
	struct number *q = is_mod ? other : x, *rest = is_mod ? x : other;
	if (!q) q = linear_leaf(e, NULL, -LINEAR_REACH, LINEAR_REACH);
	require_division(e, &a, &b, q, rest);
	if (!is_mod) require_negative_division(e, &a, &b, q);
	return x;
}

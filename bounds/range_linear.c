/* Linear equations together: x + y = 10 & x - y = 4 bounds neither name as long as they are looked at one by one. Gauss'
 * elimination without fractions gives equations with fewer names, which are looked at like the others. */
#include "bounds/range.h"

enum { MOST_NAMES = 16, MOST_EQUATIONS = 16 };

static const int64_t MOST_FACTOR = 1 << 30; /* so that two products fit */

struct equation { /* the sum of factor[i] * names[i] is the constant */
	int64_t factor[MOST_NAMES], constant;
};

struct range_linear {
	uint32_t names[MOST_NAMES]; /* places */
	uint32_t name_count;
	struct equation equations[MOST_EQUATIONS];
	uint32_t count;
};

/* ---- equations from their text ---------------------------------------------------------------------- */

static bool is_small(int64_t n) { return -MOST_FACTOR <= n && n <= MOST_FACTOR; }

static bool add_constant(struct equation *e, int64_t n, int64_t times)
{
	if (!is_small(n)) return false;
	e->constant -= n * times;
	return is_small(e->constant);
}

static bool add_name(struct range_linear *l, struct equation *e, uint32_t place, int64_t times)
{
	uint32_t i = 0;
	while (i < l->name_count && l->names[i] != place) i++;
	if (i == MOST_NAMES) return false;
	if (i == l->name_count) l->names[l->name_count++] = place;
	e->factor[i] += times;
	return is_small(e->factor[i]);
}

/* False if it is not linear in the names that are looked for. */
static bool add(struct ranges *x, struct range_linear *l, struct equation *e, const struct node *n,
                int64_t times)
{
	uint32_t place;
	if (!is_small(times)) return false;
	struct span known = range_of_number(x, n);
	if (span_is_one(known)) return add_constant(e, known.low, times);
	switch (n->op) {
	case OP_ID: return n->decl && range_find(x, n->decl, &place) && add_name(l, e, place, times);
	case OP_NEGATE: return add(x, l, e, n->kid[0], -times);
	case OP_ADD: return add(x, l, e, n->kid[0], times) && add(x, l, e, n->kid[1], times);
	case OP_MINUS: return add(x, l, e, n->kid[0], times) && add(x, l, e, n->kid[1], -times);
	case OP_TIMES:
		for (int side = 0; side < 2; side++) {
			struct span factor = range_of_number(x, n->kid[side]);
			if (span_is_one(factor) && is_small(factor.low))
				return add(x, l, e, n->kid[1 - side], times * factor.low);
		}
		return false;
	default: return false;
	}
}

static void collect(struct ranges *x, struct range_linear *l, const struct node *n)
{
	if (n->op != OP_EQUAL || n->kid[0]->type->kind != TYPE_INTEGER || l->count == MOST_EQUATIONS)
		return;
	struct range_linear before = *l;
	struct equation *e = &l->equations[l->count++];
	if (!add(x, l, e, n->kid[0], 1) || !add(x, l, e, n->kid[1], -1)) *l = before;
}

/* ---- elimination -------------------------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b) { return b == 0 ? (a < 0 ? -a : a) : gcd(b, a % b); }

/* By the greatest common divisor of all. */
static void shorten(struct range_linear *l, struct equation *e)
{
	int64_t divisor = e->constant;
	for (uint32_t i = 0; i < l->name_count; i++) divisor = gcd(divisor, e->factor[i]);
	if (divisor == 0) return;
	e->constant /= divisor;
	for (uint32_t i = 0; i < l->name_count; i++) e->factor[i] /= divisor;
}

/* Takes name i out of the equation; left as it is where numbers become large. */
static void eliminate(struct range_linear *l, struct equation *e, const struct equation *pivot,
                      uint32_t i)
{
	struct equation sum = {0};
	int64_t common = gcd(e->factor[i], pivot->factor[i]);
	int64_t times = pivot->factor[i] / common, less = e->factor[i] / common;
	sum.constant = e->constant * times - pivot->constant * less;
	for (uint32_t k = 0; k < l->name_count; k++)
		sum.factor[k] = e->factor[k] * times - pivot->factor[k] * less;
	shorten(l, &sum);
	bool fits = is_small(sum.constant);
	for (uint32_t k = 0; k < l->name_count; k++) fits = fits && is_small(sum.factor[k]);
	if (fits) *e = sum;
}

static void solve(struct range_linear *l)
{
	bool is_pivot[MOST_EQUATIONS] = {false};
	for (uint32_t i = 0; i < l->name_count; i++) {
		uint32_t p = 0;
		while (p < l->count && (is_pivot[p] || l->equations[p].factor[i] == 0)) p++;
		if (p == l->count) continue;
		is_pivot[p] = true;
		for (uint32_t k = 0; k < l->count; k++)
			if (k != p && l->equations[k].factor[i] != 0)
				eliminate(l, &l->equations[k], &l->equations[p], i);
	}
}

/* ---- the two ways in ------------------------------------------------------------------------------------ */

struct range_linear *range_linear(struct ranges *x, const struct node *const *conjuncts,
                                  uint32_t count)
{
	struct range_linear *l = ARENA_NEW(&x->arena, struct range_linear);
	for (uint32_t i = 0; i < count; i++) collect(x, l, conjuncts[i]);
	if (l->count < 2) return NULL; /* one is a conjunct like others */
	solve(l);
	return l;
}

/* Each name is what the others leave of the sum. */
static bool narrow(struct ranges *x, const struct range_linear *l, const struct equation *e)
{
	bool is_empty = true;
	for (uint32_t i = 0; i < l->name_count; i++) {
		if (e->factor[i] == 0) continue;
		is_empty = false;
		struct span rest = span_one(e->constant);
		for (uint32_t k = 0; k < l->name_count; k++) {
			if (k == i || e->factor[k] == 0) continue;
			struct span other = range_span(x->names.at[l->names[k]].range);
			rest = span_subtract(rest, span_multiply(other, span_one(e->factor[k])));
		}
		rest = span_factor(rest, span_one(e->factor[i]));
		if (!range_put(x, l->names[i], range_number(&x->arena, rest))) return false;
	}
	return !is_empty || e->constant == 0;
}

bool range_linear_narrow(struct ranges *x, const struct range_linear *l)
{
	for (uint32_t i = 0; l && i < l->count; i++)
		if (!narrow(x, l, &l->equations[i])) return false;
	return true;
}

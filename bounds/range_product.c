/* Products and powers: x * 3 * x has two factors, of which x counts twice, so that 2 * x * x <= 18 bounds x. */
#include "bounds/range.h"

enum { MOST_FACTORS = 8 };

struct multiplied {
	const struct node *base[MOST_FACTORS];
	int64_t times[MOST_FACTORS];
	uint32_t count;
};

static bool add_factor(struct multiplied *f, const struct node *n, int64_t times)
{
	uint32_t i = 0;
	while (i < f->count && !alike_are(f->base[i], n)) i++;
	if (i == MOST_FACTORS) return false;
	if (i == f->count) {
		f->base[f->count] = n;
		f->times[f->count++] = 0;
	}
	f->times[i] += times;
	return true;
}

/* False if there are too many. */
static bool collect(struct ranges *x, struct multiplied *f, const struct node *n)
{
	if (n->op == OP_TIMES) return collect(x, f, n->kid[0]) && collect(x, f, n->kid[1]);
	struct span exponent = n->op == OP_POWER ? range_of_number(x, n->kid[1]) : span_one(1);
	bool is_product = span_is_one(exponent) && exponent.low >= 1 && exponent.low <= 64;
	if (n->op == OP_POWER && is_product) return add_factor(f, n->kid[0], exponent.low);
	return add_factor(f, n, 1);
}

/* Of all factors but one; `but` may be none of them. */
static struct span product(struct ranges *x, const struct multiplied *f, uint32_t but)
{
	struct span all = span_one(1);
	for (uint32_t i = 0; i < f->count; i++) {
		if (i == but) continue;
		struct span one = span_power(range_of_number(x, f->base[i]), span_one(f->times[i]));
		all = span_multiply(all, one);
	}
	return all;
}

struct span range_product(struct ranges *x, const struct node *n)
{
	struct multiplied f = {0};
	if (collect(x, &f, n)) return product(x, &f, f.count);
	return span_multiply(range_of_number(x, n->kid[0]), range_of_number(x, n->kid[1]));
}

static bool narrow_number(struct ranges *x, const struct node *n, struct span s)
{
	return range_narrow(x, n, range_number(&x->arena, s));
}

bool range_narrow_product(struct ranges *x, const struct node *n, struct span s)
{
	struct multiplied f = {0};
	if (!collect(x, &f, n)) f = (struct multiplied){{n->kid[0], n->kid[1]}, {1, 1}, 2};
	for (uint32_t i = 0; i < f.count; i++) {
		struct span power = span_factor(s, product(x, &f, i));
		if (!narrow_number(x, f.base[i], span_base(power, span_one(f.times[i])))) return false;
	}
	return true;
}

bool range_narrow_power(struct ranges *x, const struct node *n, struct span s)
{
	const struct node *p = n->kid[0], *q = n->kid[1];
	struct span base = range_of_number(x, p), exponent = range_of_number(x, q);
	return narrow_number(x, p, span_base(s, exponent)) &&
	       narrow_number(x, q, span_exponent(s, base));
}

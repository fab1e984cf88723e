/* Sizes of sets that are too large to be listed, as powers and products (B-Book 3.6 and its exercises),
 * and what makes powers comparable. */
#include "check/simplify.h"

#include <errno.h>

static struct node *number(struct simplifier *z, const struct node *like, int64_t is)
{
	return form_number(&z->ways, z->search->project->names, like, is);
}

static bool is_number(const struct node *n, int64_t *is)
{
	const int64_t most = 1000000000;
	if (n->op != OP_NUMBER) return false;
	errno = 0;
	*is = strtoll(n->name, NULL, 10);
	return errno == 0 && *is <= most;
}

/* Has it finitely many elements wherever it has a value, by the way it is written? */
static bool is_finite(const struct node *n)
{
	switch (n->op) {
	case OP_INTERVAL:
	case OP_SET:
	case OP_EMPTY_SET:
	case OP_BOOL_SET: return true;
	case OP_PRODUCT:
	case OP_PARALLEL_PRODUCT:
	case OP_UNION: return is_finite(n->kid[0]) && is_finite(n->kid[1]);
	default: return false;
	}
}

static struct node *times(struct simplifier *z, const struct node *like, struct node *a,
                          struct node *b)
{
	int64_t x, y;
	if (is_number(a, &x) && is_number(b, &y)) return number(z, like, x * y);
	return form_like(&z->ways, OP_TIMES, like, a, b);
}

static struct node *plus_one(struct simplifier *z, const struct node *like, struct node *a)
{
	int64_t x;
	if (is_number(a, &x)) return number(z, like, x + 1);
	return form_like(&z->ways, OP_ADD, like, a, number(z, like, 1));
}

/* b - a + 1 if a <= b, else 0 */
static struct node *interval_size(struct simplifier *z, const struct node *like,
                                  const struct node *set)
{
	const struct node *a = set->kid[0], *b = set->kid[1];
	int64_t low, high;
	if (is_number(a, &low) && is_number(b, &high))
		return number(z, like, low <= high ? high - low + 1 : 0);
	struct node *is_one = way_node(&z->ways, OP_LESS_EQUAL, like->pos, form_same(a), form_same(b));
	struct node *size = plus_one(z, like, form_like(&z->ways, OP_MINUS, like, b, a));
	return form_if(&z->ways, like, is_one, size, number(z, like, 0));
}

/* card(set), where `like` is a card */
static struct node *size_of(struct simplifier *z, const struct node *like, const struct node *set)
{
	if (set->op == OP_BOOL_SET) return number(z, like, 2);
	if (set->op == OP_INTERVAL) return interval_size(z, like, set);
	if ((set->op == OP_PRODUCT || set->op == OP_PARALLEL_PRODUCT) && is_finite(set))
		return times(z, like, size_of(z, like, set->kid[0]), size_of(z, like, set->kid[1]));
	return form_like(&z->ways, OP_CARD, like, set, NULL);
}

struct node *simplify_card(struct simplifier *z, const struct node *n)
{
	const struct node *set = n->kid[0];
	bool is_two = set->count == 2 && is_finite(set->kid[0]) && is_finite(set->kid[1]);
	struct node *power;
	switch (set->op) {
	case OP_POW:
		return form_like(&z->ways, OP_POWER, n, number(z, n, 2), size_of(z, n, set->kid[0]));
	case OP_POW1:
		power = form_like(&z->ways, OP_POWER, n, number(z, n, 2), size_of(z, n, set->kid[0]));
		return form_like(&z->ways, OP_MINUS, n, power, number(z, n, 1));
	case OP_RELATIONS:
		if (!is_two) return NULL;
		return form_like(&z->ways, OP_POWER, n, number(z, n, 2),
		                 times(z, n, size_of(z, n, set->kid[0]), size_of(z, n, set->kid[1])));
	case OP_TOTAL_FUNCTIONS:
		if (!is_two) return NULL;
		return form_like(&z->ways, OP_POWER, n, size_of(z, n, set->kid[1]),
		                 size_of(z, n, set->kid[0]));
	case OP_PARTIAL_FUNCTIONS:
		if (!is_two) return NULL;
		return form_like(&z->ways, OP_POWER, n, plus_one(z, n, size_of(z, n, set->kid[1])),
		                 size_of(z, n, set->kid[0]));
	case OP_PRODUCT:
	case OP_PARALLEL_PRODUCT: return is_finite(set) ? size_of(z, n, set) : NULL;
	default: return NULL;
	}
}

/* b ** x = b ** y is x = y for a number b > 1, and x - k = y - k is x = y */
struct node *simplify_power_equal(struct simplifier *z, const struct node *n)
{
	const struct node *a = n->kid[0], *b = n->kid[1];
	int64_t base;
	if (a->op != b->op || a->count != 2) return NULL;
	if (a->op == OP_POWER && encode_is_alike(a->kid[0], b->kid[0]) && is_number(a->kid[0], &base) &&
	    base > 1)
		return way_node(&z->ways, OP_EQUAL, n->pos, a->kid[1], b->kid[1]);
	bool is_integer = a->type && a->type->kind == TYPE_INTEGER;
	if (a->op == OP_MINUS && is_integer && encode_is_alike(a->kid[1], b->kid[1]))
		return way_node(&z->ways, OP_EQUAL, n->pos, a->kid[0], b->kid[0]);
	return NULL;
}

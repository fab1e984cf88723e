/* The range of a ground value. Elements are walked through, except in very large sets. */
#include "bounds/range.h"

enum { MOST_WALKED = 10000 };

/* low .. high; what does not fit 64 bits is an open end. */
static struct range *between(struct ranges *x, value low, value high)
{
	int64_t from, to;
	bool has_low = value_fits(x->values, low, &from), has_high = value_fits(x->values, high, &to);
	if (!has_low && value_sign(x->values, low) > 0) from = INT64_MAX, has_low = true;
	if (!has_high && value_sign(x->values, high) < 0) to = INT64_MIN, has_high = true;
	struct span s = has_low ? span_from(from) : span_all();
	return range_number(&x->arena, has_high ? span_meet(s, span_to(to)) : s);
}

static struct range *of_record(struct ranges *x, const struct type *t, value v)
{
	struct range **fields = ARENA_ARRAY(&x->arena, t->count, struct range *);
	for (uint32_t i = 0; i < t->count; i++)
		fields[i] = range_of_value(x, t->fields[i].type, value_field(x->values, v, i));
	return range_record(t, &x->arena, fields);
}

/* Elements are in order: integers by size, pairs by their first components. */
static struct range *by_ends(struct ranges *x, const struct type *t, value first, value last)
{
	if (t->kind == TYPE_INTEGER) return between(x, first, last);
	if (t->kind != TYPE_PAIR || value_kind(x->values, first) != VALUE_PAIR) return NULL;
	return range_pair(&x->arena,
	                  by_ends(x, t->a, value_first(x->values, first), value_first(x->values, last)),
	                  NULL);
}

/* An integer, or a set, which has a size. */
static bool is_number_or_set(const void *unused, const struct type *t)
{
	(void)unused;
	return t->kind == TYPE_INTEGER || t->kind == TYPE_POW;
}

static bool has_numbers(const struct type *t) { return type_any(t, is_number_or_set, NULL); }

static struct range *of_elements(struct ranges *x, const struct type *t, value set, uint64_t count)
{
	if (!has_numbers(t)) return NULL;
	if (t->kind == TYPE_INTEGER || count > MOST_WALKED)
		return by_ends(x, t, value_at(x->values, set, 0), value_at(x->values, set, count - 1));
	x->work -= x->work < count ? x->work : count;
	struct range *all = range_nothing(&x->arena, t);
	for (uint64_t i = 0; i < count; i++) {
		struct range *one = range_of_value(x, t, value_at(x->values, set, i));
		all = i ? range_hull(x, t, all, one) : one;
		if (!all) return NULL;
	}
	return all;
}

static struct range *of_lazy(struct ranges *x, value v)
{
	uint32_t free_count;
	value_lazy_free(x->values, v, &free_count);
	if (free_count || x->lazy >= 2) return NULL; /* it may name itself */
	const struct node *n = value_lazy_node(x->values, v);
	range_note_binders(x, n);
	x->lazy++;
	struct range *r = range_of(x, n);
	x->lazy--;
	return r;
}

static struct range *of_set(struct ranges *x, const struct type *t, value v)
{
	int64_t low, high;
	if (value_kind(x->values, v) == VALUE_LAZY) return of_lazy(x, v);
	if (value_interval_bounds(x->values, v, &low, &high))
		return range_set(x, t->a, range_number(&x->arena, span_between(low, high)), COUNT_MANY);
	uint64_t count = value_count(x->values, v);
	if (count == 0) return range_empty_set(x, t->a);
	return range_set(x, t->a, of_elements(x, t->a, v, count), count);
}

struct range *range_of_value(struct ranges *x, const struct type *t, value v)
{
	switch (t->kind) {
	case TYPE_INTEGER: return between(x, v, v);
	case TYPE_POW: return of_set(x, t, v);
	case TYPE_PAIR:
		return range_pair(&x->arena, range_of_value(x, t->a, value_first(x->values, v)),
		                  range_of_value(x, t->b, value_second(x->values, v)));
	case TYPE_RECORD: return of_record(x, t, v);
	default: return NULL;
	}
}

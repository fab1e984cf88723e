/* Ranges of which a value lies in both, or in one of them; sets with their most elements. */
#include "bounds/range.h"

/* ---- counting --------------------------------------------------------------------------------------- */

static uint64_t count_sets(struct ranges *x, const struct type *t, const struct range *r)
{
	return count_subsets(range_count(x, t->a, range_a(r)), 0, range_most(r));
}

uint64_t range_count(struct ranges *x, const struct type *t, const struct range *r)
{
	switch (t->kind) {
	case TYPE_INTEGER: return span_count(range_span(r));
	case TYPE_BOOL: return 2;
	case TYPE_GIVEN: return range_given_count(x, t->decl);
	case TYPE_POW: return count_sets(x, t, r);
	case TYPE_PAIR:
		return count_times(range_count(x, t->a, range_a(r)), range_count(x, t->b, range_b(r)));
	case TYPE_RECORD: {
		uint64_t count = 1;
		for (uint32_t i = 0; i < t->count; i++)
			count = count_times(count, range_count(x, t->fields[i].type, range_field(r, i)));
		return count;
	}
	default: return COUNT_MANY;
	}
}

/* ---- sets ------------------------------------------------------------------------------------------------ */

struct range *range_empty_set(struct ranges *x, const struct type *elements)
{
	struct range *r = ARENA_NEW(&x->arena, struct range);
	r->has_most = true;
	r->a = range_nothing(&x->arena, elements);
	return r;
}

struct range *range_set(struct ranges *x, const struct type *elements, struct range *element,
                        uint64_t most)
{
	if (element) most = count_least(most, range_count(x, elements, element));
	if (most == 0) return range_empty_set(x, elements);
	if (!element && most == COUNT_MANY) return NULL;
	struct range *r = ARENA_NEW(&x->arena, struct range);
	r->a = element;
	r->has_most = most != COUNT_MANY;
	r->most = r->has_most ? most : 0;
	return r;
}

/* ---- both -------------------------------------------------------------------------------------------------- */

/* x > x * y & y > x goes on until numbers no longer fit; what the text says shows in the first rounds. */
static bool runs_away(const struct ranges *x, struct span a, struct span both)
{
	enum { LATE = 3 };
	const int64_t far = INT64_C(1) << 24;
	if (x->round < LATE) return false;
	return (both.has_low && both.low > far && (!a.has_low || a.low < both.low)) ||
	       (both.has_high && both.high < -far && (!a.has_high || a.high > both.high));
}

static struct range *meet_numbers(struct ranges *x, struct range *a, struct range *b)
{
	struct span both = span_meet(range_span(a), range_span(b));
	if (runs_away(x, range_span(a), both)) return a;
	return span_same(both, range_span(a)) ? a : range_number(&x->arena, both);
}

static struct range *meet_sets(struct ranges *x, const struct type *t, struct range *a,
                               struct range *b)
{
	struct range *element = range_meet(x, t->a, a->a, b->a);
	uint64_t most = count_least(range_most(a), range_most(b));
	if (element == a->a && most == range_most(a)) return a;
	return range_set(x, t->a, element, most);
}

static struct range *meet_records(struct ranges *x, const struct type *t, struct range *a,
                                  struct range *b)
{
	struct range **fields = ARENA_ARRAY(&x->arena, t->count, struct range *);
	bool same = true;
	for (uint32_t i = 0; i < t->count; i++) {
		fields[i] = range_meet(x, t->fields[i].type, a->fields[i], b->fields[i]);
		same &= fields[i] == a->fields[i];
	}
	return same ? a : range_record(t, &x->arena, fields);
}

struct range *range_meet(struct ranges *x, const struct type *t, struct range *a, struct range *b)
{
	if (!b || a == b) return a;
	if (!a) return b;
	switch (t->kind) {
	case TYPE_INTEGER: return meet_numbers(x, a, b);
	case TYPE_POW: return meet_sets(x, t, a, b);
	case TYPE_PAIR: {
		struct range *left = range_meet(x, t->a, a->a, b->a);
		struct range *right = range_meet(x, t->b, a->b, b->b);
		return left == a->a && right == a->b ? a : range_pair(&x->arena, left, right);
	}
	case TYPE_RECORD: return meet_records(x, t, a, b);
	default: return NULL;
	}
}

/* ---- one of them ---------------------------------------------------------------------------------------------- */

static struct range *hull_of_sets(struct ranges *x, const struct type *t, struct range *a,
                                  struct range *b)
{
	if (range_is_empty_set(a)) return b;
	if (range_is_empty_set(b)) return a;
	return range_set(x, t->a, range_hull(x, t->a, a->a, b->a),
	                 count_most(range_most(a), range_most(b)));
}

static struct range *hull_of_records(struct ranges *x, const struct type *t, struct range *a,
                                     struct range *b)
{
	struct range **fields = ARENA_ARRAY(&x->arena, t->count, struct range *);
	for (uint32_t i = 0; i < t->count; i++)
		fields[i] = range_hull(x, t->fields[i].type, a->fields[i], b->fields[i]);
	return range_record(t, &x->arena, fields);
}

struct range *range_hull(struct ranges *x, const struct type *t, struct range *a, struct range *b)
{
	if (a == b || range_is_nothing(t, b)) return a;
	if (range_is_nothing(t, a)) return b;
	if (!a || !b) return NULL;
	switch (t->kind) {
	case TYPE_INTEGER: return range_number(&x->arena, span_hull(range_span(a), range_span(b)));
	case TYPE_POW: return hull_of_sets(x, t, a, b);
	case TYPE_PAIR:
		return range_pair(&x->arena, range_hull(x, t->a, a->a, b->a),
		                  range_hull(x, t->b, a->b, b->b));
	case TYPE_RECORD: return hull_of_records(x, t, a, b);
	default: return NULL;
	}
}

struct range *bounds_range_meet(struct arena *arena, const struct type *type, struct range *a,
                                struct range *b)
{
	struct ranges x = {0}; /* sizes of given sets are of no use here */
	struct range *both = range_copy(arena, type, range_meet(&x, type, a, b));
	arena_clear(&x.arena);
	return both;
}

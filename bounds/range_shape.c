/* Ranges as such: making, comparing, copying and printing them. */
#include "bounds/range.h"

/* ---- making ----------------------------------------------------------------------------------------- */

struct range *range_number(struct arena *a, struct span s)
{
	if (span_is_all(s)) return NULL;
	struct range *r = ARENA_NEW(a, struct range);
	r->has_low = s.has_low;
	r->has_high = s.has_high;
	r->low = s.low;
	r->high = s.high;
	return r;
}

struct range *range_pair(struct arena *a, struct range *left, struct range *right)
{
	if (!left && !right) return NULL;
	struct range *r = ARENA_NEW(a, struct range);
	r->a = left;
	r->b = right;
	return r;
}

struct range *range_record(const struct type *type, struct arena *a, struct range **fields)
{
	uint32_t i = 0;
	while (i < type->count && !fields[i]) i++;
	if (i == type->count) return NULL;
	struct range *r = ARENA_NEW(a, struct range);
	r->fields = fields;
	return r;
}

/* ---- the same for all integers inside ------------------------------------------------------------------ */

/* A range in which every integer lies in `s`, and every set is empty if `s` is. */
static struct range *fill(struct arena *a, const struct type *t, struct span s)
{
	switch (t->kind) {
	case TYPE_INTEGER: return range_number(a, s);
	case TYPE_POW: {
		struct range *element = fill(a, t->a, s);
		if (!element && !span_is_none(s)) return NULL;
		struct range *r = ARENA_NEW(a, struct range);
		r->a = element;
		r->has_most = span_is_none(s);
		return r;
	}
	case TYPE_PAIR: return range_pair(a, fill(a, t->a, s), fill(a, t->b, s));
	case TYPE_RECORD: {
		struct range **fields = ARENA_ARRAY(a, t->count, struct range *);
		for (uint32_t i = 0; i < t->count; i++) fields[i] = fill(a, t->fields[i].type, s);
		return range_record(t, a, fields);
	}
	default: return NULL;
	}
}

struct range *range_nothing(struct arena *a, const struct type *type)
{
	return fill(a, type, span_none());
}

struct range *bounds_range_fill(struct arena *arena, const struct type *type, int64_t low,
                                int64_t high)
{
	return fill(arena, type, span_between(low, high));
}

/* ---- parts --------------------------------------------------------------------------------------------- */

struct span range_span(const struct range *r)
{
	return r ? (struct span){r->has_low, r->has_high, r->low, r->high} : span_all();
}

struct range *range_field(const struct range *r, uint32_t i)
{
	return r && r->fields ? r->fields[i] : NULL;
}

bool range_is_empty_set(const struct range *r) { return range_most(r) == 0; }

bool range_is_nothing(const struct type *t, const struct range *r)
{
	if (!r) return false;
	switch (t->kind) {
	case TYPE_INTEGER: return span_is_none(range_span(r));
	case TYPE_PAIR: return range_is_nothing(t->a, r->a) || range_is_nothing(t->b, r->b);
	case TYPE_RECORD:
		for (uint32_t i = 0; i < t->count; i++)
			if (range_is_nothing(t->fields[i].type, r->fields[i])) return true;
		return false;
	default: return false;
	}
}

bool range_same(const struct type *t, const struct range *a, const struct range *b)
{
	if (a == b) return true;
	if (!a || !b) return false;
	switch (t->kind) {
	case TYPE_INTEGER: return span_same(range_span(a), range_span(b));
	case TYPE_POW: return range_most(a) == range_most(b) && range_same(t->a, a->a, b->a);
	case TYPE_PAIR: return range_same(t->a, a->a, b->a) && range_same(t->b, a->b, b->b);
	case TYPE_RECORD:
		for (uint32_t i = 0; i < t->count; i++)
			if (!range_same(t->fields[i].type, a->fields[i], b->fields[i])) return false;
		return true;
	default: return true;
	}
}

struct range *range_copy(struct arena *arena, const struct type *t, const struct range *r)
{
	if (!r) return NULL;
	struct range *copy = ARENA_NEW(arena, struct range);
	*copy = *r;
	if (t->kind == TYPE_POW || t->kind == TYPE_PAIR) copy->a = range_copy(arena, t->a, r->a);
	if (t->kind == TYPE_PAIR) copy->b = range_copy(arena, t->b, r->b);
	if (t->kind != TYPE_RECORD) return copy;
	copy->fields = ARENA_ARRAY(arena, t->count, struct range *);
	for (uint32_t i = 0; i < t->count; i++)
		copy->fields[i] = range_copy(arena, t->fields[i].type, r->fields[i]);
	return copy;
}

/* ---- printing -------------------------------------------------------------------------------------------- */

static void print_span(struct span s, struct text *out)
{
	if (s.has_low) text_format(out, "%lld", (long long)s.low);
	if (span_is_one(s)) return;
	text_add(out, "..");
	if (s.has_high) text_format(out, "%lld", (long long)s.high);
}

static void print_fields(const struct type *t, const struct range *r, struct text *out)
{
	text_add(out, "rec(");
	for (uint32_t i = 0; i < t->count; i++) {
		text_format(out, "%s%s: ", i ? ", " : "", t->fields[i].name);
		bounds_range_print(t->fields[i].type, r->fields[i], out);
	}
	text_add(out, ")");
}

void bounds_range_print(const struct type *t, const struct range *r, struct text *out)
{
	if (!r) {
		text_add(out, "?");
		return;
	}
	switch (t->kind) {
	case TYPE_INTEGER: print_span(range_span(r), out); break;
	case TYPE_POW:
		if (range_is_empty_set(r)) {
			text_add(out, "{}");
			break;
		}
		text_add(out, "{");
		bounds_range_print(t->a, r->a, out);
		text_add(out, "}");
		if (r->has_most) text_format(out, "#%llu", (unsigned long long)r->most);
		break;
	case TYPE_PAIR:
		text_add(out, "(");
		bounds_range_print(t->a, r->a, out);
		text_add(out, ", ");
		bounds_range_print(t->b, r->b, out);
		text_add(out, ")");
		break;
	case TYPE_RECORD: print_fields(t, r, out); break;
	default: text_add(out, "?"); break;
	}
}

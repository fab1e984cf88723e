/* Sets: one value for each, however it was built. The elements are sorted; three or more
 * consecutive integers are an interval. */
#include "value/store.h"

static value new_set(struct values *s, const value *items, uint32_t count)
{
	struct value_cell e = {.kind = VALUE_SET, .count = count};
	e.is.items = items;
	return value_intern_block(s, &e, count * sizeof(value));
}

/* Are the sorted elements, at least three, consecutive integers? */
static bool are_consecutive(const struct values *s, const value *items, uint32_t count)
{
	value low = items[0], high = items[count - 1];
	if (value_is_small(low) && value_is_small(high)) return high - low == count - 1;
	if (value_kind(s, low) != VALUE_INTEGER || value_kind(s, high) != VALUE_INTEGER) return false;
	/* In the unsigned numbers, so that it cannot overflow. */
	return (uint64_t)value_to_integer(s, high) - (uint64_t)value_to_integer(s, low) == count - 1;
}

static value new_interval(struct values *s, int64_t low, int64_t high)
{
	int64_t bounds[2] = {low, high};
	struct value_cell e = {.kind = VALUE_INTERVAL};
	e.is.bounds = bounds;
	return value_intern_block(s, &e, sizeof bounds);
}

value value_empty(struct values *s) { return s->empty; }

value value_set_sorted(struct values *s, const value *items, uint32_t count)
{
	if (!count) return s->empty;
	if (count > 2 && are_consecutive(s, items, count))
		return new_interval(s, value_to_integer(s, items[0]),
		                    value_to_integer(s, items[count - 1]));
	return new_set(s, items, count);
}

value value_set(struct values *s, value *items, uint32_t count)
{
	return value_set_sorted(s, items, value_sort(s, items, count));
}

value value_interval(struct values *s, int64_t low, int64_t high)
{
	if (high < low) return s->empty;
	if ((uint64_t)high - (uint64_t)low > 1) return new_interval(s, low, high);
	value items[2] = {value_integer(s, low), value_integer(s, high)};
	return new_set(s, items, low == high ? 1 : 2);
}

bool value_interval_bounds(const struct values *s, value v, int64_t *low, int64_t *high)
{
	if (value_kind(s, v) != VALUE_INTERVAL) return false;
	const int64_t *bounds = value_cell(s, v)->is.bounds;
	*low = bounds[0];
	*high = bounds[1];
	return true;
}

/* ---- elements ------------------------------------------------------------------------------------- */

static uint64_t distance(const int64_t *bounds)
{
	return (uint64_t)bounds[1] - (uint64_t)bounds[0];
}

uint64_t value_count(const struct values *s, value set)
{
	enum value_kind kind = value_set_kind(s, set);
	const struct value_cell *e = value_cell(s, set);
	if (kind == VALUE_SET) return e->count;
	REQUIRE(kind == VALUE_INTERVAL);
	uint64_t n = distance(e->is.bounds);
	return n == UINT64_MAX ? n : n + 1;
}

value value_at(struct values *s, value set, uint64_t index)
{
	enum value_kind kind = value_set_kind(s, set);
	const struct value_cell *e = value_cell(s, set);
	if (kind == VALUE_SET) {
		REQUIRE(index < e->count);
		return e->is.items[index];
	}
	REQUIRE(kind == VALUE_INTERVAL && index <= distance(e->is.bounds));
	return value_integer(s, (int64_t)((uint64_t)e->is.bounds[0] + index));
}

const value *value_items(struct values *s, value set, struct value_list *buffer)
{
	enum value_kind kind = value_set_kind(s, set);
	if (kind == VALUE_SET) return value_cell(s, set)->is.items;
	uint64_t count = value_count(s, set);
	value *out = value_list_room(buffer, count);
	int64_t low = value_cell(s, set)->is.bounds[0];
	for (uint64_t i = 0; i < count; i++) out[i] = value_integer(s, low + (int64_t)i);
	buffer->list.count = (uint32_t)count;
	return out;
}

/* ---- search ------------------------------------------------------------------------------------------ */

/* Of at least one item. */
static inline uint32_t place_of_number(const value *items, uint32_t count, value v)
{
	uint32_t from = 0;
	while (count > 1) { /* without branches: it is in [from .. from + count] */
		uint32_t half = count / 2;
		from += half & -(uint32_t)(items[from + half - 1] < v);
		count -= half;
	}
	return from + (items[from] < v);
}

static uint32_t place_by_comparison(const struct values *s, const value *items, uint32_t count,
                                    value v)
{
	uint32_t from = 0;
	while (from < count) {
		uint32_t middle = from + (count - from) / 2;
		if (value_order(s, items[middle], v) < 0) from = middle + 1;
		else count = middle;
	}
	return from;
}

/* Is v ordered by its number among elements of its type, these? */
static inline bool is_numbered(const struct values *s, const value *items, uint32_t count, value v)
{
	if (!value_is_stored(v)) return value_are_plain(items, count);
	return !value_is_ordered(value_cell(s, v)->kind);
}

uint32_t value_place(const struct values *s, const value *items, uint32_t count, value v)
{
	if (!count) return 0;
	if (is_numbered(s, items, count, v)) return place_of_number(items, count, v);
	return place_by_comparison(s, items, count, v);
}

static bool in_interval(const struct values *s, value set, value v)
{
	const int64_t *bounds = value_cell(s, set)->is.bounds;
	int64_t n;
	return value_fits(s, v, &n) && bounds[0] <= n && n <= bounds[1];
}

bool value_in_pair(const struct values *s, value set, value a, value b)
{
	REQUIRE(value_set_kind(s, set) == VALUE_SET);
	uint32_t count, from = 0;
	const value *items = value_elements(s, set, &count);
	uint64_t wanted = value_pair_bits(a, b);
	while (from < count) {
		uint32_t middle = from + (count - from) / 2;
		uint64_t bits = value_cell(s, items[middle])->is.bits;
		if (bits == wanted) return true;
		int c = value_order(s, (value)(bits >> 32), a);
		if (!c) c = value_order(s, (value)bits, b);
		if (c < 0) from = middle + 1;
		else count = middle;
	}
	return false;
}

bool value_in(const struct values *s, value set, value v)
{
	enum value_kind kind = value_set_kind(s, set);
	if (kind == VALUE_INTERVAL) return in_interval(s, set, v);
	REQUIRE(kind == VALUE_SET);
	if (value_kind(s, v) == VALUE_PAIR)
		return value_in_pair(s, set, value_left(s, v), value_right(s, v));
	uint32_t count;
	const value *items = value_elements(s, set, &count);
	uint32_t place = value_place(s, items, count, v);
	return place < count && items[place] == v;
}

/* Renaming of elements of given sets inside of values. */
#include "bounds/bounds.h"

static value swapped_set(struct values *s, const struct type *t, const struct bounds_swap *w,
                         value v)
{
	uint64_t count = value_count(s, v);
	value *items = malloc((count + 1) * sizeof *items);
	if (!items) diag_fatal(__FILE__, __LINE__, "out of memory");
	for (uint64_t i = 0; i < count; i++) items[i] = bounds_swapped(s, t->a, w, value_at(s, v, i));
	value r = value_set(s, items, (uint32_t)count);
	free(items);
	return r;
}

static value swapped_record(struct values *s, const struct type *t, const struct bounds_swap *w,
                            value v)
{
	value *fields = malloc((t->count + 1) * sizeof *fields);
	if (!fields) diag_fatal(__FILE__, __LINE__, "out of memory");
	for (uint32_t i = 0; i < t->count; i++)
		fields[i] = bounds_swapped(s, t->fields[i].type, w, value_field(s, v, i));
	value r = value_record(s, t, fields);
	free(fields);
	return r;
}

value bounds_swapped(struct values *s, const struct type *t, const struct bounds_swap *w, value v)
{
	switch (value_kind(s, v)) {
	case VALUE_ELEMENT:
		if (value_element_set(v) != w->set) return v;
		if (value_element_index(v) == w->a) return value_element(w->set, w->b);
		return value_element_index(v) == w->b ? value_element(w->set, w->a) : v;
	case VALUE_PAIR:
		return value_pair(s, bounds_swapped(s, t->a, w, value_first(s, v)),
		                  bounds_swapped(s, t->b, w, value_second(s, v)));
	case VALUE_SET: return swapped_set(s, t, w, v);
	case VALUE_RECORD: return swapped_record(s, t, w, v);
	case VALUE_FREE: {
		const struct decl *d = value_constructor(s, v);
		value argument = value_argument(s, v);
		if (argument == VALUE_NONE) return v;
		return value_free(s, d, bounds_swapped(s, d->argument, w, argument));
	}
	default: return v;
	}
}

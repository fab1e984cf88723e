/* Renaming of elements of given sets inside of values, and what tells elements apart. */
#include "bounds/bounds.h"

static value renamed_set(struct values *s, const struct type *t, bounds_rename *rename,
                         const void *data, value v)
{
	uint64_t count = value_count(s, v);
	value *items = memory_raw((count + 1) * sizeof *items);
	for (uint64_t i = 0; i < count; i++)
		items[i] = bounds_renamed(s, t->a, rename, data, value_at(s, v, i));
	value r = value_set(s, items, (uint32_t)count);
	free(items);
	return r;
}

static value renamed_record(struct values *s, const struct type *t, bounds_rename *rename,
                            const void *data, value v)
{
	value *fields = memory_raw((t->count + 1) * sizeof *fields);
	for (uint32_t i = 0; i < t->count; i++)
		fields[i] = bounds_renamed(s, t->fields[i].type, rename, data, value_field(s, v, i));
	value r = value_record(s, t, fields);
	free(fields);
	return r;
}

value bounds_renamed(struct values *s, const struct type *t, bounds_rename *rename,
                     const void *data, value v)
{
	switch (value_kind(s, v)) {
	case VALUE_ELEMENT: return rename(data, t, v);
	case VALUE_INTEGER: return t->kind == TYPE_GIVEN ? rename(data, t, v) : v;
	case VALUE_PAIR:
		return value_pair(s, bounds_renamed(s, t->a, rename, data, value_first(s, v)),
		                  bounds_renamed(s, t->b, rename, data, value_second(s, v)));
	case VALUE_INTERVAL:
		if (t->a->kind != TYPE_GIVEN) return v;
		return renamed_set(s, t, rename, data, v);
	case VALUE_SET: return renamed_set(s, t, rename, data, v);
	case VALUE_RECORD: return renamed_record(s, t, rename, data, v);
	case VALUE_FREE: {
		const struct decl *d = value_constructor(s, v);
		value argument = value_argument(s, v);
		if (argument == VALUE_NONE) return v;
		return value_free(s, d, bounds_renamed(s, d->argument, rename, data, argument));
	}
	default: return v;
	}
}

value bounds_swap_element(const void *data, const struct type *t, value v)
{
	const struct bounds_swap *w = data;
	(void)t; /* elements have their set in their number */
	if (value_element_set(v) != w->set) return v;
	if (value_element_index(v) == w->a) return value_element(w->set, w->b);
	return value_element_index(v) == w->b ? value_element(w->set, w->a) : v;
}

value bounds_swapped(struct values *s, const struct type *t, const struct bounds_swap *w, value v)
{
	return bounds_renamed(s, t, bounds_swap_element, w, v);
}

/* Of this one, or of any whose elements have no names. */
static bool is_of_set(const void *set, const struct type *t)
{
	if (t->kind != TYPE_GIVEN) return false;
	return set ? t->decl == set : t->decl->kind != DECL_ENUMERATED_SET;
}

static bool type_mentions(const struct type *t, const struct decl *set)
{
	return type_any(t, is_of_set, set);
}

bool bounds_sees_elements(const struct node *n, const struct decl *set)
{
	if (!n) return false;
	bool sees = n->op == OP_EXTERNAL_CALL || n->op == OP_TEMPLATE;
	if (sees && type_mentions(n->type, set)) return true;
	for (uint32_t i = 0; i < n->count; i++)
		if ((sees && type_mentions(n->kid[i]->type, set)) || bounds_sees_elements(n->kid[i], set))
			return true;
	return false;
}

static bool machine_sees_elements(const struct machine *m, const struct decl *set)
{
	const struct node *roots[] = {m->constraints, m->properties, m->invariant,
	                              m->assertions,  m->variant,    m->initialisation};
	bool is_seen = false;
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		is_seen |= bounds_sees_elements(roots[i], set);
	for (uint32_t i = 0; i < m->operations.count; i++)
		is_seen |= bounds_sees_elements(m->operations.at[i]->body, set);
	for (uint32_t i = 0; i < m->references.count; i++)
		is_seen |= bounds_sees_elements(m->references.at[i].arguments, set);
	for (uint32_t i = 0; i < m->values.count; i++)
		is_seen |= bounds_sees_elements(m->values.at[i].value, set);
	return is_seen;
}

bool bounds_project_sees_elements(const struct project *p, const struct decl *set)
{
	for (uint32_t i = 0; i < p->machines.count; i++)
		if (machine_sees_elements(p->machines.at[i], set)) return true;
	return false;
}

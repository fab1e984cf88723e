/* Renaming elements of deferred sets in values. */
#include "tests/differ/differ.h"

enum { MOST_SETS = 2, MOST_ELEMENTS = 4 };

struct renaming {
	struct problem *p;
	uint32_t number[MOST_SETS], size[MOST_SETS]; /* of the deferred sets */
	bool keeps_first[MOST_SETS];
	uint32_t to[MOST_SETS][MOST_ELEMENTS];
};

static const struct type *known(const struct type *t)
{
	while (t->kind == TYPE_VAR) t = t->a;
	return t;
}

static value renamed(const struct renaming *r, const struct type *type, value v);

static value renamed_element(const struct renaming *r, value v)
{
	for (uint32_t i = 0; i < MOST_SETS; i++)
		if (value_element_set(v) == r->number[i])
			return value_element(r->number[i], r->to[i][value_element_index(v)]);
	return v;
}

static value renamed_set(const struct renaming *r, const struct type *element, value v)
{
	struct values *s = r->p->values;
	struct value_list buffer = {0}, items = {0};
	uint64_t count = value_count(s, v);
	const value *at = value_items(s, v, &buffer);
	for (uint64_t i = 0; i < count; i++) VEC_PUSH(&items.list, renamed(r, element, at[i]));
	value set = value_set(s, items.list.at, items.list.count);
	VEC_CLEAR(&items.list);
	VEC_CLEAR(&buffer.list);
	return set;
}

static value renamed_record(const struct renaming *r, const struct type *type, value v)
{
	value fields[8];
	REQUIRE(type->count <= 8);
	for (uint32_t i = 0; i < type->count; i++)
		fields[i] = renamed(r, known(type->fields[i].type), value_field(r->p->values, v, i));
	return value_record(r->p->values, type, fields);
}

/* Free types of the machine have no elements of deferred sets. */
static value renamed(const struct renaming *r, const struct type *type, value v)
{
	struct values *s = r->p->values;
	switch (value_kind(s, v)) {
	case VALUE_ELEMENT: return renamed_element(r, v);
	case VALUE_PAIR:
		return value_pair(s, renamed(r, known(type->a), value_first(s, v)),
		                  renamed(r, known(type->b), value_second(s, v)));
	case VALUE_RECORD: return renamed_record(r, type, v);
	case VALUE_SET: return renamed_set(r, known(type->a), v);
	default: return v;
	}
}

static void add_renamed(const struct renaming *r, const value *solution, struct solutions *out)
{
	value *image = ARENA_ARRAY(&r->p->project->arena, out->width + 1, value);
	for (uint32_t i = 0; i < out->width; i++)
		image[i] = renamed(r, known(r->p->unknowns.list.at[i]->type), solution[i]);
	solutions_add(out, image);
}

/* Chooses the image of an element after the other. */
static void permute(struct renaming *r, uint32_t set, uint32_t from, const value *solution,
                    struct solutions *out)
{
	if (set == MOST_SETS) {
		add_renamed(r, solution, out);
		return;
	}
	if (from == r->size[set]) {
		permute(r, set + 1, 0, solution, out);
		return;
	}
	for (uint32_t to = 0; to < r->size[set]; to++) {
		bool is_free = !(r->keeps_first[set] && from == 0 && to != 0);
		for (uint32_t k = 0; k < from; k++) is_free = is_free && r->to[set][k] != to;
		if (!is_free) continue;
		r->to[set][from] = to;
		permute(r, set, from + 1, solution, out);
	}
}

void orbit_of(struct problem *p, const value *solution, bool keeps_k, bool keeps_h,
              struct solutions *out)
{
	struct renaming r = {.p = p, .keeps_first = {keeps_k, keeps_h}};
	uint32_t found = 0;
	for (uint32_t i = 0; i < p->universe.sets.count; i++) {
		const struct universe_set *s = &p->universe.sets.at[i];
		if (s->decl->kind != DECL_DEFERRED_SET) continue;
		REQUIRE(found < MOST_SETS && s->size <= MOST_ELEMENTS);
		r.number[found] = i; /* in the order of the machine: S, then T */
		r.size[found++] = s->size;
	}
	REQUIRE(found == MOST_SETS);
	out->width = p->unknowns.list.count;
	permute(&r, 0, 0, solution, out);
	solutions_sort(out);
}

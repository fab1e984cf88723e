/* Draws values: sets above their elements, pairs above both sides. Equal values are one vertex. */
#include "symmetry/inside.h"

static struct colour colour_of(enum value_kind kind)
{
	return (struct colour){COLOUR_VALUE, 0, kind, 0};
}

/* Nothing in it is an atom: it is the same under all permutations, and the only one of its colour. */
static uint32_t alone(struct graph *g, value v)
{
	return graph_vertex(g, (struct colour){COLOUR_VALUE, 0, value_kind(g->question->values, v), v});
}

static uint32_t element(struct graph *g, value v)
{
	uint32_t atom = graph_atom(g, value_element_set(v), value_element_index(v));
	return atom == SYMMETRY_NONE ? alone(g, v) : atom;
}

static uint32_t integer(struct graph *g, const struct type *t, value v)
{
	const struct symmetry_sort *sort = symmetry_sort_of(g->group, t);
	uint32_t atom = sort ? symmetry_sort_atom(sort, g->question->values, v) : SYMMETRY_NONE;
	return atom == SYMMETRY_NONE ? alone(g, v) : atom;
}

static uint32_t set(struct graph *g, const struct type *t, value v)
{
	struct values *s = g->question->values;
	uint64_t count = value_count(s, v);
	if (count > SYMMETRY_MOST_VERTICES) {
		g->is_too_large = true;
		return 0;
	}
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, count + 1, struct graph_part);
	for (uint32_t i = 0; i < count && !g->is_too_large; i++)
		parts[i].vertex = ground_value(g, t->a, value_at(s, v, i));
	return graph_join(g, colour_of(VALUE_SET), parts, (uint32_t)count);
}

static uint32_t pair(struct graph *g, const struct type *t, value v)
{
	struct values *s = g->question->values;
	struct graph_part both[] = {{ground_value(g, t->a, value_first(s, v)), 1},
	                            {ground_value(g, t->b, value_second(s, v)), 2}};
	return graph_join(g, colour_of(VALUE_PAIR), both, 2);
}

static uint32_t record(struct graph *g, const struct type *t, value v)
{
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, t->count + 1, struct graph_part);
	for (uint32_t i = 0; i < t->count; i++) {
		value field = value_field(g->question->values, v, i);
		parts[i] = (struct graph_part){ground_value(g, t->fields[i].type, field), i + 1};
	}
	return graph_join(g, colour_of(VALUE_RECORD), parts, t->count);
}

static uint32_t free_value(struct graph *g, value v)
{
	struct values *s = g->question->values;
	const struct decl *d = value_constructor(s, v);
	value argument = value_argument(s, v);
	struct graph_part parts[2] = {{text_decl(g, d), 1}};
	if (argument != VALUE_NONE)
		parts[1] = (struct graph_part){ground_value(g, d->argument, argument), 2};
	return graph_join(g, colour_of(VALUE_FREE), parts, argument != VALUE_NONE ? 2 : 1);
}

/* An expression, and the values of the names in it. */
static uint32_t lazy(struct graph *g, value v)
{
	struct values *s = g->question->values;
	uint32_t count;
	const value *known = value_lazy_free(s, v, &count);
	const struct decl *const *names = value_lazy_names(s, v);
	struct graph_part *parts = ARENA_ARRAY(&g->group->arena, 2 * count + 1, struct graph_part);
	parts[0] = (struct graph_part){text_node(g, value_lazy_node(s, v)), 1};
	uint32_t used = 1;
	for (uint32_t i = 0; i < count; i++) {
		if (known[i] == VALUE_NONE) continue;
		parts[used++] = (struct graph_part){text_decl(g, names[i]), 2 * i + 2};
		const struct type *t = symmetry_type(g->group, names[i]);
		parts[used++] = (struct graph_part){ground_value(g, t, known[i]), 2 * i + 3};
	}
	return graph_join(g, colour_of(VALUE_LAZY), parts, used);
}

static uint32_t draw(struct graph *g, const struct type *t, value v)
{
	if (!type_any(t, type_is_given, NULL) && !value_has_lazy(g->question->values, v))
		return alone(g, v);
	switch (value_kind(g->question->values, v)) {
	case VALUE_ELEMENT: return element(g, v);
	case VALUE_INTEGER: return integer(g, t, v);
	case VALUE_INTERVAL:
	case VALUE_SET: return set(g, t, v);
	case VALUE_PAIR: return pair(g, t, v);
	case VALUE_RECORD: return record(g, t, v);
	case VALUE_FREE: return free_value(g, v);
	case VALUE_LAZY: return lazy(g, v);
	default: return alone(g, v);
	}
}

static struct map *drawn_of(struct graph *g, const struct type *t)
{
	uint64_t type = g->group->sort_count ? graph_type(g, t) : 0;
	for (uint32_t i = 0; i < g->of_value.count; i++)
		if (g->of_value.at[i].type == type) return &g->of_value.at[i].vertex;
	struct graph_values all = {.type = type};
	VEC_PUSH(&g->of_value, all);
	return &VEC_LAST(&g->of_value).vertex;
}

uint32_t ground_value(struct graph *g, const struct type *t, value v)
{
	void *key = (void *)(uintptr_t)v;
	uintptr_t known = (uintptr_t)map_get(drawn_of(g, t), key);
	if (known) return (uint32_t)(known - 1);
	g->in_value++;
	uint32_t vertex = g->is_too_large ? 0 : draw(g, t, v);
	g->in_value--;
	map_put(drawn_of(g, t), key, (void *)((uintptr_t)vertex + 1));
	return vertex;
}

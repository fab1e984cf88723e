/* Where in the values of a type there are elements that move. */
#include "symmetry/inside.h"

static struct moving_shape *new_shape(struct arena *a, enum shape_kind kind, uint32_t count)
{
	struct moving_shape *s = ARENA_NEW(a, struct moving_shape);
	s->kind = kind;
	s->parts = ARENA_ARRAY(a, count + 1, struct moving_shape *);
	s->count = count;
	return s;
}

static struct moving_shape *given_shape(const struct shape_question *q, const struct type *t)
{
	const struct symmetry_sort *sort = symmetry_sort_of(q->group, t);
	for (uint32_t i = 0; sort && i < sort->size; i++) {
		if (!q->moves[sort->first + i]) continue;
		struct moving_shape *s = new_shape(q->arena, SHAPE_ELEMENT, 0);
		s->sort = sort;
		return s;
	}
	if (!map_get(&q->universe->number, t->decl)) return NULL;
	uint32_t set = universe_number(q->universe, t->decl), first = q->group->first[set];
	for (uint32_t i = 0; first != SYMMETRY_NONE && i < q->universe->sets.at[set].size; i++)
		if (q->moves[first + i]) return new_shape(q->arena, SHAPE_ELEMENT, 0);
	return NULL;
}

static struct moving_shape *joined_shape(const struct shape_question *q, enum shape_kind kind,
                                         struct moving_shape *const *parts, uint32_t count)
{
	bool moves = false;
	for (uint32_t i = 0; i < count; i++) moves |= parts[i] != NULL;
	if (!moves) return NULL;
	struct moving_shape *s = new_shape(q->arena, kind, count);
	memcpy(s->parts, parts, count * sizeof *parts);
	return s;
}

static struct moving_shape *record_shape(const struct shape_question *q, const struct type *t)
{
	struct moving_shape **parts = ARENA_ARRAY(q->arena, t->count + 1, struct moving_shape *);
	for (uint32_t i = 0; i < t->count; i++) parts[i] = shape_make(q, t->fields[i].type);
	return joined_shape(q, SHAPE_RECORD, parts, t->count);
}

struct moving_shape *shape_make(const struct shape_question *q, const struct type *t)
{
	switch (t->kind) {
	case TYPE_GIVEN: return given_shape(q, t);
	case TYPE_POW:
		return joined_shape(q, SHAPE_SET, (struct moving_shape *[]){shape_make(q, t->a)}, 1);
	case TYPE_PAIR:
		return joined_shape(q, SHAPE_PAIR,
		                    (struct moving_shape *[]){shape_make(q, t->a), shape_make(q, t->b)}, 2);
	case TYPE_RECORD: return record_shape(q, t);
	default: return NULL;
	}
}

/* How many elements stand in it; more than one set around another has no number: 2. */
static uint32_t elements_in(const struct moving_shape *s)
{
	uint32_t count = 0;
	if (!s) return 0;
	if (s->kind == SHAPE_ELEMENT) return 1;
	if (s->kind == SHAPE_SET) return 2;
	for (uint32_t i = 0; i < s->count; i++) count += elements_in(s->parts[i]);
	return count;
}

bool shape_is_simple(const struct moving_shape *s)
{
	if (!s || s->kind == SHAPE_ELEMENT) return true;
	if (s->kind == SHAPE_SET) return elements_in(s->parts[0]) == 1;
	for (uint32_t i = 0; i < s->count; i++)
		if (!shape_is_simple(s->parts[i])) return false;
	return true;
}

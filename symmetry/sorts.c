/* Sorts: integers that are only names for things.
 *
 * All integers between which values can go (by =, :, assignments, arguments, ...) are one sort; flow.c walks through the text and
 * joins them. Where nothing is done with a sort but what can be done with elements of a given set, no arithmetic, no order, no
 * cardinality, the machine cannot tell its integers apart but by the literals in it: a permutation of integers is to it
 * what one of elements is. The atoms are the integers of the intervals that are written in a sort; all others stay where they are, so that
 * nothing need be known about the values of variables. Each place of an INTEGER in the type of a name or a formula gets a type of its own here,
 * which in the end is that of its sort. */
#include "symmetry/sorts.h"

/* ---- places -------------------------------------------------------------------------------------------- */

bool sorts_has_integers(const struct type *t)
{
	t = type_known(t);
	if (!t) return false;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (sorts_has_integers(t->fields[i].type)) return true;
	return t->kind == TYPE_INTEGER || sorts_has_integers(t->a) || sorts_has_integers(t->b);
}

static struct type *new_place(struct sorts *s)
{
	struct sort *place = ARENA_NEW(s->arena, struct sort);
	*place = (struct sort){.type = {.kind = TYPE_INTEGER}, .leader = place};
	VEC_PUSH(&s->places, place);
	return &place->type;
}

static struct type *copy(struct sorts *s, const struct type *t);

static struct type_field *copy_fields(struct sorts *s, const struct type *t)
{
	struct type_field *fields = ARENA_ARRAY(s->arena, t->count + 1, struct type_field);
	for (uint32_t i = 0; i < t->count; i++)
		fields[i] = (struct type_field){t->fields[i].name, copy(s, t->fields[i].type)};
	return fields;
}

/* With places of its own for its integers. */
static struct type *copy(struct sorts *s, const struct type *t)
{
	t = type_known(t);
	if (!sorts_has_integers(t)) return (struct type *)t;
	if (t->kind == TYPE_INTEGER) return new_place(s);
	struct type *c = ARENA_NEW(s->arena, struct type);
	*c = *t;
	if (t->kind == TYPE_RECORD) c->fields = copy_fields(s, t);
	if (t->a) c->a = copy(s, t->a);
	if (t->b) c->b = copy(s, t->b);
	return c;
}

struct type *sorts_new(struct sorts *s, const struct type *t) { return copy(s, t); }

struct type *sorts_of_decl(struct sorts *s, const struct decl *d)
{
	struct type *known = map_get(s->type_of, d);
	if (known || !sorts_has_integers(d->type)) return known ? known : d->type;
	map_put(s->type_of, d, known = copy(s, d->type));
	return known;
}

struct type *sorts_pow(struct sorts *s, struct type *of)
{
	struct type *t = ARENA_NEW(s->arena, struct type);
	*t = (struct type){.kind = TYPE_POW, .a = of};
	return t;
}

struct type *sorts_pair(struct sorts *s, struct type *a, struct type *b)
{
	struct type *t = ARENA_NEW(s->arena, struct type);
	*t = (struct type){.kind = TYPE_PAIR, .a = a, .b = b};
	return t;
}

/* ---- joining -------------------------------------------------------------------------------------------- */

static struct sort *find(struct sort *x)
{
	while (x->leader != x) x = x->leader = x->leader->leader;
	return x;
}

static struct sort *sort_at(const struct type *t) { return find((struct sort *)t); }

static void take_number(struct sort *to, const struct node *why)
{
	to->is_broken_twice |= to->is_number && to->why != why;
	to->is_number = true;
	to->why = why;
}

static void take_range(struct sort *to, int64_t low, int64_t high)
{
	if (!to->has_range || low < to->low) to->low = low;
	if (!to->has_range || high > to->high) to->high = high;
	to->has_range = true;
}

static void join(struct sort *a, struct sort *b)
{
	a = find(a), b = find(b);
	if (a == b) return;
	b->leader = a;
	if (b->has_range) take_range(a, b->low, b->high);
	if (b->is_number) take_number(a, b->why);
	a->is_broken_twice |= b->is_broken_twice;
	a->sets |= b->sets;
}

void sorts_join(struct type *a, struct type *b)
{
	a = (struct type *)type_known(a), b = (struct type *)type_known(b);
	if (a == b || !a || !b || a->kind != b->kind) return;
	if (a->kind == TYPE_INTEGER) join((struct sort *)a, (struct sort *)b);
	for (uint32_t i = 0; a->kind == TYPE_RECORD && i < a->count; i++)
		sorts_join(a->fields[i].type, b->fields[i].type);
	if (a->kind != TYPE_POW && a->kind != TYPE_PAIR) return;
	sorts_join(a->a, b->a);
	if (a->kind == TYPE_PAIR) sorts_join(a->b, b->b);
}

void sorts_are_numbers(struct sorts *s, const struct type *t)
{
	t = type_known(t);
	if (!sorts_has_integers(t)) return;
	if (t->kind == TYPE_INTEGER) {
		const struct node *ignored = s->question->without_numbers;
		if (!s->item || s->item != ignored) take_number(sort_at(t), s->item);
		return;
	}
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		sorts_are_numbers(s, t->fields[i].type);
	if (t->a) sorts_are_numbers(s, t->a);
	if (t->b) sorts_are_numbers(s, t->b);
}

void sorts_have_range(const struct type *integer, int64_t low, int64_t high)
{
	take_range(sort_at(integer), low, high);
}

void sorts_meet(const struct type *integer, enum sort_set set) { sort_at(integer)->sets |= set; }

/* ---- the end -------------------------------------------------------------------------------------------- */

/* Is the whole range in low..high, or nothing of it? */
static bool is_even(const struct sort *x, int64_t low, int64_t high)
{
	return (x->low >= low && x->high <= high) || x->high < low || x->low > high;
}

static bool keeps_sets(const struct sort *x, const struct universe *u)
{
	enum { MOST_LISTED = 1000 };
	bool keeps = true;
	if (x->sets & SORT_NATURAL) keeps &= is_even(x, 0, INT64_MAX);
	if (x->sets & SORT_NATURAL1) keeps &= is_even(x, 1, INT64_MAX);
	/* larger ones would have to be listed where they are moved */
	if ((x->sets & (SORT_NAT | SORT_NAT1 | SORT_INT)) && u->maxint > MOST_LISTED) return false;
	if (x->sets & SORT_NAT) keeps &= is_even(x, 0, u->maxint);
	if (x->sets & SORT_NAT1) keeps &= is_even(x, 1, u->maxint);
	if (x->sets & SORT_INT) keeps &= is_even(x, u->minint, u->maxint);
	return keeps;
}

static bool has_atoms(const struct sort *x)
{
	return x->has_range && x->low < x->high && (uint64_t)x->high - (uint64_t)x->low < SORTS_LARGEST;
}

/* Several sorts may have the same range; the type of each has a name of its own. */
static struct symmetry_sort new_sort(struct sorts *s, const struct sort *x, uint32_t number)
{
	struct names *names = s->question->project->names;
	struct text text = {0};
	struct decl *d = ARENA_NEW(s->arena, struct decl);
	text_format(&text, "%lld..%lld", (long long)x->low, (long long)x->high);
	name range = names_of(names, text_get(&text));
	text_format(&text, "#%u", number);
	*d = (struct decl){.kind = DECL_DEFERRED_SET};
	d->name = d->full_name = names_of(names, text_get(&text));
	text_clear(&text);
	uint32_t size = (uint32_t)(x->high - x->low + 1);
	return (struct symmetry_sort){.decl = d, .range = range, .low = x->low, .size = size};
}

/* Of a sort with a range that is one of numbers because of this item alone. */
static void note_broken(struct sorts *s, const struct sort *x)
{
	if (!has_atoms(x) || !x->is_number || x->is_broken_twice || !x->why) return;
	struct symmetry_near_sort near = {x->low, x->high, x->why};
	VEC_PUSH(&s->near, near);
}

void sorts_finish(struct sorts *s, struct symmetry_group *group)
{
	const struct universe *u = s->question->universe;
	VEC(struct symmetry_sort) found = {0};
	for (uint32_t i = 0; i < s->places.count; i++) {
		struct sort *x = s->places.at[i];
		if (x->leader == x) note_broken(s, x);
		if (x->leader != x || x->is_number || !has_atoms(x) || !keeps_sets(x, u)) continue;
		struct symmetry_sort sort = new_sort(s, x, found.count + 1);
		x->type.kind = TYPE_GIVEN;
		x->type.decl = (struct decl *)sort.decl; /* types never write to it */
		VEC_PUSH(&found, sort);
	}
	for (uint32_t i = 0; i < s->places.count; i++) {
		struct sort *x = s->places.at[i], *leader = find(x);
		if (x == leader) continue;
		x->type.kind = leader->type.kind;
		x->type.decl = leader->type.decl;
	}
	group->near_sort_count = s->near.count;
	group->near_sorts = VEC_FREEZE(&s->near, &group->arena);
	group->sort_count = found.count;
	group->sorts = VEC_FREEZE(&found, &group->arena);
}

/* ---- what others ask -------------------------------------------------------------------------------------- */

const struct symmetry_sort *symmetry_sort_of(const struct symmetry_group *g, const struct type *t)
{
	for (uint32_t i = 0; t->kind == TYPE_GIVEN && i < g->sort_count; i++)
		if (g->sorts[i].decl == t->decl) return &g->sorts[i];
	return NULL;
}

const struct type *symmetry_type(const struct symmetry_group *g, const struct decl *d)
{
	const struct type *t = map_get(&g->type_of, d);
	return t ? t : d->type;
}

uint32_t symmetry_sort_atom(const struct symmetry_sort *sort, const struct values *s, value v)
{
	int64_t n;
	if (!value_fits(s, v, &n) || n < sort->low || n - sort->low >= sort->size) return SYMMETRY_NONE;
	return sort->first + (uint32_t)(n - sort->low);
}

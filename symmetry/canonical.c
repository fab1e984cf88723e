/* Canonical forms of states: of all images of a vector of values under a group always the same one.
 *
 * The group is the product of those factors that are all permutations of one orbit. Elements get colours by how they occur in
 * the values, until no more are told apart (colour refinement: symmetry markers of Leuschel and Massart, iterated). Those
 * of the same colour whose exchange changes nothing are twins, and go in any order. Where others are left, each of them in turn is
 * told apart from the rest, and the least image wins (individualisation and refinement: McKay). The choices depend on colours
 * alone, which are the same for all images of a vector, so that all of them come to the same images. */
#include "symmetry/inside.h"

enum { MOST_LEAVES = 2000 }; /* images that are compared; beyond, the least of those is taken */

/* Where in the values of a type there are elements that move. */
enum shape_kind { SHAPE_ELEMENT, SHAPE_SET, SHAPE_PAIR, SHAPE_RECORD };
struct moving_shape {
	enum shape_kind kind;
	struct moving_shape **parts; /* NULL: nothing moves there */
	uint32_t count;
};

struct symmetry_canon {
	struct arena arena;
	const struct symmetry_group *group;
	struct values *values;
	const struct type *const *types;
	struct moving_shape **shapes; /* [0 .. width-1] */
	uint32_t width;
	uint32_t *factor; /* of each atom, from 1 on; 0: it does not move */
	uint32_t *moving; /* the atoms that move, factor by factor, in order: [0 .. moving_count-1] */
	uint32_t moving_count;
	uint64_t *sum;           /* scratch: of each atom, of the contexts in which it occurs */
	value *image, *leftmost; /* scratch */
	/* of the search for one vector */
	const value *vector;
	uint64_t leaves; /* images that were made */
	struct symmetry_orbits stats;
};

/* ---- which atoms move ---------------------------------------------------------------------------------------- */

static bool moves_freely(const struct symmetry_factor *f)
{
	return f->shape == SYMMETRY_FULL && f->width == f->degree;
}

static bool has_free_type(const struct type *t)
{
	if (!t) return false;
	if (t->kind == TYPE_GIVEN) return t->decl->kind == DECL_FREETYPE;
	for (uint32_t i = 0; t->kind == TYPE_RECORD && i < t->count; i++)
		if (has_free_type(t->fields[i].type)) return true;
	return has_free_type(t->a) || has_free_type(t->b);
}

static bool all_types_are_plain(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (has_free_type(c->types[i])) return false;
	return true;
}

static void find_moving(struct symmetry_canon *c)
{
	const struct symmetry_group *g = c->group;
	c->factor = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint32_t);
	c->moving = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint32_t);
	for (uint32_t i = 0; i < g->factor_count; i++) {
		if (!moves_freely(&g->factors[i])) continue;
		for (uint32_t k = 0; k < g->factors[i].degree; k++) {
			c->factor[g->factors[i].atoms[k]] = i + 1;
			c->moving[c->moving_count++] = g->factors[i].atoms[k];
		}
	}
}

static struct moving_shape *shape_of(struct symmetry_canon *c, const struct universe *u,
                                     const struct type *t);

static struct moving_shape *new_shape(struct symmetry_canon *c, enum shape_kind kind,
                                      uint32_t count)
{
	struct moving_shape *s = ARENA_NEW(&c->arena, struct moving_shape);
	*s = (struct moving_shape){kind, ARENA_ARRAY(&c->arena, count + 1, struct moving_shape *),
	                           count};
	return s;
}

static struct moving_shape *given_shape(struct symmetry_canon *c, const struct universe *u,
                                        const struct type *t)
{
	if (!map_get(&u->number, t->decl)) return NULL;
	uint32_t set = universe_number(u, t->decl), first = c->group->first[set];
	for (uint32_t i = 0; first != SYMMETRY_NONE && i < u->sets.at[set].size; i++)
		if (c->factor[first + i]) return new_shape(c, SHAPE_ELEMENT, 0);
	return NULL;
}

static struct moving_shape *joined_shape(struct symmetry_canon *c, enum shape_kind kind,
                                         struct moving_shape *const *parts, uint32_t count)
{
	bool moves = false;
	for (uint32_t i = 0; i < count; i++) moves |= parts[i] != NULL;
	if (!moves) return NULL;
	struct moving_shape *s = new_shape(c, kind, count);
	memcpy(s->parts, parts, count * sizeof *parts);
	return s;
}

static struct moving_shape *shape_of(struct symmetry_canon *c, const struct universe *u,
                                     const struct type *t)
{
	switch (t->kind) {
	case TYPE_GIVEN: return given_shape(c, u, t);
	case TYPE_POW:
		return joined_shape(c, SHAPE_SET, (struct moving_shape *[]){shape_of(c, u, t->a)}, 1);
	case TYPE_PAIR:
		return joined_shape(c, SHAPE_PAIR,
		                    (struct moving_shape *[]){shape_of(c, u, t->a), shape_of(c, u, t->b)},
		                    2);
	case TYPE_RECORD: {
		struct moving_shape **parts = ARENA_ARRAY(&c->arena, t->count + 1, struct moving_shape *);
		for (uint32_t i = 0; i < t->count; i++) parts[i] = shape_of(c, u, t->fields[i].type);
		return joined_shape(c, SHAPE_RECORD, parts, t->count);
	}
	default: return NULL;
	}
}

struct symmetry_canon *symmetry_canon_open(const struct symmetry_group *g, const struct universe *u,
                                           struct values *s, const struct type *const *types,
                                           uint32_t width)
{
	struct symmetry_canon *c = calloc(1, sizeof *c);
	if (!c) diag_no_memory();
	arena_init(&c->arena);
	c->group = g, c->values = s, c->width = width;
	c->types = types;
	find_moving(c);
	bool moves = false;
	c->shapes = ARENA_ARRAY(&c->arena, width + 1, struct moving_shape *);
	for (uint32_t i = 0; i < width; i++) moves |= (c->shapes[i] = shape_of(c, u, types[i])) != NULL;
	c->sum = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint64_t);
	c->image = ARENA_ARRAY(&c->arena, width + 1, value);
	c->leftmost = ARENA_ARRAY(&c->arena, width + 1, value);
	if (moves && all_types_are_plain(c)) return c;
	symmetry_canon_close(c);
	return NULL;
}

void symmetry_canon_close(struct symmetry_canon *c)
{
	if (!c) return;
	arena_clear(&c->arena);
	free(c);
}

/* ---- colours --------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
	h ^= h >> 27;
	h *= 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

static uint32_t atom_of(const struct symmetry_canon *c, value v)
{
	uint32_t first = c->group->first[value_element_set(v)];
	return first == SYMMETRY_NONE ? SYMMETRY_NONE : first + value_element_index(v);
}

/* A number that is the same for all images of the value with their colours. */
static uint64_t seen(const struct symmetry_canon *c, const uint64_t *colour,
                     const struct moving_shape *s, value v)
{
	if (!s) return mix(1, v);
	uint64_t h = s->kind;
	switch (s->kind) {
	case SHAPE_ELEMENT: return mix(9, colour[atom_of(c, v)]);
	case SHAPE_PAIR:
		return mix(seen(c, colour, s->parts[0], value_first(c->values, v)),
		           seen(c, colour, s->parts[1], value_second(c->values, v)));
	case SHAPE_SET: {
		uint64_t count = value_count(c->values, v);
		for (uint64_t i = 0; i < count; i++)
			h += mix(2, seen(c, colour, s->parts[0], value_at(c->values, v, i)));
		return mix(3, h);
	}
	case SHAPE_RECORD:
		for (uint32_t i = 0; i < s->count; i++)
			h = mix(h, seen(c, colour, s->parts[i], value_field(c->values, v, i)));
	}
	return h;
}

/* Adds the context to the sum of each atom in the value. */
static void spread(struct symmetry_canon *c, const uint64_t *colour, const struct moving_shape *s,
                   value v, uint64_t context)
{
	if (!s) return;
	switch (s->kind) {
	case SHAPE_ELEMENT: c->sum[atom_of(c, v)] += mix(4, context); break;
	case SHAPE_PAIR: {
		value a = value_first(c->values, v), b = value_second(c->values, v);
		if (s->parts[0])
			spread(c, colour, s->parts[0], a, mix(context + 5, seen(c, colour, s->parts[1], b)));
		if (s->parts[1])
			spread(c, colour, s->parts[1], b, mix(context + 6, seen(c, colour, s->parts[0], a)));
		break;
	}
	case SHAPE_SET: {
		uint64_t count = value_count(c->values, v), inside = mix(context, seen(c, colour, s, v));
		for (uint64_t i = 0; i < count; i++)
			spread(c, colour, s->parts[0], value_at(c->values, v, i), inside);
		break;
	}
	case SHAPE_RECORD:
		for (uint32_t i = 0; i < s->count; i++)
			spread(c, colour, s->parts[i], value_field(c->values, v, i),
			       mix(context + 7 + i, seen(c, colour, s, v)));
	}
}

/* ---- partitions ------------------------------------------------------------------------------------------------- */

/* The atoms that move, cell by cell. The colour of an atom is the place where its cell begins: cells keep their order when they
 * are split, so that different choices of the search end in different permutations. */
struct atom_cells {
	uint32_t *order;  /* [0 .. moving_count-1] */
	uint64_t *colour; /* of each atom */
	uint32_t count;
};

static bool is_before(const struct symmetry_canon *c, const struct atom_cells *p, uint32_t a,
                      uint32_t b)
{
	if (p->colour[a] != p->colour[b]) return p->colour[a] < p->colour[b];
	return c->sum[a] < c->sum[b];
}

/* Splits the cells by the sums. */
static void split(const struct symmetry_canon *c, struct atom_cells *p)
{
	for (uint32_t i = 1; i < c->moving_count; i++) {
		uint32_t atom = p->order[i], k = i;
		for (; k > 0 && is_before(c, p, atom, p->order[k - 1]); k--) p->order[k] = p->order[k - 1];
		p->order[k] = atom;
	}
	p->count = 0;
	for (uint32_t i = 0, start = 0; i < c->moving_count; i++) {
		bool begins = i + 1 < c->moving_count && is_before(c, p, p->order[i], p->order[i + 1]);
		if (i + 1 < c->moving_count && !begins) continue;
		for (uint32_t k = start; k <= i; k++) p->colour[p->order[k]] = start;
		start = i + 1;
		p->count++;
	}
}

static void refine(struct symmetry_canon *c, struct atom_cells *p)
{
	for (uint32_t before = 0; p->count != before && p->count < c->moving_count;) {
		before = p->count;
		for (uint32_t i = 0; i < c->moving_count; i++) c->sum[c->moving[i]] = 0;
		for (uint32_t i = 0; i < c->width; i++)
			spread(c, p->colour, c->shapes[i], c->vector[i], mix(8, i));
		split(c, p);
	}
}

static struct atom_cells new_cells(const struct symmetry_canon *c)
{
	uint32_t atoms = c->group->atom_count + 1;
	struct atom_cells r = {malloc(atoms * sizeof *r.order), malloc(atoms * sizeof *r.colour), 0};
	if (!r.order || !r.colour) diag_no_memory();
	return r;
}

/* A cell for each factor; atoms that do not move are told apart from the beginning. */
static struct atom_cells first_cells(const struct symmetry_canon *c)
{
	struct atom_cells r = new_cells(c);
	memcpy(r.order, c->moving, c->moving_count * sizeof *r.order);
	for (uint32_t i = 0; i < c->group->atom_count; i++) r.colour[i] = (uint64_t)c->moving_count + i;
	for (uint32_t i = 0, start = 0; i < c->moving_count; i++) {
		if (c->factor[c->moving[i]] != c->factor[c->moving[start]]) start = i;
		r.colour[c->moving[i]] = start;
		r.count += start == i;
	}
	return r;
}

/* The same with one atom of the cell in front of the others. */
static struct atom_cells individualised(const struct symmetry_canon *c, const struct atom_cells *p,
                                        uint32_t from, uint32_t end, uint32_t chosen)
{
	struct atom_cells r = new_cells(c);
	memcpy(r.order, p->order, c->moving_count * sizeof *r.order);
	memcpy(r.colour, p->colour, c->group->atom_count * sizeof *r.colour);
	r.order[chosen] = r.order[from];
	r.order[from] = p->order[chosen];
	for (uint32_t i = from + 1; i < end; i++) r.colour[r.order[i]] = from + 1;
	r.count = p->count + 1;
	return r;
}

static void clear_cells(struct atom_cells *p)
{
	free(p->order);
	free(p->colour);
}

/* ---- the search --------------------------------------------------------------------------------------------------------- */

static void image_under(struct symmetry_canon *c, const uint32_t *permutation, value *out)
{
	for (uint32_t i = 0; i < c->width; i++)
		out[i] = !c->shapes[i]
		             ? c->vector[i]
		             : symmetry_image(c->group, permutation, c->values, c->types[i], c->vector[i]);
}

static bool are_twins(struct symmetry_canon *c, uint32_t a, uint32_t b)
{
	uint32_t *swap = malloc((c->group->atom_count + 1) * sizeof *swap);
	if (!swap) diag_no_memory();
	for (uint32_t i = 0; i < c->group->atom_count; i++) swap[i] = i;
	swap[a] = b, swap[b] = a;
	image_under(c, swap, c->image);
	free(swap);
	return memcmp(c->image, c->vector, c->width * sizeof *c->image) == 0;
}

static uint32_t cell_end(const struct symmetry_canon *c, const struct atom_cells *p, uint32_t from)
{
	uint32_t end = from + 1;
	while (end < c->moving_count && p->colour[p->order[from]] == p->colour[p->order[end]]) end++;
	return end;
}

/* The first cell whose atoms are not all twins, or moving_count. `*twins` is how many permutations of twins there are. */
static uint32_t find_open_cell(struct symmetry_canon *c, const struct atom_cells *p, double *twins)
{
	*twins = 1;
	for (uint32_t from = 0, end; from < c->moving_count; from = end) {
		end = cell_end(c, p, from);
		for (uint32_t i = from + 1; i < end; i++) {
			if (!are_twins(c, p->order[i - 1], p->order[i])) return from;
			*twins *= i - from + 1;
		}
	}
	return c->moving_count;
}

/* The atoms of each factor in the order of their cells. */
static void take_leaf(struct symmetry_canon *c, const struct atom_cells *p, value *out)
{
	uint32_t *permutation = malloc((c->group->atom_count + 1) * sizeof *permutation);
	if (!permutation) diag_no_memory();
	for (uint32_t i = 0; i < c->group->atom_count; i++) permutation[i] = i;
	for (uint32_t i = 0; i < c->moving_count; i++) permutation[p->order[i]] = c->moving[i];
	image_under(c, permutation, out);
	free(permutation);
	c->leaves++;
}

/* What a part of the search comes to. */
struct branch_end {
	value *least;    /* image, and */
	double count;    /* how many permutations lead to it */
	value *leftmost; /* the image at the end of the first choices */
};

/* Only the first choices. */
static void descend(struct symmetry_canon *c, struct atom_cells *p, value *out)
{
	double twins;
	refine(c, p);
	uint32_t from = find_open_cell(c, p, &twins);
	if (from == c->moving_count) {
		take_leaf(c, p, out);
		return;
	}
	struct atom_cells next = individualised(c, p, from, cell_end(c, p, from), from);
	descend(c, &next, out);
	clear_cells(&next);
}

static bool is_same_image(const struct symmetry_canon *c, const value *a, const value *b)
{
	return memcmp(a, b, c->width * sizeof *a) == 0;
}

static void join_branch(const struct symmetry_canon *c, struct branch_end *to,
                        const struct branch_end *from)
{
	int order = to->count > 0 ? memcmp(from->least, to->least, c->width * sizeof *to->least) : -1;
	if (order > 0) return;
	if (order < 0) to->count = 0;
	to->count += from->count;
	memcpy(to->least, from->least, c->width * sizeof *to->least);
}

static void search(struct symmetry_canon *c, struct atom_cells *p, struct branch_end *out);

/* One atom of the cell after the other is told apart. Where the first choices from there end in the same image as those from another
 * one, a permutation that changes nothing leads from one to the other, and everything else would be the same, too. */
static void search_cell(struct symmetry_canon *c, const struct atom_cells *p, uint32_t from,
                        uint32_t end, struct branch_end *out)
{
	size_t width = c->width + 1;
	struct branch_end *known = calloc(end - from, sizeof *known);
	value *room = calloc(2 * (end - from) * width, sizeof *room);
	uint32_t count = 0;
	if (!known || !room) diag_no_memory();
	out->count = 0;
	for (uint32_t i = from; i < end && c->leaves < MOST_LEAVES; i++) {
		struct atom_cells next = individualised(c, p, from, end, i);
		struct branch_end *b = &known[count];
		*b = (struct branch_end){room + 2 * count * width, 0, room + (2 * count + 1) * width};
		uint32_t same = count;
		if (i > from) {
			struct atom_cells probe = individualised(c, p, from, end, i);
			descend(c, &probe, b->leftmost);
			clear_cells(&probe);
			for (uint32_t k = 0; k < count && same == count; k++)
				if (is_same_image(c, known[k].leftmost, b->leftmost)) same = k;
		}
		if (same == count) search(c, &next, b);
		join_branch(c, out, &known[same]);
		if (same == count) count++;
		clear_cells(&next);
	}
	memcpy(out->leftmost, known[0].leftmost, c->width * sizeof *room);
	free(known);
	free(room);
}

static void search(struct symmetry_canon *c, struct atom_cells *p, struct branch_end *out)
{
	double twins;
	refine(c, p);
	uint32_t from = find_open_cell(c, p, &twins);
	if (from < c->moving_count) {
		search_cell(c, p, from, cell_end(c, p, from), out);
		return;
	}
	take_leaf(c, p, out->least);
	memcpy(out->leftmost, out->least, c->width * sizeof *out->least);
	out->count = twins;
}

static bool has_lazy(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (c->shapes[i] && value_has_lazy(c->values, c->vector[i])) return true;
	return false;
}

/* How many images the vector has: permutations by those that change nothing. */
static double orbit_size(const struct symmetry_canon *c, double stabiliser)
{
	double size = 1;
	for (uint32_t i = 0, k = 1; i < c->moving_count; i++) {
		k = i > 0 && c->factor[c->moving[i]] == c->factor[c->moving[i - 1]] ? k + 1 : 1;
		size *= k;
	}
	return size / stabiliser;
}

void symmetry_canonical(struct symmetry_canon *c, const value *vector, value *out)
{
	c->vector = vector;
	c->leaves = 0;
	/* What such a set is made of is not known: it stays as it is. */
	if (has_lazy(c)) {
		memcpy(out, vector, c->width * sizeof *out);
		c->stats.last = 1;
		c->stats.is_inexact = true;
		return;
	}
	struct atom_cells p = first_cells(c);
	struct branch_end end = {.least = out, .leftmost = c->leftmost};
	search(c, &p, &end);
	clear_cells(&p);
	c->stats.last = orbit_size(c, end.count);
	c->stats.calls++;
	c->stats.searches += c->leaves > 1;
	c->stats.is_inexact |= c->leaves >= MOST_LEAVES;
}

const struct symmetry_orbits *symmetry_canon_stats(const struct symmetry_canon *c)
{
	return &c->stats;
}

/* ---- markers --------------------------------------------------------------------------------------------------------- */

/* One round of colours, in which each element is the sum of the places where it stands, and the values with these. */
void symmetry_marker(struct symmetry_canon *c, const value *vector, value out[4])
{
	struct atom_cells p = first_cells(c);
	uint64_t marker[2] = {1, 2};
	c->vector = vector;
	for (uint32_t i = 0; i < c->moving_count; i++) c->sum[c->moving[i]] = 0;
	for (uint32_t i = 0; i < c->width; i++) spread(c, p.colour, c->shapes[i], vector[i], mix(8, i));
	for (uint32_t i = 0; i < c->moving_count; i++) {
		uint64_t *colour = &p.colour[c->moving[i]];
		*colour = mix(*colour, c->sum[c->moving[i]]);
	}
	for (uint32_t i = 0; i < c->width; i++)
		for (uint32_t k = 0; k < 2; k++)
			marker[k] = mix(marker[k], seen(c, p.colour, c->shapes[i], vector[i]));
	memcpy(out, marker, sizeof marker);
	clear_cells(&p);
	c->stats.calls++;
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

static bool is_simple(const struct moving_shape *s)
{
	if (!s || s->kind == SHAPE_ELEMENT) return true;
	if (s->kind == SHAPE_SET) return elements_in(s->parts[0]) == 1;
	for (uint32_t i = 0; i < s->count; i++)
		if (!is_simple(s->parts[i])) return false;
	return true;
}

bool symmetry_canon_is_simple(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (!is_simple(c->shapes[i])) return false;
	return true;
}

/* Canonical forms of states: of all images of a vector of values under a group always the same one.
 *
 * The group is the product of those factors that are all permutations of one orbit, or are known by the colours of tuples (orbitals.c), which
 * are then a part of what is canonised. Elements get colours by how they occur in
 * the values, until no more are told apart (colour refinement: symmetry markers of Leuschel and Massart, iterated). Those
 * of the same colour whose exchange changes nothing are twins, and go in any order. Where others are left, each of them in turn is
 * told apart from the rest, and the least image wins (individualisation and refinement: McKay). The choices depend on colours
 * alone, which are the same for all images of a vector, so that all of them come to the same images. */
#include "symmetry/inside.h"

enum { MOST_LEAVES = 2000 }; /* images that are compared; beyond, the least of those is taken */

struct symmetry_canon {
	struct arena arena;
	struct symmetry_group *group;
	struct values *values;
	const struct type *const *types;
	struct moving_shape **shapes; /* [0 .. width-1] */
	uint32_t width;
	uint32_t *moving; /* the atoms that move, orbit by orbit, in order: [0 .. moving_count-1] */
	uint32_t moving_count;
	double order;             /* of the group */
	struct orbitals orbitals; /* of the factors that are not all permutations of an orbit */
	uint32_t record;          /* of an image: where the colours of tuples are, and the values */
	uint64_t *sum;            /* scratch: of each atom, of the contexts in which it occurs */
	value *image, *least, *leftmost; /* scratch */
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

static bool all_types_are_plain(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (type_any(c->types[i], type_is_free, NULL)) return false;
	return true;
}

/* Orbit by orbit. */
static void add_moving(struct symmetry_canon *c, const struct symmetry_factor *f, bool *moves)
{
	const uint32_t *orbit = c->group->orbit;
	for (uint32_t i = 0; i < f->degree; i++) {
		moves[f->atoms[i]] = true;
		for (uint32_t k = i; k < f->degree && orbit[f->atoms[i]] == f->atoms[i]; k++)
			if (orbit[f->atoms[k]] == f->atoms[i]) c->moving[c->moving_count++] = f->atoms[k];
	}
	c->order *= strtod(f->order, NULL);
}

/* Those factors that move freely, and those that colours of tuples tell, as long as there is room for all of these together. */
static const bool *find_moving(struct symmetry_canon *c, const struct universe *u)
{
	struct symmetry_group *g = c->group;
	bool *moves = ARENA_ARRAY(&c->arena, g->atom_count + 1, bool);
	uint32_t *told = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint32_t), count = 0, arity = 2;
	c->moving = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint32_t);
	c->order = 1;
	for (uint32_t i = 0; i < g->factor_count; i++) {
		const struct symmetry_factor *f = &g->factors[i];
		uint32_t needs = moves_freely(f) ? 0 : orbitals_arity(&c->arena, g, u, f);
		struct orbitals all;
		uint32_t together = needs > arity ? needs : arity;
		if (!moves_freely(f) && !needs) continue;
		for (uint32_t k = 0; k < f->degree && needs; k++) told[count + k] = f->atoms[k];
		if (needs) {
			if (!orbitals_make(&c->arena, g, told, count + f->degree, together, &all)) continue;
			c->orbitals = all;
			count += f->degree;
			arity = together;
		}
		add_moving(c, f, moves);
	}
	return moves;
}

struct symmetry_canon *symmetry_canon_open(struct symmetry_group *g, const struct universe *u,
                                           struct values *s, const struct type *const *types,
                                           uint32_t width)
{
	struct symmetry_canon *c = memory_zeroed(1, sizeof *c);
	arena_init(&c->arena);
	c->group = g, c->values = s, c->width = width;
	c->types = types;
	struct shape_question q = {&c->arena, g, u, find_moving(c, u)};
	bool moves = false;
	c->shapes = ARENA_ARRAY(&c->arena, width + 1, struct moving_shape *);
	for (uint32_t i = 0; i < width; i++) moves |= (c->shapes[i] = shape_make(&q, types[i])) != NULL;
	c->record = c->orbitals.count + width;
	c->sum = ARENA_ARRAY(&c->arena, g->atom_count + 1, uint64_t);
	c->image = ARENA_ARRAY(&c->arena, width + 1, value);
	c->least = ARENA_ARRAY(&c->arena, c->record + 1, value);
	c->leftmost = ARENA_ARRAY(&c->arena, c->record + 1, value);
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

static uint32_t atom_of(const struct symmetry_canon *c, const struct moving_shape *s, value v)
{
	if (s->sort) return symmetry_sort_atom(s->sort, c->values, v);
	uint32_t first = c->group->first[value_element_set(v)];
	return first == SYMMETRY_NONE ? SYMMETRY_NONE : first + value_element_index(v);
}

/* A number that is the same for all images of the value with their colours. */
static uint64_t seen(struct symmetry_canon *c, const uint64_t *colour, const struct moving_shape *s,
                     value v)
{
	c->stats.work++;
	if (!s) return mix(1, v);
	uint64_t h = s->kind;
	switch (s->kind) {
	case SHAPE_ELEMENT: {
		uint32_t atom = atom_of(c, s, v);
		return atom == SYMMETRY_NONE ? mix(1, v) : mix(9, colour[atom]);
	}
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
	c->stats.work++;
	if (!s) return;
	switch (s->kind) {
	case SHAPE_ELEMENT: {
		uint32_t atom = atom_of(c, s, v);
		if (atom != SYMMETRY_NONE) c->sum[atom] += mix(4, context);
		break;
	}
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

/* What the colours of tuples tell of the atoms in them. */
static void spread_orbitals(struct symmetry_canon *c, const uint64_t *colour)
{
	const struct orbitals *o = &c->orbitals;
	uint32_t tuple[4];
	for (uint32_t i = 0; i < o->tuples; i++) {
		uint64_t h = mix(10, o->colour[i]);
		orbitals_tuple(o->count, o->arity, i, tuple);
		for (uint32_t p = 0; p < o->arity; p++) h = mix(h, colour[o->atoms[tuple[p]]]);
		for (uint32_t p = 0; p < o->arity; p++) c->sum[o->atoms[tuple[p]]] += mix(h, p);
	}
}

static void refine(struct symmetry_canon *c, struct atom_cells *p)
{
	for (uint32_t before = 0; p->count != before && p->count < c->moving_count;) {
		before = p->count;
		for (uint32_t i = 0; i < c->moving_count; i++) c->sum[c->moving[i]] = 0;
		for (uint32_t i = 0; i < c->width; i++)
			spread(c, p->colour, c->shapes[i], c->vector[i], mix(8, i));
		spread_orbitals(c, p->colour);
		split(c, p);
	}
}

static struct atom_cells new_cells(const struct symmetry_canon *c)
{
	uint32_t atoms = c->group->atom_count + 1;
	struct atom_cells r = {memory_raw(atoms * sizeof *r.order),
	                       memory_raw(atoms * sizeof *r.colour), 0};
	return r;
}

/* A cell for each orbit; atoms that do not move are told apart from the beginning. */
static struct atom_cells first_cells(const struct symmetry_canon *c)
{
	struct atom_cells r = new_cells(c);
	memcpy(r.order, c->moving, c->moving_count * sizeof *r.order);
	for (uint32_t i = 0; i < c->group->atom_count; i++) r.colour[i] = (uint64_t)c->moving_count + i;
	for (uint32_t i = 0, start = 0; i < c->moving_count; i++) {
		if (c->group->orbit[c->moving[i]] != c->group->orbit[c->moving[start]]) start = i;
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
	c->stats.work += c->width;
	for (uint32_t i = 0; i < c->width; i++)
		out[i] = !c->shapes[i]
		             ? c->vector[i]
		             : symmetry_image(c->group, permutation, c->values, c->types[i], c->vector[i]);
}

static bool are_twins(struct symmetry_canon *c, uint32_t a, uint32_t b)
{
	if (!orbitals_may_swap(&c->orbitals, a, b)) return false;
	uint32_t *swap = memory_raw((c->group->atom_count + 1) * sizeof *swap);
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

/* The atoms of each orbit in the order of their cells: the permutation, made one of the group, and what it was made with. */
static void take_leaf(struct symmetry_canon *c, const struct atom_cells *p, value *out)
{
	uint32_t *permutation = memory_raw((c->group->atom_count + 1) * sizeof *permutation);
	for (uint32_t i = 0; i < c->group->atom_count; i++) permutation[i] = i;
	for (uint32_t i = 0; i < c->moving_count; i++) permutation[p->order[i]] = c->moving[i];
	orbitals_into_group(&c->orbitals, permutation, out);
	image_under(c, permutation, out + c->orbitals.count);
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
	return memcmp(a, b, c->record * sizeof *a) == 0;
}

static void join_branch(const struct symmetry_canon *c, struct branch_end *to,
                        const struct branch_end *from)
{
	int order = to->count > 0 ? memcmp(from->least, to->least, c->record * sizeof *to->least) : -1;
	if (order > 0) return;
	if (order < 0) to->count = 0;
	to->count += from->count;
	memcpy(to->least, from->least, c->record * sizeof *to->least);
}

static void search(struct symmetry_canon *c, struct atom_cells *p, struct branch_end *out);

/* One atom of the cell after the other is told apart. Where the first choices from there end in the same image as those from another
 * one, a permutation that changes nothing leads from one to the other, and everything else would be the same, too. */
static void search_cell(struct symmetry_canon *c, const struct atom_cells *p, uint32_t from,
                        uint32_t end, struct branch_end *out)
{
	size_t width = c->record + 1;
	struct branch_end *known = memory_zeroed(end - from, sizeof *known);
	value *room = memory_zeroed(2 * (end - from) * width, sizeof *room);
	uint32_t count = 0;
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
	memcpy(out->leftmost, known[0].leftmost, c->record * sizeof *room);
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
	memcpy(out->leftmost, out->least, c->record * sizeof *out->least);
	out->count = twins;
}

static bool has_lazy(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (c->shapes[i] && value_has_lazy(c->values, c->vector[i])) return true;
	return false;
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
	struct branch_end end = {.least = c->least, .leftmost = c->leftmost};
	search(c, &p, &end);
	clear_cells(&p);
	memcpy(out, end.least + c->orbitals.count, c->width * sizeof *out);
	c->stats.last = c->order / end.count; /* permutations by those that change nothing */
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

bool symmetry_canon_is_simple(const struct symmetry_canon *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		if (!shape_is_simple(c->shapes[i])) return false;
	return c->orbitals.count == 0;
}

/* Groups that are not all permutations of an orbit, by their orbitals: which pairs of atoms does the group turn into each other, or which
 * triples?
 *
 * Tuples are coloured by the orbit they are in. Every permutation of the group leaves these colours as they are; where no others do (the
 * group is 2-closed or 3-closed: Wielandt 1969), the colours can stand for the group, and a canonical form under it is one of the values and
 * the colours together under all permutations. Rotations, wreath products, and sets that move together are told by pairs, cubes with
 * their dimensions by triples; whether a group is, nauty tells by the number of automorphisms of the colours. */
#include "symmetry/inside.h"

enum { MOST_TUPLES = 15000, MOST_ARITY = 3 };

/* ---- tuples of places, by their number to the base ------------------------------------------------------------------ */

static uint32_t power(uint32_t base, uint32_t arity)
{
	uint32_t r = 1;
	for (uint32_t i = 0; i < arity; i++) r *= base;
	return r;
}

void orbitals_tuple(uint32_t base, uint32_t arity, uint32_t number, uint32_t *tuple)
{
	for (uint32_t i = 0; i < arity; i++) {
		tuple[i] = number % base;
		number /= base;
	}
}

/* Of the tuple whose places are moved. */
static uint32_t colour_of(const struct orbitals *o, const uint32_t *tuple, const uint32_t *moved)
{
	uint32_t number = 0;
	for (uint32_t i = o->arity; i-- > 0;)
		number = number * o->count + (moved ? moved[tuple[i]] : tuple[i]);
	return o->colour[number];
}

/* ---- the colours ---------------------------------------------------------------------------------------------- */

/* Of each tuple a number that it shares with its images. */
static void colour_tuples(struct arena *arena, const struct symmetry_group *g, struct orbitals *o)
{
	uint32_t tuple[MOST_ARITY], *leader = o->colour;
	o->tuples = power(o->count, o->arity);
	leader = o->colour = ARENA_ARRAY(arena, o->tuples, uint32_t);
	for (uint32_t i = 0; i < o->tuples; i++) leader[i] = i;
	for (uint32_t k = 0; k < g->generator_count; k++) {
		const uint32_t *x = g->generators[k];
		for (uint32_t i = 0; i < o->count; i++) o->to[i] = o->place[x[o->atoms[i]]];
		for (uint32_t i = 0; i < o->tuples; i++) {
			uint32_t to = 0;
			orbitals_tuple(o->count, o->arity, i, tuple);
			for (uint32_t p = o->arity; p-- > 0;) to = to * o->count + o->to[tuple[p]];
			uint32_t a = symmetry_leader(leader, i), b = symmetry_leader(leader, to);
			leader[a > b ? a : b] = a > b ? b : a;
		}
	}
	for (uint32_t i = 0; i < o->tuples; i++) leader[i] = symmetry_leader(leader, i);
}

static void make(struct arena *arena, const struct symmetry_group *group, uint32_t *atoms,
                 uint32_t count, uint32_t arity, struct orbitals *out)
{
	*out = (struct orbitals){.atoms = atoms, .count = count, .arity = arity};
	out->place = ARENA_ARRAY(arena, group->atom_count + 1, uint32_t);
	for (uint32_t i = 0; i < group->atom_count; i++) out->place[i] = SYMMETRY_NONE;
	for (uint32_t i = 0; i < count; i++) out->place[atoms[i]] = i;
	out->to = ARENA_ARRAY(arena, count, uint32_t);
	out->from = ARENA_ARRAY(arena, count, uint32_t);
	out->is_used = ARENA_ARRAY(arena, count, bool);
	colour_tuples(arena, group, out);
}

/* ---- do they tell the group? ------------------------------------------------------------------------------------ */

/* A vertex for each place of the tuple, one after the other. */
static void draw_tuple(struct graph *g, const struct orbitals *o, uint32_t number)
{
	uint32_t tuple[MOST_ARITY], last = 0;
	orbitals_tuple(o->count, o->arity, number, tuple);
	for (uint32_t p = 0; p < o->arity; p++) {
		uint32_t v = graph_vertex(g, (struct colour){COLOUR_NODE, 1, o->colour[number], p});
		graph_edge(g, o->atoms[tuple[p]], v);
		if (p > 0) graph_edge(g, last, v);
		last = v;
	}
}

/* Of these atoms; all others stay where they are. */
static bool tell_factor(struct arena *arena, struct symmetry_group *group, const struct universe *u,
                        const struct symmetry_factor *f, const struct orbitals *o)
{
	struct symmetry_question q = {.universe = u};
	struct graph g = {.question = &q, .group = group};
	struct factors order = {0};
	for (uint32_t i = 0; i < group->atom_count; i++)
		graph_vertex(&g, (struct colour){COLOUR_ATOM, 0, o->place[i] == SYMMETRY_NONE, i});
	for (uint32_t i = 0; i < o->count; i++) g.vertices.at[o->atoms[i]].b = 0;
	for (uint32_t i = 0; i < o->tuples; i++) draw_tuple(&g, o, i);
	bool is_told = automorphism_find(&g, &(struct automorphism_question){.order = &order}) &&
	               strcmp(group_product(arena, &order), f->order) == 0;
	VEC_CLEAR(&order.list);
	graph_close(&g);
	return is_told;
}

uint32_t orbitals_arity(struct arena *arena, struct symmetry_group *group, const struct universe *u,
                        const struct symmetry_factor *f)
{
	struct orbitals o;
	for (uint32_t arity = 2; arity <= MOST_ARITY; arity++) {
		if (f->degree > MOST_TUPLES / power(f->degree, arity - 1)) return 0;
		make(arena, group, f->atoms, f->degree, arity, &o);
		if (tell_factor(arena, group, u, f, &o)) return arity;
	}
	return 0;
}

/* ---- of several factors -------------------------------------------------------------------------------------------- */

static bool may_swap(const struct orbitals *o, uint32_t a, uint32_t b)
{
	uint32_t tuple[MOST_ARITY];
	for (uint32_t i = 0; i < o->count; i++) o->to[i] = i;
	o->to[a] = b, o->to[b] = a;
	for (uint32_t i = 0; i < o->tuples; i++) {
		orbitals_tuple(o->count, o->arity, i, tuple);
		if (colour_of(o, tuple, o->to) != o->colour[i]) return false;
	}
	return true;
}

bool orbitals_make(struct arena *arena, const struct symmetry_group *group, uint32_t *atoms,
                   uint32_t count, uint32_t arity, struct orbitals *out)
{
	*out = (struct orbitals){0};
	if (count == 0) return true;
	if (count > MOST_TUPLES / power(count, arity - 1)) return false;
	make(arena, group, atoms, count, arity, out);
	out->swaps = ARENA_ARRAY(arena, (size_t)count * count, bool);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < i; k++)
			out->swaps[i * count + k] = out->swaps[k * count + i] = may_swap(out, i, k);
	return true;
}

bool orbitals_may_swap(const struct orbitals *o, uint32_t atom, uint32_t other)
{
	if (o->count == 0) return true;
	uint32_t a = o->place[atom], b = o->place[other];
	if (a == SYMMETRY_NONE || b == SYMMETRY_NONE) return a == b;
	return o->swaps[a * o->count + b];
}

/* ---- a permutation of the group from any other one ----------------------------------------------------------------------- */

/* With the i-th atom there, too, do all tuples of the first ones have their colours where the permutation has brought them? */
static bool fits(const struct orbitals *o, uint32_t *least, uint32_t i, uint32_t to)
{
	uint32_t tuple[MOST_ARITY], there[MOST_ARITY];
	least[i] = to;
	for (uint32_t number = 0, all = power(i + 1, o->arity); number < all; number++) {
		bool is_new = false;
		orbitals_tuple(i + 1, o->arity, number, tuple);
		for (uint32_t p = 0; p < o->arity; p++) {
			is_new |= tuple[p] == i;
			there[p] = least[tuple[p]];
		}
		if (is_new && colour_of(o, there, o->from) != colour_of(o, tuple, NULL)) return false;
	}
	return true;
}

/* The least way, from the i-th atom on, to bring the colours to where they are. */
static bool find_least(const struct orbitals *o, uint32_t *least, uint32_t i)
{
	if (i == o->count) return true;
	for (uint32_t to = 0; to < o->count; to++) {
		if (o->is_used[to] || !fits(o, least, i, to)) continue;
		o->is_used[to] = true;
		bool is_found = find_least(o, least, i + 1);
		o->is_used[to] = false;
		if (is_found) return true;
	}
	return false;
}

void orbitals_into_group(const struct orbitals *o, uint32_t *permutation, uint32_t *least)
{
	for (uint32_t i = 0; i < o->count; i++) {
		o->to[i] = o->place[permutation[o->atoms[i]]];
		o->from[o->to[i]] = i;
	}
	bool is_found = find_least(o, least, 0);
	REQUIRE(is_found);
	for (uint32_t i = 0; i < o->count; i++)
		for (uint32_t k = 0; k < o->count; k++)
			if (least[k] == o->to[i]) permutation[o->atoms[i]] = o->atoms[k];
}

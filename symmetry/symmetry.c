/* Detection from the question to the group, and groups in words. */
#include "symmetry/inside.h"

/* ---- detection ------------------------------------------------------------------------------------------ */

static struct symmetry_group *open_group(const struct symmetry_question *q)
{
	const struct universe *u = q->universe;
	struct symmetry_group *g = memory_zeroed(1, sizeof *g);
	arena_init(&g->arena);
	if (q->finds_identifiers && !q->formulas) sorts_find(q, g);
	g->set_count = u->sets.count;
	g->first = ARENA_ARRAY(&g->arena, u->sets.count + 1, uint32_t);
	for (uint32_t i = 0; i < u->sets.count; i++) {
		bool is_small = u->sets.at[i].size <= SYMMETRY_LARGEST_SET;
		g->first[i] = is_small ? g->atom_count : SYMMETRY_NONE;
		if (is_small) g->atom_count += u->sets.at[i].size;
	}
	for (uint32_t i = 0; i < g->sort_count; i++) {
		g->sorts[i].first = g->atom_count;
		g->atom_count += g->sorts[i].size;
	}
	g->atoms = ARENA_ARRAY(&g->arena, g->atom_count + 1, struct symmetry_atom);
	g->is_named = ARENA_ARRAY(&g->arena, g->atom_count + 1, bool);
	for (uint32_t i = 0; i < u->sets.count; i++)
		for (uint32_t k = 0; g->first[i] != SYMMETRY_NONE && k < u->sets.at[i].size; k++)
			g->atoms[g->first[i] + k] = (struct symmetry_atom){i, k};
	for (uint32_t i = 0; i < g->sort_count; i++)
		for (uint32_t k = 0; k < g->sorts[i].size; k++)
			g->atoms[g->sorts[i].first + k] = (struct symmetry_atom){g->set_count + i, k};
	return g;
}

struct symmetry_group *symmetry_detect(const struct symmetry_question *q)
{
	struct symmetry_group *group = open_group(q);
	struct graph g;
	graph_open(&g, q, group);
	text_draw(&g);
	group->vertices = g.vertices.count;
	if (g.is_too_large) {
		group->reason = "the machine is too large to look for its symmetry";
		group_orbits(group);
	} else {
		group->is_whole = automorphism_find(&g, &(struct automorphism_question){.to = group});
		if (!group->is_whole) group->reason = "the search for symmetry was stopped";
		if (group->is_whole && !q->without_factors) group_finish(&g, group);
		else group_orbits(group);
	}
	graph_close(&g);
	return group;
}

void symmetry_close(struct symmetry_group *g)
{
	if (!g) return;
	map_clear(&g->type_of);
	arena_clear(&g->arena);
	free(g);
}

uint32_t symmetry_set_size(const struct symmetry_group *g, const struct universe *u, uint32_t set)
{
	return set < g->set_count ? u->sets.at[set].size : g->sorts[set - g->set_count].size;
}

name symmetry_set_name(const struct symmetry_group *g, const struct universe *u, uint32_t set)
{
	return set < g->set_count ? u->sets.at[set].decl->name : g->sorts[set - g->set_count].range;
}

uint32_t symmetry_first_atom(const struct symmetry_group *g, uint32_t set)
{
	return set < g->set_count ? g->first[set] : g->sorts[set - g->set_count].first;
}

bool symmetry_is_full(const struct symmetry_group *g, uint32_t set)
{
	uint32_t first = symmetry_first_atom(g, set);
	if (first == SYMMETRY_NONE) return false;
	for (uint32_t i = 0; i < g->factor_count; i++) {
		const struct symmetry_factor *f = &g->factors[i];
		if (f->atoms[0] != first) continue;
		bool is_all = f->shape == SYMMETRY_FULL && f->width == f->degree;
		uint32_t last = g->atoms[f->atoms[f->degree - 1]].index + 1;
		bool is_end = f->atoms[0] + f->degree == g->atom_count ||
		              g->atoms[f->atoms[0] + f->degree].set != set;
		return is_all && last == f->degree && is_end;
	}
	return false;
}

bool symmetry_moves_integers(const struct symmetry_group *g, const uint32_t *permutation)
{
	for (uint32_t i = 0; i < g->atom_count; i++)
		if (permutation[i] != i && g->atoms[i].set >= g->set_count) return true;
	return false;
}

/* ---- images of values -------------------------------------------------------------------------------------- */

struct moving {
	const struct symmetry_group *group;
	const uint32_t *permutation;
	struct values *values;
};

value symmetry_moved(const struct symmetry_group *g, const uint32_t *permutation, value element)
{
	uint32_t first = g->first[value_element_set(element)];
	if (first == SYMMETRY_NONE) return element;
	const struct symmetry_atom *to = &g->atoms[permutation[first + value_element_index(element)]];
	return value_element(to->set, to->index);
}

static value move(const void *data, const struct type *t, value v)
{
	const struct moving *m = data;
	if (value_kind(m->values, v) == VALUE_ELEMENT)
		return symmetry_moved(m->group, m->permutation, v);
	const struct symmetry_sort *sort = symmetry_sort_of(m->group, t);
	uint32_t atom = sort ? symmetry_sort_atom(sort, m->values, v) : SYMMETRY_NONE;
	if (atom == SYMMETRY_NONE) return v;
	return value_integer(m->values, sort->low + m->group->atoms[m->permutation[atom]].index);
}

value symmetry_image(const struct symmetry_group *g, const uint32_t *permutation, struct values *s,
                     const struct type *t, value v)
{
	return bounds_renamed(s, t, move, &(struct moving){g, permutation, s}, v);
}

/* ---- in words ------------------------------------------------------------------------------------------------ */

void symmetry_print_atom(const struct symmetry_group *g, const struct universe *u, uint32_t atom,
                         struct text *out)
{
	const struct symmetry_atom *a = &g->atoms[atom];
	if (a->set >= g->set_count) {
		text_format(out, "%lld", (long long)(g->sorts[a->set - g->set_count].low + a->index));
		return;
	}
	const struct decl *set = u->sets.at[a->set].decl;
	if (set->kind == DECL_ENUMERATED_SET) text_add(out, set->elements[a->index]->name);
	else universe_element_name(u, a->set, a->index, out);
}

void symmetry_print_cycles(const struct symmetry_group *g, const struct universe *u,
                           const uint32_t *permutation, struct text *out)
{
	for (uint32_t i = 0; i < g->atom_count; i++) {
		bool is_first = permutation[i] != i;
		for (uint32_t k = permutation[i]; k != i; k = permutation[k]) is_first &= k > i;
		if (!is_first) continue;
		text_add_char(out, '(');
		symmetry_print_atom(g, u, i, out);
		for (uint32_t k = permutation[i]; k != i; k = permutation[k]) {
			text_add_char(out, ' ');
			symmetry_print_atom(g, u, k, out);
		}
		text_add_char(out, ')');
	}
}

static void print_things(const struct symmetry_factor *f, struct text *out)
{
	if (f->width == f->degree) text_format(out, "%u elements", f->width);
	else text_format(out, "%u groups of %u elements", f->width, f->degree / f->width);
}

void symmetry_print_shape(const struct symmetry_factor *f, struct text *out)
{
	switch (f->shape) {
	case SYMMETRY_FULL:
		text_add(out, "all permutations of ");
		print_things(f, out);
		break;
	case SYMMETRY_CYCLIC:
		text_add(out, "the rotations of ");
		print_things(f, out);
		break;
	case SYMMETRY_DIHEDRAL:
		text_add(out, "the rotations and reflections of ");
		print_things(f, out);
		break;
	case SYMMETRY_WREATH:
		text_format(out,
		            "%u blocks of %u elements: all permutations of the blocks, and inside of each "
		            "(a wreath product)",
		            f->blocks, f->width);
		break;
	case SYMMETRY_OTHER: text_format(out, "a group of %u elements", f->degree);
	}
}

/* Permutations of a group from which lex-leader constraints are made (Crawford, Ginsberg, Luks, Roy, KR 1996): any of them will
 * do, more of them leave fewer images. Exchanges of two atoms come first, since they are short. */
#include "symmetry/inside.h"

struct choosing {
	struct symmetry_group *group;
	VEC(struct symmetry_move) list;
	uint32_t *leader; /* atoms that exchanges connect: all permutations of them are in the group */
	uint32_t most;
};

static uint32_t *identity(const struct choosing *c)
{
	uint32_t *image = ARENA_ARRAY(&c->group->arena, c->group->atom_count + 1, uint32_t);
	for (uint32_t i = 0; i < c->group->atom_count; i++) image[i] = i;
	return image;
}

/* How it moves atoms. */
static struct symmetry_move move_of(const struct symmetry_group *g, uint32_t *image)
{
	struct symmetry_move m = {.image = image, .atom = SYMMETRY_NONE};
	uint32_t moved = 0;
	for (uint32_t i = 0; i < g->atom_count; i++) {
		if (image[i] == i) continue;
		if (m.atom == SYMMETRY_NONE) m.atom = i;
		m.moves_text |= g->is_named[i];
		moved++;
	}
	m.is_swap = moved == 2;
	return m;
}

static void add_swap(struct choosing *c, uint32_t a, uint32_t b)
{
	uint32_t *image = identity(c);
	image[a] = b;
	image[b] = a;
	VEC_PUSH(&c->list, move_of(c->group, image));
}

static void connect_swaps(struct choosing *c)
{
	c->leader = identity(c);
	for (uint32_t k = 0; k < c->group->generator_count; k++) {
		struct symmetry_move m = move_of(c->group, c->group->generators[k]);
		if (!m.is_swap) continue;
		uint32_t a = symmetry_leader(c->leader, m.atom),
		         b = symmetry_leader(c->leader, m.image[m.atom]);
		c->leader[a > b ? a : b] = a > b ? b : a;
	}
}

static uint32_t size_of_part(const struct choosing *c, uint32_t atom)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < c->group->atom_count; i++)
		size += symmetry_leader(c->leader, i) == symmetry_leader(c->leader, atom);
	return size;
}

/* Each atom with those behind it in its part; in a large part only with the next one. */
static void add_swaps(struct choosing *c)
{
	enum { ALL_PAIRS = 8 };
	for (uint32_t a = 0; a < c->group->atom_count; a++) {
		bool is_small = size_of_part(c, a) <= ALL_PAIRS;
		for (uint32_t b = a + 1; b < c->group->atom_count && c->list.count < c->most; b++) {
			if (symmetry_leader(c->leader, b) != symmetry_leader(c->leader, a)) continue;
			add_swap(c, a, b);
			if (!is_small) break;
		}
	}
}

static bool is_known(const struct choosing *c, const uint32_t *image)
{
	for (uint32_t i = 0; i < c->list.count; i++)
		if (!memcmp(c->list.at[i].image, image, c->group->atom_count * sizeof *image)) return true;
	return false;
}

static void add_product(struct choosing *c, const uint32_t *a, const uint32_t *b)
{
	uint32_t *image = identity(c);
	for (uint32_t i = 0; i < c->group->atom_count; i++) image[i] = b[a[i]];
	struct symmetry_move m = move_of(c->group, image);
	if (m.atom != SYMMETRY_NONE && !is_known(c, image)) VEC_PUSH(&c->list, m);
}

/* The other generators, and what they generate, shortest products first. */
static void add_others(struct choosing *c)
{
	struct symmetry_group *g = c->group;
	uint32_t start = c->list.count;
	for (uint32_t k = 0; k < g->generator_count && c->list.count < c->most; k++)
		if (!move_of(g, g->generators[k]).is_swap) add_product(c, identity(c), g->generators[k]);
	uint32_t generators = c->list.count - start;
	for (uint32_t i = start; i < c->list.count; i++)
		for (uint32_t k = 0; k < generators && c->list.count < c->most; k++)
			add_product(c, c->list.at[i].image, c->list.at[start + k].image);
}

void symmetry_choose_moves(struct symmetry_group *g, uint32_t most, struct symmetry_moves *out)
{
	struct choosing c = {.group = g, .most = most};
	connect_swaps(&c);
	add_swaps(&c);
	add_others(&c);
	out->group = g;
	out->count = c.list.count;
	out->at = VEC_FREEZE(&c.list, &g->arena);
}

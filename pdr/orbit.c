/* Images of a cube under the permutations that are known, and under what they generate. */
#include "pdr/inside.h"

static struct pdr_cube *orbit_image(const struct pdr_cube *c, const uint32_t *move)
{
	struct pdr_cube *image = cube_copy(c);
	for (uint32_t i = 0; i < c->count; i++) {
		int to = (int)move[abs(c->at[i]) - 1] + 1;
		image->at[i] = c->at[i] > 0 ? to : -to;
	}
	qsort(image->at, image->count, sizeof *image->at, compare_literals);
	return image;
}

static uint32_t hash_of(const struct pdr_cube *c)
{
	uint32_t hash = 2166136261u;
	for (uint32_t i = 0; i < c->count; i++) hash = (hash ^ (uint32_t)c->at[i]) * 16777619u;
	return hash ^ hash >> 15;
}

/* Cubes of an orbit by their hash: open addressing, places + 1. */
enum { ORBIT_TABLE = 1 << 14 };

static bool is_new(const struct pdr_cubes *all, uint16_t *table, const struct pdr_cube *c)
{
	uint32_t at = hash_of(c) % ORBIT_TABLE;
	for (; table[at]; at = (at + 1) % ORBIT_TABLE)
		if (cube_is_same(all->at[table[at] - 1], c)) return false;
	table[at] = (uint16_t)(all->count + 1);
	return true;
}

void orbit_of(const struct pdr_question *q, struct pdr_cube *c, struct pdr_cubes *out)
{
	VEC_PUSH(out, c);
	if (q->move_count == 0) return;
	uint16_t *table = memory_zeroed(ORBIT_TABLE, sizeof *table);
	out->count = 0;
	is_new(out, table, c);
	out->count = 1;
	for (uint32_t i = 0; i < out->count; i++) {
		for (uint32_t k = 0; k < q->move_count && out->count < ORBIT_MOST; k++) {
			struct pdr_cube *image = orbit_image(out->at[i], q->moves[k]);
			if (is_new(out, table, image)) VEC_PUSH(out, image);
			else free(image);
		}
	}
	free(table);
}

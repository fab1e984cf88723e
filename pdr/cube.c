/* Cubes: sets of states. */
#include "pdr/inside.h"

struct pdr_cube *cube_new(const int *at, uint32_t count)
{
	struct pdr_cube *c = memory_raw(sizeof *c + count * sizeof *c->at);
	c->count = count;
	c->orbit = 0;
	if (count) memcpy(c->at, at, count * sizeof *c->at);
	return c;
}

struct pdr_cube *cube_copy(const struct pdr_cube *c)
{
	struct pdr_cube *copy = cube_new(c->at, c->count);
	copy->orbit = c->orbit;
	return copy;
}

struct pdr_cube *cube_without(const struct pdr_cube *c, uint32_t place)
{
	struct pdr_cube *d = cube_new(c->at, c->count - 1);
	for (uint32_t i = place; i < d->count; i++) d->at[i] = c->at[i + 1];
	return d;
}

struct pdr_cube *cube_of_state(const bool *state, uint32_t count)
{
	struct pdr_cube *c = memory_raw(sizeof *c + count * sizeof *c->at);
	c->count = count;
	c->orbit = 0;
	for (uint32_t i = 0; i < count; i++) c->at[i] = state[i] ? (int)i + 1 : -(int)i - 1;
	return c;
}

bool cube_is_part(const struct pdr_cube *c, const struct pdr_cube *of)
{
	uint32_t k = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		while (k < of->count && abs(of->at[k]) < abs(c->at[i])) k++;
		if (k == of->count || of->at[k] != c->at[i]) return false;
	}
	return true;
}

bool cube_is_later(const struct pdr_cube *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->at[i] > 0) return true;
	return false;
}

bool cube_is_same(const struct pdr_cube *c, const struct pdr_cube *d)
{
	return c->count == d->count && memcmp(c->at, d->at, c->count * sizeof *c->at) == 0;
}

void pdr_cubes_clear(struct pdr_cubes *c)
{
	for (uint32_t i = 0; i < c->count; i++) free(c->at[i]);
	VEC_CLEAR(c);
}

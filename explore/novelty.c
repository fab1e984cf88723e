/* What a state has that none before had: values of variables, elements of sets, or pairs of them (width-based search,
 * Lipovetzky and Geffner, ECAI 2012). */
#include "explore/inside.h"

enum { MOST_ATOMS = 24, MOST_SEEN = 1 << 22 };

void novelty_clear(struct novelty *n)
{
	free(n->seen);
	memset(n, 0, sizeof *n);
}

static void put(uint64_t *table, uint64_t room, uint64_t hash)
{
	uint64_t i = hash & (room - 1);
	while (table[i]) i = (i + 1) & (room - 1);
	table[i] = hash;
}

static void grow(struct novelty *n)
{
	uint64_t room = n->room ? n->room * 2 : 1024;
	uint64_t *table = memory_zeroed(room, sizeof *table);
	for (uint64_t i = 0; i < n->room; i++)
		if (n->seen[i]) put(table, room, n->seen[i]);
	free(n->seen);
	n->seen = table;
	n->room = room;
}

/* Two of the same hash count as the same: it is only an order. */
static bool is_new(struct novelty *n, uint64_t hash)
{
	if (n->count >= MOST_SEEN) return false;
	if (n->count * 2 >= n->room) grow(n);
	hash |= 1;
	uint64_t i = hash & (n->room - 1);
	for (; n->seen[i]; i = (i + 1) & (n->room - 1))
		if (n->seen[i] == hash) return false;
	n->seen[i] = hash;
	n->count++;
	return true;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
	return h ^ h >> 29;
}

/* Variables, and the elements of those that are sets. */
static uint32_t atoms_of(struct explore *x, const value *v, uint64_t *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < x->model.variables.count && count < MOST_ATOMS; i++) {
		bool is_set = !value_has_lazy(x->values, v[i]) && value_kind(x->values, v[i]) == VALUE_SET;
		uint64_t size = is_set ? value_count(x->values, v[i]) : 0;
		if (size == 0) out[count++] = mix(i, v[i]);
		for (uint64_t k = 0; k < size && count < MOST_ATOMS; k++)
			out[count++] = mix(i, value_at(x->values, v[i], k));
	}
	return count;
}

uint32_t novelty_rank(struct novelty *n, struct explore *x, const value *variables)
{
	uint64_t atoms[MOST_ATOMS];
	uint32_t count = atoms_of(x, variables, atoms);
	bool has_single = false, has_pair = false;
	for (uint32_t i = 0; i < count; i++) {
		has_single |= is_new(n, atoms[i]);
		for (uint32_t k = 0; k < i; k++) has_pair |= is_new(n, mix(atoms[i], atoms[k]));
	}
	return has_single ? 0 : has_pair ? 1 : 2;
}

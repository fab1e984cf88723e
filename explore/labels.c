#include "explore/inside.h"

void labels_clear(struct labels *l)
{
	free(l->items);
	free(l->table);
	memset(l, 0, sizeof *l);
}

/* Entries of earlier eras count as free, so that emptying costs nothing. */
void labels_begin(struct labels *l, uint32_t width)
{
	l->width = width;
	l->count = 0;
	if (++l->era != 0) return;
	if (l->table) memset(l->table, 0, l->room * sizeof *l->table);
	l->era = 1;
}

static uint32_t hash_of(const value *vector, uint32_t width)
{
	uint64_t h = 0x13198a2e03707344u;
	for (uint32_t i = 0; i < width; i++) h = hash_mix(h, vector[i]);
	return (uint32_t)(h >> 32);
}

static void put(struct labels *l, uint32_t item)
{
	uint32_t i = hash_of(l->items + (size_t)item * l->width, l->width) & (l->room - 1);
	while (l->table[i] >> 32 == l->era) i = (i + 1) & (l->room - 1);
	l->table[i] = (uint64_t)l->era << 32 | (item + 1);
}

static void grow_table(struct labels *l)
{
	l->room = l->room ? l->room * 2 : 64;
	free(l->table);
	l->table = memory_zeroed(l->room, sizeof *l->table);
	for (uint32_t i = 0; i < l->count; i++) put(l, i);
}

static void grow_items(struct labels *l)
{
	l->item_room = l->item_room * 2 + (size_t)l->width * 64;
	l->items = memory_resized(l->items, l->item_room * sizeof *l->items);
}

bool labels_add(struct labels *l, const value *vector)
{
	if (l->count * 2 >= l->room) grow_table(l);
	size_t bytes = l->width * sizeof *vector;
	uint32_t i = hash_of(vector, l->width) & (l->room - 1);
	for (; l->table[i] >> 32 == l->era; i = (i + 1) & (l->room - 1)) {
		size_t item = (uint32_t)l->table[i] - 1;
		if (memcmp(l->items + item * l->width, vector, bytes) == 0) return false;
	}
	if ((size_t)(l->count + 1) * l->width > l->item_room) grow_items(l);
	memcpy(l->items + (size_t)l->count * l->width, vector, bytes);
	l->table[i] = (uint64_t)l->era << 32 | ++l->count;
	return true;
}

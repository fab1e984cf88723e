#include "temporal/inside.h"

void intern_init(struct intern *t, uint32_t width)
{
	memset(t, 0, sizeof *t);
	t->width = width;
}

void intern_clear(struct intern *t)
{
	free(t->items);
	free(t->table);
	memset(t, 0, sizeof *t);
}

static uint32_t hash_of(const uint64_t *v, uint32_t width)
{
	uint64_t h = 0x13198a2e03707344u;
	for (uint32_t i = 0; i < width; i++) h = hash_mix(h, v[i]);
	return (uint32_t)(h >> 32);
}

static void grow_table(struct intern *t)
{
	t->room = t->room ? t->room * 2 : 64;
	free(t->table);
	t->table = memory_zeroed(t->room, sizeof *t->table);
	for (uint32_t i = 0; i < t->count; i++) {
		uint32_t k = hash_of(intern_at(t, i), t->width) & (t->room - 1);
		while (t->table[k]) k = (k + 1) & (t->room - 1);
		t->table[k] = i + 1;
	}
}

uint32_t intern_add(struct intern *t, const uint64_t *vector)
{
	if (t->count * 2 >= t->room) grow_table(t);
	size_t bytes = t->width * sizeof *vector;
	uint32_t k = hash_of(vector, t->width) & (t->room - 1);
	for (; t->table[k]; k = (k + 1) & (t->room - 1))
		if (memcmp(intern_at(t, t->table[k] - 1), vector, bytes) == 0) return t->table[k] - 1;
	if ((size_t)(t->count + 1) * t->width > t->item_room) {
		t->item_room = t->item_room * 2 + (size_t)t->width * 16;
		t->items = memory_resized(t->items, t->item_room * sizeof *t->items);
	}
	memcpy(t->items + (size_t)t->count * t->width, vector, bytes);
	t->table[k] = ++t->count;
	return t->count - 1;
}

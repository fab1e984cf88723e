#include "base/base.h"

/* FNV-1a over the bytes, then a final mix so that the low bits depend on all of them. */
uint64_t map_hash(const void *data, size_t size)
{
	const unsigned char *p = data;
	uint64_t h = 14695981039346656037u;
	for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * 1099511628211u;
	return h ^ h >> 32;
}

static uint32_t slot_of(const void *key, uint32_t room)
{
	uint64_t h = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
	return (uint32_t)(h >> 32) & (room - 1);
}

void map_clear(struct map *m)
{
	free(m->entries);
	memset(m, 0, sizeof *m);
}

static struct map_entry *find(const struct map *m, const void *key)
{
	uint32_t i = slot_of(key, m->room);
	while (m->entries[i].key && m->entries[i].key != key) i = (i + 1) & (m->room - 1);
	return &m->entries[i];
}

void *map_get(const struct map *m, const void *key) { return m->room ? find(m, key)->value : NULL; }

static void grow(struct map *m)
{
	struct map old = *m;
	REQUIRE(old.room < UINT32_MAX / 2);
	m->room = old.room ? old.room * 2 : 16;
	m->entries = memory_zeroed(m->room, sizeof *m->entries);
	for (uint32_t i = 0; i < old.room; i++)
		if (old.entries[i].key) *find(m, old.entries[i].key) = old.entries[i];
	free(old.entries);
}

void map_put(struct map *m, const void *key, void *value)
{
	REQUIRE(key);
	if (m->count * 4 >= m->room * 3) grow(m);
	struct map_entry *e = find(m, key);
	if (!e->key) m->count++;
	e->key = key;
	e->value = value;
}

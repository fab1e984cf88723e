#include "explore/inside.h"

void states_init(struct states *t, uint32_t width)
{
	memset(t, 0, sizeof *t);
	t->width = width;
}

void states_clear(struct states *t)
{
	for (uint32_t i = 0; i < t->chunk_count; i++) free(t->chunks[i]);
	free(t->chunks);
	free(t->table);
	memset(t, 0, sizeof *t);
}

static size_t chunk_bytes(const struct states *t)
{
	return ((size_t)(t->width + 2) << STATES_CHUNK_BITS) * sizeof(value);
}

size_t states_bytes(const struct states *t)
{
	return t->chunk_count * chunk_bytes(t) + t->room * sizeof *t->table;
}

static uint32_t hash_of(const value *vector, uint32_t width)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < width; i++) sum += states_part(i, vector[i]);
	return states_finish(sum);
}

static void grow_table(struct states *t)
{
	uint64_t room = t->room ? t->room * 2 : 1024;
	uint64_t *table = memory_zeroed(room, sizeof *table);
	for (uint64_t i = 0; i < t->room; i++) {
		if (!t->table[i]) continue;
		uint64_t k = t->table[i] >> 32 & (room - 1);
		while (table[k]) k = (k + 1) & (room - 1);
		table[k] = t->table[i];
	}
	free(t->table);
	t->table = table;
	t->room = room;
}

static value *new_record(struct states *t)
{
	uint32_t id = t->count, chunk = id >> STATES_CHUNK_BITS;
	if (chunk == t->chunk_count) {
		vec_reserve((void **)&t->chunks, &t->chunk_room, t->chunk_count, sizeof *t->chunks);
		t->chunks[chunk] = memory_raw(chunk_bytes(t));
		t->chunk_count++;
	}
	t->count++;
	uint32_t offset = id & ((1u << STATES_CHUNK_BITS) - 1);
	return t->chunks[chunk] + (size_t)offset * (t->width + 2);
}

/* The place of the vector in the table, or the free place where it belongs. */
static uint64_t place_of(const struct states *t, const value *vector, uint32_t hash)
{
	uint64_t i = hash & (t->room - 1);
	for (; t->table[i]; i = (i + 1) & (t->room - 1)) {
		if (t->table[i] >> 32 != hash) continue;
		const value *old = states_at(t, (uint32_t)t->table[i] - 1);
		if (memcmp(old, vector, t->width * sizeof *vector) == 0) break;
	}
	return i;
}

uint32_t states_find_hashed(const struct states *t, const value *vector, uint32_t hash)
{
	if (!t->room) return EXPLORE_NONE;
	uint64_t place = place_of(t, vector, hash);
	return t->table[place] ? (uint32_t)t->table[place] - 1 : EXPLORE_NONE;
}

void states_lead(struct states *t, uint32_t id, uint32_t parent, uint32_t operation)
{
	uint32_t offset = id & ((1u << STATES_CHUNK_BITS) - 1);
	value *record = t->chunks[id >> STATES_CHUNK_BITS] + (size_t)offset * (t->width + 2);
	record[t->width] = parent;
	record[t->width + 1] = operation;
}

uint32_t states_find(const struct states *t, const value *vector)
{
	return states_find_hashed(t, vector, hash_of(vector, t->width));
}

uint32_t states_add_hashed(struct states *t, const value *vector, uint32_t hash, uint32_t parent,
                           uint32_t operation, bool *is_new)
{
	if ((uint64_t)t->count * 8 >= t->room * 5) grow_table(t);
	uint64_t place = place_of(t, vector, hash);
	*is_new = t->table[place] == 0;
	if (!*is_new) return (uint32_t)t->table[place] - 1;
	value *record = new_record(t);
	memcpy(record, vector, t->width * sizeof *vector);
	record[t->width] = parent;
	record[t->width + 1] = operation;
	t->table[place] = (uint64_t)hash << 32 | t->count;
	return t->count - 1;
}

uint32_t states_add(struct states *t, const value *vector, uint32_t parent, uint32_t operation,
                    bool *is_new)
{
	return states_add_hashed(t, vector, hash_of(vector, t->width), parent, operation, is_new);
}

/* States of several processes, in memory that they share. A state is written to a chunk of the process that has found it, and
 * is there once its slot in the table is; whoever comes second finds it. Each process visits its own ones, and when it has
 * none left those of the time when they parted, then those of others. Only the table moves when it grows, while the others
 * wait. */
#include "explore/team.h"

enum {
	CHUNK = 1u << STATES_CHUNK_BITS,
	MOST_CHUNKS = 1u << (32 - STATES_CHUNK_BITS),
	LEAST_ROOM = 1u << 15,
	LOOK = 128,    /* states that a process adds until it looks whether the table is crowded */
	TOGETHER = 32, /* states that are taken together */
};

/* ---- opening ----------------------------------------------------------------------------------------- */

static void copy_slots(const uint64_t *from, uint64_t count, _Atomic uint64_t *to, uint64_t room)
{
	for (uint64_t i = 0; i < count; i++) {
		if (!from[i]) continue;
		uint64_t k = from[i] >> 32 & (room - 1);
		while (atomic_load_explicit(&to[k], memory_order_relaxed)) k = (k + 1) & (room - 1);
		atomic_store_explicit(&to[k], from[i], memory_order_relaxed);
	}
}

struct crowd *crowd_open(const struct explore *x, struct crew *c, uint32_t processes)
{
	const struct states *known = &x->states;
	struct crowd *w = crew_take(c, sizeof *w + (processes + 1) * sizeof *w->part);
	w->crew = c;
	w->width = known->width;
	w->parts = processes;
	w->chunk_count = known->chunk_count;
	w->chunks = crew_reserve(c, MOST_CHUNKS * sizeof *w->chunks);
	memcpy(w->chunks, known->chunks, known->chunk_count * sizeof *w->chunks);
	w->room = known->room;
	while (w->room < LEAST_ROOM || w->room < (uint64_t)8 * LOOK * processes) w->room *= 2;
	w->table = crew_take(c, w->room * sizeof *w->table);
	copy_slots(known->table, known->room, w->table, w->room);
	for (uint32_t i = 0; i < processes; i++)
		w->part[i].chunks = crew_reserve(c, MOST_CHUNKS * sizeof *w->part[i].chunks);
	w->part[processes].count = known->count;
	w->part[processes].next = x->search.next;
	w->part[processes].visited = x->search.next;
	return w;
}

void crowd_join(struct explore *x, struct crowd *w)
{
	struct states *t = &x->states;
	free(t->chunks);
	free(t->table);
	t->chunks = w->chunks;
	t->table = NULL;
	t->room = 0;
}

uint64_t crowd_states(const struct crowd *w)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i <= w->parts; i++) count += w->part[i].count;
	return count;
}

/* ---- adding ------------------------------------------------------------------------------------------ */

static bool is_crowded(const struct crowd *w) { return crowd_states(w) * 8 > w->room * 5; }

static void grow(struct crowd *w)
{
	if (!crew_begin_alone(w->crew)) return;
	if (is_crowded(w)) {
		size_t bytes = w->room * sizeof *w->table;
		_Atomic uint64_t *table = crew_take(w->crew, 2 * bytes);
		copy_slots((const uint64_t *)w->table, w->room, table, 2 * w->room);
		crew_give(w->crew, (void *)w->table, bytes);
		w->table = table;
		w->room *= 2;
	}
	crew_end_alone(w->crew);
}

static value *record_at(const struct crowd *w, uint32_t id)
{
	return w->chunks[id >> STATES_CHUNK_BITS] + (size_t)(id & (CHUNK - 1)) * (w->width + 2);
}

/* The number of the next one that this process adds. */
static uint32_t free_record(struct crowd *w, uint32_t self)
{
	struct crowd_part *own = &w->part[self];
	uint32_t place = own->count, list = place >> STATES_CHUNK_BITS;
	if (place % LOOK == 0)
		while (is_crowded(w)) grow(w);
	if (!own->chunks[list]) {
		uint32_t chunk = atomic_fetch_add(&w->chunk_count, 1);
		if (chunk >= MOST_CHUNKS) crew_give_up(w->crew);
		w->chunks[chunk] = crew_take(w->crew, (size_t)CHUNK * (w->width + 2) * sizeof(value));
		own->chunks[list] = chunk;
	}
	return own->chunks[list] << STATES_CHUNK_BITS | (place & (CHUNK - 1));
}

static uint32_t write_record(struct crowd *w, uint32_t self, const value *vector, uint32_t parent,
                             uint32_t operation)
{
	uint32_t id = free_record(w, self);
	value *record = record_at(w, id);
	memcpy(record, vector, w->width * sizeof *vector);
	record[w->width] = parent;
	record[w->width + 1] = operation;
	return id;
}

/* The state with this hash in a slot, or EXPLORE_NONE. */
static uint32_t same_state(const struct crowd *w, uint64_t slot, const value *vector, uint32_t hash)
{
	uint32_t id = (uint32_t)slot - 1;
	bool is_same = slot && slot >> 32 == hash &&
	               memcmp(record_at(w, id), vector, w->width * sizeof *vector) == 0;
	return is_same ? id : EXPLORE_NONE;
}

uint32_t crowd_add(struct crowd *w, uint32_t self, const value *vector, uint32_t hash,
                   uint32_t parent, uint32_t operation, bool *is_new)
{
	uint32_t id = EXPLORE_NONE;
	*is_new = false;
	for (uint64_t i = hash & (w->room - 1);; i = (i + 1) & (w->room - 1)) {
		uint64_t slot = atomic_load_explicit(&w->table[i], memory_order_acquire);
		if (!slot) {
			if (id == EXPLORE_NONE) {
				uint64_t room = w->room;
				id = write_record(w, self, vector, parent, operation);
				if (w->room != room) i = hash & (w->room - 1); /* it has moved */
			}
			*is_new = atomic_compare_exchange_strong(&w->table[i], &slot,
			                                         (uint64_t)hash << 32 | (id + 1));
			if (*is_new) break;
		}
		uint32_t found = same_state(w, slot, vector, hash);
		if (found != EXPLORE_NONE) return found;
	}
	struct crowd_part *own = &w->part[self]; /* nobody else writes to its count */
	atomic_store_explicit(&own->count, own->count + 1, memory_order_release);
	return id;
}

/* ---- visiting ---------------------------------------------------------------------------------------- */

static bool take_of(struct crowd *w, uint32_t of, struct crowd_some *out)
{
	struct crowd_part *part = &w->part[of];
	uint32_t from = part->next, count;
	do {
		uint32_t left = part->count - from;
		count = left < TOGETHER ? left : TOGETHER;
		if (!count) return false;
	} while (!atomic_compare_exchange_weak(&part->next, &from, from + count));
	*out = (struct crowd_some){of, from, count};
	return true;
}

bool crowd_take(struct crowd *w, uint32_t self, struct crowd_some *out)
{
	if (take_of(w, self, out) || take_of(w, w->parts, out)) return true;
	for (uint32_t i = 1; i < w->parts; i++)
		if (take_of(w, (self + i) % w->parts, out)) return true;
	return false;
}

uint32_t crowd_state(const struct crowd *w, const struct crowd_some *some, uint32_t i)
{
	uint32_t place = some->from + i;
	if (some->of == w->parts) return place;
	return w->part[some->of].chunks[place >> STATES_CHUNK_BITS] << STATES_CHUNK_BITS |
	       (place & (CHUNK - 1));
}

void crowd_visited(struct crowd *w, uint32_t self, uint32_t count)
{
	atomic_fetch_add(&w->part[self].visited, count);
}

/* Visits are counted first: what they have added is there then, and both only grow. */
bool crowd_is_done(const struct crowd *w)
{
	uint64_t visited = 0;
	for (uint32_t i = 0; i <= w->parts; i++) visited += w->part[i].visited;
	return visited == crowd_states(w);
}

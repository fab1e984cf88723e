/* One store of values for several processes that come from one. Cells, blocks and slots lie in memory that they share; a
 * value is there once its slot is, and whoever comes second finds it. Only the table of slots moves when it grows, while the
 * others wait. So nothing has to be told, and equal values are equal numbers for all of them.
 *
 * What a cell points to must be there for all. Blocks of values and numbers are. A set that is not listed points to trees of
 * one process: another one that makes the same bits means its own trees, so that each understands what it has made
 * itself, and such values must not be handed on. */
#include "value/store.h"

struct value_share { /* in memory that is shared */
	struct crew *crew;
	struct value_cell *cells;
	value_slot *slots; /* moved by one that is alone */
	uint32_t mask, most;
	_Atomic uint32_t places; /* of cells that were handed out */
};

enum {
	PIECE = 256,            /* places of cells that are handed out together */
	SLOTS_EACH = 8 * PIECE, /* at least: a piece of each process is no crowd */
};

struct value_share *value_share_open(const struct values *s, struct crew *c)
{
	enum { PART = 4 }; /* of all memory, for cells */
	struct value_share *h = crew_take(c, sizeof *h);
	size_t most = crew_room(c) / PART / sizeof *h->cells;
	h->crew = c;
	h->most = most < VALUE_PLACE ? (uint32_t)most : VALUE_PLACE;
	h->cells = crew_reserve(c, h->most * sizeof *h->cells);
	memcpy(h->cells, s->cells, s->count * sizeof *s->cells);
	h->places = s->count;
	h->mask = s->mask;
	while (h->mask < SLOTS_EACH * crew_processes(c)) h->mask = h->mask * 2 + 1;
	h->slots = crew_take(c, ((size_t)h->mask + 1) * sizeof *h->slots);
	value_slots_copy(s->slots, s->mask, h->slots, h->mask);
	return h;
}

void value_share_join(struct values *s, struct value_share *h)
{
	free(s->cells);
	free(s->slots);
	s->share = h;
	s->cells = h->cells;
	s->free_from = s->free_to = NULL;
	value_share_moved(s);
}

void value_share_moved(struct values *s)
{
	s->slots = s->share->slots;
	s->mask = s->share->mask;
}

uint64_t value_share_bytes(const struct value_share *h) { return h->places * sizeof *h->cells; }

void share_names(struct values *s)
{
	if (s->share) crew_give_up(s->share->crew);
}

void *share_block(struct values *s, size_t bytes) { return crew_take(s->share->crew, bytes); }

/* ---- adding ---------------------------------------------------------------------------------------- */

static bool is_crowded(const struct value_share *h) { return h->places > h->mask / 8 * 5; }

static void grow(struct values *s)
{
	struct value_share *h = s->share;
	if (crew_begin_alone(h->crew)) {
		if (is_crowded(h)) {
			size_t bytes = ((size_t)h->mask + 1) * sizeof *h->slots;
			uint32_t mask = h->mask * 2 + 1;
			value_slot *slots = crew_take(h->crew, 2 * bytes);
			value_slots_copy(h->slots, h->mask, slots, mask);
			crew_give(h->crew, (void *)h->slots, bytes);
			h->slots = slots;
			h->mask = mask;
		}
		crew_end_alone(h->crew);
	}
	value_share_moved(s);
}

static uint32_t free_place(struct values *s)
{
	struct value_share *h = s->share;
	if (s->place < s->places_to) return s->place;
	while (is_crowded(h)) grow(s);
	s->place = atomic_fetch_add(&h->places, PIECE);
	if (s->place >= h->most - PIECE) crew_give_up(h->crew);
	s->places_to = s->place + PIECE;
	return s->place;
}

static bool is_same(const struct value_cell *a, const struct value_cell *b, size_t bytes)
{
	if (!value_same_head(a, b)) return false;
	if (a->is.bits == b->is.bits) return true;
	return bytes && memcmp(a->is.block, b->is.block, bytes) == 0;
}

value share_add(struct values *s, uint32_t hash, const struct value_cell *e, size_t bytes,
                bool is_lazy)
{
	if (e->kind == VALUE_STRING) share_names(s);
	uint32_t place = free_place(s);
	uint64_t own = (uint64_t)hash << 32 | place | (is_lazy ? (value)VALUE_LAZY_BIT : 0);
	s->cells[place] = *e;
	for (uint32_t i = hash & s->mask;; i = (i + 1) & s->mask) {
		uint64_t slot = value_slot_at(s, i);
		if (!slot && atomic_compare_exchange_strong(&s->slots[i], &slot, own)) break;
		if (slot >> 32 == hash && is_same(value_cell(s, (value)slot), e, bytes)) return (value)slot;
	}
	s->place++;
	return (value)own;
}

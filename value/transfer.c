/* Values between processes that come from one: those of the time when they parted have the same number in all, and what
 * was made since is told once to each of the others. */
#include "value/store.h"

enum {
	CELL = 1,
	VALUES = 2,
	HEAD = 5
}; /* words of a message: what it is, place, kind, count, shape */

void transfer_open(struct transfer *t, struct values *s, uint32_t peers)
{
	memset(t, 0, sizeof *t);
	t->s = s;
	t->peers = peers;
	t->base = s->count;
	t->shapes = s->shapes.count;
	t->to = calloc(peers, sizeof *t->to);
	t->from = calloc(peers, sizeof *t->from);
	if (!t->to || !t->from) diag_no_memory();
}

void transfer_close(struct transfer *t)
{
	for (uint32_t i = 0; i < t->peers; i++) {
		VEC_CLEAR(&t->to[i].out);
		VEC_CLEAR(&t->to[i].told);
		VEC_CLEAR(&t->from[i].here);
	}
	VEC_CLEAR(&t->hashes);
	VEC_CLEAR(&t->items);
	free(t->to);
	free(t->from);
}

static bool is_common(const struct transfer *t, value v)
{
	return !value_is_stored(v) || (v & VALUE_PLACE) < t->base;
}

/* ---- a hash that is the same everywhere --------------------------------------------------------- */

static uint64_t hash_cell(struct transfer *t, const struct value_cell *c)
{
	uint64_t h = hash_mix(c->kind, c->count);
	switch ((enum value_kind)c->kind) {
	case VALUE_PAIR:
		return hash_mix(hash_mix(h, transfer_hash(t, (value)(c->is.bits >> 32))),
		                transfer_hash(t, (value)c->is.bits));
	case VALUE_SET: /* sets of sets are in another order elsewhere */
		for (uint32_t i = 0; i < c->count; i++) h += hash_mix(7, transfer_hash(t, c->is.items[i]));
		return h;
	case VALUE_RECORD:
		for (uint32_t i = 0; i < c->count; i++) h = hash_mix(h, transfer_hash(t, c->is.items[i]));
		return h;
	case VALUE_INTERVAL:
		return hash_mix(hash_mix(h, (uint64_t)c->is.bounds[0]), (uint64_t)c->is.bounds[1]);
	case VALUE_INTEGER: return hash_mix(h, (uint64_t)c->is.number);
	default: return h;
	}
}

uint64_t transfer_hash(struct transfer *t, value v)
{
	if (is_common(t, v)) return hash_mix(1, v);
	uint32_t place = (v & VALUE_PLACE) - t->base;
	while (t->hashes.count <= place) VEC_PUSH(&t->hashes, 0);
	if (!t->hashes.at[place]) {
		uint64_t h = hash_cell(t, value_cell(t->s, v));
		t->hashes.at[place] = h ? h : 1;
	}
	return t->hashes.at[place];
}

/* ---- sending ------------------------------------------------------------------------------------- */

static bool tell(struct transfer *t, uint32_t peer, value v);

static bool tell_items(struct transfer *t, uint32_t peer, const value *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!tell(t, peer, items[i])) return false;
	return true;
}

static void add_words(struct transfer *t, uint32_t peer, const void *words, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&t->to[peer].out, ((const uint32_t *)words)[i]);
}

/* Its parts come first. Strings and sets that are not listed are not told: what they consist of is elsewhere. */
static bool tell_cell(struct transfer *t, uint32_t peer, value v)
{
	const struct value_cell *c = value_cell(t->s, v);
	value pair[2] = {(value)(c->is.bits >> 32), (value)c->is.bits};
	bool is_block = c->kind == VALUE_SET || c->kind == VALUE_RECORD, ok = true;
	if (c->kind == VALUE_RECORD) ok = c->shape < t->shapes;
	if (is_block) ok = ok && tell_items(t, peer, c->is.items, c->count);
	else if (c->kind == VALUE_PAIR) ok = tell_items(t, peer, pair, 2);
	else ok = c->kind == VALUE_INTEGER || c->kind == VALUE_INTERVAL;
	if (!ok) return false;
	uint32_t head[HEAD] = {CELL, v & VALUE_PLACE, c->kind, c->count, c->shape};
	add_words(t, peer, head, HEAD);
	if (is_block) add_words(t, peer, c->is.items, c->count);
	else if (c->kind == VALUE_PAIR) add_words(t, peer, pair, 2);
	else if (c->kind == VALUE_INTEGER) add_words(t, peer, &c->is.number, 2);
	else add_words(t, peer, c->is.bounds, 4);
	return true;
}

static bool tell(struct transfer *t, uint32_t peer, value v)
{
	if (is_common(t, v)) return true;
	uint32_t place = (v & VALUE_PLACE) - t->base;
	while (t->to[peer].told.count <= place) VEC_PUSH(&t->to[peer].told, false);
	if (t->to[peer].told.at[place]) return true;
	if (value_has_lazy(t->s, v) || !tell_cell(t, peer, v)) return false;
	t->to[peer].told.at[place] = true;
	return true;
}

bool transfer_send(struct transfer *t, uint32_t peer, const value *values, uint32_t count)
{
	uint32_t what = VALUES;
	if (!tell_items(t, peer, values, count)) return false;
	add_words(t, peer, &what, 1);
	add_words(t, peer, values, count);
	return true;
}

/* ---- receiving ------------------------------------------------------------------------------------ */

static value here(const struct transfer *t, uint32_t peer, value v)
{
	return is_common(t, v) ? v : t->from[peer].here.at[(v & VALUE_PLACE) - t->base];
}

static void put(struct transfer *t, uint32_t peer, uint32_t place, value v)
{
	while (t->from[peer].here.count <= place - t->base) VEC_PUSH(&t->from[peer].here, VALUE_NONE);
	t->from[peer].here.at[place - t->base] = v;
}

/* The elements that were told, as they are here. */
static value *items_of(struct transfer *t, uint32_t peer, const uint32_t *words, uint32_t count)
{
	t->items.count = 0;
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&t->items, here(t, peer, words[i]));
	return t->items.at;
}

/* Returns how many words the cell has behind its head. */
static uint32_t hear_cell(struct transfer *t, uint32_t peer, const uint32_t *head)
{
	const uint32_t *words = head + HEAD, count = head[3];
	int64_t numbers[2] = {0};
	value v = VALUE_NONE;
	uint32_t length = count;
	switch ((enum value_kind)head[2]) {
	case VALUE_SET: v = value_set(t->s, items_of(t, peer, words, count), count); break;
	case VALUE_RECORD: {
		struct value_cell c = {.kind = VALUE_RECORD, .shape = (uint16_t)head[4], .count = count};
		c.is.items = items_of(t, peer, words, count);
		v = value_intern_block(t->s, &c, count * sizeof(value));
		break;
	}
	case VALUE_PAIR:
		v = value_pair(t->s, here(t, peer, words[0]), here(t, peer, words[1]));
		length = 2;
		break;
	case VALUE_INTEGER:
		memcpy(numbers, words, sizeof *numbers);
		v = value_integer(t->s, numbers[0]);
		length = 2;
		break;
	default:
		memcpy(numbers, words, sizeof numbers);
		v = value_interval(t->s, numbers[0], numbers[1]);
		length = 4;
	}
	put(t, peer, head[1], v);
	return length;
}

uint32_t transfer_receive(struct transfer *t, uint32_t peer, const uint32_t *words, uint32_t count,
                          uint32_t from, value *out, uint32_t width)
{
	while (from < count && words[from] == CELL) from += HEAD + hear_cell(t, peer, words + from);
	if (from >= count) return UINT32_MAX;
	for (uint32_t i = 0; i < width; i++) out[i] = here(t, peer, words[from + 1 + i]);
	return from + 1 + width;
}

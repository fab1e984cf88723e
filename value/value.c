/* The store: every value that is not in its number has one cell, found again by its hash. */
#include "value/store.h"

enum { FIRST_CELLS = 1024, FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 8 * 1024 * 1024 };

struct values *values_open(struct names *names)
{
	struct values *s = memory_zeroed(1, sizeof *s);
	value_use_gmp();
	s->names = names;
	s->room = FIRST_CELLS;
	s->cells = memory_raw(s->room * sizeof *s->cells);
	s->mask = FIRST_CELLS * 2 - 1;
	s->slots = memory_zeroed(s->mask + 1, sizeof *s->slots);
	s->count = 1; /* 0 is VALUE_NONE */
	arena_init(&s->arena);
	s->empty = value_intern_block(s, &(struct value_cell){.kind = VALUE_SET}, 0);
	return s;
}

void values_close(struct values *s)
{
	if (!s) return;
	for (struct value_block *b = s->block; b;) {
		struct value_block *older = b->older;
		free(b);
		b = older;
	}
	for (int i = 0; i < VALUE_SCRATCH; i++) VEC_CLEAR(&s->scratch[i].list);
	VEC_CLEAR(&s->keys);
	VEC_CLEAR(&s->shapes);
	VEC_CLEAR(&s->constructors);
	map_clear(&s->shape_of);
	map_clear(&s->constructor_of);
	arena_clear(&s->arena);
	if (!s->share) {
		free(s->cells);
		free(s->slots);
	}
	free(s);
}

size_t values_bytes(const struct values *s)
{
	size_t bytes = sizeof *s + s->block_bytes + s->arena.total + s->keys.room * sizeof(uint64_t);
	bytes += s->room * sizeof *s->cells + ((size_t)s->mask + 1) * sizeof *s->slots;
	for (int i = 0; i < VALUE_SCRATCH; i++) bytes += s->scratch[i].list.room * sizeof(value);
	return bytes;
}

uint64_t values_handled(const struct values *s) { return s->handled; }

struct names *values_names(const struct values *s) { return s->names; }

static void add_block(struct values *s, size_t bytes)
{
	size_t size = s->block_bytes < FIRST_BLOCK ? FIRST_BLOCK : s->block_bytes / 4;
	if (size > LARGEST_BLOCK) size = LARGEST_BLOCK;
	if (size < bytes) size = (bytes + 7) & ~(size_t)7;
	s->block_bytes += size;
	if (s->share) s->free_from = share_block(s, size);
	else {
		struct value_block *b = memory_raw(sizeof *b + size);
		b->older = s->block;
		s->block = b;
		s->free_from = (char *)b->data;
	}
	s->free_to = s->free_from + size;
}

/* A copy in the blocks, aligned for pointers if it is not one of values. */
static const void *keep(struct values *s, const void *data, size_t bytes, bool is_aligned)
{
	size_t skip = is_aligned ? (size_t)(-(uintptr_t)s->free_from & 7) : 0;
	if ((size_t)(s->free_to - s->free_from) < bytes + skip || !s->block) {
		add_block(s, bytes);
		skip = 0;
	}
	char *p = s->free_from + skip;
	s->free_from = p + bytes;
	if (bytes) memcpy(p, data, bytes);
	return p;
}

struct value_list *value_scratch(struct values *s)
{
	REQUIRE(s->scratch_used < VALUE_SCRATCH);
	struct value_list *l = &s->scratch[s->scratch_used++];
	l->list.count = 0;
	return l;
}

value *value_list_room(struct value_list *l, uint64_t count)
{
	if (count <= l->list.room) return l->list.at;
	REQUIRE(count <= UINT32_MAX / 2);
	vec_reserve((void **)&l->list.at, &l->list.room, (uint32_t)count, sizeof(value));
	return l->list.at;
}

uint64_t *value_key_room(struct values *s, uint64_t count)
{
	if (count <= s->keys.room) return s->keys.at;
	REQUIRE(count <= UINT32_MAX / 2);
	vec_reserve((void **)&s->keys.at, &s->keys.room, (uint32_t)count, sizeof(uint64_t));
	return s->keys.at;
}

/* ---- hashing --------------------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide;

/* Both halves of a product: each bit of the result depends on all bits. */
static inline uint64_t mix(uint64_t a, uint64_t b)
{
	wide product = (wide)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint32_t hash_plain(uint64_t bits, uint64_t head)
{
	return (uint32_t)mix(bits, head);
}

static inline uint64_t word(const char *p)
{
	uint64_t w;
	memcpy(&w, p, sizeof w);
	return w;
}

/* Two chains at once, since one waits for its products. The size is a multiple of four. */
static uint32_t hash_block(const void *data, size_t bytes, uint64_t seed)
{
	const char *p = data;
	uint64_t a = seed ^ bytes, b = seed;
	for (; bytes >= 32; bytes -= 32, p += 32) {
		a = mix(a ^ word(p), word(p + 8));
		b = mix(b ^ word(p + 16), word(p + 24));
	}
	for (; bytes >= 8; bytes -= 8, p += 8) a = mix(a, word(p));
	if (bytes) {
		uint32_t last;
		memcpy(&last, p, sizeof last);
		b ^= last;
	}
	return (uint32_t)mix(a, b);
}

/* Most blocks are short: a call would take longer than they do. The size is a multiple of four. */
static inline bool is_same_block(const void *one, const void *other, size_t bytes)
{
	enum { SHORT = 128 };
	const char *p = one, *q = other;
	if (bytes > SHORT) return memcmp(p, q, bytes) == 0;
	for (; bytes >= 8; bytes -= 8, p += 8, q += 8)
		if (word(p) != word(q)) return false;
	return !bytes || memcmp(p, q, 4) == 0;
}

void value_slots_copy(const value_slot *from, uint32_t from_mask, value_slot *to, uint32_t to_mask)
{
	for (size_t i = 0; i <= from_mask; i++) {
		uint64_t slot = atomic_load_explicit(&from[i], memory_order_relaxed);
		if (!slot) continue;
		uint32_t at = (uint32_t)(slot >> 32) & to_mask;
		while (atomic_load_explicit(&to[at], memory_order_relaxed)) at = (at + 1) & to_mask;
		atomic_store_explicit(&to[at], slot, memory_order_relaxed);
	}
}

static void grow_slots(struct values *s)
{
	uint32_t mask = s->mask * 2 + 1;
	value_slot *slots = memory_zeroed((size_t)mask + 1, sizeof *slots);
	value_slots_copy(s->slots, s->mask, slots, mask);
	free(s->slots);
	s->slots = slots;
	s->mask = mask;
}

static void grow_cells(struct values *s)
{
	if (s->count > VALUE_PLACE) diag_fatal(__FILE__, __LINE__, "too many values (%u)", s->count);
	size_t bytes = (size_t)s->room * 2 * sizeof *s->cells;
	s->cells = memory_resized(s->cells, bytes);
	s->room *= 2;
}

static value add(struct values *s, uint32_t hash, const struct value_cell *e, size_t bytes,
                 bool is_lazy)
{
	if (s->share) return share_add(s, hash, e, bytes, is_lazy);
	if (s->count == s->room) grow_cells(s);
	if (s->count > s->mask / 8 * 5) grow_slots(s);
	value v = s->count | (is_lazy ? (value)VALUE_LAZY_BIT : 0);
	s->cells[s->count++] = *e;
	uint32_t at = hash & s->mask;
	while (value_slot_at(s, at)) at = (at + 1) & s->mask;
	atomic_store_explicit(&s->slots[at], (uint64_t)hash << 32 | v, memory_order_relaxed);
	return v;
}

value value_intern(struct values *s, const struct value_cell *e, bool is_lazy)
{
	uint32_t hash = hash_plain(e->is.bits, (uint64_t)e->count << 8 | e->kind);
	uint64_t slot;
	for (uint32_t i = hash & s->mask; (slot = value_slot_at(s, i)); i = (i + 1) & s->mask) {
		if (slot >> 32 != hash) continue;
		const struct value_cell *found = value_cell(s, (value)slot);
		if (value_same_head(found, e) && found->is.bits == e->is.bits) return (value)slot;
	}
	return add(s, hash, e, 0, is_lazy);
}

static bool has_lazy(const struct value_cell *e)
{
	if (e->kind == VALUE_LAZY || e->kind == VALUE_INTERVAL || e->kind == VALUE_HUGE)
		return e->kind == VALUE_LAZY;
	bool found = false;
	for (uint32_t i = 0; i < e->count; i++) found |= e->is.items[i] >> 29 == 1;
	return found;
}

value value_intern_block(struct values *s, const struct value_cell *e, size_t bytes)
{
	uint32_t hash = hash_block(e->is.block, bytes, (uint64_t)e->shape << 8 | e->kind);
	uint64_t slot;
	s->handled += 2 + bytes / sizeof(value);
	for (uint32_t i = hash & s->mask; (slot = value_slot_at(s, i)); i = (i + 1) & s->mask) {
		if (slot >> 32 != hash) continue;
		const struct value_cell *found = value_cell(s, (value)slot);
		if (!value_same_head(found, e)) continue;
		if (is_same_block(found->is.block, e->is.block, bytes)) return (value)slot;
	}
	struct value_cell kept = *e;
	bool is_aligned = e->kind == VALUE_INTERVAL || e->kind == VALUE_LAZY || e->kind == VALUE_HUGE;
	kept.is.block = keep(s, e->is.block, bytes, is_aligned);
	return add(s, hash, &kept, bytes, has_lazy(e));
}

/* ---- scalars ------------------------------------------------------------------------------------ */

enum value_kind value_kind_stored(const struct values *s, value v)
{
	return (enum value_kind)value_cell(s, v)->kind;
}

value value_integer_stored(struct values *s, int64_t n)
{
	return value_intern(s, &(struct value_cell){.kind = VALUE_INTEGER, .is.number = n}, false);
}

int64_t value_to_integer_stored(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_INTEGER);
	return value_cell(s, v)->is.number;
}

bool value_fits_stored(const struct values *s, value v, int64_t *out)
{
	REQUIRE(v && value_is_stored(v));
	const struct value_cell *e = value_cell(s, v);
	*out = e->is.number;
	return e->kind == VALUE_INTEGER;
}

value value_element(uint32_t set, uint32_t index)
{
	REQUIRE(set < 1u << 12 && index < 1u << 18);
	return 2u << 30 | set << 18 | index;
}

value value_string(struct values *s, name text)
{
	struct value_cell e = {.kind = VALUE_STRING};
	e.is.text = text;
	return value_intern(s, &e, false);
}

name value_to_string(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_STRING);
	return value_cell(s, v)->is.text;
}

/* ---- pairs, records, free types ------------------------------------------------------------------- */

value value_pair(struct values *s, value a, value b)
{
	uint64_t bits = value_pair_bits(a, b);
	uint32_t hash = hash_plain(bits, VALUE_PAIR);
	uint64_t slot;
	for (uint32_t i = hash & s->mask; (slot = value_slot_at(s, i)); i = (i + 1) & s->mask) {
		if (slot >> 32 != hash) continue;
		const struct value_cell *found = value_cell(s, (value)slot);
		if (found->is.bits == bits && found->kind == VALUE_PAIR) return (value)slot;
	}
	struct value_cell e = {.kind = VALUE_PAIR, .is.bits = bits};
	return add(s, hash, &e, 0, value_has_lazy(s, a) || value_has_lazy(s, b));
}

value value_first(const struct values *s, value pair)
{
	REQUIRE(value_kind(s, pair) == VALUE_PAIR);
	return value_left(s, pair);
}

value value_second(const struct values *s, value pair)
{
	REQUIRE(value_kind(s, pair) == VALUE_PAIR);
	return value_right(s, pair);
}

static bool same_names(const struct value_shape *shape, const struct type *record)
{
	if (shape->count != record->count) return false;
	for (uint32_t i = 0; i < shape->count; i++)
		if (shape->names[i] != record->fields[i].name) return false;
	return true;
}

/* Equal record types may be different objects: what counts are the names of their fields. */
static uint32_t shape_of(struct values *s, const struct type *type)
{
	uintptr_t known = (uintptr_t)map_get(&s->shape_of, type);
	if (known) return (uint32_t)known - 1;
	const struct type *record = type;
	while (record->kind == TYPE_VAR && record->a) record = record->a;
	REQUIRE(record->kind == TYPE_RECORD);
	uint32_t i = 0;
	while (i < s->shapes.count && !same_names(&s->shapes.at[i], record)) i++;
	if (i == s->shapes.count) {
		REQUIRE(i <= UINT16_MAX);
		share_names(s);
		name *names = ARENA_ARRAY(&s->arena, record->count, name);
		for (uint32_t k = 0; k < record->count; k++) names[k] = record->fields[k].name;
		VEC_PUSH(&s->shapes, (struct value_shape){names, record->count});
	}
	map_put(&s->shape_of, type, (void *)(uintptr_t)(i + 1));
	return i;
}

value value_record(struct values *s, const struct type *type, const value *fields)
{
	uint32_t shape = shape_of(s, type);
	struct value_cell e = {.kind = VALUE_RECORD, .shape = (uint16_t)shape};
	e.count = s->shapes.at[shape].count;
	e.is.items = fields;
	return value_intern_block(s, &e, e.count * sizeof(value));
}

value value_field(const struct values *s, value record, uint32_t index)
{
	const struct value_cell *e = value_cell(s, record);
	REQUIRE(value_kind(s, record) == VALUE_RECORD && index < e->count);
	return e->is.items[index];
}

value value_free(struct values *s, const struct decl *constructor, value argument_or_none)
{
	uintptr_t place = (uintptr_t)map_get(&s->constructor_of, constructor);
	if (!place) {
		share_names(s);
		VEC_PUSH(&s->constructors, constructor);
		place = s->constructors.count;
		map_put(&s->constructor_of, constructor, (void *)place);
	}
	struct value_cell e = {.kind = VALUE_FREE, .count = (uint32_t)place - 1};
	e.is.argument = argument_or_none;
	return value_intern(s, &e, argument_or_none && value_has_lazy(s, argument_or_none));
}

const struct decl *value_constructor(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_FREE);
	return s->constructors.at[value_cell(s, v)->count];
}

value value_argument(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_FREE);
	return value_cell(s, v)->is.argument;
}

/* ---- lazy sets -------------------------------------------------------------------------------------- */

value value_lazy(struct values *s, const struct node *node, const struct decl *const *names,
                 const value *free, uint32_t count)
{
	s->lazies++;
	size_t bytes = sizeof(struct value_lazy) + count * sizeof(value);
	uint32_t used = s->scratch_used;
	struct value_list *l = value_scratch(s);
	value *block = value_list_room(l, bytes / sizeof(value));
	struct value_lazy head = {.node = node, .names = names};
	memcpy(block, &head, sizeof head);
	if (count) memcpy((char *)block + sizeof head, free, count * sizeof(value));
	struct value_cell e = {.kind = VALUE_LAZY, .count = count};
	e.is.block = block;
	value v = value_intern_block(s, &e, bytes);
	s->scratch_used = used;
	return v;
}

uint64_t values_lazies(const struct values *s) { return s->lazies; }

const struct node *value_lazy_node(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_LAZY);
	return value_cell(s, v)->is.lazy->node;
}

const value *value_lazy_free(const struct values *s, value v, uint32_t *count)
{
	REQUIRE(value_kind(s, v) == VALUE_LAZY);
	const struct value_cell *e = value_cell(s, v);
	*count = e->count;
	return e->is.lazy->free;
}

const struct decl *const *value_lazy_names(const struct values *s, value v)
{
	REQUIRE(value_kind(s, v) == VALUE_LAZY);
	return value_cell(s, v)->is.lazy->names;
}

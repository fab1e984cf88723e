/* The store of gates: equal gates are found by hashing (open addressing, linear probing). */
#include "circuit/circuit.h"
#include "circuit/gate.h"

enum { FIRST_TABLE = 1 << 10 };

bool lit_is_among(const lit *list, uint32_t count, lit l)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i] == l) return true;
	return false;
}

struct circuit *circuit_open(void)
{
	struct circuit *c = memory_zeroed(1, sizeof *c);
	c->table_room = FIRST_TABLE;
	c->table = calloc(c->table_room, sizeof *c->table);
	REQUIRE(c->table);
	VEC_PUSH(&c->gates, (struct gate){0, GATE_CONSTANT, 0});
	VEC_PUSH(&c->gates, (struct gate){0, GATE_CONSTANT, 0});
	return c;
}

void circuit_close(struct circuit *c)
{
	if (!c) return;
	VEC_CLEAR(&c->gates);
	VEC_CLEAR(&c->pool);
	VEC_CLEAR(&c->scratch);
	pool_close(&c->memory);
	VEC_CLEAR(&c->required);
	VEC_CLEAR(&c->choices);
	free(c->table);
	free(c->marks);
	free(c);
}

/* ---- gates ------------------------------------------------------------------------------------- */

static uint32_t hash_of(enum gate_kind kind, const lit *in, uint32_t count)
{
	uint64_t h = (uint64_t)kind << 32 | count;
	for (uint32_t i = 0; i < count; i++) h = hash_mix(h, (uint32_t)in[i]);
	return (uint32_t)(h >> 32 ^ h);
}

static bool is_same(const struct circuit *c, struct gate g, enum gate_kind kind, const lit *in,
                    uint32_t count)
{
	if (g.kind != kind || g.count != count) return false;
	const lit *mine = gate_inputs(c, g);
	for (uint32_t i = 0; i < count; i++)
		if (mine[i] != in[i]) return false;
	return true;
}

static void grow_table(struct circuit *c)
{
	struct gate_slot *old = c->table;
	uint32_t old_room = c->table_room;
	REQUIRE(old_room < UINT32_MAX / 2);
	c->table_room = old_room * 2;
	c->table = memory_zeroed(c->table_room, sizeof *c->table);
	uint32_t mask = c->table_room - 1;
	for (uint32_t i = 0; i < old_room; i++) {
		if (!old[i].gate) continue;
		uint32_t at = old[i].hash & mask;
		while (c->table[at].gate) at = (at + 1) & mask;
		c->table[at] = old[i];
	}
	free(old);
}

void circuit_set_alarm(struct circuit *c, circuit_alarm *alarm, void *data)
{
	c->alarm = alarm;
	c->alarm_data = data;
}

static void look_at_alarm(struct circuit *c)
{
	enum { OFTEN = 0x3ff };
	if ((++c->made & OFTEN) == 0 && c->alarm) c->alarm(c->alarm_data);
}

static uint32_t new_gate(struct circuit *c, enum gate_kind kind, const lit *in, uint32_t count)
{
	REQUIRE(c->gates.count < INT32_MAX && count < 1u << 29);
	struct gate g = {c->pool.count, (uint32_t)kind & 7, count & 0x1fffffff};
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&c->pool, in[i]);
	VEC_PUSH(&c->gates, g);
	return c->gates.count - 1;
}

lit gate_make(struct circuit *c, enum gate_kind kind, const lit *in, uint32_t count)
{
	look_at_alarm(c);
	uint32_t hash = hash_of(kind, in, count), mask = c->table_room - 1, at = hash & mask;
	for (; c->table[at].gate; at = (at + 1) & mask)
		if (c->table[at].hash == hash &&
		    is_same(c, c->gates.at[c->table[at].gate], kind, in, count))
			return (lit)c->table[at].gate;
	uint32_t g = new_gate(c, kind, in, count);
	c->table[at] = (struct gate_slot){hash, g};
	if (++c->table_count * 3ull > c->table_room * 2ull) grow_table(c);
	return (lit)g;
}

lit circuit_input(struct circuit *c)
{
	look_at_alarm(c);
	c->inputs++;
	lit l = (lit)new_gate(c, GATE_INPUT, NULL, 0);
	c->gates.at[l].start = 0;
	return l;
}

/* ---- sorting ----------------------------------------------------------------------------------- */

static int compare_gates(const void *a, const void *b)
{
	uint32_t x = gate_of(*(const lit *)a), y = gate_of(*(const lit *)b);
	return (x > y) - (x < y);
}

void gate_sort(lit *list, uint32_t count)
{
	enum { FEW = 16 };
	uint32_t i = 1;
	while (i < count && gate_of(list[i - 1]) <= gate_of(list[i])) i++;
	if (i < count && count > FEW) {
		qsort(list, count, sizeof *list, compare_gates);
		return;
	}
	for (; i < count; i++) {
		lit moved = list[i];
		uint32_t k = i;
		for (; k && gate_of(list[k - 1]) > gate_of(moved); k--) list[k] = list[k - 1];
		list[k] = moved;
	}
}

/* ---- marks ------------------------------------------------------------------------------------- */

void marks_next(struct circuit *c)
{
	if (c->mark_room < c->gates.count) {
		uint32_t room = c->gates.room;
		c->marks = memory_resized(c->marks, room * sizeof *c->marks);
		memset(c->marks + c->mark_room, 0, (room - c->mark_room) * sizeof *c->marks);
		c->mark_room = room;
	}
	if (++c->stamp >> (32 - MARK_SHIFT)) {
		memset(c->marks, 0, c->mark_room * sizeof *c->marks);
		c->stamp = 1;
	}
}

/* ---- what is required -------------------------------------------------------------------------- */

void circuit_require(struct circuit *c, lit l) { circuit_require_any(c, &l, 1); }

void circuit_require_any(struct circuit *c, const lit *in, uint32_t count)
{
	uint32_t start = c->required.count;
	for (uint32_t i = 0; i < count; i++) {
		if (in[i] == LIT_TRUE) {
			c->required.count = start;
			return;
		}
		if (in[i] != LIT_FALSE) VEC_PUSH(&c->required, in[i]);
	}
	if (c->required.count == start) {
		c->is_contradictory = true;
		VEC_PUSH(&c->required, LIT_FALSE);
	}
	VEC_PUSH(&c->required, 0);
}

/* An input belongs to its first choice. */
static void note_choice(struct circuit *c, const lit *in, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (in[i] < 0 || gate_at(c, in[i]).kind != GATE_INPUT) return;
	if (!c->choices.count) VEC_PUSH(&c->choices, 0);
	uint32_t start = c->choices.count;
	for (uint32_t i = 0; i < count; i++) {
		struct gate *g = &c->gates.at[gate_of(in[i])];
		if (!g->start) g->start = start;
		VEC_PUSH(&c->choices, in[i]);
	}
	VEC_PUSH(&c->choices, 0);
}

void circuit_require_at_most_one(struct circuit *c, const lit *in, uint32_t count)
{
	note_choice(c, in, count);
	circuit_require(c, circuit_at_most_one(c, in, count));
}

void circuit_require_exactly_one(struct circuit *c, const lit *in, uint32_t count)
{
	circuit_require_any(c, in, count);
	circuit_require_at_most_one(c, in, count);
}

bool circuit_is_contradictory(const struct circuit *c) { return c->is_contradictory; }

/* ---- size -------------------------------------------------------------------------------------- */

uint32_t circuit_made(const struct circuit *c) { return c->made; }
uint32_t circuit_gate_count(const struct circuit *c) { return c->gates.count - 2 - c->inputs; }

uint32_t circuit_input_count(const struct circuit *c) { return c->inputs; }

struct pool *circuit_memory(struct circuit *c) { return &c->memory; }

size_t circuit_bytes(const struct circuit *c)
{
	return sizeof *c + c->memory.arena.total + c->gates.room * sizeof *c->gates.at +
	       ((size_t)c->pool.room + c->scratch.room + c->required.room + c->choices.room) *
	           sizeof(lit) +
	       c->table_room * sizeof *c->table + c->mark_room * sizeof *c->marks;
}

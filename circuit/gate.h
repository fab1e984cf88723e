/* The gates of a circuit, for the files circuit*.c and cnf*.c. */
#ifndef CIRCUIT_GATE_H
#define CIRCUIT_GATE_H

#include "circuit/circuit.h"

/* How inputs are kept, so that equal gates look equal:
 *   AND       two or more, sorted by gate, each gate once;
 *   XOR       two, sorted, not negative: the sign is at the output;
 *   ITE       condition, then, otherwise; the first two not negative;
 *   MAJORITY  three, sorted, at most one of them negative;
 *   DUAL      when_true, when_false. */
enum gate_kind {
	GATE_CONSTANT, /* gate 1 */
	GATE_INPUT,
	GATE_AND,
	GATE_XOR,
	GATE_ITE,
	GATE_MAJORITY,
	GATE_DUAL,
};

struct gate {
	uint32_t start; /* of its inputs in the pool; of an input, of its choice in `choices` or 0 */
	uint32_t kind : 3, count : 29;
};

struct gate_slot {
	uint32_t hash, gate; /* gate 0: free */
};

struct circuit {
	VEC(struct gate) gates; /* [0] is unused; inputs of a gate come before it */
	VEC(lit) pool;
	struct gate_slot *table; /* open addressing */
	uint32_t table_room, table_count;
	uint32_t *marks; /* of gates, see circuit_and.c */
	uint32_t mark_room, stamp;
	VEC(lit) scratch;
	struct pool memory;
	VEC(lit) required; /* clauses, each ends with 0 */
	VEC(lit) choices;  /* inputs of which at most one holds, each list ends with 0; [0] is unused */
	uint32_t inputs;
	bool is_contradictory;
	circuit_alarm *alarm; /* or NULL */
	void *alarm_data;
	uint32_t made; /* gates that were asked for */
};

static inline uint32_t gate_of(lit l) { return (uint32_t)(l < 0 ? -l : l); }

static inline struct gate gate_at(const struct circuit *c, lit l)
{
	return c->gates.at[gate_of(l)];
}

/* Valid until the next gate is made. */
static inline const lit *gate_inputs(const struct circuit *c, struct gate g)
{
	return c->pool.at + g.start;
}

/* The gate with these inputs, which have the form above: the one that exists or a new one. */
lit gate_make(struct circuit *c, enum gate_kind kind, const lit *in, uint32_t count);
void gate_sort(lit *list, uint32_t count); /* by gate */

/* ---- marks: what is known to be true in the conjunction at hand --------------------------------- */

/* stamp of the conjunction, then: is it implied by another input?, is it negative? */
enum { MARK_NEGATIVE = 1, MARK_IMPLIED = 2, MARK_SHIFT = 2 };

void marks_next(struct circuit *c); /* another conjunction: nothing is known yet */

enum known { UNKNOWN, KNOWN, REFUTED };

static inline enum known marks_known(const struct circuit *c, lit l)
{
	uint32_t mark = c->marks[gate_of(l)];
	if (mark >> MARK_SHIFT != c->stamp) return UNKNOWN;
	return (mark & MARK_NEGATIVE) == (l < 0) ? KNOWN : REFUTED;
}

static inline void marks_learn(struct circuit *c, lit l, uint32_t how)
{
	c->marks[gate_of(l)] = c->stamp << MARK_SHIFT | how | (l < 0);
}

#endif

/* A circuit with a solver, and truth tables of its literals: for tests of encode/. */
#ifndef TESTS_CIRCUIT_CIRCUITS_H
#define TESTS_CIRCUIT_CIRCUITS_H

#include "circuit/circuit.h"

enum { MOST_INPUTS = 10, WORDS = (1 << MOST_INPUTS) / 64 };

/* ---- a circuit with a solver, and truth tables of its literals ------------------------------------- */

struct table {
	uint64_t word[WORDS]; /* bit i: the value where input k is bit k of i */
};

struct known {
	lit l;
	struct table table;
};

struct bench {
	struct circuit *c;
	struct solver *s;
	struct cnf *f;
	lit input[MOST_INPUTS];
	uint32_t inputs;
	VEC(struct known) known;
	uint64_t random;
};

static inline struct bench open_bench(uint32_t inputs, uint64_t seed)
{
	struct bench b = {0};
	struct solver_options o = {.kind = SOLVER_PICOSAT};
	b.c = circuit_open();
	b.s = solver_open(&o);
	b.f = cnf_open(b.c, b.s);
	b.inputs = inputs;
	b.random = seed * 2654435769u + 1;
	for (uint32_t i = 0; i < inputs; i++) {
		struct known k = {.l = b.input[i] = circuit_input(b.c)};
		for (uint32_t bit = 0; bit < WORDS * 64; bit++)
			if (bit >> i & 1) k.table.word[bit / 64] |= (uint64_t)1 << bit % 64;
		VEC_PUSH(&b.known, k);
	}
	struct known truth = {.l = LIT_TRUE};
	memset(&truth.table, 0xff, sizeof truth.table);
	VEC_PUSH(&b.known, truth);
	return b;
}

static inline void close_bench(struct bench *b)
{
	cnf_close(b->f);
	solver_close(b->s);
	circuit_close(b->c);
	VEC_CLEAR(&b->known);
}

static inline uint32_t draw(struct bench *b, uint32_t below)
{
	b->random ^= b->random << 13;
	b->random ^= b->random >> 7;
	b->random ^= b->random << 17;
	return (uint32_t)(b->random >> 20) % below;
}

static inline bool bit_of(const struct table *t, uint32_t i)
{
	return t->word[i / 64] >> i % 64 & 1;
}

static inline uint32_t assignments(const struct bench *b) { return 1u << b->inputs; }

static inline bool is_never(const struct bench *b, const struct table *t)
{
	for (uint32_t i = 0; i < assignments(b); i++)
		if (bit_of(t, i)) return false;
	return true;
}

/* A known literal or its complement. */
static inline struct known pick(struct bench *b)
{
	uint32_t last = b->known.count < 24 ? b->known.count : 24;
	bool is_recent = draw(b, 3) > 0;
	uint32_t i = is_recent ? b->known.count - 1 - draw(b, last) : draw(b, b->known.count);
	struct known k = b->known.at[i];
	if (draw(b, 2)) {
		k.l = -k.l;
		for (int w = 0; w < WORDS; w++) k.table.word[w] = ~k.table.word[w];
	}
	return k;
}

static inline enum solver_answer solve(struct bench *b)
{
	struct solver_limits none = {0};
	cnf_flush(b->f);
	enum solver_answer answer = solver_solve(b->s, &none);
	if (answer == SOLVER_SATISFIABLE) cnf_model(b->f);
	return answer;
}

static inline uint32_t model_of(struct bench *b)
{
	uint32_t model = 0;
	for (uint32_t i = 0; i < b->inputs; i++) model |= (uint32_t)cnf_value(b->f, b->input[i]) << i;
	return model;
}

static inline void assume_inputs(struct bench *b, uint32_t assignment)
{
	for (uint32_t i = 0; i < b->inputs; i++)
		solver_assume(b->s, cnf_literal(b->f, assignment >> i & 1 ? b->input[i] : -b->input[i]));
}

static inline uint64_t clauses_of(struct bench *b)
{
	struct solver_stats stats;
	cnf_flush(b->f);
	solver_stats(b->s, &stats);
	return stats.clauses;
}

/* ---- operations and their tables ----------------------------------------------------------------- */

enum operation {
	OP_AND,
	OP_OR,
	OP_IMPLIES,
	OP_XOR,
	OP_IFF,
	OP_ITE,
	OP_MAJORITY,
	OP_ALL,
	OP_ANY,
	OP_AT_MOST_ONE,
	OP_EXACTLY_ONE,
	OP_LEX
};

static inline lit apply(struct circuit *c, enum operation op, const lit *x, uint32_t count)
{
	switch (op) {
	case OP_AND: return circuit_and(c, x[0], x[1]);
	case OP_OR: return circuit_or(c, x[0], x[1]);
	case OP_IMPLIES: return circuit_implies(c, x[0], x[1]);
	case OP_XOR: return circuit_xor(c, x[0], x[1]);
	case OP_IFF: return circuit_iff(c, x[0], x[1]);
	case OP_ITE: return circuit_ite(c, x[0], x[1], x[2]);
	case OP_MAJORITY: return circuit_majority(c, x[0], x[1], x[2]);
	case OP_ALL: return circuit_all(c, x, count);
	case OP_ANY: return circuit_any(c, x, count);
	case OP_AT_MOST_ONE: return circuit_at_most_one(c, x, count);
	case OP_EXACTLY_ONE: return circuit_exactly_one(c, x, count);
	case OP_LEX: return circuit_lex_less_equal(c, x, x + count / 2, count / 2);
	default: return LIT_TRUE;
	}
}

static inline bool expected(enum operation op, const bool *x, uint32_t count)
{
	uint32_t hold = 0, half = count / 2;
	for (uint32_t i = 0; i < count; i++) hold += x[i];
	switch (op) {
	case OP_AND: return x[0] && x[1];
	case OP_OR: return x[0] || x[1];
	case OP_IMPLIES: return !x[0] || x[1];
	case OP_XOR: return x[0] != x[1];
	case OP_IFF: return x[0] == x[1];
	case OP_ITE: return x[0] ? x[1] : x[2];
	case OP_MAJORITY: return x[0] + x[1] + x[2] >= 2;
	case OP_ALL: return hold == count;
	case OP_ANY: return hold > 0;
	case OP_AT_MOST_ONE: return hold <= 1;
	case OP_EXACTLY_ONE: return hold == 1;
	case OP_LEX:
		for (uint32_t i = 0; i < half; i++)
			if (x[i] != x[half + i]) return x[half + i];
		return true;
	default: return true;
	}
}

static inline uint32_t operands_of(struct bench *b, enum operation op)
{
	if (op <= OP_IFF) return 2;
	if (op <= OP_MAJORITY) return 3;
	return draw(b, op == OP_AT_MOST_ONE || op == OP_EXACTLY_ONE ? 12 : 9);
}

enum { MOST_OPERANDS = 12 };

static inline void add_random_gate(struct bench *b)
{
	enum operation op = (enum operation)draw(b, OP_LEX + 1);
	uint32_t count = operands_of(b, op);
	struct known x[MOST_OPERANDS], result = {0};
	lit in[MOST_OPERANDS];
	for (uint32_t i = 0; i < count; i++) in[i] = (x[i] = pick(b)).l;
	result.l = apply(b->c, op, in, count);
	for (uint32_t i = 0; i < assignments(b); i++) {
		bool values[MOST_OPERANDS] = {0};
		for (uint32_t k = 0; k < count; k++) values[k] = bit_of(&x[k].table, i);
		if (expected(op, values, count)) result.table.word[i / 64] |= (uint64_t)1 << i % 64;
	}
	VEC_PUSH(&b->known, result);
}

/* Two gates that are equal, if there are some, become a dual one. */
static inline void add_random_dual(struct bench *b)
{
	struct known a = pick(b);
	for (uint32_t i = 0; i < b->known.count; i++) {
		struct known *k = &b->known.at[i];
		bool is_equal = k->l != a.l;
		for (uint32_t at = 0; is_equal && at < assignments(b); at++)
			is_equal = bit_of(&k->table, at) == bit_of(&a.table, at);
		if (!is_equal) continue;
		a.l = circuit_dual(b->c, a.l, k->l);
		VEC_PUSH(&b->known, a);
		return;
	}
}

static inline void add_random_gates(struct bench *b, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		add_random_gate(b);
		if (draw(b, 8) == 0) add_random_dual(b);
	}
}

#endif

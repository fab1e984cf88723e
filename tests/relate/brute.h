/* Relations by brute force: all states of the types, one after the other, each operation executed by the evaluator. It shares
 * neither encoder nor guards as formulas with relate/. */
#ifndef TESTS_RELATE_BRUTE_H
#define TESTS_RELATE_BRUTE_H

#include "relate/relate.h"

enum { BRUTE_MOST = 24 }; /* operations */

struct brute {
	struct relate *relate; /* for its lists of operations, conjuncts, invariants */
	struct explore_view view;
	bool with_invariant; /* before the step */
	bool is_over;        /* there are too many states, or something cannot be evaluated */
	uint64_t states, steps;
	uint8_t changes[BRUTE_MOST + 1][BRUTE_MOST]; /* bits of enum relate_change */
	bool feasible[BRUTE_MOST], coenabled[BRUTE_MOST][BRUTE_MOST];
	uint8_t effects[BRUTE_MOST][64]; /* 1: makes the conjunct true, 2: false */
	bool breaks[BRUTE_MOST][64]; /* from a state in which the conjunct holds, with the hypothesis */
	/* of the step that is executed */
	uint32_t row;
	bool enabled[BRUTE_MOST], conjuncts[64], invariants[64];
	uint64_t most_states, most_steps;
	VEC(value *) kept; /* states that were looked at: constants, then variables */
};

/* Is false if it is over. */
bool brute_run(struct brute *b, struct relate *r, struct explore *x, bool with_invariant);

bool brute_is_enabled(struct brute *b, uint32_t operation); /* in the state that the eval has */

/* States that an operation leads to, each once: values of the variables. */
struct brute_ends {
	struct brute *b;
	value **at;
	uint32_t count, room;
	uint32_t tries;
};
/* From these values of the variables; constants are those that the eval has. */
void brute_go(struct brute *b, const value *variables, uint32_t operation, struct brute_ends *out);
void brute_clear_ends(struct brute_ends *e);

enum { BRUTE_FEW = 120 }; /* states: of more, every third one is looked at */
/* From every state in which both are enabled: neither disables the other, and both orders have the same ends. */
bool brute_commute(struct brute *b, uint32_t i, uint32_t k);
bool brute_commute_in(struct brute *b, const value *kept, uint32_t i, uint32_t k); /* from one */
void brute_clear(struct brute *b);

#endif

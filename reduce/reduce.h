/* reduce: what operations do to each other, and which of them need not be taken in a state.
 *
 * Relations between operations are sets that are never too small: whoever is not in "may make this conjunct true" certainly does
 * not. They are filled from the text (relations.c: read and write sets, places f(k), literals); a solver may take out more, with
 * relations_exclude. All of them hold in all states of the types, whether reachable or not, unless it is said otherwise.
 *
 * From them stubborn sets are made (stubborn.c): of the operations that are enabled in a state, those that are to be
 * taken, so that no deadlock is missed; and with visible operations and a cycle proviso no state that breaks something.
 *
 * An operation stands for all its parameters, choices and outcomes. It is enabled where it has an outcome. Nothing here knows
 * values or states. */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include "logic/logic.h"

/* ---- footprint.c: what is read and written, by the text -------------------------------------------------- */

/* A variable that an operation reads or writes, as a whole or at one place. */
struct touch {
	const struct decl *of;
	const struct node *at; /* a chosen name, an element, a number; NULL: anywhere */
	bool writes;
};

struct footprint {
	VEC(struct touch) touches;
	VEC(const struct decl *) chosen; /* names that are chosen first, see encode_operation */
	bool is_known; /* else there may be more: calls that go too deep, functions of others */
};

struct apart_pair {
	const struct node *a, *b;
};
struct apart {
	struct apart_pair *at;
	uint32_t count, room;
};

void footprint_find(const struct operation *o, struct footprint *out);
void footprint_find_in(const struct node *n, struct footprint *out); /* a formula or substitution */
const struct decl *
footprint_variable(const struct node *n); /* that it is, and nothing else; NULL */
void footprint_clear(struct footprint *f);
/* Do both operations do the same in either order, if none of these places of a is that of b? */
bool footprint_apart(const struct footprint *a, const struct footprint *b, struct apart *out);
/* Is there nothing that one writes and the other touches, wherever chosen names point? */
bool footprint_are_apart(const struct footprint *a, const struct footprint *b);

/* ---- relations.c ------------------------------------------------------------------------------------------- */

/* Sets of operations, one for each operation, guard conjunct or duty. */
enum relation {
	/* of an operation: both are enabled, and do not commute, or one disables the other (Dobrikov 2018, Def. 2.15) */
	RELATION_DEPENDS,
	RELATION_TOGETHER, /* of an operation: both are enabled in one state (Def. 4.1) */
	RELATION_ENABLES,  /* of an operation: leads from where it is disabled to where it is enabled */
	RELATION_DISABLES,
	/* of a guard conjunct: leads from where it is not true to where it is */
	RELATION_MAKES_TRUE,
	RELATION_MAKES_FALSE,
	RELATION_BREAKS, /* of a duty: leads from where it is true to where it is not */
	/* of a duty: leads from where it is not true to where it is, or from false to undefined, or back */
	RELATION_REPAIRS,
	/* of an operation, apart from its guard conjuncts: both write the same, or one what the other reads */
	RELATION_RACES,
	/* of an operation: changes whether it is enabled or fails, as far as that depends on more than its guard conjuncts */
	RELATION_MOVES,
};
enum { RELATION_COUNT = RELATION_MOVES + 1 };

/* A conjunct of PRE or of an outermost guard in which no parameter and no name of an ANY occurs: where it is not true, the
 * operation is disabled. */
struct guard_conjunct {
	uint32_t operation;
	const struct node *node;
};

struct relation_table {
	uint32_t operation_count, guard_count, duty_count;
	const struct operation *const *operations;
	struct guard_conjunct *guards; /* those of one operation one behind the other */
	uint32_t *guards_from;         /* [0 .. operation_count] */
	const struct node *const *duties;
	uint32_t words;                 /* of a set of operations */
	uint64_t *sets[RELATION_COUNT]; /* row by row */
	bool *is_sure;  /* operation: where its conjuncts are true, it is enabled, and nothing fails */
	bool *may_fail; /* operation: its action, e.g. by an undefined expression */
	bool *is_idle;  /* operation: all states stay as they are, and nothing fails */
	uint64_t *kept; /* set of duties: true in the initial states, and kept by all operations */
	struct arena *arena;
};

/* From the text. The arrays outlive it; all the rest is in the arena. With an initialisation the relations are about states
 * that are reached from there only; NULL: about all states of the types. */
struct relation_table *relations_open(struct arena *a, const struct operation *const *operations,
                                      uint32_t operation_count, const struct node *const *duties,
                                      uint32_t duty_count, const struct node *initialisation);

static inline const uint64_t *relations_set(const struct relation_table *r, enum relation kind,
                                            uint32_t of)
{
	return r->sets[kind] + (size_t)of * r->words;
}
static inline bool relations_has(const struct relation_table *r, enum relation kind, uint32_t of,
                                 uint32_t operation)
{
	return bits_has(relations_set(r, kind, of), operation);
}
/* Somebody has proved that the operation is not in the set. */
void relations_exclude(struct relation_table *r, enum relation kind, uint32_t of,
                       uint32_t operation);
/* Somebody has proved by induction that the duty is true in all states that can be reached, as long as only duties that are not
 * kept are broken. */
void relations_keep(struct relation_table *r, uint32_t duty);
bool relations_keeps(const struct relation_table *r, uint32_t duty);
/* After the last exclusion: what follows for operations from what was excluded for their conjuncts. */
void relations_close(struct relation_table *r);

/* ---- stubborn.c ----------------------------------------------------------------------------------------------
 *
 * Which of the operations that are enabled in a state are to be taken (Valmari 1990; with conjuncts as Laarman, Pater, van de
 * Pol, Weber 2013). A set is closed: with an operation that is enabled all that depend on it and may be enabled together with it,
 * with one that is disabled all that may make true one conjunct that is not. Of the closed sets with an enabled
 * operation one with the fewest of these is chosen. Every deadlock that can be reached is reached if in each state only
 * these are taken. */

struct stubborn;
struct stubborn *stubborn_open(const struct relation_table *r);
void stubborn_close(struct stubborn *s);
/* From the operations that are enabled, and the guard conjuncts that are not true (a set of these), those to be taken; a
 * set that contains one of `visible` (NULL: none are; always the same) is not chosen, unless it is that of all. The answer is kept for states that are the
 * same in this, and is good until the next question. */
const uint64_t *stubborn_find(struct stubborn *s, const uint64_t *enabled, const uint64_t *untrue,
                              const uint64_t *visible);
size_t stubborn_bytes(const struct stubborn *s);

#endif

/* encode, lower half: boolean circuits, clauses, and integers made of literals.
 *
 * A circuit is a graph of AND, XOR, ITE and majority gates over inputs, in which equal gates are the
 * same gate and constants never appear below a gate. It knows nothing of B. cnf.c hands it to a solver, clause
 * by clause, as far as an answer needs it. number.c has integers with exact bounds. */
#ifndef CIRCUIT_CIRCUIT_H
#define CIRCUIT_CIRCUIT_H

#include "base/base.h"
#include "solve/solve.h"

/* ---- circuit.c --------------------------------------------------------------------------------- */

/* A gate or its complement: -l is the complement of l, never 0. */
typedef int32_t lit;
enum { LIT_TRUE = 1, LIT_FALSE = -1 };

bool lit_is_among(const lit *list, uint32_t count, lit l);

struct circuit;

struct circuit *circuit_open(void);
void circuit_close(struct circuit *c);

lit circuit_input(struct circuit *c); /* a new unknown */
lit circuit_and(struct circuit *c, lit a, lit b);
lit circuit_or(struct circuit *c, lit a, lit b);
lit circuit_implies(struct circuit *c, lit a, lit b);
lit circuit_xor(struct circuit *c, lit a, lit b);
lit circuit_iff(struct circuit *c, lit a, lit b);
lit circuit_ite(struct circuit *c, lit condition, lit then, lit otherwise);
lit circuit_majority(struct circuit *c, lit a, lit b, lit d); /* of full adders, comparators */
/* Of many; the list may have constants and duplicates and is not changed. */
lit circuit_all(struct circuit *c, const lit *in, uint32_t count);
lit circuit_any(struct circuit *c, const lit *in, uint32_t count);
/* At most one, exactly one of them (of fewer than two inputs too). */
lit circuit_at_most_one(struct circuit *c, const lit *in, uint32_t count);
lit circuit_exactly_one(struct circuit *c, const lit *in, uint32_t count);
/* a <= b as words, most significant (first) literal first, where false < true. */
lit circuit_lex_less_equal(struct circuit *c, const lit *a, const lit *b, uint32_t count);

/* One literal made of two that are equal in all that is required: `when_true` has few clauses where
 * it must be true, `when_false` where it must be false. An OR of ANDs is bad where it must be true; if
 * there is an equal AND of ORs, both directions are cheap. Where the two differ (garbage), formulas
 * must not depend on it. */
lit circuit_dual(struct circuit *c, lit when_true, lit when_false);
/* The literal whose condition holds, of which exactly one does (garbage if none does; where several
 * did, the clauses would contradict each other). */
lit circuit_select(struct circuit *c, const lit *conditions, const lit *of, uint32_t count);
/* Do a and b choose the same? In each of them exactly one holds (garbage otherwise). */
lit circuit_same(struct circuit *c, const lit *a, const lit *b, uint32_t count);

/* Do they exclude one another, together with what is required of choices? Seen by propagation, so that
 * false says nothing. */
bool circuit_excludes(struct circuit *c, const lit *in, uint32_t count);

/* Says that the literal, or one of them, holds: what inputs mean depends on it. It is kept with the
 * circuit and reaches each solver that the circuit is given to. */
void circuit_require(struct circuit *c, lit l);
void circuit_require_any(struct circuit *c, const lit *in, uint32_t count);
void circuit_require_at_most_one(struct circuit *c, const lit *in, uint32_t count);
void circuit_require_exactly_one(struct circuit *c, const lit *in, uint32_t count);
bool circuit_is_contradictory(const struct circuit *c); /* false was required */

/* A gate, for whoever hands it on to something else. SAME: a literal that is equal to the first one where all that is
 * required holds. The inputs are valid until the next gate is made. */
enum circuit_kind {
	CIRCUIT_CONSTANT, /* true */
	CIRCUIT_INPUT,
	CIRCUIT_AND,
	CIRCUIT_XOR,
	CIRCUIT_ITE, /* condition, then, otherwise */
	CIRCUIT_MAJORITY,
	CIRCUIT_SAME,
};
struct circuit_gate {
	enum circuit_kind kind;
	const lit *in;
	uint32_t count;
};
struct circuit_gate circuit_gate(const struct circuit *c, lit l);
lit circuit_last(const struct circuit *c); /* the gate that was made last */
/* What is required is a list of clauses, each ends with 0: its length, and the literals by their places. */
uint32_t circuit_required_count(const struct circuit *c);
lit circuit_required(const struct circuit *c, uint32_t place);

uint32_t circuit_gate_count(const struct circuit *c);
uint32_t circuit_made(const struct circuit *c); /* gates asked for, new or not */
uint32_t circuit_input_count(const struct circuit *c);
size_t circuit_bytes(const struct circuit *c);
/* Is called now and then while gates are made, and may leave with longjmp: what was being made is then
 * lost, the circuit is as it was before. */
typedef void circuit_alarm(void *data);
void circuit_set_alarm(struct circuit *c, circuit_alarm *alarm, void *data);
/* Therefore the memory for lists that are held while gates are made: it lives as long as the circuit. */
struct pool *circuit_memory(struct circuit *c);
typedef POOLED(lit) lits;
#define FOR_GATES(c)                                                                               \
	{                                                                                              \
		.pool = circuit_memory(c)                                                                  \
	}

/* ---- cnf.c ------------------------------------------------------------------------------------- */

struct cnf;

/* Both outlive the cnf. Gates get clauses when they are first needed, and only for the direction in
 * which they are needed (Plaisted and Greenbaum); more may be asked later. Clauses are held back until
 * cnf_flush: it sees how often a gate is used, and a gate that is used once gets no variable. */
struct cnf *cnf_open(struct circuit *c, struct solver *s);
void cnf_close(struct cnf *f);

void cnf_assert(struct cnf *f, lit l); /* holds from now on; large conjunctions stay flat */
void cnf_assert_any(struct cnf *f, const lit *in, uint32_t count);
/* A literal of the solver that implies l: for assumptions. Never 0. */
int cnf_literal(struct cnf *f, lit l);
/* Sends what was asserted, what the circuit requires and the clauses of cnf_literal, as far as the
 * solver has not seen them yet; call it before each solve (and before counting or writing clauses). */
void cnf_flush(struct cnf *f);
/* The value of any literal in the solver's last model, computed from the inputs (inputs that the
 * solver has not seen are false). cnf_model must be called once after each satisfiable answer. */
void cnf_model(struct cnf *f);
bool cnf_value(struct cnf *f, lit l);
/* The solver's literal of an input that it has seen, or 0: for comments in DIMACS files. */
int cnf_variable(const struct cnf *f, lit input);

/* ---- number.c, arithmetic.c, count.c: integers -------------------------------------------------- */

typedef __int128 wide;

/* An integer that lies in low..high, in any of these forms, which are made from one another when they
 * are asked for:
 *   bits   two's complement, just wide enough for low..high, least significant first;
 *   is     is[v - low] says that it is v (exactly one does);
 *   from   from[v - low] says that it is at least v (from[0] is true);
 *   chosen chosen[i] says that it is values[i] (exactly one does), values ascending;
 *   counted it is low plus the number of those that hold.
 * `is` and `from` only where high - low is below NUMBER_LISTED. A number lives in an arena; it does not
 * change except for the forms that are added. */
enum { NUMBER_LISTED = 4096, NUMBER_BITS = 120 };

struct number {
	wide low, high;
	lit *bits, *is, *from; /* NULL if not made yet */
	uint32_t width;        /* of bits */
	wide *values;
	lit *chosen;
	uint32_t choices; /* 0 if not made yet */
	const lit *counted;
	lit *at_least; /* [k]: low + k or more, 0 if not made yet; of counted numbers */
	uint32_t counted_count;
};

/* Where numbers are made. The flag is set when bounds would not fit NUMBER_BITS: the number that is
 * returned then is 0 and must not be used. */
struct numbers {
	struct circuit *circuit;
	struct arena *arena;
	bool is_too_large;
	uint32_t
	    table; /* so many pairs of values may be combined one by one, if this is more than NUMBER_TABLE */
};

bool number_fits(wide low, wide high); /* NUMBER_BITS? */
struct number *number_constant(struct numbers *n, wide value);
/* A new unknown in low..high: one-hot if that is at most `listed` values, else bits (and then the
 * bounds are required of them). */
struct number *number_fresh(struct numbers *n, wide low, wide high, uint32_t listed);
/* From literals of which exactly one holds (values distinct, in any order). */
struct number *number_choice(struct numbers *n, const wide *values, const lit *is, uint32_t count);
/* x if the condition of x holds, of which exactly one does (garbage otherwise). */
struct number *number_select(struct numbers *n, const lit *conditions, struct number *const *of,
                             uint32_t count);
struct number *number_ite(struct numbers *n, lit condition, struct number *a, struct number *b);
/* How many of them hold. Small parts of the unary count are made when they are asked for. */
struct number *number_count(struct numbers *n, const lit *in, uint32_t count);

struct number *number_add(struct numbers *n, struct number *a, struct number *b);
struct number *number_subtract(struct numbers *n, struct number *a, struct number *b);
struct number *number_negate(struct numbers *n, struct number *a);
struct number *number_multiply(struct numbers *n, struct number *a, struct number *b);
/* Truncated towards zero; mod is a - b * (a / b). Garbage where b is 0: its definedness is the
 * caller's business, but bounds of the result are right where it is defined. */
struct number *number_divide(struct numbers *n, struct number *a, struct number *b);
struct number *number_modulo(struct numbers *n, struct number *a, struct number *b);
/* a ** b for 0 <= b (garbage elsewhere). */
struct number *number_power(struct numbers *n, struct number *a, struct number *b);
/* Of all, in a balanced tree. */
struct number *number_sum(struct numbers *n, struct number *const *of, uint32_t count);
struct number *number_product(struct numbers *n, struct number *const *of, uint32_t count);
struct number *number_maximum(struct numbers *n, struct number *a, struct number *b);
struct number *number_minimum(struct numbers *n, struct number *a, struct number *b);

/* Comparisons, by whichever form is cheapest. `number_is` and `number_at_least` are total: they are
 * constants outside of low..high. */
lit number_is(struct numbers *n, struct number *a, wide v);
lit number_at_least(struct numbers *n, struct number *a, wide v);
lit number_equal(struct numbers *n, struct number *a, struct number *b);
lit number_less_equal(struct numbers *n, struct number *a, struct number *b);
lit number_less(struct numbers *n, struct number *a, struct number *b);
static inline bool number_is_constant(const struct number *a) { return a->low == a->high; }
/* At least k, at most k of them, without counting further than k + 1. */
lit number_count_at_least(struct numbers *n, const lit *in, uint32_t count, uint32_t k);

/* The forms. NULL if there are too many values for `is` and `from`. */
const lit *number_bits(struct numbers *n, struct number *a, uint32_t *width);
const lit *number_one_hot(struct numbers *n, struct number *a);
const lit *number_order(struct numbers *n, struct number *a);

wide number_value(struct cnf *f, struct number *a); /* in the solver's last model */

#endif

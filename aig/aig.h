/* aig: and-inverter graphs with latches, the circuits of hardware model checkers. Knows nothing of B.
 *
 * A node is the constant, an input, a latch, or an AND of two literals; equal ANDs are the same node. A latch has a value in
 * each step: 0 in the first one, then what its next literal was in the step before. aiger.c writes the format AIGER
 * (Biere, Heljanko, Wieringa: AIGER 1.9 And Beyond, 2011), aig_circuit.c makes a graph of a circuit/, aig_cnf.c hands it to
 * a solver. */
#ifndef AIG_AIG_H
#define AIG_AIG_H

#include "circuit/circuit.h"

typedef uint32_t aig_lit; /* twice the number of a node, plus 1 for its complement */
enum { AIG_FALSE = 0, AIG_TRUE = 1, AIG_NONE = UINT32_MAX };

static inline uint32_t aig_node(aig_lit l) { return l >> 1; }
static inline aig_lit aig_not(aig_lit l) { return l ^ 1; }

enum aig_kind { AIG_CONSTANT, AIG_INPUT, AIG_LATCH, AIG_AND };
struct aig_gate {
	aig_lit left, right; /* of an AND; of a latch: `left` is its next literal */
	enum aig_kind kind;
	uint32_t place; /* of inputs and latches: among their like */
};

struct aig {
	VEC(struct aig_gate) nodes; /* [0] is the constant; both sides of an AND come before it */
	VEC(aig_lit) inputs, latches;
	uint32_t *table; /* open addressing: nodes */
	uint32_t table_room, table_count;
};

/* ---- aig.c ---------------------------------------------------------------------------------------------- */

struct aig *aig_open(void);
void aig_close(struct aig *a);
aig_lit aig_input(struct aig *a);
aig_lit aig_latch(struct aig *a);
void aig_set_next(struct aig *a, aig_lit latch, aig_lit next);
aig_lit aig_next(const struct aig *a, aig_lit latch);
aig_lit aig_and(struct aig *a, aig_lit x, aig_lit y);
aig_lit aig_or(struct aig *a, aig_lit x, aig_lit y);
aig_lit aig_xor(struct aig *a, aig_lit x, aig_lit y);
aig_lit aig_ite(struct aig *a, aig_lit condition, aig_lit then, aig_lit otherwise);
/* The same with these literals in place of latches. It has none but latches and constants below. */
aig_lit aig_with(struct aig *a, aig_lit l, const aig_lit *latches);
/* The literal one step later: each latch in it is its next literal. */
aig_lit aig_later(struct aig *a, aig_lit l);

/* Values of all nodes, from those of latches and inputs by their places; to be freed. */
bool *aig_simulate(const struct aig *a, const bool *latches, const bool *inputs);
static inline bool aig_value(const bool *values, aig_lit l)
{
	return values[aig_node(l)] != (l & 1);
}

/* ---- aiger.c -------------------------------------------------------------------------------------------- */

/* Binary AIGER 1.9, with one property for each of `bads`; comments (may be NULL) are lines. Names of inputs, latches and
 * bads are in the symbol table if name() is given, which may return NULL. False if writing failed. */
struct aiger_names {
	const char *(*input)(void *data, uint32_t place);
	const char *(*latch)(void *data, uint32_t place);
	const char *(*bad)(void *data, uint32_t place);
	void *data;
};
bool aiger_write(const struct aig *a, const aig_lit *bads, uint32_t bad_count,
                 const struct aiger_names *names, const struct text *comments, FILE *out);

/* ---- aig_circuit.c: a circuit as a part of a graph ------------------------------------------------------- */

/* What inputs of a circuit are in the graph. The same circuit may be there several times, with other inputs. */
struct aig_view {
	struct aig *aig;
	struct circuit *circuit;
	struct aig_view
	    *outer; /* has the inputs that are not set here; NULL: they become inputs of the graph */
	VEC(aig_lit) of; /* by gate, AIG_NONE: not known yet */
	VEC(lit) inputs; /* of the circuit that became inputs here */
	VEC(lit) todo;
};
void aig_view_close(struct aig_view *v);
void aig_view_set(struct aig_view *v, lit input,
                  aig_lit is); /* before the literals that depend on it */
aig_lit aig_view_literal(struct aig_view *v, lit l);
/* All of what the circuit requires from clause to clause, as circuit_required counts. */
aig_lit aig_view_required(struct aig_view *v, uint32_t from, uint32_t to);

/* ---- aig_cnf.c ------------------------------------------------------------------------------------------- */

struct aig_cnf { /* both outlive it */
	const struct aig *aig;
	struct solver *solver;
	VEC(int) variables; /* by node; 0: not there yet */
	VEC(uint32_t) todo;
};
void aig_cnf_close(struct aig_cnf *f);
/* The literal of the solver that is equal to l, whose clauses are sent. */
int aig_cnf_literal(struct aig_cnf *f, aig_lit l);

#endif

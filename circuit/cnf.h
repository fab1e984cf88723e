/* The state of a translation to clauses, for the files cnf*.c. */
#ifndef CIRCUIT_CNF_H
#define CIRCUIT_CNF_H

#include "circuit/gate.h"

/* Literals of a gate have a direction: 0 is the gate, 1 its complement. */
static inline unsigned direction_of(lit l) { return l < 0; }

enum cnf_state {
	CNF_DEFINED = 1, /* the variable implies the gate: clauses are sent or in `definitions` */
	CNF_COUNTED = 4, /* uses of its inputs in this direction are counted */
	CNF_FIXED = 16,  /* asserted, or follows */
};                   /* each shifted by the direction */

struct cnf_gate {
	int variable; /* 0: none yet */
	uint8_t state;
	uint8_t uses[2]; /* by direction, at most 255 */
};

/* A literal that is being written out behind the first `end` of the leaves: a clause for each of its
 * terms. */
struct cnf_frame {
	lit expanded;
	uint32_t term, end;
};

struct cnf {
	struct circuit *circuit;
	struct solver *solver;
	struct cnf_gate *gates;
	uint32_t gate_room;
	uint32_t required; /* of circuit->required so many literals are taken over */
	VEC(lit) pending;  /* clauses, each ends with 0 */
	VEC(lit) roots;    /* asserted, not conjunctions */
	bool is_settled;
	VEC(lit) definitions; /* have a variable, but no clauses yet */
	int true_variable;

	/* gates that are others by now, see cnf_merge.c */
	lit *same; /* 0: itself */
	bool *reached;
	uint32_t same_count;
	VEC(lit) merged;     /* inputs */
	VEC(uint32_t) exact; /* choices of which one holds */

	VEC(lit) inputs; /* that have a variable */

	/* the clause at work, see cnf_clause.c */
	VEC(int) leaves;
	VEC(lit) open, candidates;
	VEC(struct cnf_frame) frames;
	VEC(int) clause;

	/* the last model */
	uint32_t *values; /* model * 2 + value, of gates whose value is known */
	uint32_t value_room, model;
	VEC(lit) todo;
};

static inline bool cnf_is(const struct cnf *f, lit l, enum cnf_state state)
{
	return f->gates[gate_of(l)].state & (unsigned)state << direction_of(l);
}

static inline void cnf_set(struct cnf *f, lit l, enum cnf_state state)
{
	f->gates[gate_of(l)].state |= (uint8_t)((unsigned)state << direction_of(l));
}

/* What it is by now. */
static inline lit cnf_now(const struct cnf *f, lit l)
{
	while (gate_of(l) < f->same_count && f->same[gate_of(l)])
		l = l < 0 ? -f->same[gate_of(l)] : f->same[gate_of(l)];
	return l;
}

/* The literal that a dual gate stands for in its direction. */
static inline lit cnf_resolve(const struct cnf *f, lit l)
{
	l = cnf_now(f, l);
	for (struct gate g = gate_at(f->circuit, l); g.kind == GATE_DUAL; g = gate_at(f->circuit, l)) {
		const lit *in = gate_inputs(f->circuit, g);
		l = cnf_now(f, l > 0 ? in[0] : -in[1]);
	}
	return l;
}

/* ---- cnf.c ------------------------------------------------------------------------------------- */

void cnf_grow(struct cnf *f);        /* after gates were made */
void cnf_hold(struct cnf *f, lit l); /* it is asserted: conjunctions are taken apart */
/* Calls back for each pending clause of one literal, or for each of another length. */
void cnf_each_pending(struct cnf *f, bool is_unit,
                      void (*call)(struct cnf *f, const lit *in, uint32_t count));

/* ---- cnf_settle.c ------------------------------------------------------------------------------ */

void cnf_settle(struct cnf *f);

/* ---- cnf_merge.c ------------------------------------------------------------------------------- */

bool cnf_merge(struct cnf *f); /* has it found inputs that are equal? */

/* ---- cnf_clause.c ------------------------------------------------------------------------------ */

/* A gate in a direction is a conjunction of terms, which are disjunctions of literals. */
uint32_t cnf_term_count(const struct circuit *c, lit l);
void cnf_push_term(struct cnf *f, lit l, uint32_t index); /* on f->open */

int cnf_request(struct cnf *f, lit l); /* its solver literal; the gate's clauses will be made */
int cnf_true(struct cnf *f);
void cnf_send_contradiction(struct cnf *f);
void cnf_send_root(struct cnf *f, lit l);
void cnf_send_clause(struct cnf *f, const lit *in, uint32_t count);
void cnf_send_definition(struct cnf *f, lit l);

#endif

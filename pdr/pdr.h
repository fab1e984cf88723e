/* pdr: is a bad literal of a graph ever true? Property directed reachability: Bradley, SAT-Based Model Checking without
 * Unrolling, VMCAI 2011; Een, Mishchenko, Brayton, Efficient Implementation of Property Directed Reachability, FMCAD 2011.
 * Knows nothing of B.
 *
 * All latches are 0 in the first step: that is the only initial state. Frames F_0, F_1, ... are sets of states in clauses over
 * latches: F_0 is the initial state, F_i has all states that are reached in at most i steps, and F_i without a clause that
 * F_{i+1} lacks is an invariant. There are no constraints: a step that must not be taken is one that changes nothing.
 *
 * Where permutations of latches are known that turn steps into steps, a clause is learnt with all its images (Norris Ip, Dill,
 * Better Verification Through Symmetry, FMSD 1996; Goel, Sakallah, On Symmetry and Quantification, NFM 2021).
 *
 * pdr.c is the search, frame.c the clauses, orbit.c their images, query.c what the solver is asked, generalise.c makes clauses
 * stronger, minimise.c leaves out of an invariant what it does not need, check.c asks another solver whether it is one. */
#ifndef PDR_PDR_H
#define PDR_PDR_H

#include "aig/aig.h"

struct pdr_question {
	struct aig *aig;
	aig_lit bad; /* over latches and inputs */
	aig_lit
	    known; /* over latches: true in all states that can be reached, which is proved with the rest; AIG_TRUE: nothing */
	aig_lit
	    wanted; /* over latches: a part of the invariant that need not be in clauses; AIG_TRUE: nothing */
	/* Permutations of latches: the image of each place. Steps go to steps, what is bad to what is bad. If that is wrong, a
	 * proof may fail its check. */
	const uint32_t *const *moves;
	uint32_t move_count;
	enum solver_kind solver;
	uint32_t
	    most_dead; /* clauses that count no more, until a solver is made anew; 0: a good number */
	const _Atomic int *interrupt; /* may be NULL */
};

/* A set of states: all of these latches have these values. Literals are places of latches from 1 on, negative where it is 0;
 * sorted by place. */
struct pdr_cube {
	uint32_t count;
	uint32_t orbit; /* images of each other have the same number */
	int at[];
};

struct pdr_cubes { /* use with VEC_PUSH */
	struct pdr_cube **at;
	uint32_t count, room;
};

struct pdr_step { /* values by place */
	bool *latches, *inputs;
};

struct pdr;

struct pdr *pdr_open(const struct pdr_question *q);
void pdr_close(struct pdr *p);

enum pdr_answer {
	PDR_GOES_ON,  /* the effort is spent, or an interrupt */
	PDR_PROVED,   /* `bad` is never true: pdr_clauses, not checked yet */
	PDR_FOUND,    /* a run: pdr_run */
	PDR_DOUBTFUL, /* a bug of bounce */
};
/* So much effort, as solver_stats counts it; 0: no limit. */
enum pdr_answer pdr_search(struct pdr *p, uint64_t effort);
uint64_t pdr_effort(const struct pdr *p); /* so far */

/* After PDR_FOUND: the steps from the first one on; `bad` is true in the last one. */
const struct pdr_step *pdr_run(const struct pdr *p, uint32_t *count);
/* After PDR_PROVED: no state is in one of these, and nothing else is needed but `known`. */
struct pdr_cube *const *pdr_clauses(const struct pdr *p, uint32_t *count);

struct pdr_stats {
	uint32_t frames, clauses; /* now */
	uint64_t queries, obligations;
};
void pdr_stats(const struct pdr *p, struct pdr_stats *out);

/* ---- abc.c --------------------------------------------------------------------------------------------------- */

struct pdr_steps {
	struct pdr_step *at;
	uint32_t count, room;
};
void pdr_steps_clear(struct pdr_steps *s);
/* The same question to ABC, where it is installed: cubes after PDR_PROVED, steps after PDR_FOUND, neither checked; PDR_GOES_ON: `why`
 * tells the reason. Zero seconds: no limit. */
enum pdr_answer pdr_ask_abc(const struct pdr_question *q, double seconds, struct pdr_cubes *cubes,
                            struct pdr_steps *steps, struct text *why);

/* ---- minimise.c ------------------------------------------------------------------------------------------------ */

/* Of an invariant a part that is one, too, with shorter clauses where that is possible: Ivrii, Gurfinkel, Belov, Small Inductive
 * Safe Invariants, FMCAD 2014. Images of a clause stay together. The effort is a limit, and what it took comes back in it; the
 * result replaces the cubes, which belong to the caller, as do those that pdr_take_clauses gives. */
void pdr_take_clauses(struct pdr *p, struct pdr_cubes *out);
/* Does the invariant imply it? */
bool pdr_implies(const struct pdr_question *q, const struct pdr_cubes *invariant, aig_lit l);
void pdr_cubes_clear(struct pdr_cubes *c);
void pdr_minimise(const struct pdr_question *q, struct pdr_cubes *invariant, uint64_t *effort);

/* ---- check.c ------------------------------------------------------------------------------------------------- */

enum pdr_check { PDR_INITIALLY, PDR_INDUCTIVE, PDR_SAFE, PDR_CHECKS };
/* Known, wanted, and no state in a cube. */
aig_lit pdr_invariant(const struct pdr_question *q, struct pdr_cube *const *cubes, uint32_t count);
/* The clauses of a solver that has no model if this part of the proof is right: the invariant, over latches, is true in the first
 * state; a step from it leads to it; bad is false. */
void pdr_check_clauses(const struct pdr_question *q, aig_lit invariant, enum pdr_check part,
                       struct solver *s);
enum solver_answer pdr_check_invariant(const struct pdr_question *q, aig_lit invariant,
                                       enum solver_kind solver);
/* All three, in a solver of another kind. UNKNOWN: a limit. SATISFIABLE: it is no invariant, which is a bug. */
enum solver_answer pdr_check(const struct pdr_question *q, struct pdr_cube *const *cubes,
                             uint32_t count, enum solver_kind solver);

#endif

/* A machine as a graph with latches: one state, one step. Private to bmc/ and temporal/, tests apart.
 *
 * A state is a word of bits, the inputs that the encoder makes for unknown constants and variables; constants never change. The
 * first state of the graph is none of the machine: all latches are 0, and the only step from there chooses constants that
 * satisfy the PROPERTIES and executes INITIALISATION. From then on the latch `started` is 1. A step whose choices are no
 * outcome of an operation changes nothing. Values that the words cannot tell (integers beyond those that were candidates,
 * whatever no invariant allows) are not steps that are missing: that a step leads to one is observed (`leaves`), so that
 * "never" is said only if it never happens. */
#ifndef BMC_TRANSITION_H
#define BMC_TRANSITION_H

#include "bmc/run.h"
#include "pdr/pdr.h"

enum transition_absent { TRANSITION_MAY_BE, TRANSITION_IS, TRANSITION_IS_NOT };

struct transition_latch {
	lit now;          /* the input of the circuit; 0: `started` */
	const char *text; /* what it says, in B; NULL: nothing that B has a word for */
	struct decl *of;  /* constant or variable; NULL: a part of the constants that has no name */
	const struct encode_word *word; /* or NULL */
	bool is_negative;               /* it is 0 where that is true */
	value otherwise;                /* of two values the other one; VALUE_NONE: not known */
	enum transition_absent absent;  /* where its place is none */
};

struct transition;

/* What else is to be seen of a step from any state but the first one. */
struct transition_monitor {
	void *data;
	bool (*encode)(void *data, struct transition *t); /* literals of the circuit; false: reason */
	/* Before latches get what comes next: `steps` and `leaves` may be made less, latches added. */
	void (*join)(void *data, struct transition *t);
};

struct transition {
	struct run *run;
	const struct transition_monitor *monitor; /* or NULL */
	struct unrolling w;
	struct aig *aig;
	/* What the circuit is in a step from the first state, in any other step, and for the state after these. */
	struct aig_view first, later, after_first, after_later;
	struct encode_step initialisation;
	struct encode_state *shape; /* the state, in latches */
	struct encode_state *after; /* the step; NULL: there is none */
	VEC(struct transition_latch) latches;
	VEC(const uint32_t *) moves; /* permutations of latches: see transition_find_moves */
	uint32_t first_variable;     /* of the latches */
	aig_lit chosen;              /* in others than the first state: the choices are possible ones */
	aig_lit started, known, fault, leaves;
	aig_lit
	    wanted; /* the invariants that are looked for: where one is false is a fault; true in the first state */
	aig_lit begins;     /* in the first state: INITIALISATION is executed */
	aig_lit steps;      /* in others: an operation is */
	bool was_cut;       /* candidates for variables are a part of their type */
	bool is_inexact;    /* a fault may turn out to be none: see deadlock_encode */
	bool is_late;       /* the effort was spent */
	const char *reason; /* why there is no graph; NULL: there is one */
	struct pos reason_pos;
};

/* The run outlives it, and is of the same effort. */
void transition_open(struct transition *t, struct run *r, uint64_t effort_end);
/* The monitor outlives it. */
void transition_open_with(struct transition *t, struct run *r,
                          const struct transition_monitor *monitor, uint64_t effort_end);
void transition_close(struct transition *t);
/* Is there an initial state? UNSATISFIABLE: none with these bounds. */
enum solver_answer transition_has_state(struct transition *t);

void transition_name_latches(struct transition *t); /* their texts */
/* That no state is in the cube, in B; "" if it has none anyway; NULL if a latch of it has no text. Latches have names. */
const char *transition_clause(struct transition *t, const struct pdr_cube *c);
/* transition_absent.c: of latches that have names; `known` says more then. */
void transition_know_absent(struct transition *t);
/* transition_moves.c: where permutations of elements that leave the machine as it is bring the latches. */
void transition_find_moves(struct transition *t);
/* transition_aiger.c: the file; properties are `fault` and `leaves`. */
bool transition_write_aiger(struct transition *t, FILE *out);

/* transition_run.c: a run of the graph as states of the machine; false if there are none. The step behind the last state is
 * in it if `with_last`. Lives as long as the run. */
bool transition_decode(struct transition *t, const struct pdr_step *steps, uint32_t count,
                       bool with_last, struct explore_path *out);
/* What the evaluator says of it. RUN_NONE: it is a run, but nothing is wrong in it. */
enum run_answer transition_confirm(struct transition *t, const struct pdr_step *steps,
                                   uint32_t count);

#endif

/* Proofs of temporal formulas: what the files of the engine `pdr` share. Private to temporal/.
 *
 *   monitor.c   the negated formula as latches on the graph of a machine, and whether a run that satisfies it can be ended
 *   proof.c     property directed reachability on that, formula by formula; what is found is executed and confirmed */
#ifndef TEMPORAL_PROOF_H
#define TEMPORAL_PROOF_H

#include "bmc/transition.h"
#include "temporal/bounded.h"

struct monitor_node {
	lit atom;         /* of the circuit */
	aig_lit holds;    /* here: to be asserted only, as all that follows */
	aig_lit next;     /* an input: what it says of the next position is promised */
	aig_lit promised; /* a latch: it was promised of this position */
	aig_lit before;   /* a latch: it held at the position before */
};

struct monitor_fair { /* of a leaf of the fairness, since the loop began */
	lit taken, disabled;
	aig_lit was_taken, was_other; /* latches: WF, it was disabled; SF, it was not */
};

struct monitor {
	const struct temporal *formula; /* without its fairness */
	struct normal normal;           /* its negation */
	struct letters letters;
	struct fair_loop fair;
	struct transition_monitor watch;
	struct monitor_node *nodes;
	struct monitor_fair *leaves;
	struct arena *arena;
	aig_lit *copies; /* of latches, by place: of those of variables where the loop began */
	bool has_steps, has_past, has_loops; /* in the negation */
	bool is_deadlock_exact;
	lit deadlock, undefined;
	aig_lit moved; /* a latch: it is not the first position */
	aig_lit saved; /* a latch: the loop has begun */
	/* A run is violated: the state is that in which the loop began; it has no next one; or whatever comes next is not asked. */
	aig_lit loop, dead_end, prefix;
	aig_lit has_no_value; /* an atom, here */
};
/* The formula has no quantifiers; false if it is too large. */
bool monitor_open(struct monitor *m, struct temporal_scope *scope, struct arena *a,
                  const struct temporal *f);
void monitor_close(struct monitor *m);

#endif

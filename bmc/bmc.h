/* bmc: bounded runs of a machine (bounded model checking, Biere et al. 1999) and induction on them.
 *
 * A run is unrolled step by step in one incremental solver; what the solver finds, the evaluator executes again before it
 * counts. Nothing is printed. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include "explore/explore.h"
#include "search/search.h"

/* ---- run.c: runs of a machine, one step longer each time ---------------------------------------------- */

enum run_kind { /* what is looked for; any of them together */
	            RUN_INVARIANT = 1,
	            RUN_DEADLOCK = 2,
	            RUN_ASSERTION = 4,
	            RUN_GOAL = 8,
	            RUN_PRECONDITION = 16, /* of a called operation */
	            RUN_ASSERT = 32,
	            RUN_WHILE = 64,      /* invariant and variant of a loop */
	            RUN_UNDEFINED = 128, /* an expression without a value, in predicates and actions */
	            RUN_ALL = 255,
};

struct run_options {
	int find;                     /* enum run_kind */
	struct search_options search; /* solver, limits */
	const struct node *goal;      /* or NULL */
	bool knows_setups;            /* assertions about the constants were looked at already */
	bool skips_orders; /* of operations that can be exchanged only one order is looked at */
};

struct run;

/* The model is that of the explore, whose eval is used; it outlives the run. */
struct run *run_open(struct explore *x, struct project *p, struct values *s,
                     const struct universe *u, const struct run_options *o);
void run_close(struct run *r);

enum run_answer {
	RUN_FOUND,        /* a finding was added to the explore, with its trace */
	RUN_NONE,         /* nothing at this depth; call again for the next one */
	RUN_VACUOUS,      /* there is no initial state within the bounds */
	RUN_END,          /* there is no run of this length: all were looked at */
	RUN_INCONCLUSIVE, /* a limit, or a construct that is not supported: run_reason */
	RUN_DOUBTFUL,     /* the evaluator does not confirm a run: a bug of bounce */
};
/* Looks for a fault in the states after `depth` operations, and in the operations from there. */
enum run_answer run_deepen(struct run *r);
/* Before run_deepen: what the explore has found by now is not looked for again, and the run goes on at
 * the same depth. */
void run_skip_known(struct run *r);
/* Past this of eval_effort run_deepen is RUN_INCONCLUSIVE; UINT64_MAX: never. */
void run_give(struct run *r, uint64_t effort_end);
uint32_t run_depth(const struct run *r);   /* the next one to be looked at */
bool run_is_complete(const struct run *r); /* nothing was cut so far */
bool run_is_wide(const struct run *r);     /* integers came from further out than MININT..MAXINT */
/* Were all kinds looked for at all depths? If not, which is left out and why. */
const char *run_left_out(const struct run *r);
const char *run_reason(const struct run *r, struct pos *pos);
void run_stats(const struct run *r, struct search_stats *out);

/* Induction: from any state in which all invariants hold, every operation leads to such a state, none
 * goes wrong, and (if asked for) one is enabled. With no fault in the initial states: proved. */
enum run_proof { RUN_PROVED, RUN_NOT_INDUCTIVE, RUN_UNKNOWN };
enum run_proof run_induct(struct run *r);
/* With *k > 1 steps, more and more of them with this effort, as far as shorter runs were looked at.
 * RUN_NOT_INDUCTIVE: not with so many; call again after run_deepen. */
enum { RUN_MOST_STEPS = 16 };
enum run_proof run_induct_further(struct run *r, uint64_t effort, uint32_t *k);
/* One conjunct alone, with up to k steps (*steps are needed): it is true after any k steps in whose
 * states all invariants are true, and in all states of shorter runs from the start, which run_deepen
 * must have looked at (k times). If each conjunct is proved so, all of them are invariants. Effort 0:
 * no limit. */
enum run_proof run_induct_conjunct(struct run *r, const struct node *conjunct, uint32_t k,
                                   uint64_t effort, uint32_t *steps);

#endif

/* bmc: is there a run of the machine that violates something? Bounded model checking (Biere et al. 1999), induction, and
 * explicit states in turns.
 *
 * check.c answers the whole question, with all engines of engines.def or some; run.c and induct.c are one of them at a
 * time. A run is unrolled step by step in one incremental solver; what the solver finds, the evaluator executes again
 * before it counts. Nothing is printed.
 *
 * Where what is defined: a violation, violation.c; a deadlock, deadlock.c; which runs are the same up to order and names,
 * partial_order.c; the turns of the engines, schedule.c. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include "encode/encode.h"
#include "explore/explore.h"
#include "search/fit.h"
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
	uint64_t
	    deadlock_effort; /* for the question of deadlocks, at each depth; 0: no limit of its own */
	bool skips_orders;   /* of operations that can be exchanged only one order is looked at */
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
/* Looks for a violation in the states after `depth` operations, and in the operations from there. */
enum run_answer run_deepen(struct run *r);
/* Was RUN_INCONCLUSIVE said since deadlocks were too hard a question, beside others? */
bool run_deadlock_is_hard(const struct run *r);
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
 * fails, and (if asked for) one is enabled. With no violation in the initial states: proved. */
enum run_proof { RUN_PROVED, RUN_NOT_INDUCTIVE, RUN_UNKNOWN };
enum run_proof run_induct(struct run *r);
/* Of these kinds alone: RUN_DEADLOCK, all others, or RUN_ALL. That there is no deadlock counts if the others are proved, too.
 * Effort 0: no limit. */
enum run_proof run_induct_part(struct run *r, int parts, uint64_t effort);
/* With *k > 1 steps, more and more of them with this effort, as far as shorter runs were looked at.
 * RUN_NOT_INDUCTIVE: not with so many; call again after run_deepen. */
enum { RUN_MOST_STEPS = 16 };
enum run_proof run_induct_further(struct run *r, uint64_t effort, uint32_t *k);
bool run_may_induct_further(const struct run *r); /* or is there nothing to begin with */
/* One conjunct alone, with up to k steps (*steps are needed): it is true after any k steps in whose
 * states all invariants are true, and in all states of shorter runs from the start, which run_deepen
 * must have looked at (k times). If each conjunct is proved so, all of them are invariants. Effort 0:
 * no limit. */
enum run_proof run_induct_conjunct(struct run *r, const struct node *conjunct, uint32_t k,
                                   uint64_t effort, uint32_t *steps);

/* ---- chain.c: runs for those who ask something else of them ------------------------------------------------------- */

/* States joined by steps, from the initial ones on; nothing is looked for, and no run is left out. */
struct chain;

struct chain_step { /* from a state to the next */
	const lit
	    *is; /* by operation: it is taken; of those that cannot be it is false. At most one is */
	lit is_taken;                         /* one of them is */
	struct sym *const *const *parameters; /* by operation */
};

struct chain *chain_open(struct explore *x, struct project *p, struct values *s,
                         const struct universe *u, const struct search_options *o);
void chain_close(struct chain *c);
/* RUN_NONE: there are initial states; else RUN_VACUOUS, RUN_INCONCLUSIVE (chain_reason). */
enum run_answer chain_begin(struct chain *c);
/* The operations from the last state, of which none need be taken; false: chain_reason. */
bool chain_add_step(struct chain *c);
/* One of them is taken, from now on: another state. False if none can be. */
bool chain_extend(struct chain *c);
uint32_t chain_length(const struct chain *c); /* states */
const struct encode_state *chain_state(const struct chain *c, uint32_t index);
const struct chain_step *chain_step(const struct chain *c, uint32_t index);
/* Where the step that was added last leads to, if it is taken; NULL if there is none. */
const struct encode_state *chain_next(const struct chain *c);
/* No operation can be executed there: only to be asserted. *is_known: that can be told from their texts. */
bool chain_deadlock(struct chain *c, uint32_t state, lit *out, bool *is_known);
struct circuit *chain_circuit(const struct chain *c);
struct cnf *chain_cnf(const struct chain *c);
struct encoder *chain_encoder(const struct chain *c);
enum solver_answer chain_ask(struct chain *c, lit l);
/* The run of the last model, to its last state or to where the step behind it leads. Lives as long as the chain. */
bool chain_decode(struct chain *c, bool with_next, struct explore_path *out);
void chain_give(struct chain *c, uint64_t effort_end); /* as run_give */
bool chain_is_complete(const struct chain *c);         /* as run_is_complete */
bool chain_is_exact(const struct chain *c); /* what the solver finds is a run, integers and all */
const char *chain_reason(const struct chain *c, struct pos *pos);

/* ---- engines (engines.def) ------------------------------------------------------------------------------ */

enum engine_conclusion { ENGINE_FINDS = 1, ENGINE_PROVES = 2, ENGINE_COVERS = 4 };
enum engine_fact {
	ENGINE_FIRST = 1,
	ENGINE_ONCE = 2,
	ENGINE_AWAITS = 4,
	ENGINE_BY_NAME = 8,
	ENGINE_FOLLOWS = 16
};

struct engine_info { /* a line of engines.def, which says what it means */
	const char *name;
	int concludes; /* enum engine_conclusion */
	uint32_t share;
	int facts; /* enum engine_fact */
	const char *help;
};

enum check_engine {
#define ENGINE(name, ...) CHECK_ENGINE_##name,
#include "bmc/engines.def"
#undef ENGINE
	CHECK_ENGINES
};
const struct engine_info *check_engine(uint32_t index); /* NULL behind the last one */
uint32_t check_auto_engines(void);                      /* bits: all that need not be named */

/* What an engine says at the end of its turn; from ENGINE_COVERED on that ends the search. */
enum engine_answer {
	ENGINE_WAITS,     /* it had no turn: what it stands on is not there yet */
	ENGINE_GOES_ON,   /* nothing so far */
	ENGINE_NEARER,    /* likewise, but it is nearer to a fault than it was */
	ENGINE_ENDED,     /* nothing is left that it can do */
	ENGINE_LATE,      /* the slice was too small for it to begin */
	ENGINE_REACHED,   /* it has looked at all that was asked for */
	ENGINE_CANDIDATE, /* a violation; others have a while to find a shorter run */
	ENGINE_COVERED,   /* it has looked at all there is */
	ENGINE_FOUND,     /* a violation */
	ENGINE_PROVED,    /* there is none */
	ENGINE_DOUBTFUL,  /* the evaluator contradicts the solver: a bug of bounce */
};
const char *engine_answer_name(enum engine_answer a); /* "goes on", ... */

struct engine_turn {
	const char *engine;
	enum engine_answer answer;
	uint64_t effort; /* that it took */
};
struct engine_turns {
	struct engine_turn *at;
	uint32_t count, room;
};

/* ---- check.c: all engines ---------------------------------------------------------------------------------- */

/* Kinds of violations by the words of --find, in turn; NULL behind the last one. */
struct check_kind {
	const char *word;
	enum explore_kind kind;
	int run; /* of enum run_kind, or 0: runs do not look for it */
	const char *help;
};
const struct check_kind *check_kind(uint32_t index);

struct check_progress { /* so far */
	uint32_t depth;
	bool has_states, has_runs;
	uint64_t explored;         /* states, if it has some */
	struct search_stats stats; /* of runs, if it has some */
};

/* What a prover above this folder says of all runs, see prove/prove.h. */
struct check_proof {
	bool is_proved, is_deadlock_free;
	bool is_for_sizes, is_deadlock_free_for_sizes; /* for those of the universe only */
	uint32_t
	    small_model; /* sets of up to so many elements were asked about, since that is enough for all; or 0 */
	uint64_t effort;
};
struct check_obligations {
	const struct node *const *more; /* [0 .. count-1]: further conjuncts of the invariant */
	uint32_t count;
	bool skips_deadlock; /* nobody wants to know about it */
	bool is_extra;   /* there is a proof for these sizes of sets: others are worth a moment only */
	uint64_t effort; /* after which it gives up; 0: never */
	_Atomic int *stop; /* is set when it is to end */
};
typedef struct check_proof check_prover(void *data, const struct check_obligations *asked);

struct check_question {
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct explore_options explore;      /* but for `stop` and `goal` */
	struct run_options runs;             /* but for `goal`, `knows_setups` and the interrupt */
	bool unwanted[EXPLORE_COVERAGE + 1]; /* kinds of findings that do not count */
	const struct node *goal;             /* or NULL */
	bool wants_goal;                     /* a state in which it is true is a violation */
	uint32_t depth;                      /* the longest runs that are looked at; 0: any */
	bool goes_on;                        /* after a violation: one for each kind and conjunct */
	uint32_t engines;                    /* by their bits; 0: all */
	/* Not 0: the search ends soon. Whoever sets it sets *pause, too, which is also used for turns. */
	const _Atomic int *interrupt;
	_Atomic int *pause;
	void (*progress)(void *data, const struct check_progress *p); /* now and then; may be NULL */
	void *progress_data;
	check_prover *prover; /* of obligations; may be NULL */
	void *prover_data;
	bool has_sizes; /* sizes of sets play a part that another proof would not lift */
};

enum check_answer { CHECK_VIOLATED, CHECK_HOLDS, CHECK_INCONCLUSIVE, CHECK_DOUBTFUL };

enum check_reason { /* why less was looked at than was asked for */
	                CHECK_NO_REASON,
	                CHECK_STOPPED,  /* the interrupt */
	                CHECK_FULL,     /* too many states */
	                CHECK_FAILED,   /* something cannot be evaluated or encoded: text, at pos */
	                CHECK_SAID,     /* the text says it */
	                CHECK_LEFT_OUT, /* the solver does not look for that: text */
	                CHECK_NOBODY,   /* no engine goes on */
};

/* Runs of fewer operations were all looked at: a finding at a depth up to that is in a shortest run. */
struct check_shortest {
	uint32_t up_to;   /* as far as integers were tried, where they have no bounds */
	uint32_t for_all; /* with all integers */
};

/* What is known of some kinds of faults, where it is not the same for all. */
struct check_part {
	const char *proof; /* in words, why there is none; or NULL */
	uint32_t lengths;  /* runs of fewer operations were looked at */
};

bool check_is_shortest(const struct explore_finding *f, uint32_t up_to);

struct check_verdict {
	enum check_answer answer;
	const struct explore_result *result; /* with all findings; their traces: explore_trace */
	bool is_complete;                    /* nothing depends on a bound */
	const char *proof;                   /* in words, why there is no violation at all, or NULL */
	bool is_for_all_sizes;               /* of sets: the proof */
	bool tells_other_sizes;              /* so it is, perhaps but for deadlocks */
	struct strings invariant; /* what was found to be true in all states besides, in B; see pdr */
	bool
	    has_invariant; /* with it the invariant is inductive, which another solver has confirmed of these formulas */
	uint32_t untold;  /* clauses of it that B has no words for */
	bool has_covered; /* all runs of up to `depth` operations were looked at; */
	bool has_depth;   /* and nothing says more than that */
	uint32_t depth;
	struct check_shortest shortest;
	bool has_parts; /* more is known of all other kinds than of deadlocks: */
	struct check_part others, deadlock;
	bool has_all_states; /* every state that can be reached was looked at */
	bool has_all_runs;   /* every run was */
	bool was_cut;        /* for integers from MININT..MAXINT, where they have no bounds */
	bool is_wide;        /* or from further out */
	enum check_reason reason;
	const char *text; /* of the reason */
	struct pos pos;
	const char *engine;        /* that has answered, or else has looked at most */
	struct engine_turns turns; /* of all engines, in this order */
	struct conflict conflict;  /* if there is no initial state: conjuncts to blame, or none */
	bool has_runs;             /* then: */
	uint32_t run_depth;        /* runs of so many operations come next */
	struct search_stats stats; /* of the unrolling */
	const char *left_out;      /* by the solver, or NULL */
};

struct check;

/* The project has no errors; all arguments outlive it. */
struct check *check_open(const struct check_question *q);
void check_close(struct check *c);
struct explore *check_explore(struct check *c);
const struct check_verdict *check_answer(struct check *c); /* once; lives as long as c */

/* After a proof by PDR: clauses that have no model if the invariant is one, in solvers that keep them; with a short name, and in
 * words. False: there is no such proof. */
typedef void check_certified(void *data, const char *name, const char *what, struct solver *s);
bool check_certify(struct check *c, check_certified *told, void *data);

/* The machine as a graph with latches, in binary AIGER 1.9; before check_answer. False with the reason if it is none, or cannot be
 * written (reason NULL). */
bool check_write_aiger(struct check *c, FILE *out, const char **reason, struct pos *pos);

/* ---- deadlock.c: guards as a formula ------------------------------------------------------------------------- */

/* When an operation can be executed: always, or where one of these is true. */
struct enabled {
	const struct node **at;
	uint32_t count, room;
	bool is_always;
	bool is_known; /* otherwise only executing it tells */
};

/* False if that cannot be told from its text. To be cleared. */
bool deadlock_find_enabled(struct arena *a, const struct operation *o, struct enabled *out);
/* Some operation can be executed, as a predicate on the state before; NULL if that cannot be told from their texts. */
const struct node *deadlock_guards(struct arena *a, const struct operation *const *operations,
                                   uint32_t count);

/* ---- vacuous.c: there is no initial state. Why not? --------------------------------------------------------- */

enum vacuous {
	VACUOUS_UNKNOWN,
	VACUOUS_FOR_ALL,    /* PROPERTIES have no solution with bounds that the machine allows */
	VACUOUS_FOR_BOUNDS, /* they have none with these bounds: see explore_unfit */
	VACUOUS_OTHERWISE,  /* they have one */
};
/* Finds the conjuncts that contradict each other, if that is possible soon; adds the finding that PROPERTIES have no
 * solution if that is so. The conflict is in the arena of the project. */
enum vacuous vacuous_why(struct explore *x, struct project *p, const struct universe *u,
                         const _Atomic int *interrupt, struct conflict *out);

#endif

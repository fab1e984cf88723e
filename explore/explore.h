/* explore: the whole state space of a machine, state by state, on the evaluator.
 *
 * A setup is a valuation of the constants and parameters that satisfies CONSTRAINTS and PROPERTIES
 * of all machines; of those that differ only in names of elements of deferred sets not all are
 * explored (symmetry.c), unless the options say so. From each setup the INITIALISATIONs give initial
 * states, and from these the operations of the main machine's interface lead on, and those of
 * machines that are seen or used, which others may call at any time. A transition is (source,
 * operation, values of parameters and results, target). The search goes on past violations and
 * reports the first finding of each kind and conjunct, in a shortest trace when it goes breadth
 * first.
 *
 * With a refinement or implementation its abstractions run along: a state is a pair of a state of its
 * own and one of the abstractions that the invariants link to it. Operations are called where all
 * abstractions allow it; whatever the refinement does then, the abstraction must be able to do with
 * the same results, and so that the states are linked again. If it is taken alone, conjuncts of
 * invariants about variables of the abstraction are left out, with a note.
 *
 * States are stored as vectors of value numbers; a trace is found again by executing the steps
 * from parent to child once more. Nothing is printed. */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "base/base.h"
#include "bounds/bounds.h"
#include "eval/eval.h"
#include "reduce/reduce.h"
#include "syntax/syntax.h"

enum {
	EXPLORE_MAX_STATES = 10000000, /* unless the options say otherwise */
	EXPLORE_MAX_DOT = 500,         /* states of a graph */
	EXPLORE_TOGETHER_FROM = 500,   /* states, with several workers */
};
#define EXPLORE_NONE UINT32_MAX /* no state, no setup */

/* ---- what is asked --------------------------------------------------------------------------------- */

enum explore_order {
	EXPLORE_BREADTH,
	EXPLORE_DEPTH,
	/* Walks on to a random new state as long as there is one, then starts again from a random
	 * state that was seen but not left yet. Ends when all are left: it covers everything, too. */
	EXPLORE_RANDOM,
};

struct explore_stats {
	uint64_t states;      /* initialised ones */
	uint64_t setups;      /* 0 without constants, scalar or passed parameters, PROPERTIES */
	uint64_t transitions; /* of setup, initialisation and operations */
	uint64_t explored;    /* states whose operations were executed */
	uint64_t bytes;       /* of states and values */
	uint64_t reduced;     /* states in which not all enabled operations were taken */
	uint64_t spared;      /* executions of operations that were known to be disabled: predict.c */
	/* With a quotient: */
	double all_states; /* how many states those that are kept stand for; 0: not known (markers) */
	bool is_inexact;   /* perhaps some of them stand for the same ones */
};

/* Those who can find setups, or values for the choices of an operation, otherwise. The values of each are set in the eval, then
 * `add` is called; false: enough. */
struct explore_wanted {
	struct eval *eval;
	struct decl *const *names; /* the others have their values */
	const struct node *const *conjuncts;
	uint32_t name_count, conjunct_count;
	bool (*add)(struct explore_wanted *w);
	struct explore *explore;
};

enum explore_found {
	EXPLORE_FOUND_ALL,
	EXPLORE_FOUND_NEAR, /* all with integers from MININT..MAXINT, where they have no bounds */
	EXPLORE_FOUND_WIDE, /* all with the integers that were tried */
	EXPLORE_FOUND_SOME, /* or none: it is not known whether there are more */
};

typedef enum explore_found explore_finder(void *data, struct explore_wanted *w);

/* Whoever is asked where the evaluator does not find something soon. */
struct explore_helper {
	explore_finder *setups;  /* may be NULL */
	explore_finder *chooser; /* of what an operation chooses; may be NULL */
	void *data;
	uint64_t patience; /* with choices: effort before the chooser is asked; 0: as usual */
};

struct explore;

/* Is told of each state that is visited, in the order of their numbers if that is breadth first, and of each transition from
 * it: the label has the values of parameters and results. A visit may begin again. */
struct explore_watcher {
	void (*visit)(void *data, uint32_t state);
	void (*transition)(void *data, uint32_t operation, const value *label, uint32_t target);
	void *data;
};

/* States that are the same up to symmetry (quotient.c). */
enum explore_symmetry {
	EXPLORE_PLAIN,     /* all are explored */
	EXPLORE_CANONICAL, /* one of each kind, by canonical forms */
	EXPLORE_AUTO, /* plain at first; canonical from `auto_from` states on, if they stand for many others */
	EXPLORE_MARKERS, /* by symmetry markers: fast, but different states may be taken for the same (is_approximate) */
	EXPLORE_FLOOD, /* one of each kind, all images of which are kept: slow, to check the others */
};
enum { EXPLORE_AUTO_FROM = 2000 };

/* What need not be evaluated, since the operation on the way to a state cannot have changed it (predict.c). Nothing that is said
 * depends on it. */
enum explore_predict {
	EXPLORE_PREDICT_OFF,
	EXPLORE_PREDICT_AUTO,   /* in long searches, as long as it spares enough */
	EXPLORE_PREDICT_ALWAYS, /* for tests */
};

struct explore_options {
	const struct explore_watcher *watcher; /* or NULL; then one process explores alone */
	enum explore_order order;
	uint64_t seed;
	uint32_t max_states; /* 0: EXPLORE_MAX_STATES */
	bool all_setups;     /* also those that are the same up to symmetry */
	enum explore_symmetry symmetry;
	uint32_t auto_from; /* 0: EXPLORE_AUTO_FROM */
	enum explore_predict predict;
	bool partial_order; /* no more operations than needed are taken in a state (ample.c) */
	uint32_t find;      /* only these kinds, explore_find_bit of each; 0: all */
	bool alone;         /* a refinement without its abstractions */
	uint32_t workers;   /* processes that explore side by side, once there are many states */
	void (*end_worker)(int code); /* ends the process, e.g. _exit; NULL: there are no workers */
	uint32_t workers_from;        /* so many; 0: EXPLORE_TOGETHER_FROM */
	uint64_t memory;              /* bytes that the workers may use; 0: no limit */
	bool without_memo;            /* nothing that is known of other states is used: for tests */
	bool is_strict;               /* an undefined expression is an error, not a warning */
	const struct node *goal;      /* a predicate, or NULL */
	/* Somebody looks at the truth of these predicates in all states, and at whether these operations (by their place in
	 * the coverage; or NULL) are enabled: what a reduction leaves out changes nothing of that. */
	const struct node *const *observed;
	uint32_t observed_count;
	const bool *observed_operations;
	const _Atomic int *stop; /* the search ends soon after this is not 0; may be NULL */
	void (*progress)(void *data, const struct explore_stats *stats); /* now and then; may be NULL */
	void *progress_data;
	struct explore_helper helper;
	/* Asked to take out of the relations of reduce/ what it can exclude, during the search; may be NULL */
	void (*relate)(void *data, struct explore *x, struct relation_table *r);
	uint32_t
	    relates_from; /* for tests: once so many states are visited; 0: when it is worth its while */
	void *relate_data;
};

/* ---- what is found ----------------------------------------------------------------------------------- */

enum explore_kind {
	EXPLORE_INVARIANT,
	EXPLORE_DEADLOCK,
	EXPLORE_ASSERTION,        /* of the ASSERTIONS clause */
	EXPLORE_GOAL,             /* not an error */
	EXPLORE_WELLDEFINED,      /* an expression without a value */
	EXPLORE_PRECONDITION,     /* of a called operation */
	EXPLORE_ASSERT,           /* the predicate of an ASSERT substitution */
	EXPLORE_WHILE,            /* invariant or variant of a loop */
	EXPLORE_NO_INITIAL_STATE, /* no setup, or no outcome of INITIALISATION */
	EXPLORE_INITIALISATION,   /* a variable without a value */
	EXPLORE_REFINEMENT,       /* a refinement does what its abstraction cannot */
	EXPLORE_VARIANT,  /* an event does not decrease the variant, or that is no natural number */
	EXPLORE_COVERAGE, /* an operation that is never enabled */
};

const char *explore_kind_name(enum explore_kind kind); /* "invariant", ... */
static inline uint32_t explore_find_bit(enum explore_kind kind) { return 1u << kind; }

struct explore_trace;
struct explore_step;

struct explore_finding {
	enum explore_kind kind;
	enum severity severity; /* DIAG_NOTE for a goal */
	name name;              /* of the conjunct or operation, or NULL */
	const char *obligation; /* of Event-B: that of Rodin which is false; or NULL */
	const char *message;
	struct pos pos;
	uint32_t state, setup; /* where; EXPLORE_NONE if there is none */
	uint32_t depth;        /* operations executed on the way to the state */
	struct eval_bindings
	    witness;     /* quantified names, or parameters of the call, for which it fails */
	const char *why; /* in words, the element or values concerned; or NULL */
	struct explore_trace *trace;       /* of a run that was followed; NULL: by the states */
	const struct explore_step *beyond; /* a last step, to what is no state; or NULL */
};

struct explore_coverage {
	name name; /* of an operation of the interface */
	const struct operation *operation;
	uint64_t transitions;
	bool
	    failed; /* was enabled at least once, but could not be executed, or not by the abstraction */
};

struct explore_binding {
	const struct decl *decl;
	value value;
};

enum explore_end {
	EXPLORE_ALL,         /* every state was explored */
	EXPLORE_STOPPED,     /* by the flag of the options */
	EXPLORE_FULL,        /* max_states */
	EXPLORE_APPROXIMATE, /* every state was explored that markers tell apart, which need not be all */
	EXPLORE_UNFINISHED, /* something could not be evaluated, see `failure` */
};

struct explore_result {
	enum explore_end end;
	struct eval_failure failure; /* the first one that left something open */
	/* EXPLORE_UNFINISHED, though every state was explored: only this assertion has no truth value somewhere; or NULL */
	const char *open_assertion;
	uint32_t workers;    /* that explored side by side; 0: one process did it alone */
	bool up_to_symmetry; /* of symmetric setups not all were explored */
	bool is_quotient;    /* nor of symmetric states */
	bool is_reduced;     /* nor all orders of operations: partial_order */
	bool is_approximate; /* nor of states with the same marker, which may be others */
	bool was_cut;        /* an integer without bounds was drawn from MININT..MAXINT */
	bool is_wide;        /* then: or from further out, where constants were found */
	struct explore_stats stats;
	VEC(struct explore_finding) findings;
	VEC(struct explore_coverage) coverage; /* in the order of the interface */
	struct text notes;                     /* lines */
};

/* ---- the search ---------------------------------------------------------------------------------------- */

struct explore;

/* The project has no errors; all arguments outlive it. The options are copied. */
struct explore *explore_open(struct project *p, struct values *s, const struct universe *u,
                             const struct explore_options *o);
void explore_close(struct explore *x);
/* Once. The result lives as long as x. */
const struct explore_result *explore_run(struct explore *x);

/* The same in parts, also when the flag of the options stopped it and was taken back: setups and initial states; then up to `most` states more, or until a finding is
 * an error if `ends_at_error`, or all of depth `depth` are visited (UINT32_MAX: no such limit). False
 * if nothing is left to be visited. Breadth first only; explore_end_parts makes the result. */
void explore_begin(struct explore *x);
bool explore_visit(struct explore *x, uint32_t most, uint32_t depth, bool ends_at_error);
const struct explore_result *explore_end_parts(struct explore *x);
/* The depth of the next state to be visited, or of the last one if there is none. */
uint32_t explore_depth(const struct explore *x);

/* Adds the finding that there is no initial state. */
void explore_report_vacuous(struct explore *x, const char *message);
/* Is there a finding on a failure of this kind at this place? */
bool explore_is_reported(const struct explore *x, enum eval_failure_kind kind, struct pos pos);
bool explore_is_whole(const struct explore *x);    /* every state that is known was visited */
uint32_t explore_waiting(const struct explore *x); /* states that are known, and not visited yet */
bool explore_is_full(const struct explore *x);     /* max_states are known, and there are more */
/* All setups are known, and what is to hold of them was looked at, once explore_begin() has ended. */
bool explore_knows_setups(const struct explore *x);
void explore_set_interrupt(struct explore *x, const _Atomic int *flag); /* in place of `stop` */

/* A run that somebody else found. */
struct explore_hint {   /* how a step may be taken; it is tried first */
	uint32_t operation; /* in the coverage; EXPLORE_NONE: not known */
	const value *parameters;
};
struct explore_path {
	const value *constants; /* of the unknowns of the view */
	const value *states;    /* of its variables, for each of `count` states */
	uint32_t count;
	const struct explore_hint *hints; /* [0 .. count-2], or NULL */
	bool without_operations;          /* the fault is in the last state itself */
};
/* Goes along it: every step is executed, and the last state is judged like any other. The search does not
 * get to know these states. Without states the setup and its initialisation are judged. False if the
 * evaluator does not confirm a step. */
bool explore_follow(struct explore *x, const struct explore_path *run);

/* The same, and nothing is judged: the trace of the run is wanted, to be cleared in any case. */
bool explore_retrace(struct explore *x, const struct explore_path *run, struct explore_trace *out);

/* The number of the state with these values, of those that were found; or EXPLORE_NONE. */
uint32_t explore_find(struct explore *x, const value *constants, const value *variables);
/* States are numbered from 0 on, by depth where the search goes breadth first. How many operations lead to one? */
uint32_t explore_state_depth(const struct explore *x, uint32_t state);
/* The operation that led to it first, by its place in the coverage; EXPLORE_NONE: it is an initial state. */
uint32_t explore_state_operation(const struct explore *x, uint32_t state);
/* The eval gets the values of this state; false if there is no state of this number. */
bool explore_load(struct explore *x, uint32_t state);

/* All transitions of a state to states that are known, once more; the eval has its values afterwards. */
void explore_transitions(struct explore *x, uint32_t state, const struct explore_watcher *w);

const struct explore_result *explore_result(const struct explore *x); /* so far */

/* ---- probe.c: far away, soon -------------------------------------------------------------------------
 *
 * Searches beside the other one, which does not get to know their states. They begin with its initial states, once
 * explore_begin() has ended, judge every state that they meet, and end with the first fault, in a run that is perhaps not a
 * shortest one. The same aim always leads to the same run. */

enum explore_way {
	EXPLORE_PROBE_DEPTH, /* depth first */
	EXPLORE_PROBE_GREEDY, /* what is nearest to a fault by the text of invariants and goal, or has most that is new */
	EXPLORE_PROBE_WALK, /* from new state to new state at random */
};
struct explore_aim {
	enum explore_way way;
	uint64_t seed;
	uint32_t depth;         /* longer runs are not looked at */
	uint32_t max_states;    /* that it keeps; then it ends, or begins again */
	uint32_t most_outcomes; /* of an operation in a state, others are left out; 0: all */
	bool (*is_fault)(const void *data, const struct explore_finding *f);
	const void *data;
};
struct explore_probe;
struct explore_probe *explore_probe_open(struct explore *x, const struct explore_aim *aim);
void explore_probe_close(struct explore_probe *p);
enum explore_probed { EXPLORE_PROBE_GOES_ON, EXPLORE_PROBE_FOUND, EXPLORE_PROBE_ENDED };
/* Up to `most` states more. */
enum explore_probed explore_probe_visit(struct explore_probe *p, uint32_t most);
/* How often a state was nearer to a fault than all before it, by the texts of invariants and goal: greedy only. */
uint64_t explore_probe_steps_nearer(const struct explore_probe *p);
void explore_probe_limit(struct explore_probe *p, uint32_t depth); /* of runs, from now on */
/* What was found, with its trace; or NULL. It is no finding of the explore until it is reported. */
const struct explore_finding *explore_probe_fault(const struct explore_probe *p);
void explore_probe_report(struct explore_probe *p);

/* Do the abstractions of a refinement run along? */
bool explore_is_paired(const struct explore *x);
/* Is there more to hold of steps than that they end in states (project->steps)? Only the search itself looks at it. */
bool explore_has_obligations(const struct explore *x);

/* Is there a setup at all: constants, scalar or passed parameters, or PROPERTIES? */
bool explore_has_setup(const struct explore *x);

/* If PROPERTIES have no solution: with which bounds, and which options change them. NULL: with all bounds, or
 * with those that DEFINITIONS of the machine choose; then explore_no_solution says which. */
const char *explore_unfit(struct explore *x);
const char *explore_no_solution(struct explore *x);

/* ---- the model without a search: for those that go step by step ----------------------------------- */

/* Valuations of `unknowns` that satisfy `properties` are the setups; outcomes of `initialisation`
 * give the initial states, outcomes of the interface's operations the next ones. */
struct explore_view {
	struct eval *eval;
	struct decl *const *unknowns;  /* [0 .. unknown_count-1] */
	struct decl *const *variables; /* [0 .. variable_count-1] */
	uint32_t unknown_count, variable_count;
	const struct node *properties;     /* NULL if there are none */
	const struct node *initialisation; /* NULL if there is none */
	bool has_setup;                    /* a choice of constants is a step of its own */
};

void explore_view(struct explore *x, struct explore_view *out);

/* A refinement and its abstractions as one machine, which goes through the same pairs, and fails or breaks one of the
 * invariants besides the duties where a pair has no next one. */
struct explore_product {
	const struct operation *const *operations; /* of the coverage */
	const struct node *initialisation;         /* NULL if there is none */
	const struct node *const *invariants;
	uint32_t invariant_count;
};
/* NULL if the abstractions do not run along, have a choice or a guard, or may fail themselves. */
const struct explore_product *explore_product(struct explore *x);

/* Steps where abstractions run along (explore_is_paired): from the values that the eval has, calls `found` for each pair
 * that the operation of this number in the coverage (EXPLORE_NONE: INITIALISATION) leads to; if
 * `has_parameters`, for the values that its parameters have. Before, `failed` is called if the refinement
 * itself fails (eval_failed); and `wrong` where the abstraction cannot go along, or that is not known. */
struct explore_steps {
	eval_found *found;
	void (*failed)(void *data);
	void (*wrong)(void *data, bool is_limit, struct pos pos, const char *message);
	void *data;
	bool has_parameters;
};
void explore_pairs(struct explore *x, uint32_t operation, const struct explore_steps *steps);
/* Not a variable of an abstraction that has the same name and value as one of the refinement? */
bool explore_shows(const struct explore *x, const struct decl *d);
/* The conjuncts of the invariants that are to hold, in turn, with their names; then NULL. */
const struct node *explore_invariant(const struct explore *x, uint32_t index, name *out_name);

/* May a guard be undefined, and is that a fault? */
bool explore_judges_guards(const struct explore *x);

/* All predicates that are to hold, in turn; then NULL. */
const struct node *explore_duty(const struct explore *x, uint32_t index, bool *is_assertion,
                                bool *has_variables);
name explore_duty_name(const struct explore *x, uint32_t index);

/* ---- traces ---------------------------------------------------------------------------------------------- */

struct explore_step {
	name op;                                         /* "SETUP_CONSTANTS", "INITIALISATION" */
	struct eval_bindings parameters, results, state; /* state: all variables, or constants */
};

struct explore_trace {
	VEC(struct explore_step) steps;
};

/* The steps to the state of the finding. The flag of the options does not stop this. */
void explore_trace(struct explore *x, const struct explore_finding *f, struct explore_trace *out);
void explore_trace_clear(struct explore_trace *t);

/* ---- edges.c: the graph of the states that were found ------------------------------------------------------- */

/* The operation of this number in the coverage leads to the target; values of its parameters, then results. */
typedef void explore_edge(void *data, uint32_t operation, uint32_t target, const value *label);
/* Each edge of the state once; those to states that are not known are left out. */
void explore_edges(struct explore *x, uint32_t state, explore_edge *edge, void *data);
/* Has the operation an outcome there? What fails has none. */
bool explore_is_enabled(struct explore *x, uint32_t state, uint32_t operation);
uint32_t explore_state_setup(const struct explore *x, uint32_t state, bool *is_initial);
uint32_t explore_setup_count(const struct explore *x); /* 0 without explore_has_setup */
const value *explore_setup(const struct explore *x,
                           uint32_t setup); /* of the unknowns of the view */

/* The state space as a graph for Graphviz; false if it has more than EXPLORE_MAX_DOT states. */
bool explore_dot(struct explore *x, struct text *out);

#endif

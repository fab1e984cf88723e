/* A bounded run: what is known of the machine, the unrolling, and what was found out. Private to bmc/. */
#ifndef BMC_RUN_H
#define BMC_RUN_H

#include "bmc/deadlock.h"
#include "bmc/partial_order.h"
#include "bmc/unrolling.h"
#include "reduce/reduce.h"
#include "search/budget.h"
#include "search/minimise.h"
#include "search/search.h"
#include "symmetry/symmetry.h"

struct run_model {
	struct explore *explore;
	struct explore_view view;
	const struct explore_product *product; /* or NULL */
	struct project *project;
	struct values *values;
	const struct universe *universe;
	VEC(const struct operation *) operations;
	VEC(struct enabled) enabled; /* of each operation */
};

/* partial_order.c: how two operations depend on each other. */
struct order_relation {
	bool is_independent; /* where no place of the first one is that of the second one: */
	struct apart places;
};
struct run_order {
	VEC(struct footprint) footprints; /* of each operation */
	struct order_relation *relations; /* of each two operations; NULL: not known */
	/* Of each given set and element the next one that is alike, or UINT32_MAX; NULL: its elements are not exchanged. */
	uint32_t **next;
	struct symmetry_group *group; /* of the machine, if there are enumerated sets; or NULL */
	struct symmetry_moves moves;  /* of it */
};

struct run_nodes {
	const struct node **at;
	uint32_t count, room;
};
struct run_asked {
	struct run_nodes duties;     /* that are looked for */
	struct run_nodes invariants; /* all of them */
	struct run_nodes may_fail;   /* predicates that are looked at only for being undefined */
	struct run_nodes of_setups;  /* assertions about the constants that are looked for */
	struct run_nodes
	    defined;         /* duties that are not looked for where they are undefined, any more */
	uint32_t reported;   /* findings that are not looked for again, see reported.c */
	bool has_violations; /* among them: invariants may be false */
};

struct run_cut { /* see cut_points.c */
	VEC(const struct node *) lemmas;
	uint32_t free_size;
	bool knows_free_size;
};

struct run_gap { /* why something is not looked at */
	const char *reason, *left_out;
	struct pos reason_pos;
};

/* induct.c: k steps from a free state. */
struct induction {
	struct unrolling w;
	VEC(struct encode_state *) states;
	const struct node *only;   /* the conjunct that is asked for; NULL: all violations */
	lit violations, fails;     /* of the last state, of its operations */
	struct encode_state *next; /* NULL: there is none */
	bool is_answered;          /* violations of the last state are possible */
	bool is_stuck;
};

struct run {
	struct arena arena;
	struct run_model model;
	struct run_options options;
	struct run_order order;
	struct run_asked asked;
	uint64_t effort_end; /* see run_give */
	struct unrolling unrolling;
	struct encode_step first;          /* the initialisation */
	VEC(struct encode_state *) states; /* from the initial one on */
	VEC(struct run_step) steps;        /* from each of them to the next */
	VEC(lit) violations;               /* of the last state */
	uint32_t depth;
	uint32_t reach; /* of integers without bounds: 0 is MININT..MAXINT */
	bool is_stuck, is_ended;
	struct {
		lit is;       /* of the last state, to be asked apart; or LIT_FALSE */
		bool is_hard; /* see run_deadlock_is_hard */
	} deadlock;
	uint32_t base; /* depths at which the invariants are known to be true in all states */
	struct run_cut cut;
	struct induction induction;
	struct run_gap gap;
	struct {
		double encode, solve, confirm;
	} seconds;
};

/* ---- run.c: asking the solver ------------------------------------------------------------------------ */

int run_kind_of_failure(enum eval_failure_kind kind); /* of enum run_kind */
enum solver_answer run_ask(struct run *r, lit l);
/* Asks an unrolling with these limits; what it takes counts as effort. */
enum solver_answer run_ask_of(struct run *r, struct unrolling *w, lit l,
                              const struct solver_limits *limits);
bool run_decode(struct run *r, value *constants, value *states); /* of the last model */
/* The operation that a step of the last model takes, with its parameters. */
struct explore_hint run_decode_step(struct run *r, const struct run_step *s);
/* Constants and initial states. No initial state for a few integers only says little: others are tried. */
enum run_answer run_begin(struct run *r);
/* RUN_NONE: what is violated in the last model is known already. */
enum run_answer run_confirm(struct run *r);
enum run_answer run_unknown(struct run *r);
bool run_encoder_failed(struct run *r);

/* ---- violation.c --------------------------------------------------------------------------------------- */

/* Of the values that eval has: a predicate that is looked for is false. */
bool violation_is_in_state(struct run *r);
bool violation_is_goal(struct run *r); /* that is looked for */
/* A state at this depth with one of these violations, confirmed; RUN_NONE if there is none. States that turn
 * out to be harmless are left out, which is expected if they are not exact. */
enum run_answer violation_search(struct run *r, lit violations, bool is_exact);

/* ---- the other files -------------------------------------------------------------------------------------- */

void induction_close(struct run *r);
/* cut_points.c: the same state, or an equal one that is smaller; NULL if the encoder failed. */
struct encode_state *cut_points_state(struct run *r, struct encode_state *now);
/* ended.c: no step is possible after the runs of this length: does the evaluator know one? */
bool ended_is_doubtful(struct run *r);
/* reported.c: is a state in which the duty is undefined to be found? */
bool reported_wants_undefined(const struct run *r, const struct node *duty);
/* minimise_run.c, after a run with these violations was found: another one that is as small as can be, in the last
 * model. */
enum solver_answer minimise_run(struct run *r, lit violations);

#endif

/* What the files of bmc/ share among themselves; not for other folders. */
#ifndef BMC_INSIDE_H
#define BMC_INSIDE_H

#include "bmc/bmc.h"
#include "encode/encode.h"
#include "search/inside.h"

/* ---- run.c, induct.c, enabled.c --------------------------------------------------------------------- */

/* footprint.c: a variable that an operation reads or writes, as a whole or at one place. */
struct touch {
	const struct decl *of;
	const struct node *at; /* a chosen name, an element, a number; NULL: anywhere */
	bool writes;
};

struct footprint {
	VEC(struct touch) touches;
	VEC(const struct decl *) chosen; /* names that are chosen first, see encode_operation */
	bool is_known;
};

struct apart_pair {
	const struct node *a, *b;
};
struct apart {
	struct apart_pair *at;
	uint32_t count, room;
};

/* order.c: how two operations depend on each other. */
struct relation {
	bool is_independent; /* where no place of the first one is that of the second one: */
	struct apart places;
};

/* order.c: of the last step of an unrolling. */
struct step {
	lit *is;                       /* by operation: it is taken */
	struct encode_choices *chosen; /* by operation */
	struct sym ***parameters;      /* by operation */
};

struct unrolling {
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	lit is_taken;   /* of the last step: an operation was chosen */
	lit is_enabled; /* likewise: one can be executed, whatever runs are left out */
	struct step step;
	/* Of each given set and element, see order.c: a step has chosen it; what comes before the steps is
	 * the same if it is exchanged with the next element. NULL: not looked at. */
	lit **used, **swaps;
};

/* When an operation can be executed: always, or where one of these is true. */
struct enabled {
	const struct node **at;
	uint32_t count, room;
	bool is_always;
	bool is_known; /* otherwise only executing it tells */
};

struct run_nodes {
	const struct node **at;
	uint32_t count, room;
};

/* induct.c: k steps from a free state. */
struct induction {
	struct unrolling w;
	VEC(struct encode_state *) states;
	const struct node *only;   /* the conjunct that is asked for; NULL: all faults */
	lit faults, fails;         /* of the last state, of its operations */
	struct encode_state *next; /* NULL: there is none */
	bool is_answered;          /* faults of the last state are possible */
	bool is_stuck;
};

struct run {
	struct arena arena;
	struct explore *explore;
	struct explore_view view;
	const struct explore_product *product; /* or NULL */
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct run_options options;
	uint64_t effort_end; /* see run_give */
	VEC(const struct operation *) operations;
	VEC(struct enabled) enabled;         /* of each operation */
	VEC(struct footprint) footprints;    /* likewise */
	struct relation *relations;          /* of each two operations; NULL: not known */
	struct run_nodes duties;             /* that are looked for */
	VEC(const struct node *) invariants; /* all of them */
	struct run_nodes of_setups;          /* assertions about the constants that are looked for */
	struct unrolling unrolling;
	struct encode_step first;          /* the initialisation */
	VEC(struct encode_state *) states; /* from the initial one on */
	VEC(struct step) steps;            /* from each of them to the next */
	VEC(lit) faults;                   /* of the last state */
	VEC(const struct node *) lemmas;   /* invariants for cut points, see cut.c */
	uint32_t free_size;
	bool knows_free_size;
	uint32_t depth;
	uint32_t reach; /* of integers without bounds: 0 is MININT..MAXINT */
	bool is_stuck, is_ended;
	uint32_t base; /* depths at which the invariants are known to be true in all states */
	struct induction induction;
	struct run_nodes
	    defined;     /* duties that are not looked for where they are undefined, any more */
	uint32_t known;  /* findings that are not looked for again, see reported.c */
	bool has_faults; /* among them: invariants may be false */
	const char *reason, *left_out;
	struct pos reason_pos;
	double encode_seconds, solve_seconds, confirm_seconds;
};

bool unrolling_open(struct run *r, struct unrolling *w);
void unrolling_close(struct unrolling *w);
bool unrolling_constants(struct run *r, struct unrolling *w);
/* The constants and the first state are there, and mean what they are: steps follow. */
void unrolling_begin(struct run *r, struct unrolling *w);
/* All operations from a state, of which at most one is chosen (w->is_taken); *next is NULL if there is
 * none. *fails: one of them goes wrong. */
bool unrolling_step(struct run *r, struct unrolling *w, const struct encode_state *from,
                    struct encode_state **next, lit *fails);

/* ---- induct.c, cut.c ------------------------------------------------------------------------------- */

bool unrolling_free_state(struct run *r, struct unrolling *w, const struct node *const *invariants,
                          uint32_t count);
void induction_close(struct run *r);
/* The same state, or an equal one that is smaller; NULL if the encoder failed. */
struct encode_state *cut_points_state(struct run *r, struct encode_state *now);

/* ---- ended.c --------------------------------------------------------------------------------------- */

/* No step is possible after the runs of this length: does the evaluator know one? */
bool ended_is_doubtful(struct run *r);

/* ---- reported.c --------------------------------------------------------------------------------------- */

/* Is a state in which the duty is undefined to be found? */
bool reported_wants_undefined(const struct run *r, const struct node *duty);

/* ---- enabled.c, fault.c ---------------------------------------------------------------------------- */

/* False if that cannot be told from its text. */
bool enabled_find(struct arena *a, const struct operation *o, struct enabled *out);

/* No operation is enabled, as far as they can be told from their texts; *is_exact: all of them can. To
 * be asserted only. */
bool deadlock_encode(struct run *r, struct unrolling *w, lit *out, bool *is_exact);
/* The last state of runs is this one: all variables and constants have these values. */
bool fault_is_state(struct run *r, const value *constants, const value *state, lit *out);
/* Of the values that eval has: a predicate that is looked for is false. */
bool fault_is_in_state(struct run *r);
/* A state at this depth with one of these faults, confirmed; RUN_NONE if there is none. States that turn
 * out to be harmless are left out, which is expected if they are not exact. */
enum run_answer fault_search(struct run *r, lit faults, bool is_exact);

/* ---- footprint.c, order.c: runs that differ in order and names only ---------------------------------- */

void footprint_find(const struct operation *o, struct footprint *out);
void footprint_clear(struct footprint *f);
/* Do both operations do the same in either order, if none of these places of a is that of b? */
bool footprint_apart(const struct footprint *a, const struct footprint *b, struct apart *out);

void order_open(struct run *r);
void order_close(struct run *r);
/* From here on steps are taken; these names have their values already. */
void order_begin(struct run *r, struct unrolling *w, struct decl *const *names, uint32_t count);
/* After all operations of a step were encoded, before the next one. */
void order_step(struct run *r, struct unrolling *w, const struct step *now);

/* ---- run.c ----------------------------------------------------------------------------------------- */

int run_kind_of_failure(enum eval_failure_kind kind); /* of enum run_kind */
enum solver_answer run_ask(struct run *r, lit l);
/* Asks an unrolling with these limits; what it takes counts as effort. */
enum solver_answer run_ask_of(struct run *r, struct unrolling *w, lit l,
                              const struct solver_limits *limits);
bool run_decode(struct run *r, value *constants, value *states); /* of the last model */
/* RUN_NONE: what is wrong in the last model is known already. */
enum run_answer run_confirm(struct run *r);
enum run_answer run_unknown(struct run *r);
bool run_encoder_failed(struct run *r);

/* ---- minimise_run.c -------------------------------------------------------------------------------- */

/* After a run with these faults was found: another one that is as small as can be, in the last model. */
enum solver_answer minimise_run(struct run *r, lit faults);

#endif

/* What the files of check/ share among themselves; not for other folders. */
#ifndef CHECK_INSIDE_H
#define CHECK_INSIDE_H

#include "check/check.h"
#include "encode/encode.h"

struct simple_conjuncts {
	VEC(const struct node *) list;
	bool was_tried, is_new; /* is_new: they are not the conjuncts themselves */
};

struct search {
	struct arena arena;
	struct eval *eval;
	struct values *values;
	struct project *project;
	const struct universe *universe;
	struct decl *const *names;
	uint32_t count;
	struct search_options options;
	VEC(const struct node *) conjuncts;
	struct simple_conjuncts simple; /* see simplify.c */
	const struct node *violated;    /* must be false or undefined; NULL: nothing */
	const struct search_wrong *wrong;
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	bool is_broken;        /* inconclusive from now on */
	bool is_contradictory; /* no (further) solution */
	bool has_symmetry;     /* clauses were added that break symmetry */
	bool has_solution, has_excluded;
	uint32_t depth;            /* of searches within searches, see branch.c */
	bool is_sparse;            /* few candidates: only a solution counts */
	double deadline;           /* of this search, INFINITY if there is none */
	uint64_t effort_end;       /* likewise, of eval_effort; UINT64_MAX if there is none */
	uint64_t slice, slice_end; /* of what it does now */
	const struct node *large;  /* is said of very many values */
	bool is_encoded;           /* all of it */
	bool is_cut;               /* the first search drew names from a part of their types */
	bool is_proved;            /* but there is no solution at all */
	const char *proved_by;     /* by other clauses than those that the solver has; NULL: by these */
	bool is_bounded;           /* the direct way ended with "none within bounds" */
	bool has_dropped;          /* conjuncts that are true */
	bool is_finished[SEARCH_TACTICS];
	bool is_answered; /* by this tactic: */
	enum search_tactic_number by;
	VEC(struct search_attempt) attempts;
	struct search *adopted;    /* whose circuit this one has now */
	struct examples *examples; /* that led to the last solution; NULL: it came another way */
	struct encode_options how;
	int64_t margin; /* of encode_options */
	bool
	    lacks_instances; /* the evaluator found integers for which what must hold for all does not */
	bool is_blame_near;
	uint64_t blame_end; /* of eval_effort */
	const char *reason;
	struct pos reason_pos;
	VEC(value) excluded;
	VEC(const struct node *) blamed;
	VEC(lit) asserted; /* for the names, then each conjunct, as far as it was encoded */
	VEC(lit) lex;      /* what breaks symmetry */
	double encode_seconds, solve_seconds, confirm_seconds;
};

double check_clock(void);
/* What a solver has done between the two is spent; returns the effort. */
uint64_t check_spend(struct eval *e, const struct solver_stats *before,
                     const struct solver_stats *after);

/* ---- search.c -------------------------------------------------------------------------------------- */

/* A search within a search; it ends within the slice of the one that starts it. */
struct start {
	struct decl *const *names;
	uint32_t count;
	const struct node *const *conjuncts;
	uint32_t conjunct_count;
	const struct node *violated; /* must be false or undefined; NULL: nothing */
	uint64_t effort;
	bool is_sparse;
	uint32_t depth;
};
struct search *search_start(struct search *parent, const struct start *how);
/* Another conjunct, after a solution was found; the next one is to be found with this effort. False if it must be
 * asked for anew. */
bool search_add(struct search *s, const struct node *n, uint64_t effort);
bool search_is_stopped(const struct search *s);
bool search_is_over(const struct search *s); /* stopped, or at its deadline */
/* It is inconclusive from now on; for the reason of the encoder. */
void search_give_up(struct search *s, const char *reason, struct pos pos);
void search_encoder_failed(struct search *s);
enum search_answer search_confirm(struct search *s); /* of the values that the names have */
/* Is there no solution by a relaxed encoding of these, which every solution satisfies? */
bool search_refutes(struct search *s, struct decl *const *names, uint32_t name_count,
                    const struct node *const *conjuncts, uint32_t count, bool is_abstract,
                    uint64_t effort);

/* ---- wrong.c: what must go wrong for values that satisfy the conjuncts --------------------------------- */

struct search_wrong {
	const struct node *undefined; /* false or undefined; NULL: nothing */
	/* Or a substitution is executed, and then one of the goals is false; */
	const struct node *body;
	const struct node *const *goals;
	uint32_t count;
	/* or it fails like this, at this place if it has one. */
	bool fails;
	enum eval_failure_kind kind;
	struct pos pos;
};
struct search *search_open_wrong(struct eval *e, struct project *p, const struct universe *u,
                                 struct decl *const *names, uint32_t count,
                                 const struct node *const *conjuncts, uint32_t conjunct_count,
                                 const struct search_wrong *wrong, const struct search_options *o);
bool wrong_encode(struct search *s, lit *out);

/* ---- branch.c: other ways where the direct one does not decide --------------------------------------- */

/* SEARCH_FOUND, or SEARCH_NONE if there is none at all; else SEARCH_INCONCLUSIVE. */
enum search_answer branch_search(struct search *s);
/* The conjunct is true for integers from MININT..MAXINT; is it for all? */
bool branch_is_true(struct search *s, const struct node *conjunct);
bool branch_has_witness(struct search *s, const struct node *n); /* #x.(P), for the values of now */
bool branch_drops_true(
    struct search *s); /* conjuncts without unknowns that a witness shows to be true */
/* A conjunct without unknowns is false, as far as that was found out; one of them all is: then there is no solution,
 * which is noted as proved or not complete. */
enum closed { CLOSED_FALSE, CLOSED_OPEN, CLOSED_WITHIN_BOUNDS, CLOSED_TRUE };
enum closed branch_is_false(struct search *s, const struct node *conjunct);
bool branch_has_false(struct search *s);

/* Is !x.(P) or not(#x.(P)) true for the values that other names have? If not, CLOSED_FALSE and the values of the
 * first names of a counterexample. */
enum closed branch_counterexample(struct search *s, const struct node *n, uint32_t count,
                                  value *values);

/* ---- examples.c: what must hold for all of very many values, said of some --------------------------------- */

/* As branch_search; SEARCH_INCONCLUSIVE at once if nothing is said of all of so many values. */
enum search_answer
examples_search(struct search *s); /* again for another solution, after examples_exclude */
void examples_exclude(struct search *s, struct decl *const *names, uint32_t count, const value *v);
void examples_close(struct search *s);
/* A quantifier that is about so many values that it is not worth while to try anything else before. */
const struct node *examples_are_needed(struct search *s);

/* ---- enumerate.c: solutions by the evaluator alone ---------------------------------------------------- */

/* As branch_search. */
enum search_answer enumerate_search(struct search *s);

/* ---- least.c ------------------------------------------------------------------------------------------ */

/* Gives sets without an equation the least values that the conjuncts seem to allow, and the other names
 * none; sets of integers begin with these. False if there are no such sets. */
bool least_values(struct search *s, value integers);
/* Gives them the values of names of the same type that equations define. False if there are none. */
bool least_copies(struct search *s);
/* Numbers n of conditions card(S) = n. */
enum { LEAST_SIZES = 3 };
struct least_sizes {
	int64_t at[LEAST_SIZES];
	uint32_t count;
};
void least_find_sizes(struct search *s, struct least_sizes *out);

/* ---- simplify.c --------------------------------------------------------------------------------------- */

/* The same conjuncts in simpler words, in s->simple; false if there are none. See simplify.c for what
 * that means. */
bool simplify_conjuncts(struct search *s);

/* ---- recursion.c ------------------------------------------------------------------------------------- */

/* Is there a function that is equal to this text, which calls it? False if that cannot be told. */
bool recursion_has_solution(const struct node *text, const struct decl *function);

/* ---- variant.c ------------------------------------------------------------------------------------ */

/* Tuples of values, one after the other. */
struct variants {
	value *at;
	uint32_t count, room;
};
void check_variant_add(struct variants *out, const value *v, uint32_t count);
/* All tuples that arise by renaming elements of deferred sets, each once. */
void check_variants(const struct encoder *e, struct values *s, const struct universe *u,
                    struct decl *const *names, const value *v, uint32_t count,
                    struct variants *out);

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
	struct node **at;
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
	uint32_t known;  /* findings that are not looked for again, see known.c */
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
struct encode_state *cut_state(struct run *r, struct encode_state *now);

/* ---- ended.c --------------------------------------------------------------------------------------- */

/* No step is possible after the runs of this length: does the evaluator know one? */
bool ended_is_doubtful(struct run *r);

/* ---- small.c: --minimise --------------------------------------------------------------------------- */

/* After a run with these faults was found: another one that is as small as can be, in the last model. */
enum solver_answer small_run(struct run *r, lit faults);
/* The same for a solution that was found; the model stays if there is no smaller one. */
enum solver_answer small_solution(struct search *s);

/* ---- known.c --------------------------------------------------------------------------------------- */

/* Is a state in which the duty is undefined to be found? */
bool known_wants_undefined(const struct run *r, const struct node *duty);

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

#endif

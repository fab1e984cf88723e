/* check: questions put to encoder and solver, and their answers, confirmed by the evaluator.
 *
 * search.c: values of names that satisfy conjuncts, one solution after the other, or the conjuncts
 * to blame. Nothing is printed. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "base/base.h"
#include "bounds/bounds.h"
#include "eval/eval.h"
#include "explore/explore.h"
#include "solve/solve.h"
#include "syntax/syntax.h"

/* ---- search.c: solutions of conjuncts ------------------------------------------------------------ */

struct search_options {
	enum solver_kind solver;
	uint32_t seed;                /* of the solver; 0 is its own */
	bool breaks_symmetry;         /* elements of deferred sets are interchangeable */
	bool prefers_small;           /* small sets and numbers */
	bool stays_near;              /* integers without bounds only from MININT..MAXINT */
	uint64_t many;                /* values, too many to say something of each; 0: as usual */
	bool keeps_clauses;           /* for search_write_dimacs and search_certify */
	double seconds;               /* of the clock on the wall, for each answer; 0 is no limit */
	uint64_t effort;              /* likewise, of eval_effort */
	uint32_t tactics;             /* bits of enum search_tactic_number; 0: all */
	uint64_t conflicts;           /* likewise */
	size_t memory;                /* the most bytes while encoding, 0 is no limit */
	const _Atomic int *interrupt; /* may be NULL */
};

/* Ways to an answer; see tactics.def. */
enum search_tactic_number {
#define TACTIC(name, concludes, when, needs, slice, most, help) TACTIC_##name,
#include "check/tactics.def"
#undef TACTIC
	SEARCH_TACTICS
};
enum { SEARCH_TACTIC_FOUND = 1, SEARCH_TACTIC_NONE = 2 };
struct search_tactic {
	const char *name, *help;
	int concludes; /* SEARCH_TACTIC_FOUND, SEARCH_TACTIC_NONE, or both */
};
const struct search_tactic *search_tactic(enum search_tactic_number number);

struct search;

/* Solutions for the names (each with a type and a slot of the eval), such that all conjuncts are true
 * and well-defined. Names that already have a value in the eval and are not in the list are known. The
 * conjuncts are taken apart at `&`. All arguments outlive the search, options are copied. */
struct search *search_open(struct eval *e, struct project *p, const struct universe *u,
                           struct decl *const *names, uint32_t count,
                           const struct node *const *conjuncts, uint32_t conjunct_count,
                           const struct search_options *o);
void search_close(struct search *s);
/* Does the evaluator find a solution alone, with this effort? The values are set in the eval. */
bool search_guess(struct eval *e, struct project *p, const struct universe *u,
                  struct decl *const *names, uint32_t count, const struct node *const *conjuncts,
                  uint32_t conjunct_count, const struct search_options *o);

enum search_answer {
	SEARCH_FOUND,        /* the values are set in the eval (eval_get), which has confirmed them */
	SEARCH_NONE,         /* no (further) solution within the bounds */
	SEARCH_INCONCLUSIVE, /* a limit, an interrupt, an unsupported construct: search_reason */
	SEARCH_DOUBTFUL,     /* the evaluator does not confirm the solution: a bug of bounce */
};
enum search_answer search_next(struct search *s);

/* Does SEARCH_NONE hold for these set sizes whatever the integers: was nothing cut? */
bool search_is_complete(const struct search *s);
/* The bounds that play a part: if none does, a complete SEARCH_NONE holds for all of them. */
struct bounds_use search_uses(const struct search *s);
/* In words, why it is inconclusive or doubtful, and where (pos.at 0: no place). */
const char *search_reason(const struct search *s, struct pos *pos);
/* Is that why the direct way has failed, whatever limits the other ways were stopped by? */
bool search_has_cause(const struct search *s);

/* From now on solutions differ from the last one in the names of this list (NULL: all). If
 * `up_to_symmetry`, also from all solutions that arise from it by renaming elements of deferred
 * sets. */
void search_exclude_last(struct search *s, struct decl *const *shown, uint32_t count,
                         bool up_to_symmetry);

/* After SEARCH_NONE without excluded solutions, with so much effort: a minimal set of conjuncts that have no solution
 * together (dropping any one of them gives one, within the bounds). Empty if that does not
 * suffice even for a first one; is_minimal tells whether it was minimised to the end. The list lives
 * as long as the search. */
const struct node *const *search_blame(struct search *s, uint64_t effort, uint32_t *count,
                                       bool *is_minimal);
/* Then: they have no solution with integers from MININT..MAXINT; nothing is known about others. */
bool search_blame_is_near(const struct search *s);

/* What would be solved now, with comments that map variables to names and values. */
bool search_write_dimacs(struct search *s, FILE *out);
/* After SEARCH_NONE: a checked proof that the clauses have no model, see solver_certify. Clauses that break symmetry
 * are its axioms if there are any: `why` says so. That the clauses follow from the conjuncts is not a part of it. */
enum certificate search_certify(struct search *s, struct text *why);
/* What these clauses say: "direct" all of the conjuncts; "bounded" with unknowns from a part of their types;
 * "relaxed" with predicates over such unknowns left open; "none": there are none. */
const char *search_encoding(const struct search *s);

/* What was tried for the first solution, in this order. */
struct search_attempt {
	enum search_tactic_number tactic;
	enum search_answer answer;
	bool is_bounded;  /* SEARCH_NONE within bounds */
	bool is_finished; /* it has come to its end, and is not tried again */
	uint64_t effort;
};
const struct search_attempt *search_attempts(const struct search *s, uint32_t *count);

struct search_stats {
	uint64_t candidates; /* literals of the names */
	uint64_t gates, variables, clauses, conflicts;
	double encode_seconds, solve_seconds, confirm_seconds;
	size_t bytes;
	const char *by; /* the solver that answered; NULL: none was asked */
};
void search_stats(const struct search *s, struct search_stats *out);

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

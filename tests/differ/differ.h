/* The solver against the evaluator: does search_next find exactly the solutions of a predicate that
 * eval_solve finds?
 *
 * differ_oracle.c: the predicate in its context, and the solutions of the evaluator; differ_orbit.c:
 * renaming of elements of deferred sets; differ.c: the comparison; differ_report.c: what was covered;
 * differ_shrink.c: smaller predicates that fail, too. Besides, differ_simple.c: simpler words for a
 * predicate; differ_strict.c: operands without a value; differ_naive.c: evaluation without plans. */
#ifndef TESTS_DIFFER_DIFFER_H
#define TESTS_DIFFER_DIFFER_H

#include "base/base.h"
#include "eval/eval.h"
#include "search/search.h"
#include "syntax/syntax.h"
#include "tests/random/random_predicate.h"

/* ---- differ_oracle.c ------------------------------------------------------------------------------- */

enum { DIFFER_MOST_SOLUTIONS = 20000 };

/* Valuations, each of `width` values; sorted once differ_sort was called. */
struct solutions {
	VEC(value) list;
	uint32_t width, count;
};

struct problem {
	struct names names;
	struct diag diag;
	struct project *project;
	struct universe universe;
	struct values *values;
	struct eval *eval;
	struct decls unknowns;
	const struct node *predicate;    /* NULL if there are errors in the diag */
	bool uses_k, uses_h, uses_range; /* of integers: MAXINT, NAT, ... */
	uint32_t of_op[OP_COUNT];        /* how often the operators occur */
};

void problem_open(struct problem *p, const char *predicate, struct random_sizes sizes,
                  int64_t minint, int64_t maxint);
void problem_close(struct problem *p);

struct oracle {
	struct solutions solutions;
	bool is_exact; /* these are all; else only those that count for themselves are kept */
	bool was_cut;
	const char *failure;        /* why not all, or NULL */
	bool has_undefined;         /* some valuation that is tried makes it undefined */
	const value *contradiction; /* eval_solve and eval_predicate do not agree on it, or NULL */
};

void oracle_run(struct problem *p, struct oracle *out, double seconds);
void oracle_clear(struct oracle *o);

/* Have these conjuncts a solution that counts for itself? */
bool oracle_has_solution(struct problem *p, const struct node *const *conjuncts, uint32_t count,
                         double seconds);

struct question problem_question(const struct problem *p);
/* The current values of the unknowns; false if one has no value or cannot be listed. */
bool problem_get(struct problem *p, value *out);
void problem_set(struct problem *p, const value *solution); /* NULL: they have none */
/* The conjuncts that say from where the unknowns come, or NULL. */
const struct node *problem_box(struct problem *p);
/* Some that satisfy these; to be cleared. */
void problem_valuations(struct problem *p, uint32_t most, struct solutions *out);
/* Does eval_predicate call it true, whatever the range of integers? */
bool problem_confirms(struct problem *p, const value *solution);
void problem_print(struct problem *p, const value *solution, struct text *out);

void solutions_add(struct solutions *s, const value *solution);
void solutions_sort(struct solutions *s); /* drops repeated ones, too */
/* Its place, or UINT32_MAX. */
uint32_t solutions_find(const struct solutions *s, const value *solution);
void solutions_clear(struct solutions *s);

/* Sets a flag after these seconds, and calls `hangs` (may be NULL) after twice as many, or later where
 * the processor was busy with others. */
const _Atomic int *clock_start(double seconds, void (*hangs)(void));
void clock_stop(void);

/* ---- differ_orbit.c -------------------------------------------------------------------------------- */

/* All that arise from the solution by renaming elements of deferred sets; the elements that k or h name
 * may be kept. */
void orbit_of(struct problem *p, const value *solution, bool keeps_k, bool keeps_h,
              struct solutions *out);

/* ---- differ_simple.c ------------------------------------------------------------------------------- */

/* A conjunct in simpler words that is not true for one of these solutions, *at; NULL if there is none. */
const struct node *simple_differs(struct problem *p, const struct solutions *all, uint32_t *at);

/* ---- differ_strict.c ------------------------------------------------------------------------------- */

/* A part of the predicate that has a value although one of its operands was given none; NULL if there is none. */
const struct node *strict_fails(struct problem *p, const struct solutions *valuations,
                                uint64_t seed, double seconds);

/* ---- differ_naive.c -------------------------------------------------------------------------------- */

struct naive_count {
	uint64_t asked, told; /* told: it had an answer */
};

/* Does plain enumeration say the same as eval_predicate for these valuations? */
bool naive_agrees(struct problem *p, const struct solutions *valuations, double seconds,
                  struct naive_count *count, struct text *why);
/* The value by plain enumeration, VALUE_NONE where it is undefined; false if that is not known. */
bool naive_value(struct problem *p, const struct node *expr, value *out);

/* ---- differ.c -------------------------------------------------------------------------------------- */

enum differ_kind {
	DIFFER_AGREES,
	DIFFER_TEXT,       /* the predicate does not parse, or has a type error */
	DIFFER_EVALUATOR,  /* the evaluator contradicts itself */
	DIFFER_INTERNAL,   /* an internal error */
	DIFFER_HANGS,      /* does not listen to the interrupt */
	DIFFER_DOUBTFUL,   /* found, but not confirmed by the evaluator */
	DIFFER_WRONG,      /* found, but not one of the evaluator's solutions */
	DIFFER_REPEATED,   /* found twice */
	DIFFER_LOST,       /* a solution of the evaluator is not found */
	DIFFER_SYMMETRY,   /* lost only because symmetries are broken */
	DIFFER_SAME_ORBIT, /* two solutions that are the same up to symmetry */
	DIFFER_BLAME,      /* the conjuncts to blame have a solution */
	DIFFER_SIMPLE,     /* a solution does not satisfy the simpler words */
	DIFFER_STRICT,     /* an operand that has no value is not looked at */
	DIFFER_NAIVE,      /* plain enumeration gives another truth value */
	DIFFER_KINDS
};
const char *differ_word(enum differ_kind kind);

struct differ_reason { /* why answers were inconclusive */
	char *text, *example;
	uint64_t count;
};

struct differ_backend {
	uint64_t enumerations, with_clauses; /* those that the encoder does not decide alone */
	uint64_t answers;                    /* solutions, and that there are no more */
};

/* Of one tactic; or of those that the portfolio ran. */
struct differ_tactic {
	uint64_t asked, satisfiable; /* satisfiable: a solution was known */
	uint64_t found, none, bounded, contradictions;
	uint64_t first; /* answers in the portfolio of all */
	uint64_t effort;
};

struct differ_stats {
	uint64_t predicates, satisfiable, unsatisfiable, undecided; /* by the evaluator */
	struct naive_count naive;                                   /* valuations */
	uint64_t untyped, undefined, cut, all_compared, solutions, blamed;
	uint64_t conclusive, inconclusive; /* by the solver */
	uint64_t incomplete;               /* "none" that was not complete although nothing was cut */
	uint64_t lost_by_bounds;           /* solutions lost, but the answer was not complete */
	uint64_t with_op[OP_COUNT];        /* predicates */
	VEC(struct differ_reason) reasons;
	VEC(struct differ_reason) failures; /* of the evaluator */
	struct differ_backend backends[SOLVER_KINDS];
	struct differ_tactic tactics[SEARCH_TACTICS];
	uint64_t without_tactic; /* left open by the portfolio of all */
	double oracle_seconds, search_seconds;
};

enum { DIFFER_KISSAT_EVERY = 25 }; /* seeds: each answer of kissat is the run of a program */

enum differ_tactics {
	DIFFER_ONE_TACTIC,   /* alone, by the seed */
	DIFFER_EACH_TACTIC,  /* alone */
	DIFFER_ONLY_TACTICS, /* each alone, and nothing else is compared */
};

struct differ_task {
	const char *predicate;
	struct random_sizes sizes;
	uint64_t seed;    /* varies the options of the solver */
	bool with_kissat; /* too: existence only */
	double seconds;   /* for an answer */
	enum differ_tactics tactics;
};

/* Compares; `why` says what differs, may be NULL, as `stats` may be. */
enum differ_kind differ_check(const struct differ_task *t, struct differ_stats *stats,
                              struct text *why);

/* ---- differ_report.c ------------------------------------------------------------------------------ */

/* A line for each tactic. */
void differ_tactics_print(const struct differ_stats *s, FILE *out);
void differ_stats_print(const struct differ_stats *s, FILE *out);
void differ_stats_clear(struct differ_stats *s);
/* A line for the shell. */
void differ_command(const struct differ_task *t, struct text *out);

/* ---- differ_shrink.c ------------------------------------------------------------------------------- */

/* A predicate as small as possible that fails with the same kind; at most `seconds` are spent. */
void differ_shrink(const struct differ_task *t, enum differ_kind kind, double seconds,
                   struct text *out);

#endif

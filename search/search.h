/* search: questions put to encoder and solver, and their answers, confirmed by the evaluator.
 *
 * search.c: values of names that satisfy conjuncts, one solution after the other, or the conjuncts
 * to blame. Nothing is printed. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/base.h"
#include "bounds/bounds.h"
#include "eval/eval.h"
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
#include "search/tactics.def"
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

#endif

/* search: questions put to encoder and solver, and their answers, confirmed by the evaluator.
 *
 * search.c: values of names that satisfy conjuncts, one solution after the other, or the conjuncts
 * to blame. Nothing is printed. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/question.h"
#include "solve/solve.h"
#include "syntax/syntax.h"

/* ---- search.c: solutions of conjuncts ------------------------------------------------------------ */

struct search_options {
	enum solver_kind solver;
	uint32_t seed;                /* of the solver; 0 is its own */
	bool breaks_symmetry;         /* elements of deferred sets are interchangeable, */
	bool finds_symmetry;          /* and others that the formulas treat alike (symmetry/) */
	bool breaks_at_once;          /* both: not only after a first try without */
	bool lists_solutions;         /* several are asked for: clauses break deferred sets only */
	bool prefers_small;           /* small sets and numbers */
	uint64_t many;                /* values, too many to say something of each; 0: as usual */
	bool keeps_clauses;           /* for search_write_dimacs and search_certify */
	double seconds;               /* of the clock on the wall, for each answer; 0 is no limit */
	uint64_t effort;              /* likewise, of eval_effort */
	uint32_t tactics;             /* bits of enum search_tactic_number; 0: all */
	uint64_t conflicts;           /* likewise */
	size_t memory;                /* the most bytes while encoding, 0 is no limit */
	const _Atomic int *interrupt; /* may be NULL */
};

enum { SEARCH_TACTIC_FOUND = 1, SEARCH_TACTIC_NONE = 2 };
struct search_tactic {
	const char *name, *help;
	int concludes; /* SEARCH_TACTIC_FOUND, SEARCH_TACTIC_NONE, or both */
};
const struct search_tactic *search_tactic(enum search_tactic_number number);

struct search;

/* Question and options are copied; what they point to outlives the search. */
struct search *search_open(struct eval *e, struct project *p, const struct question *q,
                           const struct search_options *o);
void search_close(struct search *s);
/* The next solution, if there is one. The evaluator has no values of the names afterwards. */
struct verdict search_next(struct search *s);

/* Does the evaluator find a solution alone, with the effort of the options? Then values[0 .. count-1]. */
bool search_guess(struct eval *e, struct project *p, const struct question *q,
                  const struct search_options *o, value *values);

/* From now on solutions differ from the last one in the names of this list (NULL: all). If
 * `up_to_symmetry`, also from all solutions that arise from it by renaming elements of deferred
 * sets, and others that are alike if the options say `finds_symmetry`. */
void search_exclude_last(struct search *s, struct decl *const *shown, uint32_t count,
                         bool up_to_symmetry);

/* After SEARCH_NONE without excluded solutions, with so much effort: a minimal set of conjuncts that have no solution
 * together (dropping any one of them gives one, within the bounds). Empty if that does not
 * suffice even for a first one; is_minimal tells whether it was minimised to the end. The list lives
 * as long as the search. */
const struct node *const *search_core(struct search *s, uint64_t effort, uint32_t *count,
                                      bool *is_minimal);
/* Then: they have no solution with integers from MININT..MAXINT; nothing is known about others. */
bool search_core_is_near(const struct search *s);

/* What would be solved now, with comments that map variables to names and values. */
bool search_write_dimacs(struct search *s, FILE *out);
/* After SEARCH_NONE: a checked proof that the clauses have no model, see solver_certify. Clauses that break symmetry
 * are its axioms if there are any: `why` says so. That the clauses follow from the conjuncts is not a part of it. */
enum certificate search_certify(struct search *s, struct text *why);
/* Those clauses, for other certificates, if they are what the whole answer rests on; NULL: they are not, and `why` says on what it does. */
struct solver *search_refuted(struct search *s, struct text *why);
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

/* What the files of search/ share among themselves; not for other folders. */
#ifndef SEARCH_INSIDE_H
#define SEARCH_INSIDE_H

#include "encode/encode.h"
#include "search/search.h"

struct simple_conjuncts {
	VEC(const struct node *) list;
	bool was_tried, is_new; /* is_new: they are not the conjuncts themselves */
};

struct search {
	struct arena arena;
	struct eval *eval;
	struct values *values;
	struct project *project;
	struct question question; /* its conjuncts are these: */
	struct search_options options;
	VEC(const struct node *) conjuncts;
	struct simple_conjuncts simple; /* see simplify.c */
	struct circuit *circuit;
	struct solver *solver;
	struct cnf *cnf;
	struct encoder *encoder;
	bool is_broken;        /* inconclusive from now on */
	bool is_contradictory; /* no (further) solution */
	bool has_symmetry;     /* clauses were added that break symmetry */
	value *solution;       /* the last one; NULL: there was none */
	bool has_excluded;
	uint32_t depth;            /* of searches within searches, see branch.c */
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
	struct search *adopted; /* whose circuit this one has now */
	struct cegis *examples; /* that led to the last solution; NULL: it came another way */
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

/* What a solver has done between the two is spent; returns the effort. */
uint64_t budget_spend(struct eval *e, const struct solver_stats *before,
                      const struct solver_stats *after);

/* ---- search.c -------------------------------------------------------------------------------------- */

/* A search within a search; it ends within the slice of the one that starts it. */
struct search *search_start(struct search *parent, const struct question *q, uint64_t effort,
                            uint32_t depth);
bool search_is_complete(const struct search *s);
/* The same question about other conjuncts. */
struct question search_question(const struct search *s, const struct node *const *conjuncts,
                                uint32_t count);
/* The values that the names have now are a solution. */
void search_keep(struct search *s);
struct valuation search_valuation(const struct search *s); /* the last solution */
/* Another conjunct, after a solution was found; the next one is to be found with this effort. False if it must be
 * asked for anew. */
bool search_add(struct search *s, const struct node *n, uint64_t effort);
bool search_is_stopped(const struct search *s);
bool search_is_over(const struct search *s); /* stopped, or at its deadline */
/* It is inconclusive from now on; for the reason of the encoder. */
void search_give_up(struct search *s, const char *reason, struct pos pos);
void search_encoder_failed(struct search *s);
enum search_answer search_confirm(struct search *s); /* of the values that the names have */
enum search_answer search_confirm_values(struct search *s, const struct valuation *v);
/* Is there no solution by a relaxed encoding of these, which every solution satisfies? */
bool search_refutes(struct search *s, struct decl *const *names, uint32_t name_count,
                    const struct node *const *conjuncts, uint32_t count, bool is_abstract,
                    uint64_t effort);

/* ---- violation.c: what must go wrong for values that satisfy the conjuncts --------------------------------- */

bool violation_encode(struct search *s, lit *out);

/* ---- branch.c: other ways where the direct one does not decide --------------------------------------- */

/* SEARCH_FOUND, or SEARCH_NONE if there is none at all; else SEARCH_OPEN. */
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

/* ---- cegis.c: what must hold for all of very many values, said of some --------------------------------- */

/* As branch_search; SEARCH_OPEN at once if nothing is said of all of so many values. */
enum search_answer
cegis_search(struct search *s); /* again for another solution, after cegis_exclude */
void cegis_exclude(struct search *s, struct decl *const *names, uint32_t count, const value *v);
void cegis_close(struct search *s);
/* A quantifier that is about so many values that it is not worth while to try anything else before. */
const struct node *cegis_are_needed(struct search *s);

/* ---- enumerate.c: solutions by the evaluator alone ---------------------------------------------------- */

/* As branch_search. */
enum search_answer enumerate_search(struct search *s);

/* ---- guess.c ------------------------------------------------------------------------------------------ */

/* Gives sets without an equation the least values that the conjuncts seem to allow, and the other names
 * none; sets of integers begin with these. False if there are no such sets. */
bool guess_values(struct search *s, value integers);
/* Gives them the values of names of the same type that equations define. False if there are none. */
bool guess_copies(struct search *s);
/* Numbers n of conditions card(S) = n. */
enum { GUESS_SIZES = 3 };
struct guess_sizes {
	int64_t at[GUESS_SIZES];
	uint32_t count;
};
void guess_find_sizes(struct search *s, struct guess_sizes *out);

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
void variant_add(struct variants *out, const value *v, uint32_t count);
/* All tuples that arise by renaming elements of deferred sets, each once. */
void variant_all(const struct encoder *e, struct values *s, const struct universe *u,
                 struct decl *const *names, const value *v, uint32_t count, struct variants *out);

/* ---- minimise.c: --minimise -------------------------------------------------------------------------- */

typedef enum solver_answer minimise_ask(void *data, lit assumed,
                                        uint64_t effort); /* UINT64_MAX: all that is left */
/* After a model of `base`: one in which nothing of `large` is true that was false, as few as possible. */
enum solver_answer minimise_model(struct eval *e, struct circuit *c, struct cnf *f,
                                  const struct encode_lits *large, lit base, minimise_ask *ask,
                                  void *data);
/* Another solution than the one that was found, as small as can be; the model stays if there is no smaller one. */
enum solver_answer minimise_solution(struct search *s);

#endif

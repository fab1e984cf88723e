/* relate: what operations do to each other, over all states of the chosen set sizes.
 *
 * Everything is one question, P ~>[e] Q: is there a state in which P holds, and from which operation e leads to one in
 * which Q holds (Dobrikov 2018, conditional event feasibility)? The states are all that the hypothesis allows,
 * reachable or not. One encoding of a free state and of a step of each operation answers them all: each model is
 * executed by the evaluator, which then tells for every formula at once what it was before and after, so that one
 * model settles a row of a table; the last "unsatisfiable" proves the rest absent.
 *
 *     struct relate *r = relate_open(&question);
 *     relate_matrix(r);               enabling relations, co-enabled pairs
 *     relate_invariants(r);           which operation can break which conjunct
 *     relate_induct(r);               facts that hold in all reachable states: mutual exclusions
 *     relate_independence(r);         pairs that commute
 *     relate_find(r);                 facts for a person, from all that was done before
 *
 * "Yes" is confirmed by the evaluator and has a witness. "No" holds for the sizes of sets, and where relate_is_cut, for
 * integers from a range (relate_reach) where nothing bounds them. "Unknown" is neither. Nothing is printed. */
#ifndef RELATE_RELATE_H
#define RELATE_RELATE_H

#include "explore/explore.h"
#include "reduce/reduce.h"
#include "solve/solve.h"

enum relate_truth { RELATE_UNKNOWN, RELATE_NO, RELATE_YES };

/* Of which states something is said. Typing conjuncts are those of the invariant that say x : S or x <: S, where S mentions no
 * variable. */
enum relate_hypothesis {
	RELATE_TYPES,     /* typing conjuncts hold */
	RELATE_INVARIANT, /* the whole invariant holds (before the step) */
	RELATE_REACHABLE, /* what relate_induct found to hold in all reachable states */
};

struct relate_question {
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct explore *explore; /* opened with `alone`; its model and evaluator are used */
	enum relate_hypothesis hypothesis;
	enum solver_kind solver;
	uint32_t seed;
	uint64_t conflicts;           /* for each question; 0: RELATE_CONFLICTS */
	const _Atomic int *interrupt; /* may be NULL */
};
enum { RELATE_CONFLICTS = 20000, RELATE_FEW_CONFLICTS = 1000 /* beside other work */ };

struct relate;

/* All that it points to outlives it. */
struct relate *relate_open(const struct relate_question *q);
void relate_close(struct relate *r);

/* Why nothing (relate_is_stuck) or not all is known, with its place; NULL if all is. */
const char *relate_reason(const struct relate *r, struct pos *pos);
bool relate_is_stuck(const struct relate *r);
/* The evaluator contradicts the solver: a bug of bounce. */
bool relate_is_doubtful(const struct relate *r);
bool relate_is_cut(const struct relate *r); /* "no" holds for integers from relate_reach only */
void relate_reach(const struct relate *r, int64_t *low, int64_t *high);
/* Variables that are integers without bounds, and from where they come: x : 0..3, in turn; then NULL. */
const struct node *relate_range(const struct relate *r, uint32_t index);
bool relate_is_cut_elsewhere(const struct relate *r); /* and others come from relate_reach */

struct relate_stats {
	uint64_t questions, models, conflicts; /* solver's answers, those that were models */
};
void relate_stats(const struct relate *r, struct relate_stats *out);

/* ---- the rows and columns -------------------------------------------------------------------------------- */

uint32_t relate_count(const struct relate *r); /* of operations, in the order of the interface */
const struct operation *relate_operation(const struct relate *r, uint32_t operation);
/* As users see it, INITIALISATION after the last one. */
name relate_row_name(const struct relate *r, uint32_t row);
/* Conjuncts of guards, each once; operations that have it: relate_has_conjunct. */
uint32_t relate_conjunct_count(const struct relate *r);
const struct node *relate_conjunct(const struct relate *r, uint32_t conjunct);
/* E = E, or #x.(x : S & E = E), which nobody wrote: it says that E is defined, which the action computes. */
bool relate_is_definedness(const struct relate *r, uint32_t conjunct);
bool relate_has_conjunct(const struct relate *r, uint32_t operation, uint32_t conjunct);
uint32_t relate_invariant_count(const struct relate *r);
const struct node *relate_invariant(const struct relate *r, uint32_t invariant, name *out_name);
bool relate_is_typing(const struct relate *r, uint32_t invariant);

/* ---- fill.c: one question ----------------------------------------------------------------------------------- */

/* What was seen when the answer was yes. */
struct relate_witness {
	uint32_t operation;     /* relate_count(): INITIALISATION; RELATE_NO_STEP: one state only */
	const value *constants; /* of the unknowns of explore_view */
	const value *before, *after; /* of its variables; `before` is NULL for INITIALISATION */
	const value *parameters;     /* of the operation; VALUE_NONE where it is not known */
};
#define RELATE_NO_STEP UINT32_MAX

/* P ~>[operation] Q; P or Q may be NULL: true. *witness (may be NULL) is set where the answer is yes. */
enum relate_truth relate_can(struct relate *r, const struct node *p, uint32_t operation,
                             const struct node *q, const struct relate_witness **witness);

/* ---- matrix.c: enabling relations ----------------------------------------------------------------------------- */

/* How "b is enabled" changes by a step of a: bits of the relation ER(a, b) (Dobrikov, definition 2.9). */
enum relate_change { RELATE_FF, RELATE_FT, RELATE_TF, RELATE_TT, RELATE_CHANGES };

enum relate_class { /* definition 2.10 */
	                RELATE_CLASS_UNKNOWN,
	                RELATE_INFEASIBLE, /* the row: it is never executed */
	                RELATE_IMPOSSIBLE, /* never enabled afterwards */
	                RELATE_GUARANTEED, /* always enabled afterwards */
	                RELATE_KEEP,       /* as before */
	                RELATE_ENABLE,     /* can enable, not disable */
	                RELATE_DISABLE,    /* can disable, not enable */
	                RELATE_TOGGLE,     /* always the other way round */
	                RELATE_POSSIBLE,   /* all of that */
	                RELATE_CLASSES
};
const char *relate_class_name(enum relate_class c);   /* "keep", "can enable", ... */
const char *relate_change_name(enum relate_change c); /* "FF", ... */

void relate_matrix(struct relate *r);
/* After relate_matrix; the row relate_count() is INITIALISATION, of which TF and FF are one, as are TT and FT. */
enum relate_truth relate_change(const struct relate *r, uint32_t row, uint32_t column,
                                enum relate_change c, const struct relate_witness **witness);
enum relate_class relate_class(const struct relate *r, uint32_t row, uint32_t column);
enum relate_truth relate_feasible(const struct relate *r, uint32_t operation);
enum relate_truth relate_coenabled(const struct relate *r, uint32_t a, uint32_t b,
                                   const struct relate_witness **witness);
/* Can a step of the operation (relate_count(): INITIALISATION is not asked) make the conjunct true, or false? */
enum relate_truth relate_makes(const struct relate *r, uint32_t operation, uint32_t conjunct,
                               bool is_true);
/* Does the operation write nothing that the guard of the other reads, by their texts? */
bool relate_is_apart(const struct relate *r, uint32_t row, uint32_t column);

/* ---- invariant.c: who can break what ---------------------------------------------------------------------------- */

enum relate_keep {
	RELATE_KEEP_UNKNOWN,
	RELATE_UNTOUCHED,   /* the operation writes nothing that the conjunct reads, by their texts */
	RELATE_KEEPS_ALONE, /* where the conjunct (and typing) holds, it holds afterwards */
	RELATE_KEEPS,       /* where the whole invariant holds, it holds afterwards: inductive */
	RELATE_BREAKS,      /* not so: with a witness. The state before is perhaps not reachable. */
};
const char *relate_keep_name(enum relate_keep k);

void relate_invariants(struct relate *r);
/* The row relate_count() is INITIALISATION, where RELATE_KEEPS means: it holds in all initial states. */
enum relate_keep relate_keeps(const struct relate *r, uint32_t row, uint32_t invariant,
                              const struct relate_witness **witness);

/* ---- inductive.c: what holds in all reachable states -------------------------------------------------------------- */

/* Of the conjuncts of the invariant, and of all not(c1 & c2) for conjuncts of guards: the largest set that holds in the
 * initial states and is kept by all operations together (Flanagan and Leino 2001, Houdini). */
void relate_induct(struct relate *r);
struct relate_mutex { /* conjuncts of guards that do not hold together */
	uint32_t a, b;
	bool is_trivial; /* in no state of the types */
};
uint32_t relate_mutex_count(const struct relate *r);
struct relate_mutex relate_mutex(const struct relate *r, uint32_t index);
bool relate_is_inductive(const struct relate *r, uint32_t invariant);
/* Are typing conjuncts, too, and was nothing cut? Otherwise all that holds only as long as these are true. */
bool relate_is_closed(const struct relate *r);

/* ---- facts.c: what a person wants to know ------------------------------------------------------------------------- */

enum relate_fact_kind {
	RELATE_FACT_INFEASIBLE,  /* an operation that is never executed, from no state */
	RELATE_FACT_UNREACHABLE, /* an operation that nothing enables: no path in the enabling graph */
	RELATE_FACT_NEVER,       /* a conjunct of a guard that is never true */
	RELATE_FACT_BROKEN, /* a conjunct of the invariant that is not inductive: operations may break it */
	RELATE_FACT_VACUOUS,   /* an implication of the invariant whose left side is never true */
	RELATE_FACT_REDUNDANT, /* a conjunct of a guard that the others and the invariant imply */
	RELATE_FACT_MUTEX,     /* conjuncts of guards that exclude each other in all reachable states */
	RELATE_FACT_UNBREAKABLE, /* a conjunct of the invariant that no operation can break, whatever else is true */
	RELATE_FACTS
};
const char *relate_fact_name(enum relate_fact_kind k); /* "infeasible", ... */

struct relate_fact {
	enum relate_fact_kind kind;
	struct pos pos;
	const char *text;                     /* a sentence without its full stop */
	const struct relate_witness *witness; /* or NULL */
};

/* From all that was asked before; guards and implications are asked about now, with the invariant as hypothesis. */
void relate_find(struct relate *r);
uint32_t relate_fact_count(const struct relate *r);
const struct relate_fact *relate_fact(const struct relate *r, uint32_t index);

/* ---- commute.c: independence ---------------------------------------------------------------------------------------- */

enum relate_independence {
	RELATE_DEPENDENT_UNKNOWN, /* perhaps they are: what has a choice inside is not asked */
	RELATE_DEPENDENT, /* with a witness: in either order something else comes out, or is not possible */
	RELATE_APART,     /* neither writes what the other reads or writes, by their texts */
	RELATE_NOT_TOGETHER,  /* there is no state in which both are enabled */
	RELATE_INDEPENDENT,   /* they commute, from every state in which both are enabled */
	RELATE_BY_PARAMETERS, /* if they have different parameters (of given sets) */
};
const char *relate_independence_name(enum relate_independence i);

/* After relate_matrix. */
void relate_commute(struct relate *r);
enum relate_independence relate_independence(const struct relate *r, uint32_t a, uint32_t b);

/* ---- graph.c: pictures for Graphviz -------------------------------------------------------------------------------- */

enum relate_graph {
	RELATE_GRAPH_ENABLING,     /* who can enable whom (definition 2.13) */
	RELATE_GRAPH_FLOW,         /* who can come after whom (definition 2.12) */
	RELATE_GRAPH_INDEPENDENCE, /* who commutes with whom; after relate_commute */
};
void relate_dot(const struct relate *r, enum relate_graph g, struct text *out);
/* Operations that INITIALISATION, and then operations one after the other, can enable. */
void relate_reachable(const struct relate *r, bool *is_reachable);

/* ---- table.c: for partial order reduction ---------------------------------------------------------------------------- */

/* As explore_options.relate: takes out of the relations what is impossible in all reachable states. The data is a struct
 * relate_question, whose explore and hypothesis are not used. Where what the types say is not inductive, nothing. */
void relate_table(void *data, struct explore *x, struct relation_table *t);

#endif

/* What the files of relate/ share; not for other folders. */
#ifndef RELATE_INSIDE_H
#define RELATE_INSIDE_H

#include "encode/encode.h"
#include "logic/logic.h"
#include "relate/relate.h"

/* ---- variables as bits ------------------------------------------------------------------------------------ */

struct variables { /* of the view, by their places */
	uint64_t *bits;
};

/* ---- atoms: what is told of a state ------------------------------------------------------------------------ */

/* A way through the text of an operation: where all these atoms are true it can be gone. */
struct way {
	uint32_t *conjuncts;
	const struct node **nodes; /* where they stand in this text */
	uint32_t count;
};

/* A predicate, or that an operation is enabled, which the evaluator tells by executing it. */
struct atom {
	const struct node *predicate;    /* NULL: the operation is enabled */
	const struct operation *enabled; /* then */
	name shown;                      /* then: how users see it, with the prefix of its machine */
	struct way *ways;                /* then: it is enabled where one of them can be gone */
	uint32_t way_count;
	bool is_known; /* then: that is so. Otherwise only the evaluator can tell. */
	struct variables reads;
};

struct atom_lits { /* in one state */
	bool is_made;
	bool is_there;  /* the encoder knows it */
	lit is, is_not; /* only to be asserted */
};

/* A step of an operation, of INITIALISATION, or none at all. */
struct step_row {
	bool is_made, is_there;
	struct encode_step step;
	struct encode_state *after;
	struct variables writes;
	struct atom_lits *lits; /* of each atom, after the step */
	uint32_t room;          /* of them */
};

/* ---- questions -------------------------------------------------------------------------------------------- */

struct literal_part { /* the atom is true, or false, before or after the step */
	uint32_t atom;
	bool is_after, is_true;
};

enum { GOAL_PARTS = 3 };
struct goal { /* all parts hold */
	struct literal_part parts[GOAL_PARTS];
	uint32_t count;
	enum relate_truth truth;
	const struct relate_witness *witness;
	lit is;
};

/* Of one state: any of these parts holds. */
struct lemma {
	struct literal_part parts[2];
	uint32_t count;
};
struct lemmas {
	struct lemma *at;
	uint32_t count, room;
};

/* A solver over the circuit of the instance. */
struct row_solver {
	struct solver *solver;
	struct cnf *cnf;
	uint32_t row;
};

/* What a model says, once the evaluator has confirmed it. */
struct seen {
	struct relate_witness *witness;
	int8_t *before, *after; /* of each atom: 0, 1, or SEEN_NOTHING: not asked yet, SEEN_FAILED */
};
enum { SEEN_NOTHING = -1, SEEN_FAILED = -2 };

/* instance.c */
struct relate_instance {
	struct circuit *circuit;
	struct encoder *encoder;
	struct encode_state *now;
	lit constants, typed;
	struct atom_lits *lits; /* of each atom, before the step */
	uint32_t room;
	int64_t low, high; /* where integers come from that nothing bounds */
};

struct relate_gap { /* why something is not known */
	const char *text;
	struct pos pos;
	bool is_stuck, is_doubtful;
};

struct relate_tables {
	struct goal *feasible;         /* [operation] */
	struct goal *changes;          /* [row][column][RELATE_CHANGES], with that of INITIALISATION */
	struct goal *effects;          /* [operation][conjunct][makes true, false] */
	struct goal *coenabled;        /* [a][b], b <= a */
	struct goal *alone, *together; /* [row][invariant]: it is broken, see relate_keeps */
	enum relate_independence *independence; /* [a][b] */
};

/* inductive.c */
struct relate_induction {
	struct relate_mutex *mutexes;
	uint32_t mutex_count;
	bool *is_inductive; /* [invariant] */
	bool is_closed, is_done;
};

struct relate {
	struct relate_question question;
	struct arena arena;
	struct explore_view view;
	uint32_t count; /* of operations */
	uint32_t words; /* of a set of variables */
	VEC(struct atom) atoms;
	/* atoms of guards; those of operations are the first ones */
	uint32_t first_conjunct, conjunct_count;
	uint32_t first_invariant, invariant_count;
	VEC(const struct node *) typing; /* what the free state satisfies: typing conjuncts, ranges */
	VEC(uint32_t) typing_atoms;
	bool has_ranges; /* among them are some that nobody has said */
	struct relate_instance instance;
	struct step_row *rows; /* of operations, then of INITIALISATION */
	struct relate_gap reason;
	struct lemmas invariant, inductive; /* hypotheses */
	struct relate_tables tables;
	struct relate_induction induction;
	VEC(struct relate_fact) facts;
	struct relate_stats stats;
};

/* ---- model.c ------------------------------------------------------------------------------------------------ */

void model_collect(struct relate *r);
bool model_is_definedness(const struct node *n); /* E = E, made where an action needs E */
uint32_t model_add_predicate(struct relate *r, const struct node *n); /* its atom */
/* Of a conjunct of a guard, or of a duty: one atom for all that are alike. */
uint32_t model_add_conjunct(struct relate *r, const struct node *n);
bool model_meet(const struct relate *r, const struct variables *a, const struct variables *b);

/* ---- instance.c: one free state, and a step of each operation ------------------------------------------------- */

bool instance_open(struct relate *r);
void instance_close(struct relate *r);
bool instance_row(struct relate *r, uint32_t row); /* it is encoded; false if that failed */
/* NULL if the encoder does not know the atom there. */
const struct atom_lits *instance_before(struct relate *r, uint32_t atom);
const struct atom_lits *instance_after(struct relate *r, uint32_t row, uint32_t atom);
/* LIT_FALSE if it cannot be told; *is_there says so. */
lit instance_part(struct relate *r, uint32_t row, const struct literal_part *p, bool *is_there);

/* ---- fill.c: questions, answered by models ---------------------------------------------------------------------- */

/* The hypothesis that was chosen; NULL: types. */
const struct lemmas *fill_hypothesis(struct relate *r);
bool fill_open(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
               struct row_solver *out);
void fill_close(struct row_solver *q);
enum solver_answer fill_ask(struct relate *r, struct row_solver *q, lit assumption);
/* All goals that are unknown, in this row. */
void fill_goals(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
                struct goal *const *goals, uint32_t count);
/* All parts together, of any number; *witness (may be NULL) as in relate_can. */
enum relate_truth fill_conjunction(struct relate *r, uint32_t row, const struct lemmas *hypothesis,
                                   const struct literal_part *parts, uint32_t count,
                                   const struct relate_witness **witness);
bool fill_is_stopped(const struct relate *r);

/* ---- confirm.c: the evaluator's word ---------------------------------------------------------------------------- */

/* The last model, executed; false if the evaluator does not confirm it, or cannot tell. */
bool confirm_model(struct relate *r, struct row_solver *q, struct seen *out);
/* 0, 1, or SEEN_FAILED. */
int confirm_atom(struct relate *r, struct seen *s, uint32_t atom, bool is_after);
bool confirm_part(struct relate *r, struct seen *s, const struct literal_part *p);
bool confirm_lemma(struct relate *r, struct seen *s, const struct lemma *c, bool is_after);

#endif

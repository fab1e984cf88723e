/* What the files of the prover share; private to prove/. */
#ifndef PROVE_PROVER_H
#define PROVE_PROVER_H

#include "path/path.h"
#include "prove/prove.h"
#include "search/search.h"

/* A substitution with all that is known of its paths; several obligations share it. */
struct action {
	const struct node *body;
	struct paths paths;
	bool has_paths, was_tried;
};

struct prover {
	struct arena arena;
	struct arena *answers;
	struct project *project;
	struct values *values;
	const struct universe *universe;
	struct explore *explore; /* NULL without a machine */
	struct explore_view view;
	struct eval *eval;
	struct eval_work work; /* of evaluators that are closed */
	struct prover_options options;
	double deadline;                /* of the present obligation, by prover_clock */
	uint64_t effort_end, stage_end; /* of this round about it, and of what is tried now */
	bool was_late;                  /* something was not decided in its time */
	VEC(struct obligation) list;    /* or, if there is a source of their formulas, */
	VEC(struct obligation_label) labels;
	struct obligation_source *source; /* or NULL */
	uint64_t moves;                   /* of the source, that the evaluator knows of */
	VEC(struct action *) actions;
	VEC(struct hypothesis) properties, invariants;
	struct abstraction *abstraction; /* that the machine refines, or NULL; see refinement.h */
	struct map own;                  /* conjuncts, see obligation_is_own */
	struct map contradictory;        /* lists of hypotheses, see contradictory.c */
	struct map solved;               /* parts of questions, see partition.c */
	bool has_explored, is_explored;  /* see reached.c */
	uint32_t explored_depth;         /* all states that so many operations lead to are known, */
	bool knows_depth;                /* if this is true */
	const struct prover_certifier *certifier; /* of what is answered now, or NULL */
};

/* ---- renewal.c: what questions leave behind -------------------------------------------------------------- */

/* Of a prover without a machine. Trees and texts that are made between the two are given back, and with them all that the
 * evaluator knows of them; in between, where that has become much. */
void renewal_begin(struct prover *p, struct project_mark *out);
void renewal_go_on(struct prover *p, struct project_mark *m);
void renewal_end(struct prover *p, const struct project_mark *m);
/* The evaluator and its values. */
void renewal_open(struct prover *p);
void renewal_close(struct prover *p);
void renewal_of_eval(struct prover *p); /* by new ones, that know of no formula */

/* ---- obligation.c: those of a machine ------------------------------------------------------------- */

void obligation_list(struct prover *p);
/* Is it a conjunct of the main machine's invariant, and not of another's? This one has been noted before. */
void obligation_note_own(struct prover *p, const struct node *invariant);
bool obligation_is_own(const struct prover *p, const struct node *conjunct);
bool obligation_may_be_impossible(const struct node *body);

/* assigned.c: has the name a value, whenever the substitution has been executed? False if that is not clear. */
struct action *prover_action(struct prover *p, const struct obligation *o);

/* ---- refute.c: one question at a time ---------------------------------------------------------------- */

struct reply {
	enum search_answer answer;
	struct valuation valuation; /* of SEARCH_FOUND, in p->arena */
	bool is_complete;           /* of SEARCH_NONE, see check.h */
	struct bounds_use use;
	uint32_t
	    small_model; /* of SEARCH_NONE: there is none with larger sets if these have so many elements, see bounds.h; 0: with no sets */
	const char *reason; /* in the arena for answers */
	struct pos pos;
	const struct path *path; /* of SEARCH_FOUND, if it is one that fails */
	uint32_t tactics;        /* that have decided it, by their bits, see obligation_answer */
};

/* A question: values of the names such that the conjuncts are true. */
struct question_parts {
	VEC(struct decl *) names;
	VEC(const struct node *) conjuncts;
};
void parts_clear(struct question_parts *x);
/* Asks, in the time that is left, and clears it; if small values are not wanted, for any. */
struct reply prover_ask_once(struct prover *p, struct question_parts *x,
                             const struct violation *wrong, bool wants_small);

/* Values that satisfy the hypotheses (those of the mask; NULL: all) and refute one of the goals at the end
 * of this path; path NULL: of the body as a whole, or of none. */
struct reply refute_goals(struct prover *p, const struct obligation *o, const bool *mask,
                          const struct path *path, const struct node *const *goals, uint32_t count);
/* The goal is a hypothesis about nothing that changes on the path (NULL: on any). */
bool refute_is_idle(const struct obligation *o, const bool *mask, const struct path *path);
/* Values that refute an obligation of any kind. */
struct reply refute(struct prover *p, const struct obligation *o, const bool *mask);
/* Values for which the hypotheses are true, and the body (if there is one) can be executed. */
struct reply refute_nothing(struct prover *p, const struct obligation *o);

/* contradictory.c: have the hypotheses no solution, with these sizes or with all? */
bool prover_is_contradictory(struct prover *p, const struct obligation *o, bool for_all_sizes,
                             bool *for_maxint);

/* certify.c: the search has found no solution; that is told, if anybody wants to know. */
void certify_question(const struct prover *p, struct search *s);

/* Both replies together: that there is nothing on two paths. */
struct reply reply_and(struct reply a, struct reply b);

/* No name has a value any more. */
void prover_forget(struct prover *p, const struct obligation *o);
/* The eval has these values for the names of the obligation, and no others. */
void prover_use(struct prover *p, const struct obligation *o, const struct valuation *v);
bool prover_is_stopped(const struct prover *p);
double prover_clock(const struct prover *p); /* that limits go by */
/* For what follows there are so many seconds, and so much effort. */
void prover_give_time(struct prover *p, double seconds, uint64_t effort);
bool prover_is_late(const struct prover *p);
/* Of the effort that is left, so many hundredths are for what comes next. */
void prover_give_share(struct prover *p, uint32_t share);
/* What was found at the last moment has a little time left to be confirmed. */
double prover_lend_time(struct prover *p, double seconds);
void prover_answer_alone(struct prover *p, uint32_t index, double seconds, prover_tell *tell,
                         void *data);

/* ---- together.c ------------------------------------------------------------------------------------------ */

bool together_are(const struct obligation *a, const struct obligation *b);
/* Answers these; what they leave open, each alone. */
void together_answer(struct prover *p, uint32_t first, uint32_t count, const double *seconds,
                     prover_tell *tell, void *data);

/* ---- hypotheses.c: one round about an obligation, with the choices of hypotheses.def --------------------- */

void hypotheses_answer(struct prover *p, const struct obligation *o, struct obligation_answer *a);

/* weaken.c: of a question without a solution, as bounds_small_model, with fewer conjuncts if need be. */
uint32_t weaken_small_model(struct prover *p, const struct question *q,
                            const struct search_options *how);

/* ---- derive.c --------------------------------------------------------------------------------------------- */

/* Does the goal of a sequent of Event-B follow from its hypotheses, by the way they are written? */
bool derive_goal(const struct obligation *o);

/* ---- settle.c -------------------------------------------------------------------------------------------- */

/* The answer to an obligation of any kind: what is found is confirmed, what is not found is proved or bounded. */
void settle_answer(struct prover *p, const struct obligation *o, const struct reply *r,
                   struct obligation_answer *a);
/* There is nothing that refutes it. */
void settle_not_refuted(struct prover *p, const struct obligation *o, const struct reply *r,
                        struct obligation_answer *a);

/* ---- premises.c: some of the hypotheses, as masks in p->arena -------------------------------------------- */

bool *premises_near(struct prover *p, const struct obligation *o); /* NULL if these are all */
bool *premises_without_assertions(struct prover *p, const struct obligation *o); /* likewise */
uint32_t premises_few(const struct obligation *o, bool *mask); /* how many these are */
uint32_t premises_selected(const struct obligation *o,
                           bool *mask); /* likewise; without a mask, too */

/* ---- confirm.c --------------------------------------------------------------------------------------- */

/* The values that were found refute the obligation: says the evaluator, which executes the body (on the path
 * that fails, if it is known). The answer gets the values; its status is one of REFUTED, OPEN, DOUBTFUL. */
void confirm_refuted(struct prover *p, const struct obligation *o, const struct reply *found,
                     struct obligation_answer *a);

/* The value of a name, if it has one. */
void confirm_bind(struct prover *p, struct obligation_bindings *to, const struct decl *d);

/* ---- reached.c --------------------------------------------------------------------------------------- */

/* Do runs come to the state of these values? */
void reached_find(struct prover *p, const struct obligation *o, const struct valuation *v,
                  struct obligation_answer *a);

/* ---- core.c ------------------------------------------------------------------------------------------ */

/* A minimal set of hypotheses that have no solution, with these sizes of the sets. */
void core_find(struct prover *p, const struct obligation *o, struct obligation_answer *a);

#endif

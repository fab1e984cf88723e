/* Obligations asked with all sizes of deferred sets that are open, a stage at a time (prove/growth.h): small counterexamples
 * come first, and what is known of smaller sets is merged with what is found now. Nothing is printed. */
#ifndef PROVE_STAGES_H
#define PROVE_STAGES_H

#include "bounds/bounds.h"
#include "prove/prove.h"
#include "search/fit.h"

/* What is known with MININT..MAXINT = -2147483647..2147483647, where the usual range plays a part and nobody has chosen it. */
enum stages_large { LARGE_NOT_ASKED, LARGE_PROVED, LARGE_REFUTED, LARGE_UNKNOWN };

/* An obligation with what is known of it so far. */
/* There may be very many: fields stand so that no room is lost. */
struct judged {
	bool is_selected;   /* it is to be asked; the caller says */
	bool is_final;      /* it is not asked with other sizes */
	bool is_settled;    /* nothing more will be found out */
	bool has_crashed;   /* the process that looked at it: a bug of bounce */
	bool has_induction; /* is it true in all runs, by induction with so many steps? */
	struct obligation_answer
	    *answer; /* in the arena of the stages, perhaps of others, too; NULL: there is none yet */
	uint32_t stage;       /* the last one that was looked at as a whole; 0: none */
	uint32_t small_model; /* the largest of its answers, see obligation_answer */
	uint32_t
	    enough; /* proved for sets of up to so many elements, and therefore for all, see widen.c; or 0 */
	bool any_maxint;  /* INT, NAT or MAXINT play a part; it is proved for any MININT < 0 < MAXINT */
	bool is_of_large; /* the answer: a counterexample to what is proved for the usual range */
	enum stages_large large;
	uint32_t answers;      /* in this stage */
	const char *sizes;     /* of all sets, for the answer */
	double seconds, spent; /* see obligation_answer */
	enum run_proof induction;
	uint32_t steps;
};

static inline enum obligation_status judged_status(const struct judged *j)
{
	return j->answer ? j->answer->status : OBLIGATION_OPEN;
}

/* The machine, with sets of a certain size. */
struct stage {
	struct universe universe;
	struct prover *prover;
};

struct stages_options {
	struct prover_options prover; /* its interrupt ends all stages */
	uint32_t grow;                /* the last stage that is wanted */
	bool finds_cores, tries_induction;
};

/* After each answer. */
typedef void stages_tell(void *data, uint32_t index);

struct stages {
	struct stages_options options;
	struct project *project;
	struct bounds_options bounds;
	struct arena *arena; /* texts of answers */
	stages_tell *tell;
	void *data;
	struct stage first;
	VEC(struct judged) list; /* by the numbers of the obligations of the first prover */
	VEC(struct obligation_answer *) plain; /* that are kept once for all who have them */
	bool grow_together;                    /* sets of open size have the same one */
	struct bounds_fit fit;                 /* to the PROPERTIES */
	const struct fit_question
	    *axioms;           /* hypotheses of all obligations, which sizes are to fit; or NULL */
	bool fits_axioms;      /* some sizes were changed, so that they do */
	uint32_t *first_sizes; /* of the first stage; NULL: one element each */
	const char **why;      /* the sets have these sizes, see struct universe; then MAXINT */
	uint32_t stage;        /* the last one that was looked at: sets have up to so many elements */
	const char *sizes;     /* that are looked at now */
	VEC(uint32_t) tried;   /* the stage and the sizes of all sets, one row after the other */
	struct eval_work work; /* of stages that are closed, in this process */
};

/* The universe fits the PROPERTIES (search/fit.h): stages start from its sizes, unless they are met anyway. Before
 * stages_open, if at all. */
void stages_fit(struct stages *s, const struct universe *u);
/* The first stage, with the obligations of the machine; the rest is zero but for what stands before `first`. Others may be
 * added to its prover (prover_add), if it is bare. Then stages_list makes the list, with nothing selected. False with errors
 * in the diag of the project. To be closed in any case. */
bool stages_open(struct stages *s);
void stages_list(struct stages *s);
void stages_run(struct stages *s); /* all that are selected */
/* Then: all proofs once more, with the sizes that they were found with (prover_certify). */
struct stages_certifier {
	void (*begin)(void *data, uint32_t index, const char *sizes); /* "S = 1", or empty */
	void (*question)(void *data, struct solver *clauses, const char *why);
	void (*end)(void *data, enum obligation_status is);
	void *data;
};
void stages_certify(struct stages *s, const struct stages_certifier *c);
void stages_close(struct stages *s);

/* "S = 1..3" from the first stage on to this one; empty if no size is open. */
void stages_sizes(const struct stages *s, uint32_t stage, struct text *out);
/* Of all stages, in this process. */
void stages_work(const struct stages *s, struct eval_work *sum);

#endif

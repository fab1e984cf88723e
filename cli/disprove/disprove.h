/* What the files of 'bounce disprove' share. Not for other folders. */
#ifndef CLI_DISPROVE_DISPROVE_H
#define CLI_DISPROVE_DISPROVE_H

#include "bounds/bounds.h"
#include "cli/cli.h"
#include "input/input.h"
#include "prove/growth.h"

/* An obligation with what is known of it so far. */
struct judged {
	bool is_selected, is_final;
	bool is_settled;                  /* nothing more will be found out */
	bool has_crashed;                 /* the process that looked at it: a bug of bounce */
	struct obligation_answer *answer; /* in the arena of the disproof; NULL: there is none yet */
	uint32_t stage;                   /* the last one that was looked at as a whole; 0: none */
	uint32_t answers;                 /* in this stage */
	const char *sizes;                /* of all sets, for the answer */
	double seconds;
	/* for the last words: as an obligation and, if it is refuted, as a finding */
	_Atomic(const char *) said, found;
	bool has_induction; /* --induct: is it true in all runs, by induction with so many steps? */
	enum run_proof induction;
	uint32_t steps;
};

/* The machine, with sets of a certain size. */
struct stage {
	struct universe universe;
	struct prover *prover;
	struct origins
	    origin; /* the sequent that each obligation comes from, if they come from sequents */
};

struct disproof {
	struct cli *cli;
	struct model model; /* is read once, for all stages */
	struct bounds_options bounds;
	struct stage first;
	struct arena arena; /* texts of answers */
	struct watch watch;
	struct prover_options options;
	struct sequents sequents; /* in place of a machine's obligations */
	const char *file;         /* that they come from, or NULL */
	uint32_t grow;            /* the last stage that is wanted */
	bool grow_together;       /* sets of open size have the same one */
	struct bounds_fit fit;    /* to the PROPERTIES */
	uint32_t *first_sizes;    /* of the first stage; NULL: one element each */
	const char **why;         /* the sets have these sizes, see struct universe; then MAXINT */
	uint32_t stage;      /* the last one that was looked at: sets have up to so many elements */
	const char *sizes;   /* that are looked at now */
	VEC(uint32_t) tried; /* the stage and the sizes of all sets, one row after the other */
	VEC(struct judged) list;
	bool is_live;                    /* answers are printed as they come */
	uint32_t shown;                  /* the lines of so many obligations are printed */
	uint32_t selected;               /* obligations */
	_Atomic uint32_t known, refuted; /* answered; refuted for good */
	struct last_part last;
	struct eval_work work; /* of stages that are closed, in this process */
	bool shows_progress;
	double next_progress; /* when it is shown again */
};

static inline enum obligation_status judged_status(const struct judged *j)
{
	return j->answer ? j->answer->status : OBLIGATION_OPEN;
}

static inline const struct obligation *disproof_of(const struct disproof *d, uint32_t index)
{
	return prover_obligation(d->first.prover, index);
}

/* ---- disprove_stage.c -------------------------------------------------------------------------------- */

/* With the sizes of d->bounds. False with errors in the diag of the model. */
bool stage_open(struct disproof *d, struct stage *s);
void stage_close(struct disproof *d, struct stage *s);
void disprove_stages(struct disproof *d);
/* Finds bounds for which PROPERTIES have a solution, before any stage; then opens the first one. False with
 * errors in the diag. */
bool disprove_fit(struct disproof *d);
bool disprove_open(struct disproof *d);
/* "S = 1..3" from the first stage on to this one; empty if no size is open. */
void disprove_sizes(const struct disproof *d, uint32_t stage, struct text *out);

/* ---- disprove_workers.c, disprove_wire.c ----------------------------------------------------------- */

/* The same as disprove_stages, with up to so many processes at a time. */
void disprove_with_workers(struct disproof *d, uint32_t count);
/* All that is known of an obligation, for another process. */
void disprove_write(const struct judged *j, struct text *out);
/* Returns how many bytes it takes; 0 if it is not all there. */
size_t disprove_read(const char *at, size_t size, struct arena *arena, struct judged *j);

/* ---- disprove_live.c --------------------------------------------------------------------------------- */

void disprove_begin(struct disproof *d);
void disprove_told(struct disproof *d, struct judged *j); /* after each answer */
void disprove_stop_progress(struct disproof *d);
void disprove_lines(struct disproof *d, struct text *out); /* those that are not printed yet */

/* ---- disprove_last.c --------------------------------------------------------------------------------- */

/* Answers so far are among the last words. */
void disprove_last_begin(struct disproof *d);
void disprove_last_add(struct disproof *d, struct judged *j); /* after each answer */

/* ---- disprove_report.c ------------------------------------------------------------------------------- */

void disprove_list(struct disproof *d);
void disprove_text(struct disproof *d); /* what has not been printed before */
void disprove_line(struct disproof *d, uint32_t index, struct text *out);
void disprove_json(struct disproof *d, const char *verdict);
void disprove_json_one(struct disproof *d, struct json *j, uint32_t index);
void disprove_json_finding(struct disproof *d, struct json *j, uint32_t index); /* if it is one */
/* Why it is open, or none was found within bounds; NULL: that is no question. */
const char *disprove_reason(struct disproof *d, const struct judged *j);
/* The obligation, and the values that refute it. */
void disprove_counterexample(struct disproof *d, uint32_t index, struct text *out);

#endif

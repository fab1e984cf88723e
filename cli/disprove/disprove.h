/* What the files of 'bounce disprove' share. Not for other folders. */
#ifndef CLI_DISPROVE_DISPROVE_H
#define CLI_DISPROVE_DISPROVE_H

#include "bounds/bounds.h"
#include "cli/cli.h"
#include "eventb/eventb.h"
#include "input/input.h"
#include "prove/stages.h"

/* For the last words in JSON about an obligation, as such and, if it is refuted, as a finding; NULL: none. What is said of several,
 * without what they are called, is kept once. */
struct last_words {
	_Atomic(const char *) said, of_several, found;
};

struct disproof {
	struct cli *cli;
	struct model model; /* is read once, for all stages */
	struct bounds_options bounds;
	struct stages stages;
	struct arena arena; /* texts of answers */
	struct watch watch;
	struct rodin_statuses rodin;     /* --status */
	struct sequents sequents;        /* in place of a machine's obligations */
	struct origins origin;           /* the sequent that each obligation comes from */
	const char *file;                /* that they come from, or NULL */
	struct last_words *words;        /* of each obligation; NULL without --json */
	struct names of_several;         /* texts of its members */
	bool *is_known;                  /* has it been answered? */
	bool is_live;                    /* answers are printed as they come */
	uint32_t shown;                  /* the lines of so many obligations are printed */
	uint32_t unlisted;               /* proved, and one of many: see disprove_live.c */
	uint32_t selected;               /* obligations */
	_Atomic uint32_t known, refuted; /* answered; refuted for good */
	struct last_part last;
	bool shows_progress;
	double next_progress; /* when it is shown again */
};

static inline struct obligation_label disproof_label(const struct disproof *d, uint32_t index)
{
	return prover_label(d->stages.first.prover, index);
}

/* With formulas, until those of another one are asked for. */
static inline const struct obligation *disproof_formulas(const struct disproof *d, uint32_t index)
{
	return prover_formulas(d->stages.first.prover, index);
}

/* ---- disprove_rodin.c ---------------------------------------------------------------------------------- */

/* --status: of M.bpo at this path. Errors are in the diag of the model. */
void disprove_read_status(struct disproof *d, const char *path);
/* --only: false with a usage message. */
bool disprove_check_only(const struct disproof *d);
bool disprove_is_pending(const struct disproof *d, const char *obligation);
void disprove_rodin_table(struct disproof *d, struct text *out);

/* ---- disprove_workers.c, disprove_wire.c ----------------------------------------------------------- */

/* The same as stages_run, with up to so many processes at a time. */
void disprove_watch_steps(struct disproof *d);
void disprove_with_workers(struct disproof *d, uint32_t count);
/* All that is known of an obligation, for another process. */
void disprove_write(const struct judged *j, struct text *out);
/* Returns how many bytes it takes; 0 if it is not all there. */
size_t disprove_read(const char *at, size_t size, struct arena *arena, struct judged *j);

/* ---- disprove_certify.c ---------------------------------------------------------------------------------- */

/* Certificates of all that is proved, and a note about them. An exit code. */
int disprove_certify(struct disproof *d);

/* ---- disprove_live.c --------------------------------------------------------------------------------- */

void disprove_begin(struct disproof *d);
void disprove_told(struct disproof *d, uint32_t index); /* after each answer */
void disprove_stop_progress(struct disproof *d);
void disprove_lines(struct disproof *d, struct text *out); /* those that are not printed yet */

/* ---- disprove_last.c --------------------------------------------------------------------------------- */

/* Answers so far are among the last words. */
void disprove_last_open(struct disproof *d);
void disprove_last_close(struct disproof *d);
void disprove_last_begin(struct disproof *d);
void disprove_last_add(struct disproof *d, uint32_t index); /* after each answer */

/* ---- disprove_report.c ------------------------------------------------------------------------------- */

void disprove_list(struct disproof *d);
void disprove_text(struct disproof *d); /* what has not been printed before */
void disprove_line(struct disproof *d, uint32_t index, struct text *out);
/* Why it is open, or none was found within bounds; NULL: that is no question. */
const char *disprove_reason(struct disproof *d, const struct judged *j);
/* The obligation, and the values that refute it. */
void disprove_counterexample(struct disproof *d, uint32_t index, struct text *out);
/* How many have each status; of all kinds if kind < 0. */
void disprove_count(const struct disproof *d, int kind, uint32_t *out);
/* In the file that the sequent comes from, if it does. */
struct sequent_place disprove_sequent_place(const struct disproof *d, uint32_t index);
const char *disprove_operation(const struct obligation *o);

/* disprove_range.c: on which MININT..MAXINT it rests. */
void disprove_range(const struct disproof *d, const struct judged *j, struct text *out);
void disprove_contradiction(const struct disproof *d, const struct judged *j, struct text *out);
void disprove_range_of_values(const struct judged *j, struct text *out);
void disprove_note_range(const struct disproof *d, const struct judged *j, struct text *out);
void disprove_count_range(const struct disproof *d, struct text *out);
void disprove_json_range(struct json *j, const struct judged *x);

/* ---- disprove_json.c --------------------------------------------------------------------------------- */

void disprove_json(struct disproof *d, const char *verdict);
void disprove_json_one(struct disproof *d, struct json *j, uint32_t index);
/* What is proved, or none within bounds: without name, kind, place and time. */
void disprove_json_proved(struct disproof *d, struct json *j, uint32_t index);
void disprove_json_finding(struct disproof *d, struct json *j, uint32_t index); /* if it is one */

#endif

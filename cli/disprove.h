/* What the files of 'bounce disprove' share. Not for other folders. */
#ifndef CLI_DISPROVE_H
#define CLI_DISPROVE_H

#include "bounds/bounds.h"
#include "check/obligation.h"
#include "cli/cli.h"
#include "cli/sequent.h"

/* An obligation with what is known of it so far. */
struct judged {
	bool is_selected, is_final, is_answered;
	struct obligation_answer answer;
	uint32_t stage;  /* of the answer: sets of open size have so many elements */
	uint32_t proved; /* the last stage for which it was proved, 0: none */
	double seconds;
};

/* The machine, with sets of a certain size. */
struct stage {
	struct model *model;
	struct universe universe;
	struct values *values;
	struct prover *prover;
};

struct disproof {
	struct cli *cli;
	struct model model; /* the first one: names and places are from here */
	struct bounds_options bounds;
	struct stage first;
	struct arena arena; /* texts of answers */
	struct watch watch;
	struct prover_options options;
	struct sequents sequents; /* in place of a machine's obligations */
	const char *file;         /* that they come from, or NULL */
	uint32_t grow;            /* the last stage that is wanted */
	uint32_t stage;           /* the one that is looked at, or was looked at last */
	VEC(struct judged) list;
	bool shows_progress;
};

static inline const struct obligation *disproof_of(const struct disproof *d, uint32_t index)
{
	return prover_obligation(d->first.prover, index);
}

/* ---- sequent.c --------------------------------------------------------------------------------------- */

/* Adds the sequent to the obligations of the stage, with all names that are free in it. False with errors
 * in the diag. */
bool sequent_add(struct stage *s, const struct sequent *q);

/* disprove_report.c */
void disprove_list(struct disproof *d);
void disprove_text(struct disproof *d);
void disprove_json(struct disproof *d, const char *verdict);
/* The obligation, and the values that refute it. */
void disprove_counterexample(struct disproof *d, uint32_t index, struct text *out);
/* disprove_junit.c; false with a message printed if the file cannot be written */
bool disprove_junit(struct disproof *d, const char *path);
/* "S = 2", or "S = 1..3" from the first stage on; empty if no size is open. */
void disprove_sizes(const struct disproof *d, bool from_first, uint32_t stage, struct text *out);

#endif

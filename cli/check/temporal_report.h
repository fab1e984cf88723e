/* Verdicts on temporal formulas, as text and as JSON. Not for other folders. */
#ifndef CLI_CHECK_TEMPORAL_REPORT_H
#define CLI_CHECK_TEMPORAL_REPORT_H

#include "cli/check/findings.h"
#include "temporal/temporal.h"

/* The whole answer of `ltl`, with --trace-out; returns the exit code. */
int temporal_report(struct findings *f, struct temporal_session *s,
                    const struct temporal_properties *list);
/* "formulas":[...], for whoever has other things to say, too; and the same as text. */
void temporal_report_json(struct findings *f, struct json *j, const struct temporal_session *s,
                          const struct temporal_properties *list);
void temporal_report_text(struct findings *f, const struct temporal_session *s,
                          const struct temporal_properties *list, struct text *out);
/* temporal_part.c: ASSERT_LTL and ASSERT_CTL of the machine, for `explore` and `check`, after these have their answer: they
 * get as many states and seconds at most. What is violated makes the verdict so, and nothing is proved while something is
 * not decided. Takes the exit code so far, and returns that of all. */
int temporal_part_ask(struct findings *f, int code);
void temporal_part_close(struct findings *f);
void temporal_part_json(struct findings *f, struct json *j);
void temporal_part_text(struct findings *f, struct text *out);
/* The tasks of a .prob2project file for this machine. */
bool temporal_report_tasks(struct model *m, const char *path, struct temporal_properties *out);

const char *temporal_report_word(enum temporal_answer a);

/* temporal_last.c: the answers so far, if the process must end at once between these two. */
struct temporal_last {
	struct last_part part;
	const struct temporal_session *session;
	const char **heads; /* by formula what is written before its verdict */
	uint32_t count;
};
void temporal_last_begin(struct temporal_last *l, struct findings *f,
                         const struct temporal_session *s, const struct temporal_properties *list);
void temporal_last_end(void);

#endif

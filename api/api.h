/* What the files of api/ share. Not for other folders: those outside include api/bounce.h. */
#ifndef API_API_H
#define API_API_H

#include "api/bounce.h"
#include "bounds/bounds.h"

#include <stdatomic.h>

struct bounce {
	struct names names;
	struct diag diag;
	struct project *project;
	struct strings search; /* directories, then NULL */
	struct bounds_options bounds;
	struct universe universe;
	struct text messages, notes;
	double seconds;
	size_t megabytes;
	bool is_good, is_broken;     /* it can be asked; an internal error has left it in pieces */
	_Atomic bool is_interrupted; /* by bounce_interrupt, since the question began */
};

/* ---- work.c: a question on a thread of its own, within limits ---------------------------------------- */

enum work_end {
	WORK_DONE,
	WORK_INTERRUPTED, /* and done */
	WORK_LATE,
	WORK_LARGE,
	WORK_BROKEN,    /* an internal error: its text */
	WORK_NO_MEMORY, /* there was none left, or no thread */
};

/* What the work looks at: it is to end when a flag is not 0. */
struct work_flags {
	_Atomic int stop;
	_Atomic int turn; /* the same; the work may set it for itself */
};

struct work {
	void (*run)(struct work *w);
	void *data;
	double seconds; /* 0: no limit */
	size_t megabytes;
	const _Atomic bool *interrupt; /* may be NULL */
	struct work_flags flags;
	_Atomic int stopped; /* enum work_end: why the flags were raised */
	struct text error;   /* of WORK_BROKEN; to be cleared */
};

enum work_end work_run(struct work *w);
/* In words, what has ended it; NULL: it has come to its end. */
const char *work_reason(enum work_end end);

/* ---- answer.c ------------------------------------------------------------------------------------------ */

struct bounce_answer {
	struct arena arena;
	enum bounce_verdict verdict;
	bool is_complete;
	const char *summary, *bounds, *messages; /* never NULL */
	VEC(struct bounce_finding) findings;     /* what they point to is in the arena */
};

struct values;
struct eval_bindings;

struct bounce_answer *answer_new(void); /* NULL: no memory */
/* The answer to a question that cannot be asked of this machine, or NULL. */
struct bounce_answer *answer_refuse(const struct bounce *b);
void answer_bounds(struct bounce_answer *a, const struct universe *u);
void answer_place(struct bounce_answer *a, struct diag *d, struct pos pos,
                  struct bounce_finding *out);
struct bounce_bindings answer_bindings(struct bounce_answer *a, struct values *s,
                                       const struct universe *u, const struct eval_bindings *list);
/* Runs the work, which fills in the answer. If it could not come to an end, the answer says so, and the machine may be of no
 * use any more. */
void answer_ask(struct bounce_answer *a, struct bounce *b, void (*run)(struct work *w), void *data);

#endif

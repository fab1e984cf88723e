/* bounce as a library: open a machine, ask, read the answer.
 *
 *     struct bounce *b = bounce_open("lift.mch", NULL);
 *     struct bounce_answer *a = bounce_check(b, NULL);
 *     puts(bounce_summary(a));
 *     for (const struct bounce_finding *f = bounce_finding(a, 0); f && f->step_count; f = NULL)
 *         puts(f->steps[f->step_count - 1].operation);
 *     bounce_answer_free(a);
 *     bounce_close(b);
 *
 * (docs/examples/example.c is a whole program; cc example.c $(pkg-config --cflags --static --libs bounce)).
 *
 * Answers are those of the command line, found by the same code: whatever a solver finds was confirmed by an evaluator that
 * shares nothing with it, and what an answer depends on is said in its summary. A question runs on a thread of its own
 * with a large stack, while the caller waits; no signal handler is set and nothing is printed. Several threads may ask, each its own
 * machine; they wait for each other, since not all libraries beneath are made for threads. bounce_interrupt may be called by anybody.
 * An internal error or a lack of memory is an answer like others; after it the machine takes no more questions.
 *
 * The names here stay as they are for all versions of the same major number: members are added at the end of structures
 * that the caller only reads, and `size` tells a newer library how much of a structure an older caller knows. */
#ifndef API_BOUNCE_H
#define API_BOUNCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BOUNCE_MAJOR 0
#define BOUNCE_MINOR 1
#define BOUNCE_PATCH 0
#define BOUNCE_VERSION "0.1.0"

const char *bounce_version(void); /* of the library; BOUNCE_VERSION is that of the header */

/* ---- machines ------------------------------------------------------------------------------------ */

struct bounce;

/* All zero but for `size` means what the command line does without options. */
struct bounce_options {
	size_t size;                /* sizeof(struct bounce_options) */
	const char *const *include; /* directories to look for machines in, then NULL; or NULL */
	const char *component;      /* which one of a folder or archive of Event-B; or NULL */
	const char *const *cards;   /* sizes of sets, "PROC=3", then NULL; or NULL */
	const char *integers;       /* MININT..MAXINT, "-1..7"; or NULL */
	double seconds;             /* the most that a question takes; 0: 60 */
	size_t megabytes; /* the most memory that the process may use meanwhile; 0: no limit */
};

/* Reads the file and all that it refers to: classical B, or Event-B (.bum, .buc, .eventb, a folder, a .zip).
 * NULL only if there is no memory; whether it can be asked about tells bounce_is_good. */
struct bounce *bounce_open(const char *path, const struct bounce_options *o);
/* The same of a text of classical B, shown as this file. */
struct bounce *bounce_open_text(const char *path, const char *text, const struct bounce_options *o);
void bounce_close(struct bounce *b); /* NULL is allowed; answers live on */

bool bounce_is_good(const struct bounce *b);
/* Errors and warnings as the command line prints them, `file:line:column: error: ...`; "" if there are none. */
const char *bounce_messages(const struct bounce *b);
const char *bounce_name(const struct bounce *b); /* of the machine; "" if there is none */

/* From any thread, or from a signal handler: the question that is being asked ends soon, as inconclusive. */
void bounce_interrupt(struct bounce *b);

/* ---- questions ----------------------------------------------------------------------------------- */

struct bounce_answer; /* to be freed; NULL only if there is no memory */

struct bounce_check_options {
	size_t size;      /* sizeof(struct bounce_check_options) */
	unsigned depth;   /* the most operations of a run; 0: as many as time allows */
	const char *goal; /* a predicate: a state in which it is true is looked for, too; or NULL */
	bool goes_on;     /* after a fault: one for each kind and conjunct */
	bool is_strict;   /* expressions without a value are faults, not warnings */
	bool is_alone;    /* a refinement without its abstractions */
};

/* Is there a run that breaks the invariant, deadlocks, violates a precondition, ...? The verdict is BOUNCE_HOLDS,
 * BOUNCE_VIOLATED or BOUNCE_INCONCLUSIVE; findings have runs. Temporal assertions are not looked at: the summary counts them. */
struct bounce_answer *bounce_check(struct bounce *b, const struct bounce_check_options *o);

/* Values of the constants that satisfy PROPERTIES, and of names that satisfy a predicate (which may use the sets and constants
 * of the machine; constants are unknowns, restricted by PROPERTIES), up to `most` of them (0: one). The verdict is BOUNCE_FOUND,
 * BOUNCE_NONE or BOUNCE_INCONCLUSIVE; each finding is a solution, its only step has the values. */
struct bounce_answer *bounce_constants(struct bounce *b, unsigned most);
struct bounce_answer *bounce_solve(struct bounce *b, const char *predicate, unsigned most);

/* ---- answers ------------------------------------------------------------------------------------- */

enum bounce_verdict {
	BOUNCE_HOLDS,        /* no fault: see bounce_is_complete */
	BOUNCE_VIOLATED,     /* at least one */
	BOUNCE_FOUND,        /* at least one solution */
	BOUNCE_NONE,         /* no solution: see bounce_is_complete */
	BOUNCE_INCONCLUSIVE, /* a limit, or something that is not supported: the summary says which */
	BOUNCE_WRONG_INPUT, /* of the machine, an option or the predicate: bounce_messages of the answer */
	BOUNCE_INTERNAL,    /* a bug of bounce */
};

enum bounce_severity { BOUNCE_NOTE, BOUNCE_WARNING, BOUNCE_ERROR };

struct bounce_binding {
	const char *name, *value; /* as B writes it */
};

struct bounce_bindings {
	const struct bounce_binding *at;
	size_t count;
};

struct bounce_step {
	const char
	    *operation; /* "SETUP_CONSTANTS", "INITIALISATION", or an operation; of a solution "" */
	struct bounce_bindings parameters, results;
	struct bounce_bindings state; /* after it: all variables, or the constants */
};

struct bounce_finding {
	enum bounce_severity severity;
	const char *kind;    /* "invariant", "deadlock", ... as --find has them; "solution" */
	const char *message; /* "invariant inv4 is false: count <= size_max" */
	const char *file;    /* where, or NULL */
	unsigned line, column;
	const struct bounce_step *steps;
	size_t step_count;
};

void bounce_answer_free(struct bounce_answer *a); /* NULL is allowed */
enum bounce_verdict bounce_verdict(const struct bounce_answer *a);
/* One line: "proved (for these set sizes): no fault in any state". */
const char *bounce_summary(const struct bounce_answer *a);
/* Does "holds" or "none" say something of all runs or solutions, for the sizes of sets that bounce_bounds names? */
bool bounce_is_complete(const struct bounce_answer *a);
const char *bounce_bounds(const struct bounce_answer *a); /* "PROC = 3, MININT..MAXINT = -1..3" */
const char *
bounce_answer_messages(const struct bounce_answer *a); /* of a predicate that is wrong; "" */
const struct bounce_finding *bounce_finding(const struct bounce_answer *a,
                                            size_t index); /* or NULL */

#ifdef __cplusplus
}
#endif

#endif

/* child: bounce as a child process, for 'bounce run' and for several files in one call. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include "cli/cli.h"

#include <sys/types.h>

struct child_outcome { /* of a child that has ended */
	int status;        /* as waitpid gives it */
	bool is_late;      /* killed at its time limit */
	bool is_noisy;     /* killed because it printed too much */
	struct text out, err;
};

struct child {
	pid_t pid;
	int out, err;    /* memory files that take its output */
	double limit;    /* of processor time */
	double deadline; /* of report_clock, for a child that waits for something */
	bool is_late, is_noisy;
};

/* Starts this very program in the directory with the words (then NULL), in a process group of its
 * own and without input. False if the system refuses, with errno. */
bool child_start(struct child *c, const char *directory, char *const *words, double limit);
/* True once the child has ended; then `out` has what it left and is to be cleared. A child that
 * is late or prints too much is killed on the way. */
bool child_ended(struct child *c, struct child_outcome *out);
void child_kill(struct child *c); /* with all its own children; waits for it */
void child_clear(struct child_outcome *o);

#endif

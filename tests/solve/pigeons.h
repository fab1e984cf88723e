/* Clauses that are hard, and what tests of solve/ look at. */
#ifndef TESTS_SOLVE_PIGEONS_H
#define TESTS_SOLVE_PIGEONS_H

#include "solve/solve.h"

#include <errno.h>
#include <sys/wait.h>
#include <time.h>

enum { EASY = 6, HARD = 14 }; /* pigeons */

/* `count` pigeons in one hole less. */
static inline void add_pigeons(struct solver *s, int count)
{
	int holes = count - 1;
	for (int p = 0; p < count; p++) {
		for (int h = 1; h <= holes; h++) solver_add(s, p * holes + h);
		solver_add(s, 0);
	}
	for (int h = 1; h <= holes; h++)
		for (int p = 0; p < count; p++)
			for (int q = 0; q < p; q++)
				solver_clause(s, (const int[]){-(p * holes + h), -(q * holes + h)}, 2);
}

static inline double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline bool has_children(void) { return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD; }

#endif

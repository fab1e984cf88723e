/* budget: effort that a search and its attempts may take. Effort is counted (eval_effort), so that the same question has
 * the same answer on any machine; the clock (eval_clock, which may count effort, too) and an interrupt are the outer limit
 * only. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "eval/eval.h"
#include "solve/solve.h"

struct budget {
	struct eval *eval;            /* counts */
	uint64_t end;                 /* of the whole, as eval_effort counts; UINT64_MAX: no limit */
	uint64_t slice, slice_end;    /* of the attempt that runs now */
	double deadline;              /* of eval_clock; INFINITY: none */
	const _Atomic int *interrupt; /* may be NULL */
};

/* No effort and no seconds are no limit. */
struct budget budget_open(struct eval *e, uint64_t effort, double seconds,
                          const _Atomic int *interrupt);
/* A part of it, for what is asked within an attempt. */
struct budget budget_part(const struct budget *whole, uint64_t effort);
/* A new slice, which ends with the whole. */
void budget_give(struct budget *b, uint64_t effort);
uint64_t budget_left(const struct budget *b);       /* of the slice */
bool budget_is_stopped(const struct budget *b);     /* interrupted */
bool budget_is_over(const struct budget *b);        /* interrupted, or at the deadline */
double budget_deadline(const struct budget *b);     /* 0: none */
double budget_seconds_left(const struct budget *b); /* 0: no limit */

/* What a solver may take: no seconds where effort takes their place, and no more than is left of that. */
struct solver_limits budget_of_solver(struct eval *e, const struct solver_limits *wanted);
/* What a solver has done between the two is spent; returns the effort. */
uint64_t budget_spend(struct eval *e, const struct solver_stats *before,
                      const struct solver_stats *after);

#endif

/* Effort, time and interrupts. */
#include "search/budget.h"

#include <math.h>

struct budget budget_open(struct eval *e, uint64_t effort, double seconds,
                          const _Atomic int *interrupt)
{
	struct budget b = {.eval = e, .interrupt = interrupt};
	b.deadline = seconds > 0 ? eval_clock(e) + seconds : INFINITY;
	b.end = effort ? eval_effort(e) + effort : UINT64_MAX;
	budget_give(&b, UINT64_MAX);
	return b;
}

struct budget budget_part(const struct budget *whole, uint64_t effort)
{
	struct budget b = *whole;
	uint64_t left = budget_left(whole);
	b.end = eval_effort(whole->eval) + (effort < left ? effort : left) + 1;
	budget_give(&b, UINT64_MAX);
	return b;
}

void budget_give(struct budget *b, uint64_t effort)
{
	uint64_t now = eval_effort(b->eval), end = now + effort;
	b->slice = effort;
	b->slice_end = end < now || end > b->end ? b->end : end;
}

uint64_t budget_left(const struct budget *b)
{
	uint64_t now = eval_effort(b->eval);
	return b->slice_end > now ? b->slice_end - now : 0;
}

bool budget_is_stopped(const struct budget *b) { return b->interrupt && *b->interrupt; }

bool budget_is_over(const struct budget *b)
{
	return budget_is_stopped(b) || (!isinf(b->deadline) && eval_clock(b->eval) >= b->deadline);
}

double budget_deadline(const struct budget *b) { return isinf(b->deadline) ? 0 : b->deadline; }

double budget_seconds_left(const struct budget *b)
{
	double left = b->deadline - eval_clock(b->eval);
	return isinf(left) ? 0 : left > 0.001 ? left : 0.001;
}

struct solver_limits budget_of_solver(struct eval *e, const struct solver_limits *wanted)
{
	struct solver_limits l = *wanted;
	uint64_t left = eval_effort_left(e);
	if (!eval_counts_effort(e)) return l;
	double seconds = l.seconds > 0 ? l.seconds * EVAL_EFFORT_PER_SECOND : INFINITY;
	if (seconds < (double)left) left = (uint64_t)seconds;
	bool is_all = left == UINT64_MAX || (l.effort && l.effort <= left);
	if (!is_all) l.effort = left + 1; /* 0 would be no limit */
	l.seconds = 0;
	return l;
}

uint64_t budget_spend(struct eval *e, const struct solver_stats *before,
                      const struct solver_stats *after)
{
	struct eval_work more = {.effort = after->effort - before->effort,
	                         .conflicts = after->conflicts - before->conflicts,
	                         .propagations = after->propagations - before->propagations};
	eval_spend_work(e, &more);
	return more.effort;
}

#include "solve/inside.h"

#include <math.h>

double solver_watch_clock(void) { return base_clock(); }

void solver_watch_start(struct solver_watch *w, const struct solver_limits *l,
                        const _Atomic int *interrupt)
{
	w->deadline = l && l->seconds > 0 ? solver_watch_clock() + l->seconds : INFINITY;
	w->interrupt = interrupt;
}

static bool is_interrupted(const struct solver_watch *w) { return w->interrupt && *w->interrupt; }

bool solver_watch_is_over(const struct solver_watch *w)
{
	return is_interrupted(w) || (w->deadline < INFINITY && solver_watch_clock() >= w->deadline);
}

bool solver_watch_can_end(const struct solver_watch *w)
{
	return w->interrupt || w->deadline < INFINITY;
}

const char *solver_watch_reason(const struct solver_watch *w)
{
	return is_interrupted(w) ? "it was interrupted" : "the time limit was reached";
}

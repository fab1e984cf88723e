/* Whether what is written only grows or only shrinks. Private to reduce/. */
#ifndef REDUCE_TREND_H
#define REDUCE_TREND_H

#include "reduce/reduce.h"

/* How a predicate may change by a step, as bits. */
enum { TREND_TO_TRUE = 1, TREND_TO_FALSE = 2, TREND_ANY = 3 };

/* Of a predicate that always has a value, by the action of an operation that touches these places. */
unsigned trend_judge(const struct node *predicate, const struct node *action,
                     const struct footprint *touched);

#endif

/* simplex: do linear inequalities over rationals contradict each other, and which of them? Nothing of B. */
#ifndef SEARCH_LAWS_SIMPLEX_H
#define SEARCH_LAWS_SIMPLEX_H

#include "base/base.h"

struct simplex;

struct simplex *simplex_open(struct arena *a);
void simplex_close(struct simplex *s);

uint32_t simplex_variable(struct simplex *s);
/* A variable that is this sum of others (which are no sums themselves). */
struct simplex_term {
	uint32_t variable;
	int64_t factor;
};
uint32_t simplex_sum(struct simplex *s, const struct simplex_term *terms, uint32_t count);

/* From now on no variable has bounds. */
void simplex_forget_bounds(struct simplex *s);
/* `tag` is not 0 and stands for the bound in a conflict. */
void simplex_at_most(struct simplex *s, uint32_t variable, int64_t bound, int tag);
void simplex_at_least(struct simplex *s, uint32_t variable, int64_t bound, int tag);

enum simplex_answer {
	SIMPLEX_POSSIBLE,
	SIMPLEX_CONFLICT, /* of the bounds with the tags of simplex_conflict */
	SIMPLEX_OPEN,     /* numbers have become too large, or there were too many steps */
};
/* `steps` are pivots: counted down. */
enum simplex_answer simplex_check(struct simplex *s, uint32_t *steps);
const int *simplex_conflict(const struct simplex *s, uint32_t *count);
/* After SIMPLEX_POSSIBLE: a variable that is no sum and whose value is no integer, and that value rounded down; false: there is
 * none. */
bool simplex_fraction(const struct simplex *s, uint32_t *variable, int64_t *below);

#endif

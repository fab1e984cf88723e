/* Sets of integers as spans, for the files of eval/lazy; spans.c has the rest. */
#ifndef EVAL_LAZY_SPANS_H
#define EVAL_LAZY_SPANS_H

#include "eval/inside.h"

typedef __int128 wide;
#define INFINITE ((wide)1 << 100)

struct open_span {
	wide low, high; /* -INFINITE and INFINITE: there is no end */
};

struct spans { /* in order, with a gap between neighbours */
	struct open_span *at;
	uint32_t count, room;
	uint32_t depth; /* of the text that is looked at */
};

void spans_one(struct spans *s, wide low, wide high);
void spans_unite(struct spans *s, const struct spans *with);
void spans_complement(struct spans *s);
void spans_intersect(struct spans *s, struct spans *with); /* `with` is changed, too */
/* Exactly those of the set, and those of which the condition holds; false if they are not known, perhaps with a
 * failure. Both are for empty spans. */
bool spans_of_set(struct eval *e, const struct node *set, struct spans *out);
bool spans_of_condition(struct eval *e, const struct node *n, const struct decl *d,
                        struct spans *out);

/* Is n the name, plus or minus numbers that are written down? Their sum in *plus. */
bool spans_shift(const struct node *n, const struct decl *d, int64_t *plus);

#endif

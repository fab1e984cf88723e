/* extent: what values an expression may have where only the extent of its names is known. For the files of eval/lazy. */
#ifndef EVAL_LAZY_EXTENT_H
#define EVAL_LAZY_EXTENT_H

#include "eval/lazy/spans.h"

enum { EXTENT_NAMES = 6, EXTENT_SPANS = 8, EXTENT_FUNCTIONS = 8 };

struct extent_name { /* an integer of these spans, or an element of the set */
	const struct decl *decl;
	bool is_integer;
	struct open_span at[EXTENT_SPANS];
	uint32_t count;
	const struct node *set; /* NULL: of its type, whatever that is */
	bool has_elements;      /* a set or sequence that is not empty */
};

/* A function that may be called: it is defined exactly for these arguments, and has such values. */
struct extent_function {
	const struct decl *decl;
	struct extent_name domain[EXTENT_NAMES];
	uint32_t count;
	struct open_span result; /* of integers */
};

/* A place in a text. Calls of these functions are allowed if argument `descends` is closer to an end than the name of that
 * number: the claim about them may be assumed there, by induction. */
struct extent {
	struct eval *e;
	struct extent_name names[EXTENT_NAMES];
	uint32_t count;
	const struct extent_function *functions;
	uint32_t function_count, descends, depth;
};

/* Has n a value, whatever values the names have? For integers `out` has all that it may be. False if that is not known,
 * without a failure. */
bool extent_of(const struct extent *x, const struct node *n, struct open_span *out);
/* Only where the condition holds, or does not; what has no such form is left out. */
void extent_restrict(struct extent *x, const struct node *condition, bool holds);
bool extent_is_empty(const struct extent *x); /* there is no such place */
/* Of a name, exactly those of which the condition holds; false if they are not known. */
bool extent_narrow(struct extent *x, uint32_t at, const struct node *condition, bool holds);
/* The only name that n mentions, or count: none or several. */
/* The argument of a call at this place of `count`; NULL if it is not written out. */
const struct node *extent_argument(const struct node *call, uint32_t place, uint32_t count);
uint32_t extent_only_name(const struct extent *x, const struct node *n);
void extent_whole(struct extent_name *to, const struct decl *d);
bool extent_is_within(const struct extent_name *a, const struct extent_name *b); /* integers */

#endif

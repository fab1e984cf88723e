/* bounds: how large the given sets are, and from where integers are drawn.
 *
 * B leaves the size of a deferred set open; bounce works with finite sets. This folder decides on
 * a size for each of them from what the machine says and what the user says, and fills a struct
 * universe of eval/ with it. It prints nothing. */
#ifndef BOUNDS_BOUNDS_H
#define BOUNDS_BOUNDS_H

#include "base/base.h"
#include "eval/eval.h"
#include "syntax/syntax.h"

enum {
	BOUNDS_DEFAULT_SIZE = 2, /* of a deferred set of which nothing is known */
	BOUNDS_MININT = -1,
	BOUNDS_MAXINT = 3,
	BOUNDS_LARGEST_SET = 0x3ffff, /* elements that a given set may have */
};

/* ---- what the user says ------------------------------------------------------------------------ */

struct bounds_card { /* --card SET=N */
	const char *set; /* [0 .. length-1] */
	uint32_t length;
	uint32_t size;
};

/* All zero: nothing is said. The texts must outlive it. */
struct bounds_options {
	VEC(struct bounds_card) cards;
	bool has_range; /* --int LO..HI */
	int64_t low, high;
};

/* Reads "SET=N" and "LO..HI"; false if the text is not of that form or out of range. */
bool bounds_read_card(struct bounds_options *o, const char *text);
bool bounds_read_range(struct bounds_options *o, const char *text);
void bounds_clear(struct bounds_options *o);

/* ---- the universe ------------------------------------------------------------------------------ */

/* Fills `out`, to be cleared with universe_clear in any case, for a project without errors:
 *
 * - MININT..MAXINT: --int, else SET_PREF_MININT and SET_PREF_MAXINT of the main machine's
 *   DEFINITIONS, else -1..3;
 * - the size of each deferred set and set parameter S: --card; else CONSTRAINTS and PROPERTIES of
 *   all machines (card(S) = n, S = {a, b}, partition(S, {a}, {b}), a bijection with an interval;
 *   card(S) > n, a /= b and the like raise the size); else scope_S == n or a..b in DEFINITIONS,
 *   which means b-a+1 elements; else SET_PREF_DEFAULT_SETSIZE, else 2. In the last case the set is
 *   marked is_default.
 *
 * False with errors in p->diag if --card names no given set or contradicts the PROPERTIES, or if a
 * set would be too large. Lines are added to `notes` for definitions that have no effect here. */
bool bounds_universe(struct project *p, const struct bounds_options *o, struct universe *out,
                     struct text *notes);

#endif

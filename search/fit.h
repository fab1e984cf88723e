/* fit: bounds for which PROPERTIES have a solution.
 *
 * B leaves sizes of deferred sets and MAXINT open. Where nobody has chosen them the defaults are taken;
 * but that PROPERTIES have no solution with the defaults says nothing about the machine: then others are
 * tried. */
#ifndef SEARCH_FIT_H
#define SEARCH_FIT_H

#include "explore/explore.h"
#include "search/search.h"

enum { FIT_MOST = 10 }; /* elements of a set, unless the options say otherwise */

/* What is to have a solution in place of PROPERTIES: the axioms of sequents. */
struct fit_question {
	struct decl *const *names;
	uint32_t count;
	const struct node *const *conjuncts;
	uint32_t conjunct_count;
};

struct fit_options {
	const struct fit_question *of; /* NULL: PROPERTIES */
	uint32_t most;                 /* sets grow up to so many elements; 0: FIT_MOST */
	double
	    seconds; /* the time limit of the whole command; a part of it is used, and of the effort that fits in it.
	                 * 0: none */
	size_t memory;                /* of a search, 0: no limit */
	const _Atomic int *interrupt; /* may be NULL */
};

/* As bounds_universe. If PROPERTIES have no solution with these bounds, then sets and MININT..MAXINT that
 * are free get others: sizes nearest to the default first, the smaller one of two; numbers as small as a
 * list of them allows, made of those that are written in the machine and powers of two. `why` of sets, or
 * `range_why`, says so. If nothing is found, the bounds are the defaults, and `unfit` or `is_contradictory`
 * of the universe tell. A search that takes long leaves the defaults in place. No evaluator of the project
 * may be open. Texts live in p->arena. */
bool fit_universe(struct project *p, const struct bounds_options *o, const struct fit_options *f,
                  struct universe *out, struct text *notes);

/* Conjuncts that have no solution together. */
struct conflict {
	const struct node *const *conjuncts; /* in the arena of the project; none: not known */
	uint32_t count;
	bool is_minimal;
	bool is_near;          /* with integers from MININT..MAXINT; about others nothing is known */
	struct bounds_use use; /* the bounds that play a part in it */
	uint64_t sets;         /* those in which it is, see bounds_sets_of */
};

/* After SEARCH_NONE without excluded solutions. Where the search was hard, all conjuncts are to blame. */
void conflict_of(struct search *s, struct project *p, const struct universe *u,
                 struct conflict *out);

#endif

/* guess: values of sets that no equation defines; private to search/. */
#ifndef SEARCH_GUESS_H
#define SEARCH_GUESS_H

#include "search/state.h"

/* What sets without an equation begin with: they are empty, but for these. */
struct guess_start {
	value integers;    /* sets of integers; VALUE_NONE: they are empty, too */
	struct decl *name; /* one set; NULL: none */
	value value;       /* its value */
	bool
	    has_other_constant; /* functions from infinite sets are constant: 1 or TRUE instead of 0 or FALSE, */
	bool has_functions; /* and so is whatever is applied, everywhere */
};
/* Gives sets without an equation the least values that the conjuncts seem to allow, and the other names
 * none. False if there are no such sets, or the start makes no difference. */
bool guess_values(struct search *s, const struct guess_start *start);
/* Gives them the values of names of the same type that equations define. False if there are none. */
bool guess_copies(struct search *s);
/* Numbers n of conditions card(S) = n. */
enum { GUESS_SIZES = 3 };
struct guess_sizes {
	int64_t at[GUESS_SIZES];
	uint32_t count;
};
void guess_find_sizes(struct search *s, struct guess_sizes *out);
/* No equation gives it a value. */
bool guess_is_free(const struct search *s, const struct decl *d);

/* guess_large.c: values to begin with where sets must be large. */
enum { GUESS_STARTS = 24 };
struct guess_starts {
	struct guess_start at[GUESS_STARTS];
	uint32_t count;
};
void guess_find_starts(struct search *s, struct guess_starts *out);

#endif

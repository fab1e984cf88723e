/* guess: values of sets that no equation defines; private to search/. */
#ifndef SEARCH_GUESS_H
#define SEARCH_GUESS_H

#include "search/state.h"

/* One set that begins with a value; the others begin empty. */
struct guess_start {
	struct decl *name;
	value value;
};
/* Gives sets without an equation the least values that the conjuncts seem to allow, and the other names
 * none; sets of integers begin with these, or one set with `start` (NULL: none). False if there are no such sets, or these
 * make no difference. */
bool guess_values(struct search *s, value integers, const struct guess_start *start);
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
bool guess_have_one_type(const struct type *a, const struct type *b);

/* guess_large.c: values to begin with where sets must be large. */
enum { GUESS_STARTS = 16 };
struct guess_starts {
	struct guess_start at[GUESS_STARTS];
	uint32_t count;
};
void guess_find_starts(struct search *s, struct guess_starts *out);

#endif

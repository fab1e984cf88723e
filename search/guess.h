/* guess: values of sets that no equation defines; private to search/. */
#ifndef SEARCH_GUESS_H
#define SEARCH_GUESS_H

#include "search/state.h"

/* Gives sets without an equation the least values that the conjuncts seem to allow, and the other names
 * none; sets of integers begin with these. False if there are no such sets, or these make no difference. */
bool guess_values(struct search *s, value integers);
/* Gives them the values of names of the same type that equations define. False if there are none. */
bool guess_copies(struct search *s);
/* Numbers n of conditions card(S) = n. */
enum { GUESS_SIZES = 3 };
struct guess_sizes {
	int64_t at[GUESS_SIZES];
	uint32_t count;
};
void guess_find_sizes(struct search *s, struct guess_sizes *out);

#endif

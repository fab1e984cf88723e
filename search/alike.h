/* alike: the group of a question: permutations of elements that turn solutions into solutions. */
#ifndef SEARCH_ALIKE_H
#define SEARCH_ALIKE_H

#include "search/state.h"
#include "symmetry/symmetry.h"

/* Generators of the group, found at the first call; it lives as long as the search. Other names have their values in the evaluator, those of the question have none. */
struct symmetry_group *alike_group(struct search *s);
/* Is it worth while to ask, by the types of the names and by what is known? */
bool alike_may_move(const struct search *s);
/* Some of it, for lex-leader constraints on the encoding; false if there are none that help. */
bool alike_moves(struct search *s, struct symmetry_moves *out);

#endif

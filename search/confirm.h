/* confirm: the evaluator judges what the solver found; private to search/. */
#ifndef SEARCH_CONFIRM_H
#define SEARCH_CONFIRM_H

#include "search/state.h"

/* Of the values that the names have in the evaluator; SEARCH_FOUND keeps them. */
enum search_answer confirm_values(struct search *s);
enum search_answer confirm_valuation(struct search *s, const struct valuation *v);
/* The evaluator does not agree on n (NULL: on no conjunct in particular). */
enum search_answer confirm_doubtful(struct search *s, const struct node *n, const char *what);

#endif

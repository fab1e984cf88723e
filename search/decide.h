/* decide: truth of formulas whose names all have values, by nested questions for witnesses and counterexamples;
 * private to search/. */
#ifndef SEARCH_DECIDE_H
#define SEARCH_DECIDE_H

#include "search/state.h"

enum decided { DECIDED_FALSE, DECIDED_OPEN, DECIDED_WITHIN_BOUNDS, DECIDED_TRUE };

/* True for integers from MININT..MAXINT: is it for all? */
bool decide_is_true(struct search *s, const struct node *n);
bool decide_has_witness(struct search *s, const struct node *n); /* #x.(P) */
/* A conjunct that mentions no unknown is false: DECIDED_TRUE, DECIDED_WITHIN_BOUNDS or DECIDED_OPEN. */
enum decided decide_is_false(struct search *s, const struct node *conjunct);
/* Some conjunct is: then there is no solution, which is noted as proved or bounded. */
bool decide_has_false(struct search *s);
/* Is !x.(P) or not(#x.(P)) true? If not, DECIDED_FALSE and values of the first names of a counterexample. */
enum decided decide_universal(struct search *s, const struct node *n, uint32_t count,
                              value *values);

bool decide_is_closed(const struct question *q, const struct node *n); /* mentions no unknown */

/* Has n, or its negation, no solution at all, by all tactics? */
bool decide_is_never(struct search *s, const struct node *n, bool is_negated);

/* lemma.c: is n true, with the texts of infinite sets and functions written out? Unless it is about any, it mentions some. */
enum decided lemma_is_true(struct search *s, const struct node *n, bool is_any);

#endif

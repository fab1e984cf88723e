/* encoding: from conjuncts to clauses, and from a model to a valuation; private to search/. */
#ifndef SEARCH_ENCODING_H
#define SEARCH_ENCODING_H

#include "search/state.h"

/* From now on so much effort, but not more than the whole search has. */
void search_give(struct search *s, uint64_t effort);
/* Circuit and clauses of all conjuncts, until the end of the slice. */
void encoding_make(struct search *s, const struct encode_options *how);
void encoding_forget(struct search *s);
/* A solution of them, confirmed. Universals over unbounded integers get more instances until the model passes. */
enum search_answer encoding_solve(struct search *s);
/* With at most so much effort, until the end of the slice. */
enum solver_answer encoding_ask(struct search *s, uint64_t most);
bool encoding_is_bounded(const struct search *s); /* unknowns come from a part of their types */
/* Has a relaxed encoding no model? Then there is no solution at all. */
bool encoding_refutes(struct search *s);

/* violation.c: the literal of the question's violation. */
bool violation_encode(struct search *s, lit *out);

#endif

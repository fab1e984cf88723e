/* minimise: models with small sets and numbers. */
#ifndef SEARCH_MINIMISE_H
#define SEARCH_MINIMISE_H

#include "encode/encode.h"

struct search;

typedef enum solver_answer minimise_ask(void *data, lit assumed,
                                        uint64_t effort); /* UINT64_MAX: all that is left */
/* After a model of `base`: one in which nothing of `large` is true that was false, as few as possible. */
enum solver_answer minimise_model(struct eval *e, struct circuit *c, struct cnf *f,
                                  const struct encode_lits *large, lit base, minimise_ask *ask,
                                  void *data);
/* Another solution than the one that was found, as small as can be; the model stays if there is no smaller one. */
enum solver_answer minimise_solution(struct search *s);

#endif

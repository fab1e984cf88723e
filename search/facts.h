/* facts: what follows from conjuncts being true, and so defined; private to search/. */
#ifndef SEARCH_FACTS_H
#define SEARCH_FACTS_H

#include "search/state.h"

/* Adds what the conjuncts say of these names: x ^ y = z, that x and y are sequences; not twice, and not if it is there. */
void facts_of(struct arena *a, struct decl *const *names, uint32_t count,
              const struct node *const *conjuncts, uint32_t conjunct_count,
              struct conjunct_list *out);

#endif

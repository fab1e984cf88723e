/* Formulas that rules make of others (simplify*.c, elements*.c); for rules that make formulas. */
#ifndef PATH_FORM_H
#define PATH_FORM_H

#include "path/path.h"

/* simplify_finite.c: as defined_may_lack_value and defined_may_fail, but card(S), SIGMA and PI count, too, unless
 * it is plain that they are about finite sets. (Sets of unknown values are finite where they are encoded.) */
bool form_counts_infinitely(const struct node *n); /* perhaps */
bool form_may_lack_value(const struct node *n);
bool form_may_be_undefined(const struct node *n);

/* defined.c: true wherever n is undefined, and has a value everywhere; NULL if that is not known. */
const struct node *form_undefined(struct substitute *w, struct names *names, const struct node *n);

#endif

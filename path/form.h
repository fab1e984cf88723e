/* Formulas that rules make of others (simplify*.c, elements*.c); for rules that make formulas. */
#ifndef PATH_FORM_H
#define PATH_FORM_H

#include "path/path.h"

/* At the place of a; b may be NULL. */
struct node *form_join(struct paths *w, enum op op, const struct node *a, const struct node *b);
struct node *form_not(struct paths *w, const struct node *n);
/* With the place and type of `like`. */
struct node *form_like(struct paths *w, enum op op, const struct node *like, const struct node *a,
                       const struct node *b);
struct node *form_if(struct paths *w, const struct node *like, const struct node *p,
                     const struct node *a, const struct node *b);
struct node *form_pair(struct paths *w, const struct node *a, const struct node *b);
struct node *form_truth(struct paths *w, struct pos pos, bool is_true);
/* Equal ones have one name, as those of the texts have. */
struct node *form_number(struct paths *w, struct names *names, const struct node *like, int64_t is);

/* simplify_finite.c: as eval_may_lack_value and eval_may_be_undefined, but card(S), SIGMA and PI count, too, unless
 * it is plain that they are about finite sets. (Sets of unknown values are finite where they are encoded.) */
bool form_counts_infinitely(const struct node *n); /* perhaps */
bool form_may_lack_value(const struct node *n);
bool form_may_be_undefined(const struct node *n);

/* defined.c: true wherever n is undefined, and has a value everywhere; NULL if that is not known. */
const struct node *form_undefined(struct paths *w, struct names *names, const struct node *n);

struct type *form_power(struct paths *w, struct type *of); /* POW(of) */

#endif

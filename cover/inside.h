/* Private to cover/. */
#ifndef COVER_INSIDE_H
#define COVER_INSIDE_H

#include "cover/cover.h"

/* guards.c */
void guards_collect(struct cover *c, const struct operation *o, uint32_t number);
/* In the state that the eval has: which are the only ones that are false? */
void guards_look(const struct cover *c, struct eval *e, enum truth *out);

/* invariants.c */
void invariants_collect(struct cover *c, const struct explore *x);
/* In the state that the eval has: which hold? */
void invariants_look(const struct cover *c, struct eval *e, enum truth *out);

#endif

/* logic: what can be said of a formula by the way it is written.
 *
 * Between syntax/, which makes typed trees, and all that gives them meaning. Nothing here knows values, states or
 * solvers: evaluator, encoder and tactics share these rules, and differ in how they carry them out.
 *
 * A tree is not written to after it is made, so formulas share their parts freely. New ones go into the arena
 * that is passed and live as long as that. */
#ifndef LOGIC_LOGIC_H
#define LOGIC_LOGIC_H

#include "syntax/syntax.h"

/* ---- build.c: new formulas ---------------------------------------------------------------------------
 *
 * Each takes an arena first. Where no position is passed, it is that of the first operand, or of `like`. What
 * comes back as `struct node *` may be completed by whoever asked for it, before others see it. */

/* With these kids; `type` is NULL for predicates and substitutions. */
struct node *build_node(struct arena *a, enum op op, struct pos pos, struct type *type,
                        uint32_t count, const struct node *const *kids);
/* The same with other kids to be put in. */
struct node *build_copy(struct arena *a, const struct node *n);

#endif

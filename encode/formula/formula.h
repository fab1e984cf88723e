/* Expressions, predicates and membership, on symbolic values. */
#ifndef ENCODE_FORMULA_FORMULA_H
#define ENCODE_FORMULA_FORMULA_H

#include "encode/sym/sym.h"

/* ---- expression.c, equation_sides.c ------------------------------------------------------------------ */

struct sym *expression(enc e, const struct node *n, lit *defined);
/* x of f(x), x |-> y of f(x, y) */
struct sym *expression_arguments(enc e, const struct node *apply, lit *defined);
/* Both sides of an equation between integers, in other words; false if there are none. */
bool balance_equal(enc e, const struct node *n, struct sym **a, struct sym **b, lit *defined);

/* ---- predicate.c: two rails ------------------------------------------------------------------------- */

/* true: t; false: f; neither: undefined. If is_total, f is the complement of t. What was not wanted
 * may be wrong. */
struct truth_pair {
	lit t, f;
	bool is_total;
};
enum { WANT_TRUE = 1, WANT_FALSE = 2, WANT_BOTH = 3 };
struct truth_pair predicate(enc e, const struct node *n, int want);
/* All of them in this order, as if joined by `&`. */
struct truth_pair predicate_all(enc e, const struct node *const *list, uint32_t count, int want);
/* The conjuncts of a binder: one that is false decides, whatever the others are. */
struct truth_pair predicate_together(enc e, const struct node *const *list, uint32_t count,
                                     int want);
struct truth_pair predicate_of_binder(enc e, const struct node *n, int want); /* of a binder */
struct truth_pair truth_of(enc e, lit t, lit defined);

/* ---- membership.c ----------------------------------------------------------------------------------- */

/* x : n without making the set n. */
lit membership_in(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined);
lit membership_all_in(enc e, struct sym *set, const struct type *t, const struct node *n,
                      lit *defined);
bool membership_is_lazy(enc e, const struct node *n); /* better not made */

/* Sets that are described: a node, with the names that are free in it. */
struct sym *described_of(enc e, const struct node *n);
bool described_is_function(enc e, struct sym *s); /* a lambda, succ or pred */
struct sym *described_apply(enc e, struct sym *f, struct sym *x, struct pos pos, lit *defined);
lit described_has(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos);
/* set_has, where it is asked under a condition: *defined gets that the answer is defined. */
lit described_ask(enc e, struct sym *x, struct sym *set, const struct type *t, lit condition,
                  struct pos pos, lit *defined);
void described_defined(enc e, const struct node *n, lit *defined);
void described_whole(enc e, const struct node *n, lit *defined); /* n and all its operands */

#endif

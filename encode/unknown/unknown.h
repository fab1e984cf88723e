/* Unknowns: symbolic values of which nothing is known but the set or type that they are from. */
#ifndef ENCODE_UNKNOWN_UNKNOWN_H
#define ENCODE_UNKNOWN_UNKNOWN_H

#include "encode/formula/binder.h"

/* ---- unknown_names.c, unknown_values.c ------------------------------------------------------------- */

/* mention.c: values that the formula writes out */
void mention_collect(enc e, const struct node *n);
void mention_add(enc e, const struct type *t, struct cases *out); /* those of this type */

/* Binds the names to new unknowns, or to what an equation says; what must hold besides the conjuncts
 * (definedness of equations) is returned. Conjuncts that are used up become NULL. */
lit unknown_names(enc e, struct decl *const *names, uint32_t count, struct conjuncts *c,
                  struct pos pos);
/* The names of a binder as new unknowns, until they are withdrawn. */
struct introduced {
	struct decl **names;
	uint32_t count;
	struct sym **before;   /* what they were bound to */
	struct conjuncts rest; /* of the conjuncts: those that are used up are NULL */
	lit must;              /* as of unknown_names */
};
struct introduced unknown_introduce(enc e, const struct node *ids, const struct conjuncts *from,
                                    struct pos pos);
void unknown_withdraw(enc e, const struct introduced *x);
/* LET, whose condition must be equations only. */
struct introduced unknown_let(enc e, const struct node *let);
/* key.c: with pairs for what the formula applies it to, where x was drawn from a part of its type. */
struct sym *unknown_with_keys(enc e, const struct opening *o, const struct offer *f, struct sym *x);
struct sym *unknown_in(enc e, const struct node *set, const struct range *r);
struct sym *unknown_of_type(enc e, const struct type *t, const struct range *r, struct pos pos);
/* Candidates for the elements of a set: ground values, more than there may be. False if there are
 * too many. */
bool unknown_candidates(enc e, const struct node *set, const struct range *r, struct cases *out);
bool unknown_type_values(enc e, const struct type *t, const struct range *r, uint64_t most,
                         struct pos pos, struct cases *out);

/* ---- integer_range.c -------------------------------------------------------------------------------------------- */

/* Bounds of an unknown integer: what is given, what the range says, else how far one looks. */
void reach_clamp(enc e, const struct range *r, bool has_low, wide *low, bool has_high, wide *high);
void reach_extend(enc e);                  /* once the numbers of the formula are known */
int64_t reach_length(enc e, int64_t most); /* of a sequence that has at most so many elements */
uint32_t reach_strings(enc e);
/* Integers as elements of an unknown set, from `low` on if has_low; false if there are too many. */
bool reach_integers(enc e, const struct range *r, bool has_low, wide low, uint64_t most,
                    struct cases *out);
uint64_t reach_most_candidates(enc e);
uint64_t reach_most_pairs(enc e);

/* ---- unknown_tree.c ------------------------------------------------------------------------------ */

struct sym *unknown_tree(enc e, const struct node *set, const struct range *r);
bool unknown_trees(enc e, const struct node *set, const struct range *r, struct cases *out);

/* ---- witness.c ----------------------------------------------------------------------------------- */

void witness_note(enc e, struct sym *s, const struct type *t); /* it was made for a quantifier */
/* Inequality of sets that is asserted: true if an element of their difference was chosen. */
bool witness_is_wanted(enum op op, int want);
bool witness_of_difference(enc e, const struct node *n, lit *out);

#endif

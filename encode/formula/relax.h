/* Relaxed encoding: parts that depend on integers without bounds become linear constraints on leaves, or atoms of which
 * nothing is known. */
#ifndef ENCODE_FORMULA_RELAX_H
#define ENCODE_FORMULA_RELAX_H

#include "encode/formula/formula.h"

/* ---- relax.c ---------------------------------------------------------------------------------------- */

bool relax_mentions_cut(enc e, const struct node *n); /* as x; see also info.has_old */
/* A predicate that is asserted as a whole: what is free in it is bound nowhere. */
void relax_know(enc e, const struct node *n);
/* In place of a predicate that depends on names that were cut; false if it does not. */
bool relax_predicate(enc e, const struct node *n, int want, struct truth_pair *out);

/* ---- linear.c --------------------------------------------------------------------------------------- */

static const wide LINEAR_REACH = (wide)1 << 40;      /* of a leaf */
static const wide LINEAR_MOST_CONSTANT = 1000000000; /* of coefficients and constants */
enum { LINEAR_TERMS = 16 };
struct linear_form { /* the sum of terms and a constant */
	struct linear_term {
		wide factor;
		struct number *leaf;
	} terms[LINEAR_TERMS];
	uint32_t count;
	wide constant;
};
/* A comparison of integers, of which some have no bounds; false if it is none. */
bool linear_atom(enc e, const struct node *n, struct truth_pair *out);
bool linear_at_least(enc e, const struct node *a, wide bound, lit *out);
bool linear_at_most_zero(enc e, const struct linear_form *f, lit *out);
bool linear_constant(enc e, const struct node *n, wide *out); /* it depends on no unbounded name */
bool linear_is_bounded(enc e);                                /* do the leaves range over enough? */
/* Adds to a form; false: it is too long, or a number is too large. */
bool linear_add(enc e, struct linear_form *f, const struct node *n, wide factor);
bool linear_add_leaf(struct linear_form *f, wide factor, struct number *leaf);
struct number *linear_leaf(enc e, const struct node *n, wide low, wide high); /* a new one */

/* ---- product.c, residue.c --------------------------------------------------------------------------- */

/* A product or power as a sum of products of leaves; false, with the form as it was: that is too long. */
bool linear_add_product(enc e, struct linear_form *f, const struct node *n, wide factor);
struct number *linear_quotient(enc e, const struct node *n); /* the leaf for a / b or a mod b */
/* False only if remainders tell that they differ. */
lit residue_may_be_equal(enc e, const struct node *a, const struct node *b);

#endif

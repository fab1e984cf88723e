/* Names that range over candidates: quantifiers, comprehensions, sums; and what conjuncts offer for names. */
#ifndef ENCODE_FORMULA_BINDER_H
#define ENCODE_FORMULA_BINDER_H

#include "encode/formula/formula.h"

/* ---- conjunct.c, conjunct_cases.c ------------------------------------------------------------------- */

struct conjuncts {
	const struct node **at;
	uint32_t count, room;
};
void conjuncts_add(enc e, struct conjuncts *c, const struct node *n); /* taken apart at & */

/* The condition of a binder: conjuncts, taken apart further where that helps. */
const struct conjuncts *binder_conjuncts(enc e, const struct node *condition);
/* The same where it matters whether a conjunct is false or undefined. */
const struct conjuncts *binder_strict_conjuncts(enc e, const struct node *condition);
/* What n, if it is a disjunction, says about where the values of names are; nothing if it may be undefined. */
void conjunct_add_cases(enc e, struct conjuncts *c, const struct node *n);

/* ---- binder.c, binder_listed.c, quantifier.c -------------------------------------------------------- */

/* Called for each instance of the names: `guard` says that it counts as far as the conjuncts that gave
 * the candidates are concerned; `rest` are the others. If it is vague, the set of some name has no
 * value: then the rest are the conjuncts about the others, and if none of it is false, the case is
 * undefined. */
struct instance {
	lit guard;
	const struct node **rest;
	uint32_t rest_count;
	bool is_vague;
};
typedef void binder_found(enc e, void *data, const struct instance *i);
/* ONCE: no two instances that count have the same values. SOME: it is enough that `found` is called for some of the instances where integers have no
 * bounds, as for what must hold in all cases when there is no solution even so. ANY: all that is asked is whether some instance counts and
 * nothing in it is false. NONE: likewise, and SOME. */
enum { BINDER_ALL, BINDER_ONCE, BINDER_SOME, BINDER_ANY, BINDER_NONE };
void binder_expand(enc e, struct decl *const *names, uint32_t count, const struct conjuncts *c,
                   int how, struct pos pos, binder_found *found, void *data);
bool binder_is_listed(enc e, const struct node *n);
struct sym *binder_expression(enc e, const struct node *n, lit *defined);
struct truth_pair binder_quantifier(enc e, const struct node *n, int want);
/* The value of a side of an equation where the name is 0. */
struct sym *binder_at_zero(enc e, struct decl *d, const struct node *side, lit *defined);
void binder_names(enc e, const struct node *ids, struct decl ***names, uint32_t *count);

/* ---- offer.c ---------------------------------------------------------------------------------------- */

/* How a conjunct gives candidates for a name. */
enum offer_kind {
	OFFER_NONE,
	OFFER_EQUAL,  /* pattern = set */
	OFFER_IN,     /* pattern : set */
	OFFER_SUBSET, /* name <: set */
	OFFER_FAMILY, /* name : set, which is a power set, an arrow, seq, ... */
	OFFER_BOUNDS, /* name is an integer between bounds */
	OFFER_LINEAR, /* 2 * name + a = b, or 2 * name + a : set */
	OFFER_TYPE,
};
struct offer {
	enum offer_kind kind;
	const struct node *pattern, *set, *conjunct;
	struct decl *name;
};
/* Names that have no value yet (NULL: has one now) and conjuncts that are not used up (else NULL). */
struct opening {
	struct decl **names;
	uint32_t count, left;
	const struct node **conjuncts;
	uint32_t conjunct_count;
	bool is_strict; /* undefined conjuncts count: these are not all required to hold */
	const struct node **excluded; /* conjuncts that offer nothing */
	uint32_t excluded_count;
};
bool offer_is_open(enc e, const struct opening *o, const struct node *n);
/* What a conjunct offers for the name d; OFFER_NONE if nothing. */
struct offer offer_of(enc e, const struct opening *o, const struct node *conjunct, struct decl *d);
/* OFFER_LINEAR, which offer_of does not know, or OFFER_NONE. */
struct offer offer_linear(enc e, const struct opening *o, const struct node *conjunct,
                          struct decl *d);
/* Bounds for an integer from all conjuncts; false where there is none on that side. */
void offer_bounds(enc e, const struct opening *o, const struct decl *d, bool *has_low, wide *low,
                  bool *has_high, wide *high, lit *defined);
/* Is it good enough to tell whether the other conjuncts leave anything? */
bool binder_offer_is_handy(enc e, const struct opening *o, const struct offer *f, struct pos pos);
/* The end of a set, where a bound has no expression. */
wide offer_end(enc e, const struct generator *s);
bool offer_is_infinite(enc e, const struct node *set); /* as it is written */

/* ---- test_point.c --------------------------------------------------------------------------------- */

/* All conjuncts about the integer are bounds with the coefficient 1 or -1, in terms of what is not open. */
bool test_point_is_enough(enc e, const struct opening *o, const struct decl *d);
/* Then: a value that satisfies them if any does; `low` is one of its lower bounds. */
struct sym *test_point(enc e, const struct opening *o, struct decl *d, wide low);

#endif

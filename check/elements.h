/* What elements.c and elements_member.c share; private to check/. */
#ifndef CHECK_ELEMENTS_H
#define CHECK_ELEMENTS_H

#include "check/form.h"

/* The body holds (or not) for all values of the names. */
struct universal {
	const struct node *ids, *body;
	bool holds;
	uint32_t known;   /* terms that were looked at */
	struct node *all; /* instances, then truths */
	uint32_t used;
	uint32_t unfolded, round; /* where it was met */
};

struct elements {
	struct ways ways; /* for copies; its arena lives as long as the eval, which remembers trees */
	struct search *search;
	VEC(struct decl *) names; /* of the search, and of elements that there must be */
	VEC(struct node *) terms; /* that stand for elements */
	uint32_t looked_at;       /* so many of them are, at the moment */
	VEC(struct universal) universals;
	VEC(const struct node *) atoms; /* that have a value in any case */
	VEC(const struct node *) out;
	uint32_t work;
	uint32_t round;    /* of instances */
	uint32_t unfolded; /* it is said inside of so many closures that were taken apart */
};

/* Do the conjuncts contradict each other in what they say of single elements? Asked once. */
bool elements_refute(struct search *s);

/* What follows from the formula being true (`holds`) or false. */
struct node *elements_said(struct elements *x, const struct node *n, bool holds);
/* It is one of the atoms. */
void elements_atom(struct elements *x, const struct node *n);
/* Something that is an element, so that what is true of all is said of it. */
void elements_add_term(struct elements *x, const struct node *t);
/* The same of t : S. */
struct node *elements_member(struct elements *x, const struct node *n, bool holds);

typedef struct node *elements_body(struct elements *x, const struct node *element,
                                   const void *data);
/* The body is true (or false, for all) of some element of the type. */
struct node *elements_some(struct elements *x, struct type *type, const struct node *at,
                           elements_body *body, const void *data, bool holds);

/* elements_size.c: the same of a comparison with card(S), and of finite(S); NULL: nothing is known. */
struct node *elements_sized(struct elements *x, const struct node *n, bool holds);
struct node *elements_finite(struct elements *x, const struct node *n, bool holds);

#endif

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
};

struct elements {
	struct ways ways; /* for copies; its arena lives as long as the eval, which remembers trees */
	struct search *search;
	VEC(struct decl *) names; /* of the search, and of elements that there must be */
	VEC(struct node *) terms; /* that stand for elements */
	VEC(struct universal) universals;
	VEC(const struct node *) atoms; /* that have a value in any case */
	VEC(const struct node *) out;
	uint32_t work;
};

/* The conjuncts of the search element by element: true wherever they are. False if that says nothing new. */
bool elements_write(struct search *s, struct elements *x);
void elements_clear(struct elements *x);

/* What follows from the formula being true (`holds`) or false. */
struct node *elements_said(struct elements *x, const struct node *n, bool holds);
/* It is one of the atoms. */
void elements_atom(struct elements *x, const struct node *n);
/* The same of t : S. */
struct node *elements_member(struct elements *x, const struct node *n, bool holds);

typedef struct node *elements_body(struct elements *x, const struct node *element,
                                   const void *data);
/* The body is true (or false, for all) of some element of the type. */
struct node *elements_some(struct elements *x, struct type *type, const struct node *at,
                           elements_body *body, const void *data, bool holds);

#endif

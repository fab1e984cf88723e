/* What simplify.c and simplify_rules.c share; private to search/. */
#ifndef SEARCH_SIMPLIFY_SIMPLIFY_H
#define SEARCH_SIMPLIFY_SIMPLIFY_H

#include "path/path.h"
#include "search/state.h"

enum { SIMPLIFY_MOST_CHANGES = 5000 };

struct simplifier {
	struct substitute copies; /* its arena lives as long as the eval, which remembers trees */
	uint32_t changes;
	const struct search *search;
	const struct node *conjunct; /* that is being simplified */
	/* Sets that are finite wherever all conjuncts are true, or what is being simplified has a value. */
	VEC(const struct node *) finite;
};

/* The same conjuncts, simplified, in s->simplified; false if nothing was simplified. See simplify.c. */
bool simplify_conjuncts(struct search *s);

/* Something simpler than n, whose kids are simple, or NULL. Wherever n has a value, so has it, and the
 * same one; but it may have one where n has none. */
const struct node *simplify_term(struct simplifier *z, const struct node *n);
const struct node *simplify_atom(struct simplifier *z, const struct node *n);
const struct node *simplify_connective(struct simplifier *z, const struct node *n);

/* P with the parts of v for the names; NULL if v is not written as so many parts. */
const struct node *simplify_instance(struct simplifier *z, const struct node *ids,
                                     const struct node *p, const struct node *v);
/* simplify_apply.c: f(x), where f is written out. */
const struct node *simplify_apply(struct simplifier *z, const struct node *n);

/* simplify_finite.c: has it finitely many elements wherever it has a value? */
bool simplify_is_finite(const struct simplifier *z, const struct node *n);
void simplify_find_finite(struct simplifier *z); /* what the conjuncts say of that */
/* Sizes of sets in a comparison, of which it says itself that they are finite. */
const struct node *simplify_sizes(struct simplifier *z, const struct node *n);

/* simplify_card.c: numbers of elements, powers and products. */
const struct node *simplify_card(struct simplifier *z, const struct node *n);
const struct node *simplify_power(struct simplifier *z, const struct node *n);
const struct node *simplify_product(struct simplifier *z, const struct node *n);
const struct node *simplify_powers(struct simplifier *z,
                                   const struct node *n); /* in a comparison */
const struct node *simplify_permutations(struct simplifier *z,
                                         const struct node *n); /* in an equation */

/* simplify_facts.c: adds what follows from the conjuncts being defined. */
void simplify_facts(struct simplifier *z, struct simplified *out);

#endif

/* What simplify.c and simplify_rules.c share; private to check/. */
#ifndef CHECK_SIMPLIFY_H
#define CHECK_SIMPLIFY_H

#include "check/form.h"

enum { SIMPLIFY_MOST_CHANGES = 5000 };

struct simplifier {
	struct ways ways; /* for copies; its arena lives as long as the eval, which remembers trees */
	uint32_t changes;
	const struct search *search;
	const struct node *conjunct; /* that is being simplified */
};

/* Something simpler than n, whose kids are simple, or NULL. Wherever n has a value, so has it, and the
 * same one; but it may have one where n has none. */
struct node *simplify_term(struct simplifier *z, const struct node *n);
struct node *simplify_atom(struct simplifier *z, const struct node *n);
struct node *simplify_connective(struct simplifier *z, const struct node *n);

/* simplify_card.c: of a card, and of an equation. */
struct node *simplify_card(struct simplifier *z, const struct node *n);
struct node *simplify_power_equal(struct simplifier *z, const struct node *n);

/* simplify_facts.c: adds what follows from the conjuncts being defined. */
void simplify_facts(struct simplifier *z, struct simple_conjuncts *out);

#endif

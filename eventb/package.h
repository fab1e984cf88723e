/* What the files that read ProB's packages share; private to them. */
#ifndef EVENTB_PACKAGE_H
#define EVENTB_PACKAGE_H

#include "eventb/inside.h"
#include "eventb/prolog.h"

struct package {
	struct eventb_model *model;
	struct project *project;
	struct arena *arena;
	const struct source *source;
};

/* package_formula.c: trees of terms; NULL with an error in the diag. */
const struct node *package_predicate(struct package *p, const struct prolog_term *t);
const struct node *package_expression(struct package *p, const struct prolog_term *t);
const struct node *package_action(struct package *p, const struct prolog_term *t);
/* The error, and NULL. */
const void *package_wrong(struct package *p, const struct prolog_term *t, const char *expected);
bool package_is(const struct prolog_term *t, const char *functor); /* whatever its operands */

#endif

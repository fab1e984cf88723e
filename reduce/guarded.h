/* Operations taken apart: what relations.c and mutex.c share. Private to reduce/. */
#ifndef REDUCE_GUARDED_H
#define REDUCE_GUARDED_H

#include "reduce/literal.h"

/* An operation taken apart. */
struct guarded {
	VEC(const struct node *) guards; /* conjuncts without chosen names */
	const struct node *action;       /* behind the outermost guards */
	struct footprint rest;           /* of all but those conjuncts */
	struct footprint enabling; /* of that what tells whether it is enabled, and whether it fails */
	struct literals before, after;
	bool is_sure; /* enabled where its conjuncts are true */
	bool may_fail;
	bool is_idle; /* all states stay as they are */
};

/* LITERAL_OPEN also for what may be undefined. */
enum literal_truth guarded_judge(const struct literals *l, const struct node *n);
/* Comparisons of the same two, which are not both true. */
bool guarded_exclude_each_other(const struct node *a, const struct node *b);

/* mutex.c: takes out of the table what does not happen in states that can be reached from there. */
void mutex_exclude(struct relation_table *r, const struct guarded *parts,
                   const struct node *initialisation);

#endif

/* recursion: functions that are equal to a text that calls them. */
#ifndef EVAL_LAZY_RECURSION_H
#define EVAL_LAZY_RECURSION_H

#include "logic/logic.h"

/* Is there a function that is equal to this text, which calls it? */
enum recursion_end {
	RECURSION_UNKNOWN,
	RECURSION_ENDS_IF_FINITE, /* for finite sets there is, with infinite ones it may never end */
	RECURSION_ENDS,
};

enum recursion_end recursion_end_of(const struct node *text, const struct decl *function);

#endif

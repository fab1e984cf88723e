/* recursion: functions that are equal to a text that calls them. */
#ifndef SEARCH_RECURSION_H
#define SEARCH_RECURSION_H

#include "syntax/syntax.h"

/* Is there a function that is equal to this text, which calls it? False if that is not known. */
bool recursion_has_solution(const struct node *text, const struct decl *function);

#endif

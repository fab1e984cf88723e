/* Printing, shared by the print files; not for other folders. */
#ifndef SYNTAX_PRINT_H
#define SYNTAX_PRINT_H

#include "syntax/parse.h"

/* Where a substitution stands tells what must be put between BEGIN and END. */
enum print_level { PRINT_SEQUENCE, PRINT_PARALLEL, PRINT_SINGLE };

void print_name(name n, struct text *out); /* in backquotes if it must */
void print_expr(const struct node *n, int least, struct text *out);
void print_list(const struct node *list, struct text *out);
void print_subst(const struct node *n, int indent, enum print_level level, struct text *out);
void print_indent(int indent, struct text *out); /* a new line */

#endif

/* Machines and their clauses; shared by parse.c, parse_machine.c and parse_clause.c. */
#ifndef SYNTAX_PARSE_MACHINE_H
#define SYNTAX_PARSE_MACHINE_H

#include "syntax/parse.h"

void parse_machine(struct parser *p, struct machine *m);
void parse_check_depth(struct parser *p, const struct node *root);

/* Reads one clause, of which the keyword was read. */
void parse_clause(struct parser *p, struct machine *m, enum clause clause);
struct node *parse_parameters(struct parser *p, const char *what); /* "(" ids ")", or NULL */
bool parse_at_clause(const struct parser *p);                      /* or the end of the machine */

#endif

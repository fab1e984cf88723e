/* Machines and their clauses; shared by parse.c, parse_machine.c and parse_clause.c. */
#ifndef SYNTAX_PARSE_MACHINE_H
#define SYNTAX_PARSE_MACHINE_H

#include "syntax/parse.h"

void parse_machine(struct parser *p, struct machine *m);
void parse_check_depth(struct parser *p, const struct node *root);

/* Reads one clause, of which the keyword was read. */
void parse_clause(struct parser *p, struct machine *m, enum clause clause);
/* parse_operation.c */
void parse_operations(struct parser *p, struct machine *m, bool is_local);
int parse_block_depth(int kind); /* 1 for what opens a block or bracket, -1 for what closes one */

struct node *parse_parameters(struct parser *p, const char *what); /* "(" ids ")", or NULL */

#endif

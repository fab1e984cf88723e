/* The state of the parser of formulas, shared by formula.c and assignment.c; private to them. */
#ifndef EVENTB_PARSER_H
#define EVENTB_PARSER_H

#include "eventb/token.h"

#include <setjmp.h>

struct eventb_parser {
	const struct eventb_reader *reader;
	struct eventb_tokens tokens;
	uint32_t i;                     /* of the current token */
	uint32_t nesting;               /* forms in each other, */
	uint32_t chained;               /* and infix operators in a row: both make trees deep */
	VEC(const struct node *) stack; /* kids of nodes under construction */
	jmp_buf back;                   /* where an error goes */
};

enum eventb_symbol parser_peek(const struct eventb_parser *p);
struct pos parser_pos(const struct eventb_parser *p);
bool parser_accept(struct eventb_parser *p, enum eventb_symbol s);
void parser_expect(struct eventb_parser *p, enum eventb_symbol s, const char *where);
_Noreturn void parser_fail(struct eventb_parser *p, struct pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void parser_unexpected(struct eventb_parser *p, const char *expected);

struct node *parser_node(struct eventb_parser *p, enum op op, struct pos pos,
                         const struct node *const *kids, uint32_t count);
/* The nodes pushed on p->stack since `from` become the kids of a new node. */
struct node *parser_pop(struct eventb_parser *p, enum op op, struct pos pos, uint32_t from);

const struct node *parser_predicate(struct eventb_parser *p);
const struct node *parser_expression(struct eventb_parser *p);

/* Runs a rule over all of a source; NULL with an error in the diag. */
const struct node *parser_run(const struct eventb_reader *r, const struct source *s,
                              const struct node *rule(struct eventb_parser *p));

#endif

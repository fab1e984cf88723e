/* Tokens of Rodin's mathematical language; private to formula.c, assignment.c and lexer.c. */
#ifndef EVENTB_TOKEN_H
#define EVENTB_TOKEN_H

#include "eventb/formula.h"

enum eventb_symbol {
#define SYMBOL(tag, ...) SYMBOL_##tag,
#include "eventb/symbol.def"
	SYMBOL_COUNT
};

/* What it is in a formula; the infix ones by their priority, weakest first. */
enum eventb_role {
	ROLE_MARK,
	ROLE_ATOM,
	ROLE_CALL,
	ROLE_PREFIX,
	ROLE_BINDER,
#define GROUP(tag) ROLE_INFIX_##tag,
#include "eventb/symbol.def"
	ROLE_PRIMARY,
};

struct eventb_symbol_info {
	enum eventb_role role;
	enum op op; /* OP_COUNT: formula.c has a rule of its own */
	const char *unicode, *ascii, *other;
};
extern const struct eventb_symbol_info eventb_symbols[SYMBOL_COUNT];

struct eventb_token {
	enum eventb_symbol symbol;
	uint32_t at, length; /* at: as in struct pos */
	name text;           /* of ID and NUMBER */
};

struct eventb_tokens {
	VEC(struct eventb_token) list; /* the last one is END */
};

/* False with an error in the diag. */
bool eventb_lex(const struct eventb_reader *r, const struct source *s, struct eventb_tokens *out);

#endif

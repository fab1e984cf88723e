/* Tokens and parser state, shared by lexer.c and the parse files; not for other folders. */
#ifndef SYNTAX_PARSE_H
#define SYNTAX_PARSE_H

#include "syntax/inside.h"

#include <setjmp.h>

/* ---- tokens ------------------------------------------------------------------------------------ */

/* The token of an operator is the operator's own number; the others follow. */
enum token_kind {
	TOKEN_FIRST = OP_COUNT - 1,
#define TOKEN(tag, ...) TOKEN_##tag,
#include "syntax/token.def"
#undef TOKEN
#define CLAUSE(tag, ...) TOKEN_CLAUSE_##tag,
#include "syntax/clause.def"
#undef CLAUSE
	TOKEN_COUNT
};

struct token {
	uint16_t kind;
	bool after_space; /* something stood between it and the token before */
	uint32_t at;      /* pos.at of its first byte */
	uint32_t length;
	name text; /* ID: the name; literals: the value; TEMPLATE: NULL; others: NULL */
};

struct tokens {
	VEC(struct token) list; /* the last one is END_OF_FILE */
};

/* Splits source[from, to) into tokens, appended to out. Lexical errors are reported and the text
 * in question is skipped. */
void lexer_run(struct names *names, struct diag *diag, const struct source *source, uint32_t from,
               uint32_t to, struct tokens *out);
const char *lexer_spelling(int kind); /* "END", "':='": for messages */
bool lexer_is_plain_name(name x);     /* can it be written without backquotes? */

/* ---- parser state --------------------------------------------------------------------------------- */

enum { NESTING_LIMIT = 5000, DEPTH_LIMIT = 50000 };

struct parser {
	struct arena *arena;
	struct names *names;
	struct diag *diag;
	const struct source *source;
	struct tokens tokens;
	uint32_t i;           /* of the current token */
	uint32_t end;         /* tokens from here on read as END_OF_FILE */
	const char *end_text; /* how messages name the end of the text */
	uint32_t nesting;
	uint32_t names_end;             /* token behind the list of names that was read last */
	VEC(const struct node *) stack; /* kids of nodes under construction */
	jmp_buf *recover;               /* where a syntax error goes */
	name word_set, word_ref;
	bool misused[TOKEN_COUNT]; /* keywords that stand where a name is declared */
};

/* Reports a syntax error, unless it follows from a keyword that was used as a name. Notes may
 * follow, and then parse_leave, which goes to p->recover. */
void parse_report(struct parser *p, struct pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected ..., found ...", and a note on what may have been meant. */
void parse_report_unexpected(struct parser *p, const char *expected, bool after_formula);
_Noreturn void parse_leave(struct parser *p);
/* Both at once. */
_Noreturn void parse_fail(struct parser *p, struct pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void parse_unexpected(struct parser *p, const char *expected);
/* Where a name is declared and none stands: a word that is an operator is reported and taken. */
name parse_keyword_as_name(struct parser *p, const char *what);

int parse_peek(const struct parser *p); /* kind of the current token */
int parse_peek_at(const struct parser *p, uint32_t ahead);
const struct token *parse_token(const struct parser *p);
struct pos parse_pos(const struct parser *p);
bool parse_accept(struct parser *p, int kind);
struct pos parse_expect(struct parser *p, int kind, const char *where);
/* A closing token: the message names the place of the opening one. */
void parse_close(struct parser *p, int kind, struct pos opened, const char *what);

/* A separator, and behind it an entry ("the name of a set"); false if there is no separator. */
bool parse_another(struct parser *p, int separator, const char *what);
/* Reports '()' at the current token behind '('. */
void parse_check_not_empty(struct parser *p, const char *what);
bool parse_at_clause(const struct parser *p); /* or the end of the machine */

/* One level deeper; the caller takes it back with p->nesting--. */
void parse_enter(struct parser *p);

/* The nodes pushed on p->stack since `from` become the kids of a new node. */
struct node *parse_pop(struct parser *p, enum op op, struct pos pos, uint32_t from);
struct node *parse_node(struct parser *p, enum op op, struct pos pos, uint32_t count, ...);

/* parse_hint.c: a note on what may have been meant by the current token */
void parse_hint(struct parser *p, bool after_formula);

/* parse_expr.c */
struct node *parse_expr(struct parser *p);           /* predicate or expression */
struct node *parse_expr_in_parens(struct parser *p); /* also ';' and '||' */
struct node *parse_list(struct parser *p);           /* LIST, separated by commas */
struct node *parse_id(struct parser *p, const char *what);
struct node *parse_ids(struct parser *p, const char *what); /* IDS, separated by commas */
struct node *parse_postfix(struct parser *p); /* primary with (), [], ~, ' behind it */
name parse_dotted(struct parser *p, const char *what);

/* parse_subst.c */
struct node *parse_subst(struct parser *p);          /* with ';' */
struct node *parse_subst_parallel(struct parser *p); /* with '||', no ';' outside */
/* Does one begin k tokens ahead? False also if it cannot be told from an expression. */
bool parse_substitution_ahead(const struct parser *p, uint32_t k);
/* A definition's body: predicate, expression or substitution. */
struct node *parse_any(struct parser *p);

#endif

/* The parser's common part: tokens, errors, nodes, and the entry points. A syntax error leaves by
 * longjmp to the clause (or definition) that is being read; reading goes on at the next one. All
 * memory under construction is in the arena or on p->stack, so nothing is lost on the way. */
#include "syntax/parse_machine.h"

/* ---- errors ------------------------------------------------------------------------------------ */

/* What follows from a keyword that stands for a name: an error there, or right behind it. */
static bool follows_from_misuse(const struct parser *p)
{
	uint32_t last = p->tokens.list.count - 1, i = p->i < last ? p->i : last;
	const struct token *t = p->tokens.list.at + i;
	return p->misused[t->kind] || (i > 0 && p->misused[t[-1].kind]);
}

static void report(struct parser *p, struct pos pos, const char *format, va_list args)
{
	char message[400];
	vsnprintf(message, sizeof message, format, args);
	if (follows_from_misuse(p)) p->diag->muted_notes = true;
	else diag_at(p->diag, pos, DIAG_ERROR, "%s", message);
}

void parse_report(struct parser *p, struct pos pos, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	report(p, pos, format, args);
	va_end(args);
}

void parse_leave(struct parser *p) { longjmp(*p->recover, 1); }

void parse_fail(struct parser *p, struct pos pos, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	report(p, pos, format, args);
	va_end(args);
	parse_leave(p);
}

/* How the current token is shown in a message. */
static const char *found(const struct parser *p)
{
	const struct token *t = parse_token(p);
	enum { SHOWN = 40 };
	if (parse_peek(p) == TOKEN_END_OF_FILE && p->i + 1 >= p->tokens.list.count) return p->end_text;
	if (t->kind == TOKEN_STRING || t->kind == TOKEN_TEMPLATE) return "a string";
	if (t->kind >= TOKEN_LABEL && t->kind <= TOKEN_IMPORT) return "a pragma";
	int length = t->length > SHOWN ? SHOWN : (int)t->length;
	const char *text = p->source->text + (t->at - p->source->start);
	return arena_format(p->arena, "'%.*s'%s", length, text, t->length > SHOWN ? "..." : "");
}

void parse_report_unexpected(struct parser *p, const char *expected, bool after_formula)
{
	parse_report(p, parse_pos(p), "expected %s, found %s", expected, found(p));
	parse_hint(p, after_formula);
}

void parse_unexpected(struct parser *p, const char *expected)
{
	parse_report_unexpected(p, expected, false);
	parse_leave(p);
}

/* Does the current word of a clause stand in a list? */
static bool is_used_as_name(const struct parser *p)
{
	int next = parse_peek_at(p, 1);
	return next == TOKEN_COMMA || next == TOKEN_RPAR || next == TOKEN_RBRACE;
}

name parse_keyword_as_name(struct parser *p, const char *what)
{
	const struct token *t = parse_token(p);
	bool is_keyword = t->text && (t->kind < OP_COUNT || t->kind > TOKEN_EMPTY_SEQ);
	if (!is_keyword || parse_peek(p) == TOKEN_END_OF_FILE) parse_unexpected(p, what);
	parse_report(p, parse_pos(p), "expected %s, found the keyword '%s'", what, t->text);
	if (parse_at_clause(p)) {
		if (is_used_as_name(p)) p->i++;
		parse_leave(p);
	}
	p->misused[t->kind] = true;
	if (t->kind >= OP_COUNT && t->kind != TOKEN_REC && t->kind != TOKEN_STRUCT) parse_leave(p);
	p->i++;
	return t->text;
}

/* ---- tokens ------------------------------------------------------------------------------------ */

int parse_peek_at(const struct parser *p, uint32_t ahead)
{
	return p->i + ahead >= p->end ? TOKEN_END_OF_FILE : p->tokens.list.at[p->i + ahead].kind;
}

int parse_peek(const struct parser *p) { return parse_peek_at(p, 0); }

const struct token *parse_token(const struct parser *p)
{
	return &p->tokens.list.at[p->i < p->tokens.list.count ? p->i : p->tokens.list.count - 1];
}

struct pos parse_pos(const struct parser *p) { return (struct pos){parse_token(p)->at, 0}; }

bool parse_accept(struct parser *p, int kind)
{
	if (parse_peek(p) != kind) return false;
	p->i++;
	return true;
}

struct pos parse_expect(struct parser *p, int kind, const char *where)
{
	struct pos pos = parse_pos(p);
	if (parse_accept(p, kind)) return pos;
	parse_report(p, pos, "expected '%s' %s, found %s", lexer_spelling(kind), where, found(p));
	parse_hint(p, kind == TOKEN_THEN || kind == TOKEN_DO);
	parse_leave(p);
}

void parse_close(struct parser *p, int kind, struct pos opened, const char *what)
{
	if (parse_accept(p, kind)) return;
	parse_report(p, parse_pos(p), "expected '%s', found %s", lexer_spelling(kind), found(p));
	diag_at(p->diag, opened, DIAG_NOTE, "to close this %s", what);
	parse_hint(p, kind != TOKEN_END);
	parse_leave(p);
}

bool parse_at_clause(const struct parser *p)
{
	int kind = parse_peek(p);
	return kind > TOKEN_DO || kind == TOKEN_END || kind == TOKEN_END_OF_FILE;
}

bool parse_another(struct parser *p, int separator, const char *what)
{
	struct pos pos = parse_pos(p);
	if (!parse_accept(p, separator)) return false;
	if (parse_at_clause(p) && !is_used_as_name(p))
		parse_fail(p, pos, "'%s' must be followed by %s", lexer_spelling(separator), what);
	return true;
}

void parse_check_not_empty(struct parser *p, const char *what)
{
	if (parse_peek(p) != TOKEN_RPAR) return;
	parse_report_unexpected(p, what, false);
	diag_at(p->diag, parse_pos(p), DIAG_NOTE, "empty parentheses are left out");
	parse_leave(p);
}

void parse_enter(struct parser *p)
{
	if (++p->nesting > NESTING_LIMIT)
		parse_fail(p, parse_pos(p), "nested too deeply (limit %d)", NESTING_LIMIT);
}

/* ---- nodes -------------------------------------------------------------------------------------- */

struct node *parse_pop(struct parser *p, enum op op, struct pos pos, uint32_t from)
{
	struct node *n = node_new(p->arena, op, pos, p->stack.count - from);
	if (n->count) memcpy(n->kid, p->stack.at + from, n->count * sizeof n->kid[0]);
	p->stack.count = from;
	return n;
}

struct node *parse_node(struct parser *p, enum op op, struct pos pos, uint32_t count, ...)
{
	struct node *n = node_new(p->arena, op, pos, count);
	va_list kids;
	va_start(kids, count);
	for (uint32_t i = 0; i < count; i++) n->kid[i] = va_arg(kids, struct node *);
	va_end(kids);
	return n;
}

/* ---- entry points ---------------------------------------------------------------------------------- */

static void open_parser(struct parser *p, const char *end_text)
{
	p->end_text = end_text;
	p->word_set = names_of(p->names, "SET");
	p->word_ref = names_of(p->names, "ref");
	lexer_run(p->names, p->diag, p->source, 0, p->source->length, &p->tokens);
	p->end = p->tokens.list.count - 1;
}

static void close_parser(struct parser *p)
{
	VEC_CLEAR(&p->tokens.list);
	VEC_CLEAR(&p->stack);
}

struct machine *parse_source(struct arena *arena, struct names *names, struct diag *diag,
                             const struct source *source)
{
	struct parser p = {.arena = arena, .names = names, .diag = diag, .source = source};
	struct machine *m = ARENA_NEW(arena, struct machine);
	uint32_t errors = diag->errors;
	m->source = source;
	open_parser(&p, "the end of the file");
	/* After a lexical error the rest would only give errors that follow from it. */
	if (diag->errors == errors) parse_machine(&p, m);
	close_parser(&p);
	return m;
}

struct node *parse_formula(struct arena *arena, struct names *names, struct diag *diag,
                           const struct source *source)
{
	struct parser p = {.arena = arena, .names = names, .diag = diag, .source = source};
	jmp_buf back;
	struct node *volatile n = NULL;
	uint32_t errors = diag->errors;
	open_parser(&p, "the end of the formula");
	p.recover = &back;
	if (diag->errors == errors && setjmp(back) == 0) {
		struct node *body = parse_any(&p);
		if (parse_peek(&p) != TOKEN_END_OF_FILE) parse_unexpected(&p, "the end of the formula");
		parse_check_depth(&p, body);
		n = body;
	}
	close_parser(&p);
	return n;
}

/* Chains of infix operators make deep trees although they do not nest. */
void parse_check_depth(struct parser *p, const struct node *root)
{
	struct level {
		const struct node *node;
		uint32_t depth;
	};
	VEC(struct level) open = {0};
	const struct node *too_deep = NULL;
	VEC_PUSH(&open, (struct level){root, 1});
	while (open.count && !too_deep) {
		struct level l = VEC_POP(&open);
		if (l.depth > DEPTH_LIMIT) too_deep = l.node;
		for (uint32_t i = 0; i < l.node->count; i++)
			VEC_PUSH(&open, (struct level){l.node->kid[i], l.depth + 1});
	}
	VEC_CLEAR(&open);
	if (too_deep) parse_fail(p, too_deep->pos, "nested too deeply (limit %d)", DEPTH_LIMIT);
}

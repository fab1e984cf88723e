/* The parser's common part: tokens, errors, nodes, and the entry points. A syntax error leaves by
 * longjmp to the clause (or definition) that is being read; reading goes on at the next one. All
 * memory under construction is in the arena or on p->stack, so nothing is lost on the way. */
#include "syntax/parse_machine.h"

/* ---- errors ------------------------------------------------------------------------------------ */

void parse_fail(struct parser *p, struct pos pos, const char *format, ...)
{
	va_list args;
	char message[400];
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	diag_at(p->diag, pos, DIAG_ERROR, "%s", message);
	longjmp(*p->recover, 1);
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

void parse_unexpected(struct parser *p, const char *expected)
{
	const struct token *t = parse_token(p);
	struct pos pos = {t->at, 0};
	bool is_word = t->kind < OP_COUNT || t->kind > TOKEN_EMPTY_SEQ;
	if (is_word && t->text && strstr(expected, "name"))
		parse_fail(p, pos, "expected %s, found the keyword '%s'", expected, t->text);
	parse_fail(p, pos, "expected %s, found %s", expected, found(p));
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
	if (!parse_accept(p, kind))
		parse_unexpected(p, arena_format(p->arena, "'%s' %s", lexer_spelling(kind), where));
	return pos;
}

void parse_close(struct parser *p, int kind, struct pos opened, const char *what)
{
	if (parse_accept(p, kind)) return;
	struct pos pos = parse_pos(p);
	diag_at(p->diag, pos, DIAG_ERROR, "expected '%s', found %s", lexer_spelling(kind), found(p));
	diag_at(p->diag, opened, DIAG_NOTE, "to close this %s", what);
	longjmp(*p->recover, 1);
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

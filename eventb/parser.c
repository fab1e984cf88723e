/* What the rules of the parser share: tokens, errors, nodes. An error leaves by longjmp; all memory under construction is in the arena
 * or in the parser. */
#include "eventb/parser.h"

enum eventb_symbol parser_peek(const struct eventb_parser *p)
{
	return p->tokens.list.at[p->i].symbol;
}

struct pos parser_pos(const struct eventb_parser *p)
{
	return (struct pos){p->tokens.list.at[p->i].at, 0};
}

void parser_fail(struct eventb_parser *p, struct pos pos, const char *format, ...)
{
	char message[400];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	diag_at(p->reader->diag, pos, DIAG_ERROR, "%s", message);
	longjmp(p->back, 1);
}

static const char *found(struct eventb_parser *p)
{
	const struct eventb_token *t = &p->tokens.list.at[p->i];
	if (t->symbol == SYMBOL_END) return "the end of the formula";
	if (t->text) return arena_format(p->reader->arena, "'%.*s'", text_fit(t->text, 40), t->text);
	return arena_format(p->reader->arena, "'%s'", eventb_symbols[t->symbol].unicode);
}

void parser_unexpected(struct eventb_parser *p, const char *expected)
{
	parser_fail(p, parser_pos(p), "expected %s, found %s", expected, found(p));
}

bool parser_accept(struct eventb_parser *p, enum eventb_symbol s)
{
	if (parser_peek(p) != s) return false;
	p->i++;
	return true;
}

void parser_expect(struct eventb_parser *p, enum eventb_symbol s, const char *where)
{
	if (!parser_accept(p, s))
		parser_unexpected(
		    p, arena_format(p->reader->arena, "'%s' %s", eventb_symbols[s].unicode, where));
}

struct node *parser_node(struct eventb_parser *p, enum op op, struct pos pos,
                         const struct node *const *kids, uint32_t count)
{
	struct node *n = node_new(p->reader->arena, op, pos, count);
	for (uint32_t i = 0; i < count; i++) n->kid[i] = kids[i];
	return n;
}

struct node *parser_pop(struct eventb_parser *p, enum op op, struct pos pos, uint32_t from)
{
	struct node *n = parser_node(p, op, pos, p->stack.at + from, p->stack.count - from);
	p->stack.count = from;
	return n;
}

const struct node *parser_run(const struct eventb_reader *r, const struct source *s,
                              const struct node *rule(struct eventb_parser *p))
{
	struct eventb_parser p = {.reader = r};
	const struct node *volatile n = NULL;
	if (s && eventb_lex(r, s, &p.tokens) && setjmp(p.back) == 0) {
		const struct node *whole = rule(&p);
		if (parser_peek(&p) != SYMBOL_END) parser_unexpected(&p, "an operator or the end");
		n = whole;
	}
	VEC_CLEAR(&p.tokens.list);
	VEC_CLEAR(&p.stack);
	return n;
}

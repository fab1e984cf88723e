/* Reads each byte once; nesting is limited, memory is that of the terms. */
#include "eventb/prolog.h"

#include <ctype.h>

struct prolog {
	struct arena *arena;
	struct names *names;
	struct diag *diag;
	const struct source *source;
	const char *at, *end;
	uint32_t depth;
	bool is_wrong;
	struct text quoted; /* what stands in quotes, without escapes */
};

struct term_list {
	const struct prolog_term **at;
	uint32_t count, room;
};

static struct pos position(const struct prolog *p, const char *at)
{
	return (struct pos){.at = p->source->start + (uint32_t)(at - p->source->text)};
}

static const struct prolog_term *wrong(struct prolog *p, const char *at, const char *message)
{
	if (!p->is_wrong) diag_at(p->diag, position(p, at), DIAG_ERROR, "%s", message);
	p->is_wrong = true;
	return NULL;
}

static const struct prolog_term *term_new(struct prolog *p, enum term_kind kind, name text,
                                          const char *at, struct term_list *kids)
{
	struct prolog_term *t = ARENA_NEW(p->arena, struct prolog_term);
	*t = (struct prolog_term){.kind = kind, .text = text, .pos = position(p, at)};
	if (!kids) return t;
	t->count = kids->count;
	t->kid = VEC_FREEZE(kids, p->arena);
	return t;
}

/* ---- characters -------------------------------------------------------------------------------------- */

/* Letters of all languages are letters. */
static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || (c & 0x80); }

static bool is_symbol(char c) { return c && strchr("+-*/\\^<>=~:.?@#&$", c); }

static bool is_space(char c) { return isspace((unsigned char)c); }

static void skip_comment(struct prolog *p)
{
	const char *from = p->at;
	for (p->at += 2; p->at + 1 < p->end; p->at++)
		if (p->at[0] == '*' && p->at[1] == '/') {
			p->at += 2;
			return;
		}
	p->at = p->end;
	wrong(p, from, "this comment has no end");
}

static char look(struct prolog *p)
{
	for (; p->at < p->end; p->at++) {
		if (is_space(*p->at)) continue;
		if (*p->at == '%') {
			while (p->at < p->end && *p->at != '\n') p->at++;
			if (p->at == p->end) return 0;
		} else if (p->at[0] == '/' && p->at + 1 < p->end && p->at[1] == '*') {
			skip_comment(p);
			p->at--;
		} else return *p->at;
	}
	return 0;
}

static bool take(struct prolog *p, char c)
{
	if (look(p) != c || p->at >= p->end) return false;
	p->at++;
	return true;
}

/* ---- atoms ------------------------------------------------------------------------------------------- */

static name word(struct prolog *p, bool (*is_part)(char))
{
	const char *from = p->at;
	while (p->at < p->end && is_part(*p->at)) p->at++;
	return names_add(p->names, from, (size_t)(p->at - from));
}

static void add_utf8(struct text *t, uint32_t code)
{
	uint32_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
	text_add_char(t, (char)(lead[more] | code >> (6 * more)));
	while (more-- > 0) text_add_char(t, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

/* \x41\ and \101\ */
static void numbered(struct prolog *p, int base)
{
	char *behind;
	unsigned long code = strtoul(p->at, &behind, base);
	if (behind == p->at || behind >= p->end || *behind != '\\' || code == 0 || code > 0x10ffff) {
		wrong(p, p->at, "this character in a quoted name is not known");
		return;
	}
	add_utf8(&p->quoted, (uint32_t)code);
	p->at = behind + 1;
}

static void escaped(struct prolog *p)
{
	static const char letters[] = "ntr\\'\"`", means[] = "\n\t\r\\'\"`";
	char c = p->at < p->end ? *p->at : 0;
	const char *known = c ? strchr(letters, c) : NULL;
	if (c == '\n') p->at++;
	else if (c == 'x') p->at++, numbered(p, 16);
	else if (c >= '0' && c <= '7') numbered(p, 8);
	else if (known) p->at++, text_add_char(&p->quoted, means[known - letters]);
	else wrong(p, p->at - 1, "this character in a quoted name is not known");
}

/* From behind the first quote to behind the last one. */
static name in_quotes(struct prolog *p, char quote)
{
	const char *from = p->at - 1;
	p->quoted.count = 0;
	text_add(&p->quoted, "");
	while (!p->is_wrong) {
		if (p->at >= p->end || *p->at == 0) {
			wrong(p, from, "this quote is never closed");
			return NULL;
		}
		char c = *p->at++;
		if (c == '\\') escaped(p);
		else if (c != quote) text_add_char(&p->quoted, c);
		else if (p->at < p->end && *p->at == quote) text_add_char(&p->quoted, *p->at++);
		else break;
	}
	return names_add(p->names, text_get(&p->quoted), p->quoted.count);
}

/* ---- terms ------------------------------------------------------------------------------------------- */

static const struct prolog_term *term(struct prolog *p);

/* Operands up to the closing bracket, which is taken. */
static bool operands(struct prolog *p, char close, struct term_list *out)
{
	const char *from = p->at - 1;
	do {
		const struct prolog_term *t = term(p);
		if (!t) return false;
		VEC_PUSH(out, t);
	} while (take(p, ','));
	if (close == ']' && take(p, '|') && !term(p)) return false;
	if (take(p, close)) return true;
	if (look(p))
		wrong(p, p->at,
		      close == ']' ? "',' or ']' is expected here" : "',' or ')' is expected here");
	else wrong(p, from, "this bracket is never closed");
	return false;
}

static const struct prolog_term *list(struct prolog *p, const char *from)
{
	struct term_list kids = {0};
	if (take(p, ']') || operands(p, ']', &kids))
		return term_new(p, TERM_LIST, names_of(p->names, "[]"), from, &kids);
	VEC_CLEAR(&kids);
	return NULL;
}

/* A functor has its bracket right behind it. */
static const struct prolog_term *atom(struct prolog *p, name text, const char *from)
{
	struct term_list kids = {0};
	if (!text) return NULL;
	if (p->at >= p->end || *p->at != '(') return term_new(p, TERM_ATOM, text, from, NULL);
	p->at++;
	if (operands(p, ')', &kids)) return term_new(p, TERM_ATOM, text, from, &kids);
	VEC_CLEAR(&kids);
	return NULL;
}

static const struct prolog_term *number(struct prolog *p, const char *from)
{
	while (p->at < p->end && isdigit((unsigned char)*p->at)) p->at++;
	if (p->at + 1 < p->end && *p->at == '.' && isdigit((unsigned char)p->at[1]))
		for (p->at++; p->at < p->end && is_letter(*p->at);) p->at++;
	return term_new(p, TERM_INTEGER, names_add(p->names, from, (size_t)(p->at - from)), from, NULL);
}

static const struct prolog_term *in_brackets(struct prolog *p)
{
	const char *from = p->at - 1;
	const struct prolog_term *t = term(p);
	if (t && !take(p, ')')) return wrong(p, from, "this bracket is never closed");
	return t;
}

static const struct prolog_term *primary(struct prolog *p)
{
	char c = look(p);
	const char *from = p->at;
	if (!c) return wrong(p, p->end, "the text ends here, within a term");
	bool is_negative = c == '-' && p->at + 1 < p->end && isdigit((unsigned char)p->at[1]);
	if (is_negative) p->at++;
	if (isdigit((unsigned char)c) || is_negative) return number(p, from);
	if (c == '_' || isupper((unsigned char)c))
		return term_new(p, TERM_VARIABLE, word(p, is_letter), from, NULL);
	if (is_letter(c)) return atom(p, word(p, is_letter), from);
	if (is_symbol(c)) {
		name text = word(p, is_symbol);
		if (p->at < p->end && *p->at == '(') return atom(p, text, from);
		struct term_list kids = {0};
		const struct prolog_term *t = term(p);
		if (!t) return NULL;
		VEC_PUSH(&kids, t);
		return term_new(p, TERM_ATOM, text, from, &kids);
	}
	p->at++;
	switch (c) {
	case '[': return list(p, from);
	case '(': return in_brackets(p);
	case '\'': return atom(p, in_quotes(p, c), from);
	case '"': {
		name text = in_quotes(p, c);
		return text ? term_new(p, TERM_TEXT, text, from, NULL) : NULL;
	}
	case '!': return atom(p, names_of(p->names, "!"), from);
	default: return wrong(p, from, "no term begins like this");
	}
}

/* A dot before white space or the end of the text ends the clause. */
static bool is_end(struct prolog *p)
{
	if (look(p) != '.') return false;
	return p->at + 1 >= p->end || is_space(p->at[1]) || p->at[1] == '%';
}

static const struct prolog_term *term(struct prolog *p)
{
	if (++p->depth > PROLOG_DEEPEST) return wrong(p, p->at, "terms are nested too deeply here");
	const struct prolog_term *left = primary(p);
	const char *from = left && look(p) ? p->at : NULL;
	bool is_infix = from && is_symbol(*from) && !is_end(p);
	if (is_infix) {
		struct term_list kids = {0};
		name op = word(p, is_symbol);
		const struct prolog_term *right = term(p);
		if (right) {
			VEC_PUSH(&kids, left);
			VEC_PUSH(&kids, right);
		}
		left = right ? term_new(p, TERM_ATOM, op, from, &kids) : NULL;
	}
	p->depth--;
	return left;
}

bool prolog_read(struct arena *arena, struct names *names, struct diag *diag,
                 const struct source *source, const struct prolog_term *const **clauses,
                 uint32_t *count)
{
	struct prolog p = {.arena = arena, .names = names, .diag = diag, .source = source};
	struct term_list all = {0};
	p.at = source->text;
	p.end = source->text + source->length;
	while (!p.is_wrong && look(&p)) {
		const struct prolog_term *t = term(&p);
		if (!t) break;
		if (is_end(&p)) p.at++;
		else wrong(&p, p.at, "'.' is expected here");
		VEC_PUSH(&all, t);
	}
	if (p.at < p.end) wrong(&p, p.at, "this character is not allowed");
	*count = all.count;
	*clauses = VEC_FREEZE(&all, arena);
	text_clear(&p.quoted);
	return !p.is_wrong;
}

bool term_is(const struct prolog_term *t, const char *functor, uint32_t count)
{
	return t->kind == TERM_ATOM && t->count == count && strcmp(t->text, functor) == 0;
}

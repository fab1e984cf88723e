/* From the text of a formula to tokens. A symbol is the longest spelling that fits. */
#include "eventb/token.h"

#include <ctype.h>

const struct eventb_symbol_info eventb_symbols[SYMBOL_COUNT] = {
#define SYMBOL(tag, role, op, unicode, ascii, other)                                               \
	[SYMBOL_##tag] = {ROLE_##role, OP_##op, unicode, ascii, other},
#include "eventb/symbol.def"
};

const struct source *eventb_source(struct diag *diag, const char *file, const char *label,
                                   const char *text)
{
	struct text title = {0};
	text_format(&title, label ? "%s (%s)" : "%s", file, label);
	const struct source *s = diag_source(diag, text_get(&title), text, strlen(text), true);
	text_clear(&title);
	return s;
}

/* ---- characters -------------------------------------------------------------------------------------- */

/* The code point at p and its length; 0 and 1 for bytes that are no UTF-8. */
static uint32_t code_point(const char *p, const char *end, uint32_t *length)
{
	unsigned char first = (unsigned char)*p;
	uint32_t more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
	uint32_t c = more == 0 ? first : first & (0x3fU >> more);
	*length = 1;
	if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || end - p <= (ptrdiff_t)more) return 0;
	for (uint32_t i = 1; i <= more; i++) {
		if (((unsigned char)p[i] & 0xc0) != 0x80) return 0;
		c = c << 6 | ((unsigned char)p[i] & 0x3f);
	}
	*length = more + 1;
	return c;
}

struct code_points {
	uint32_t first, last;
};

static bool is_in(const struct code_points *ranges, uint32_t count, uint32_t c)
{
	for (uint32_t i = 0; i < count; i++)
		if (c >= ranges[i].first && c <= ranges[i].last) return true;
	return false;
}

/* Letters of other scripts, in ranges that have no symbols of the language. */
static bool is_letter(uint32_t c)
{
	static const struct code_points letters[] = {
	    {0xaa, 0xaa},     {0xb5, 0xb5},     {0xba, 0xba},     {0xc0, 0xd6},
	    {0xd8, 0xf6},     {0xf8, 0x2ff},    {0x370, 0x3ba},   {0x3bc, 0x1fff},
	    {0x2c00, 0x2dff}, {0x3040, 0xd7ff}, {0xf900, 0xfaff}, {0x1d400, 0x1d7ff}};
	if (c < 0x80) return isalpha((int)c) || c == '_';
	return is_in(letters, sizeof letters / sizeof *letters, c);
}

static bool is_space(uint32_t c)
{
	static const struct code_points spaces[] = {
	    {0x9, 0xd},       {' ', ' '},       {0xa0, 0xa0},     {0x2000, 0x200a},
	    {0x2028, 0x2029}, {0x202f, 0x202f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
	return is_in(spaces, sizeof spaces / sizeof *spaces, c);
}

/* ---- tokens ------------------------------------------------------------------------------------------ */

struct eventb_lexer {
	const struct eventb_reader *reader;
	const struct source *source;
	const char *p, *end;
	struct eventb_tokens *out;
};

static void push(struct eventb_lexer *l, enum eventb_symbol symbol, size_t length, name text)
{
	uint32_t at = l->source->start + (uint32_t)(l->p - l->source->text);
	VEC_PUSH(&l->out->list, ((struct eventb_token){symbol, at, (uint32_t)length, text}));
	l->p += length;
}

static bool is_word(const char *spelling) { return isalpha((unsigned char)*spelling); }

static size_t fits(const struct eventb_lexer *l, const char *spelling)
{
	size_t length = strlen(spelling);
	bool is_there = length && !is_word(spelling) && (size_t)(l->end - l->p) >= length &&
	                memcmp(l->p, spelling, length) == 0;
	return is_there ? length : 0;
}

static bool symbol(struct eventb_lexer *l)
{
	enum eventb_symbol best = SYMBOL_COUNT;
	size_t longest = 0;
	for (int i = 0; i < SYMBOL_COUNT; i++) {
		const struct eventb_symbol_info *s = &eventb_symbols[i];
		const char *const spellings[] = {s->unicode, s->ascii, s->other};
		for (int k = 0; k < 3; k++) {
			size_t length = fits(l, spellings[k]);
			if (length <= longest) continue;
			longest = length;
			best = (enum eventb_symbol)i;
		}
	}
	if (!longest) return false;
	push(l, best, longest, NULL);
	return true;
}

/* A word of the language. Those that only the keyboard knows may be names. */
static enum eventb_symbol word(const struct eventb_lexer *l, name text)
{
	for (int i = 0; i < SYMBOL_COUNT; i++) {
		const struct eventb_symbol_info *s = &eventb_symbols[i];
		if (is_word(s->unicode) && strcmp(s->unicode, text) == 0) return (enum eventb_symbol)i;
		if (is_word(s->ascii) && strcmp(s->ascii, text) == 0 &&
		    !(l->reader->declared && map_get(l->reader->declared, text)))
			return (enum eventb_symbol)i;
	}
	return SYMBOL_ID;
}

/* name ::= letter {letter | digit} {"'"} */
static bool name_or_word(struct eventb_lexer *l)
{
	const char *p = l->p;
	uint32_t length, c = code_point(p, l->end, &length);
	if (!is_letter(c)) return false;
	while (p < l->end && (is_letter(c) || (c < 0x80 && isdigit((int)c)))) {
		p += length;
		if (p < l->end) c = code_point(p, l->end, &length);
	}
	while (p < l->end && *p == '\'') p++;
	name text = names_add(l->reader->names, l->p, (size_t)(p - l->p));
	push(l, word(l, text), (size_t)(p - l->p), text);
	return true;
}

static bool number(struct eventb_lexer *l)
{
	const char *p = l->p;
	while (p < l->end && isdigit((unsigned char)*p)) p++;
	if (p == l->p) return false;
	size_t zeros = 0, length = (size_t)(p - l->p);
	while (zeros + 1 < length && l->p[zeros] == '0') zeros++;
	push(l, SYMBOL_NUMBER, length, names_add(l->reader->names, l->p + zeros, length - zeros));
	return true;
}

static bool report(struct eventb_lexer *l)
{
	uint32_t length;
	struct pos pos = {l->source->start + (uint32_t)(l->p - l->source->text), 0};
	if (!code_point(l->p, l->end, &length))
		diag_at(l->reader->diag, pos, DIAG_ERROR, "this byte is no UTF-8");
	else
		diag_at(l->reader->diag, pos, DIAG_ERROR,
		        "'%.*s' is no symbol of Event-B; symbols of theories are not supported",
		        (int)length, l->p);
	return false;
}

bool eventb_lex(const struct eventb_reader *r, const struct source *s, struct eventb_tokens *out)
{
	struct eventb_lexer l = {r, s, s->text, s->text + s->length, out};
	while (l.p < l.end) {
		uint32_t length, c = code_point(l.p, l.end, &length);
		if (is_space(c)) l.p += length;
		else if (!number(&l) && !name_or_word(&l) && !symbol(&l)) return report(&l);
	}
	push(&l, SYMBOL_END, 0, NULL);
	return true;
}

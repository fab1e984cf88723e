/* From text to tokens. The symbols and words come from op.def, token.def and clause.def; a symbol
 * is the longest spelling that fits. Comments are skipped, but for the pragmas that mean something
 * here: label, symbolic, file, package and import-package. Bytes that are not UTF-8 may stand in comments and strings. */
#include "syntax/parse.h"

#include <ctype.h>

struct spelling {
	const char *text;
	size_t length;
	int kind;
};

static const struct spelling spellings[] = {
#define INFIX 1
#define RIGHT 1
#define NONE 1
#define CALL 1
#define WORD 1
#define BINDER 1
#define WEAK 2 /* the word is an identifier here, its symbol is another spelling of that word */
#define FORM 0
#define OP(tag, class, form, ascii, unicode, ...)                                                  \
	{form == 1 ? ascii : "", form == 1 ? sizeof ascii - 1 : 0, OP_##tag},                          \
	    {form ? unicode : "", form ? sizeof unicode - 1 : 0, OP_##tag},
#include "syntax/op.def"
#undef INFIX
#undef RIGHT
#undef NONE
#undef CALL
#undef WORD
#undef BINDER
#undef WEAK
#undef FORM
#define TOKEN(tag, a, b, c)                                                                        \
	{a, sizeof a - 1, TOKEN_##tag}, {b, sizeof b - 1, TOKEN_##tag}, {c, sizeof c - 1, TOKEN_##tag},
#include "syntax/token.def"
#undef TOKEN
#define CLAUSE(tag, text, ...) {text, sizeof text - 1, TOKEN_CLAUSE_##tag},
#include "syntax/clause.def"
#undef CLAUSE
    /* further spellings that real files use */
    {"INITIALIZATION", 14, TOKEN_CLAUSE_INITIALISATION},
    {"EVENTS", 6, TOKEN_CLAUSE_OPERATIONS},
    {"LOCAL_EVENTS", 12, TOKEN_CLAUSE_LOCAL_OPERATIONS},
    {"ℕ₁", sizeof "ℕ₁" - 1, OP_NATURAL1_SET},
    {"ℙ₁", sizeof "ℙ₁" - 1, OP_POW1},
    {"∗", sizeof "∗" - 1, OP_TIMES},
    {"\xee\x84\x83", 3, OP_OVERRIDE}, /* U+E103, Rodin's private character */
    {"◀", sizeof "◀" - 1, OP_DOMAIN_SUBTRACT},
    {"▶", sizeof "▶" - 1, OP_RANGE_SUBTRACT},
    {"•", sizeof "•" - 1, TOKEN_DOT},
};

enum { SPELLINGS = sizeof spellings / sizeof *spellings };

struct lexer {
	struct names *names;
	struct diag *diag;
	const struct source *source;
	const char *p, *end; /* rest of the text */
	struct tokens *out;
	struct map words;                          /* name -> spelling */
	VEC(const struct spelling *) symbols[256]; /* by first byte */
	bool space;                                /* white space or a comment since the last token */
};

const char *lexer_spelling(int kind)
{
	switch (kind) {
	case TOKEN_END_OF_FILE: return "end of file";
	case TOKEN_ID: return "identifier";
	case TOKEN_NUMBER:
	case TOKEN_DECIMAL: return "number";
	case TOKEN_STRING: return "string";
	case TOKEN_TEMPLATE: return "template string";
	case TOKEN_LABEL:
	case TOKEN_SYMBOLIC:
	case TOKEN_FILE:
	case TOKEN_PACKAGE:
	case TOKEN_IMPORT: return "pragma";
	}
	for (int i = 0; i < SPELLINGS; i++)
		if (spellings[i].kind == kind && spellings[i].length) return spellings[i].text;
	return "?";
}

static bool is_word_start(int c) { return isalpha(c) || c == '_'; }
static bool is_word_char(int c) { return isalnum(c) || c == '_'; }

static void open_lexer(struct lexer *l)
{
	for (int i = 0; i < SPELLINGS; i++) {
		const struct spelling *s = &spellings[i];
		if (s->length == 0) continue;
		unsigned char first = (unsigned char)s->text[0];
		if (is_word_start(first))
			map_put(&l->words, names_add(l->names, s->text, s->length), (void *)(uintptr_t)s);
		else VEC_PUSH(&l->symbols[first], s);
	}
}

static void close_lexer(struct lexer *l)
{
	map_clear(&l->words);
	for (int i = 0; i < 256; i++) VEC_CLEAR(&l->symbols[i]);
}

static struct pos here(const struct lexer *l, const char *p)
{
	return (struct pos){l->source->start + (uint32_t)(p - l->source->text), 0};
}

static void add(struct lexer *l, int kind, const char *from, name text)
{
	struct token t = {.kind = (uint16_t)kind,
	                  .after_space = l->space,
	                  .at = here(l, from).at,
	                  .length = (uint32_t)(l->p - from),
	                  .text = text};
	VEC_PUSH(&l->out->list, t);
	l->space = false;
}

static bool looking_at(const struct lexer *l, const char *text)
{
	size_t n = strlen(text);
	return (size_t)(l->end - l->p) >= n && memcmp(l->p, text, n) == 0;
}

/* ---- Unicode ------------------------------------------------------------------------------------ */

/* The code point at p and its length; length 0 if it is not UTF-8. */
static uint32_t decode(const char *text, const char *end, int *length)
{
	const unsigned char *p = (const unsigned char *)text;
	*length = 0;
	int n = p[0] < 0x80                   ? 1
	        : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
	        : p[0] >= 0xe0                ? 3
	        : p[0] >= 0xc2                ? 2
	                                      : 0;
	if (n == 0 || p[0] >= 0xf5 || end - text < n) return p[0];
	uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
	for (int i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80) return p[0];
		c = c << 6 | (p[i] & 0x3f);
	}
	*length = n;
	return c;
}

static bool is_letter(uint32_t c)
{
	static const uint32_t ranges[][2] = {
	    {0xaa, 0xaa},     {0xb5, 0xb5},     {0xba, 0xba},     {0xc0, 0xd6},     {0xd8, 0xf6},
	    {0xf8, 0x2af},    {0x370, 0x3ba},   {0x3bc, 0x3ff},   {0x400, 0x481},   {0x48a, 0x556},
	    {0x561, 0x587},   {0x5d0, 0x5ea},   {0x620, 0x64a},   {0x671, 0x6d3},   {0x904, 0x939},
	    {0xe01, 0xe30},   {0x10a0, 0x10ff}, {0x1100, 0x11ff}, {0x1e00, 0x1fff}, {0x3041, 0x30ff},
	    {0x3105, 0x318e}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3},
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
	return false;
}

/* May stand in a name, but not begin it: lambda, subscripts and primes. */
static bool is_letter_inside(uint32_t c)
{
	return c == 0x3bb || (c >= 0x2080 && c <= 0x2089) || c == 0x2032 || c == 0x2018 || c == 0x2019;
}

static bool is_space(uint32_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) ||
	       c == 0x2028 || c == 0x2029 || c == 0xfeff;
}

/* ---- words and numbers ---------------------------------------------------------------------------- */

static const char *word_end(const struct lexer *l, const char *p)
{
	for (;;) {
		while (p < l->end && is_word_char((unsigned char)*p)) p++;
		if (p == l->end || (unsigned char)*p < 0x80) return p;
		int n;
		uint32_t c = decode(p, l->end, &n);
		if (n == 0 || !(is_letter(c) || is_letter_inside(c))) return p;
		p += n;
	}
}

static bool starts_word(const struct lexer *l, const char *p)
{
	if (p >= l->end) return false;
	if ((unsigned char)*p < 0x80) return is_word_start((unsigned char)*p);
	int n;
	uint32_t c = decode(p, l->end, &n);
	return n > 0 && is_letter(c);
}

/* EXPRESSIONS and PREDICATES are keywords only where a definition follows. */
static bool is_clause_word_of_prob(int kind)
{
	return kind == TOKEN_CLAUSE_EXPRESSIONS || kind == TOKEN_CLAUSE_PREDICATES;
}

static bool opens_definitions(const struct lexer *l)
{
	const char *p = l->p;
	while (p < l->end && isspace((unsigned char)*p)) p++;
	const char *name_end = word_end(l, p);
	if (name_end == p) return false;
	while (name_end < l->end && isspace((unsigned char)*name_end)) name_end++;
	return l->end - name_end > 1 && (name_end[0] == '(' || memcmp(name_end, "==", 2) == 0);
}

/* An identifier, with the parts of a renamed one (a.b.c) joined, or a keyword. */
static void word(struct lexer *l)
{
	const char *from = l->p;
	l->p = word_end(l, l->p);
	name text = names_add(l->names, from, (size_t)(l->p - from));
	const struct spelling *s = map_get(&l->words, text);
	if (s && is_clause_word_of_prob(s->kind) && !opens_definitions(l)) s = NULL;
	if (s) {
		add(l, s->kind, from, text);
		return;
	}
	while (l->p < l->end && *l->p == '.' && starts_word(l, l->p + 1)) l->p = word_end(l, l->p + 1);
	add(l, TOKEN_ID, from, names_add(l->names, from, (size_t)(l->p - from)));
}

/* @finite and @partition, ProB's spelling of Event-B's predicates */
static void event_b_word(struct lexer *l)
{
	const char *from = l->p;
	l->p = word_end(l, l->p + 1);
	add(l, TOKEN_ID, from, names_add(l->names, from + 1, (size_t)(l->p - from) - 1));
}

static void number(struct lexer *l)
{
	const char *from = l->p;
	int kind = TOKEN_NUMBER;
	if (l->end - l->p > 2 && l->p[0] == '0' && l->p[1] == 'x' && isxdigit((unsigned char)l->p[2])) {
		l->p += 2;
		while (l->p < l->end && isxdigit((unsigned char)*l->p)) l->p++;
	} else {
		while (l->p < l->end && isdigit((unsigned char)*l->p)) l->p++;
		if (l->end - l->p > 1 && l->p[0] == '.' && isdigit((unsigned char)l->p[1])) {
			kind = TOKEN_DECIMAL;
			for (l->p++; l->p < l->end && isdigit((unsigned char)*l->p);) l->p++;
		}
	}
	add(l, kind, from, names_add(l->names, from, (size_t)(l->p - from)));
}

/* ---- strings ------------------------------------------------------------------------------------- */

/* Adds the character behind a backslash. */
static void escape(struct text *out, char c)
{
	if (c == 'n') text_add_char(out, '\n');
	else if (c == 't') text_add_char(out, '\t');
	else if (c == 'r') text_add_char(out, '\r');
	else if (c == '"' || c == '\'' || c == '\\' || c == '`') text_add_char(out, c);
	else text_format(out, "\\%c", c);
}

static void bad_byte(struct lexer *l)
{
	diag_at(l->diag, here(l, l->p), DIAG_ERROR, "unexpected byte 0x%02x", (unsigned char)*l->p);
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/* Reads on to `close`, or to the end of the line if that has one character. Is it there? */
static bool read_quoted(struct lexer *l, const char *close, struct text *out)
{
	bool is_clean = true;
	while (l->p < l->end) {
		if (looking_at(l, close)) return true;
		if (!close[1] && is_line_end(*l->p)) return false;
		if (*l->p == 0) {
			if (is_clean) bad_byte(l);
			is_clean = false;
			l->p++;
		} else if (*l->p == '\\' && l->end - l->p > 1 && !is_line_end(l->p[1]) && l->p[1]) {
			escape(out, l->p[1]);
			l->p += 2;
		} else {
			text_add_char(out, *l->p++);
		}
	}
	return false;
}

/* The place behind the quote on a later line that seems to close a string, or NULL: the next line
 * with quotes has an odd number of them. */
static const char *closed_later(const struct lexer *l)
{
	const char *first = NULL;
	unsigned count = 0;
	for (const char *p = l->p; p < l->end && !(first && is_line_end(*p)); p++) {
		if (*p != '"') continue;
		if (!first) first = p;
		count++;
	}
	return count % 2 ? first + 1 : NULL;
}

/* A text up to `close`; on one line unless `close` has three characters. */
static void quoted(struct lexer *l, const char *close, int kind, const char *what)
{
	const char *from = l->p;
	struct text value = {0};
	l->p += strlen(close);
	if (read_quoted(l, close, &value)) {
		l->p += strlen(close);
		name text =
		    kind == TOKEN_TEMPLATE ? NULL : names_add(l->names, text_get(&value), value.count);
		add(l, kind, from, text);
	} else {
		const char *later = *close == '"' ? closed_later(l) : NULL;
		diag_at(l->diag, here(l, from), DIAG_ERROR, "%s is not closed", what);
		if (later) {
			diag_at(l->diag, here(l, from), DIAG_NOTE,
			        "a string of several lines stands between ''' and '''");
			l->p = later;
		}
		add(l, TOKEN_STRING, from, names_of(l->names, ""));
	}
	text_clear(&value);
}

static void backquoted(struct lexer *l)
{
	if (looking_at(l, "```")) quoted(l, "```", TOKEN_TEMPLATE, "this template string");
	else quoted(l, "`", TOKEN_ID, "this backquoted identifier");
}

/* ---- comments and pragmas ----------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The content of a pragma: a string, or what stands there without the blanks around it. */
static name pragma_text(struct lexer *l, const char *from, const char *to)
{
	while (from < to && is_blank(*from)) from++;
	to = from + strnlen(from, (size_t)(to - from)); /* names have no zero bytes */
	while (to > from && is_blank(to[-1])) to--;
	if (to - from >= 2 && *from == '"' && to[-1] == '"') from++, to--;
	return names_add(l->names, from, (size_t)(to - from));
}

static bool pragma_is(const char *from, const char *to, const char *word)
{
	size_t n = strlen(word);
	return (size_t)(to - from) >= n && memcmp(from, word, n) == 0 &&
	       ((size_t)(to - from) == n || !is_word_char((unsigned char)from[n]));
}

static void label(struct lexer *l, const char *from, name text)
{
	const char *at = strstr(from, text);
	if (strpbrk(text, " \t\r\n") && at[-1] != '"')
		diag_at(l->diag, here(l, at), DIAG_ERROR, "a label with blanks must be written in quotes");
	add(l, TOKEN_LABEL, from, text);
}

static void pragma(struct lexer *l, const char *from, const char *to)
{
	const char *p = from + 3; /* behind the at sign */
	while (p < to && is_blank(*p)) p++;
	if (pragma_is(p, to, "symbolic")) add(l, TOKEN_SYMBOLIC, from, NULL);
	else if (pragma_is(p, to, "label")) label(l, from, pragma_text(l, p + 5, to));
	else if (pragma_is(p, to, "file")) add(l, TOKEN_FILE, from, pragma_text(l, p + 4, to));
	else if (pragma_is(p, to, "package")) add(l, TOKEN_PACKAGE, from, pragma_text(l, p + 7, to));
	else if (pragma_is(p, to, "import-package") || pragma_is(p, to, "import_package"))
		add(l, TOKEN_IMPORT, from, pragma_text(l, p + 14, to));
}

static void block_comment(struct lexer *l)
{
	const char *from = l->p;
	bool is_pragma = looking_at(l, "/*@");
	const char *close = memmem(from + 2, (size_t)(l->end - from) - 2, "*/", 2);
	if (!close) {
		diag_at(l->diag, here(l, from), DIAG_ERROR, "this %s is not closed",
		        is_pragma ? "pragma" : "comment");
		l->p = l->end;
		return;
	}
	l->p = close + 2;
	l->space = true;
	if (is_pragma) pragma(l, from, close);
}

/* ---- all together ------------------------------------------------------------------------------------ */

/* Does the text start with this symbol? Rodin's minus sign U+2212 stands for '-' also inside
 * arrows. Returns the length in the text, or 0. */
static size_t symbol_length(const struct lexer *l, const struct spelling *s)
{
	static const char minus[] = "\xe2\x88\x92";
	const char *p = l->p;
	for (size_t i = 0; i < s->length; i++) {
		if (p < l->end && *p == s->text[i]) p++;
		else if (s->text[i] == '-' && l->end - p >= 3 && memcmp(p, minus, 3) == 0) p += 3;
		else return 0;
	}
	return (size_t)(p - l->p);
}

static bool symbol(struct lexer *l)
{
	const struct spelling *best = NULL;
	size_t best_length = 0;
	unsigned char first = (unsigned char)*l->p;
	for (int bucket = 0; bucket < 2; bucket++) {
		/* a text that starts with U+2212 is also looked up under '-' */
		unsigned char b = bucket ? '-' : first;
		if (bucket && !looking_at(l, "\xe2\x88\x92")) break;
		for (uint32_t i = 0; i < l->symbols[b].count; i++) {
			const struct spelling *s = l->symbols[b].at[i];
			size_t length = symbol_length(l, s);
			if (length > best_length) best = s, best_length = length;
		}
	}
	if (!best) return false;
	const char *from = l->p;
	l->p += best_length;
	const struct op_info *op = best->kind < OP_COUNT ? op_info((enum op)best->kind) : NULL;
	if (op && op->form == FORM_WEAK) add(l, TOKEN_ID, from, names_of(l->names, op->spelling));
	else add(l, best->kind, from, NULL);
	return true;
}

static bool is_curly_quote(uint32_t c)
{
	return (c >= 0x201c && c <= 0x201f) || c == 0xab || c == 0xbb;
}

/* To behind the other quote on this line. */
static void skip_curly_string(struct lexer *l)
{
	const char *p = l->p;
	int n;
	decode(p, l->end, &n);
	for (l->p = p += n; p < l->end && !is_line_end(*p); p += n > 0 ? n : 1) {
		uint32_t c = decode(p, l->end, &n);
		if (n == 0 || !is_curly_quote(c)) continue;
		l->p = p + n;
		return;
	}
}

static void unknown_character(struct lexer *l)
{
	int n;
	uint32_t c = decode(l->p, l->end, &n);
	bool utf16 =
	    l->p == l->source->text && (looking_at(l, "\xff\xfe") || looking_at(l, "\xfe\xff"));
	if (utf16) {
		diag_at(l->diag, here(l, l->p), DIAG_ERROR, "this file is in UTF-16, save it as UTF-8");
		l->p = l->end;
		return;
	}
	if (n == 0 || c < 0x20 || c == 0x7f) bad_byte(l);
	else diag_at(l->diag, here(l, l->p), DIAG_ERROR, "unexpected character '%.*s'", n, l->p);
	if (n > 0 && is_curly_quote(c)) {
		diag_at(l->diag, here(l, l->p), DIAG_NOTE, "a string stands in straight quotes: \"...\"");
		skip_curly_string(l);
		return;
	}
	/* One message for a run of the same: binary data would give thousands. */
	const char *from = l->p;
	l->p += n > 0 ? n : 1;
	while (l->p < l->end && (unsigned char)*l->p >= 0x80 && (unsigned char)*from >= 0x80) l->p++;
	l->space = true;
}

static bool skip_space(struct lexer *l)
{
	int n = 1;
	uint32_t c = (unsigned char)*l->p;
	if (c >= 0x80) c = decode(l->p, l->end, &n);
	if (n == 0 || !is_space(c)) return false;
	l->p += n;
	l->space = true;
	return true;
}

static void next(struct lexer *l)
{
	unsigned char c = (unsigned char)*l->p;
	if (skip_space(l)) return;
	if (looking_at(l, "//") || (looking_at(l, "#!") && l->p == l->source->text)) {
		while (l->p < l->end && *l->p != '\n' && *l->p != '\r') l->p++;
		l->space = true;
	} else if (looking_at(l, "/*")) block_comment(l);
	else if (c == '"') quoted(l, "\"", TOKEN_STRING, "this string");
	else if (looking_at(l, "'''")) quoted(l, "'''", TOKEN_STRING, "this string");
	else if (c == '`') backquoted(l);
	else if (isdigit(c)) number(l);
	else if (starts_word(l, l->p)) word(l);
	else if (looking_at(l, "@finite") || looking_at(l, "@partition")) event_b_word(l);
	else if (!symbol(l)) unknown_character(l);
}

enum { LEXICAL_ERRORS = 5 };

void lexer_run(struct names *names, struct diag *diag, const struct source *source, uint32_t from,
               uint32_t to, struct tokens *out)
{
	struct lexer l = {.names = names, .diag = diag, .source = source, .out = out};
	l.p = source->text + from;
	l.end = source->text + to;
	open_lexer(&l);
	uint32_t errors = diag->errors;
	/* After a few errors the rest is not B text: it is not read at all. */
	while (l.p < l.end && diag->errors < errors + LEXICAL_ERRORS) next(&l);
	add(&l, TOKEN_END_OF_FILE, l.p, NULL);
	close_lexer(&l);
}

bool syntax_is_free_name(name x)
{
	return lexer_is_plain_name(x) && !strchr(x, '.') && op_weak(x) == OP_COUNT;
}

bool lexer_is_plain_name(name x)
{
	for (int i = 0; i < SPELLINGS; i++)
		if (spellings[i].text[0] == x[0] && strcmp(spellings[i].text, x) == 0) return false;
	struct source s = {.file = "", .text = x, .length = (uint32_t)strlen(x), .start = 1};
	struct lexer l = {.source = &s, .p = x, .end = x + strlen(x)};
	if (!starts_word(&l, l.p)) return false;
	l.p = word_end(&l, l.p);
	while (l.p < l.end && *l.p == '.' && starts_word(&l, l.p + 1)) l.p = word_end(&l, l.p + 1);
	return l.p == l.end;
}

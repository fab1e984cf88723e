/* The words of temporal formulas: the longest one of words.def that fits. */
#include "temporal/parse.h"

#include <ctype.h>

struct scan_spelling {
	const char *text;
	enum word word;
};

static const struct scan_spelling words[] = {
#define WORD(spelling, token) {spelling, WORD_##token},
#include "temporal/words.def"
};
static const struct scan_spelling calls[] = {
#define WORD(spelling, token)
#define CALL(spelling, token) {spelling, WORD_##token},
#include "temporal/words.def"
};
static const struct scan_spelling paths[] = {
#define WORD(spelling, token)
#define PATH(spelling, token) {spelling, WORD_##token},
#include "temporal/words.def"
};
struct scan_hint {
	const char *text, *sentence;
};
static const struct scan_hint hints[] = {
#define WORD(spelling, token)
#define HINT(spelling, sentence) {spelling, sentence},
#include "temporal/words.def"
};
#define COUNT(table) (sizeof(table) / sizeof *(table))

struct pos scan_pos(const struct scan *s, size_t offset)
{
	return (struct pos){s->text->at + (uint32_t)offset, 0};
}

static char at(const struct scan *s, size_t i)
{
	return i < s->text->length ? s->text->text[i] : 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static size_t length_at(const struct scan *s, size_t i, const char *word)
{
	size_t length = strlen(word);
	bool fits = s->text->length - i >= length && memcmp(s->text->text + i, word, length) == 0;
	return fits ? length : 0;
}

static bool is_called(const struct scan *s, size_t i)
{
	while (is_blank(at(s, i))) i++;
	return at(s, i) == '(';
}

static void look_up(struct scan *s, const struct scan_spelling *table, size_t count, bool is_call)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = length_at(s, s->from, table[i].text);
		bool is_longer = length > s->to - s->from || (is_call && length == s->to - s->from);
		if (!length || !is_longer || (is_call && !is_called(s, s->from + length))) continue;
		s->to = s->from + length;
		s->word = table[i].word;
	}
}

/* E and A with blanks behind them are the same words as without. */
static void join_path(struct scan *s)
{
	static const enum word of_e[] = {WORD_EX, WORD_EF, WORD_EG},
	                       of_a[] = {WORD_AX, WORD_AF, WORD_AG};
	static const char letters[] = "XFG";
	if (s->word != WORD_E && s->word != WORD_A) return;
	size_t i = s->to;
	while (is_blank(at(s, i))) i++;
	const char *letter = at(s, i) ? strchr(letters, at(s, i)) : NULL;
	if (!letter) return;
	s->word = (s->word == WORD_E ? of_e : of_a)[letter - letters];
	s->to = i + 1;
}

static bool is_path(const char *word)
{
	for (size_t i = 0; i < COUNT(paths); i++)
		if (strcmp(paths[i].text, word) == 0) return true;
	return false;
}

/* What people write in place of a word: a note of what the word is. */
static bool hint_at(struct scan *s, size_t offset)
{
	const char *sentence = NULL;
	size_t longest = 0;
	for (size_t i = 0; i < COUNT(hints); i++) {
		size_t length = length_at(s, offset, hints[i].text);
		bool is_letters = length && isalpha((unsigned char)hints[i].text[length - 1]);
		if (length <= longest || (s->is_ctl && is_path(hints[i].text)) ||
		    (is_letters && isalnum((unsigned char)at(s, offset + length))))
			continue;
		longest = length;
		sentence = hints[i].sentence;
	}
	if (sentence) diag_at(s->project->diag, scan_pos(s, offset), DIAG_NOTE, "%s", sentence);
	return sentence != NULL;
}

const struct temporal *scan_error(struct scan *s, size_t offset, const char *format, ...)
{
	struct arena *a = &s->project->arena;
	char small[1];
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	REQUIRE(length >= 0);
	char *message = arena_alloc(a, (size_t)length + 1);
	vsnprintf(message, (size_t)length + 1, format, again);
	va_end(again);
	if (!s->has_failed) {
		diag_at(s->project->diag, scan_pos(s, offset), DIAG_ERROR, "%s", message);
		s->has_hint = offset < s->text->length && hint_at(s, offset);
	}
	s->has_failed = true;
	s->word = WORD_WRONG;
	return NULL;
}

/* The run of letters that is no word, for the message. */
static int strange_length(const struct scan *s)
{
	size_t i = s->from;
	while (i < s->text->length && !is_blank(at(s, i)) && !strchr("(){}[]&", at(s, i))) i++;
	if (i == s->from) i++;
	while (i < s->text->length && ((unsigned char)at(s, i) & 0xc0) == 0x80) i++;
	return (int)(i - s->from < 40 ? i - s->from : 40);
}

void scan_next(struct scan *s)
{
	if (s->has_failed) return;
	s->from = s->to;
	while (is_blank(at(s, s->from)) && s->from < s->text->length) s->from++;
	s->to = s->from;
	s->word = s->from >= s->text->length ? WORD_END : WORD_WRONG;
	if (s->word == WORD_END) return;
	look_up(s, words, COUNT(words), false);
	if (s->is_ctl) {
		look_up(s, paths, COUNT(paths), false);
		join_path(s);
	}
	look_up(s, calls, COUNT(calls), true);
	if (s->word != WORD_WRONG) return;
	scan_error(s, s->from, "'%.*s' is no part of a temporal formula", strange_length(s),
	           s->text->text + s->from);
	if (isalnum((unsigned char)at(s, s->from)) && !s->has_hint)
		diag_at(s->project->diag, scan_pos(s, s->from), DIAG_NOTE,
		        "predicates stand in braces, operations in brackets: {x < 1}, [Operation], "
		        "e(Operation)");
}

bool scan_to_close(struct scan *s, size_t from, char close, size_t *to)
{
	char open = close == '}' ? '{' : close == ']' ? '[' : '(';
	uint32_t depth = 1;
	bool is_quoted = false;
	for (size_t i = from; i < s->text->length; i++) {
		char c = at(s, i);
		if (c == '"') is_quoted = !is_quoted;
		if (is_quoted) continue;
		if (c == open) depth++;
		if (c == close && --depth == 0) {
			*to = i;
			return true;
		}
	}
	scan_error(s, from - 1, "this '%c' is not closed", open);
	return false;
}

struct node *scan_formula(struct scan *s, size_t from, size_t to)
{
	struct arena *a = &s->project->arena;
	size_t i = from;
	while (i < to && is_blank(at(s, i))) i++;
	if (i == to) {
		scan_error(s, from, "something is missing here");
		return NULL;
	}
	struct source *part = ARENA_NEW(a, struct source);
	*part = (struct source){.file = "",
	                        .text = arena_text(a, s->text->text + from, to - from),
	                        .length = (uint32_t)(to - from),
	                        .start = s->text->at + (uint32_t)from};
	struct node *n = project_parse(s->project, a, part);
	if (!n) {
		s->has_failed = true;
		s->word = WORD_WRONG;
	}
	return n;
}

struct temporal *scan_node(struct scan *s, enum temporal_op op, struct pos pos,
                           const struct temporal *x, const struct temporal *y)
{
	return temporal_node(&s->project->arena, op, pos, x, y);
}

bool scan_enter(struct scan *s)
{
	if (s->depth++ < PARSE_MOST_DEPTH) return true;
	scan_error(s, s->from, "this formula is nested more than %d deep", PARSE_MOST_DEPTH);
	return false;
}

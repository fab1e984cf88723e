/* Indentation. Lines stay as they are but for the white space at both ends, so that nothing is lost: comments, blank lines, and how the
 * author has broken lines. A line is indented by the substitutions and parentheses that are open where it begins. */
#include "lsp/inside.h"

struct indenting {
	struct text out;
	uint32_t depth;  /* of what is open */
	bool in_comment; /* where the line begins: it is left alone */
	bool in_text;    /* likewise, a string over several lines */
};

static bool is_one_of(const char *word, size_t length, const char *const *list)
{
	for (; *list; list++)
		if (strlen(*list) == length && strncmp(*list, word, length) == 0) return true;
	return false;
}

static const char *const openers[] = {"BEGIN",  "PRE",    "ASSERT", "CHOICE", "IF",
                                      "SELECT", "CASE",   "ANY",    "LET",    "VAR",
                                      "WHILE",  "EITHER", NULL};
static const char *const middles[] = {"THEN", "ELSE", "ELSIF", "WHEN", "WHERE",
                                      "IN",   "OR",   "BE",    "DO",   NULL};
static const char *const clauses[] = {
#define CLAUSE(tag, word, ...) word,
#include "syntax/clause.def"
#undef CLAUSE
    "MACHINE", "MODEL", "SYSTEM", "REFINEMENT", "IMPLEMENTATION", NULL};

static size_t word_at(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.");
	return n;
}

/* Behind a comment or a string over several lines that is open, as far as it goes in this line. */
static const char *follow_open(bool *is_open, const char *s, const char *end)
{
	size_t length = strlen(end);
	for (; *s && *s != '\n'; s++) {
		if (strncmp(s, end, length) != 0) continue;
		*is_open = false;
		return s + length;
	}
	return s;
}

static const char *follow_string(const char *s)
{
	for (s++; *s && *s != '"' && *s != '\n'; s++)
		if (*s == '\\' && s[1] && s[1] != '\n') s++;
	return s + (*s == '"');
}

/* A word or a character that is no part of a comment or string. */
static const char *follow_token(struct indenting *x, const char *s)
{
	size_t n = word_at(s);
	bool opens = n ? is_one_of(s, n, openers) : strchr("({[", *s) != NULL;
	bool closes = n ? n == 3 && strncmp(s, "END", 3) == 0 : strchr(")}]", *s) != NULL;
	if (opens) x->depth++;
	if (closes && x->depth > 0) x->depth--;
	return s + (n ? n : 1);
}

/* Follows a line from its first character on; what it opens and closes counts for the next one. */
static const char *follow(struct indenting *x, const char *s)
{
	while (*s && *s != '\n') {
		bool starts_comment = strncmp(s, "/*", 2) == 0, starts_text = strncmp(s, "'''", 3) == 0;
		if (x->in_comment) s = follow_open(&x->in_comment, s, "*/");
		else if (x->in_text) s = follow_open(&x->in_text, s, "'''");
		else if (starts_comment || starts_text) {
			x->in_comment = starts_comment;
			x->in_text = starts_text;
			s += starts_comment ? 2 : 3;
		} else if (strncmp(s, "//", 2) == 0) s += strcspn(s, "\n");
		else s = *s == '"' ? follow_string(s) : follow_token(x, s);
	}
	return s;
}

/* By how much less a line is indented that begins with this. */
static uint32_t back(const char *s)
{
	size_t n = word_at(s);
	return *s == ')' || *s == '}' || *s == ']' || is_one_of(s, n, middles) ||
	       (n == 3 && strncmp(s, "END", 3) == 0);
}

static const char *indent_line(struct indenting *x, const char *line)
{
	enum { STEP = 2 };
	const char *s = line + strspn(line, " \t\r");
	bool is_kept = x->in_comment || x->in_text,
	     is_clause = x->depth == 0 && is_one_of(s, word_at(s), clauses);
	uint32_t depth = x->depth, less = back(s);
	bool is_end = depth == 0 && strncmp(s, "END", 3) == 0 && word_at(s) == 3;
	uint32_t columns = is_clause || is_end ? 0 : STEP * (1 + (depth > less ? depth - less : 0));
	const char *end = follow(x, s), *last = end;
	while (last > s && strchr(" \t\r", last[-1])) last--;
	if (is_kept) text_add_bytes(&x->out, line, (size_t)(end - line));
	else {
		for (uint32_t i = 0; last > s && i < columns; i++) text_add_char(&x->out, ' ');
		text_add_bytes(&x->out, s, (size_t)(last - s));
	}
	if (*end == '\n') text_add_char(&x->out, '\n');
	return end + (*end == '\n');
}

cJSON *answer_format(const struct document *d)
{
	struct indenting x = {0};
	const char *text = text_get(&d->text);
	cJSON *list = json_made(cJSON_CreateArray());
	for (const char *s = text; *s;) s = indent_line(&x, s);
	if (strcmp(text_get(&x.out), text) != 0 && d->now->is_good) {
		cJSON *edit = json_made(cJSON_CreateObject());
		json_add(edit, "range", place_range(text, 0, (uint32_t)d->text.count));
		json_add_string(edit, "newText", text_get(&x.out));
		json_push(list, edit);
	}
	text_clear(&x.out);
	return list;
}

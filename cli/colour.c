/* Colour on terminals, for the one word of a line that says how it went. NO_COLOR (no-color.org) turns it off. */
#include "cli/cli.h"

#include <unistd.h>

static const struct {
	const char *word, *colour;
} words[] = {
    {"error:", "31;1"},      {"warning:", "33;1"}, {"note:", "36;1"},  {"counterexample", "31;1"},
    {"refuted", "31;1"},     {"violated", "31;1"}, {"proved", "32;1"}, {"inconclusive", "33;1"},
    {"none within", "32;1"}, {"found", "32;1"},
};
enum { WORDS = sizeof words / sizeof *words };

bool colour_wanted(FILE *to)
{
	const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
	return isatty(fileno(to)) && !(off && *off) && terminal && strcmp(terminal, "dumb") != 0;
}

/* The first word that begins the line, or stands behind a colon; lines of a source are indented. */
static const char *word_in(const char *line, size_t length, uint32_t *index)
{
	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (i < 2 || strncmp(line + i - 2, ": ", 2) != 0)) continue;
		for (*index = 0; *index < WORDS; ++*index)
			if (strncmp(line + i, words[*index].word, strlen(words[*index].word)) == 0)
				return line + i;
	}
	return NULL;
}

void colour_add(struct text *out, const char *text)
{
	for (size_t length; *text; text += length) {
		uint32_t i;
		length = strcspn(text, "\n");
		length += text[length] == '\n';
		const char *word = *text == ' ' ? NULL : word_in(text, length, &i);
		if (!word) {
			text_add_bytes(out, text, length);
			continue;
		}
		size_t before = (size_t)(word - text), own = strlen(words[i].word);
		text_add_bytes(out, text, before);
		text_format(out, "\033[%sm%s\033[0m", words[i].colour, words[i].word);
		text_add_bytes(out, word + own, length - before - own);
	}
}

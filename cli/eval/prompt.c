/* Lines from a terminal, with libedit's editing, history and completion, or from a file. */
#include "cli/eval/session.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_SIZE = 1000 };

struct prompt {
	struct cli *cli;
	FILE *file;
	bool is_own_file;
	const struct strings *words;
	EditLine *edit; /* NULL if it is not a terminal */
	History *history;
	char *history_file; /* from malloc; NULL if there is no place for it */
	const char *shown;
	struct sigaction before; /* of SIGINT */
};

/* ---- open brackets ----------------------------------------------------------------------------- */

/* Behind a string or comment that starts here, NULL if it does not end; `p` if none starts here. */
static const char *skip_quoted(const char *p)
{
	if (p[0] == '"') {
		for (p++; *p && *p != '"'; p++)
			if (*p == '\\' && p[1]) p++;
		return *p ? p + 1 : NULL;
	}
	if (p[0] == '/' && p[1] == '*') {
		p = strstr(p + 2, "*/");
		return p ? p + 2 : NULL;
	}
	if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
	return p;
}

bool prompt_is_open(const char *text)
{
	int open = 0;
	for (const char *p = text; *p;) {
		const char *next = skip_quoted(p);
		if (!next) return *p == '/'; /* a string ends on its line */
		if (next != p) {
			p = next;
			continue;
		}
		if (strchr("([{", *p)) open++;
		if (strchr(")]}", *p)) open--;
		p++;
	}
	return open > 0;
}

/* ---- completion -------------------------------------------------------------------------------- */

static bool is_word_character(char c) { return text_is_word(c) || c == '.' || c == ':'; }

/* The longest text that all words which start like this have in common, and how many there are. */
static uint32_t common_start(const struct strings *words, const char *start, size_t length,
                             struct text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; words && i < words->count; i++) {
		const char *word = words->at[i];
		if (strncmp(word, start, length) != 0) continue;
		if (count == 0) text_add(out, word);
		else if (strcmp(out->at, word) == 0) continue;
		size_t same = 0;
		while (word[same] && word[same] == out->at[same]) same++;
		out->at[same] = 0;
		out->count = same;
		count++;
	}
	return count;
}

static void list_words(struct prompt *p, const char *start, size_t length)
{
	fputc('\n', p->cli->out);
	size_t column = 0;
	for (uint32_t i = 0; i < p->words->count; i++) {
		const char *word = p->words->at[i];
		if (strncmp(word, start, length) != 0) continue;
		if (column && column + strlen(word) > 76) {
			fputc('\n', p->cli->out);
			column = 0;
		}
		column += strlen(word) + 2;
		report_format(p->cli, "%s  ", word);
	}
	fputc('\n', p->cli->out);
}

static unsigned char complete(EditLine *edit, wint_t key)
{
	(void)key;
	struct prompt *p = NULL;
	el_get(edit, EL_CLIENTDATA, &p);
	const LineInfo *l = el_line(edit);
	const char *start = l->cursor;
	while (start > l->buffer && is_word_character(start[-1])) start--;
	size_t length = (size_t)(l->cursor - start);
	if (length > 1 && start[0] == ':' && start != l->buffer) start++, length--;
	if (length == 0) return CC_ERROR;
	struct text common = {0}, word = {0};
	text_add_bytes(&word, start, length);
	uint32_t count = common_start(p->words, word.at, length, &common);
	unsigned char result = CC_ERROR;
	if (common.count > length) {
		el_insertstr(edit, common.at + length);
		result = CC_REFRESH;
	} else if (count > 1) {
		list_words(p, word.at, length);
		result = CC_REDISPLAY;
	}
	text_clear(&common);
	text_clear(&word);
	return result;
}

/* ---- history ----------------------------------------------------------------------------------- */

static char *history_path(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *path = NULL;
	if (state && *state == '/') {
		if (asprintf(&path, "%s/bounce", state) < 0) return NULL;
		mkdir(state, 0700);
		mkdir(path, 0700);
		free(path);
		return asprintf(&path, "%s/bounce/history", state) < 0 ? NULL : path;
	}
	if (!home || *home != '/') return NULL;
	return asprintf(&path, "%s/.bounce_history", home) < 0 ? NULL : path;
}

static void open_history(struct prompt *p)
{
	HistEvent e;
	p->history = history_init();
	if (!p->history) return;
	history(p->history, &e, H_SETSIZE, HISTORY_SIZE);
	history(p->history, &e, H_SETUNIQUE, 1);
	p->history_file = history_path();
	if (p->history_file) history(p->history, &e, H_LOAD, p->history_file);
}

static void remember(struct prompt *p, const char *text)
{
	if (!p->history || text[strspn(text, " \t")] == 0) return;
	HistEvent e;
	struct text line = {0};
	bool has_comment = strstr(text, "//") != NULL;
	for (; *text; text++) text_add_char(&line, *text == '\n' && !has_comment ? ' ' : *text);
	history(p->history, &e, H_ENTER, text_get(&line));
	text_clear(&line);
}

static void close_history(struct prompt *p)
{
	if (!p->history) return;
	HistEvent e;
	mode_t mask = umask(0077);
	if (p->history_file) history(p->history, &e, H_SAVE, p->history_file);
	umask(mask);
	history_end(p->history);
	free(p->history_file);
}

/* ---- the terminal ------------------------------------------------------------------------------ */

static char *text_before(EditLine *edit)
{
	struct prompt *p = NULL;
	el_get(edit, EL_CLIENTDATA, &p);
	return (char *)(uintptr_t)p->shown;
}

/* Only there so that reading from the terminal is interrupted. */
static void on_interrupt(int number) { (void)number; }

static void open_terminal(struct prompt *p)
{
	p->edit = el_init("bounce", stdin, p->cli->out, p->cli->err);
	if (!p->edit) return;
	setlocale(LC_CTYPE, "");
	struct sigaction a = {.sa_handler = on_interrupt};
	sigaction(SIGINT, &a, &p->before);
	open_history(p);
	el_set(p->edit, EL_CLIENTDATA, p);
	el_set(p->edit, EL_SIGNAL, 1);
	el_set(p->edit, EL_PROMPT, text_before);
	el_set(p->edit, EL_EDITOR, "emacs");
	if (p->history) el_set(p->edit, EL_HIST, history, p->history);
	el_wset(p->edit, EL_ADDFN, L"bounce-complete", L"complete a word", complete);
	el_set(p->edit, EL_BIND, "^I", "bounce-complete", NULL);
	el_set(p->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
	el_source(p->edit, NULL);
}

/* One line with its end. */
static enum prompt_event edit_line(struct prompt *p, const char *shown, struct text *out)
{
	int count = 0;
	p->shown = shown;
	fflush(p->cli->out);
	errno = 0;
	const char *line = el_gets(p->edit, &count);
	if (line && count > 0) {
		text_add_bytes(out, line, (size_t)count);
		return PROMPT_LINE;
	}
	fputc('\n', p->cli->out);
	return count < 0 && errno == EINTR ? PROMPT_CANCELLED : PROMPT_END;
}

/* ---- lines ------------------------------------------------------------------------------------- */

static enum prompt_event file_line(struct prompt *p, struct text *out)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length = getline(&line, &room, p->file);
	if (length > 0) text_add_bytes(out, line, (size_t)length);
	free(line);
	return length > 0 ? PROMPT_LINE : PROMPT_END;
}

static enum prompt_event next_line(struct prompt *p, const char *shown, struct text *out)
{
	size_t before = out->count;
	enum prompt_event e = p->edit ? edit_line(p, shown, out) : file_line(p, out);
	if (e != PROMPT_LINE) return e;
	while (out->count > before && strchr("\r\n", out->at[out->count - 1]))
		out->at[--out->count] = 0;
	return PROMPT_LINE;
}

/* An empty line ends what is left open. */
enum prompt_event prompt_read(struct prompt *p, const char *shown, struct text *out)
{
	text_clear(out);
	enum prompt_event e = next_line(p, shown, out);
	while (e == PROMPT_LINE && prompt_is_open(text_get(out))) {
		size_t before = out->count;
		text_add_char(out, '\n');
		e = next_line(p, "... ", out);
		if (e == PROMPT_END) e = p->edit ? PROMPT_CANCELLED : PROMPT_LINE;
		if (e == PROMPT_LINE && out->count == before + 1) break;
	}
	if (e == PROMPT_LINE && p->edit) remember(p, text_get(out));
	return e;
}

bool prompt_is_interactive(const struct prompt *p) { return p->edit != NULL; }

/* ---- opening and closing ----------------------------------------------------------------------- */

struct prompt *prompt_open(struct cli *c, const char *file, const struct strings *words)
{
	FILE *input = file ? fopen(file, "r") : stdin;
	if (!input) {
		report_error(c, "bounce: error: cannot read '%s': %s\n", file, strerror(errno));
		return NULL;
	}
	struct prompt *p = memory_zeroed(1, sizeof *p);
	*p = (struct prompt){.cli = c, .file = input, .is_own_file = file != NULL, .words = words};
	if (!file && !c->options.json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		open_terminal(p);
	return p;
}

void prompt_close(struct prompt *p)
{
	if (p->edit) {
		close_history(p);
		el_end(p->edit);
		sigaction(SIGINT, &p->before, NULL);
	}
	if (p->is_own_file) fclose(p->file);
	free(p);
}

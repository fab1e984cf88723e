/* Many predicates in one process: one a line, and an object a line for each. */
#include "cli/solve/solution.h"

#include <errno.h>
#include <malloc.h>

#define BATCH_SECONDS 2.5 /* for each, unless the command line says otherwise */

struct batch_lines {
	struct setting *setting;
	uint32_t number; /* of the line */
	int code;
};

/* A bug weighs more than a limit, and that more than a wrong predicate. */
static void note_code(struct batch_lines *b, int code)
{
	static const int order[] = {EXIT_INPUT, EXIT_INCONCLUSIVE, EXIT_INTERNAL};
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (code == order[i] || b->code == order[i]) b->code = order[i];
}

/* ---- one line ---------------------------------------------------------------------------------- */

static void add_first_error(struct setting *s, struct text *out)
{
	const struct diag *d = &s->model.diag;
	uint32_t i = 0;
	while (i < d->messages.count && d->messages.at[i].severity != DIAG_ERROR) i++;
	if (i == d->messages.count) return;
	setting_place(s, d->messages.at[i].pos, out);
	text_add(out, d->messages.at[i].text);
}

static void print_line(struct batch_lines *b, struct json *j)
{
	json_end(j, '}');
	text_add_char(&j->text, '\n');
	report_text(b->setting->cli, &j->text);
	fflush(b->setting->cli->out);
	json_clear(j);
}

static void begin_line(struct batch_lines *b, struct json *j, const char *verdict, bool complete)
{
	json_begin(j, NULL, '{');
	json_integer(j, "line", b->number);
	json_string(j, "verdict", verdict);
	json_bool(j, "complete", complete);
}

static void end_line(struct batch_lines *b, struct json *j, const char *reason, const char *message)
{
	json_seconds(j, "seconds", report_clock() - b->setting->begun);
	json_string(j, "reason", reason);
	json_string(j, "message", message);
	print_line(b, j);
}

static void print_error(struct batch_lines *b)
{
	struct json j = {0};
	struct text message = {0};
	add_first_error(b->setting, &message);
	begin_line(b, &j, "error", false);
	json_string(&j, "solution", NULL);
	end_line(b, &j, text_get(&message), text_get(&message));
	text_clear(&message);
	note_code(b, EXIT_INPUT);
}

static void print_answer(struct batch_lines *b, const struct solution *x)
{
	struct json j = {0};
	struct text phrase = {0};
	solution_phrase(x, &phrase);
	begin_line(b, &j, solution_verdict(x), solution_is_complete(x));
	json_bool(&j, "absolute", solution_is_absolute(x));
	if (x->count) json_raw(&j, "solution", text_get(&x->list.text));
	else json_string(&j, "solution", NULL);
	if (b->setting->cli->options.verbose) {
		report_stats(&j);
		solution_stats(x, &j);
		json_end(&j, '}');
	}
	end_line(b, &j, x->reason, text_get(&phrase));
	text_clear(&phrase);
	note_code(b, solution_code(x));
}

/* What the parser would not see. */
static bool has_zero_byte(struct batch_lines *b, const char *text, size_t length)
{
	if (strlen(text) == length) return false;
	diag_at(&b->setting->model.diag, (struct pos){0}, DIAG_ERROR, "line %u has a zero byte",
	        b->number);
	return true;
}

static void solve_line(struct batch_lines *b, const char *text, size_t length)
{
	struct setting *s = b->setting;
	struct problem p = {0};
	struct solution x;
	if (!has_zero_byte(b, text, length) && problem_formula(&p, s, text)) {
		solution_find(&x, &p);
		print_answer(b, &x);
		solution_close(&x);
	} else {
		print_error(b);
	}
	problem_close(&p);
}

static void marked_line(struct batch_lines *b, const char *text, size_t length)
{
	struct project *p = b->setting->model.project;
	struct project_mark mark;
	project_set_mark(p, &mark);
	solve_line(b, text, length);
	project_go_back(p, &mark);
}

/* Memory that was freed still counts as in use until it is given back to the system. */
static void watched_line(struct batch_lines *b, const char *text, size_t length)
{
	struct setting *s = b->setting;
	setting_begin(s);
	if (s->is_good) marked_line(b, text, length);
	else print_error(b);
	setting_end(s);
	if (s->watch.flag == WATCH_MEMORY) malloc_trim(0);
}

/* ---- lines ------------------------------------------------------------------------------------- */

static bool is_skipped(const char *line, size_t length)
{
	size_t blanks = strspn(line, " \t\r\n");
	return blanks == length || strncmp(line + blanks, "//", 2) == 0;
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; } /* a zero is none */

/* A folder can be opened, but not read. */
static void check_read(struct batch_lines *b, FILE *file)
{
	if (!ferror(file)) return;
	report_error(b->setting->cli, "bounce: error: cannot read '%s': %s\n", b->setting->file,
	             strerror(errno));
	note_code(b, EXIT_INPUT);
}

static void read_lines(struct batch_lines *b, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	while ((length = getline(&line, &room, file)) >= 0) {
		b->setting->lines_before = b->number++;
		while (length && is_line_end(line[length - 1])) line[--length] = 0;
		if (!is_skipped(line, (size_t)length)) watched_line(b, line, (size_t)length);
		if (b->setting->watch.flag == WATCH_INTERRUPT) break;
	}
	if (length < 0) check_read(b, file);
	free(line);
}

/* SIGINT waits for the next watch when it comes between two lines of a file. */
static void read_file(struct batch_lines *b, FILE *file)
{
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, &old);
	read_lines(b, file);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

int batch_run(struct setting *s, const char *path)
{
	struct batch_lines b = {.setting = s};
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	if (!file) {
		report_error(s->cli, "bounce: error: cannot read '%s': %s\n", path, strerror(errno));
		return EXIT_INPUT;
	}
	if (!s->is_good) report_diagnostics(s->cli, &s->model.diag);
	if (s->seconds <= 0 && !s->cli->options.effort_limit) s->seconds = BATCH_SECONDS;
	s->cli->options.json = true;
	s->file = file == stdin ? "<stdin>" : path;
	if (file == stdin) {
		read_lines(&b, file);
	} else {
		read_file(&b, file);
		fclose(file);
	}
	return b.code;
}

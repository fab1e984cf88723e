/* What is said when the process must end at once: there is no memory left, or a limit was reached and the work does not
 * stop. All of it is prepared while there is memory, and written without the standard library, which may be in the
 * middle of something. There is one process, so this is the one place with a variable of its own. */
#include "cli/cli.h"

#include <unistd.h>

enum { BUFFER = 1 << 16 };

struct last {
	const struct cli *cli; /* NULL: nothing is prepared */
	struct text head;      /* JSON up to the verdict, or "FILE: " */
	_Atomic(const struct last_part *) part;
	_Atomic bool is_said;
	size_t waiting; /* in the buffer */
	char buffer[BUFFER];
};

static struct last last;

static bool is_json(void) { return last.cli->options.json; }

static void flush(void)
{
	for (size_t at = 0; at < last.waiting;) {
		ssize_t n = write(STDOUT_FILENO, last.buffer + at, last.waiting - at);
		if (n <= 0) break;
		at += (size_t)n;
	}
	last.waiting = 0;
}

static void put(char c)
{
	if (last.waiting == BUFFER) flush();
	last.buffer[last.waiting++] = c;
}

void last_write(const char *text)
{
	for (; *text; text++) put(*text);
}

void last_write_json(const char *text)
{
	static const char digits[] = "0123456789abcdef";
	put('"');
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		bool is_plain = *p >= 0x20 && *p < 0x7f && *p != '"' && *p != '\\';
		if (!is_plain) last_write("\\u00");
		if (!is_plain) put(digits[*p >> 4]);
		put(is_plain ? (char)*p : digits[*p & 15]);
	}
	put('"');
}

/* ---- preparing ----------------------------------------------------------------------------------------- */

static void prepare_json(const char *file)
{
	struct json j = {0};
	json_begin(&j, NULL, '{');
	json_string(&j, "tool", "bounce");
	json_string(&j, "version", CLI_VERSION);
	json_string(&j, "command", last.cli->command->name);
	json_string(&j, "file", file);
	json_string(&j, "machine", NULL);
	last.head = j.text;
}

void last_prepare(const struct cli *c)
{
	bool has_file = strstr(c->command->operands, "FILE") && c->options.operands.count > 0;
	const char *file = has_file ? c->options.operands.at[0] : NULL;
	last.cli = c;
	if (is_json()) prepare_json(file);
	else if (file) {
		text_add_shown(&last.head, file);
		text_add(&last.head, ": ");
	}
	diag_no_memory_hook = last_no_memory;
}

void last_forget(void)
{
	diag_no_memory_hook = NULL;
	last.cli = NULL;
	text_clear(&last.head);
}

void last_set_part(const struct last_part *part) { last.part = part; }

/* ---- saying -------------------------------------------------------------------------------------------- */

/* What the stream holds comes first, unless another thread is writing. */
static void flush_stream(void)
{
	if (ftrylockfile(stdout) != 0) return;
	fflush(stdout);
	funlockfile(stdout);
}

static void say_json(const struct last_part *part, const char *reason, bool is_bad)
{
	char seconds[64];
	last_write(text_get(&last.head));
	last_write(is_bad ? ",\"verdict\":\"violated\"" : ",\"verdict\":\"inconclusive\"");
	last_write(",\"complete\":false,\"reason\":\"");
	last_write(reason);
	last_write("\"");
	if (part) part->json(part->data);
	else last_write(",\"findings\":[]");
	double passed = report_clock() - last.cli->started;
	snprintf(seconds, sizeof seconds, ",\"errors\":[],\"stats\":{\"seconds\":%d.%06d}}\n",
	         (int)passed, (int)((passed - (int)passed) * 1e6));
	last_write(seconds);
}

static void say_text(const struct last_part *part, const char *reason)
{
	if (part) {
		last_write("\n");
		part->text(part->data);
	}
	last_write(text_get(&last.head));
	last_write("inconclusive: ");
	last_write(reason);
	last_write("\n");
}

_Noreturn void last_say(const char *reason)
{
	if (atomic_exchange(&last.is_said, true))
		for (;;) pause(); /* another thread is saying it */
	if (!last.cli) _exit(EXIT_INCONCLUSIVE);
	const struct last_part *part = last.part;
	bool is_bad = part && part->is_bad(part->data);
	flush_stream();
	if (is_json()) say_json(part, reason, is_bad);
	else say_text(part, reason);
	flush();
	_exit(is_bad ? EXIT_BAD : EXIT_INCONCLUSIVE);
}

void last_no_memory(void) { last_say("out of memory"); }

/* 'bounce eval' on a terminal: words are completed, Ctrl-C cancels a line, Ctrl-D ends, history is kept. */
#include "tests/greatest.h"

#include "cli/cli.h"
#include "tests/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char home[] = "/tmp/test_prompt.XXXXXX";

/* In the child: the terminal is its own, so that Ctrl-C is a signal. */
static void evaluate(const char *terminal)
{
	struct text error = {0};
	struct cli c = {.command = command_find("eval"), .started = report_clock()};
	setsid();
	int t = open(terminal, O_RDWR);
	REQUIRE(t >= 0 && ioctl(t, TIOCSCTTY, 0) == 0);
	REQUIRE(dup2(t, 0) == 0 && dup2(t, 1) == 1 && dup2(t, 2) == 2);
	setenv("XDG_STATE_HOME", home, 1);
	setenv("TERM", "dumb", 1);
	c.out = stdout;
	c.err = stderr;
	REQUIRE(options_read(c.command, NULL, 0, &c.options, &error));
	int code = c.command->run(&c);
	fflush(NULL);
	_exit(code);
}

struct dialogue {
	const char *after, *keys; /* these keys when this is shown */
};

/* The exit code, or -1 if what is expected is not shown. */
static int talk(struct terminal *t, const struct dialogue *d, uint32_t count)
{
	int status = -1;
	bool good = true;
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) evaluate(t->other);
	for (uint32_t i = 0; good && i < count; i++) good = terminal_type(t, d[i].after, d[i].keys);
	if (!good) kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return good && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define DIALOGUE(t, list) talk(t, list, sizeof(list) / sizeof *(list))

TEST lines_are_edited(void)
{
	static const struct dialogue d[] = {
	    {"> ", "1 + 1\n"},
	    {"2", ""},
	    {"> ", ":typ\t1 |-> {}\n"}, /* the rest is filled in */
	    {":type ", ""},
	    {"INTEGER*", ""},
	    {"> ", "{1,\n"},
	    {"... ", "2} \\/ {3}\n"},
	    {"1..3", ""},
	    {"> ", "1 + (2\n"},
	    {"... ", "\x03"},
	    {"> ", ":\t"},
	    {":bounds", "\x15"},
	    {"> ", "40 + 2\n"},
	    {"42", ""},
	    {"> ", "\x04"},
	};
	struct terminal t;
	if (!terminal_open(&t)) SKIPm("there are no pseudo terminals here (devpts is not mounted)");
	int code = DIALOGUE(&t, d);
	terminal_close(&t);
	ASSERT_EQm(t.text, EXIT_GOOD, code);
	PASS();
}

TEST history_is_kept(void)
{
	static const struct dialogue d[] = {
	    {"> ", "\x10\n"}, {"40 + 2", ""}, {"42", ""}, {"> ", ":quit\n"}};
	struct terminal t;
	if (!terminal_open(&t)) SKIPm("there are no pseudo terminals here (devpts is not mounted)");
	int code = DIALOGUE(&t, d);
	terminal_close(&t);
	ASSERT_EQm(t.text, EXIT_GOOD, code);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	char path[64];
	GREATEST_MAIN_BEGIN();
	REQUIRE(mkdtemp(home));
	RUN_TEST(lines_are_edited);
	RUN_TEST(history_is_kept);
	snprintf(path, sizeof path, "%s/bounce/history", home);
	remove(path);
	snprintf(path, sizeof path, "%s/bounce", home);
	rmdir(path);
	rmdir(home);
	GREATEST_MAIN_END();
}

/* 'bounce check' on a terminal: progress, and what Ctrl-C leaves. Each run is a process of its own. */
#include "tests/greatest.h"

#include "cli/cli.h"
#include "tests/terminal.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* No end in sight for any engine: nothing is inductive, and states never repeat. */
static const char machine[] = "MACHINE M VARIABLES x, y\n"
                              "INVARIANT x : INTEGER & y : INTEGER & x /= 100000000\n"
                              "INITIALISATION x, y := 0, 0\n"
                              "OPERATIONS a = x := x + 1; b = y := y + 1 END";

struct child_outcome {
	int status; /* of waitpid */
	char out[4000];
	struct terminal err;
};

static const char *write_machine(char *path)
{
	FILE *f = fdopen(mkstemp(path), "w");
	REQUIRE(f && fputs(machine, f) >= 0 && fclose(f) == 0);
	return path;
}

/* In the child: standard error is the terminal. */
static void work(const char *path, const char *engine, const char *terminal, int out)
{
	char *words[] = {(char *)(uintptr_t)path, "--engine", (char *)(uintptr_t)engine, "-k",
	                 "1000000"};
	struct text error = {0};
	struct cli c = {.command = command_find("check"), .started = report_clock()};
	c.err = fopen(terminal, "we");
	c.out = fdopen(out, "w");
	REQUIRE(c.err && c.out && options_read(c.command, words, 5, &c.options, &error));
	int code = c.command->run(&c);
	fclose(c.out);
	_exit(code);
}

/* On a terminal that is open. */
static bool run(const char *engine, struct child_outcome *o)
{
	char path[] = "/tmp/test_interrupt.XXXXXX";
	int out[2];
	write_machine(path);
	REQUIRE(pipe(out) == 0);
	pid_t child = fork();
	if (child == 0) work(path, engine, o->err.other, out[1]);
	close(out[1]);
	bool is_shown = terminal_shows(&o->err, "depth ");
	kill(child, SIGINT);
	size_t length = 0;
	ssize_t got;
	while ((got = read(out[0], o->out + length, sizeof o->out - 1 - length)) > 0)
		length += (size_t)got;
	waitpid(child, &o->status, 0);
	close(out[0]);
	remove(path);
	return is_shown;
}

static enum greatest_test_res check_engine(const char *engine, const char *shown)
{
	struct child_outcome o = {0};
	if (!terminal_open(&o.err)) SKIPm("there are no pseudo terminals here (devpts is not mounted)");
	bool is_shown = run(engine, &o);
	terminal_close(&o.err);
	ASSERTm(engine, is_shown);
	ASSERTm(o.err.text, strstr(o.err.text, shown));
	ASSERTm(engine, WIFEXITED(o.status));
	ASSERT_EQm(engine, EXIT_INCONCLUSIVE, WEXITSTATUS(o.status));
	ASSERTm(o.out, strstr(o.out, "machine M: inconclusive: interrupted; no "));
	PASS();
}

TEST the_evaluator_is_interrupted(void) { return check_engine("states", " states"); }
TEST the_solver_is_interrupted(void) { return check_engine("solver", " conflicts"); }
TEST both_in_turns_are_interrupted(void) { return check_engine("auto", " s, "); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(the_evaluator_is_interrupted);
	RUN_TEST(the_solver_is_interrupted);
	RUN_TEST(both_in_turns_are_interrupted);
	GREATEST_MAIN_END();
}

/* 'bounce disprove' with sets of one, two and three elements reads its input once: from a pipe, there is nothing the
 * second time. */
#include "tests/greatest.h"

#include "cli/cli.h"

#include <sys/wait.h>
#include <unistd.h>

static const char machine[] = "MACHINE G SETS S\n"
                              "VARIABLES v\n"
                              "INVARIANT v <: S & card(v) <= 2\n"
                              "INITIALISATION v := {}\n"
                              "OPERATIONS\n"
                              "put(x) = PRE x : S THEN v := v \\/ {x} END;\n"
                              "drop(x) = PRE x : v THEN v := v - {x} END\n"
                              "END\n";

/* The text can be read from this file, once. */
static void pour(const char *text, char *path, size_t size)
{
	int ends[2];
	size_t length = strlen(text);
	REQUIRE(pipe(ends) == 0 && write(ends[1], text, length) == (ssize_t)length);
	close(ends[1]);
	snprintf(path, size, "/dev/fd/%d", ends[0]);
}

/* In a process of its own; what it prints is in `out`. */
static int disprove(const char *const *words, uint32_t count, struct text *out)
{
	int status, c;
	FILE *file = tmpfile();
	REQUIRE(file);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		struct text error = {0};
		struct cli cli = {.command = command_find("disprove"), .out = file, .err = stderr};
		cli.started = report_clock();
		if (!options_read(cli.command, (char **)(uintptr_t)words, count, &cli.options, &error))
			_exit(98);
		int code = cli.command->run(&cli);
		fflush(file);
		_exit(code);
	}
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
	rewind(file);
	while ((c = fgetc(file)) != EOF) text_add_char(out, (char)c);
	fclose(file);
	return WEXITSTATUS(status);
}

/* The counterexample needs three elements. */
TEST refuted_with_three(const char *const *words, uint32_t count)
{
	struct text out = {0};
	int code = disprove(words, count, &out);
	bool is_found = strstr(text_get(&out), "S = 3") && strstr(text_get(&out), "S = 1..3");
	if (!is_found) fputs(text_get(&out), stderr);
	text_clear(&out);
	ASSERT(is_found);
	ASSERT_EQ_FMT((int)EXIT_BAD, code, "%d");
	PASS();
}

TEST machine_is_read_once(bool wants_core)
{
	char path[30];
	pour(machine, path, sizeof path);
	const char *words[] = {path, "--po", "*/inv2", "--core"};
	return refuted_with_three(words, wants_core ? 4 : 3);
}

TEST sequents_are_read_once(void)
{
	char path[30], file[30];
	pour(machine, path, sizeof path);
	pour("- {name: two, hyp: ['a <: S', 'card(a) <= 2', 'x : S'], goal: 'card(a \\/ {x}) <= 2'}\n"
	     "- {name: one, hyp: ['a <: S'], goal: 'a - S = {}'}\n",
	     file, sizeof file);
	const char *words[] = {"-m", path, "-f", file};
	return refuted_with_three(words, 4);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (int i = 0; i < 2; i++) RUN_TESTp(machine_is_read_once, i);
	RUN_TEST(sequents_are_read_once);
	GREATEST_MAIN_END();
}

/* 'bounce disprove -j': answers on their way from process to process, and processes that die. */
#include "tests/greatest.h"

#include "cli/disprove/disprove.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- bytes -------------------------------------------------------------------------------------------- */

static void fill(struct judged *j)
{
	struct obligation_outcome outcome = {.fails = "inv2"};
	struct obligation_binding b = {"x", "{1,2}", true, 17}, empty = {.name = ""};
	VEC_PUSH(&outcome.state.list, b);
	VEC_PUSH(&j->answer->before.list, b);
	VEC_PUSH(&j->answer->before.list, empty);
	VEC_PUSH(&j->answer->loops.list, b);
	VEC_PUSH(&j->answer->outcomes, outcome);
	VEC_PUSH(&j->answer->core, 7);
	j->is_final = j->answer->has_core = true;
	j->answer->status = OBLIGATION_REFUTED_PARTLY;
	j->answer->reason = "why";
	j->answer->pos.at = 123;
	j->answer->reach = REACH_OTHER;
	j->answer->reach_depth = 4;
	j->seconds = 0.5;
	j->sizes = "S = 2";
	j->stage = 3;
}

TEST answers_survive_the_way(void)
{
	struct obligation_answer answer = {0};
	struct judged from = {.answer = &answer}, to = {0};
	struct text bytes = {0}, again = {0};
	struct arena arena;
	arena_init(&arena);
	fill(&from);
	disprove_write(&from, &bytes);
	ASSERT_EQ(disprove_read(bytes.at, bytes.count, &arena, &to), bytes.count);
	disprove_write(&to, &again);
	ASSERT_EQ(bytes.count, again.count);
	ASSERT_EQ(memcmp(bytes.at, again.at, bytes.count), 0);
	ASSERT_STR_EQ("{1,2}", to.answer->before.list.at[0].value);
	ASSERT_EQ(NULL, to.answer->before.list.at[1].value);
	ASSERT_STR_EQ("inv2", to.answer->outcomes.at[0].fails);
	ASSERT(to.answer->status == OBLIGATION_REFUTED_PARTLY && to.answer->core.at[0] == 7);
	obligation_answer_clear(from.answer);
	obligation_answer_clear(to.answer);
	for (size_t i = 0; i < bytes.count; i++) { /* a process may die while it writes */
		struct judged part = {0};
		char *exact = malloc(i + 1);
		memcpy(exact, bytes.at, i);
		ASSERT_EQ(disprove_read(exact, i, &arena, &part), 0);
		ASSERT(!part.answer);
		free(exact);
	}
	text_clear(&bytes);
	text_clear(&again);
	arena_clear(&arena);
	PASS();
}

/* ---- processes ---------------------------------------------------------------------------------------- */

static const char sequents[] = "- {name: easy1, goal: 'x : 1..3 => x > 0'}\n"
                               "- {name: false1, goal: 'x : 1..3 => x > 1'}\n"
                               "- {name: long, hyp: ['a : 1..9999', 'b : 1..9999', 'c : 1..9999'], "
                               "goal: 'a*a*a + b*b*b /= c*c*c'}\n"
                               "- {name: easy2, goal: '{1} /= {2}'}\n";

/* The process is killed after so much work; one that it starts has a timer of its own. */
static void set_timer(void)
{
	static const struct itimerval work = {.it_value = {.tv_usec = 300000}};
	setitimer(ITIMER_PROF, &work, NULL);
}

static int run(const char *path, const char *jobs, FILE *out)
{
	char *words[] = {"-f", (char *)(uintptr_t)path, "-j", (char *)(uintptr_t)jobs, "--time-limit",
	                 "100"};
	struct text error = {0};
	struct cli c = {.command = command_find("disprove"), .started = report_clock(), .out = out};
	c.err = out;
	pthread_atfork(NULL, NULL, set_timer);
	set_timer();
	REQUIRE(options_read(c.command, words, 6, &c.options, &error));
	return c.command->run(&c);
}

/* What it prints before it ends; returns how. */
static int run_apart(const char *jobs, char *text, size_t room)
{
	char path[] = "/tmp/bounce_workers_XXXXXX";
	FILE *f = fdopen(mkstemp(path), "w"), *out = tmpfile();
	REQUIRE(f && out && fputs(sequents, f) >= 0 && fclose(f) == 0);
	int status;
	pid_t pid = fork();
	if (pid == 0) {
		int code = run(path, jobs, out);
		fflush(out);
		_exit(code);
	}
	REQUIRE(waitpid(pid, &status, 0) == pid);
	rewind(out);
	text[fread(text, 1, room - 1, out)] = 0;
	fclose(out);
	unlink(path);
	return status;
}

TEST a_process_that_dies_leaves_the_other_obligations_alone(void)
{
	char text[4000];
	int status = run_apart("2", text, sizeof text);
	ASSERT(WIFEXITED(status));
	ASSERT_EQ_FMT(EXIT_INTERNAL, WEXITSTATUS(status), "%d");
	ASSERT(strstr(text, "proved                     easy1\n"));
	ASSERT(strstr(text, "refuted                    false1\n"));
	ASSERT(strstr(text, "proved                     easy2\n"));
	ASSERT(
	    strstr(text, "open                       long: the process that looked at it has ended: "));
	PASS();
}

/* Answers are printed as they come. */
TEST a_killed_run_has_printed_what_it_knew(void)
{
	char text[4000];
	ASSERT(WIFSIGNALED(run_apart("1", text, sizeof text)));
	ASSERT_STR_EQ("4 obligations\n\n"
	              "proved                     easy1\n"
	              "refuted                    false1\n",
	              strstr(text, "4 obligations"));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(answers_survive_the_way);
	RUN_TEST(a_process_that_dies_leaves_the_other_obligations_alone);
	RUN_TEST(a_killed_run_has_printed_what_it_knew);
	GREATEST_MAIN_END();
}

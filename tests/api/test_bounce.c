/* The library as its user sees it: api/bounce.h alone. */
#include "api/bounce.h"
#include "tests/greatest.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char counter[] = "MACHINE counter\n"
                              "SETS PROC\n"
                              "CONSTANTS most PROPERTIES most = 2\n"
                              "VARIABLES n INVARIANT n : INTEGER & n <= most\n"
                              "INITIALISATION n := 0\n"
                              "OPERATIONS r <-- add(x) = PRE x : 1..2 THEN n, r := n + x, n END\n"
                              "END\n";

static const char good[] = "MACHINE good VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0\n"
                           "OPERATIONS flip = n := 1 - n END\n";

/* Never ends: the solver and the evaluator have as much to do as there is time. */
static const char endless[] = "MACHINE endless VARIABLES n INVARIANT n : INTEGER & n * n /= 3 - n\n"
                              "INITIALISATION n := 0 OPERATIONS add = n := n + 7 END\n";

static const char *value_of(struct bounce_bindings list, const char *name)
{
	for (size_t i = 0; i < list.count; i++)
		if (strcmp(list.at[i].name, name) == 0) return list.at[i].value;
	return "";
}

TEST the_version_is_one(void)
{
	char numbers[32];
	snprintf(numbers, sizeof numbers, "%d.%d.%d", BOUNCE_MAJOR, BOUNCE_MINOR, BOUNCE_PATCH);
	ASSERT_STR_EQ(numbers, bounce_version());
	PASS();
}

TEST a_run_that_breaks_the_invariant(void)
{
	struct bounce *b = bounce_open_text("counter.mch", counter, NULL);
	ASSERT(bounce_is_good(b));
	ASSERT_STR_EQ("counter", bounce_name(b));
	struct bounce_answer *a = bounce_check(b, NULL);
	bounce_close(b); /* answers live on */
	ASSERT_EQ(BOUNCE_VIOLATED, bounce_verdict(a));
	const struct bounce_finding *f = bounce_finding(a, 0);
	ASSERT_STR_EQ("invariant", f->kind);
	ASSERT_STR_EQ("counter.mch", f->file);
	ASSERT_EQ(4, f->line);
	ASSERT_EQ(4, f->step_count);
	ASSERT_STR_EQ("2", value_of(f->steps[0].state, "most"));
	ASSERT_STR_EQ("INITIALISATION", f->steps[1].operation);
	ASSERT_STR_EQ("add", f->steps[3].operation);
	int before = f->steps[2].state.at[0].value[0], after = f->steps[3].state.at[0].value[0];
	ASSERT_EQ(before, value_of(f->steps[3].results, "r")[0]);
	ASSERT_EQ(after - before, value_of(f->steps[3].parameters, "x")[0] - '0');
	ASSERT(strstr(bounce_bounds(a), "PROC = 2"));
	ASSERT_EQ(NULL, bounce_finding(a, 1));
	bounce_answer_free(a);
	PASS();
}

TEST a_proof_names_its_bounds(void)
{
	struct bounce *b = bounce_open_text("good.mch", good, NULL);
	struct bounce_answer *a = bounce_check(b, NULL);
	ASSERT_EQ(BOUNCE_HOLDS, bounce_verdict(a));
	ASSERT(bounce_is_complete(a));
	ASSERT_STR_EQ("proved: no fault in any state", bounce_summary(a));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST a_goal_is_looked_for(void)
{
	struct bounce *b = bounce_open_text("good.mch", good, NULL);
	struct bounce_check_options o = {.size = sizeof o, .goal = "n = 1"};
	struct bounce_answer *a = bounce_check(b, &o);
	ASSERT_EQ(BOUNCE_VIOLATED, bounce_verdict(a));
	ASSERT_STR_EQ("goal", bounce_finding(a, 0)->kind);
	bounce_answer_free(a);
	o.goal = "n = TRUE";
	a = bounce_check(b, &o);
	ASSERT_EQ(BOUNCE_WRONG_INPUT, bounce_verdict(a));
	ASSERT(strstr(bounce_answer_messages(a), "INTEGER and BOOL"));
	bounce_answer_free(a);
	a = bounce_check(b, NULL); /* the error is forgotten */
	ASSERT_EQ(BOUNCE_HOLDS, bounce_verdict(a));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST temporal_assertions_are_counted(void)
{
	const char *text =
	    "MACHINE t DEFINITIONS ASSERT_LTL == \"F {n = 7}\" VARIABLES n INVARIANT n : 0..1\n"
	    "INITIALISATION n := 0 OPERATIONS flip = n := 1 - n END\n";
	struct bounce *b = bounce_open_text("t.mch", text, NULL);
	struct bounce_answer *a = bounce_check(b, NULL);
	ASSERT_FALSE(bounce_is_complete(a));
	ASSERT(strstr(bounce_summary(a), "1 temporal assertion was not looked at"));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST errors_of_the_machine(void)
{
	struct bounce *b =
	    bounce_open_text("bad.mch", "MACHINE bad CONSTANTS c PROPERTIES c = TRUE + 1 END", NULL);
	ASSERT_FALSE(bounce_is_good(b));
	ASSERT(strncmp("bad.mch:1:", bounce_messages(b), 10) == 0);
	struct bounce_answer *a = bounce_check(b, NULL);
	ASSERT_EQ(BOUNCE_WRONG_INPUT, bounce_verdict(a));
	bounce_answer_free(a);
	bounce_close(b);
	b = bounce_open("no/such/file.mch", NULL);
	ASSERT_FALSE(bounce_is_good(b));
	ASSERT(strstr(bounce_messages(b), "no/such/file.mch"));
	bounce_close(b);
	PASS();
}

TEST options_that_are_wrong(void)
{
	const char *cards[] = {"PROC", NULL};
	struct bounce_options o = {.size = sizeof o, .cards = cards};
	struct bounce *b = bounce_open_text("counter.mch", counter, &o);
	ASSERT_FALSE(bounce_is_good(b));
	ASSERT(strstr(bounce_messages(b), "SET=N"));
	bounce_close(b);
	cards[0] = "PROC=5";
	b = bounce_open_text("counter.mch", counter, &o);
	struct bounce_answer *a = bounce_constants(b, 0);
	ASSERT(strstr(bounce_bounds(a), "PROC = 5"));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST solutions_of_a_predicate(void)
{
	struct bounce *b = bounce_open_text("counter.mch", counter, NULL);
	struct bounce_answer *a = bounce_solve(b, "x : 1..9 & x mod 4 = most", 10);
	ASSERT_EQ(BOUNCE_FOUND, bounce_verdict(a));
	ASSERT(bounce_is_complete(a));
	ASSERT_STR_EQ("found 2: no more (proved)", bounce_summary(a));
	int first = value_of(bounce_finding(a, 0)->steps[0].state, "x")[0];
	int second = value_of(bounce_finding(a, 1)->steps[0].state, "x")[0];
	ASSERT_EQ('2' + '6', first + second);
	bounce_answer_free(a);
	a = bounce_solve(b, "x > most & x < 3", 1);
	ASSERT_EQ(BOUNCE_NONE, bounce_verdict(a));
	ASSERT_STR_EQ("none (proved)", bounce_summary(a));
	bounce_answer_free(a);
	a = bounce_solve(b, "x + ", 1);
	ASSERT_EQ(BOUNCE_WRONG_INPUT, bounce_verdict(a));
	bounce_answer_free(a);
	a = bounce_constants(b, 5);
	ASSERT_STR_EQ("2", value_of(bounce_finding(a, 0)->steps[0].state, "most"));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

static void *interrupt_soon(void *machine)
{
	usleep(100000);
	bounce_interrupt(machine);
	return NULL;
}

TEST limits_are_kept(void)
{
	struct bounce_options o = {.size = sizeof o, .seconds = 0.2};
	struct bounce *b = bounce_open_text("endless.mch", endless, &o);
	struct bounce_answer *a = bounce_check(b, NULL);
	ASSERT(bounce_verdict(a) != BOUNCE_VIOLATED);
	ASSERT_FALSE(bounce_is_complete(a));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST another_thread_interrupts(void)
{
	pthread_t thread;
	struct bounce *b = bounce_open_text("endless.mch", endless, NULL);
	ASSERT_EQ(0, pthread_create(&thread, NULL, interrupt_soon, b));
	struct bounce_answer *a = bounce_check(b, NULL); /* without it: 60 s */
	pthread_join(thread, NULL);
	ASSERT_FALSE(bounce_is_complete(a));
	bounce_answer_free(a);
	bounce_close(b);
	PASS();
}

TEST an_older_caller_knows_less(void)
{
	struct bounce_options o = {.size = sizeof o.size, .integers = "not looked at"};
	struct bounce *b = bounce_open_text("good.mch", good, &o);
	ASSERT(bounce_is_good(b));
	bounce_close(b);
	PASS();
}

static void *ask(void *text)
{
	struct bounce *b = bounce_open_text("m.mch", text, NULL);
	struct bounce_answer *a = bounce_check(b, NULL);
	long verdict = (long)bounce_verdict(a);
	bounce_answer_free(a);
	bounce_close(b);
	return (void *)verdict;
}

TEST several_threads_ask(void)
{
	pthread_t threads[4];
	char texts[2][sizeof counter];
	strcpy(texts[0], counter);
	strcpy(texts[1], good);
	for (int i = 0; i < 4; i++) ASSERT_EQ(0, pthread_create(&threads[i], NULL, ask, texts[i % 2]));
	for (int i = 0; i < 4; i++) {
		void *verdict;
		pthread_join(threads[i], &verdict);
		ASSERT_EQ(i % 2 ? (long)BOUNCE_HOLDS : (long)BOUNCE_VIOLATED, (long)verdict);
	}
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(the_version_is_one);
	RUN_TEST(a_run_that_breaks_the_invariant);
	RUN_TEST(a_proof_names_its_bounds);
	RUN_TEST(a_goal_is_looked_for);
	RUN_TEST(temporal_assertions_are_counted);
	RUN_TEST(errors_of_the_machine);
	RUN_TEST(options_that_are_wrong);
	RUN_TEST(solutions_of_a_predicate);
	RUN_TEST(limits_are_kept);
	RUN_TEST(another_thread_interrupts);
	RUN_TEST(an_older_caller_knows_less);
	RUN_TEST(several_threads_ask);
	GREATEST_MAIN_END();
}

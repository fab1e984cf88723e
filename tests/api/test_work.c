/* Work that cannot come to its end. */
#include "tests/greatest.h"

#include "api/api.h"

static void break_down(struct work *w)
{
	diag_fatal("file.c", 7, "this is broken: %d", *(int *)w->data);
}

static void run_out(struct work *w)
{
	(void)w;
	diag_no_memory();
}

static void go_on(struct work *w)
{
	while (!w->flags.stop && !w->flags.turn) {
	}
}

TEST an_internal_error_ends_the_work_alone(void)
{
	int number = 42;
	struct work w = {.run = break_down, .data = &number};
	ASSERT_EQ(WORK_BROKEN, work_run(&w));
	ASSERT(strstr(text_get(&w.error), "this is broken: 42"));
	text_clear(&w.error);
	PASS();
}

TEST so_does_a_lack_of_memory(void)
{
	struct work w = {.run = run_out};
	ASSERT_EQ(WORK_NO_MEMORY, work_run(&w));
	PASS();
}

TEST limits_raise_the_flags(void)
{
	struct work late = {.run = go_on, .seconds = 0.02}, large = {.run = go_on, .megabytes = 1};
	ASSERT_EQ(WORK_LATE, work_run(&late));
	ASSERT_EQ(WORK_LARGE, work_run(&large));
	ASSERT_EQ(WORK_LARGE, large.stopped);
	PASS();
}

TEST a_broken_machine_takes_no_questions(void)
{
	struct bounce *b = bounce_open_text("m.mch", "MACHINE m END", NULL);
	ASSERT(bounce_is_good(b));
	struct bounce_answer *a = answer_new();
	int number = 1;
	answer_ask(a, b, break_down, &number);
	ASSERT_EQ(BOUNCE_INTERNAL, bounce_verdict(a));
	bounce_answer_free(a);
	a = bounce_check(b, NULL);
	ASSERT_EQ(BOUNCE_INTERNAL, bounce_verdict(a));
	bounce_answer_free(a);
	b->is_broken = false; /* it is not, really: nothing is to be lost */
	bounce_close(b);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(an_internal_error_ends_the_work_alone);
	RUN_TEST(so_does_a_lack_of_memory);
	RUN_TEST(limits_raise_the_flags);
	RUN_TEST(a_broken_machine_takes_no_questions);
	GREATEST_MAIN_END();
}

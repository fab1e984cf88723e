/* Limits that are kept by force: work that looks at no flag, and no memory. Each in a process of its own, whose last
 * words must be an object of JSON. */
#include "tests/greatest.h"

#include "cli/check/findings.h"
#include "cli/check/temporal_report.h"
#include "cli/disprove/disprove.h"
#include "tests/fixture.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct ending {
	int status;
	char out[4000];
};

static void wait_for_end(pid_t child, int from, struct ending *e)
{
	size_t length = 0;
	ssize_t got;
	while ((got = read(from, e->out + length, sizeof e->out - 1 - length)) > 0)
		length += (size_t)got;
	e->out[length] = 0;
	waitpid(child, &e->status, 0);
	close(from);
}

/* Does the work, which never ends by itself, in a new process; its standard output is kept. */
static void run(void (*work)(void), bool wants_json, struct ending *e)
{
	int ends[2];
	REQUIRE(pipe(ends) == 0);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		char *words[] = {"M.mch", "--json"};
		struct text error = {0};
		struct cli c = {.command = command_find("check"), .started = report_clock()};
		if (dup2(ends[1], STDOUT_FILENO) < 0) _exit(99);
		if (!options_read(c.command, words, wants_json ? 2 : 1, &c.options, &error)) _exit(98);
		last_prepare(&c);
		work();
		_exit(97);
	}
	close(ends[1]);
	wait_for_end(child, ends[0], e);
}

static bool is_object(const char *text, const char *reason)
{
	cJSON *j = cJSON_Parse(text);
	const char *verdict = cJSON_GetStringValue(cJSON_GetObjectItem(j, "verdict"));
	const char *why = cJSON_GetStringValue(cJSON_GetObjectItem(j, "reason"));
	const char *file = cJSON_GetStringValue(cJSON_GetObjectItem(j, "file"));
	bool good = verdict && strcmp(verdict, "inconclusive") == 0 && why && strcmp(why, reason) == 0;
	good = good && file && strcmp(file, "M.mch") == 0;
	cJSON_Delete(j);
	return good;
}

static bool is_inconclusive(const struct ending *e)
{
	return WIFEXITED(e->status) && WEXITSTATUS(e->status) == EXIT_INCONCLUSIVE;
}

/* ---- time ------------------------------------------------------------------------------------------- */

static void never_looks(void)
{
	static struct watch w;
	watch_start(&w, 0.05, 0, WATCH_ENDS);
	for (volatile unsigned n = 0;; n++) continue;
}

TEST work_that_does_not_stop_is_ended(void)
{
	struct ending e;
	run(never_looks, true, &e);
	ASSERTm(e.out, is_inconclusive(&e));
	ASSERTm(e.out, is_object(e.out, "the time limit was reached (--time-limit raises it)"));
	PASS();
}

TEST it_is_said_as_text_too(void)
{
	struct ending e;
	run(never_looks, false, &e);
	ASSERT(is_inconclusive(&e));
	ASSERT_STR_EQ("M.mch: inconclusive: the time limit was reached (--time-limit raises it)\n",
	              e.out);
	PASS();
}

static void never_ends_a_step(void)
{
	static struct watch w;
	watch_start(&w, 0, 0, WATCH_ENDS);
	watch_steps(&w, 0.01);
	for (volatile unsigned n = 0;; n++) continue;
}

TEST a_step_that_does_not_end_is_ended(void)
{
	struct ending e;
	run(never_ends_a_step, true, &e);
	ASSERTm(e.out, is_inconclusive(&e));
	ASSERTm(e.out, is_object(e.out, "the next one does not stop at its time limit "
	                                "(--time-limit raises it)"));
	PASS();
}

static void stops_when_asked(void)
{
	static struct watch w;
	watch_start(&w, 0.05, 0, WATCH_ENDS);
	while (!w.flag) continue;
	watch_stop(&w);
	_exit(w.flag == WATCH_TIME ? 42 : 43);
}

TEST work_that_stops_is_left_alone(void)
{
	struct ending e;
	run(stops_when_asked, true, &e);
	ASSERT(WIFEXITED(e.status));
	ASSERT_EQ(42, WEXITSTATUS(e.status));
	ASSERT_STR_EQ("", e.out);
	PASS();
}

/* ---- what is known by then ---------------------------------------------------------------------------- */

/* A disproof of two obligations, the first of which was refuted when it had to end. */
static void ends_half_way(void)
{
	static struct fixture side;
	static struct disproof d;
	static struct judged list[2] = {{.is_selected = true}, {.is_selected = true}};
	static struct last_words words[2];
	struct prover_options o = {0};
	REQUIRE(fixture_open(&side, "M.mch",
	                     "MACHINE M VARIABLES x INVARIANT x : 0..1 & x < 2\n"
	                     "INITIALISATION x := 0 END"));
	d.stages.first.prover = prover_open(side.project, &side.universe, &side.arena, &o);
	words[0].found = "{\"name\":\"a\"}";
	words[0].said = "{\"name\":\"a\",\"status\":\"refuted\"}";
	d.words = words;
	d.stages.list.at = list;
	d.stages.list.count = d.selected = 2;
	d.known = d.refuted = 1;
	disprove_last_begin(&d);
	last_say("why");
}

static bool is_text(const cJSON *object, const char *key, const char *text)
{
	const char *is = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
	return is && strcmp(is, text) == 0;
}

TEST the_answers_so_far_are_told(void)
{
	struct ending e;
	run(ends_half_way, true, &e);
	ASSERTm(e.out, WIFEXITED(e.status) && WEXITSTATUS(e.status) == EXIT_BAD);
	cJSON *j = cJSON_Parse(e.out);
	const cJSON *findings = cJSON_GetObjectItem(j, "findings");
	const cJSON *all = cJSON_GetObjectItem(j, "obligations");
	bool good = is_text(j, "verdict", "violated") && is_text(j, "reason", "why");
	good = good && cJSON_GetArraySize(findings) == 1 && cJSON_GetArraySize(all) == 2;
	good = good && is_text(cJSON_GetArrayItem(findings, 0), "name", "a");
	good = good && is_text(cJSON_GetArrayItem(all, 0), "status", "refuted");
	good = good && is_text(cJSON_GetArrayItem(all, 1), "name", "INITIALISATION/inv2");
	good = good && is_text(cJSON_GetArrayItem(all, 1), "reason", "not looked at");
	cJSON_Delete(j);
	ASSERTm(e.out, good);
	PASS();
}

TEST they_are_counted_in_the_text(void)
{
	struct ending e;
	run(ends_half_way, false, &e);
	ASSERT_STR_EQ("\n1 of 2 obligations are answered, 1 refuted\nM.mch: inconclusive: why\n",
	              e.out);
	PASS();
}

/* The states were explored, and other work goes on that looks at no flag. */
static void find_and_go_on(bool wants_json)
{
	static struct model m;
	static struct findings f;
	static struct findings_last last;
	static struct fixture side;
	static struct cli c;
	static struct watch w;
	struct explore_options o = {.max_states = 100};
	REQUIRE(fixture_open(&side, "M.mch",
	                     "MACHINE M VARIABLES x INVARIANT x : 0..1\n"
	                     "INITIALISATION x := 0 OPERATIONS op = x := x + 2 END"));
	c.options.json = wants_json;
	m.project = side.project;
	m.diag = side.diag;
	f = (struct findings){.cli = &c, .model = &m, .universe = side.universe, .values = side.values};
	f.explore = explore_open(side.project, side.values, &side.universe, &o);
	f.result = explore_run(f.explore);
	findings_last_begin(&last, &f, true);
	watch_start(&w, 0.05, 0, WATCH_ENDS);
	for (volatile unsigned n = 0;; n++) continue;
}

static void finds_and_goes_on(void) { find_and_go_on(true); }
static void finds_and_goes_on_in_text(void) { find_and_go_on(false); }

TEST findings_are_told_when_other_work_is_ended(void)
{
	struct ending e;
	run(finds_and_goes_on, true, &e);
	ASSERTm(e.out, WIFEXITED(e.status) && WEXITSTATUS(e.status) == EXIT_BAD);
	cJSON *j = cJSON_Parse(e.out);
	const cJSON *findings = cJSON_GetObjectItem(j, "findings");
	const cJSON *first = cJSON_GetArrayItem(findings, 0);
	bool good = is_text(j, "verdict", "violated") && cJSON_GetArraySize(findings) == 1;
	good = good && is_text(first, "kind", "invariant");
	good = good && cJSON_GetArraySize(cJSON_GetObjectItem(first, "trace")) == 2;
	cJSON_Delete(j);
	ASSERTm(e.out, good);
	PASS();
}

TEST they_are_told_as_text_too(void)
{
	struct ending e;
	run(finds_and_goes_on_in_text, false, &e);
	ASSERTm(e.out, WIFEXITED(e.status) && WEXITSTATUS(e.status) == EXIT_BAD);
	ASSERTm(e.out, strstr(e.out, "error: M.mch:1:"));
	ASSERTm(e.out, strstr(e.out, "(after 1 operation)\n"));
	PASS();
}

/* Of three formulas two are answered: one by states, one as an error. */
static void answer_two_formulas(bool wants_json)
{
	static struct model m;
	static struct findings f;
	static struct temporal_last last;
	static struct fixture side;
	static struct cli c;
	struct temporal_properties list = {0};
	REQUIRE(fixture_open(&side, "M.mch",
	                     "MACHINE M VARIABLES x INVARIANT x : 0..1\n"
	                     "INITIALISATION x := 0 OPERATIONS op = x := 1 - x END"));
	temporal_add(side.project, "bad", "G {x =", false, &list);
	temporal_add(side.project, "no", "G {x = 0}", false, &list);
	temporal_add(side.project, "open", "WEF => G (WEF => GF {x = 0})", false, &list);
	struct temporal_question q = {.project = side.project,
	                              .values = side.values,
	                              .universe = &side.universe,
	                              .properties = &list,
	                              .engines = 1};
	c.options.json = wants_json;
	m.project = side.project;
	f = (struct findings){.cli = &c, .model = &m};
	struct temporal_session *s = temporal_open(&q);
	temporal_last_begin(&last, &f, s, &list);
	if (wants_json) temporal_answer(s);
	last_say("why");
}

static void answers_two_formulas(void) { answer_two_formulas(true); }
static void answers_none_in_text(void) { answer_two_formulas(false); }

TEST answers_to_formulas_are_told(void)
{
	struct ending e;
	run(answers_two_formulas, true, &e);
	ASSERTm(e.out, WIFEXITED(e.status) && WEXITSTATUS(e.status) == EXIT_BAD);
	cJSON *j = cJSON_Parse(e.out);
	const cJSON *all = cJSON_GetObjectItem(j, "formulas");
	bool good = is_text(j, "verdict", "violated") && cJSON_GetArraySize(all) == 3;
	good = good && is_text(cJSON_GetArrayItem(all, 0), "verdict", "error");
	good = good && is_text(cJSON_GetArrayItem(all, 1), "name", "no");
	good = good && is_text(cJSON_GetArrayItem(all, 1), "verdict", "violated");
	good = good && is_text(cJSON_GetArrayItem(all, 2), "verdict", "inconclusive");
	cJSON_Delete(j);
	ASSERTm(e.out, good);
	PASS();
}

TEST formulas_without_an_answer_are_open(void)
{
	struct ending e;
	run(answers_none_in_text, false, &e);
	ASSERTm(e.out, WIFEXITED(e.status) && WEXITSTATUS(e.status) == EXIT_INCONCLUSIVE);
	ASSERTm(e.out, strstr(e.out, "no: inconclusive\nopen: inconclusive\n"));
	PASS();
}

/* ---- memory ------------------------------------------------------------------------------------------ */

enum { MEGABYTES = 60, STEP = 1 << 20, FAR_TOO_MUCH = 1 << 10 };

static void takes_all(void)
{
	static struct watch w;
	watch_start(&w, 0, MEGABYTES, WATCH_ENDS);
	struct arena a;
	arena_init(&a);
	for (int i = 0; i < FAR_TOO_MUCH; i++) {
		arena_alloc(&a, STEP);
		usleep(2000); /* so that the memory is looked at in between, on any machine */
	}
}

TEST memory_is_limited_by_force(void)
{
	struct ending e;
	run(takes_all, true, &e);
	ASSERTm(e.out, is_inconclusive(&e));
	ASSERTm(e.out, is_object(e.out, "the memory limit was reached (--memory-limit raises it)"));
	PASS();
}

static void needs_more_than_there_is(void)
{
	struct rlimit limit = {(rlim_t)1 << 28, (rlim_t)1 << 28};
	struct arena a;
	arena_init(&a);
	if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(96);
	for (;;) arena_alloc(&a, STEP);
}

TEST no_memory_is_a_limit(void)
{
#if defined(__SANITIZE_ADDRESS__)
	SKIPm("the sanitizer needs the whole address space");
#endif
	struct ending e;
	run(needs_more_than_there_is, true, &e);
	ASSERTm(e.out, is_inconclusive(&e));
	ASSERTm(e.out, is_object(e.out, "out of memory"));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(work_that_does_not_stop_is_ended);
	RUN_TEST(it_is_said_as_text_too);
	RUN_TEST(a_step_that_does_not_end_is_ended);
	RUN_TEST(work_that_stops_is_left_alone);
	RUN_TEST(the_answers_so_far_are_told);
	RUN_TEST(they_are_counted_in_the_text);
	RUN_TEST(findings_are_told_when_other_work_is_ended);
	RUN_TEST(they_are_told_as_text_too);
	RUN_TEST(answers_to_formulas_are_told);
	RUN_TEST(formulas_without_an_answer_are_open);
	RUN_TEST(memory_is_limited_by_force);
	RUN_TEST(no_memory_is_a_limit);
	GREATEST_MAIN_END();
}

/* 'bounce solve --batch': the lines that are printed, and the exit code. */
#include "tests/greatest.h"

#include "cli/solve/solution.h"

#include <cjson/cJSON.h>

enum { MOST_LINES = 16 };

struct output {
	int code;
	char *text;
	uint32_t count;
	cJSON *lines[MOST_LINES];
};

static void write_file(const char *path, const char *text, size_t length)
{
	FILE *f = fopen(path, "we");
	REQUIRE(f && fwrite(text, 1, length, f) == length && fclose(f) == 0);
}

static void split(struct output *o)
{
	char *rest = o->text, *line;
	while ((line = strsep(&rest, "\n")) && *line && o->count < MOST_LINES)
		o->lines[o->count++] = cJSON_Parse(line);
}

static void run_batch(struct output *o, const char *text, size_t length, const char *machine)
{
	char path[] = "/tmp/test_batch.XXXXXX";
	int fd = mkstemp(path);
	size_t size;
	struct command command = {"solve", "", "", solve_command};
	struct cli c = {.command = &command, .err = fopen("/dev/null", "we")};
	memset(o, 0, sizeof *o);
	REQUIRE(fd >= 0 && c.err);
	fclose(fdopen(fd, "w"));
	write_file(path, text, length);
	c.out = open_memstream(&o->text, &size);
	c.started = report_clock();
	c.options.batch = path;
	c.options.machine = machine;
	o->code = solve_command(&c);
	fclose(c.out);
	fclose(c.err);
	remove(path);
	split(o);
}

static void clear(struct output *o)
{
	for (uint32_t i = 0; i < o->count; i++) cJSON_Delete(o->lines[i]);
	free(o->text);
}

static const char *member(const struct output *o, uint32_t line, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o->lines[line], key);
	return cJSON_IsString(v) ? v->valuestring : cJSON_IsTrue(v) ? "true" : "";
}

static double number(const struct output *o, uint32_t line)
{
	return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(o->lines[line], "line"));
}

static void run_text(struct output *o, const char *text) { run_batch(o, text, strlen(text), NULL); }

/* ---- lines --------------------------------------------------------------------------------------- */

TEST each_predicate_gets_a_line(void)
{
	struct output o;
	run_text(&o,
	         "x : 1..3 & x > 2\n\n// nothing\n  // nothing\nx : 1..3 & x > 3\r\nx = 1 & {x} = {1}");
	ASSERT_EQ(3, o.count);
	ASSERT_IN_RANGE(1, number(&o, 0), 0.1);
	ASSERT_IN_RANGE(5, number(&o, 1), 0.1);
	ASSERT_IN_RANGE(6, number(&o, 2), 0.1);
	ASSERT_STR_EQ("found", member(&o, 0, "verdict"));
	ASSERT_STR_EQ("true", member(&o, 0, "complete"));
	ASSERT_STR_EQ("none", member(&o, 1, "verdict"));
	ASSERT_STR_EQ("true", member(&o, 1, "complete"));
	ASSERT_STR_EQ("none (proved)", member(&o, 1, "message"));
	ASSERT_STR_EQ("found", member(&o, 2, "verdict"));
	const cJSON *solution = cJSON_GetObjectItemCaseSensitive(o.lines[0], "solution");
	ASSERT_STR_EQ("3", cJSON_GetObjectItemCaseSensitive(solution, "x")->valuestring);
	ASSERT_EQ(EXIT_GOOD, o.code);
	clear(&o);
	PASS();
}

TEST errors_name_the_line_of_the_file(void)
{
	struct output o;
	run_text(&o, "x = 1\nx = \nx = 2\ny = y + TRUE\n");
	ASSERT_EQ(4, o.count);
	ASSERT_STR_EQ("error", member(&o, 1, "verdict"));
	ASSERT(strstr(member(&o, 1, "message"), ":2:5: expected an expression"));
	ASSERT_STR_EQ("found", member(&o, 2, "verdict"));
	ASSERT_STR_EQ("error", member(&o, 3, "verdict"));
	ASSERT(strstr(member(&o, 3, "message"), ":4:"));
	ASSERT_EQ(EXIT_INPUT, o.code);
	clear(&o);
	PASS();
}

TEST zero_bytes_are_not_passed_over(void)
{
	struct output o;
	const char text[] = "x = 1\0 & x = 2\nx = 2\n\0\n";
	run_batch(&o, text, sizeof text - 1, NULL);
	ASSERT_EQ(3, o.count);
	ASSERT_STR_EQ("line 3 has a zero byte", member(&o, 2, "message"));
	ASSERT_STR_EQ("error", member(&o, 0, "verdict"));
	ASSERT_STR_EQ("line 1 has a zero byte", member(&o, 0, "message"));
	ASSERT_STR_EQ("found", member(&o, 1, "verdict"));
	clear(&o);
	PASS();
}

TEST empty_file_is_a_good_answer(void)
{
	struct output o;
	run_text(&o, "");
	ASSERT_EQ(0, o.count);
	ASSERT_EQ(EXIT_GOOD, o.code);
	clear(&o);
	PASS();
}

TEST each_line_is_an_error_if_the_machine_is_wrong(void)
{
	struct output o;
	run_batch(&o, "x = 1\nx = 2\n", 12, "/nowhere/M.mch");
	ASSERT_EQ(2, o.count);
	ASSERT_STR_EQ("error", member(&o, 1, "verdict"));
	ASSERT(strstr(member(&o, 1, "message"), "cannot read '/nowhere/M.mch'"));
	ASSERT_EQ(EXIT_INPUT, o.code);
	clear(&o);
	PASS();
}

SUITE(lines)
{
	RUN_TEST(each_predicate_gets_a_line);
	RUN_TEST(errors_name_the_line_of_the_file);
	RUN_TEST(zero_bytes_are_not_passed_over);
	RUN_TEST(empty_file_is_a_good_answer);
	RUN_TEST(each_line_is_an_error_if_the_machine_is_wrong);
}

/* ---- memory ---------------------------------------------------------------------------------------- */

/* What a predicate leaves in the project is given back: later ones must not depend on it. */
TEST predicates_of_a_machine_do_not_disturb_each_other(void)
{
	char path[] = "/tmp/test_batch.XXXXXX";
	const char machine[] = "MACHINE M\n"
	                       "DEFINITIONS small(x) == x : 1..3 & #y.(y : 1..2 & y < x)\n"
	                       "FREETYPES T = Nil, Leaf({n | n : 1..3})\n"
	                       "SETS S\n"
	                       "CONSTANTS f PROPERTIES f : S --> 1..2\n"
	                       "END\n";
	const char lines[] = "small(a) & a > 2\nf = {s |-> 2} & s : S\nt = Leaf(3)\nt = Leaf(4)\n"
	                     "small(a) & a > 3\nf = {s |-> 1} & s : S\nt = Leaf(2)\n";
	struct output o;
	int fd = mkstemp(path);
	REQUIRE(fd >= 0);
	fclose(fdopen(fd, "w"));
	write_file(path, machine, sizeof machine - 1);
	run_batch(&o, lines, sizeof lines - 1, path);
	remove(path);
	static const char *const expected[] = {"found", "found", "found", "none",
	                                       "none",  "found", "found"};
	ASSERT_EQ(7, o.count);
	for (uint32_t i = 0; i < 7; i++) ASSERT_STR_EQ(expected[i], member(&o, i, "verdict"));
	ASSERT_EQ(EXIT_GOOD, o.code);
	clear(&o);
	PASS();
}

SUITE(memory) { RUN_TEST(predicates_of_a_machine_do_not_disturb_each_other); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(lines);
	RUN_SUITE(memory);
	GREATEST_MAIN_END();
}

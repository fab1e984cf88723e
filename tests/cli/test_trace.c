/* What users of 'check' and 'explore' get of a fault: traces in files that can be replayed. */
#include "tests/greatest.h"

#include "cli/cli.h"

#include <cjson/cJSON.h>
#include <unistd.h>

static char folder[] = "/tmp/test_trace.XXXXXX";

static const char *path_of(const char *file)
{
	static char paths[8][64];
	static uint32_t next;
	char *path = paths[next++ % 8];
	snprintf(path, sizeof paths[0], "%s/%s", folder, file);
	return path;
}

static const char *model(const char *text)
{
	const char *path = path_of("M.mch");
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
	return path;
}

/* The exit code; what was printed is in *out, to be freed. */
static int bounce(const char *command, const char *const *words, char **out)
{
	char *list[16];
	uint32_t count = 0;
	size_t size;
	struct text error = {0};
	struct cli c = {.command = command_find(command), .err = fopen("/dev/null", "we")};
	while (words[count]) {
		REQUIRE(count < 16);
		list[count] = (char *)(uintptr_t)words[count];
		count++;
	}
	c.out = open_memstream(out, &size);
	c.started = report_clock();
	REQUIRE(c.err && c.out && options_read(c.command, list, count, &c.options, &error));
	int code = c.command->run(&c);
	options_clear(&c.options);
	fclose(c.out);
	fclose(c.err);
	return code;
}

#define BOUNCE(command, out, ...) bounce(command, (const char *const[]){__VA_ARGS__, NULL}, out)

static int replay(const char *machine, const char *file)
{
	char *out;
	int code = BOUNCE("animate", &out, machine, "--script", file);
	bool is_whole = strstr(out, "the whole trace was replayed");
	free(out);
	return is_whole ? code : -1;
}

static cJSON *read_json(const char *path)
{
	char text[100000];
	FILE *f = fopen(path, "re");
	if (!f) return NULL;
	text[fread(text, 1, sizeof text - 1, f)] = 0;
	fclose(f);
	return cJSON_Parse(text);
}

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *const machines[] = {
    /* constants, elements of deferred sets, strings, records, pairs, sets of sets */
    "MACHINE M SETS S; T = {t1,t2} CONSTANTS k PROPERTIES k : S & card(S) = 3\n"
    "VARIABLES x, f, r, st, pr, fs\n"
    "INVARIANT f : S +-> T & card(f) < 2\n"
    "INITIALISATION x := {} || f := {} || st := \"q\\\"\\\\ \\u00e9\" ||\n"
    "  r := rec(a : -3, b : {k}) || pr := k |-> -5 || fs := {{{}}}\n"
    "OPERATIONS\n"
    "  put(e,t) = PRE e : S & t : T & e /= k THEN x := x \\/ {e} || f(e) := t || r'b := x ||\n"
    "    fs := {{{}, {1,2,3}}, {}} END;\n"
    "  n <-- get = n := card(x)\nEND",
    /* a constant with the name of an element */
    "MACHINE M SETS S CONSTANTS S1 PROPERTIES S1 : S & card(S) = 2 VARIABLES x\n"
    "INVARIANT x : S & x = S1 INITIALISATION x := S1\n"
    "OPERATIONS r <-- o(e) = PRE e : S & e /= S1 THEN x, r := e, bool(e = x) END END",
    /* no constants, a deadlock in the initial state */
    "MACHINE M VARIABLES x INVARIANT x : BOOL INITIALISATION x := TRUE\n"
    "OPERATIONS o = SELECT x = FALSE THEN x := TRUE END END",
    /* nothing but constants */
    "MACHINE M CONSTANTS c PROPERTIES c : 1..3 & c > 2 ASSERTIONS c = 2 END",
    /* a step that changes nothing, and results */
    "MACHINE M VARIABLES x, y INVARIANT x : 0..2 & y : 0..9 INITIALISATION x, y := 0, 7\n"
    "OPERATIONS r, s <-- up(d) = PRE d : 1..2 & x < 9 THEN r, s, x := x, d, x + d END END",
};
enum { MACHINES = sizeof machines / sizeof *machines };

TEST written_traces_can_be_replayed(void)
{
	static const char *const commands[] = {"check", "explore"};
	static const char *const files[] = {"t.prob2trace", "t.json"};
	for (uint32_t i = 0; i < MACHINES; i++)
		for (uint32_t k = 0; k < 4; k++) {
			char *out;
			const char *machine = model(machines[i]), *file = path_of(files[k / 2]);
			remove(file);
			int code = BOUNCE(commands[k % 2], &out, machine, "--trace-out", file);
			free(out);
			ASSERT_EQm(machines[i], EXIT_BAD, code);
			ASSERT_EQm(machines[i], EXIT_GOOD, replay(machine, file));
		}
	PASS();
}

TEST prob_gets_what_it_expects(void)
{
	char *out;
	const char *machine = model(machines[4]), *file = path_of("t.prob2trace");
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, machine, "--trace-out", file));
	free(out);
	cJSON *root = read_json(file);
	ASSERT(root);
	const cJSON *metadata = get(root, "metadata"), *steps = get(root, "transitionList");
	ASSERT_STR_EQ("Trace", get(metadata, "fileType")->valuestring);
	ASSERT_EQ(6, get(metadata, "formatVersion")->valueint);
	ASSERT_STR_EQ("M", get(metadata, "modelName")->valuestring);
	ASSERT_EQ(3, cJSON_GetArraySize(steps));
	const cJSON *first = cJSON_GetArrayItem(steps, 0), *last = cJSON_GetArrayItem(steps, 2);
	ASSERT_STR_EQ("$initialise_machine", get(first, "name")->valuestring);
	ASSERT_STR_EQ("7", get(get(first, "destState"), "y")->valuestring);
	ASSERT_STR_EQ("up", get(last, "name")->valuestring);
	ASSERT(cJSON_IsString(get(get(last, "params"), "d")));
	ASSERT(cJSON_IsString(get(get(last, "results"), "s")));
	ASSERT(!get(get(last, "destState"), "y"));
	ASSERT_STR_EQ("y", cJSON_GetArrayItem(get(last, "destStateNotChanged"), 0)->valuestring);
	cJSON_Delete(root);
	PASS();
}

/* One trace a file for ProB; all of them in one of our own. */
TEST several_faults_give_several_traces(void)
{
	char *out;
	const char *machine = model("MACHINE M VARIABLES x INVARIANT x : NAT & x < 3 & x < 2\n"
	                            "INITIALISATION x := 0\n"
	                            "OPERATIONS up = PRE x < 3 THEN x := x + 1 END END");
	const char *second = path_of("t-2.prob2trace"), *third = path_of("t-3.prob2trace");
	const char *own = path_of("t.json");
	ASSERT_EQ(EXIT_BAD,
	          BOUNCE("check", &out, machine, "--continue", "--trace-out", path_of("t.prob2trace")));
	free(out);
	ASSERT_EQ(EXIT_GOOD, replay(machine, path_of("t.prob2trace")));
	ASSERT_EQ(EXIT_GOOD, replay(machine, second));
	ASSERT_EQ(EXIT_GOOD, replay(machine, third));
	remove(second);
	remove(third);
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, machine, "--continue", "--trace-out", own));
	free(out);
	cJSON *root = read_json(own);
	ASSERT_EQ(3, cJSON_GetArraySize(get(root, "findings")));
	cJSON_Delete(root);
	PASS();
}

TEST witnesses_are_in_the_json(void)
{
	char *out;
	const char *machine = model("MACHINE M VARIABLES x INVARIANT !y.(y : 1..3 => x + y < 5)\n"
	                            "INITIALISATION x := 2 OPERATIONS o = skip END");
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, machine, "--json"));
	cJSON *root = cJSON_Parse(out);
	const cJSON *finding = cJSON_GetArrayItem(get(root, "findings"), 0);
	ASSERT_STR_EQ("3", get(get(finding, "witness"), "y")->valuestring);
	ASSERT_STR_EQ("x + y = 5", get(finding, "why")->valuestring);
	cJSON_Delete(root);
	free(out);
	PASS();
}

static const char long_values[] =
    "MACHINE M VARIABLES s, n INVARIANT s <: INTEGER & n : INTEGER & n < 2\n"
    "INITIALISATION s := {x | x : 1..3000 & x mod 3 = 0} || n := 0\n"
    "OPERATIONS r <-- add(t) = SELECT t = s \\/ {3001} THEN s, n, r := t, n + 1, t END END";

/* The value of s in the first state. */
static const char *first_value(cJSON *root)
{
	const cJSON *finding = cJSON_GetArrayItem(get(root, "findings"), 0);
	const cJSON *step = cJSON_GetArrayItem(get(finding, "trace"), 0);
	return get(get(step, "state"), "s")->valuestring;
}

TEST long_values_are_abbreviated_in_reports(void)
{
	char *out;
	const char *machine = model(long_values);
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, machine, "--json"));
	cJSON *root = cJSON_Parse(out);
	const cJSON *trace = get(cJSON_GetArrayItem(get(root, "findings"), 0), "trace");
	const cJSON *names = get(cJSON_GetArrayItem(trace, 1), "abbreviated");
	ASSERT_EQ(3, cJSON_GetArraySize(names));
	ASSERT_STR_EQ("t", cJSON_GetArrayItem(names, 0)->valuestring);
	ASSERT_STR_EQ("r", cJSON_GetArrayItem(names, 1)->valuestring);
	ASSERT_STR_EQ("s", cJSON_GetArrayItem(names, 2)->valuestring);
	ASSERT(strstr(first_value(root), ",... 1000 in all}"));
	cJSON_Delete(root);
	free(out);
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, machine, "--json", "--full"));
	root = cJSON_Parse(out);
	ASSERT(!strstr(out, "abbreviated"));
	ASSERT(strstr(first_value(root), ",2997,3000}"));
	cJSON_Delete(root);
	free(out);
	PASS();
}

TEST no_value_is_abbreviated_in_files(void)
{
	static const char *const files[] = {"t.json", "t.prob2trace"};
	for (uint32_t i = 0; i < 2; i++) {
		char *out;
		const char *machine = model(long_values), *file = path_of(files[i]);
		remove(file);
		ASSERT_EQ(EXIT_BAD,
		          BOUNCE("check", &out, machine, "--engine", "states", "--trace-out", file));
		free(out);
		cJSON *root = read_json(file);
		char *text = cJSON_PrintUnformatted(root);
		ASSERT(!strstr(text, "abbreviated") && !strstr(text, "..."));
		ASSERT(strstr(text, ",2997,3000,3001}"));
		free(text);
		cJSON_Delete(root);
		ASSERT_EQ(EXIT_GOOD, replay(machine, file));
	}
	PASS();
}

TEST a_file_that_cannot_be_written_is_an_error(void)
{
	char *out;
	const char *machine = model(machines[2]);
	ASSERT_EQ(EXIT_INPUT, BOUNCE("check", &out, machine, "--trace-out", "/none/t.json"));
	free(out);
	PASS();
}

TEST a_machine_comes_from_standard_input(void)
{
	char *out;
	REQUIRE(freopen(model(machines[2]), "r", stdin));
	ASSERT_EQ(EXIT_BAD, BOUNCE("check", &out, "-"));
	ASSERTm(out, strstr(out, "<stdin>: machine M: "));
	free(out);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	REQUIRE(mkdtemp(folder));
	RUN_TEST(written_traces_can_be_replayed);
	RUN_TEST(prob_gets_what_it_expects);
	RUN_TEST(several_faults_give_several_traces);
	RUN_TEST(witnesses_are_in_the_json);
	RUN_TEST(long_values_are_abbreviated_in_reports);
	RUN_TEST(no_value_is_abbreviated_in_files);
	RUN_TEST(a_file_that_cannot_be_written_is_an_error);
	RUN_TEST(a_machine_comes_from_standard_input);
	static const char *const files[] = {"M.mch", "t.json", "t.prob2trace"};
	for (uint32_t i = 0; i < 3; i++) remove(path_of(files[i]));
	rmdir(folder);
	GREATEST_MAIN_END();
}

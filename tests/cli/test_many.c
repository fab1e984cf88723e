/* Reports that are long: of very many obligations. They are written while they are made, not held in memory, and what
 * was not looked at takes little. */
#include "tests/greatest.h"

#include "cli/cli.h"

#include <cjson/cJSON.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 300, OBLIGATIONS = SIDE * SIDE + SIDE };

static char folder[] = "/tmp/bounce_many_XXXXXX";
static char machine[100];

/* SIDE operations that keep SIDE conjuncts. */
static void write_machine(void)
{
	snprintf(machine, sizeof machine, "%s/M.mch", folder);
	FILE *f = fopen(machine, "we");
	REQUIRE(f);
	fputs("MACHINE M VARIABLES x0", f);
	for (int i = 1; i < SIDE; i++) fprintf(f, ", x%d", i);
	fputs("\nINVARIANT x0 : NATURAL", f);
	for (int i = 1; i < SIDE; i++) fprintf(f, " &\n x%d : NATURAL", i);
	fputs("\nINITIALISATION x0 := 0", f);
	for (int i = 1; i < SIDE; i++) fprintf(f, " || x%d := 0", i);
	fputs("\nOPERATIONS o0 = x0 := 1", f);
	for (int i = 1; i < SIDE; i++) fprintf(f, ";\n o%d = x%d := 1", i, i);
	fputs("\nEND\n", f);
	fclose(f);
}

/* In a process of its own; returns how many megabytes it used. */
static long disprove(FILE *out, const char *limit, const char *how, const char *more)
{
	struct rusage usage;
	int status;
	const char *words[] = {machine, "--total-limit", limit, how, more};
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		struct text error = {0};
		struct cli c = {.command = command_find("disprove"), .out = out, .err = stderr};
		c.started = report_clock();
		if (!options_read(c.command, (char **)(uintptr_t)words, more ? 5 : 4, &c.options, &error))
			_exit(98);
		int code = c.command->run(&c);
		fflush(out);
		_exit(code);
	}
	if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)) return -1;
	if (WEXITSTATUS(status) != EXIT_INCONCLUSIVE && WEXITSTATUS(status) != EXIT_GOOD) return -1;
	return usage.ru_maxrss / 1000;
}

static char *read_all(FILE *f)
{
	long size = ftell(f);
	char *text = malloc((size_t)size + 1);
	REQUIRE(text && size > 0);
	rewind(f);
	text[fread(text, 1, (size_t)size, f)] = 0;
	return text;
}

static const char *string(const cJSON *object, const char *key)
{
	const char *s = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
	return s ? s : "";
}

/* With a limit that comes before all are answered, if possible, but not before they are known. */
static cJSON *disprove_some(void)
{
	static const char *const limits[] = {"0.05", "0.1", "0.2", "0.4", "0.8", "2", "60"};
	cJSON *root = NULL;
	for (size_t i = 0; i < sizeof limits / sizeof *limits && !root; i++) {
		FILE *out = tmpfile();
		REQUIRE(out);
		disprove(out, limits[i], "--json", NULL);
		fseek(out, 0, SEEK_END);
		if (ftell(out) > 0) {
			char *text = read_all(out);
			root = cJSON_Parse(text);
			free(text);
		}
		fclose(out);
	}
	return root;
}

TEST what_was_not_looked_at_is_named_and_counted(void)
{
	cJSON *root = disprove_some();
	ASSERT(root);
	const cJSON *list = cJSON_GetObjectItem(root, "obligations"), *one;
	const cJSON *stats = cJSON_GetObjectItem(root, "stats");
	int open = 0;
	ASSERT_EQ(OBLIGATIONS, cJSON_GetArraySize(list));
	cJSON_ArrayForEach(one, list)
	{
		bool is_open = strcmp(string(one, "status"), "open") == 0;
		open += is_open;
		ASSERT(!is_open || strstr(string(one, "reason"), "the total limit was reached"));
	}
	ASSERT_EQ(open, cJSON_GetObjectItem(stats, "open")->valueint);
	ASSERT_EQ(OBLIGATIONS - open, cJSON_GetObjectItem(stats, "proved")->valueint);
	one = list->child;
	ASSERT_STR_EQ("INITIALISATION/inv1", string(one, "name"));
	for (int i = 0; i < SIDE; i++) one = one->next;
	ASSERT_STR_EQ("o0/inv1", string(one, "name"));
	cJSON_Delete(root);
	PASS();
}

/* 30 MB; as JSON it was 80. */
TEST long_reports_are_not_held_in_memory(void)
{
	static const char *const how[] = {"--json", NULL};
	for (int i = 0; i < 2; i++) {
		FILE *out = tmpfile();
		REQUIRE(out);
		long megabytes = disprove(out, "60", "--list", how[i]);
		fclose(out);
		ASSERT(megabytes > 0);
#if !defined(__SANITIZE_ADDRESS__) /* whose own memory counts, too */
		ASSERTm(how[i], megabytes < 50);
#endif
	}
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	REQUIRE(mkdtemp(folder));
	write_machine();
	RUN_TEST(
	    long_reports_are_not_held_in_memory); /* first: a child starts with what this process has */
	RUN_TEST(what_was_not_looked_at_is_named_and_counted);
	remove(machine);
	rmdir(folder);
	GREATEST_MAIN_END();
}

/* bounce merge: answers that several processes have left (--cache DIR, or --json > FILE) become one report. What is said of one
 * obligation, or of one machine, must not contradict what is said of it elsewhere. */
#include "cli/files/files.h"

#include "present/present.h"

#include <dirent.h>
#include <sys/stat.h>

struct merging {
	struct cli *cli;
	struct arena arena;
	cJSON *objects;
	uint32_t files, contradictions;
	bool has_error;
};

static const char *text_of(const cJSON *o, const char *key)
{
	const cJSON *m = cJSON_GetObjectItemCaseSensitive(o, key);
	return cJSON_IsString(m) ? m->valuestring : "";
}

static bool is_same(const cJSON *a, const cJSON *b, const char *key)
{
	return strcmp(text_of(a, key), text_of(b, key)) == 0;
}

/* ---- contradictions ------------------------------------------------------------------------------ */

static void contradict(struct merging *m, const cJSON *a, const char *what, const char *one,
                       const char *other)
{
	report_error(m->cli,
	             "bounce: error: answers contradict each other: %s %s: %s: %s, and %s elsewhere\n",
	             text_of(a, "command"), text_of(a, "file"), what, one, other);
	m->contradictions++;
}

static bool is_proof(const char *status)
{
	return strcmp(status, "proved") == 0 || strcmp(status, "proved_for_sizes") == 0;
}

/* How much an answer says; a better one replaces another. */
static int worth(const char *status)
{
	static const char *const order[] = {
	    "open", "refuted_partly", "none_within_bounds", "proved_for_sizes", "proved", "refuted"};
	for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
		if (strcmp(order[i], status) == 0) return i;
	return -1;
}

static void add_obligation(struct merging *m, cJSON *to, cJSON *obligations, const cJSON *o)
{
	cJSON *x;
	cJSON_ArrayForEach(x, obligations)
	{
		if (!is_same(x, o, "name")) continue;
		const char *a = text_of(x, "status"), *b = text_of(o, "status");
		bool sizes = strcmp(a, "proved_for_sizes") == 0 || strcmp(b, "proved_for_sizes") == 0;
		if (!sizes && ((is_proof(a) && strcmp(b, "refuted") == 0) ||
		               (is_proof(b) && strcmp(a, "refuted") == 0)))
			contradict(m, to, text_of(o, "name"), a, b);
		if (worth(b) > worth(a)) {
			cJSON *copy = cJSON_Duplicate(o, true);
			if (!copy || !cJSON_ReplaceItemViaPointer(obligations, x, copy)) diag_no_memory();
		}
		return;
	}
	cJSON *copy = cJSON_Duplicate(o, true);
	if (!copy || !cJSON_AddItemToArray(obligations, copy)) diag_no_memory();
}

/* The verdict follows from the obligations. */
static void set_verdict(cJSON *object, const cJSON *obligations)
{
	const char *verdict = "holds";
	const cJSON *o;
	cJSON_ArrayForEach(o, obligations)
	{
		const char *status = text_of(o, "status");
		if (strcmp(status, "refuted") == 0) verdict = "violated";
		else if (!is_proof(status) && strcmp(status, "none_within_bounds") != 0 &&
		         strcmp(verdict, "holds") == 0)
			verdict = "inconclusive";
	}
	cJSON *v = cJSON_CreateString(verdict);
	if (!v || !cJSON_ReplaceItemInObjectCaseSensitive(object, "verdict", v)) diag_no_memory();
}

static void join(struct merging *m, cJSON *to, const cJSON *object)
{
	cJSON *obligations = cJSON_GetObjectItemCaseSensitive(to, "obligations");
	const cJSON *o, *others = cJSON_GetObjectItemCaseSensitive(object, "obligations");
	if (obligations && others) {
		cJSON_ArrayForEach(o, others) add_obligation(m, to, obligations, o);
		set_verdict(to, obligations);
		return;
	}
	enum present_grade a = present_grade(to), b = present_grade(object);
	bool same_bounds = cJSON_Compare(cJSON_GetObjectItemCaseSensitive(to, "bounds"),
	                                 cJSON_GetObjectItemCaseSensitive(object, "bounds"), true);
	if (same_bounds &&
	    ((a == PRESENT_PROVED && b == PRESENT_BAD) || (b == PRESENT_PROVED && a == PRESENT_BAD)))
		contradict(m, to, "verdict", present_grade_name(a), present_grade_name(b));
	bool is_better = b == PRESENT_BAD ? a != PRESENT_BAD : b < a && a != PRESENT_BAD;
	cJSON *copy = is_better ? cJSON_Duplicate(object, true) : NULL;
	if (is_better && (!copy || !cJSON_ReplaceItemViaPointer(m->objects, to, copy)))
		diag_no_memory();
}

/* ---- reading --------------------------------------------------------------------------------------- */

static void add_object(struct merging *m, const cJSON *object)
{
	cJSON *x;
	const cJSON *o, *results = cJSON_GetObjectItemCaseSensitive(object, "results");
	if (results) {
		cJSON_ArrayForEach(o, results) add_object(m, o);
		return;
	}
	cJSON_ArrayForEach(x, m->objects)
	{
		if (!is_same(x, object, "command") || !is_same(x, object, "file")) continue;
		join(m, x, object);
		return;
	}
	cJSON *copy = cJSON_Duplicate(object, true);
	if (!copy || !cJSON_AddItemToArray(m->objects, copy)) diag_no_memory();
}

static void add_file(struct merging *m, const char *path)
{
	cJSON *object = campaign_read(path);
	bool is_ours = strcmp(text_of(object, "tool"), "bounce") == 0;
	m->files++;
	if (is_ours) add_object(m, object);
	else {
		report_error(m->cli, "bounce: error: '%s' is no answer of bounce as --json prints it\n",
		             path);
		m->has_error = true;
	}
	cJSON_Delete(object);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_operand(struct merging *m, const char *path)
{
	struct strings names = {0};
	struct dirent *entry;
	DIR *d = opendir(path);
	if (!d) {
		add_file(m, path);
		return;
	}
	while ((entry = readdir(d))) {
		const char *dot = strrchr(entry->d_name, '.');
		if (dot && strcmp(dot, ".json") == 0)
			VEC_PUSH(&names, arena_format(&m->arena, "%s/%s", path, entry->d_name));
	}
	closedir(d);
	if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
	for (uint32_t i = 0; i < names.count; i++) add_file(m, names.at[i]);
	VEC_CLEAR(&names);
}

/* ---- the command ------------------------------------------------------------------------------------- */

static int exit_code(const struct merging *m)
{
	static const int codes[] = {EXIT_GOOD, EXIT_GOOD, EXIT_INCONCLUSIVE, EXIT_BAD, EXIT_INPUT};
	enum present_grade worst = PRESENT_PROVED;
	const cJSON *o;
	if (m->contradictions) return EXIT_INTERNAL;
	cJSON_ArrayForEach(o, m->objects) if (present_grade(o) > worst) worst = present_grade(o);
	return m->has_error ? EXIT_INPUT : codes[worst];
}

int merge_command(struct cli *c)
{
	struct merging m = {.cli = c};
	if (c->options.operands.count == 0)
		return report_usage(c, "which answers? usage: bounce merge [OPTION]... FILE|DIR...");
	arena_init(&m.arena);
	m.objects = cJSON_CreateArray();
	if (!m.objects) diag_no_memory();
	for (uint32_t i = 0; i < c->options.operands.count; i++)
		add_operand(&m, c->options.operands.at[i]);
	int code = exit_code(&m);
	many_print(c, m.objects, code);
	code = files_write(c, m.objects, code);
	cJSON_Delete(m.objects);
	arena_clear(&m.arena);
	return code;
}

/* Several files in one call: each is given to a process of its own with the same options and --json, as many at a time as there are
 * cores. Their objects make the lines, the summary, the files of --html and its like, and the exit code, which is the worst one. */
#include "cli/files/files.h"

#include "cli/child.h"
#include "present/present.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct many {
	struct cli *cli;
	struct arena arena;
	struct operands files;
	struct strings words; /* of a child, but for the component and the file */
	cJSON *objects;       /* as many as files; null where there is none yet */
	uint32_t known;       /* that were answered before */
	int code;
};

/* ---- which files ------------------------------------------------------------------------------- */

static bool has_ending(const char *path, const char *const *endings)
{
	const char *dot = strrchr(path, '.');
	for (uint32_t i = 0; dot && endings[i]; i++)
		if (strcmp(dot, endings[i]) == 0) return true;
	return false;
}

static bool is_directory(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* A project of Rodin is one operand. */
static bool is_rodin_project(const char *path)
{
	static const char *const endings[] = {".bum", ".buc", ".bpo", NULL};
	struct dirent *entry;
	bool found = false;
	DIR *d = opendir(path);
	while (d && !found && (entry = readdir(d))) found = has_ending(entry->d_name, endings);
	if (d) closedir(d);
	return found;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_operand(struct many *m, const char *path)
{
	if (m->cli->options.chain) chain_add(m->cli, &m->arena, path, &m->files);
	else VEC_PUSH(&m->files, ((struct operand){path, m->cli->options.component}));
}

static void add_folder(struct many *m, const char *path)
{
	static const char *const machines[] = {".mch", ".ref", ".imp", ".sys", ".eventb", NULL};
	static const char *const obligations[] = {".pog", ".bpo", NULL};
	struct strings names = {0};
	struct dirent *entry;
	DIR *d = opendir(path);
	bool takes_obligations = strcmp(m->cli->command->name, "disprove") == 0 ||
	                         strcmp(m->cli->command->name, "plan") == 0;
	while (d && (entry = readdir(d)))
		if (entry->d_name[0] != '.')
			VEC_PUSH(&names, arena_format(&m->arena, "%s%s%s", path,
			                              path[strlen(path) - 1] == '/' ? "" : "/", entry->d_name));
	if (d) closedir(d);
	if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
	for (uint32_t i = 0; i < names.count; i++) {
		struct stat s;
		const char *file = names.at[i];
		bool is_link = lstat(file, &s) != 0 || S_ISLNK(s.st_mode);
		if (is_directory(file) && !is_link && !is_rodin_project(file)) add_folder(m, file);
		else if (is_directory(file) ? is_rodin_project(file)
		                            : has_ending(file, machines) ||
		                                  (takes_obligations && has_ending(file, obligations)))
			add_operand(m, file);
	}
	VEC_CLEAR(&names);
}

bool many_applies(const struct cli *c)
{
	static const char *const commands[] = {"parse",    "check",     "explore",
	                                       "disprove", "constants", "ltl"};
	const struct strings *operands = &c->options.operands;
	bool is_one = operands->count == 1 &&
	              (!is_directory(operands->at[0]) || is_rodin_project(operands->at[0]));
	for (uint32_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(c->command->name, commands[i]) == 0)
			return operands->count > 0 && (!is_one || c->options.chain);
	return false;
}

/* ---- words of a child -------------------------------------------------------------------------- */

static bool is_operand(const struct cli *c, const char *word)
{
	for (uint32_t i = 0; i < c->options.operands.count; i++)
		if (c->options.operands.at[i] == word) return true;
	return false;
}

/* Options that are for all files together. 2: the next word is the argument. */
static uint32_t words_of_ours(const char *word)
{
	static const char *const own[] = {"--html",      "--junit", "--sarif",    "--require",
	                                  "--trace-out", "--cache", "--component"};
	if (strcmp(word, "--json") == 0 || strcmp(word, "--chain") == 0 || strcmp(word, "--") == 0)
		return 1;
	for (uint32_t i = 0; i < sizeof own / sizeof *own; i++) {
		size_t length = strlen(own[i]);
		if (strncmp(word, own[i], length) != 0) continue;
		if (word[length] == '=') return 1;
		if (word[length] == 0) return 2;
	}
	return 0;
}

/* A page shows more of each step than the object has otherwise. */
static bool needs_pictures(const struct cli *c)
{
	const struct option_info *o;
	for (uint32_t i = 0; c->options.html && (o = options_at(i)); i++)
		if (strcmp(o->name, "pictures") == 0) return options_applies(o, c->command->name);
	return false;
}

static void choose_words(struct many *m, char *const *words, uint32_t count)
{
	VEC_PUSH(&m->words, "bounce");
	VEC_PUSH(&m->words, m->cli->command->name);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t skipped = words_of_ours(words[i]);
		if (skipped) i += skipped - 1;
		else if (!is_operand(m->cli, words[i])) VEC_PUSH(&m->words, words[i]);
	}
	if (needs_pictures(m->cli)) VEC_PUSH(&m->words, "--pictures");
	VEC_PUSH(&m->words, "--json");
}

/* ---- running ----------------------------------------------------------------------------------- */

static cJSON *object_without_answer(const struct many *m, const char *file, const char *message)
{
	cJSON *o = cJSON_CreateObject(), *error = cJSON_CreateObject(), *errors;
	if (!o || !error || !cJSON_AddStringToObject(o, "tool", "bounce") ||
	    !cJSON_AddStringToObject(o, "version", CLI_VERSION) ||
	    !cJSON_AddStringToObject(o, "command", m->cli->command->name) ||
	    !cJSON_AddStringToObject(o, "file", file) ||
	    !cJSON_AddStringToObject(o, "verdict", "error") ||
	    !cJSON_AddStringToObject(error, "message", message) ||
	    !(errors = cJSON_AddArrayToObject(o, "errors")) || !cJSON_AddItemToArray(errors, error))
		diag_no_memory();
	return o;
}

/* From the best exit code to the worst. */
static int weight(int code)
{
	static const int order[] = {EXIT_GOOD, EXIT_INCONCLUSIVE, EXIT_BAD, EXIT_INPUT, EXIT_USAGE};
	for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
		if (order[i] == code) return i;
	return sizeof order / sizeof *order;
}

static void take_outcome(struct many *m, uint32_t index, const struct child_outcome *o)
{
	int code = WIFEXITED(o->status) ? WEXITSTATUS(o->status) : EXIT_INTERNAL;
	cJSON *object = cJSON_Parse(text_get(&o->out));
	if (!object)
		object =
		    object_without_answer(m, m->files.at[index].path,
		                          o->err.count ? text_get(&o->err) : "it ended without an answer");
	cJSON_ReplaceItemInArray(m->objects, (int)index, object);
	if (weight(code) > weight(m->code)) m->code = code;
	bool is_answer = code == EXIT_GOOD || code == EXIT_BAD || code == EXIT_INCONCLUSIVE;
	if (!m->cli->options.cache || !is_answer) return;
	const char *id = campaign_id(&m->arena, m->cli, &m->words, &m->files.at[index]);
	if (!campaign_keep(&m->arena, m->cli->options.cache, id, object))
		m->code = report_not_written(m->cli, campaign_path(&m->arena, m->cli->options.cache, id));
}

/* It was answered before. */
static bool take_known(struct many *m, uint32_t index)
{
	static const int codes[] = {EXIT_GOOD, EXIT_GOOD, EXIT_INCONCLUSIVE, EXIT_BAD, EXIT_INPUT};
	const char *folder = m->cli->options.cache;
	if (!folder) return false;
	cJSON *object = campaign_read(campaign_path(
	    &m->arena, folder, campaign_id(&m->arena, m->cli, &m->words, &m->files.at[index])));
	if (!object) return false;
	cJSON_ReplaceItemInArray(m->objects, (int)index, object);
	int code = codes[present_grade(object)];
	if (weight(code) > weight(m->code)) m->code = code;
	m->known++;
	return true;
}

static bool start(struct many *m, struct child *child, uint32_t index)
{
	enum { FOR_EVER = 1000000000 };
	struct strings words = {0};
	for (uint32_t i = 0; i < m->words.count; i++) VEC_PUSH(&words, m->words.at[i]);
	if (m->files.at[index].component) {
		VEC_PUSH(&words, "--component");
		VEC_PUSH(&words, m->files.at[index].component);
	}
	VEC_PUSH(&words, "--");
	VEC_PUSH(&words, m->files.at[index].path);
	VEC_PUSH(&words, NULL);
	bool started = child_start(child, ".", (char *const *)words.at, FOR_EVER);
	VEC_CLEAR(&words);
	if (started) return true;
	cJSON_ReplaceItemInArray(m->objects, (int)index,
	                         object_without_answer(m, m->files.at[index].path, strerror(errno)));
	m->code = EXIT_INTERNAL;
	return false;
}

/* What has come so far, in the order of the files. */
static void print_new(struct many *m, uint32_t *printed)
{
	struct text line = {0};
	for (; *printed < m->files.count; ++*printed) {
		const cJSON *o = cJSON_GetArrayItem(m->objects, (int)*printed);
		if (cJSON_IsNull(o)) break;
		present_line(o, &line);
	}
	if (!m->cli->options.json) report_text(m->cli, &line);
	if (line.count) fflush(m->cli->out);
	text_clear(&line);
}

static void run_all(struct many *m)
{
	enum { MOST = 64 };
	struct child children[MOST];
	uint32_t index[MOST], running = 0, next = 0, printed = 0;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t most = cores < 1 ? 1 : cores > MOST ? MOST : (uint32_t)cores;
	while (next < m->files.count || running) {
		bool has_news = false;
		for (; running < most && next < m->files.count; next++) {
			if (take_known(m, next)) continue;
			index[running] = next;
			running += start(m, &children[running], next);
		}
		for (uint32_t i = 0; i < running;) {
			struct child_outcome o = {0};
			if (!child_ended(&children[i], &o)) {
				i++;
				continue;
			}
			take_outcome(m, index[i], &o);
			child_clear(&o);
			children[i] = children[--running];
			index[i] = index[running];
			has_news = true;
		}
		print_new(m, &printed);
		if (!has_news && running) usleep(2000);
	}
	print_new(m, &printed);
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static void print_summary(struct cli *c, const cJSON *objects)
{
	uint32_t counts[PRESENT_ERROR + 1] = {0}, all = 0;
	const cJSON *o;
	bool is_first = true;
	cJSON_ArrayForEach(o, objects)
	{
		counts[present_grade(o)]++;
		all++;
	}
	report_format(c, "%u file%s:", all, all == 1 ? "" : "s");
	for (int g = PRESENT_ERROR; g >= PRESENT_PROVED; g--) {
		if (!counts[g]) continue;
		report_format(c, "%s %u %s", is_first ? "" : ",", counts[g],
		              present_grade_name((enum present_grade)g));
		is_first = false;
	}
	report_format(c, "\n");
}

static void print_json(struct cli *c, const cJSON *list, int code)
{
	struct json j = {0};
	char *objects = cJSON_PrintUnformatted(list);
	if (!objects) diag_no_memory();
	report_open(&j, c, NULL, NULL,
	            code == EXIT_GOOD           ? "holds"
	            : code == EXIT_BAD          ? "violated"
	            : code == EXIT_INCONCLUSIVE ? "inconclusive"
	                                        : "error");
	json_raw(&j, "results", objects);
	report_stats(&j);
	json_integer(&j, "files", cJSON_GetArraySize(list));
	report_close(&j, c);
	cJSON_free(objects);
}

void many_print(struct cli *c, const cJSON *objects, int code)
{
	struct text lines = {0};
	const cJSON *o;
	if (c->options.json) {
		print_json(c, objects, code);
		return;
	}
	cJSON_ArrayForEach(o, objects) present_line(o, &lines);
	report_text(c, &lines);
	print_summary(c, objects);
	text_clear(&lines);
}

/* Of a shard: those that are in it. The obligations of disprove are parted, not its files. */
static void choose_files(struct many *m)
{
	bool is_whole = strcmp(m->cli->command->name, "disprove") == 0;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < m->files.count; i++)
		if (is_whole || shard_has(m->cli->options.shard, m->files.at[i].path))
			m->files.at[kept++] = m->files.at[i];
	m->files.count = kept;
}

static void find_files(struct many *m)
{
	for (uint32_t i = 0; i < m->cli->options.operands.count; i++) {
		const char *operand = m->cli->options.operands.at[i];
		if (is_directory(operand) && !is_rodin_project(operand)) add_folder(m, operand);
		else add_operand(m, operand);
	}
}

void many_files(struct cli *c, struct arena *a, struct strings *out)
{
	struct many m = {.cli = c};
	arena_init(&m.arena);
	find_files(&m);
	for (uint32_t i = 0; i < m.files.count; i++)
		VEC_PUSH(out, arena_text(a, m.files.at[i].path, strlen(m.files.at[i].path)));
	VEC_CLEAR(&m.files);
	arena_clear(&m.arena);
}

int many_run(struct cli *c, char *const *words, uint32_t count)
{
	struct many m = {.cli = c, .code = EXIT_GOOD};
	arena_init(&m.arena);
	find_files(&m);
	bool has_files = m.files.count > 0;
	choose_files(&m);
	choose_words(&m, words, count);
	m.objects = cJSON_CreateArray();
	for (uint32_t i = 0; i < m.files.count; i++)
		if (!cJSON_AddItemToArray(m.objects, cJSON_CreateNull())) diag_no_memory();
	if (c->options.trace_out) m.code = report_usage(c, "'--trace-out' is for one file at a time");
	else if (c->options.list && !c->options.json)
		m.code = report_usage(c, "'--list' is for one file at a time; 'bounce plan' lists all");
	else if (!has_files)
		m.code = report_usage(c, "there is no machine below '%s'", c->options.operands.at[0]);
	else {
		run_all(&m);
		if (c->options.json) print_json(c, m.objects, m.code);
		else print_summary(c, m.objects);
		if (m.known && !c->options.json)
			report_format(c, "%u of them answered before (--cache)\n", m.known);
		m.code = files_write(c, m.objects, m.code);
	}
	cJSON_Delete(m.objects);
	VEC_CLEAR(&m.files);
	VEC_CLEAR(&m.words);
	arena_clear(&m.arena);
	return m.code;
}

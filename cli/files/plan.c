/* bounce plan: the units of a campaign, a line for each: an id that stays the same as long as file and name do, the command, the file, and of
 * 'disprove' the obligation. --shard I/N lists those of one part, as the commands themselves take them. */
#include "cli/child.h"
#include "cli/files/files.h"

#include <sys/wait.h>
#include <unistd.h>

struct campaign_plan {
	struct cli *cli;
	struct json units;
	struct text lines;
	uint32_t count;
	int code;
};

static void add_unit(struct campaign_plan *p, const char *command, const char *file,
                     const char *own)
{
	struct text unit = {0}, id = {0};
	if (!shard_has(p->cli->options.shard, own ? own : file)) return;
	text_format(&unit, "%s %s%s%s", command, file, own ? " " : "", own ? own : "");
	text_format(&id, "%016llx", (unsigned long long)map_hash(unit.at, unit.count));
	text_format(&p->lines, "%s %s\n", text_get(&id), text_get(&unit));
	json_begin(&p->units, NULL, '{');
	json_string(&p->units, "id", text_get(&id));
	json_string(&p->units, "command", command);
	json_string(&p->units, "file", file);
	json_string(&p->units, "name", own);
	json_end(&p->units, '}');
	p->count++;
	text_clear(&unit);
	text_clear(&id);
}

/* What 'bounce disprove FILE --list --json' prints; NULL if it cannot be read. */
static cJSON *list_of(struct campaign_plan *p, const char *file)
{
	enum { FOR_EVER = 1000000000, PAUSE = 1000 };
	struct strings words = {0};
	struct child child;
	struct child_outcome o = {0};
	VEC_PUSH(&words, "bounce");
	VEC_PUSH(&words, "disprove");
	for (uint32_t i = 0; i < p->cli->options.include.count; i++) {
		VEC_PUSH(&words, "-I");
		VEC_PUSH(&words, p->cli->options.include.at[i]);
	}
	VEC_PUSH(&words, "--list");
	VEC_PUSH(&words, "--json");
	VEC_PUSH(&words, "--");
	VEC_PUSH(&words, file);
	VEC_PUSH(&words, NULL);
	bool is_started = child_start(&child, ".", (char *const *)words.at, FOR_EVER);
	while (is_started && !child_ended(&child, &o)) usleep(PAUSE);
	cJSON *list = is_started ? cJSON_Parse(text_get(&o.out)) : NULL;
	if (is_started) child_clear(&o);
	VEC_CLEAR(&words);
	return list;
}

static bool has_runs(const char *file)
{
	const char *dot = strrchr(file, '.');
	return !dot || (strcmp(dot, ".pog") != 0 && strcmp(dot, ".bpo") != 0);
}

static void add_file(struct campaign_plan *p, const char *file)
{
	cJSON *list = list_of(p, file);
	const cJSON *o, *obligations = cJSON_GetObjectItemCaseSensitive(list, "obligations");
	if (!cJSON_IsArray(obligations)) {
		report_error(p->cli,
		             "bounce: %s: it has no list of obligations ('bounce parse' says why)\n", file);
		p->code = EXIT_INPUT;
	}
	if (cJSON_IsArray(obligations) && has_runs(file)) add_unit(p, "check", file, NULL);
	cJSON_ArrayForEach(o, obligations)
	{
		const cJSON *own = cJSON_GetObjectItemCaseSensitive(o, "name");
		if (cJSON_IsString(own)) add_unit(p, "disprove", file, own->valuestring);
	}
	cJSON_Delete(list);
}

static void print_json(struct campaign_plan *p)
{
	struct json j = {0};
	report_open(&j, p->cli, NULL, NULL, p->code == EXIT_GOOD ? "listed" : "error");
	json_begin(&j, "units", '[');
	if (p->units.text.count) json_raw(&j, NULL, text_get(&p->units.text));
	json_end(&j, ']');
	report_stats(&j);
	json_integer(&j, "units", p->count);
	report_close(&j, p->cli);
}

int plan_command(struct cli *c)
{
	struct campaign_plan p = {.cli = c, .code = EXIT_GOOD};
	struct arena arena;
	struct strings files = {0};
	if (c->options.operands.count == 0)
		return report_usage(c, "which files? usage: bounce plan [OPTION]... FILE|DIR...");
	arena_init(&arena);
	many_files(c, &arena, &files);
	for (uint32_t i = 0; i < files.count; i++) add_file(&p, files.at[i]);
	if (c->options.json) print_json(&p);
	else report_text(c, &p.lines);
	json_clear(&p.units);
	text_clear(&p.lines);
	VEC_CLEAR(&files);
	arena_clear(&arena);
	return p.code;
}

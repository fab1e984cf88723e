/* The temporal formulas of a project of ProB2-UI (.prob2project), with libcjson. */
#include "input/input.h"

#include <cjson/cJSON.h>

static const char *text_of(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
	return cJSON_IsString(item) ? item->valuestring : NULL;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static const char *keep(struct tasks *t, const char *text)
{
	return text ? arena_text(&t->arena, text, strlen(text)) : NULL;
}

/* Newer files have "expectedResult": true, older ones nothing. */
static const char *expected_of(const cJSON *task)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(task, "expectedResult");
	if (cJSON_IsBool(item)) return cJSON_IsTrue(item) ? "true" : "false";
	const char *word = cJSON_IsString(item) ? item->valuestring : NULL;
	if (word && strcmp(word, "true") == 0) return "true";
	return word && strcmp(word, "false") == 0 ? "false" : NULL;
}

static void read_task(struct tasks *t, const cJSON *task)
{
	const char *type = text_of(task, "taskType"), *code = text_of(task, "code");
	bool is_ctl = type && strcmp(type, "CTL") == 0;
	if (!type || (!is_ctl && strcmp(type, "LTL") != 0)) return;
	const cJSON *selected = cJSON_GetObjectItemCaseSensitive(task, "selected");
	const char *start = text_of(task, "startState");
	bool has_start = start && strcmp(start, "ALL_INITIAL_STATES") != 0;
	if (!code || cJSON_IsFalse(selected) || has_start) {
		t->left_out++;
		return;
	}
	const char *id = text_of(task, "id"), *about = text_of(task, "description");
	if (about && !*about) about = NULL;
	VEC_PUSH(&t->list,
	         ((struct task){keep(t, id ? id : about), keep(t, code), is_ctl, expected_of(task)}));
}

static void read_machine(struct tasks *t, const cJSON *machine, const char *file)
{
	static const char *const lists[] = {"validationTasks", "temporalFormulas", "ltlFormulas"};
	const char *location = text_of(machine, "location");
	const cJSON *task;
	if (!location || strcmp(base_of(location), base_of(file)) != 0) return;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		cJSON_ArrayForEach(task, cJSON_GetObjectItemCaseSensitive(machine, lists[i]))
		{
			read_task(t, task);
		}
}

bool tasks_read(struct tasks *t, struct diag *d, const char *path, const char *machine_file)
{
	const struct source *source = diag_read(d, path, (struct pos){0});
	const char *end = NULL;
	const cJSON *machine;
	memset(t, 0, sizeof *t);
	arena_init(&t->arena);
	if (!source) return false;
	cJSON *root = cJSON_ParseWithLengthOpts(source->text, source->length, &end, false);
	if (!root) {
		uint32_t offset = end ? (uint32_t)(end - source->text) : 0;
		diag_at(d, (struct pos){source->start + offset, 0}, DIAG_ERROR, "this is not JSON");
		return false;
	}
	cJSON_ArrayForEach(machine, cJSON_GetObjectItemCaseSensitive(root, "machines"))
	{
		read_machine(t, machine, machine_file);
	}
	cJSON_Delete(root);
	return true;
}

void tasks_clear(struct tasks *t)
{
	VEC_CLEAR(&t->list);
	arena_clear(&t->arena);
}

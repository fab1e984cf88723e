#include "cli/files/files.h"

#include "present/present.h"

#include <unistd.h>

/* ---- sources --------------------------------------------------------------------------------- */

enum { LONGEST_SOURCE = 4000000 };

static bool has_source(const cJSON *sources, const char *file)
{
	const cJSON *s;
	cJSON_ArrayForEach(s, sources)
	{
		const cJSON *path = cJSON_GetObjectItemCaseSensitive(s, "file");
		if (cJSON_IsString(path) && strcmp(path->valuestring, file) == 0) return true;
	}
	return false;
}

static bool read_source(const char *path, struct text *out)
{
	char block[1 << 14];
	size_t count;
	FILE *f = fopen(path, "re");
	if (!f) return false;
	while (out->count < LONGEST_SOURCE && (count = fread(block, 1, sizeof block, f)) > 0)
		text_add_bytes(out, block, count);
	fclose(f);
	return out->count < LONGEST_SOURCE && strlen(text_get(out)) == out->count;
}

static void add_source(cJSON *sources, const char *file)
{
	struct text text = {0}, shown = {0};
	if (has_source(sources, file) || !read_source(file, &text)) {
		text_clear(&text);
		return;
	}
	text_add_shown(&shown, text_get(&text));
	cJSON *s = cJSON_CreateObject();
	if (!s || !cJSON_AddStringToObject(s, "file", file) ||
	    !cJSON_AddStringToObject(s, "text", text_get(&shown)) || !cJSON_AddItemToArray(sources, s))
		diag_no_memory();
	text_clear(&text);
	text_clear(&shown);
}

/* The files that places in the object are in. */
static void add_sources_of(cJSON *sources, const cJSON *list)
{
	const cJSON *f;
	cJSON_ArrayForEach(f, list)
	{
		const cJSON *at = cJSON_GetObjectItemCaseSensitive(f, "at");
		const cJSON *file = at ? cJSON_GetObjectItemCaseSensitive(at, "file") : NULL;
		if (cJSON_IsString(file)) add_source(sources, file->valuestring);
	}
}

static void add_sources(cJSON *object)
{
	const cJSON *file = cJSON_GetObjectItemCaseSensitive(object, "file");
	cJSON *sources = cJSON_AddArrayToObject(object, "sources");
	if (!sources) diag_no_memory();
	if (cJSON_IsString(file)) add_source(sources, file->valuestring);
	add_sources_of(sources, cJSON_GetObjectItemCaseSensitive(object, "findings"));
	add_sources_of(sources, cJSON_GetObjectItemCaseSensitive(object, "obligations"));
	add_sources_of(sources, cJSON_GetObjectItemCaseSensitive(object, "errors"));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* --require: a good answer that says less than is wanted is no good answer. */
static int required(struct cli *c, const cJSON *objects, int code)
{
	const char *word = c->options.require;
	const cJSON *o;
	if (!word || code != EXIT_GOOD) return code;
	cJSON_ArrayForEach(o, objects)
	{
		bool is_absolute = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "absolute"));
		if (present_grade(o) == PRESENT_PROVED && (strcmp(word, "proved") == 0 || is_absolute))
			continue;
		report_error(c, "bounce: '--require %s' is not met: %s\n", word,
		             present_grade(o) == PRESENT_PROVED ? "proved for these bounds only"
		                                                : present_grade_name(present_grade(o)));
		return EXIT_INCONCLUSIVE;
	}
	return code;
}

static int write_one(struct cli *c, const char *path, struct text *t)
{
	int code = path ? report_file(c, path, t) : EXIT_GOOD;
	text_clear(t);
	return code;
}

int files_write(struct cli *c, cJSON *objects, int code)
{
	const struct options *o = &c->options;
	char root[4096];
	cJSON *object;
	struct text html = {0}, junit = {0}, sarif = {0};
	if (o->junit) present_junit(objects, &junit);
	if (o->sarif) present_sarif(objects, getcwd(root, sizeof root), &sarif);
	if (o->html) {
		cJSON_ArrayForEach(object, objects) add_sources(object);
		present_html(objects, &html);
	}
	int first = write_one(c, o->junit, &junit), second = write_one(c, o->sarif, &sarif),
	    third = write_one(c, o->html, &html);
	if (first != EXIT_GOOD || second != EXIT_GOOD || third != EXIT_GOOD)
		return first != EXIT_GOOD ? first : second != EXIT_GOOD ? second : third;
	return required(c, objects, code);
}

int files_finish(struct cli *c, int code)
{
	if (c->object.count == 0) return code;
	cJSON *objects = cJSON_CreateArray(), *object = cJSON_Parse(text_get(&c->object));
	if (!objects) diag_no_memory();
	REQUIRE(object && cJSON_AddItemToArray(objects, object));
	code = files_write(c, objects, code);
	cJSON_Delete(objects);
	text_clear(&c->object);
	return code;
}

/* SARIF 2.1.0 (OASIS 2020), as GitHub's code scanning and editors read it. */
#include "present/inside.h"

static cJSON *checked(cJSON *j)
{
	if (!j) diag_no_memory();
	return j;
}

static cJSON *add_object(cJSON *to, const char *key)
{
	return checked(cJSON_AddObjectToObject(to, key));
}
static cJSON *add_array(cJSON *to, const char *key)
{
	return checked(cJSON_AddArrayToObject(to, key));
}
static void add_string(cJSON *to, const char *key, const char *value)
{
	checked(cJSON_AddStringToObject(to, key, value));
}
static void add_number(cJSON *to, const char *key, double value)
{
	checked(cJSON_AddNumberToObject(to, key, value));
}

static cJSON *push_object(cJSON *array)
{
	cJSON *o = checked(cJSON_CreateObject());
	if (!cJSON_AddItemToArray(array, o)) diag_no_memory();
	return o;
}

static void add_message(cJSON *to, const char *text)
{
	add_string(add_object(to, "message"), "text", text);
}

/* ---- places ---------------------------------------------------------------------------------- */

struct sarif {
	const char *root;
	cJSON *results, *rules;
	const char *rule_ids[64]; /* of `rules` */
	uint32_t rule_count;
};

/* A URI: paths are relative where they can be, and every byte that is not plain is escaped. */
static void add_uri(cJSON *to, const char *root, const char *path)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	struct text uri = {0};
	size_t length = root ? strlen(root) : 0;
	if (length && strncmp(path, root, length) == 0 && path[length] == '/') path += length + 1;
	while (path[0] == '.' && path[1] == '/') path += 2;
	if (*path == '/') text_add(&uri, "file://");
	for (; *path; path++) {
		if (strchr(plain, *path)) text_add_char(&uri, *path);
		else text_format(&uri, "%%%02X", (unsigned char)*path);
	}
	add_string(add_object(to, "artifactLocation"), "uri", text_get(&uri));
	text_clear(&uri);
}

static void add_location(const struct sarif *s, cJSON *location, const cJSON *place,
                         const char *file)
{
	cJSON *physical = add_object(location, "physicalLocation");
	add_uri(physical, s->root, place ? present_string(place, "file") : file);
	cJSON *region = add_object(physical, "region");
	add_number(region, "startLine", place ? present_member(place, "line")->valuedouble : 1);
	add_number(region, "startColumn", place ? present_member(place, "column")->valuedouble : 1);
}

/* ---- results --------------------------------------------------------------------------------- */

static void add_rule(struct sarif *s, const char *id)
{
	for (uint32_t i = 0; i < s->rule_count; i++)
		if (strcmp(s->rule_ids[i], id) == 0) return;
	if (s->rule_count == sizeof s->rule_ids / sizeof *s->rule_ids) return;
	s->rule_ids[s->rule_count++] = id;
	cJSON *rule = push_object(s->rules);
	add_string(rule, "id", id);
	add_string(add_object(rule, "shortDescription"), "text", id);
}

static void add_code_flow(const struct sarif *s, cJSON *result, const struct present_result *r)
{
	const cJSON *step, *before = NULL, *trace = present_result_trace(r);
	if (!trace) return;
	cJSON *locations = add_array(
	    push_object(add_array(push_object(add_array(result, "codeFlows")), "threadFlows")),
	    "locations");
	cJSON_ArrayForEach(step, trace)
	{
		struct text message = {0};
		cJSON *location = add_object(push_object(locations), "location");
		present_step(step, &message);
		present_changes(before, step, "\n", &message);
		add_location(s, location, present_member(step, "at"), present_string(r->object, "file"));
		add_message(location, text_get(&message));
		text_clear(&message);
		before = step;
	}
}

/* Is it the same result as in the last run? By what it is about, not by where it stands. */
static void add_fingerprint(cJSON *result, const struct present_result *r)
{
	struct text t = {0};
	text_format(&t, "%s/%s/%s/%s", present_string(r->object, "command"),
	            present_string(r->object, "machine"), present_result_kind(r),
	            present_result_name(r));
	add_string(add_object(result, "partialFingerprints"), "bounce/v1", text_get(&t));
	text_clear(&t);
}

static void add_result(void *data, const struct present_result *r)
{
	static const struct {
		const char *kind, *level;
	} words[] = {[PRESENT_PROVED] = {"pass", "none"},
	             [PRESENT_BOUNDED] = {"pass", "none"},
	             [PRESENT_OPEN] = {"open", "none"},
	             [PRESENT_BAD] = {"fail", "error"},
	             [PRESENT_ERROR] = {"fail", "error"}};
	struct sarif *s = data;
	struct text message = {0};
	cJSON *result = push_object(s->results);
	bool is_warning = r->finding && strcmp(present_string(r->finding, "severity"), "warning") == 0;
	present_result_message(r, &message);
	add_rule(s, present_result_kind(r));
	add_string(result, "ruleId", present_result_kind(r));
	add_string(result, "kind", is_warning ? "fail" : words[r->grade].kind);
	add_string(result, "level", is_warning ? "warning" : words[r->grade].level);
	add_message(result, text_get(&message));
	add_location(s, push_object(add_array(result, "locations")), present_result_place(r),
	             present_string(r->object, "file"));
	add_fingerprint(result, r);
	add_code_flow(s, result, r);
	text_clear(&message);
}

void present_sarif(const cJSON *objects, const char *root, struct text *out)
{
	const cJSON *o;
	cJSON *log = checked(cJSON_CreateObject());
	add_string(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	add_string(log, "version", "2.1.0");
	cJSON *run = push_object(add_array(log, "runs"));
	cJSON *driver = add_object(add_object(run, "tool"), "driver");
	add_string(driver, "name", "bounce");
	add_string(driver, "version", objects->child ? present_string(objects->child, "version") : "");
	struct sarif s = {
	    .root = root, .rules = add_array(driver, "rules"), .results = add_array(run, "results")};
	add_string(run, "columnKind", "unicodeCodePoints");
	cJSON_ArrayForEach(o, objects) present_results(o, add_result, &s);
	char *printed = cJSON_Print(log);
	if (!printed) diag_no_memory();
	text_format(out, "%s\n", printed);
	cJSON_free(printed);
	cJSON_Delete(log);
}

/* The reader of traces, with libcjson. */
#include "input/input.h"

#include <cjson/cJSON.h>

struct trace_reading {
	struct trace *trace;
	struct diag *diag;
	const struct source *source;
	bool was_told; /* that there are abbreviated values */
};

static struct pos start_of(const struct trace_reading *r)
{
	return (struct pos){r->source->start, 0};
}

static bool complain(struct trace_reading *r, uint32_t number, const char *message)
{
	if (number == 0) diag_at(r->diag, start_of(r), DIAG_ERROR, "%s", message);
	else diag_at(r->diag, start_of(r), DIAG_ERROR, "step %u of the trace: %s", number, message);
	return false;
}

static const char *keep(struct trace_reading *r, const char *text)
{
	return arena_text(&r->trace->arena, text, strlen(text));
}

/* The first member that is there; an explicit null counts as missing. */
static const cJSON *member(const cJSON *object, const char *key, const char *other)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
	if ((!found || cJSON_IsNull(found)) && other)
		found = cJSON_GetObjectItemCaseSensitive(object, other);
	return cJSON_IsNull(found) ? NULL : found;
}

/* ---- steps ------------------------------------------------------------------------------------- */

/* {"x": "1", ...}; numbers and truth values are taken as they would be written in B. */
static bool read_values(struct trace_reading *r, uint32_t number, const cJSON *object,
                        struct trace_values *out)
{
	const cJSON *item;
	if (!object) return true;
	if (!cJSON_IsObject(object)) return complain(r, number, "expected names with their values");
	cJSON_ArrayForEach(item, object)
	{
		struct trace_value v = {keep(r, item->string), NULL};
		if (cJSON_IsString(item)) v.text = keep(r, item->valuestring);
		else if (cJSON_IsBool(item)) v.text = cJSON_IsTrue(item) ? "TRUE" : "FALSE";
		else if (cJSON_IsNumber(item))
			v.text = arena_format(&r->trace->arena, "%.0f", item->valuedouble);
		else return complain(r, number, "a value must be a text with a B expression");
		VEC_PUSH(out, v);
	}
	return true;
}

static bool read_names(struct trace_reading *r, uint32_t number, const cJSON *array,
                       struct trace_values *out)
{
	const cJSON *item;
	if (!array) return true;
	if (!cJSON_IsArray(array)) return complain(r, number, "expected a list of names");
	cJSON_ArrayForEach(item, array)
	{
		if (!cJSON_IsString(item)) return complain(r, number, "expected a list of names");
		VEC_PUSH(out, (struct trace_value){keep(r, item->valuestring), NULL});
	}
	return true;
}

static bool is_named(const struct trace_values *names, const char *own)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (strcmp(names->at[i].name, own) == 0) return true;
	return false;
}

static void drop(struct trace_values *from, const struct trace_values *names)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < from->count; i++)
		if (!is_named(names, from->at[i].name)) from->at[kept++] = from->at[i];
	from->count = kept;
}

/* Of abbreviated values it is not known what they were: they may be any. */
static bool drop_abbreviated(struct trace_reading *r, uint32_t number, const cJSON *array,
                             struct trace_step *s)
{
	struct trace_values names = {0};
	bool good = read_names(r, number, array, &names);
	if (names.count > 0 && !r->was_told)
		diag_at(r->diag, start_of(r), DIAG_WARNING,
		        "abbreviated values of the trace are left open ('--trace-out' writes all values "
		        "in full)");
	r->was_told |= names.count > 0;
	drop(&s->params, &names);
	drop(&s->results, &names);
	drop(&s->state, &names);
	VEC_CLEAR(&names);
	return good;
}

static enum trace_kind kind_of(const char *op)
{
	static const char *const setups[] = {"SETUP_CONSTANTS", "$setup_constants"};
	static const char *const initials[] = {"INITIALISATION", "INITIALIZATION",
	                                       "$initialise_machine", "$initialize_machine"};
	for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
		if (strcmp(op, setups[i]) == 0) return TRACE_SETUP;
	for (size_t i = 0; i < sizeof initials / sizeof *initials; i++)
		if (strcmp(op, initials[i]) == 0) return TRACE_INITIALISATION;
	return TRACE_OPERATION;
}

static bool read_step(struct trace_reading *r, uint32_t number, const cJSON *object)
{
	if (!cJSON_IsObject(object)) return complain(r, number, "expected an object");
	const cJSON *op = member(object, "op", "name");
	if (!cJSON_IsString(op)) return complain(r, number, "it has no \"op\" (ProB: \"name\")");
	struct trace_step s = {.op = keep(r, op->valuestring)};
	s.kind = kind_of(s.op);
	bool good = read_values(r, number, member(object, "params", NULL), &s.params) &&
	            read_values(r, number, member(object, "results", NULL), &s.results) &&
	            read_values(r, number, member(object, "state", "destState"), &s.state) &&
	            read_names(r, number, member(object, "destStateNotChanged", NULL), &s.same) &&
	            drop_abbreviated(r, number, member(object, "abbreviated", NULL), &s);
	VEC_PUSH(&r->trace->steps, s);
	return good;
}

/* ---- files ------------------------------------------------------------------------------------- */

static const cJSON *trace_of_findings(const cJSON *findings)
{
	const cJSON *finding;
	cJSON_ArrayForEach(finding, findings)
	{
		const cJSON *trace = member(finding, "trace", NULL);
		if (cJSON_IsArray(trace)) return trace;
	}
	return NULL;
}

/* The array of steps; older ProB files have the list inside of "trace". */
static const cJSON *find_steps(const cJSON *root)
{
	if (cJSON_IsArray(root)) return root;
	const cJSON *list = member(root, "transitionList", "trace");
	if (cJSON_IsObject(list)) list = member(list, "transitionList", NULL);
	if (cJSON_IsArray(list)) return list;
	return trace_of_findings(member(root, "findings", NULL));
}

static bool read_root(struct trace_reading *r, const cJSON *root)
{
	const cJSON *steps = find_steps(root), *step;
	if (!steps) return complain(r, 0, "there is no trace in this file");
	uint32_t number = 0;
	cJSON_ArrayForEach(step, steps)
	{
		if (!read_step(r, ++number, step)) return false;
	}
	return number > 0 || complain(r, 0, "the trace in this file has no steps");
}

bool trace_read_source(struct trace *t, struct diag *d, const struct source *source)
{
	struct trace_reading r = {t, d, source, false};
	const char *end = NULL;
	memset(t, 0, sizeof *t);
	arena_init(&t->arena);
	cJSON *root = cJSON_ParseWithLengthOpts(source->text, source->length, &end, false);
	if (!root) {
		uint32_t offset = end ? (uint32_t)(end - source->text) : 0;
		diag_at(d, (struct pos){source->start + offset, 0}, DIAG_ERROR, "this is not JSON");
		return false;
	}
	bool good = read_root(&r, root);
	cJSON_Delete(root);
	return good;
}

bool trace_read(struct trace *t, struct diag *d, const char *path)
{
	const struct source *source = diag_read(d, path, (struct pos){0});
	if (source) return trace_read_source(t, d, source);
	memset(t, 0, sizeof *t);
	return false;
}

void trace_clear(struct trace *t)
{
	for (uint32_t i = 0; i < t->steps.count; i++) {
		struct trace_step *s = &t->steps.at[i];
		VEC_CLEAR(&s->params);
		VEC_CLEAR(&s->results);
		VEC_CLEAR(&s->state);
		VEC_CLEAR(&s->same);
	}
	VEC_CLEAR(&t->steps);
	arena_clear(&t->arena);
}

#include "present/inside.h"

const cJSON *present_member(const cJSON *object, const char *key)
{
	const cJSON *m = cJSON_GetObjectItemCaseSensitive(object, key);
	return m && !cJSON_IsNull(m) ? m : NULL;
}

const char *present_string(const cJSON *object, const char *key)
{
	const cJSON *m = present_member(object, key);
	return cJSON_IsString(m) ? m->valuestring : "";
}

bool present_is_true(const cJSON *object, const char *key)
{
	return cJSON_IsTrue(present_member(object, key));
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* ---- grades ---------------------------------------------------------------------------------- */

const char *present_grade_name(enum present_grade g)
{
	static const char *const names[] = {"proved", "none within bounds", "inconclusive", "violated",
	                                    "error"};
	return names[g];
}

enum present_grade present_grade(const cJSON *object)
{
	const char *verdict = present_string(object, "verdict");
	if (is(verdict, "holds") || is(verdict, "found") || is(verdict, "ok"))
		return !present_member(object, "complete") || present_is_true(object, "complete")
		           ? PRESENT_PROVED
		           : PRESENT_BOUNDED;
	if (is(verdict, "violated") || is(verdict, "none")) return PRESENT_BAD;
	if (is(verdict, "inconclusive")) return PRESENT_OPEN;
	return PRESENT_ERROR;
}

static enum present_grade grade_of_obligation(const cJSON *o)
{
	const char *status = present_string(o, "status");
	if (is(status, "proved") || is(status, "proved_for_sizes")) return PRESENT_PROVED;
	if (is(status, "none_within_bounds")) return PRESENT_BOUNDED;
	if (is(status, "refuted")) return PRESENT_BAD;
	return PRESENT_OPEN;
}

static enum present_grade grade_of_formula(const cJSON *o)
{
	const char *verdict = present_string(o, "verdict");
	if (is(verdict, "holds")) return PRESENT_PROVED;
	if (is(verdict, "violated")) return PRESENT_BAD;
	return is(verdict, "error") ? PRESENT_ERROR : PRESENT_OPEN;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Each obligation, or formula, or finding; the errors of the input; or else the object as a whole. */
void present_results(const cJSON *object, void (*each)(void *data, const struct present_result *r),
                     void *data)
{
	const cJSON *o;
	uint32_t count = 0;
	const cJSON *obligations = present_member(object, "obligations"),
	            *formulas = present_member(object, "formulas");
	cJSON_ArrayForEach(o, obligations)
	{
		struct present_result r = {object, NULL, o, grade_of_obligation(o)};
		each(data, &r);
		count++;
	}
	cJSON_ArrayForEach(o, formulas)
	{
		struct present_result r = {object, o, NULL, grade_of_formula(o)};
		each(data, &r);
		count++;
	}
	cJSON_ArrayForEach(o, present_member(object, "findings"))
	{
		const char *severity = present_string(o, "severity");
		if (obligations || is(severity, "note")) continue;
		struct present_result r = {object, o, NULL,
		                           is(severity, "error") ? PRESENT_BAD : PRESENT_BOUNDED};
		each(data, &r);
		count += r.grade == PRESENT_BAD;
	}
	cJSON_ArrayForEach(o, present_member(object, "errors"))
	{
		struct present_result r = {object, o, NULL, PRESENT_ERROR};
		each(data, &r);
		count++;
	}
	if (count > 0) return;
	struct present_result whole = {object, NULL, NULL, present_grade(object)};
	each(data, &whole);
}

const char *present_result_name(const struct present_result *r)
{
	const cJSON *part = r->obligation ? r->obligation : r->finding;
	const char *own = part ? present_string(part, "name") : "";
	return *own ? own : present_result_kind(r);
}

const char *present_result_kind(const struct present_result *r)
{
	const cJSON *part = r->obligation ? r->obligation : r->finding;
	const char *kind = part ? present_string(part, "kind") : "";
	if (*kind) return kind;
	return r->grade == PRESENT_ERROR ? "input" : present_string(r->object, "command");
}

void present_result_message(const struct present_result *r, struct text *out)
{
	if (r->obligation) {
		const char *reason = present_string(r->obligation, "reason");
		text_format(out, "%s: %s", present_string(r->obligation, "status"),
		            present_string(r->obligation, "name"));
		if (*reason) text_format(out, ": %s", reason);
	} else if (r->finding && *present_string(r->finding, "formula")) {
		const char *reason = present_string(r->finding, "reason");
		text_format(out, "%s: %s", present_string(r->finding, "name"),
		            present_string(r->finding, "formula"));
		if (*reason) text_format(out, ": %s", reason);
	} else if (r->finding) {
		text_add(out, present_string(r->finding, "message"));
	} else {
		const char *reason = present_string(r->object, "reason"),
		           *proof = present_string(r->object, "proof");
		text_add(out, r->grade == PRESENT_BAD ? present_string(r->object, "verdict")
		                                      : present_grade_name(r->grade));
		if (*reason) text_format(out, ": %s", reason);
		else if (*proof) text_format(out, ": %s", proof);
	}
}

const cJSON *present_result_place(const struct present_result *r)
{
	const cJSON *part = r->obligation ? r->obligation : r->finding;
	return part ? present_member(part, "at") : NULL;
}

const cJSON *present_result_trace(const struct present_result *r)
{
	const cJSON *trace = r->finding ? present_member(r->finding, "trace") : NULL;
	return trace && trace->child ? trace : NULL;
}

static void add_bindings(const cJSON *values, const char *separator, struct text *out)
{
	const cJSON *v;
	bool is_first = true;
	cJSON_ArrayForEach(v, values)
	{
		text_format(out, "%s%s = %s", is_first ? "" : separator, v->string,
		            cJSON_IsString(v) ? v->valuestring : "");
		is_first = false;
	}
}

void present_step(const cJSON *step, struct text *out)
{
	const cJSON *parameters = present_member(step, "params"),
	            *results = present_member(step, "results");
	text_add(out, present_string(step, "op"));
	if (parameters && parameters->child) {
		text_add_char(out, '(');
		add_bindings(parameters, ", ", out);
		text_add_char(out, ')');
	}
	if (results && results->child) {
		text_add(out, " --> ");
		add_bindings(results, ", ", out);
	}
}

void present_changes(const cJSON *before, const cJSON *step, const char *separator,
                     struct text *out)
{
	const cJSON *v, *old = before ? present_member(before, "state") : NULL;
	cJSON_ArrayForEach(v, present_member(step, "state"))
	{
		const char *value = cJSON_IsString(v) ? v->valuestring : "";
		if (old && present_member(old, v->string) && is(present_string(old, v->string), value))
			continue;
		text_format(out, "%s%s = %s", separator, v->string, value);
	}
}

/* ---- a line ---------------------------------------------------------------------------------- */

struct present_counts {
	uint32_t of[PRESENT_ERROR + 1];
	const cJSON *obligations;
	struct text first; /* message of the first that is bad or an error */
};

static void count_result(void *data, const struct present_result *r)
{
	struct present_counts *c = data;
	if (c->of[r->grade]++ == 0 && r->grade >= PRESENT_BAD && c->first.count == 0)
		present_result_message(r, &c->first);
}

void present_line(const cJSON *object, struct text *out)
{
	struct present_counts c = {0};
	const char *machine = present_string(object, "machine");
	enum present_grade g = present_grade(object);
	present_results(object, count_result, &c);
	text_format(out, "%s: ", present_string(object, "file"));
	if (*machine) text_format(out, "machine %s: ", machine);
	if (g == PRESENT_PROVED && is(present_string(object, "command"), "parse"))
		text_add(out, "well formed");
	else text_add(out, present_grade_name(g));
	if (present_member(object, "obligations")) {
		text_format(out, ": %u refuted, %u open, %u within bounds, %u proved", c.of[PRESENT_BAD],
		            c.of[PRESENT_OPEN], c.of[PRESENT_BOUNDED], c.of[PRESENT_PROVED]);
	} else if (c.first.count) {
		text_format(out, ": %s", text_get(&c.first));
	} else if (*present_string(object, "reason")) {
		text_format(out, ": %s", present_string(object, "reason"));
	}
	text_add_char(out, '\n');
	text_clear(&c.first);
}

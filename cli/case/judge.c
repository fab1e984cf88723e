/* Compares the object that a child printed with what its case expects. */
#include "cli/case/case.h"

#include <cjson/cJSON.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- how it ended ---------------------------------------------------------------------------- */

enum { SHOWN_LINES = 30 };

/* The beginning of a text, indented. */
static void show(const char *title, const char *text, struct text *out)
{
	if (!*text) return;
	text_format(out, "  %s:\n", title);
	for (uint32_t line = 0; *text; line++) {
		size_t length = strcspn(text, "\n");
		if (line == SHOWN_LINES) {
			text_add(out, "    ...\n");
			return;
		}
		text_format(out, "    %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

/* Usage errors and internal errors are never right unless the case says so. */
static bool is_answer(int code)
{
	return code == EXIT_GOOD || code == EXIT_BAD || code == EXIT_INCONCLUSIVE || code == EXIT_INPUT;
}

bool judge_end(const struct testcase *t, const struct child_outcome *o, struct text *out)
{
	int code = WIFEXITED(o->status) ? WEXITSTATUS(o->status) : -1;
	if (o->is_late) {
		text_format(out, "  timed out after %g s of processor time\n", t->limit);
		return false;
	}
	if (o->is_noisy) text_add(out, "  stopped because it printed more than 64 MiB\n");
	else if (WIFSIGNALED(o->status))
		text_format(out, "  ended by signal %d (%s)\n", WTERMSIG(o->status),
		            strsignal(WTERMSIG(o->status)));
	else if (t->expect.exit.is_given && code != t->expect.exit.value)
		text_format(out, "  exit: expected %lld, got %d\n", (long long)t->expect.exit.value, code);
	else if (!t->expect.exit.is_given && !is_answer(code))
		text_format(out, "  exit: expected an answer (0, 10, 5 or 1), got %d\n", code);
	else return true;
	return false;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void add_value(const cJSON *v, struct text *out)
{
	char *text = v ? cJSON_PrintUnformatted(v) : NULL;
	text_add(out, text ? text : "nothing");
	cJSON_free(text);
}

static bool same_text(const cJSON *v, const struct phrase *p)
{
	return cJSON_IsString(v) && strcmp(v->valuestring, p->text) == 0;
}

static bool same_whole(const cJSON *v, const struct whole *w)
{
	return cJSON_IsNumber(v) && v->valuedouble >= (double)w->value &&
	       v->valuedouble <= (double)w->value;
}

static bool judge_text_value(const char *key, const cJSON *v, const struct phrase *p,
                             struct text *out)
{
	if (!p->text || same_text(v, p)) return true;
	text_format(out, "  %s: expected ", key);
	text_add_json(out, p->text);
	text_add(out, ", got ");
	add_value(v, out);
	text_add_char(out, '\n');
	return false;
}

static bool judge_whole_value(const char *key, const cJSON *v, const struct whole *w,
                              struct text *out)
{
	if (!w->is_given || same_whole(v, w)) return true;
	text_format(out, "  %s: expected %lld, got ", key, (long long)w->value);
	add_value(v, out);
	text_add_char(out, '\n');
	return false;
}

static bool judge_complete(const struct given_truth *expected, const cJSON *v, struct text *out)
{
	if (!expected->is_given || (cJSON_IsBool(v) && cJSON_IsTrue(v) == expected->value)) return true;
	text_format(out, "  complete: expected %s, got ", expected->value ? "true" : "false");
	add_value(v, out);
	text_add_char(out, '\n');
	return false;
}

static bool judge_counts(const struct expectation *e, const cJSON *stats, struct text *out)
{
	bool good = true;
	for (uint32_t i = 0; i < e->count_count; i++) {
		const struct count *c = &e->counts[i];
		good = judge_whole_value(c->name.text, get(stats, c->name.text), &c->value, out) && good;
	}
	return good;
}

/* ---- findings -------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool fits_text(const cJSON *v, const struct phrase *p)
{
	return !p->text || same_text(v, p);
}

static bool fits_whole(const cJSON *v, const struct whole *w)
{
	return !w->is_given || same_whole(v, w);
}

static bool fits(const struct finding *f, const cJSON *v)
{
	const cJSON *at = get(v, "at"), *file = get(at, "file");
	return fits_text(get(v, "kind"), &f->kind) && fits_text(get(v, "name"), &f->name) &&
	       fits_text(get(v, "severity"), &f->severity) &&
	       fits_text(get(v, "message"), &f->message) && fits_whole(get(v, "depth"), &f->depth) &&
	       fits_whole(get(at, "line"), &f->line) && fits_whole(get(at, "column"), &f->column) &&
	       (!f->file.text ||
	        (cJSON_IsString(file) && strcmp(base_name(file->valuestring), f->file.text) == 0));
}

/* Each expected finding needs one of its own: a matching, found by augmenting paths. */
struct matching {
	const struct expectation *expect;
	const cJSON *findings;
	int count;      /* of findings */
	int *taken_by;  /* per finding: the expected one that has it, or -1 */
	bool *is_tried; /* per finding, in the present search */
};

static bool assign(struct matching *m, int expected)
{
	for (int i = 0; i < m->count; i++) {
		if (m->is_tried[i]) continue;
		if (!fits(&m->expect->findings[expected], cJSON_GetArrayItem(m->findings, i))) continue;
		m->is_tried[i] = true;
		if (m->taken_by[i] < 0 || assign(m, m->taken_by[i])) {
			m->taken_by[i] = expected;
			return true;
		}
	}
	return false;
}

static void add_finding(const struct finding *f, struct text *out)
{
	const struct phrase *texts[] = {&f->kind, &f->name, &f->severity, &f->message, &f->file};
	const char *text_keys[] = {"kind", "name", "severity", "message", "file"};
	const struct whole *wholes[] = {&f->depth, &f->line, &f->column};
	const char *whole_keys[] = {"depth", "line", "column"};
	const char *comma = "";
	text_add_char(out, '{');
	for (size_t i = 0; i < 5; i++) {
		if (!texts[i]->text) continue;
		text_format(out, "%s%s: %s", comma, text_keys[i], texts[i]->text);
		comma = ", ";
	}
	for (size_t i = 0; i < 3; i++) {
		if (!wholes[i]->is_given) continue;
		text_format(out, "%s%s: %lld", comma, whole_keys[i], (long long)wholes[i]->value);
		comma = ", ";
	}
	text_add_char(out, '}');
}

/* A finding as it would be written in a case. */
static void show_findings(const cJSON *findings, struct text *out)
{
	static const char *const keys[] = {"kind", "name", "severity", "message", "depth"};
	const cJSON *f;
	cJSON_ArrayForEach(f, findings)
	{
		const char *comma = "";
		text_add(out, "    + {");
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
			const cJSON *v = get(f, keys[i]);
			if (!v || cJSON_IsNull(v)) continue;
			text_format(out, "%s%s: ", comma, keys[i]);
			add_value(v, out);
			comma = ", ";
		}
		const cJSON *at = get(f, "at");
		if (cJSON_IsObject(at))
			text_format(out, "%sline: %.0f, column: %.0f", comma,
			            cJSON_GetNumberValue(get(at, "line")),
			            cJSON_GetNumberValue(get(at, "column")));
		text_add(out, "}\n");
	}
}

static bool match_findings(struct matching *m, struct text *out)
{
	bool good = true;
	for (uint32_t i = 0; i < m->expect->finding_count; i++) {
		memset(m->is_tried, 0, (size_t)m->count * sizeof *m->is_tried);
		if (assign(m, (int)i)) continue;
		if (good) text_add(out, "  findings, expected and not there (-), there (+):\n");
		good = false;
		text_add(out, "    - ");
		add_finding(&m->expect->findings[i], out);
		text_add_char(out, '\n');
	}
	return good;
}

static bool judge_findings(const struct expectation *e, const cJSON *findings, struct text *out)
{
	if (!e->findings_given) return true;
	struct matching m = {e, findings, cJSON_GetArraySize(findings), NULL, NULL};
	if (e->finding_count == 0) {
		if (cJSON_IsArray(findings) && m.count == 0) return true;
		text_format(out, "  findings: expected none, got %d:\n", m.count);
		show_findings(findings, out);
		return false;
	}
	struct arena a;
	arena_init(&a);
	m.taken_by = ARENA_ARRAY(&a, (size_t)m.count + 1, int);
	m.is_tried = ARENA_ARRAY(&a, (size_t)m.count + 1, bool);
	for (int i = 0; i < m.count; i++) m.taken_by[i] = -1;
	bool good = match_findings(&m, out);
	if (!good) show_findings(findings, out);
	arena_clear(&a);
	return good;
}

/* ---- both together --------------------------------------------------------------------------- */

static bool judge_object(const struct expectation *e, const cJSON *root, struct text *out)
{
	const cJSON *findings = get(root, "findings");
	const cJSON *first = cJSON_GetArrayItem(findings, 0);
	bool good = judge_text_value("verdict", get(root, "verdict"), &e->verdict, out);
	good = judge_complete(&e->complete, get(root, "complete"), out) && good;
	good = judge_whole_value("depth", get(first, "depth"), &e->depth, out) && good;
	good = judge_counts(e, get(root, "stats"), out) && good;
	return judge_findings(e, findings, out) && good;
}

static bool needs_object(const struct expectation *e)
{
	return e->verdict.text || e->complete.is_given || e->depth.is_given || e->count_count ||
	       e->findings_given;
}

/* The errors that explain an exit code nobody expected. */
static void show_errors(const cJSON *errors, struct text *out)
{
	if (cJSON_GetArraySize(errors) > 0) text_add(out, "  errors:\n");
	const cJSON *e;
	cJSON_ArrayForEach(e, errors)
	{
		const cJSON *at = get(e, "at");
		const char *message = cJSON_GetStringValue(get(e, "message"));
		const char *file = cJSON_GetStringValue(get(at, "file"));
		text_add(out, "    ");
		if (file)
			text_format(out, "%s:%.0f:%.0f: ", base_name(file),
			            cJSON_GetNumberValue(get(at, "line")),
			            cJSON_GetNumberValue(get(at, "column")));
		text_format(out, "%s\n", message ? message : "?");
	}
}

/* Whoever answers with --json answers with exactly one object. */
static bool judge_output(const struct testcase *t, const struct child_outcome *o, bool is_end_good,
                         struct text *out)
{
	bool is_silent =
	    WIFEXITED(o->status) && !is_answer(WEXITSTATUS(o->status)) && o->out.count == 0;
	if (is_silent && !needs_object(&t->expect)) return true;
	cJSON *root = NULL;
	if (o->out.count && strlen(o->out.at) == o->out.count)
		root = cJSON_ParseWithOpts(o->out.at, NULL, true);
	bool good = cJSON_IsObject(root);
	if (good) {
		good = judge_object(&t->expect, root, out);
		if (!is_end_good) show_errors(get(root, "errors"), out);
	} else {
		text_add(out, "  --json: expected one JSON object on standard output\n");
		show("standard output", text_get(&o->out), out);
	}
	cJSON_Delete(root);
	return good;
}

bool judge_json(const struct testcase *t, const struct child_outcome *o, struct text *out)
{
	bool good = judge_end(t, o, out);
	if (good || WIFEXITED(o->status)) good = judge_output(t, o, good, out) && good;
	if (!good) show("standard error", text_get(&o->err), out);
	return good;
}

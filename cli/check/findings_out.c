/* Traces in files: for ProB (.prob2trace, format 6: one trace a file), or with all that is known of
 * the findings, as --json shows them. `bounce animate --script` replays both. */
#include "cli/check/findings.h"

#include <time.h>

struct traces { /* findings that have one */
	const struct explore_finding **at;
	uint32_t count, room;
};

static bool has_trace(const struct findings *f, const struct explore_finding *found)
{
	if (!findings_is_wanted(f, found)) return false;
	return found->state != EXPLORE_NONE ||
	       (found->setup != EXPLORE_NONE && explore_has_setup(f->explore));
}

/* Errors first: the first trace is the one that is replayed. */
static void find_traces(const struct findings *f, struct traces *out)
{
	static const enum severity order[] = {DIAG_ERROR, DIAG_NOTE, DIAG_WARNING};
	for (uint32_t k = 0; k < sizeof order / sizeof *order; k++)
		for (uint32_t i = 0; i < f->result->findings.count; i++) {
			const struct explore_finding *found = &f->result->findings.at[i];
			if (found->severity == order[k] && has_trace(f, found)) VEC_PUSH(out, found);
		}
}

/* ---- of our own ---------------------------------------------------------------------------------- */

static int write_own(struct findings *f, const struct traces *traces, const char *path)
{
	struct json j = {0};
	report_open(&j, f->cli, f->model->file, model_name(f->model), f->verdict);
	report_bounds_depth(&j, &f->universe, f->is_complete, f->has_depth ? (int64_t)f->depth : -1);
	json_begin(&j, "findings", '[');
	for (uint32_t i = 0; i < traces->count; i++) findings_json_one(f, &j, traces->at[i]);
	json_end(&j, ']');
	json_end(&j, '}');
	text_add_char(&j.text, '\n');
	int code = report_file(f->cli, path, &j.text);
	json_clear(&j);
	return code;
}

/* ---- of ProB ------------------------------------------------------------------------------------- */

static const char *name_for_prob(const char *op)
{
	if (strcmp(op, "SETUP_CONSTANTS") == 0) return "$setup_constants";
	if (strcmp(op, "INITIALISATION") == 0) return "$initialise_machine";
	return op;
}

static void write_step(struct findings *f, struct json *j, const struct explore_step *before,
                       const struct explore_step *s)
{
	struct eval_bindings changed = {0};
	struct strings none = {0}; /* is abbreviated: f->longest is 0 */
	json_begin(j, NULL, '{');
	json_string(j, "name", name_for_prob(s->op));
	findings_json_values(f, j, "params", &s->parameters, &none);
	findings_json_values(f, j, "results", &s->results, &none);
	json_begin(j, "destStateNotChanged", '[');
	for (uint32_t i = 0; i < s->state.count; i++) {
		if (!findings_is_same(before, s, i)) VEC_PUSH(&changed, s->state.at[i]);
		else json_string(j, NULL, findings_name(s->state.at[i].decl));
	}
	json_end(j, ']');
	findings_json_values(f, j, "destState", &changed, &none);
	json_end(j, '}');
	VEC_CLEAR(&changed);
}

static void write_names(struct findings *f, struct json *j, const char *key,
                        struct decl *const *names, uint32_t count)
{
	json_begin(j, key, '[');
	for (uint32_t i = 0; i < count; i++)
		if (explore_shows(f->explore, names[i])) json_string(j, NULL, findings_name(names[i]));
	json_end(j, ']');
}

static void write_machine(struct findings *f, struct json *j)
{
	struct explore_view v;
	explore_view(f->explore, &v);
	write_names(f, j, "variableNames", v.variables, v.variable_count);
	write_names(f, j, "constantNames", v.unknowns, v.unknown_count);
	json_begin(j, "setNames", '[');
	for (uint32_t i = 0; i < f->universe.sets.count; i++)
		json_string(j, NULL, findings_name(f->universe.sets.at[i].decl));
	json_end(j, ']');
}

static void write_metadata(struct findings *f, struct json *j)
{
	enum { PROB_FORMAT = 6 };
	char now[32] = "";
	time_t seconds = time(NULL);
	struct tm utc;
	if (gmtime_r(&seconds, &utc)) strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &utc);
	json_begin(j, "metadata", '{');
	json_string(j, "fileType", "Trace");
	json_integer(j, "formatVersion", PROB_FORMAT);
	json_string(j, "savedAt", now);
	json_string(j, "creator", "bounce " CLI_VERSION);
	json_string(j, "modelName", model_name(f->model));
	json_end(j, '}');
}

int findings_write_for_prob(struct findings *f, const char *about, const struct explore_trace *t,
                            const char *path)
{
	struct json j = {0};
	json_begin(&j, NULL, '{');
	json_string(&j, "description", about);
	json_begin(&j, "transitionList", '[');
	for (uint32_t i = 0; i < t->steps.count; i++)
		write_step(f, &j, i > 0 ? &t->steps.at[i - 1] : NULL, &t->steps.at[i]);
	json_end(&j, ']');
	write_machine(f, &j);
	write_metadata(f, &j);
	json_end(&j, '}');
	text_add_char(&j.text, '\n');
	int code = report_file(f->cli, path, &j.text);
	json_clear(&j);
	return code;
}

static int write_for_prob(struct findings *f, const struct explore_finding *found, const char *path)
{
	struct text about = {0};
	struct explore_trace t;
	explore_trace(f->explore, found, &t);
	text_format(&about, "%s; bounds: ", found->message);
	bounds_print(&about, &f->universe);
	int code = findings_write_for_prob(f, text_get(&about), &t, path);
	explore_trace_clear(&t);
	text_clear(&about);
	return code;
}

/* The second trace for t.prob2trace goes to t-2.prob2trace. */
static int write_all_for_prob(struct findings *f, const struct traces *traces, const char *path,
                              size_t stem)
{
	int code = EXIT_GOOD;
	for (uint32_t i = 0; i < traces->count && code == EXIT_GOOD; i++) {
		struct text numbered = {0};
		text_add_bytes(&numbered, path, stem);
		if (i > 0) text_format(&numbered, "-%u", i + 1);
		text_add(&numbered, path + stem);
		code = write_for_prob(f, traces->at[i], text_get(&numbered));
		text_clear(&numbered);
	}
	return code;
}

int findings_write(struct findings *f)
{
	static const char ending[] = ".prob2trace";
	const char *path = f->cli->options.trace_out;
	if (!path) return EXIT_GOOD;
	struct traces traces = {0};
	int code = EXIT_GOOD;
	size_t length = strlen(path), stem = length - (sizeof ending - 1);
	f->longest = 0; /* it is to be replayed */
	find_traces(f, &traces);
	if (traces.count == 0) {
		if (!f->cli->options.json)
			fprintf(f->cli->err, "bounce: note: no trace is written: there is none\n");
	} else if (length >= sizeof ending && strcmp(path + stem, ending) == 0) {
		code = write_all_for_prob(f, &traces, path, stem);
	} else {
		code = write_own(f, &traces, path);
	}
	VEC_CLEAR(&traces);
	return code;
}

#include "cli/findings.h"

/* ---- text -------------------------------------------------------------------------------------- */

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static bool has_open_sets(const struct universe *u)
{
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].decl->kind != DECL_ENUMERATED_SET) return true;
	return false;
}

static void add_verdict(struct findings *f, struct text *out)
{
	uint32_t errors = findings_errors(f);
	text_format(out, "%s: machine %s: ", f->model->file, model_name(f->model));
	if (errors) text_format(out, "counterexample: %u fault%s found\n", errors, plural(errors));
	else if (f->reason) text_format(out, "inconclusive: %s\n", f->reason);
	else if (!f->is_complete && f->has_depth)
		text_format(out, "none within bounds: no fault within %u operation%s\n", f->depth,
		            plural(f->depth));
	else if (!f->is_complete) text_add(out, "none within bounds: no fault found\n");
	else if (has_open_sets(&f->universe))
		text_add(out, "proved (for these set sizes): no fault in any state\n");
	else text_add(out, "proved: no fault in any state\n");
}

static void add_coverage(struct findings *f, struct text *out)
{
	const struct explore_stats *s = &f->result->stats;
	text_add(out, "bounds: ");
	report_bounds_text(out, &f->universe);
	text_format(out, "\ncovered: %llu state%s, %llu transition%s", (unsigned long long)s->states,
	            plural(s->states), (unsigned long long)s->transitions, plural(s->transitions));
	if (explore_has_setup(f->explore))
		text_format(out, ", %llu valuation%s of the constants", (unsigned long long)s->setups,
		            plural(s->setups));
	if (f->proof) text_format(out, ": %s", f->proof);
	else if (f->result->end == EXPLORE_ALL && !f->has_depth) text_add(out, ": the whole space");
	else text_format(out, ": a part of the space (%llu explored)", (unsigned long long)s->explored);
	text_add_char(out, '\n');
	if (f->solver.count) text_format(out, "%s\n", text_get(&f->solver));
	if (f->reason && findings_errors(f)) text_format(out, "not complete: %s\n", f->reason);
	if (f->result->was_cut)
		text_add(out, "not complete: integers without bounds were drawn from MININT..MAXINT "
		              "(--int LO..HI changes it)\n");
}

static void add_place(struct findings *f, struct pos pos, struct text *out)
{
	struct place p = diag_place(&f->model->diag, pos);
	if (p.source) text_format(out, "%s:%u:%u: ", p.source->file, p.line, p.column);
	else text_format(out, "%s: ", f->model->file);
}

static void add_binding(struct findings *f, const struct explore_binding *b, struct text *out)
{
	text_format(out, "%s = ", b->decl->full_name ? b->decl->full_name : b->decl->name);
	value_print(f->values, &f->universe, b->value, out);
}

/* op(p = 1, q = 2), then the results */
static void add_operation(struct findings *f, const struct explore_step *s, struct text *out)
{
	text_add(out, s->op);
	for (uint32_t i = 0; i < s->parameters.count; i++) {
		text_add(out, i ? ", " : "(");
		add_binding(f, &s->parameters.at[i], out);
	}
	if (s->parameters.count > 0) text_add_char(out, ')');
	for (uint32_t i = 0; i < s->results.count; i++) {
		text_add(out, i ? ", " : " --> ");
		add_binding(f, &s->results.at[i], out);
	}
	text_add_char(out, '\n');
}

static bool is_same(const struct explore_step *before, const struct explore_step *s, uint32_t i)
{
	return before && before->state.count == s->state.count &&
	       before->state.at[i].decl == s->state.at[i].decl &&
	       before->state.at[i].value == s->state.at[i].value;
}

/* The state in full at first, then what changed. */
static void add_trace(struct findings *f, const struct explore_trace *t, struct text *out)
{
	const struct explore_step *before = NULL;
	uint32_t number = 0;
	for (uint32_t i = 0; i < t->steps.count; i++) {
		const struct explore_step *s = &t->steps.at[i];
		if (before) text_format(out, "  %u: ", ++number);
		else text_add(out, "  ");
		add_operation(f, s, out);
		uint32_t shown = 0;
		for (uint32_t k = 0; k < s->state.count; k++) {
			if (is_same(before, s, k)) continue;
			text_add(out, "       ");
			add_binding(f, &s->state.at[k], out);
			text_add_char(out, '\n');
			shown++;
		}
		if (shown == 0 && before) text_add(out, "       (no change)\n");
		if (strcmp(s->op, "SETUP_CONSTANTS") != 0) before = s;
	}
}

static const char *severity_word(enum severity s)
{
	return s == DIAG_ERROR ? "error" : s == DIAG_WARNING ? "warning" : "note";
}

static void add_finding(struct findings *f, const struct explore_finding *found, struct text *out)
{
	struct explore_trace t;
	text_add_char(out, '\n');
	add_place(f, found->pos, out);
	text_format(out, "%s: %s\n", severity_word(found->severity), found->message);
	explore_trace(f->explore, found, &t);
	add_trace(f, &t, out);
	explore_trace_clear(&t);
}

static void add_operations(struct findings *f, struct text *out)
{
	if (f->result->coverage.count == 0 || f->result->stats.states == 0) return;
	text_add(out, "\ntransitions:");
	for (uint32_t i = 0; i < f->result->coverage.count; i++) {
		const struct explore_coverage *c = &f->result->coverage.at[i];
		text_format(out, "%s %s %llu", i ? "," : "", c->name, (unsigned long long)c->transitions);
	}
	text_add_char(out, '\n');
}

static void add_statistics(struct findings *f, struct text *out)
{
	const struct explore_stats *s = &f->result->stats;
	double seconds = report_clock() - f->cli->started;
	text_format(out, "%.3f s, %.0f transitions per second, %.1f MB", seconds,
	            (double)s->transitions / (seconds > 0 ? seconds : 1), (double)s->bytes / 1e6);
	if (s->states) text_format(out, ", %.0f bytes per state", (double)s->bytes / (double)s->states);
	text_add_char(out, '\n');
}

void findings_text(struct findings *f)
{
	struct text out = {0};
	add_verdict(f, &out);
	add_coverage(f, &out);
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		if (findings_is_wanted(f, &f->result->findings.at[i]))
			add_finding(f, &f->result->findings.at[i], &out);
	add_operations(f, &out);
	if (f->cli->options.verbose) add_statistics(f, &out);
	report_text(f->cli, &out);
	text_clear(&out);
}

/* ---- JSON -------------------------------------------------------------------------------------- */

struct json_bindings { /* use: *(&list) of a VEC of struct explore_binding */
	const struct explore_binding *at;
	uint32_t count;
};

static void json_bindings(struct findings *f, struct json *j, const char *key,
                          struct json_bindings list)
{
	json_begin(j, key, '{');
	for (uint32_t i = 0; i < list.count; i++) {
		const struct decl *d = list.at[i].decl;
		struct text t = {0};
		value_print(f->values, &f->universe, list.at[i].value, &t);
		json_string(j, d->full_name ? d->full_name : d->name, text_get(&t));
		text_clear(&t);
	}
	json_end(j, '}');
}

#define LIST_OF(v) ((struct json_bindings){(v).at, (v).count})

static void json_trace(struct findings *f, struct json *j, const struct explore_finding *found)
{
	struct explore_trace t;
	explore_trace(f->explore, found, &t);
	json_begin(j, "trace", '[');
	for (uint32_t i = 0; i < t.steps.count; i++) {
		const struct explore_step *s = &t.steps.at[i];
		json_begin(j, NULL, '{');
		json_string(j, "op", s->op);
		json_bindings(f, j, "params", LIST_OF(s->parameters));
		json_bindings(f, j, "results", LIST_OF(s->results));
		json_bindings(f, j, "state", LIST_OF(s->state));
		json_end(j, '}');
	}
	json_end(j, ']');
	explore_trace_clear(&t);
}

static void json_finding(struct findings *f, struct json *j, const struct explore_finding *found)
{
	json_begin(j, NULL, '{');
	json_string(j, "kind", explore_kind_name(found->kind));
	json_string(j, "severity", severity_word(found->severity));
	json_string(j, "name", found->name);
	json_string(j, "message", found->message);
	json_place(j, "at", &f->model->diag, found->pos);
	json_integer(j, "depth", found->depth);
	json_trace(f, j, found);
	json_end(j, '}');
}

static void json_notes(struct json *j, const char *lines)
{
	json_begin(j, "notes", '[');
	while (*lines) {
		size_t length = strcspn(lines, "\n");
		struct text line = {0};
		text_add_bytes(&line, lines, length);
		json_string(j, NULL, text_get(&line));
		text_clear(&line);
		lines += length + (lines[length] != 0);
	}
	json_end(j, ']');
}

static void json_stats(struct findings *f, struct json *j)
{
	const struct explore_stats *s = &f->result->stats;
	report_stats(j);
	json_integer(j, "states", (int64_t)s->states);
	json_integer(j, "setups", (int64_t)s->setups);
	json_integer(j, "transitions", (int64_t)s->transitions);
	json_integer(j, "explored", (int64_t)s->explored);
	json_integer(j, "bytes", (int64_t)s->bytes);
}

void findings_json(struct findings *f)
{
	struct json j = {0};
	report_open(&j, f->cli, f->model->file, model_name(f->model), f->verdict);
	report_bounds_depth(&j, &f->universe, f->is_complete, f->has_depth ? (int64_t)f->depth : -1);
	json_string(&j, "reason", f->reason);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &f->model->diag);
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		if (findings_is_wanted(f, &f->result->findings.at[i]))
			json_finding(f, &j, &f->result->findings.at[i]);
	json_end(&j, ']');
	report_errors(&j, &f->model->diag);
	json_notes(&j, text_get(&f->notes));
	json_begin(&j, "coverage", '{');
	for (uint32_t i = 0; i < f->result->coverage.count; i++)
		json_integer(&j, f->result->coverage.at[i].name,
		             (int64_t)f->result->coverage.at[i].transitions);
	json_end(&j, '}');
	json_stats(f, &j);
	report_close(&j, f->cli);
}

#include "cli/check/temporal_report.h"
#include "input/input.h"

static const char *const words[] = {[TEMPORAL_HOLDS] = "holds",
                                    [TEMPORAL_VIOLATED] = "violated",
                                    [TEMPORAL_INCONCLUSIVE] = "inconclusive",
                                    [TEMPORAL_ERROR] = "error",
                                    [TEMPORAL_DOUBTFUL] = "error"};

const char *temporal_report_word(enum temporal_answer a) { return words[a]; }

static const char *printed(struct findings *f, const struct temporal *formula)
{
	struct text t = {0};
	temporal_print(formula, &t);
	const char *out = arena_format(&f->model->project->arena, "%s", text_get(&t));
	text_clear(&t);
	return out;
}

/* The values of quantified names, but for those of which several instances are inside: VALUE_NONE. */
static void add_values(const struct temporal *f, struct eval_bindings *out)
{
	for (uint32_t i = 0; f->atom && i < f->atom->bound.count; i++) {
		struct eval_binding b = f->atom->bound.at[i];
		uint32_t k = 0;
		while (k < out->count && out->at[k].decl != b.decl) k++;
		if (k == out->count) VEC_PUSH(out, b);
		else if (out->at[k].value != b.value) out->at[k].value = VALUE_NONE;
	}
	for (uint32_t i = 0; i < 2 && f->kid[i]; i++) add_values(f->kid[i], out);
}

/* A subformula, with the values that names of quantifiers around it have. */
static const char *printed_instance(struct findings *f, const struct temporal *formula)
{
	struct eval_bindings b = {0};
	struct text t = {0};
	const char *between = "  -- ";
	temporal_print(formula, &t);
	add_values(formula, &b);
	for (uint32_t i = 0; i < b.count; i++) {
		if (b.at[i].value == VALUE_NONE) continue;
		text_format(&t, "%s%s = ", between, b.at[i].decl->name);
		value_print_of(f->values, &f->universe, b.at[i].decl, b.at[i].value, f->longest, &t);
		between = ", ";
	}
	const char *out = arena_format(&f->model->project->arena, "%s", text_get(&t));
	text_clear(&t);
	VEC_CLEAR(&b);
	return out;
}

static bool is_as_expected(const struct temporal_property *p, const struct temporal_verdict *v)
{
	return !p->expected || strcmp(p->expected, words[v->answer]) == 0;
}

/* ---- JSON ----------------------------------------------------------------------------------------------------- */

static void json_run(struct findings *f, struct json *j, const struct temporal_run *r)
{
	if (r->is_loop) json_integer(j, "loop_start", r->loop_start + r->first);
	json_bool(j, "deadlock", r->is_deadlock);
	if (r->fails) json_string(j, "fails", r->fails);
	if (r->is_prefix) json_bool(j, "prefix", true);
	json_integer(j, "stem", r->is_loop ? r->loop_start : r->positions - 1);
	json_integer(j, "loop", r->is_loop ? r->positions - r->loop_start : 0);
	json_bool(j, "shortest", r->is_shortest);
	findings_json_trace(f, j, &r->trace);
	json_begin(j, "truth", '[');
	for (uint32_t i = 0; i < r->formula_count; i++) {
		json_begin(j, NULL, '{');
		json_string(j, "formula", printed_instance(f, r->formulas[i]));
		json_begin(j, "holds", '[');
		for (uint32_t k = 0; k < r->positions; k++) {
			uint8_t t = r->truth[(size_t)i * r->positions + k];
			if (t == TEMPORAL_OPEN) json_string(j, NULL, NULL);
			else json_bool(j, NULL, t);
		}
		json_end(j, ']');
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_one(struct findings *f, struct json *j, const struct temporal_property *p,
                     const struct temporal_verdict *v)
{
	json_begin(j, NULL, '{');
	json_string(j, "name", p->name);
	json_string(j, "formula", p->written);
	json_string(j, "logic", p->is_ctl ? "CTL" : "LTL");
	if (p->formula) json_string(j, "parsed", printed(f, p->formula));
	json_string(j, "verdict", words[v->answer]);
	json_place(j, "at", &f->model->diag, p->pos);
	if (v->engine) json_string(j, "engine", v->engine);
	json_string(j, "reason", v->reason);
	if (v->lengths) json_integer(j, "steps", v->lengths - 1);
	if (v->not_bounded) json_string(j, "not_bounded", v->not_bounded);
	if (v->not_proved) json_string(j, "not_proved", v->not_proved);
	if (v->proof) json_string(j, "proof", v->proof);
	if (v->pos.at) json_place(j, "reason_at", &f->model->diag, v->pos);
	if (p->expected) json_string(j, "expected", p->expected);
	if (v->nodes) json_integer(j, "product", (int64_t)v->nodes);
	json_seconds(j, "seconds", v->seconds);
	if (v->has_run) json_run(f, j, &v->run);
	json_end(j, '}');
}

void temporal_report_json(struct findings *f, struct json *j, const struct temporal_session *s,
                          const struct temporal_properties *list)
{
	json_begin(j, "formulas", '[');
	for (uint32_t i = 0; i < list->count; i++) json_one(f, j, &list->at[i], temporal_verdict(s, i));
	json_end(j, ']');
}

/* ---- text ----------------------------------------------------------------------------------------------------- */

static void add_run(struct findings *f, const struct temporal_run *r, struct text *out)
{
	const struct explore_step *before = NULL;
	for (uint32_t i = 0; i < r->trace.steps.count; i++) {
		uint32_t position = i - r->first;
		bool is_loop = r->is_loop && i >= r->first && position == r->loop_start;
		findings_text_step(f, before, &r->trace.steps.at[i], before ? position : 0, out);
		if (is_loop) text_add(out, "       -- the loop begins here\n");
		if (i >= r->first) before = &r->trace.steps.at[i];
	}
	if (r->is_loop)
		text_format(out, "  stem of %u, loop of %u step%s%s\n", r->loop_start,
		            r->positions - r->loop_start, r->positions - r->loop_start == 1 ? "" : "s",
		            r->is_shortest ? ": no run is shorter" : "");
	else if (r->is_deadlock)
		text_format(out, "  ends in a deadlock after %u step%s%s\n", r->positions - 1,
		            r->positions == 2 ? "" : "s", r->is_shortest ? ": no run is shorter" : "");
	else if (r->is_prefix) text_add(out, "  whatever comes next, the formula is violated\n");
	if (r->fails)
		text_format(out, "  there '%s' is enabled, but fails: no step leads on\n", r->fails);
}

static bool has_open_truth(const struct temporal_run *r)
{
	size_t count = (size_t)r->formula_count * r->positions;
	return count && memchr(r->truth, TEMPORAL_OPEN, count);
}

static void add_truth(struct findings *f, const struct temporal_run *r, struct text *out)
{
	enum { MOST = 100, MOST_LINES = 100 };
	if (r->formula_count)
		text_format(out, "  true (+) and false (-) by state%s:\n",
		            has_open_truth(r) ? ", ? where that is not known" : "");
	for (uint32_t i = 0; i < r->formula_count && i < MOST_LINES; i++) {
		text_add(out, "    ");
		for (uint32_t k = 0; k < r->positions && k < MOST; k++) {
			if (r->is_loop && k == r->loop_start) text_add_char(out, '(');
			text_add_char(out, "-+?"[r->truth[(size_t)i * r->positions + k]]);
		}
		if (r->positions > MOST) text_add(out, " ...");
		else if (r->is_loop) text_add_char(out, ')');
		text_format(out, "  %s\n", printed_instance(f, r->formulas[i]));
	}
	if (r->formula_count > MOST_LINES)
		text_format(out, "    ... and %u more (--json has all of them)\n",
		            r->formula_count - MOST_LINES);
}

static void add_one(struct findings *f, const struct temporal_property *p,
                    const struct temporal_verdict *v, struct text *out)
{
	struct place at = diag_place(&f->model->diag, p->pos);
	if (at.source) text_format(out, "%s:%u:%u: ", at.source->file, at.line, at.column);
	text_format(out, "%s%s%s: %s", p->name ? p->name : "", p->name ? ": " : "", words[v->answer],
	            p->written);
	if (v->engine && v->answer == TEMPORAL_HOLDS) text_format(out, " (by %s)", v->engine);
	text_add_char(out, '\n');
	if (p->formula && f->cli->options.verbose)
		text_format(out, "  read as: %s\n", printed(f, p->formula));
	if (v->reason && v->answer != TEMPORAL_ERROR)
		text_format(out, "  %s\n", v->pos.at ? findings_place(f, v->pos, v->reason) : v->reason);
	if (v->lengths)
		text_format(out, "  no run of up to %u steps violates it%s (by bounded)\n", v->lengths - 1,
		            v->was_cut ? ", as far as integers were tried" : "");
	if (v->not_bounded) text_format(out, "  by bounded: %s\n", v->not_bounded);
	if (v->not_proved) text_format(out, "  by pdr: %s\n", v->not_proved);
	if (v->proof) text_format(out, "  %s\n", v->proof);
	if (!is_as_expected(p, v)) text_format(out, "  expected: %s\n", p->expected);
	if (!v->has_run) return;
	add_run(f, &v->run, out);
	add_truth(f, &v->run, out);
}

void temporal_report_text(struct findings *f, const struct temporal_session *s,
                          const struct temporal_properties *list, struct text *out)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (i > 0 && temporal_verdict(s, i - 1)->has_run) text_add_char(out, '\n');
		add_one(f, &list->at[i], temporal_verdict(s, i), out);
	}
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

struct verdict_counts {
	uint32_t by[TEMPORAL_DOUBTFUL + 1], unexpected;
};

static struct verdict_counts count_all(const struct temporal_session *s,
                                       const struct temporal_properties *list)
{
	struct verdict_counts c = {0};
	for (uint32_t i = 0; i < list->count; i++) {
		c.by[temporal_verdict(s, i)->answer]++;
		c.unexpected += !is_as_expected(&list->at[i], temporal_verdict(s, i));
	}
	return c;
}

static enum temporal_answer worst_of(const struct verdict_counts *c)
{
	static const enum temporal_answer order[] = {TEMPORAL_DOUBTFUL, TEMPORAL_VIOLATED,
	                                             TEMPORAL_ERROR, TEMPORAL_INCONCLUSIVE};
	for (uint32_t i = 0; i < sizeof order / sizeof *order; i++)
		if (c->by[order[i]]) return order[i];
	return TEMPORAL_HOLDS;
}

static void print_text(struct findings *f, const struct temporal_session *s,
                       const struct temporal_properties *list, const struct verdict_counts *c)
{
	struct text out = {0};
	const struct explore_stats *stats = &f->result->stats;
	report_diagnostics(f->cli, &f->model->diag);
	findings_print_notes(f->cli, text_get(&f->notes));
	text_format(&out, "%s: machine %s: %u formula%s", f->model->file, model_name(f->model),
	            list->count, list->count == 1 ? "" : "s");
	static const char *const labels[] = {"hold", "violated", "inconclusive", "with errors"};
	for (uint32_t i = 0; i <= TEMPORAL_ERROR; i++)
		if (c->by[i]) text_format(&out, ", %u %s", c->by[i], labels[i]);
	text_add(&out, "\nbounds: ");
	bounds_print(&out, &f->universe);
	text_format(&out, "\ncovered: %llu states, %llu transitions\n\n",
	            (unsigned long long)stats->states, (unsigned long long)stats->transitions);
	temporal_report_text(f, s, list, &out);
	report_text(f->cli, &out);
	text_clear(&out);
}

static void print_json(struct findings *f, const struct temporal_session *s,
                       const struct temporal_properties *list)
{
	struct json j = {0};
	struct scenes scenes;
	report_open(&j, f->cli, f->model->file, model_name(f->model), f->verdict);
	findings_open_scenes(f, &scenes);
	json_stream(&j, f->cli);
	report_bounds(&j, &f->universe, strcmp(f->verdict, "holds") == 0);
	temporal_report_json(f, &j, s, list);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &f->model->diag);
	json_end(&j, ']');
	report_errors(&j, &f->model->diag);
	json_lines(&j, "notes", text_get(&f->notes));
	findings_close_scenes(f, &j);
	report_stats(&j);
	json_integer(&j, "states", (int64_t)f->result->stats.states);
	json_integer(&j, "transitions", (int64_t)f->result->stats.transitions);
	report_close(&j, f->cli);
}

/* --trace-out: the first run; of ProB's files each has one, the second in t-2.prob2trace. */
static int write_runs(struct findings *f, const struct temporal_session *s,
                      const struct temporal_properties *list)
{
	static const char ending[] = ".prob2trace";
	const char *path = f->cli->options.trace_out;
	size_t length = path ? strlen(path) : 0, stem = length - (sizeof ending - 1);
	bool is_prob = length >= sizeof ending && strcmp(path + stem, ending) == 0;
	struct json j = {0};
	uint32_t count = 0;
	int code = EXIT_GOOD;
	if (!path) return code;
	f->longest = 0;
	report_open(&j, f->cli, f->model->file, model_name(f->model), f->verdict);
	json_begin(&j, "findings", '[');
	for (uint32_t i = 0; i < list->count && code == EXIT_GOOD; i++) {
		const struct temporal_verdict *v = temporal_verdict(s, i);
		if (!v->has_run) continue;
		count++;
		if (!is_prob) {
			json_one(f, &j, &list->at[i], v);
			continue;
		}
		struct text to = {0}, about = {0};
		text_add_bytes(&to, path, stem);
		if (count > 1) text_format(&to, "-%u", count);
		text_add(&to, path + stem);
		text_format(&about, "violates %s; ", list->at[i].written);
		if (v->run.is_loop)
			text_format(&about, "the last step leads back to the state after step %u; ",
			            v->run.loop_start + v->run.first + 1);
		text_add(&about, "bounds: ");
		bounds_print(&about, &f->universe);
		code = findings_write_for_prob(f, text_get(&about), &v->run.trace, text_get(&to));
		text_clear(&to);
		text_clear(&about);
	}
	json_end(&j, ']');
	json_end(&j, '}');
	text_add_char(&j.text, '\n');
	if (count && !is_prob) code = report_file(f->cli, path, &j.text);
	if (!count && !f->cli->options.json)
		fprintf(f->cli->err, "bounce: note: no trace is written: there is none\n");
	json_clear(&j);
	return code;
}

int temporal_report(struct findings *f, struct temporal_session *s,
                    const struct temporal_properties *list)
{
	static const int codes[] = {[TEMPORAL_HOLDS] = EXIT_GOOD,
	                            [TEMPORAL_VIOLATED] = EXIT_BAD,
	                            [TEMPORAL_INCONCLUSIVE] = EXIT_INCONCLUSIVE,
	                            [TEMPORAL_ERROR] = EXIT_INPUT,
	                            [TEMPORAL_DOUBTFUL] = EXIT_INTERNAL};
	struct verdict_counts c = count_all(s, list);
	enum temporal_answer worst = worst_of(&c);
	f->verdict = words[worst];
	f->longest = abbreviate_from(f->cli);
	if (report_begin_object(f->cli)) {
		print_json(f, s, list);
		report_end_object(f->cli);
	}
	if (!f->cli->options.json) print_text(f, s, list, &c);
	int written = write_runs(f, s, list);
	return written != EXIT_GOOD ? written : codes[worst];
}

bool temporal_report_tasks(struct model *m, const char *path, struct temporal_properties *out)
{
	struct tasks tasks;
	bool good = tasks_read(&tasks, &m->diag, path, m->file);
	for (uint32_t i = 0; i < tasks.list.count; i++) {
		const struct task *t = &tasks.list.at[i];
		name own = t->id ? names_of(&m->names, t->id) : NULL;
		temporal_add(m->project, own, t->code, t->is_ctl, out);
		if (out->count) VEC_LAST(out).expected = t->expected;
		if (out->count && t->expected)
			VEC_LAST(out).expected = strcmp(t->expected, "true") == 0 ? "holds" : "violated";
	}
	uint32_t left_out = tasks.left_out;
	tasks_clear(&tasks);
	if (left_out)
		diag_at(&m->diag, (struct pos){0}, DIAG_NOTE,
		        "not looked at: %u task%s of '%s' that %s switched off, or begin%s in a state of "
		        "%s own, or without a formula",
		        left_out, left_out == 1 ? "" : "s", path, left_out == 1 ? "is" : "are",
		        left_out == 1 ? "s" : "", left_out == 1 ? "its" : "their");
	if (good && out->count == 0)
		diag_at(&m->diag, (struct pos){0}, DIAG_ERROR, "'%s' has no LTL or CTL task for '%s'", path,
		        m->file);
	return good && out->count > 0;
}

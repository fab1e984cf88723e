#include "bounds/bounds.h"
#include "cli/cli.h"
#include "eventb/eventb.h"
#include "search/fit.h"

#include <errno.h>

/* Standard input is read to its end; false with an error in the diag if that fails. */
static bool read_input(struct diag *d, struct text *out)
{
	char chunk[65536];
	size_t n;
	while ((n = fread(chunk, 1, sizeof chunk, stdin)) > 0 && out->count < INT32_MAX)
		text_add_bytes(out, chunk, n);
	if (!ferror(stdin)) return true;
	diag_at(d, (struct pos){0}, DIAG_ERROR, "cannot read standard input: %s", strerror(errno));
	return false;
}

/* Reading looks at no flag: it is ended by force. For disprove the limit of time is that of each obligation. */
static void watch_reading(struct watch *w, const struct cli *c)
{
	bool is_each = c->command->run == disprove_command;
	double seconds = is_each ? c->options.total_limit : c->options.time_limit;
	memset(w, 0, sizeof *w);
	if (seconds > 0 || c->options.memory_limit)
		watch_start(w, seconds, c->options.memory_limit, WATCH_ENDS);
	w->is_total = is_each;
}

static void read_project(struct model *m, const char *path, const char *component,
                         const struct syntax_options *options)
{
	if (strcmp(path, "-") != 0) {
		m->file = path;
		if (eventb_is_file(path)) m->project = eventb_load(&m->names, &m->diag, path, component);
		else m->project = project_load(&m->names, &m->diag, path, options);
		return;
	}
	m->file = "<stdin>";
	if (read_input(&m->diag, &m->input))
		m->project = project_load_text(&m->names, &m->diag, m->file, text_get(&m->input),
		                               m->input.count, options);
}

bool model_open(struct model *m, struct cli *c)
{
	memset(m, 0, sizeof *m);
	const struct strings *operands = &c->options.operands;
	if (operands->count == 0) {
		report_usage(c, "which file? usage: bounce %s [OPTION]... FILE", c->command->name);
		return false;
	}
	if (operands->count > 1) {
		report_usage(c, "'%s' reads one file, and here are %u: '%s', '%s'%s", c->command->name,
		             operands->count, operands->at[0], operands->at[1],
		             operands->count > 2 ? ", ..." : "");
		return false;
	}
	names_init(&m->names);
	diag_init(&m->diag, &m->names);
	for (uint32_t i = 0; i < c->options.include.count; i++)
		VEC_PUSH(&m->search, c->options.include.at[i]);
	VEC_PUSH(&m->search, NULL);
	struct watch reading;
	watch_reading(&reading, c);
	read_project(m, operands->at[0], c->options.component, &(struct syntax_options){m->search.at});
	watch_stop(&reading);
	if (reading.flag) watch_say(&reading);
	return true;
}

void model_open_text(struct model *m, const char *file, const char *text)
{
	memset(m, 0, sizeof *m);
	names_init(&m->names);
	diag_init(&m->diag, &m->names);
	m->file = file;
	text_add(&m->input, text);
	m->project = project_load_text(&m->names, &m->diag, file, text, strlen(text),
	                               &(struct syntax_options){0});
}

void model_close(struct model *m)
{
	if (m->project) project_close(m->project);
	diag_clear(&m->diag);
	text_clear(&m->input);
	VEC_CLEAR(&m->search);
	names_clear(&m->names);
}

const char *model_name(const struct model *m)
{
	return m->project && m->project->main ? m->project->main->name : NULL;
}

bool model_bounds(struct cli *c, struct bounds_options *out)
{
	out->listed = c->options.list_limit;
	if (out->listed > EVAL_MOST_LISTED) {
		report_usage(c, "'--list-limit' is at most %d, not %u", EVAL_MOST_LISTED, out->listed);
		return false;
	}
	out->calls = c->options.call_depth;
	if (out->calls > EVAL_MOST_CALLS) {
		report_usage(c, "'--call-depth' is at most %d, not %u", EVAL_MOST_CALLS, out->calls);
		return false;
	}
	for (uint32_t i = 0; i < c->options.card.count; i++) {
		if (bounds_read_card(out, c->options.card.at[i])) continue;
		report_usage(c, "'--card' needs SET=N with N from 1 to %d, not '%s'", BOUNDS_LARGEST_SET,
		             c->options.card.at[i]);
		return false;
	}
	if (!c->options.range || bounds_read_range(out, c->options.range)) return true;
	report_usage(c, "'--int' needs LO..HI, for instance -1..3, not '%s'", c->options.range);
	return false;
}

static const struct {
	const char *word;
	enum model_symmetry is;
	bool is_of_states; /* for explore alone */
} symmetries[] = {
    {"off", MODEL_SYMMETRY_OFF, false},        {"sets", MODEL_SYMMETRY_SETS, false},
    {"auto", MODEL_SYMMETRY_AUTO, false},      {"canonical", MODEL_SYMMETRY_CANONICAL, true},
    {"markers", MODEL_SYMMETRY_MARKERS, true}, {"flood", MODEL_SYMMETRY_FLOOD, true},
};
enum { SYMMETRIES = sizeof symmetries / sizeof *symmetries };

bool model_symmetry(struct cli *c, enum model_symmetry *out)
{
	/* explore counts all states, unless it is asked to count otherwise */
	bool has_states = strcmp(c->command->name, "explore") == 0;
	const char *word = c->options.symmetry ? c->options.symmetry : has_states ? "sets" : "auto";
	struct text known = {0};
	for (uint32_t i = 0; i < SYMMETRIES; i++) {
		if (symmetries[i].is_of_states && !has_states) continue;
		*out = symmetries[i].is;
		if (strcmp(word, symmetries[i].word) == 0) {
			text_clear(&known);
			return true;
		}
		text_format(&known, "%s'%s'", known.count ? ", " : "", symmetries[i].word);
	}
	report_usage(c, "'--symmetry' is one of %s, not '%s'", text_get(&known), word);
	text_clear(&known);
	return false;
}

void model_break_symmetry(enum model_symmetry how, struct search_options *out)
{
	out->breaks_symmetry = how != MODEL_SYMMETRY_OFF;
	out->finds_symmetry = how >= MODEL_SYMMETRY_AUTO;
}

/* For disprove limits are those of each obligation. */
static void watch_fitting(struct watch *w, struct cli *c, struct project *p)
{
	bool is_each = c->command->run == disprove_command;
	if (!is_each) watch_work(w, c, p, WATCH_ENDS);
	else watch_start(w, c->options.time_limit, c->options.memory_limit, WATCH_ENDS);
	if (is_each && c->options.effort_limit) watch_effort(w, p, 0);
}

bool model_fit(struct cli *c, struct model *m, const struct bounds_options *o, struct universe *out,
               struct text *notes)
{
	enum { MEGABYTES = 2000 };
	const struct machine *main = m->project->main;
	if (!main || main->kind == MACHINE_DEFINITIONS)
		return bounds_universe(m->project, o, out, notes);
	struct watch w;
	struct fit_options f = {
	    .most = c->options.fit,
	    .seconds = watch_seconds(c),
	    .memory = (c->options.memory_limit ? c->options.memory_limit : MEGABYTES) * (size_t)1000000,
	    .interrupt = &w.flag,
	};
	watch_fitting(&w, c, m->project);
	bool good = fit_universe(m->project, o, &f, out, notes);
	watch_stop(&w);
	if (w.flag == WATCH_INTERRUPT) watch_say(&w);
	return good;
}

/* A project without a machine: formulas have no names but their own. */
static void no_machine(struct model *m)
{
	memset(m, 0, sizeof *m);
	names_init(&m->names);
	diag_init(&m->diag, &m->names);
	m->project = project_empty(&m->names, &m->diag);
}

bool model_open_path(struct model *m, struct cli *c, const char *path)
{
	if (!path) {
		no_machine(m);
		return true;
	}
	struct cli with_operand = *c;
	with_operand.options.operands = (struct strings){&path, 1, 1};
	return model_open(m, &with_operand);
}

int model_ask(struct cli *c, model_question *ask)
{
	struct model m;
	struct bounds_options bounds = {0};
	int code = EXIT_USAGE;
	if (model_bounds(c, &bounds) && model_open(&m, c)) {
		code = ask(c, &m, &bounds);
		model_close(&m);
	}
	bounds_clear(&bounds);
	return code;
}

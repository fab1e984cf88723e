/* bounce ltl: temporal properties. The engines are in temporal/; here are the options, and the answer in words. */
#include "cli/check/temporal_report.h"

#include <math.h>

enum { SECONDS = 60 }; /* unless --time-limit says otherwise */

/* ---- what is asked ------------------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending)
{
	size_t n = strlen(text), m = strlen(ending);
	return n >= m && strcmp(text + n - m, ending) == 0;
}

/* --formula, --ctl, --file; without them the definitions of the machine. */
static bool find_formulas(struct cli *c, struct model *m, struct temporal_properties *out)
{
	const struct options *o = &c->options;
	for (uint32_t i = 0; i < o->formula.count; i++)
		temporal_add(m->project, NULL, o->formula.at[i], false, out);
	for (uint32_t i = 0; i < o->ctl.count; i++)
		temporal_add(m->project, NULL, o->ctl.at[i], true, out);
	if (o->input && ends_with(o->input, ".prob2project"))
		return temporal_report_tasks(m, o->input, out);
	if (o->input) return temporal_file(m->project, o->input, out);
	if (out->count == 0 && !o->formula.count && !o->ctl.count)
		temporal_definitions(m->project, out);
	if (out->count) return true;
	diag_at(&m->diag, m->project->main->pos, DIAG_ERROR,
	        "there is no formula: the machine has no ASSERT_LTL and no ASSERT_CTL (--formula and "
	        "--file give others)");
	return false;
}

static bool engine_at(uint32_t index, struct choice_line *out)
{
	const struct engine_info *e = temporal_engine(index);
	if (e) *out = findings_engine_line(e);
	else if (index > 0 && temporal_engine(index - 1))
		*out = (struct choice_line){"auto", "", 0, "all of these, in turns"};
	else return false;
	return true;
}

/* By their bits; 0: all. */
static bool read_engines(struct cli *c, uint32_t *bits)
{
	uint32_t all = 0;
	if (!choices_read(c, "engine", c->options.engine, engine_at, bits)) return false;
	for (uint32_t i = 0; temporal_engine(i); i++) all |= 1u << i;
	if (*bits & ~all) *bits = 0;
	return true;
}

/* Bits of what the engine `reduced` may leave out. */
static bool read_reductions(struct cli *c, enum model_symmetry symmetry, uint32_t *bits)
{
	const char *por = c->options.por;
	bool is_off = por && strcmp(por, "off") == 0;
	*bits = (symmetry == MODEL_SYMMETRY_OFF ? 0 : TEMPORAL_BY_SYMMETRY) |
	        (is_off ? 0 : TEMPORAL_BY_ORDER);
	if (!por || is_off || strcmp(por, "auto") == 0) return true;
	report_usage(c, "'--por' is 'off' or 'auto', not '%s'", por);
	return false;
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

/* Formulas speak of steps. */
static void note_failures(struct findings *f)
{
	for (uint32_t i = 0; i < f->result->coverage.count; i++)
		if (f->result->coverage.at[i].failed)
			text_format(
			    &f->notes,
			    "in some state '%s' is enabled and fails, or no step of the abstraction fits: "
			    "runs do without it ('bounce explore' shows the fault)\n",
			    f->result->coverage.at[i].name);
}

static int ask(struct findings *f, struct temporal_properties *list)
{
	struct cli *c = f->cli;
	struct watch w;
	enum model_symmetry symmetry;
	uint32_t engines, reductions;
	model_symmetry(c, &symmetry);
	read_engines(c, &engines);
	read_reductions(c, symmetry, &reductions);
	watch_work(&w, c, f->model->project, WATCH_ENDS);
	f->values = values_open(&f->model->names);
	struct temporal_question q = {
	    .project = f->model->project,
	    .values = f->values,
	    .universe = &f->universe,
	    .explore = {.max_states = c->options.max_states,
	                .all_setups = symmetry == MODEL_SYMMETRY_OFF,
	                .alone = c->options.alone},
	    .properties = list,
	    .interrupt = &w.flag,
	    .engines = engines,
	    .reductions = reductions,
	    .depth = c->options.depth,
	};
	struct temporal_session *s = temporal_open(&q);
	struct temporal_last last;
	temporal_last_begin(&last, f, s, list);
	temporal_answer(s);
	watch_stop(&w);
	temporal_last_end();
	f->explore = temporal_explore(s);
	f->result = explore_result(f->explore);
	text_add(&f->notes, text_get(&f->result->notes));
	note_failures(f);
	int code = temporal_report(f, s, list);
	temporal_close(s);
	values_close(f->values);
	return code;
}

static int check_model(struct cli *c, struct model *m, const struct bounds_options *bounds)
{
	struct findings f = {.cli = c, .model = m};
	struct temporal_properties list = {0};
	int code;
	if (!findings_has_machine(m)) return findings_input_error(c, m);
	if (!find_formulas(c, m, &list) || !model_fit(c, m, bounds, &f.universe, &f.notes))
		code = findings_input_error(c, m);
	else code = ask(&f, &list);
	universe_clear(&f.universe);
	text_clear(&f.notes);
	VEC_CLEAR(&list);
	return code;
}

int ltl_command(struct cli *c)
{
	struct model m;
	struct bounds_options bounds = {0};
	int code = EXIT_USAGE;
	enum model_symmetry symmetry;
	uint32_t engines, reductions;
	if (choices_help(c, "engine", c->options.engine, engine_at)) return EXIT_GOOD;
	if (!(watch_seconds(c) > 0)) c->options.time_limit = SECONDS;
	if (read_engines(c, &engines) && model_symmetry(c, &symmetry) &&
	    read_reductions(c, symmetry, &reductions) && model_bounds(c, &bounds) &&
	    model_open(&m, c)) {
		code = check_model(c, &m, &bounds);
		model_close(&m);
	}
	bounds_clear(&bounds);
	return code;
}

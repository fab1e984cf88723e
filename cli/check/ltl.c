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

/* ---- the command ------------------------------------------------------------------------------------------------ */

static int ask(struct findings *f, struct temporal_properties *list)
{
	struct cli *c = f->cli;
	struct watch w;
	enum model_symmetry symmetry;
	model_symmetry(c, &symmetry);
	watch_start(&w, watch_seconds_left(c, c->options.time_limit), c->options.memory_limit,
	            WATCH_ENDS);
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
	};
	struct temporal_session *s = temporal_open(&q);
	temporal_answer(s);
	watch_stop(&w);
	f->explore = temporal_explore(s);
	f->result = explore_result(f->explore);
	text_add(&f->notes, text_get(&f->result->notes));
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
	if (!(c->options.time_limit > 0)) c->options.time_limit = SECONDS;
	if (model_symmetry(c, &symmetry) && model_bounds(c, &bounds) && model_open(&m, c)) {
		code = check_model(c, &m, &bounds);
		model_close(&m);
	}
	bounds_clear(&bounds);
	return code;
}

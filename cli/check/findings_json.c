/* What was found, as JSON: the object that --json prints, and parts of it for files. */
#include "cli/check/grow.h"
#include "cli/check/temporal_report.h"

void findings_json_values(struct findings *f, struct json *j, const char *key,
                          const struct eval_bindings *list, struct strings *abbreviated)
{
	json_begin(j, key, '{');
	for (uint32_t i = 0; i < list->count; i++) {
		struct text t = {0};
		const char *own = findings_name(list->at[i].decl);
		if (value_print_of(f->values, &f->universe, list->at[i].decl, list->at[i].value, f->longest,
		                   &t))
			abbreviate_add(abbreviated, own);
		json_string(j, own, text_get(&t));
		text_clear(&t);
	}
	json_end(j, '}');
}

void findings_json_trace(struct findings *f, struct json *j, const struct explore_trace *t)
{
	struct strings abbreviated = {0};
	json_begin(j, "trace", '[');
	for (uint32_t i = 0; i < t->steps.count; i++) {
		const struct explore_step *s = &t->steps.at[i];
		json_begin(j, NULL, '{');
		json_string(j, "op", s->op);
		findings_json_values(f, j, "params", &s->parameters, &abbreviated);
		findings_json_values(f, j, "results", &s->results, &abbreviated);
		findings_json_values(f, j, "state", &s->state, &abbreviated);
		abbreviate_json(j, &abbreviated);
		json_end(j, '}');
	}
	json_end(j, ']');
	if (f->scenes) scenes_run(f->scenes, j, t->steps.at, t->steps.count);
}

static void json_trace(struct findings *f, struct json *j, const struct explore_finding *found)
{
	struct explore_trace t;
	explore_trace(f->explore, found, &t);
	findings_json_trace(f, j, &t);
	explore_trace_clear(&t);
}

void findings_json_one(struct findings *f, struct json *j, const struct explore_finding *found)
{
	struct strings abbreviated = {0};
	json_begin(j, NULL, '{');
	json_string(j, "kind", explore_kind_name(found->kind));
	json_string(j, "severity", findings_severity(found->severity));
	json_string(j, "name", found->name);
	if (found->obligation) json_string(j, "obligation", found->obligation);
	json_string(j, "message", found->message);
	json_place(j, "at", &f->model->diag, found->pos);
	json_integer(j, "depth", found->depth);
	json_bool(j, "shortest", check_is_shortest(found, f->shortest.for_all));
	if (found->witness.count > 0)
		findings_json_values(f, j, "witness", &found->witness, &abbreviated);
	abbreviate_json(j, &abbreviated);
	if (found->why) json_string(j, "why", found->why);
	json_trace(f, j, found);
	json_end(j, '}');
}

static void json_turns(const struct findings *f, struct json *j)
{
	json_begin(j, "turns", '[');
	for (uint32_t i = 0; i < f->by->turns.count; i++) {
		const struct engine_turn *t = &f->by->turns.at[i];
		json_begin(j, NULL, '{');
		json_string(j, "engine", t->engine);
		json_string(j, "answer", engine_answer_name(t->answer));
		json_integer(j, "effort", (int64_t)t->effort);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_stats(struct findings *f, struct json *j)
{
	const struct explore_stats *s = &f->result->stats;
	struct eval_work work = {0};
	struct explore_view view;
	report_stats(j);
	json_integer(j, "states", (int64_t)s->states);
	json_integer(j, "setups", (int64_t)s->setups);
	json_bool(j, "up_to_symmetry", f->result->up_to_symmetry);
	if (f->result->is_quotient) {
		struct text all = {0};
		text_format(&all, "%.15g", s->all_states);
		json_bool(j, "quotient", true);
		if (s->all_states > 0) json_raw(j, "all_states", text_get(&all));
		json_bool(j, "approximate", f->result->is_approximate);
		json_bool(j, "all_states_exact", !s->is_inexact);
		text_clear(&all);
	}
	if (f->result->is_reduced) json_integer(j, "reduced_states", (int64_t)s->reduced);
	if (s->spared) json_integer(j, "spared", (int64_t)s->spared);
	json_integer(j, "transitions", (int64_t)s->transitions);
	json_integer(j, "explored", (int64_t)s->explored);
	json_integer(j, "bytes", (int64_t)s->bytes);
	explore_view(f->explore, &view);
	eval_work(view.eval, &work);
	work.effort = eval_effort_in_all(view.eval);
	report_work(j, &work);
	if (!f->by || !f->by->engine) return;
	json_string(j, "by", f->by->engine);
	json_turns(f, j);
}

/* "kinds":[{"kind":"invariant","proof":"...","depth":3},...], where they differ */
static void json_parts(const struct findings *f, struct json *j)
{
	const struct check_kind *k;
	if (!f->parts) return;
	json_begin(j, "kinds", '[');
	for (uint32_t i = 0; (k = check_kind(i)); i++) {
		if (!findings_has_part(f, k)) continue;
		const struct check_part *p = findings_part(f, k->word);
		json_begin(j, NULL, '{');
		json_string(j, "kind", k->word);
		json_bool(j, "complete", p->proof != NULL);
		if (p->proof) json_string(j, "proof", p->proof);
		else if (p->lengths == UINT32_MAX) json_bool(j, "all_runs", true);
		else if (p->lengths) json_integer(j, "depth", (int64_t)p->lengths - 1);
		json_end(j, '}');
	}
	json_end(j, ']');
}

void findings_open_scenes(struct findings *f, struct scenes *s)
{
	if (!scenes_wanted(f->cli)) return;
	scenes_init(s, f->model->project, f->explore, &f->universe);
	f->scenes = s;
}

void findings_close_scenes(struct findings *f, struct json *j)
{
	if (!f->scenes) return;
	scenes_frame(f->scenes, j);
	scenes_clear(f->scenes);
	f->scenes = NULL;
}

void findings_json(struct findings *f)
{
	struct json j = {0};
	struct scenes scenes;
	report_open(&j, f->cli, f->model->file, model_name(f->model), f->verdict);
	findings_open_scenes(f, &scenes);
	json_stream(&j, f->cli);
	report_bounds_depth(&j, &f->universe, f->is_complete, f->has_depth ? (int64_t)f->depth : -1);
	report_bounds_used_json(&j, f->is_complete, findings_uses(f));
	grow_json(f, &j);
	json_string(&j, "reason", f->reason ? f->reason : f->open_assertion);
	json_string(&j, "proof", f->proof);
	json_parts(f, &j);
	if (f->goal) json_string(&j, "goal", findings_goal_state(f));
	temporal_part_json(f, &j);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &f->model->diag);
	for (uint32_t i = 0; i < f->result->findings.count; i++)
		if (findings_is_wanted(f, &f->result->findings.at[i]))
			findings_json_one(f, &j, &f->result->findings.at[i]);
	json_end(&j, ']');
	report_errors(&j, &f->model->diag);
	json_lines(&j, "notes", text_get(&f->notes));
	json_begin(&j, "coverage", '{');
	for (uint32_t i = 0; i < f->result->coverage.count; i++)
		json_integer(&j, f->result->coverage.at[i].name,
		             (int64_t)f->result->coverage.at[i].transitions);
	json_end(&j, '}');
	coverage_json(f, &j);
	picture_json(f, &j);
	findings_close_scenes(f, &j);
	json_stats(f, &j);
	report_close(&j, f->cli);
}

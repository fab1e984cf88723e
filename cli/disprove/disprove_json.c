/* What 'bounce disprove' found, as JSON. */
#include "cli/disprove/disprove.h"

static void json_sequent_place(struct json *j, const char *key, struct sequent_place p)
{
	json_begin(j, key, '{');
	json_string(j, "file", p.file);
	json_integer(j, "line", p.line);
	json_integer(j, "column", p.column);
	json_end(j, '}');
}

static void json_any_place(struct disproof *d, struct json *j, const char *key, struct pos pos)
{
	struct sequent_place common = sequents_place(&d->sequents, &d->model.diag, pos);
	if (common.file) json_sequent_place(j, key, common);
	else json_place(j, key, &d->model.diag, pos);
}

static void json_goal_place(struct disproof *d, struct json *j, uint32_t index)
{
	struct sequent_place p = disprove_sequent_place(d, index);
	if (p.file) json_sequent_place(j, "at", p);
	else json_any_place(d, j, "at", disproof_formulas(d, index)->pos);
}

static void json_bindings(struct json *j, const char *key, const struct obligation_bindings *b,
                          struct strings *abbreviated)
{
	json_begin(j, key, '{');
	for (uint32_t i = 0; i < b->list.count; i++) {
		json_string(j, b->list.at[i].name, b->list.at[i].value);
		if (b->list.at[i].is_short) abbreviate_add(abbreviated, b->list.at[i].name);
	}
	json_end(j, '}');
}

static void json_outcomes(struct json *j, const struct obligation_answer *a)
{
	struct strings abbreviated = {0};
	json_begin(j, "abstract_outcomes", '[');
	for (uint32_t i = 0; i < a->outcomes.count; i++) {
		json_begin(j, NULL, '{');
		json_bindings(j, "after", &a->outcomes.at[i].state, &abbreviated);
		json_bindings(j, "results", &a->outcomes.at[i].results, &abbreviated);
		abbreviate_json(j, &abbreviated);
		json_string(j, "fails", a->outcomes.at[i].fails);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_counterexample(struct json *j, const struct obligation *o,
                                const struct obligation_answer *a)
{
	struct strings abbreviated = {0};
	json_begin(j, "counterexample", '{');
	json_bindings(j, "constants", &a->constants, &abbreviated);
	if (a->abstract.list.count) json_bindings(j, "abstract", &a->abstract, &abbreviated);
	json_bindings(j, "before", &a->before, &abbreviated);
	bool has_step = o->operation || o->body || o->step;
	json_string(j, "op", has_step ? disprove_operation(o) : NULL);
	json_bindings(j, "params", &a->parameters, &abbreviated);
	if (a->loops.list.count) json_bindings(j, "loops", &a->loops, &abbreviated);
	json_bindings(j, "after", &a->after, &abbreviated);
	json_bindings(j, "results", &a->results, &abbreviated);
	abbreviate_json(j, &abbreviated);
	if (o->simulation) json_outcomes(j, a);
	static const char *const words[] = {NULL,    "found",       "not_within", "never",
	                                    "other", "before_loop", "never_this", "not_found"};
	json_string(j, "reached", words[a->reach]);
	if (a->reach == REACH_FOUND || a->reach == REACH_NOT_WITHIN || a->reach == REACH_OTHER ||
	    a->reach == REACH_BEFORE_LOOP)
		json_integer(j, "reached_depth", a->reach_depth);
	json_end(j, '}');
}

static void json_core(struct disproof *d, struct json *j, const struct obligation *o,
                      const struct obligation_answer *a)
{
	json_begin(j, "core", '[');
	for (uint32_t i = 0; i < a->core.count; i++) {
		json_begin(j, NULL, '{');
		const struct hypothesis *h = obligation_hypothesis(o, a->core.at[i]);
		json_string(j, "name", h->name);
		json_any_place(d, j, "at", node_start(h->node));
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_how(struct json *j, const struct obligation_answer *a)
{
	struct text tactics = {0};
	obligation_tactics(a, &tactics);
	json_string(j, "hypotheses", a->hypotheses);
	json_string(j, "tactics", text_get(&tactics));
	text_clear(&tactics);
}

static void json_answer(struct disproof *d, struct json *j, uint32_t index)
{
	const struct judged *x = &d->stages.list.at[index];
	const struct obligation_answer *a = x->answer;
	bool has_formulas = a->has_core || a->status <= OBLIGATION_REFUTED_PARTLY;
	const struct obligation *o = has_formulas ? disproof_formulas(d, index) : NULL;
	json_how(j, a);
	if (a->status <= OBLIGATION_REFUTED_PARTLY) {
		json_any_place(d, j, "fails_at", a->pos);
		json_counterexample(j, o, a);
	}
	if (a->has_core) json_core(d, j, o, a);
	if (x->has_induction && x->induction == RUN_PROVED)
		json_integer(j, "induction_steps", x->steps);
	if (a->has_core) json_bool(j, "core_minimal", a->is_minimal);
}

static void json_sizes(struct disproof *d, struct json *j, const struct judged *x)
{
	struct text sizes = {0};
	if (judged_status(x) <= OBLIGATION_REFUTED_PARTLY) text_add(&sizes, x->sizes);
	else stages_sizes(&d->stages, x->stage, &sizes);
	json_string(j, "sizes", text_get(&sizes));
	if (x->enough) json_integer(j, "small_model", x->enough);
	text_clear(&sizes);
}

static void json_status(struct disproof *d, struct json *j, uint32_t index)
{
	const struct judged *x = &d->stages.list.at[index];
	if (d->rodin.is_there)
		json_string(
		    j, "rodin",
		    rodin_status_name(rodin_statuses_get(&d->rodin, disproof_label(d, index).name)));
	json_string(j, "status",
	            d->cli->options.list ? NULL : obligation_status_name(judged_status(x)));
}

/* What its answer depends on. */
static void json_scope(struct disproof *d, struct json *j, const struct judged *x)
{
	json_sizes(d, j, x);
	json_bool(j, "contradictory", x->answer && x->answer->is_contradictory);
	disprove_json_range(j, x);
}

void disprove_json_proved(struct disproof *d, struct json *j, uint32_t index)
{
	const struct judged *x = &d->stages.list.at[index];
	json_begin(j, NULL, '{');
	json_status(d, j, index);
	json_scope(d, j, x);
	json_string(j, "reason", disprove_reason(d, x));
	json_how(j, x->answer);
	json_end(j, '}');
}

/* What was not looked at has nothing but a name: there may be a million of them. */
void disprove_json_one(struct disproof *d, struct json *j, uint32_t index)
{
	struct obligation_label o = disproof_label(d, index);
	const struct judged *x = &d->stages.list.at[index];
	const struct obligation_answer *a = x->answer;
	bool is_listed = d->cli->options.list;
	json_begin(j, NULL, '{');
	json_string(j, "name", o.name);
	json_string(j, "kind", obligation_kind_name(o.kind));
	json_status(d, j, index);
	if (a || is_listed) {
		json_goal_place(d, j, index);
		json_scope(d, j, x);
	}
	json_string(j, "reason", disprove_reason(d, x));
	if (a) json_answer(d, j, index);
	if (a || is_listed) json_seconds(j, "seconds", x->seconds);
	json_end(j, '}');
}

void disprove_json_finding(struct disproof *d, struct json *j, uint32_t index)
{
	struct obligation_label o = disproof_label(d, index);
	if (judged_status(&d->stages.list.at[index]) != OBLIGATION_REFUTED) return;
	json_begin(j, NULL, '{');
	json_string(j, "kind", "obligation");
	json_string(j, "severity", "error");
	json_string(j, "name", o.name);
	json_string(j, "message", obligation_kind_name(o.kind));
	json_goal_place(d, j, index);
	json_end(j, '}');
}

void disprove_json(struct disproof *d, const char *verdict)
{
	struct json j = {0};
	uint32_t count[OBLIGATION_STATUSES];
	disprove_count(d, -1, count);
	bool is_complete = !count[OBLIGATION_OPEN] && !count[OBLIGATION_NONE];
	report_open(&j, d->cli, d->model.file, model_name(&d->model), verdict);
	json_stream(&j, d->cli);
	report_bounds(&j, &d->stages.first.universe, is_complete);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &d->model.diag);
	for (uint32_t i = 0; i < d->stages.list.count; i++)
		if (d->stages.list.at[i].is_selected) disprove_json_finding(d, &j, i);
	json_end(&j, ']');
	json_begin(&j, "obligations", '[');
	for (uint32_t i = 0; i < d->stages.list.count; i++)
		if (d->stages.list.at[i].is_selected) disprove_json_one(d, &j, i);
	json_end(&j, ']');
	report_errors(&j, &d->model.diag);
	report_stats(&j);
	for (uint32_t i = 0; i < OBLIGATION_STATUSES; i++)
		json_integer(&j, obligation_status_name((enum obligation_status)i), count[i]);
	struct eval_work work = {0};
	stages_work(&d->stages, &work);
	report_work(&j, &work);
	report_close(&j, d->cli);
}

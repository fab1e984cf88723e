/* Temporal assertions of a machine, beside what explore and check look at. */
#include "cli/check/temporal_report.h"

/* Counted, so that the answer is the same on any machine. */
enum { PART_STATES = 100000, PART_EFFORT = 10 * EVAL_EFFORT_PER_SECOND };

struct temporal_part {
	struct temporal_properties list;
	struct temporal_session *session;
	const char *open; /* the first one that is not decided, or NULL */
	uint32_t violated;
};

/* A formula that is wrong does not make the machine wrong. */
static void soften_errors(struct diag *d, uint32_t from, uint32_t errors)
{
	for (uint32_t i = from; i < d->messages.count; i++)
		if (d->messages.at[i].severity == DIAG_ERROR) d->messages.at[i].severity = DIAG_WARNING;
	d->errors = errors;
}

static void answer(struct findings *f, struct temporal_part *t)
{
	struct cli *c = f->cli;
	struct diag *d = &f->model->diag;
	uint32_t messages = d->messages.count, errors = d->errors, most = c->options.max_states;
	bool all_setups = c->options.symmetry && strcmp(c->options.symmetry, "off") == 0;
	struct watch w;
	watch_work(&w, c, f->model->project, WATCH_ENDS);
	struct temporal_question q = {
	    .project = f->model->project,
	    .values = f->values,
	    .universe = &f->universe,
	    .explore = {.max_states = most ? most : PART_STATES,
	                .all_setups = all_setups,
	                .alone = c->options.alone},
	    .properties = &t->list,
	    .effort = PART_EFFORT,
	    .reductions = all_setups ? TEMPORAL_BY_ORDER : TEMPORAL_BY_SYMMETRY | TEMPORAL_BY_ORDER,
	    .interrupt = &w.flag,
	};
	t->session = temporal_open(&q);
	soften_errors(d, messages, errors);
	temporal_answer(t->session);
	watch_stop(&w);
}

static void judge(struct findings *f, struct temporal_part *t)
{
	for (uint32_t i = 0; i < t->list.count; i++) {
		const struct temporal_verdict *v = temporal_verdict(t->session, i);
		t->violated += v->answer == TEMPORAL_VIOLATED;
		if (v->answer == TEMPORAL_VIOLATED || v->answer == TEMPORAL_HOLDS || t->open) continue;
		t->open = arena_format(&f->model->project->arena, "%s: %s", t->list.at[i].name,
		                       v->reason ? v->reason : "it was not decided");
	}
}

/* If it must be ended by force, what was found before is told. */
static void answer_with_last_words(struct findings *f, struct temporal_part *t, int code)
{
	struct findings_last last;
	findings_last_begin(&last, f, code == EXIT_BAD);
	answer(f, t);
	findings_last_end(&last);
}

static void leave_out(struct findings *f, struct temporal_part *t)
{
	text_format(&f->notes,
	            "%u temporal assertion%s: not looked at, because of --find ('bounce ltl' does)\n",
	            t->list.count, t->list.count == 1 ? "" : "s");
	VEC_CLEAR(&t->list);
}

int temporal_part_ask(struct findings *f, int code)
{
	double limit = f->cli->options.time_limit;
	bool is_late = limit > 0 && report_clock() - f->cli->started >= limit;
	struct temporal_part *t = memory_zeroed(1, sizeof *t);
	f->temporal = t;
	temporal_definitions(f->model->project, &t->list);
	if (t->list.count == 0) return code;
	if (f->cli->options.find) { /* only what is named there */
		leave_out(f, t);
		return code;
	}
	if (is_late) t->open = "there was no time left";
	if (!is_late) answer_with_last_words(f, t, code);
	if (!is_late) judge(f, t);
	if (t->open) f->is_complete = false;
	if (t->open || t->violated) f->proof = NULL;
	if (t->violated == 0) return code;
	if (code == EXIT_GOOD || code == EXIT_INCONCLUSIVE) {
		f->verdict = "violated";
		code = EXIT_BAD;
	}
	return code;
}

void temporal_part_close(struct findings *f)
{
	if (!f->temporal) return;
	if (f->temporal->session) temporal_close(f->temporal->session);
	VEC_CLEAR(&f->temporal->list);
	free(f->temporal);
	f->temporal = NULL;
}

void temporal_part_json(struct findings *f, struct json *j)
{
	if (f->temporal && f->temporal->session)
		temporal_report_json(f, j, f->temporal->session, &f->temporal->list);
}

void temporal_part_text(struct findings *f, struct text *out)
{
	const struct temporal_part *t = f->temporal;
	if (!t || !t->list.count) return;
	text_add(out, "\ntemporal assertions:\n");
	if (t->session) temporal_report_text(f, t->session, &t->list, out);
	if (t->open) text_format(out, "not proved: %s ('bounce ltl' takes more time)\n", t->open);
}

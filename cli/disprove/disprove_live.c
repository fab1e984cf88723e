/* Answers of 'bounce disprove' as they come: each line as soon as nothing can change it and those before it are
 * there, and on a terminal how far it has come. */
#include "cli/disprove/disprove.h"

#include <unistd.h>

#define BETWEEN 0.1 /* seconds from one line of progress to the next */

void disprove_begin(struct disproof *d)
{
	struct text out = {0};
	for (uint32_t i = 0; i < d->stages.list.count; i++)
		d->selected += d->stages.list.at[i].is_selected;
	disprove_last_begin(d);
	if (d->cli->options.json) return;
	d->is_live = !d->cli->options.core; /* cores are found at the end */
	d->shows_progress = isatty(fileno(d->cli->err));
	report_diagnostics(d->cli, &d->model.diag);
	if (d->stages.options.prover.is_bare && d->file) text_format(&out, "%s: ", d->file);
	if (!d->stages.options.prover.is_bare)
		text_format(&out, "%s: machine %s: ", d->model.file, model_name(&d->model));
	else if (d->file && d->model.project && d->model.project->is_eventb)
		text_format(&out, "machine %s: ", model_name(&d->model));
	text_format(&out, "%u obligation%s\n", d->selected, d->selected == 1 ? "" : "s");
	if (d->selected) text_add_char(&out, '\n');
	report_text(d->cli, &out);
	text_clear(&out);
}

void disprove_stop_progress(struct disproof *d)
{
	if (!d->shows_progress) return;
	fputs("\r\033[K", d->cli->err);
	fflush(d->cli->err);
}

static void show_progress(struct disproof *d)
{
	double now = report_clock();
	if (!d->shows_progress || now < d->next_progress) return;
	d->next_progress = now + BETWEEN;
	fprintf(d->cli->err, "\r\033[K%u of %u obligations", d->known, d->selected);
	if (d->refuted) fprintf(d->cli->err, ", %u refuted", d->refuted);
	if (d->stages.stage) fprintf(d->cli->err, "; sets of open size: %u", d->stages.stage + 1);
	fflush(d->cli->err);
}

/* Of many obligations those are listed that somebody has to look at; -v: all. */
static bool is_listed(const struct disproof *d, const struct judged *j)
{
	enum { FEW = 20 };
	enum obligation_status s = judged_status(j);
	bool is_proved = s == OBLIGATION_PROVED || s == OBLIGATION_PROVED_FOR_SIZES;
	bool is_odd = j->answer && (j->answer->is_contradictory || d->cli->options.core);
	return !is_proved || is_odd || d->selected <= FEW || d->cli->options.verbose;
}

/* The lines up to the first that may still change. */
static void add_lines(struct disproof *d, bool takes_all, struct text *out)
{
	for (; d->shown < d->stages.list.count; d->shown++) {
		const struct judged *j = &d->stages.list.at[d->shown];
		if (j->is_selected && !j->is_settled && !takes_all) return;
		if (j->is_selected && is_listed(d, j)) disprove_line(d, d->shown, out);
		d->unlisted += j->is_selected && !is_listed(d, j);
		if (takes_all) report_much(d->cli, out);
	}
}

void disprove_lines(struct disproof *d, struct text *out) { add_lines(d, true, out); }

/* It was being looked at when a limit of the whole run was reached. */
static void note_limit(const struct disproof *d, struct judged *j)
{
	if (!j->answer || j->answer->status != OBLIGATION_OPEN) return;
	if (d->watch.flag == WATCH_TIME)
		j->answer->reason = "the total limit was reached (--total-limit raises it)";
	else if (d->watch.flag == WATCH_MEMORY)
		j->answer->reason = "the memory limit was reached (--memory-limit raises it)";
	else if (d->watch.flag == WATCH_INTERRUPT) j->answer->reason = "interrupted";
}

void disprove_told(struct disproof *d, uint32_t index)
{
	struct text out = {0};
	struct judged *j = &d->stages.list.at[index];
	watch_progress(&d->watch);
	d->known += !d->is_known[index];
	d->is_known[index] = true;
	note_limit(d, j);
	disprove_last_add(d, index);
	d->refuted += j->is_settled && judged_status(j) == OBLIGATION_REFUTED;
	if (d->is_live && j->is_settled) add_lines(d, false, &out);
	if (out.count) {
		disprove_stop_progress(d);
		report_text(d->cli, &out);
		fflush(d->cli->out);
		d->next_progress = 0;
	}
	text_clear(&out);
	show_progress(d);
}

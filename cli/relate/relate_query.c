/* bounce relate --can 'P ~>[operation] Q': one question. */
#include "cli/relate/relate.h"

/* The predicate between both ends; "TRUE" and nothing at all are true, "FALSE" is false. */
static const struct node *read_predicate(struct relate_report *r, const char *from, const char *to,
                                         bool *is_good)
{
	struct project *p = r->model->project;
	while (from < to && strchr(" \t\n", *from)) from++;
	while (to > from && strchr(" \t\n", to[-1])) to--;
	size_t length = (size_t)(to - from);
	if (length == 0 || (length == 4 && memcmp(from, "TRUE", 4) == 0)) return NULL;
	bool is_false = length == 5 && memcmp(from, "FALSE", 5) == 0;
	const char *text = is_false ? "1 = 2" : arena_text(&p->arena, from, length);
	const struct node *n = project_formula(p, text, NULL);
	if (n && n->type) diag_at(&r->model->diag, n->pos, DIAG_ERROR, "this is not a predicate");
	*is_good &= n && !n->type;
	return n;
}

/* Its number; UINT32_MAX if there is none of this name. */
static uint32_t find_operation(struct relate_report *r, name wanted)
{
	uint32_t count = relate_count(r->relate);
	if (strcmp(wanted, "INITIALISATION") == 0) return count;
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(relate_row_name(r->relate, i), wanted) == 0) return i;
	return UINT32_MAX;
}

static const char *operation_of(struct relate_report *r, const char *text, const char **p_end,
                                const char **q_begin)
{
	const char *at = strstr(text, "~>["), *end = at ? strchr(at, ']') : NULL;
	if (!end) return NULL;
	const char *from = at + 3;
	while (from < end && *from == ' ') from++;
	const char *to = end;
	while (to > from && to[-1] == ' ') to--;
	*p_end = at;
	*q_begin = end + 1;
	return arena_text(&r->model->project->arena, from, (size_t)(to - from));
}

bool relate_query_read(struct relate_report *r, const char *text)
{
	const char *p_end, *q_begin;
	bool is_good = true;
	if (!operation_of(r, text, &p_end, &q_begin)) {
		diag_at(&r->model->diag, (struct pos){0}, DIAG_ERROR,
		        "--can takes 'P ~>[operation] Q', not '%s'", text);
		return false;
	}
	r->can.p = read_predicate(r, text, p_end, &is_good);
	r->can.q = read_predicate(r, q_begin, q_begin + strlen(q_begin), &is_good);
	return is_good;
}

/* ---- the answer ---------------------------------------------------------------------------------------------- */

static void query_text(struct relate_report *r)
{
	struct text out = {0};
	const char *word = relate_row_name(r->relate, r->can.operation);
	text_format(&out, "%s: machine %s: ", r->model->file, model_name(r->model));
	switch (r->can.truth) {
	case RELATE_YES: text_format(&out, "yes: %s can\n", word); break;
	case RELATE_NO: text_format(&out, "no: %s cannot\n", word); break;
	case RELATE_UNKNOWN: text_format(&out, "inconclusive: %s\n", r->reason); break;
	}
	text_add(&out, "bounds: ");
	bounds_print(&out, &r->universe);
	text_add_char(&out, '\n');
	relate_states_text(r, &out);
	if (r->can.witness) relate_witness_text(r, r->can.witness, "  ", &out);
	report_text(r->cli, &out);
	text_clear(&out);
}

static void query_json(struct relate_report *r)
{
	static const char *const verdicts[] = {"inconclusive", "none", "found"};
	struct json j = {0};
	struct text witness = {0};
	report_open(&j, r->cli, r->model->file, model_name(r->model), verdicts[r->can.truth]);
	report_bounds(&j, &r->universe, r->can.truth == RELATE_YES || !relate_is_cut(r->relate));
	json_string(&j, "reason", r->can.truth == RELATE_UNKNOWN ? r->reason : NULL);
	json_string(&j, "operation", relate_row_name(r->relate, r->can.operation));
	if (r->can.witness) relate_witness_text(r, r->can.witness, "", &witness);
	json_string(&j, "witness", r->can.witness ? text_get(&witness) : NULL);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &r->model->diag);
	json_end(&j, ']');
	report_errors(&j, &r->model->diag);
	report_stats(&j);
	report_close(&j, r->cli);
	text_clear(&witness);
}

int relate_query_answer(struct relate_report *r)
{
	const char *p_end, *q_begin;
	const char *word = operation_of(r, r->cli->options.can, &p_end, &q_begin);
	r->can.operation = find_operation(r, word);
	if (r->can.operation == UINT32_MAX)
		return report_usage(r->cli, "--can: there is no operation '%s'", word);
	if (r->can.operation == relate_count(r->relate) && r->can.p)
		return report_usage(r->cli, "--can: there is no state before INITIALISATION: write TRUE");
	if (r->hypothesis == RELATE_REACHABLE) relate_induct(r->relate);
	r->can.truth = relate_can(r->relate, r->can.p, r->can.operation, r->can.q, &r->can.witness);
	r->reason = watch_limit(&r->watch);
	if (!r->reason) r->reason = relate_reason(r->relate, NULL);
	if (!r->reason) r->reason = "the evaluator was not able to confirm it";
	if (r->cli->options.json) query_json(r);
	else query_text(r);
	if (relate_is_doubtful(r->relate)) return EXIT_INTERNAL;
	if (r->can.truth == RELATE_UNKNOWN) return EXIT_INCONCLUSIVE;
	return r->can.truth == RELATE_YES ? EXIT_GOOD : EXIT_BAD;
}

/* Answers of 'bounce solve' and 'bounce constants' as text and as JSON. */
#include "cli/solve/solution.h"

/* ---- text -------------------------------------------------------------------------------------- */

static void add_bounds(const struct solution *x, struct text *out)
{
	text_add(out, "bounds: ");
	bounds_print(out, &x->problem->setting->universe);
	text_add_char(out, '\n');
	if (x->verdict.answer != SEARCH_NONE || solution_is_complete(x)) return;
	if (x->problem->has_ranges) text_add(out, "not complete: ranges of the bounds file hold\n");
	if (!x->verdict.is_complete)
		text_add(out, "not complete: unknowns without bounds were drawn from a part of their types "
		              "(--int LO..HI changes it)\n");
}

static const char *certificate_word(enum certificate c)
{
	return c == CERTIFIED            ? "certified"
	       : c == CERTIFICATE_FAILED ? "the certificate failed"
	                                 : "not certified";
}

static void add_certificate(const struct solution *x, struct text *out)
{
	if (!x->is_certified) return;
	text_format(out, "%s", certificate_word(x->certificate));
	if (x->certificate_text.count) text_format(out, ": %s", text_get(&x->certificate_text));
	if (x->certificate == CERTIFIED)
		text_format(out,
		            "\nthat these clauses (%s encoding) follow from the predicate is not certified",
		            search_encoding(x->search));
	text_add_char(out, '\n');
}

static void add_conflict(const struct solution *x, struct text *out)
{
	if (x->is_unexplained)
		text_add(out,
		         "\nit was not found out which conjuncts are to blame (--blame S looks S seconds "
		         "for them)\n");
	if (x->blamed_count == 0) return;
	text_add_char(out, '\n');
	report_conflict(out, x->problem->setting->model.project, x->blamed, x->blamed_count,
	                x->is_minimal, search_core_is_near(x->search));
}

static void add_statistics(const struct solution *x, struct text *out)
{
	const struct search_stats *s = &x->stats;
	text_format(out, "\nread    %.3f s\n", x->read_seconds);
	text_format(out, "encode  %.3f s: %llu candidates, %llu gates, %llu variables, %llu clauses\n",
	            s->encode_seconds, (unsigned long long)s->candidates, (unsigned long long)s->gates,
	            (unsigned long long)s->variables, (unsigned long long)s->clauses);
	text_format(out, "solve   %.3f s: %llu conflicts%s%s\n", s->solve_seconds,
	            (unsigned long long)s->conflicts, s->by ? ", by " : "", s->by ? s->by : "");
	text_format(out, "confirm %.3f s\n", s->confirm_seconds);
	text_format(out, "total   %.3f s, %.1f MB\n",
	            report_clock() - x->problem->setting->cli->started, (double)s->bytes / 1e6);
}

static const char *attempt_word(const struct search_attempt *a)
{
	switch (a->answer) {
	case SEARCH_FOUND: return "found";
	case SEARCH_NONE: return a->is_bounded ? "none within bounds" : "none";
	case SEARCH_DOUBTFUL: return "doubtful";
	default: return a->is_finished ? "no answer" : "not yet";
	}
}

/* Who has decided it; NULL: nobody. */
static const char *decided_by(const struct solution *x)
{
	return x->verdict.by < SEARCH_TACTICS ? search_tactic(x->verdict.by)->name : NULL;
}

/* One line for each attempt, and who has decided. */
static void add_attempts(const struct solution *x, struct text *out)
{
	uint32_t count;
	const struct search_attempt *a = search_attempts(x->search, &count);
	for (uint32_t i = 0; i < count; i++)
		text_format(out, "tactic  %s: %s, effort %llu\n", search_tactic(a[i].tactic)->name,
		            attempt_word(&a[i]), (unsigned long long)a[i].effort);
	if (decided_by(x)) text_format(out, "decided by %s\n", decided_by(x));
}

static void add_verdict(struct setting *s, const struct solution *x, const char *prefix)
{
	struct text out = {0};
	text_add(&out, prefix);
	solution_phrase(x, &out);
	text_add_char(&out, '\n');
	add_bounds(x, &out);
	add_certificate(x, &out);
	add_conflict(x, &out);
	if (s->cli->options.verbose && x->search) {
		add_attempts(x, &out);
		add_statistics(x, &out);
	}
	report_text(s->cli, &out);
	text_clear(&out);
}

void solution_text(struct setting *s, const struct solution *x, const char *prefix)
{
	fflush(s->cli->out);
	report_diagnostics(s->cli, &s->model.diag);
	if (!x) return;
	if (x->verdict.answer != SEARCH_DOUBTFUL) add_verdict(s, x, prefix);
	else report_error(s->cli, "bounce: internal error: %s\n", x->reason);
}

/* ---- JSON -------------------------------------------------------------------------------------- */

static void json_conflict(const struct solution *x, struct json *j)
{
	for (uint32_t i = 0; i < x->blamed_count; i++) {
		const struct node *n = x->blamed[i];
		bool has_label = n->name && op_info(n->op)->class == CLASS_PRED;
		struct text shown = {0};
		print_formula(x->problem->setting->model.project, n, &shown);
		json_begin(j, NULL, '{');
		json_string(j, "kind", "conflict");
		json_string(j, "severity", "error");
		json_string(j, "name", has_label ? n->name : NULL);
		json_string(j, "message", text_get(&shown));
		json_place(j, "at", &x->problem->setting->model.diag, node_start(n));
		json_end(j, '}');
		text_clear(&shown);
	}
}

static void json_certificate(const struct solution *x, struct json *j)
{
	static const char *const words[] = {[CERTIFIED] = "certified",
	                                    [CERTIFICATE_FAILED] = "failed",
	                                    [CERTIFICATE_IMPOSSIBLE] = "impossible"};
	json_begin(j, "certificate", '{');
	json_string(j, "answer", words[x->certificate]);
	json_string(j, "message", text_get(&x->certificate_text));
	json_string(j, "covers", x->certificate == CERTIFIED ? "clauses" : "nothing");
	json_string(j, "encoding", search_encoding(x->search));
	json_end(j, '}');
}

static void json_attempts(const struct solution *x, struct json *j)
{
	uint32_t count = 0;
	const struct search_attempt *a = x->search ? search_attempts(x->search, &count) : NULL;
	json_begin(j, "attempts", '[');
	for (uint32_t i = 0; i < count; i++) {
		json_begin(j, NULL, '{');
		json_string(j, "tactic", search_tactic(a[i].tactic)->name);
		json_string(j, "answer", attempt_word(&a[i]));
		json_integer(j, "effort", (int64_t)a[i].effort);
		json_end(j, '}');
	}
	json_end(j, ']');
}

void solution_stats(const struct solution *x, struct json *j)
{
	const struct search_stats *s = &x->stats;
	const struct setting *setting = x->problem->setting;
	bool is_one_of_many = setting->cli->options.batch; /* that share the bounds */
	struct eval_work work = {.effort = is_one_of_many ? 0 : setting->universe.effort};
	eval_work(x->problem->eval, &work);
	json_string(j, "tactic", decided_by(x));
	json_attempts(x, j);
	report_work(j, &work);
	json_integer(j, "solutions", x->count);
	json_integer(j, "candidates", (int64_t)s->candidates);
	json_integer(j, "gates", (int64_t)s->gates);
	json_integer(j, "variables", (int64_t)s->variables);
	json_integer(j, "clauses", (int64_t)s->clauses);
	json_integer(j, "conflicts", (int64_t)s->conflicts);
	json_integer(j, "bytes", (int64_t)s->bytes);
	json_seconds(j, "read_seconds", x->read_seconds);
	json_seconds(j, "encode_seconds", s->encode_seconds);
	json_seconds(j, "solve_seconds", s->solve_seconds);
	json_seconds(j, "confirm_seconds", s->confirm_seconds);
}

static void json_answer(const struct solution *x, struct json *j)
{
	report_bounds(j, &x->problem->setting->universe, solution_is_complete(x));
	report_bounds_used_json(j, x->verdict.answer == SEARCH_NONE && solution_is_complete(x), x->use);
	json_string(j, "reason", x->reason);
	json_begin(j, "solutions", '[');
	if (x->list.text.count) json_raw(j, NULL, text_get(&x->list.text));
	json_end(j, ']');
	if (x->is_certified) json_certificate(x, j);
	if (x->blamed_count) json_bool(j, "minimal", x->is_minimal);
}

void solution_json(struct setting *s, const struct solution *x)
{
	struct json j = {0};
	struct diag *d = &s->model.diag;
	if (x && x->verdict.answer == SEARCH_DOUBTFUL)
		diag_at(d, (struct pos){0}, DIAG_ERROR, "internal error: %s", x->reason);
	report_open(&j, s->cli, s->model.file, model_name(&s->model),
	            x ? solution_verdict(x) : "error");
	if (x) json_answer(x, &j);
	json_begin(&j, "findings", '[');
	report_warnings(&j, d);
	if (x) json_conflict(x, &j);
	json_end(&j, ']');
	report_errors(&j, d);
	report_stats(&j);
	if (x) solution_stats(x, &j);
	report_close(&j, s->cli);
}

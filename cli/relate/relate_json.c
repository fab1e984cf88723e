/* What was found, as JSON. */
#include "cli/relate/relate.h"

static void entry_json(const struct relate_report *r, struct json *j, uint32_t row, uint32_t column)
{
	bool is_first = row == relate_count(r->relate);
	json_begin(j, NULL, '{');
	json_string(j, "row", relate_row_name(r->relate, row));
	json_string(j, "column", relate_row_name(r->relate, column));
	json_string(j, "class", relate_class_name(relate_class(r->relate, row, column)));
	for (uint32_t pass = 0; pass < 2; pass++) {
		json_begin(j, pass ? "unknown" : "changes", '[');
		for (uint32_t c = 0; c < RELATE_CHANGES; c++) {
			enum relate_change change = (enum relate_change)c;
			bool is_extra = is_first && (change == RELATE_TF || change == RELATE_TT);
			enum relate_truth t = relate_change(r->relate, row, column, change, NULL);
			const char *word = relate_change_name(change);
			if (!is_extra && t == (pass ? RELATE_UNKNOWN : RELATE_YES))
				json_string(j, NULL, is_first ? word + 1 : word);
		}
		json_end(j, ']');
	}
	json_end(j, '}');
}

static void pairs_json(const struct relate_report *r, struct json *j)
{
	static const char *const truths[] = {"unknown", "no", "yes"};
	uint32_t count = relate_count(r->relate);
	json_begin(j, "pairs", '[');
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = i; k < count; k++) {
			json_begin(j, NULL, '{');
			json_string(j, "a", relate_row_name(r->relate, i));
			json_string(j, "b", relate_row_name(r->relate, k));
			json_string(j, "together", truths[relate_coenabled(r->relate, i, k, NULL)]);
			json_string(j, "independence",
			            relate_independence_name(relate_independence(r->relate, i, k)));
			json_end(j, '}');
		}
	json_end(j, ']');
}

static void formula_json(const struct relate_report *r, struct json *j, const struct node *n)
{
	struct text t = {0};
	print_formula(r->model->project, n, &t);
	json_string(j, "text", text_get(&t));
	text_clear(&t);
}

static void guards_json(const struct relate_report *r, struct json *j)
{
	uint32_t count = relate_count(r->relate);
	json_begin(j, "guard_conjuncts", '[');
	for (uint32_t c = 0; c < relate_conjunct_count(r->relate); c++) {
		if (relate_is_definedness(r->relate, c)) continue;
		json_begin(j, NULL, '{');
		formula_json(r, j, relate_conjunct(r->relate, c));
		for (uint32_t list = 0; list < 3; list++) {
			static const char *const keys[] = {"of", "made_true_by", "made_false_by"};
			json_begin(j, keys[list], '[');
			for (uint32_t i = 0; i < count; i++) {
				bool is = list ? relate_makes(r->relate, i, c, list == 1) == RELATE_YES
				               : relate_has_conjunct(r->relate, i, c);
				if (is) json_string(j, NULL, relate_row_name(r->relate, i));
			}
			json_end(j, ']');
		}
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void invariants_json(const struct relate_report *r, struct json *j)
{
	json_begin(j, "invariants", '[');
	for (uint32_t k = 0; k < relate_invariant_count(r->relate); k++) {
		name label;
		const struct node *n = relate_invariant(r->relate, k, &label);
		json_begin(j, NULL, '{');
		json_string(j, "name", label);
		formula_json(r, j, n);
		json_bool(j, "typing", relate_is_typing(r->relate, k));
		json_bool(j, "inductive", relate_is_inductive(r->relate, k));
		json_begin(j, "operations", '{');
		for (uint32_t i = 0; i <= relate_count(r->relate); i++)
			json_string(j, relate_row_name(r->relate, i),
			            relate_keep_name(relate_keeps(r->relate, i, k, NULL)));
		json_end(j, '}');
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void facts_json(const struct relate_report *r, struct json *j)
{
	json_begin(j, "facts", '[');
	for (uint32_t i = 0; i < relate_fact_count(r->relate); i++) {
		const struct relate_fact *f = relate_fact(r->relate, i);
		struct text witness = {0};
		json_begin(j, NULL, '{');
		json_string(j, "kind", relate_fact_name(f->kind));
		json_string(j, "text", f->text);
		json_place(j, "at", &r->model->diag, f->pos);
		if (f->witness) relate_witness_text(r, f->witness, "", &witness);
		json_string(j, "witness", f->witness ? text_get(&witness) : NULL);
		json_end(j, '}');
		text_clear(&witness);
	}
	json_end(j, ']');
}

static void tables_json(const struct relate_report *r, struct json *j)
{
	static const char *const hypotheses[] = {"types", "invariant", "reachable"};
	uint32_t count = relate_count(r->relate);
	json_string(j, "assume", hypotheses[r->hypothesis]);
	json_bool(j, "closed", relate_is_closed(r->relate));
	json_begin(j, "relations", '[');
	for (uint32_t i = 0; i <= count; i++)
		for (uint32_t k = 0; k < count; k++) entry_json(r, j, i ? i - 1 : count, k);
	json_end(j, ']');
	pairs_json(r, j);
	guards_json(r, j);
	invariants_json(r, j);
	facts_json(r, j);
}

void relate_json(const struct relate_report *r)
{
	struct json j = {0};
	struct relate_stats s;
	bool is_stuck = relate_is_stuck(r->relate);
	report_open(&j, r->cli, r->model->file, model_name(r->model),
	            r->reason ? "inconclusive" : "found");
	report_bounds(&j, &r->universe, !r->reason && !relate_is_cut(r->relate));
	json_string(&j, "reason", r->reason);
	if (!is_stuck) tables_json(r, &j);
	json_begin(&j, "findings", '[');
	report_warnings(&j, &r->model->diag);
	json_end(&j, ']');
	report_errors(&j, &r->model->diag);
	report_stats(&j);
	relate_stats(r->relate, &s);
	json_integer(&j, "questions", (int64_t)s.questions);
	json_integer(&j, "models", (int64_t)s.models);
	json_integer(&j, "conflicts", (int64_t)s.conflicts);
	report_close(&j, r->cli);
}

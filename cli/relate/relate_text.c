/* What was found, as text and CSV. */
#include "cli/relate/relate.h"

enum { WIDEST = 110, MOST_LISTED = 20 };

/* ---- states -------------------------------------------------------------------------------------------------- */

void relate_states_text(const struct relate_report *r, struct text *out)
{
	static const char *const texts[] = {"all of the types",
	                                    "all of the types in which the invariant holds",
	                                    "all of the types in which holds what is inductive"};
	text_format(out, "states: %s", texts[r->hypothesis]);
	const struct node *n;
	for (uint32_t i = 0; (n = relate_range(r->relate, i)); i++) {
		text_add(out, i ? ", " : "; where nothing bounds integers: ");
		print_formula(r->model->project, n, out);
	}
	if (relate_is_cut_elsewhere(r->relate)) {
		int64_t low, high;
		relate_reach(r->relate, &low, &high);
		text_format(out, "; other integers without bounds come from %lld..%lld", (long long)low,
		            (long long)high);
	}
	text_add_char(out, '\n');
}

static void values_text(const struct relate_report *r, const char *indent, const char *title,
                        struct decl *const *names, const value *values, uint32_t count,
                        struct text *out)
{
	for (uint32_t i = 0; i < count; i++) {
		text_format(out, "%s%-10s%s = ", indent, i ? "" : title, names[i]->name);
		bool is_short = value_print_of(r->values, &r->universe, names[i], values[i],
		                               abbreviate_from(r->cli), out);
		abbreviate_text(is_short, out);
		text_add_char(out, '\n');
	}
}

static void step_text(const struct relate_report *r, const char *indent,
                      const struct relate_witness *w, struct text *out)
{
	text_format(out, "%s%-10s%s", indent, "then", relate_row_name(r->relate, w->operation));
	if (w->operation < relate_count(r->relate)) {
		const struct node *p = relate_operation(r->relate, w->operation)->parameters;
		for (uint32_t i = 0; i < p->count; i++) {
			text_format(out, "%s%s = ", i ? ", " : "(", p->kid[i]->decl->name);
			if (w->parameters[i] == VALUE_NONE) text_add_char(out, '?');
			else value_print_of(r->values, &r->universe, p->kid[i]->decl, w->parameters[i], 0, out);
		}
		if (p->count) text_add_char(out, ')');
	}
	text_add_char(out, '\n');
}

void relate_witness_text(const struct relate_report *r, const struct relate_witness *w,
                         const char *indent, struct text *out)
{
	const struct explore_view *v = &r->view;
	values_text(r, indent, "constants", v->unknowns, w->constants, v->unknown_count, out);
	if (w->before)
		values_text(r, indent, "before", v->variables, w->before, v->variable_count, out);
	if (w->operation != RELATE_NO_STEP) step_text(r, indent, w, out);
	if (w->after) values_text(r, indent, "after", v->variables, w->after, v->variable_count, out);
}

/* ---- the matrix ---------------------------------------------------------------------------------------------------- */

static uint32_t longest_name(const struct relate_report *r)
{
	size_t longest = strlen("INITIALISATION");
	for (uint32_t i = 0; i < relate_count(r->relate); i++) {
		size_t length = strlen(relate_row_name(r->relate, i));
		if (length > longest) longest = length;
	}
	return (uint32_t)longest;
}

static void words_text(const struct relate_report *r, uint32_t width, struct text *out)
{
	uint32_t count = relate_count(r->relate), first = longest_name(r);
	text_format(out, "  %-*s", (int)first, "");
	for (uint32_t k = 0; k < count; k++)
		text_format(out, "  %-*s", (int)width, relate_row_name(r->relate, k));
	for (uint32_t i = 0; i <= count; i++) {
		uint32_t row = i ? i - 1 : count; /* INITIALISATION first */
		text_format(out, "\n  %-*s", (int)first, relate_row_name(r->relate, row));
		for (uint32_t k = 0; k < count; k++)
			text_format(out, "  %-*s", (int)width,
			            relate_class_name(relate_class(r->relate, row, k)));
	}
	text_add_char(out, '\n');
}

/* One sign for each, columns by number. */
static void signs_text(const struct relate_report *r, struct text *out)
{
	static const char signs[RELATE_CLASSES + 1] = "?x01=+-~*";
	uint32_t count = relate_count(r->relate), first = longest_name(r);
	text_add(out, "  (columns by number; ");
	for (uint32_t c = 0; c < RELATE_CLASSES; c++)
		text_format(out, "%s%c %s", c ? ", " : "", signs[c],
		            relate_class_name((enum relate_class)c));
	text_add(out, ")\n");
	for (uint32_t tens = 0; tens < 2; tens++) {
		text_format(out, "  %4s %-*s  ", "", (int)first, "");
		for (uint32_t k = 0; k < count; k++) {
			uint32_t digit = tens ? (k + 1) % 10 : (k + 1) / 10 % 10;
			text_add_char(out, tens || k + 1 >= 10 ? (char)('0' + digit) : ' ');
		}
		text_add_char(out, '\n');
	}
	for (uint32_t i = 0; i <= count; i++) {
		uint32_t row = i ? i - 1 : count;
		if (row == count)
			text_format(out, "  %4s %-*s  ", "", (int)first, relate_row_name(r->relate, row));
		else text_format(out, "  %4u %-*s  ", row + 1, (int)first, relate_row_name(r->relate, row));
		for (uint32_t k = 0; k < count; k++)
			text_add_char(out, signs[relate_class(r->relate, row, k)]);
		text_add_char(out, '\n');
	}
}

static void matrix_text(const struct relate_report *r, struct text *out)
{
	uint32_t width = (uint32_t)strlen("can disable"), count = relate_count(r->relate);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t length = (uint32_t)strlen(relate_row_name(r->relate, i));
		if (length > width) width = length;
	}
	text_add(out, "\nenabling: what a step of the row does to the column\n");
	if (2 + longest_name(r) + count * (width + 2) <= WIDEST) words_text(r, width, out);
	else signs_text(r, out);
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

static void pairs_text(const struct relate_report *r, enum relate_independence is,
                       const char *title, struct text *out)
{
	uint32_t count = relate_count(r->relate), shown = 0, all = 0;
	bool is_verbose = r->cli->options.verbose;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = i; k < count; k++) all += relate_independence(r->relate, i, k) == is;
	if (all == 0) return;
	text_format(out, "\n%s: ", title);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = i; k < count; k++) {
			if (relate_independence(r->relate, i, k) != is) continue;
			if (shown == MOST_LISTED && !is_verbose) {
				text_format(out, ", ... %u in all (-v shows them)\n", all);
				return;
			}
			text_format(out, "%s%s/%s", shown++ ? ", " : "", relate_row_name(r->relate, i),
			            relate_row_name(r->relate, k));
		}
	text_add_char(out, '\n');
}

/* ---- the invariant ------------------------------------------------------------------------------------------------ */

/* All but those that nobody touches: i untouched, k kept by itself, K kept with the others, B broken. */
static void invariants_text(const struct relate_report *r, struct text *out)
{
	enum { LONGEST = 70 };
	static const char signs[] = "?.kKB";
	uint32_t count = relate_count(r->relate), rows = relate_invariant_count(r->relate);
	if (rows == 0) return;
	text_add(out, "\ninvariant, conjunct by conjunct (. untouched, k kept by itself, K kept where "
	              "the whole invariant "
	              "holds, B can be broken); INITIALISATION, then operations in order\n");
	for (uint32_t k = 0; k < rows; k++) {
		text_add(out, "  ");
		for (uint32_t i = 0; i <= count; i++) {
			uint32_t row = i ? i - 1 : count;
			text_add_char(out, signs[relate_keeps(r->relate, row, k, NULL)]);
		}
		text_add(out, "  ");
		print_formula_short(r->model->project, relate_invariant(r->relate, k, NULL), LONGEST, out);
		text_add_char(out, '\n');
	}
}

/* ---- facts ---------------------------------------------------------------------------------------------------------- */

/* Those that cannot be broken stand in the table, too. */
static uint32_t most_of(const struct relate_report *r, uint32_t kind)
{
	enum { FEW = 5 };
	if (r->cli->options.verbose) return UINT32_MAX;
	return kind == RELATE_FACT_UNBREAKABLE ? FEW : MOST_LISTED;
}

static void facts_text(const struct relate_report *r, struct text *out)
{
	uint32_t count = relate_fact_count(r->relate), of_kind[RELATE_FACTS] = {0};
	if (count > 0) text_add(out, "\nfacts\n");
	for (uint32_t i = 0; i < count; i++) {
		const struct relate_fact *f = relate_fact(r->relate, i);
		struct place p = diag_place(&r->model->diag, f->pos);
		if (of_kind[f->kind]++ >= most_of(r, f->kind)) continue;
		text_add(out, "  ");
		if (p.source) text_format(out, "%s:%u:%u: ", p.source->file, p.line, p.column);
		text_format(out, "%s: %s\n", relate_fact_name(f->kind), f->text);
		if (f->witness && r->cli->options.verbose)
			relate_witness_text(r, f->witness, "      ", out);
	}
	for (uint32_t k = 0; k < RELATE_FACTS; k++)
		if (of_kind[k] > most_of(r, k))
			text_format(out, "  ... %u of '%s' in all (-v shows them)\n", of_kind[k],
			            relate_fact_name((enum relate_fact_kind)k));
	bool is_of_types = false;
	for (uint32_t k = 0; k < RELATE_FACTS; k++)
		is_of_types |= of_kind[k] > 0 && k != RELATE_FACT_BROKEN && k != RELATE_FACT_UNBREAKABLE;
	if (is_of_types && !relate_is_closed(r->relate))
		text_add(
		    out,
		    "  (of states in which typing conjuncts are true, and integers within the bounds: not "
		    "all operations keep them so)\n");
}

static void stats_text(const struct relate_report *r, struct text *out)
{
	struct relate_stats s;
	relate_stats(r->relate, &s);
	text_format(out, "solver: %llu questions, %llu models, %llu conflicts\n",
	            (unsigned long long)s.questions, (unsigned long long)s.models,
	            (unsigned long long)s.conflicts);
}

void relate_text(const struct relate_report *r)
{
	struct text out = {0};
	text_format(&out, "%s: machine %s: ", r->model->file, model_name(r->model));
	if (r->reason) text_format(&out, "inconclusive: %s\n", r->reason);
	else
		text_format(&out, "relations of %u operation%s\n", relate_count(r->relate),
		            relate_count(r->relate) == 1 ? "" : "s");
	text_add(&out, "bounds: ");
	bounds_print(&out, &r->universe);
	text_add_char(&out, '\n');
	relate_states_text(r, &out);
	if (!relate_is_stuck(r->relate) && relate_count(r->relate) > 0) {
		if (r->cli->options.verbose) stats_text(r, &out);
		matrix_text(r, &out);
		pairs_text(r, RELATE_NOT_TOGETHER, "never enabled together", &out);
		pairs_text(r, RELATE_APART, "independent, by their texts", &out);
		pairs_text(r, RELATE_INDEPENDENT, "independent, by the solver", &out);
		pairs_text(r, RELATE_BY_PARAMETERS, "independent for different parameters", &out);
		invariants_text(r, &out);
		facts_text(r, &out);
	}
	report_text(r->cli, &out);
	text_clear(&out);
}

/* ---- CSV ------------------------------------------------------------------------------------------------------------- */

void relate_csv(const struct relate_report *r, struct text *out)
{
	uint32_t count = relate_count(r->relate);
	text_add(out, "operation");
	for (uint32_t k = 0; k < count; k++) text_format(out, ",%s", relate_row_name(r->relate, k));
	for (uint32_t i = 0; i <= count; i++) {
		uint32_t row = i ? i - 1 : count;
		text_format(out, "\n%s", relate_row_name(r->relate, row));
		for (uint32_t k = 0; k < count; k++)
			text_format(out, ",%s", relate_class_name(relate_class(r->relate, row, k)));
	}
	text_add_char(out, '\n');
}

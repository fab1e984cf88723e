/* bounce solve: values of the free names of a predicate that make it true. */
#include "cli/solve/solution.h"

/* ---- options ----------------------------------------------------------------------------------- */

static int wrong_options(struct cli *c)
{
	const struct options *o = &c->options;
	int sources = (o->operands.count > 0) + (o->input != NULL) + (o->batch != NULL);
	if (o->operands.count > 1)
		return report_usage(c, "one predicate at a time, and here are %u; is it quoted?",
		                    o->operands.count);
	if (sources == 0)
		return report_usage(c, "which predicate? usage: bounce solve [OPTION]... PREDICATE");
	if (sources > 1)
		return report_usage(c, "one of a predicate, '--file' and '--batch', not several");
	if (o->card.count && !o->machine) return report_usage(c, "'--card' needs a machine, '-m FILE'");
	if (o->properties && !o->machine)
		return report_usage(c, "'--properties' needs a machine, '-m FILE'");
	bool has_more = o->all || o->count || o->show || o->dimacs || o->certify;
	if (o->batch && has_more)
		return report_usage(c, "'--batch' goes without '--all', '--count', '--show', '--dimacs' "
		                       "and '--certify'");
	return EXIT_GOOD;
}

/* ---- one predicate ----------------------------------------------------------------------------- */

/* The operand or the text of the file; NULL with an error in the diag. */
static const char *read_text(struct setting *s)
{
	const struct options *o = &s->cli->options;
	if (!o->input) return o->operands.at[0];
	const struct source *file = diag_read(&s->model.diag, o->input, (struct pos){0});
	if (!file) return NULL;
	if (strlen(file->text) == file->length) return file->text;
	diag_at(&s->model.diag, (struct pos){0}, DIAG_ERROR, "'%s' is no text: it has a zero byte",
	        o->input);
	return NULL;
}

static void report(struct setting *s, const struct solution *x)
{
	if (report_begin_object(s->cli)) {
		solution_json(s, x);
		report_end_object(s->cli);
	}
	if (!s->cli->options.json) solution_text(s, x, "");
}

static int solve_problem(struct setting *s, struct problem *p)
{
	struct solution x;
	if (!problem_show(p)) return EXIT_USAGE;
	setting_begin(s);
	solution_find(&x, p);
	setting_end(s);
	report(s, &x);
	int code = solution_code(&x);
	solution_close(&x);
	return code;
}

static int solve_text(struct setting *s)
{
	struct problem p = {0};
	s->file = s->cli->options.input;
	const char *text = s->is_good ? read_text(s) : NULL;
	int code = EXIT_INPUT;
	if (text && problem_formula(&p, s, text)) code = solve_problem(s, &p);
	else report(s, NULL);
	problem_close(&p);
	return code;
}

int solve_command(struct cli *c)
{
	struct setting s;
	if (setting_lists_tactics(c)) return EXIT_GOOD;
	int code = wrong_options(c);
	if (code != EXIT_GOOD) return code;
	if (!setting_open(&s, c, c->options.machine)) return EXIT_USAGE;
	code = c->options.batch ? batch_run(&s, c->options.batch) : solve_text(&s);
	setting_close(&s);
	return code;
}

/* bounce constants: values of parameters and constants that satisfy CONSTRAINTS and PROPERTIES, or
 * the conjuncts to blame. */
#include "cli/solve/solution.h"

#include <math.h>

enum { LISTED_SET = 20 }; /* larger sets are shown by their size */

static void print_set(const struct universe *u, uint32_t number, struct text *out)
{
	const struct universe_set *s = &u->sets.at[number];
	if (s->size > LISTED_SET) {
		text_format(out, "card(%s) = %u\n", s->decl->name, s->size);
		return;
	}
	text_format(out, "%s = {", s->decl->name);
	for (uint32_t i = 0; i < s->size; i++)
		text_format(out, "%s%s%u", i ? "," : "", s->decl->name, i + 1);
	text_add(out, "}\n");
}

/* Once, before the solutions: the sizes are the same in all of them. */
static void print_sets(struct setting *s)
{
	struct text out = {0};
	for (uint32_t i = 0; i < s->universe.sets.count; i++)
		if (s->universe.sets.at[i].decl->kind != DECL_ENUMERATED_SET)
			print_set(&s->universe, i, &out);
	if (out.count) text_add_char(&out, '\n');
	report_text(s->cli, &out);
	text_clear(&out);
}

static void report(struct setting *s, const struct solution *x)
{
	struct text prefix = {0};
	if (report_begin_object(s->cli)) {
		solution_json(s, x);
		report_end_object(s->cli);
	}
	if (s->cli->options.json) return;
	if (x) text_format(&prefix, "%s: machine %s: ", s->model.file, model_name(&s->model));
	if (x && x->problem->names.list.count == 0) text_add(&prefix, "there are no constants: ");
	solution_text(s, x, text_get(&prefix));
	text_clear(&prefix);
}

/* Minimising a conflict takes many searches. Unasked it is done where the search was easy: what takes
 * many conflicts is rarely the fault of a few conjuncts, and looking would cost more than the answer. */
static void blame(struct setting *s, struct solution *x)
{
	enum { EASY = 20, LONG = 60 /* seconds */, EFFORT = EVAL_EFFORT_PER_SECOND };
	double chosen = s->cli->options.blame, limit = s->seconds, spent = report_clock() - s->begun;
	if (x->verdict.answer != SEARCH_NONE || x->is_excluded || s->watch.flag) return;
	if (chosen <= 0 && x->stats.conflicts > EASY) {
		x->is_unexplained = true;
		return;
	}
	bool is_counted = s->cli->options.effort_limit > 0; /* the limit of effort is one for all */
	uint64_t most = chosen <= 0  ? EFFORT
	                : is_counted ? (uint64_t)(chosen * EVAL_EFFORT_PER_SECOND)
	                             : UINT64_MAX;
	s->seconds = chosen > 0 ? chosen : limit > 0 ? fmax(limit - spent, spent / 8 + 1) : LONG;
	if (is_counted) s->seconds = limit;
	setting_begin(s);
	solution_blame(x, most);
	setting_end(s);
	s->seconds = limit;
}

static int find_constants(struct setting *s, struct problem *p)
{
	struct solution x;
	if (!problem_show(p)) return EXIT_USAGE;
	if (!s->cli->options.json) print_sets(s);
	solution_find(&x, p);
	setting_end(s);
	blame(s, &x);
	report(s, &x);
	int code = solution_code(&x);
	solution_close(&x);
	return code;
}

static int constants_of(struct setting *s)
{
	struct problem p;
	int code = EXIT_INPUT;
	setting_begin(s);
	if (problem_constants(&p, s)) code = find_constants(s, &p);
	else report(s, NULL);
	setting_end(s);
	problem_close(&p);
	return code;
}

int constants_command(struct cli *c)
{
	struct setting s;
	int code = EXIT_INPUT;
	if (setting_lists_tactics(c)) return EXIT_GOOD;
	if (c->options.operands.count != 1) {
		struct model none;
		model_open(&none, c); /* which says what is wrong */
		return EXIT_USAGE;
	}
	if (!setting_open(&s, c, c->options.operands.at[0])) return EXIT_USAGE;
	if (s.is_good && !setting_has_machine(&s)) {
		diag_at(&s.model.diag, (struct pos){0}, DIAG_ERROR, "'%s' is a definition file: no machine",
		        s.model.file);
		s.is_good = false;
	}
	if (s.is_good) code = constants_of(&s);
	else report(&s, NULL);
	setting_close(&s);
	return code;
}

/* The search for solutions: how many, for how long, and what the answer is worth. */
#include "cli/solve/solution.h"

#include <errno.h>

/* ---- values ------------------------------------------------------------------------------------ */

static bool has_same_name(const struct decl *a, const struct decl *b)
{
	return strcmp(problem_name(a), problem_name(b)) == 0;
}

/* A constant that a refinement declares again is equal to the first one and shown once. */
static bool is_repeated(const struct problem *p, uint32_t index)
{
	const struct decl *d = p->shown.list.at[index];
	for (uint32_t i = 0; i < index; i++)
		if (has_same_name(p->shown.list.at[i], d) &&
		    eval_get(p->eval, p->shown.list.at[i]) == eval_get(p->eval, d))
			return true;
	return false;
}

/* The name, with that of its machine if another one is called the same. */
static void add_label(const struct problem *p, const struct decl *d, struct text *out)
{
	bool is_shared = false;
	for (uint32_t i = 0; i < p->shown.list.count; i++)
		is_shared |= has_same_name(p->shown.list.at[i], d) &&
		             eval_get(p->eval, p->shown.list.at[i]) != eval_get(p->eval, d);
	if (is_shared && d->machine) text_format(out, "%s.", d->machine->name);
	text_add(out, problem_name(d));
}

static void print_value(const struct problem *p, const struct decl *d, struct text *out)
{
	value_print_of(p->values, &p->setting->universe, d, eval_get(p->eval, d), 0, out);
}

void solution_values(const struct problem *p, struct json *j, const char *key)
{
	json_begin(j, key, '{');
	for (uint32_t i = 0; i < p->shown.list.count; i++) {
		struct text label = {0}, shown = {0};
		if (is_repeated(p, i)) continue;
		add_label(p, p->shown.list.at[i], &label);
		print_value(p, p->shown.list.at[i], &shown);
		json_string(j, text_get(&label), text_get(&shown));
		text_clear(&label);
		text_clear(&shown);
	}
	json_end(j, '}');
}

static void print_solution(const struct problem *p)
{
	struct text out = {0};
	for (uint32_t i = 0; i < p->shown.list.count; i++) {
		if (is_repeated(p, i)) continue;
		add_label(p, p->shown.list.at[i], &out);
		text_add(&out, " = ");
		print_value(p, p->shown.list.at[i], &out);
		text_add_char(&out, '\n');
	}
	if (out.count) text_add_char(&out, '\n');
	report_text(p->setting->cli, &out);
	text_clear(&out);
}

/* ---- the search -------------------------------------------------------------------------------- */

static void say_reason(struct solution *x)
{
	struct setting *s = x->problem->setting;
	const char *limit = x->verdict.answer == SEARCH_OPEN ? setting_limit(s) : NULL;
	struct text shown = {0};
	x->reason = limit;
	if (limit && !x->verdict.is_cause) return;
	setting_place(s, x->verdict.pos, &shown);
	text_add(&shown, x->verdict.reason);
	if (limit) text_format(&shown, "; %s", limit);
	x->reason = arena_text(&s->model.project->arena, shown.at, shown.count);
	text_clear(&shown);
}

/* EXIT_GOOD, or as report_file; that there is nothing to write is no error. */
static int write_dimacs(struct solution *x, const char *path)
{
	struct cli *c = x->problem->setting->cli;
	FILE *file = fopen(path, "we");
	bool is_written = file && search_write_dimacs(x->search, file);
	bool good = file && !ferror(file);
	if (file && fclose(file) != 0) good = false;
	if (!good) return report_not_written(c, path);
	if (!is_written)
		report_error(c, "bounce: note: there are no clauses to be written to '%s'\n", path);
	return EXIT_GOOD;
}

static void found(struct solution *x)
{
	const struct options *o = &x->problem->setting->cli->options;
	x->count++;
	if (o->json || o->html) solution_values(x->problem, &x->list, NULL);
	if (!o->json) print_solution(x->problem);
}

/* Is there anything in which another solution could differ, and is it asked for? */
static bool goes_on(const struct solution *x)
{
	return x->count < x->problem->setting->wanted && x->problem->shown.list.count > 0;
}

static void enumerate(struct solution *x)
{
	const struct problem *p = x->problem;
	while ((x->verdict = search_next(x->search)).answer == SEARCH_FOUND) {
		valuation_apply(&x->verdict.valuation, p->eval);
		found(x);
		if (!goes_on(x)) return;
		search_exclude_last(x->search, p->shown.list.at, p->shown.list.count,
		                    p->setting->cli->options.up_to_symmetry);
		x->is_excluded = true;
	}
	if (x->verdict.answer != SEARCH_NONE) say_reason(x);
}

static void certify(struct solution *x)
{
	if (x->verdict.answer != SEARCH_NONE) return;
	x->is_certified = true;
	x->certificate = search_certify(x->search, &x->certificate_text);
}

/* If PROPERTIES have no solution at all, other bounds would not change that; if they have none with the bounds
 * that were tried, others may. */
static void find_use(struct solution *x)
{
	const struct universe *u = &x->problem->setting->universe;
	bool is_none = x->verdict.answer == SEARCH_NONE && x->count == 0 && x->problem->explore;
	x->use = question_uses(&x->question);
	if (!is_none) return;
	if (u->is_contradictory) x->use = (struct bounds_use){0};
	else if (u->unfit) x->unfit = x->reason = explore_unfit(x->problem->explore);
}

/* Conjuncts that bounds play no part in are contradictory whatever the bounds. */
static void narrow_use(struct solution *x)
{
	struct bounds_use use = {0};
	if (!x->blamed_count || search_core_is_near(x->search)) return;
	for (uint32_t i = 0; i < x->blamed_count; i++)
		bounds_use_of(&x->problem->setting->universe, x->blamed[i], &use);
	x->use = use;
	if (!use.sizes && !use.integers) x->unfit = x->reason = NULL;
}

void solution_find(struct solution *x, struct problem *p)
{
	struct setting *s = p->setting;
	const struct options *o = &s->cli->options;
	memset(x, 0, sizeof *x);
	x->problem = p;
	x->verdict.by = SEARCH_TACTICS;
	if (s->missing) {
		x->verdict.answer = SEARCH_OPEN;
		x->reason = s->missing;
		return;
	}
	x->read_seconds = report_clock() - s->cli->started;
	x->question = (struct question){.names = p->names.list.at,
	                                .count = p->names.list.count,
	                                .conjuncts = p->conjuncts.at,
	                                .conjunct_count = p->conjuncts.count,
	                                .universe = &s->universe};
	x->search = search_open(p->eval, s->model.project, &x->question, &s->search);
	if (o->dimacs) x->written = write_dimacs(x, o->dimacs);
	enumerate(x);
	if (o->certify) certify(x);
	search_stats(x->search, &x->stats);
	find_use(x);
}

/* That all conjuncts together have no solution explains nothing, unless none can be left out. */
void solution_blame(struct solution *x, uint64_t effort)
{
	const struct problem *p = x->problem;
	uint32_t all = 0;
	if (x->verdict.answer != SEARCH_NONE || x->is_excluded) return;
	x->blamed = search_core(x->search, effort, &x->blamed_count, &x->is_minimal);
	for (uint32_t i = 0; i < p->conjuncts.count; i++) all += conjunct_count(p->conjuncts.at[i]);
	x->is_unexplained = !x->blamed_count || (!x->is_minimal && x->blamed_count == all);
	if (x->is_unexplained) x->blamed_count = 0;
	search_stats(x->search, &x->stats);
	narrow_use(x);
}

void solution_close(struct solution *x)
{
	if (x->search) search_close(x->search);
	json_clear(&x->list);
	text_clear(&x->certificate_text);
}

/* ---- what it is worth -------------------------------------------------------------------------- */

/* A solution stands for itself; that there are no more is a matter of bounds. */
bool solution_is_complete(const struct solution *x)
{
	switch (x->verdict.answer) {
	case SEARCH_FOUND: return x->problem->setting->wanted == 1 || !x->problem->shown.list.count;
	case SEARCH_NONE: return x->verdict.is_complete && !x->problem->has_ranges && !x->unfit;
	default: return false;
	}
}

bool solution_is_absolute(const struct solution *x)
{
	return x->verdict.answer == SEARCH_NONE && solution_is_complete(x) && !x->use.sizes &&
	       !x->use.integers;
}

const char *solution_verdict(const struct solution *x)
{
	switch (x->verdict.answer) {
	case SEARCH_FOUND: return "found";
	case SEARCH_NONE: return x->count ? "found" : x->unfit ? "inconclusive" : "none";
	case SEARCH_OPEN: return "inconclusive";
	default: return "error";
	}
}

int solution_code(const struct solution *x)
{
	switch (x->verdict.answer) {
	case SEARCH_FOUND: return x->written;
	case SEARCH_NONE:
		if (x->written) return x->written;
		return x->count ? EXIT_GOOD : x->unfit ? EXIT_INCONCLUSIVE : EXIT_BAD;
	case SEARCH_OPEN: return EXIT_INCONCLUSIVE;
	default: return EXIT_INTERNAL;
	}
}

/* Of "none", or of the end of a list of solutions. */
static void add_worth(const struct solution *x, struct text *out)
{
	const char *bounds = bounds_use_words(x->use);
	if (!solution_is_complete(x)) text_add(out, "within bounds");
	else text_format(out, "(proved%s%s)", *bounds ? " " : "", bounds);
}

static void phrase_found(const struct solution *x, struct text *out)
{
	if (x->problem->setting->wanted == 1 || !x->problem->shown.list.count) {
		text_add(out, "found");
		return;
	}
	text_format(out, "found %u solution%s: ", x->count, x->count == 1 ? "" : "s");
	if (x->verdict.answer == SEARCH_NONE) {
		text_add(out, "no more ");
		add_worth(x, out);
	} else text_add(out, "there may be more (--all looks for them)");
}

void solution_phrase(const struct solution *x, struct text *out)
{
	switch (x->verdict.answer) {
	case SEARCH_FOUND: phrase_found(x, out); return;
	case SEARCH_NONE:
		if (x->count) phrase_found(x, out);
		else if (x->unfit) text_format(out, "inconclusive: %s", x->unfit);
		else {
			text_add(out, "none ");
			add_worth(x, out);
		}
		return;
	case SEARCH_OPEN:
		if (x->count) text_format(out, "found %u, then ", x->count);
		text_format(out, "inconclusive: %s", x->reason);
		return;
	case SEARCH_DOUBTFUL: text_format(out, "internal error: %s", x->reason); return;
	}
}

/* What was found, as text. */
#include "cli/check/grow.h"
#include "cli/check/temporal_report.h"

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void add_verdict(struct findings *f, struct text *out)
{
	uint32_t errors = findings_errors(f);
	const char *bounds = bounds_use_words(findings_uses(f));
	text_format(out, "%s: machine %s: ", f->model->file, model_name(f->model));
	if (errors) text_format(out, "counterexample: %u fault%s found\n", errors, plural(errors));
	else if (strcmp(f->verdict, "violated") == 0)
		text_add(out, f->goal && f->cli->options.goal ? "the goal is reached\n"
		                                              : "a temporal assertion is violated\n");
	else if (f->reason) text_format(out, "inconclusive: %s\n", f->reason);
	else if (!f->is_complete && f->has_depth)
		text_format(out, "none within bounds: %s within %u operation%s\n", findings_nothing(f),
		            f->depth, plural(f->depth));
	else if (!f->is_complete)
		text_format(out, "none within bounds: %s found\n", findings_nothing(f));
	else if (*bounds)
		text_format(out, "proved (%s): %s in any state\n", bounds, findings_nothing(f));
	else text_format(out, "proved: %s in any state\n", findings_nothing(f));
}

static const char *integers_of(const struct findings *f)
{
	if (!f->cut.was_cut) return "";
	return f->cut.is_wide ? " for the integers that were tried"
	                      : " for integers from MININT..MAXINT";
}

/* What the counts mean, and how many states they stand for. */
static void add_quotient(const struct explore_stats *s, struct text *out)
{
	if (s->all_states > 0)
		text_format(out, " (up to symmetry: for %.15g states%s)", s->all_states,
		            s->is_inexact ? "; some of them are counted more than once" : "");
	else text_add(out, " (up to symmetry, by markers)");
}

static void add_states(struct findings *f, struct text *out)
{
	const struct explore_stats *s = &f->result->stats;
	text_format(out, "%llu state%s%s, %llu transition%s", (unsigned long long)s->states,
	            plural(s->states),
	            explore_is_paired(f->explore) ? " (each with one of the abstraction)" : "",
	            (unsigned long long)s->transitions, plural(s->transitions));
	if (f->result->is_quotient) add_quotient(s, out);
	if (f->result->is_reduced && s->reduced == 0)
		text_add(out, " (partial order reduction left out nothing)");
	else if (f->result->is_reduced)
		text_format(out,
		            " (partial order reduction: in %llu state%s not all operations were taken)",
		            (unsigned long long)s->reduced, plural(s->reduced));
	if (explore_has_setup(f->explore))
		text_format(out, ", %llu valuation%s of the constants%s", (unsigned long long)s->setups,
		            plural(s->setups), f->result->up_to_symmetry ? " up to symmetry" : "");
	if (f->proof) text_format(out, ": %s", f->proof);
	else if (f->has_all_states)
		text_format(out, ": the whole space%s%s", s->reduced > 0 ? ", reduced" : "",
		            integers_of(f));
	else if (f->has_all_runs) text_format(out, ": all runs%s", integers_of(f));
	else text_format(out, ": a part of the space (%llu explored)", (unsigned long long)s->explored);
}

static void add_goal(struct findings *f, struct text *out)
{
	const char *state = findings_goal_state(f);
	if (state && strcmp(state, "reached") != 0) text_format(out, "goal: %s\n", state);
}

static void add_part(struct findings *f, const char *kind, struct text *out)
{
	const struct check_part *p = findings_part(f, kind);
	text_format(out, "%s: ", kind);
	if (p->proof) text_format(out, "proved: %s\n", p->proof);
	else if (p->lengths == 0) text_add(out, "not looked at\n");
	else if (p->lengths == UINT32_MAX) text_format(out, "none in any run%s\n", integers_of(f));
	else text_format(out, "none within %u operation%s\n", p->lengths - 1, plural(p->lengths - 1));
}

/* A line for each kind, where they differ. */
static void add_parts(struct findings *f, struct text *out)
{
	const struct check_kind *k;
	for (uint32_t i = 0; f->parts && (k = check_kind(i)); i++)
		if (findings_has_part(f, k)) add_part(f, k->word, out);
}

static void add_coverage(struct findings *f, struct text *out)
{
	bool has_states = f->result->stats.states > 0 || !f->solver.count;
	text_add(out, "bounds: ");
	bounds_print(out, &f->universe);
	text_add(out, "\ncovered: ");
	if (has_states) add_states(f, out);
	else if (f->proof) text_format(out, "all runs: %s", f->proof);
	else if (f->has_all_runs) text_format(out, "all runs%s", integers_of(f));
	else if (!f->has_depth) text_add(out, "nothing");
	else text_format(out, "runs of up to %u operation%s", f->depth, plural(f->depth));
	text_add_char(out, '\n');
	grow_text(f, out);
	add_parts(f, out);
	add_goal(f, out);
	picture_text(f, out);
	if (f->solver.count) text_format(out, "%s\n", text_get(&f->solver));
	if (f->reason && findings_errors(f)) text_format(out, "not complete: %s\n", f->reason);
	if (f->open_assertion) text_format(out, "not complete: %s\n", f->open_assertion);
	if (f->cut.was_cut)
		text_format(
		    out,
		    "not complete: integers without bounds were drawn from %s (--int LO..HI changes it)\n",
		    f->cut.is_wide ? "a part of them" : "MININT..MAXINT");
}

static void add_place(struct findings *f, struct pos pos, struct text *out)
{
	struct place p = diag_place(&f->model->diag, pos);
	if (p.source) text_format(out, "%s:%u:%u: ", p.source->file, p.line, p.column);
	else text_format(out, "%s: ", f->model->file);
}

static void add_binding(struct findings *f, const struct eval_binding *b, struct text *out)
{
	text_format(out, "%s = ", findings_name(b->decl));
	abbreviate_text(value_print_of(f->values, &f->universe, b->decl, b->value, f->longest, out),
	                out);
}

/* op(p = 1, q = 2), then the results */
static void add_operation(struct findings *f, const struct explore_step *s, struct text *out)
{
	text_add(out, s->op);
	for (uint32_t i = 0; i < s->parameters.count; i++) {
		text_add(out, i ? ", " : "(");
		add_binding(f, &s->parameters.at[i], out);
	}
	if (s->parameters.count > 0) text_add_char(out, ')');
	for (uint32_t i = 0; i < s->results.count; i++) {
		text_add(out, i ? ", " : " --> ");
		add_binding(f, &s->results.at[i], out);
	}
	text_add_char(out, '\n');
}

bool findings_is_same(const struct explore_step *before, const struct explore_step *s, uint32_t i)
{
	return before && before->state.count == s->state.count &&
	       before->state.at[i].decl == s->state.at[i].decl &&
	       before->state.at[i].value == s->state.at[i].value;
}

/* The new value of a variable; of a large one that changes a little, the change. */
static void add_change(struct findings *f, const struct explore_step *before,
                       const struct eval_binding *b, uint32_t i, struct text *out)
{
	bool is_known = !f->cli->options.full && before && i < before->state.count &&
	                before->state.at[i].decl == b->decl;
	if (!is_known || !value_print_change(f->values, &f->universe, findings_name(b->decl),
	                                     before->state.at[i].value, b->value, out))
		add_binding(f, b, out);
}

/* The state in full at first, then what changed; or (--full) all states in full. */
void findings_text_step(struct findings *f, const struct explore_step *before,
                        const struct explore_step *s, uint32_t number, struct text *out)
{
	if (before) text_format(out, "  %u: ", number);
	else text_add(out, "  ");
	add_operation(f, s, out);
	uint32_t shown = 0;
	for (uint32_t k = 0; k < s->state.count; k++) {
		if (!f->cli->options.full && findings_is_same(before, s, k)) continue;
		text_add(out, "       ");
		add_change(f, before, &s->state.at[k], k, out);
		text_add_char(out, '\n');
		shown++;
	}
	if (shown == 0 && before && s->state.count > 0) text_add(out, "       (no change)\n");
}

static void add_trace(struct findings *f, const struct explore_trace *t, struct text *out)
{
	const struct explore_step *before = NULL;
	uint32_t number = 0;
	for (uint32_t i = 0; i < t->steps.count; i++) {
		const struct explore_step *s = &t->steps.at[i];
		findings_text_step(f, before, s, before ? ++number : 0, out);
		if (strcmp(s->op, "SETUP_CONSTANTS") != 0) before = s;
	}
}

/* Why a predicate is false, as far as that is known. */
static void add_witness(struct findings *f, const struct explore_finding *found, struct text *out)
{
	const struct eval_bindings *w = &found->witness;
	if (w->count == 0 && !found->why) return;
	text_add(out, "  ");
	for (uint32_t i = 0; i < w->count; i++) {
		text_add(out, i ? ", " : "fails for ");
		add_binding(f, &w->at[i], out);
	}
	if (found->why) text_format(out, "%s%s", w->count ? "; " : "", found->why);
	text_add_char(out, '\n');
}

/* Nothing is said of a shortest run. */
static void add_length(struct findings *f, const struct explore_finding *found, struct text *out)
{
	uint32_t lengths = f->shortest.up_to;
	if (check_is_shortest(found, lengths)) return;
	text_format(out, "  a run of %u operation%s, perhaps not a shortest one", found->depth,
	            plural(found->depth));
	if (lengths > 0)
		text_format(out, ": there is none of up to %u operation%s", lengths - 1,
		            plural(lengths - 1));
	text_add_char(out, '\n');
}

static void add_finding(struct findings *f, const struct explore_finding *found, struct text *out)
{
	struct explore_trace t;
	text_add_char(out, '\n');
	add_place(f, found->pos, out);
	text_format(out, "%s: %s\n", findings_severity(found->severity), found->message);
	add_witness(f, found, out);
	explore_trace(f->explore, found, &t);
	add_length(f, found, out);
	add_trace(f, &t, out);
	explore_trace_clear(&t);
}

static void add_operations(struct findings *f, struct text *out)
{
	if (f->result->coverage.count == 0 || f->result->stats.states == 0) return;
	text_add(out, "\ntransitions:");
	for (uint32_t i = 0; i < f->result->coverage.count; i++) {
		const struct explore_coverage *c = &f->result->coverage.at[i];
		text_format(out, "%s %s %llu", i ? "," : "", c->name, (unsigned long long)c->transitions);
	}
	text_add_char(out, '\n');
}

static void add_statistics(struct findings *f, struct text *out)
{
	const struct explore_stats *s = &f->result->stats;
	double seconds = report_clock() - f->cli->started;
	text_format(out, "%.3f s, %.0f transitions per second, %.1f MB", seconds,
	            (double)s->transitions / (seconds > 0 ? seconds : 1), (double)s->bytes / 1e6);
	if (s->states) text_format(out, ", %.0f bytes per state", (double)s->bytes / (double)s->states);
	text_add_char(out, '\n');
	for (uint32_t i = 0; f->by && i < f->by->turns.count; i++)
		text_format(out, "turn: %s: %s, effort %llu\n", f->by->turns.at[i].engine,
		            engine_answer_name(f->by->turns.at[i].answer),
		            (unsigned long long)f->by->turns.at[i].effort);
	if (f->by && f->by->engine) text_format(out, "answered by: %s\n", f->by->engine);
}

void findings_text(struct findings *f)
{
	struct text out = {0};
	add_verdict(f, &out);
	add_coverage(f, &out);
	for (uint32_t i = 0; i < f->result->findings.count; i++) {
		if (findings_is_wanted(f, &f->result->findings.at[i]))
			add_finding(f, &f->result->findings.at[i], &out);
		report_much(f->cli, &out);
	}
	add_operations(f, &out);
	coverage_text(f, &out);
	temporal_part_text(f, &out);
	if (f->cli->options.verbose) add_statistics(f, &out);
	report_text(f->cli, &out);
	text_clear(&out);
}

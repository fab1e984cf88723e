/* What 'bounce disprove' found: each obligation, counterexamples, and a table, as text. */
#include "cli/disprove/disprove.h"

/* ---- words ----------------------------------------------------------------------------------------- */

static const char *const status_words[OBLIGATION_STATUSES] = {"refuted",
                                                              "refuted on some hypotheses",
                                                              "proved",
                                                              "proved for set sizes",
                                                              "none within bounds",
                                                              "open",
                                                              "doubtful"};

static const char none_reason[] =
    "unknowns without bounds were drawn from a part of their types (--int LO..HI changes it)";

/* A limit of the whole run. */
static const char *not_looked_at(const struct disproof *d)
{
	switch ((enum watch_reason)d->watch.flag) {
	case WATCH_TIME: return "not looked at: the total limit was reached (--total-limit raises it)";
	case WATCH_MEMORY:
		return "not looked at: the memory limit was reached (--memory-limit raises it)";
	case WATCH_INTERRUPT: return "not looked at: interrupted";
	case WATCH_STUCK: return "not looked at: one before it did not stop at its time limit";
	case WATCH_EFFORT: /* is of each */
	case WATCH_NONE: break;
	}
	return "not looked at";
}

const char *disprove_reason(struct disproof *d, const struct judged *j)
{
	if (!j->answer) return d->cli->options.list ? NULL : not_looked_at(d);
	return j->answer->status == OBLIGATION_NONE ? none_reason : j->answer->reason;
}

static void add_place(struct disproof *d, struct pos pos, struct text *out)
{
	struct place p = diag_place(&d->model.diag, pos);
	struct sequent_place common = sequents_place(&d->sequents, &d->model.diag, pos);
	if (common.file) text_format(out, "%s:%u:%u", common.file, common.line, common.column);
	else if (p.source) text_format(out, "%s:%u:%u", p.source->file, p.line, p.column);
	else text_add(out, d->model.file ? d->model.file : "sequent");
}

struct sequent_place disprove_sequent_place(const struct disproof *d, uint32_t index)
{
	return index < d->origin.count ? d->sequents.at[d->origin.at[index]].place
	                               : (struct sequent_place){0};
}

/* Of the goal: in the machine, or in the file that the sequent comes from. */
static void add_goal_place(struct disproof *d, uint32_t index, struct text *out)
{
	struct sequent_place p = disprove_sequent_place(d, index);
	if (p.file) text_format(out, "%s:%u:%u", p.file, p.line, p.column);
	else add_place(d, disproof_formulas(d, index)->pos, out);
}

static void add_formula(const struct disproof *d, const struct node *n, struct text *out)
{
	enum { WIDE = 100 };
	print_formula_short(d->model.project, n, WIDE, out);
}

/* ---- text ------------------------------------------------------------------------------------------ */

void disprove_list(struct disproof *d)
{
	struct text out = {0};
	if (d->cli->options.json) {
		disprove_json(d, "listed");
		return;
	}
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		struct obligation_label o = disproof_label(d, i);
		if (!d->stages.list.at[i].is_selected) continue;
		text_format(&out, "%-30s %-15s ", o.name, obligation_kind_name(o.kind));
		add_goal_place(d, i, &out);
		text_add_char(&out, '\n');
		report_much(d->cli, &out);
	}
	report_text(d->cli, &out);
	text_clear(&out);
}

static void add_binding(const struct obligation_binding *b, struct text *out)
{
	text_format(out, "%s = %s", b->name, b->value);
	abbreviate_text(b->is_short, out);
}

static void add_bindings(const char *title, const struct obligation_bindings *b, struct text *out)
{
	for (uint32_t i = 0; i < b->list.count; i++) {
		text_format(out, "    %-9s ", i ? "" : title);
		add_binding(&b->list.at[i], out);
		text_add_char(out, '\n');
	}
}

/* The values of a sequent, those of its goal first. */
static void add_sequent_values(const struct obligation_bindings *b, struct text *out)
{
	enum { MOST = 40 };
	struct obligation_bindings some = *b;
	if (some.list.count > MOST) some.list.count = MOST;
	add_bindings("values", &some, out);
	if (b->list.count > MOST)
		text_format(out, "              and %u more (--json shows them)\n", b->list.count - MOST);
}

static bool is_among(const struct obligation_binding *x, const struct obligation_bindings *b)
{
	for (uint32_t i = 0; i < b->list.count; i++)
		if (strcmp(b->list.at[i].name, x->name) == 0) return b->list.at[i].is == x->is;
	return false;
}

const char *disprove_operation(const struct obligation *o)
{
	if (o->step) return o->step->event;
	return o->operation ? o->operation->name : "INITIALISATION";
}

static void add_step(const struct obligation *o, const struct obligation_answer *a,
                     struct text *out)
{
	if (!o->body && !o->operation && !o->step) return;
	text_format(out, "    %-9s %s", o->body || o->step ? "then" : "for", disprove_operation(o));
	for (uint32_t i = 0; i < a->parameters.list.count; i++) {
		text_add(out, i ? ", " : "(");
		add_binding(&a->parameters.list.at[i], out);
	}
	text_add(out, a->parameters.list.count ? ")\n" : "\n");
}

/* What is new at the end. */
static void add_after(const struct obligation_answer *a, struct text *out)
{
	bool is_first = true;
	for (uint32_t i = 0; i < a->after.list.count; i++) {
		const struct obligation_binding *b = &a->after.list.at[i];
		if (is_among(b, &a->before)) continue;
		text_format(out, "    %-9s ", is_first ? "after" : "");
		add_binding(b, out);
		text_add_char(out, '\n');
		is_first = false;
	}
	if (is_first && a->after.list.count) text_add(out, "    after     (no change)\n");
}

static void add_reach(const struct obligation_answer *a, struct text *out)
{
	const char *plural = a->reach_depth == 1 ? "" : "s";
	switch (a->reach) {
	case REACH_NOT_ASKED: return;
	case REACH_FOUND:
		text_format(out, "    reached   after %u operation%s: a bug\n", a->reach_depth, plural);
		return;
	case REACH_NOT_WITHIN:
		text_format(out, "    reached   not within %u operation%s: the invariant may be too weak\n",
		            a->reach_depth, plural);
		return;
	case REACH_OTHER:
		text_format(out, "    reached   another such state after %u operation%s: a bug\n",
		            a->reach_depth, plural);
		return;
	case REACH_BEFORE_LOOP:
		text_format(
		    out,
		    "    reached   after %u operation%s, but the state of the loop need not be: its "
		    "invariant may be too weak\n",
		    a->reach_depth, plural);
		return;
	case REACH_NEVER:
		text_add(out, "    reached   never: the invariant is too weak to show that\n");
		return;
	case REACH_NEVER_THIS:
		text_add(out, "    reached   this state never: the invariant may be too weak\n");
		return;
	case REACH_NOT_FOUND:
		text_add(out,
		         "    reached   not in the part of the states that was looked at: the invariant "
		         "may be too weak\n");
		return;
	}
}

static void add_values(const struct obligation_bindings *b, struct text *out)
{
	for (uint32_t i = 0; i < b->list.count; i++) {
		if (i) text_add(out, ", ");
		add_binding(&b->list.at[i], out);
	}
}

/* What the abstraction could do instead. */
static void add_outcomes(const struct obligation_answer *a, struct text *out)
{
	if (a->outcome_count == 0) text_add(out, "    but       the abstraction cannot do that\n");
	for (uint32_t i = 0; i < a->outcomes.count; i++) {
		const struct obligation_outcome *x = &a->outcomes.at[i];
		text_format(out, "    %-9s ", i ? "" : "but");
		text_add(out, i ? "or " : "the abstraction can only do ");
		add_values(&x->state, out);
		if (x->state.list.count && x->results.list.count) text_add(out, "; ");
		add_values(&x->results, out);
		text_format(out, ", where '%s' does not fit\n", x->fails);
	}
	if (a->outcome_count > a->outcomes.count)
		text_format(out, "              or one of %u others\n",
		            a->outcome_count - a->outcomes.count);
}

static void add_induction(const struct judged *j, struct text *out)
{
	text_add(out, "    induction ");
	if (j->induction == RUN_PROVED)
		text_format(out, "with %u steps proves it, if the other conjuncts are true in all runs\n",
		            j->steps);
	else if (j->induction == RUN_NOT_INDUCTIVE) text_add(out, "with several steps does not help\n");
	else text_add(out, "with several steps gives no answer\n");
}

static const struct node *part_at(const struct node *n, struct pos pos)
{
	if (!n || (n->pos.at == pos.at && n->pos.via == pos.via)) return n;
	const struct node *found = NULL;
	for (uint32_t i = 0; i < n->count && !found; i++) found = part_at(n->kid[i], pos);
	return found;
}

/* ": f(k)", the expression that has no value, or the predicate that is false, where it is a part of the operation. */
static void add_part(const struct obligation *o, struct pos pos, struct text *out)
{
	enum { LONGEST = 200 };
	const struct node *n = o->operation ? part_at(o->operation->body, pos) : NULL;
	if (!n || (!n->type && op_info(n->op)->class != CLASS_PRED)) return;
	text_add(out, ": ");
	print_node_short(n, LONGEST, out);
}

void disprove_counterexample(struct disproof *d, uint32_t index, struct text *out)
{
	const struct obligation *o = disproof_formulas(d, index);
	const struct judged *j = &d->stages.list.at[index];
	text_add_char(out, '\n');
	add_goal_place(d, index, out);
	text_format(out, ": %s: %s", status_words[judged_status(j)], o->name);
	if (d->sequents.is_typed && d->sequents.at[d->origin.at[index]].common) {
		const struct sequent *q = &d->sequents.at[d->origin.at[index]];
		text_format(out, ": %s", d->sequents.common.at[q->common_goal].text);
	} else if (obligation_shown(o)) {
		text_add(out, ": ");
		add_formula(d, obligation_shown(o), out);
	}
	text_add_char(out, '\n');
	if (*j->sizes) text_format(out, "    %-9s %s\n", "sets", j->sizes);
	disprove_range_of_values(j, out);
	if (d->stages.options.prover.is_bare && !o->step)
		add_sequent_values(&j->answer->constants, out);
	else add_bindings("constants", &j->answer->constants, out);
	add_bindings("abstract", &j->answer->abstract, out);
	add_bindings("before", &j->answer->before, out);
	add_step(o, j->answer, out);
	add_bindings("in a loop", &j->answer->loops, out);
	add_after(j->answer, out);
	add_bindings("results", &j->answer->results, out);
	if (o->simulation) add_outcomes(j->answer, out);
	if (j->answer->pos.at) {
		text_format(out, "    %-9s ", "at");
		add_place(d, j->answer->pos, out);
		add_part(o, j->answer->pos, out);
		text_add_char(out, '\n');
	}
	if (j->answer->reason) text_format(out, "    %-9s %s\n", "note", j->answer->reason);
	disprove_note_range(d, j, out);
	add_reach(j->answer, out);
	if (j->has_induction) add_induction(j, out);
}

static void add_core(struct disproof *d, uint32_t index, struct text *out)
{
	const struct obligation_answer *a = d->stages.list.at[index].answer;
	if (!a || !a->has_core) return;
	const struct obligation *o = disproof_formulas(d, index);
	if (a->core.count == 0) text_add(out, "    needs no hypothesis\n");
	for (uint32_t i = 0; i < a->core.count; i++) {
		const struct hypothesis *h = obligation_hypothesis(o, a->core.at[i]);
		text_format(out, "    %-9s %s: ", i ? "" : "needs", h->name);
		add_formula(d, h->node, out);
		text_add(out, " (");
		add_place(d, node_start(h->node), out);
		text_add(out, ")\n");
	}
	if (!a->is_minimal)
		text_add(out, "    (perhaps not all of these: without some, nothing is decided)\n");
}

/* -v: which hypotheses and which tactics of the search have decided it. */
static void add_how(const struct disproof *d, const struct judged *j, struct text *out)
{
	struct text tactics = {0};
	const struct obligation_answer *a = j->answer;
	if (!d->cli->options.verbose || !a->hypotheses) return;
	obligation_tactics(a, &tactics);
	text_format(out, "  hypotheses: %s%s; tactics: %s\n", a->hypotheses,
	            a->is_together ? " (with other goals)" : "",
	            tactics.count ? text_get(&tactics) : "none was needed");
	if (j->enough)
		text_format(out,
		            "  whatever the sizes of sets: larger ones than %u need not be looked at\n",
		            j->enough);
	if (j->any_maxint) text_add(out, "  whatever MAXINT above 0 and MININT below 0\n");
	text_clear(&tactics);
}

void disprove_line(struct disproof *d, uint32_t index, struct text *out)
{
	const struct judged *j = &d->stages.list.at[index];
	struct text sizes = {0};
	enum obligation_status s = judged_status(j);
	text_format(out, "%-26s %s", status_words[s], disproof_label(d, index).name);
	bool is_for_sizes = s == OBLIGATION_PROVED_FOR_SIZES || s == OBLIGATION_NONE;
	if (is_for_sizes) stages_sizes(&d->stages, j->stage, &sizes);
	if (sizes.count) text_format(out, " (%s)", text_get(&sizes));
	disprove_range(d, j, out);
	if (s == OBLIGATION_NONE) text_format(out, ": %s", none_reason);
	disprove_contradiction(d, j, out);
	const char *why = s == OBLIGATION_OPEN ? disprove_reason(d, j) : NULL;
	if (why) text_format(out, ": %s", why);
	text_add_char(out, '\n');
	if (j->answer) add_how(d, j, out);
	add_core(d, index, out);
	text_clear(&sizes);
}

void disprove_count(const struct disproof *d, int kind, uint32_t *out)
{
	memset(out, 0, OBLIGATION_STATUSES * sizeof *out);
	for (uint32_t i = 0; i < d->stages.list.count; i++)
		if (d->stages.list.at[i].is_selected &&
		    (kind < 0 || (int)disproof_label(d, i).kind == kind))
			out[judged_status(&d->stages.list.at[i])]++;
}

static void add_row(const char *title, const uint32_t *count, struct text *out)
{
	uint32_t refuted = count[OBLIGATION_REFUTED] + count[OBLIGATION_REFUTED_PARTLY];
	text_format(out, "%-16s %8u %8u %10u %8u %8u\n", title, refuted, count[OBLIGATION_PROVED],
	            count[OBLIGATION_PROVED_FOR_SIZES], count[OBLIGATION_NONE],
	            count[OBLIGATION_OPEN] + count[OBLIGATION_DOUBTFUL]);
}

static void add_table(struct disproof *d, struct text *out)
{
	uint32_t count[OBLIGATION_STATUSES];
	text_format(out, "\n%-16s %8s %8s %10s %8s %8s\n", "", "refuted", "proved", "for sizes", "none",
	            "open");
	for (int kind = 0; kind < OBLIGATION_KINDS; kind++) {
		uint32_t all = 0;
		disprove_count(d, kind, count);
		for (uint32_t i = 0; i < OBLIGATION_STATUSES; i++) all += count[i];
		if (all) add_row(obligation_kind_name((enum obligation_kind)kind), count, out);
	}
	disprove_count(d, -1, count);
	add_row("all", count, out);
}

static void add_bounds(struct disproof *d, struct text *out)
{
	struct text sizes = {0};
	const struct universe *u = &d->stages.first.universe;
	stages_sizes(&d->stages, d->stages.stage, &sizes);
	text_format(out, "bounds: %s", text_get(&sizes));
	if (!u->is_eventb)
		text_format(out, "%sMININT..MAXINT = %lld..%lld", sizes.count ? ", " : "",
		            (long long)u->minint, (long long)u->maxint);
	if (u->is_near)
		text_format(out, "%sintegers without bounds from %lld..%lld on",
		            sizes.count || !u->is_eventb ? ", " : "", (long long)universe_least(u),
		            (long long)universe_most(u));
	text_format(out, "; %.2f s\n", report_clock() - d->cli->started);
	for (uint32_t i = 0; i < u->sets.count; i++)
		if (u->sets.at[i].why)
			text_format(out, "%s = %u: %s\n", u->sets.at[i].decl->name, u->sets.at[i].size,
			            u->sets.at[i].why);
	if (u->range_why) text_format(out, "MAXINT = %lld: %s\n", (long long)u->maxint, u->range_why);
	text_clear(&sizes);
}

void disprove_text(struct disproof *d)
{
	struct text out = {0};
	uint32_t count[OBLIGATION_STATUSES];
	disprove_lines(d, &out);
	if (d->unlisted)
		text_format(&out, "proved                     %u that are not listed (-v lists them)\n",
		            d->unlisted);
	for (uint32_t i = 0; i < d->stages.list.count; i++) {
		const struct judged *j = &d->stages.list.at[i];
		if (!j->is_selected || judged_status(j) > OBLIGATION_REFUTED_PARTLY) continue;
		disprove_counterexample(d, i, &out);
		report_much(d->cli, &out);
	}
	if (d->selected) add_table(d, &out);
	disprove_count(d, -1, count);
	text_format(&out, "%s%u obligation%s, %u refuted", d->selected ? "\n" : "", d->selected,
	            d->selected == 1 ? "" : "s", count[OBLIGATION_REFUTED]);
	disprove_count_range(d, &out);
	if (count[OBLIGATION_REFUTED_PARTLY])
		text_format(&out, " and %u on some hypotheses", count[OBLIGATION_REFUTED_PARTLY]);
	text_add(&out, "\n");
	disprove_rodin_table(d, &out);
	add_bounds(d, &out);
	if (d->watch.flag == WATCH_INTERRUPT) text_add(&out, "\ninterrupted: not all were looked at\n");
	if (d->watch.flag == WATCH_TIME)
		text_add(&out, "\nthe total limit was reached (--total-limit raises it)\n");
	if (d->watch.flag == WATCH_MEMORY)
		text_add(&out, "\nthe memory limit was reached (--memory-limit raises it)\n");
	report_text(d->cli, &out);
	text_clear(&out);
}

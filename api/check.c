/* Runs of the machine that break something. */
#include "api/api.h"
#include "bmc/bmc.h"
#include "prove/prove.h"
#include "temporal/temporal.h"

enum { USUAL_MEGABYTES = 4000 };

struct check_work {
	struct bounce *bounce;
	struct bounce_check_options options;
	struct bounce_answer *answer;
	struct work *work;
	struct values *values;
	struct check *check;
	const struct node *goal;
	struct prover_for_check prover;
};

/* ---- the question ---------------------------------------------------------------------------------- */

/* The goal of the caller, or that of the machine. False: it is wrong, and the answer says so. */
static bool read_goal(struct check_work *c)
{
	struct bounce *b = c->bounce;
	const char *text = c->options.goal;
	struct text shown = {0};
	if (!text) {
		const struct node *own = project_definition(b->project, "GOAL");
		c->goal = own && !own->type ? own : NULL;
		return true;
	}
	c->goal = project_formula(b->project, text, NULL);
	if (c->goal && !c->goal->type) return true;
	if (c->goal) diag_at(&b->diag, c->goal->pos, DIAG_ERROR, "the goal is not a predicate");
	diag_print(&b->diag, &shown);
	c->answer->messages = arena_text(&c->answer->arena, text_get(&shown), shown.count);
	c->answer->verdict = BOUNCE_WRONG_INPUT;
	c->answer->summary = "the goal is wrong";
	text_clear(&shown);
	return false;
}

static struct bounds_use uses(const struct check_work *c)
{
	struct bounds_use use = bounds_use_of_project(&c->bounce->universe, c->bounce->project);
	if (c->goal) bounds_use_of(&c->bounce->universe, c->goal, &use);
	return use;
}

static struct check_question question_of(struct check_work *c)
{
	struct bounce *b = c->bounce;
	const struct bounce_check_options *o = &c->options;
	struct search_options search = {
	    .solver = SOLVER_CADICAL,
	    .breaks_symmetry = true,
	    .finds_symmetry = true,
	    .memory = (b->megabytes ? b->megabytes : USUAL_MEGABYTES) * 1000000,
	};
	c->prover = (struct prover_for_check){b->project, &b->universe, search};
	return (struct check_question){
	    .project = b->project,
	    .values = c->values,
	    .universe = &b->universe,
	    .explore = {.symmetry = EXPLORE_AUTO, .is_strict = o->is_strict, .alone = o->is_alone},
	    .runs = {.find = o->is_strict ? RUN_ALL : RUN_ALL & ~RUN_UNDEFINED,
	             .search = search,
	             .skips_orders = true},
	    .goal = c->goal,
	    .wants_goal = o->goal != NULL,
	    .depth = o->depth,
	    .goes_on = o->goes_on,
	    .interrupt = &c->work->flags.stop,
	    .pause = &c->work->flags.turn,
	    .prover = prover_for_check,
	    .prover_data = &c->prover,
	    .has_sizes = uses(c).sizes,
	};
}

/* ---- the answer ------------------------------------------------------------------------------------ */

static void add_trace(struct check_work *c, const struct explore_finding *found,
                      struct bounce_finding *out)
{
	struct bounce_answer *a = c->answer;
	const struct universe *u = &c->bounce->universe;
	struct explore_trace t;
	explore_trace(check_explore(c->check), found, &t);
	struct bounce_step *steps = ARENA_ARRAY(&a->arena, t.steps.count, struct bounce_step);
	for (uint32_t i = 0; i < t.steps.count; i++) {
		const struct explore_step *s = &t.steps.at[i];
		steps[i].operation = arena_text(&a->arena, s->op, strlen(s->op));
		steps[i].parameters = answer_bindings(a, c->values, u, &s->parameters);
		steps[i].results = answer_bindings(a, c->values, u, &s->results);
		steps[i].state = answer_bindings(a, c->values, u, &s->state);
	}
	out->steps = steps;
	out->step_count = t.steps.count;
	explore_trace_clear(&t);
}

static void add_finding(struct check_work *c, const struct explore_finding *found)
{
	static const enum bounce_severity severities[] = {
	    [DIAG_ERROR] = BOUNCE_ERROR, [DIAG_WARNING] = BOUNCE_WARNING, [DIAG_NOTE] = BOUNCE_NOTE};
	struct bounce_answer *a = c->answer;
	struct bounce_finding out = {.severity = severities[found->severity]};
	out.kind = explore_kind_name(found->kind);
	out.message = arena_text(&a->arena, found->message, strlen(found->message));
	answer_place(a, &c->bounce->diag, found->pos, &out);
	add_trace(c, found, &out);
	VEC_PUSH(&a->findings, out);
}

static uint32_t temporal_assertions(struct check_work *c)
{
	struct temporal_properties list = {0};
	temporal_definitions(c->bounce->project, &list);
	uint32_t count = list.count;
	VEC_CLEAR(&list);
	return count;
}

static void say_reason(const struct check_work *c, const struct check_verdict *v, struct text *out)
{
	const char *limit = work_reason(c->work->stopped);
	switch (v->reason) {
	case CHECK_STOPPED: text_add(out, limit ? limit : "stopped"); break;
	case CHECK_FULL: text_add(out, "the limit of states was reached"); break;
	case CHECK_LEFT_OUT: text_format(out, "the solver does not look for %s", v->text); break;
	case CHECK_NOBODY: text_add(out, "no engine goes on"); break;
	case CHECK_FAILED:
	case CHECK_SAID: text_add(out, v->text); break;
	case CHECK_NO_REASON: text_add(out, "not everything was looked at"); break;
	}
	if (v->has_covered)
		text_format(out, "; all runs of up to %u operations were looked at", v->depth);
}

static void say_holds(const struct check_work *c, const struct check_verdict *v, struct text *out)
{
	struct bounds_use use = uses(c);
	use.sizes &= !v->is_for_all_sizes;
	const char *bounds = bounds_use_words(use);
	if (v->is_complete)
		text_format(out, "proved%s%s%s: no fault in any state", *bounds ? " (" : "", bounds,
		            *bounds ? ")" : "");
	else if (v->has_depth)
		text_format(out, "none within bounds: no fault within %u operations", v->depth);
	else text_add(out, "none within bounds: no fault found");
}

static void conclude(struct check_work *c, const struct check_verdict *v)
{
	static const enum bounce_verdict verdicts[] = {[CHECK_VIOLATED] = BOUNCE_VIOLATED,
	                                               [CHECK_HOLDS] = BOUNCE_HOLDS,
	                                               [CHECK_INCONCLUSIVE] = BOUNCE_INCONCLUSIVE,
	                                               [CHECK_DOUBTFUL] = BOUNCE_INTERNAL};
	struct bounce_answer *a = c->answer;
	struct text shown = {0};
	uint32_t unasked = temporal_assertions(c);
	a->verdict = verdicts[v->answer];
	a->is_complete = v->is_complete && unasked == 0 && v->answer == CHECK_HOLDS;
	switch (v->answer) {
	case CHECK_VIOLATED: text_add(&shown, "counterexample"); break;
	case CHECK_HOLDS: say_holds(c, v, &shown); break;
	case CHECK_INCONCLUSIVE:
		text_add(&shown, "inconclusive: ");
		say_reason(c, v, &shown);
		break;
	case CHECK_DOUBTFUL: text_format(&shown, "internal error: %s", v->text); break;
	}
	if (unasked)
		text_format(&shown, "; %u temporal assertion%s not looked at", unasked,
		            unasked == 1 ? " was" : "s were");
	a->summary = text_freeze(&shown, &a->arena);
}

static void answer(struct check_work *c)
{
	c->values = values_open(&c->bounce->names);
	struct check_question q = question_of(c);
	c->check = check_open(&q);
	const struct check_verdict *v = check_answer(c->check);
	answer_bounds(c->answer, &c->bounce->universe);
	for (uint32_t i = 0; v->answer != CHECK_DOUBTFUL && i < v->result->findings.count; i++)
		add_finding(c, &v->result->findings.at[i]);
	conclude(c, v);
	check_close(c->check);
	values_close(c->values);
}

static void run(struct work *w)
{
	struct check_work *c = w->data;
	struct project_mark before;
	project_set_mark(c->bounce->project, &before);
	c->work = w;
	if (read_goal(c)) answer(c);
	project_go_back(c->bounce->project, &before);
}

struct bounce_answer *bounce_check(struct bounce *b, const struct bounce_check_options *o)
{
	struct bounce_answer *a = answer_refuse(b);
	if (a || !(a = answer_new())) return a;
	struct check_work c = {.bounce = b, .answer = a};
	if (o) memcpy(&c.options, o, o->size < sizeof c.options ? o->size : sizeof c.options);
	answer_ask(a, b, run, &c);
	return a;
}

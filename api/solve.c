/* Values that satisfy a predicate, or the PROPERTIES of the machine. */
#include "api/api.h"
#include "search/fit.h"

enum { USUAL_MEGABYTES = 2000 };

struct solving {
	struct bounce *bounce;
	const char *predicate; /* NULL: PROPERTIES alone */
	unsigned most;
	struct bounce_answer *answer;
	struct work *work;
	struct values *values;
	struct explore *explore;
	struct eval *eval;
	struct decls unknown, names; /* of the predicate; of the question */
	VEC(const struct node *) conjuncts;
	struct verdict last;
};

/* ---- the question ---------------------------------------------------------------------------------- */

static bool refuse(struct solving *s)
{
	struct bounce_answer *a = s->answer;
	struct text shown = {0};
	diag_print(&s->bounce->diag, &shown);
	a->messages = arena_text(&a->arena, text_get(&shown), shown.count);
	a->verdict = BOUNCE_WRONG_INPUT;
	a->summary = "the predicate is wrong";
	text_clear(&shown);
	return false;
}

/* False: it is wrong, and the answer says so. */
static bool read_predicate(struct solving *s, const struct node **out)
{
	struct bounce *b = s->bounce;
	*out = s->predicate ? project_formula(b->project, s->predicate, &s->unknown) : NULL;
	if (!s->predicate) return true;
	if (*out && node_class(*out) == CLASS_PRED) return true;
	if (*out) diag_at(&b->diag, node_start(*out), DIAG_ERROR, "expected a predicate");
	return refuse(s);
}

static void fill_question(struct solving *s, const struct node *predicate)
{
	struct explore_view view;
	struct explore_options options = {.stop = &s->work->flags.stop, .alone = true};
	s->explore = explore_open(s->bounce->project, s->values, &s->bounce->universe, &options);
	explore_view(s->explore, &view);
	s->eval = view.eval;
	eval_set_interrupt(s->eval, &s->work->flags.stop);
	for (uint32_t i = 0; view.properties && i < view.properties->count; i++)
		VEC_PUSH(&s->conjuncts, view.properties->kid[i]);
	if (predicate) {
		VEC_PUSH(&s->conjuncts, predicate);
		bounds_open_names(s->eval, &s->unknown, s->conjuncts.at, s->conjuncts.count, &s->names);
	} else
		for (uint32_t i = 0; i < view.unknown_count; i++)
			VEC_PUSH(&s->names.list, view.unknowns[i]);
}

/* ---- the answer ------------------------------------------------------------------------------------ */

static void add_solution(struct solving *s, const struct valuation *v)
{
	struct bounce_answer *a = s->answer;
	struct bounce_step *step = ARENA_NEW(&a->arena, struct bounce_step);
	struct eval_bindings list = {0};
	for (uint32_t i = 0; i < v->count; i++)
		VEC_PUSH(&list, ((struct eval_binding){v->names[i], v->values[i]}));
	*step = (struct bounce_step){
	    .operation = "", .state = answer_bindings(a, s->values, &s->bounce->universe, &list)};
	VEC_CLEAR(&list);
	struct bounce_finding out = {
	    .severity = BOUNCE_NOTE, .kind = "solution", .message = "", .steps = step, .step_count = 1};
	VEC_PUSH(&a->findings, out);
}

static void enumerate(struct solving *s, struct search *search)
{
	while ((s->last = search_next(search)).answer == SEARCH_FOUND) {
		valuation_apply(&s->last.valuation, s->eval);
		add_solution(s, &s->last.valuation);
		if (s->answer->findings.count >= s->most || s->names.list.count == 0) return;
		search_exclude_last(search, s->names.list.at, s->names.list.count, false);
	}
}

/* "none", or no more of them: for which bounds? */
static void say_none(struct solving *s, const struct question *q, struct text *out)
{
	struct bounce_answer *a = s->answer;
	const struct universe *u = &s->bounce->universe;
	struct bounds_use use = question_uses(q);
	if (u->is_contradictory) use = (struct bounds_use){0};
	a->is_complete = s->last.is_complete && !u->unfit;
	const char *bounds = bounds_use_words(use);
	if (a->findings.count) text_format(out, "found %u: no more ", a->findings.count);
	else text_add(out, "none ");
	if (a->is_complete) text_format(out, "(proved%s%s)", *bounds ? " " : "", bounds);
	else text_add(out, "within bounds");
}

/* That there is none for bounds that were chosen for want of better ones says nothing of others. */
static enum bounce_verdict verdict_of(const struct solving *s)
{
	if (s->last.answer == SEARCH_DOUBTFUL) return BOUNCE_INTERNAL;
	if (s->answer->findings.count) return BOUNCE_FOUND;
	bool is_unfit = s->bounce->universe.unfit && !s->bounce->universe.is_contradictory;
	return s->last.answer == SEARCH_NONE && !is_unfit ? BOUNCE_NONE : BOUNCE_INCONCLUSIVE;
}

static void conclude(struct solving *s, const struct question *q)
{
	struct bounce_answer *a = s->answer;
	struct text shown = {0};
	const char *limit = work_reason(s->work->stopped);
	a->verdict = verdict_of(s);
	switch (s->last.answer) {
	case SEARCH_FOUND: text_format(&shown, "found %u", a->findings.count); break;
	case SEARCH_NONE: say_none(s, q, &shown); break;
	case SEARCH_OPEN:
		if (a->findings.count) text_format(&shown, "found %u, then ", a->findings.count);
		text_format(&shown, "inconclusive: %s", limit ? limit : s->last.reason);
		break;
	case SEARCH_DOUBTFUL: text_format(&shown, "internal error: %s", s->last.reason); break;
	}
	a->summary = text_freeze(&shown, &a->arena);
}

static void search_all(struct solving *s)
{
	struct question q = {.names = s->names.list.at,
	                     .count = s->names.list.count,
	                     .conjuncts = s->conjuncts.at,
	                     .conjunct_count = s->conjuncts.count,
	                     .universe = &s->bounce->universe};
	struct search_options o = {
	    .solver = SOLVER_AUTO,
	    .breaks_symmetry = s->most == 1,
	    .finds_symmetry = true,
	    .lists_solutions = s->most > 1,
	    .seconds = s->bounce->seconds,
	    .memory = (s->bounce->megabytes ? s->bounce->megabytes : USUAL_MEGABYTES) * 1000000,
	    .interrupt = &s->work->flags.stop,
	};
	struct search *search = search_open(s->eval, s->bounce->project, &q, &o);
	enumerate(s, search);
	conclude(s, &q);
	search_close(search);
}

static void run(struct work *w)
{
	struct solving *s = w->data;
	struct project_mark before;
	const struct node *predicate;
	s->work = w;
	project_set_mark(s->bounce->project, &before);
	if (read_predicate(s, &predicate)) {
		s->values = values_open(&s->bounce->names);
		fill_question(s, predicate);
		answer_bounds(s->answer, &s->bounce->universe);
		search_all(s);
		explore_close(s->explore);
		values_close(s->values);
	}
	VEC_CLEAR(&s->unknown.list);
	VEC_CLEAR(&s->names.list);
	VEC_CLEAR(&s->conjuncts);
	project_go_back(s->bounce->project, &before);
}

static struct bounce_answer *ask(struct bounce *b, const char *predicate, unsigned most)
{
	struct bounce_answer *a = answer_refuse(b);
	if (a || !(a = answer_new())) return a;
	struct solving s = {.bounce = b, .predicate = predicate, .most = most ? most : 1, .answer = a};
	answer_ask(a, b, run, &s);
	return a;
}

struct bounce_answer *bounce_constants(struct bounce *b, unsigned most)
{
	return ask(b, NULL, most);
}

struct bounce_answer *bounce_solve(struct bounce *b, const char *predicate, unsigned most)
{
	return ask(b, predicate, most);
}

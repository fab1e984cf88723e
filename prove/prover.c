/* Answers obligations: several about one substitution together, what is refuted confirmed, what is
 * proved with its core. */
#include "path/form.h"
#include "prove/refinement.h"

/* ---- opening --------------------------------------------------------------------------------------- */

struct prover *prover_open(struct project *p, struct values *s, const struct universe *u,
                           struct arena *answers, const struct prover_options *o)
{
	struct prover *x = calloc(1, sizeof *x);
	if (!x) diag_no_memory();
	arena_init(&x->arena);
	x->answers = answers;
	x->project = p;
	x->values = s;
	x->universe = u;
	x->options = *o;
	if (p->main) obligation_note_own(x, p->main->invariant);
	if (!o->is_bare && p->main && p->main->kind != MACHINE_DEFINITIONS) {
		struct explore_options eo = {
		    .stop = o->search.interrupt, .all_setups = true, .alone = true};
		x->explore = explore_open(p, s, u, &eo);
		explore_view(x->explore, &x->view);
		x->eval = x->view.eval;
		obligation_list(x);
	} else {
		x->eval = eval_open(p, s, u);
		eval_set_interrupt(x->eval, o->search.interrupt);
	}
	return x;
}

void prover_close(struct prover *p)
{
	for (uint32_t i = 0; i < p->actions.count; i++) VEC_CLEAR(&p->actions.at[i]->ways.list);
	VEC_CLEAR(&p->actions);
	VEC_CLEAR(&p->list);
	VEC_CLEAR(&p->properties);
	VEC_CLEAR(&p->invariants);
	abstraction_close(p);
	map_clear(&p->own);
	map_clear(&p->contradictory);
	map_clear(&p->solved);
	if (p->explore) explore_close(p->explore);
	else eval_close(p->eval);
	arena_clear(&p->arena);
	free(p);
}

uint32_t prover_count(const struct prover *p) { return p->list.count; }

const struct obligation *prover_obligation(const struct prover *p, uint32_t index)
{
	return &p->list.at[index];
}

void prover_add(struct prover *p, const struct obligation *o) { VEC_PUSH(&p->list, *o); }

bool prover_may_fail(const struct node *formula) { return form_may_be_undefined(formula); }

struct eval *prover_eval(struct prover *p) { return p->eval; }

bool prover_has_default(const struct prover *p)
{
	for (uint32_t i = 0; i < p->universe->sets.count; i++)
		if (p->universe->sets.at[i].is_default &&
		    p->universe->sets.at[i].decl->kind != DECL_ENUMERATED_SET)
			return true;
	return false;
}

bool prover_is_stopped(const struct prover *p)
{
	return p->options.search.interrupt && *p->options.search.interrupt;
}

static void give_effort(struct prover *p, uint64_t effort)
{
	p->effort_end = p->stage_end = eval_effort(p->eval) + effort;
}

void prover_give_time(struct prover *p, double seconds, uint64_t effort)
{
	p->deadline = base_clock() + seconds;
	p->was_late = false;
	give_effort(p, effort);
}

bool prover_is_late(const struct prover *p)
{
	return base_clock() >= p->deadline || eval_effort(p->eval) >= p->stage_end;
}

/* Of the effort that is left, so many hundredths are for what comes next. */
static void give_share(struct prover *p, uint32_t share)
{
	uint64_t now = eval_effort(p->eval);
	p->stage_end = now < p->effort_end ? now + (p->effort_end - now) / 100 * share : now;
}

/* What was found at the last moment has a little time left to be confirmed. */
static double lend_time(struct prover *p, double seconds)
{
	return eval_lend_time(p->eval, p->deadline + seconds / 5);
}

void prover_forget(struct prover *p, const struct obligation *o)
{
	struct decl *const *variables;
	uint32_t count = eval_variables(p->eval, &variables);
	for (uint32_t i = 0; i < count; i++) eval_set(p->eval, variables[i], VALUE_NONE);
	for (uint32_t i = 0; i < o->name_count; i++) eval_set(p->eval, o->names[i], VALUE_NONE);
}

struct action *prover_action(struct prover *p, const struct obligation *o)
{
	for (uint32_t i = 0; i < p->actions.count; i++)
		if (p->actions.at[i]->body == o->body) return p->actions.at[i];
	struct action *a = ARENA_NEW(&p->arena, struct action);
	*a = (struct action){.body = o->body};
	a->ways = (struct paths){.arena = &p->arena, .wants_undefined = true};
	a->has_ways = paths_find(&a->ways, o->body, o->operation ? o->operation->results : NULL);
	VEC_PUSH(&p->actions, a);
	return a;
}

/* ---- answers --------------------------------------------------------------------------------------- */

/* Is there something of this kind where the hypotheses of the mask hold? */
static bool is_possible(struct prover *p, const struct obligation *o, enum obligation_goal what,
                        const struct node *goal, const bool *mask)
{
	struct obligation question = *o;
	question.what = what;
	question.body = NULL;
	question.goal = goal;
	return refute(p, &question, mask).answer == SEARCH_FOUND;
}

/* Nothing satisfies the hypotheses. Is that because one of them has no value where all the others hold that are
 * not undefined themselves? Then it is not false there, and nothing follows. NULL if there is none; the mask
 * is that of those others. */
static const struct hypothesis *undefined_hypothesis(struct prover *p, const struct obligation *o,
                                                     bool *mask)
{
	enum { MOST_DOUBTFUL = 20 };
	const struct hypothesis *first = NULL;
	uint32_t doubtful = 0;
	for (uint32_t i = 0; i < o->hypothesis_count; i++) {
		mask[i] = !form_may_be_undefined(obligation_hypothesis(o, i)->node);
		doubtful += !mask[i];
	}
	/* or else it is the body that cannot be executed */
	if (doubtful == 0 || doubtful > MOST_DOUBTFUL) return NULL;
	if (o->body && is_possible(p, o, GOAL_SATISFIABLE, NULL, NULL)) return NULL;
	for (uint32_t i = 0; i < o->hypothesis_count && !prover_is_late(p); i++) {
		const struct hypothesis *h = obligation_hypothesis(o, i);
		if (mask[i]) continue;
		mask[i] = true;
		if (is_possible(p, o, GOAL_SATISFIABLE, NULL, mask)) continue;
		mask[i] = false;
		if (!is_possible(p, o, GOAL_DEFINED, h->node, mask)) return NULL; /* it is false */
		if (!first) first = h;
	}
	bool is_sure = first && is_possible(p, o, GOAL_DEFINED, first->node, mask);
	return is_sure ? first : NULL;
}

/* On the hypotheses of the mask: a counterexample for which h is not true, or else it is open. */
static void without_hypothesis(struct prover *p, const struct obligation *o, const bool *mask,
                               const struct hypothesis *h, struct obligation_answer *a)
{
	struct reply r = refute(p, o, mask);
	*a = (struct obligation_answer){.status = OBLIGATION_OPEN};
	if (r.answer == SEARCH_FOUND) confirm_refuted(p, o, r.way, a);
	bool is_refuted = a->status == OBLIGATION_REFUTED;
	if (!is_refuted) obligation_answer_clear(a);
	a->status = is_refuted ? OBLIGATION_REFUTED_PARTLY : OBLIGATION_OPEN;
	a->reason =
	    arena_format(p->answers, "hypothesis %s is undefined where the others hold", h->name);
	if (!is_refuted) a->pos = node_start(h->node);
}

/* There is nothing that refutes it. */
static void not_refuted(struct prover *p, const struct obligation *o, const struct reply *r,
                        struct obligation_answer *a)
{
	a->status = !r->is_complete ? OBLIGATION_NONE
	            : r->use.sizes  ? OBLIGATION_PROVED_FOR_SIZES
	                            : OBLIGATION_PROVED;
	a->is_for_maxint = r->is_complete && r->use.integers;
	if (!r->is_complete || prover_is_stopped(p)) return;
	a->is_contradictory = prover_is_contradictory(p, o, !r->use.sizes);
	if (!a->is_contradictory) return;
	bool *mask = ARENA_ARRAY(&p->arena, o->hypothesis_count + 1, bool);
	const struct hypothesis *h = undefined_hypothesis(p, o, mask);
	if (h) without_hypothesis(p, o, mask, h, a);
}

static void satisfiable(struct prover *p, const struct obligation *o, const struct reply *r,
                        struct obligation_answer *a)
{
	if (r->answer == SEARCH_FOUND) {
		a->status = OBLIGATION_PROVED;
	} else if (r->is_complete && !r->use.sizes && !r->use.integers) {
		a->status = OBLIGATION_REFUTED;
		a->reason = "no values satisfy them";
		core_find(p, o, a);
	} else {
		a->status = OBLIGATION_OPEN;
		a->reason =
		    r->is_complete && !r->use.sizes
		        ? "no values satisfy them for these MININT..MAXINT (--int LO..HI changes it)"
		        : "no values were found that satisfy them";
	}
}

static void undecided(const struct reply *r, struct obligation_answer *a)
{
	a->status = r->answer == SEARCH_DOUBTFUL ? OBLIGATION_DOUBTFUL : OBLIGATION_OPEN;
	a->reason = r->reason;
	a->pos = r->pos;
}

static void settle(struct prover *p, const struct obligation *o, const struct reply *r,
                   struct obligation_answer *a)
{
	bool is_decided = r->answer == SEARCH_FOUND || r->answer == SEARCH_NONE;
	if (!is_decided) undecided(r, a);
	else if (o->what == GOAL_SATISFIABLE) satisfiable(p, o, r, a);
	else if (r->answer == SEARCH_FOUND) confirm_refuted(p, o, r->way, a);
	else not_refuted(p, o, r, a);
}

/* ---- some hypotheses only -------------------------------------------------------------------------- */

/* The first hypothesis that is not known to be true for the values found, or NULL. */
static const struct hypothesis *doubtful_hypothesis(struct prover *p, const struct obligation *o)
{
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		if (eval_predicate(p->eval, obligation_hypothesis(o, i)->node) != EVAL_TRUE)
			return obligation_hypothesis(o, i);
	return NULL;
}

/* All hypotheses together are too much: what do some of them prove? */
static void try_without_assertions(struct prover *p, const struct obligation *o, const bool *mask,
                                   struct obligation_answer *a)
{
	if (a->status != OBLIGATION_OPEN || !mask || prover_is_stopped(p)) return;
	struct reply r = refute(p, o, mask);
	if (r.answer != SEARCH_NONE) return;
	obligation_answer_clear(a);
	*a = (struct obligation_answer){0};
	not_refuted(p, o, &r, a);
}

/* All hypotheses together are too much: do the near ones have a counterexample? */
static void try_selected(struct prover *p, const struct obligation *o, const bool *mask,
                         struct obligation_answer *a)
{
	if (a->status != OBLIGATION_OPEN || !mask || prover_is_stopped(p)) return;
	struct reply r = refute(p, o, mask);
	if (r.answer != SEARCH_FOUND) return;
	for (uint32_t i = 0; i < o->name_count; i++)
		if (eval_get(p->eval, o->names[i]) == VALUE_NONE) return;
	const struct hypothesis *h = doubtful_hypothesis(p, o);
	struct obligation_answer found = {0};
	confirm_refuted(p, o, r.way, &found);
	if (found.status != OBLIGATION_REFUTED) {
		obligation_answer_clear(&found);
		return;
	}
	obligation_answer_clear(a);
	*a = found;
	if (!h) return;
	a->status = OBLIGATION_REFUTED_PARTLY;
	a->reason = arena_format(p->answers, "the hypothesis '%s' is not known to be true", h->name);
}

/* The hypotheses that are not known to be true for the values found; returns how many are new. */
static uint32_t add_doubtful(struct prover *p, const struct obligation *o, bool *mask)
{
	uint32_t count = 0;
	uint64_t before = eval_lend_effort(p->eval, p->stage_end);
	for (uint32_t i = 0; i < o->hypothesis_count; i++)
		if (!mask[i] && eval_predicate(p->eval, obligation_hypothesis(o, i)->node) != EVAL_TRUE)
			count += mask[i] = true;
	eval_return_effort(p->eval, before);
	return count;
}

/* More of them only where a counterexample does not satisfy them. True if that answers for good; the answer may also be
 * that there is none within bounds. */
static bool try_few(struct prover *p, const struct obligation *o, bool *mask,
                    struct obligation_answer *a)
{
	enum { ROUNDS = 12 };
	uint32_t count = premises_few(o, mask);
	for (uint32_t round = 0; round < ROUNDS && count < o->hypothesis_count; round++) {
		struct reply r = refute(p, o, mask);
		if (r.answer == SEARCH_NONE) not_refuted(p, o, &r, a);
		if (r.answer != SEARCH_FOUND) return r.answer == SEARCH_NONE && r.is_complete;
		uint32_t more = add_doubtful(p, o, mask);
		count += more;
		if (more > 0) continue;
		confirm_refuted(p, o, r.way, a);
		if (a->status == OBLIGATION_REFUTED) return true;
		obligation_answer_clear(a);
		*a = (struct obligation_answer){0};
		return false;
	}
	return false;
}

static bool try_lazily(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	bool *mask = calloc(o->hypothesis_count + 1, sizeof *mask);
	if (!mask) diag_no_memory();
	bool is_answered = try_few(p, o, mask, a);
	free(mask);
	return is_answered;
}

/* ---- several together ------------------------------------------------------------------------------ */

/* Obligations about the same body with the same hypotheses. */
struct group {
	struct prover *p;
	uint32_t first, count;
	struct obligation_answer *answers;
	struct reply *replies;    /* so far, that nothing refutes them */
	bool *is_done, *is_alone; /* it is known; it is asked alone */
};

static void refuted_in_group(struct group *g, const struct node *const *goals,
                             const uint32_t *members, uint32_t count, bool has_goals)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct obligation *o = &g->p->list.at[g->first + members[i]];
		struct obligation_answer a = {0};
		if (has_goals && eval_predicate(g->p->eval, goals[i]) != EVAL_FALSE) continue;
		confirm_refuted(g->p, o, NULL, &a);
		if (a.status != OBLIGATION_REFUTED) {
			obligation_answer_clear(&a);
			continue;
		}
		g->answers[members[i]] = a;
		g->is_done[members[i]] = true;
	}
}

/* One way (NULL: the whole body), and those goals that are total, until nothing refutes the rest. */
static bool ask_together(struct group *g, const struct path *way, struct action *action)
{
	struct prover *p = g->p;
	const struct node **goals = ARENA_ARRAY(&p->arena, g->count + 1, const struct node *);
	uint32_t *members = ARENA_ARRAY(&p->arena, g->count + 1, uint32_t);
	for (;;) {
		uint32_t count = 0, before = 0;
		for (uint32_t i = 0; i < g->count; i++) {
			const struct obligation *o = &p->list.at[g->first + i];
			if (g->is_done[i] || refute_is_idle(o, NULL, way)) continue;
			goals[count] = way ? paths_after(&action->ways, way, o->goal) : o->goal;
			if (!goals[count] || (way && eval_may_be_undefined(goals[count]))) return false;
			members[count++] = i;
		}
		if (count == 0 || prover_is_stopped(p)) return count == 0;
		struct reply r =
		    refute_goals(p, &p->list.at[g->first + members[0]], NULL, way, goals, count);
		if (r.answer == SEARCH_NONE) {
			for (uint32_t i = 0; i < count; i++)
				g->replies[members[i]] = reply_and(g->replies[members[i]], r);
			return true;
		}
		if (r.answer != SEARCH_FOUND) return false;
		for (uint32_t i = 0; i < g->count; i++) before += g->is_done[i];
		refuted_in_group(g, goals, members, count, way != NULL);
		for (uint32_t i = 0; i < g->count; i++) before -= g->is_done[i];
		if (before == 0) return false;
	}
}

static bool group_together(struct group *g)
{
	const struct obligation *o = &g->p->list.at[g->first];
	struct action *a = prover_action(g->p, o);
	if (!a->has_ways) return ask_together(g, NULL, a);
	for (uint32_t i = 0; i < a->ways.list.count; i++)
		if (!a->ways.list.at[i].fails && !ask_together(g, &a->ways.list.at[i], a)) return false;
	return true;
}

/* With all hypotheses at once; where that is too much, with some. Most of the effort is for the first, if
 * there is another way. */
static void answer_fully(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	enum { MOST = 60, HALF = 50, ALL = 100 };
	bool is_goal = o->what != GOAL_SATISFIABLE;
	const bool *fewer = is_goal ? premises_without_assertions(p, o) : NULL;
	const bool *near = is_goal ? premises_near(p, o) : NULL;
	give_share(p, fewer || near ? MOST : ALL);
	struct reply r = refute(p, o, NULL);
	settle(p, o, &r, a);
	give_share(p, near ? HALF : ALL);
	try_without_assertions(p, o, fewer, a);
	give_share(p, ALL);
	try_selected(p, o, near, a);
}

/* There is none within bounds on few hypotheses: do all of them prove it? That takes little effort, or is
 * left alone. */
static void answer_better(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	enum { LITTLE = 10 };
	give_share(p, LITTLE);
	struct reply r = refute(p, o, NULL);
	if (r.answer == SEARCH_NONE && r.is_complete) not_refuted(p, o, &r, a);
}

/* A goal that has no value somewhere is not false there, but it is not proved either. */
static void look_at_definedness(struct prover *p, const struct obligation *o,
                                struct obligation_answer *a)
{
	enum { EFFORT = EVAL_EFFORT_PER_SECOND };
	struct obligation defined = *o;
	struct obligation_answer other = {0};
	bool is_fine = a->status == OBLIGATION_PROVED || a->status == OBLIGATION_PROVED_FOR_SIZES ||
	               a->status == OBLIGATION_NONE;
	if (!is_fine || o->what != GOAL_TRUE || o->body || !form_may_be_undefined(o->goal)) return;
	defined.what = GOAL_DEFINED;
	give_effort(p, EFFORT);
	struct reply r = refute(p, &defined, NULL);
	if (r.answer == SEARCH_FOUND) confirm_refuted(p, &defined, r.way, &other);
	else other.status = OBLIGATION_OPEN;
	if (other.status == OBLIGATION_REFUTED) {
		a->status = OBLIGATION_OPEN;
		a->reason = arena_format(
		    p->answers, "the goal is undefined for values that satisfy the hypotheses: see %s/wd",
		    o->name);
		a->pos = other.pos;
		a->is_contradictory = a->is_for_maxint = false;
	}
	obligation_answer_clear(&other);
}

static void answer_once(struct prover *p, const struct obligation *o, struct obligation_answer *a)
{
	enum { MANY = 8, SOME = 30 };
	give_share(p, SOME);
	bool is_many = o->what != GOAL_SATISFIABLE && o->hypothesis_count > MANY;
	bool is_answered = is_many && try_lazily(p, o, a);
	if (!is_answered && a->status == OBLIGATION_NONE) answer_better(p, o, a);
	else if (!is_answered) answer_fully(p, o, a);
}

/* Would more effort perhaps give a better answer, and is it worth it? What holds within bounds, or is refuted on some
 * hypotheses, may be proved or refuted; but not for ever. */
static bool is_worth_more(struct prover *p, const struct obligation_answer *a, uint64_t effort)
{
	enum { ENOUGH = 2 * EVAL_EFFORT_PER_SECOND };
	if (base_clock() >= p->deadline || prover_is_stopped(p)) return false;
	bool is_half = a->status == OBLIGATION_NONE || a->status == OBLIGATION_REFUTED_PARTLY;
	return a->status == OBLIGATION_OPEN || (is_half && effort < ENOUGH);
}

/* Round after round with more effort, so that neither the limit nor the load decides what is tried. */
static void answer_in_rounds(struct prover *p, const struct obligation *o,
                             struct obligation_answer *a)
{
	enum { FIRST = EVAL_EFFORT_PER_SECOND / 4, GROWTH = 3 };
	uint64_t effort = FIRST;
	bool ran_out = true;
	struct obligation_answer last = {0};
	bool is_better = false; /* the last one than none at all */
	for (;;) {
		give_effort(p, effort);
		eval_ran_out(p->eval, false);
		p->was_late = false;
		answer_once(p, o, a);
		ran_out = eval_ran_out(p->eval, false);
		bool goes_on = ran_out && is_worth_more(p, a, effort);
		if (is_better && a->status == OBLIGATION_OPEN) {
			obligation_answer_clear(a);
			*a = last;
			return;
		}
		if (is_better) obligation_answer_clear(&last);
		if (!goes_on) return;
		is_better = a->status != OBLIGATION_OPEN;
		if (is_better) last = *a;
		else obligation_answer_clear(a);
		*a = (struct obligation_answer){0};
		effort *= GROWTH;
	}
}

static void answer_alone(struct prover *p, uint32_t index, double seconds, prover_tell *tell,
                         void *data)
{
	const struct obligation *o = &p->list.at[index];
	struct obligation_answer a = {0};
	double start = base_clock();
	prover_give_time(p, seconds, 0);
	double before = lend_time(p, seconds);
	answer_in_rounds(p, o, &a);
	look_at_definedness(p, o, &a);
	eval_return_time(p->eval, before);
	if (o->missing && a.status == OBLIGATION_REFUTED) {
		a.status = OBLIGATION_REFUTED_PARTLY;
		a.reason = arena_text(p->answers, o->missing, strlen(o->missing));
	}
	a.is_late = a.status == OBLIGATION_OPEN && p->was_late;
	a.seconds = base_clock() - start;
	tell(data, index, &a);
}

/* Each has its own time, which together they may take once, with limited effort: then each can still be asked alone. */
static void answer_group(struct prover *p, uint32_t first, uint32_t count, const double *seconds,
                         prover_tell *tell, void *data)
{
	enum { EFFORT_TOGETHER = EVAL_EFFORT_PER_SECOND / 2 };
	struct group g = {.p = p, .first = first, .count = count};
	double start = base_clock(), least = seconds[first];
	for (uint32_t i = 0; i < count; i++)
		if (seconds[first + i] < least) least = seconds[first + i];
	prover_give_time(p, count > 2 ? least : least * count / 2, EFFORT_TOGETHER);
	double before = lend_time(p, least);
	g.answers = ARENA_ARRAY(&p->arena, count, struct obligation_answer);
	g.replies = ARENA_ARRAY(&p->arena, count, struct reply);
	g.is_done = ARENA_ARRAY(&p->arena, count, bool);
	g.is_alone = ARENA_ARRAY(&p->arena, count, bool);
	for (uint32_t i = 0; i < count; i++) {
		g.answers[i] = (struct obligation_answer){0};
		g.replies[i] = (struct reply){.answer = SEARCH_NONE, .is_complete = true};
		g.is_done[i] = false;
	}
	/* what is cut together is perhaps not cut alone */
	bool is_whole = group_together(&g);
	for (uint32_t i = 0; i < count; i++) {
		g.is_alone[i] = !g.is_done[i] && (!is_whole || !g.replies[i].is_complete);
		if (g.is_alone[i]) continue;
		if (!g.is_done[i]) settle(p, &p->list.at[first + i], &g.replies[i], &g.answers[i]);
		g.answers[i].seconds = (base_clock() - start) / count;
		tell(data, first + i, &g.answers[i]);
	}
	eval_return_time(p->eval, before);
	double share = (base_clock() - start) / count;
	for (uint32_t i = 0; i < count; i++)
		if (g.is_alone[i]) answer_alone(p, first + i, seconds[first + i] - share, tell, data);
}

static bool is_together(const struct obligation *a, const struct obligation *b)
{
	return a->what == GOAL_TRUE && b->what == GOAL_TRUE && a->body && a->body == b->body &&
	       !a->why_open && !b->why_open && a->hypotheses == b->hypotheses;
}

void prover_run(struct prover *p, const double *seconds, prover_tell *tell, void *data)
{
	for (uint32_t i = 0, next; i < p->list.count && !prover_is_stopped(p); i = next) {
		next = i + 1;
		if (seconds[i] <= 0) continue;
		while (next < p->list.count && seconds[next] > 0 &&
		       is_together(&p->list.at[i], &p->list.at[next]))
			next++;
		if (next - i > 1) answer_group(p, i, next - i, seconds, tell, data);
		else answer_alone(p, i, seconds[i], tell, data);
	}
}

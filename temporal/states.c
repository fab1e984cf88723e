/* The engine `states`: the state graph grows, and from time to time each formula that has no answer yet is looked at
 * on the part that is there. What a part of the graph violates is violated; that a formula holds is said of the whole. */
#include "temporal/session.h"

enum {
	FIRST_PART = 2000, /* states; then four times as many, and so on */
	PRODUCT_MOST = 200000000,
	SHORTEST_MOST = 20000,              /* states; of more any lasso will do */
	VISIT = 64,                         /* states; then the effort is looked at */
	BEGINNING = EVAL_EFFORT_PER_SECOND, /* of the first attempt to find the initial states */
	WIDE = 64,    /* states that wait: of fewer there are more and fewer by chance */
	PROMISED = 4, /* times what was spent: how long the others wait for the end of the graph */
};

/* ---- verdicts ----------------------------------------------------------------------------------------------------- */

/* Nothing more is to be said of it here. */
static void give_up(struct temporal_session *s, uint32_t i, const char *reason, struct pos pos)
{
	s->stuck[i] = (struct engine_gap){true, reason, pos};
}

static void say_violated(struct temporal_session *s, uint32_t i)
{
	enum confirmed c = session_confirm(s, i, "states", NULL);
	if (c == CONFIRM_OPEN)
		give_up(s, i,
		        "a run that violates the formula rests on integers from MININT..MAXINT, or on what "
		        "cannot be evaluated (--int LO..HI changes it)",
		        (struct pos){0});
	else if (c == CONFIRM_NONE)
		session_say(s, i, TEMPORAL_DOUBTFUL, "the evaluator does not confirm a run that was found",
		            (struct pos){0});
}

/* An atom that has no value somewhere, or none that is sure; or NULL. */
static const struct temporal_atom *doubtful_atom(const struct state_graph *s,
                                                 const struct temporal *f)
{
	const struct temporal_atom *a = f->atom ? s->atoms.at[f->atom->index] : NULL;
	if (a && (a->has_failed || a->is_unsure)) return a;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) {
		const struct temporal_atom *b = doubtful_atom(s, f->kid[i]);
		if (b) return b;
	}
	return NULL;
}

static const char *atom_reason(struct temporal_session *s, const struct temporal_atom *a)
{
	if (a->has_failed) return a->failure;
	return arena_format(&s->question.project->arena,
	                    "%s is known for integers from MININT..MAXINT only (--int LO..HI changes "
	                    "it)",
	                    a->text);
}

/* All states were explored, and no run violates the formula: may that be said of all runs? */
static void say_holds(struct temporal_session *s, uint32_t i)
{
	const struct explore_result *r = explore_result(s->scope.explore);
	if (r->was_cut)
		give_up(s, i,
		        "integers without bounds were drawn from MININT..MAXINT, and no run with these "
		        "violates the formula (--int LO..HI changes it)",
		        (struct pos){0});
	else {
		session_say(s, i, TEMPORAL_HOLDS, NULL, (struct pos){0});
		s->verdicts[i].engine = "states";
	}
}

static void say_doubtful(struct temporal_session *s, uint32_t i, const struct temporal_atom *a)
{
	give_up(s, i, atom_reason(s, a), a->has_failed ? a->failure_pos : a->pos);
}

/* ---- LTL ------------------------------------------------------------------------------------------------------------ */

/* False if it cannot be made a real one. */
static bool build_run(struct temporal_session *s, const struct product *p, const struct lasso *l,
                      struct temporal_run *out)
{
	bool good = true;
	uint32_t *states = memory_zeroed(l->path.count, sizeof *states);
	uint32_t *labels = memory_zeroed(l->path.count, sizeof *labels);
	for (uint32_t k = 0; k < l->path.count; k++) {
		states[k] = product_state(p, l->path.at[k]);
		labels[k] = product_label(p, l->path.at[k]);
	}
	struct run_shape shape = {states, labels, l->path.count, l->is_loop, l->loop_start};
	run_fold(&shape);
	if (explore_result(s->scope.explore)->is_quotient) good = lift_run(&s->space, &shape, out);
	else run_build(&s->space, &shape, out);
	out->is_shortest =
	    l->is_shortest && !p->is_lazy && explore_is_whole(s->scope.explore) && !p->has_open;
	free(states);
	free(labels);
	return good;
}

/* Is there a run that is fair in one of the ways? */
static bool find_violation(struct temporal_session *s, struct product *p,
                           const struct fairnesses *ways, struct temporal_run *out, bool *is_lost)
{
	uint32_t *part = memory_zeroed(p->nodes.count, sizeof *part);
	struct lasso best = {0};
	bool is_found = false;
	for (uint32_t i = 0; i < ways->count; i++) {
		struct lasso l = {0};
		fair_parts(p, &ways->at[i], part);
		if (effort_is_over(p->effort)) break;
		bool is_here = lasso_find(p, &ways->at[i], part, &l);
		bool is_better =
		    is_here && (!is_found || l.path.count + l.is_loop < best.path.count + best.is_loop);
		if (is_better) {
			VEC_CLEAR(&best.path);
			best = l;
			is_found = true;
		} else {
			VEC_CLEAR(&l.path);
		}
	}
	if (is_found && !build_run(s, p, &best, out)) *is_lost = true;
	VEC_CLEAR(&best.path);
	free(part);
	return is_found;
}

struct seeking {
	struct temporal_session *session;
	uint32_t index;                 /* of the formula */
	const struct temporal *formula; /* without fairness */
	struct fairnesses ways;
	bool takes_any; /* where an atom has no value */
};
enum sought { SOUGHT_NONE, SOUGHT_RUN, SOUGHT_NOT_KNOWN };

/* A run of the states that are explored. */
static enum sought seek(struct seeking *k, struct temporal_run *out)
{
	struct temporal_session *s = k->session;
	struct search_effort *effort = &s->efforts[k->index];
	enum sought a = SOUGHT_NOT_KNOWN;
	bool is_lost = false;
	struct product p;
	product_open(&p, &s->space, k->formula, &k->ways, k->takes_any, effort);
	p.most = PRODUCT_MOST;
	p.is_lazy |= s->finds_any || space_explored(&s->space) > SHORTEST_MOST;
	if (p.tableau.is_too_large)
		give_up(s, k->index, "the formula has more than 60 temporal operators", k->formula->pos);
	else if (p.is_vague) give_up(s, k->index, "too many atoms have no value", k->formula->pos);
	else if (reach_excludes(&p, &k->ways)) a = SOUGHT_NONE;
	else if (product_explore(&p))
		a = find_violation(s, &p, &k->ways, out, &is_lost) ? SOUGHT_RUN : SOUGHT_NONE;
	else if (p.is_full)
		give_up(s, k->index, "the product with the formula is too large", k->formula->pos);
	if (is_lost) {
		give_up(s, k->index, "a run up to symmetry could not be made a real one", k->formula->pos);
		temporal_run_clear(out);
		a = SOUGHT_NOT_KNOWN;
	}
	if (effort_is_over(effort)) a = a == SOUGHT_RUN ? a : SOUGHT_NOT_KNOWN;
	if (!k->takes_any) s->verdicts[k->index].nodes = p.nodes.count;
	product_close(&p);
	return a;
}

/* No run violates it whatever atoms are where they have no value. Is there one that violates it with some of them? */
static void seek_doubtful(struct seeking *k, const struct temporal_atom *a)
{
	struct temporal_session *s = k->session;
	struct temporal_run run = {0};
	k->takes_any = true;
	enum sought any = seek(k, &run);
	temporal_run_clear(&run);
	if (any == SOUGHT_RUN) say_doubtful(s, k->index, a);
	if (any == SOUGHT_NONE) say_holds(s, k->index);
	if (any == SOUGHT_NONE && !s->formulas[k->index]) /* it was said */
		s->verdicts[k->index].proof = arena_format(
		    &s->question.project->arena,
		    "it holds whatever is taken for %s in states where that has no value", a->text);
}

static void check_ltl(struct temporal_session *s, uint32_t i, bool is_whole)
{
	const struct temporal *f = s->formulas[i];
	bool is_fair = f->op == TEMPORAL_FAIRLY;
	struct seeking k = {.session = s, .index = i, .formula = is_fair ? f->kid[1] : f};
	const struct temporal_atom *fair = is_fair ? doubtful_atom(&s->space, f->kid[0]) : NULL;
	const struct temporal_atom *open = doubtful_atom(&s->space, k.formula);
	if (session_has_all_fairness(k.formula))
		give_up(s, i, "WEF and SEF are supported at the top of a formula only", f->pos);
	else if (s->space.has_too_many) give_up(s, i, "there are too many steps to be kept", f->pos);
	else if (!fairness_of(is_fair ? f->kid[0] : NULL, &k.ways))
		give_up(s, i, "there are too many ways to be fair", f->pos);
	else {
		enum sought a = seek(&k, &s->verdicts[i].run);
		if (a == SOUGHT_RUN) say_violated(s, i);
		else if (a == SOUGHT_NONE && is_whole && fair) say_doubtful(s, i, fair);
		else if (a == SOUGHT_NONE && is_whole && open) seek_doubtful(&k, open);
		else if (a == SOUGHT_NONE && is_whole) say_holds(s, i);
	}
	if (s->formulas[i] && effort_is_over(&s->efforts[i]) && !session_is_stopped(s))
		give_up(s, i, "the formula takes more steps than it may take here", f->pos);
	fairnesses_clear(&k.ways);
}

/* ---- CTL ------------------------------------------------------------------------------------------------------------ */

/* A run to the state: its only position if there is nothing to be shown on the way. */
static void show_initial(struct temporal_session *s, uint32_t state, struct temporal_run *out)
{
	uint32_t label = 0;
	struct run_shape shape = {&state, &label, 1, false, 0};
	run_build(&s->space, &shape, out);
	out->is_deadlock = false;
}

static void check_ctl(struct temporal_session *s, uint32_t i, bool is_whole)
{
	if (!is_whole) return;
	const struct temporal_atom *a = doubtful_atom(&s->space, s->formulas[i]);
	bool is_cut = explore_result(s->scope.explore)->was_cut;
	if (a) say_doubtful(s, i, a);
	else if (s->space.has_too_many)
		give_up(s, i, "there are too many steps to be kept", (struct pos){0});
	else if (is_cut) say_holds(s, i); /* that is, why not */
	if (a || is_cut || s->space.has_too_many) return;
	uint8_t *v = ctl_evaluate(&s->space, s->formulas[i]);
	uint32_t state = 0;
	while (state < s->space.initial && v[state]) state++;
	if (state < s->space.initial) {
		s->verdicts[i].state = state;
		show_initial(s, state, &s->verdicts[i].run);
		say_violated(s, i);
	} else say_holds(s, i);
	free(v);
}

/* ---- turns ------------------------------------------------------------------------------------------------------------- */

static bool is_open(const struct temporal_session *s, uint32_t i)
{
	return s->formulas[i] && !s->stuck[i].is_out;
}

static void check_all(struct temporal_session *s, bool is_whole)
{
	for (uint32_t i = 0; i < s->properties->count && !session_is_stopped(s); i++) {
		double begin = base_clock();
		if (!is_open(s, i)) continue;
		if (s->properties->at[i].is_ctl) check_ctl(s, i, is_whole);
		else check_ltl(s, i, is_whole);
		s->verdicts[i].seconds += base_clock() - begin;
	}
}

/* The evaluator has done all that it may do for the state space. */
static bool is_spent(const struct temporal_session *s, uint64_t begun)
{
	uint64_t spent = s->states.spent + (session_effort(s) - begun);
	return s->question.effort && spent > s->question.effort;
}

static bool is_any_open(const struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (is_open(s, i)) return true;
	return false;
}

struct turn { /* by the effort of the session */
	uint64_t begun, end;
	uint64_t late; /* it ends here at the latest if the graph is about to end */
};

/* States wait to be visited, and clearly fewer than once did: so it is with finite graphs in their second half. */
static bool is_ending(const struct temporal_session *s)
{
	uint32_t most = s->states.most_waiting;
	return most >= WIDE && explore_waiting(s->scope.explore) < most - most / 4;
}

static bool has_turn(const struct temporal_session *s, const struct turn *t)
{
	uint64_t now = session_effort(s);
	return now < t->end || (now < t->late && is_ending(s));
}

static void note_waiting(struct temporal_session *s)
{
	uint32_t waiting = explore_waiting(s->scope.explore);
	if (waiting > s->states.most_waiting) s->states.most_waiting = waiting;
}

/* Explores up to so many states, or until the effort is spent; false if there are no more, or it was stopped. */
static bool explore_part(struct temporal_session *s, const struct turn *t)
{
	bool more = true;
	while (more && space_explored(&s->space) < s->states.most && !session_is_stopped(s) &&
	       !is_spent(s, t->begun) && has_turn(s, t)) {
		uint32_t left = s->states.most - space_explored(&s->space);
		more = explore_visit(s->scope.explore, left < VISIT ? left : VISIT, UINT32_MAX, false);
		bool is_cut = session_is_stopped(s) || explore_is_full(s->scope.explore);
		if (is_cut) s->space.current = EXPLORE_NONE;
		else space_finish(&s->space);
		more = more && !is_cut;
		note_waiting(s);
	}
	return more && !session_is_stopped(s) && !is_spent(s, t->begun);
}

/* The initial states. They may be hard to find: then others have their turns, and it is called back. */
bool session_find_initial(struct temporal_session *s)
{
	enum { PAUSE = 1 };
	struct eval *e = s->scope.view.eval;
	bool is_first = !s->states.was_late && !schedule_is_alone(&s->schedule, SESSION_states);
	s->pause = 0;
	if (is_first) {
		explore_set_interrupt(s->scope.explore, &s->pause);
		eval_set_alarm(e, schedule_after(eval_effort(e), BEGINNING), &s->pause, PAUSE);
	}
	explore_begin(s->scope.explore);
	eval_set_alarm(e, 0, NULL, 0);
	explore_set_interrupt(s->scope.explore, s->question.interrupt);
	s->states.was_late = s->pause != 0;
	if (s->states.was_late) return false;
	space_begin(&s->space);
	s->states.has_begun = true;
	s->states.most = FIRST_PART;
	return true;
}

/* A part of the states, and what it tells of the formulas; then a part four times as large, as long as the effort lasts. */
static enum engine_answer search(struct temporal_session *s, const struct turn *t)
{
	if (!s->states.has_begun && !session_find_initial(s)) return ENGINE_LATE;
	if (s->space.initial == 0) return ENGINE_ENDED;
	do {
		bool more = explore_part(s, t);
		if (more && space_explored(&s->space) < s->states.most) return ENGINE_GOES_ON;
		check_all(s, !more && explore_is_whole(s->scope.explore));
		s->states.most = s->states.most < UINT32_MAX / 4 ? s->states.most * 4 : UINT32_MAX;
		if (!session_has_open(s)) return ENGINE_COVERED;
		if (!more || !is_any_open(s)) return ENGINE_ENDED;
	} while (has_turn(s, t));
	return ENGINE_GOES_ON;
}

enum engine_answer states_seek(void *session, uint64_t effort)
{
	struct temporal_session *s = session;
	uint64_t begun = session_effort(s);
	uint64_t end = schedule_after(begun, effort), spent = schedule_after(s->states.spent, effort);
	uint64_t more = spent < SCHEDULE_FOR_EVER / PROMISED ? PROMISED * spent : SCHEDULE_FOR_EVER;
	struct turn t = {begun, end, schedule_after(end, more)};
	enum engine_answer a = search(s, &t);
	s->states.is_spent = is_spent(s, begun);
	s->states.spent += session_effort(s) - begun;
	s->states.has_ended = a == ENGINE_ENDED;
	return a;
}

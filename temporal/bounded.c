/* The engine `bounded`: runs of growing length in one solver, for all formulas that are open. A run that the solver finds is
 * executed by the evaluator, and the formula is evaluated on it by definition (confirm.c), before it counts. */
#include "temporal/session.h"

enum {
	PATIENCE = EVAL_EFFORT_PER_SECOND / 4,
	MOST_INSTANCES = 100, /* of operations that WEF and SEF are asked for */
	SHARE = 4,            /* of the effort that is given to the states */
	NEAR = 3,             /* see close_loop */
};

static const char unconfirmed[] = "the evaluator does not confirm a run that the solver found";

/* ---- open and close ----------------------------------------------------------------------------------------------- */

void bounded_close(struct temporal_session *s)
{
	struct bounded_runs *r = &s->runs;
	if (!r->b) return;
	for (uint32_t i = 0; i < s->properties->count; i++) unrolled_close(&r->unrolled[i]);
	letters_close(&r->b->letters);
	VEC_CLEAR(&r->b->loops);
	chain_close(r->b->chain);
	arena_clear(&r->b->arena);
	free(r->unrolled);
	free(r->b);
	r->b = NULL;
}

static void give_up(struct temporal_session *s, uint32_t i, const char *reason, struct pos pos)
{
	struct arena *a = &s->question.project->arena;
	s->bounded[i].gap = (struct engine_gap){true, arena_format(a, "%s", reason), pos};
}

static void open_formula(struct temporal_session *s, uint32_t i)
{
	const struct temporal *f = s->formulas[i];
	struct unrolled *w = &s->runs.unrolled[i];
	if (!f || s->bounded[i].gap.is_out) return;
	if (s->properties->at[i].is_ctl) {
		give_up(s, i, "the solver does not know CTL", f->pos);
		return;
	}
	if (session_has_all_fairness(f->op == TEMPORAL_FAIRLY ? f->kid[1] : f)) {
		give_up(s, i, "WEF and SEF are supported at the top of a formula only", f->pos);
		return;
	}
	s->bounded[i].instances = 0;
	unrolled_open(w, s->runs.b, f);
	if (w->normal.is_too_large) give_up(s, i, "the formula is too large for the solver", f->pos);
}

static void open_runs(struct temporal_session *s)
{
	const struct temporal_question *q = &s->question;
	struct search_options o = {.solver = SOLVER_CADICAL, .interrupt = q->interrupt};
	struct bounded *b = s->runs.b = memory_zeroed(1, sizeof *b);
	arena_init_with(&b->arena, &q->project->arena);
	b->chain = chain_open(s->scope.explore, q->project, q->values, q->universe, &o);
	b->letters = (struct letters){.scope = &s->scope, .arena = &b->arena};
	s->runs.unrolled = memory_zeroed(s->properties->count, sizeof *s->runs.unrolled);
}

/* ---- what was found --------------------------------------------------------------------------------------------------- */

static uint32_t loop_start(const struct bounded *b)
{
	uint32_t i = 0;
	while (i < b->loops.count && !cnf_value(chain_cnf(b->chain), b->loops.at[i].is)) i++;
	return i;
}

/* The run of the last model, executed. */
static bool build_run(struct temporal_session *s, const struct unrolled_shapes *shapes,
                      struct temporal_run *out)
{
	struct bounded *b = s->runs.b;
	struct explore_path path;
	bool ok = chain_decode(b->chain, false, &path);
	out->is_loop = ok && cnf_value(chain_cnf(b->chain), shapes->loop);
	out->is_deadlock = ok && !out->is_loop && cnf_value(chain_cnf(b->chain), shapes->deadlock);
	out->is_prefix = !out->is_loop && !out->is_deadlock;
	out->positions = path.count - out->is_loop;
	out->loop_start = out->is_loop ? loop_start(b) : 0;
	out->first = explore_has_setup(s->scope.explore);
	return ok && explore_retrace(s->scope.explore, &path, &out->trace);
}

/* An instance that the loop is unfair to: from now on it must not be. */
static void add_instance(struct temporal_session *s, uint32_t i, const struct confirm_unfair *u)
{
	struct letters *l = &s->runs.b->letters;
	fair_loop_add(&s->runs.unrolled[i].fair, l, fair_loop_instance(l, u), u->is_strong);
	s->bounded[i].instances++;
}

enum found { FOUND_NONE, FOUND_AGAIN, FOUND_ANSWER };

/* Not confirmed, or not known to be: a bug of bounce, unless integers were drawn or something cannot be evaluated. */
static enum found found_doubtful(struct temporal_session *s, uint32_t i, bool is_open)
{
	bool is_limit = explore_result(s->scope.explore)->end == EXPLORE_UNFINISHED;
	if (session_is_stopped(s)) return FOUND_NONE;
	if (is_open || is_limit || !chain_is_exact(s->runs.b->chain))
		give_up(s, i,
		        "a run that the solver found rests on integers from MININT..MAXINT, or on what "
		        "cannot be evaluated (--int LO..HI changes it)",
		        (struct pos){0});
	else session_say(s, i, TEMPORAL_DOUBTFUL, unconfirmed, (struct pos){0});
	return FOUND_ANSWER;
}

static enum found judge(struct temporal_session *s, uint32_t i,
                        const struct unrolled_shapes *shapes)
{
	struct temporal_run *run = &s->verdicts[i].run;
	struct confirm_unfair unfair = {.operation = EXPLORE_NONE};
	const struct bounded *b = s->runs.b;
	temporal_run_clear(run);
	if (!build_run(s, shapes, run)) return found_doubtful(s, i, false);
	run->is_shortest = chain_is_complete(b->chain) && b->has_deadlock &&
	                   s->bounded[i].lengths + 1 == chain_length(b->chain);
	enum confirmed c = session_confirm(s, i, "bounded", &unfair);
	if (c == CONFIRM_VIOLATION) return FOUND_ANSWER;
	bool is_unfair = c == CONFIRM_NONE && unfair.operation != EXPLORE_NONE;
	if (is_unfair && s->bounded[i].instances < MOST_INSTANCES) {
		add_instance(s, i, &unfair);
		return FOUND_AGAIN;
	}
	if (is_unfair) give_up(s, i, "there are too many instances to be fair to", (struct pos){0});
	return is_unfair ? FOUND_ANSWER : found_doubtful(s, i, c == CONFIRM_OPEN);
}

/* ---- one length ----------------------------------------------------------------------------------------------------------- */

enum asked { ASKED_ALL, ASKED_CUT }; /* CUT: the effort was over, or it was interrupted */

static enum asked ask(struct temporal_session *s, uint32_t i)
{
	struct bounded *b = s->runs.b;
	struct bounded_state *state = &s->bounded[i];
	bool is_known = chain_length(b->chain) <= state->lengths;
	struct unrolled_shapes shapes;
	for (;;) {
		if (!unrolled_shapes(&s->runs.unrolled[i], b, &shapes)) return ASKED_CUT;
		if (is_known) return ASKED_ALL;
		lit any = circuit_or(b->circuit, shapes.prefix, shapes.deadlock);
		enum solver_answer a = chain_ask(b->chain, circuit_or(b->circuit, shapes.loop, any));
		if (a == SOLVER_UNKNOWN) return ASKED_CUT;
		state->was_cut |= !chain_is_complete(b->chain);
		if (a == SOLVER_UNSATISFIABLE) state->lengths = chain_length(b->chain);
		if (a == SOLVER_UNSATISFIABLE) return ASKED_ALL;
		enum found f = judge(s, i, &shapes);
		if (f != FOUND_AGAIN) return f == FOUND_ANSWER ? ASKED_ALL : ASKED_CUT;
	}
}

/* The last state is that of the position, if a loop begins there. */
static bool add_closing(struct bounded *b, lit starts, const struct encode_state *at)
{
	struct loop_start *from = &VEC_LAST(&b->loops);
	lit same;
	if (!encode_same(chain_encoder(b->chain), chain_state(b->chain, b->loops.count), at, &same))
		return false;
	from->closes = circuit_or(b->circuit, from->closes, circuit_and(b->circuit, starts, same));
	return true;
}

/* Does the last step lead back? Near states are compared one by one; of those far away the one where the loop begins is kept,
 * so that each step costs the same. */
static bool close_loop(struct bounded *b)
{
	uint32_t last = b->loops.count, far = last > NEAR ? last - NEAR : 0;
	struct encoder *e = chain_encoder(b->chain);
	bool ok = true;
	if (far > 0) {
		struct loop_start *x = &b->loops.at[far - 1];
		lit choices[] = {x->is, -x->is};
		struct encode_state *states[] = {(struct encode_state *)chain_state(b->chain, far - 1),
		                                 b->kept};
		if (far == 1) b->kept = states[0];
		else ok = encode_choose(e, choices, states, 2, &b->kept);
		ok = ok && add_closing(b, x->is_in, b->kept);
	}
	for (uint32_t i = far; ok && i < last; i++)
		ok = add_closing(b, b->loops.at[i].is, chain_state(b->chain, i));
	return ok;
}

/* Where a loop may begin, and whether the last step closes it. */
static bool add_loop(struct bounded *b)
{
	struct circuit *c = b->circuit;
	uint32_t last = b->loops.count;
	if (last > 0 && !close_loop(b)) return false;
	lit before = last ? b->loops.at[last - 1].is_in : LIT_FALSE, is = circuit_input(c);
	struct loop_start new = {is, circuit_or(c, before, is), LIT_FALSE};
	circuit_require(c, circuit_implies(c, is, -before));
	VEC_PUSH(&b->loops, new);
	return true;
}

static bool is_asked(const struct temporal_session *s, uint32_t i)
{
	return s->formulas[i] && !s->bounded[i].gap.is_out;
}

static bool is_over(const struct temporal_session *s, uint64_t end)
{
	return session_is_stopped(s) || eval_effort(s->scope.view.eval) >= end;
}

/* One formula at the last state of the chain. */
static enum asked look_at(struct temporal_session *s, uint32_t i, uint64_t end)
{
	struct letters *l = &s->runs.b->letters;
	double begin = base_clock();
	l->reason = NULL;
	enum asked a = unrolled_extend(&s->runs.unrolled[i], s->runs.b) ? ask(s, i) : ASKED_CUT;
	s->verdicts[i].seconds += base_clock() - begin;
	if (a == ASKED_ALL || is_over(s, end) || !l->reason) return a;
	give_up(s, i, l->reason, l->pos);
	return ASKED_ALL;
}

/* The last state, and the step behind it; false if the effort is over or nothing is left. */
static enum asked look_at_all(struct temporal_session *s, uint64_t end)
{
	struct bounded *b = s->runs.b;
	bool is_known = false;
	if (!chain_add_step(b->chain) || !add_loop(b)) return ASKED_CUT;
	uint32_t last = chain_length(b->chain) - 1;
	VEC_PUSH(&b->letters.places,
	         ((struct letter_place){chain_state(b->chain, last), chain_next(b->chain),
	                                *chain_step(b->chain, last)}));
	if (!chain_deadlock(b->chain, last, &b->deadlock, &is_known)) return ASKED_CUT;
	b->has_deadlock = is_known;
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (is_asked(s, i) && look_at(s, i, end) == ASKED_CUT) return ASKED_CUT;
	return ASKED_ALL;
}

static bool is_any_asked(const struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (is_asked(s, i)) return true;
	return false;
}

/* ---- turns ------------------------------------------------------------------------------------------------------------------ */

static enum engine_answer end_search(struct temporal_session *s, const char *reason, struct pos pos)
{
	struct arena *a = &s->question.project->arena;
	s->runs.gap = (struct engine_gap){true, reason ? arena_format(a, "%s", reason) : NULL, pos};
	bounded_close(s);
	return session_has_open(s) ? ENGINE_ENDED : ENGINE_COVERED;
}

/* A step cannot be left in the middle: it begins again later, with more patience. */
static enum engine_answer leave(struct temporal_session *s, uint64_t end)
{
	struct pos pos;
	const char *reason = chain_reason(s->runs.b->chain, &pos);
	if (session_is_stopped(s)) return ENGINE_GOES_ON;
	if (!is_over(s, end)) return end_search(s, reason, pos);
	bounded_close(s);
	s->runs.patience *= 4;
	return ENGINE_GOES_ON;
}

static bool has_begun(struct temporal_session *s, enum run_answer *a)
{
	*a = RUN_NONE;
	if (s->runs.b) return true;
	open_runs(s);
	*a = chain_begin(s->runs.b->chain);
	struct bounded *b = s->runs.b; /* the chain may have begun again */
	b->circuit = b->letters.circuit = chain_circuit(b->chain);
	b->letters.encoder = chain_encoder(b->chain);
	for (uint32_t i = 0; *a == RUN_NONE && i < s->properties->count; i++) open_formula(s, i);
	return *a == RUN_NONE;
}

/* Where all states are known, longer runs than these hardly say more. */
static uint32_t depth_of(const struct temporal_session *s)
{
	if (s->question.depth) return s->question.depth;
	return session_knows_all(s) ? space_explored(&s->space) + 1 : UINT32_MAX;
}

static enum engine_answer search(struct temporal_session *s, uint64_t end, uint64_t patience_end)
{
	enum run_answer a;
	if (explore_is_paired(s->scope.explore))
		return end_search(s, "the solver does not follow abstractions (--alone leaves them out)",
		                  (struct pos){0});
	if (!has_begun(s, &a))
		return a == RUN_VACUOUS ? end_search(s, "there is no initial state", (struct pos){0})
		                        : leave(s, patience_end);
	do {
		chain_give(s->runs.b->chain, patience_end);
		if (look_at_all(s, patience_end) == ASKED_CUT) return leave(s, patience_end);
		if (!is_any_asked(s)) return end_search(s, NULL, (struct pos){0});
		if (chain_length(s->runs.b->chain) > depth_of(s))
			return end_search(s,
			                  s->question.depth ? "longer runs were not asked for (--depth)" : NULL,
			                  (struct pos){0});
		if (!chain_extend(s->runs.b->chain))
			return end_search(s, "there are no longer runs", (struct pos){0});
	} while (!session_is_stopped(s) && eval_effort(s->scope.view.eval) < end);
	return ENGINE_GOES_ON;
}

/* When it is alone, it goes on for a while; if that is asked for, as long as it may. */
static bool is_spent(const struct temporal_session *s)
{
	bool is_alone = schedule_is_alone(&s->schedule, SESSION_bounded);
	uint64_t most = s->question.effort ? s->question.effort / SHARE + 1 : 0;
	if (!most && s->states.has_ended && !is_alone) most = session_rest(s);
	return most && s->runs.spent >= most;
}

enum engine_answer bounded_seek(void *session, uint64_t effort)
{
	struct temporal_session *s = session;
	uint64_t begun = eval_effort(s->scope.view.eval);
	if (s->runs.patience == 0) s->runs.patience = PATIENCE;
	if (is_spent(s)) return end_search(s, NULL, (struct pos){0});
	uint64_t most = effort > s->runs.patience ? effort : s->runs.patience;
	if (s->question.effort && most > s->question.effort) most = s->question.effort;
	explore_set_interrupt(s->scope.explore, s->question.interrupt);
	enum engine_answer a = search(s, schedule_after(begun, effort), schedule_after(begun, most));
	s->runs.spent += eval_effort(s->scope.view.eval) - begun;
	return a;
}

/* Formulas in, verdicts out: the engines of engines.def take turns until each formula has an answer, or none of them goes on. */
#include "temporal/session.h"

enum {
	STEPS_OF_EFFORT = 4, /* of a product, which are so much shorter than those of the evaluator */
	FIRST_SLICE = EVAL_EFFORT_PER_SECOND / 2,
};

static const struct engine all_engines[] = {
#define ENGINE(name, concludes, share, facts, help)                                                \
	{{#name, concludes, share, facts, help}, NULL, name##_seek},
#include "temporal/engines.def"
#undef ENGINE
};

const struct engine_info *temporal_engine(uint32_t index)
{
	return index < SESSION_ENGINES ? &all_engines[index].info : NULL;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

/* The first error from this message on. */
static void keep_error(struct diag *d, uint32_t from, struct temporal_property *f)
{
	f->error = "see the errors before";
	f->error_pos = f->pos;
	for (uint32_t i = from; i < d->messages.count; i++) {
		if (d->messages.at[i].severity != DIAG_ERROR) continue;
		f->error = d->messages.at[i].text;
		f->error_pos = d->messages.at[i].pos;
		return;
	}
}

static void read_formula(struct temporal_session *s, struct temporal_property *f)
{
	struct diag *d = s->question.project->diag;
	uint32_t from = d->messages.count;
	if (f->error) {
		diag_at(d, f->error_pos, DIAG_ERROR, "%s", f->error);
		return;
	}
	f->formula = temporal_parse(s->question.project, &f->text, f->is_ctl);
	if (f->formula) f->formula = temporal_check(&s->scope, f->formula);
	if (!f->formula) keep_error(d, from, f);
}

struct temporal_session *session_new(const struct temporal_question *q, uint32_t engines)
{
	struct temporal_session *s = memory_zeroed(1, sizeof *s);
	uint32_t count = q->properties->count;
	s->question = *q;
	s->properties = q->properties;
	space_open(&s->space, &s->scope);
	s->explore = q->explore;
	s->explore.watcher = &s->space.watcher;
	s->explore.stop = q->interrupt;
	s->explore.order = EXPLORE_BREADTH;
	s->scope.project = q->project;
	s->scope.explore = explore_open(q->project, q->values, q->universe, &s->explore);
	temporal_scope_open(&s->scope);
	s->verdicts = memory_zeroed(count, sizeof *s->verdicts);
	s->formulas = memory_zeroed(count, sizeof *s->formulas);
	s->efforts = memory_zeroed(count, sizeof *s->efforts);
	s->stuck = memory_zeroed(count, sizeof *s->stuck);
	s->bounded = memory_zeroed(count, sizeof *s->bounded);
	for (uint32_t i = 0; i < count; i++)
		s->efforts[i] =
		    (struct search_effort){q->interrupt, 0, q->effort * STEPS_OF_EFFORT / count};
	s->schedule = (struct schedule){.engines = all_engines,
	                                .count = SESSION_ENGINES,
	                                .selected = engines,
	                                .data = s,
	                                .effort = session_effort,
	                                .eval = s->scope.view.eval,
	                                .interrupt = q->interrupt,
	                                .slice = FIRST_SLICE};
	return s;
}

struct temporal_session *temporal_open(const struct temporal_question *q)
{
	uint32_t all = (1u << SESSION_ENGINES) - 1;
	struct temporal_session *s = session_new(q, q->engines ? q->engines & all : all);
	for (uint32_t i = 0; i < q->properties->count; i++) read_formula(s, &q->properties->at[i]);
	return s;
}

void temporal_close(struct temporal_session *s)
{
	bounded_close(s);
	proof_close(s);
	reduced_close(s);
	for (uint32_t i = 0; i < s->properties->count; i++) temporal_run_clear(&s->verdicts[i].run);
	space_close(&s->space);
	explore_close(s->scope.explore);
	schedule_clear(&s->schedule);
	free(s->verdicts);
	free(s->formulas);
	free(s->efforts);
	free(s->stuck);
	free(s->bounded);
	free(s);
}

const struct temporal_verdict *temporal_verdict(const struct temporal_session *s, uint32_t index)
{
	return &s->verdicts[index];
}

bool temporal_is_answered(const struct temporal_session *s, uint32_t index)
{
	return s->verdicts[index].is_answered;
}

struct explore *temporal_explore(struct temporal_session *s) { return s->scope.explore; }

/* ---- what the engines ask ---------------------------------------------------------------------------------------- */

bool session_is_stopped(const struct temporal_session *s)
{
	return s->question.interrupt && *s->question.interrupt;
}

bool session_has_open(const struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++)
		if (s->formulas[i]) return true;
	return false;
}

bool session_has_all_fairness(const struct temporal *f)
{
	if (f->op == TEMPORAL_ALL_WEAK || f->op == TEMPORAL_ALL_STRONG) return true;
	for (uint32_t i = 0; i < temporal_operands(f->op); i++)
		if (session_has_all_fairness(f->kid[i])) return true;
	return false;
}

uint64_t session_effort(const void *session)
{
	const struct temporal_session *s = session;
	uint64_t steps = 0;
	for (uint32_t i = 0; i < s->properties->count; i++) steps += s->efforts[i].spent;
	return eval_effort(s->scope.view.eval) + steps / STEPS_OF_EFFORT + reduced_effort(s);
}

bool session_knows_all(const struct temporal_session *s)
{
	return s->states.has_ended && explore_is_whole(s->scope.explore) &&
	       !explore_result(s->scope.explore)->was_cut;
}

/* Of a whole graph they can say more only where an atom has no value. */
uint64_t session_rest(const struct temporal_session *s)
{
	enum { KNOWN = EVAL_EFFORT_PER_SECOND / 4, OPEN = 2 * EVAL_EFFORT_PER_SECOND };
	if (session_knows_all(s)) return KNOWN;
	return s->states.spent > OPEN ? s->states.spent : OPEN;
}

void session_say(struct temporal_session *s, uint32_t i, enum temporal_answer answer,
                 const char *reason, struct pos pos)
{
	struct temporal_verdict *v = &s->verdicts[i];
	v->answer = answer;
	v->reason = reason;
	v->pos = pos;
	v->is_answered = true;
	s->formulas[i] = NULL;
}

enum confirmed session_confirm(struct temporal_session *s, uint32_t i, const char *engine,
                               struct confirm_unfair *unfair)
{
	struct temporal_verdict *v = &s->verdicts[i];
	bool is_ctl = s->properties->at[i].is_ctl;
	enum confirmed c = is_ctl ? confirm_ctl(&s->scope, s->formulas[i], v->state,
	                                        space_explored(&s->space), s->question.interrupt)
	                          : confirm_run(&s->scope, s->formulas[i], &v->run, unfair);
	v->has_run = c == CONFIRM_VIOLATION;
	if (c != CONFIRM_VIOLATION) return c;
	v->engine = engine;
	session_say(s, i, TEMPORAL_VIOLATED, NULL, (struct pos){0});
	return c;
}

/* ---- all of it --------------------------------------------------------------------------------------------------------- */

static bool prepare(struct temporal_session *s)
{
	bool has_one = false;
	for (uint32_t i = 0; i < s->properties->count; i++) {
		const struct temporal_property *f = &s->properties->at[i];
		const char *reason;
		struct pos pos;
		if (!f->formula) {
			session_say(s, i, TEMPORAL_ERROR, f->error, f->error_pos);
			continue;
		}
		s->formulas[i] = quantifier_expand(&s->scope, f->formula, &reason, &pos);
		if (!s->formulas[i]) session_say(s, i, TEMPORAL_INCONCLUSIVE, reason, pos);
		else space_collect(&s->space, s->formulas[i]);
		has_one |= s->formulas[i] != NULL;
	}
	return has_one;
}

/* Why the state space says nothing of a formula. */
static const char *why_not_states(const struct temporal_session *s, struct pos *pos)
{
	const struct explore_result *r = explore_result(s->scope.explore);
	bool is_asked = s->schedule.selected & 1u << SESSION_states;
	if (session_is_stopped(s))
		return "the search was stopped by a limit (--time-limit, --effort-limit, --memory-limit)";
	if (s->schedule.selected == 1u << SESSION_walks)
		return "no walk has violated it, and nothing else was asked for (--engine)";
	if (!is_asked) return s->runs.gap.reason ? s->runs.gap.reason : "the solver went no further";
	if (explore_is_full(s->scope.explore))
		return "the limit of states was reached (--max-states raises it)";
	if (s->states.is_spent) return "the state space takes more steps than it may take here";
	if (r->end == EXPLORE_UNFINISHED) {
		*pos = r->failure.pos;
		return r->failure.message;
	}
	if (s->states.has_begun && s->space.initial == 0) return "there is no initial state";
	return "the state space was not explored to its end";
}

/* With what the solver has looked at. */
static void say_rest(struct temporal_session *s)
{
	for (uint32_t i = 0; i < s->properties->count; i++) {
		const struct bounded_state *b = &s->bounded[i];
		struct pos pos = {0};
		const char *reason = s->stuck[i].reason;
		if (!s->formulas[i]) continue;
		const struct engine_gap *left_out = reduced_gap(s, i);
		bool has_states = s->schedule.selected & 1u << SESSION_states;
		if (reason) pos = s->stuck[i].pos;
		else if (!has_states && left_out) reason = left_out->reason, pos = left_out->pos;
		else if (!has_states && b->gap.is_out) reason = b->gap.reason, pos = b->gap.pos;
		else reason = why_not_states(s, &pos);
		session_say(s, i, TEMPORAL_INCONCLUSIVE, reason, pos);
		s->verdicts[i].lengths = b->lengths;
		s->verdicts[i].was_cut = b->was_cut;
		if (b->gap.is_out) s->verdicts[i].not_bounded = b->gap.reason;
		const struct engine_gap *g = proof_gap(s, i);
		if (g && g->is_out) s->verdicts[i].not_proved = g->reason;
	}
}

void temporal_answer(struct temporal_session *s)
{
	if (prepare(s)) {
		schedule_run(&s->schedule);
		explore_end_parts(s->scope.explore);
	}
	say_rest(s);
}

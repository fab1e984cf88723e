/* Which tactic is tried when, and for how long. */
#include "search/portfolio.h"

/* ---- the table ------------------------------------------------------------------------------------------ */

enum { OPEN = 1, BOUNDED = 2, ANY = OPEN | BOUNDED };
enum { PLAIN = 1, NO_BODY = 2, TOP = 4, PART = 8 };
enum { FOUND = SEARCH_TACTIC_FOUND, NONE = SEARCH_TACTIC_NONE, BOTH = FOUND | NONE };
enum { WITHIN_BOUNDS = 4 };

struct tactic {
	bool (*applies)(const struct question *q, const struct facts *f);
	enum search_answer (*run)(struct search *s);
	int concludes, when, needs;
	uint32_t slice, most; /* in milliseconds of a usual machine */
};

static const struct tactic tactics[SEARCH_TACTICS] = {
#define TACTIC(name, concludes, when, needs, slice, most, help)                                    \
	{name##_applies, name##_run, concludes, when, needs, slice, most},
#include "search/tactics.def"
#undef TACTIC
};

static const struct search_tactic shown[SEARCH_TACTICS] = {
#define TACTIC(name, concludes, when, needs, slice, most, help) {#name, help, (concludes) & (BOTH)},
#include "search/tactics.def"
#undef TACTIC
};

const struct search_tactic *search_tactic(enum search_tactic_number number)
{
	return &shown[number];
}

/* ---- which --------------------------------------------------------------------------------------------- */

static bool fits(const struct question *q, enum nesting nesting, int needs)
{
	return !((needs & PLAIN) && q->violation) && !((needs & NO_BODY) && question_body(q)) &&
	       !((needs & TOP) && nesting > NESTING_LEMMA) &&
	       !((needs & PART) && nesting > NESTING_PART);
}

uint32_t portfolio_mask(const struct question *q, const struct search_options *o,
                        enum nesting nesting)
{
	enum { DIRECT = 1u << TACTIC_direct, RELAX = 1u << TACTIC_relax, WIDER = 1u << TACTIC_wider };
	enum { SIMPLIFY = 1u << TACTIC_simplify, RELAX_SIMPLE = 1u << TACTIC_relax_simple };
	enum { EXTENSIONAL = 1u << TACTIC_extensional };
	uint32_t mask = o->tactics ? o->tactics : UINT32_MAX;
	if (q->reach == REACH_FEW) mask &= DIRECT;
	if (q->reach == REACH_NEAR) mask &= DIRECT | SIMPLIFY;
	/* clauses are kept for a proof or a file: what concludes without clauses does not count */
	if (o->keeps_clauses) mask &= DIRECT | EXTENSIONAL | RELAX | RELAX_SIMPLE | WIDER;
	/* the others know nothing of undefinedness, which is asked for at the top */
	if (question_undefined(q) && nesting == NESTING_TOP) mask &= DIRECT | RELAX | WIDER;
	for (uint32_t t = 0; t < SEARCH_TACTICS; t++)
		if (!fits(q, nesting, tactics[t].needs)) mask &= ~(1u << t);
	return mask;
}

/* Whether it is worth an attempt, whatever it has done so far. */
static bool applies(const struct search *s, enum search_tactic_number t)
{
	const struct portfolio *p = &s->progress;
	struct facts f = {.nesting = s->nesting, .is_bounded = p->is_bounded};
	bool has_direct = p->tactics & 1u << TACTIC_direct;
	int state = !has_direct ? ANY : p->is_bounded ? BOUNDED : OPEN;
	bool is_first = s->options.keeps_clauses && !p->is_bounded; /* the clauses are its own */
	if (!(p->tactics & 1u << t) || !(tactics[t].when & state)) return false;
	return t == TACTIC_direct || (!is_first && tactics[t].applies(&s->question, &f));
}

/* A universal of too many instances is not encoded before CEGIS had its chance. */
static bool is_to_wait(const struct search *s, enum search_tactic_number t, uint32_t round)
{
	enum { PATIENCE = 4 };
	return t == TACTIC_direct && s->progress.large && !s->progress.is_finished[TACTIC_cegis] &&
	       applies(s, TACTIC_cegis) && round < PATIENCE;
}

/* ---- one attempt ------------------------------------------------------------------------------------- */

/* Why another tactic than direct has no answer is no reason for the whole to be open. */
static enum search_answer run_apart(struct search *s, const struct tactic *t)
{
	enum search_phase phase = s->phase;
	bool needs_instances = s->encoding.needs_instances;
	const char *reason = s->reason;
	struct pos pos = s->reason_pos;
	double before = eval_lend_time(s->eval, budget_deadline(&s->budget));
	enum search_answer a = t->run(s);
	eval_return_time(s->eval, before);
	if (a == SEARCH_DOUBTFUL || s->adopted) return a;
	s->phase = phase;
	s->encoding.needs_instances = needs_instances;
	s->reason = reason;
	s->reason_pos = pos;
	return a;
}

/* Twice as much as in the round before. */
static uint64_t slice_of(const struct tactic *t, uint32_t round, bool *is_last)
{
	enum { MOST_ROUNDS = 30, UNIT = EVAL_EFFORT_PER_SECOND / 1000 };
	uint64_t most = (uint64_t)t->most * UNIT;
	uint64_t slice = (uint64_t)t->slice * UNIT << (round < MOST_ROUNDS ? round : MOST_ROUNDS);
	*is_last = most && slice >= most;
	return *is_last ? most : slice;
}

static enum search_answer attempt(struct search *s, enum search_tactic_number number,
                                  uint32_t round)
{
	enum { MOST_VAIN = 16 };
	const struct tactic *t = &tactics[number];
	struct portfolio *p = &s->progress;
	uint64_t before = eval_effort(s->eval), end = s->budget.end;
	bool is_last, outer = eval_ran_out(s->eval, false);
	uint64_t slice = slice_of(t, round, &is_last);
	bool is_all = end <= before || slice >= end - before;
	search_give(s, slice);
	enum search_answer a = number == TACTIC_direct ? t->run(s) : run_apart(s, t);
	bool ran_out = eval_ran_out(s->eval, outer);
	/* with all that there is, and not for want of it: a limit inside ends it each time */
	p->vain[number] += is_all && eval_effort(s->eval) < end;
	bool has_ended = !ran_out || p->vain[number] >= MOST_VAIN;
	p->is_finished[number] = (has_ended && !budget_is_over(&s->budget)) || is_last;
	bool is_none = a == SEARCH_NONE, is_direct = number == TACTIC_direct;
	if (is_none && is_direct && !s->completeness.is_proved && encoding_is_bounded(s))
		p->is_bounded = s->completeness.is_bounded = true;
	if (is_none && !(t->concludes & WITHIN_BOUNDS)) s->completeness.is_proved = true;
	struct search_attempt x = {number, a, is_none && !search_is_complete(s), p->is_finished[number],
	                           eval_effort(s->eval) - before};
	if (s->nesting == NESTING_TOP) VEC_PUSH(&p->attempts, x);
	return a;
}

/* ---- all of them ---------------------------------------------------------------------------------------- */

static enum search_answer give_up(struct search *s)
{
	bool is_over = budget_is_over(&s->budget);
	if (s->progress.is_bounded) {
		s->progress.by = TACTIC_direct;
		return SEARCH_NONE;
	}
	if (s->reason) return SEARCH_OPEN;
	if (s->options.tactics && !is_over)
		search_give_up(s, "no tactic that was chosen decides this (--tactics chooses others)",
		               (struct pos){0});
	else if (s->progress.large && !is_over)
		search_give_up(s, "this is said of too many values to try them all" LIST_LIMIT,
		               s->progress.large->pos);
	else s->reason = budget_is_stopped(&s->budget) ? "the search was stopped" : search_too_late(s);
	return SEARCH_OPEN;
}

static bool is_spent(struct search *s)
{
	bool is_spent = eval_effort(s->eval) >= s->budget.end;
	if (is_spent) eval_ran_out(s->eval, true);
	return is_spent || budget_is_over(&s->budget);
}

enum search_answer portfolio_run(struct search *s)
{
	struct portfolio *p = &s->progress;
	bool goes_on = true;
	for (uint32_t round = 0; goes_on; round++) {
		goes_on = false;
		for (enum search_tactic_number t = 0; t < SEARCH_TACTICS; t++) {
			if (p->is_finished[t] || !applies(s, t)) continue;
			goes_on = true;
			if (is_to_wait(s, t, round)) continue;
			if (is_spent(s)) return give_up(s);
			enum search_answer a = attempt(s, t, round);
			if (a == SEARCH_OPEN || (t == TACTIC_direct && p->is_bounded)) continue;
			p->by = t;
			return a;
		}
	}
	return give_up(s);
}

/* Turns of engines, measured in effort, which is counted: the load of the machine does not decide who answers.
 *
 * An opening by engines that may be enough alone; then passes. In a pass each engine has a slice, in the order of the
 * table; those that follow or await the others come last, and have a part of what they took together, or as much. Who
 * follows them and comes nearer to a fault has up to twelve times as much: its effort is cheap. */
#include "bmc/schedule.h"

static bool is_out(const struct schedule *s, uint32_t i)
{
	return !(s->selected & 1u << i) || s->has_ended[i];
}

static bool is_fact(const struct schedule *s, uint32_t i, enum engine_fact fact)
{
	return s->engines[i].info.facts & (int)fact;
}

static bool is_interrupted(const struct schedule *s) { return s->interrupt && *s->interrupt; }

static bool is_decisive(enum engine_answer a) { return a >= ENGINE_COVERED; }

bool schedule_is_alone(const struct schedule *s, uint32_t engine)
{
	return s->selected == 1u << engine;
}

uint64_t schedule_after(uint64_t now, uint64_t more)
{
	return more < SCHEDULE_FOR_EVER - now ? now + more : SCHEDULE_FOR_EVER;
}

static uint64_t share_of(uint64_t effort, uint32_t percent)
{
	return effort > SCHEDULE_FOR_EVER / percent ? SCHEDULE_FOR_EVER : effort * percent / 100;
}

/* A turn, within what the meter leaves; a cut one has taken all that was left. */
static enum engine_answer metered_turn(struct schedule *s, const struct engine *e, uint64_t effort)
{
	if (!s->eval) return e->turn(s->data, effort);
	uint64_t before = s->effort(s->data), evaluated = eval_effort(s->eval);
	uint64_t left = eval_effort_left(s->eval);
	uint64_t most = left ? left : 1; /* to some of them 0 is no limit */
	enum engine_answer a = e->turn(s->data, effort < most ? effort : most);
	bool goes_on = a == ENGINE_GOES_ON || a == ENGINE_NEARER || a == ENGINE_LATE;
	eval_charge(s->eval, s->effort(s->data) - before - (eval_effort(s->eval) - evaluated));
	if (left <= effort && goes_on) eval_charge(s->eval, eval_effort_left(s->eval));
	return a;
}

static enum engine_answer take_turn(struct schedule *s, uint32_t i, uint64_t effort)
{
	const struct engine *e = &s->engines[i];
	uint64_t before = s->effort(s->data);
	enum engine_answer a = metered_turn(s, e, effort);
	if (a == ENGINE_WAITS) return a;
	bool has_ended = a == ENGINE_ENDED || a == ENGINE_LATE || a == ENGINE_REACHED;
	s->has_ended[i] = has_ended || is_fact(s, i, ENGINE_ONCE);
	s->is_late[i] = a == ENGINE_LATE;
	s->has_reached |= a == ENGINE_REACHED;
	if (a == ENGINE_CANDIDATE) {
		s->candidate = e;
		s->has_ended[i] = true;
	}
	if (is_decisive(a)) s->by = e;
	VEC_PUSH(&s->turns, ((struct engine_turn){e->info.name, a, s->effort(s->data) - before}));
	return a;
}

/* Engines that are cheap where the question is easy. True if one of them decides, or has a candidate. */
static bool opening(struct schedule *s)
{
	bool is_decided = false;
	for (uint32_t i = 0; i < s->count && !is_decided; i++) {
		if (!is_fact(s, i, ENGINE_FIRST) || is_out(s, i)) continue;
		if (s->engines[i].open) s->engines[i].open(s->data);
		uint64_t slice = schedule_is_alone(s, i) ? SCHEDULE_FOR_EVER : s->slice;
		is_decided = is_decisive(take_turn(s, i, share_of(slice, s->engines[i].info.share)));
		is_decided |= s->candidate != NULL;
	}
	return is_decided;
}

/* False if there are none. */
static bool open_others(struct schedule *s)
{
	bool has_others = false;
	s->are_open = true;
	for (uint32_t i = 0; i < s->count; i++) {
		if (is_fact(s, i, ENGINE_FIRST) || is_out(s, i)) continue;
		has_others = true;
		if (s->engines[i].open) s->engines[i].open(s->data);
	}
	return has_others;
}

static bool does(const struct schedule *s, uint32_t i, enum engine_conclusion c)
{
	return s->engines[i].info.concludes & (int)c;
}

/* Those who look at everything, or, where none of them was ever asked, all who look for faults. */
static enum engine_conclusion who_counts(const struct schedule *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (s->selected & 1u << i && does(s, i, ENGINE_COVERS)) return ENGINE_COVERS;
	return ENGINE_FINDS;
}

/* Nobody is left who looks for more than was looked at. */
static bool is_over(const struct schedule *s)
{
	bool is_over = true;
	for (uint32_t i = 0; i < s->count; i++) is_over &= is_out(s, i) || !does(s, i, who_counts(s));
	return is_over || s->has_reached;
}

/* Who had too little effort for his first turn takes all there is. */
static void call_back(struct schedule *s)
{
	for (uint32_t i = 0; i < s->count && !s->by && !is_interrupted(s); i++)
		if (s->is_late[i]) take_turn(s, i, SCHEDULE_FOR_EVER);
}

/* What is covered may still be proved by an engine that has not had its only turn. */
static void last_turns(struct schedule *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (is_fact(s, i, ENGINE_ONCE) && !is_out(s, i)) take_turn(s, i, s->slice);
}

static bool goes_on_before(const struct schedule *s, uint32_t engine)
{
	for (uint32_t i = 0; i < engine; i++)
		if (!is_out(s, i)) return true;
	return false;
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Who comes nearer to a fault goes on, up to so much effort. */
static enum engine_answer take_turns(struct schedule *s, uint32_t i, uint64_t slice, uint64_t most)
{
	uint64_t begun = s->effort(s->data);
	enum engine_answer a = take_turn(s, i, slice);
	for (uint64_t more = 0; a == ENGINE_NEARER && more < most && !is_interrupted(s);
	     more = s->effort(s->data) - begun)
		a = take_turn(s, i, larger(slice, more));
	return a;
}

enum pass { PASS_DECIDED, PASS_CUT, PASS_ENDED };

/* Those that await or follow the others, or (0) the others. */
static enum pass turns_of(struct schedule *s, enum engine_fact wait, uint64_t slice,
                          uint64_t nearer)
{
	const int waits = ENGINE_AWAITS | ENGINE_FOLLOWS;
	for (uint32_t i = 0; i < s->count; i++) {
		if (is_out(s, i) || (s->engines[i].info.facts & waits) != (int)wait) continue;
		enum engine_answer a = take_turns(s, i, share_of(slice, s->engines[i].info.share), nearer);
		if (a == ENGINE_COVERED && !wait) last_turns(s);
		if (is_decisive(a) || s->candidate) return PASS_DECIDED;
		if (a != ENGINE_WAITS && is_fact(s, i, ENGINE_ONCE) && goes_on_before(s, i))
			return PASS_CUT;
	}
	return PASS_ENDED;
}

/* False if nobody goes on. */
static bool pass(struct schedule *s)
{
	uint64_t begun = s->effort(s->data);
	enum pass p = turns_of(s, 0, s->slice, 0);
	if (p != PASS_ENDED) return p == PASS_CUT;
	if (is_over(s)) {
		call_back(s);
		return false;
	}
	uint64_t taken = s->effort(s->data) - begun;
	uint64_t most = 12 * larger(taken, s->slice);
	if (turns_of(s, ENGINE_FOLLOWS, larger(taken / 4, s->slice), most) == PASS_DECIDED)
		return false;
	if (turns_of(s, ENGINE_AWAITS, larger(taken, s->slice), 0) == PASS_DECIDED) return false;
	s->slice += s->slice / 2;
	return true;
}

/* There is a candidate: who looks for others has one more turn. Those who cover come last, since they have less to look at if
 * the run has become shorter. */
static void closing(struct schedule *s)
{
	if (!s->are_open) open_others(s);
	for (int covers = 0; covers < 2; covers++)
		for (uint32_t i = 0; i < s->count && !s->by && !is_interrupted(s); i++) {
			bool is_meant = does(s, i, ENGINE_FINDS) && does(s, i, ENGINE_COVERS) == covers;
			if (is_out(s, i) || !is_meant || s->has_reached) continue;
			take_turn(s, i, share_of(s->closing, s->engines[i].info.share));
		}
	if (!s->by) s->by = s->candidate;
}

static bool is_one(uint32_t bits) { return (bits & (bits - 1)) == 0; }

void schedule_run(struct schedule *s)
{
	REQUIRE(s->count <= SCHEDULE_MOST_ENGINES);
	bool is_decided = opening(s) || is_interrupted(s);
	if (s->by && s->by->info.concludes & ENGINE_COVERS &&
	    s->turns.at[s->turns.count - 1].answer == ENGINE_COVERED)
		last_turns(s);
	if (!is_decided && (open_others(s) || !is_one(s->selected)))
		while (!is_interrupted(s) && pass(s)) continue;
	if (s->candidate && !s->by) closing(s);
}

void schedule_clear(struct schedule *s) { VEC_CLEAR(&s->turns); }

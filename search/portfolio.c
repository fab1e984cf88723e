/* Which tactic is tried when, and for how long. Attempts in growing slices, so that a long limit never makes an answer
 * later (Luby, Sinclair and Zuckerman, 1993); effort is counted, not measured, so that the same question has the same
 * answer by the same tactic on any machine. */
#include "search/extensional/extensional.h"
#include "search/tactics.h"

#include <math.h>

/* ---- tactics ----------------------------------------------------------------------------------------- */

static enum search_answer none_if(bool is_none) { return is_none ? SEARCH_NONE : SEARCH_OPEN; }

/* What a slice has ended is gone on with; an encoding is made anew. */
static enum search_answer run_direct(struct search *s)
{
	if (!s->is_encoded) search_encode(s, &s->how);
	else s->is_broken = false;
	return search_solve(s);
}

static enum search_answer run_simplify(struct search *s)
{
	if (!simplify_conjuncts(s)) return SEARCH_OPEN;
	struct question q = search_question(s, s->simple.list.at, s->simple.list.count);
	struct search *t = search_start(s, &q, search_left(s), s->depth + 1);
	struct verdict v = search_next(t);
	/* the original may be undefined there */
	bool is_found =
	    v.answer == SEARCH_FOUND && search_confirm_values(s, &v.valuation) == SEARCH_FOUND;
	search_close(t);
	return is_found ? SEARCH_FOUND : none_if(v.answer == SEARCH_NONE && v.is_complete);
}

/* By clauses that the solver of the search does not have. */
static enum search_answer none_elsewhere(struct search *s, bool is_none, const char *how)
{
	if (is_none) s->proved_by = how;
	return none_if(is_none);
}

static enum search_answer run_extensional(struct search *s)
{
	return none_elsewhere(s, extensional_refute(s), "by what is said of single elements");
}

static enum search_answer run_cegis(struct search *s) { return cegis_search(s); }

static enum search_answer run_closed(struct search *s) { return none_if(branch_has_false(s)); }

static bool has_none_at_all(struct search *s)
{
	if (s->is_broken || (s->encoder && !encode_is_relaxed(s->encoder))) return false;
	return s->is_contradictory || circuit_is_contradictory(s->circuit) ||
	       search_ask_solver(s, UINT64_MAX) == SOLVER_UNSATISFIABLE;
}

bool search_refutes(struct search *s, struct decl *const *names, uint32_t name_count,
                    const struct node *const *conjuncts, uint32_t count, bool is_abstract,
                    uint64_t effort)
{
	struct question q = search_question(s, conjuncts, count);
	q.names = names;
	q.count = name_count;
	struct search *t = search_start(s, &q, effort, s->depth);
	search_encode(t, &(struct encode_options){.relaxes = true, .is_abstract = is_abstract});
	bool is_none = has_none_at_all(t);
	search_close(t);
	return is_none;
}

static enum search_answer run_relax(struct search *s)
{
	struct search *t = search_copy(s);
	search_encode(t, &(struct encode_options){.relaxes = true});
	bool is_none = has_none_at_all(t);
	if (is_none) search_adopt(s, t);
	else search_close(t);
	return none_if(is_none);
}

static enum search_answer run_relax_simple(struct search *s)
{
	if (!simplify_conjuncts(s)) return SEARCH_OPEN;
	bool is_none = search_refutes(s, s->question.names, s->question.count, s->simple.list.at,
	                              s->simple.list.count, false, search_left(s));
	return none_elsewhere(s, is_none, "of simplified conjuncts");
}

static enum search_answer run_abstract(struct search *s)
{
	return none_if(search_refutes(s, s->question.names, s->question.count, s->question.conjuncts,
	                              s->question.conjunct_count, true, search_left(s)));
}

/* As the direct way; what is found there is gone on with. */
static enum search_answer run_copy(struct search *s, const struct encode_options *how)
{
	struct search *t = search_copy(s);
	search_encode(t, how);
	enum search_answer a = search_solve(t);
	s->is_proved |= a == SEARCH_NONE && t->is_proved;
	if (a == SEARCH_FOUND) search_adopt(s, t);
	else search_close(t);
	if (a == SEARCH_NONE) return none_if(s->is_proved);
	return a;
}

/* There is none among the candidates; perhaps there is one further out. */
static enum search_answer run_wider(struct search *s)
{
	static const int64_t reach[][2] = {{-4, 12}, {-40, 60}, {-5000, 20000}};
	uint64_t all = s->slice;
	enum search_answer a = SEARCH_OPEN;
	for (uint32_t i = 0; i < 3 && a == SEARCH_OPEN && !search_is_over(s); i++) {
		search_give(s, i == 0 ? all / 2 : all / 4); /* most that is found is near */
		a = run_copy(s, &(struct encode_options){.has_reach = true,
		                                         .reach_low = reach[i][0],
		                                         .reach_high = reach[i][1]});
	}
	return a;
}

static enum search_answer run_drop(struct search *s)
{
	s->has_dropped |= branch_drops_true(s);
	return s->has_dropped ? run_copy(s, &(struct encode_options){0}) : SEARCH_OPEN;
}

static enum search_answer run_enumerate(struct search *s) { return enumerate_search(s); }

static enum search_answer run_branches(struct search *s) { return branch_search(s); }

/* ---- the table ------------------------------------------------------------------------------------------ */

enum { OPEN = 1, BOUNDED = 2, ANY = OPEN | BOUNDED };
enum { PLAIN = 1, NO_BODY = 2, TOP = 4, SHALLOW = 8 };
enum { FOUND = SEARCH_TACTIC_FOUND, NONE = SEARCH_TACTIC_NONE, BOTH = FOUND | NONE };

struct tactic {
	enum search_answer (*run)(struct search *s);
	int when, needs;
	uint32_t slice, most; /* in milliseconds of a usual machine */
};

static const struct tactic tactics[SEARCH_TACTICS] = {
#define TACTIC(name, concludes, when, needs, slice, most, help)                                    \
	{run_##name, when, needs, slice, most},
#include "search/tactics.def"
#undef TACTIC
};

static const struct search_tactic shown[SEARCH_TACTICS] = {
#define TACTIC(name, concludes, when, needs, slice, most, help) {#name, help, concludes},
#include "search/tactics.def"
#undef TACTIC
};

const struct search_tactic *search_tactic(enum search_tactic_number number)
{
	return &shown[number];
}

static uint64_t effort_of(uint64_t milliseconds)
{
	return milliseconds * (EVAL_EFFORT_PER_SECOND / 1000);
}

/* ---- which --------------------------------------------------------------------------------------------- */

static bool has_needs(const struct search *s, int needs)
{
	enum { DEEP = 2 };
	const struct question *q = &s->question;
	return !((needs & PLAIN) && q->violation) && !((needs & NO_BODY) && question_body(q)) &&
	       !((needs & TOP) && s->depth > 0) && !((needs & SHALLOW) && s->depth >= DEEP);
}

/* Clauses that are kept are those of a proof or of a file: what says nothing of them does not count. */
static bool keeps_to_clauses(enum search_tactic_number t)
{
	return t == TACTIC_extensional || t == TACTIC_relax || t == TACTIC_relax_simple ||
	       t == TACTIC_wider;
}

/* Whether it is worth while, whatever it has done so far. */
static bool applies(const struct search *s, enum search_tactic_number t)
{
	const struct search_options *o = &s->options;
	bool is_chosen = !o->tactics || (o->tactics & 1u << t);
	if (t == TACTIC_direct) return is_chosen;
	bool has_direct = !o->tactics || (o->tactics & 1u << TACTIC_direct);
	int state = !has_direct ? ANY : s->is_bounded ? BOUNDED : OPEN;
	if (!is_chosen || s->question.reach == REACH_FEW || !(tactics[t].when & state)) return false;
	if (s->question.reach == REACH_NEAR && (s->is_bounded || t != TACTIC_simplify)) return false;
	if (o->keeps_clauses && (!s->is_bounded || !keeps_to_clauses(t))) return false;
	/* what goes wrong at the top is encoded, or nothing */
	bool is_free = !question_undefined(&s->question) || s->depth > 0;
	return (is_free || (s->is_bounded && (t == TACTIC_relax || t == TACTIC_wider))) &&
	       has_needs(s, tactics[t].needs);
}

/* What is said of too many values is not encoded before examples had their chance. */
static bool is_to_wait(const struct search *s, enum search_tactic_number t, uint32_t round)
{
	enum { PATIENCE = 4 };
	return t == TACTIC_direct && s->large && !s->is_finished[TACTIC_cegis] &&
	       applies(s, TACTIC_cegis) && round < PATIENCE;
}

/* ---- one attempt ------------------------------------------------------------------------------------- */

bool search_is_over(const struct search *s)
{
	return search_is_stopped(s) || (!isinf(s->deadline) && base_clock() >= s->deadline);
}

/* What other tactics come upon is no reason for the whole to be inconclusive. */
static enum search_answer run_apart(struct search *s, const struct tactic *t)
{
	bool is_broken = s->is_broken, lacks = s->lacks_instances;
	const char *reason = s->reason;
	struct pos pos = s->reason_pos;
	double before = eval_lend_time(s->eval, isinf(s->deadline) ? 0 : s->deadline);
	enum search_answer a = t->run(s);
	eval_return_time(s->eval, before);
	if (a == SEARCH_DOUBTFUL || s->adopted) return a;
	s->is_broken = is_broken;
	s->lacks_instances = lacks;
	s->reason = reason;
	s->reason_pos = pos;
	return a;
}

static void note(struct search *s, enum search_tactic_number t, enum search_answer a,
                 uint64_t effort)
{
	struct search_attempt x = {t, a, a == SEARCH_NONE && !search_is_complete(s), s->is_finished[t],
	                           effort};
	if (s->depth == 0) VEC_PUSH(&s->attempts, x);
}

static enum search_answer attempt(struct search *s, enum search_tactic_number number,
                                  uint32_t round)
{
	enum { MOST_ROUNDS = 30 };
	const struct tactic *t = &tactics[number];
	uint64_t slice = effort_of(t->slice) << (round < MOST_ROUNDS ? round : MOST_ROUNDS);
	uint64_t most = effort_of(t->most), before = eval_effort(s->eval);
	bool is_last = most && slice >= most, outer = eval_ran_out(s->eval, false);
	search_give(s, is_last ? most : slice);
	enum search_answer a = number == TACTIC_direct ? t->run(s) : run_apart(s, t);
	bool ran_out = eval_ran_out(s->eval, outer);
	s->is_finished[number] = (!ran_out && !search_is_over(s)) || is_last;
	if (number == TACTIC_direct && a == SEARCH_NONE && !s->is_proved && search_was_cut(s))
		s->is_bounded = s->is_cut = true;
	bool is_sure = number == TACTIC_direct || number == TACTIC_closed; /* they say it themselves */
	if (a == SEARCH_NONE && !is_sure) s->is_proved = true;
	note(s, number, a, eval_effort(s->eval) - before);
	return a;
}

/* ---- all of them ---------------------------------------------------------------------------------------- */

static enum search_answer give_up(struct search *s)
{
	if (s->is_bounded) return SEARCH_NONE;
	if (s->reason) return SEARCH_OPEN;
	if (s->options.tactics && !search_is_over(s)) {
		search_give_up(s, "no tactic that was chosen decides this (--tactics chooses others)",
		               (struct pos){0});
		return SEARCH_OPEN;
	}
	if (s->large && !search_is_over(s))
		search_give_up(s, "this is said of too many values to try them all" LIST_LIMIT,
		               s->large->pos);
	else
		s->reason = search_is_stopped(s) ? "the search was stopped"
		                                 : "the time limit of the search was reached";
	return SEARCH_OPEN;
}

enum search_answer portfolio_run(struct search *s)
{
	bool goes_on = true;
	for (uint32_t round = 0; goes_on; round++) {
		goes_on = false;
		for (enum search_tactic_number t = 0; t < SEARCH_TACTICS; t++) {
			if (s->is_finished[t] || !applies(s, t)) continue;
			goes_on = true;
			if (is_to_wait(s, t, round)) continue;
			if (eval_effort(s->eval) >= s->effort_end) {
				eval_ran_out(s->eval, true);
				return give_up(s);
			}
			if (search_is_over(s)) return give_up(s);
			enum search_answer a = attempt(s, t, round);
			bool is_settled = a == SEARCH_NONE && !(t == TACTIC_direct && s->is_bounded);
			if (is_settled || a == SEARCH_FOUND || a == SEARCH_DOUBTFUL) {
				s->by = t;
				s->is_answered = true;
				return a;
			}
		}
	}
	return give_up(s);
}

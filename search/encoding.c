/* Encode all conjuncts at once, solve, decode the model, have it confirmed. */
#include "search/encoding.h"

#include "search/alike.h"
#include "search/confirm.h"
#include "search/minimise.h"

/* ---- encoding ---------------------------------------------------------------------------------- */

static bool open_solver(struct search *s)
{
	struct solver_options o = {.kind = s->options.solver,
	                           .seed = s->options.seed,
	                           .keeps_clauses = s->options.keeps_clauses,
	                           .interrupt = s->options.interrupt};
	struct text why = {0};
	bool has_clock = !o.keeps_clauses && !eval_counts_effort(s->eval);
	if (has_clock) o.deadline = budget_deadline(&s->budget);
	s->encoding.solver = solver_open(&o);
	if (!s->encoding.solver) {
		solver_is_available(o.kind, &why);
		search_give_up(s, text_get(&why), (struct pos){0});
	}
	text_clear(&why);
	return s->encoding.solver != NULL;
}

/* Not only elements of deferred sets. */
static bool finds_others(const struct search *s)
{
	return s->options.finds_symmetry && !s->options.lists_solutions;
}

/* What keeps one of several solutions that are alike holds unless `lifted` does; the number of clauses. */
static uint32_t assert_lex(struct search *s, lit lifted)
{
	const struct question *q = &s->question;
	struct encoding *x = &s->encoding;
	struct symmetry_moves moves;
	const struct symmetry_moves *found = finds_others(s) && alike_moves(s, &moves) ? &moves : NULL;
	uint32_t count;
	lit *lex;
	if (!encode_symmetry(x->encoder, q->names, q->count, found, &lex, &count)) return 0;
	for (uint32_t i = 0; i < count; i++) {
		cnf_assert(x->cnf, circuit_or(x->circuit, lifted, lex[i]));
		VEC_PUSH(&x->lex, lex[i]);
	}
	return count;
}

static bool has_deferred_alike(struct search *s)
{
	uint32_t count;
	lit *lex;
	return encode_symmetry(s->encoding.encoder, s->question.names, s->question.count, NULL, &lex,
	                       &count) &&
	       count > 0;
}

/* A solver that is not told to prefer one solution of many often finds one sooner: it has a try before. Where elements of
 * deferred sets are alike that is a short one (GOLFERS_16: 0 conflicts instead of some 1,000), in which the clauses are there but
 * lifted: solvers decide first about the variables that they met last (DEADLOCK_10: 2,800 conflicts instead of 1,100 if they
 * come late). Where only others are alike, as those of enumerated sets, it is a long one, and without these clauses
 * (HANDSHAKE_20: 0.1 s, and more than 60). */
static void break_symmetry(struct search *s)
{
	struct encoding *x = &s->encoding;
	if (s->options.breaks_at_once || s->options.keeps_clauses || s->options.lists_solutions) {
		x->has_symmetry = assert_lex(s, LIT_FALSE) > 0;
		return;
	}
	if (has_deferred_alike(s)) {
		x->to_break = SYMMETRY_SOON;
		assert_lex(s, x->lifted = circuit_input(x->circuit));
	} else if (finds_others(s) && alike_may_move(s)) {
		x->to_break = SYMMETRY_LATER;
	}
}

static void break_now(struct search *s)
{
	struct encoding *x = &s->encoding;
	enum symmetry_when put_off = x->to_break;
	x->to_break = SYMMETRY_DONE;
	if (s->has_excluded) return;
	search_forget_values(s); /* the group is that of the question */
	x->has_symmetry = put_off == SYMMETRY_SOON || assert_lex(s, LIT_FALSE) > 0;
	if (put_off == SYMMETRY_SOON) cnf_assert(x->cnf, -x->lifted);
}

/* Asserts it; false if that is a contradiction. */
static bool assert_lit(struct search *s, lit l, bool is_conjunct)
{
	cnf_assert(s->encoding.cnf, l);
	if (is_conjunct) VEC_PUSH(&s->encoding.asserted, l);
	return l != LIT_FALSE;
}

/* FAILED: the encoder gives up. */
static enum search_phase encode_violated(struct search *s)
{
	const struct node *undefined = question_undefined(&s->question);
	lit l;
	if (undefined) {
		if (!encode_violation(s->encoding.encoder, undefined, true, &l)) return PHASE_FAILED;
		if (!assert_lit(s, l, false)) return PHASE_EXHAUSTED;
	}
	if (!question_body(&s->question)) return PHASE_READY;
	if (!violation_encode(s, &l)) return PHASE_FAILED;
	return assert_lit(s, l, false) ? PHASE_READY : PHASE_EXHAUSTED;
}

static enum search_phase encode_question(struct search *s, struct range *const *ranges)
{
	const struct question *q = &s->question;
	struct encoder *e = s->encoding.encoder;
	lit l;
	if (!encode_names(e, q->names, q->count, q->conjuncts, q->conjunct_count, ranges, &l))
		return PHASE_FAILED;
	s->encoding.asserted.count = s->encoding.lex.count = 0;
	if (!assert_lit(s, l, true)) return PHASE_EXHAUSTED;
	for (uint32_t i = 0; i < q->conjunct_count; i++) {
		if (!encode_predicate(e, q->conjuncts[i], &l)) return PHASE_FAILED;
		if (!assert_lit(s, l, true)) return PHASE_EXHAUSTED;
	}
	return encode_violated(s);
}

void encoding_forget(struct search *s)
{
	struct encoding *x = &s->encoding;
	if (x->encoder) encode_close(x->encoder);
	if (x->cnf) cnf_close(x->cnf);
	if (x->solver) solver_close(x->solver);
	if (x->circuit) circuit_close(x->circuit);
	x->encoder = NULL;
	x->cnf = NULL;
	x->solver = NULL;
	x->circuit = NULL;
	x->has_symmetry = x->needs_instances = false;
	x->to_break = SYMMETRY_DONE;
	s->phase = PHASE_NEW;
}

/* ---- effort ------------------------------------------------------------------------------------ */

void search_give(struct search *s, uint64_t effort)
{
	budget_give(&s->budget, effort);
	if (s->encoding.encoder) encode_give(s->encoding.encoder, s->budget.slice_end);
}

/* Until the end of the slice; the solver tells what it has done. */
enum solver_answer encoding_ask(struct search *s, uint64_t most)
{
	struct solver_stats before, after;
	uint64_t left = budget_left(&s->budget) + 1; /* 0 would be no limit */
	struct solver_limits limits = {.seconds = budget_seconds_left(&s->budget),
	                               .conflicts = s->options.conflicts,
	                               .effort = left < most ? left : most};
	solver_stats(s->encoding.solver, &before);
	cnf_flush(s->encoding.cnf);
	struct solver_limits own = budget_of_solver(s->eval, &limits);
	enum solver_answer a = solver_solve(s->encoding.solver, &own);
	solver_stats(s->encoding.solver, &after);
	uint64_t used = budget_spend(s->eval, &before, &after);
	if (a == SOLVER_UNKNOWN && used >= own.effort) eval_ran_out(s->eval, true);
	return a;
}

/* ---- clauses ----------------------------------------------------------------------------------- */

static void encode(struct search *s, const struct encode_options *o, struct range *const *ranges)
{
	struct encoding *x = &s->encoding;
	x->circuit = circuit_open();
	if (!open_solver(s)) return;
	x->cnf = cnf_open(x->circuit, x->solver);
	x->encoder = encode_open(s->eval, s->values, s->project, s->question.universe, x->circuit, o);
	enum search_phase phase = encode_question(s, ranges);
	if (phase == PHASE_FAILED) search_encoder_failed(s);
	if (phase == PHASE_READY && o->breaks_symmetry) break_symmetry(s);
	s->phase = phase;
}

static struct encode_options options_of(const struct search *s)
{
	struct encode_options o = s->encoding.how;
	o.deadline = budget_deadline(&s->budget);
	o.effort_end = s->budget.slice_end;
	o.is_sparse = s->question.reach == REACH_FEW;
	o.breaks_symmetry = s->options.breaks_symmetry && !o.is_abstract;
	o.interrupt = s->options.interrupt;
	o.memory = s->options.memory;
	return o;
}

void encoding_make(struct search *s, const struct encode_options *how)
{
	double start = base_clock();
	const struct question *q = &s->question;
	s->encoding.how = *how;
	s->encoding.how.margin = s->encoding.margin;
	struct encode_options o = options_of(s);
	encoding_forget(s);
	double before = eval_lend_time(s->eval, o.deadline);
	uint64_t outer = eval_lend_effort(s->eval, s->budget.slice_end);
	search_forget_values(s);
	struct range **ranges = ARENA_ARRAY(&s->arena, q->count, struct range *);
	bool is_possible = bounds_ranges(s->eval, &s->arena, q->names, q->count, q->conjuncts,
	                                 q->conjunct_count, ranges);
	/* the ranges of integers alone may exclude a solution, but where clauses are kept these shall tell */
	if (is_possible || s->options.keeps_clauses) encode(s, &o, is_possible ? ranges : NULL);
	else s->phase = PHASE_EXHAUSTED;
	eval_return_effort(s->eval, outer);
	eval_return_time(s->eval, before);
	s->stats.encode_seconds += base_clock() - start;
}

bool encoding_is_bounded(const struct search *s)
{
	return s->encoding.encoder && encode_was_cut(s->encoding.encoder);
}

bool encoding_refutes(struct search *s)
{
	if (search_is_broken(s)) return false;
	if (s->encoding.encoder && !encode_is_relaxed(s->encoding.encoder)) return false;
	return s->phase == PHASE_EXHAUSTED || circuit_is_contradictory(s->encoding.circuit) ||
	       encoding_ask(s, UINT64_MAX) == SOLVER_UNSATISFIABLE;
}

/* ---- models ------------------------------------------------------------------------------------ */

/* Values of all names; those that are described by others come last. */
static bool decode(struct search *s)
{
	bool ok = true;
	for (uint32_t pass = 0; pass < 2; pass++) {
		ok = true;
		for (uint32_t i = 0; i < s->question.count; i++) {
			if (pass && eval_get(s->eval, s->question.names[i]) != VALUE_NONE) continue;
			value v = encode_value(s->encoding.encoder, s->encoding.cnf, s->question.names[i]);
			eval_set(s->eval, s->question.names[i], v);
			ok &= v != VALUE_NONE;
		}
		if (ok) break;
	}
	return ok;
}

static enum search_answer not_decoded(struct search *s)
{
	if (!encode_failed(s->encoding.encoder)->message)
		return confirm_doubtful(s, NULL, "a value cannot be decoded");
	search_encoder_failed(s);
	return SEARCH_OPEN;
}

static enum search_answer confirm(struct search *s)
{
	if (!decode(s)) return not_decoded(s);
	if (s->question.reach != REACH_FEW) return confirm_values(s);
	search_keep(s);
	return SEARCH_FOUND;
}

static enum search_answer not_solved(struct search *s)
{
	const char *why = solver_failure(s->encoding.solver);
	if (!why) why = budget_is_stopped(&s->budget) ? "the search was stopped" : search_too_late(s);
	s->reason = arena_text(&s->arena, why, strlen(why));
	return SEARCH_OPEN;
}

static enum search_answer solve_once(struct search *s)
{
	if (search_is_broken(s)) return SEARCH_OPEN;
	if (s->phase == PHASE_EXHAUSTED || circuit_is_contradictory(s->encoding.circuit))
		return SEARCH_NONE;
	static const uint64_t try[] = {[SYMMETRY_DONE] = UINT64_MAX,
	                               [SYMMETRY_SOON] = EVAL_EFFORT_PER_SECOND / 5000,
	                               [SYMMETRY_LATER] = EVAL_EFFORT_PER_SECOND / 10};
	double start = base_clock();
	enum solver_answer a = encoding_ask(s, try[s->encoding.to_break]);
	if (a == SOLVER_UNKNOWN && s->encoding.to_break && budget_left(&s->budget) > 0) {
		break_now(s);
		a = encoding_ask(s, UINT64_MAX);
	}
	if (a == SOLVER_SATISFIABLE && s->options.prefers_small) a = minimise_solution(s);
	s->stats.solve_seconds += base_clock() - start;
	if (a == SOLVER_UNKNOWN) return not_solved(s);
	if (a == SOLVER_UNSATISFIABLE) return SEARCH_NONE;
	start = base_clock();
	cnf_model(s->encoding.cnf);
	enum search_answer r = confirm(s);
	s->stats.confirm_seconds += base_clock() - start;
	return r;
}

enum search_answer encoding_solve(struct search *s)
{
	enum { FIRST_MARGIN = 8, LAST_MARGIN = 128, GROWTH = 4 };
	struct encoding *x = &s->encoding;
	enum search_answer a = solve_once(s);
	bool is_fresh = !s->has_excluded && !s->options.keeps_clauses;
	while (x->needs_instances && is_fresh && x->margin < LAST_MARGIN &&
	       !budget_is_stopped(&s->budget)) {
		struct encode_options how = x->how;
		x->margin = x->margin ? x->margin * GROWTH : FIRST_MARGIN;
		encoding_make(s, &how);
		a = solve_once(s);
	}
	return a;
}

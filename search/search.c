/* Solutions of conjuncts: encode once, solve, decode, have the evaluator confirm, exclude, repeat. */
#include "search/tactics.h"

#include <math.h>

uint64_t budget_spend(struct eval *e, const struct solver_stats *before,
                      const struct solver_stats *after)
{
	struct eval_work more = {.effort = after->effort - before->effort,
	                         .conflicts = after->conflicts - before->conflicts,
	                         .propagations = after->propagations - before->propagations};
	eval_spend_work(e, &more);
	return more.effort;
}

bool search_is_stopped(const struct search *s)
{
	return s->options.interrupt && *s->options.interrupt;
}

static void split(struct search *s, const struct node *n)
{
	if (n->op == OP_LABEL) split(s, n->kid[0]);
	else if (n->op != OP_AND) VEC_PUSH(&s->conjuncts, n);
	else
		for (uint32_t i = 0; i < n->count; i++) split(s, n->kid[i]);
}

void search_give_up(struct search *s, const char *reason, struct pos pos)
{
	s->is_broken = true;
	s->reason = arena_text(&s->arena, reason, strlen(reason));
	s->reason_pos = pos;
}

void search_encoder_failed(struct search *s)
{
	const struct encode_failure *f = encode_failed(s->encoder);
	search_give_up(s, f->message, f->pos);
}

/* ---- encoding ---------------------------------------------------------------------------------- */

static bool open_solver(struct search *s)
{
	struct solver_options o = {.kind = s->options.solver,
	                           .seed = s->options.seed,
	                           .keeps_clauses = s->options.keeps_clauses,
	                           .interrupt = s->options.interrupt};
	struct text why = {0};
	s->solver = solver_open(&o);
	if (!s->solver) {
		solver_is_available(o.kind, &why);
		search_give_up(s, text_get(&why), (struct pos){0});
	}
	text_clear(&why);
	return s->solver != NULL;
}

static void break_symmetry(struct search *s)
{
	lit *lex;
	uint32_t count;
	if (!encode_symmetry(s->encoder, s->question.names, s->question.count, &lex, &count))
		return; /* it only helps */
	for (uint32_t i = 0; i < count; i++) {
		cnf_assert(s->cnf, lex[i]);
		VEC_PUSH(&s->lex, lex[i]);
	}
	s->has_symmetry = count > 0;
}

static bool encode_conjuncts(struct search *s, struct range *const *ranges)
{
	lit l;
	if (!encode_names(s->encoder, s->question.names, s->question.count, s->question.conjuncts,
	                  s->question.conjunct_count, ranges, &l))
		return false;
	cnf_assert(s->cnf, l);
	s->is_contradictory = l == LIT_FALSE;
	s->asserted.count = s->lex.count = 0;
	VEC_PUSH(&s->asserted, l);
	for (uint32_t i = 0; i < s->question.conjunct_count && !s->is_contradictory; i++) {
		if (!encode_predicate(s->encoder, s->question.conjuncts[i], &l)) return false;
		cnf_assert(s->cnf, l);
		VEC_PUSH(&s->asserted, l);
		s->is_contradictory = l == LIT_FALSE;
	}
	const struct node *undefined = question_undefined(&s->question);
	if (undefined && !s->is_contradictory) {
		if (!encode_violation(s->encoder, undefined, true, &l)) return false;
		cnf_assert(s->cnf, l);
		s->is_contradictory = l == LIT_FALSE;
	}
	if (question_body(&s->question) && !s->is_contradictory) {
		if (!violation_encode(s, &l)) return false;
		cnf_assert(s->cnf, l);
		s->is_contradictory = l == LIT_FALSE;
	}
	return true;
}

static void forget(struct search *s)
{
	if (s->encoder) encode_close(s->encoder);
	if (s->cnf) cnf_close(s->cnf);
	if (s->solver) solver_close(s->solver);
	if (s->circuit) circuit_close(s->circuit);
	s->encoder = NULL;
	s->cnf = NULL;
	s->solver = NULL;
	s->circuit = NULL;
	s->is_contradictory = s->is_broken = s->has_symmetry = s->lacks_instances = false;
	s->is_encoded = false;
}

/* ---- effort ------------------------------------------------------------------------------------ */

uint64_t search_left(const struct search *s)
{
	uint64_t now = eval_effort(s->eval);
	return s->slice_end > now ? s->slice_end - now : 0;
}

void search_give(struct search *s, uint64_t effort)
{
	uint64_t now = eval_effort(s->eval), end = now + effort;
	s->slice = effort;
	s->slice_end = end < now || end > s->effort_end ? s->effort_end : end;
	if (s->encoder) encode_give(s->encoder, s->slice_end);
}

static double seconds_left(const struct search *s)
{
	double left = s->deadline - base_clock();
	return isinf(left) ? 0 : left > 0.001 ? left : 0.001;
}

/* Until the end of the slice; the solver tells what it has done. */
enum solver_answer search_ask_solver(struct search *s, uint64_t most)
{
	struct solver_stats before, after;
	uint64_t left = search_left(s) + 1; /* 0 would be no limit */
	struct solver_limits limits = {.seconds = seconds_left(s),
	                               .conflicts = s->options.conflicts,
	                               .effort = left < most ? left : most};
	solver_stats(s->solver, &before);
	cnf_flush(s->cnf);
	enum solver_answer a = solver_solve(s->solver, &limits);
	solver_stats(s->solver, &after);
	uint64_t used = budget_spend(s->eval, &before, &after);
	if (a == SOLVER_UNKNOWN && used >= limits.effort) eval_ran_out(s->eval, true);
	return a;
}

/* ---- encoding ---------------------------------------------------------------------------------- */

/* Makes circuit and clauses, for integers without bounds from this reach, until the end of the slice. */
void search_encode(struct search *s, const struct encode_options *how)
{
	double start = base_clock();
	struct encode_options o = *how;
	o.margin = s->margin;
	s->how = o;
	forget(s);
	o.deadline = isinf(s->deadline) ? 0 : s->deadline;
	o.effort_end = s->slice_end;
	o.is_sparse = s->question.reach == REACH_FEW;
	o.breaks_symmetry = s->options.breaks_symmetry && !o.is_abstract;
	o.interrupt = s->options.interrupt;
	o.memory = s->options.memory;
	double before = eval_lend_time(s->eval, o.deadline);
	uint64_t outer = eval_lend_effort(s->eval, s->slice_end);
	for (uint32_t i = 0; i < s->question.count; i++)
		eval_set(s->eval, s->question.names[i], VALUE_NONE);
	struct range **ranges = ARENA_ARRAY(&s->arena, s->question.count, struct range *);
	bool is_possible = bounds_ranges(s->eval, &s->arena, s->question.names, s->question.count,
	                                 s->question.conjuncts, s->question.conjunct_count, ranges);
	if (!is_possible && s->options.keeps_clauses) ranges = NULL; /* the clauses shall tell */
	else s->is_contradictory = !is_possible;
	if (s->is_contradictory) {
		/* the bounds of integers alone exclude a solution */
	} else if (s->circuit = circuit_open(), open_solver(s)) {
		s->cnf = cnf_open(s->circuit, s->solver);
		s->encoder =
		    encode_open(s->eval, s->values, s->project, s->question.universe, s->circuit, &o);
		if (!encode_conjuncts(s, ranges)) search_encoder_failed(s);
		else if (o.breaks_symmetry && !s->is_contradictory) break_symmetry(s);
	}
	eval_return_effort(s->eval, outer);
	eval_return_time(s->eval, before);
	s->is_encoded = !s->is_broken;
	s->encode_seconds += base_clock() - start;
}

static struct search *new_search(struct eval *e, struct project *p, const struct question *q,
                                 const struct search_options *o)
{
	struct search *s = calloc(1, sizeof *s);
	if (!s) diag_no_memory();
	arena_init(&s->arena);
	s->eval = e;
	s->values = eval_values(e);
	s->project = p;
	s->question = *q;
	s->options = *o;
	s->deadline = o->seconds > 0 ? base_clock() + o->seconds : INFINITY;
	s->effort_end = o->effort ? eval_effort(e) + o->effort : UINT64_MAX;
	search_give(s, UINT64_MAX);
	for (uint32_t i = 0; i < q->conjunct_count; i++) split(s, q->conjuncts[i]);
	s->question.conjuncts = s->conjuncts.at;
	s->question.conjunct_count = s->conjuncts.count;
	return s;
}

struct search *search_open(struct eval *e, struct project *p, const struct question *q,
                           const struct search_options *o)
{
	struct search *s = new_search(e, p, q, o);
	if (o->keeps_clauses) search_encode(s, &s->how);
	else if (!q->violation) s->large = cegis_are_needed(s);
	return s;
}

bool search_guess(struct eval *e, struct project *p, const struct question *q,
                  const struct search_options *o, value *values)
{
	struct search *s = new_search(e, p, q, o);
	double before = eval_lend_time(e, isinf(s->deadline) ? 0 : s->deadline);
	bool is_found = enumerate_search(s) == SEARCH_FOUND;
	eval_return_time(e, before);
	for (uint32_t i = 0; i < q->count; i++) {
		if (is_found) values[i] = s->solution[i];
		eval_set(e, q->names[i], VALUE_NONE);
	}
	search_close(s);
	return is_found;
}

struct search *search_start(struct search *parent, const struct question *q, uint64_t effort,
                            uint32_t depth)
{
	struct search_options o = parent->options;
	struct question asked = *q;
	uint64_t left = search_left(parent);
	o.effort = (effort < left ? effort : left) + 1;
	o.tactics = 0;
	if (asked.reach == REACH_ANY) asked.reach = parent->question.reach;
	struct search *s = new_search(parent->eval, parent->project, &asked, &o);
	s->depth = depth;
	s->deadline = parent->deadline;
	return s;
}

struct question search_question(const struct search *s, const struct node *const *conjuncts,
                                uint32_t count)
{
	struct question q = s->question;
	q.conjuncts = conjuncts;
	q.conjunct_count = count;
	q.violation = NULL;
	return q;
}

void search_close(struct search *s)
{
	cegis_close(s);
	forget(s);
	if (s->adopted) search_close(s->adopted);
	VEC_CLEAR(&s->conjuncts);
	VEC_CLEAR(&s->simple.list);
	VEC_CLEAR(&s->excluded);
	VEC_CLEAR(&s->blamed);
	VEC_CLEAR(&s->asserted);
	VEC_CLEAR(&s->lex);
	VEC_CLEAR(&s->attempts);
	arena_clear(&s->arena);
	free(s);
}

/* ---- solutions --------------------------------------------------------------------------------- */

void search_keep(struct search *s)
{
	if (!s->solution) s->solution = ARENA_ARRAY(&s->arena, s->question.count + 1, value);
	for (uint32_t i = 0; i < s->question.count; i++)
		s->solution[i] = eval_get(s->eval, s->question.names[i]);
}

struct valuation search_valuation(const struct search *s)
{
	return (struct valuation){s->question.names, s->solution, s->question.count};
}

/* ---- answers ----------------------------------------------------------------------------------- */

/* Values of all names; those that are described by others come last. */
static bool decode(struct search *s)
{
	bool ok = true;
	for (uint32_t pass = 0; pass < 2; pass++) {
		ok = true;
		for (uint32_t i = 0; i < s->question.count; i++) {
			if (pass && eval_get(s->eval, s->question.names[i]) != VALUE_NONE) continue;
			value v = encode_value(s->encoder, s->cnf, s->question.names[i]);
			eval_set(s->eval, s->question.names[i], v);
			ok &= v != VALUE_NONE;
		}
		if (ok) break;
	}
	return ok;
}

static enum search_answer doubtful(struct search *s, const struct node *n, const char *what)
{
	struct text t = {0};
	/* a quantifier over all integers was looked at for some of them only */
	bool is_partial = s->encoder && encode_was_partial(s->encoder);
	bool is_cut = n && s->encoder && (encode_was_cut(s->encoder) || is_partial);
	s->lacks_instances = n && is_partial;
	text_format(&t, "the evaluator does not confirm the solution%s: %s",
	            is_cut ? " (integers without bounds were drawn from a range)" : "", what);
	search_give_up(s, text_get(&t), n ? n->pos : (struct pos){0});
	text_clear(&t);
	return is_cut ? SEARCH_OPEN : SEARCH_DOUBTFUL;
}

/* Why it has no truth value; a copy, since other questions to the evaluator come in between. */
static struct eval_failure failure_of(struct search *s, const struct node *n)
{
	const struct eval_failure *f = eval_failed(s->eval);
	if (!f) return (struct eval_failure){.kind = EVAL_LIMIT, .pos = n->pos, .message = "stopped"};
	struct eval_failure copy = *f;
	copy.message = arena_text(&s->arena, f->message, strlen(f->message));
	return copy;
}

static enum search_answer confirm_conjuncts(struct search *s)
{
	for (uint32_t i = 0; i < s->question.conjunct_count; i++) {
		const struct node *n = s->question.conjuncts[i];
		bool is_sure;
		struct eval_failure why = {0};
		enum truth t = eval_predicate_certain(s->eval, n, &is_sure);
		if (t == EVAL_FAILED) why = failure_of(s, n);
		if (t != EVAL_TRUE && !is_sure && branch_has_witness(s, n)) continue;
		if (t == EVAL_TRUE && !is_sure && !branch_is_true(s, n)) {
			if (branch_has_false(s)) return SEARCH_NONE;
			s->lacks_instances = s->encoder && encode_was_partial(s->encoder);
			search_give_up(s,
			               "this is true for integers from MININT..MAXINT, and perhaps not for all",
			               n->pos);
			return SEARCH_OPEN;
		}
		if (t == EVAL_TRUE) continue;
		if (t == EVAL_FALSE) return doubtful(s, n, "this conjunct is false");
		if (why.kind == EVAL_UNDEFINED) return doubtful(s, n, "this conjunct is undefined");
		search_give_up(s, why.message, why.pos);
		return SEARCH_OPEN;
	}
	const struct node *undefined = s->depth == 0 ? question_undefined(&s->question) : NULL;
	if (undefined && eval_predicate(s->eval, undefined) == EVAL_TRUE)
		return doubtful(s, undefined, "this is true, and was to be undefined");
	search_keep(s);
	return SEARCH_FOUND;
}

/* What was found at the last moment has a little time left to be confirmed, and as much effort as it took. */
enum search_answer search_confirm(struct search *s)
{
	double grace = s->options.seconds / 5;
	double before = eval_lend_time(s->eval, isinf(s->deadline) ? 0 : s->deadline + grace);
	uint64_t end = s->slice_end, own = eval_effort(s->eval) + s->slice;
	if (own > end) s->slice_end = own;
	uint64_t outer = eval_lend_effort(s->eval, s->slice_end);
	enum search_answer a = confirm_conjuncts(s);
	eval_return_effort(s->eval, outer);
	eval_return_time(s->eval, before);
	s->slice_end = end;
	return a;
}

enum search_answer search_confirm_values(struct search *s, const struct valuation *v)
{
	valuation_apply(v, s->eval);
	return search_confirm(s);
}

static enum search_answer not_decoded(struct search *s)
{
	if (!encode_failed(s->encoder)->message) return doubtful(s, NULL, "a value cannot be decoded");
	search_encoder_failed(s);
	return SEARCH_OPEN;
}

static enum search_answer confirm(struct search *s)
{
	if (!decode(s)) return not_decoded(s);
	if (s->question.reach != REACH_FEW) return search_confirm(s);
	search_keep(s);
	return SEARCH_FOUND;
}

static enum search_answer not_solved(struct search *s)
{
	const char *why = solver_failure(s->solver);
	if (!why)
		why = search_is_stopped(s) ? "the search was stopped"
		                           : "the time limit of the search was reached";
	s->reason = arena_text(&s->arena, why, strlen(why));
	return SEARCH_OPEN;
}

static enum search_answer solve_once(struct search *s)
{
	if (s->is_broken) return SEARCH_OPEN;
	if (s->is_contradictory || circuit_is_contradictory(s->circuit)) return SEARCH_NONE;
	double start = base_clock();
	enum solver_answer a = search_ask_solver(s, UINT64_MAX);
	if (a == SOLVER_SATISFIABLE && s->options.prefers_small) a = minimise_solution(s);
	s->solve_seconds += base_clock() - start;
	if (a == SOLVER_UNKNOWN) return not_solved(s);
	if (a == SOLVER_UNSATISFIABLE) return SEARCH_NONE;
	start = base_clock();
	cnf_model(s->cnf);
	enum search_answer r = confirm(s);
	s->confirm_seconds += base_clock() - start;
	return r;
}

/* What must hold for all integers is said of more of them, where the evaluator wants it. */
enum search_answer search_solve(struct search *s)
{
	enum { FIRST_MARGIN = 8, LAST_MARGIN = 128, GROWTH = 4 };
	enum search_answer a = solve_once(s);
	bool is_fresh = !s->has_excluded && !s->options.keeps_clauses;
	while (s->lacks_instances && is_fresh && s->margin < LAST_MARGIN && !search_is_stopped(s)) {
		struct encode_options how = s->how;
		s->margin = s->margin ? s->margin * GROWTH : FIRST_MARGIN;
		search_encode(s, &how);
		a = solve_once(s);
	}
	return a;
}

bool search_was_cut(const struct search *s) { return s->encoder && encode_was_cut(s->encoder); }

struct search *search_copy(struct search *s)
{
	struct search *t = new_search(s->eval, s->project, &s->question, &s->options);
	t->depth = s->depth;
	t->deadline = s->deadline;
	t->effort_end = s->slice_end;
	search_give(t, search_left(s));
	return t;
}

void search_adopt(struct search *s, struct search *copy)
{
	forget(s);
	s->encoder = copy->encoder;
	s->cnf = copy->cnf;
	s->solver = copy->solver;
	s->circuit = copy->circuit;
	copy->encoder = NULL;
	copy->cnf = NULL;
	copy->solver = NULL;
	copy->circuit = NULL;
	s->is_contradictory = copy->is_contradictory;
	s->is_encoded = copy->is_encoded;
	s->has_symmetry = copy->has_symmetry;
	if (copy->solution) {
		s->solution = ARENA_ARRAY(&s->arena, s->question.count + 1, value);
		memcpy(s->solution, copy->solution, s->question.count * sizeof *s->solution);
	}
	s->how = copy->how;
	s->asserted.count = s->lex.count = 0;
	for (uint32_t i = 0; i < copy->asserted.count; i++)
		VEC_PUSH(&s->asserted, copy->asserted.at[i]);
	for (uint32_t i = 0; i < copy->lex.count; i++) VEC_PUSH(&s->lex, copy->lex.at[i]);
	s->encode_seconds += copy->encode_seconds;
	s->solve_seconds += copy->solve_seconds;
	s->confirm_seconds += copy->confirm_seconds;
	copy->adopted = s->adopted;
	s->adopted = copy;
}

/* Where there is one solution already, more of the same is the only way to others. */
static enum search_answer answer(struct search *s)
{
	bool is_first = !s->solution && !s->has_excluded;
	if (is_first) return portfolio_run(s);
	search_give(s, UINT64_MAX);
	return s->examples ? cegis_search(s) : search_solve(s);
}

struct verdict search_next(struct search *s)
{
	struct verdict v = {.answer = answer(s)};
	for (uint32_t i = 0; i < s->question.count; i++)
		eval_set(s->eval, s->question.names[i], VALUE_NONE);
	if (v.answer == SEARCH_FOUND) v.valuation = search_valuation(s);
	v.is_complete = search_is_complete(s);
	v.by = s->is_answered ? s->by : SEARCH_TACTICS;
	v.reason = s->reason ? s->reason : "";
	v.pos = s->reason_pos;
	v.is_cause = s->is_finished[TACTIC_direct] && s->is_broken && s->reason;
	return v;
}

const struct search_attempt *search_attempts(const struct search *s, uint32_t *count)
{
	*count = s->attempts.count;
	return s->attempts.at;
}

bool search_is_complete(const struct search *s)
{
	return s->is_proved || (!s->is_cut && !search_was_cut(s));
}

/* Solutions of conjuncts: encode once, solve, decode, have the evaluator confirm, exclude, repeat. */
#include "check/check.h"
#include "check/elements.h"

#include <math.h>

double check_clock(void) { return base_clock(); }

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
	if (!encode_symmetry(s->encoder, s->names, s->count, &lex, &count)) return; /* it only helps */
	for (uint32_t i = 0; i < count; i++) {
		cnf_assert(s->cnf, lex[i]);
		VEC_PUSH(&s->lex, lex[i]);
	}
	s->has_symmetry = count > 0;
}

static bool encode_conjuncts(struct search *s, struct range *const *ranges)
{
	lit l;
	if (!encode_names(s->encoder, s->names, s->count, s->conjuncts.at, s->conjuncts.count, ranges,
	                  &l))
		return false;
	cnf_assert(s->cnf, l);
	s->is_contradictory = l == LIT_FALSE;
	s->asserted.count = s->lex.count = 0;
	VEC_PUSH(&s->asserted, l);
	for (uint32_t i = 0; i < s->conjuncts.count && !s->is_contradictory; i++) {
		if (!encode_predicate(s->encoder, s->conjuncts.at[i], &l)) return false;
		cnf_assert(s->cnf, l);
		VEC_PUSH(&s->asserted, l);
		s->is_contradictory = l == LIT_FALSE;
	}
	if (s->violated && !s->is_contradictory) {
		if (!encode_violation(s->encoder, s->violated, true, &l)) return false;
		cnf_assert(s->cnf, l);
		s->is_contradictory = l == LIT_FALSE;
	}
	if (s->wrong && !s->is_contradictory) {
		if (!wrong_encode(s, &l)) return false;
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
}

/* Steps of the evaluator while encoding: what it cannot do with so many is left to the solver or given
 * up. */
enum { EVAL_STEPS_PER_SECOND = 2000000 };

/* Makes circuit and clauses, for integers without bounds from this reach, in so many seconds. */
static void encode(struct search *s, const struct encode_options *how, double seconds)
{
	double start = check_clock();
	struct encode_options o = *how;
	o.margin = s->margin;
	s->how = o;
	forget(s);
	if (seconds > s->deadline - start) seconds = s->deadline - start;
	s->is_hurried = seconds < s->deadline - start;
	s->stage_end = start + seconds;
	o.deadline = isinf(s->stage_end) ? 0 : s->stage_end;
	o.is_sparse = s->is_sparse;
	o.breaks_symmetry = s->options.breaks_symmetry && !o.is_abstract;
	o.interrupt = s->options.interrupt;
	o.memory = s->options.memory;
	double before = eval_lend_time(s->eval, o.deadline);
	for (uint32_t i = 0; i < s->count; i++) eval_set(s->eval, s->names[i], VALUE_NONE);
	struct range **ranges = ARENA_ARRAY(&s->arena, s->count, struct range *);
	bool is_possible = bounds_ranges(s->eval, &s->arena, s->names, s->count, s->conjuncts.at,
	                                 s->conjuncts.count, ranges);
	if (!is_possible && s->options.keeps_clauses) ranges = NULL; /* the clauses shall tell */
	else s->is_contradictory = !is_possible;
	if (s->is_contradictory) {
		/* the bounds of integers alone exclude a solution */
	} else if (s->circuit = circuit_open(), open_solver(s)) {
		s->cnf = cnf_open(s->circuit, s->solver);
		s->encoder = encode_open(s->eval, s->values, s->project, s->universe, s->circuit, &o);
		if (o.deadline) eval_set_budget(s->eval, (uint64_t)(seconds * EVAL_STEPS_PER_SECOND) + 1);
		if (!encode_conjuncts(s, ranges)) search_encoder_failed(s);
		else if (o.breaks_symmetry && !s->is_contradictory) break_symmetry(s);
	}
	eval_set_budget(s->eval, 0);
	eval_return_time(s->eval, before);
	s->encode_seconds += check_clock() - start;
}

/* Of all the time, for the first attempt: what it does not decide may be easy in another way. */
#define FIRST_SHARE 0.25

static struct search *new_search(struct eval *e, struct project *p, const struct universe *u,
                                 struct decl *const *names, uint32_t count,
                                 const struct node *const *conjuncts, uint32_t conjunct_count,
                                 const struct search_options *o)
{
	struct search *s = calloc(1, sizeof *s);
	if (!s) diag_no_memory();
	arena_init(&s->arena);
	s->eval = e;
	s->values = eval_values(e);
	s->project = p;
	s->universe = u;
	s->names = names;
	s->count = count;
	s->options = *o;
	s->deadline = o->seconds > 0 ? check_clock() + o->seconds : INFINITY;
	for (uint32_t i = 0; i < conjunct_count; i++) split(s, conjuncts[i]);
	return s;
}

struct search *search_open(struct eval *e, struct project *p, const struct universe *u,
                           struct decl *const *names, uint32_t count,
                           const struct node *const *conjuncts, uint32_t conjunct_count,
                           const struct search_options *o)
{
	struct search *s = new_search(e, p, u, names, count, conjuncts, conjunct_count, o);
	bool is_whole = o->keeps_clauses || !o->seconds;
	const struct node *large = o->keeps_clauses ? NULL : examples_are_needed(s);
	if (large) {
		search_give_up(s, "this is said of too many values to try them all" LIST_LIMIT, large->pos);
		s->stage_end = s->deadline;
		s->is_hurried = true;
		return s;
	}
	encode(s, &(struct encode_options){0}, is_whole ? INFINITY : o->seconds * FIRST_SHARE);
	return s;
}

bool search_guess(struct eval *e, struct project *p, const struct universe *u,
                  struct decl *const *names, uint32_t count, const struct node *const *conjuncts,
                  uint32_t conjunct_count, const struct search_options *o)
{
	struct search *s = new_search(e, p, u, names, count, conjuncts, conjunct_count, o);
	bool is_found = enumerate_search(s, o->seconds) == SEARCH_FOUND;
	search_close(s);
	return is_found;
}

struct search *search_open_wrong(struct eval *e, struct project *p, const struct universe *u,
                                 struct decl *const *names, uint32_t count,
                                 const struct node *const *conjuncts, uint32_t conjunct_count,
                                 const struct search_wrong *wrong, const struct search_options *o)
{
	struct search *s = new_search(e, p, u, names, count, conjuncts, conjunct_count, o);
	s->violated = wrong->undefined;
	s->wrong = wrong->body ? wrong : NULL;
	encode(s, &(struct encode_options){0}, INFINITY);
	return s;
}

struct search *search_start(struct search *parent, const struct start *how)
{
	struct search_options o = parent->options;
	double left = parent->deadline - check_clock();
	o.seconds = how->seconds < left ? how->seconds : left > 0.001 ? left : 0.001;
	if (isinf(o.seconds)) o.seconds = 0;
	struct search *s = new_search(parent->eval, parent->project, parent->universe, how->names,
	                              how->count, how->conjuncts, how->conjunct_count, &o);
	s->violated = how->violated;
	s->depth = how->depth;
	s->is_sparse = how->is_sparse;
	encode(s, &(struct encode_options){0}, INFINITY);
	return s;
}

void search_close(struct search *s)
{
	examples_close(s);
	forget(s);
	VEC_CLEAR(&s->conjuncts);
	VEC_CLEAR(&s->simple.list);
	VEC_CLEAR(&s->excluded);
	VEC_CLEAR(&s->blamed);
	VEC_CLEAR(&s->asserted);
	VEC_CLEAR(&s->lex);
	arena_clear(&s->arena);
	free(s);
}

/* ---- answers ----------------------------------------------------------------------------------- */

/* Values of all names; those that are described by others come last. */
static bool decode(struct search *s)
{
	bool ok = true;
	for (uint32_t pass = 0; pass < 2; pass++) {
		ok = true;
		for (uint32_t i = 0; i < s->count; i++) {
			if (pass && eval_get(s->eval, s->names[i]) != VALUE_NONE) continue;
			value v = encode_value(s->encoder, s->cnf, s->names[i]);
			eval_set(s->eval, s->names[i], v);
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
	return is_cut ? SEARCH_INCONCLUSIVE : SEARCH_DOUBTFUL;
}

static enum search_answer confirm_conjuncts(struct search *s)
{
	for (uint32_t i = 0; i < s->conjuncts.count; i++) {
		const struct node *n = s->conjuncts.at[i];
		bool is_sure;
		enum truth t = eval_predicate_uncut(s->eval, n, &is_sure);
		if (t != EVAL_TRUE && !is_sure && branch_has_witness(s, n)) continue;
		if (t == EVAL_TRUE && !is_sure && !branch_is_true(s, n)) {
			if (branch_has_false(s)) return SEARCH_NONE;
			s->lacks_instances = s->encoder && encode_was_partial(s->encoder);
			search_give_up(s,
			               "this is true for integers from MININT..MAXINT, and perhaps not for all",
			               n->pos);
			return SEARCH_INCONCLUSIVE;
		}
		if (t == EVAL_TRUE) continue;
		if (t == EVAL_FALSE) return doubtful(s, n, "this conjunct is false");
		const struct eval_failure *f = eval_failed(s->eval);
		if (f->kind == EVAL_UNDEFINED) return doubtful(s, n, "this conjunct is undefined");
		search_give_up(s, f->message, f->pos);
		return SEARCH_INCONCLUSIVE;
	}
	if (s->violated && s->depth == 0 && eval_predicate(s->eval, s->violated) == EVAL_TRUE)
		return doubtful(s, s->violated, "this is true, and was to be undefined");
	s->has_solution = true;
	return SEARCH_FOUND;
}

/* What was found at the last moment has a little time left to be confirmed. */
enum search_answer search_confirm(struct search *s)
{
	double grace = s->options.seconds / 5;
	double before = eval_lend_time(s->eval, isinf(s->deadline) ? 0 : s->deadline + grace);
	enum search_answer a = confirm_conjuncts(s);
	eval_return_time(s->eval, before);
	return a;
}

static enum search_answer not_decoded(struct search *s)
{
	if (!encode_failed(s->encoder)->message) return doubtful(s, NULL, "a value cannot be decoded");
	search_encoder_failed(s);
	return SEARCH_INCONCLUSIVE;
}

static enum search_answer confirm(struct search *s)
{
	if (!decode(s)) return not_decoded(s);
	return s->is_sparse ? SEARCH_FOUND : search_confirm(s); /* of the whole, see branch.c */
}

static enum search_answer not_solved(struct search *s)
{
	const char *why = solver_failure(s->solver);
	if (!why)
		why = search_is_stopped(s) ? "the search was stopped"
		                           : "the time limit of the search was reached";
	s->reason = arena_text(&s->arena, why, strlen(why));
	return SEARCH_INCONCLUSIVE;
}

double search_seconds_left(const struct search *s)
{
	double left = s->stage_end - check_clock();
	return isinf(left) ? 0 : left > 0.001 ? left : 0.001;
}

static bool has_no_model(struct search *s)
{
	struct solver_limits limits = {search_seconds_left(s), s->options.conflicts};
	cnf_flush(s->cnf);
	return solver_solve(s->solver, &limits) == SOLVER_UNSATISFIABLE;
}

/* A wider search that was given up leaves "none within the bounds" of the first one. */
static enum search_answer settle_for_less(struct search *s)
{
	s->is_broken = false;
	s->is_contradictory = true;
	return search_is_stopped(s) ? SEARCH_INCONCLUSIVE : SEARCH_NONE;
}

static enum search_answer solve_once(struct search *s)
{
	if (s->is_broken) return SEARCH_INCONCLUSIVE;
	if (s->is_contradictory || circuit_is_contradictory(s->circuit)) return SEARCH_NONE;
	struct solver_limits limits = {search_seconds_left(s), s->options.conflicts};
	cnf_flush(s->cnf);
	double start = check_clock();
	enum solver_answer a = solver_solve(s->solver, &limits);
	if (a == SOLVER_SATISFIABLE && s->options.prefers_small) a = small_solution(s);
	s->solve_seconds += check_clock() - start;
	if (a == SOLVER_UNKNOWN) return not_solved(s);
	if (a == SOLVER_UNSATISFIABLE) return SEARCH_NONE;
	start = check_clock();
	cnf_model(s->cnf);
	enum search_answer r = confirm(s);
	s->confirm_seconds += check_clock() - start;
	return r;
}

/* What must hold for all integers is said of more of them, where the evaluator wants it. */
static enum search_answer solve(struct search *s)
{
	enum { FIRST_MARGIN = 8, LAST_MARGIN = 128, GROWTH = 4 };
	enum search_answer a = solve_once(s);
	bool is_fresh = !s->has_excluded && !s->options.keeps_clauses;
	while (s->lacks_instances && is_fresh && s->margin < LAST_MARGIN && !search_is_stopped(s)) {
		double left = s->stage_end - check_clock();
		struct encode_options how = s->how;
		if (left <= 0) break;
		s->margin = s->margin ? s->margin * GROWTH : FIRST_MARGIN;
		encode(s, &how, left);
		a = solve_once(s);
	}
	return a;
}

static bool was_cut(const struct search *s) { return s->encoder && encode_was_cut(s->encoder); }

/* After a relaxed encoding. */
static bool has_none_at_all(struct search *s)
{
	return !s->is_broken && (!s->encoder || encode_is_relaxed(s->encoder)) &&
	       (s->is_contradictory || circuit_is_contradictory(s->circuit) || has_no_model(s));
}

bool search_refutes(struct search *s, struct decl *const *names, uint32_t name_count,
                    const struct node *const *conjuncts, uint32_t count, bool is_abstract,
                    double seconds)
{
	struct search *t = new_search(s->eval, s->project, s->universe, names, name_count, conjuncts,
	                              count, &s->options);
	t->deadline = s->deadline;
	encode(t, &(struct encode_options){.relaxes = true, .is_abstract = is_abstract}, seconds);
	bool is_none = has_none_at_all(t);
	search_close(t);
	return is_none;
}

static bool is_refuted_simply(struct search *s)
{
	if (s->violated || s->is_sparse || !simplify_conjuncts(s)) return false;
	double seconds = (s->deadline - check_clock()) / 4;
	s->proved_by = search_refutes(s, s->names, s->count, s->simple.list.at, s->simple.list.count,
	                              false, seconds)
	                   ? "of simplified conjuncts"
	                   : NULL;
	return s->proved_by;
}

/* There is none among the candidates, but some names had candidates from a part of their type only.
 * Perhaps there is none at all; perhaps there is one further out. */
static enum search_answer look_further(struct search *s)
{
	static const int64_t reach[][2] = {{-4, 12}, {-40, 60}, {-5000, 20000}};
	if (elements_refute(s)) {
		s->proved_by = "by what is said of single elements";
		s->is_proved = true;
		return SEARCH_NONE;
	}
	double share = (s->deadline - check_clock()) / 4;
	if (!s->wrong) encode(s, &(struct encode_options){.relaxes = true}, share);
	if (!s->wrong && (has_none_at_all(s) || is_refuted_simply(s))) {
		s->is_proved = true;
		return SEARCH_NONE;
	}
	for (uint32_t i = 0; i < 3; i++) {
		encode(s,
		       &(struct encode_options){
		           .has_reach = true, .reach_low = reach[i][0], .reach_high = reach[i][1]},
		       share);
		enum search_answer a = solve(s);
		if (a != SEARCH_NONE) return a == SEARCH_INCONCLUSIVE ? settle_for_less(s) : a;
	}
	return SEARCH_NONE;
}

/* Is there no solution whatever the sets and integers are: a contradiction between atoms that are not
 * looked into? If not, does what can be encoded contradict itself? */
static bool is_refuted(struct search *s)
{
	double seconds = (s->deadline - check_clock()) / 6;
	for (uint32_t i = 0; i < 2; i++)
		if (search_refutes(s, s->names, s->count, s->conjuncts.at, s->conjuncts.count, i == 0,
		                   seconds))
			return true;
	return is_refuted_simply(s);
}

/* The same in simpler words, in so many seconds. */
static enum search_answer try_simpler(struct search *s, double seconds)
{
	if (s->violated || s->is_sparse || !simplify_conjuncts(s)) return SEARCH_INCONCLUSIVE;
	struct start how = {.names = s->names,
	                    .count = s->count,
	                    .conjuncts = s->simple.list.at,
	                    .conjunct_count = s->simple.list.count,
	                    .seconds = seconds,
	                    .depth = 1};
	struct search *t = search_start(s, &how);
	enum search_answer a = search_next(t);
	if (a == SEARCH_NONE && !search_is_complete(t)) a = SEARCH_INCONCLUSIVE;
	search_close(t);
	if (a != SEARCH_FOUND) return a;
	bool was_broken = s->is_broken, is_found = search_confirm(s) == SEARCH_FOUND;
	s->is_broken = was_broken;
	return is_found ? SEARCH_FOUND : SEARCH_INCONCLUSIVE; /* the original may be undefined there */
}

/* The direct way does not decide: others, and then it again, with all the time that is left. */
static enum search_answer go_other_ways(struct search *s, enum search_answer direct)
{
	const char *reason = s->reason;
	struct pos pos = s->reason_pos;
	if (s->wrong || (s->violated && s->depth == 0)) return direct;
	bool is_new = direct == SEARCH_INCONCLUSIVE && !s->violated && !s->is_sparse;
	enum search_answer a = elements_refute(s) ? SEARCH_NONE : SEARCH_INCONCLUSIVE;
	if (is_new && a != SEARCH_NONE) a = examples_search(s);
	if (a == SEARCH_FOUND) return a;
	if (a != SEARCH_NONE && is_new && branch_has_false(s)) return SEARCH_NONE;
	if (a != SEARCH_NONE && direct == SEARCH_NONE && branch_drops_true(s)) {
		encode(s, &(struct encode_options){0}, search_seconds_left(s));
		if (solve(s) == SEARCH_FOUND) return SEARCH_FOUND;
	}
	if (a != SEARCH_NONE && !s->violated && !s->is_sparse)
		a = enumerate_search(s, (s->deadline - check_clock()) / 3);
	if (a == SEARCH_INCONCLUSIVE) a = try_simpler(s, (s->deadline - check_clock()) / 3);
	if (a != SEARCH_NONE && a != SEARCH_FOUND)
		a = is_new && is_refuted(s) ? SEARCH_NONE : branch_search(s);
	if (a == SEARCH_NONE) s->is_proved = true;
	if (a != SEARCH_INCONCLUSIVE) return a;
	s->reason = reason;
	s->reason_pos = pos;
	if (direct == SEARCH_NONE || !s->is_hurried || search_is_stopped(s)) return direct;
	if (s->is_broken) encode(s, &(struct encode_options){0}, INFINITY);
	s->stage_end = s->deadline;
	return solve(s);
}

/* What the solver does not see at once may be plain in simpler words; these get a part of that time. */
static enum search_answer solve_first(struct search *s)
{
	const double a_moment = 1;
	double end = s->stage_end, moment = fmin(a_moment, (end - check_clock()) / 4);
	bool is_plain = !s->violated && !s->wrong && !s->is_sparse && s->depth == 0 &&
	                !s->options.keeps_clauses && !s->has_solution && !s->has_excluded;
	if (!is_plain || s->is_broken || s->is_contradictory) return solve(s);
	s->stage_end = check_clock() + moment;
	enum search_answer a = solve(s);
	s->stage_end = end;
	if (a != SEARCH_INCONCLUSIVE || s->is_broken || search_is_stopped(s)) return a;
	a = try_simpler(s, moment / 4);
	s->is_proved |= a == SEARCH_NONE;
	return a == SEARCH_NONE || a == SEARCH_FOUND ? a : solve(s);
}

/* Where nothing was cut, more of the same is the best way, for half of the time. */
static enum search_answer solve_longer(struct search *s)
{
	double now = check_clock();
	s->stage_end = isinf(s->deadline) ? INFINITY : now + (s->deadline - now) / 2;
	return solve(s);
}

enum search_answer search_next(struct search *s)
{
	if (s->examples) return examples_search(s);
	enum search_answer a = solve_first(s);
	if (a == SEARCH_NONE && s->is_proved) return a;
	bool is_slow = a == SEARCH_INCONCLUSIVE && !s->is_broken && s->is_hurried && !s->is_sparse;
	if (is_slow && !was_cut(s) && !search_is_stopped(s)) a = solve_longer(s);
	bool is_first = !s->has_solution && !s->has_excluded && !s->is_settled;
	if (!is_first || a == SEARCH_FOUND || s->options.stays_near || search_is_stopped(s)) return a;
	if (s->is_sparse || (a == SEARCH_NONE && !was_cut(s))) return a;
	s->is_settled = true;
	if (a == SEARCH_NONE) {
		s->is_cut = true;
		a = look_further(s);
	}
	bool is_undecided = a == SEARCH_INCONCLUSIVE || (a == SEARCH_NONE && !s->is_proved);
	return is_undecided && !s->options.keeps_clauses ? go_other_ways(s, a) : a;
}

bool search_is_complete(const struct search *s)
{
	return s->is_proved || (!s->is_cut && !was_cut(s));
}

const char *search_reason(const struct search *s, struct pos *pos)
{
	if (pos) *pos = s->reason_pos;
	return s->reason ? s->reason : "";
}

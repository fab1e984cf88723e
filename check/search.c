/* Solutions of conjuncts: encode once, solve, decode, have the evaluator confirm, exclude, repeat. */
#include "check/check.h"
#include "check/inside.h"

#include <time.h>

double check_clock(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void split(struct search *s, const struct node *n)
{
	if (n->op == OP_LABEL) split(s, n->kid[0]);
	else if (n->op != OP_AND) VEC_PUSH(&s->conjuncts, n);
	else
		for (uint32_t i = 0; i < n->count; i++) split(s, n->kid[i]);
}

static void give_up(struct search *s, const char *reason, struct pos pos)
{
	s->is_broken = true;
	s->reason = arena_text(&s->arena, reason, strlen(reason));
	s->reason_pos = pos;
}

static void encoder_failed(struct search *s)
{
	const struct encode_failure *f = encode_failed(s->encoder);
	give_up(s, f->message, f->pos);
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
		give_up(s, text_get(&why), (struct pos){0});
	}
	text_clear(&why);
	return s->solver != NULL;
}

static void break_symmetry(struct search *s)
{
	lit *lex;
	uint32_t count;
	if (!encode_symmetry(s->encoder, s->names, s->count, &lex, &count)) {
		encoder_failed(s);
		return;
	}
	for (uint32_t i = 0; i < count; i++) cnf_assert(s->cnf, lex[i]);
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
	for (uint32_t i = 0; i < s->conjuncts.count && !s->is_contradictory; i++) {
		if (!encode_predicate(s->encoder, s->conjuncts.at[i], &l)) return false;
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
	s->is_contradictory = s->is_broken = s->has_symmetry = false;
}

/* Makes circuit and clauses, for integers without bounds from this reach. */
static void encode(struct search *s, const struct encode_options *how)
{
	double start = check_clock();
	struct encode_options o = *how;
	forget(s);
	o.interrupt = s->options.interrupt;
	o.memory = s->options.memory;
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
		if (!encode_conjuncts(s, ranges)) encoder_failed(s);
		else if (s->options.breaks_symmetry && !s->is_contradictory) break_symmetry(s);
	}
	s->encode_seconds += check_clock() - start;
}

struct search *search_open(struct eval *e, struct project *p, const struct universe *u,
                           struct decl *const *names, uint32_t count,
                           const struct node *const *conjuncts, uint32_t conjunct_count,
                           const struct search_options *o)
{
	struct search *s = calloc(1, sizeof *s);
	if (!s) diag_fatal(__FILE__, __LINE__, "out of memory");
	arena_init(&s->arena);
	s->eval = e;
	s->values = eval_values(e);
	s->project = p;
	s->universe = u;
	s->names = names;
	s->count = count;
	s->options = *o;
	for (uint32_t i = 0; i < conjunct_count; i++) split(s, conjuncts[i]);
	encode(s, &(struct encode_options){0});
	return s;
}

void search_close(struct search *s)
{
	forget(s);
	VEC_CLEAR(&s->conjuncts);
	VEC_CLEAR(&s->excluded);
	VEC_CLEAR(&s->blamed);
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
	text_format(&t, "the evaluator does not confirm the solution: %s", what);
	give_up(s, text_get(&t), n ? n->pos : (struct pos){0});
	text_clear(&t);
	return SEARCH_DOUBTFUL;
}

static enum search_answer confirm_values(struct search *s)
{
	for (uint32_t i = 0; i < s->conjuncts.count; i++) {
		enum truth t = eval_predicate(s->eval, s->conjuncts.at[i]);
		if (t == EVAL_TRUE) continue;
		if (t == EVAL_FALSE) return doubtful(s, s->conjuncts.at[i], "this conjunct is false");
		const struct eval_failure *f = eval_failed(s->eval);
		if (f->kind == EVAL_UNDEFINED)
			return doubtful(s, s->conjuncts.at[i], "this conjunct is undefined");
		give_up(s, f->message, f->pos);
		return SEARCH_INCONCLUSIVE;
	}
	s->has_solution = true;
	return SEARCH_FOUND;
}

static enum search_answer confirm(struct search *s)
{
	return decode(s) ? confirm_values(s) : doubtful(s, NULL, "a value cannot be decoded");
}

static enum search_answer not_solved(struct search *s)
{
	const char *why = solver_failure(s->solver);
	bool is_stopped = s->options.interrupt && *s->options.interrupt;
	if (!why)
		why = is_stopped ? "the search was stopped" : "the time limit of the search was reached";
	s->reason = arena_text(&s->arena, why, strlen(why));
	return SEARCH_INCONCLUSIVE;
}

static void prefer_small(struct search *s)
{
	for (uint32_t i = 0; i < s->count; i++)
		encode_prefer_small(s->encoder, s->cnf, s->solver, s->names[i]);
}

static bool has_no_model(struct search *s)
{
	struct solver_limits limits = {s->options.seconds, s->options.conflicts};
	cnf_flush(s->cnf);
	return solver_solve(s->solver, &limits) == SOLVER_UNSATISFIABLE;
}

/* A wider search that was given up leaves "none within the bounds" of the first one. */
static enum search_answer settle_for_less(struct search *s)
{
	s->is_broken = false;
	s->is_contradictory = true;
	return s->options.interrupt && *s->options.interrupt ? SEARCH_INCONCLUSIVE : SEARCH_NONE;
}

static enum search_answer solve(struct search *s)
{
	if (s->is_broken) return SEARCH_INCONCLUSIVE;
	if (s->is_contradictory || circuit_is_contradictory(s->circuit)) return SEARCH_NONE;
	struct solver_limits limits = {s->options.seconds, s->options.conflicts};
	cnf_flush(s->cnf);
	if (s->options.prefers_small) prefer_small(s);
	double start = check_clock();
	enum solver_answer a = solver_solve(s->solver, &limits);
	s->solve_seconds += check_clock() - start;
	if (a == SOLVER_UNKNOWN) return not_solved(s);
	if (a == SOLVER_UNSATISFIABLE) return SEARCH_NONE;
	start = check_clock();
	cnf_model(s->cnf);
	enum search_answer r = confirm(s);
	s->confirm_seconds += check_clock() - start;
	return r;
}

static bool was_cut(const struct search *s) { return s->encoder && encode_was_cut(s->encoder); }

/* There is none among the candidates, but some names had candidates from a part of their type only.
 * Perhaps there is none at all; perhaps there is one further out. */
static enum search_answer look_further(struct search *s)
{
	static const int64_t reach[][2] = {{-40, 60}, {-5000, 20000}};
	encode(s, &(struct encode_options){.relaxes = true});
	if (!s->is_broken &&
	    (s->is_contradictory || circuit_is_contradictory(s->circuit) || has_no_model(s))) {
		s->is_proved = true;
		return SEARCH_NONE;
	}
	for (uint32_t i = 0; i < 2; i++) {
		encode(s, &(struct encode_options){
		              .has_reach = true, .reach_low = reach[i][0], .reach_high = reach[i][1]});
		enum search_answer a = solve(s);
		if (a != SEARCH_NONE) return a == SEARCH_INCONCLUSIVE ? settle_for_less(s) : a;
	}
	return SEARCH_NONE;
}

/* ---- branches ---------------------------------------------------------------------------------- */

/* A conjunct that is a disjunction, as it is written or as an implication or negated conjunction. */
static uint32_t branches_of(struct search *s, const struct node *n, const struct node **out,
                            uint32_t most, bool is_negated)
{
	while (n->op == OP_NOT || n->op == OP_LABEL) {
		is_negated ^= n->op == OP_NOT;
		n = n->kid[0];
	}
	bool splits = is_negated ? n->op == OP_AND : n->op == OP_OR || n->op == OP_IMPLIES;
	uint32_t count = 0;
	for (uint32_t i = 0; splits && i < n->count; i++) {
		bool flips = n->op == OP_IMPLIES && i == 0;
		count += branches_of(s, n->kid[i], out + count, most - count, is_negated ^ flips);
	}
	if (splits || count == most) return count;
	if (is_negated) {
		struct node *not = node_new(&s->arena, OP_NOT, n->pos, 1);
		not ->kid[0] = (struct node *)(uintptr_t)n;
		n = not ;
	}
	out[0] = n;
	return 1;
}

/* One side of a disjunction may be easy where the whole is not: what satisfies a branch is a
 * solution if the evaluator says so of the whole. */
static enum search_answer try_branches(struct search *s)
{
	enum { MOST = 64 };
	const struct node *branches[MOST];
	for (uint32_t i = 0; i < s->conjuncts.count; i++) {
		uint32_t count = branches_of(s, s->conjuncts.at[i], branches, MOST, false);
		if (count < 2) continue;
		const struct node *whole = s->conjuncts.at[i];
		for (uint32_t k = count; k > 0; k--) { /* later ones are mostly simpler */
			s->conjuncts.at[i] = branches[k - 1];
			struct search *t = search_open(s->eval, s->project, s->universe, s->names, s->count,
			                               s->conjuncts.at, s->conjuncts.count, &s->options);
			t->is_branch = true;
			enum search_answer a = search_next(t);
			search_close(t);
			s->conjuncts.at[i] = whole;
			if (a == SEARCH_FOUND && confirm_values(s) == SEARCH_FOUND) return SEARCH_FOUND;
		}
		break;
	}
	return SEARCH_INCONCLUSIVE;
}

enum search_answer search_next(struct search *s)
{
	enum search_answer a = solve(s);
	bool is_first = !s->has_solution && !s->has_excluded && !s->is_settled;
	if (a == SEARCH_NONE && is_first && was_cut(s) && !s->options.stays_near) {
		s->is_settled = true;
		s->is_cut = true;
		a = look_further(s);
	}
	if (a == SEARCH_INCONCLUSIVE && is_first && !s->is_branch &&
	    !(s->options.interrupt && *s->options.interrupt)) {
		const char *reason = s->reason;
		struct pos pos = s->reason_pos;
		a = try_branches(s);
		if (a == SEARCH_INCONCLUSIVE) {
			s->reason = reason;
			s->reason_pos = pos;
		}
	}
	return a;
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

/* ---- further solutions ------------------------------------------------------------------------- */

/* Not all of the names have these values. */
static void exclude(struct search *s, struct decl *const *shown, uint32_t count, const value *v)
{
	lit *differ = ARENA_ARRAY(&s->arena, count, lit);
	for (uint32_t i = 0; i < count; i++) {
		lit same;
		if (!encode_equals(s->encoder, shown[i], v[i], &same)) {
			encoder_failed(s);
			return;
		}
		differ[i] = -same;
	}
	cnf_assert_any(s->cnf, differ, count);
	if (count == 0) s->is_contradictory = true;
}

void search_exclude_last(struct search *s, struct decl *const *shown, uint32_t count,
                         bool up_to_symmetry)
{
	if (!s->has_solution || s->is_broken) return;
	if (!shown) {
		shown = s->names;
		count = s->count;
	}
	value *v = ARENA_ARRAY(&s->arena, count, value);
	for (uint32_t i = 0; i < count; i++) v[i] = eval_get(s->eval, shown[i]);
	struct variants all = {0};
	if (up_to_symmetry) check_variants(s->encoder, s->values, s->universe, shown, v, count, &all);
	else check_variant_add(&all, v, count);
	for (uint32_t i = 0; i < all.count && !s->is_broken; i++)
		exclude(s, shown, count, all.at + (size_t)i * count);
	free(all.at);
	s->has_excluded = true;
}

void search_stats(const struct search *s, struct search_stats *out)
{
	struct solver_stats t = {0};
	*out = (struct search_stats){.encode_seconds = s->encode_seconds,
	                             .solve_seconds = s->solve_seconds,
	                             .confirm_seconds = s->confirm_seconds};
	if (s->solver) solver_stats(s->solver, &t);
	out->variables = t.variables;
	out->clauses = t.clauses;
	out->conflicts = t.conflicts;
	if (!s->circuit) return;
	out->gates = circuit_gate_count(s->circuit);
	out->bytes = circuit_bytes(s->circuit) + (s->solver ? solver_bytes(s->solver) : 0);
	for (uint32_t i = 0; s->encoder && i < s->count; i++)
		out->candidates += encode_size(s->encoder, s->names[i]);
}

/* Which conjuncts are to blame for there being no solution; certificates and DIMACS files. */
#include "search/inside.h"

/* ---- blame ------------------------------------------------------------------------------------- */

/* Has the list without the one at `without` (UINT32_MAX: all) no solution? Without the conjunct that
 * bounds an integer it may have one beyond MININT..MAXINT. */
static enum search_answer answer(struct search *s, const struct node *const *list, uint32_t count,
                                 uint32_t without, bool stays_near)
{
	const struct node **rest = malloc((count + 1) * sizeof *rest);
	uint32_t n = 0;
	if (!rest) diag_no_memory();
	for (uint32_t i = 0; i < count; i++)
		if (i != without) rest[n++] = list[i];
	struct search_options o = s->options;
	o.keeps_clauses = o.prefers_small = false;
	uint64_t now = eval_effort(s->eval);
	o.effort = s->blame_end == UINT64_MAX ? 0 : s->blame_end > now ? s->blame_end - now : 1;
	struct question q = search_question(s, rest, n);
	q.reach = stays_near ? REACH_NEAR : REACH_ANY;
	struct search *t = search_open(s->eval, s->project, &q, &o);
	struct verdict v = search_next(t);
	search_close(t);
	free(rest);
	bool is_near = v.answer == SEARCH_NONE && !v.is_complete;
	return is_near && !s->is_blame_near ? SEARCH_OPEN : v.answer;
}

/* Each conjunct is an assumption: which of them fail? `asserted` has what is to hold for the names, then
 * the conjuncts. */
static void add_failed(struct search *s, struct circuit *circuit, const lit *asserted)
{
	struct solver_options so = {.kind = s->options.solver, .interrupt = s->options.interrupt};
	if (!(solver_abilities(so.kind) & SOLVER_CORES)) so.kind = SOLVER_PICOSAT;
	struct solver *solver = solver_open(&so);
	struct cnf *cnf = cnf_open(circuit, solver);
	struct solver_limits limits = {.seconds = s->options.seconds,
	                               .conflicts = s->options.conflicts};
	uint32_t count = s->question.conjunct_count;
	int *assumptions = ARENA_ARRAY(&s->arena, count, int);
	cnf_assert(cnf, asserted[0]);
	for (uint32_t i = 0; circuit == s->circuit && i < s->lex.count; i++)
		cnf_assert(cnf, s->lex.at[i]);
	for (uint32_t i = 0; i < count; i++) assumptions[i] = cnf_literal(cnf, asserted[1 + i]);
	cnf_flush(cnf);
	for (uint32_t i = 0; i < count; i++) solver_assume(solver, assumptions[i]);
	bool is_none = solver_solve(solver, &limits) == SOLVER_UNSATISFIABLE;
	for (uint32_t i = 0; is_none && i < count; i++)
		if (solver_failed(solver, assumptions[i])) VEC_PUSH(&s->blamed, s->question.conjuncts[i]);
	cnf_close(cnf);
	solver_close(solver);
}

/* From the circuit of the search, if it got so far. */
static void core_of_search(struct search *s)
{
	if (s->circuit && s->asserted.count == s->question.conjunct_count + 1 &&
	    !question_undefined(&s->question))
		add_failed(s, s->circuit, s->asserted.at);
}

/* From a circuit of its own, without the ranges that come from all conjuncts together. */
static void core_of_circuit(struct search *s)
{
	struct circuit *circuit = circuit_open();
	struct encode_options eo = {.interrupt = s->options.interrupt, .memory = s->options.memory};
	struct encoder *e =
	    encode_open(s->eval, s->values, s->project, s->question.universe, circuit, &eo);
	uint32_t count = s->question.conjunct_count;
	lit *asserted = ARENA_ARRAY(&s->arena, count + 1, lit);
	for (uint32_t i = 0; i < s->question.count; i++)
		eval_set(s->eval, s->question.names[i], VALUE_NONE);
	bool ok = encode_names(e, s->question.names, s->question.count, s->question.conjuncts, count,
	                       NULL, asserted);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = encode_predicate(e, s->question.conjuncts[i], &asserted[1 + i]);
	if (ok) add_failed(s, circuit, asserted);
	encode_close(e);
	circuit_close(circuit);
}

/* Candidates come from all conjuncts, so a core is a guess that has to be confirmed. */
static bool is_confirmed(struct search *s, void (*guess)(struct search *s))
{
	s->blamed.count = 0;
	guess(s);
	return s->blamed.count &&
	       answer(s, s->blamed.at, s->blamed.count, UINT32_MAX, true) == SEARCH_NONE;
}

/* By deletion; is every conjunct that is left needed? */
static bool reduce(struct search *s)
{
	bool is_minimal = true;
	for (uint32_t i = 0; i < s->blamed.count;) {
		if (s->options.interrupt && *s->options.interrupt) return false;
		enum search_answer a = answer(s, s->blamed.at, s->blamed.count, i, true);
		if (a != SEARCH_NONE) {
			if (a != SEARCH_FOUND) is_minimal = false;
			i++;
			continue;
		}
		for (uint32_t k = i + 1; k < s->blamed.count; k++) s->blamed.at[k - 1] = s->blamed.at[k];
		s->blamed.count--;
	}
	return is_minimal;
}

/* Returns whether the set is minimal. */
static bool blame(struct search *s)
{
	if (!is_confirmed(s, core_of_search) && !is_confirmed(s, core_of_circuit)) {
		s->blamed.count = 0;
		for (uint32_t i = 0; i < s->question.conjunct_count; i++)
			VEC_PUSH(&s->blamed, s->question.conjuncts[i]);
	}
	return reduce(s);
}

/* Perhaps fewer conjuncts have no solution near zero, and none is found further away either; else the
 * list stays. Returns whether it is minimal. */
static bool blame_near(struct search *s)
{
	uint32_t count = s->blamed.count;
	const struct node **list = ARENA_ARRAY(&s->arena, count, const struct node *);
	memcpy(list, s->blamed.at, count * sizeof *list);
	s->is_blame_near = true;
	bool is_minimal = blame(s);
	if (s->blamed.count < count &&
	    answer(s, s->blamed.at, s->blamed.count, UINT32_MAX, false) == SEARCH_NONE)
		return is_minimal;
	s->is_blame_near = false;
	s->blamed.count = 0;
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&s->blamed, list[i]);
	return false;
}

const struct node *const *search_blame(struct search *s, uint64_t effort, uint32_t *count,
                                       bool *is_minimal)
{
	uint64_t now = eval_effort(s->eval);
	s->blame_end = effort < UINT64_MAX - now ? now + effort : UINT64_MAX;
	s->is_blame_near = !search_is_complete(s);
	*is_minimal = blame(s);
	if (!*is_minimal && !s->is_blame_near) *is_minimal = blame_near(s);
	*count = s->blamed.count;
	return s->blamed.at;
}

bool search_blame_is_near(const struct search *s) { return s->is_blame_near; }

/* ---- files and proofs -------------------------------------------------------------------------- */

bool search_write_dimacs(struct search *s, FILE *out)
{
	struct text comments = {0};
	if (!s->solver || s->is_broken) return false;
	cnf_flush(s->cnf);
	if (s->is_contradictory) solver_clause(s->solver, NULL, 0);
	text_add(&comments, "variables of the names: NUMBER name what value\n");
	for (uint32_t i = 0; s->encoder && i < s->question.count; i++)
		encode_describe(s->encoder, s->cnf, s->question.names[i], &comments);
	bool ok = solver_write_dimacs(s->solver, out, &comments);
	text_clear(&comments);
	return ok;
}

const char *search_encoding(const struct search *s)
{
	if (!s->encoder) return "none";
	if (s->how.relaxes) return "relaxed";
	return encode_was_cut(s->encoder) ? "bounded" : "direct";
}

enum certificate search_certify(struct search *s, struct text *why)
{
	struct solver_limits limits = {.seconds = s->options.seconds};
	if (s->proved_by) {
		text_format(why, "there are no clauses to certify: it was proved %s", s->proved_by);
		return CERTIFICATE_IMPOSSIBLE;
	}
	if (!s->solver || s->is_broken) {
		text_add(why, "there are no clauses: the bounds of integers alone exclude a solution");
		return CERTIFICATE_IMPOSSIBLE;
	}
	cnf_flush(s->cnf);
	if (s->is_contradictory) solver_clause(s->solver, NULL, 0);
	enum certificate c = solver_certify(s->solver, NULL, 0, &limits, why);
	if (c == CERTIFIED && s->has_symmetry)
		text_add(why, "; clauses that break symmetry are among its axioms");
	return c;
}

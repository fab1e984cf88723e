/* Unsatisfiable cores: conjuncts that have no solution together. The solver's core is a guess, since candidates come from
 * all conjuncts; it is confirmed and reduced by deletion (Chinneck and Dravnieks, 1991), a question for each. */
#include "search/state.h"

/* The list without the one at `without` (UINT32_MAX: all of it). */
static struct verdict ask(struct search *s, const struct node *const *list, uint32_t count,
                          uint32_t without, enum question_reach reach)
{
	const struct node **rest = memory_raw((count + 1) * sizeof *rest);
	uint32_t n = 0;
	for (uint32_t i = 0; i < count; i++)
		if (i != without) rest[n++] = list[i];
	struct search_options o = s->options;
	o.keeps_clauses = o.prefers_small = false;
	uint64_t now = eval_effort(s->eval);
	o.effort = s->core.end == UINT64_MAX ? 0 : s->core.end > now ? s->core.end - now : 1;
	struct question q = nested_question(s, rest, n);
	q.reach = reach;
	struct search *t = search_open(s->eval, s->project, &q, &o);
	struct verdict v = search_next(t);
	search_close(t);
	free(rest);
	return v;
}

/* Without the conjunct that bounds an integer there may be a solution beyond MININT..MAXINT. */
static enum search_answer answer(struct search *s, const struct node *const *list, uint32_t count,
                                 uint32_t without)
{
	struct verdict v = ask(s, list, count, without, REACH_NEAR);
	bool is_near = v.answer == SEARCH_NONE && !v.is_complete;
	return is_near && !s->core.is_near ? SEARCH_OPEN : v.answer;
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
	for (uint32_t i = 0; circuit == s->encoding.circuit && i < s->encoding.lex.count; i++)
		cnf_assert(cnf, s->encoding.lex.at[i]);
	for (uint32_t i = 0; i < count; i++) assumptions[i] = cnf_literal(cnf, asserted[1 + i]);
	cnf_flush(cnf);
	for (uint32_t i = 0; i < count; i++) solver_assume(solver, assumptions[i]);
	limits = budget_of_solver(s->eval, &limits);
	bool is_none = solver_solve(solver, &limits) == SOLVER_UNSATISFIABLE;
	for (uint32_t i = 0; is_none && i < count; i++)
		if (solver_failed(solver, assumptions[i]))
			VEC_PUSH(&s->core.conjuncts, s->question.conjuncts[i]);
	cnf_close(cnf);
	solver_close(solver);
}

/* From the circuit of the search, if it got so far. */
static void core_of_search(struct search *s)
{
	if (s->encoding.circuit && s->encoding.asserted.count == s->question.conjunct_count + 1 &&
	    !question_undefined(&s->question))
		add_failed(s, s->encoding.circuit, s->encoding.asserted.at);
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
	search_forget_values(s);
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
	s->core.conjuncts.count = 0;
	guess(s);
	return s->core.conjuncts.count &&
	       answer(s, s->core.conjuncts.at, s->core.conjuncts.count, UINT32_MAX) == SEARCH_NONE;
}

/* By deletion; is every conjunct that is left needed? */
static bool reduce(struct search *s)
{
	bool is_minimal = true;
	for (uint32_t i = 0; i < s->core.conjuncts.count;) {
		if (s->options.interrupt && *s->options.interrupt) return false;
		enum search_answer a = answer(s, s->core.conjuncts.at, s->core.conjuncts.count, i);
		if (a != SEARCH_NONE) {
			if (a != SEARCH_FOUND) is_minimal = false;
			i++;
			continue;
		}
		for (uint32_t k = i + 1; k < s->core.conjuncts.count; k++)
			s->core.conjuncts.at[k - 1] = s->core.conjuncts.at[k];
		s->core.conjuncts.count--;
	}
	return is_minimal;
}

/* Returns whether the set is minimal. */
static bool find_core(struct search *s)
{
	if (!is_confirmed(s, core_of_search) && !is_confirmed(s, core_of_circuit)) {
		s->core.conjuncts.count = 0;
		for (uint32_t i = 0; i < s->question.conjunct_count; i++)
			VEC_PUSH(&s->core.conjuncts, s->question.conjuncts[i]);
	}
	return reduce(s);
}

/* Perhaps fewer conjuncts have no solution near zero, and none further away either, as far as that can be told; else
 * the list stays. Returns whether it is minimal. */
static bool find_near(struct search *s)
{
	uint32_t count = s->core.conjuncts.count;
	const struct node **list = ARENA_ARRAY(&s->arena, count, const struct node *);
	memcpy(list, s->core.conjuncts.at, count * sizeof *list);
	s->core.is_near = true;
	bool is_minimal = find_core(s);
	bool is_fewer = s->core.conjuncts.count < count;
	struct verdict v = {0};
	if (is_fewer) v = ask(s, s->core.conjuncts.at, s->core.conjuncts.count, UINT32_MAX, REACH_ANY);
	s->core.is_near = is_fewer && v.answer == SEARCH_NONE && !v.is_complete;
	if (is_fewer && v.answer == SEARCH_NONE) return is_minimal;
	s->core.conjuncts.count = 0;
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&s->core.conjuncts, list[i]);
	return false;
}

const struct node *const *search_core(struct search *s, uint64_t effort, uint32_t *count,
                                      bool *is_minimal)
{
	uint64_t now = eval_effort(s->eval);
	s->core.end = effort < UINT64_MAX - now ? now + effort : UINT64_MAX;
	s->core.is_near = !search_is_complete(s);
	*is_minimal = find_core(s);
	if (!*is_minimal && !s->core.is_near) *is_minimal = find_near(s);
	*count = s->core.conjuncts.count;
	return s->core.conjuncts.at;
}

bool search_core_is_near(const struct search *s) { return s->core.is_near; }

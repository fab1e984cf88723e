/* Small sets and numbers: from one model to another one in which nothing is larger and something is
 * smaller, until there is none. The result is minimal, not the least of all. */
#include "search/minimise.h"

#include "search/encoding.h"

/* Effort for all of it, and for one question. */
enum { MOST = 2 * EVAL_EFFORT_PER_SECOND, MOST_OF_ONE = EVAL_EFFORT_PER_SECOND };

/* By the last model: what is small stays small, and one of the others becomes so. */
static lit as_small(struct circuit *c, struct cnf *f, const struct encode_lits *large, lit *smaller)
{
	struct encode_lits same = {0}, one = {0};
	cnf_model(f);
	for (uint32_t i = 0; i < large->count; i++) {
		if (cnf_value(f, large->at[i])) VEC_PUSH(&one, -large->at[i]);
		else VEC_PUSH(&same, -large->at[i]);
	}
	lit all = circuit_all(c, same.at, same.count);
	*smaller = circuit_and(c, all, circuit_any(c, one.at, one.count));
	VEC_CLEAR(&same);
	VEC_CLEAR(&one);
	return all;
}

enum solver_answer minimise_model(struct eval *e, struct circuit *c, struct cnf *f,
                                  const struct encode_lits *large, lit base, minimise_ask *ask,
                                  void *data)
{
	uint64_t end = eval_effort(e) + MOST;
	lit best = LIT_TRUE, smaller = LIT_FALSE;
	enum solver_answer a = SOLVER_SATISFIABLE;
	while (a == SOLVER_SATISFIABLE) {
		best = as_small(c, f, large, &smaller);
		if (smaller == LIT_FALSE || eval_effort(e) > end) break;
		a = ask(data, circuit_and(c, base, smaller), MOST_OF_ONE);
	}
	return ask(data, circuit_and(c, base, best), UINT64_MAX); /* its model was lost */
}

static enum solver_answer ask_search(void *data, lit assumed, uint64_t effort)
{
	struct search *s = data;
	/* a question that is over at once has a moment even then: thousands of them have not */
	if (effort < UINT64_MAX && budget_is_over(&s->budget)) return SOLVER_UNKNOWN;
	int assumption = cnf_literal(s->encoding.cnf, assumed);
	solver_assume(s->encoding.solver, assumption);
	return encoding_ask(s, effort);
}

enum solver_answer minimise_solution(struct search *s)
{
	struct encode_lits large = {0};
	bool ok = solver_abilities(s->options.solver) & SOLVER_INCREMENTAL;
	enum solver_answer a = SOLVER_SATISFIABLE;
	for (uint32_t i = 0; i < s->question.count && ok; i++)
		ok = encode_larger(s->encoding.encoder, s->question.names[i], &large);
	uint64_t end = s->budget.slice_end, own = eval_effort(s->eval) + 2 * MOST;
	if (end < own) s->budget.slice_end = own; /* what was found is worth the effort */
	if (ok)
		a = minimise_model(s->eval, s->encoding.circuit, s->encoding.cnf, &large, LIT_TRUE,
		                   ask_search, s);
	s->budget.slice_end = end;
	VEC_CLEAR(&large);
	return a;
}

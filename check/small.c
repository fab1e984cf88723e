/* Small sets and numbers: from one model to another one in which nothing is larger and something is
 * smaller, until there is none. The result is minimal, not the least of all. */
#include "check/tactics.h"

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

typedef enum solver_answer ask_with(void *data, lit assumed,
                                    uint64_t effort); /* UINT64_MAX: all that is left */

/* After a model of `base`: a smaller one. */
static enum solver_answer make_small(struct eval *e, struct circuit *c, struct cnf *f,
                                     const struct encode_lits *large, lit base, ask_with *ask,
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

/* ---- runs ---------------------------------------------------------------------------------------- */

/* Literals of constants and states that are true if something is large. */
static bool collect(struct run *r, struct encode_lits *out)
{
	struct encoder *e = r->unrolling.encoder;
	bool ok = true;
	for (uint32_t i = 0; i < r->view.unknown_count && ok; i++)
		ok = encode_larger(e, r->view.unknowns[i], out);
	for (uint32_t k = 0; k < r->states.count && ok; k++) {
		encode_use(e, r->states.at[k]);
		for (uint32_t i = 0; i < r->view.variable_count && ok; i++)
			ok = encode_larger(e, r->view.variables[i], out);
	}
	encode_use(e, r->states.at[r->states.count - 1]);
	return ok;
}

static enum solver_answer ask_run(void *data, lit assumed, uint64_t effort)
{
	struct run *r = data;
	uint64_t all = r->options.search.effort;
	if (effort < UINT64_MAX) r->options.search.effort = effort;
	enum solver_answer a = run_ask(r, assumed);
	r->options.search.effort = all;
	return a;
}

enum solver_answer small_run(struct run *r, lit faults)
{
	struct encode_lits large = {0};
	enum solver_answer a = collect(r, &large)
	                           ? make_small(r->view.eval, r->unrolling.circuit, r->unrolling.cnf,
	                                        &large, faults, ask_run, r)
	                           : run_ask(r, faults);
	VEC_CLEAR(&large);
	return a;
}

/* ---- solutions ----------------------------------------------------------------------------------- */

static enum solver_answer ask_search(void *data, lit assumed, uint64_t effort)
{
	struct search *s = data;
	int assumption = cnf_literal(s->cnf, assumed);
	solver_assume(s->solver, assumption);
	return search_ask_solver(s, effort);
}

enum solver_answer small_solution(struct search *s)
{
	struct encode_lits large = {0};
	bool ok = solver_abilities(s->options.solver) & SOLVER_INCREMENTAL;
	enum solver_answer a = SOLVER_SATISFIABLE;
	for (uint32_t i = 0; i < s->count && ok; i++)
		ok = encode_larger(s->encoder, s->names[i], &large);
	uint64_t end = s->slice_end, own = eval_effort(s->eval) + 2 * MOST;
	if (end < own) s->slice_end = own; /* what was found is worth the effort */
	if (ok) a = make_small(s->eval, s->circuit, s->cnf, &large, LIT_TRUE, ask_search, s);
	s->slice_end = end;
	VEC_CLEAR(&large);
	return a;
}

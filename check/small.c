/* Small sets and numbers: from one model to another one in which nothing is larger and something is
 * smaller, until there is none. The result is minimal, not the least of all. */
#include "check/inside.h"

enum { SECONDS = 2, ASK_SECONDS = 1 };

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
                                    double seconds); /* 0: all that are left */

/* After a model of `base`: a smaller one. */
static enum solver_answer make_small(struct circuit *c, struct cnf *f,
                                     const struct encode_lits *large, lit base, ask_with *ask,
                                     void *data)
{
	double end = check_clock() + SECONDS;
	lit best = LIT_TRUE, smaller = LIT_FALSE;
	enum solver_answer a = SOLVER_SATISFIABLE;
	while (a == SOLVER_SATISFIABLE) {
		best = as_small(c, f, large, &smaller);
		if (smaller == LIT_FALSE || check_clock() > end) break;
		a = ask(data, circuit_and(c, base, smaller), ASK_SECONDS);
	}
	return ask(data, circuit_and(c, base, best), 0); /* its model was lost */
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

static enum solver_answer ask_run(void *data, lit assumed, double seconds)
{
	struct run *r = data;
	double all = r->options.search.seconds;
	if (seconds > 0) r->options.search.seconds = seconds;
	enum solver_answer a = run_ask(r, assumed);
	r->options.search.seconds = all;
	return a;
}

enum solver_answer small_run(struct run *r, lit faults)
{
	struct encode_lits large = {0};
	enum solver_answer a = collect(r, &large) ? make_small(r->unrolling.circuit, r->unrolling.cnf,
	                                                       &large, faults, ask_run, r)
	                                          : run_ask(r, faults);
	VEC_CLEAR(&large);
	return a;
}

/* ---- solutions ----------------------------------------------------------------------------------- */

static enum solver_answer ask_search(void *data, lit assumed, double seconds)
{
	struct search *s = data;
	struct solver_limits limits = {search_seconds_left(s), s->options.conflicts};
	if (seconds > 0 && (limits.seconds <= 0 || seconds < limits.seconds)) limits.seconds = seconds;
	int assumption = cnf_literal(s->cnf, assumed);
	cnf_flush(s->cnf);
	solver_assume(s->solver, assumption);
	return solver_solve(s->solver, &limits);
}

enum solver_answer small_solution(struct search *s)
{
	struct encode_lits large = {0};
	bool ok = solver_abilities(s->options.solver) & SOLVER_INCREMENTAL;
	enum solver_answer a = SOLVER_SATISFIABLE;
	for (uint32_t i = 0; i < s->count && ok; i++)
		ok = encode_larger(s->encoder, s->names[i], &large);
	if (ok) a = make_small(s->circuit, s->cnf, &large, LIT_TRUE, ask_search, s);
	VEC_CLEAR(&large);
	return a;
}

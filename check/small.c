/* Runs with small sets and numbers: from one run to another one in which nothing is larger and something
 * is smaller, until there is none. The result is minimal, not the least of all. */
#include "check/inside.h"

enum { SECONDS = 2, ASK_SECONDS = 1 };

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

/* By the last model: what is small stays small, and one of the others becomes so. */
static lit as_small(struct run *r, const struct encode_lits *large, lit *smaller)
{
	struct circuit *c = r->unrolling.circuit;
	struct encode_lits same = {0}, one = {0};
	cnf_model(r->unrolling.cnf);
	for (uint32_t i = 0; i < large->count; i++) {
		if (cnf_value(r->unrolling.cnf, large->at[i])) VEC_PUSH(&one, -large->at[i]);
		else VEC_PUSH(&same, -large->at[i]);
	}
	lit all = circuit_all(c, same.at, same.count);
	*smaller = circuit_and(c, all, circuit_any(c, one.at, one.count));
	VEC_CLEAR(&same);
	VEC_CLEAR(&one);
	return all;
}

enum solver_answer small_run(struct run *r, lit faults)
{
	struct circuit *c = r->unrolling.circuit;
	struct encode_lits large = {0};
	double seconds = r->options.search.seconds, end = check_clock() + SECONDS;
	lit best = LIT_TRUE, smaller = LIT_FALSE;
	enum solver_answer a = SOLVER_SATISFIABLE;
	if (collect(r, &large)) {
		r->options.search.seconds = ASK_SECONDS;
		while (a == SOLVER_SATISFIABLE) {
			best = as_small(r, &large, &smaller);
			if (smaller == LIT_FALSE || check_clock() > end) break;
			a = run_ask(r, circuit_and(c, faults, smaller));
		}
		r->options.search.seconds = seconds;
	}
	VEC_CLEAR(&large);
	return run_ask(r, circuit_and(c, faults, best)); /* its model was lost */
}

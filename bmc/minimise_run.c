/* Runs with small sets and numbers, see search/minimise.c. */
#include "bmc/run.h"

/* Literals of constants and states that are true if something is large. */
static bool collect(struct run *r, struct encode_lits *out)
{
	struct encoder *e = r->unrolling.encoder;
	bool ok = true;
	for (uint32_t i = 0; i < r->model.view.unknown_count && ok; i++)
		ok = encode_larger(e, r->model.view.unknowns[i], out);
	for (uint32_t k = 0; k < r->states.count && ok; k++) {
		encode_use(e, r->states.at[k]);
		for (uint32_t i = 0; i < r->model.view.variable_count && ok; i++)
			ok = encode_larger(e, r->model.view.variables[i], out);
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

enum solver_answer minimise_run(struct run *r, lit violations)
{
	struct encode_lits large = {0};
	enum solver_answer a = collect(r, &large)
	                           ? minimise_model(r->model.view.eval, r->unrolling.circuit,
	                                            r->unrolling.cnf, &large, violations, ask_run, r)
	                           : run_ask(r, violations);
	VEC_CLEAR(&large);
	return a;
}

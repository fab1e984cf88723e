/* The unrolling of run.c without its questions: nothing is looked for, so that no invariant is believed, no order of
 * operations left out, and no return to a state forbidden. */
#include "bmc/run.h"

struct chain {
	struct run *run;
	VEC(struct chain_step) steps;
	struct encode_state *next;
};

struct chain *chain_open(struct explore *x, struct project *p, struct values *s,
                         const struct universe *u, const struct search_options *o)
{
	struct chain *c = memory_zeroed(1, sizeof *c);
	struct run_options options = {.search = *o, .knows_setups = true};
	options.search.breaks_symmetry = options.search.finds_symmetry = false;
	c->run = run_open(x, p, s, u, &options);
	return c;
}

void chain_close(struct chain *c)
{
	run_close(c->run);
	VEC_CLEAR(&c->steps);
	free(c);
}

enum run_answer chain_begin(struct chain *c)
{
	return c->run->is_stuck ? RUN_INCONCLUSIVE : run_begin(c->run);
}

bool chain_add_step(struct chain *c)
{
	struct run *r = c->run;
	struct unrolling *w = &r->unrolling;
	lit fails;
	if (!unrolling_step(r, w, VEC_LAST(&r->states), &c->next, &fails)) return run_encoder_failed(r);
	VEC_PUSH(&r->steps, w->step);
	VEC_PUSH(&c->steps, ((struct chain_step){w->step.is, w->is_taken,
	                                         (struct sym *const *const *)w->step.parameters}));
	return true;
}

bool chain_extend(struct chain *c)
{
	struct run *r = c->run;
	if (!c->next) return false;
	cnf_assert(r->unrolling.cnf, r->unrolling.is_taken);
	VEC_PUSH(&r->states, c->next);
	return true;
}

uint32_t chain_length(const struct chain *c) { return c->run->states.count; }

const struct encode_state *chain_state(const struct chain *c, uint32_t index)
{
	return c->run->states.at[index];
}

const struct chain_step *chain_step(const struct chain *c, uint32_t index)
{
	return &c->steps.at[index];
}

const struct encode_state *chain_next(const struct chain *c) { return c->next; }

bool chain_deadlock(struct chain *c, uint32_t state, lit *out, bool *is_known)
{
	struct run *r = c->run;
	encode_use(r->unrolling.encoder, r->states.at[state]);
	return deadlock_encode(r, &r->unrolling, out, is_known) || run_encoder_failed(r);
}

struct circuit *chain_circuit(const struct chain *c) { return c->run->unrolling.circuit; }
struct cnf *chain_cnf(const struct chain *c) { return c->run->unrolling.cnf; }
struct encoder *chain_encoder(const struct chain *c) { return c->run->unrolling.encoder; }

enum solver_answer chain_ask(struct chain *c, lit l)
{
	enum solver_answer a = l == LIT_FALSE ? SOLVER_UNSATISFIABLE : run_ask(c->run, l);
	if (a == SOLVER_UNKNOWN) run_unknown(c->run);
	return a;
}

bool chain_decode(struct chain *c, bool with_next, struct explore_path *out)
{
	struct run *r = c->run;
	struct arena *a = &r->arena;
	uint32_t count = r->states.count + with_next, width = r->model.view.variable_count;
	value *constants = ARENA_ARRAY(a, r->model.view.unknown_count + 1, value);
	value *states = ARENA_ARRAY(a, (size_t)width * count + 1, value);
	struct explore_hint *hints = ARENA_ARRAY(a, count, struct explore_hint);
	if (with_next) VEC_PUSH(&r->states, c->next);
	bool ok = run_decode(r, constants, states);
	for (uint32_t k = 0; k + 1 < count && ok; k++) hints[k] = run_decode_step(r, &r->steps.at[k]);
	if (with_next) r->states.count--;
	*out = (struct explore_path){constants, states, count, hints, true};
	return ok;
}

void chain_give(struct chain *c, uint64_t effort_end) { run_give(c->run, effort_end); }
bool chain_is_complete(const struct chain *c) { return run_is_complete(c->run); }

bool chain_is_exact(const struct chain *c)
{
	return run_is_complete(c->run) && !encode_was_partial(c->run->unrolling.encoder);
}

const char *chain_reason(const struct chain *c, struct pos *pos) { return run_reason(c->run, pos); }

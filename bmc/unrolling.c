/* The machine in a solver, step by step: the same for runs from the initial states and for inductions. */
#include "bmc/run.h"

/* Where integers come from that nothing bounds, once MININT..MAXINT has turned out too small. */
static const int64_t reaches[UNROLLING_REACHES][2] = {{-4, 12}, {-40, 60}, {-5000, 20000}};

bool unrolling_open(struct run *r, struct unrolling *w)
{
	const struct search_options *o = &r->options.search;
	struct solver_options so = {.kind = o->solver, .seed = o->seed, .interrupt = o->interrupt};
	struct encode_options eo = {.interrupt = o->interrupt, .memory = o->memory};
	if (r->reach > 0) {
		eo.has_reach = true;
		eo.reach_low = reaches[r->reach - 1][0];
		eo.reach_high = reaches[r->reach - 1][1];
	}
	w->solver = solver_open(&so);
	if (!w->solver) return false;
	w->circuit = circuit_open();
	w->cnf = cnf_open(w->circuit, w->solver);
	w->encoder = encode_open(r->model.view.eval, r->model.values, r->model.project,
	                         r->model.universe, w->circuit, &eo);
	return true;
}

void unrolling_close(struct unrolling *w)
{
	if (w->encoder) encode_close(w->encoder);
	if (w->cnf) cnf_close(w->cnf);
	if (w->circuit) circuit_close(w->circuit);
	if (w->solver) solver_close(w->solver);
	*w = (struct unrolling){0};
}

/* A new encoder knows no values of the names of the model. */
static void forget_values(struct run *r)
{
	for (uint32_t i = 0; i < r->model.view.unknown_count; i++)
		eval_set(r->model.view.eval, r->model.view.unknowns[i], VALUE_NONE);
	struct decl *const *variables;
	uint32_t count = eval_variables(r->model.view.eval, &variables);
	for (uint32_t i = 0; i < count; i++) eval_set(r->model.view.eval, variables[i], VALUE_NONE);
}

bool unrolling_constants(struct run *r, struct unrolling *w, lit *out)
{
	const struct node *p = r->model.view.properties;
	forget_values(r);
	if (!encode_unknowns(w->encoder, &r->arena, r->model.view.unknowns, r->model.view.unknown_count,
	                     &p, p ? 1 : 0, out))
		return false;
	cnf_assert(w->cnf, *out);
	return true;
}

bool unrolling_free_state(struct run *r, struct unrolling *w, const struct node *const *invariants,
                          uint32_t count)
{
	lit l;
	if (!encode_unknowns(w->encoder, &r->arena, r->model.view.variables,
	                     r->model.view.variable_count, invariants, count, &l))
		return false;
	cnf_assert(w->cnf, l);
	return true;
}

/* Constants and the first state come before all steps. */
static struct decl **beginning(struct run *r, uint32_t *count)
{
	uint32_t unknowns = r->model.view.unknown_count;
	*count = unknowns + r->model.view.variable_count;
	struct decl **names = ARENA_ARRAY(&r->arena, *count + 1, struct decl *);
	for (uint32_t i = 0; i < *count; i++)
		names[i] = i < unknowns ? r->model.view.unknowns[i] : r->model.view.variables[i - unknowns];
	return names;
}

void unrolling_order(struct run *r, struct unrolling *w)
{
	uint32_t count;
	struct decl **names = beginning(r, &count);
	partial_order_beginning(r, w, names, count);
}

void unrolling_begin(struct run *r, struct unrolling *w)
{
	uint32_t count;
	struct decl **names = beginning(r, &count);
	partial_order_beginning(r, w, names, count);
	partial_order_begin(r, w, names, count);
}

/* ---- steps ----------------------------------------------------------------------------------------- */

lit unrolling_failures(const struct run *r, struct unrolling *w, const struct encode_step *s)
{
	lit any = LIT_FALSE;
	for (uint32_t k = 0; k < s->trouble_count; k++) {
		if (r->asked.has_violations &&
		    explore_is_reported(r->model.explore, s->troubles[k].kind, s->troubles[k].pos))
			continue;
		if (r->options.find & run_kind_of_failure(s->troubles[k].kind))
			any = circuit_or(w->circuit, any, s->troubles[k].when);
	}
	return any;
}

/* All operations from a state; one of them is chosen. */
bool unrolling_step(struct run *r, struct unrolling *w, const struct encode_state *from,
                    struct encode_state **next, lit *fails)
{
	uint32_t count = r->model.operations.count, chosen = 0;
	lit *sel = ARENA_ARRAY(&r->arena, count + 1, lit);
	struct encode_state **ends = ARENA_ARRAY(&r->arena, count + 1, struct encode_state *);
	struct run_step now = {ARENA_ARRAY(&r->arena, count + 1, lit),
	                       ARENA_ARRAY(&r->arena, count + 1, struct encode_choices),
	                       ARENA_ARRAY(&r->arena, count + 1, struct sym **)};
	VEC(lit) failures = {0};
	bool ok = true;
	w->is_enabled = LIT_FALSE;
	for (uint32_t i = 0; i < count && ok; i++) {
		struct encode_step s;
		encode_use(w->encoder, from);
		ok = encode_operation(w->encoder, r->model.operations.at[i], &s);
		now.is[i] = LIT_FALSE;
		if (ok) VEC_PUSH(&failures, unrolling_failures(r, w, &s));
		if (!ok || s.is_fine == LIT_FALSE) continue;
		w->is_enabled = circuit_or(w->circuit, w->is_enabled, s.is_fine);
		sel[chosen] = now.is[i] = circuit_input(w->circuit);
		now.chosen[i] = s.chosen;
		now.parameters[i] = s.parameters;
		circuit_require(w->circuit, circuit_implies(w->circuit, sel[chosen], s.is_fine));
		ends[chosen++] = s.next;
	}
	*fails = circuit_any(w->circuit, failures.at, failures.count);
	VEC_CLEAR(&failures);
	*next = NULL;
	w->is_taken = LIT_FALSE;
	if (ok && chosen == 0) w->step = now;
	if (!ok || chosen == 0) return ok;
	circuit_require_at_most_one(w->circuit, sel, chosen);
	w->is_taken = circuit_any(w->circuit, sel, chosen);
	partial_order_step(r, w, &now);
	return encode_choose(w->encoder, sel, ends, chosen, next);
}

bool unrolling_is_state(struct run *r, struct unrolling *w, const value *constants,
                        const value *state, lit *out)
{
	lit l;
	*out = LIT_TRUE;
	for (uint32_t i = 0; i < r->model.view.unknown_count + r->model.view.variable_count; i++) {
		uint32_t k = i - r->model.view.unknown_count;
		bool is_constant = i < r->model.view.unknown_count;
		struct decl *d = is_constant ? r->model.view.unknowns[i] : r->model.view.variables[k];
		if (!encode_equals(w->encoder, d, is_constant ? constants[i] : state[k], &l)) return false;
		*out = circuit_and(w->circuit, *out, l);
	}
	return true;
}

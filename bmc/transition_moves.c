/* The symmetry of a machine, as permutations of its latches. */
#include "bmc/transition.h"

#include "symmetry/symmetry.h"

enum { MOST_MOVES = 40, MOST_VERTICES = 200000, MOST_CONFLICTS = 2000 };
#define MOVE_NONE UINT32_MAX

struct latch_moving {
	struct transition *t;
	uint32_t *latch; /* by input of the circuit, its place; 0: none */
	lit last;
	uint32_t *image; /* of each latch */
};

static uint32_t latch_of(const struct latch_moving *m, lit l)
{
	return l > 0 && l <= m->last ? m->latch[l] : 0;
}

static bool join(const struct latch_moving *m, uint32_t from, uint32_t to)
{
	if (!from || !to || (m->image[from] != MOVE_NONE && m->image[from] != to)) return false;
	m->image[from] = to;
	return true;
}

/* Literals that say the same here and there: both inputs, or both there if two inputs say so, which were made in the same
 * order. */
static bool join_literals(const struct latch_moving *m, lit from, lit to)
{
	const struct circuit *c = m->t->w.circuit;
	if (from == LIT_TRUE || from == LIT_FALSE) return from == to;
	if (from < 0 && to < 0) return join_literals(m, -from, -to);
	if (from < 0 || to < 0 || to == LIT_TRUE) return false;
	struct circuit_gate g = circuit_gate(c, from), h = circuit_gate(c, to);
	if (g.kind != h.kind) return false;
	if (g.kind == CIRCUIT_INPUT) return join(m, latch_of(m, from), latch_of(m, to));
	if (g.kind != CIRCUIT_AND || g.count != h.count) return false;
	for (uint32_t i = 0; i < g.count; i++)
		if (!join_literals(m, g.in[i], h.in[i])) return false;
	return true;
}

static bool is_permutation(const struct latch_moving *m)
{
	uint32_t count = m->t->latches.count;
	bool *is_hit = memory_zeroed(count, sizeof *is_hit), ok = true;
	for (uint32_t i = 0; i < count; i++) {
		if (m->image[i] == MOVE_NONE) m->image[i] = i;
		ok = ok && !is_hit[m->image[i]];
		is_hit[m->image[i]] = true;
	}
	free(is_hit);
	return ok;
}

/* The same words are states, as far as that is easy to see. (That steps go to steps is what the proof is checked for in the end.) */
static bool keeps_words(const struct latch_moving *m)
{
	struct transition *t = m->t;
	struct aig *a = t->aig;
	struct solver_options o = {.kind = SOLVER_CADICAL,
	                           .interrupt = t->run->options.search.interrupt};
	struct solver *s = solver_open(&o);
	aig_lit *to = memory_raw((a->latches.count + 1) * sizeof *to);
	for (uint32_t i = 0; i < a->latches.count; i++) to[i] = a->latches.at[m->image[i]];
	aig_lit differ = aig_xor(a, t->known, aig_with(a, t->known, to));
	free(to);
	if (!s) return false;
	struct aig_cnf f = {.aig = a, .solver = s};
	solver_clause(s, (int[]){aig_cnf_literal(&f, differ)}, 1);
	struct solver_limits limits = {.conflicts = MOST_CONFLICTS};
	bool ok = solver_solve(s, &limits) != SOLVER_SATISFIABLE;
	aig_cnf_close(&f);
	solver_close(s);
	return ok;
}

static bool move_latches(const struct latch_moving *m, const struct symmetry_group *g,
                         const uint32_t *permutation)
{
	struct transition *t = m->t;
	const struct explore_view *view = &t->run->model.view;
	struct encode_lits from = {0}, to = {0};
	bool ok = encode_move(t->w.encoder, g, permutation, view->unknowns, view->unknown_count, &from,
	                      &to) &&
	          encode_move(t->w.encoder, g, permutation, view->variables, view->variable_count,
	                      &from, &to);
	for (uint32_t i = 0; ok && i < from.count; i++) ok = join_literals(m, from.at[i], to.at[i]);
	VEC_CLEAR(&from);
	VEC_CLEAR(&to);
	return ok && is_permutation(m) && keeps_words(m);
}

static bool moves_something(const uint32_t *image, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (image[i] != i) return true;
	return false;
}

void transition_find_moves(struct transition *t)
{
	struct run *r = t->run;
	struct symmetry_question q = {.project = r->model.project,
	                              .universe = r->model.universe,
	                              .values = r->model.values,
	                              .goal = r->options.goal,
	                              .without_factors = true,
	                              .most_vertices = MOST_VERTICES,
	                              .stop = r->options.search.interrupt};
	struct symmetry_group *group = symmetry_detect(&q);
	struct latch_moving m = {.t = t, .last = circuit_last(t->w.circuit)};
	m.latch = memory_zeroed((size_t)m.last + 1, sizeof *m.latch);
	for (uint32_t i = 1; i < t->latches.count; i++) m.latch[t->latches.at[i].now] = i;
	encode_resume(t->w.encoder);
	encode_use(t->w.encoder, t->shape);
	uint32_t count = group->generator_count < MOST_MOVES ? group->generator_count : MOST_MOVES;
	for (uint32_t k = 0; k < count; k++) {
		m.image = ARENA_ARRAY(&r->arena, t->latches.count, uint32_t);
		for (uint32_t i = 0; i < t->latches.count; i++) m.image[i] = MOVE_NONE;
		if (move_latches(&m, group, group->generators[k]) &&
		    moves_something(m.image, t->latches.count))
			VEC_PUSH(&t->moves, m.image);
	}
	free(m.latch);
	symmetry_close(group);
}

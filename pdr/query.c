/* What the solver is asked. Clauses of a frame count if a literal of it is assumed; so does a clause for one question, which is
 * dead after that. When there are many, the solver is made anew. */
#include "pdr/inside.h"

/* ---- the graph in a solver --------------------------------------------------------------------------------------- */

static int *take_literals(struct aig_cnf *f, const aig_lit *of, uint32_t count)
{
	int *l = memory_zeroed(count + 1, sizeof *l);
	for (uint32_t i = 0; i < count; i++) l[i] = aig_cnf_literal(f, of[i]);
	return l;
}

static void open_solver(struct pdr *p, struct pdr_solver *s)
{
	const struct pdr_question *q = &p->question;
	struct aig *a = q->aig;
	struct solver_options o = {.kind = q->solver, .interrupt = q->interrupt};
	s->solver = solver_open(&o);
	REQUIRE(s->solver);
	s->cnf = (struct aig_cnf){.aig = a, .solver = s->solver};
	s->now = take_literals(&s->cnf, a->latches.at, a->latches.count);
	s->next = memory_zeroed(p->latches + 1, sizeof *s->next);
	s->inputs = memory_zeroed(p->inputs + 1, sizeof *s->inputs);
	for (uint32_t i = 0; i < p->latches; i++)
		s->next[i] = aig_cnf_literal(&s->cnf, aig_next(a, a->latches.at[i]));
	s->bad = aig_cnf_literal(&s->cnf, q->bad);
	solver_clause(s->solver, (int[]){aig_cnf_literal(&s->cnf, q->known)}, 1);
	for (uint32_t i = 0; i < p->inputs; i++)
		s->inputs[i] = s->cnf.variables.at[aig_node(a->inputs.at[i])];
	s->dead = 0;
}

static void close_solver(struct pdr *p, struct pdr_solver *s)
{
	struct solver_stats t;
	if (!s->solver) return;
	solver_stats(s->solver, &t);
	p->effort_before += t.effort;
	aig_cnf_close(&s->cnf);
	solver_close(s->solver);
	free(s->now);
	free(s->next);
	free(s->inputs);
	*s = (struct pdr_solver){0};
}

static uint64_t effort_of(const struct pdr_solver *s)
{
	struct solver_stats t;
	solver_stats(s->solver, &t);
	return t.effort;
}

uint64_t pdr_effort(const struct pdr *p)
{
	return p->effort_before + effort_of(&p->frames_in) + effort_of(&p->alone);
}

/* F_0 is the state in which all latches are 0. */
static void begin_frame(struct pdr *p, uint32_t level)
{
	struct pdr_solver *s = &p->frames_in;
	int used = solver_new_variable(s->solver);
	p->frames.at[level].is_used = used;
	for (uint32_t i = 0; level == 0 && i < p->latches; i++)
		solver_clause(s->solver, (int[]){-used, -s->now[i]}, 2);
}

int query_new_frame(struct pdr *p)
{
	begin_frame(p, p->frames.count - 1);
	return p->frames.at[p->frames.count - 1].is_used;
}

void query_add(struct pdr *p, const struct pdr_cube *c, uint32_t level)
{
	struct pdr_solver *s = &p->frames_in;
	p->scratch.count = 0;
	VEC_PUSH(&p->scratch, -p->frames.at[level].is_used);
	for (uint32_t i = 0; i < c->count; i++) {
		int l = s->now[abs(c->at[i]) - 1];
		VEC_PUSH(&p->scratch, c->at[i] > 0 ? -l : l);
	}
	solver_clause(s->solver, p->scratch.at, p->scratch.count);
}

void query_open(struct pdr *p)
{
	open_solver(p, &p->frames_in);
	open_solver(p, &p->alone);
}

void query_close(struct pdr *p)
{
	close_solver(p, &p->frames_in);
	close_solver(p, &p->alone);
}

void query_renew(struct pdr *p)
{
	enum { MOST_DEAD = 3000 };
	uint32_t most = p->question.most_dead ? p->question.most_dead : MOST_DEAD;
	if (p->alone.dead > most) {
		close_solver(p, &p->alone);
		open_solver(p, &p->alone);
	}
	if (p->frames_in.dead <= most) return;
	close_solver(p, &p->frames_in);
	open_solver(p, &p->frames_in);
	for (uint32_t i = 0; i < p->frames.count; i++) {
		begin_frame(p, i);
		for (uint32_t k = 0; k < p->frames.at[i].cubes.count; k++)
			query_add(p, p->frames.at[i].cubes.at[k], i);
	}
}

/* ---- asking ---------------------------------------------------------------------------------------------------------- */

/* To be looked at before anything is assumed, which would be there in the next question. */
static bool is_over(struct pdr *p)
{
	if (pdr_effort(p) >= p->effort_end) p->is_stopped = true;
	return p->is_stopped;
}

static enum solver_answer ask(struct pdr *p, struct pdr_solver *s)
{
	uint64_t now = pdr_effort(p);
	p->queries++;
	uint64_t left = now < p->effort_end ? p->effort_end - now : 1;
	struct solver_limits limits = {.effort = p->effort_end < UINT64_MAX ? left : 0};
	enum solver_answer a = solver_solve(s->solver, &limits);
	if (a == SOLVER_UNKNOWN) p->is_stopped = true;
	return a;
}

/* A clause for one question; its literal is assumed. */
static int begin_clause(struct pdr *p, struct pdr_solver *s, const struct pdr_cube *c,
                        const int *literals)
{
	int counts = solver_new_variable(s->solver);
	p->scratch.count = 0;
	VEC_PUSH(&p->scratch, -counts);
	for (uint32_t i = 0; i < c->count; i++) {
		int l = literals[abs(c->at[i]) - 1];
		VEC_PUSH(&p->scratch, c->at[i] > 0 ? -l : l);
	}
	solver_clause(s->solver, p->scratch.at, p->scratch.count);
	return counts;
}

static void end_clause(struct pdr_solver *s, int counts)
{
	if (!counts) return;
	solver_clause(s->solver, (int[]){-counts}, 1);
	s->dead++;
}

static int literal_in(const int *literals, int l)
{
	int of = literals[abs(l) - 1];
	return l > 0 ? of : -of;
}

static void assume_frame(struct pdr *p, uint32_t level)
{
	for (uint32_t i = level; i < p->frames.count; i++)
		solver_assume(p->frames_in.solver, p->frames.at[i].is_used);
}

static void read_model(struct pdr *p, struct pdr_solver *s)
{
	for (uint32_t i = 0; i < p->latches; i++) p->state[i] = solver_value(s->solver, s->now[i]);
	for (uint32_t i = 0; i < p->inputs; i++)
		p->input[i] = s->inputs[i] && solver_value(s->solver, s->inputs[i]);
}

/* The literals of the cube whose assumptions were needed; if the first state is outside of the cube, then of this one, too. */
static struct pdr_cube *core_of(struct pdr *p, struct pdr_solver *s, const struct pdr_cube *c,
                                const int *literals)
{
	uint32_t later = UINT32_MAX, place = 0;
	bool is_later = false;
	p->scratch.count = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		bool is_needed = solver_failed(s->solver, literal_in(literals, c->at[i]));
		if (c->at[i] > 0 && later == UINT32_MAX) later = i, place = p->scratch.count;
		is_later |= is_needed && c->at[i] > 0;
		if (is_needed) VEC_PUSH(&p->scratch, c->at[i]);
	}
	if (!is_later && later != UINT32_MAX) {
		VEC_PUSH(&p->scratch, 0);
		for (uint32_t i = p->scratch.count - 1; i > place; i--)
			p->scratch.at[i] = p->scratch.at[i - 1];
		p->scratch.at[place] = c->at[later];
	}
	return cube_new(p->scratch.at, p->scratch.count);
}

enum solver_answer query_step(struct pdr *p, const struct pdr_cube *c, uint32_t level,
                              bool is_relative, struct pdr_cube **core)
{
	struct pdr_solver *s = &p->frames_in;
	if (is_over(p)) return SOLVER_UNKNOWN;
	int counts = is_relative ? begin_clause(p, s, c, s->now) : 0;
	assume_frame(p, level - 1);
	if (counts) solver_assume(s->solver, counts);
	for (uint32_t i = 0; i < c->count; i++) solver_assume(s->solver, literal_in(s->next, c->at[i]));
	enum solver_answer a = ask(p, s);
	if (a == SOLVER_SATISFIABLE) read_model(p, s);
	if (a == SOLVER_UNSATISFIABLE && core) *core = core_of(p, s, c, s->next);
	end_clause(s, counts);
	return a;
}

enum solver_answer query_bad(struct pdr *p, uint32_t level)
{
	struct pdr_solver *s = &p->frames_in;
	if (is_over(p)) return SOLVER_UNKNOWN;
	assume_frame(p, level);
	solver_assume(s->solver, s->bad);
	enum solver_answer a = ask(p, s);
	if (a == SOLVER_SATISFIABLE) read_model(p, s);
	return a;
}

struct pdr_cube *query_lift(struct pdr *p, const struct pdr_cube *target)
{
	struct pdr_solver *s = &p->alone;
	struct pdr_cube *all = cube_of_state(p->state, p->latches), *part = NULL;
	if (is_over(p)) return all;
	int counts = target ? begin_clause(p, s, target, s->next) : 0;
	solver_assume(s->solver, counts ? counts : -s->bad);
	for (uint32_t i = 0; i < p->inputs; i++)
		if (s->inputs[i]) solver_assume(s->solver, p->input[i] ? s->inputs[i] : -s->inputs[i]);
	for (uint32_t i = 0; i < p->latches; i++)
		solver_assume(s->solver, literal_in(s->now, all->at[i]));
	if (ask(p, s) == SOLVER_UNSATISFIABLE) part = core_of(p, s, all, s->now);
	end_clause(s, counts);
	if (!part) return all;
	free(all);
	return part;
}

enum solver_answer query_follow(struct pdr *p, const bool *state, const struct pdr_cube *target,
                                bool *inputs, bool *next)
{
	struct pdr_solver *s = &p->alone;
	for (uint32_t i = 0; i < p->latches; i++)
		solver_assume(s->solver, state[i] ? s->now[i] : -s->now[i]);
	if (!target) solver_assume(s->solver, s->bad);
	for (uint32_t i = 0; target && i < target->count; i++)
		solver_assume(s->solver, literal_in(s->next, target->at[i]));
	enum solver_answer a = solver_solve(s->solver, NULL);
	if (a != SOLVER_SATISFIABLE) return a;
	for (uint32_t i = 0; i < p->inputs; i++)
		inputs[i] = s->inputs[i] && solver_value(s->solver, s->inputs[i]);
	for (uint32_t i = 0; i < p->latches; i++) next[i] = solver_value(s->solver, s->next[i]);
	return a;
}

/* Less of an invariant that is still one: whole orbits of clauses go, and literals of those that stay. */
#include "pdr/inside.h"

struct min_orbit {
	struct pdr_cubes images; /* the first one stands for all */
	int used;                /* a literal of the solver: its clauses count */
	bool is_out;
	bool *support; /* by orbit: with these, no step leads into it */
};

struct minimiser {
	const struct pdr_question *question;
	struct solver *solver;
	struct aig_cnf cnf;
	int bad, unwanted; /* here, after a step */
	VEC(struct min_orbit) orbits;
	bool *bad_support;
	uint64_t effort;
	bool is_late;
};

/* ---- clauses in the solver --------------------------------------------------------------------------------------- */

static int latch_literal(struct minimiser *m, int at, bool is_later)
{
	struct aig *a = m->question->aig;
	aig_lit latch = a->latches.at[abs(at) - 1];
	int l = aig_cnf_literal(&m->cnf, is_later ? aig_next(a, latch) : latch);
	return at > 0 ? l : -l;
}

static int send_images(struct minimiser *m, const struct pdr_cubes *images)
{
	int used = solver_new_variable(m->solver);
	VEC(int) clause = {0};
	for (uint32_t i = 0; i < images->count; i++) {
		const struct pdr_cube *c = images->at[i];
		clause.count = 0;
		VEC_PUSH(&clause, -used);
		for (uint32_t k = 0; k < c->count; k++)
			VEC_PUSH(&clause, -latch_literal(m, c->at[k], false));
		solver_clause(m->solver, clause.at, clause.count);
	}
	VEC_CLEAR(&clause);
	return used;
}

static void add_orbit(struct minimiser *m, const struct pdr_cube *c)
{
	struct min_orbit o = {0};
	orbit_of(m->question, cube_copy(c), &o.images);
	o.used = send_images(m, &o.images);
	VEC_PUSH(&m->orbits, o);
}

static bool is_in_orbits(const struct minimiser *m, const struct pdr_cube *c)
{
	for (uint32_t i = 0; i < m->orbits.count; i++) {
		const struct pdr_cubes *images = &m->orbits.at[i].images;
		if (images->at[0]->count != c->count) continue;
		for (uint32_t k = 0; k < images->count; k++)
			if (cube_is_same(images->at[k], c)) return true;
	}
	return false;
}

static int larger_first(const void *a, const void *b)
{
	const struct min_orbit *x = a, *y = b;
	uint32_t p = x->images.at[0]->count, q = y->images.at[0]->count;
	if (p != q) return p > q ? -1 : 1;
	return (x->used < y->used) - (x->used > y->used);
}

static void open_minimiser(struct minimiser *m, const struct pdr_cubes *invariant)
{
	const struct pdr_question *q = m->question;
	struct solver_options o = {.kind = q->solver, .interrupt = q->interrupt};
	m->solver = solver_open(&o);
	REQUIRE(m->solver);
	m->cnf = (struct aig_cnf){.aig = q->aig, .solver = m->solver};
	m->bad = aig_cnf_literal(&m->cnf, q->bad);
	m->unwanted = -aig_cnf_literal(&m->cnf, aig_later(q->aig, q->wanted));
	solver_clause(m->solver, (int[]){aig_cnf_literal(&m->cnf, q->wanted)}, 1);
	solver_clause(m->solver, (int[]){aig_cnf_literal(&m->cnf, q->known)}, 1);
	for (uint32_t i = 0; i < invariant->count; i++)
		if (!is_in_orbits(m, invariant->at[i])) add_orbit(m, invariant->at[i]);
	uint32_t n = m->orbits.count;
	if (n > 1) qsort(m->orbits.at, n, sizeof *m->orbits.at, larger_first);
	m->bad_support = memory_zeroed(n + 1, sizeof *m->bad_support);
	for (uint32_t i = 0; i < n; i++) {
		m->orbits.at[i].support = memory_zeroed(n + 1, sizeof(bool));
	}
}

static void close_minimiser(struct minimiser *m)
{
	for (uint32_t i = 0; i < m->orbits.count; i++) {
		pdr_cubes_clear(&m->orbits.at[i].images);
		free(m->orbits.at[i].support);
	}
	VEC_CLEAR(&m->orbits);
	free(m->bad_support);
	aig_cnf_close(&m->cnf);
	solver_close(m->solver);
}

/* ---- asking ---------------------------------------------------------------------------------------------------------- */

static uint64_t effort_of(const struct minimiser *m)
{
	struct solver_stats t;
	solver_stats(m->solver, &t);
	return t.effort;
}

static enum solver_answer ask(struct minimiser *m)
{
	uint64_t spent = effort_of(m);
	struct solver_limits limits = {.effort = spent < m->effort ? m->effort - spent : 1};
	if (spent >= m->effort) m->is_late = true;
	enum solver_answer a = solver_solve(m->solver, &limits);
	if (a == SOLVER_UNKNOWN) m->is_late = true;
	return a;
}

static void assume_orbits(struct minimiser *m)
{
	for (uint32_t i = 0; i < m->orbits.count; i++)
		if (!m->orbits.at[i].is_out) solver_assume(m->solver, m->orbits.at[i].used);
}

/* True if there is none, with the orbits that this needs. */
static bool has_none(struct minimiser *m, bool *support)
{
	if (ask(m) != SOLVER_UNSATISFIABLE) return false;
	for (uint32_t i = 0; i < m->orbits.count; i++)
		support[i] = !m->orbits.at[i].is_out && solver_failed(m->solver, m->orbits.at[i].used);
	return true;
}

/* No step leads from the invariant into the orbit. */
static bool is_kept(struct minimiser *m, struct min_orbit *o)
{
	const struct pdr_cube *c = o->images.at[0];
	assume_orbits(m);
	for (uint32_t i = 0; i < c->count; i++)
		solver_assume(m->solver, latch_literal(m, c->at[i], true));
	return has_none(m, o->support);
}

/* Nothing is bad, and what is wanted is kept. */
static bool is_safe(struct minimiser *m)
{
	bool *for_bad = memory_zeroed(m->orbits.count + 1, sizeof *for_bad);
	assume_orbits(m);
	solver_assume(m->solver, m->bad);
	bool ok = has_none(m, for_bad);
	if (ok) {
		assume_orbits(m);
		solver_assume(m->solver, m->unwanted);
		ok = has_none(m, m->bad_support);
	}
	for (uint32_t i = 0; i < m->orbits.count; i++) m->bad_support[i] |= for_bad[i];
	free(for_bad);
	return ok;
}

/* ---- orbits that are not needed ------------------------------------------------------------------------------------- */

/* All that what is asked for rests on, and what that rests on. False: late, or it was no invariant. */
static bool keep_needed(struct minimiser *m)
{
	uint32_t n = m->orbits.count, count = 0;
	bool *is_needed = memory_zeroed(n + 1, sizeof *is_needed);
	uint32_t *todo = memory_zeroed(n + 1, sizeof *todo);
	bool ok = is_safe(m);
	const bool *support = m->bad_support;
	for (uint32_t done = 0; ok; done++) {
		for (uint32_t i = 0; i < n; i++) {
			if (!support[i] || is_needed[i]) continue;
			is_needed[i] = true;
			todo[count++] = i;
		}
		if (done == count) break;
		ok = is_kept(m, &m->orbits.at[todo[done]]);
		support = m->orbits.at[todo[done]].support;
	}
	for (uint32_t i = 0; ok && i < n; i++) m->orbits.at[i].is_out |= !is_needed[i];
	free(todo);
	free(is_needed);
	return ok;
}

static bool rests_on_others(const struct minimiser *m, const bool *support)
{
	for (uint32_t i = 0; i < m->orbits.count; i++)
		if (support[i] && m->orbits.at[i].is_out) return true;
	return false;
}

/* Without those that are out, others are no longer kept, and go, too. Is the rest safe? */
static bool is_invariant_without(struct minimiser *m)
{
	for (bool goes_on = true; goes_on && !m->is_late;) {
		goes_on = false;
		for (uint32_t i = 0; i < m->orbits.count && !m->is_late; i++) {
			struct min_orbit *o = &m->orbits.at[i];
			if (o->is_out || !rests_on_others(m, o->support) || is_kept(m, o)) continue;
			o->is_out = goes_on = true;
		}
	}
	return !m->is_late && (!rests_on_others(m, m->bad_support) || is_safe(m));
}

static void drop_orbits(struct minimiser *m)
{
	uint32_t n = m->orbits.count;
	bool *before = memory_zeroed(n + 1, sizeof *before);
	for (uint32_t i = 0; i < n && !m->is_late; i++) {
		if (m->orbits.at[i].is_out) continue;
		for (uint32_t k = 0; k < n; k++) before[k] = m->orbits.at[k].is_out;
		m->orbits.at[i].is_out = true;
		if (is_invariant_without(m)) continue;
		for (uint32_t k = 0; k < n; k++) m->orbits.at[k].is_out = before[k];
	}
	free(before);
}

/* ---- literals that are not needed ------------------------------------------------------------------------------------ */

/* The orbit with a larger cube, if no step leads into that. */
static bool replace(struct minimiser *m, struct min_orbit *o, struct pdr_cube *larger)
{
	struct min_orbit with = {.support = o->support};
	if (!cube_is_later(larger)) {
		free(larger);
		return false;
	}
	orbit_of(m->question, larger, &with.images);
	with.used = send_images(m, &with.images);
	struct min_orbit old = *o;
	*o = with;
	bool is_good = is_kept(m, o);
	if (!is_good) *o = old;
	struct min_orbit *rest = is_good ? &old : &with;
	solver_clause(m->solver, (int[]){-rest->used}, 1);
	pdr_cubes_clear(&rest->images);
	return is_good;
}

/* Negative literals are tried first: what is left then says what a value is, not what it is not. */
static void drop_literals(struct minimiser *m, struct min_orbit *o)
{
	for (int sign = -1; sign <= 1; sign += 2)
		for (uint32_t i = 0; i < o->images.at[0]->count && !m->is_late;) {
			const struct pdr_cube *c = o->images.at[0];
			bool is_turn = (c->at[i] > 0) == (sign > 0);
			if (!is_turn || !replace(m, o, cube_without(c, i))) i++;
		}
}

static void take_result(struct minimiser *m, struct pdr_cubes *out)
{
	pdr_cubes_clear(out);
	for (uint32_t i = 0; i < m->orbits.count; i++) {
		struct min_orbit *o = &m->orbits.at[i];
		if (o->is_out) continue;
		for (uint32_t k = 0; k < o->images.count; k++) {
			o->images.at[k]->orbit = i + 1;
			VEC_PUSH(out, o->images.at[k]);
		}
		o->images.count = 0;
	}
}

void pdr_minimise(const struct pdr_question *q, struct pdr_cubes *invariant, uint64_t *effort)
{
	struct minimiser m = {.question = q, .effort = *effort};
	open_minimiser(&m, invariant);
	if (keep_needed(&m)) {
		drop_orbits(&m);
		for (uint32_t i = 0; i < m.orbits.count && !m.is_late; i++)
			if (!m.orbits.at[i].is_out) drop_literals(&m, &m.orbits.at[i]);
		drop_orbits(&m);
		take_result(&m, invariant);
	}
	*effort = effort_of(&m);
	close_minimiser(&m);
}

/* Sums of numbers, comparisons of them as literals, and the question to solver and simplex: a model of the clauses whose
 * inequalities contradict each other is excluded by those that do (lazily, as in SMT solvers). */
#include "search/laws/laws.h"

enum { MOST_NUMBER = 1000000000 };

struct laws_form form_number(int64_t is) { return (struct laws_form){.constant = is}; }

static bool is_small(int64_t n) { return n <= MOST_NUMBER && n >= -MOST_NUMBER; }

static void add_term(struct laws *x, struct laws_form *f, struct simplex_term t)
{
	uint32_t at = 0;
	if (t.factor == 0) return;
	while (at < f->count && f->terms[at].variable < t.variable) at++;
	if (at < f->count && f->terms[at].variable == t.variable) {
		f->terms[at].factor += t.factor;
		if (f->terms[at].factor == 0) {
			f->count--;
			memmove(&f->terms[at], &f->terms[at + 1], (f->count - at) * sizeof t);
		}
		return;
	}
	if (f->count == FORM_TERMS) {
		x->gives_up = true;
		return;
	}
	memmove(&f->terms[at + 1], &f->terms[at], (f->count - at) * sizeof t);
	f->terms[at] = t;
	f->count++;
}

struct laws_form form_plus(struct laws *x, struct laws_form a, int64_t factor,
                           const struct laws_form *b)
{
	if (!is_small(factor) || !is_small(a.constant) || !is_small(b->constant)) {
		x->gives_up = true;
		return a;
	}
	a.constant += factor * b->constant;
	for (uint32_t i = 0; i < b->count; i++)
		add_term(x, &a, (struct simplex_term){b->terms[i].variable, factor * b->terms[i].factor});
	bool fits = is_small(a.constant);
	for (uint32_t i = 0; i < a.count; i++) fits = fits && is_small(a.terms[i].factor);
	if (!fits) x->gives_up = true;
	return fits ? a : form_number(0);
}

struct laws_form form_more(struct laws *x, struct laws_form a, int64_t by)
{
	struct laws_form b = form_number(by);
	return form_plus(x, a, 1, &b);
}

struct laws_form form_fresh(struct laws *x)
{
	struct laws_form f = {.count = 1};
	f.terms[0] = (struct simplex_term){simplex_variable(x->simplex), 1};
	return f;
}

static bool has_same_terms(const struct laws_form *a, const struct laws_form *b)
{
	if (a->count != b->count) return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->terms[i].variable != b->terms[i].variable ||
		    a->terms[i].factor != b->terms[i].factor)
			return false;
	return true;
}

bool form_is(const struct laws_form *a, const struct laws_form *b)
{
	return a->constant == b->constant && has_same_terms(a, b);
}

/* ---- atoms -------------------------------------------------------------------------------------------- */

static int64_t common_factor(const struct laws_form *f)
{
	int64_t by = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		int64_t a = by, b = f->terms[i].factor < 0 ? -f->terms[i].factor : f->terms[i].factor;
		while (b) {
			int64_t c = a % b;
			a = b;
			b = c;
		}
		by = a;
	}
	return by;
}

static int64_t divide_down(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

static uint32_t row_of(struct laws *x, const struct laws_form *f)
{
	for (uint32_t i = 0; i < x->rows.count; i++)
		if (has_same_terms(&x->rows.at[i].form, f)) return i;
	bool is_plain = f->count == 1 && f->terms[0].factor == 1;
	struct linear_row r = {*f, is_plain ? f->terms[0].variable
	                                    : simplex_sum(x->simplex, f->terms, f->count)};
	VEC_PUSH(&x->rows, r);
	return x->rows.count - 1;
}

/* f <= bound, where the first factor of f is above 0 and there is no common one; together with others of the same sum. */
static lit atom_of(struct laws *x, const struct laws_form *f, int64_t bound)
{
	uint32_t row = row_of(x, f);
	for (uint32_t i = 0; i < x->atoms.count; i++)
		if (x->atoms.at[i].row == row && x->atoms.at[i].bound == bound) return x->atoms.at[i].is;
	struct linear_atom a = {row, bound, circuit_input(x->circuit)};
	for (uint32_t i = 0; i < x->atoms.count; i++) {
		const struct linear_atom *b = &x->atoms.at[i];
		if (b->row != row) continue;
		if (b->bound < bound) laws_imply(x, b->is, a.is);
		else laws_imply(x, a.is, b->is);
	}
	VEC_PUSH(&x->atoms, a);
	return a.is;
}

/* f <= 0 */
static lit at_most_zero(struct laws *x, struct laws_form f)
{
	if (f.count == 0) return f.constant <= 0 ? LIT_TRUE : LIT_FALSE;
	bool turns = f.terms[0].factor < 0;
	int64_t by = common_factor(&f), bound = divide_down(-f.constant, by);
	for (uint32_t i = 0; i < f.count; i++)
		f.terms[i].factor = turns ? -f.terms[i].factor / by : f.terms[i].factor / by;
	f.constant = 0;
	/* -g <= bound is not(g <= -bound - 1) */
	return turns ? -atom_of(x, &f, -bound - 1) : atom_of(x, &f, bound);
}

lit laws_at_most(struct laws *x, const struct laws_form *a, const struct laws_form *b)
{
	return at_most_zero(x, form_plus(x, *a, -1, b));
}

lit laws_below(struct laws *x, const struct laws_form *a, const struct laws_form *b)
{
	return -laws_at_most(x, b, a);
}

lit laws_equal(struct laws *x, const struct laws_form *a, const struct laws_form *b)
{
	return circuit_and(x->circuit, laws_at_most(x, a, b), laws_at_most(x, b, a));
}

lit laws_in_range(struct laws *x, const struct laws_form *i, const struct laws_form *n)
{
	struct laws_form one = form_number(1);
	return circuit_and(x->circuit, laws_at_most(x, &one, i), laws_at_most(x, i, n));
}

/* ---- asking --------------------------------------------------------------------------------------------- */

static void set_bounds(struct laws *x, struct cnf *f)
{
	simplex_forget_bounds(x->simplex);
	for (uint32_t i = 0; i < x->atoms.count; i++) {
		const struct linear_atom *a = &x->atoms.at[i];
		uint32_t v = x->rows.at[a->row].variable;
		if (!cnf_variable(f, a->is)) continue; /* nothing asks for it */
		if (cnf_value(f, a->is)) simplex_at_most(x->simplex, v, a->bound, a->is);
		else simplex_at_least(x->simplex, v, a->bound + 1, -a->is);
	}
}

static void exclude_conflict(struct laws *x)
{
	uint32_t count;
	const int *tags = simplex_conflict(x->simplex, &count);
	lit *any = ARENA_ARRAY(x->copies.arena, count + 1, lit);
	for (uint32_t i = 0; i < count; i++) any[i] = -tags[i];
	circuit_require_any(x->circuit, any, count);
}

/* A variable is at most this, or at least one more. */
static bool split(struct laws *x)
{
	uint32_t variable;
	int64_t below;
	if (!simplex_fraction(x->simplex, &variable, &below) || !is_small(below)) return false;
	struct laws_form f = {.count = 1};
	f.terms[0] = (struct simplex_term){variable, 1};
	uint32_t before = x->atoms.count;
	lit is = atom_of(x, &f, below);
	lit other = circuit_input(x->circuit); /* so that the solver has to choose */
	laws_clause(x, is, other, LIT_FALSE);
	laws_clause(x, -is, -other, LIT_FALSE);
	return x->atoms.count > before;
}

/* One model of the clauses: excluded by its inequalities (true), or it stays. */
static bool exclude_model(struct laws *x, struct cnf *f, uint32_t *steps)
{
	set_bounds(x, f);
	enum simplex_answer a = simplex_check(x->simplex, steps);
	if (a == SIMPLEX_CONFLICT) exclude_conflict(x);
	return a == SIMPLEX_CONFLICT || (a == SIMPLEX_POSSIBLE && split(x));
}

static bool refuted_in(struct laws *x, struct solver *solver, struct cnf *f)
{
	enum { MOST_MODELS = 3000, STEPS = 400, STEP_EFFORT = 3 };
	struct search *s = x->search;
	for (uint32_t i = 0; i < MOST_MODELS && !x->gives_up; i++) {
		if (budget_left(&s->budget) == 0) {
			eval_ran_out(s->eval, true); /* it is worth another attempt, with more */
			return false;
		}
		cnf_flush(f);
		if (circuit_is_contradictory(x->circuit)) return true;
		struct solver_stats before, after;
		struct solver_limits most = {.seconds = budget_seconds_left(&s->budget),
		                             .effort = budget_left(&s->budget)};
		most = budget_of_solver(s->eval, &most);
		solver_stats(solver, &before);
		enum solver_answer a = solver_solve(solver, &most);
		solver_stats(solver, &after);
		budget_spend(s->eval, &before, &after);
		if (a == SOLVER_UNSATISFIABLE) return true;
		if (a != SOLVER_SATISFIABLE || budget_is_over(&s->budget)) return false;
		cnf_model(f);
		uint32_t steps = STEPS;
		bool goes_on = exclude_model(x, f, &steps);
		eval_spend(s->eval, (uint64_t)(STEPS - steps + 1) * x->rows.count * STEP_EFFORT);
		if (!goes_on) return false;
	}
	return false;
}

bool laws_refuted(struct laws *x)
{
	struct search *s = x->search;
	struct solver_options o = {.kind = s->options.solver, .interrupt = s->options.interrupt};
	if (!eval_counts_effort(s->eval)) o.deadline = budget_deadline(&s->budget);
	if (x->gives_up) return false;
	if (circuit_is_contradictory(x->circuit)) return true;
	struct solver *solver = solver_open(&o);
	if (!solver) return false;
	struct cnf *f = cnf_open(x->circuit, solver);
	bool is_refuted = refuted_in(x, solver, f);
	cnf_close(f);
	solver_close(solver);
	return is_refuted;
}

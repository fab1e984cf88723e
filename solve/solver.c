/* The one interface: counts, keeps and checks what goes to the back ends. PicoSAT and CaDiCaL abort
 * the process when they are misused, so misuse is found here. */
#include "solve/inside.h"

#include <limits.h>

static const struct back_end *const back_ends[SOLVER_KINDS] = {
    [SOLVER_PICOSAT] = &picosat_back_end,
    [SOLVER_CADICAL] = &cadical_back_end,
    [SOLVER_KISSAT] = &kissat_back_end,
    [SOLVER_AUTO] = &turns_back_end,
};

const char *solver_name(enum solver_kind kind) { return back_ends[kind]->name; }

bool solver_find(const char *wanted, enum solver_kind *out)
{
	for (enum solver_kind k = 0; k < SOLVER_KINDS; k++)
		if (strcmp(back_ends[k]->name, wanted) == 0) {
			*out = k;
			return true;
		}
	return false;
}

bool solver_is_available(enum solver_kind kind, struct text *why)
{
	return !back_ends[kind]->is_available || back_ends[kind]->is_available(why);
}

void solver_add_versions(struct text *out)
{
	for (int i = 0; i < SOLVER_KINDS; i++) {
		if (!back_ends[i]->version) continue;
		text_format(out, "%s ", back_ends[i]->name);
		back_ends[i]->version(out);
		text_add_char(out, '\n');
	}
}

int solver_abilities(enum solver_kind kind) { return back_ends[kind]->abilities; }

/* ---- life ----------------------------------------------------------------------------------------- */

struct solver *solver_open(const struct solver_options *o)
{
	const struct back_end *b = back_ends[o->kind];
	void *state = b->open(o);
	if (!state) return NULL;
	struct solver *s = memory_zeroed(1, sizeof *s);
	s->back_end = b;
	s->state = state;
	s->interrupt = o->interrupt;
	s->deadline = o->deadline;
	s->keeps_clauses = o->keeps_clauses || b->needs_clauses;
	return s;
}

void solver_close(struct solver *s)
{
	if (!s) return;
	s->back_end->close(s->state);
	VEC_CLEAR(&s->cnf.literals);
	VEC_CLEAR(&s->open);
	VEC_CLEAR(&s->pending);
	VEC_CLEAR(&s->answered);
	text_clear(&s->failure);
	free(s);
}

/* ---- clauses and assumptions ------------------------------------------------------------------------ */

int solver_new_variable(struct solver *s)
{
	REQUIRE(s->cnf.variables < INT_MAX);
	return ++s->cnf.variables;
}

static int variable_of(int literal)
{
	REQUIRE(literal != 0 && literal != INT_MIN);
	return abs(literal);
}

static void notice(struct solver *s, int literal)
{
	int variable = variable_of(literal);
	if (variable > s->cnf.variables) s->cnf.variables = variable;
}

static void keep(struct cnf_file *c, const int *literals, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) VEC_PUSH(&c->literals, literals[i]);
	VEC_PUSH(&c->literals, 0);
}

/* Clauses that are not wanted any more are left out; then no question has an answer. */
static bool is_stopped(struct solver *s)
{
	enum { OFTEN = 0xfff };
	if ((s->cnf.clauses & OFTEN) != 0 || s->is_stopped) return s->is_stopped;
	bool is_late = s->deadline > 0 && base_clock() >= s->deadline;
	s->is_stopped = is_late || (s->interrupt && *s->interrupt);
	return s->is_stopped;
}

bool solver_is_stopped(const struct solver *s) { return s->is_stopped; }

void solver_clause(struct solver *s, const int *literals, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) notice(s, literals[i]);
	s->cnf.clauses++;
	s->cnf.literal_count += count;
	s->answer = SOLVER_UNKNOWN;
	if (s->keeps_clauses) keep(&s->cnf, literals, count);
	if (count == 0) s->is_refuted = true;
	if (!s->is_refuted && !is_stopped(s)) s->back_end->add(s->state, literals, count);
}

void solver_add(struct solver *s, int literal)
{
	if (literal) {
		VEC_PUSH(&s->open, literal);
		return;
	}
	solver_clause(s, s->open.at, s->open.count);
	s->open.count = 0;
}

void solver_assume(struct solver *s, int literal)
{
	notice(s, literal);
	VEC_PUSH(&s->pending, literal);
}

void solver_prefer(struct solver *s, int literal)
{
	notice(s, literal);
	if (s->back_end->prefer) s->back_end->prefer(s->state, literal);
}

/* ---- answers ------------------------------------------------------------------------------------------ */

static void take_assumptions(struct solver *s)
{
	s->answered.count = 0;
	for (uint32_t i = 0; i < s->pending.count; i++) VEC_PUSH(&s->answered, s->pending.at[i]);
	s->pending.count = 0;
	s->is_sorted = false;
}

static enum solver_answer ask(struct solver *s, const struct solver_limits *limits)
{
	struct solver_watch watch;
	solver_watch_start(&watch, limits, s->interrupt);
	if (s->is_refuted) return SOLVER_UNSATISFIABLE;
	if (s->is_stopped || solver_watch_is_over(&watch)) return SOLVER_UNKNOWN;
	struct solver_question q = {
	    .cnf = &s->cnf,
	    .assumptions = s->answered.at,
	    .assumption_count = s->answered.count,
	    .conflicts = limits ? limits->conflicts : 0,
	    .effort = limits ? limits->effort : 0,
	    .watch = &watch,
	    .failure = &s->failure,
	};
	return s->back_end->solve(s->state, &q);
}

enum solver_answer solver_solve(struct solver *s, const struct solver_limits *limits)
{
	REQUIRE(s->open.count == 0);
	double started = solver_watch_clock();
	text_clear(&s->failure);
	take_assumptions(s);
	s->answer = ask(s, limits);
	if (s->answer == SOLVER_UNSATISFIABLE && s->answered.count == 0) s->is_refuted = true;
	s->solves++;
	s->seconds += solver_watch_clock() - started;
	return s->answer;
}

const char *solver_failure(const struct solver *s)
{
	return s->failure.count ? text_get(&s->failure) : NULL;
}

bool solver_value(struct solver *s, int literal)
{
	REQUIRE(s->answer == SOLVER_SATISFIABLE);
	return s->back_end->value(s->state, variable_of(literal)) == (literal > 0);
}

static int by_value(const void *x, const void *y)
{
	int a = *(const int *)x, b = *(const int *)y;
	return (a > b) - (a < b);
}

static bool was_assumed(struct solver *s, int literal)
{
	if (s->answered.count == 0) return false;
	if (!s->is_sorted) qsort(s->answered.at, s->answered.count, sizeof literal, by_value);
	s->is_sorted = true;
	return bsearch(&literal, s->answered.at, s->answered.count, sizeof literal, by_value);
}

bool solver_failed(struct solver *s, int assumption)
{
	REQUIRE(s->answer == SOLVER_UNSATISFIABLE);
	if (s->is_refuted || !was_assumed(s, assumption)) return false;
	return !s->back_end->failed || s->back_end->failed(s->state, assumption);
}

/* ---- statistics ----------------------------------------------------------------------------------------- */

void solver_stats(struct solver *s, struct solver_stats *out)
{
	enum { LITERALS = 4 };
	memset(out, 0, sizeof *out);
	out->by = s->back_end->name;
	s->back_end->stats(s->state, out);
	out->effort += s->cnf.literal_count / LITERALS; /* as they are added */
	out->variables = (uint64_t)s->cnf.variables;
	out->clauses = s->cnf.clauses;
	out->literals = s->cnf.literal_count;
	out->solves = s->solves;
	out->seconds = s->seconds;
}

size_t solver_bytes(const struct solver *s)
{
	size_t places =
	    (size_t)s->cnf.literals.room + s->open.room + s->pending.room + s->answered.room;
	return sizeof *s + places * sizeof(int) + s->back_end->bytes(s->state, &s->cnf);
}

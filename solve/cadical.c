#include "solve/inside.h"

#include <ccadical.h>
#include <limits.h>

struct cadical {
	CCaDiCaL *solver;
	const struct solver_watch *watch;
	uint64_t conflicts;
	uint64_t literals; /* of the clauses that it was given */
	uint64_t effort, effort_end;
};

/* The C interface of CaDiCaL 1.5 (Debian 12) has no phases, that of 2.0 has. */
void ccadical_phase(CCaDiCaL *solver, int literal) __attribute__((weak));

/* CaDiCaL does not tell its propagations, but what it calls us for takes about as long, by what was measured on Kodkod's
 * problems: a conflict 10 microseconds where there are few clauses, 100 where there are some 80,000. */
enum {
	EFFORT_OF_CONFLICT = 20,
	EFFORT_OF_LOOK = 1,
	LITERALS_OF_CONFLICT = 1500,
	LITERALS_OF_LOOK = 100000
};

/* Where a conflict would lead back over very many levels CaDiCaL goes back by one (Nadel and Ryvchin, SAT 2018), and to the next conflict
 * there. Thousands of these, one after the other, take seconds where clauses are very many; limits are not looked at between them. */
enum { MOST_FOR_CHRONOLOGY = 300000 };

static int cadical_is_over(void *state)
{
	struct cadical *c = state;
	c->effort += EFFORT_OF_LOOK + c->literals / LITERALS_OF_LOOK;
	return c->watch && (solver_watch_is_over(c->watch) || c->effort >= c->effort_end);
}

/* There is no function for the number of conflicts either, but each one teaches a clause. */
static void cadical_learned(void *state, int *clause)
{
	struct cadical *c = state;
	(void)clause;
	c->conflicts++;
	c->effort += EFFORT_OF_CONFLICT + c->literals / LITERALS_OF_CONFLICT;
}

enum { LARGEST_SEED = 2000000000 };

static void cadical_version(struct text *out) { text_add(out, ccadical_signature()); }

static void *cadical_open(const struct solver_options *o)
{
	struct cadical *c = memory_zeroed(1, sizeof *c);
	c->solver = ccadical_init();
	ccadical_set_option(c->solver, "quiet", 1);
	/* Our problems are small and structured: on Kodkod's 60 no stable phases and no local search is
	 * faster by a quarter, for satisfiable ones too. */
	ccadical_set_option(c->solver, "stabilize", 0);
	ccadical_set_option(c->solver, "walk", 0);
	if (o->literals > MOST_FOR_CHRONOLOGY) ccadical_set_option(c->solver, "chrono", 0);
	if (o->seed) ccadical_set_option(c->solver, "seed", (int)(o->seed % LARGEST_SEED));
	ccadical_set_terminate(c->solver, c, cadical_is_over);
	ccadical_set_learn(c->solver, c, INT_MAX, cadical_learned);
	return c;
}

static void cadical_close(void *state)
{
	struct cadical *c = state;
	ccadical_release(c->solver);
	free(c);
}

static void cadical_add(void *state, const int *literals, uint32_t count)
{
	struct cadical *c = state;
	for (uint32_t i = 0; i < count; i++) ccadical_add(c->solver, literals[i]);
	ccadical_add(c->solver, 0);
	c->literals += count;
}

static void cadical_prefer(void *state, int literal)
{
	if (ccadical_phase) ccadical_phase(((struct cadical *)state)->solver, literal);
}

static enum solver_answer cadical_solve(void *state, const struct solver_question *q)
{
	struct cadical *c = state;
	c->watch = q->watch;
	c->effort_end = q->effort ? c->effort + q->effort : UINT64_MAX;
	for (uint32_t i = 0; i < q->assumption_count; i++)
		ccadical_assume(c->solver, q->assumptions[i]);
	if (q->conflicts)
		ccadical_limit(c->solver, "conflicts",
		               q->conflicts < INT_MAX ? (int)q->conflicts : INT_MAX);
	int answer = ccadical_solve(c->solver);
	c->watch = NULL;
	return answer == 10 ? SOLVER_SATISFIABLE : answer == 20 ? SOLVER_UNSATISFIABLE : SOLVER_UNKNOWN;
}

static bool cadical_value(void *state, int variable)
{
	return ccadical_val(((struct cadical *)state)->solver, variable) > 0;
}

static bool cadical_failed(void *state, int assumption)
{
	return ccadical_failed(((struct cadical *)state)->solver, assumption);
}

static void cadical_stats(void *state, struct solver_stats *out)
{
	out->conflicts = ((struct cadical *)state)->conflicts;
	out->effort = ((struct cadical *)state)->effort;
}

/* From what its structures take for each; learned clauses are left out. */
enum { BYTES_OF_VARIABLE = 200, BYTES_OF_CLAUSE = 64 };

static size_t cadical_bytes(const void *state, const struct cnf_file *cnf)
{
	(void)state;
	return (size_t)cnf->variables * BYTES_OF_VARIABLE + cnf->clauses * BYTES_OF_CLAUSE +
	       cnf->literal_count * sizeof(int);
}

const struct back_end cadical_back_end = {
    .name = "cadical",
    .abilities = SOLVER_INCREMENTAL | SOLVER_CORES,
    .version = cadical_version,
    .open = cadical_open,
    .close = cadical_close,
    .add = cadical_add,
    .solve = cadical_solve,
    .value = cadical_value,
    .failed = cadical_failed,
    .prefer = cadical_prefer,
    .stats = cadical_stats,
    .bytes = cadical_bytes,
};

/* The SAT solvers: each of them against brute force, and in bad company. */
#include "tests/greatest.h"

#include "solve/solve.h"
#include "tests/solve/pigeons.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Atomic int stop_flag;

static struct solver *open_solver(enum solver_kind kind)
{
	return solver_open(
	    &(struct solver_options){.kind = kind, .keeps_clauses = true, .interrupt = &stop_flag});
}

#define OPEN(s, kind)                                                                              \
	struct solver *s = open_solver(kind);                                                          \
	if (!s) SKIPm("not installed")

static void clause(struct solver *s, ...)
{
	va_list literals;
	va_start(literals, s);
	int literal;
	do solver_add(s, literal = va_arg(literals, int));
	while (literal);
	va_end(literals);
}

/* ---- each back end ----------------------------------------------------------------------------------- */

TEST finding(void)
{
	enum solver_kind kind = SOLVER_KINDS;
	for (enum solver_kind k = 0; k < SOLVER_KINDS; k++) {
		ASSERT(solver_find(solver_name(k), &kind));
		ASSERT_EQ(k, kind);
	}
	ASSERT_FALSE(solver_find("minisat", &kind));
	ASSERT_EQ(SOLVER_INCREMENTAL | SOLVER_CORES, solver_abilities(SOLVER_PICOSAT));
	ASSERT_EQ(SOLVER_INCREMENTAL | SOLVER_CORES, solver_abilities(SOLVER_CADICAL));
	ASSERT_EQ(SOLVER_PROOFS, solver_abilities(SOLVER_KISSAT));
	ASSERT(solver_is_available(SOLVER_PICOSAT, NULL));
	ASSERT(solver_is_available(SOLVER_CADICAL, NULL));
	PASS();
}

TEST small(enum solver_kind kind)
{
	OPEN(s, kind);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	int a = solver_new_variable(s), b = solver_new_variable(s);
	ASSERT_EQ(1, a);
	ASSERT_EQ(2, b);
	clause(s, a, b, 0);
	clause(s, -a, 0);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	ASSERT(!solver_value(s, a) && solver_value(s, -a));
	ASSERT(solver_value(s, b) && !solver_value(s, -b));
	clause(s, -b, a, 0);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT_EQ(NULL, solver_failure(s));
	solver_close(s);
	PASS();
}

TEST unseen_variables(enum solver_kind kind)
{
	OPEN(s, kind);
	int a = solver_new_variable(s);
	clause(s, 50, 0); /* not made by solver_new_variable */
	ASSERT_EQ(51, solver_new_variable(s));
	clause(s, a, a, -60, 60, 0);
	solver_prefer(s, 70);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	int later = solver_new_variable(s);
	ASSERT_EQ(71, later);
	ASSERT(solver_value(s, 50));
	ASSERT(!solver_value(s, later) && solver_value(s, -later));
	ASSERT(!solver_value(s, 100000) && solver_value(s, -100000));
	clause(s, -50, 1000, 0);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	ASSERT(solver_value(s, 1000));
	solver_close(s);
	PASS();
}

TEST empty_clause(enum solver_kind kind)
{
	OPEN(s, kind);
	clause(s, 1, 2, 0);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	solver_clause(s, NULL, 0);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	clause(s, 1, 3, 0);
	solver_assume(s, 1);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT_FALSE(solver_failed(s, 1));
	solver_close(s);
	PASS();
}

TEST incremental(enum solver_kind kind)
{
	enum { LENGTH = 40 };
	OPEN(s, kind);
	for (int i = 1; i < LENGTH; i++) clause(s, -i, i + 1, 0); /* 1 => 2 => 3 ... */
	for (int i = 1; i < LENGTH; i += 13) {
		ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
		clause(s, i, 0);
		solver_assume(s, -LENGTH);
		ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
		ASSERT(solver_failed(s, -LENGTH));
		ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
		solver_assume(s, 1000);              /* leaves the model as it is, */
		ASSERT(solver_value(s, LENGTH - 1)); /* and is for the next answer: */
		ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
		ASSERT(solver_value(s, 1000));
	}
	clause(s, -LENGTH, 0);
	for (int i = 0; i < 3; i++) {
		ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
		clause(s, 2000 + i, 0);
	}
	solver_close(s);
	PASS();
}

TEST assumptions(enum solver_kind kind)
{
	bool exact = solver_abilities(kind) & SOLVER_CORES;
	OPEN(s, kind);
	clause(s, -1, -2, 0);
	clause(s, 3, 4, 5, 0);
	for (int round = 0; round < 2; round++) {
		for (int i = 4; i >= 1; i--) solver_assume(s, i);
		ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
		ASSERT(solver_failed(s, 1) && solver_failed(s, 2));
		ASSERT_EQ(!exact, solver_failed(s, 3));
		ASSERT_EQ(!exact, solver_failed(s, 4));
		ASSERT_FALSE(solver_failed(s, 5));  /* not assumed */
		ASSERT_FALSE(solver_failed(s, -1)); /* this neither */
		solver_assume(s, 1);
		solver_assume(s, -3);
		solver_assume(s, -4);
		ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
		ASSERT(solver_value(s, 1) && !solver_value(s, 2) && solver_value(s, 5));
	}
	solver_assume(s, 9);
	solver_assume(s, -9);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT(solver_failed(s, 9) || solver_failed(s, -9));
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	solver_close(s);
	PASS();
}

TEST pigeons(enum solver_kind kind)
{
	OPEN(s, kind);
	add_pigeons(s, EASY);
	solver_assume(s, -1);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	struct solver_stats t;
	solver_stats(s, &t);
	ASSERT_EQ(EASY * (EASY - 1), t.variables);
	ASSERT_EQ(EASY + (EASY - 1) * EASY * (EASY - 1) / 2, t.clauses);
	ASSERT_EQ(EASY * (EASY - 1) * EASY, t.literals);
	ASSERT_EQ(2, t.solves);
	ASSERT(t.conflicts > 5 && t.seconds > 0);
	if (kind != SOLVER_CADICAL && kind != SOLVER_AUTO)
		ASSERT(t.decisions > 0 && t.propagations > 0);
	ASSERT_GT(solver_bytes(s), t.literals);
	solver_close(s);
	PASS();
}

TEST preferences(enum solver_kind kind)
{
	if (kind != SOLVER_PICOSAT) SKIPm("only PicoSAT of Debian 12 can");
	OPEN(s, kind);
	for (int i = 1; i <= 20; i++) clause(s, i, -i - 20, 0);
	for (int i = 1; i <= 20; i++) solver_prefer(s, i % 3 ? i : -i);
	for (int i = 1; i <= 20; i++) solver_prefer(s, -i - 20);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	for (int i = 1; i <= 20; i++) {
		ASSERT_EQ(i % 3 != 0, solver_value(s, i));
		ASSERT_FALSE(solver_value(s, i + 20));
	}
	solver_close(s);
	PASS();
}

/* ---- limits -------------------------------------------------------------------------------------------- */

TEST conflict_limit(enum solver_kind kind)
{
	struct solver_stats t;
	uint64_t before = 0;
	OPEN(s, kind);
	add_pigeons(s, HARD);
	for (uint64_t limit = 10; limit <= 10000; limit *= 10) {
		ASSERT_EQ(SOLVER_UNKNOWN,
		          solver_solve(s, &(struct solver_limits){.seconds = 60, .conflicts = limit}));
		ASSERT_EQ(NULL, solver_failure(s));
		solver_stats(s, &t);
		uint64_t conflicts = t.conflicts - before;
		ASSERT(conflicts >= limit / 4 && conflicts <= (limit < 1000 ? limit * 8 : limit + 1100));
		before = t.conflicts;
	}
	ASSERT(t.seconds < 50);
	clause(s, 1, 0);
	clause(s, -1, 0);
	ASSERT_EQ(SOLVER_UNSATISFIABLE,
	          solver_solve(s, &(struct solver_limits){.seconds = 60, .conflicts = 10}));
	solver_close(s);
	PASS();
}

/* Few conflicts, but more decisions than conflicts are allowed. */
TEST generous_conflict_limit(enum solver_kind kind)
{
	OPEN(s, kind);
	for (int i = 1; i < 20000; i += 2) clause(s, i, i + 1, 0);
	ASSERT_EQ(SOLVER_SATISFIABLE,
	          solver_solve(s, &(struct solver_limits){.seconds = 0, .conflicts = 5}));
	solver_close(s);
	PASS();
}

/* One look at all variables is more work than is done between two looks at the clock. */
TEST many_variables(void)
{
	enum { MANY = 1100000 };
	OPEN(s, SOLVER_PICOSAT);
	solver_clause(s, (const int[]){1, -MANY}, 2);
	solver_assume(s, MANY);
	ASSERT_EQ(SOLVER_SATISFIABLE,
	          solver_solve(s, &(struct solver_limits){.seconds = 300, .conflicts = 0}));
	ASSERT(solver_value(s, 1));
	solver_close(s);
	PASS();
}

TEST time_limit(enum solver_kind kind)
{
	OPEN(s, kind);
	add_pigeons(s, HARD);
	double started = now();
	ASSERT_EQ(SOLVER_UNKNOWN,
	          solver_solve(s, &(struct solver_limits){.seconds = 0.2, .conflicts = 0}));
	double seconds = now() - started;
	ASSERT(seconds > 0.19 && seconds < 10);
	ASSERT_EQ(NULL, solver_failure(s));
	ASSERT_FALSE(has_children());
	for (int i = 1; i < HARD; i++) solver_assume(s, -i); /* no hole for the first */
	ASSERT_EQ(SOLVER_UNSATISFIABLE,
	          solver_solve(s, &(struct solver_limits){.seconds = 60, .conflicts = 0}));
	solver_close(s);
	PASS();
}

static void on_alarm(int number)
{
	(void)number;
	stop_flag = 1;
}

static void interrupt_soon(void)
{
	stop_flag = 0;
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 100000}, NULL);
}

TEST interrupt(enum solver_kind kind)
{
	OPEN(s, kind);
	add_pigeons(s, HARD);
	interrupt_soon();
	double started = now();
	ASSERT_EQ(SOLVER_UNKNOWN, solver_solve(s, NULL));
	ASSERT(stop_flag && now() - started < 10);
	ASSERT_FALSE(has_children());
	clause(s, 1, 0);
	ASSERT_EQ(SOLVER_UNKNOWN, solver_solve(s, NULL));
	stop_flag = 0;
	clause(s, -1, 0);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	solver_close(s);
	PASS();
}

/* Clauses that come after the deadline are lost: then there is no answer. */
TEST late_clauses(enum solver_kind kind)
{
	enum { MANY = 5000 };
	struct solver *s = solver_open(&(struct solver_options){.kind = kind, .deadline = 1e-9});
	if (!s) SKIPm("not installed");
	for (uint32_t i = 0; i < MANY; i++) clause(s, 1, 0);
	ASSERT(solver_is_stopped(s));
	clause(s, -1, 0);
	ASSERT_EQ(SOLVER_UNKNOWN, solver_solve(s, NULL));
	solver_close(s);
	PASS();
}

/* ---- silence -------------------------------------------------------------------------------------------- */

/* Sends what the process prints to a file, or back to where it went. */
static void divert(FILE *to, int saved[2])
{
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		if (to) saved[i] = dup(i + 1);
		dup2(to ? fileno(to) : saved[i], i + 1);
		if (!to) close(saved[i]);
	}
}

TEST silence(enum solver_kind kind)
{
	OPEN(s, kind);
	FILE *printed = tmpfile();
	int saved[2];
	ASSERT(printed);
	divert(printed, saved);
	add_pigeons(s, HARD);
	solver_solve(s, &(struct solver_limits){.seconds = 60, .conflicts = 100});
	clause(s, 1, 0);
	clause(s, -1, 0);
	solver_solve(s, NULL);
	struct solver_stats t;
	solver_stats(s, &t);
	solver_close(s);
	divert(NULL, saved);
	fseek(printed, 0, SEEK_END);
	ASSERT_EQ(0, ftell(printed));
	fclose(printed);
	PASS();
}

/* ---- misuse -------------------------------------------------------------------------------------------- */

static jmp_buf escape;

static void on_fatal(const char *message)
{
	(void)message;
	longjmp(escape, 1);
}

#define ASSERT_REFUSED(call)                                                                       \
	do {                                                                                           \
		diag_fatal_hook = on_fatal;                                                                \
		volatile bool refused = true;                                                              \
		if (setjmp(escape) == 0) {                                                                 \
			(void)(call);                                                                          \
			refused = false;                                                                       \
		}                                                                                          \
		diag_fatal_hook = NULL;                                                                    \
		ASSERT(refused);                                                                           \
	} while (0)

/* The libraries would abort the process. */
TEST misuse(enum solver_kind kind)
{
	OPEN(s, kind);
	ASSERT_REFUSED(solver_value(s, 1));
	ASSERT_REFUSED(solver_failed(s, 1));
	ASSERT_REFUSED(solver_assume(s, 0));
	ASSERT_REFUSED(solver_clause(s, (const int[]){INT_MIN}, 1));
	solver_add(s, 1);
	ASSERT_REFUSED(solver_solve(s, NULL));
	solver_add(s, 0);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	ASSERT_REFUSED(solver_failed(s, 1));
	ASSERT_REFUSED(solver_value(s, 0));
	clause(s, 2, 0);
	ASSERT_REFUSED(solver_value(s, 1));
	solver_close(s);
	PASS();
}

/* ---- random clauses -------------------------------------------------------------------------------------- */

static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % below;
}

enum { MOST_CLAUSES = 80 };

struct formula {
	int variables, count;
	int clauses[MOST_CLAUSES][3];
};

static void draw_formula(struct formula *f, uint64_t *state)
{
	f->variables = 3 + (int)draw(state, 10);
	f->count = f->variables * 4 + (int)draw(state, (uint32_t)f->variables * 2);
	for (int i = 0; i < f->count; i++)
		for (int k = 0; k < 3; k++) {
			int v = 1 + (int)draw(state, (uint32_t)f->variables);
			f->clauses[i][k] = draw(state, 2) ? v : -v;
		}
}

static bool satisfies(const struct formula *f, int count, uint32_t values)
{
	for (int i = 0; i < count; i++) {
		bool good = false;
		for (int k = 0; k < 3; k++) {
			int literal = f->clauses[i][k];
			good = good || (values >> (abs(literal) - 1) & 1) == (literal > 0);
		}
		if (!good) return false;
	}
	return true;
}

/* Of the first clauses, with the variable 1 true if it is assumed. */
static bool has_model(const struct formula *f, int count, bool assumed)
{
	for (uint32_t values = 0; values < 1u << f->variables; values++)
		if ((values & 1 || !assumed) && satisfies(f, count, values)) return true;
	return false;
}

static uint32_t model(struct solver *s, int variables)
{
	uint32_t values = 0;
	for (int v = 1; v <= variables; v++)
		if (solver_value(s, v)) values |= 1u << (v - 1);
	return values;
}

TEST one_formula(enum solver_kind kind, const struct formula *f, uint32_t seed)
{
	OPEN(s, kind);
	solver_close(s);
	s = solver_open(&(struct solver_options){.kind = kind, .seed = seed});
	for (int half = 0; half < 2; half++) {
		int from = half ? f->count * 2 / 3 : 0, to = half ? f->count : f->count * 2 / 3;
		for (int i = from; i < to; i++) solver_clause(s, f->clauses[i], 3);
		for (int assumed = 1; assumed >= 0; assumed--) {
			if (assumed) solver_assume(s, 1);
			bool expected = has_model(f, to, assumed);
			enum solver_answer answer = solver_solve(s, NULL);
			ASSERT_EQ(expected ? SOLVER_SATISFIABLE : SOLVER_UNSATISFIABLE, answer);
			if (!expected) continue;
			uint32_t values = model(s, f->variables);
			ASSERT(satisfies(f, to, values) && (values & 1 || !assumed));
		}
	}
	solver_close(s);
	PASS();
}

TEST random_formulas(enum solver_kind kind, int count)
{
	uint64_t state = 1;
	for (int i = 0; i < count; i++) {
		struct formula f;
		draw_formula(&f, &state);
		CHECK_CALL(one_formula(kind, &f, (uint32_t)i));
	}
	PASS();
}

/* ---- DIMACS ------------------------------------------------------------------------------------------------ */

TEST dimacs(enum solver_kind kind)
{
	OPEN(s, kind);
	struct text comments = {0};
	char *out = NULL;
	size_t size = 0;
	text_add(&comments, "a machine\n\nvariable 1 is x\n");
	FILE *file = open_memstream(&out, &size);
	clause(s, 1, -20, 300, 0);
	clause(s, -4, 0);
	solver_assume(s, 7);
	ASSERT(solver_write_dimacs(s, file, NULL));
	ASSERT_STR_EQ("p cnf 300 3\n1 -20 300 0\n-4 0\n7 0\n", out);
	rewind(file);
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	solver_clause(s, NULL, 0);
	solver_clause(s, (const int[]){INT_MAX, -INT_MAX}, 2); /* no longer of interest to anybody */
	solver_assume(s, -1);
	ASSERT(solver_write_dimacs(s, file, &comments));
	ASSERT_STR_EQ("c a machine\nc\nc variable 1 is x\np cnf 2147483647 5\n1 -20 300 0\n-4 0\n0\n"
	              "2147483647 -2147483647 0\n-1 0\n",
	              out);
	fclose(file);
	free(out);
	text_clear(&comments);
	file = fopen("/dev/full", "w");
	ASSERT(file && !solver_write_dimacs(s, file, NULL));
	fclose(file);
	solver_close(s);
	PASS();
}

/* Longer than the pieces it is made of. */
TEST long_dimacs(void)
{
	enum { CLAUSES = 30000 };
	OPEN(s, SOLVER_PICOSAT);
	for (int i = 1; i <= CLAUSES; i++) clause(s, -i, i + 1, 0);
	for (int i = 1; i <= CLAUSES; i++) solver_assume(s, i);
	FILE *file = tmpfile();
	ASSERT(file && solver_write_dimacs(s, file, NULL));
	rewind(file);
	int a = 0, b = 0, end = 0;
	ASSERT(fscanf(file, "p cnf %d %d", &a, &b) == 2 && a == CLAUSES + 1 && b == CLAUSES * 2);
	for (int i = 1; i <= CLAUSES; i++)
		ASSERT(fscanf(file, "%d %d %d", &a, &b, &end) == 3 && a == -i && b == i + 1 && end == 0);
	for (int i = 1; i <= CLAUSES; i++)
		ASSERT(fscanf(file, "%d %d", &a, &end) == 2 && a == i && end == 0);
	ASSERT_EQ(EOF, fscanf(file, "%d", &a));
	fclose(file);
	solver_close(s);
	PASS();
}

/* ------------------------------------------------------------------------------------------------------------ */

static void each(enum solver_kind kind)
{
	RUN_TEST1(small, kind);
	RUN_TEST1(unseen_variables, kind);
	RUN_TEST1(empty_clause, kind);
	RUN_TEST1(incremental, kind);
	RUN_TEST1(assumptions, kind);
	RUN_TEST1(pigeons, kind);
	RUN_TEST1(preferences, kind);
	RUN_TEST1(conflict_limit, kind);
	RUN_TEST1(generous_conflict_limit, kind);
	RUN_TEST1(time_limit, kind);
	RUN_TEST1(interrupt, kind);
	RUN_TEST1(late_clauses, kind);
	RUN_TEST1(silence, kind);
	RUN_TEST1(misuse, kind);
	RUN_TESTp(random_formulas, kind, kind == SOLVER_KISSAT ? 10 : 1000);
	RUN_TEST1(dimacs, kind);
}

SUITE(picosat) { each(SOLVER_PICOSAT); }
SUITE(cadical) { each(SOLVER_CADICAL); }
SUITE(kissat) { each(SOLVER_KISSAT); }
SUITE(in_turns) { each(SOLVER_AUTO); }

SUITE(common)
{
	RUN_TEST(finding);
	RUN_TEST(long_dimacs);
	RUN_TEST(many_variables);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	signal(SIGPIPE, SIG_IGN);
	RUN_SUITE(common);
	RUN_SUITE(picosat);
	RUN_SUITE(cadical);
	RUN_SUITE(kissat);
	RUN_SUITE(in_turns);
	GREATEST_MAIN_END();
}

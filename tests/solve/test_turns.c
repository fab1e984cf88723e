/* SOLVER_AUTO with short turns: random 3-SAT near the threshold, and more clauses after an answer. */
#include "tests/greatest.h"

#include "solve/solve.h"

enum { VARIABLES = 100, CLAUSES = 420, LATE = 10, FORMULAS = 60, TURN = 30 };

static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static void make(uint32_t seed, int (*clauses)[3])
{
	uint32_t state = seed * 2654435761u + 1;
	for (int i = 0; i < CLAUSES; i++)
		for (int k = 0; k < 3; k++) {
			int variable = (int)(next(&state) % VARIABLES) + 1;
			clauses[i][k] = next(&state) & 64 ? variable : -variable;
		}
}

static bool is_model(struct solver *s, int (*clauses)[3], int count)
{
	for (int i = 0; i < count; i++)
		if (!solver_value(s, clauses[i][0]) && !solver_value(s, clauses[i][1]) &&
		    !solver_value(s, clauses[i][2]))
			return false;
	return true;
}

/* The first clauses, then all of them under an assumption, both by the solver alone and in turns. */
TEST one_formula(uint32_t seed, uint32_t *by_second)
{
	static int clauses[CLAUSES][3];
	make(seed, clauses);
	struct solver *alone = solver_open(&(struct solver_options){.kind = SOLVER_CADICAL});
	struct solver *turns = solver_open(&(struct solver_options){.kind = SOLVER_AUTO, .turn = TURN});
	for (int i = 0; i < CLAUSES; i++) {
		bool is_asked = i == CLAUSES - LATE || i == CLAUSES - 1;
		solver_clause(alone, clauses[i], 3);
		solver_clause(turns, clauses[i], 3);
		if (!is_asked) continue;
		solver_assume(alone, VARIABLES + 1);
		solver_assume(turns, VARIABLES + 1);
		enum solver_answer expected = solver_solve(alone, NULL), answer = solver_solve(turns, NULL);
		struct solver_stats stats;
		solver_stats(turns, &stats);
		ASSERT_EQ(expected, answer);
		if (answer == SOLVER_SATISFIABLE) ASSERT(is_model(turns, clauses, i + 1));
		*by_second += strcmp(stats.by, "picosat") == 0;
	}
	solver_close(alone);
	solver_close(turns);
	PASS();
}

TEST answers_in_turns(void)
{
	uint32_t by_second = 0;
	for (uint32_t seed = 1; seed <= FORMULAS; seed++) CHECK_CALL(one_formula(seed, &by_second));
	ASSERT(by_second > 0); /* or it was never asked */
	PASS();
}

/* An assumption that is to blame, found by whoever answers. */
TEST blames_in_turns(void)
{
	enum { HOLES = 6, GUARD = (HOLES + 1) * HOLES + 1 };
	struct solver *s = solver_open(&(struct solver_options){.kind = SOLVER_AUTO, .turn = TURN});
	for (int p = 0; p <= HOLES; p++) {
		for (int h = 1; h <= HOLES; h++) solver_add(s, p * HOLES + h);
		solver_add(s, -GUARD);
		solver_add(s, 0);
		for (int q = 0; q < p; q++)
			for (int h = 1; h <= HOLES; h++)
				solver_clause(s, (int[]){-(p * HOLES + h), -(q * HOLES + h)}, 2);
	}
	solver_prefer(s, 1);
	solver_assume(s, GUARD);
	solver_assume(s, GUARD + 1);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT(solver_failed(s, GUARD) && !solver_failed(s, GUARD + 1));
	ASSERT_EQ(SOLVER_SATISFIABLE, solver_solve(s, NULL));
	ASSERT(!solver_value(s, GUARD));
	solver_close(s);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(answers_in_turns);
	RUN_TEST(blames_in_turns);
	GREATEST_MAIN_END();
}

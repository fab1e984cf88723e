/* PDR on random graphs against all states that they reach. test_graph_pdr SEED COUNT has others. */
#include "tests/greatest.h"

#include "pdr/pdr.h"
#include "tests/fixture.h"
#include "tests/pdr/graphs.h"

static uint64_t proved, found, clauses, longest;
static int64_t dropped;

/* From the first state on, each step as the graph has it; bad is true in the last one. */
static bool is_run(const struct random_graph *g, const struct pdr_step *steps, uint32_t count)
{
	const struct aig *a = g->aig;
	for (uint32_t i = 0; i < count; i++) {
		bool *v = aig_simulate(a, steps[i].latches, steps[i].inputs), ok = true;
		for (uint32_t k = 0; k < a->latches.count; k++) {
			if (i == 0) ok &= !steps[i].latches[k];
			bool next = aig_value(v, aig_next(a, a->latches.at[k]));
			if (i + 1 < count) ok &= steps[i + 1].latches[k] == next;
		}
		if (i + 1 == count) ok &= aig_value(v, g->bad);
		free(v);
		if (!ok) return false;
	}
	return count > 0;
}

TEST agrees(uint64_t seed, bool is_sliced)
{
	struct random_graph g;
	uint32_t count;
	random_graph_make(seed, &g);
	struct pdr_question q = {.aig = g.aig,
	                         .bad = g.bad,
	                         .known = AIG_TRUE,
	                         .wanted = AIG_TRUE,
	                         .most_dead = seed % 2 ? 3 : 0, /* solvers made anew all the time */
	                         .solver = SOLVER_CADICAL};
	struct pdr *p = pdr_open(&q);
	enum pdr_answer a = PDR_GOES_ON;
	for (uint32_t i = 1; i < 10000 && a == PDR_GOES_ON; i++)
		a = pdr_search(p, is_sliced ? 40 * i : 0);
	ASSERT_EQ(g.distance < 0 ? PDR_PROVED : PDR_FOUND, a);
	if (a == PDR_FOUND) {
		const struct pdr_step *steps = pdr_run(p, &count);
		ASSERT(is_run(&g, steps, count));
		ASSERT((int)count > g.distance);
		if (count > longest) longest = count;
		found++;
	} else {
		struct pdr_cube *const *cubes = pdr_clauses(p, &count);
		ASSERT_EQ(SOLVER_UNSATISFIABLE, pdr_check(&q, cubes, count, SOLVER_PICOSAT));
		clauses += count;
		proved++;
	}
	pdr_close(p);
	random_graph_clear(&g);
	PASS();
}

/* Two copies of a graph side by side, which may be exchanged; it is bad if one of them is. */
TEST twins(uint64_t seed)
{
	struct random_graph g;
	random_graph_make(seed, &g);
	uint32_t n = g.aig->latches.count, count;
	random_graph_double(&g);
	uint32_t *move = malloc(2 * n * sizeof *move);
	ASSERT(move);
	for (uint32_t i = 0; i < 2 * n; i++) move[i] = i < n ? i + n : i - n;
	const uint32_t *moves[] = {move};
	struct pdr_question q = {.aig = g.aig,
	                         .bad = g.bad,
	                         .known = AIG_TRUE,
	                         .wanted = AIG_TRUE,
	                         .moves = moves,
	                         .move_count = 1,
	                         .solver = SOLVER_CADICAL};
	struct pdr *p = pdr_open(&q);
	ASSERT_EQ(g.distance < 0 ? PDR_PROVED : PDR_FOUND, pdr_search(p, 0));
	if (g.distance < 0) {
		struct pdr_cubes less = {0};
		uint64_t effort = 1000000;
		pdr_take_clauses(p, &less);
		count = less.count;
		ASSERT_EQ(SOLVER_UNSATISFIABLE, pdr_check(&q, less.at, less.count, SOLVER_PICOSAT));
		pdr_minimise(&q, &less, &effort);
		ASSERT_EQ(SOLVER_UNSATISFIABLE, pdr_check(&q, less.at, less.count, SOLVER_PICOSAT));
		dropped += count - less.count;
		pdr_cubes_clear(&less);
	} else {
		const struct pdr_step *steps = pdr_run(p, &count);
		ASSERT(is_run(&g, steps, count));
	}
	pdr_close(p);
	random_graph_clear(&g);
	free(move);
	PASS();
}

/* What is no invariant is not taken for one. */
TEST wrong_proofs_are_noticed(void)
{
	struct aig *a = aig_open();
	aig_lit x = aig_latch(a), y = aig_latch(a);
	aig_set_next(a, x, AIG_TRUE);
	aig_set_next(a, y, x);
	struct pdr_question q = {
	    .aig = a, .bad = y, .known = AIG_TRUE, .wanted = AIG_TRUE, .solver = SOLVER_CADICAL};
	ASSERT_EQ(SOLVER_SATISFIABLE, pdr_check(&q, NULL, 0, SOLVER_PICOSAT)); /* not safe */
	q.bad = AIG_FALSE;
	q.known = x;
	ASSERT_EQ(SOLVER_SATISFIABLE, pdr_check(&q, NULL, 0, SOLVER_PICOSAT)); /* not initially */
	q.known = aig_not(x);
	ASSERT_EQ(SOLVER_SATISFIABLE, pdr_check(&q, NULL, 0, SOLVER_PICOSAT)); /* not inductive */
	aig_close(a);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 150;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	RUN_TEST(wrong_proofs_are_noticed);
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(agrees, first + i, i % 5 == 0);
	for (uint64_t i = 0; i < count / 2; i++) RUN_TESTp(twins, first + i);
	printf("%ld clauses left out of twins; ", dropped);
	printf("%lu proved with %lu clauses, %lu found, the longest in %lu steps\n", proved, clauses,
	       found, longest);
	GREATEST_MAIN_END();
}

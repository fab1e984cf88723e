/* Induction with k steps, conjunct by conjunct: how many steps are needed, and what the base must be. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "tests/fixture.h"

static const char machine[] = "MACHINE M VARIABLES x, y\n"
                              "INVARIANT x : 0..7 & y : 0..9999 & x /= 5 & x /= 6\n"
                              "INITIALISATION x, y := 0, 0\n"
                              "OPERATIONS\n"
                              "a = SELECT x = 0 THEN x := 1 || y := (y + 1) mod 10000 END;\n"
                              "b = SELECT x = 1 THEN x := 0 || y := (y + 1) mod 10000 END;\n"
                              "c = SELECT x = 4 THEN x := 5 END;\n"
                              "d = SELECT x = 3 THEN x := 4 END;\n"
                              "e = SELECT x = 2 & y = 3 THEN x := 6 END;\n"
                              "f = SELECT x = 7 THEN x := 7 END\n"
                              "END\n";

struct running {
	struct fixture of;
	struct explore *explore;
	struct run *run;
};

static void setup(struct running *f)
{
	struct explore_options o = {0};
	struct run_options options = {.find = RUN_ALL & ~RUN_UNDEFINED & ~RUN_GOAL,
	                              .skips_orders = true};
	options.search.solver = SOLVER_CADICAL;
	options.search.breaks_symmetry = options.search.finds_symmetry = true;
	memset(f, 0, sizeof *f);
	fixture_read(&f->of, "M.mch", machine);
	REQUIRE(fixture_bound(&f->of));
	f->explore = explore_open(f->of.project, f->of.values, &f->of.universe, &o);
	f->run = run_open(f->explore, f->of.project, f->of.values, &f->of.universe, &options);
}

static void teardown(struct running *f)
{
	run_close(f->run);
	explore_close(f->explore);
	fixture_close(&f->of);
}

/* RUN_PROVED with so many steps and no fewer? 0: not with up to 4. */
static uint32_t steps_of(struct running *f, uint32_t conjunct)
{
	name n;
	const struct node *of = explore_invariant(f->explore, conjunct, &n);
	for (uint32_t k = 1; k <= 4; k++) {
		uint32_t steps;
		if (run_induct_conjunct(f->run, of, k, 0, &steps) != RUN_PROVED) continue;
		return steps == k ? k : 99;
	}
	return 0;
}

TEST conjuncts_need_steps(void)
{
	struct running f;
	setup(&f);
	for (int i = 0; i < 4; i++) ASSERT_EQ(RUN_NONE, run_deepen(f.run));
	ASSERT_EQ(1, steps_of(&f, 0));
	ASSERT_EQ(1, steps_of(&f, 1));
	ASSERT_EQ(3, steps_of(&f, 2));
	ASSERT_EQ(2, steps_of(&f, 3));
	ASSERT_EQ(RUN_NONE, run_deepen(f.run)); /* runs go on as before */
	teardown(&f);
	PASS();
}

TEST all_together_need_the_most(void)
{
	struct running f;
	uint32_t k = 0;
	setup(&f);
	for (int i = 0; i < 2; i++) ASSERT_EQ(RUN_NONE, run_deepen(f.run));
	ASSERT_EQ(RUN_NOT_INDUCTIVE, run_induct_further(f.run, 10 * EVAL_EFFORT_PER_SECOND, &k));
	ASSERT_EQ(RUN_NONE, run_deepen(f.run));
	ASSERT_EQ(RUN_PROVED, run_induct_further(f.run, 10 * EVAL_EFFORT_PER_SECOND, &k));
	ASSERT_EQ(3, k);
	teardown(&f);
	PASS();
}

TEST shorter_runs_come_first(void)
{
	struct running f;
	uint32_t steps;
	name n;
	setup(&f);
	const struct node *first = explore_invariant(f.explore, 0, &n);
	ASSERT_EQ(RUN_UNKNOWN, run_induct_conjunct(f.run, first, 1, 0, &steps));
	ASSERT_EQ(RUN_NONE, run_deepen(f.run));
	ASSERT_EQ(RUN_UNKNOWN, run_induct_conjunct(f.run, first, 2, 0, &steps));
	ASSERT_EQ(RUN_PROVED, run_induct_conjunct(f.run, first, 1, 0, &steps));
	teardown(&f);
	PASS();
}

SUITE(induction)
{
	RUN_TEST(conjuncts_need_steps);
	RUN_TEST(all_together_need_the_most);
	RUN_TEST(shorter_runs_come_first);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(induction);
	GREATEST_MAIN_END();
}

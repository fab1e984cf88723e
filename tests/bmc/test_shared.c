/* An exploration, the runs of a solver and its inductions share one evaluator. Whatever its table of values holds when
 * they go on, they find the same. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "tests/fixture.h"

static const char machine[] = "MACHINE M SETS S; E = {e1, e2} CONSTANTS c, d, s\n"
                              "PROPERTIES c = 3 & d : 2..3 & s <: S & s = {}\n"
                              "VARIABLES x, y\n"
                              "INVARIANT x : 0..9 & y : POW(S) & x /= 4\n"
                              "INITIALISATION x := 0 || y := s\n"
                              "OPERATIONS\n"
                              "up = SELECT x < c THEN x := x + 1 END;\n"
                              "put(z) = PRE z : S - s & x < d THEN y := y \\/ {z} END;\n"
                              "stay = SELECT x >= c THEN x := x END;\n"
                              "far = SELECT x = c & d = 3 & y /= s THEN x := c + 1 END\n"
                              "END\n";
enum { DEPTH = 5 }; /* of the fault */

struct running {
	struct fixture of;
	struct explore *explore;
	struct explore_view view;
	struct run *run;
};

static void setup(struct running *f, bool is_reduced)
{
	struct explore_options o = {0};
	struct run_options options = {.find = RUN_INVARIANT | RUN_DEADLOCK, .skips_orders = is_reduced};
	options.search.solver = SOLVER_CADICAL;
	options.search.breaks_symmetry = is_reduced;
	memset(f, 0, sizeof *f);
	fixture_read(&f->of, "M.mch", machine);
	REQUIRE(fixture_bound(&f->of));
	f->explore = explore_open(f->of.project, f->of.values, &f->of.universe, &o);
	explore_view(f->explore, &f->view);
	f->run = run_open(f->explore, f->of.project, f->of.values, &f->of.universe, &options);
}

static void teardown(struct running *f)
{
	run_close(f->run);
	explore_close(f->explore);
	fixture_close(&f->of);
}

/* All names have no value, or the same wrong one as far as that has their type. */
static void spoil(struct running *f, bool has_values)
{
	value number = has_values ? value_integer(f->of.values, 7) : VALUE_NONE;
	value set = has_values ? value_empty(f->of.values) : VALUE_NONE;
	for (uint32_t i = 0; i < f->view.unknown_count; i++) {
		struct decl *d = f->view.unknowns[i];
		eval_set(f->view.eval, d, d->type->kind == TYPE_INTEGER ? number : set);
	}
	for (uint32_t i = 0; i < f->view.variable_count; i++) {
		struct decl *d = f->view.variables[i];
		eval_set(f->view.eval, d, d->type->kind == TYPE_INTEGER ? number : set);
	}
}

TEST runs(bool is_reduced, bool has_values)
{
	struct running f;
	setup(&f, is_reduced);
	for (uint32_t i = 0; i < DEPTH; i++) {
		spoil(&f, has_values);
		ASSERT_EQ(RUN_NONE, run_deepen(f.run));
		ASSERT_EQ(i + 1, run_depth(f.run));
	}
	spoil(&f, has_values);
	ASSERT_EQ(RUN_FOUND, run_deepen(f.run));
	const struct explore_finding *found = &explore_result(f.explore)->findings.at[0];
	ASSERT_EQ(DEPTH, found->depth);
	ASSERT_EQ(EXPLORE_INVARIANT, found->kind);
	teardown(&f);
	PASS();
}

/* In turns, with inductions in between. */
TEST turns(bool has_values)
{
	struct running f;
	uint32_t k;
	setup(&f, true);
	explore_begin(f.explore);
	for (uint32_t i = 0; i < DEPTH; i++) {
		ASSERT_EQ(RUN_NONE, run_deepen(f.run));
		spoil(&f, has_values);
		ASSERT(run_induct(f.run) != RUN_PROVED);
		spoil(&f, has_values);
		ASSERT(run_induct_further(f.run, 10 * EVAL_EFFORT_PER_SECOND, &k) != RUN_PROVED);
		spoil(&f, has_values);
		ASSERT(explore_visit(f.explore, 1, UINT32_MAX, false));
	}
	while (explore_visit(f.explore, 1, UINT32_MAX, false)) spoil(&f, has_values);
	const struct explore_result *r = explore_end_parts(f.explore);
	ASSERT_EQ(EXPLORE_ALL, r->end);
	ASSERT_EQ(2, r->stats.setups);
	ASSERT_EQ(EXPLORE_INVARIANT, r->findings.at[0].kind);
	ASSERT_EQ(DEPTH, r->findings.at[0].depth);
	teardown(&f);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (int i = 0; i < 4; i++) RUN_TESTp(runs, i & 1, i & 2);
	for (int i = 0; i < 2; i++) RUN_TESTp(turns, i);
	GREATEST_MAIN_END();
}

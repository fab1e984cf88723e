/* The engines of check on small machines, without the command line: each alone, and all in turns. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "tests/fixture.h"

struct asked {
	struct fixture side;
	struct check *check;
	const struct check_verdict *verdict;
	_Atomic int interrupt, pause;
};

static void ask(struct asked *a, const char *machine, uint32_t engines, uint32_t depth)
{
	REQUIRE(fixture_open(&a->side, "M.mch", machine));
	struct check_question q = {.project = a->side.project,
	                           .values = a->side.values,
	                           .universe = &a->side.universe,
	                           .runs = {.find = RUN_ALL & ~RUN_UNDEFINED, .skips_orders = true},
	                           .depth = depth,
	                           .engines = engines,
	                           .interrupt = &a->interrupt,
	                           .pause = &a->pause};
	q.runs.search.solver = SOLVER_CADICAL;
	a->check = check_open(&q);
	a->verdict = check_answer(a->check);
}

static void forget(struct asked *a)
{
	check_close(a->check);
	fixture_close(&a->side);
}

enum {
	BMC = 1u << CHECK_ENGINE_bmc,
	INDUCTION = 1u << CHECK_ENGINE_induction,
	K_INDUCTION = 1u << CHECK_ENGINE_k_induction,
	STATES = 1u << CHECK_ENGINE_states,
	GREEDY = 1u << CHECK_ENGINE_greedy,
	WALK = 1u << CHECK_ENGINE_walk,
	DEPTH_FIRST = 1u << CHECK_ENGINE_depth_first
};

#define COUNTER(invariant)                                                                         \
	"MACHINE M VARIABLES x INVARIANT x : 0..9999 & " invariant                                     \
	" INITIALISATION x := 0 OPERATIONS "                                                           \
	"up = SELECT x < 9000 THEN x := x + 2 END; down = SELECT x >= 9000 THEN x := 0 END END"

TEST finders_agree(void)
{
	static const uint32_t engines[] = {0, BMC, STATES, BMC | STATES};
	for (uint32_t i = 0; i < sizeof engines / sizeof *engines; i++) {
		struct asked a = {0};
		ask(&a, COUNTER("x /= 6"), engines[i], 0);
		ASSERT_EQ(CHECK_VIOLATED, a.verdict->answer);
		ASSERT_EQ_FMT(1u, a.verdict->result->findings.count, "%u");
		ASSERT_EQ_FMT(3u, a.verdict->result->findings.at[0].depth, "%u");
		ASSERT_EQ(EXPLORE_INVARIANT, a.verdict->result->findings.at[0].kind);
		ASSERT_STR_EQ(engines[i] == BMC ? "bmc" : "states", a.verdict->engine);
		forget(&a);
	}
	PASS();
}

TEST induction_proves(void)
{
	struct asked a = {0};
	ask(&a, COUNTER("x mod 2 = 0"), BMC | INDUCTION, 0);
	ASSERT_EQ(CHECK_HOLDS, a.verdict->answer);
	ASSERT(a.verdict->is_complete);
	ASSERT_STR_EQ("induction", a.verdict->engine);
	ASSERT_STR_EQ("the invariants are inductive", a.verdict->proof);
	ASSERT_EQ_FMT(2u, a.verdict->turns.count, "%u");
	forget(&a);
	PASS();
}

/* 4 leads to 5, but nothing leads to 4. */
TEST k_induction_proves(void)
{
	static const char machine[] =
	    "MACHINE M VARIABLES x, y INVARIANT x : 0..7 & y : 0..9999 & x /= 5 "
	    "INITIALISATION x, y := 0, 0 OPERATIONS "
	    "a = BEGIN x, y := 0, (y + 1) mod 9999 END; "
	    "b = SELECT x = 4 THEN x := 5 END END";
	struct asked a = {0};
	ask(&a, machine, BMC | INDUCTION | K_INDUCTION, 0);
	ASSERT_EQ(CHECK_HOLDS, a.verdict->answer);
	ASSERT(a.verdict->is_complete);
	ASSERT_STR_EQ("k_induction", a.verdict->engine);
	ASSERT_STR_EQ("2-induction", a.verdict->proof);
	forget(&a);
	PASS();
}

TEST bounded_only(void)
{
	struct asked a = {0};
	ask(&a, COUNTER("x /= 60"), BMC, 5);
	ASSERT_EQ(CHECK_HOLDS, a.verdict->answer);
	ASSERT(!a.verdict->is_complete && a.verdict->has_depth);
	ASSERT_EQ_FMT(5u, a.verdict->depth, "%u");
	ASSERT_EQ(ENGINE_REACHED, VEC_LAST(&a.verdict->turns).answer);
	forget(&a);
	PASS();
}

/* The invariants are inductive, and do not exclude that nothing is enabled. */
TEST all_but_deadlocks(void)
{
	static const char machine[] =
	    "MACHINE M VARIABLES x INVARIANT x : 0..99999 INITIALISATION x := 0 OPERATIONS "
	    "a = SELECT x < 90000 & x mod 10 /= 7 THEN x := x + 2 END; "
	    "b = SELECT x mod 1000 = 98 THEN x := x - 1 END END";
	struct asked a = {0};
	ask(&a, machine, BMC | INDUCTION, 30);
	ASSERT_EQ(CHECK_HOLDS, a.verdict->answer);
	ASSERT(!a.verdict->is_complete && !a.verdict->proof && a.verdict->has_parts);
	ASSERT_STR_EQ("the invariants are inductive", a.verdict->others.proof);
	ASSERT(!a.verdict->deadlock.proof);
	ASSERT_EQ_FMT(31u, a.verdict->deadlock.lengths, "%u");
	forget(&a);
	ask(&a, machine, BMC | INDUCTION, 60); /* 98, 97 */
	ASSERT_EQ(CHECK_VIOLATED, a.verdict->answer);
	ASSERT_EQ(EXPLORE_DEADLOCK, a.verdict->result->findings.at[0].kind);
	ASSERT_EQ_FMT(50u, a.verdict->result->findings.at[0].depth, "%u");
	forget(&a);
	PASS();
}

/* Three wheels: a run of 24 steps to a fault, more if one goes back and forth. */
#define WHEELS                                                                                     \
	"MACHINE M VARIABLES a, b, c INVARIANT a : 0..99 & b : 0..99 & c : 0..99 & a + b + c < 24 "    \
	"INITIALISATION a, b, c := 0, 0, 0 OPERATIONS "                                                \
	"ua = a := a + 1; ub = b := b + 1; uc = c := c + 1; "                                          \
	"da = SELECT a > 0 THEN a := a - 1 END; zero = BEGIN a, b, c := 0, 0, 0 END END"

TEST far_states(void)
{
	static const uint32_t engines[] = {GREEDY, WALK, DEPTH_FIRST, GREEDY | WALK};
	for (uint32_t i = 0; i < sizeof engines / sizeof *engines; i++) {
		struct asked a = {0};
		ask(&a, WHEELS, engines[i], 0);
		ASSERT_EQ(CHECK_VIOLATED, a.verdict->answer);
		ASSERT_EQ_FMT(1u, a.verdict->result->findings.count, "%u");
		const struct explore_finding *f = &a.verdict->result->findings.at[0];
		ASSERT_EQ(EXPLORE_INVARIANT, f->kind);
		ASSERT(f->depth >= 24 && f->trace->steps.count == f->depth + 1);
		ASSERT(!check_is_shortest(f, a.verdict->shortest.up_to)); /* nobody has looked */
		if (engines[i] == GREEDY) ASSERT_EQ_FMT(24u, f->depth, "%u");
		forget(&a);
	}
	PASS();
}

/* Whoever has a candidate, breadth first says in the end that it is a shortest one. */
TEST a_shortest_run_is_known_to_be_one(void)
{
	struct asked a = {0};
	ask(&a, WHEELS, 0, 0);
	ASSERT_EQ(CHECK_VIOLATED, a.verdict->answer);
	ASSERT_EQ_FMT(24u, a.verdict->result->findings.at[0].depth, "%u");
	ASSERT(check_is_shortest(&a.verdict->result->findings.at[0], a.verdict->shortest.for_all));
	forget(&a);
	PASS();
}

/* The depth that was asked for holds for all of them. */
TEST far_states_within_the_depth(void)
{
	static const uint32_t engines[] = {GREEDY, WALK, DEPTH_FIRST, 0};
	for (uint32_t i = 0; i < sizeof engines / sizeof *engines; i++) {
		struct asked a = {0};
		ask(&a, WHEELS, engines[i], 23);
		ASSERT(CHECK_VIOLATED != a.verdict->answer);
		ASSERT_EQ_FMT(0u, a.verdict->result->findings.count, "%u");
		forget(&a);
	}
	PASS();
}

TEST interrupted(void)
{
	struct asked a = {.interrupt = 1, .pause = 1};
	ask(&a, COUNTER("x /= 60"), 0, 0);
	ASSERT_EQ(CHECK_INCONCLUSIVE, a.verdict->answer);
	ASSERT_EQ(CHECK_STOPPED, a.verdict->reason);
	forget(&a);
	PASS();
}

TEST no_initial_state(void)
{
	static const uint32_t engines[] = {0, BMC, STATES};
	for (uint32_t i = 0; i < 3; i++) {
		struct asked a = {0};
		ask(&a,
		    "MACHINE M CONSTANTS c PROPERTIES c : BOOL & c /= TRUE & c /= FALSE VARIABLES x "
		    "INVARIANT x : BOOL INITIALISATION x := c END",
		    engines[i], 0);
		ASSERT_EQ(CHECK_VIOLATED, a.verdict->answer);
		ASSERT_EQ(EXPLORE_NO_INITIAL_STATE, a.verdict->result->findings.at[0].kind);
		ASSERT(a.verdict->conflict.count > 0);
		forget(&a);
	}
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(finders_agree);
	RUN_TEST(induction_proves);
	RUN_TEST(k_induction_proves);
	RUN_TEST(bounded_only);
	RUN_TEST(all_but_deadlocks);
	RUN_TEST(far_states);
	RUN_TEST(a_shortest_run_is_known_to_be_one);
	RUN_TEST(far_states_within_the_depth);
	RUN_TEST(interrupted);
	RUN_TEST(no_initial_state);
	GREATEST_MAIN_END();
}

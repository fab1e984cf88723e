/* A search that ends early, wherever that is, is inconclusive or right. */
#include "tests/greatest.h"

#include "temporal/temporal.h"
#include "tests/fixture.h"

static const char MACHINE[] = "MACHINE M VARIABLES x, y INVARIANT x : 0..4 & y : 0..4\n"
                              "INITIALISATION x, y := 0, 0\n"
                              "OPERATIONS a = x := (x + 1) mod 5; b = y := (y + 1) mod 5;\n"
                              "  c = SELECT x = 4 & y = 4 THEN skip END END";

static const struct {
	const char *formula;
	enum temporal_answer answer;
} asked[] = {
    {"SF(a) => GF {x = 0}", TEMPORAL_HOLDS},
    {"WEF => (GF {x = 0} & GF {y = 1})", TEMPORAL_HOLDS},
    {"G ({x = 1} => O {x = 0})", TEMPORAL_HOLDS},
    {"GF {x = 0}", TEMPORAL_VIOLATED},
    {"FG {x = 1}",
     TEMPORAL_VIOLATED}, /* what is asked for again and again is met by different nodes */
    {"not (GF {x = 0} & GF {x = 1})", TEMPORAL_VIOLATED},
    {"WF(a) & WF(b) => F (Y [c])", TEMPORAL_VIOLATED},
    {"G ({x = 3 & y = 3} => F {x = y & x = 0})", TEMPORAL_VIOLATED},
};
enum { ASKED = sizeof asked / sizeof asked[0] };

static enum temporal_answer answer_to(struct fixture *f, uint32_t index, uint64_t effort)
{
	struct temporal_properties list = {0};
	temporal_add(f->project, NULL, asked[index].formula, false, &list);
	struct temporal_question q = {.project = f->project,
	                              .values = f->values,
	                              .universe = &f->universe,
	                              .properties = &list,
	                              .effort = effort};
	struct temporal_session *s = temporal_open(&q);
	temporal_answer(s);
	enum temporal_answer answer = temporal_verdict(s, 0)->answer;
	temporal_close(s);
	VEC_CLEAR(&list);
	return answer;
}

TEST what_is_cut_is_inconclusive(void)
{
	struct fixture f;
	ASSERT(fixture_open(&f, "M.mch", MACHINE));
	for (uint32_t i = 0; i < ASKED; i++) {
		uint32_t open = 0;
		ASSERT_EQ_FMTm(asked[i].formula, asked[i].answer, answer_to(&f, i, 0), "%d");
		for (uint64_t effort = 1; effort < 100000; effort += 1 + effort / 20) {
			enum temporal_answer is = answer_to(&f, i, effort);
			open += is == TEMPORAL_INCONCLUSIVE;
			if (is != TEMPORAL_INCONCLUSIVE)
				ASSERT_EQ_FMTm(asked[i].formula, asked[i].answer, is, "%d");
		}
		ASSERT(open > 0);
		ASSERT_EQ_FMTm(asked[i].formula, asked[i].answer, answer_to(&f, i, 1000000), "%d");
	}
	fixture_close(&f);
	PASS();
}

static uint64_t effort_of(struct fixture *f, uint32_t engines)
{
	struct temporal_properties list = {0};
	struct explore_view v;
	temporal_add(f->project, NULL, "G ({x < 5} => {12 / (x - 4) < 13})", false, &list);
	struct temporal_question q = {.project = f->project,
	                              .values = f->values,
	                              .universe = &f->universe,
	                              .properties = &list,
	                              .engines = engines};
	struct temporal_session *s = temporal_open(&q);
	temporal_answer(s);
	explore_view(temporal_explore(s), &v);
	uint64_t effort = eval_effort(v.eval);
	temporal_close(s);
	VEC_CLEAR(&list);
	return effort;
}

/* All states are known, and in some of them an atom has no value: the solver hardly knows better. */
TEST others_end_soon_after_a_whole_graph(void)
{
	struct fixture f;
	ASSERT(fixture_open(&f, "M.mch", MACHINE));
	uint64_t alone = effort_of(&f, 1), together = effort_of(&f, 0);
	ASSERT(together < alone + 2 * (uint64_t)EVAL_EFFORT_PER_SECOND);
	fixture_close(&f);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(what_is_cut_is_inconclusive);
	RUN_TEST(others_end_soon_after_a_whole_graph);
	GREATEST_MAIN_END();
}

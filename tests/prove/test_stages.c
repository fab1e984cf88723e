/* Obligations with growing sets, without the command line: which sizes are looked at, and what counts of several answers. */
#include "tests/greatest.h"

#include "prove/stages.h"
#include "tests/fixture.h"

static const char machine[] = "MACHINE G SETS S; T\n"
                              "VARIABLES v, n, k, w\n"
                              "INVARIANT v <: S & card(v) <= 2 & n : NATURAL & k : 1..3\n"
                              "& w <: S & card(w) <= 9\n"
                              "INITIALISATION v := {} || n := 0 || k := 1 || w := {}\n"
                              "OPERATIONS\n"
                              "put(x) = PRE x : S THEN v := v \\/ {x} END;\n"
                              "get(x) = PRE x : S THEN w := w \\/ {x} END;\n"
                              "add = BEGIN n := n + k END\n"
                              "END\n";

struct asked {
	struct fixture side;
	struct stages stages;
	uint32_t told;
	_Atomic int stop;
};

static void count_told(void *data, uint32_t index)
{
	struct asked *q = data;
	q->told++;
	REQUIRE(q->stages.list.at[index].answer);
}

static void ask(struct asked *q, uint32_t grow, bool finds_cores)
{
	memset(q, 0, sizeof *q);
	fixture_read(&q->side, "G.mch", machine);
	struct stages *s = &q->stages;
	s->options = (struct stages_options){.grow = grow, .finds_cores = finds_cores};
	s->options.prover.search = (struct search_options){.seconds = 60, .interrupt = &q->stop};
	s->project = q->side.project;
	s->bounds.usual_size = 1;
	s->arena = &q->side.arena;
	s->tell = count_told;
	s->data = q;
	REQUIRE(stages_open(s));
	stages_list(s);
	for (uint32_t i = 0; i < s->list.count; i++) s->list.at[i].is_selected = true;
}

static void asked_close(struct asked *q)
{
	stages_close(&q->stages);
	fixture_close(&q->side);
}

static const struct judged *judged_of(const struct asked *q, const char *own)
{
	const struct stages *s = &q->stages;
	for (uint32_t i = 0; i < s->list.count; i++)
		if (strcmp(prover_obligation(s->first.prover, i)->name, own) == 0) return &s->list.at[i];
	REQUIRE(!"there is one");
	return NULL;
}

static bool are_sizes(const struct asked *q, uint32_t stage, const char *expected)
{
	struct text out = {0};
	stages_sizes(&q->stages, stage, &out);
	bool good = strcmp(text_get(&out), expected) == 0;
	if (!good) fprintf(stderr, "%s\n", text_get(&out));
	text_clear(&out);
	return good;
}

/* The counterexample needs three elements, and says so; what no set plays a part in is asked once. */
TEST three_elements_refute(void)
{
	struct asked q;
	ask(&q, 3, false);
	stages_run(&q.stages);
	const struct judged *put = judged_of(&q, "put/inv2"), *add = judged_of(&q, "add/inv3");
	ASSERT_EQ(OBLIGATION_REFUTED, judged_status(put));
	ASSERT(strstr(put->sizes, "S = 3"));
	ASSERT(put->is_final && put->is_settled);
	ASSERT_EQ(OBLIGATION_PROVED, judged_status(add));
	ASSERT_EQ(3, q.stages.stage);
	ASSERT(q.told > q.stages.list.count); /* some of them several times */
	asked_close(&q);
	PASS();
}

/* With two elements it holds: larger sets are looked at to find out whether that is enough. */
TEST larger_sets_refute(void)
{
	struct asked q;
	ask(&q, 2, false);
	stages_run(&q.stages);
	const struct judged *put = judged_of(&q, "put/inv2"), *init = judged_of(&q, "get/inv5");
	ASSERT_EQ(OBLIGATION_REFUTED, judged_status(put));
	ASSERT(strstr(put->sizes, "S = 3"));
	ASSERT_EQ(OBLIGATION_PROVED, judged_status(init));
	ASSERT(init->enough > 0);
	asked_close(&q);
	PASS();
}

/* What would need ten elements holds for these sizes only: the bounds are told. */
TEST two_elements_do_not(void)
{
	struct asked q;
	ask(&q, 2, false);
	stages_run(&q.stages);
	const struct judged *get = judged_of(&q, "get/inv6");
	ASSERT_EQ(OBLIGATION_PROVED_FOR_SIZES, judged_status(get));
	ASSERT_EQ(0, get->enough);
	ASSERT_EQ(2, get->stage);
	ASSERT(are_sizes(&q, get->stage, "S = 1..2, T = 1..2"));
	ASSERT(are_sizes(&q, 1, "S = 1, T = 1"));
	ASSERT_EQ(OBLIGATION_PROVED, judged_status(judged_of(&q, "add/inv3")));
	uint32_t shared = 0;
	for (uint32_t i = 1; i < q.stages.list.count; i++)
		shared += q.stages.list.at[i].answer == q.stages.list.at[i - 1].answer;
	ASSERT(shared > 0); /* answers that are the same are kept once */
	asked_close(&q);
	PASS();
}

TEST cores_are_those_of_all_sizes(void)
{
	struct asked q;
	ask(&q, 2, true);
	stages_run(&q.stages);
	const struct judged *init = judged_of(&q, "INITIALISATION/inv2");
	ASSERT(init->answer->has_core && init->answer->core.count == 0);
	const struct judged *add = judged_of(&q, "add/inv3");
	ASSERT(add->answer->has_core && add->answer->is_minimal);
	ASSERT_EQ(2, add->answer->core.count); /* both are natural numbers */
	asked_close(&q);
	PASS();
}

TEST what_is_interrupted_is_open(void)
{
	struct asked q;
	ask(&q, 3, false);
	q.stop = 1;
	stages_run(&q.stages);
	ASSERT_EQ(0, q.told);
	ASSERT_EQ(0, q.stages.stage);
	for (uint32_t i = 0; i < q.stages.list.count; i++)
		ASSERT_EQ(OBLIGATION_OPEN, judged_status(&q.stages.list.at[i]));
	asked_close(&q);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(three_elements_refute);
	RUN_TEST(larger_sets_refute);
	RUN_TEST(two_elements_do_not);
	RUN_TEST(cores_are_those_of_all_sizes);
	RUN_TEST(what_is_interrupted_is_open);
	GREATEST_MAIN_END();
}

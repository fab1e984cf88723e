/* `disprove` against exhaustive evaluation on random machines: see tests/obligations.h. With arguments
 * FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "prove/prove.h"
#include "tests/fixture.h"
#include "tests/obligations.h"

static struct obligations_stats stats;
static struct text message; /* shown after the test has ended */

TEST agree(uint64_t seed)
{
	struct text why = {0};
	bool good = obligations_agree(seed, &stats, &why);
	text_clear(&message);
	text_format(&message, "seed %lu: %s", seed, text_get(&why));
	text_clear(&why);
	ASSERTm(text_get(&message), good);
	PASS();
}

/* Are they worth it? */
TEST are_balanced(uint64_t count)
{
	ASSERT_GT(stats.machines, count * 2 / 5);
	ASSERT_GT(stats.refuted, stats.obligations / 20);
	ASSERT_GT(stats.proved, stats.obligations / 3);
	ASSERT_LT(stats.open, stats.obligations / 50 + 1);
	PASS();
}

/* These take longer than all others together: 'make fuzz FUZZ=disprove SEED=1' has them, too. */
static bool is_long(uint64_t seed)
{
	return seed == 9 || seed == 44 || seed == 46 || seed == 51 || seed == 59;
}

/* Seeds of machines on which the two once differed. */
static const uint64_t once_wrong[] = {777000861, 1794839019081, 1794839021986, 1794844803106};

/* ---- many assertions ------------------------------------------------------------------------------- */

enum { ASSERTIONS = 2000, REFUTED = 7, FOLLOWS = 1000, IMPOSSIBLE = 1990 };

static void many_assertions_text(struct text *out)
{
	text_add(out, "MACHINE M VARIABLES x, y INVARIANT x : 0..5 & y : 0..9 ASSERTIONS\n");
	for (uint32_t i = 0; i < ASSERTIONS; i++) {
		text_add(out, i ? ";\n" : "");
		if (i == REFUTED) text_add(out, "x < 5");
		else if (i == FOLLOWS) text_add(out, "x <= 4");
		else if (i == IMPOSSIBLE) text_add(out, "x > 9");
		else text_format(out, "x + %u <= y + %u", i, i + 5);
	}
	text_add(out, "\nINITIALISATION x, y := 0, 0 END\n");
}

struct assertions {
	uint32_t refuted, proved, contradictory;
	enum obligation_status follows;
};

static void count_answer(void *data, uint32_t index, struct obligation_answer *a)
{
	struct assertions *x = data;
	if (index == FOLLOWS) x->follows = a->status;
	x->refuted += a->status == OBLIGATION_REFUTED;
	x->proved += a->status == OBLIGATION_PROVED;
	x->contradictory += a->is_contradictory;
	obligation_answer_clear(a);
}

/* Each has those before it as hypotheses, which is no reason to take a time that grows with their square. */
TEST many_assertions(void)
{
	struct fixture s;
	struct text text = {0};
	struct assertions x = {0};
	struct prover_options o = {.search = {.solver = SOLVER_CADICAL, .seconds = 5}};
	many_assertions_text(&text);
	ASSERT(fixture_open(&s, "M.mch", text_get(&text)));
	struct prover *p = prover_open(s.project, &s.universe, &s.arena, &o);
	uint32_t count = prover_count(p);
	double *seconds = ARENA_ARRAY(&s.arena, count, double);
	for (uint32_t i = 0; i < count; i++) seconds[i] = i < ASSERTIONS ? o.search.seconds : 0;
	prover_run(p, seconds, count_answer, &x);
	prover_close(p);
	fixture_close(&s);
	text_clear(&text);
	ASSERT_EQ_FMT(2u, x.refuted, "%u");
	ASSERT_EQ_FMT(ASSERTIONS - 2u, x.proved, "%u");
	ASSERT_EQ_FMT(ASSERTIONS - IMPOSSIBLE - 1u, x.contradictory, "%u");
	ASSERT_EQ(OBLIGATION_PROVED, x.follows);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	enum { COUNT = 60 };
	uint64_t first = 1, count = COUNT;
	bool is_asked = argc > 1; /* for these seeds */
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t seed = first; seed < first + count; seed++)
		if (is_asked || !is_long(seed)) RUN_TESTp(agree, seed);
	RUN_TESTp(are_balanced, count);
	for (uint32_t i = 0; i < sizeof once_wrong / sizeof *once_wrong; i++)
		RUN_TESTp(agree, once_wrong[i]);
	RUN_TEST(many_assertions);
	obligations_print(&stats, stdout);
	text_clear(&message);
	GREATEST_MAIN_END();
}

/* `disprove` against exhaustive evaluation on random machines: see tests/obligations.h. With arguments
 * FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "tests/obligations.h"
#include "tests/side.h"

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

/* Seeds of machines on which the two once differed. */
static const uint64_t once_wrong[] = {777000861, 1794839019081, 1794839021986, 1794844803106};

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 100;
	side_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t seed = first; seed < first + count; seed++) RUN_TESTp(agree, seed);
	RUN_TESTp(are_balanced, count);
	for (uint32_t i = 0; i < sizeof once_wrong / sizeof *once_wrong; i++)
		RUN_TESTp(agree, once_wrong[i]);
	obligations_print(&stats, stdout);
	text_clear(&message);
	GREATEST_MAIN_END();
}

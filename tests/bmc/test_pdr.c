/* `check --engine pdr` and `explore` on random machines: see tests/machines.h. test_pdr SEED COUNT asks about others. */
#include "tests/greatest.h"

#include "tests/fixture.h"
#include "tests/machines.h"

static struct machines_stats stats;
static struct text message; /* shown after the test has ended */

TEST agree(uint64_t seed)
{
	struct text why = {0};
	bool good = machines_agree_with_pdr(seed, &stats, &why);
	text_clear(&message);
	text_format(&message, "seed %lu: %s", seed, text_get(&why));
	text_clear(&why);
	ASSERTm(text_get(&message), good);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 40;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(agree, first + i);
	machines_print(&stats, stdout);
	text_clear(&message);
	GREATEST_MAIN_END();
}

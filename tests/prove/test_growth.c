/* Sizes of deferred sets, stage by stage: which sets grow, and in which order. */
#include "tests/greatest.h"

#include "prove/growth.h"
#include "tests/fixture.h"

/* The vectors of a stage as "21 12 22", for assertions of this machine. */
static void sizes_of(const char *text, uint32_t stage, uint32_t most, struct text *out)
{
	struct fixture s;
	struct prover_options o = {0};
	struct growth g;
	REQUIRE(fixture_open(&s, "M.mch", text));
	struct prover *p = prover_open(s.project, &s.universe, &s.arena, &o);
	growth_open(&g, &s.universe, stage);
	for (uint32_t i = 0; i < prover_count(p); i++)
		if (prover_obligation(p, i)->kind == OBLIGATION_ASSERTION)
			growth_add(&g, prover_formulas(p, i));
	growth_begin(&g, most);
	while (growth_next(&g)) {
		if (out->count) text_add_char(out, ' ');
		for (uint32_t i = 0; i < s.universe.sets.count; i++) text_format(out, "%u", g.sizes[i]);
	}
	growth_close(&g);
	prover_close(p);
	fixture_close(&s);
}

#define MACHINE(sets, properties, assertions)                                                      \
	"MACHINE M SETS " sets " CONSTANTS s, t PROPERTIES s <: S & t <: T " properties                \
	" ASSERTIONS " assertions " END"

TEST one_stage(const char *machine, uint32_t stage, uint32_t most, const char *expected)
{
	struct text out = {0};
	sizes_of(machine, stage, most, &out);
	ASSERT_STR_EQ(expected, text_get(&out));
	text_clear(&out);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	/* small ones first, and only those that are new in the stage */
	RUN_TESTp(one_stage, MACHINE("S; T", "", "s = S or t = T"), 2, 3, "12 21 22");
	RUN_TESTp(one_stage, MACHINE("S; T", "", "s = S or t = T"), 3, 3, "13 31 23 32 33");
	/* many combinations: all of the same size */
	RUN_TESTp(one_stage, MACHINE("S; T", "", "s = S or t = T"), 4, 4, "44");
	/* a set that the goal does not speak of stays as it is, unless a hypothesis connects it */
	RUN_TESTp(one_stage, MACHINE("S; T", "", "s = S"), 2, 3, "21");
	RUN_TESTp(one_stage, MACHINE("S; T", "& card(s) = card(t)", "s = S"), 2, 3, "12 21 22");
	RUN_TESTp(one_stage, MACHINE("S; T = {a, b}", "", "s = S or t = T"), 2, 3, "21");
	GREATEST_MAIN_END();
}

/* What is said of all values, tried for simple ones, among them infinite sets: whether it is not true. */
#include "tests/greatest.h"

#include "eval/eval.h"
#include "tests/fixture.h"

static struct fixture f;
static struct eval *e;

static const struct {
	const char *text;
	bool fails;
} table[] = {
    {"!s.(s <: NATURAL => card(s) >= 0)", true}, /* undefined for NATURAL */
    {"!s.(s : FIN(NATURAL) => card(s) >= 0)", false},
    {"!s.(s <: NATURAL & finite(s) => card(s) >= 0)", false},
    {"!(x, s).(x : NATURAL & s <: NATURAL & x : s => card(s - {x}) = card(s) - 1)", true},
    {"!(x, s).(x : NATURAL & s : FIN(NATURAL) & x : s => card(s - {x}) = card(s) - 1)", false},
    {"!s.(s <: NATURAL & s /= {} => min(s) >= 0)", false},
    {"!s.(s <: INTEGER & s /= {} => max(s) : s)", true},
    {"!x.(x : INTEGER => 10 / x < 11)", true},
    {"!x.(x : NATURAL1 => 10 / x < 11)", false},
    {"!x.(x : INTEGER & x > 0 => x >= 1)", false},
    {"!x.(x : INTEGER & x > 0 => x > 1)", true},
    {"!x.(x : INTEGER & 1 / x > 5 => x > 1)", false},
    {"!x.(#y.(y : INTEGER & y * y = x) => x >= 0)", false},
    {"!x.(x : INTEGER => #y.(y : INTEGER & y > x + 5))", false},
    {"!x.(x : 0..1 => #y.(y : INTEGER & y * y = 144 + 0 * x))", false}, /* nearby there is none */
};

TEST instances(void)
{
	struct text t = {0};
	text_add(&t, "MACHINE M ASSERTIONS ");
	enum { COUNT = sizeof table / sizeof *table };
	for (uint32_t i = 0; i < COUNT; i++) text_format(&t, "%s%s", i ? "; " : "", table[i].text);
	text_add(&t, " END");
	ASSERT(fixture_open(&f, "M.mch", text_get(&t)));
	text_clear(&t);
	e = eval_open(f.project, f.values, &f.universe);
	const struct node *all = f.project->main->assertions;
	ASSERT_EQ(COUNT, all->count);
	for (uint32_t i = 0; i < COUNT; i++)
		ASSERTm(table[i].text, eval_fails_for_some(e, all->kid[i]) == table[i].fails);
	ASSERT(!eval_was_cut(e));
	eval_close(e);
	fixture_close(&f);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(instances);
	GREATEST_MAIN_END();
}

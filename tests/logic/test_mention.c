/* Which names a formula speaks of. */
#include "tests/greatest.h"

#include "logic/logic.h"
#include "tests/fixture.h"

static struct fixture side;

static const struct node *read(const char *text)
{
	const struct node *n = project_formula(side.project, text, NULL);
	REQUIRE(n);
	return n;
}

static struct decl *decl_of(const char *own) { return read(own)->decl; }

static bool is_variable(const void *data, const struct decl *d)
{
	(void)data;
	return d->kind == DECL_VARIABLE;
}

static bool is_same(const void *data, const struct decl *d) { return data == d; }

TEST names_are_found(const char *text, bool has_variable, bool has_c)
{
	const struct node *n = read(text);
	ASSERT_EQ(has_variable, mention_any(n, is_variable, NULL));
	ASSERT_EQ(has_c, mention_any(n, is_same, decl_of("c")));
	PASS();
}

TEST patterns(const char *text, bool has_c)
{
	ASSERT_EQ(has_c, mention_in_pattern(read(text), decl_of("c")));
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	REQUIRE(fixture_open(&side, "M.mch",
	                     "MACHINE M CONSTANTS c, k PROPERTIES c : INTEGER & k : INTEGER\n"
	                     "VARIABLES v INVARIANT v : INTEGER INITIALISATION v := 0 END"));
	RUN_TESTp(names_are_found, "1 = 2", false, false);
	RUN_TESTp(names_are_found, "!x.(x > 0 => x + c > v)", true, true);
	RUN_TESTp(names_are_found, "{x | x : 1..k} = {}", false, false);
	RUN_TESTp(names_are_found, "#c.(c : INTEGER)", false, false); /* another one of that name */
	RUN_TESTp(names_are_found, "card({c |-> 1}) = k", false, true);
	RUN_TESTp(patterns, "c", true);
	RUN_TESTp(patterns, "k |-> (v |-> c)", true);
	RUN_TESTp(patterns, "k |-> v", false);
	RUN_TESTp(patterns, "k |-> c + 1", false); /* no part of it */
	fixture_close(&side);
	GREATEST_MAIN_END();
}

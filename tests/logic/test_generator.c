/* Which conjuncts give values to what, and how. */
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

static void add_kind(struct text *out, const struct generator *g)
{
	static const char *const kinds[] = {"none", "=", ":", "<:", "<<:", ">=", "<=", "in"};
	static const char *const strict[] = {"none", "=", ":", "<:", "<<:", ">", "<", "in"};
	static const char *const ends[] = {"0", "1", "MININT", "MAXINT"};
	text_format(out, "%s", *text_get(out) ? "; " : "");
	print_node(g->of, out);
	text_format(out, " %s ", (g->is_strict ? strict : kinds)[g->kind]);
	if (g->from) print_node(g->from, out);
	else text_format(out, "%s", ends[g->end]);
}

/* All readings of a conjunct, in their order. */
TEST reads(const char *text, const char *expected)
{
	struct text out = {0};
	EACH_GENERATOR(g, read(text)) add_kind(&out, &g);
	ASSERT_STR_EQ(expected, text_get(&out));
	text_clear(&out);
	PASS();
}

TEST equation(const char *text, const char *expected)
{
	struct text out = {0};
	const struct node *is = generator_equal(read(text), read("c")->decl);
	if (is) print_node(is, &out);
	ASSERT_STR_EQ(expected, text_get(&out));
	text_clear(&out);
	PASS();
}

TEST coefficient(const char *text, int64_t expected)
{
	const struct node *n = read(text);
	ASSERT_EQ(expected, generator_coefficient(n->kid[0], n->kid[1], read("c")->decl));
	PASS();
}

/* What is said of a name that is in a set by its condition; "" if nothing. */
TEST body(const char *text, const char *expected)
{
	struct text out = {0};
	const struct node *is = generator_body(&side.arena, read(text));
	if (is) print_node(is, &out);
	ASSERT_STR_EQ(expected, text_get(&out));
	text_clear(&out);
	PASS();
}

TEST whole(const char *text, const char *expected)
{
	struct text out = {0};
	const struct node *is = generator_whole(&side.arena, read(text));
	if (is) print_node(is, &out);
	ASSERT_STR_EQ(expected, text_get(&out));
	text_clear(&out);
	PASS();
}

SUITE(all_readings)
{
	RUN_TESTp(reads, "c = k + 1", "c = k + 1; k + 1 = c");
	RUN_TESTp(reads, "c |-> k : r", "c |-> k : r");
	RUN_TESTp(reads, "{c} <: s", "c : s");
	RUN_TESTp(reads, "{c, k} <: s", "{c, k} <: s");
	RUN_TESTp(reads, "s <: NATURAL", "s <: NATURAL");
	RUN_TESTp(reads, "s <<: 1..3", "s <<: 1 .. 3");
	RUN_TESTp(reads, "{c} <<: s", "{c} <<: s");
	RUN_TESTp(reads, "c < k", "c < k; k > c");
	RUN_TESTp(reads, "c <= k", "c <= k; k >= c");
	RUN_TESTp(reads, "c > k", "c > k; k < c");
	RUN_TESTp(reads, "card(s) >= 2", "card(s) >= 2; 2 <= card(s)");
	RUN_TESTp(reads, "c : k..9", "c : k .. 9; c >= k; c <= 9");
	RUN_TESTp(reads, "c : NATURAL", "c : NATURAL; c >= 0");
	RUN_TESTp(reads, "c : NATURAL1", "c : NATURAL1; c >= 1");
	RUN_TESTp(reads, "c : NAT", "c : NAT; c >= 0; c <= MAXINT");
	RUN_TESTp(reads, "c : NAT1", "c : NAT1; c >= 1; c <= MAXINT");
	RUN_TESTp(reads, "c : INT", "c : INT; c >= MININT; c <= MAXINT");
	RUN_TESTp(reads, "r : s --> s", "r : s --> s");
	RUN_TESTp(reads, "partition(s, {c}, {k})", "{c} in s; {k} in s");
	RUN_TESTp(reads, "c /= k", "");
	RUN_TESTp(reads, "c /: s", "");
	RUN_TESTp(reads, "c = 1 or k = 1", "");
}

SUITE(other_facts)
{
	RUN_TESTp(equation, "c = 3", "3");
	RUN_TESTp(equation, "k + 1 = c", "k + 1");
	RUN_TESTp(equation, "c = c + k", "");
	RUN_TESTp(equation, "c + 1 = k", "");
	RUN_TESTp(equation, "c <= 3", "");
	RUN_TESTp(coefficient, "3 * c + k = k - c", 4);
	RUN_TESTp(coefficient, "-c - -(2 * c) = 0", 1);
	RUN_TESTp(coefficient, "c * 2 - 2 * c = 1", 0);
	RUN_TESTp(coefficient, "c * c = 1", 0);
	RUN_TESTp(coefficient, "c * k = 1", 0);
	RUN_TESTp(coefficient, "c mod 2 = 1", 0);
	RUN_TESTp(body, "c : {y | 10 / y = k}", "10 / c = k");
	RUN_TESTp(body, "c : dom(%y.(y : s & 10 / y = k | y + 1))", "c : s & 10 / c = k");
	RUN_TESTp(body, "c : {y | y > k}", ""); /* it has a value anyway */
	RUN_TESTp(body, "c + 1 : {y | 10 / y = k}", "");
	RUN_TESTp(body, "c : {y | [k := 2] (10 / y = k)}", "");
	RUN_TESTp(whole, "POW(s)", "s");
	RUN_TESTp(whole, "FIN1(s)", "s");
	RUN_TESTp(whole, "s >+> NAT", "s * NAT");
	RUN_TESTp(whole, "s <-> s", "s * s");
	RUN_TESTp(whole, "seq(s)", "");
	RUN_TESTp(whole, "s * s", "");
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	REQUIRE(fixture_open(&side, "M.mch",
	                     "MACHINE M CONSTANTS c, k, s, r PROPERTIES c : INTEGER & k : INTEGER & "
	                     "s <: INTEGER & r : s <-> s END"));
	RUN_SUITE(all_readings);
	RUN_SUITE(other_facts);
	fixture_close(&side);
	GREATEST_MAIN_END();
}

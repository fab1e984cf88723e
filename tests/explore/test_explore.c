/* Sizes of sets, and small state spaces. */
#include "tests/greatest.h"

#include "explore/explore.h"
#include "tests/fixture.h"

#include <signal.h>
#include <sys/time.h>

static const struct universe_set *find_set(const struct fixture *f, const char *set)
{
	for (uint32_t i = 0; i < f->universe.sets.count; i++)
		if (strcmp(f->universe.sets.at[i].decl->name, set) == 0) return &f->universe.sets.at[i];
	return NULL;
}

/* ---- sizes ----------------------------------------------------------------------------------------- */

struct row {
	const char *text; /* what follows MACHINE M */
	const char *set;
	uint32_t size;
	bool is_default;
};

static const struct row rows[] = {
    {"SETS S", "S", 2, true},
    {"SETS S DEFINITIONS SET_PREF_DEFAULT_SETSIZE == 4", "S", 4, true},
    {"SETS S DEFINITIONS scope_S == 5", "S", 5, false},
    {"SETS S DEFINITIONS scope_S == 4..5", "S", 2, false},
    {"SETS S DEFINITIONS n == 2+1; scope_S == 1..n", "S", 3, false},
    {"SETS S = {a, b, c}", "S", 3, false},
    {"SETS S PROPERTIES card(S) = 3", "S", 3, false},
    {"SETS S PROPERTIES 4 = card(S)", "S", 4, false},
    {"SETS S DEFINITIONS scope_S == 2 PROPERTIES card(S) = 3", "S", 3, false},
    {"SETS S CONSTANTS n PROPERTIES n = 5 & card(S) = n + 1", "S", 6, false},
    {"SETS S CONSTANTS n, d PROPERTIES d = {1, 2, 7} & card(S) = n & n = card(d)", "S", 3, false},
    {"SETS S; T PROPERTIES card(S) = card(T) + 1 & card(T) = 3", "S", 4, false},
    {"SETS S; T = {x, y, z} PROPERTIES card(S) = card(T)", "S", 3, false},
    {"SETS S PROPERTIES card(S) > 3", "S", 4, true},
    {"SETS S PROPERTIES card(S) >= 1", "S", 2, true},
    {"SETS S PROPERTIES 3 <= card(S) & card(S) <= 3", "S", 3, false},
    {"SETS S PROPERTIES card(S) : 5..7", "S", 5, true},
    {"SETS S PROPERTIES card(S) < 2", "S", 1, false},
    {"SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c}", "S", 2, true},
    {"SETS S CONSTANTS a, b, c PROPERTIES partition(S, {a}, {b}, {c})", "S", 3, false},
    {"SETS S CONSTANTS a, b, c, r PROPERTIES partition(S, {a}, {b}, {c}, r)", "S", 3, true},
    {"SETS S CONSTANTS a, b, c PROPERTIES a : S & b : S & c : S & a /= b & b /= c & c /= a", "S", 3,
     true},
    {"SETS S CONSTANTS a, b, c PROPERTIES a : S & b : S & c : S & a /= b & b /= c", "S", 2, true},
    {"SETS S CONSTANTS a, b, c PROPERTIES {a, b, c} <: S & card({a, b, c}) = 3", "S", 3, true},
    {"SETS S CONSTANTS f PROPERTIES f : S >->> 1..4", "S", 4, false},
    {"SETS S; T CONSTANTS f PROPERTIES f : T >->> S & card(S) = 3", "T", 3, false},
    {"SETS S CONSTANTS n PROPERTIES n : 3..4 & card(S) = n", "S", 3, true},
    {"SETS S CONSTANTS A, B PROPERTIES S = A \\/ B & B /\\ A = {} & card(A) = 3 & card(B) = 2", "S",
     5, false},
    {"SETS S CONSTANTS A, B PROPERTIES S = A \\/ B & card(A) = 3 & card(B) = 2", "S", 3, true},
    {"SETS S CONSTANTS A, B, a PROPERTIES partition(S, A, B) & A = {a} & 4 = card(B)", "S", 5,
     false},
    {"(P) CONSTRAINTS card(P) = 3", "P", 3, false},
    {"(P)", "P", 2, true},
};

TEST sizes_of_sets(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct fixture f;
		struct text text = {0};
		text_format(&text, "MACHINE M%s%s END", rows[i].text[0] == '(' ? "" : " ", rows[i].text);
		fixture_read(&f, "M.mch", text_get(&text));
		ASSERTm(rows[i].text, fixture_bound(&f));
		const struct universe_set *s = find_set(&f, rows[i].set);
		ASSERTm(rows[i].text, s != NULL);
		ASSERT_EQ_FMTm(rows[i].text, rows[i].size, s->size, "%u");
		ASSERT_EQm(rows[i].text, rows[i].is_default, s->is_default);
		fixture_close(&f);
		text_clear(&text);
	}
	PASS();
}

TEST card_option_wins(void)
{
	struct fixture f;
	fixture_read(&f, "M.mch", "MACHINE M SETS S; T DEFINITIONS scope_S == 4 END");
	ASSERT(bounds_read_card(&f.bounds, "S=7"));
	ASSERT(fixture_bound(&f));
	ASSERT_EQ(7u, find_set(&f, "S")->size);
	ASSERT(!find_set(&f, "S")->is_default);
	ASSERT_EQ(2u, find_set(&f, "T")->size);
	fixture_close(&f);
	PASS();
}

TEST card_option_may_not_contradict(void)
{
	struct fixture f;
	fixture_read(&f, "M.mch",
	             "MACHINE M SETS S CONSTANTS a, b PROPERTIES a : S & b : S & a /= b END");
	ASSERT(bounds_read_card(&f.bounds, "S=1"));
	ASSERT(!fixture_bound(&f));
	ASSERT_EQ(1u, f.diag.errors);
	fixture_close(&f);
	PASS();
}

TEST options_are_read(void)
{
	struct bounds_options o = {0};
	ASSERT(bounds_read_card(&o, "S=3"));
	ASSERT(!bounds_read_card(&o, "S"));
	ASSERT(!bounds_read_card(&o, "=3"));
	ASSERT(!bounds_read_card(&o, "S=0"));
	ASSERT(!bounds_read_card(&o, "S=3x"));
	ASSERT(!bounds_read_card(&o, "S=99999999999999999999"));
	ASSERT_EQ(1u, o.cards.count);
	ASSERT(bounds_read_range(&o, "-5..7"));
	ASSERT(o.low == -5 && o.high == 7);
	ASSERT(!bounds_read_range(&o, "7"));
	ASSERT(!bounds_read_range(&o, "7..5"));
	ASSERT(!bounds_read_range(&o, "..5"));
	bounds_clear(&o);
	PASS();
}

TEST range_of_integers(void)
{
	struct fixture f;
	fixture_read(&f, "M.mch",
	             "MACHINE M DEFINITIONS SET_PREF_MININT == -7; SET_PREF_MAXINT == 2**3 END");
	ASSERT(fixture_bound(&f));
	ASSERT(f.universe.minint == -7);
	ASSERT(f.universe.maxint == 3); /* not understood: the usual value */
	fixture_close(&f);
	PASS();
}

/* ---- state spaces ------------------------------------------------------------------------------------- */

struct space {
	const char *text;
	uint64_t states, setups, transitions;
	uint32_t findings;
};

#define HEAD "MACHINE M VARIABLES x INVARIANT x : 0..7 INITIALISATION x := 0 OPERATIONS "

static const struct space spaces[] = {
    {"MACHINE M END", 1, 0, 1, 0},
    {HEAD "a = skip END", 1, 0, 2, 0},
    {HEAD "a = x :: 0..7 END", 8, 0, 65, 0},
    {HEAD "a(y) = PRE y : 0..7 THEN x := 0 END END", 1, 0, 9, 0},
    {HEAD "a = CHOICE x := 1 OR x := 2 OR x := 1 END END", 3, 0, 7, 0},
    {HEAD "a = SELECT x = 0 THEN x := 1 WHEN x <= 1 THEN x := 2 ELSE x := 0 END END", 3, 0, 5, 0},
    {HEAD "a = BEGIN x := (x + 1) mod 8 END; b = PRE x = 5 THEN x := 0 END END", 8, 0, 10, 0},
    {HEAD "a = IF x < 9 THEN x := x + 1 ELSE x := 0 END END", 10, 0, 11, 1},
    {HEAD "a = PRE x < 3 THEN x := x + 1 END END", 4, 0, 4, 1},
    {"MACHINE M CONSTANTS c PROPERTIES c <: 1..3 END", 8, 8, 16, 0},
    {"MACHINE M SETS S = {a, b} CONSTANTS f PROPERTIES f : S --> 1..3 VARIABLES s INVARIANT s : S "
     "INITIALISATION s := a OPERATIONS n = ANY t WHERE t : S & f(t) >= f(s) THEN s := t END END",
     15, 9, 42, 0},
};

static bool explore_one(const struct space *s, enum explore_order order)
{
	struct fixture f;
	fixture_read(&f, "M.mch", s->text);
	if (!fixture_bound(&f)) return false;
	struct explore_options o = {.order = order, .seed = 3};
	struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
	const struct explore_result *r = explore_run(x);
	bool good = r->end == EXPLORE_ALL && r->stats.states == s->states &&
	            r->stats.setups == s->setups && r->stats.transitions == s->transitions &&
	            r->findings.count == s->findings;
	for (uint32_t i = 0; i < r->findings.count; i++) {
		struct explore_trace t;
		explore_trace(x, &r->findings.at[i], &t);
		good &= t.steps.count == r->findings.at[i].depth + 1;
		explore_trace_clear(&t);
	}
	explore_close(x);
	fixture_close(&f);
	return good;
}

TEST spaces_have_their_size(void)
{
	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		ASSERTm(spaces[i].text, explore_one(&spaces[i], EXPLORE_BREADTH));
		ASSERTm(spaces[i].text, explore_one(&spaces[i], EXPLORE_DEPTH));
		ASSERTm(spaces[i].text, explore_one(&spaces[i], EXPLORE_RANDOM));
	}
	PASS();
}

TEST graph_has_all_transitions(void)
{
	struct fixture f;
	struct text dot = {0};
	fixture_read(&f, "M.mch", HEAD "a(y) = PRE y : 0..1 THEN x := y END; r <-- b = r := \"q\" END");
	ASSERT(fixture_bound(&f));
	struct explore_options o = {0};
	struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
	explore_run(x);
	ASSERT(explore_dot(x, &dot));
	ASSERT(strstr(dot.at, "s0 -> s1 [label=\"a(1)\"]"));
	ASSERT(strstr(dot.at, "s1 -> s1 [label=\"\\\"q\\\" <-- b\"]"));
	ASSERT(strstr(dot.at, "s1 [label=\"x = 1\\n\"]"));
	explore_close(x);
	text_clear(&dot);
	fixture_close(&f);
	PASS();
}

static _Atomic int stop_flag = 1;

TEST a_flag_stops_the_search(void)
{
	struct fixture f;
	fixture_read(&f, "M.mch", HEAD "a = x :: 0..7 END");
	ASSERT(fixture_bound(&f));
	struct explore_options o = {.stop = &stop_flag};
	struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
	const struct explore_result *r = explore_run(x);
	ASSERT_EQ(EXPLORE_STOPPED, r->end);
	ASSERT_EQ(0u, r->findings.count);
	explore_close(x);
	fixture_close(&f);
	PASS();
}

static volatile sig_atomic_t is_late;
static _Atomic int late_flag;

static void be_late(int signal)
{
	(void)signal;
	is_late = 1;
	late_flag = 1;
}

/* A state with 9,000 successors, which is visited in parts. */
TEST a_search_goes_on_where_it_was_stopped(void)
{
	struct fixture f;
	fixture_read(&f, "M.mch",
	             "MACHINE M VARIABLES x INVARIANT x : NATURAL INITIALISATION x := 0\n"
	             "OPERATIONS a(p, q) = PRE p : 1..300 & q : 1..300 & (p * q) mod 10 = 0 & x = 0\n"
	             "THEN x := p * 1000 + q END; b = skip END");
	ASSERT(fixture_bound(&f));
	struct explore_options o = {.stop = &late_flag};
	struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
	struct itimerval timer = {{0, 2000}, {0, 2000}}, off = {0};
	signal(SIGALRM, be_late);
	explore_begin(x);
	for (bool more = true; more; late_flag = 0) {
		if (is_late < 1) setitimer(ITIMER_REAL, &timer, NULL);
		more = explore_visit(x, 1, UINT32_MAX, false);
		setitimer(ITIMER_REAL, &off, NULL);
	}
	const struct explore_result *r = explore_end_parts(x);
	uint64_t successors = 0;
	for (uint32_t p = 1; p <= 300; p++)
		for (uint32_t q = 1; q <= 300; q++) successors += p * q % 10 == 0;
	ASSERT(is_late);
	ASSERT_EQ(EXPLORE_ALL, r->end);
	ASSERT_EQ(1 + successors, r->stats.states);
	ASSERT_EQ(r->stats.states, r->stats.explored);
	ASSERT_EQ(1 + successors + r->stats.states, r->stats.transitions);
	explore_close(x);
	fixture_close(&f);
	PASS();
}

/* The way to a state does not take as long as finding it did. */
TEST steps_that_took_long_are_not_executed_again(void)
{
	struct fixture f;
	struct explore_view v;
	struct explore_trace t;
	fixture_read(
	    &f, "M.mch",
	    "MACHINE M VARIABLES s, n INVARIANT s <: NATURAL & n < 20\n"
	    "INITIALISATION s, n := 1..20000, 1\n"
	    "OPERATIONS r <-- next(k) = PRE k = n + 1 & n < 20 THEN\n"
	    "s, n := {x | x : s & x mod k /= 1}, k || r := card({x | x : s & x mod k = 1}) END\n"
	    "END");
	ASSERT(fixture_bound(&f));
	struct explore *x =
	    explore_open(f.project, f.values, &f.universe, &(struct explore_options){0});
	const struct explore_result *r = explore_run(x);
	explore_view(x, &v);
	uint64_t before = eval_effort(v.eval);
	ASSERT(r->findings.count > 0);
	explore_trace(x, &r->findings.at[0], &t);
	ASSERT(eval_effort(v.eval) - before < before / 20);
	ASSERT_EQ(20, t.steps.count);
	ASSERT_EQ(value_integer(f.values, 2), t.steps.at[1].parameters.at[0].value);
	ASSERT_EQ(value_integer(f.values, 10000), t.steps.at[1].results.at[0].value);
	explore_trace_clear(&t);
	explore_close(x);
	fixture_close(&f);
	PASS();
}

SUITE(bounds)
{
	RUN_TEST(sizes_of_sets);
	RUN_TEST(card_option_wins);
	RUN_TEST(card_option_may_not_contradict);
	RUN_TEST(options_are_read);
	RUN_TEST(range_of_integers);
}

SUITE(exploration)
{
	RUN_TEST(spaces_have_their_size);
	RUN_TEST(steps_that_took_long_are_not_executed_again);
	RUN_TEST(graph_has_all_transitions);
	RUN_TEST(a_flag_stops_the_search);
	RUN_TEST(a_search_goes_on_where_it_was_stopped);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(bounds);
	RUN_SUITE(exploration);
	GREATEST_MAIN_END();
}

/* Symmetry of runs: on random machines in which elements are alike, the solver finds its first fault at the same depth as the
 * evaluator, with elements exchanged or not (value precedence); inductions say the same, with all free states or the greatest
 * of their images; and all engines in turns give the same answer while the search of states begins to merge those that are
 * the same up to symmetry. */
#include "tests/greatest.h"

#include "bmc/bmc.h"
#include "tests/fixture.h"
#include "tests/random/random_alike.h"

enum { MOST_DEPTH = 3 };
#define NOWHERE UINT32_MAX

/* Of the first violation of an invariant or deadlock. */
static uint32_t first_depth(const struct explore_result *r)
{
	uint32_t least = NOWHERE;
	for (uint32_t i = 0; i < r->findings.count; i++) {
		const struct explore_finding *f = &r->findings.at[i];
		bool counts = f->kind == EXPLORE_INVARIANT || f->kind == EXPLORE_DEADLOCK;
		if (counts && f->depth < least) least = f->depth;
	}
	return least > MOST_DEPTH ? NOWHERE : least;
}

static uint32_t depth_of_states(struct fixture *f, bool *is_whole)
{
	struct explore_options o = {.all_setups = true, .max_states = 2500};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	*is_whole = explore_run(x)->end == EXPLORE_ALL;
	uint32_t depth = first_depth(explore_result(x));
	explore_close(x);
	return depth;
}

/* *is_known: the solver did not give up. */
static uint32_t depth_of_runs(struct fixture *f, bool finds_symmetry, bool skips_orders,
                              bool *is_known)
{
	struct explore_options o = {0};
	struct run_options options = {.find = RUN_INVARIANT | RUN_DEADLOCK,
	                              .skips_orders = skips_orders};
	options.search.solver = SOLVER_CADICAL;
	options.search.breaks_symmetry = options.search.finds_symmetry = finds_symmetry;
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct run *r = run_open(x, f->project, f->values, &f->universe, &options);
	enum run_answer a = RUN_NONE;
	while (a == RUN_NONE && run_depth(r) <= MOST_DEPTH) a = run_deepen(r);
	*is_known = a == RUN_FOUND || a == RUN_NONE || a == RUN_END;
	uint32_t depth = a == RUN_FOUND ? first_depth(explore_result(x)) : NOWHERE;
	run_close(r);
	explore_close(x);
	return depth;
}

static uint64_t first = 101, runs = 100, known, found;

static bool agrees(struct fixture *f)
{
	bool is_whole, is_known;
	uint32_t wanted = depth_of_states(f, &is_whole);
	if (!is_whole) return true;
	found += wanted != NOWHERE;
	for (uint32_t how = 0; how < 2; how++) {
		uint32_t depth = depth_of_runs(f, true, how, &is_known);
		known += is_known;
		if (is_known && depth != wanted) {
			fprintf(stderr, "depth %d, not %d\n", (int)depth, (int)wanted);
			return false;
		}
	}
	return true;
}

TEST depths_are_the_same(void)
{
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct fixture f;
		if (seed % 2) random_alike_identifiers(seed, &text);
		else random_alike_machine(seed, &text);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		bool ok = agrees(&f);
		if (!ok) fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, text_get(&text));
		ASSERT(ok);
		fixture_close(&f);
		text_clear(&text);
	}
	ASSERT(known > runs && found * 8 > runs);
	PASS();
}

/* Of what is alike in a part of what comes before the steps only, nothing may be demanded. */
static const char *const distinct[] = {
    "CONSTANTS c, d PROPERTIES card(S) = 3 & c : S & d : S & c /= d VARIABLES x INVARIANT x = 0 "
    "INITIALISATION x "
    ":= 0\n"
    "OPERATIONS go(z) = PRE z : S & z /= c & z /= d THEN x := 1 END",
    "CONSTANTS c PROPERTIES card(S) = 3 & c : S VARIABLES x, y INVARIANT x : S & y = 0\n"
    "INITIALISATION x :: S - {c} || y := 0\n"
    "OPERATIONS go(z) = PRE z : S & z /= c & z /= x THEN y := 1 END",
    "CONSTANTS c, f PROPERTIES card(S) = 3 & c : S & f : S --> 0..2 & f(c) = 0 & ran(f) = 0..2 "
    "VARIABLES x "
    "INVARIANT x = 0\n"
    "INITIALISATION x := 0 OPERATIONS go(z) = PRE z : S & f(z) = 1 THEN x := 1 END;\n"
    "to(z) = PRE z : S & f(z) = 2 THEN skip END",
};

TEST what_is_distinct_is_not_ordered(void)
{
	for (uint32_t i = 0; i < sizeof distinct / sizeof *distinct; i++) {
		struct text text = {0};
		struct fixture f;
		bool is_known;
		text_format(&text, "MACHINE M SETS S\n%s\nEND", distinct[i]);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		ASSERT_EQ(1, depth_of_runs(&f, true, false, &is_known));
		ASSERT(is_known);
		fixture_close(&f);
		text_clear(&text);
	}
	PASS();
}

/* ---- inductions ------------------------------------------------------------------------------------------------ */

enum { MOST_CONJUNCTS = 12 };
struct inducted {
	enum run_proof is[MOST_CONJUNCTS + 2];
	uint32_t count;
};

/* Of all together, without deadlocks, and of each conjunct with up to two steps. */
static struct inducted inductions_of(struct fixture *f, bool finds_symmetry)
{
	struct explore_options o = {0};
	struct run_options options = {.find = RUN_INVARIANT | RUN_DEADLOCK};
	struct inducted out = {.count = 2};
	bool is_assertion, has_variables;
	const struct node *n;
	uint32_t steps;
	options.search.solver = SOLVER_CADICAL;
	options.search.breaks_symmetry = options.search.finds_symmetry = finds_symmetry;
	options.search.breaks_at_once = true;
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct run *r = run_open(x, f->project, f->values, &f->universe, &options);
	for (uint32_t i = 0; i < 2 && run_deepen(r) == RUN_NONE;) i++;
	out.is[0] = run_induct(r);
	out.is[1] = run_induct_part(r, RUN_ALL & ~RUN_DEADLOCK, 0);
	for (uint32_t i = 0; i < MOST_CONJUNCTS; i++)
		if ((n = explore_duty(x, i, &is_assertion, &has_variables)))
			out.is[out.count++] = run_induct_conjunct(r, n, 2, 0, &steps);
	run_close(r);
	explore_close(x);
	return out;
}

TEST inductions_are_the_same(void)
{
	uint64_t proved = 0, open = 0;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct fixture f;
		random_alike_machine(seed, &text);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		struct inducted plain = inductions_of(&f, false), ordered = inductions_of(&f, true);
		bool ok = plain.count == ordered.count;
		for (uint32_t i = 0; i < plain.count && ok; i++) {
			ok = plain.is[i] == ordered.is[i];
			proved += plain.is[i] == RUN_PROVED;
			open += plain.is[i] == RUN_NOT_INDUCTIVE;
			if (!ok)
				fprintf(stderr, "seed %llu: induction %u: %d, not %d: %s\n",
				        (unsigned long long)seed, i, (int)ordered.is[i], (int)plain.is[i],
				        text_get(&text));
		}
		ASSERT(ok);
		fixture_close(&f);
		text_clear(&text);
	}
	ASSERT(proved > runs / 2 && open > runs / 2);
	PASS();
}

/* ---- all engines ---------------------------------------------------------------------------------------------- */

struct answered {
	enum check_answer answer;
	uint32_t depth;
};

/* With no symmetry if `from` is 0, else states are merged from so many on. */
static struct answered check_of(struct fixture *f, uint32_t from)
{
	static _Atomic int interrupt, pause;
	enum { MOST_STATES = 2500 };
	struct check_question q = {
	    .project = f->project,
	    .values = f->values,
	    .universe = &f->universe,
	    .runs = {.find = RUN_INVARIANT | RUN_DEADLOCK, .skips_orders = true},
	    .explore = {.max_states = MOST_STATES, .all_setups = from == 0, .auto_from = from},
	    .interrupt = &interrupt,
	    .pause = &pause};
	q.runs.search.solver = SOLVER_CADICAL;
	q.runs.search.breaks_symmetry = q.runs.search.finds_symmetry = from > 0;
	q.explore.symmetry = from ? EXPLORE_AUTO : EXPLORE_PLAIN;
	if (from == 0) q.engines = 1u << CHECK_ENGINE_states;
	struct check *c = check_open(&q);
	const struct check_verdict *v = check_answer(c);
	struct answered r = {v->answer, NOWHERE};
	for (uint32_t i = 0; i < v->result->findings.count; i++) {
		const struct explore_finding *g = &v->result->findings.at[i];
		if (g->severity == DIAG_ERROR && g->depth < r.depth) r.depth = g->depth;
	}
	check_close(c);
	return r;
}

TEST answers_are_the_same(void)
{
	uint64_t same = 0;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct fixture f;
		random_alike_machine(seed, &text);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		struct answered plain = check_of(&f, 0), merged = check_of(&f, 1 + (uint32_t)(seed % 30));
		bool is_sure = plain.answer != CHECK_INCONCLUSIVE && merged.answer != CHECK_INCONCLUSIVE;
		bool ok = !is_sure || (plain.answer == merged.answer && plain.depth == merged.depth);
		same += is_sure;
		if (!ok)
			fprintf(stderr, "seed %llu: %d at %d, and %d at %d: %s\n", (unsigned long long)seed,
			        plain.answer, (int)plain.depth, merged.answer, (int)merged.depth,
			        text_get(&text));
		ASSERT(ok);
		fixture_close(&f);
		text_clear(&text);
	}
	ASSERT(same * 2 > runs);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &runs);
	GREATEST_MAIN_BEGIN();
	RUN_TEST(depths_are_the_same);
	RUN_TEST(what_is_distinct_is_not_ordered);
	RUN_TEST(inductions_are_the_same);
	RUN_TEST(answers_are_the_same);
	printf("%llu runs answered, %llu faults\n", (unsigned long long)known,
	       (unsigned long long)found);
	GREATEST_MAIN_END();
}

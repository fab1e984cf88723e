/* Solver and evaluator on 1,500 random predicates and on those of tests/differ/differential.tsv, on which they
 * once did not agree: see tests/differ/differ.h. A failure is shown with a line
 * for the shell; build/tests/differential --seed N --count 1 tells more. */
#include "tests/greatest.h"

#include "tests/differ/differ.h"

enum { PREDICATES = 1000, SHRUNK = 3, ANSWER = 5 /* seconds */ };

static struct differ_stats stats;
static struct text message; /* shown after the test has ended */
static uint32_t shrunk;

static void tell(const struct differ_task *t, enum differ_kind kind, const char *why)
{
	struct text small = {0};
	struct differ_task shown = *t;
	if (shrunk++ < SHRUNK && kind != DIFFER_TEXT) {
		differ_shrink(t, kind, 5, &small);
		shown.predicate = text_get(&small);
	}
	text_format(&message, "seed %lu: %s\n  ", t->seed, why);
	differ_command(&shown, &message);
	text_clear(&small);
}

TEST agree(uint64_t seed)
{
	struct text predicate = {0}, why = {0};
	struct random_sizes sizes = random_predicate(seed, &predicate);
	struct differ_task t = {
	    text_get(&predicate), sizes, seed, seed % DIFFER_KISSAT_EVERY == 0, ANSWER, false};
	enum differ_kind kind = differ_check(&t, &stats, &why);
	text_clear(&message);
	if (kind) tell(&t, kind, text_get(&why));
	text_clear(&predicate);
	text_clear(&why);
	ASSERTm(text_get(&message), kind == DIFFER_AGREES);
	PASS();
}

SUITE(predicates)
{
	for (uint64_t seed = 1; seed <= PREDICATES; seed++) RUN_TESTp(agree, seed);
}

/* ---- what was found before ----------------------------------------------------------------------- */

TEST agree_again(const char *line, uint32_t number)
{
	struct differ_stats unused = {0};
	struct text why = {0};
	struct random_sizes sizes = {(uint32_t)(line[0] - '0'), (uint32_t)(line[2] - '0')};
	struct differ_task t = {strchr(line, '\t') + 1, sizes, 1, false, ANSWER, false};
	enum differ_kind kind = differ_check(&t, &unused, &why);
	text_clear(&message);
	if (kind) {
		text_format(&message, "tests/differ/differential.tsv:%u: %s\n  ", number, text_get(&why));
		differ_command(&t, &message);
	}
	text_clear(&why);
	differ_stats_clear(&unused);
	ASSERTm(text_get(&message), kind == DIFFER_AGREES);
	PASS();
}

SUITE(found_before)
{
	char *line = NULL;
	size_t room = 0;
	FILE *file = fopen("tests/differ/differential.tsv", "r");
	if (!file) diag_fatal(__FILE__, __LINE__, "tests/differ/differential.tsv cannot be read");
	for (uint32_t number = 1; getline(&line, &room, file) > 0; number++) {
		line[strcspn(line, "\n")] = 0;
		if (line[0] != '#') RUN_TESTp(agree_again, line, number);
	}
	free(line);
	fclose(file);
}

/* ---- are they worth it? -------------------------------------------------------------------------- */

TEST occurs(enum op op)
{
	ASSERT_GTm(op_info(op)->tag, stats.with_op[op], 0);
	PASS();
}

TEST are_balanced(void)
{
	uint64_t all = stats.predicates;
	ASSERT_GT(all, PREDICATES * 98 / 100); /* the others have no type */
	ASSERT_GT(stats.satisfiable, all * 30 / 100);
	ASSERT_GT(stats.unsatisfiable, all * 30 / 100);
	ASSERT_GT(stats.undefined, all * 20 / 100);
	ASSERT_GT(stats.all_compared, all * 90 / 100);
	PASS();
}

TEST are_mostly_decided(void)
{
	ASSERT_LT(stats.inconclusive, (stats.conclusive + stats.inconclusive) * 3 / 100);
	PASS();
}

TEST reach_each_back_end(void)
{
	for (uint32_t i = 0; i < SOLVER_KINDS; i++) {
		if (!solver_is_available((enum solver_kind)i, NULL)) continue;
		ASSERT_GTm(solver_name((enum solver_kind)i), stats.backends[i].with_clauses,
		           PREDICATES / DIFFER_KISSAT_EVERY / 4);
	}
	PASS();
}

TEST depend_on_the_seed_alone(void)
{
	struct text a = {0}, b = {0}, c = {0};
	random_predicate(7, &a);
	random_predicate(7, &b);
	random_predicate(8, &c);
	bool good = strcmp(text_get(&a), text_get(&b)) == 0 && strcmp(text_get(&a), text_get(&c)) != 0;
	text_clear(&a);
	text_clear(&b);
	text_clear(&c);
	ASSERT(good);
	PASS();
}

SUITE(coverage)
{
	for (uint32_t op = 0; op < OP_COUNT; op++)
		if (random_has_op((enum op)op)) RUN_TESTp(occurs, (enum op)op);
	RUN_TEST(are_balanced);
	RUN_TEST(are_mostly_decided);
	RUN_TEST(reach_each_back_end);
	RUN_TEST(depend_on_the_seed_alone);
}

/* ---- the oracle ---------------------------------------------------------------------------------- */

/* Wherever the time ends: while solutions are gathered, while each is evaluated again, or after. */
TEST time_that_ends_is_no_answer(void)
{
	const char *text = "x : 1..20 & !i.(i : POW(1..9) \\ INTER(k).(k : 1..2 | {i}) => x > 0)";
	uint32_t contradictions = 0, lost = 0;
	for (double seconds = 0.002; seconds < 0.1; seconds += 0.004) {
		struct problem p;
		struct oracle o;
		problem_open(&p, text, (struct random_sizes){2, 2}, BOUNDS_MININT, BOUNDS_MAXINT);
		oracle_run(&p, &o, seconds);
		contradictions += o.contradiction != NULL;
		lost += o.is_exact && o.solutions.count != 20;
		oracle_clear(&o);
		problem_close(&p);
	}
	ASSERT_EQ(contradictions, 0);
	ASSERT_EQ(lost, 0);
	PASS();
}

SUITE(oracle) { RUN_TEST(time_that_ends_is_no_answer); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(predicates);
	RUN_SUITE(found_before);
	RUN_SUITE(coverage);
	RUN_SUITE(oracle);
	differ_stats_print(&stats, stdout);
	differ_stats_clear(&stats);
	text_clear(&message);
	GREATEST_MAIN_END();
}

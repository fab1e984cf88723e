/* Turns of engines, with engines that are told what to say: order, slices, who ends it. */
#include "tests/greatest.h"

#include "bmc/schedule.h"
#include "tests/fixture.h"

/* What the engines say, one letter a turn: w waits, g goes on, n nearer, e ended, l late, r reached, o found one,
 * c covered, f found, p proved;
 * at the end the last one again. */
struct script {
	const char *says[4];
	uint32_t turns[4];
	uint64_t given[4][16]; /* effort of each turn */
	uint64_t costs[4];     /* of a turn */
	uint64_t effort;
	char order[64]; /* who had a turn, then in capitals who was opened */
	uint32_t length;
	_Atomic int interrupt;
	uint32_t interrupt_at; /* the number of the turn that sets it; 0: none */
	uint32_t count;
	struct eval *eval; /* with a meter, or NULL */
};

static enum engine_answer answer_of(char c)
{
	static const char letters[] = "wgnelrocfp";
	return (enum engine_answer)(strchr(letters, c) - letters);
}

static void note(struct script *s, char c)
{
	if (s->length + 1 < sizeof s->order) s->order[s->length++] = c;
}

static enum engine_answer turn_of(struct script *s, uint32_t i, uint64_t effort)
{
	const char *says = s->says[i];
	uint32_t n = s->turns[i]++;
	char c = n < strlen(says) ? says[n] : says[strlen(says) - 1];
	if (n < 16) s->given[i][n] = effort;
	if (c == 'w') return ENGINE_WAITS;
	s->effort += s->costs[i];
	note(s, (char)('a' + i));
	if (++s->count == s->interrupt_at) s->interrupt = 1;
	return answer_of(c);
}

static void open_0(void *s) { note(s, 'A'); }
static void open_1(void *s) { note(s, 'B'); }
static void open_3(void *s) { note(s, 'D'); }
static enum engine_answer turn_0(void *s, uint64_t effort) { return turn_of(s, 0, effort); }
static enum engine_answer turn_1(void *s, uint64_t effort) { return turn_of(s, 1, effort); }
static enum engine_answer turn_2(void *s, uint64_t effort) { return turn_of(s, 2, effort); }
static enum engine_answer turn_3(void *s, uint64_t effort) { return turn_of(s, 3, effort); }
static uint64_t effort_of(const void *s) { return ((const struct script *)s)->effort; }

/* As those of check: one that finds, one that has one turn, one that proves, one that comes first and awaits the others. */
static const struct engine engines[] = {
    {{"runs", ENGINE_FINDS, 100, 0, ""}, open_0, turn_0},
    {{"once", ENGINE_PROVES, 100, ENGINE_ONCE, ""}, open_1, turn_1},
    {{"proof", ENGINE_PROVES, 50, 0, ""}, NULL, turn_2},
    {{"first", ENGINE_FINDS, 400, ENGINE_FIRST | ENGINE_AWAITS, ""}, open_3, turn_3},
};

static struct schedule run_with(const struct engine *list, struct script *s, uint32_t selected)
{
	struct schedule q = {.engines = list,
	                     .count = 4,
	                     .selected = selected,
	                     .data = s,
	                     .effort = effort_of,
	                     .eval = s->eval,
	                     .interrupt = &s->interrupt,
	                     .slice = 1000,
	                     .closing = 600};
	schedule_run(&q);
	return q;
}

static struct schedule run(struct script *s, uint32_t selected)
{
	return run_with(engines, s, selected ? selected : 15);
}

static const char *by(const struct schedule *q) { return q->by ? q->by->info.name : ""; }

TEST the_first_may_be_enough(void)
{
	struct script s = {.says = {"g", "g", "g", "c"}};
	struct schedule q = run(&s, 0);
	ASSERT_STR_EQ("Dd", s.order); /* nobody else is opened */
	ASSERT_STR_EQ("first", by(&q));
	ASSERT_EQ_FMT(4000ull, (unsigned long long)s.given[3][0], "%llu");
	schedule_clear(&q);
	PASS();
}

TEST order_and_slices(void)
{
	struct script s = {.says = {"gggf", "e", "wg", "g"}, .costs = {10, 20, 3000, 5}};
	struct schedule q = run(&s, 0);
	/* after its only turn those before it go on; who awaits comes last in a pass */
	ASSERT_STR_EQ("DdABabadacda", s.order);
	ASSERT_STR_EQ("runs", by(&q));
	ASSERT_EQ_FMT(1000ull, (unsigned long long)s.given[0][1], "%llu");
	ASSERT_EQ_FMT(1500ull, (unsigned long long)s.given[0][2], "%llu");
	ASSERT_EQ_FMT(500ull, (unsigned long long)s.given[2][0], "%llu");
	ASSERT_EQ_FMT(750ull, (unsigned long long)s.given[2][1], "%llu");
	ASSERT_EQ_FMT(4000ull, (unsigned long long)s.given[3][1], "%llu");
	/* as much as the others took, which is more than the slice */
	ASSERT_EQ_FMT(4ull * 3010, (unsigned long long)s.given[3][2], "%llu");
	ASSERT_EQ_FMT(9u, q.turns.count, "%u"); /* waiting is no turn */
	ASSERT_STR_EQ("once", q.turns.at[2].engine);
	ASSERT_EQ(ENGINE_ENDED, q.turns.at[2].answer);
	ASSERT_EQ_FMT(20ull, (unsigned long long)q.turns.at[2].effort, "%llu");
	schedule_clear(&q);
	PASS();
}

/* Behind those that may take far more than their slices; before those that await all. */
TEST who_follows_has_a_quarter(void)
{
	struct script s = {.says = {"ggf", "e", "gg", "gg"}, .costs = {8000, 20, 30, 40}};
	struct engine list[4];
	memcpy(list, engines, sizeof list);
	list[2].info.facts = ENGINE_FOLLOWS;
	struct schedule q = run_with(list, &s, 15);
	ASSERT_STR_EQ("DdABabacda", s.order);
	ASSERT_EQ_FMT(1000ull, (unsigned long long)s.given[2][0], "%llu"); /* 50% of 8000 / 4 */
	ASSERT_EQ_FMT(4ull * 8000, (unsigned long long)s.given[3][1], "%llu");
	schedule_clear(&q);
	PASS();
}

/* With what it took before, again and again; then the others have a turn. */
TEST who_comes_nearer_goes_on(void)
{
	struct script s = {.says = {"ggf", "e", "nnnnnnnng", "gg"}, .costs = {8000, 20, 30000, 40}};
	struct engine list[4];
	memcpy(list, engines, sizeof list);
	list[2].info.facts = ENGINE_FOLLOWS;
	struct schedule q = run_with(list, &s, 15);
	ASSERT_STR_EQ("DdABabaccccda", s.order); /* up to twelve times 8000 */
	ASSERT_EQ_FMT(1000ull, (unsigned long long)s.given[2][0], "%llu");
	ASSERT_EQ_FMT(1000ull, (unsigned long long)s.given[2][1], "%llu");
	ASSERT_EQ_FMT(90000ull, (unsigned long long)s.given[2][3], "%llu");
	schedule_clear(&q);
	PASS();
}

TEST the_first_verdict_ends_it(void)
{
	struct script s = {.says = {"g", "p", "g", "g"}};
	struct schedule q = run(&s, 0);
	ASSERT_STR_EQ("DdABab", s.order);
	ASSERT_STR_EQ("once", by(&q));
	schedule_clear(&q);
	PASS();
}

/* What is covered may still be proved by who has not had his only turn. */
TEST covered_or_proved(void)
{
	struct script s = {.says = {"c", "p", "g", "g"}}, t = {.says = {"c", "e", "g", "g"}};
	struct schedule q = run(&s, 0), r = run(&t, 0);
	ASSERT_STR_EQ("DdABab", s.order);
	ASSERT_STR_EQ("once", by(&q));
	ASSERT_STR_EQ("runs", by(&r));
	schedule_clear(&q);
	schedule_clear(&r);
	PASS();
}

TEST nobody_goes_on(void)
{
	struct script s = {.says = {"ge", "e", "g", "ge"}};
	struct schedule q = run(&s, 0);
	ASSERT_STR_EQ("DdABabacdc", s.order);
	ASSERT_STR_EQ("", by(&q));
	schedule_clear(&q);
	PASS();
}

TEST reached_is_enough(void)
{
	struct script s = {.says = {"gr", "e", "g", "g"}};
	struct schedule q = run(&s, 0);
	ASSERT_STR_EQ("DdABabac", s.order);
	schedule_clear(&q);
	PASS();
}

TEST who_was_late_is_called_back(void)
{
	struct script s = {.says = {"gge", "e", "g", "lf"}};
	struct schedule q = run(&s, 0);
	ASSERT_STR_EQ("DdABabacacd", s.order);
	ASSERT_STR_EQ("first", by(&q));
	ASSERT_EQ(SCHEDULE_FOR_EVER, s.given[3][1]);
	schedule_clear(&q);
	PASS();
}

/* A candidate ends the turns: who finds has one more, those who cover last, and a shorter run counts. */
static const struct engine far[] = {
    {{"runs", ENGINE_FINDS | ENGINE_COVERS, 100, 0, ""}, open_0, turn_0},
    {{"proof", ENGINE_PROVES, 50, 0, ""}, open_1, turn_1},
    {{"far", ENGINE_FINDS, 50, ENGINE_FIRST, ""}, NULL, turn_2},
    {{"also", ENGINE_FINDS, 100, ENGINE_FIRST, ""}, open_3, turn_3},
};

static struct schedule run_far(struct script *s) { return run_with(far, s, 15); }

TEST a_candidate_is_not_the_last_word(void)
{
	struct script s = {.says = {"g", "g", "o", "g"}}, t = {.says = {"f", "g", "o", "g"}},
	              u = {.says = {"g", "g", "ggo", "g"}};
	struct schedule q = run_far(&s), r = run_far(&t), v = run_far(&u);
	ASSERT_STR_EQ("cABda", s.order); /* nobody is late */
	ASSERT_STR_EQ("far", by(&q));
	ASSERT_EQ_FMT(600ull, (unsigned long long)s.given[0][0], "%llu");
	ASSERT_STR_EQ("runs", by(&r));
	ASSERT_STR_EQ("cDdABabcdabcda", u.order);
	ASSERT_STR_EQ("far", by(&v));
	schedule_clear(&q);
	schedule_clear(&r);
	schedule_clear(&v);
	PASS();
}

/* They go on as long as somebody covers. */
TEST who_only_finds_does_not_go_on_alone(void)
{
	struct script s = {.says = {"gge", "g", "g", "g"}};
	struct schedule q = run_far(&s);
	ASSERT_STR_EQ("cDdABabcdabcdabcd", s.order);
	ASSERT_STR_EQ("", by(&q));
	schedule_clear(&q);
	PASS();
}

TEST interrupt(void)
{
	struct script s = {.says = {"g", "e", "g", "g"}, .interrupt_at = 1},
	              t = {.says = {"g", "e", "g", "g"}, .interrupt_at = 6};
	struct schedule q = run(&s, 0), r = run(&t, 0);
	ASSERT_STR_EQ("Dd", s.order);
	ASSERT_STR_EQ("DdABabacd", t.order); /* the pass ends; each engine looks at the flag itself */
	ASSERT_STR_EQ("", by(&r));
	schedule_clear(&q);
	schedule_clear(&r);
	PASS();
}

TEST some_of_them(void)
{
	struct script s = {.says = {"ggf", "", "", ""}}, t = {.says = {"", "", "", "g"}};
	struct schedule q = run(&s, 1), r = run(&t, 8);
	ASSERT_STR_EQ("Aaaa", s.order);
	ASSERT_STR_EQ("runs", by(&q));
	ASSERT_STR_EQ("Dd", t.order); /* alone it has one turn, without an end */
	ASSERT_EQ(SCHEDULE_FOR_EVER, t.given[3][0]);
	schedule_clear(&q);
	schedule_clear(&r);
	PASS();
}

TEST effort_has_no_overflow(void)
{
	ASSERT_EQ(SCHEDULE_FOR_EVER, schedule_after(5, SCHEDULE_FOR_EVER));
	ASSERT_EQ(SCHEDULE_FOR_EVER, schedule_after(SCHEDULE_FOR_EVER, 1));
	ASSERT(schedule_after(5, 7) == 12);
	PASS();
}

/* No turn has more than the meter leaves; what engines take beside the evaluator is charged, and a turn that was cut has
 * taken all. */
TEST the_meter_has_an_end(void)
{
	struct fixture f;
	struct script s = {.says = {"g", "e", "g", "g"}, .costs = {900, 10, 400, 900}};
	ASSERT(fixture_open(&f, "M.mch", "MACHINE M END"));
	s.eval = eval_open(f.project, f.values, &f.universe);
	struct meter *m = &f.project->meter;
	*m = (struct meter){.counts = true, .end = 3000, .flags = {&s.interrupt}, .reason = 7};
	struct schedule q = run(&s, 0);
	ASSERT_EQ_FMT(3000ull, (unsigned long long)s.given[3][0], "%llu"); /* and not 4000 */
	ASSERT_EQ_FMT(7, (int)s.interrupt, "%d");
	ASSERT_EQ_FMT(1u, s.turns[3], "%u");
	ASSERT_STR_EQ("Dd", s.order); /* that was all */
	schedule_clear(&q);
	s = (struct script){.says = {"g", "e", "g", "e"}, .costs = {900, 10, 400, 900}, .eval = s.eval};
	*m = (struct meter){.counts = true, .end = 4000, .flags = {&s.interrupt}, .reason = 7};
	q = run(&s, 0);
	ASSERT_EQ_FMT(7, (int)s.interrupt, "%d");
	/* 900 + 900 + 10 + 900 + 400: 890 are left; the last one sees that he is to stop */
	ASSERT_STR_EQ("DdABabacac", s.order);
	ASSERT_EQ_FMT(890ull, (unsigned long long)s.given[0][2], "%llu");
	ASSERT_EQ_FMT(1ull, (unsigned long long)s.given[2][1],
	              "%llu"); /* 0 would be no limit to some */
	ASSERT(meter_left(m) == 0);
	schedule_clear(&q);
	eval_close(s.eval);
	fixture_close(&f);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(the_first_may_be_enough);
	RUN_TEST(order_and_slices);
	RUN_TEST(who_follows_has_a_quarter);
	RUN_TEST(who_comes_nearer_goes_on);
	RUN_TEST(the_first_verdict_ends_it);
	RUN_TEST(covered_or_proved);
	RUN_TEST(nobody_goes_on);
	RUN_TEST(reached_is_enough);
	RUN_TEST(who_was_late_is_called_back);
	RUN_TEST(a_candidate_is_not_the_last_word);
	RUN_TEST(who_only_finds_does_not_go_on_alone);
	RUN_TEST(interrupt);
	RUN_TEST(some_of_them);
	RUN_TEST(effort_has_no_overflow);
	RUN_TEST(the_meter_has_an_end);
	GREATEST_MAIN_END();
}

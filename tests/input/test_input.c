/* Files of others without the command line: sequents and .pog files become obligations, which a prover answers. */
#include "tests/greatest.h"

#include "input/input.h"
#include "tests/fixture.h"

#include <unistd.h>

struct asked {
	struct fixture side;
	struct sequents all;
	struct origins origins;
	enum obligation_status status[8];
};

static void tell(void *data, uint32_t index, struct obligation_answer *a)
{
	((struct asked *)data)->status[index] = a->status;
	obligation_answer_clear(a);
}

/* Answers all that was read; false with errors in the diag. */
static bool answer(struct asked *q)
{
	struct prover_options o = {.is_bare = true, .search = {.seconds = 5}};
	struct fixture *s = &q->side;
	double seconds[8];
	struct prover *p = prover_open(s->project, &s->universe, &s->arena, &o);
	bool good = sequents_add(&q->all, p, s->project, &q->origins);
	REQUIRE(prover_count(p) <= 8);
	for (uint32_t i = 0; i < prover_count(p); i++) seconds[i] = 5;
	if (good) prover_run(p, seconds, tell, q);
	prover_close(p);
	return good;
}

static const char *temporary(const char *content)
{
	static char path[32];
	strcpy(path, "/tmp/bounce_input_XXXXXX");
	FILE *f = fdopen(mkstemp(path), "w");
	REQUIRE(f && fputs(content, f) >= 0 && fclose(f) == 0);
	return path;
}

static void asked_close(struct asked *q)
{
	sequents_clear(&q->all);
	VEC_CLEAR(&q->origins);
	fixture_close(&q->side);
}

TEST sequents_of_a_file(void)
{
	struct asked q = {0};
	const char *path =
	    temporary("- {name: one, hyp: ['x : NATURAL', 'y > x'], goal: 'y > 0'}\n"
	              "- {goal: 'z : 1..9 => z < 9'}\n- {goal: '1 / z = 1', hyp: ['z : 0..1']}\n");
	ASSERT(fixture_open(&q.side, "M.mch", "MACHINE M END"));
	ASSERT(sequents_read(&q.side.arena, &q.side.diag, path, &q.all));
	ASSERT(answer(&q));
	unlink(path);
	ASSERT_EQ_FMT(4u, q.origins.count,
	              "%u"); /* the last one also asks whether its goal has a value */
	ASSERT_EQ_FMT(2u, q.origins.at[3], "%u");
	ASSERT_EQ(OBLIGATION_PROVED, q.status[0]);
	ASSERT_EQ(OBLIGATION_REFUTED, q.status[1]);
	ASSERT_EQ(OBLIGATION_REFUTED, q.status[3]);
	asked_close(&q);
	PASS();
}

TEST what_is_wrong_is_in_the_diag(void)
{
	struct asked q = {0};
	const char *path = temporary("- {name: one, gaol: 'y > 0'}\n");
	ASSERT(fixture_open(&q.side, "M.mch", "MACHINE M END"));
	ASSERT(!sequents_read(&q.side.arena, &q.side.diag, path, &q.all));
	unlink(path);
	ASSERT(q.side.diag.errors > 0);
	ASSERT_STR_EQ("unknown key 'gaol'; did you mean 'goal'?", q.side.diag.messages.at[0].text);
	asked_close(&q);
	PASS();
}

/* ---- formulas that are read when they are asked about ---------------------------------------------------- */

static const char names_of_all[] = "MACHINE M SETS S; T = {a, b} CONSTANTS c, f\n"
                                   "PROPERTIES c : S & f : T --> 0..3 END";

/* The n-th of many: on names of the machine and own ones, some of them refuted, some with a goal that may be undefined, or
 * with contradictory hypotheses. */
static void add_sequent(struct text *out, uint32_t n)
{
	static const char *const goals[] = {"f(a) <= %u",    "{c} <: s",      "x + %u > 2",
	                                    "card(s) <= %u", "%u / x : 0..9", "f(t) + x /= %u",
	                                    "s = S"};
	static const char *const hypotheses[] = {"x : 0..%u", "s <: S", "t : T", "f(b) = %u",
	                                         "x >= %u"};
	text_format(out, "- {name: n%u, hyp: [", n);
	for (uint32_t i = 0; i < 5; i++) {
		text_format(out, "%s\"", i ? ", " : "");
		text_format(out, hypotheses[i], (n + i) % 5 / (1 + i / 4));
		text_add_char(out, '"');
	}
	text_add(out, "], goal: \"");
	text_format(out, goals[n % 7], n / 3 % 5);
	text_add(out, "\"}\n");
}

struct late {
	VEC(int) list; /* statuses; negative: and the hypotheses are contradictory */
};

static void tell_late(void *data, uint32_t index, struct obligation_answer *a)
{
	struct late *all = data;
	(void)index;
	VEC_PUSH(&all->list, a->is_contradictory ? -(int)a->status : (int)a->status);
	obligation_answer_clear(a);
}

/* Answers to the sequents from..to-1 of a file, twice: by a prover and by another one that shares them, in turn. The bytes of
 * the project when all are known. */
static size_t answer_some(uint32_t from, uint32_t to, struct late *out)
{
	struct asked q = {0};
	struct text text = {0};
	struct prover_options o = {.is_bare = true, .search = {.seconds = 60}};
	for (uint32_t i = from; i < to; i++) add_sequent(&text, i);
	const char *path = temporary(text_get(&text));
	text_clear(&text);
	struct fixture *s = &q.side;
	REQUIRE(fixture_open(s, "M.mch", names_of_all));
	REQUIRE(sequents_read(&s->arena, &s->diag, path, &q.all));
	unlink(path);
	struct prover *p[2];
	for (int i = 0; i < 2; i++) p[i] = prover_open(s->project, &s->universe, &s->arena, &o);
	REQUIRE(sequents_add(&q.all, p[0], s->project, &q.origins));
	size_t bytes = s->project->arena.total;
	prover_share(p[1], p[0]);
	uint32_t count = prover_count(p[0]);
	REQUIRE(!prover_obligation(p[0], 0)); /* nothing but labels is in memory */
	double *seconds = calloc(count + 1, sizeof *seconds);
	REQUIRE(seconds);
	for (uint32_t i = 0; i < count; i++) {
		seconds[i] = 60;
		for (int k = 0; k < 2; k++) prover_run(p[k], seconds, tell_late, out);
		seconds[i] = 0;
	}
	free(seconds);
	for (int i = 0; i < 2; i++) prover_close(p[i]);
	asked_close(&q);
	return bytes;
}

/* What was read before and given back plays no part. */
TEST many_are_answered_as_each_alone(void)
{
	enum { MANY = 60 };
	struct late all = {0}, one = {0};
	size_t bytes = answer_some(0, MANY, &all), most = 0, refuted = 0;
	for (uint32_t i = 0; i < MANY; i++) {
		size_t alone = answer_some(i, i + 1, &one);
		if (alone > most) most = alone;
	}
	ASSERT(all.list.count > 2 * MANY); /* some have an obligation more */
	ASSERT_EQ_FMT(one.list.count, all.list.count, "%u");
	uint32_t contradictory = 0;
	for (uint32_t i = 0; i < all.list.count; i++) {
		ASSERT_EQ(one.list.at[i], all.list.at[i]);
		refuted += all.list.at[i] == OBLIGATION_REFUTED;
		contradictory += all.list.at[i] < 0;
	}
	ASSERT(contradictory > MANY / 9);
	ASSERT(refuted > MANY / 4 && refuted < all.list.count - MANY / 4);
	ASSERT(bytes <= most); /* formulas of one are in memory */
	VEC_CLEAR(&all.list);
	VEC_CLEAR(&one.list);
	PASS();
}

/* Anchors of earlier items are known, although these are given back; a warning is not lost, and told once. */
TEST items_one_by_one(void)
{
	struct asked q = {0};
	const char *path =
	    temporary("- {goal: '1 = 1'}\n- {name: a, hyp: &h ['x : 1..3'], goal: 'x > 0'}\n"
	              "- {goal: '2 = 2'}\n- {name: b, hyp: *h, goal: '!D.(D = x => D > 1)'}\n");
	ASSERT(fixture_open(&q.side, "M.mch", "MACHINE M DEFINITIONS D == 7 END"));
	ASSERT(sequents_read(&q.side.arena, &q.side.diag, path, &q.all));
	ASSERT(answer(&q));
	unlink(path);
	ASSERT_EQ(OBLIGATION_PROVED, q.status[1]);
	ASSERT_EQ(OBLIGATION_REFUTED, q.status[3]);
	uint32_t warnings = 0;
	for (uint32_t i = 0; i < q.side.diag.messages.count; i++)
		warnings += strcmp(q.side.diag.messages.at[i].text, "'D' hides a definition") == 0;
	ASSERT_EQ_FMT(1u, warnings, "%u");
	asked_close(&q);
	PASS();
}

TEST items_that_are_wrong(const char *text, const char *message)
{
	struct asked q = {0};
	const char *path = temporary(text);
	ASSERT(fixture_open(&q.side, "M.mch", "MACHINE M END"));
	ASSERT(!sequents_read(&q.side.arena, &q.side.diag, path, &q.all));
	unlink(path);
	ASSERT(q.side.diag.errors > 0);
	ASSERT_STR_EQ(message, q.side.diag.messages.at[0].text);
	asked_close(&q);
	PASS();
}

#define X "<Id value='x' typref='0'/>"
#define ONE "<Integer_Literal value='1' typref='0'/>"

TEST obligations_of_atelier_b(void)
{
	struct asked q = {0};
	struct text machine = {0};
	struct names names;
	struct diag diag;
	struct arena arena;
	const char *path = temporary(
	    "<Proof_Obligations><Define name='inv'><Exp_Comparison op='&gt;i'>" X ONE
	    "</Exp_Comparison></Define><Proof_Obligation><Tag>t</Tag><Definition name='inv'/>"
	    "<Simple_Goal><Goal><Exp_Comparison op='='>" X ONE "</Exp_Comparison></Goal></Simple_Goal>"
	    "</Proof_Obligation><TypeInfos><Type id='0'><Id value='INTEGER'/></Type></TypeInfos>"
	    "</Proof_Obligations>");
	names_init(&names);
	diag_init(&diag, &names);
	arena_init(&arena);
	ASSERT(pog_read(&arena, &diag, path, &q.all, &machine));
	unlink(path);
	ASSERT(fixture_open(&q.side, path, text_get(&machine)));
	sequents_check(&q.all, &arena, q.side.project);
	ASSERT(answer(&q));
	ASSERT_EQ_FMT(1u, q.origins.count, "%u");
	ASSERT_EQ(OBLIGATION_REFUTED, q.status[0]);
	text_clear(&machine);
	asked_close(&q);
	arena_clear(&arena);
	diag_clear(&diag);
	names_clear(&names);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(sequents_of_a_file);
	RUN_TEST(what_is_wrong_is_in_the_diag);
	RUN_TEST(obligations_of_atelier_b);
	RUN_TEST(many_are_answered_as_each_alone);
	RUN_TEST(items_one_by_one);
	RUN_TESTp(items_that_are_wrong, "- {goal: *h}\n", "wrong YAML: found undefined alias");
	RUN_TESTp(items_that_are_wrong, "- &a {goal: '1 = 1'}\n- &a {goal: '1 = 1'}\n",
	          "wrong YAML: found duplicate anchor");
	RUN_TESTp(items_that_are_wrong, "- {goal: '1 = 1'}\n---\n- {goal: '1 = 1'}\n",
	          "a second document: everything is written as one sequence");
	RUN_TESTp(items_that_are_wrong, "goal: '1 = 1'\n", "expected a sequence, found a mapping");
	RUN_TESTp(items_that_are_wrong, "- {goal: '1 = 1'\n",
	          "wrong YAML: did not find expected ',' or '}'");
	GREATEST_MAIN_END();
}

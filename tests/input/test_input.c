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
	GREATEST_MAIN_END();
}

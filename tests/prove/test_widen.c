/* Obligations that are proved although sets have open sizes, against the same ones with larger sets. test_widen SEED COUNT asks about
 * others. */
#include "tests/greatest.h"

#include "prove/stages.h"
#include "tests/fixture.h"
#include "tests/random/random_sizes.h"

enum { LARGEST = 6, SECONDS = 60 };

static struct {
	uint32_t machines, asked, proved, widened, refuted;
} stats;
static struct text message;

static void tell_nothing(void *data, uint32_t index)
{
	(void)data;
	(void)index;
}

/* By number of the obligation: is it said to hold for all sizes? */
struct claims {
	VEC(bool) is_proved;
};

static void collect(const struct stages *s, struct claims *out)
{
	for (uint32_t i = 0; i < s->list.count; i++) {
		enum obligation_status is = judged_status(&s->list.at[i]);
		VEC_PUSH(&out->is_proved, is == OBLIGATION_PROVED);
		stats.asked++;
		stats.proved += is == OBLIGATION_PROVED;
		stats.widened += s->list.at[i].enough > 0;
	}
}

static void claim(const char *text, uint32_t grow, struct claims *out)
{
	struct fixture f;
	_Atomic int stop = 0;
	fixture_read(&f, "M.mch", text);
	struct stages s = {.options = {.grow = grow}, .project = f.project, .arena = &f.arena};
	s.options.prover.search = (struct search_options){.seconds = SECONDS, .interrupt = &stop};
	s.options.prover.effort = EVAL_EFFORT_PER_SECOND / 8;
	s.bounds.usual_size = 1;
	s.tell = tell_nothing;
	if (stages_open(&s)) {
		stages_list(&s);
		for (uint32_t i = 0; i < s.list.count; i++) s.list.at[i].is_selected = true;
		stages_run(&s);
		collect(&s, out);
	}
	stages_close(&s);
	fixture_close(&f);
}

struct confirmed {
	const struct claims *claims;
	bool is_right;
};

static void look(void *data, uint32_t index, struct obligation_answer *a)
{
	struct confirmed *c = data;
	bool is_refuted = a->status == OBLIGATION_REFUTED;
	stats.refuted += is_refuted;
	if (is_refuted && c->claims->is_proved.at[index]) c->is_right = false;
	obligation_answer_clear(a);
}

/* Is none of them refuted with so many elements? */
static bool holds_with(const char *text, uint32_t size, const struct claims *claims)
{
	struct fixture f;
	struct confirmed c = {claims, true};
	_Atomic int stop = 0;
	fixture_read(&f, "M.mch", text);
	f.bounds.usual_size = size;
	if (fixture_bound(&f)) {
		struct prover_options o = {.search = {.seconds = SECONDS, .interrupt = &stop},
		                           .effort = EVAL_EFFORT_PER_SECOND / 8};
		struct prover *p = prover_open(f.project, &f.universe, &f.arena, &o);
		double *seconds = ARENA_ARRAY(&f.arena, claims->is_proved.count + 1, double);
		REQUIRE(prover_count(p) == claims->is_proved.count);
		for (uint32_t i = 0; i < claims->is_proved.count; i++) seconds[i] = SECONDS;
		prover_run(p, seconds, look, &c);
		prover_close(p);
	}
	fixture_close(&f);
	return c.is_right;
}

TEST machine(uint64_t seed)
{
	struct text text = {0}, more = {0};
	struct claims claims = {0};
	bool right = true;
	random_sizes_machine(seed, &text, &more);
	stats.machines++;
	claim(text_get(&text), 1 + (uint32_t)(seed % 3), &claims);
	for (uint32_t size = 2; claims.is_proved.count && size <= LARGEST; size++)
		right &= holds_with(text_get(&text), size, &claims);
	text_clear(&message);
	text_format(&message, "seed %lu: %s", seed, text_get(&text));
	text_clear(&text);
	text_clear(&more);
	VEC_CLEAR(&claims.is_proved);
	ASSERTm(text_get(&message), right);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 30;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(machine, first + i);
	printf("%u machines, %u obligations: %u proved, %u of them as larger sets need not be looked "
	       "at; %u refuted\n",
	       stats.machines, stats.asked, stats.proved, stats.widened, stats.refuted);
	text_clear(&message);
	GREATEST_MAIN_END();
}

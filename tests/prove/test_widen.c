/* Obligations that are proved although sets have open sizes, against the same ones with larger sets; and such that are proved for any
 * MININT < 0 < MAXINT, against some of these. test_widen SEED COUNT asks about others. */
#include "tests/greatest.h"

#include "prove/stages.h"
#include "tests/fixture.h"
#include "tests/random/random_range.h"
#include "tests/random/random_sizes.h"

enum { LARGEST = 6, SECONDS = 60 };

static struct {
	uint32_t machines, asked, proved, widened, any_maxint, large, only_large, refuted;
} stats;
static struct text message;

static void tell_nothing(void *data, uint32_t index)
{
	(void)data;
	(void)index;
}

/* By number of the obligation: is it said to hold for all sizes, and whatever MAXINT? */
struct claims {
	VEC(bool) is_proved;
	VEC(bool) is_proved_for_large; /* -2147483647..2147483647 */
};

static void collect(const struct stages *s, struct claims *out)
{
	for (uint32_t i = 0; i < s->list.count; i++) {
		enum obligation_status is = judged_status(&s->list.at[i]);
		const struct obligation_answer *a = s->list.at[i].answer;
		VEC_PUSH(&out->is_proved, is == OBLIGATION_PROVED && !a->is_for_maxint);
		bool is_large = s->list.at[i].large == LARGE_PROVED;
		VEC_PUSH(&out->is_proved_for_large, is_large && is != OBLIGATION_PROVED_FOR_SIZES);
		stats.any_maxint += s->list.at[i].any_maxint;
		stats.large += is_large;
		stats.only_large += s->list.at[i].is_of_large;
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
	const bool *is_proved;
	bool is_right;
};

static void look(void *data, uint32_t index, struct obligation_answer *a)
{
	struct confirmed *c = data;
	bool is_refuted = a->status == OBLIGATION_REFUTED;
	stats.refuted += is_refuted;
	if (is_refuted && c->is_proved[index]) c->is_right = false;
	obligation_answer_clear(a);
}

/* What is not as usual. */
struct usual {
	uint32_t size;
	int64_t low, high; /* both 0: MININT..MAXINT as usual */
};

/* Is none of them refuted with these bounds? */
static bool holds_with(const char *text, const struct usual *u, const struct claims *claims)
{
	bool is_large = u->high == BOUNDS_COMPUTER;
	struct fixture f;
	struct confirmed c = {is_large ? claims->is_proved_for_large.at : claims->is_proved.at, true};
	_Atomic int stop = 0;
	fixture_read(&f, "M.mch", text);
	f.bounds.usual_size = u->size;
	struct bounds_fit range = {.has_range = u->low < u->high, .low = u->low, .high = u->high};
	f.bounds.fit = &range;
	f.bounds.is_near = is_large; /* else they are drawn from there */
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

static void describe(uint64_t seed, struct text *machine)
{
	text_clear(&message);
	text_format(&message, "seed %lu: %s", seed, text_get(machine));
	text_clear(machine);
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
		right &= holds_with(text_get(&text), &(struct usual){.size = size}, &claims);
	describe(seed, &text);
	text_clear(&more);
	VEC_CLEAR(&claims.is_proved);
	VEC_CLEAR(&claims.is_proved_for_large);
	ASSERTm(text_get(&message), right);
	PASS();
}

TEST range(uint64_t seed)
{
	static const struct usual others[] = {{1, -1, 1},
	                                      {1, -1, 2},
	                                      {1, -3, 1},
	                                      {1, -2, 3},
	                                      {1, -1, 6},
	                                      {1, -7, 7},
	                                      {1, -BOUNDS_COMPUTER, BOUNDS_COMPUTER}};
	struct text text = {0};
	struct claims claims = {0};
	bool right = true;
	random_range_machine(seed, &text);
	stats.machines++;
	claim(text_get(&text), 1, &claims);
	for (size_t i = 0; claims.is_proved.count && i < sizeof others / sizeof *others; i++)
		right &= holds_with(text_get(&text), &others[i], &claims);
	describe(seed, &text);
	VEC_CLEAR(&claims.is_proved);
	VEC_CLEAR(&claims.is_proved_for_large);
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
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(range, first + i);
	printf("%u machines, %u obligations: %u proved, %u of them as larger sets need not be looked "
	       "at, %u whatever MAXINT; %u for a large one only, %u refuted by it only; %u refuted\n",
	       stats.machines, stats.asked, stats.proved, stats.widened, stats.any_maxint, stats.large,
	       stats.only_large, stats.refuted);
	text_clear(&message);
	GREATEST_MAIN_END();
}

/* Machines that are proved for all sizes of sets, against exploration with sets of one to five elements. test_every_size SEED COUNT asks about
 * others. */
#include "tests/greatest.h"

#include "prove/prove.h"
#include "tests/fixture.h"
#include "tests/random/random_sizes.h"

enum { LARGEST = 5 };

static struct {
	uint32_t machines, proved;
} stats;
static struct text message;

/* The last conjunct of the invariant is told besides. */
static bool is_proved(struct fixture *f, const char *last)
{
	const struct node *more = last ? project_formula(f->project, last, NULL) : NULL;
	struct prover_options o = {.more = &more,
	                           .more_count = more != NULL,
	                           .search.solver = SOLVER_AUTO,
	                           .search.seconds = 60,
	                           .effort = EVAL_EFFORT_PER_SECOND / 8};
	_Atomic int stop = 0;
	struct invariance i = prover_every_size(f->project, &f->universe, &o, &stop);
	return i.is_proved && !i.is_for_sizes;
}

static bool has_fault(const char *text, uint32_t size)
{
	struct fixture f;
	fixture_read(&f, "M.mch", text);
	f.bounds.usual_size = size;
	bool has = false;
	if (fixture_bound(&f)) {
		struct explore_options o = {.is_strict = true, .max_states = 3000};
		struct explore *x = explore_open(f.project, f.values, &f.universe, &o);
		const struct explore_result *r = explore_run(x);
		for (uint32_t i = 0; i < r->findings.count; i++)
			has |= r->findings.at[i].severity == DIAG_ERROR &&
			       r->findings.at[i].kind != EXPLORE_NO_INITIAL_STATE;
		explore_close(x);
	}
	fixture_close(&f);
	return has;
}

/* With it, where it is not told. */
static void write_whole(const char *text, const char *more, struct text *out)
{
	const char *end = strstr(text, "\nINITIALISATION");
	text_format(out, "%.*s", (int)(end - text), text);
	if (*more) text_format(out, "\n& %s", more);
	text_add(out, end);
}

static bool machine_is_right(const char *text, const char *more)
{
	struct fixture f;
	stats.machines++;
	bool proved = fixture_open(&f, "M.mch", text) && is_proved(&f, *more ? more : NULL),
	     right = true;
	if (f.diag.errors && getenv("SHOW"))
		fprintf(stderr, "%s: %s\n", text, f.diag.messages.at[0].text);
	fixture_close(&f);
	stats.proved += proved;
	struct text whole = {0};
	write_whole(text, more, &whole);
	for (uint32_t size = 1; proved && size <= LARGEST; size++)
		right &= !has_fault(text_get(&whole), size);
	text_clear(&whole);
	return right;
}

TEST machine(uint64_t seed)
{
	struct text text = {0}, more = {0};
	random_sizes_machine(seed, &text, &more);
	bool right = machine_is_right(text_get(&text), text_get(&more));
	text_clear(&message);
	text_format(&message, "seed %lu: %swith %s", seed, text_get(&text), text_get(&more));
	text_clear(&text);
	text_clear(&more);
	ASSERTm(text_get(&message), right);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 60;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(machine, first + i);
	printf("%u machines, %u proved for all sizes\n", stats.machines, stats.proved);
	text_clear(&message);
	GREATEST_MAIN_END();
}

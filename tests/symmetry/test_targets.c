/* Where states are merged, a transition leads to the one that is kept: an image of what the operation really led to. On random machines
 * the outcome that the evaluator has and the state that is told agree in all that no renaming of elements changes:
 * integers, and how many elements sets have, and their elements; while the search begins to merge, too. */
#include "tests/greatest.h"

#include "explore/explore.h"
#include "tests/fixture.h"
#include "tests/random/random_alike.h"

static uint64_t first = 1, runs = 100, transitions, merged;

struct told {
	uint64_t outcome; /* what does not change of it */
	uint32_t target;
};

struct watching {
	struct fixture *fixture;
	struct explore *explore;
	struct explore_view view;
	VEC(struct told) list;
};

/* The same for all images: the order of elements does not count. */
static uint64_t unchanged(struct values *s, value v)
{
	uint64_t sum = 0;
	switch (value_kind(s, v)) {
	case VALUE_PAIR:
		return 31 * unchanged(s, value_first(s, v)) + 17 * unchanged(s, value_second(s, v)) + 5;
	case VALUE_SET:
		for (uint64_t i = 0; i < value_count(s, v); i++) {
			uint64_t h = unchanged(s, value_at(s, v, i)) + 0x9e3779b9u;
			sum += h * h;
		}
		return sum + 7 * value_count(s, v) + 3;
	case VALUE_INTEGER:
	case VALUE_BOOL: return v;
	default: return 1;
	}
}

static uint64_t unchanged_of_state(struct watching *w)
{
	uint64_t h = 0;
	for (uint32_t i = 0; i < w->view.variable_count; i++)
		h = h * 1000003 +
		    unchanged(w->fixture->values, eval_get(w->view.eval, w->view.variables[i]));
	return h;
}

static void visit(void *data, uint32_t state)
{
	(void)data;
	(void)state;
}

static void transition(void *data, uint32_t operation, const value *label, uint32_t target)
{
	struct watching *w = data;
	(void)operation;
	(void)label;
	VEC_PUSH(&w->list, ((struct told){unchanged_of_state(w), target}));
}

static bool explores(struct fixture *f, enum explore_symmetry how, uint32_t from)
{
	enum { MOST_STATES = 1500 };
	struct watching w = {.fixture = f};
	struct explore_watcher watcher = {visit, transition, &w};
	struct explore_options o = {.max_states = MOST_STATES,
	                            .symmetry = how,
	                            .auto_from = from,
	                            .without_memo = true, /* so that the evaluator has the outcome */
	                            .watcher = &watcher};
	bool good = true;
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	explore_view(x, &w.view);
	const struct explore_result *r = explore_run(x);
	for (uint32_t i = 0; i < w.list.count && good; i++) {
		good =
		    explore_load(x, w.list.at[i].target) && unchanged_of_state(&w) == w.list.at[i].outcome;
		transitions++;
	}
	merged += r->is_quotient;
	explore_close(x);
	VEC_CLEAR(&w.list);
	return good;
}

TEST targets_are_images(void)
{
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct text text = {0};
		struct fixture f;
		random_alike_machine(seed, &text);
		ASSERT(fixture_open(&f, "M.mch", text_get(&text)));
		bool ok = explores(&f, EXPLORE_AUTO, 2 + (uint32_t)(seed % 40)) &&
		          explores(&f, EXPLORE_CANONICAL, 0);
		if (!ok) fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, text_get(&text));
		ASSERT(ok);
		fixture_close(&f);
		text_clear(&text);
	}
	ASSERT(merged > runs);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &runs);
	GREATEST_MAIN_BEGIN();
	RUN_TEST(targets_are_images);
	printf("%llu transitions, %llu explorations merged states\n", (unsigned long long)transitions,
	       (unsigned long long)merged);
	GREATEST_MAIN_END();
}

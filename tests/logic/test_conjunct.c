/* Conjuncts one by one, against plain recursion. */
#include "tests/greatest.h"

#include "logic/logic.h"

static struct arena arena;

enum { MOST = 4000 };

struct found {
	const struct node *at[MOST];
	uint32_t count;
};

static void split(const struct node *n, bool keeps_labelled, struct found *out)
{
	if (n->op != OP_AND || (keeps_labelled && n->name)) out->at[out->count++] = n;
	else
		for (uint32_t i = 0; i < n->count; i++) split(n->kid[i], keeps_labelled, out);
}

static bool is_same(const struct node *n)
{
	static struct found all, labelled;
	uint32_t count = 0, labelled_count = 0;
	all.count = labelled.count = 0;
	split(n, false, &all);
	split(n, true, &labelled);
	EACH_CONJUNCT(c, n)
		if (count >= all.count || c.now != all.at[count++]) return false;
	EACH_LABELLED(c, n)
		if (labelled_count >= labelled.count || c.now != labelled.at[labelled_count++])
			return false;
	return count == all.count && count == conjunct_count(n) && labelled_count == labelled.count;
}

static const struct node *leaf(void) { return build_truth(&arena, (struct pos){0}, true); }

static struct node *both(const struct node *x, const struct node *y)
{
	return build_op(&arena, OP_AND, (struct pos){0}, x, y);
}

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

static const struct node *random_tree(uint32_t *state, uint32_t depth, const struct node *shared)
{
	uint32_t kind = next_random(state) >> 16, count = (next_random(state) >> 16) % 4;
	if (depth == 0 || kind % 4 == 0) return kind % 8 ? leaf() : shared;
	struct node *n = node_new(&arena, OP_AND, (struct pos){0}, count);
	for (uint32_t i = 0; i < count; i++) n->kid[i] = random_tree(state, depth - 1, shared);
	if (kind % 16 == 1) n->name = "label";
	return n;
}

TEST random_trees(void)
{
	uint32_t state = 1;
	const struct node *shared = both(leaf(), both(leaf(), leaf()));
	for (uint32_t i = 0; i < 500; i++) ASSERT(is_same(random_tree(&state, 2 + i % 12, shared)));
	PASS();
}

TEST deep_trees(void)
{
	const struct node *left = leaf(), *right = leaf(), *mixed = leaf();
	for (uint32_t i = 0; i < 200; i++) {
		left = both(left, leaf());
		right = both(leaf(), right);
		mixed = i % 3 ? both(mixed, leaf()) : both(both(leaf(), mixed), leaf());
		ASSERT(is_same(left) && is_same(right) && is_same(mixed));
	}
	PASS();
}

TEST nothing(void)
{
	EACH_CONJUNCT(c, NULL) FAIL();
	ASSERT_EQ(0, conjunct_count(NULL));
	ASSERT_EQ(1, conjunct_count(leaf()));
	PASS();
}

TEST negations(void)
{
	bool is_negated = true;
	const struct node *n = leaf();
	ASSERT_EQ(n, conjunct_positive(build_not(&arena, build_not(&arena, n)), &is_negated));
	ASSERT(is_negated);
	ASSERT_EQ(n, conjunct_positive(build_not(&arena, n), &is_negated));
	ASSERT_FALSE(is_negated);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	arena_init(&arena);
	RUN_TEST(random_trees);
	RUN_TEST(deep_trees);
	RUN_TEST(nothing);
	RUN_TEST(negations);
	arena_clear(&arena);
	GREATEST_MAIN_END();
}

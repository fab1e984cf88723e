/* Relations of random machines are those of brute force over all states; matrices of machines that others have printed. With
 * arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "tests/fixture.h"
#include "tests/relate/brute.h"
#include "tests/relate/small.h"

static struct text message;
static struct {
	uint64_t machines, skipped, states, yes, no, unknown;
} sum;

/* ---- random machines ------------------------------------------------------------------------------------------ */

static bool same(const char *what, uint32_t a, uint32_t b, enum relate_truth t, bool is)
{
	sum.yes += t == RELATE_YES;
	sum.no += t == RELATE_NO;
	sum.unknown += t == RELATE_UNKNOWN;
	if (t == RELATE_UNKNOWN || (t == RELATE_YES) == is) return true;
	text_format(&message, "%s %u %u: relate says %s\n", what, a, b, t == RELATE_YES ? "yes" : "no");
	return false;
}

static bool agree_on_tables(struct relate *r, const struct brute *b)
{
	uint32_t count = relate_count(r);
	bool good = true;
	for (uint32_t i = 0; i <= count; i++)
		for (uint32_t j = 0; j < count; j++)
			for (uint32_t c = 0; c < RELATE_CHANGES; c++)
				good &= same(relate_change_name((enum relate_change)c), i, j,
				             relate_change(r, i, j, (enum relate_change)c, NULL),
				             b->changes[i][j] >> c & 1);
	for (uint32_t i = 0; i < count; i++) {
		good &= same("feasible", i, i, relate_feasible(r, i), b->feasible[i]);
		for (uint32_t j = 0; j <= i; j++)
			good &= same("coenabled", i, j, relate_coenabled(r, i, j, NULL), b->coenabled[i][j]);
		for (uint32_t j = 0; j < relate_conjunct_count(r); j++) {
			good &= same("makes true", i, j, relate_makes(r, i, j, true), b->effects[i][j] & 1);
			good &= same("makes false", i, j, relate_makes(r, i, j, false), b->effects[i][j] & 2);
		}
	}
	return good;
}

static bool agree(struct fixture *f, bool with_invariant)
{
	struct explore_options o = {.alone = true};
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct relate_question q = {.project = f->project,
	                            .values = f->values,
	                            .universe = &f->universe,
	                            .explore = x,
	                            .hypothesis = with_invariant ? RELATE_INVARIANT : RELATE_TYPES,
	                            .solver = SOLVER_AUTO};
	struct relate *r = relate_open(&q);
	static struct brute b;
	bool good = true;
	if (!relate_is_stuck(r) && !relate_is_cut(r) && brute_run(&b, r, x, with_invariant)) {
		relate_matrix(r);
		good = agree_on_tables(r, &b) && !relate_is_doubtful(r);
		if (relate_is_doubtful(r)) text_add(&message, "doubtful\n");
		sum.machines++;
		sum.states += b.states;
	} else {
		sum.skipped++;
	}
	relate_close(r);
	explore_close(x);
	return good;
}

TEST random_machines_are_as_brute_force_says(uint64_t seed)
{
	struct text text = {0};
	struct fixture f;
	small_machine(seed, &text);
	text_clear(&message);
	text_format(&message, "seed %lu\n%s", seed, text_get(&text));
	bool is_read = fixture_open(&f, "M.mch", text_get(&text));
	if (!is_read) diag_print(&f.diag, &message);
	ASSERTm(text_get(&message), is_read && agree(&f, seed % 3 == 0));
	fixture_close(&f);
	text_clear(&text);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 100;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = 0; i < count; i++)
		RUN_TESTp(random_machines_are_as_brute_force_says, first + i);
	printf("%lu machines, %lu skipped, %lu states, %lu yes, %lu no, %lu unknown\n", sum.machines,
	       sum.skipped, sum.states, sum.yes, sum.no, sum.unknown);
	text_clear(&message);
	GREATEST_MAIN_END();
}

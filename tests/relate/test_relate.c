/* Relations of random machines are those of brute force over all states; matrices of machines that others have printed. With
 * arguments FIRST COUNT it takes other seeds. */
#include "tests/greatest.h"

#include "tests/fixture.h"
#include "tests/relate/brute.h"
#include "tests/relate/small.h"

static struct text message;
static struct {
	uint64_t machines, skipped, states, yes, no, unknown, closed, mutexes, independence[6];
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

static bool agree_on_invariants(struct relate *r, const struct brute *b)
{
	bool good = true;
	relate_invariants(r);
	for (uint32_t i = 0; i < relate_count(r); i++)
		for (uint32_t k = 0; k < relate_invariant_count(r); k++) {
			enum relate_keep keep = relate_keeps(r, i, k, NULL);
			enum relate_truth t = keep == RELATE_KEEP_UNKNOWN ? RELATE_UNKNOWN
			                      : keep == RELATE_BREAKS     ? RELATE_YES
			                                                  : RELATE_NO;
			if (b->with_invariant) good &= same("breaks", i, k, t, b->breaks[i][k]);
			else if (keep == RELATE_UNTOUCHED || keep == RELATE_KEEPS_ALONE)
				good &= same("breaks alone", i, k, RELATE_NO, b->breaks[i][k]);
		}
	return good;
}

/* With choices of its own, an operation may commute although one choice does not. */
static bool has_one_outcome(const struct operation *o)
{
	return o->parameters->count == 0 && o->body->op == OP_S_SELECT && o->body->count == 2 &&
	       o->body->kid[1]->op == OP_S_ASSIGN;
}

static bool agree_on_independence(struct relate *r, struct brute *b)
{
	bool good = true;
	relate_commute(r);
	for (uint32_t i = 0; i < relate_count(r); i++)
		for (uint32_t k = 0; k <= i; k++) {
			enum relate_independence is = relate_independence(r, i, k);
			bool commutes = brute_commute(b, i, k);
			if (b->is_over) return good;
			bool is_sure =
			    has_one_outcome(relate_operation(r, i)) && has_one_outcome(relate_operation(r, k));
			bool says_yes =
			    is == RELATE_APART || is == RELATE_INDEPENDENT || is == RELATE_NOT_TOGETHER;
			sum.independence[is]++;
			if (says_yes ? commutes : !(is == RELATE_DEPENDENT && is_sure && commutes)) continue;
			text_format(&message, "%u and %u are %s, says relate\n", i, k,
			            relate_independence_name(is));
			good = false;
		}
	return good;
}

/* What is inductive holds in every state that can be reached. */
static bool agree_on_induction(struct fixture *f, struct relate *r)
{
	struct explore_options o = {.alone = true, .max_states = 3000};
	bool good = true;
	relate_induct(r);
	if (!relate_is_closed(r)) return true;
	struct explore *x = explore_open(f->project, f->values, &f->universe, &o);
	struct explore_view v;
	explore_run(x);
	explore_view(x, &v);
	for (uint32_t s = 0; explore_load(x, s) && good; s++) {
		for (uint32_t k = 0; k < relate_invariant_count(r) && good; k++) {
			if (!relate_is_inductive(r, k)) continue;
			good = eval_predicate(v.eval, relate_invariant(r, k, NULL)) == EVAL_TRUE;
			if (!good) text_format(&message, "invariant %u is false in a reachable state\n", k);
		}
		for (uint32_t k = 0; k < relate_mutex_count(r) && good; k++) {
			struct relate_mutex m = relate_mutex(r, k);
			good = eval_predicate(v.eval, relate_conjunct(r, m.a)) != EVAL_TRUE ||
			       eval_predicate(v.eval, relate_conjunct(r, m.b)) != EVAL_TRUE;
			if (!good) text_format(&message, "conjuncts %u and %u are true together\n", m.a, m.b);
		}
	}
	for (uint32_t k = 0; k < relate_mutex_count(r); k++)
		sum.mutexes += !relate_mutex(r, k).is_trivial;
	sum.closed++;
	explore_close(x);
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
		good = agree_on_tables(r, &b);
		good = agree_on_invariants(r, &b) && good;
		good = agree_on_independence(r, &b) && good;
		good = agree_on_induction(f, r) && good && !relate_is_doubtful(r);
		if (relate_is_doubtful(r)) text_add(&message, "doubtful\n");
		sum.machines++;
		sum.states += b.states;
	} else {
		sum.skipped++;
	}
	brute_clear(&b);
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
	printf("%lu closed, %lu exclusions that are not trivial\n", sum.closed, sum.mutexes);
	for (int i = 0; i < 6; i++)
		printf("%s %lu\n", relate_independence_name((enum relate_independence)i),
		       sum.independence[i]);
	text_clear(&message);
	GREATEST_MAIN_END();
}

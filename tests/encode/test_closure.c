/* Closure and iteration in the encoder (encode/sym/closure.c): pair by pair a relation is said to have or not to have it, so that
 * it is symbolic, and closure1(r) and iterate(r, 2) must be what Warshall's algorithm and a product of matrices say. Their values are
 * compared in tests/value/test_algebra_random.c, their meaning is in tests/eval/meaning.tsv. `test_closure FIRST COUNT` has
 * other relations. */
#include "tests/greatest.h"

#include "search/search.h"
#include "tests/fixture.h"

enum { NODES = 5 };

static const char machine[] =
    "MACHINE M CONSTANTS r, c, i PROPERTIES r <: (0..4) * (0..4) & c : INTEGER <-> INTEGER & "
    "i : INTEGER <-> INTEGER END";

struct matrix {
	bool has[NODES][NODES];
};

static uint64_t first = 1, count = 25;

static struct matrix random_matrix(uint64_t seed)
{
	struct matrix m = {0};
	uint64_t x = hash_mix(seed, 0x452821e638d01377u);
	unsigned among = 2 + (unsigned)(x >> 32) % 4; /* one pair of so many is there */
	for (unsigned a = 0; a < NODES; a++)
		for (unsigned b = 0; b < NODES; b++) {
			x = hash_mix(x, a * NODES + b);
			m.has[a][b] = (x >> 32) % among == 0;
		}
	return m;
}

static struct matrix closure_of(struct matrix m)
{
	for (unsigned k = 0; k < NODES; k++)
		for (unsigned a = 0; a < NODES; a++)
			for (unsigned b = 0; b < NODES; b++) m.has[a][b] |= m.has[a][k] && m.has[k][b];
	return m;
}

static struct matrix squared(const struct matrix *m)
{
	struct matrix s = {0};
	for (unsigned a = 0; a < NODES; a++)
		for (unsigned k = 0; k < NODES; k++)
			for (unsigned b = 0; b < NODES; b++) s.has[a][b] |= m->has[a][k] && m->has[k][b];
	return s;
}

static bool is_that(struct fixture *f, value v, const struct matrix *m)
{
	uint64_t pairs = 0;
	for (unsigned a = 0; a < NODES; a++)
		for (unsigned b = 0; b < NODES; b++) {
			value pair =
			    value_pair(f->values, value_integer(f->values, a), value_integer(f->values, b));
			if (value_in(f->values, v, pair) != m->has[a][b]) return false;
			pairs += m->has[a][b];
		}
	return value_count(f->values, v) == pairs;
}

static struct decl *find(const struct fixture *f, const char *own)
{
	const struct machine *m = f->project->main;
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (strcmp(m->decls.at[i]->name, own) == 0) return m->decls.at[i];
	return NULL;
}

static void ask(const struct matrix *m, struct text *out)
{
	text_add(out, "r <: (0..4) * (0..4) & c = closure1(r) & i = iterate(r, 2)");
	for (unsigned a = 0; a < NODES; a++)
		for (unsigned b = 0; b < NODES; b++)
			text_format(out, " & %u |-> %u %s r", a, b, m->has[a][b] ? ":" : "/:");
}

TEST agrees_with_warshall(uint64_t seed)
{
	struct matrix m = random_matrix(seed), closure = closure_of(m), square = squared(&m);
	struct fixture f;
	struct text question = {0};
	VEC(const struct node *) conjuncts = {0};
	ASSERT(fixture_open(&f, "M.mch", machine));
	struct eval *e = eval_open(f.project, f.values, &f.universe);
	struct decl *names[] = {find(&f, "r"), find(&f, "c"), find(&f, "i")};
	ask(&m, &question);
	EACH_CONJUNCT(c, project_formula(f.project, text_get(&question), NULL))
		VEC_PUSH(&conjuncts, c.now);
	struct question q = {.names = names,
	                     .count = 3,
	                     .conjuncts = conjuncts.at,
	                     .conjunct_count = conjuncts.count,
	                     .universe = &f.universe};
	struct search_options o = {
	    .solver = SOLVER_PICOSAT, .seconds = 60, .tactics = 1u << TACTIC_direct};
	struct search *s = search_open(e, f.project, &q, &o);
	struct verdict v = search_next(s);
	ASSERT_EQ(SEARCH_FOUND, v.answer);
	ASSERT(is_that(&f, v.valuation.values[0], &m));
	ASSERT(is_that(&f, v.valuation.values[1], &closure));
	ASSERT(is_that(&f, v.valuation.values[2], &square));
	search_close(s);
	VEC_CLEAR(&conjuncts);
	text_clear(&question);
	eval_close(e);
	fixture_close(&f);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	for (uint64_t i = 0; i < count; i++) RUN_TEST1(agrees_with_warshall, first + i);
	GREATEST_MAIN_END();
}

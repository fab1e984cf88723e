/* Searches in others. One conjunct more in a search that is open: cegis adds instances which name elements, so that these are no
 * longer alike, also where symmetry was to be broken later. And what a limit inside ends each time is not tried for ever. */
#include "tests/greatest.h"

#include "search/portfolio.h"
#include "tests/fixture.h"

enum { ELEMENTS = 4 };

static const char machine[] =
    "MACHINE M SETS S CONSTANTS A, m, n, e "
    "PROPERTIES A <: S & m : NATURAL & n : NATURAL & e : S & card(S) = 4 END";
static const char *const names[] = {"A", "m", "n", NULL};
/* Easy: a try of the solver finds a solution. With the instance it takes longer, and each A is in one. */
static const char question[] = "A <: S & card(A) = 1 & m : 2..4000 & n : 2..4000";
static const char instance[] = "A = {e} & m < n & m * n = 14244719";

struct subject {
	struct fixture fixture;
	struct eval *eval;
	struct decl *names[4], *e;
	uint32_t name_count;
	VEC(const struct node *) conjuncts;
	struct search *search;
};

static struct decl *find(struct subject *b, const char *own)
{
	const struct machine *m = b->fixture.project->main;
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (strcmp(m->decls.at[i]->name, own) == 0) return m->decls.at[i];
	return NULL;
}

static void open_search(struct subject *b, const char *text, const char *const *own,
                        const char *predicate, enum search_tactic_number tactic)
{
	*b = (struct subject){0};
	REQUIRE(fixture_open(&b->fixture, "M.mch", text));
	struct fixture *f = &b->fixture;
	b->eval = eval_open(f->project, f->values, &f->universe);
	for (; own[b->name_count]; b->name_count++)
		b->names[b->name_count] = find(b, own[b->name_count]);
	b->e = find(b, "e");
	EACH_CONJUNCT(c, project_formula(f->project, predicate, NULL)) VEC_PUSH(&b->conjuncts, c.now);
	struct question q = {.names = b->names,
	                     .count = b->name_count,
	                     .conjuncts = b->conjuncts.at,
	                     .conjunct_count = b->conjuncts.count,
	                     .universe = &f->universe};
	struct search_options o = {
	    .solver = SOLVER_AUTO, .breaks_symmetry = true, .seconds = 60, .tactics = 1u << tactic};
	b->search = search_open(b->eval, f->project, &q, &o);
}

static void close_all(struct subject *b)
{
	search_close(b->search);
	VEC_CLEAR(&b->conjuncts);
	eval_close(b->eval);
	fixture_close(&b->fixture);
}

TEST names_an_element(uint32_t element)
{
	struct subject b;
	open_search(&b, machine, names, question, TACTIC_direct);
	ASSERT_EQ(SEARCH_FOUND, search_next(b.search).answer);
	ASSERT(b.search->encoding.to_break != SYMMETRY_DONE); /* what is tested is met */
	eval_set(b.eval, b.e, value_element(0, element));
	const struct node *n = project_formula(b.fixture.project, instance, NULL);
	ASSERT(nested_add(b.search, n, 60 * (uint64_t)EVAL_EFFORT_PER_SECOND));
	ASSERT_EQ(SEARCH_FOUND, search_next(b.search).answer);
	close_all(&b);
	PASS();
}

/* Functions that call themselves: whether a lemma about them is true is asked with little effort, and evaluating it ends at its own
 * limit in each attempt. */
static const char recursive_machine[] =
    "MACHINE M CONSTANTS up, low, both, k PROPERTIES up : INTEGER <-> INTEGER & "
    "low : INTEGER <-> INTEGER & both : INTEGER <-> INTEGER & k : INTEGER END";
static const char *const recursive_names[] = {"up", "low", "both", "k", NULL};
static const char recursive[] =
    "up : INTEGER <-> INTEGER & up = %n.(n : NATURAL | (%u.(u = 0 & bool(n = 0) = TRUE | 0) \\/ "
    "  %u.(u = 0 & not(bool(n = 0) = TRUE) | n + up(n - 1)))(0)) & "
    "low = %n.(n : NATURAL | (%u.(u = 0 & n = 0 | 0) \\/ %u.(u = 0 & not(n = 0) | n + low(n - "
    "1)))(0)) & "
    "both = %n.(n = 0 | 0) \\/ %n.(not(n = 0) | n + both(n - 1)) & k > 4";

TEST what_is_vain_ends(void)
{
	struct subject b;
	uint32_t count;
	open_search(&b, recursive_machine, recursive_names, recursive, TACTIC_simplify);
	search_next(b.search);
	const struct search_attempt *a = search_attempts(b.search, &count);
	ASSERT(count > 0);
	ASSERT_LT(a[0].effort, 200000u); /* 583,000 with all attempts */
	close_all(&b);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < ELEMENTS; i++) RUN_TESTp(names_an_element, i);
	RUN_TEST(what_is_vain_ends);
	GREATEST_MAIN_END();
}

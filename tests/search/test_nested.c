/* One conjunct more in a search that is open: cegis adds instances which name elements, so that these are no longer alike, also where
 * symmetry was to be broken later. */
#include "tests/greatest.h"

#include "search/portfolio.h"
#include "tests/fixture.h"

enum { ELEMENTS = 4 };

static const char machine[] =
    "MACHINE M SETS S CONSTANTS A, m, n, e "
    "PROPERTIES A <: S & m : NATURAL & n : NATURAL & e : S & card(S) = 4 END";
/* Easy: a try of the solver finds a solution. With the instance it takes longer, and each A is in one. */
static const char question[] = "A <: S & card(A) = 1 & m : 2..4000 & n : 2..4000";
static const char instance[] = "A = {e} & m < n & m * n = 14244719";

struct subject {
	struct fixture fixture;
	struct eval *eval;
	struct decl *names[3], *e;
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

static void open_search(struct subject *b)
{
	*b = (struct subject){0};
	REQUIRE(fixture_open(&b->fixture, "M.mch", machine));
	struct fixture *f = &b->fixture;
	b->eval = eval_open(f->project, f->values, &f->universe);
	b->names[0] = find(b, "A");
	b->names[1] = find(b, "m");
	b->names[2] = find(b, "n");
	b->e = find(b, "e");
	EACH_CONJUNCT(c, project_formula(f->project, question, NULL)) VEC_PUSH(&b->conjuncts, c.now);
	struct question q = {.names = b->names,
	                     .count = 3,
	                     .conjuncts = b->conjuncts.at,
	                     .conjunct_count = b->conjuncts.count,
	                     .universe = &f->universe};
	struct search_options o = {.solver = SOLVER_PICOSAT,
	                           .breaks_symmetry = true,
	                           .seconds = 60,
	                           .tactics = 1u << TACTIC_direct};
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
	open_search(&b);
	ASSERT_EQ(SEARCH_FOUND, search_next(b.search).answer);
	ASSERT(b.search->encoding.to_break != SYMMETRY_DONE); /* what is tested is met */
	eval_set(b.eval, b.e, value_element(0, element));
	const struct node *n = project_formula(b.fixture.project, instance, NULL);
	ASSERT(nested_add(b.search, n, 60 * (uint64_t)EVAL_EFFORT_PER_SECOND));
	ASSERT_EQ(SEARCH_FOUND, search_next(b.search).answer);
	close_all(&b);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	for (uint32_t i = 0; i < ELEMENTS; i++) RUN_TESTp(names_an_element, i);
	GREATEST_MAIN_END();
}

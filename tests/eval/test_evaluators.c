/* Several evaluators of one project at the same time: what one of them knows of a tree is nothing to the others. */
#include "tests/greatest.h"

#include "bounds/bounds.h"
#include "eval/eval.h"
#include "tests/fixture.h"

static const char machine[] = "MACHINE M SETS S CONSTANTS n, f\n"
                              "PROPERTIES n = card(S) & f = %x.(x : NATURAL | x + n)\n"
                              "VARIABLES v, w\n"
                              "INVARIANT v <: S & w : NATURAL & !x.(x : v => #y.(y : S & x = y))\n"
                              "INITIALISATION v := {} || w := 0\n"
                              "OPERATIONS\n"
                              "put = ANY z WHERE z : S - v THEN v := v \\/ {z} || w := w + 1 END\n"
                              "END\n";

enum { MANY = 3 }; /* evaluators, with sets of 1, 2 and 3 elements */

struct side {
	struct universe universe;
	struct values *values;
	struct eval *eval;
	uint32_t outcomes;
};

static struct {
	struct names names;
	struct diag diag;
	struct project *project;
	struct side sides[MANY];
} all;

static const struct decl *find(const char *own)
{
	for (uint32_t i = 0; i < all.project->main->decls.count; i++)
		if (strcmp(all.project->main->decls.at[i]->name, own) == 0)
			return all.project->main->decls.at[i];
	return NULL;
}

static bool keep_first(void *data)
{
	(void)data;
	return false;
}

static void open_side(struct side *s, uint32_t size)
{
	struct bounds_options o = {.usual_size = size};
	struct text notes = {0};
	REQUIRE(bounds_universe(all.project, &o, &s->universe, &notes));
	s->values = values_open(&all.names);
	s->eval = eval_open(all.project, s->values, &s->universe);
	text_clear(&notes);
	bounds_clear(&o);
}

/* Each side begins before another one has come to its end. */
static void set_up(void *data)
{
	(void)data;
	memset(&all, 0, sizeof all);
	names_init(&all.names);
	diag_init(&all.diag, &all.names);
	all.project = project_load_text(&all.names, &all.diag, "M.mch", machine, strlen(machine), NULL);
	REQUIRE(all.diag.errors == 0);
	for (uint32_t i = 0; i < MANY; i++) open_side(&all.sides[i], i + 1);
	for (uint32_t i = 0; i < MANY; i++) {
		struct side *s = &all.sides[i];
		struct decl *const *constants;
		uint32_t count = eval_constants(s->eval, &constants);
		REQUIRE(eval_solve(s->eval, constants, count, all.project->main->properties, false,
		                   keep_first, NULL) == EVAL_TRUE);
		eval_set(s->eval, find("v"), value_set(s->values, NULL, 0));
		eval_set(s->eval, find("w"), value_integer(s->values, 0));
	}
}

static void tear_down(void *data)
{
	(void)data;
	for (uint32_t i = 0; i < MANY; i++) {
		eval_close(all.sides[i].eval);
		values_close(all.sides[i].values);
		universe_clear(&all.sides[i].universe);
	}
	project_close(all.project);
	diag_clear(&all.diag);
	names_clear(&all.names);
}

static const struct node *formula(const char *text)
{
	const struct node *n = project_formula(all.project, text, NULL);
	REQUIRE(n);
	return n;
}

/* In turns, several times: what was prepared by one is not by the others. */
static enum greatest_test_res same_everywhere(const char *text, const int64_t *expected)
{
	const struct node *n = formula(text);
	for (uint32_t round = 0; round < 3; round++)
		for (uint32_t i = 0; i < MANY; i++) {
			struct side *s = &all.sides[(i + round) % MANY];
			value v = eval_expression(s->eval, n);
			ASSERT(v != VALUE_NONE);
			ASSERT_EQ_FMT(expected[(i + round) % MANY], value_to_integer(s->values, v), "%jd");
		}
	PASS();
}

TEST sets_have_the_sizes_of_their_side(void)
{
	CHECK_CALL(same_everywhere("card(S)", (int64_t[]){1, 2, 3}));
	CHECK_CALL(same_everywhere("card({x, y | x : S & y : S & x /= y})", (int64_t[]){0, 2, 6}));
	CHECK_CALL(same_everywhere("card(POW(S))", (int64_t[]){2, 4, 8}));
	CHECK_CALL(same_everywhere("SIGMA(i).(i : 1..card(S) | i)", (int64_t[]){1, 3, 6}));
	PASS();
}

TEST lazy_sets_read_the_names_of_their_side(void)
{
	CHECK_CALL(same_everywhere("f(10)", (int64_t[]){11, 12, 13}));
	CHECK_CALL(same_everywhere("(f ; f)(10)", (int64_t[]){12, 14, 16}));
	CHECK_CALL(same_everywhere("(%y.(y : NATURAL | f(y) + y))(5)", (int64_t[]){11, 12, 13}));
	CHECK_CALL(same_everywhere("card({x | x : INTEGER & x : 0..20 & x : {y | y > f(10)}})",
	                           (int64_t[]){9, 8, 7}));
	PASS();
}

/* The names of a binder have one slot each; while it runs on one side, all others run it, too. */
struct nest {
	const struct node *predicate;
	struct decl *const *names;
	uint32_t depth, found[MANY];
};

static bool go_deeper(void *data)
{
	struct nest *x = data;
	uint32_t depth = x->depth;
	x->found[depth]++;
	if (depth + 1 == MANY) return true;
	x->depth++;
	struct eval *e = all.sides[x->depth].eval;
	bool ended = eval_solve(e, x->names, 1, x->predicate, false, go_deeper, x) == EVAL_FALSE;
	x->depth = depth;
	return ended;
}

TEST searches_can_be_nested_across_sides(void)
{
	struct decls unknown = {0};
	struct nest x = {.predicate = project_formula(
	                     all.project,
	                     "q : S & #y.(y : S & q = y) & f(3) > card({z | z : S & z /= q})",
	                     &unknown)};
	ASSERT(x.predicate);
	x.names = unknown.list.at;
	enum truth t = eval_solve(all.sides[0].eval, x.names, 1, x.predicate, false, go_deeper, &x);
	VEC_CLEAR(&unknown.list);
	ASSERT_EQ(EVAL_FALSE, t);
	ASSERT_EQ_FMT(1u, x.found[0], "%u");
	ASSERT_EQ_FMT(2u, x.found[1], "%u");
	ASSERT_EQ_FMT(6u, x.found[2], "%u");
	PASS();
}

static bool count_outcome(void *data)
{
	struct side *s = data;
	s->outcomes++;
	return eval_predicate(s->eval, all.project->main->invariant) == EVAL_TRUE;
}

TEST substitutions_write_on_their_side(void)
{
	const struct operation *put = machine_offers(all.project->main, names_of(&all.names, "put"));
	for (uint32_t i = 0; i < MANY; i++)
		ASSERT_EQ(EVAL_TRUE, eval_operation(all.sides[i].eval, put, count_outcome, &all.sides[i]));
	for (uint32_t i = 0; i < MANY; i++) {
		ASSERT_EQ_FMT(i + 1, all.sides[i].outcomes, "%u");
		value v = eval_get(all.sides[i].eval, find("v"));
		ASSERT_EQ_FMT((uint64_t)0, value_count(all.sides[i].values, v), "%ju");
	}
	PASS();
}

/* Two names that were met by different evaluators first. */
TEST names_have_places_of_their_own(void)
{
	struct decls unknown = {0};
	ASSERT(project_formula(all.project, "q1 = 1", &unknown));
	ASSERT(project_formula(all.project, "q2 = 1", &unknown));
	for (uint32_t i = 0; i < 2; i++) {
		struct side *s = &all.sides[i];
		eval_set(s->eval, unknown.list.at[i], value_integer(s->values, 10 + i));
	}
	for (uint32_t i = 0; i < 2; i++) {
		struct side *s = &all.sides[i];
		ASSERT_EQ(VALUE_NONE, eval_get(s->eval, unknown.list.at[1 - i]));
		eval_set(s->eval, unknown.list.at[1 - i], value_integer(s->values, 20 + i));
		ASSERT_EQ(value_integer(s->values, 10 + i), eval_get(s->eval, unknown.list.at[i]));
	}
	VEC_CLEAR(&unknown.list);
	PASS();
}

/* One has met so many names that the others have no place for those that it meets next; and it goes. */
TEST evaluators_may_go(void)
{
	struct side more;
	open_side(&more, 2);
	for (uint32_t i = 0; i < 1000; i++)
		ASSERT_EQ(EVAL_TRUE, eval_predicate(more.eval, formula("#x.(x : S)")));
	const struct node *n = formula("card({x, y | x : S & #z.(z : S & z /= x & y = z)})");
	ASSERT_EQ(value_integer(more.values, 2), eval_expression(more.eval, n));
	eval_close(more.eval);
	values_close(more.values);
	universe_clear(&more.universe);
	for (uint32_t i = 0; i < MANY; i++)
		ASSERT_EQ(value_integer(all.sides[i].values, i * (i + 1)),
		          eval_expression(all.sides[i].eval, n));
	PASS();
}

/* The table of slots moves while names get theirs. */
TEST many_names_have_their_values(void)
{
	enum { ELEMENTS = 1500 };
	struct text text = {0};
	struct fixture f;
	text_add(&text, "MACHINE N SETS S = {e0");
	for (uint32_t i = 1; i < ELEMENTS; i++) text_format(&text, ", e%u", i);
	text_add(&text, "} END");
	ASSERT(fixture_open(&f, "N.mch", text_get(&text)));
	struct eval *e = eval_open(f.project, f.values, &f.universe);
	const struct machine *m = f.project->main;
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_ELEMENT)
			ASSERT_EQ(value_element(0, m->decls.at[i]->index), eval_get(e, m->decls.at[i]));
	eval_close(e);
	fixture_close(&f);
	text_clear(&text);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	GREATEST_SET_SETUP_CB(set_up, NULL);
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(sets_have_the_sizes_of_their_side);
	RUN_TEST(lazy_sets_read_the_names_of_their_side);
	RUN_TEST(searches_can_be_nested_across_sides);
	RUN_TEST(substitutions_write_on_their_side);
	RUN_TEST(names_have_places_of_their_own);
	RUN_TEST(evaluators_may_go);
	RUN_TEST(many_names_have_their_values);
	GREATEST_MAIN_END();
}

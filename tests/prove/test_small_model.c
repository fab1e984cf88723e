/* Small models, against solutions: what has a solution with many elements must have one with as many as bounds_small_model says.
 * test_small_model SEED COUNT asks about others. */
#include "tests/greatest.h"

#include "search/search.h"
#include "tests/fixture.h"
#include "tests/random/random_sizes.h"

enum { LARGEST = 6 };

static struct {
	uint32_t asked, bounded, larger;
} stats;
static struct text message;

struct question_of {
	VEC(struct decl *) names;
	VEC(const struct node *) conjuncts;
};

static void find_question(struct fixture *f, struct question_of *q)
{
	const struct machine *m = f->project->main;
	for (uint32_t i = 0; i < m->decls.count; i++)
		if (m->decls.at[i]->kind == DECL_CONSTANT) VEC_PUSH(&q->names, m->decls.at[i]);
	EACH_CONJUNCT(c, m->properties) VEC_PUSH(&q->conjuncts, c.now);
}

/* With so many elements; *small, unless it is NULL, gets what is said of smaller ones. */
static enum search_answer solve(const char *text, uint32_t size, uint32_t *small)
{
	struct fixture f;
	struct question_of of = {0};
	fixture_read(&f, "M.mch", text);
	f.bounds.usual_size = size;
	enum search_answer answer = SEARCH_OPEN;
	if (f.diag.errors == 0 && fixture_bound(&f)) {
		struct eval *e = eval_open(f.project, f.values, &f.universe);
		find_question(&f, &of);
		struct question q = {of.names.at, of.names.count, of.conjuncts.at, of.conjuncts.count,
		                     .universe = &f.universe};
		struct search_options o = {.solver = SOLVER_AUTO, .seconds = 60, .effort = 400000};
		if (small)
			*small =
			    bounds_small_model(&f.universe, q.names, q.count, q.conjuncts, q.conjunct_count);
		if (small && *small >= LARGEST) {
			eval_close(e);
			goto end;
		}
		struct search *s = search_open(e, f.project, &q, &o);
		struct verdict v = search_next(s);
		answer = v.answer == SEARCH_NONE && !v.is_complete ? SEARCH_OPEN : v.answer;
		search_close(s);
		eval_close(e);
	} else if (f.diag.errors && getenv("SHOW")) {
		struct text t = {0};
		fprintf(stderr, "%s: %s\n", text, f.diag.messages.at[0].text);
		text_clear(&t);
	}
end:
	VEC_CLEAR(&of.names);
	VEC_CLEAR(&of.conjuncts);
	fixture_close(&f);
	return answer;
}

/* Larger sets have no solution where those of that size have none. */
static bool question_is_right(const char *text)
{
	uint32_t small = BOUNDS_NO_SIZE;
	stats.asked++;
	enum search_answer largest = solve(text, LARGEST, &small);
	if (small >= LARGEST) return true;
	stats.bounded++;
	if (largest != SEARCH_FOUND) return true;
	stats.larger++;
	return solve(text, small, NULL) != SEARCH_NONE;
}

/* Where less than what is expected were left, or something were taken for local that is not, smaller sets would have no solution. 0: no
 * size is known to be enough. Of `a` and `b`, which have names, two elements are left anyway. */
static const struct {
	const char *formula;
	uint32_t size;
} hard[] = {
    {"a /= b", 2},
    {"a /= b & {a} <: dom(r) & a |-> a /: r & a |-> b /: r", 0},
    {"a /= b & {a} <: ran(r) & a |-> a /: r & b |-> a /: r", 0},
    {"a /= b & {red} <: ran(%x.(x : N | f(x))) & f(a) = green & f(b) = green", 0},
    {"a /= b & a : dom(r) & a |-> a /: r & a |-> b /: r", 3},
    {"a /= b & a |-> b : r & a |-> b /: (r <+ o) & a |-> a /: o & a |-> b /: o", 0},
    {"!x.(x : N => #y.(y : N & x |-> y : r)) & r /\\ id(N) = {} & r /\\ r~ = {}", 0},
    {"not(#x.(x : A & r[{x}] = {})) & a /= b & A /\\ {a, b} = {} & A /= {} & r /\\ id(N) = {} & r "
     "/\\ r~ = {} & "
     "!(x,y).(x |-> y : r => y : A) & !(x,y,z).(x |-> y : r & y |-> z : r => z |-> x /: r)",
     0},
    {"a /= b & a : r[B] & B /\\ {a, b} = {}", 0},
    {"a /= b & a |-> b : (r ; o) & a |-> a /: r & a |-> b /: r", 0},
    {"a /= b & g(a) /= a & g(a) /= b", 3},
    {"a /= b & {a, b, g(a), g(g(a))} /= {a, b, g(a)} & g(a) /: {a, b} & g(g(a)) /: {a, b}", 5},
    {"a /= b & A <<: B & a /: B & b /: B", 3},
    {"a /= b & not(A <<: B) & A /= B & {a, b} /\\ (A \\/ B) = {}", 4},
    {"a /= b & A /= B & {a, b} /\\ (A \\/ B) = {}", 3},
    {"a /= b & not(A <: B) & {a, b} <: B", 3},
    {"a /= b & card(A) > 1 & a /: A & b /: A", 4},
    {"a /= b & not(card(A) <= 1) & a /: A & b /: A", 4},
    {"a /= b & card(A) = 2 & a /: A & b /: A", 5},
    {"a /= b & card(A) <= 2 & a /: A & b /: A", 2},
    {"card(A) = card(B) & a /= b", 0},
    {"card(A) <= n & a /= b", 2},
    {"not(n < card(A)) & a /= b", 2},
    {"card(A) > n & a /= b & {a, b} /\\ A = {} & n = 2", 0},
    {"not(n + 1 >= card(A)) & a /= b & {a, b} /\\ A = {}", 0},
    {"card(A) = n & a /= b", 0},
    {"card(A) <= card(B) & a /= b", 0},
    {"a /= b & not(r : N +-> N) & r /\\ id(N) = {} & !(x,y).(x |-> y : r => {x, y} /\\ {a, b} = "
     "{})",
     5},
    {"a /= b & r : N +-> N & not(r : N >+> N) & r /\\ id(N) = {} & !(x,y).(x |-> y : r => {x, y} "
     "/\\ {a, b} = {})",
     6},
    {"a = b & r : N --> N & r /\\ id(N) = {} & r /\\ r~ = {}", 0},
    {"a = b & r : N +->> N & r /\\ id(N) = {} & r /\\ r~ = {}", 0},
    {"a /= b & f : N +->> COL & f[{a, b}] = {red}", 0},
    {"k = TRUE & a /= b & a /: dom(f) & b /: dom(f) & (!x.(x : N => f(x) = red) or k = TRUE)", 3},
    {"not(#y.(r[{a}] = {y})) & r[{a}] /= {} & a /= b", 5},
    {"#y.(r[{a}] = {y}) & a /= b & a |-> a /: r & a |-> b /: r", 3},
    {"not(!x.(x : A => x : B)) & A /\\ {a, b} = {} & a /= b", 3},
    {"#(x,y).(x : A & y : A & x /= y) & A /\\ {a, b} = {} & a /= b", 4},
    {"partition(N, A, B)", 0},
    {"not(partition(N, A, B)) & {a, b} = A & B = {} & a /= b", 0},
    {"((A /= {} & B = {}) or (A = {} & B /= {})) & {a, b} /\\ (A \\/ B) = {} & a /= b", 3},
    {"(A = {} <=> B = {}) & {a, b} /\\ (A \\/ B) = {} & a /= b", 4},
};
static const char hard_typing[] =
    "MACHINE M SETS N; COL = {red, green} CONSTANTS a, b, A, B, r, f, g, o, k, n\n"
    "PROPERTIES n : 0..3 & a : N & b : N & A <: N & B <: N & k : BOOL & r : N <-> N & f : N +-> "
    "COL & g : N "
    "+-> N & o : N <-> N & ";

TEST are_as_small_as_they_can_be(void)
{
	for (uint32_t i = 0; i < sizeof hard / sizeof *hard; i++) {
		struct text text = {0};
		uint32_t small = BOUNDS_NO_SIZE;
		text_format(&text, "%s%s END\n", hard_typing, hard[i].formula);
		solve(text_get(&text), 2, &small);
		if (small == BOUNDS_NO_SIZE) small = 0;
		bool right = question_is_right(text_get(&text));
		text_clear(&text);
		ASSERT_EQ_FMTm(hard[i].formula, hard[i].size, small, "%u");
		ASSERTm(hard[i].formula, right);
	}
	PASS();
}

TEST question(uint64_t seed)
{
	struct text text = {0};
	random_sizes_question(seed, &text);
	bool right = question_is_right(text_get(&text));
	text_clear(&message);
	text_format(&message, "seed %lu: %s", seed, text_get(&text));
	text_clear(&text);
	ASSERTm(text_get(&message), right);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	uint64_t first = 1, count = 60;
	fixture_seeds(&argc, argv, &first, &count);
	GREATEST_MAIN_BEGIN();
	RUN_TEST(are_as_small_as_they_can_be);
	for (uint64_t i = 0; i < count; i++) RUN_TESTp(question, first + i);
	printf("%u questions, %u with a bound, %u of them with a solution\n", stats.asked,
	       stats.bounded, stats.larger);
	text_clear(&message);
	GREATEST_MAIN_END();
}

/* Laws of sizes, extremes and sequences (search/laws/), asked directly: other tactics would find the solutions first, so that a rule
 * that is too strong would not be seen. And the simplex method alone, against trying all values. tests/laws.py asks random ones. */
#include "tests/greatest.h"

#include "search/laws/laws.h"
#include "tests/differ/differ.h"

/* No values satisfy these. */
static const char *const contradictory[] = {
    "a : FIN(INTEGER) & b : FIN(INTEGER) & card(a \\/ b) /= card(a) + card(b) - card(a /\\ b)",
    "u : FIN(STRING) & a <: u & b <: u & 2 * card(a) > card(u) & 2 * card(b) > card(u) & a /\\ b = "
    "{}",
    "u : FIN(INTEGER) & a <: u & b <: u & c <: u & 3 * card(a) > 2 * card(u) & 3 * card(b) > 2 * "
    "card(u) & 3 * card(c) > 2 * card(u) & a /\\ b /\\ c = {}",
    "a : FIN(INTEGER) & x : a & y /: a & card((a - {x}) \\/ {y}) /= card(a)",
    "a <: INTEGER & b : FIN(INTEGER) & a - b : FIN(INTEGER) & not(a : FIN(INTEGER))",
    "a : FIN(INTEGER) & b : FIN(INTEGER) & a \\/ b = NATURAL",
    "f : a >-> b & a : FIN(INTEGER) & b : FIN(STRING) & card(a) > card(b)",
    "a : FIN(1 .. n) & card(a) > n & n > 0",
    "a : FIN1(INTEGER) & b : FIN1(INTEGER) & max(a \\/ b) /= max({max(a), max(b)})",
    "a : FIN1(INTEGER) & card(a) > max(a) - min(a) + 1",
    "a : FIN(INTEGER) & b <: a & min(b) < min(a)",
    "s : seq(STRING) & t : seq(STRING) & rev(s ^ t) /= rev(t) ^ rev(s)",
    "s : seq(STRING) & n : 0 .. size(s) & (s /|\\ n) ^ (s \\|/ n) /= s",
    "s : seq(STRING) & t : seq(STRING) & u : seq(STRING) & s ^ t = s ^ u & t /= u",
    "s : iseq(INTEGER) & size(s) > 0 & first(s) : ran(tail(s))",
    "s : seq1(INTEGER) & last(front(x -> s)) /= (x -> s)(size(s))",
    "s : seq(INTEGER) & t : seq(INTEGER) & ran(s ^ t) /= ran(s) \\/ ran(t)",
    "s : seq(a) & a <: INTEGER & s /= [] & not(first(s) : a)",
    "max(a) = 3 & a <: INTEGER & 4 : a",
    "a <: INTEGER & !x.(x : a => x > 5) & card(a) > 0 & !x.(x : a => x < 5)",
};

/* Each of these has a solution: it differs from one above in what a rule must not forget. */
static const char *const satisfiable[] = {
    "a : FIN(INTEGER) & b : FIN(INTEGER) & card(a \\/ b) /= card(a) + card(b)",
    "u : FIN(STRING) & a <: u & b <: u & 2 * card(a) >= card(u) & 2 * card(b) >= card(u) & a /\\ b "
    "= "
    "{}",
    "a : FIN(INTEGER) & x : a & card((a - {x}) \\/ {y}) /= card(a)",
    "a <: INTEGER & b <: INTEGER & a - b : FIN(INTEGER) & not(a : FIN(INTEGER))",
    "a <: INTEGER & b : FIN(INTEGER) & a \\/ b = NATURAL",
    "f : a +-> b & a : FIN(INTEGER) & b : FIN(STRING) & card(a) > card(b)",
    "f : a --> b & a : FIN(INTEGER) & b : FIN(STRING) & card(a) > card(b)",
    "a : FIN(INTEGER) & card(a) > n & n > 0",
    "a <: INTEGER & (a = {} or max(a) = 3) & 4 /: a & 3 /: a",
    "a <: INTEGER & (a /= {} => card(a) < 0)",
    "a <: INTEGER & (1 : a & 2 /: a) & (max(a) < 0 or 1 : a => 1 = 1)",
    "s : seq(INTEGER) & t : seq(INTEGER) & u : seq(INTEGER) & s ^ t = u ^ t & size(t) = 1 & s = "
    "[2]",
    "s : seq(INTEGER) & t : seq(INTEGER) & u : seq(INTEGER) & s ^ t = u ^ s & t /= u",
    "s : seq(INTEGER) & size(s) > 0 & first(s) : ran(tail(s))",
    "s : seq(INTEGER) & (s = [] or first(s) = 2) & size(s) = 0",
    "s : seq(INTEGER) & !x.(x : 1 .. size(s) => s(x) > 5 or s(x) = first(s)) & size(s) = 2",
    "f <: INTEGER * INTEGER & f /= [] & (f : seq(INTEGER) => size(f) = 0)",
    "f <: INTEGER * INTEGER & card(f) = 2 & card(dom(f)) = 1",
    "f : INTEGER +-> INTEGER & card(f) = 2 & card(ran(f)) = 1",
    "a <: INTEGER & x : a & y : a & card(a) = 1",
    "card({x, y}) = 1 & x : INTEGER & y : INTEGER",
    "(-7) / 2 = -3 & x = 1",
    "s : seq(INTEGER) & {} /= s & {} /= a & a <: INTEGER",
    /* a condition, a truth value, a description or an element of a set without a value */
    "a = {} & a <: INTEGER & (x = 1 or x = (IF max(a) > 0 THEN 1 ELSE 2 END))",
    "a = {} & a <: INTEGER & (b = TRUE or b = bool(max(a) > 0))",
    "s = [] & s : seq(INTEGER) & (s /= [] => bool(first(s) = 1) = TRUE)",
    "a <: INTEGER & not(a : FIN(INTEGER)) & (a : FIN(INTEGER) => b = bool(card(a) > 3))",
    "a <: INTEGER & not(a : FIN(INTEGER)) & (1 = 1 or 5 : {x | x : INTEGER & x > card(a)})",
    "a <: INTEGER & not(a : FIN(INTEGER)) & b <: INTEGER & (a : FIN(INTEGER) => card(a) : b) & "
    "!x.(x : b => x > 3)",
};

/* Does the tactic refute it? */
static bool is_refuted(const char *predicate)
{
	struct problem p;
	struct search_options o = {.solver = SOLVER_AUTO, .tactics = 1u << TACTIC_laws};
	bool is_none = false;
	problem_open(&p, predicate, (struct random_sizes){2, 2}, BOUNDS_MININT, BOUNDS_MAXINT);
	if (p.predicate) {
		struct question q = problem_question(&p);
		struct search *s = search_open(p.eval, p.project, &q, &o);
		is_none = search_next(s).answer == SEARCH_NONE;
		search_close(s);
	}
	problem_close(&p);
	return is_none;
}

TEST laws_are_proved(void)
{
	for (size_t i = 0; i < sizeof contradictory / sizeof *contradictory; i++)
		ASSERT_EQm(contradictory[i], is_refuted(contradictory[i]), true);
	PASS();
}

TEST no_solution_is_lost(void)
{
	for (size_t i = 0; i < sizeof satisfiable / sizeof *satisfiable; i++)
		ASSERT_EQm(satisfiable[i], is_refuted(satisfiable[i]), false);
	PASS();
}

/* ---- simplex -------------------------------------------------------------------------------------------- */

enum { VARIABLES = 3, ROWS = 5, REACH = 4 };

struct inequality {
	int64_t factors[VARIABLES], bound;
	bool is_least; /* sum >= bound, else <= */
};

static uint32_t next(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % below;
}

static bool holds(const struct inequality *q, const int64_t *v)
{
	int64_t sum = 0;
	for (uint32_t i = 0; i < VARIABLES; i++) sum += q->factors[i] * v[i];
	return q->is_least ? sum >= q->bound : sum <= q->bound;
}

/* Do these of the inequalities hold for some whole numbers that are near? */
static bool have_solution(const struct inequality *q, const bool *is_chosen)
{
	int64_t v[VARIABLES];
	for (v[0] = -REACH; v[0] <= REACH; v[0]++)
		for (v[1] = -REACH; v[1] <= REACH; v[1]++)
			for (v[2] = -REACH; v[2] <= REACH; v[2]++) {
				bool all = true;
				for (uint32_t i = 0; i < ROWS; i++) all = all && (!is_chosen[i] || holds(&q[i], v));
				if (all) return true;
			}
	return false;
}

/* All at once, then some of them in turns, on the same tableau. */
TEST conflicts_have_no_solution(void)
{
	uint32_t seed = 7, conflicts = 0;
	for (uint32_t round = 0; round < 3000; round++) {
		struct arena a;
		arena_init(&a);
		struct simplex *s = simplex_open(&a);
		struct inequality q[ROWS];
		uint32_t sums[ROWS], v[VARIABLES];
		for (uint32_t i = 0; i < VARIABLES; i++) v[i] = simplex_variable(s);
		for (uint32_t i = 0; i < ROWS; i++) {
			struct simplex_term terms[VARIABLES];
			for (uint32_t k = 0; k < VARIABLES; k++) {
				q[i].factors[k] = (int64_t)next(&seed, 5) - 2;
				terms[k] = (struct simplex_term){v[k], q[i].factors[k]};
			}
			q[i].bound = (int64_t)next(&seed, 9) - 4;
			q[i].is_least = next(&seed, 2);
			sums[i] = simplex_sum(s, terms, VARIABLES);
		}
		for (uint32_t turn = 0; turn < 4; turn++) {
			bool is_chosen[ROWS], is_blamed[ROWS] = {false};
			uint32_t steps = 100, count;
			simplex_forget_bounds(s);
			for (uint32_t i = 0; i < ROWS; i++) {
				is_chosen[i] = turn == 0 || next(&seed, 3) > 0;
				if (!is_chosen[i]) continue;
				if (q[i].is_least) simplex_at_least(s, sums[i], q[i].bound, (int)i + 1);
				else simplex_at_most(s, sums[i], q[i].bound, (int)i + 1);
			}
			enum simplex_answer answer = simplex_check(s, &steps);
			ASSERT(answer != SIMPLEX_OPEN);
			if (answer == SIMPLEX_POSSIBLE) continue;
			const int *tags = simplex_conflict(s, &count);
			for (uint32_t i = 0; i < count; i++) is_blamed[tags[i] - 1] = true;
			ASSERT(!have_solution(q, is_blamed));
			conflicts++;
		}
		simplex_close(s);
		arena_clear(&a);
	}
	ASSERT(conflicts > 500);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(laws_are_proved);
	RUN_TEST(no_solution_is_lost);
	RUN_TEST(conflicts_have_no_solution);
	GREATEST_MAIN_END();
}

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
    /* lengths and places of sequences */
    "s : seq(INTEGER) & t : seq(INTEGER) & t = s <- 4 & size(t) = size(s) + 1",
    "s : seq(INTEGER) & size(4 -> s) > size(s) & size(s <- 4) > size(s)",
    "s : seq(INTEGER) & size(tail(s)) < size(s) & size(front(s)) = 1",
    "s : seq(INTEGER) & tail(s) = [] & front(s) = []",
    "s : seq(INTEGER) & front(s) = tail(s) & size(s) = 3",
    "s : seq(INTEGER) & s /|\\ 0 = [] & s \\|/ 0 = s & size(s) = 3",
    "s : seq(INTEGER) & s \\|/ size(s) = [] & s /|\\ size(s) = s & size(s) = 3",
    "s : seq(INTEGER) & (s /|\\ 2)(2) = 7 & (s \\|/ 2)(1) = 8 & size(s) = 3",
    "s : seq(INTEGER) & rev(s)(1) = 3 & s(1) = 4 & last(s) = 3",
    "s : seq(INTEGER) & rev(s) = s & size(s) = 3 & s(1) /= s(2)",
    "s : seq(INTEGER) & (tail(s))(1) = 3 & s(1) = 4",
    "s : seq(INTEGER) & (s <- x)(1) = x & s /= [] & x : INTEGER & last(s) /= x",
    "s : seq(INTEGER) & x : INTEGER & (x -> s)(2) = first(s) & (x -> s)(1) /= first(s)",
    "s : seq(INTEGER) & t : seq(INTEGER) & (s ^ t)(3) = 1 & size(s) = 2 & t(1) = 1 & s(2) = 4",
    "s : seq(INTEGER) & t : seq(INTEGER) & s ^ t = t ^ s & s /= t & s /= [] & t /= []",
    "s : seq(INTEGER) & t : seq(INTEGER) & (s ^ t) /|\\ 2 = s <- first(t)",
    "s : seq(INTEGER) & t : seq(INTEGER) & s = t & s(1) = 1 & (1 : dom(t) => t(1) = 1)",
    "s : seq(INTEGER) & t : seq(INTEGER) & s = t ^ [3] & (t <- 3)(2) = 3 & (s = [] or s(1) = 5)",
    "s : seq(INTEGER) & s <+ {1 |-> 9} : seq(INTEGER) & s = []",
    "s : seq(INTEGER) & t : seq(INTEGER) & s <+ {1 |-> 9} = t & size(t) = size(s) + 1",
    "f <: INTEGER * INTEGER & f <+ {1 |-> 5} : seq(INTEGER) & not(f : seq(INTEGER))",
    "f <: INTEGER * INTEGER & (f <+ {1 |-> 5})(2) = 7 & not(f : seq(INTEGER))",
    "s : seq(INTEGER) & s = [1, 2] & t = s <+ {0 |-> 3} & not(t : seq(INTEGER))",
    "f <: INTEGER * INTEGER & g <: INTEGER * INTEGER & f /= g & dom(f) = {2} & dom(g) = {2}",
    "s : seq({1}) & t : seq({2}) & s = t",
    "s : seq(a) & a <: INTEGER & ran(s) <<: a",
    "s : seq(a) & a <: INTEGER & a = {} & size(s) = 0",
    "s : iseq({1, 2}) & t : iseq({1, 2}) & size(s) = size(t) & s /= t & size(t) = 2",
    "s : iseq(INTEGER) & size(s) = 2 & s(1) = 2",
    "s : seq(INTEGER) & s(1) = s(2) & not(s : iseq(INTEGER))",
    "s : iseq({1, 2, 3}) & not(s : perm({1, 2, 3}))",
    "s : perm({1, 2}) & s(1) = 2",
    "s : seq(INTEGER) & ran(s ^ t) = ran(s) & t : seq(INTEGER) & t /= []",
    "s : seq(INTEGER) & card(ran(s)) < size(s) & 1 : ran(s) & s(1) /= 1",
    "s : seq(INTEGER) & 1 /: ran(s) & 3 : dom(s)",
    "f <: INTEGER * INTEGER & f = {2 |-> 3} & (f : seq(INTEGER) => rev(f) = f) & (1 = 1 or size(f) "
    "= 7)",
    "s : seq(seq(INTEGER)) & size(s) = 2 & s(1) = [] & s(2) = [1]",
    "s : seq(BOOL) & s(1) /= s(2) & s(2) /= s(3)",
    "s : seq(INTEGER) & t : seq(INTEGER) & front(s) = front(t) & last(s) /= last(t)",
    "s : seq(INTEGER) & t : seq(INTEGER) & tail(s) = tail(t) & first(s) /= first(t)",
    "s : seq(INTEGER) & t : seq(INTEGER) & s /|\\ 1 = t /|\\ 1 & s(2) /= t(2)",
    "s : seq(INTEGER) & t : seq(INTEGER) & s \\|/ 1 = t \\|/ 1 & s(1) /= t(1)",
    "s : seq(INTEGER) & last(s) = 2 & 2 /: ran(front(s))",
    "s : seq(INTEGER) & first(s) = 2 & 2 /: ran(tail(s))",
    "s : iseq(BOOL) & t : seq(BOOL) & size(s) = 1 & (s ^ t)(1) = TRUE & (s ^ t)(2) = TRUE & (s ^ "
    "t)(3) = FALSE",
    "f <: INTEGER * INTEGER & not(f : seq(INTEGER)) & (f : seq(INTEGER) => rev(f) = [1] & rev(f) = "
    "[2])",
    "f <: INTEGER * INTEGER & f = {3 |-> 4} & (f : seq(INTEGER) => f ^ f : seq({3}) & last(f) = 9)",
    "s : seq(INTEGER) & x : INTEGER & x > size(s) & (x <= size(s) => size(s \\|/ x) < 0 & card(s "
    "\\|/ x) = 3)",
    "s : seq(INTEGER) & s = [] & (s = [] or dom(tail(s)) = 1 .. 3) & (s = [] or 7 |-> 7 : "
    "front(s))",
    "s : seq(INTEGER) & s = [] & (s /= [] => tail(s) /= front(s)) & (s /= [] => {s(1)} <: a) & a "
    "<: INTEGER & !x.(x : a => x > 3)",
    /* extremes, division */
    "a <: INTEGER & max(a) = 5 & not(a : FIN(INTEGER))",
    "a <: INTEGER & min(a) = 5 & not(a : FIN(INTEGER))",
    "a : FIN(INTEGER) & card(a) = max(a) - min(a) + 1",
    "a <: INTEGER & max(a) = 5 & not(a : FIN(INTEGER)) & (a : FIN(INTEGER) => min(a) = 3)",
    "x : INTEGER & x / 2 = y & y : INTEGER & x < 0 & x > -2 & y = 0",
    "a <: INTEGER & a = {} & 3 /: a & (a = {} or max(a) = 3)",
    "a <: INTEGER & not(a : FIN(INTEGER)) & 7 : a & (a : FIN(INTEGER) => max(a) = 3)",
    "a <: INTEGER & max(a - {max(a)}) = max(a) - 1",
    "a <: INTEGER & b <: INTEGER & max(a \\/ b) > max(a) & a /= {}",
    "x : INTEGER & x / 2 = 0 & x = -1",
    "x : INTEGER & y : INTEGER & x / 2 = y & x < 0 & 2 * y > x",
    "x : INTEGER & x mod 3 = 2 & x / 3 = 4 & x > 0",
    "x : INTEGER & (x > 3 <=> x > 4) & x < 2",
    "x : INTEGER & (x = 0 or 1 / 0 = x) & x = 0",
    "x : INTEGER & y : INTEGER & 2 * x + 3 * y = 1 & x < -3",
    "x : INTEGER & y : INTEGER & 2 * x - 3 * y < 1 & 2 * x - 3 * y > -1 & x /= 0",
    "x : INTEGER & y : INTEGER & x < y & y < x + 2",
    "x : INTEGER & 2 * x > -1 & x < 1",
    "x : INTEGER & 2 * x < 1 & x > -1",
    /* numbers that are too large */
    "x : INTEGER & x = 0 & x /= 5000000",
    "x : INTEGER & y : INTEGER & y = 999999000 * (999999000 * (999999000 * x)) & x = 1 & y > 0",
    /* functions and relations */
    "f <: INTEGER * INTEGER & 1 |-> 2 : f & 1 |-> 3 : f & card(f) = 2",
    "f <: INTEGER * INTEGER & (1 = 1 or f(1) = 3) & dom(f) = {} & f = {}",
    "f <: INTEGER * INTEGER & f = {} & x : INTEGER & (x = 1 => f(x) = 3) & (x = 1 => f(1) = 4)",
    "f : INTEGER +-> INTEGER & f(1) = f(2)",
    "f : INTEGER --> INTEGER & f(1) = f(2)",
    "f : INTEGER >+> INTEGER & f(1) = 2 & f(2) = 1",
    "f : INTEGER --> INTEGER & ran(f) = {3}",
    "f : a >-> b & a <: INTEGER & b <: INTEGER & ran(f) <<: b",
    "f : a +->> b & a <: INTEGER & b <: INTEGER & dom(f) <<: a",
    "f : INTEGER +-> INTEGER & not(f : FIN(INTEGER * INTEGER)) & ran(f) : FIN(INTEGER)",
    "f : INTEGER <-> INTEGER & not(f : FIN(INTEGER * INTEGER)) & dom(f) : FIN(INTEGER)",
    "f : INTEGER <-> INTEGER & card(f[a]) > card(a) & a <: INTEGER",
    "f : INTEGER --> INTEGER & card(f[a]) = card(a) & a <: INTEGER & a /= {}",
    "f : INTEGER --> INTEGER & card(f[a]) = 1 & a <: INTEGER & (f : FIN(INTEGER * INTEGER) => "
    "card(f) = 0)",
    "f <: INTEGER * INTEGER & 1 |-> 3 : f |>> {1} & 2 |-> 1 : f",
    "f <: INTEGER * INTEGER & g <: INTEGER * INTEGER & 1 |-> 3 : f & 1 |-> 3 /: f <+ g & 1 |-> 4 : "
    "f <+ g",
    "f <: INTEGER * INTEGER & a <: INTEGER & 1 : dom(f) & 1 /: dom(f |> a)",
    "f <: INTEGER * INTEGER & a <: INTEGER & 1 : ran(f) & 1 /: ran(a <| f)",
    "f <: INTEGER * INTEGER & g <: INTEGER * INTEGER & 3 : ran(f) & 3 /: ran(f <+ g)",
    "p = 1 |-> 2 & q = 1 |-> y & p /= q & y : INTEGER",
    "a * b = {} & a /= {} & a <: INTEGER & b <: INTEGER",
    "a : POW(INTEGER) & b : FIN(INTEGER) & a <: b & a = {} & b /= {}",
    "a : POW(INTEGER) & not(a : FIN(INTEGER)) & a : POW1(INTEGER)",
    /* sizes */
    "a <: NATURAL & 0 : a & card(a) = 1",
    "card(2 .. 4) = 3 & x : INTEGER & card(x .. x) = 1 & card(x .. x - 3) = 0",
    "x : INTEGER & y : INTEGER & card({x, y}) = 1 & card({x, y, 3}) = 1",
    "x : INTEGER & y : INTEGER & card({x, x + 1, y}) = 2",
    "x : INTEGER & y : INTEGER & card({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, x, y}) = 12",
    "a <: INTEGER & not(a : FIN(INTEGER)) & a /\\ {1} = {} & (a : FIN(INTEGER) => card(a) = 0)",
    "a <: INTEGER & b <: INTEGER & a /\\ b : FIN(INTEGER) & not(a : FIN(INTEGER)) & not(b : "
    "FIN(INTEGER))",
    "a <: INTEGER & INTEGER - a : FIN(INTEGER) & 3 /: a",
    "a <: STRING & not(a : FIN(STRING)) & \"a\" /: a",
    "a <: STRING & STRING - a : FIN(STRING) & \"a\" /: a",
    "a <: BOOL & card(BOOL - a) = 1",
    "x : BOOL & y : BOOL & z : BOOL & x /= y & y /= z & x = z",
    "a <: INTEGER & a = {} & card(a) = 0 & !x.(x : a => x > 5) & !x.(x : a => x < 5)",
    "a = {{}, {1}} & card(a) = 2 & b = {} & b : a & b <: INTEGER",
    "a = {} & a <: STRING & b <: INTEGER & b /= {} & b /= {1} & (a = {} => card(b) = 2)",
    "a = {} & a <: STRING & b = {} & b <: INTEGER & (b = {} <=> a = {}) & not(1 = 2 <=> a = {})",
};

enum { NO_PREDICATE = 2 };

/* Does the tactic refute it: 0 or 1. */
static int is_refuted(const char *predicate)
{
	struct problem p;
	struct search_options o = {.solver = SOLVER_AUTO, .tactics = 1u << TACTIC_laws};
	int is_none = NO_PREDICATE;
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

/* x1 >= 1 and each next one at least LARGE times the one before: numbers do not fit any more, and no bounds contradict each
 * other. */
TEST large_numbers_are_open(void)
{
	enum { CHAIN = 8 };
	const int64_t LARGE = 999999937;
	struct arena a;
	arena_init(&a);
	struct simplex *s = simplex_open(&a);
	uint32_t v[CHAIN], steps = 1000;
	for (uint32_t i = 0; i < CHAIN; i++) v[i] = simplex_variable(s);
	simplex_at_least(s, v[0], 1, 1);
	for (uint32_t i = 1; i < CHAIN; i++) {
		struct simplex_term terms[] = {{v[i], 1}, {v[i - 1], -LARGE}};
		simplex_at_least(s, simplex_sum(s, terms, 2), 0, (int)i + 1);
	}
	struct simplex_term ends[] = {{v[CHAIN - 1], 1}, {v[0], -1}};
	simplex_at_least(s, simplex_sum(s, ends, 2), 1, CHAIN + 1);
	ASSERT_EQ(simplex_check(s, &steps), SIMPLEX_OPEN);
	simplex_close(s);
	arena_clear(&a);
	PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_TEST(laws_are_proved);
	RUN_TEST(no_solution_is_lost);
	RUN_TEST(conflicts_have_no_solution);
	RUN_TEST(large_numbers_are_open);
	GREATEST_MAIN_END();
}

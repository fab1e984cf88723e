/* Circuits and clauses, against truth tables. */
#include "tests/greatest.h"

#include <setjmp.h>

#include "circuit/circuit.h"
#include "tests/circuit/circuits.h"

/* ---- tests: gates ---------------------------------------------------------------------------------- */

TEST every_gate_has_the_value_of_its_table(void)
{
	for (uint64_t seed = 1; seed <= 30; seed++) {
		struct bench b = open_bench(2 + (uint32_t)seed % 5, seed);
		add_random_gates(&b, 150);
		for (uint32_t i = 0; i < assignments(&b); i++) {
			assume_inputs(&b, i);
			ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
			ASSERT_EQ(model_of(&b), i);
			for (uint32_t k = 0; k < b.known.count; k++)
				ASSERT_EQ(cnf_value(b.f, b.known.at[k].l), bit_of(&b.known.at[k].table, i));
		}
		close_bench(&b);
	}
	PASS();
}

TEST literals_that_exclude_one_another_are_never_both_true(void)
{
	uint32_t seen = 0;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct bench b = open_bench(4, seed);
		add_random_gates(&b, 60);
		for (uint32_t i = 0; i < 300; i++) {
			struct known k[3] = {pick(&b), pick(&b), pick(&b)};
			struct table both = k[0].table;
			lit l[3] = {k[0].l, k[1].l, k[2].l};
			for (int at = 1; at < 3; at++)
				for (int w = 0; w < WORDS; w++) both.word[w] &= k[at].table.word[w];
			if (!circuit_excludes(b.c, l, 3)) continue;
			ASSERT(is_never(&b, &both));
			seen++;
		}
		close_bench(&b);
	}
	ASSERT(seen > 2000);
	PASS();
}

TEST choices_and_guards_exclude(void)
{
	struct circuit *c = circuit_open();
	lit has[3], is[3], other[3], both[3], each[3];
	for (int i = 0; i < 3; i++) has[i] = circuit_input(c);
	for (int i = 0; i < 3; i++) is[i] = circuit_input(c);
	for (int i = 0; i < 3; i++) other[i] = circuit_input(c);
	circuit_require_exactly_one(c, is, 3);
	circuit_require_exactly_one(c, other, 3);
	for (int i = 0; i < 3; i++) {
		both[i] = circuit_and(c, is[i], other[i]);
		each[i] = circuit_and(c, is[i], -has[i]);
	}
	lit differ = -circuit_any(c, both, 3), fresh = circuit_any(c, each, 3);
	ASSERT(circuit_excludes(c, (lit[]){is[0], is[2]}, 2));
	ASSERT(circuit_excludes(c, (lit[]){is[1], other[1], differ}, 3));
	ASSERT(circuit_excludes(c, (lit[]){is[1], has[1], fresh}, 3));
	ASSERT(!circuit_excludes(c, (lit[]){is[1], has[0], fresh}, 3));
	ASSERT(!circuit_excludes(c, (lit[]){is[1], other[0], differ}, 3));
	ASSERT(!circuit_excludes(c, (lit[]){is[1], other[1]}, 2));
	circuit_close(c);
	PASS();
}

TEST constant_gates_are_seen_or_at_least_right(void)
{
	struct bench b = open_bench(3, 1);
	lit x = b.input[0], y = b.input[1], z = b.input[2];
	struct circuit *c = b.c;
	lit xy = circuit_and(c, x, y);
	ASSERT_EQ(circuit_and(c, y, x), xy);
	ASSERT_EQ(circuit_and(c, x, -x), LIT_FALSE);
	ASSERT_EQ(circuit_and(c, x, LIT_TRUE), x);
	ASSERT_EQ(circuit_and(c, x, LIT_FALSE), LIT_FALSE);
	ASSERT_EQ(circuit_and(c, x, xy), xy);
	ASSERT_EQ(circuit_and(c, xy, y), xy);
	ASSERT_EQ(circuit_and(c, -x, xy), LIT_FALSE);
	ASSERT_EQ(circuit_and(c, x, -xy), circuit_and(c, x, -y));
	ASSERT_EQ(circuit_and(c, -x, -xy), -x);
	ASSERT_EQ(circuit_and(c, xy, circuit_and(c, -x, z)), LIT_FALSE);
	ASSERT_EQ(circuit_and(c, circuit_or(c, x, y), circuit_or(c, x, -y)), x);
	ASSERT_EQ(circuit_and(c, -xy, -circuit_all(c, (lit[]){x, y, z}, 3)), -xy);
	ASSERT_EQ(circuit_all(c, (lit[]){x, z, y, x, LIT_TRUE}, 5),
	          circuit_all(c, (lit[]){y, x, z}, 3));
	ASSERT_EQ(circuit_all(c, (lit[]){x, z, -x}, 3), LIT_FALSE);
	ASSERT_EQ(circuit_all(c, (lit[]){x, -xy, z}, 3), circuit_all(c, (lit[]){x, -y, z}, 3));
	ASSERT_EQ(circuit_all(c, NULL, 0), LIT_TRUE);
	ASSERT_EQ(circuit_any(c, NULL, 0), LIT_FALSE);
	ASSERT_EQ(circuit_xor(c, -x, y), -circuit_xor(c, y, x));
	ASSERT_EQ(circuit_xor(c, x, circuit_xor(c, x, y)), y);
	ASSERT_EQ(circuit_ite(c, x, y, -y), circuit_iff(c, x, y));
	ASSERT_EQ(circuit_ite(c, x, y, LIT_FALSE), xy);
	ASSERT_EQ(circuit_ite(c, x, xy, z), circuit_ite(c, x, y, z));
	ASSERT_EQ(circuit_ite(c, -x, -y, -z), -circuit_ite(c, x, z, y));
	ASSERT_EQ(circuit_ite(c, x, x, y), circuit_or(c, x, y));
	ASSERT_EQ(circuit_and(c, x, circuit_ite(c, x, y, z)), xy);
	ASSERT_EQ(circuit_and(c, x, circuit_xor(c, x, y)), circuit_and(c, x, -y));
	ASSERT_EQ(circuit_majority(c, x, y, LIT_TRUE), circuit_or(c, x, y));
	ASSERT_EQ(circuit_majority(c, -x, -y, -z), -circuit_majority(c, z, y, x));
	ASSERT_EQ(circuit_majority(c, -x, z, -y), -circuit_majority(c, y, -z, x));
	ASSERT_EQ(circuit_majority(c, x, y, -x), y);
	close_bench(&b);
	PASS();
}

/* Equal gates are one gate: making everything again makes nothing new. */
TEST what_is_made_again_is_the_same(void)
{
	struct circuit *c = circuit_open();
	VEC(lit) made = {0};
	uint32_t first = 0;
	for (int round = 0; round < 2; round++) {
		uint64_t random = 7;
		for (uint32_t i = 0; i < 20000; i++) {
			lit l;
			random = random * 6364136223846793005u + 1442695040888963407u;
			if (i < 20) {
				l = round ? made.at[i] : circuit_input(c);
			} else {
				lit a = made.at[(random >> 33) % i], b = made.at[(random >> 20) % i],
				    d = made.at[(random >> 10) % i];
				l = random >> 63       ? circuit_and(c, a, -b)
				    : random >> 62 & 1 ? circuit_ite(c, a, b, d)
				                       : circuit_xor(c, b, d);
			}
			if (round == 0) VEC_PUSH(&made, l);
			else ASSERT_EQ(made.at[i], l);
		}
		if (round == 0) first = circuit_gate_count(c);
	}
	ASSERT_EQ(circuit_gate_count(c), first);
	ASSERT_EQ(circuit_input_count(c), 20);
	ASSERT(circuit_bytes(c) > first * sizeof(lit));
	VEC_CLEAR(&made);
	circuit_close(c);
	PASS();
}

/* ---- tests: the solver ------------------------------------------------------------------------------ */

/* Each literal alone, in both polarities, as an assumption. */
TEST the_solver_agrees_on_every_literal(void)
{
	for (uint64_t seed = 1; seed <= 150; seed++) {
		struct bench b = open_bench(1 + (uint32_t)seed % MOST_INPUTS, seed);
		add_random_gates(&b, 40);
		for (uint32_t i = 0; i < 60; i++) {
			struct known k = pick(&b);
			solver_assume(b.s, cnf_literal(b.f, k.l));
			bool is_possible = solve(&b) == SOLVER_SATISFIABLE;
			ASSERT_EQ(is_possible, !is_never(&b, &k.table));
			if (is_possible) ASSERT(bit_of(&k.table, model_of(&b)));
		}
		close_bench(&b);
	}
	PASS();
}

/* Under every full assignment exactly one of l and -l is possible. */
TEST a_full_assignment_decides_every_literal(void)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct bench b = open_bench(5, seed);
		add_random_gates(&b, 60);
		for (uint32_t i = 0; i < 400; i++) {
			struct known k = pick(&b);
			uint32_t at = draw(&b, assignments(&b));
			assume_inputs(&b, at);
			solver_assume(b.s, cnf_literal(b.f, k.l));
			ASSERT_EQ(solve(&b) == SOLVER_SATISFIABLE, bit_of(&k.table, at));
		}
		close_bench(&b);
	}
	PASS();
}

/* A literal or a clause is asserted, or required. Its table is and-ed to `all`. */
static void assert_something(struct bench *b, struct table *all)
{
	uint32_t count = draw(b, 3) ? 1 : 1 + draw(b, 4);
	struct table any = {0};
	lit in[4];
	for (uint32_t i = 0; i < count; i++) {
		struct known k = pick(b);
		in[i] = k.l;
		for (int w = 0; w < WORDS; w++) any.word[w] |= k.table.word[w];
	}
	if (draw(b, 2)) cnf_assert_any(b->f, in, count);
	else if (count == 1) circuit_require(b->c, in[0]);
	else circuit_require_any(b->c, in, count);
	for (int w = 0; w < WORDS; w++) all->word[w] &= any.word[w];
}

TEST asserting_step_by_step_keeps_exactly_the_solutions(void)
{
	for (uint64_t seed = 1; seed <= 1500; seed++) {
		struct bench b = open_bench(3 + (uint32_t)seed % (MOST_INPUTS - 2), seed);
		struct table all;
		memset(&all, 0xff, sizeof all);
		bool is_possible = true;
		for (int step = 0; step < 12 && is_possible; step++) {
			add_random_gates(&b, 8);
			for (uint32_t i = draw(&b, 4); i > 0; i--) assert_something(&b, &all);
			struct known k = pick(&b);
			bool assumed = draw(&b, 2);
			struct table both = all;
			for (int w = 0; assumed && w < WORDS; w++) both.word[w] &= k.table.word[w];
			if (assumed) solver_assume(b.s, cnf_literal(b.f, k.l));
			bool answer = solve(&b) == SOLVER_SATISFIABLE;
			ASSERT_EQ(answer, !is_never(&b, &both));
			if (answer) ASSERT(bit_of(&both, model_of(&b)));
			is_possible = !is_never(&b, &all);
		}
		close_bench(&b);
	}
	PASS();
}

static void exclude_model(struct bench *b)
{
	uint32_t model = model_of(b);
	lit other[MOST_INPUTS];
	for (uint32_t i = 0; i < b->inputs; i++) other[i] = model >> i & 1 ? -b->input[i] : b->input[i];
	cnf_assert_any(b->f, other, b->inputs);
}

/* The solutions are counted by excluding one after the other: no input is restricted too much. */
TEST all_solutions_are_found(void)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct bench b = open_bench(6, seed);
		struct table all;
		memset(&all, 0xff, sizeof all);
		add_random_gates(&b, 40);
		for (int i = 0; i < 2; i++) assert_something(&b, &all);
		uint32_t wanted = 0, found = 0;
		for (uint32_t i = 0; i < assignments(&b); i++) wanted += bit_of(&all, i);
		while (found <= wanted && solve(&b) == SOLVER_SATISFIABLE) {
			exclude_model(&b);
			found++;
		}
		ASSERT_EQ(found, wanted);
		close_bench(&b);
	}
	PASS();
}

/* ---- tests: inputs that are equal ------------------------------------------------------------------- */

enum { MEMBERS = 3, CHOICES = 3 };

static uint32_t chosen_bits(uint32_t model, uint32_t choice)
{
	return model >> choice * MEMBERS & ((1u << MEMBERS) - 1);
}

static bool has_one_of_each(uint32_t model)
{
	for (uint32_t i = 0; i < CHOICES; i++) {
		uint32_t bits = chosen_bits(model, i);
		if (!bits || bits & (bits - 1)) return false;
	}
	return true;
}

/* The case of one choice tells that of another, in one of the ways of the encoder. */
static lit follows(struct bench *b, const lit *from, const lit *to, const uint32_t *map,
                   bool by_cases)
{
	lit mapped[MEMBERS], common[MEMBERS];
	for (uint32_t i = 0; i < MEMBERS; i++) {
		mapped[i] = to[map[i]];
		common[i] = circuit_and(b->c, from[i], mapped[i]);
	}
	return by_cases ? circuit_any(b->c, common, MEMBERS)
	                : circuit_select(b->c, from, mapped, MEMBERS);
}

static bool does_follow(uint32_t model, const uint32_t *map)
{
	for (uint32_t i = 0; i < MEMBERS; i++)
		if (chosen_bits(model, 0) >> i & 1 && !(chosen_bits(model, 1) >> map[i] & 1)) return false;
	return true;
}

static void keep(struct bench *b, struct table *all, uint32_t at, bool holds)
{
	if (!holds && at < assignments(b)) all->word[at / 64] &= ~((uint64_t)1 << at % 64);
}

/* Asserts choices, of which two may be the same, and an equality of inputs; `all` are the solutions. */
static void assert_equalities(struct bench *b, struct table *all)
{
	uint32_t a = draw(b, b->inputs), z = draw(b, b->inputs), map[MEMBERS];
	bool has_iff = draw(b, 2), is_xor = draw(b, 2);
	for (uint32_t i = 0; i < CHOICES; i++)
		circuit_require_exactly_one(b->c, b->input + i * MEMBERS, MEMBERS);
	for (uint32_t i = 0; i < MEMBERS; i++) map[i] = draw(b, MEMBERS);
	cnf_assert(b->f, follows(b, b->input, b->input + MEMBERS, map, draw(b, 2)));
	lit iff = circuit_iff(b->c, b->input[a], is_xor ? -b->input[z] : b->input[z]);
	if (has_iff) cnf_assert(b->f, iff);
	for (uint32_t i = 0; i < assignments(b); i++) {
		bool is_iff = ((i >> a & 1) == (i >> z & 1)) != is_xor;
		keep(b, all, i, has_one_of_each(i) && does_follow(i, map) && (!has_iff || is_iff));
	}
}

TEST equal_inputs_become_one_and_no_solution_is_lost(void)
{
	for (uint64_t seed = 1; seed <= 600; seed++) {
		struct bench b = open_bench(MEMBERS * CHOICES, seed);
		struct table all;
		uint32_t wanted = 0, found = 0;
		memset(&all, 0xff, sizeof all);
		add_random_gates(&b, 40);
		assert_equalities(&b, &all);
		if (seed % 2) assert_something(&b, &all);
		for (uint32_t i = 0; i < assignments(&b); i++) wanted += bit_of(&all, i);
		while (found <= wanted && solve(&b) == SOLVER_SATISFIABLE) {
			ASSERT(bit_of(&all, model_of(&b)));
			exclude_model(&b);
			found++;
		}
		ASSERT_EQ(found, wanted);
		close_bench(&b);
	}
	PASS();
}

TEST false_is_unsatisfiable_and_true_says_nothing(void)
{
	struct bench b = open_bench(1, 1);
	circuit_require(b.c, LIT_TRUE);
	cnf_assert_any(b.f, (lit[]){b.input[0], LIT_TRUE}, 2);
	ASSERT_EQ(clauses_of(&b), 0);
	solver_assume(b.s, cnf_literal(b.f, LIT_TRUE));
	ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
	solver_assume(b.s, cnf_literal(b.f, LIT_FALSE));
	ASSERT_EQ(solve(&b), SOLVER_UNSATISFIABLE);
	ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
	ASSERT_FALSE(circuit_is_contradictory(b.c));
	circuit_require_any(b.c, NULL, 0);
	ASSERT(circuit_is_contradictory(b.c));
	ASSERT_EQ(solve(&b), SOLVER_UNSATISFIABLE);
	close_bench(&b);

	b = open_bench(1, 1);
	cnf_assert(b.f, b.input[0]);
	cnf_assert(b.f, -b.input[0]);
	ASSERT_EQ(solve(&b), SOLVER_UNSATISFIABLE);
	close_bench(&b);

	b = open_bench(1, 1);
	cnf_assert_any(b.f, NULL, 0);
	ASSERT_EQ(solve(&b), SOLVER_UNSATISFIABLE);
	close_bench(&b);
	PASS();
}

TEST inputs_that_nobody_saw_are_false(void)
{
	struct bench b = open_bench(2, 1);
	cnf_assert(b.f, b.input[0]);
	ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
	ASSERT(cnf_value(b.f, b.input[0]));
	ASSERT_FALSE(cnf_value(b.f, b.input[1]));
	ASSERT(cnf_value(b.f, circuit_implies(b.c, b.input[1], -b.input[0])));
	ASSERT_FALSE(cnf_value(b.f, circuit_input(b.c)));
	ASSERT(cnf_variable(b.f, b.input[0]) > 0);
	ASSERT_EQ(cnf_variable(b.f, b.input[1]), 0);
	close_bench(&b);
	PASS();
}

/* ---- tests: choices ----------------------------------------------------------------------------------- */

/* Of n literals, those in the mask hold: is at_most_one (or its complement) possible? */
static bool is_possible_with(struct bench *b, const lit *in, uint32_t count, uint32_t i, uint32_t k)
{
	for (uint32_t at = 0; at < count; at++)
		solver_assume(b->s, cnf_literal(b->f, at == i || at == k ? in[at] : -in[at]));
	return solve(b) == SOLVER_SATISFIABLE;
}

static enum greatest_test_res check_at_most_one(uint32_t count, bool is_required)
{
	struct bench b = open_bench(0, 1);
	lit in[80];
	for (uint32_t i = 0; i < count; i++) in[i] = circuit_input(b.c);
	lit one = circuit_at_most_one(b.c, in, count);
	if (is_required) circuit_require_at_most_one(b.c, in, count);
	else cnf_assert(b.f, -one);
	for (uint32_t i = 0; i <= count; i++)
		for (uint32_t k = i; k <= count; k++) {
			if (count > 30 && (i * 7 + k * 3) % 11) continue;
			bool is_one = i == k || k == count; /* or none */
			ASSERT_EQ(is_possible_with(&b, in, count, i, k), is_one == is_required);
		}
	close_bench(&b);
	PASS();
}

TEST at_most_one_of_any_number(void)
{
	for (uint32_t count = 0; count <= 33; count++) {
		CHECK_CALL(check_at_most_one(count, true));
		CHECK_CALL(check_at_most_one(count, false));
	}
	CHECK_CALL(check_at_most_one(77, true));
	CHECK_CALL(check_at_most_one(77, false));
	PASS();
}

TEST at_most_one_has_few_clauses(void)
{
	static const uint64_t clauses[][2] = {{2, 1}, {5, 10}, {6, 12}, {10, 24}, {20, 54}, {36, 96}};
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
		struct bench b = open_bench(0, 1);
		lit in[80];
		uint32_t count = (uint32_t)clauses[i][0];
		for (uint32_t k = 0; k < count; k++) in[k] = circuit_input(b.c);
		circuit_require_at_most_one(b.c, in, count);
		ASSERT_EQ(clauses_of(&b), clauses[i][1]);
		close_bench(&b);
	}
	PASS();
}

TEST select_takes_the_one_whose_condition_holds(void)
{
	for (uint32_t count = 1; count <= 5; count++) {
		struct bench b = open_bench(5, count);
		lit condition[5], same[2];
		for (uint32_t i = 0; i < count; i++) condition[i] = circuit_input(b.c);
		circuit_require_exactly_one(b.c, condition, count);
		lit of[5] = {b.input[0], b.input[1], LIT_TRUE, -b.input[3], b.input[0]};
		lit constants[5] = {LIT_TRUE, LIT_FALSE, LIT_FALSE, LIT_TRUE, LIT_FALSE};
		lit selected = circuit_select(b.c, condition, of, count);
		lit constant = circuit_select(b.c, condition, constants, count);
		lit other[5];
		for (uint32_t i = 0; i < count; i++) other[i] = circuit_input(b.c);
		circuit_require_exactly_one(b.c, other, count);
		same[1] = circuit_same(b.c, condition, other, count);
		same[0] = -same[1];
		for (uint32_t i = 0; i < 32 * count * count; i++) {
			uint32_t chosen = i / 32 % count, second = i / 32 / count;
			bool bits[5] = {i & 1, i >> 1 & 1, true, !(i >> 3 & 1), i & 1};
			for (int sign = -1; sign <= 1; sign += 2) {
				assume_inputs(&b, i & 31);
				solver_assume(b.s, cnf_literal(b.f, condition[chosen]));
				solver_assume(b.s, cnf_literal(b.f, other[second]));
				solver_assume(b.s, cnf_literal(b.f, sign * selected));
				ASSERT_EQ(solve(&b) == SOLVER_SATISFIABLE, bits[chosen] == (sign > 0));
				solver_assume(b.s, cnf_literal(b.f, condition[chosen]));
				solver_assume(b.s, cnf_literal(b.f, other[second]));
				solver_assume(b.s, cnf_literal(b.f, same[sign > 0]));
				ASSERT_EQ(solve(&b) == SOLVER_SATISFIABLE, (chosen == second) == (sign > 0));
				solver_assume(b.s, cnf_literal(b.f, condition[chosen]));
				solver_assume(b.s, cnf_literal(b.f, sign * constant));
				ASSERT_EQ(solve(&b) == SOLVER_SATISFIABLE,
				          (constants[chosen] == LIT_TRUE) == (sign > 0));
			}
		}
		close_bench(&b);
	}
	PASS();
}

/* ---- tests: clauses ------------------------------------------------------------------------------------ */

TEST clauses_are_few(void)
{
	struct bench b = open_bench(6, 1);
	struct circuit *c = b.c;
	const lit *x = b.input;
	lit small = circuit_any(c, x, 3);
	cnf_assert(b.f, circuit_or(c, small, circuit_or(c, x[3], -x[4])));
	ASSERT_EQ(clauses_of(&b), 1);
	cnf_assert(b.f, circuit_xor(c, x[0], x[5]));
	ASSERT_EQ(clauses_of(&b), 3);
	cnf_assert(b.f, circuit_ite(c, x[0], x[1], x[5]));
	ASSERT_EQ(clauses_of(&b), 5);
	cnf_assert(b.f, circuit_implies(c, x[2], circuit_all(c, x + 3, 3)));
	ASSERT_EQ(clauses_of(&b), 8);
	cnf_assert(b.f, circuit_lex_less_equal(c, x, x + 3, 3));
	ASSERT_EQ(clauses_of(&b), 8 + 7);
	close_bench(&b);

	b = open_bench(6, 1);
	lit both[2] = {circuit_and(b.c, b.input[0], b.input[1]),
	               circuit_and(b.c, b.input[2], b.input[3])};
	cnf_assert_any(b.f, both, 2); /* (0 | h) (1 | h) (-h | 2) (-h | 3) */
	ASSERT_EQ(clauses_of(&b), 4);
	cnf_assert(b.f, both[0]); /* it has a variable: a unit */
	cnf_assert_any(b.f, (lit[]){both[0], b.input[4]}, 2);
	ASSERT_EQ(clauses_of(&b), 5);
	close_bench(&b);
	PASS();
}

TEST what_follows_needs_no_clauses(void)
{
	enum { COUNT = 30 };
	struct bench b = open_bench(0, 1);
	lit in[COUNT], other = circuit_input(b.c);
	for (uint32_t i = 0; i < COUNT; i++) in[i] = circuit_input(b.c);
	circuit_require_exactly_one(b.c, in, COUNT);
	cnf_assert_any(b.f, (lit[]){in[3], in[7], -other}, 3);
	cnf_assert(b.f, circuit_iff(b.c, other, LIT_TRUE));
	cnf_assert(b.f,
	           circuit_or(b.c, circuit_and(b.c, in[1], in[3]), circuit_xor(b.c, in[2], in[7])));
	/* so it is the seventh, and all are units */
	ASSERT_EQ(clauses_of(&b), COUNT + 1);
	ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
	for (uint32_t i = 0; i < COUNT; i++) ASSERT_EQ(cnf_value(b.f, in[i]), i == 7);
	cnf_assert(b.f, circuit_or(b.c, in[1], in[3]));
	ASSERT_EQ(solve(&b), SOLVER_UNSATISFIABLE);
	close_bench(&b);
	PASS();
}

/* Long chains of gates: nothing recurses. */
TEST a_deep_circuit_is_no_problem(void)
{
	enum { DEPTH = 60000 };
	for (int kind = 0; kind < 4; kind++) {
		struct bench b = open_bench(3, 1);
		lit l = b.input[0];
		for (uint32_t i = 0; i < DEPTH; i++) {
			lit x = circuit_input(b.c);
			l = kind == 0   ? circuit_and(b.c, x, l)
			    : kind == 1 ? circuit_xor(b.c, x, l)
			    : kind == 2 ? circuit_ite(b.c, x, -l, b.input[1 + i % 2])
			                : -circuit_and(b.c, x, l);
		}
		solver_assume(b.s, cnf_literal(b.f, -l));
		ASSERT_EQ(solve(&b), SOLVER_SATISFIABLE);
		ASSERT_FALSE(cnf_value(b.f, l));
		cnf_assert(b.f, l);
		cnf_flush(b.f);
		close_bench(&b);
	}
	PASS();
}

/* Leaves at the `left`-th ring of the alarm. */
struct path_out {
	jmp_buf back;
	uint32_t left;
};

static void leave(void *way)
{
	struct path_out *w = way;
	if (w->left-- == 0) longjmp(w->back, 1);
}

/* The sanitizers' run sees what is lost. */
TEST what_an_alarm_leaves_behind_is_not_lost(void)
{
	struct circuit *c = circuit_open();
	struct arena arena = {0};
	struct path_out way;
	lit in[300];
	for (uint32_t i = 0; i < 300; i++) in[i] = circuit_input(c);
	circuit_set_alarm(c, leave, &way);
	volatile uint32_t times = 0;
	for (volatile uint32_t rings = 0; rings < 12; rings++) {
		struct numbers n = {.circuit = c, .arena = &arena};
		way.left = rings;
		if (setjmp(way.back)) {
			times++;
		} else {
			circuit_at_most_one(c, in, 300);
			number_at_least(&n, number_count(&n, in, 300), 77 + (wide)rings);
		}
	}
	ASSERT(times > 4);
	circuit_close(c);
	arena_clear(&arena);
	PASS();
}

SUITE(gates)
{
	RUN_TEST(every_gate_has_the_value_of_its_table);
	RUN_TEST(constant_gates_are_seen_or_at_least_right);
	RUN_TEST(literals_that_exclude_one_another_are_never_both_true);
	RUN_TEST(choices_and_guards_exclude);
	RUN_TEST(what_is_made_again_is_the_same);
	RUN_TEST(what_an_alarm_leaves_behind_is_not_lost);
}

SUITE(solving)
{
	RUN_TEST(the_solver_agrees_on_every_literal);
	RUN_TEST(a_full_assignment_decides_every_literal);
	RUN_TEST(asserting_step_by_step_keeps_exactly_the_solutions);
	RUN_TEST(all_solutions_are_found);
	RUN_TEST(equal_inputs_become_one_and_no_solution_is_lost);
	RUN_TEST(false_is_unsatisfiable_and_true_says_nothing);
	RUN_TEST(inputs_that_nobody_saw_are_false);
	RUN_TEST(at_most_one_of_any_number);
	RUN_TEST(at_most_one_has_few_clauses);
	RUN_TEST(select_takes_the_one_whose_condition_holds);
	RUN_TEST(clauses_are_few);
	RUN_TEST(what_follows_needs_no_clauses);
	RUN_TEST(a_deep_circuit_is_no_problem);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(gates);
	RUN_SUITE(solving);
	GREATEST_MAIN_END();
}

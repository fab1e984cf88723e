/* Integers of each form, and all that can be asked of them: for tests of encode/. */
#ifndef TESTS_CIRCUIT_NUMBERS_H
#define TESTS_CIRCUIT_NUMBERS_H

#include "circuit/circuit.h"
#include "tests/circuit/circuits.h"
#include "tests/greatest.h"

/* ---- numbers of each form --------------------------------------------------------------------------- */

static struct bench bench;
static struct arena arena;
static struct numbers numbers;

static inline void open_numbers(void *data)
{
	(void)data;
	bench = open_bench(0, 1);
	arena_init(&arena);
	numbers = (struct numbers){.circuit = bench.c, .arena = &arena};
}

static inline void close_numbers(void *data)
{
	(void)data;
	close_bench(&bench);
	arena_clear(&arena);
}

static inline void reopen_numbers(void)
{
	close_numbers(NULL);
	open_numbers(NULL);
}

enum form { FORM_ONE_HOT, FORM_BITS, FORM_CHOICE, FORM_ORDER, FORM_COUNT, FORM_MIXED, FORMS };

/* Each second value of low..high, and the last. */
static inline struct number *sparse(wide low, wide high)
{
	wide values[64];
	lit is[64];
	uint32_t count = 0;
	for (wide v = high; v >= low; v -= 2) {
		values[count] = v;
		is[count++] = circuit_input(bench.c);
	}
	circuit_require_exactly_one(bench.c, is, count);
	return number_choice(&numbers, values, is, count);
}

static inline struct number *ordered(wide low, wide high)
{
	struct number *a = number_fresh(&numbers, low, high, 64);
	struct number *b = number_fresh(&numbers, low, high, 64);
	return number_maximum(&numbers, a, b);
}

static inline struct number *counted(wide low, wide high)
{
	lit in[64];
	uint32_t count = (uint32_t)(high - low);
	for (uint32_t i = 0; i < count; i++) in[i] = circuit_input(bench.c);
	struct number *a = number_count(&numbers, in, count);
	return number_add(&numbers, a, number_constant(&numbers, low));
}

static inline struct number *mixed(wide low, wide high)
{
	uint32_t width;
	struct number *a = number_fresh(&numbers, low, high, low % 2 ? 64 : 0);
	number_bits(&numbers, a, &width);
	number_order(&numbers, a);
	return a;
}

static inline struct number *make(enum form form, wide low, wide high)
{
	switch (form) {
	case FORM_ONE_HOT: return number_fresh(&numbers, low, high, 64);
	case FORM_BITS: return number_fresh(&numbers, low, high, 0);
	case FORM_CHOICE: return sparse(low, high);
	case FORM_ORDER: return ordered(low, high);
	case FORM_COUNT: return counted(low, high);
	default: return mixed(low, high);
	}
}

static inline void assume_value(struct number *a, wide v)
{
	solver_assume(bench.s, cnf_literal(bench.f, number_is(&numbers, a, v)));
}

/* ---- what every number must satisfy ------------------------------------------------------------------- */

/* All that can be asked of a number: made before there is a model. */
struct views {
	struct number *a;
	const lit *bits, *is, *from;
	uint32_t width;
	lit at_least[64], equal[64]; /* from low - 1 on */
};

static inline struct views views_of(struct number *a)
{
	struct views v = {.a = a};
	for (uint32_t i = 0; i < 64 && i <= a->high - a->low + 2; i++) {
		v.at_least[i] = number_at_least(&numbers, a, a->low - 1 + i);
		v.equal[i] = number_is(&numbers, a, a->low - 1 + i);
	}
	v.bits = number_bits(&numbers, a, &v.width);
	v.is = number_one_hot(&numbers, a);
	v.from = number_order(&numbers, a);
	return v;
}

static inline wide value_of_bits(const lit *bits, uint32_t width)
{
	wide value = 0;
	for (uint32_t i = 0; i < width; i++)
		value += (i + 1 == width ? -1 : 1) * ((wide)cnf_value(bench.f, bits[i]) << i);
	return value;
}

/* All views show this value in the last model. */
static inline enum greatest_test_res shows(const struct views *v, wide value)
{
	const struct number *a = v->a;
	ASSERT(a->low <= value && value <= a->high);
	ASSERT(number_value(bench.f, v->a) == value);
	ASSERT(value_of_bits(v->bits, v->width) == value);
	for (uint32_t i = 0; i < 64 && i <= a->high - a->low + 2; i++) {
		ASSERT_EQ(cnf_value(bench.f, v->at_least[i]), value >= a->low - 1 + i);
		ASSERT_EQ(cnf_value(bench.f, v->equal[i]), value == a->low - 1 + i);
	}
	for (wide i = a->low; v->is && v->from && i <= a->high; i++) {
		ASSERT_EQ(cnf_value(bench.f, v->is[i - a->low]), value == i);
		ASSERT_EQ(cnf_value(bench.f, v->from[i - a->low]), value >= i);
	}
	PASS();
}

#endif

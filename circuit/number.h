/* What the files number*.c, arithmetic*.c and count.c share. */
#ifndef CIRCUIT_NUMBER_H
#define CIRCUIT_NUMBER_H

#include "circuit/circuit.h"

struct interval {
	wide low, high;
	bool is_too_large;
};

/* Operands with at most so many pairs of values are combined value by value; so many values are
 * selected one by one; so many values are compared by `from`. */
enum { NUMBER_TABLE = 64, NUMBER_SELECTED = 64, NUMBER_ORDERED = 64, NUMBER_COUNT_ORDERED = 32 };

/* ---- number.c ---------------------------------------------------------------------------------- */

struct number *number_new(struct numbers *n, wide low, wide high); /* without a form */
struct number *number_too_large(struct numbers *n);
lit *number_literals(struct numbers *n, uint64_t count); /* in the arena */
/* low..high has at most this many values. */
static inline bool number_spans(wide low, wide high, uint32_t most)
{
	return (unsigned __int128)high - (unsigned __int128)low < most;
}
/* A value under each condition, exactly one of which holds; values in any order, may repeat. */
struct number_case {
	wide value;
	lit is;
	uint32_t place; /* for the caller; equal values are sorted by it */
};
typedef POOLED(struct number_case) number_cases;
void number_sort_cases(struct number_case *cases, uint32_t count);
struct number *number_of_cases(struct numbers *n, number_cases *cases); /* clears the list */
/* The same number where it is known to lie in a smaller interval. */
struct number *number_narrow(struct numbers *n, struct number *a, wide low, wide high);
/* a + by, which must fit; the literals are shared where they can be. */
struct number *number_shift(struct numbers *n, struct number *a, wide by);

/* ---- number_form.c ----------------------------------------------------------------------------- */

uint32_t number_width(wide low, wide high); /* of two's complement */
/* Makes the chosen form if some form but bits or counted is there. */
bool number_choices(struct numbers *n, struct number *a);
bool number_has_order(const struct number *a); /* `from` is there or cheap, and small */
/* Bits that all of low..high have in common are constants. */
void number_set_bits(struct numbers *n, struct number *a, const lit *bits, uint32_t count);
/* Bit i of a number whose bits are made: any i. */
static inline lit number_bit(const struct number *a, uint32_t i)
{
	return a->bits[i < a->width ? i : a->width - 1];
}

/* ---- count.c ----------------------------------------------------------------------------------- */

/* Unary: out[k] says that more than k hold, for k < most (or all, if there are fewer). */
void count_sorted(struct numbers *n, const lit *in, uint32_t count, uint32_t most, lits *out);
lit count_is(struct numbers *n, struct number *a, uint32_t k);       /* of counted numbers */
lit count_at_least(struct numbers *n, struct number *a, uint32_t k); /* likewise */

/* ---- arithmetic.c: sums of literals with weights, column by column ------------------------------- */

struct columns {
	struct numbers *numbers;
	lits at[NUMBER_BITS];
	unsigned __int128 constant; /* modulo 2 ** width */
	uint32_t width;
};

/* Sums modulo 2 ** width. */
void columns_init(struct columns *c, struct numbers *n, uint32_t width);
/* (-)l * 2 ** shift */
void columns_literal(struct columns *c, lit l, uint32_t shift, bool is_negative);
/* (-)a * 2 ** shift */
void columns_number(struct columns *c, struct number *a, uint32_t shift, bool is_negative);
void columns_constant(struct columns *c, wide value);
/* factor * a */
void columns_multiple(struct columns *c, struct number *a, wide factor);
/* Adds up: bits[0 .. width - 1]. The columns are cleared. */
void columns_sum(struct columns *c, lit *bits);
struct number *columns_number_in(struct columns *c, wide low, wide high); /* likewise */

/* Combines operands value by value if that is small; NULL if it is not. The operation is told to
 * leave a pair out by DO_NOT_CARE. */
enum table_answer { TABLE_VALUE, TABLE_DO_NOT_CARE, TABLE_TOO_LARGE };
typedef enum table_answer table_operation(wide a, wide b, wide *out);
struct number *arithmetic_table(struct numbers *n, struct number *a, struct number *b,
                                table_operation *operation);

/* Exact bounds of results. */
struct interval interval_product(const struct number *a, const struct number *b);
/* The absolute value: *sign is set to "a is negative". */
struct number *arithmetic_absolute(struct numbers *n, struct number *a, lit *sign);
/* -a if the sign holds, known to lie in low..high. */
struct number *arithmetic_signed(struct numbers *n, lit sign, struct number *a, wide low,
                                 wide high);

#endif

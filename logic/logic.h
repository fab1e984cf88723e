/* logic: what can be said of a formula by the way it is written.
 *
 * Between syntax/, which makes typed trees, and all that gives them meaning. Nothing here knows values, states or
 * solvers: evaluator, encoder and tactics share these rules, and differ in how they carry them out.
 *
 * A tree is not written to after it is made, so formulas share their parts freely. New ones go into the arena
 * that is passed and live as long as that. */
#ifndef LOGIC_LOGIC_H
#define LOGIC_LOGIC_H

#include "syntax/syntax.h"

/* ---- build.c: new formulas ---------------------------------------------------------------------------
 *
 * Each takes an arena first. Where no position is passed, it is that of the first operand, or of `like`. What
 * comes back as `struct node *` may be completed by whoever asked for it, before others see it. */

/* With these kids; `type` is NULL for predicates and substitutions. */
struct node *build_node(struct arena *a, enum op op, struct pos pos, struct type *type,
                        uint32_t count, const struct node *const *kids);
/* The same with other kids to be put in. */
struct node *build_copy(struct arena *a, const struct node *n);

/* ---- finite.c: finite and infinite sets --------------------------------------------------------------------
 *
 * What a set may be, as bits. That it is finite is known if CARD_INFINITE is not among them, that it is infinite if nothing
 * else is. */
enum card {
	CARD_EMPTY = 1,
	CARD_SOME = 2, /* finitely many elements, at least one */
	CARD_INFINITE = 4,
	CARD_FINITE = CARD_EMPTY | CARD_SOME,
	CARD_UNKNOWN = CARD_EMPTY | CARD_SOME | CARD_INFINITE
};

/* What is known of sets besides the way they are written; all sets may be if nothing is: CARD_UNKNOWN. */
struct finite_view {
	unsigned (*card)(const void *data, const struct node *set);
	const void *data;
};

/* The values of a type, whatever the sizes of given sets. */
unsigned finite_type(const struct type *t);
/* A set as it is written; the view may be NULL. */
unsigned finite_card(const struct finite_view *v, const struct node *set);
bool finite_is_sure(const struct finite_view *v, const struct node *set);
bool finite_is_infinite(const struct node *set);
/* Of {x | P}, %x.(P | E), SIGMA(x).(P | E): are the values of x finitely many for sure? */
bool finite_index(const struct finite_view *v, const struct node *binder);
/* The result of an operator by what its operands may be. */
unsigned finite_rule(enum op op, unsigned a, unsigned b);

#endif

/* Formulas of Rodin's mathematical language as trees of syntax/; private to eventb/.
 *
 * The language has its own symbols, priorities and rules of compatibility (a ∧ b ∨ c is an error), but a formula means what a tree of
 * syntax/ can say, so whatever works on trees works on Event-B. Where both languages use one symbol for different things the tree
 * has the meaning of Event-B: ^ is power, ⊂ is strict, ℕ and ℤ are all of them, − and ∗ are of integers only; id, prj1 and prj2 have
 * the type that their surroundings ask for. */
#ifndef EVENTB_FORMULA_H
#define EVENTB_FORMULA_H

#include "syntax/syntax.h"

/* ---- formula.c, assignment.c ------------------------------------------------------------------------------ */

struct eventb_reader {
	struct arena *arena; /* of the trees */
	struct names *names;
	struct diag *diag;
	const struct map
	    *declared; /* names that are no words of the ASCII language (NAT, or); or NULL */
};

/* A formula that stands in a file under a label, for messages "M.bum (evt/grd1):1:4: error: ..." with the formula and a caret. NULL
 * with an error in the diag if there is too much text. */
const struct source *eventb_source(struct diag *diag, const char *file, const char *label,
                                   const char *text);

/* The tree of a formula, without declarations and types; NULL with an error in the diag. A name with a prime, x', is a name like
 * others, and a bound name with a type, x⦂T, has the type as its kid. */
const struct node *eventb_predicate(const struct eventb_reader *r, const struct source *s);
const struct node *eventb_expression(const struct eventb_reader *r, const struct source *s);
/* x ≔ E, f(x) ≔ E, x :∈ S, x :∣ P (x' stays as it is): a substitution. */
const struct node *eventb_assignment(const struct eventb_reader *r, const struct source *s);

/* ---- build.c: what is not one operator in the trees of syntax/ ------------------------------------------------ */

/* Infix operators, − and ∗ of integers. */
struct node *eventb_binary(struct arena *a, enum op op, struct pos pos, const struct node *x,
                           const struct node *y);
/* The relation id (OP_IDENTITY), prj1 (OP_PRJ1) or prj2 (OP_PRJ2), on whatever type. */
struct node *eventb_generic(struct arena *a, enum op op, struct pos pos);
/* f(x); of id, prj1, prj2, pred and succ it is simpler. */
const struct node *eventb_apply(struct arena *a, struct names *names, struct pos pos,
                                const struct node *f, const struct node *x);
/* {x·P∣E} and λpattern·P∣E. The names of a pattern are in `ids`. */
struct node *eventb_comprehension(struct arena *a, struct pos pos, const struct node *ids,
                                  const struct node *predicate, const struct node *value);
struct node *eventb_lambda(struct arena *a, struct pos pos, const struct node *ids,
                           const struct node *pattern, const struct node *predicate,
                           const struct node *value);

/* Names of the binders around an expression, the innermost first. */
struct eventb_binders {
	const struct node *ids;
	const struct eventb_binders *outer;
};
bool eventb_is_bound(const struct eventb_binders *b, name x);

#endif

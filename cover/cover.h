/* cover: what of a machine a search has covered.
 *
 * Counted afterwards, over the states that the search has found, so that it costs a search nothing: which values each variable
 * has, in how many states an operation has an outcome, and in how many a conjunct of its guard alone keeps it from that (the
 * idea of MC/DC: each condition is seen to decide by itself; RTCA DO-178C); and which parts of invariants are ever put to the test. */
#ifndef COVER_COVER_H
#define COVER_COVER_H

#include "explore/explore.h"

enum { COVER_LISTED = 8 }; /* values of a variable, at most; of more their number is known */

struct cover_variable {
	const struct decl *decl;
	uint64_t count;           /* different values */
	value list[COVER_LISTED]; /* in order, if there are no more */
	value least, greatest;    /* of an integer, else VALUE_NONE */
	bool
	    is_most; /* some are sets that are not listed, which may be equal: there are at most so many */
};

struct cover_operation {
	const struct explore_coverage *search; /* its name, how often it was executed */
	uint64_t enabled;                      /* states in which it has an outcome */
	uint64_t found;                        /* states that it led to first */
};

/* A conjunct of the outermost PRE or guard of an operation. Those that only say where a parameter comes from are left out. */
struct cover_guard {
	uint32_t operation;
	const struct node *node;
	const struct node
	    *alone;     /* for some values of parameters it is false, and all others are true */
	uint64_t count; /* states in which that is so */
	bool
	    is_least; /* in others that is not known: something has no value there, or takes too long */
};

enum cover_part_kind {
	COVER_LEFT_SIDE, /* of an implication: is true */
	COVER_ONLY_TRUE, /* of a disjunction: is true, and the others are not */
	COVER_INSTANCE,  /* what a quantifier speaks of: is true of something */
};

/* A part of a conjunct of the invariant. */
struct cover_part {
	enum cover_part_kind kind;
	const struct node *conjunct, *node;
	const struct node *holds; /* in a state that puts it to the test */
	uint64_t count;           /* such states */
	bool is_least;            /* as above */
};

struct cover {
	uint64_t states; /* over which it was counted: the first ones that were found */
	bool is_stopped; /* there are more, but the flag was set */
	VEC(struct cover_variable) variables;
	VEC(struct cover_operation) operations;
	VEC(struct cover_guard) guards; /* by operation; none where abstractions run along */
	VEC(struct cover_part) parts;   /* by conjunct, in their order */
	struct arena arena;
};

/* The explore has run; all arguments outlive it. Ends soon after *stop is not 0 (may be NULL). */
struct cover *cover_open(struct explore *x, struct values *values, const _Atomic int *stop);
void cover_close(struct cover *c);

#endif

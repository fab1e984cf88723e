/* The machines above a refinement: what each of them may change, how it begins, which of its operations are
 * refined. A variable of the same name in a machine and its abstraction has the same value in both; a
 * concrete one that is not declared again is the same variable. */
#ifndef EXPLORE_LEVEL_H
#define EXPLORE_LEVEL_H

#include "base/base.h"
#include "syntax/syntax.h"

struct level_same { /* a variable of a machine and its abstraction */
	name label;     /* "same_x" */
	struct decl *own, *above;
	const struct node *node; /* own = above; NULL if they are one */
};

struct level {
	struct machine *machine;
	VEC(struct decl *) owned;          /* what it may change */
	VEC(struct level_same) same;       /* with the machine below it */
	const struct node *initialisation; /* of all that it consists of; NULL if there is none */
	VEC(struct machine *) joined;      /* it, and the machines that only it has */
};

struct levels { /* the abstraction of the main machine first, then that of the abstraction, ... */
	VEC(struct level) list;
};

/* All that a machine consists of, but for its abstractions. */
void level_mark(const struct machine *m, struct map *marked);
/* Of the main machine. New nodes are in the arena of the project. */
void levels_open(struct project *p, struct levels *out);
void levels_clear(struct levels *l);
/* For each level the operation of it that `o` refines, or NULL: none. `shown` is the name of `o` in the interface
 * of the main machine. */
void levels_operations(const struct levels *l, const struct operation *o, name shown,
                       const struct operation **out);

#endif

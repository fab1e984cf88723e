/* Shared by sorts.c and flow.c: which integers of a text are one sort. */
#ifndef SYMMETRY_SORTS_H
#define SYMMETRY_SORTS_H

#include "symmetry/inside.h"

enum { SORTS_LARGEST = 100 }; /* integers of a range that may be names for things */

/* Sets that are written by a name. */
enum sort_set { SORT_NATURAL = 1, SORT_NATURAL1 = 2, SORT_NAT = 4, SORT_NAT1 = 8, SORT_INT = 16 };

/* A place where integers stand. What is known of them all is known of the leader. */
struct sort {
	struct type type; /* INTEGER; in the end, if they are names, of a given set of its own */
	struct sort *leader;
	bool is_number;         /* arithmetic, order, ... */
	const struct node *why; /* the conjunct or substitution with it */
	bool is_broken_twice;   /* there is another one */
	bool has_range;
	int64_t low, high; /* of all intervals */
	unsigned sets;     /* enum sort_set: of all that occur */
};

struct sorts {
	struct arena *arena;
	const struct symmetry_question *question;
	VEC(struct sort *) places;
	struct map *type_of;     /* names, leaves, intervals -> type with places, if it has any */
	const struct node *item; /* where the walk is */
	VEC(struct symmetry_near_sort) near;
};

/* The type with places of its own. */
struct type *sorts_new(struct sorts *s, const struct type *t);
struct type *sorts_of_decl(struct sorts *s, const struct decl *d);
struct type *sorts_pow(struct sorts *s, struct type *of);
struct type *sorts_pair(struct sorts *s, struct type *a, struct type *b);
void sorts_join(struct type *a, struct type *b);               /* values go from one to the other */
void sorts_are_numbers(struct sorts *s, const struct type *t); /* all integers in it */
void sorts_have_range(const struct type *integer, int64_t low, int64_t high);
void sorts_meet(const struct type *integer, enum sort_set set);
/* Sorts that are names for things become types of their own, and sorts of the group. */
void sorts_finish(struct sorts *s, struct symmetry_group *group);

#endif

/* Shared by the files of symmetry/: the coloured graph. */
#ifndef SYMMETRY_INSIDE_H
#define SYMMETRY_INSIDE_H

#include "symmetry/symmetry.h"

/* Vertices of different colours are never moved onto one another. `height` is above that of everything below, so
 * that an edge between two vertices of the same kind has a direction although the graph has none. */
enum colour_kind {
	COLOUR_ATOM,     /* a: its set */
	COLOUR_DECL,     /* of its own: a: its number */
	COLOUR_BOUND,    /* a name that a binder or an operation declares; a: its kind, b: its type */
	COLOUR_NODE,     /* a: its operator, b: what is written in it */
	COLOUR_LEAF,     /* likewise, without kids; b: its type as well */
	COLOUR_BRANCH,   /* of SELECT or CASE */
	COLOUR_ARGUMENT, /* between a vertex and one of its parts; a: which one, where that matters */
	COLOUR_ROLE,     /* a: of which clause, b: of which machine */
	COLOUR_VALUE,    /* a: its kind, b: what is in it */
	COLOUR_ANY,      /* a: an element of this set, whichever; see broken.c */
};

struct colour {
	enum colour_kind kind;
	uint32_t height;
	uint64_t a, b;
};

struct graph_edge {
	uint32_t from, to;
};

/* A place in the text that names an atom, or the known value of a constant. */
struct mention {
	uint32_t edge; /* to the atom, or to the value */
	uint32_t atom; /* SYMMETRY_NONE: a value */
	struct symmetry_cause cause;
};

/* Values of one type that were drawn: an integer may be a number here and a name for something there. */
struct graph_values {
	uint64_t type;     /* as graph_type; 0 where no integers are names */
	struct map vertex; /* value -> vertex + 1 */
};

struct graph {
	const struct symmetry_question *question;
	struct symmetry_group *group; /* its atoms are the first vertices */
	VEC(struct colour) vertices;
	VEC(struct graph_edge) edges; /* those below a vertex stand before those above it */
	VEC(struct mention) mentions;
	struct map of_decl; /* vertex + 1 */
	VEC(struct graph_values) of_value;
	struct map bound; /* decl -> not NULL: a binder in the text declares it */
	struct map word;  /* interned texts, numbered in the order of their use */
	uintptr_t words;
	const struct node *item;
	uint32_t in_value; /* a known value is being drawn, not the text */
	bool is_too_large;
	bool
	    has_unknown; /* integers of which it is not known whether they are names for things: then none moves */
};

/* group.c: of a partition, in which each leads itself or another one */
uint32_t symmetry_leader(uint32_t *leader, uint32_t i);

/* graph.c */
void graph_open(struct graph *g, const struct symmetry_question *q, struct symmetry_group *group);
void graph_close(struct graph *g);
uint32_t graph_vertex(struct graph *g, struct colour c);
void graph_edge(struct graph *g, uint32_t from, uint32_t to);
/* A vertex above these parts; position 0: their order does not matter. */
struct graph_part {
	uint32_t vertex, position;
};
uint32_t graph_join(struct graph *g, struct colour c, const struct graph_part *parts,
                    uint32_t count);
uint64_t graph_word(struct graph *g, name text); /* equal texts, equal numbers; NULL: 0 */
uint64_t graph_type(struct graph *g, const struct type *t);
uint32_t graph_atom(const struct graph *g, uint32_t set, uint32_t index); /* or SYMMETRY_NONE */

/* sorts.c, flow.c: which integers are names for things. */
void sorts_find(const struct symmetry_question *q, struct symmetry_group *group);
/* An interval between known numbers. */
bool sorts_interval(const struct symmetry_question *q, const struct node *n, int64_t *low,
                    int64_t *high);
bool sorts_literal(const struct symmetry_question *q, const struct node *n, int64_t *out);
bool sorts_has_integers(const struct type *t);

/* text.c: draws the project. */
bool text_is_item(const struct node *n); /* what a message points at */
void text_draw(struct graph *g);
uint32_t text_decl(struct graph *g, const struct decl *d);
uint32_t text_node(struct graph *g, const struct node *n);

/* ground.c */
uint32_t ground_value(struct graph *g, const struct type *t, value v);

/* automorphism.c: of the graph with these atoms fixed (NULL: none), and with any element in place of those that stand in the
 * mentions left out (NULL: none), any value in place of such a constant's. Generators are added to the group if `to` is not NULL; the
 * factors of the order of the whole group of the graph are added to `order`. False if it was stopped. */
struct factors {
	VEC(uint32_t) list;
};
struct automorphism_question {
	const bool *fixed;
	const bool *without; /* each mention */
	struct symmetry_group *to;
	struct factors *order; /* may be NULL */
};
bool automorphism_find(const struct graph *g, const struct automorphism_question *q);

/* group.c: orbits, factors, orders; the generators are there. */
void group_finish(const struct graph *g, struct symmetry_group *group);
void group_orbits(struct symmetry_group *group);
const char *group_product(struct arena *arena, const struct factors *f); /* in decimal digits */

/* shape.c: where in the values of a type there are elements that move. */
enum shape_kind { SHAPE_ELEMENT, SHAPE_SET, SHAPE_PAIR, SHAPE_RECORD };
struct moving_shape {
	enum shape_kind kind;
	struct moving_shape **parts; /* NULL: nothing moves there */
	uint32_t count;
	const struct symmetry_sort *sort; /* of integers that are names for things; else NULL */
};
struct shape_question {
	struct arena *arena;
	const struct symmetry_group *group;
	const struct universe *universe;
	const bool *moves; /* each atom */
};
struct moving_shape *shape_make(const struct shape_question *q, const struct type *t); /* or NULL */
/* Does each element stand alone in tuples and sets of fixed depth? */
bool shape_is_simple(const struct moving_shape *s);

/* orbitals.c: a group by the colours of pairs or triples of atoms, where these tell it. */
struct orbitals {
	uint32_t *atoms;
	uint32_t count, arity; /* atoms; how many make a tuple */
	uint32_t *colour;      /* of each tuple, by its number */
	uint32_t tuples;
	bool *swaps;     /* [count * count]: is this exchange in the group? */
	uint32_t *place; /* of each atom of the group among these, or SYMMETRY_NONE */
	uint32_t *to, *from;
	bool *is_used; /* scratch */
};
/* How large are the tuples whose colours tell the factor, which is all permutations that leave them as they are? 0: none are known. */
uint32_t orbitals_arity(struct arena *arena, struct symmetry_group *group, const struct universe *u,
                        const struct symmetry_factor *f);
/* Of atoms of such factors, all of those; false if there are too many. */
bool orbitals_make(struct arena *arena, const struct symmetry_group *group, uint32_t *atoms,
                   uint32_t count, uint32_t arity, struct orbitals *out);
/* The places of the tuple with this number, each below the base. */
void orbitals_tuple(uint32_t base, uint32_t arity, uint32_t number, uint32_t *tuple);
/* Is an exchange of the two in the group, as far as their colours say? */
bool orbitals_may_swap(const struct orbitals *o, uint32_t atom, uint32_t other);
/* A permutation brings the colours somewhere; `least` is the least one that brings them to the same place, and the permutation becomes one of
 * the group: it, and then this one backwards. */
void orbitals_into_group(const struct orbitals *o, uint32_t *permutation, uint32_t *least);

#endif

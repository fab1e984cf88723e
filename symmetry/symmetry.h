/* symmetry: which permutations of elements leave a machine as it is.
 *
 * An element of a given set is an atom. A permutation of atoms, each within its set, is a symmetry of a machine if it
 * turns the text of the machine into the same text, up to the order of what has no order (conjuncts, operands of \/ and
 * +, parts of ||, ...). Then it turns states into states, and runs into runs: what holds of a state holds of its image
 * (Donaldson, PhD thesis 2007, Theorem 13). Elements of deferred sets stand in no text, so that all their permutations
 * are symmetries (Leuschel, Butler, Spermann, Turner, B 2007); those of enumerated sets are found.
 *
 * The text, typed and with its definitions expanded, is drawn as a coloured graph (text.c) in which the atoms are
 * vertices: its automorphisms, as they move atoms, are exactly these permutations. nauty finds generators of their group
 * (automorphism.c). Constants whose values are known are drawn with their values instead of their PROPERTIES
 * (ground.c), so that rings, trees and tables show their symmetry. A property that is asked for is a part of the text: a goal
 * that names an element leaves only what fixes it.
 *
 * Nothing is printed. */
#ifndef SYMMETRY_SYMMETRY_H
#define SYMMETRY_SYMMETRY_H

#include "base/base.h"
#include "bounds/bounds.h"
#include "eval/eval.h"
#include "syntax/syntax.h"

enum {
	SYMMETRY_LARGEST_SET = 1000,     /* elements of larger sets are not permuted */
	SYMMETRY_MOST_VERTICES = 2000000 /* of the graph; beyond, there is no symmetry but of types */
};
#define SYMMETRY_NONE UINT32_MAX /* no atom */

/* ---- what is asked ------------------------------------------------------------------------------ */

/* Formulas in place of the text of a machine: which permutations of atoms turn valuations of these names that satisfy all
 * conjuncts, and violate one of the others, into such valuations? */
struct symmetry_formulas {
	struct decl *const *names;
	uint32_t name_count;
	const struct node *const *conjuncts; /* in any order */
	uint32_t conjunct_count;
	const struct node *undefined; /* false or without a value; these may be NULL */
	const struct node *body;      /* a substitution, and what is false after it */
	const struct node *const *goals;
	uint32_t goal_count;
	struct eval *eval; /* it has the values of all other names that have one */
};

struct symmetry_question {
	struct project *project; /* without errors */
	const struct universe *universe;
	struct values *values;
	/* Constants and parameters whose values are known: what is said of all constants in PROPERTIES is left out only if
	 * none of them is missing. */
	struct decl *const *constants;
	const value *known; /* VALUE_NONE: not known */
	uint32_t constant_count;
	bool
	    without_properties; /* of pairs of constants and states: nothing that is said of constants alone counts */
	const struct node *goal;            /* a predicate that is to be invariant, too; or NULL */
	const struct node *const *observed; /* likewise each of these by itself */
	uint32_t observed_count;
	const struct symmetry_formulas *formulas; /* or NULL: the project is asked about */
	bool is_rigid; /* no part of the text takes the place of another one: what it names is fixed */
	bool
	    keeps_duties; /* no invariant or assertion takes the place of another one: each is judged by itself */
	bool without_factors;   /* generators and orbits are enough */
	bool finds_identifiers; /* integers that are only names for things move, too; not of formulas */
	const struct node *without_numbers; /* an item that is taken not to calculate; or NULL */
	uint32_t most_vertices;             /* 0: SYMMETRY_MOST_VERTICES */
	const _Atomic int *stop;            /* not 0: what was found so far is enough; may be NULL */
};

/* ---- groups of permutations ---------------------------------------------------------------------- */

struct symmetry_atom {
	uint32_t set, index; /* of the universe, or behind its sets the sorts of the group */
};

/* Integers that are nothing but names for things, see sorts.c. */
struct symmetry_sort {
	const struct decl *decl; /* of the set low..high, which is that of the types of such integers */
	name range;              /* "low..high" */
	int64_t low;
	uint32_t size;
	uint32_t first; /* atom */
};

enum symmetry_shape {
	SYMMETRY_OTHER,
	SYMMETRY_FULL, /* all permutations of `width` things at the same time, each of `degree / width` atoms */
	SYMMETRY_CYCLIC,   /* rotations, likewise */
	SYMMETRY_DIHEDRAL, /* rotations and reflections, likewise */
	SYMMETRY_WREATH, /* `blocks` blocks of `width` atoms are permuted in all ways, and each inside of itself; others follow */
};

/* A part of the group that moves atoms which no other part moves: the group is the product of its parts. */
struct symmetry_factor {
	uint32_t *atoms; /* that it moves, [0 .. degree-1], in order */
	uint32_t degree;
	enum symmetry_shape shape;
	uint32_t width, blocks;
	const char *order; /* exact, in decimal digits */
};

struct symmetry_group {
	struct arena arena;
	struct symmetry_atom *atoms; /* [0 .. atom_count-1], set by set */
	uint32_t atom_count;
	uint32_t *first; /* of each set of the universe its first atom, or SYMMETRY_NONE: it has none */
	uint32_t set_count; /* of the universe */
	struct symmetry_sort *sorts;
	uint32_t sort_count;
	struct map
	    type_of; /* of names, of literals and intervals: their types, where there are integers in them */
	struct symmetry_near_sort { /* would be a sort but for one item, which calculates */
		int64_t low, high;
		const struct node *item;
	} * near_sorts;
	uint32_t near_sort_count;
	uint32_t **generators; /* [0 .. generator_count-1]: the image of each atom */
	uint32_t generator_count;
	uint32_t *orbit; /* of each atom the least one that it can be moved to */
	bool *is_named;  /* of each atom: the text names it (not only values that are known) */
	struct symmetry_factor *factors;
	uint32_t factor_count;
	const char *order; /* exact; NULL if it is not whole */
	bool
	    is_whole; /* nothing was stopped: these are all permutations that leave the text as it is */
	const char *reason; /* if not: why */
	uint32_t vertices;  /* of the graph */
};

/* To be closed. */
struct symmetry_group *symmetry_detect(const struct symmetry_question *q);
void symmetry_close(struct symmetry_group *g);

/* Are all permutations of the set symmetries by themselves, whatever the other sets do? */
bool symmetry_is_full(const struct symmetry_group *g, uint32_t set);
/* Sets and sorts by the numbers of atoms. */
uint32_t symmetry_set_size(const struct symmetry_group *g, const struct universe *u, uint32_t set);
uint32_t symmetry_first_atom(const struct symmetry_group *g, uint32_t set); /* or SYMMETRY_NONE */
name symmetry_set_name(const struct symmetry_group *g, const struct universe *u, uint32_t set);
/* The type of a name, in which integers that are names for things are of sets of their own: for those functions below that ask
 * for types. */
const struct type *symmetry_type(const struct symmetry_group *g, const struct decl *d);
/* Of such a set; NULL of others. */
const struct symmetry_sort *symmetry_sort_of(const struct symmetry_group *g, const struct type *t);
/* SYMMETRY_NONE: the integer does not move. */
uint32_t symmetry_sort_atom(const struct symmetry_sort *sort, const struct values *s, value v);
bool symmetry_moves_integers(const struct symmetry_group *g, const uint32_t *permutation);
/* Where the permutation brings an element. */
value symmetry_moved(const struct symmetry_group *g, const uint32_t *permutation, value element);
/* The value with its atoms moved; lazy sets stay as they are. */
value symmetry_image(const struct symmetry_group *g, const uint32_t *permutation, struct values *s,
                     const struct type *t, value v);
/* (p1 p2 p3)(q1 q2), with the names of the universe. */
void symmetry_print_cycles(const struct symmetry_group *g, const struct universe *u,
                           const uint32_t *permutation, struct text *out);
void symmetry_print_atom(const struct symmetry_group *g, const struct universe *u, uint32_t atom,
                         struct text *out);
/* "all permutations of 5 elements", "rotations of 3 elements", ... */
void symmetry_print_shape(const struct symmetry_factor *f, struct text *out);

/* ---- moves.c: some permutations of the group, for lex-leader constraints ---------------------------------- */

struct symmetry_moves {
	const struct symmetry_group *group;
	struct symmetry_move {
		uint32_t *image; /* of each atom */
		bool is_swap;    /* of two atoms: the least one that moves, and its image */
		uint32_t atom;   /* the least one that moves */
		bool moves_text; /* parts of the text take the places of others */
	} * at;
	uint32_t count;
};
/* All exchanges of two atoms where the generators show that all permutations of some atoms are in the group (of many atoms, those
 * of neighbours), and others of the group, at most so many. They live as long as the group. */
void symmetry_choose_moves(struct symmetry_group *g, uint32_t most, struct symmetry_moves *out);

/* ---- canonical.c: of all images of a vector of values always the same one ---------------------------- */

struct symmetry_canon;
struct symmetry_orbits {
	double last;       /* how many images the last vector has */
	uint64_t calls;    /* vectors so far */
	uint64_t work;     /* parts of values that were looked at */
	uint64_t searches; /* where colours alone did not decide */
	bool
	    is_inexact; /* of some vectors perhaps not the same image was taken: more are told apart than must be */
};

/* Of vectors of values of these types, under the factors of the group that permute one orbit in all ways, or that are told by what
 * they do to pairs or triples (orbitals.c); the elements of others
 * stay where they are. NULL if nothing in them moves. All arguments outlive it. */
struct symmetry_canon *symmetry_canon_open(struct symmetry_group *g, const struct universe *u,
                                           struct values *s, const struct type *const *types,
                                           uint32_t width);
void symmetry_canon_close(struct symmetry_canon *c);
void symmetry_canonical(struct symmetry_canon *c, const value *vector, value *out);
const struct symmetry_orbits *symmetry_canon_stats(const struct symmetry_canon *c);

/* The symmetry marker of a vector (Leuschel, Massart 2007), 128 bits of it: the same for all images; mostly, but not
 * always, another one for other vectors. */
void symmetry_marker(struct symmetry_canon *c, const value *vector, value out[4]);
/* Is it always another one? So it is if each element stands alone in tuples and sets of fixed depth: the state is then known if for
 * each element the places are known where it stands (their Proposition 2). */
bool symmetry_canon_is_simple(const struct symmetry_canon *c);

/* ---- broken.c: what keeps a set from being fully symmetric --------------------------------------------- */

/* A part of the text, or what is known of a constant. */
struct symmetry_cause {
	const struct node *item; /* the conjunct or substitution that names elements; or NULL, and */
	const struct decl *constant; /* the constant whose value tells elements apart */
};
struct symmetry_breaker {
	name name;                           /* of the set */
	const struct symmetry_cause *causes; /* one alone, or several of which none can be spared */
	uint32_t cause_count;                /* 0: something else tells them apart */
	const char *why;                     /* then: in words */
	bool is_only;                        /* without them all elements of the set would be alike */
	bool calculates; /* the set is one of integers, which would be names for things without it */
	uint32_t orbits; /* that the set would have without them */
};
struct symmetry_breakers {
	struct arena arena;
	VEC(struct symmetry_breaker) list;
};
/* For each set of at least two elements that are not all alike: the parts of the text, and the values of constants, of which each alone, if it
 * did not tell the elements apart, would leave fewer orbits; if there is none, a least choice of them without which as many would be
 * alike as without any. */
void symmetry_find_breakers(const struct symmetry_question *q, struct symmetry_breakers *out);
void symmetry_breakers_clear(struct symmetry_breakers *b);

#endif

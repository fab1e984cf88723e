/* Proof obligations of Atelier B: its .pog files (version 1.0 of the format, and the dialect before it). Private to
 * input/; pog_read is in input.h. */
#ifndef INPUT_POG_H
#define INPUT_POG_H

#include "input/input.h"
#include "input/xml.h"

struct pog {
	struct arena *arena;
	struct diag *diag;
	const char *file;
	struct sequents *out;
	struct names names;
	struct map types;     /* number -> struct pog_type */
	struct map elements;  /* names of sets that are types, and of their elements */
	struct map spellings; /* how an Id is written in the file -> how it is here */
	struct map spelled;   /* names that are taken */
	struct map free;      /* name -> struct pog_free, of all formulas */
	struct map bound;     /* name -> how many binders there are around, as struct pog_bound */
	struct map *local;    /* num -> struct xml, a Local_Hyp of the present group; or NULL */
	uint32_t references;  /* a Ref_Hyp inside of a Local_Hyp inside of a ... */
	uint64_t repeated;    /* bytes of formulas that were written again for a Ref_Hyp */
	const char *trouble;  /* with the formula that is being written; or NULL */
	bool has_empty;       /* it has an empty set or sequence, */
	bool types_empty;     /* which is written with its type */
};

/* ---- pog_name.c: names and types ----------------------------------------------------------------------- */

/* What follows <Type id="number">, and the set of all its values as text; NULL if it is not fully known. */
struct pog_type {
	const struct xml *xml;
	name text;
};

/* The name of an Id as bounce reads it: x$1 is x__1, and m.x is m__x; no two are the same. */
const char *pog_name(struct pog *p, const struct xml *id);
/* The same for the label of a field. */
const char *pog_label(struct pog *p, const char *label);
bool pog_is_predefined(const char *own);
/* The name as it stands in a formula: one that is free may have several types in a file. */
const char *pog_used_name(struct pog *p, const struct xml *id);
/* Inside of a binder, and outside again. */
void pog_bind(struct pog *p, const struct xml *variables);
void pog_unbind(struct pog *p, const struct xml *variables);
void pog_read_types(struct pog *p, const struct xml *root);
/* The type with this number, or of this node; NULL if there is none. */
const struct pog_type *pog_find_type(struct pog *p, const char *number);
/* The set of all values of the type of this node as text, or NULL. */
const char *pog_type_of(struct pog *p, const struct xml *x);
/* The same of its elements, if it is a set; of the first parts of its pairs, if it is a relation. */
const char *pog_element_type_of(struct pog *p, const struct xml *x);
const char *pog_domain_type_of(struct pog *p, const struct xml *x);
/* Are the elements of the set of its own type? */
bool pog_is_own_type(struct pog *p, const struct xml *set);
void pog_clear(struct pog *p);

/* Something is not understood here. */
void pog_trouble(struct pog *p, const struct xml *x, const char *what);
const char *pog_attribute(struct pog *p, const struct xml *x, const char *which);
struct sequent_place pog_place(struct pog *p, const struct xml *x);

/* ---- pog_set.c: SETS ------------------------------------------------------------------------------------ */

/* The SETS that are types, as text of a machine. */
void pog_add_sets(struct pog *p, const struct xml *root, struct text *sets);
/* Does this <Set> say more than that there is such a type? */
bool pog_set_says_more(struct pog *p, const struct xml *set);
/* What a <Set> says, in two parts of which the second may be empty: returns false if it is. */
void pog_set(struct pog *p, const struct xml *set, struct text *out);
bool pog_set_differ(struct pog *p, const struct xml *set, struct text *out);

/* ---- pog_formula.c: a formula as B text ---------------------------------------------------------------- */

void pog_formula(struct pog *p, const struct xml *x, struct text *out);
bool pog_is_op(const struct xml *x, const char *tag, const char *op);

#endif

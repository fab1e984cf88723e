/* Proof obligations of Atelier B: its .pog files (version 1.0 of the format). Not for other folders. */
#ifndef CLI_POG_H
#define CLI_POG_H

#include "cli/sequent.h"
#include "cli/xml.h"

/* ---- pog.c: the file --------------------------------------------------------------------------------- */

/* The sequents of the file, and the text of a machine with its SETS. What is not understood is the trouble
 * of those sequents that need it. False with errors in the diag. Takes time as the file is long. */
bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine);

/* ---- pog_name.c: names and types ----------------------------------------------------------------------- */

struct pog {
	struct arena *arena;
	struct diag *diag;
	const char *file;
	struct sequents *out;
	struct names names;
	struct map types;     /* number -> struct xml */
	struct map elements;  /* names of sets and of their elements */
	struct map free;      /* name -> struct pog_free, of all formulas */
	struct map bound;     /* name -> how many binders there are around, as struct pog_bound */
	const char *trouble;  /* with the formula that is being written; or NULL */
	uint64_t most, least; /* the largest number that is written, and that behind a minus */
};

/* The name of an Id as bounce reads it: x$1 is x__1, and m.x is m__x. */
const char *pog_name(struct pog *p, const struct xml *id);
bool pog_is_predefined(const char *own);
/* The name as it stands in a formula: one that is free may have several types in a file. */
const char *pog_used_name(struct pog *p, const struct xml *id);
/* Inside of a binder, and outside again. */
void pog_bind(struct pog *p, const struct xml *variables);
void pog_unbind(struct pog *p, const struct xml *variables);
/* What follows <Type id="number">; NULL if there is none. */
const struct xml *pog_find_type(struct pog *p, const char *number);
/* Are the elements of the set of its own type? */
bool pog_is_own_type(struct pog *p, const struct xml *set);
/* The set of all values of the type with this number, as text; false if it is not fully known. */
bool pog_type(struct pog *p, const char *number, struct text *out);
void pog_clear(struct pog *p);

/* Something is not understood here. */
void pog_trouble(struct pog *p, const struct xml *x, const char *what);
const char *pog_attribute(struct pog *p, const struct xml *x, const char *which);
struct sequent_place pog_place(struct pog *p, const struct xml *x);

/* ---- pog_formula.c: a formula as B text ---------------------------------------------------------------- */

void pog_formula(struct pog *p, const struct xml *x, struct text *out);

#endif

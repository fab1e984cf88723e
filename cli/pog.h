/* Proof obligations of Atelier B: its .pog files (version 1.0 of the format). Not for other folders. */
#ifndef CLI_POG_H
#define CLI_POG_H

#include "cli/sequent.h"
#include "cli/xml.h"

/* ---- pog.c: the file --------------------------------------------------------------------------------- */

/* The sequents of the file, and the text of a machine with its SETS. False with errors in the diag. */
bool pog_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out,
              struct text *machine);

/* ---- pog_formula.c: a formula as B text ---------------------------------------------------------------- */

struct pog {
	struct arena *arena;
	struct diag *diag;
	const struct xml *types; /* TypeInfos, or NULL */
	struct map elements;     /* names of sets and of their elements, by interned name */
	struct names names;
	bool is_bad; /* errors are in the diag */
};

void pog_formula(struct pog *p, const struct xml *x, struct text *out);
/* The name of an Id as bounce reads it: x$1 is x__1, and m.x is m__x. */
const char *pog_name(struct pog *p, const struct xml *id);
/* Are the elements of the set of its own type? */
bool pog_is_own_type(struct pog *p, const struct xml *set);
/* The set of all values of the type with this number, as text; false if it is not fully known. */
bool pog_type(struct pog *p, const char *number, struct text *out);

#endif

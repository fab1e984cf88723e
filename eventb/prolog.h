/* Terms of Prolog, as ProB's packages have them; private to eventb/. */
#ifndef EVENTB_PROLOG_H
#define EVENTB_PROLOG_H

#include "base/base.h"

enum term_kind {
	TERM_ATOM,     /* also the functor of a term with operands, and "[]" */
	TERM_INTEGER,  /* as written, perhaps with a sign */
	TERM_VARIABLE, /* _Error */
	TERM_TEXT,     /* "in quotes" */
	TERM_LIST,
};

struct prolog_term {
	enum term_kind kind;
	name text;
	struct pos pos;
	uint32_t count;
	const struct prolog_term *const *kid;
};

enum { PROLOG_DEEPEST = 3000 }; /* nesting of terms */

/* All clauses of a text, in their order; false with an error in the diag. The array is in the arena. Operators are read
 * without priorities, to the right: no formula of a package has any. */
bool prolog_read(struct arena *arena, struct names *names, struct diag *diag,
                 const struct source *source, const struct prolog_term *const **clauses,
                 uint32_t *count);
/* Has the term this functor and so many operands? */
bool term_is(const struct prolog_term *t, const char *functor, uint32_t count);

#endif

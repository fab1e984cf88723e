/* What operations read and write: which of them are independent. Private to bmc/. */
#ifndef BMC_FOOTPRINT_H
#define BMC_FOOTPRINT_H

#include "syntax/syntax.h"

/* A variable that an operation reads or writes, as a whole or at one place. */
struct touch {
	const struct decl *of;
	const struct node *at; /* a chosen name, an element, a number; NULL: anywhere */
	bool writes;
};

struct footprint {
	VEC(struct touch) touches;
	VEC(const struct decl *) chosen; /* names that are chosen first, see encode_operation */
	bool is_known;
};

struct apart_pair {
	const struct node *a, *b;
};
struct apart {
	struct apart_pair *at;
	uint32_t count, room;
};

void footprint_find(const struct operation *o, struct footprint *out);
void footprint_clear(struct footprint *f);
/* Do both operations do the same in either order, if none of these places of a is that of b? */
bool footprint_apart(const struct footprint *a, const struct footprint *b, struct apart *out);

#endif

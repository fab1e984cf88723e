/* variant: valuations up to renaming of elements of deferred sets. */
#ifndef SEARCH_VARIANT_H
#define SEARCH_VARIANT_H

#include "encode/encode.h"

/* Tuples of values, one after the other. */
struct variants {
	value *at;
	uint32_t count, room;
};
void variant_add(struct variants *out, const value *v, uint32_t count);
/* All tuples that arise by renaming elements of deferred sets, and by the group (NULL: none), each once. */
struct renamings {
	const struct encoder *encoder;
	struct values *values;
	const struct universe *universe;
	const struct symmetry_group *group;
	struct decl *const *names;
	uint32_t count; /* of names, and of values of a tuple */
};
void variant_all(const struct renamings *r, const value *v, struct variants *out);

#endif

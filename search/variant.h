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
/* All tuples that arise by renaming elements of deferred sets, each once. */
void variant_all(const struct encoder *e, struct values *s, const struct universe *u,
                 struct decl *const *names, const value *v, uint32_t count, struct variants *out);

#endif

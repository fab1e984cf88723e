/* XML files as trees, read with expat. For input/ and eventb/. */
#ifndef INPUT_XML_H
#define INPUT_XML_H

#include "base/base.h"

struct xml {
	const char *tag;
	const char **attributes;  /* name, value, name, value, ..., NULL */
	struct xml *first, *next; /* its first kid, and the next kid of its parent */
	const char *text;         /* its own characters; never NULL */
	struct pos pos;
	uint32_t line, column; /* of the same place */
};

/* The root; NULL with errors in the diag. Everything lives in the arena. Elements with these tags (NULL at the
 * end) are left out with all that is in them; prefixes of tags are dropped. */
const struct xml *xml_read(struct arena *arena, struct diag *diag, const char *path,
                           const char *const *ignored);
/* Of a text that was read already. */
const struct xml *xml_parse(struct arena *arena, struct diag *diag, const struct source *source,
                            const char *const *ignored);

const char *xml_attribute(const struct xml *x, const char *name); /* NULL if it has none */
/* The first kid with this tag, from this one on; NULL if there is none. */
const struct xml *xml_kid(const struct xml *x, const char *tag);
const struct xml *xml_next(const struct xml *x, const char *tag); /* the next one */
bool xml_is(const struct xml *x, const char *tag);

#endif

/* Expansion of DEFINITIONS; not for other folders. */
#ifndef SYNTAX_DEFINITION_H
#define SYNTAX_DEFINITION_H

#include "syntax/parse.h"

/* Does no definition of this machine use itself? Else an error. */
bool definition_check_cycles(struct diag *diag, const struct machine *written);

/* The machine with its definitions expanded, as a new one. */
struct machine *definition_expand(struct arena *arena, struct names *names, struct diag *diag,
                                  const struct machine *written);
/* A tree likewise, in the definitions of a machine (or NULL). */
struct node *definition_expand_node(struct arena *arena, struct names *names, struct diag *diag,
                                    const struct machine *written, const struct node *n);

#endif

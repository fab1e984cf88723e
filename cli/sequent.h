/* Sequents as texts, and files of them. Not for other folders. */
#ifndef CLI_SEQUENT_H
#define CLI_SEQUENT_H

#include "cli/cli.h"

struct sequent {
	const char *name;
	struct strings hypotheses;
	const char *goal;
	const char *place; /* "file:line:column", or NULL */
};

struct sequents { /* use with VEC_PUSH */
	struct sequent *at;
	uint32_t count, room;
};

void sequents_clear(struct sequents *s);
/* A YAML file: a list of mappings with the keys name, hyp (a list) and goal. False with errors in the
 * diag. Texts live in the arena. */
bool sequents_read(struct arena *arena, struct diag *diag, const char *path, struct sequents *out);

#endif

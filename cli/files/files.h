/* files: what follows from the object that --json prints: --html, --junit, --sarif, --require; and several files in one call. */
#ifndef CLI_FILES_FILES_H
#define CLI_FILES_FILES_H

#include "cli/cli.h"

#include <cjson/cJSON.h>

/* Writes the files that are asked for, from the objects, which get their "sources". The exit code is `code`, or what --require makes
 * of it, or says that a file could not be written. */
int files_write(struct cli *c, cJSON *objects, int code);
/* The same from the object that the command has left in c->object. */
int files_finish(struct cli *c, int code);

struct operand {
	const char *path;
	const char *component; /* of Event-B; or NULL */
};

struct operands { /* as a VEC */
	struct operand *at;
	uint32_t count, room;
};

/* chain.c: this machine and all that it refines, the most abstract first; it alone if it cannot be read. */
void chain_add(const struct cli *c, struct arena *a, const char *path, struct operands *out);

/* many.c: are several files or a folder asked for? Then the words behind the command are given to a process for each. */
bool many_applies(const struct cli *c);
int many_run(struct cli *c, char *const *words, uint32_t count);

/* The files that are named, and those below the folders that are. */
void many_files(struct cli *c, struct arena *a, struct strings *out);

/* A line for each object, unless they were printed before, and a summary; or with --json one object that has them as "results". */
void many_print(struct cli *c, const cJSON *objects, int code);

/* campaign.c: "2/8"; false if it is none. Is a unit of this name in the shard (NULL: all are)? */
bool shard_read(const char *text, uint32_t *index, uint32_t *count);
bool shard_has(const char *text, const char *unit);
/* A name for the question: of the program's version, the words, the file and all that it may refer to. */
const char *campaign_id(struct arena *a, const struct cli *c, const struct strings *words,
                        const struct operand *q);
const char *campaign_path(struct arena *a, const char *folder, const char *id);
cJSON *campaign_read(const char *path); /* NULL if there is no answer */
bool campaign_keep(struct arena *a, const char *folder, const char *id, cJSON *object);

#endif

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

/* many.c: are several files or a folder asked for? Then the words behind the command are given to a process for each. */
bool many_applies(const struct cli *c);
int many_run(struct cli *c, char *const *words, uint32_t count);

#endif

/* A folder of certificates: clauses that have no model, proofs of that, and a manifest that says of what, and who has checked it. */
#ifndef CLI_FILES_CERTIFICATES_H
#define CLI_FILES_CERTIFICATES_H

#include "cli/cli.h"
#include "solve/solve.h"

#include <sha2.h>

struct certificates {
	struct cli *cli;
	const char *folder;
	struct text own;        /* its name, if nobody gave one */
	struct json list, gaps; /* entries of the manifest */
	uint32_t certified, count, gap_count;
	bool is_wrong, is_unwritten;
	struct text why; /* the first thing that was not certified */
};

/* --certificates, or a name that is made of that of the file. False: the folder cannot be made, which was told. */
bool certificates_open(struct certificates *x, struct cli *c, const char *file);
/* The clauses of the solver, which keeps them, have no model: that is proved and checked. */
void certificates_add(struct certificates *x, const char *stem, const char *what, struct solver *s);
/* What rests on something that no other program checks. */
void certificates_leave_out(struct certificates *x, const char *what, const char *why);
/* Writes the manifest, whose further members are those of `answer`. A line about it all goes to `out`. An exit code. */
int certificates_close(struct certificates *x, const char *file, const struct json *answer,
                       struct text *out);

/* The checksum of a file; false: it cannot be read. */
bool certificates_sum(const char *path, char out[SHA256_DIGEST_STRING_LENGTH]);

#endif

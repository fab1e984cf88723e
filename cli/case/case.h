/* What the files behind 'bounce run' share: cases as read, child processes, judgement. Not for
 * other folders, tests apart. docs/CASES.md describes the format of a case file. */
#ifndef CLI_CASE_CASE_H
#define CLI_CASE_CASE_H

#include "cli/child.h"
#include "input/reader.h"

/* ---- cases.c: the reader of case files ------------------------------------------------------- */

struct file_text { /* a file of the temporary directory */
	struct phrase name, text;
};

struct count { /* of "stats" */
	struct phrase name;
	struct whole value;
};

struct finding { /* what a finding must have, as far as given */
	struct phrase kind, name, severity, message, file;
	struct whole depth, line, column;
};

struct expectation {
	struct whole exit, depth;
	struct phrase verdict, stdout_text;
	struct given_truth complete;
	struct finding *findings; /* [0 .. finding_count-1] */
	uint32_t finding_count;
	bool findings_given;
	struct count *counts; /* [0 .. count_count-1] */
	uint32_t count_count;
	struct phrases diagnostics, stdout_has, stderr_has;
};

struct testcase {
	const char *name;
	const char *path;      /* of the case file */
	const char *directory; /* of the case file */
	struct pos pos;
	struct phrase own_name, model, text, file, command;
	struct file_text *files; /* inline files, [0 .. file_count-1]; [0] is the model */
	uint32_t file_count;
	struct phrases options;
	double limit; /* in seconds; 0 if not given */
	bool has_expectation;
	struct expectation expect;
};

struct testcases {
	struct testcase **at;
	uint32_t count, room;
};

/* Reads a case file and appends its cases to `out`; they live in the arena. False with errors in
 * the diag if the file cannot be read or anything in it is wrong: then nothing is appended. */
bool cases_read(struct arena *arena, struct diag *diag, const char *path, struct testcases *out);
/* The same from a text that was registered under the path of a case file. */
bool cases_read_source(struct arena *arena, struct diag *diag, const struct source *source,
                       struct testcases *out);
/* The model as the child is told, from the directory in which it runs; NULL if there is none. */
const char *cases_model(const struct testcase *t);

/* ---- folder.c: temporary directories and walks through directories --------------------------- */

/* A new directory with the files of a case; the path comes from malloc. NULL with a message. */
char *folder_make(const struct testcase *t, struct text *error);
void folder_remove(const char *path); /* with all that is in it */
/* The case files below a directory, sorted, copied into the arena. False with an error. */
bool folder_list(struct arena *arena, struct diag *diag, const char *path, struct strings *out);

/* ---- judge.c, judge_text.c: is the outcome what the case expects? ---------------------------- */

/* Each adds to `out` what differs, as lines that are indented by two, and returns true if nothing
 * does: the way it ended, the run with --json, and the run without. From what was printed without
 * --json the directory of the model is taken out. */
bool judge_end(const struct testcase *t, const struct child_outcome *o, struct text *out);
bool judge_json(const struct testcase *t, const struct child_outcome *o, struct text *out);
bool judge_text(const struct testcase *t, const struct child_outcome *o, struct text *out);
bool judge_needs_text(const struct testcase *t); /* is the run without --json needed? */

/* ---- diff.c ---------------------------------------------------------------------------------- */

/* Writes both lists as one: '-' before what only `a` has, '+' before what only `b` has. */
void diff_lists(const struct strings *a, const struct strings *b,
                bool (*same)(const char *, const char *), struct text *out);
void diff_texts(const char *a, const char *b, struct text *out); /* line by line */

#endif

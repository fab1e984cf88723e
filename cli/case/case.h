/* What the files behind 'bounce run' share: cases as read, child processes, judgement. Not for
 * other folders, tests apart. docs/CASES.md describes the format of a case file. */
#ifndef CLI_CASE_CASE_H
#define CLI_CASE_CASE_H

#include "cli/cli.h"

#include <sys/types.h>
#include <yaml.h>

/* ---- cases.c: the reader of case files ------------------------------------------------------- */

struct phrase { /* a text of the case file; text is NULL if it is not given */
	const char *text;
	size_t length;
	struct pos pos;
};

struct phrases {
	struct phrase *at; /* [0 .. count-1], in the arena */
	uint32_t count;
	bool is_given;
};

struct whole { /* a whole number */
	bool is_given;
	int64_t value;
};

struct truth {
	bool is_given, value;
};

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
	struct truth complete;
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

/* ---- reader.c: typed access to a YAML file --------------------------------------------------- */

/* A file that is being read, document by document. Errors go to the diag, with their places. */
struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	yaml_parser_t parser;
	yaml_document_t document;
	bool has_document;
	bool is_excessive; /* nothing of it is read */
	struct names keys; /* of the mapping below, as far as they were asked for */
	const yaml_node_t *keys_of;
	struct names case_names; /* those so far */
	size_t start;            /* in bytes: behind a byte order mark */
	size_t index, offset;    /* where the last search ended, in characters and in bytes */
};

void reader_open(struct reader *r, struct arena *arena, struct diag *diag,
                 const struct source *source);
void reader_close(struct reader *r);
/* The root of the next document; NULL at the end or after an error. */
const yaml_node_t *reader_next(struct reader *r);
struct pos reader_pos(struct reader *r, const yaml_node_t *n);

/* Kids of a sequence, and pairs of a mapping, by index from 0; NULL behind the last one. */
const yaml_node_t *reader_item(struct reader *r, const yaml_node_t *n, uint32_t i);
const yaml_node_t *reader_key(struct reader *r, const yaml_node_t *n, uint32_t i);
const yaml_node_t *reader_value(struct reader *r, const yaml_node_t *n, uint32_t i);
/* False with an error "... must be a sequence, ..." if it is another kind of node. */
bool reader_is(struct reader *r, const yaml_node_t *n, yaml_node_type_t type);

struct reader_key {
	const char *name;
	/* Stores the value of the node in the field; false with an error if it does not fit. */
	bool (*read)(struct reader *r, const yaml_node_t *n, void *field);
	size_t offset; /* of the field in the target */
};

/* Reads a mapping with these keys (the last one has no name) into the target. A key that is unknown
 * or stands there twice is an error. False if anything was wrong; the rest is read all the same. */
bool reader_mapping(struct reader *r, const yaml_node_t *n, const struct reader_key *keys,
                    void *target);
/* Is the key at `i` a text, and the first of its name? False with an error. */
bool reader_check_key(struct reader *r, const yaml_node_t *n, uint32_t i);
bool reader_text(struct reader *r, const yaml_node_t *n, void *phrase);
bool reader_word(struct reader *r, const yaml_node_t *n, void *phrase); /* not empty, no NUL */
bool reader_words(struct reader *r, const yaml_node_t *n, void *phrases);
bool reader_whole(struct reader *r, const yaml_node_t *n, void *whole); /* from 0 on */
bool reader_truth(struct reader *r, const yaml_node_t *n, void *truth);
bool reader_seconds(struct reader *r, const yaml_node_t *n, void *seconds); /* a double above 0 */

/* ---- child.c: bounce as a child process ------------------------------------------------------ */

struct outcome {   /* of a child that has ended */
	int status;    /* as waitpid gives it */
	bool is_late;  /* killed at its time limit */
	bool is_noisy; /* killed because it printed too much */
	struct text out, err;
};

struct child {
	pid_t pid;
	int out, err;    /* memory files that take its output */
	double deadline; /* of report_clock */
	bool is_late, is_noisy;
};

/* Starts this very program in the directory with the words (then NULL), in a process group of its
 * own and without input. False if the system refuses, with errno. */
bool child_start(struct child *c, const char *directory, char *const *words, double limit);
/* True once the child has ended; then `out` has what it left and is to be cleared. A child that
 * is late or prints too much is killed on the way. */
bool child_ended(struct child *c, struct outcome *out);
void child_kill(struct child *c); /* with all its own children; waits for it */
void child_clear(struct outcome *o);

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
bool judge_end(const struct testcase *t, const struct outcome *o, struct text *out);
bool judge_json(const struct testcase *t, const struct outcome *o, struct text *out);
bool judge_text(const struct testcase *t, const struct outcome *o, struct text *out);
bool judge_needs_text(const struct testcase *t); /* is the run without --json needed? */

/* ---- diff.c ---------------------------------------------------------------------------------- */

/* Writes both lists as one: '-' before what only `a` has, '+' before what only `b` has. */
void diff_lists(const struct strings *a, const struct strings *b,
                bool (*same)(const char *, const char *), struct text *out);
void diff_texts(const char *a, const char *b, struct text *out); /* line by line */

#endif

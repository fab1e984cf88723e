/* Typed access to a YAML file, strictly: each value has the type that its key asks for, and what is wrong is reported
 * in the diag at its place. For the readers of YAML formats. */
#ifndef INPUT_READER_H
#define INPUT_READER_H

#include "base/base.h"

#include <yaml.h>

struct phrase { /* a text of the file; text is NULL if it is not given */
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

struct given_truth {
	bool is_given, value;
};

struct reader_anchor;

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
	struct names entries;      /* names of what was read so far, for who asks for different ones */
	struct names anchor_names; /* see reader_items.c */
	VEC(struct reader_anchor) anchors;
	size_t start;         /* in bytes: behind a byte order mark */
	size_t index, offset; /* where the last search ended, in characters and in bytes */
};

void reader_open(struct reader *r, struct arena *arena, struct diag *diag,
                 const struct source *source);
void reader_close(struct reader *r);
/* The root of the next document; NULL at the end or after an error. */
const yaml_node_t *reader_next(struct reader *r);
/* Or, if the root of the only document is a sequence, its items; they are there until the next one is. False, or NULL, with
 * errors in the diag, or at the end. */
bool reader_begin_items(struct reader *r);
const yaml_node_t *reader_next_item(struct reader *r);
struct pos reader_pos(struct reader *r, const yaml_node_t *n);
struct pos reader_place(struct reader *r, size_t index); /* of a character */
void reader_problem(struct reader *r);                   /* of the parser: an error */

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

#endif

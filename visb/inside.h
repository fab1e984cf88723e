/* What the files of visb/ share. */
#ifndef VISB_INSIDE_H
#define VISB_INSIDE_H

#include "value/value.h"
#include "visb/visb.h"

/* An attribute of an object. */
struct visb_item {
	const char *id, *attribute;
	const struct node *value; /* NULL: it is the text */
	const char *text;
};

enum visb_use { VISB_OBJECTS, VISB_UPDATES, VISB_HOVERS, VISB_BOX };

/* A definition whose value is a record, or has records in it. */
struct visb_records {
	enum visb_use use;
	const struct node *value;
};

/* A name that the file defines, for the formulas behind it. */
struct visb_local {
	struct decl *decl;
	const struct node *value;
};

struct visb {
	struct project *project;
	struct eval *eval;
	const struct universe *universe;
	struct arena arena;
	const char *folder; /* of the machine, with its final '/'; "" for the current one */
	VEC(struct visb_item) items;
	VEC(struct visb_records) records;
	VEC(struct visb_local) locals;
	struct decls known;             /* the same, as a scope */
	VEC(const struct node *) grids; /* those behind win */
	cJSON *frame;
	cJSON *objects, *grid; /* as they were in the last state; or NULL */
	struct text notes;
	uint64_t effort; /* that may still be spent */
	bool is_spent;
};

/* ---- picture_formula.c */

/* Parses and types it in the machine's scope; NULL with a note that begins with `where`. */
const struct node *picture_formula_read(struct visb *v, const char *text, const char *where);
/* The same, and no note: NULL if it is no formula. */
const struct node *picture_formula_try(struct visb *v, const char *text);
/* The body of a definition of the machine; NULL with a note, or if it has parameters. */
const struct node *picture_formula_definition(struct visb *v, const char *definition);
/* VALUE_NONE with a note. Predicates give TRUE or FALSE. Sets are listed. */
value picture_formula_value(struct visb *v, const struct node *n, const char *where);
/* As an attribute has it: strings without their quotes, TRUE for visibility as "visible". */
void picture_formula_text(struct visb *v, value x, const char *attribute, struct text *out);
void picture_formula_note(struct visb *v, const char *where, const char *what);

/* ---- picture_file.c: the file of VISB_JSON_FILE */
void picture_file_read(struct visb *v, const char *path);

/* ---- picture_record.c: records of definitions into objects {ID: {ATTRIBUTE: VALUE}}, or hovers */
void picture_record_add(struct visb *v, const struct visb_records *r, cJSON *objects);

/* ---- picture_grid.c: {"rows": [...], "columns": [...], "cells": [[...]]}; NULL if there is none */
cJSON *picture_grid_make(struct visb *v);

/* ---- embed.c: files beside the machine */
/* NULL with a note if it cannot be read, or is above the limit. */
const char *embed_text(struct visb *v, const char *path);
/* "data:image/png;base64,..." */
const char *embed_image(struct visb *v, const char *path);

/* What cJSON could not make is no memory. */
static inline cJSON *visb_made(cJSON *x)
{
	if (!x) diag_no_memory();
	return x;
}
void visb_put(cJSON *object, const char *key, const char *text); /* in place of what is there */
cJSON *visb_object(cJSON *objects, const char *id);              /* made if it is new */

#endif

/* What the files of lsp/ share; not for other folders. */
#ifndef LSP_INSIDE_H
#define LSP_INSIDE_H

#include "lsp/lsp.h"
#include "syntax/syntax.h"

/* ---- document.c: texts and what is known of them ------------------------------------------------ */

/* A name at a place of a text. */
struct name_place {
	const struct source *source;
	uint32_t at, length;                 /* in the text */
	const struct decl *decl;             /* or */
	const struct definition *definition; /* one of the two is NULL */
	bool is_declaration;
};

struct analysis {
	struct names names;
	struct diag diag;
	struct project *project;
	VEC(struct name_place) occurrences;
	bool is_good; /* there is no error */
};

struct document {
	char *uri, *path;
	struct text text;
	struct analysis *now;  /* of the text as it is */
	struct analysis *good; /* the last one without errors, or `now`; NULL: there was none */
	cJSON *found;          /* diagnostics of commands, by command */
};

struct document *document_open(const char *uri, const char *text, const char *const *search);
void document_change(struct document *d, const char *text, const char *const *search);
void document_close(struct document *d);
/* The occurrence at this offset, or NULL; by the word that stands there now. */
const struct name_place *document_find(const struct document *d, uint32_t offset);
bool document_word(const struct document *d, uint32_t offset, uint32_t *start, uint32_t *length);

/* ---- places -------------------------------------------------------------------------------------- */

uint32_t place_offset(const char *text, const cJSON *position); /* {"line", "character"} */
cJSON *place_range(const char *text, uint32_t from, uint32_t length);
void place_uri(const char *path, struct text *out);
char *place_path(const char *uri); /* from malloc; NULL if it is no file */

/* ---- answers: the results of requests; NULL is null ------------------------------------------------ */

cJSON *answer_hover(const struct document *d, uint32_t offset);
cJSON *answer_definition(const struct document *d, uint32_t offset);
cJSON *answer_references(const struct document *d, uint32_t offset, bool with_declaration);
/* NULL with a reason in *why if the name cannot be changed. */
cJSON *answer_rename(const struct document *d, uint32_t offset, const char *to, const char **why);
cJSON *answer_symbols(const struct document *d);
cJSON *answer_completion(const struct document *d);
cJSON *answer_lenses(const struct document *d);
cJSON *answer_format(const struct document *d);
cJSON *answer_diagnostics(const struct document *d); /* of the text and of commands */

/* json.c: cJSON that does not fail */
cJSON *json_made(cJSON *j);
cJSON *json_add_object(cJSON *to, const char *key);
cJSON *json_add_array(cJSON *to, const char *key);
void json_add_string(cJSON *to, const char *key, const char *value);
void json_add_number(cJSON *to, const char *key, double value);
void json_add(cJSON *to, const char *key, cJSON *what);
void json_push(cJSON *array, cJSON *what);
const char *json_text(const cJSON *o, const char *key); /* "" if there is none */
const cJSON *json_get(const cJSON *o, const char *key);

#endif

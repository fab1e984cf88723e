/* What the files of present/ share; not for other folders. */
#ifndef PRESENT_INSIDE_H
#define PRESENT_INSIDE_H

#include "present/present.h"

/* present.c: members of an object; "" or NULL where there is none. */
const char *present_string(const cJSON *object, const char *key);
const cJSON *present_member(const cJSON *object, const char *key); /* NULL for null */
bool present_is_true(const cJSON *object, const char *key);

/* A result: a finding, an obligation, or (both NULL) the object as a whole. */
struct present_result {
	const cJSON *object, *finding, *obligation;
	enum present_grade grade;
};
/* Calls `each` for all results of the object that are to be shown. */
void present_results(const cJSON *object, void (*each)(void *data, const struct present_result *r),
                     void *data);
const char *present_result_name(const struct present_result *r); /* "inv4", "put/inv4", "check" */
const char *
present_result_kind(const struct present_result *r); /* "invariant", "preservation", ... */
void present_result_message(const struct present_result *r, struct text *out);
const cJSON *
present_result_place(const struct present_result *r); /* {"file","line","column"} or NULL */
const cJSON *present_result_trace(const struct present_result *r); /* its steps, or NULL */
/* "put(x = a)", and a line "  queue = [a]" for each variable that has another value than in the step before. */
void present_step(const cJSON *step, struct text *out);
void present_changes(const cJSON *before, const cJSON *step, const char *separator,
                     struct text *out);

#endif

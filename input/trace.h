/* Traces that were written to files: those of bounce, and those of ProB (.prob2trace). Not for
 * other folders, tests apart. */
#ifndef INPUT_TRACE_H
#define INPUT_TRACE_H

#include "base/base.h"

struct trace_value {
	const char *name, *text; /* of a parameter, result, variable or constant, and its value in B */
};

struct trace_values {
	struct trace_value *at;
	uint32_t count, room;
};

enum trace_kind { TRACE_SETUP, TRACE_INITIALISATION, TRACE_OPERATION };

struct trace_step {
	enum trace_kind kind;
	const char *op;
	struct trace_values params, results, state; /* as far as given */
	struct trace_values same;                   /* variables that do not change; without texts */
};

struct trace {
	struct arena arena; /* of texts */
	VEC(struct trace_step) steps;
};

/* Reads a file: an array of steps, an object with one as "trace", what --json prints (the first
 * finding that has a trace), or a .prob2trace file. False with errors in the diag. To be cleared in
 * any case. */
bool trace_read(struct trace *t, struct diag *d, const char *path);
bool trace_read_source(struct trace *t, struct diag *d, const struct source *source);
void trace_clear(struct trace *t);

#endif

/* Substitutions on symbolic states. */
#ifndef ENCODE_SUBST_SUBST_H
#define ENCODE_SUBST_SUBST_H

#include "encode/formula/formula.h"

/* ---- execute.c, assign.c, write.c, parallel.c, state.c: substitutions ------------------------------ */

struct encode_state {
	struct sym **at; /* in the order of eval_variables */
};

/* Where a substitution writes: what the cells will be. e->scope.names is what they are. */
struct sym *cell_get(enc e, const struct decl *d); /* NULL if it has no value */
void cell_set(enc e, struct decl *d, struct sym *s);
struct sym **cells_now(enc e); /* all cells at this point, in the order of e->writing.written */
void cells_back(enc e, struct sym **c, uint32_t count);

void trouble_add(enc e, lit when, enum eval_failure_kind kind, struct pos pos);
/* Executes under the condition `path`; returns that it can be executed. */
lit execute(enc e, const struct node *n, lit path);
lit parallel_execute(enc e, const struct node *n, lit path);

/* The place as it is now; *defined is false where it has none. */
struct write write_start(enc e, const struct node *place, struct sym *v, lit *defined);
/* The variable with the new value at the place. */
struct sym *write_into(enc e, const struct write *w, struct sym *variable, lit *defined);
/* What the variable has there; `is` of the write does not count. */
struct sym *write_part(enc e, const struct write *w, struct sym *variable, lit *defined);
lit write_conflict(enc e, const struct write *a, const struct write *b);
/* Kept if that is needed; where it meets another one, that is trouble. */
void write_keep(enc e, struct write w);
/* Adds those of `from` down to `end` to the writes. */
void write_add(enc e, const struct write *from, const struct write *end);
/* Writes from here to the end of the scope are kept, those before are out of sight. */
struct write_scope {
	const struct write *writes;
	bool keeps_writes, is_side_by_side;
};
struct write_scope write_scope_start(enc e, bool is_side_by_side);
void write_scope_end(enc e, struct write_scope s);

/* The places of a list get these values. */
void assign_places(enc e, const struct node *places, struct sym **values, lit path);
void assign_parts(enc e, const struct node *places, struct sym *x, lit path);
lit assign_execute(enc e, const struct node *n, lit path); /* := :: :( */

#endif

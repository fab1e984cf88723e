/* What the files of syntax/ share among themselves; not for other folders. */
#ifndef SYNTAX_INSIDE_H
#define SYNTAX_INSIDE_H

#include "syntax/syntax.h"

/* ---- trees that are not finished --------------------------------------------------------------- */

/* A tree is not written to after it is made. It is made when names are resolved, types are checked and
 * results are bound; until then these steps write into it, through this view and in no other way. */
static inline struct node *node_draft(const struct node *n) { return (struct node *)n; }

/* ---- op.c: operators ------------------------------------------------------------------------- */

enum op op_weak(const char *spelling); /* the FORM_WEAK operator of that name, or OP_COUNT */
const char *op_operand_end(const char *signature); /* behind the first type of a signature */

/* ---- similar.c: what may have been meant ------------------------------------------------------- */

bool similar_but_case(const char *a, const char *b);
/* One letter more, less, or another one, or two neighbours swapped. */
bool similar_by_letter(const char *a, const char *b);

/* ---- scope.c: what a name means in a clause ------------------------------------------------- */

enum scope_access {
	SCOPE_READ,   /* may be read */
	SCOPE_WRITE,  /* may be read and assigned */
	SCOPE_CALL,   /* an operation that may be called */
	SCOPE_HIDDEN, /* known, but not to be used in this clause: `why` says so */
};

struct scope_entry {
	struct decl *decl;
	enum scope_access access;
	const char *why;              /* for the error message when the access is not given */
	struct scope_entry *shadowed; /* what the name meant outside */
	name name;
};

/* Names in force. Local declarations are pushed and popped in the manner of a stack. */
struct scope {
	struct arena *arena;
	struct map entries;               /* name -> struct scope_entry * */
	VEC(struct scope_entry *) locals; /* pushed ones, innermost last */
};

void scope_clear(struct scope *s);
/* Makes a name visible; a later call for the same name replaces the earlier one. */
void scope_add(struct scope *s, name n, struct decl *decl, enum scope_access access,
               const char *why);
const struct scope_entry *scope_find(const struct scope *s, name n); /* NULL if unknown */
void scope_push(struct scope *s, struct decl *local, enum scope_access access);
void scope_pop(struct scope *s, uint32_t to); /* until locals.count is `to` again */

/* ---- types.c: resolution of names and inference of types ---------------------------------------- */

/* One checker per machine instance: types flow between its clauses. */
struct checker;

struct checker *types_open(struct arena *arena, struct names *names, struct diag *diag);
void types_close(struct checker *c);

/* Each resolves the names of a tree in the scope, and infers and unifies types. Where the tree
 * has the wrong class ("a predicate is expected here") that is an error too. A tree that is a
 * bare name or call in place of a substitution is turned into S_CALL, hence the pointer. */
void types_predicate(struct checker *c, const struct node **n, struct scope *s);
void types_expression(struct checker *c, const struct node **n, struct scope *s,
                      struct type *expected);
/* Capitals make a parameter a set; a number may have been meant. Said once of each. */
void types_note_set_parameter(struct checker *c, const struct decl *d);
void types_substitution(struct checker *c, const struct node **n, struct scope *s);
/* A formula that may be either. */
void types_formula(struct checker *c, const struct node **n, struct scope *s);
/* Undeclared identifiers become new DECL_LOCALs that are added here instead of being errors. */
void types_collect_unknown(struct checker *c, struct decls *unknown);

/* From now on it is no error if a type cannot be inferred: a machine that would tell is missing. */
void types_expect_gaps(struct checker *c);

/* Settles what was left open: overloaded operators, then each declared identifier must have a
 * full type ("the type of 'x' cannot be inferred"). Afterwards no TYPE_VAR is left in any tree
 * that was checked: node->type and decl->type point to final types. */
void types_finish(struct checker *c);

struct type *type_new(struct checker *c, enum type_kind kind);
struct type *type_var(struct checker *c);
struct type *type_pow(struct checker *c, struct type *a);
struct type *type_pair(struct checker *c, struct type *a, struct type *b);
/* Sorts the fields, which live as long as the type. */
struct type *type_record(struct checker *c, struct type_field *fields, uint32_t count);
struct type *type_given(struct checker *c, struct decl *set); /* the type of its elements */
/* A declared identifier whose type must be known at the end. Sets decl->type to a variable if it
 * has none yet. */
void types_declare(struct checker *c, struct decl *d);
/* A parameter whose type is a set of something of which nothing is known is a set of its own. */
void types_default_set(struct checker *c, struct decl *parameter);
bool type_unify(struct checker *c, struct type *a, struct type *b, struct pos at);

#endif

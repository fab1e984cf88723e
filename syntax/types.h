/* The inside of the type checker, shared by type.c and the types files; not for others.
 *
 * Types are inferred in one walk over each tree, by unification. What is still unknown is a
 * variable, bound at most once; a type is always looked at through type_find. An overloaded
 * operator whose operands are unknown waits on their variables and is settled as soon as one of
 * them is bound, so that nothing is ever searched for. */
#ifndef SYNTAX_TYPES_H
#define SYNTAX_TYPES_H

#include "syntax/inside.h"

/* A node whose rule needs to know more: OP_MINUS, OP_TIMES or OP_FIELD. */
struct pending {
	struct node *node;
	bool is_done;
};

struct waiting {
	struct pending *pending;
	struct waiting *next; /* circular */
};

/* Every struct type is the head of one of these. */
struct type_cell {
	struct type type;
	union {
		struct waiting *waiting; /* of an unbound variable: the last of the list */
		struct type *same;       /* of the others: an equal type that stands for this one */
	};
	uint32_t mark;  /* the walk that was here last */
	bool is_part;   /* a variable that may be inside of other types */
	bool is_ground; /* no unbound variable is inside */
	bool is_final;  /* of a checker that has finished */
};

/* The two parts that did not fit when type_unify failed. */
struct clash {
	struct type *a, *b;
	struct type *a_var, *b_var; /* the innermost bound variables around them, or NULL */
	bool is_infinite;           /* a is a variable that b contains */
};

struct chunk;

struct checker {
	struct arena *arena;
	struct names *names;
	struct diag *diag;
	struct scope *scope;  /* of the tree being checked */
	struct chunk *chunks; /* all cells */
	struct type *basic[TYPE_ERROR + 1];
	struct type *constant[OP_COUNT]; /* types of operators without operands */
	uint32_t walks;
	struct pos at; /* what is being unified: fixed_at of bound variables */
	struct clash clash;
	VEC(struct pending *) open;  /* all that ever waited */
	VEC(struct pending *) ready; /* those that can go on */
	bool is_settling;
	bool has_gaps; /* types that cannot be inferred are no errors */
	VEC(struct decl *) declared;
	struct map unknown;                  /* name -> struct decl *, of undeclared identifiers */
	struct decls *collected;             /* where undeclared identifiers go, or NULL */
	VEC(const struct node **) type_sets; /* OP_TYPE_SET, to be replaced at the end */
	VEC(const struct node **)
	reflexive; /* closure and iterate, which get the identity of their type at the end */
	const struct decl *noted_parameter; /* it was said that it is a set */
};

/* ---- type.c ------------------------------------------------------------------------------------ */

void type_init(struct checker *c);
struct type *type_find(struct type *t);      /* what a type stands for; path compression */
struct type *type_number(struct checker *c); /* a variable that is INTEGER or REAL */
struct type *type_error(struct checker *c);
/* Unifies parts of larger types: a_var and b_var as in struct clash. c->at must be set. */
bool type_unify_part(struct checker *c, struct type *a, struct type *b, struct type *a_var,
                     struct type *b_var);
/* Is it a number, or can it be made one? If not, the clash is recorded. */
bool type_require_number(struct checker *c, struct type *t, struct type *var);
/* Binds the variables inside to TYPE_ERROR. */
void type_poison(struct checker *c, struct type *t);
/* Binds number variables inside to INTEGER; false if others are left. */
bool type_is_known(struct checker *c, struct type *t);
void type_wait(struct checker *c, struct type *variable, struct pending *p);
/* Binds the variables that are left; then no type is a variable any more. */
void type_finish(struct checker *c);

/* ---- types.c ------------------------------------------------------------------------------------ */

void types_suspend(struct checker *c, struct node *n, struct type *a, struct type *b,
                   struct type *result); /* until one of them is known; b may be NULL */
void types_settle(struct checker *c);    /* all that is ready */

/* ---- types_expr.c: by class ------------------------------------------------------------------------- */

struct type *types_expr(struct checker *c, const struct node **n);
void types_pred(struct checker *c, const struct node **n);

/* ---- types_operator.c ------------------------------------------------------------------------------- */

/* The rule of an operator with a signature; the kids have their types. NULL for a predicate. */
struct type *types_operator(struct checker *c, struct node *n, const char *signature);
/* The type of a kid must be this one; "'+' needs INTEGER here, but this is BOOL". */
bool types_need(struct checker *c, const struct node *n, const struct node *kid, struct type *t);
struct type *types_minus(struct checker *c, struct node *n);
struct type *types_times(struct checker *c, struct node *n);
void types_retry(struct checker *c, struct node *n); /* of OP_MINUS, OP_TIMES, OP_FIELD */

/* ---- types_form.c: forms with rules of their own ------------------------------------------------------ */

struct type *types_apply(struct checker *c, struct node *n);
struct type *types_elements(struct checker *c,
                            struct node *n); /* SET and SEQUENCE: of an element */
struct type *types_bin(struct checker *c, struct node *n);
void types_partition(struct checker *c, struct node *n);
void types_substituted(struct checker *c, struct node *n);
/* Binders with a value. */
struct type *types_binder(struct checker *c, struct node *n);
/* Declares the names of IDS and pushes them; the result goes to scope_pop. */
uint32_t types_open_locals(struct checker *c, const struct node *ids, enum scope_access access);
struct type *types_tuple(struct checker *c, const struct node *list); /* of the types of its kids */

/* ---- types_set.c ------------------------------------------------------------------------------------- */

/* OP_TYPE_SET: a set of all of some type, which becomes an expression at the end. */
struct type *types_set_of_type(struct checker *c, const struct node **n);
void types_check_sets(struct checker *c);                            /* are their types known? */
void types_note_reflexive(struct checker *c, const struct node **n); /* closure, iterate */
void types_fill_sets(struct checker *c);

/* ---- types_record.c ----------------------------------------------------------------------------------- */

struct type *types_record(struct checker *c, struct node *n); /* REC and STRUCT */
struct type *types_field(struct checker *c, struct node *n);
void types_retry_field(struct checker *c, struct node *n);

/* ---- types_name.c ---------------------------------------------------------------------------------- */

struct type *types_identifier(struct checker *c, struct node *n); /* OP_ID and OP_OLD */
/* Reports it, or not for the second time. */
struct decl *types_undeclared(struct checker *c, const struct node *n);
enum weak { WEAK_NOT, WEAK_REWRITTEN, WEAK_WRONG };
/* A name that is not declared but an operator: the node becomes that operator. WRONG: reported. */
enum weak types_weak(struct checker *c, const struct node **n);
enum op_class types_weak_class(const struct checker *c, const struct node *apply);

/* ---- types_external.c ------------------------------------------------------------------------------- */

enum op_class types_external_class(const struct node *n);
struct type *types_external(struct checker *c, struct node *n); /* of the result, or NULL */

/* ---- types_subst.c ---------------------------------------------------------------------------------- */

void types_subst(struct checker *c, const struct node **n);
/* kids: LIST of places, LIST of values, of which each has its type */
void types_assign(struct checker *c, const struct node *n);

/* ---- types_error.c ---------------------------------------------------------------------------------- */

struct pos types_start(const struct checker *c, const struct node *n); /* for messages only */
const char *types_show(struct checker *c, struct type *t);
const char *types_format(struct checker *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* After type_unify of a and b failed: the error, notes on where the clashing parts come from. The
 * variables of both are poisoned. */
void types_clash(struct checker *c, struct pos at, const char *message, struct type *a,
                 struct type *b);
void types_wrong_class(struct checker *c, const struct node *n, enum op_class wanted,
                       enum op_class found);
const char *types_plural(uint32_t count); /* "" or "s" */

#endif

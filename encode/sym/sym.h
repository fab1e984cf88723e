/* Symbolic values: B values that depend on literals. Operators are written against a small interface: the elements of a
 * set with the conditions under which they are in it, membership, equality, and the choice between values. */
#ifndef ENCODE_SYM_SYM_H
#define ENCODE_SYM_SYM_H

#include "encode/inside.h"

enum sym_kind {
	SYM_UNDEFINED, /* what has no value; its definedness is false */
	SYM_GROUND,    /* a value of eval/, also a lazy set without unknowns */
	SYM_BOOL,      /* is[0] */
	SYM_INTEGER,   /* number */
	SYM_CHOICE,    /* values[i] if is[i], of which exactly one holds; never of integers or sets */
	SYM_PAIR,      /* parts[0], parts[1] */
	SYM_RECORD,    /* parts in the order of the type */
	SYM_SET,       /* has values[i] if is[i] */
	SYM_MAP,       /* a function: values[i] |-> parts[i] if is[i] */
	SYM_LIST,      /* a set: has parts[i] if is[i]; parts may be equal */
	SYM_LAZY,      /* the set that node describes, its free names bound to parts */
};

/* values are sorted by their numbers, without duplicates, and no condition is false (of SET and
 * MAP). Symbolic values never change. */
struct sym {
	enum sym_kind kind;
	uint32_t count;
	value ground;
	value *values;
	lit *is;
	struct sym **parts;
	struct number *number;
	const struct node *node; /* LAZY */
	const struct type *type; /* RECORD */
	struct rows *rows;       /* SET of pairs: see relation.c; NULL if not made yet */
};

/* The pairs of a SET by their first components. */
struct rows {
	value *first, *second; /* sorted by first */
	lit *is;
	uint32_t count;
};

/* ---- sym.c -------------------------------------------------------------------------------------- */

struct sym *sym_ground(enc e, value v);
struct sym *sym_bool(enc e, lit l);
struct sym *sym_number(enc e, struct number *n);
struct sym *sym_pair(enc e, struct sym *a, struct sym *b);
struct sym *sym_record(enc e, const struct type *t, struct sym **fields);
struct sym *sym_new(enc e, enum sym_kind kind, uint32_t count);

lit sym_truth(enc e, struct sym *s); /* of a BOOL */
struct number *sym_to_number(enc e, struct sym *s);
wide enc_wide(enc e, value v); /* of an integer; stops if it needs more than NUMBER_BITS */
struct sym *sym_first(enc e, struct sym *pair);
struct sym *sym_second(enc e, struct sym *pair);
struct sym *sym_field(enc e, struct sym *record, uint32_t index);

/* All ground values that it can have, each under its condition; false if there are more than
 * `most`. Exactly one condition holds. */
bool sym_cases(enc e, struct sym *s, uint32_t most, struct cases *out);
/* The other way round: a value of this type; values may repeat. */
struct sym *sym_of_cases(enc e, const struct type *t, const struct cases *c);
/* The one whose condition holds; exactly one does, else it is garbage. */
struct sym *sym_select(enc e, const struct type *t, const struct parts *p);
struct sym *sym_ite(enc e, const struct type *t, lit condition, struct sym *a, struct sym *b);

lit sym_equal(enc e, struct sym *a, struct sym *b, const struct type *t);
/* The place of v among its values, or UINT32_MAX. */
/* The first of the values, sorted as numbers, that is v or more. */
uint32_t sym_place(const value *sorted, uint32_t count, value v);
uint32_t sym_find(const struct sym *s, value v);
bool sym_is_lazy(enc e, struct sym *s); /* a set that is not listed */

/* ---- set.c -------------------------------------------------------------------------------------- */

/* The elements with their conditions; gives up if the set cannot be listed. */
void set_elements(enc e, struct sym *s, const struct type *t, struct pos pos, struct parts *out);
void set_elements_once(enc e, struct sym *s, const struct type *t, struct pos pos,
                       struct parts *out); /* at most one of equal ones holds */
/* A set of these elements; t is the type of the set. */
struct sym *set_of_parts(enc e, const struct parts *p, const struct type *t);
double set_size_hint(enc e, const struct node *set); /* how many elements, more or less */
bool set_has_at_most(enc e, const struct node *set, uint64_t most);
struct sym *set_of_cases(enc e, struct cases *c); /* elements, in any order, may repeat */
struct sym *set_as_matrix(enc e, struct sym *s, const struct type *t); /* SET or GROUND, or NULL */
struct sym *set_as_map(enc e, struct sym *s);                          /* MAP, or NULL */
bool set_view(enc e, struct sym *s, struct cases *out); /* of GROUND listed and SET: no copy */
lit set_has(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos);
lit set_has_value(enc e, value x, struct sym *set, const struct type *t, struct pos pos);
lit set_subset(enc e, struct sym *a, struct sym *b, const struct type *t, struct pos pos);
lit set_equal(enc e, struct sym *a, struct sym *b, const struct type *t);
lit set_is_empty(enc e, struct sym *s, const struct type *t, struct pos pos);
struct sym *set_select(enc e, const struct type *t, const struct parts *p);
struct number *set_card(enc e, struct sym *s, const struct type *t, struct pos pos);

/* ---- row.c ---------------------------------------------------------------------------------------- */

bool row_is_wide(const struct sym *s); /* has many values that are not listed */
/* A relation of pairs with wide images: MAP or LIST of known keys, NULL if it is no such one. */
struct sym *row_relation(enc e, const struct parts *p, const struct type *t);
bool row_is_list(enc e, const struct sym *s); /* a LIST of known keys */
/* The one whose condition holds, row by row; NULL if some have no few rows of known keys. */
struct sym *row_select(enc e, const struct type *t, const struct parts *p);

/* ---- operator files: operands are done, the node tells operator, types and position --------------- */

struct sym *set_operator(enc e, const struct node *n, struct sym **a, lit *defined);
struct sym *relation_operator(enc e, const struct node *n, struct sym **a);
struct sym *closure_operator(enc e, const struct node *n, struct sym *r);
struct sym *iterate_operator(enc e, const struct node *n, struct sym **a, lit *defined);
struct sym *sequence_operator(enc e, const struct node *n, struct sym **a, lit *defined);
struct sym *relation_apply(enc e, struct sym *f, struct sym *x, const struct type *t,
                           struct pos pos, lit *defined);
/* f <+ {x |-> y} */
struct sym *relation_update(enc e, struct sym *f, struct sym *x, struct sym *y,
                            const struct type *t, struct pos pos);
struct sym *relation_compose(enc e, struct sym *r, struct sym *s, const struct node *n);
const struct rows *relation_rows(enc e, struct sym *set); /* of a SET */
uint32_t relation_row(const struct rows *r, value first); /* the first place, or count */
/* Is every element at most once on the left (right) side? Of relations of this type. */
lit relation_is_functional(enc e, struct sym *r, const struct type *t, struct pos pos);
lit sequence_is(enc e, struct sym *s, const struct type *t, struct pos pos);

/* A sequence, place by place. */
struct places {
	struct sym **at; /* [0 .. count-1] are the places 1 .. count */
	lit *has;        /* each implies the one before, if it is a sequence */
	uint32_t count;
};
/* Of something that is one, or must be: *defined gets that. */
void places_of(enc e, struct sym *s, const struct type *t, struct pos pos, struct places *out);
void places_must_be(enc e, struct sym *s, const struct type *t, struct pos pos, lit *defined,
                    struct places *out);
struct places places_single(enc e, struct sym *x, lit has);
struct places places_concatenated(enc e, const struct places *a, const struct places *b,
                                  const struct type *element);
struct sym *places_sequence(enc e, const struct places *p, const struct type *t);

/* ---- subsets.c ----------------------------------------------------------------------------------- */

/* All sets of these elements that lie in the range; false if there are more than `most`. */
bool subsets_list(enc e, const struct cases *of, uint64_t most, const struct range *r,
                  struct cases *out);

/* ---- tree.c --------------------------------------------------------------------------------------- */

struct sym *tree_operator(enc e, const struct node *n, struct sym **a, lit *defined);
lit tree_is(enc e, struct sym *s, const struct type *t, bool is_binary, struct pos pos);

#endif

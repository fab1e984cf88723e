/* What the files behind bounds_ranges share; not for other folders.
 *
 * An abstract interpretation: range_of goes from the ranges of names up to those of expressions,
 * range_narrow from the range of an expression down to the names in it (as HC4-revise does, Benhamou
 * et al. 1999), range_assume from a predicate that holds. Ranges never change: a narrower one takes
 * the place of another, so that what is known can be saved and put back at little cost.
 *
 * NULL means that nothing is known. A range without values (low > high) is there for the elements
 * of an empty set, and for expressions that are undefined. */
#ifndef BOUNDS_RANGE_H
#define BOUNDS_RANGE_H

#include "bounds/bounds.h"
#include "bounds/span.h"
#include "logic/logic.h"

struct range_name {
	const struct decl *decl; /* NULL: the image of a function at a point */
	const struct type *type;
	struct range *range;
	uintptr_t hidden; /* what the map had for decl before */
};

struct range_point { /* f(x) for the x of a quantifier */
	const struct node *apply;
	uint32_t place; /* of the name that stands for it */
};

struct range_domain { /* a conjunct says that dom(f) is part of the set */
	const struct decl *function;
	const struct node *set;
};

struct ranges {
	struct eval *eval;
	struct values *values;
	int64_t minint, maxint;
	struct arena arena;
	VEC(struct range_name) names; /* those asked for, then those of open binders */
	struct map place;             /* decl -> place in names + 1 */
	VEC(struct range_point) points;
	VEC(struct range_domain) domains;
	bool changed;    /* some name got a narrower range */
	uint32_t splits; /* nested cases */
	uint32_t lazy;   /* nested unlisted sets */
	uint64_t work;   /* nodes that may still be looked at */
	int round;       /* over all conjuncts, see ranges.c */

	struct map seen;  /* node -> struct range_seen */
	uint32_t stamp;   /* of what in `seen` is still valid */
	struct map bound; /* decls of binders */
	struct map known; /* nodes without unknown names -> struct range_known */
	bool in_known;    /* inside of such a node */
};

/* ---- range_shape.c: ranges alone --------------------------------------------------------------------- */

struct range *range_number(struct arena *a, struct span s);
struct range *range_pair(struct arena *a, struct range *left, struct range *right);
/* The type is that of the records, the fields are given up. */
struct range *range_record(const struct type *type, struct arena *a, struct range **fields);
struct range *range_nothing(struct arena *a,
                            const struct type *type); /* no value, if that can be */

/* NULL-safe parts. */
struct span range_span(const struct range *r);
static inline struct range *range_a(const struct range *r) { return r ? r->a : NULL; }
static inline struct range *range_b(const struct range *r) { return r ? r->b : NULL; }
struct range *range_field(const struct range *r, uint32_t i);
static inline uint64_t range_most(const struct range *r)
{
	return r && r->has_most ? r->most : COUNT_MANY;
}

bool range_is_nothing(const struct type *t, const struct range *r);
bool range_is_empty_set(const struct range *r);
bool range_same(const struct type *t, const struct range *a, const struct range *b);
struct range *range_copy(struct arena *arena, const struct type *t, const struct range *r);

/* ---- range_meet.c: ranges with the sizes of given sets -------------------------------------------------- */

/* Of a type of elements; most may be COUNT_MANY. */
struct range *range_set(struct ranges *x, const struct type *elements, struct range *element,
                        uint64_t most);
struct range *range_empty_set(struct ranges *x, const struct type *elements);
/* How many values there are, or COUNT_MANY. */
uint64_t range_count(struct ranges *x, const struct type *t, const struct range *r);
/* A value that is in both; a itself if b adds nothing. */
struct range *range_meet(struct ranges *x, const struct type *t, struct range *a, struct range *b);
/* A value that is in one of them. */
struct range *range_lambda_domain(struct ranges *x, const struct node *lambda,
                                  const struct type *t);
struct range *range_united(struct ranges *x, const struct node *n); /* of A \/ B, and of f <+ g */
struct range *range_hull(struct ranges *x, const struct type *t, struct range *a, struct range *b);

/* ---- range_names.c: what is known of names ---------------------------------------------------------------- */

struct range_scope {
	struct range **saved;
	uint32_t count, points;
	bool changed;
};

/* Between open and close, names may be bound and narrowed; then all is as it was. */
void range_open(struct ranges *x, struct range_scope *s);
void range_close(struct ranges *x, struct range_scope *s);
void range_rewind(struct ranges *x, const struct range_scope *s); /* all ranges as at the opening */
/* Instead of range_close: what was found out about the names from outside remains. */
void range_leave(struct ranges *x, struct range_scope *s);

uint32_t range_bind(struct ranges *x, const struct decl *d, const struct type *t, struct range *r);
void range_bind_ids(struct ranges *x, const struct node *ids); /* nothing is known of them */
/* How many values the names that were bound since the opening can have together. */
uint64_t range_count_bound(struct ranges *x, const struct range_scope *s);
/* The place of a name; false if it is not one of those looked for or bound. */
bool range_find(const struct ranges *x, const struct decl *d, uint32_t *place);
/* Meets; false if no value is left. */
bool range_put(struct ranges *x, uint32_t place, struct range *r);

/* Cases of which one holds: begin and end around each, then close. */
struct range_cases {
	struct range_scope scope;
	struct range **sum; /* NULL as long as no case is possible */
	bool is_open;       /* nothing can follow from the cases any more */
};
void range_cases_open(struct ranges *x, struct range_cases *c);
void range_cases_begin(struct ranges *x, struct range_cases *c);
void range_cases_end(struct ranges *x, struct range_cases *c, bool is_possible);
bool range_cases_close(struct ranges *x, struct range_cases *c); /* false: no case is possible */

/* ---- range_value.c: of ground values ----------------------------------------------------------------------- */

struct range *range_of_value(struct ranges *x, const struct type *t, value v);

/* ---- range_eval.c: what eval/ knows ------------------------------------------------------------------------- */

void range_eval_open(struct ranges *x, struct eval *e);
/* VALUE_NONE if it is undefined, takes long or is not complete. */
value range_evaluate(struct ranges *x, const struct node *n, bool has_binder);
uint64_t range_given_count(const struct ranges *x, const struct decl *set); /* or COUNT_MANY */
value range_value_of(const struct ranges *x, const struct decl *d); /* VALUE_NONE if not known */

/* ---- range_known.c: expressions without unknown names --------------------------------------------------------- */

/* Is it one? Then *out is its range. */
bool range_known(struct ranges *x, const struct node *n, struct range **out);
void range_note_binders(struct ranges *x, const struct node *n);

/* ---- range_of.c: of expressions -------------------------------------------------------------------------------- */

struct range *range_of(struct ranges *x, const struct node *n);
struct range *range_of_arguments(struct ranges *x, const struct node *apply);
const struct range_point *range_point_of(const struct ranges *x, const struct node *apply);
/* Equal, with the same names. */
struct span range_of_number(struct ranges *x, const struct node *n);

/* Each does its operators and hands the others on to the next one. */
struct range *range_of_integer(struct ranges *x, const struct node *n);  /* range_integer.c */
struct range *range_of_set(struct ranges *x, const struct node *n);      /* range_set.c */
struct range *range_of_relation(struct ranges *x, const struct node *n); /* range_relation.c */
struct range *range_of_sequence(struct ranges *x, const struct node *n); /* range_sequence.c */
/* The size of what is known to be a sequence. */
struct span range_size(const struct range *sequence);

/* ---- range_product.c: products and powers ------------------------------------------------------------------- */

struct span range_product(struct ranges *x, const struct node *n);
bool range_narrow_product(struct ranges *x, const struct node *n, struct span s);
bool range_narrow_power(struct ranges *x, const struct node *n, struct span s);

/* ---- range_linear.c: linear equations together -------------------------------------------------------------- */

struct range_linear;
/* Of those conjuncts that are equations, with fewer names in each; NULL if that tells nothing new. */
struct range_linear *range_linear(struct ranges *x, const struct node *const *conjuncts,
                                  uint32_t count);
bool range_linear_narrow(struct ranges *x, const struct range_linear *l);

/* ---- range_narrow.c, range_assume.c, range_forall.c ----------------------------------------------------------- */

/* The value of n, which is defined, lies in r: false if that cannot be. */
bool range_narrow(struct ranges *x, const struct node *n, struct range *r);
/* The arguments of an application, together, lie in the domain. */
bool range_narrow_arguments(struct ranges *x, const struct node *apply, struct range *domain);
/* A value in r is an element of the set n. */
bool range_narrow_member(struct ranges *x, const struct range *r, const struct node *n);
/* n is true, or false: false if that cannot be. */
bool range_assume(struct ranges *x, const struct node *n, bool truth);
/* n is true; several rounds. */
bool range_settle(struct ranges *x, const struct node *n);
/* For all values of the names: if the condition is true, the body has that truth value (NULL: the
 * condition is never true). */
bool range_assume_forall(struct ranges *x, const struct node *ids, const struct node *condition,
                         const struct node *body, bool body_truth);
/* Collects what a conjunct says about domains, for range_assume_forall. */
void range_note_domain(struct ranges *x, const struct node *conjunct);

#endif

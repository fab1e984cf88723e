/* The upper half of encode/, shared by its files; not for other folders.
 *
 * A symbolic value stands for a B value that depends on literals. Operators are written against a
 * small interface: the elements of a set with the conditions under which they are in it, membership,
 * equality, and the choice between values. */
#ifndef ENCODE_SYM_H
#define ENCODE_SYM_H

#include "encode/encode.h"
#include "logic/logic.h"

#include <setjmp.h>

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

/* What is known of a node: the names that it takes from outside. */
struct info {
	uint32_t count;
	struct decl **free; /* without sets and their elements, which never change */
	bool may_fail;      /* has an operator that is not total */
	bool has_old;       /* has x$0 */
	bool is_listed;     /* a comprehension: its names come from finite sets */
	bool knows_listed;
};

struct binding {
	struct decl *name;
	struct sym *is;
};

struct memo_entry {
	const struct node *node;
	uint64_t hash;
	uintptr_t *key; /* of the names that are free in it */
	struct sym *result;
	lit defined;
	lit truth, falsity; /* of predicates */
	int want;
	bool was_cut; /* unknowns in it were drawn from a part of their types */
};

/* A value that a place of a variable gets, see write.c. */
struct write {
	struct decl *of;
	const struct node *place;
	struct sym **keys; /* that lead to the place; of a field NULL */
	uint32_t count;    /* 0: the whole variable */
	struct sym *is;
	lit when;
	const struct write *before;
};

/* Single elements of infinite sets: their conditions may be undefined for some. */
struct asking {
	lit defined;   /* so far */
	bool is_taken; /* into account, by who asks */
};

struct cases { /* of a value: values[i] if is[i] */
	value *values;
	lit *is;
	uint32_t count, room;
};

/* A predicate that is not looked into. */
struct opaque {
	const struct node *node;
	lit t, f;
};

/* A term that is not looked into. */
struct residue_entry {
	const struct node *node;
	const struct residues *of;
};
struct leaf {
	const struct node *node;
	struct number *number;
};

/* A product of several leaves, which is a leaf itself. */
enum { MONOMIAL_DEGREE = 4 };
struct monomial {
	struct number *factors[MONOMIAL_DEGREE];
	uint32_t count;
	struct number *is;
};

struct mentioned {
	const struct type *type;
	value value;
};

/* Limits on what is written out; beyond them the encoder gives up with a message. */
enum {
	SYM_MOST_CASES = 256,     /* of a value that is split into its cases */
	SYM_MOST_PRODUCT = 4096,  /* of the cases of several operands together */
	SYM_SAMPLES = 64,         /* of a type with too many values */
	SYM_LISTED_INTEGERS = 24, /* unknown integers of so few values are one-hot */
	SYM_KEPT_GROUNDS = 512,
	SYM_MOST_ROWS = 64, /* of a key, and keys that an unknown one may be */
};

struct witness {
	struct sym *sym;
	const struct type *type;
};

/* ---- the encoder's state, by what it is for ----------------------------------------------------- */

struct encoder_limits {
	uint32_t most_candidates; /* that are listed */
	uint32_t most_subsets;    /* likewise, of sets */
	double deadline;          /* 0: none */
	uint64_t effort_end;      /* of the eval */
	size_t memory;            /* the most bytes of circuit and arena, 0: no limit */
	const _Atomic int *interrupt;
	uint32_t ticks, depth;
	uint32_t counted, counted_gates; /* ticks and gates that the eval knows of */
};

/* What names mean. */
struct encoder_scope {
	struct sym **names;  /* by slot of the declared name */
	struct decl **named; /* likewise, the name itself if it was bound or known here */
	uint32_t name_count;
	uint64_t changes;          /* of the evaluator, see encode_resume */
	struct map old;            /* decl -> struct sym: what x$0 means */
	VEC(struct binding) trail; /* what names meant before, in an attempt */
	bool keeps_bindings;
};

/* What was found out about nodes, or made of them. */
struct encoder_cache {
	struct map infos;            /* node -> struct info */
	struct map balanced;         /* equation -> the same in the words of equation_sides.c */
	struct map conjuncts;        /* condition -> struct conjuncts */
	struct map strict_conjuncts; /* likewise, of binder_strict_conjuncts */
	struct map defining;         /* node -> not NULL: an equation that gave a name its value */
	struct memo_entry *memo;     /* open addressing */
	uint32_t memo_count, memo_room;
	struct sym *grounds[SYM_KEPT_GROUNDS];
};

/* Ranges of the names solved for, or NULL. */
struct encoder_given {
	struct range *const *ranges;
	struct decl *const *names;
	uint32_t count;
};

/* Substitutions, see subst/execute.c. */
struct encoder_writing {
	struct sym **cells; /* by slot: what is written */
	uint32_t cell_room;
	const struct write *writes; /* the last one first; kept where two parts may meet (parallel.c) */
	bool keeps_writes;
	bool is_side_by_side;       /* no two of the writes may meet */
	lit path;                   /* what is encoded matters only where this holds */
	bool used_path;             /* the result depends on that, so that it is not kept */
	VEC(struct decl *) written; /* all that were ever written */
	struct encode_trouble *troubles;
	uint32_t trouble_count, trouble_room;
};

/* Values that are tried first where a type has too many, see unknown/. */
struct encoder_pool {
	struct cases strings;            /* candidates for STRING */
	struct cases integers;           /* that the formula mentions, and those beside them */
	VEC(struct mentioned) mentioned; /* sets that the formula writes out */
	int64_t reach_low, reach_high;   /* of integers that nothing bounds */
	int64_t margin;                  /* see encode_options */
};

/* Relaxed encoding, see formula/relax.c and linear.c. */
struct encoder_relaxed {
	bool relaxes, is_abstract;
	struct map cut_names; /* decl -> not NULL: drawn from a part of its type */
	VEC(struct opaque) opaque;
	VEC(struct leaf) leaves;
	VEC(struct monomial) monomials;
	VEC(struct residue_entry) residues;
	double linear_weight, linear_constant; /* of the bound */
};

/* Which elements can be told apart, and what breaks symmetry first, see symmetry.c. */
struct encoder_symmetry {
	bool is_broken;       /* see encode_options */
	bool fixes_all;       /* any element may be known by itself: of a known value that is not
	                         listed, or by a function from outside */
	struct cases fixed;   /* elements that values known from outside name */
	struct map top_names; /* decl -> not NULL: of encode_names, or free in what is asserted */
	struct map mentions;  /* decl -> how often what is asserted mentions it */
	VEC(struct witness) witnesses; /* unknowns for quantifiers that must hold as a whole */
};

struct encoder {
	struct arena arena;
	struct eval *eval;
	struct values *s;
	struct project *project;
	const struct universe *u;
	struct circuit *c;
	struct numbers numbers;
	struct sym *undefined, *empty;
	struct encoder_limits limits;
	struct encoder_scope scope;
	struct encoder_cache cache;
	struct encoder_given given;
	struct encoder_writing writing;
	struct encoder_pool pool;
	struct encoder_relaxed relaxed;
	struct encoder_symmetry symmetry;
	struct asking asking;
	bool is_sparse;
	bool is_at_top;   /* the names of encode_names are being bound */
	bool is_asserted; /* of the predicate at hand there is one instance, for all names */
	bool was_cut;
	bool was_partial; /* see encode_was_partial */
	jmp_buf stop;
	bool can_stop; /* between enc_enter and enc_leave */
	struct encode_failure failure;
};

typedef struct encoder *enc;

/* ---- encoder.c ---------------------------------------------------------------------------------- */

_Noreturn void enc_stop(enc e, enum eval_failure_kind kind, struct pos pos, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct asking enc_ask(enc e, bool is_taken); /* begins anew; the old one is put back later */
void enc_tick(enc e, struct pos pos);        /* looks at interrupts and limits now and then */
/* Each function of encode.h that may stop begins with `if (setjmp(enc_enter(e)->stop)) return
 * enc_leave(e, false)` and ends with enc_leave(e, true). */
enc enc_enter(enc e);
bool enc_leave(enc e, bool is_good);
/* In between, `if (setjmp(enc_begin_attempt(e, &before)->stop))` comes back from what cannot be done;
 * enc_end_attempt makes it as before, in either case. */
struct enc_place {
	jmp_buf stop;
	struct asking asking;
	struct encode_failure failure;
	uint32_t depth;
	bool is_asserted, was_cut;
	uint32_t bound;      /* length of the trail */
	uint32_t table;      /* of numbers */
	bool keeps_bindings; /* it is inside of another attempt */
};
enc enc_begin_attempt(enc e, struct enc_place *before);
void enc_end_attempt(enc e, const struct enc_place *before, bool is_done, struct pos pos);

/* Binding of names. Returns what the name meant before. */
struct sym *enc_bind(enc e, struct decl *d, struct sym *s);
struct sym *enc_bound(const struct encoder *e, const struct decl *d); /* NULL: not here */
struct sym *enc_name(enc e, struct decl *d, struct pos pos);
const struct info *enc_info(enc e, const struct node *n);
bool enc_is_known(enc e, struct decl *d);        /* to have a ground value */
bool enc_is_ground(enc e, const struct node *n); /* all its free names are known */
bool enc_mentions(enc e, const struct node *n, const struct decl *d);

/* Of nodes whose free names are known, by the evaluator. */
struct sym *enc_ground_value(enc e, const struct node *n, lit *defined);
enum truth enc_ground_truth(enc e, const struct node *n, bool *undefined);
bool enc_is_too_large(
    enc e); /* after it failed: an integer has more than 64 bits, so it is to be encoded */
/* A listed set, or VALUE_NONE if it cannot be listed. */
value enc_try_list(enc e, value set, struct pos pos);
value enc_list(enc e, value set, struct pos pos); /* gives up if that is not possible */

/* Around what is encoded, to see whether something in it is bounded: enc_end_cut says that. */
bool enc_begin_cut(enc e);
bool enc_end_cut(enc e, bool was_cut);

struct memo_entry *memo_find(enc e, const struct node *n, int want); /* NULL if it is not there */
void memo_add(enc e, const struct node *n, int want, struct memo_entry what);

/* ---- lists in the arena: nothing leaks when the encoder gives up --------------------------------- */

struct lits {
	lit *at;
	uint32_t count, room;
};
void lits_push(enc e, struct lits *l, lit x);

void cases_push(enc e, struct cases *c, value v, lit is);
/* Sorts by number, joins the conditions of equal values, drops false ones. */
void cases_merge(enc e, struct cases *c);
bool cases_are_described(enc e, const struct cases *c); /* is one of them, or a part, not listed? */

struct parts { /* symbolic values with conditions, such as the elements of a set */
	struct sym **at;
	lit *is;
	uint32_t count, room;
};
void parts_push(enc e, struct parts *p, struct sym *s, lit is);

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

/* ---- tree.c, unknown_tree.c ------------------------------------------------------------------------- */

struct sym *tree_operator(enc e, const struct node *n, struct sym **a, lit *defined);
lit tree_is(enc e, struct sym *s, const struct type *t, bool is_binary, struct pos pos);
struct sym *unknown_tree(enc e, const struct node *set, const struct range *r);
bool unknown_trees(enc e, const struct node *set, const struct range *r, struct cases *out);

/* ---- expression.c, predicate.c, membership.c ------------------------------------------------------------ */

struct sym *expression(enc e, const struct node *n, lit *defined);
/* x of f(x), x |-> y of f(x, y) */
struct sym *expression_arguments(enc e, const struct node *apply, lit *defined);
/* balance.c: both sides of an equation between integers, in other words; false if there are none. */
bool balance_equal(enc e, const struct node *n, struct sym **a, struct sym **b, lit *defined);

/* true: t; false: f; neither: undefined. If is_total, f is the complement of t. What was not wanted
 * may be wrong. */
struct truth_pair {
	lit t, f;
	bool is_total;
};
enum { WANT_TRUE = 1, WANT_FALSE = 2, WANT_BOTH = 3 };
struct truth_pair predicate(enc e, const struct node *n, int want);
/* relax.c: in place of a predicate that depends on names that were cut; false if it does not. */
/* A predicate that is asserted as a whole: what is free in it is bound nowhere. */
bool relax_mentions_cut(enc e, const struct node *n); /* as x; see also info.has_old */
void relax_know(enc e, const struct node *n);
bool relax_predicate(enc e, const struct node *n, int want, struct truth_pair *out);
/* linear.c: a comparison of integers, of which some have no bounds; false if it is none. */
bool linear_atom(enc e, const struct node *n, struct truth_pair *out);
bool linear_constant(enc e, const struct node *n, wide *out); /* it depends on no unbounded name */
bool linear_at_least(enc e, const struct node *a, wide bound, lit *out);

static const wide LINEAR_REACH = (wide)1 << 40;      /* of a leaf */
static const wide LINEAR_MOST_CONSTANT = 1000000000; /* of coefficients and constants */
enum { LINEAR_TERMS = 16 };
struct linear_form { /* the sum of terms and a constant */
	struct linear_term {
		wide factor;
		struct number *leaf;
	} terms[LINEAR_TERMS];
	uint32_t count;
	wide constant;
};
/* Adds to a form; false: it is too long, or a number is too large. */
bool linear_add_leaf(struct linear_form *f, wide factor, struct number *leaf);
bool linear_add(enc e, struct linear_form *f, const struct node *n, wide factor);
bool linear_at_most_zero(enc e, const struct linear_form *f, lit *out);
struct number *linear_leaf(enc e, const struct node *n, wide low, wide high); /* a new one */
/* product.c: a product or power as a sum of products of leaves; false, with the form as it was: that is too long */
bool linear_add_product(enc e, struct linear_form *f, const struct node *n, wide factor);
struct number *linear_quotient(enc e, const struct node *n); /* the leaf for a / b or a mod b */
/* residue.c: false only if remainders tell that they differ */
lit residue_may_be_equal(enc e, const struct node *a, const struct node *b);
bool linear_is_bounded(enc e); /* do the leaves range over enough? */
/* All of them in this order, as if joined by `&`. */
struct truth_pair predicate_all(enc e, const struct node *const *list, uint32_t count, int want);
/* The conjuncts of a binder: one that is false decides, whatever the others are. */
struct truth_pair predicate_together(enc e, const struct node *const *list, uint32_t count,
                                     int want);
struct truth_pair predicate_of_binder(enc e, const struct node *n, int want); /* of a binder */
struct truth_pair truth_of(enc e, lit t, lit defined);

/* x : n without making the set n. */
lit membership_in(enc e, struct sym *x, const struct type *t, const struct node *n, lit *defined);
lit membership_all_in(enc e, struct sym *set, const struct type *t, const struct node *n,
                      lit *defined);
bool membership_is_lazy(enc e, const struct node *n); /* better not made */
bool described_is_function(enc e, struct sym *s);     /* a lambda, succ or pred */
struct sym *described_apply(enc e, struct sym *f, struct sym *x, struct pos pos, lit *defined);
lit described_has(enc e, struct sym *x, struct sym *set, const struct type *t, struct pos pos);
/* set_has, where it is asked under a condition: *defined gets that the answer is defined. */
lit described_ask(enc e, struct sym *x, struct sym *set, const struct type *t, lit condition,
                  struct pos pos, lit *defined);
void described_defined(enc e, const struct node *n, lit *defined);
void described_whole(enc e, const struct node *n, lit *defined); /* n and all its operands */
/* n with the names that are free in it now. */
struct sym *described_of(enc e, const struct node *n);

/* ---- binder.c, offer.c, quantifier.c: names that range over candidates ------------------------------- */

struct conjuncts {
	const struct node **at;
	uint32_t count, room;
};
void conjuncts_add(enc e, struct conjuncts *c, const struct node *n); /* taken apart at & */

/* Called for each instance of the names: `guard` says that it counts as far as the conjuncts that gave
 * the candidates are concerned; `rest` are the others. If it is vague, the set of some name has no
 * value: then the rest are the conjuncts about the others, and if none of it is false, the case is
 * undefined. */
struct instance {
	lit guard;
	const struct node **rest;
	uint32_t rest_count;
	bool is_vague;
};
typedef void binder_found(enc e, void *data, const struct instance *i);
/* ONCE: no two instances that count have the same values. SOME: it is enough that `found` is called for some of the instances where integers have no
 * bounds, as for what must hold in all cases when there is no solution even so. ANY: all that is asked is whether some instance counts and
 * nothing in it is false. NONE: likewise, and SOME. */
enum { BINDER_ALL, BINDER_ONCE, BINDER_SOME, BINDER_ANY, BINDER_NONE };
void binder_expand(enc e, struct decl *const *names, uint32_t count, const struct conjuncts *c,
                   int how, struct pos pos, binder_found *found, void *data);
/* The condition of a binder: conjuncts, taken apart further where that helps. */
/* The value of a side of an equation where the name is 0. */
struct sym *binder_at_zero(enc e, struct decl *d, const struct node *side, lit *defined);
const struct conjuncts *binder_conjuncts(enc e, const struct node *condition);
/* The same where it matters whether a conjunct is false or undefined. */
const struct conjuncts *binder_strict_conjuncts(enc e, const struct node *condition);
/* What n, if it is a disjunction, says about where the values of names are; nothing if it may be undefined. */
void conjunct_add_cases(enc e, struct conjuncts *c, const struct node *n);
bool binder_is_listed(enc e, const struct node *n);
struct sym *binder_expression(enc e, const struct node *n, lit *defined);
struct truth_pair binder_quantifier(enc e, const struct node *n, int want);
void binder_names(enc e, const struct node *ids, struct decl ***names, uint32_t *count);

/* How a conjunct gives candidates for a name. */
enum offer_kind {
	OFFER_NONE,
	OFFER_EQUAL,  /* pattern = set */
	OFFER_IN,     /* pattern : set */
	OFFER_SUBSET, /* name <: set */
	OFFER_FAMILY, /* name : set, which is a power set, an arrow, seq, ... */
	OFFER_BOUNDS, /* name is an integer between bounds */
	OFFER_LINEAR, /* 2 * name + a = b, or 2 * name + a : set */
	OFFER_TYPE,
};
struct offer {
	enum offer_kind kind;
	const struct node *pattern, *set, *conjunct;
	struct decl *name;
};
/* Names that have no value yet (NULL: has one now) and conjuncts that are not used up (else NULL). */
struct opening {
	struct decl **names;
	uint32_t count, left;
	const struct node **conjuncts;
	uint32_t conjunct_count;
	bool is_strict; /* undefined conjuncts count: these are not all required to hold */
	const struct node **excluded; /* conjuncts that offer nothing */
	uint32_t excluded_count;
};
bool offer_is_open(enc e, const struct opening *o, const struct node *n);
/* What a conjunct offers for the name d; OFFER_NONE if nothing. */
struct offer offer_of(enc e, const struct opening *o, const struct node *conjunct, struct decl *d);
/* OFFER_LINEAR, which offer_of does not know, or OFFER_NONE. */
struct offer offer_linear(enc e, const struct opening *o, const struct node *conjunct,
                          struct decl *d);
/* Bounds for an integer from all conjuncts; false where there is none on that side. */
void offer_bounds(enc e, const struct opening *o, const struct decl *d, bool *has_low, wide *low,
                  bool *has_high, wide *high, lit *defined);
/* binder.c: is it good enough to tell whether the other conjuncts leave anything? */
bool binder_offer_is_handy(enc e, const struct opening *o, const struct offer *f, struct pos pos);
/* The end of a set, where a bound has no expression. */
wide offer_end(enc e, const struct generator *s);
bool offer_is_infinite(enc e, const struct node *set); /* as it is written */

/* ---- test_point.c --------------------------------------------------------------------------------- */

/* All conjuncts about the integer are bounds with the coefficient 1 or -1, in terms of what is not open. */
bool test_point_is_enough(enc e, const struct opening *o, const struct decl *d);
/* Then: a value that satisfies them if any does; `low` is one of its lower bounds. */
struct sym *test_point(enc e, const struct opening *o, struct decl *d, wide low);

/* ---- witness.c ----------------------------------------------------------------------------------- */

void witness_note(enc e, struct sym *s, const struct type *t); /* it was made for a quantifier */
/* Inequality of sets that is asserted: true if an element of their difference was chosen. */
bool witness_is_wanted(enum op op, int want);
bool witness_of_difference(enc e, const struct node *n, lit *out);

/* ---- subsets.c ----------------------------------------------------------------------------------- */

/* All sets of these elements that lie in the range; false if there are more than `most`. */
bool subsets_list(enc e, const struct cases *of, uint64_t most, const struct range *r,
                  struct cases *out);

/* ---- fresh.c: unknowns ---------------------------------------------------------------------------------- */

/* mention.c: values that the formula writes out */
void mention_collect(enc e, const struct node *n);
void mention_add(enc e, const struct type *t, struct cases *out); /* those of this type */

/* Binds the names to new unknowns, or to what an equation says; what must hold besides the conjuncts
 * (definedness of equations) is returned. Conjuncts that are used up become NULL. */
lit unknown_names(enc e, struct decl *const *names, uint32_t count, struct conjuncts *c,
                  struct pos pos);
/* The names of a binder as new unknowns, until they are withdrawn. */
struct introduced {
	struct decl **names;
	uint32_t count;
	struct sym **before;   /* what they were bound to */
	struct conjuncts rest; /* of the conjuncts: those that are used up are NULL */
	lit must;              /* as of unknown_names */
};
struct introduced unknown_introduce(enc e, const struct node *ids, const struct conjuncts *from,
                                    struct pos pos);
void unknown_withdraw(enc e, const struct introduced *x);
/* LET, whose condition must be equations only. */
struct introduced unknown_let(enc e, const struct node *let);
/* key.c: with pairs for what the formula applies it to, where x was drawn from a part of its type. */
struct sym *unknown_with_keys(enc e, const struct opening *o, const struct offer *f, struct sym *x);
struct sym *unknown_in(enc e, const struct node *set, const struct range *r);
struct sym *unknown_of_type(enc e, const struct type *t, const struct range *r, struct pos pos);
/* Candidates for the elements of a set: ground values, more than there may be. False if there are
 * too many. */
bool unknown_candidates(enc e, const struct node *set, const struct range *r, struct cases *out);
bool unknown_type_values(enc e, const struct type *t, const struct range *r, uint64_t most,
                         struct pos pos, struct cases *out);

/* ---- reach.c -------------------------------------------------------------------------------------------- */

/* Bounds of an unknown integer: what is given, what the range says, else how far one looks. */
void reach_clamp(enc e, const struct range *r, bool has_low, wide *low, bool has_high, wide *high);
void reach_extend(enc e);                  /* once the numbers of the formula are known */
int64_t reach_length(enc e, int64_t most); /* of a sequence that has at most so many elements */
uint32_t reach_strings(enc e);
/* Integers as elements of an unknown set, from `low` on if has_low; false if there are too many. */
bool reach_integers(enc e, const struct range *r, bool has_low, wide low, uint64_t most,
                    struct cases *out);
uint64_t reach_most_candidates(enc e);
uint64_t reach_most_pairs(enc e);

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
struct sym *relation_update(enc e, struct sym *f, struct sym *x, struct sym *y,
                            const struct type *t, struct pos pos);

/* ---- symmetry.c ------------------------------------------------------------------------------------------ */

void symmetry_break(enc e, struct decl *const *names, uint32_t count,
                    const struct symmetry_moves *moves, struct lits *out);
void symmetry_note(enc e, const struct node *n); /* which is asserted: what is it about? */

#endif

/* What the files of encode/ share: the state of the encoder, what names mean, what is known of nodes; not for other
 * folders. Symbolic values are in sym/sym.h, what they are made from in formula/, unknown/ and subst/. */
#ifndef ENCODE_INSIDE_H
#define ENCODE_INSIDE_H

#include "encode/encode.h"
#include "logic/logic.h"

#include <setjmp.h>

struct sym; /* a symbolic value, see sym/sym.h */

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

/* ---- symmetry.c ------------------------------------------------------------------------------------------ */

void symmetry_break(enc e, struct decl *const *names, uint32_t count,
                    const struct symmetry_moves *moves, struct lits *out);
void symmetry_note(enc e, const struct node *n); /* which is asserted: what is it about? */

#endif

/* Between the files of the generator of random predicates. */
#ifndef TESTS_RANDOM_RANDOM_INSIDE_H
#define TESTS_RANDOM_RANDOM_INSIDE_H

#include "tests/random/random_predicate.h"

enum rkind {
	R_INTEGER,
	R_BOOL,
	R_STRING,
	R_S,
	R_T,
	R_E,
	R_OPT,
	R_LIST,
	R_POW,
	R_PAIR,
	R_RECORD,
	R_PREDICATE
};

struct rtype { /* records have the fields p : a and q : b */
	enum rkind kind;
	const struct rtype *a, *b;
};

struct rname {
	char text[8];
	const struct rtype *type; /* NULL while it may not be used */
	uint32_t most;            /* elements, if it is a set; 0 is unknown */
	bool is_sequence, is_tree;
};

struct writer {
	struct arena arena;
	struct text *out;
	uint64_t state; /* of the generator of numbers */
	VEC(struct rname) scope;
	struct random_sizes sizes;
	const struct production *productions; /* see random_term.c */
	uint32_t production_count;
	uint32_t bound_names; /* so far */
	int budget;           /* formulas that may still be written */
	bool is_telling;      /* literals tell their type: no {} */
};

uint32_t draw(struct writer *w, uint32_t below);
bool chance(struct writer *w, uint32_t one_in);

/* ---- random_type.c ------------------------------------------------------------------------------- */

const struct rtype *rtype_of(struct writer *w, enum rkind kind, const struct rtype *a,
                             const struct rtype *b);
const struct rtype *rtype_pow(struct writer *w, const struct rtype *a);
const struct rtype *rtype_pair(struct writer *w, const struct rtype *a, const struct rtype *b);
const struct rtype *rtype_tree(struct writer *w); /* with labels of INTEGER */
bool rtype_same(const struct rtype *a, const struct rtype *b);
bool rtype_is_finite(const struct rtype *t);
bool rtype_is_sequence(const struct rtype *t); /* could be one */
const struct rtype *rtype_random(struct writer *w, uint32_t depth);

/* Is there a way to write a value without names? There is none for elements of deferred sets. */
bool rtype_has_literals(const struct rtype *t);
void write_literal(struct writer *w, const struct rtype *t);
/* A ground set of at most about `limit` values; returns their number. */
uint32_t write_candidates(struct writer *w, const struct rtype *t, uint32_t limit);

/* Likewise, of about three values. */
void write_few(struct writer *w, const struct rtype *t);
void text_cut(struct text *t, size_t count); /* forgets what comes behind */

/* A name of this type, or NULL. A sequence or tree if that is wanted. */
const struct rname *names_pick(struct writer *w, const struct rtype *t, int flags);
/* Does another name of the same text hide it? */
bool names_is_hidden(const struct writer *w, uint32_t i);
void names_push(struct writer *w, const char *text, const struct rtype *t);

/* ---- random_term.c ------------------------------------------------------------------------------- */

enum term_flag {
	TERM_INFINITE = 1,  /* may be an infinite set */
	TERM_SEQUENCE = 2,  /* is a sequence */
	TERM_TREE = 4,      /* is a tree */
	TERM_SMALL = 8,     /* is a set of few elements */
	TERM_FUNCTION = 16, /* is probably a function */
};

void productions_init(struct writer *w);
void write_term(struct writer *w, const struct rtype *t, uint32_t depth, int flags);
void write_leaf(struct writer *w, const struct rtype *t, int flags);
void write_small_set(struct writer *w, const struct rtype *element, uint32_t depth);
void write_predicate(struct writer *w, uint32_t depth);
/* A predicate about a random operator, each with the same probability. */
void write_featured(struct writer *w, uint32_t depth);

/* ---- random_form.c ------------------------------------------------------------------------------- */

/* Writes a form with a syntax of its own; v are the types of its signature in random_term.c, 'a'
 * first. */
void write_form(struct writer *w, enum op op, const struct rtype *const v[4], uint32_t depth,
                int flags);

/* A term of this type that is undefined now and then. */
void write_guarded(struct writer *w, const struct rtype *t, uint32_t depth, int flags);

/* Something that is said of all subsets of a few elements. */
void write_universal(struct writer *w, uint32_t depth);

void write_described(struct writer *w, const struct rtype *element, uint32_t depth);

/* Something simple that depends on a name in scope; false if nothing of the type does. */
bool write_derived(struct writer *w, const struct rtype *t);

#endif

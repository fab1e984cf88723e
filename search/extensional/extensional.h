/* What extensional.c and extensional_member.c share; private to prove/. */
#ifndef SEARCH_EXTENSIONAL_EXTENSIONAL_H
#define SEARCH_EXTENSIONAL_EXTENSIONAL_H

#include "path/path.h"
#include "search/state.h"

/* The body holds (or not) for all values of the names. */
struct universal {
	const struct node *ids, *body;
	bool holds;
	uint32_t known;   /* terms that were looked at */
	struct node *all; /* instances, then truths: it is finished with the last round */
	uint32_t used;
	uint32_t unfolded, round; /* where it was met */
};

/* f(t), and a name for the element that t leads to. */
struct applied {
	const struct node *apply;
	const struct node *image;
};

struct extensional {
	struct substitute copies; /* see has_none() of extensional_ask.c for how long they live */
	struct search *search;
	VEC(struct decl *) names;       /* of the search, and of elements that there must be */
	VEC(const struct node *) terms; /* that stand for elements */
	uint32_t looked_at;             /* so many of them are, at the moment */
	VEC(struct universal) universals;
	VEC(const struct node *) atoms; /* that have a value in any case */
	VEC(const struct node *) out;
	uint32_t work;
	uint32_t round;     /* of instances */
	uint32_t unfolded;  /* so many closures were unfolded around it */
	bool has_functions; /* functions are sets of pairs, too; and there were some */
	bool met_functions;
	VEC(struct applied) applied;
};

/* What is asked in place of the last conjunct: all of these are true, or false. */
enum { ELEMENTS_ASKED = 4 };
struct extensional_question {
	struct {
		const struct node *is;
		bool holds;
	} asked[ELEMENTS_ASKED];
	uint32_t count;
	bool is_short;      /* with typing conjuncts only, else with all the other ones, too */
	bool has_functions; /* which are looked at as sets of pairs */
};
/* What the search says of single elements, with the question in place of its last conjunct. */
void extensional_write(struct extensional *x, const struct extensional_question *q);
void extensional_clear(struct extensional *x);

/* extensional_ask.c: do the conjuncts contradict each other in what they say of single elements? Asked once. */
bool extensional_refute(struct search *s);

/* What follows from the formula being true (`holds`) or false. */
const struct node *extensional_expand(struct extensional *x, const struct node *n, bool holds);
/* It is one of the atoms. */
void extensional_atom(struct extensional *x, const struct node *n);
/* A term that is an element: universals are instantiated for it. */
void extensional_add_term(struct extensional *x, const struct node *t);
/* The same of t : S. */
const struct node *extensional_member(struct extensional *x, const struct node *n, bool holds);

typedef const struct node *extensional_body(struct extensional *x, const struct node *element,
                                            const void *data);
/* The body is true (or false, for all) of some element of the type. */
const struct node *extensional_some(struct extensional *x, struct type *type, const struct node *at,
                                    extensional_body *body, const void *data, bool holds);

/* Some value of this type: one that is not known yet. */
const struct node *extensional_witness(struct extensional *x, struct type *type, struct pos pos);

/* extensional_function.c: the same of t : A --> B and the like, and of t : seq(S); NULL: it is no such set, or functions
 * are not looked at. */
const struct node *extensional_arrow(struct extensional *x, const struct node *n, bool holds);
const struct node *extensional_sequence(struct extensional *x, const struct node *n, bool holds);
/* t : A --> B by its definition, as a conjunction; NULL if it is no such set. */
const struct node *extensional_expand_arrow(struct extensional *x, const struct node *t,
                                            const struct node *set, bool holds);
/* What follows for the pairs that are atoms, of functions that are. */
void extensional_pairs(struct extensional *x);
void extensional_sequences(struct extensional *x); /* and of sequences, as wholes */
/* Has the literal an f(t) that must have a value if it has one? Then the same of it; NULL: nothing is known. */
bool extensional_has_call(struct extensional *x, const struct node *literal);
const struct node *extensional_applied(struct extensional *x, const struct node *literal,
                                       bool holds);
/* Can only f(t) be undefined in this predicate? */
bool extensional_is_applied_only(const struct node *n);

/* extensional_size.c: the same of a comparison with card(S), and of finite(S); NULL: nothing is known. */
const struct node *extensional_sized(struct extensional *x, const struct node *n, bool holds);
const struct node *extensional_finite(struct extensional *x, const struct node *n, bool holds);

#endif

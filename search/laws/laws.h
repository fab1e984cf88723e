/* What the files of the tactic `laws` share; private to it.
 *
 * A question becomes clauses over linear inequalities. Values are numbers: an integer is itself, any other value the
 * number that it has in some enumeration of its type, so that equal values are equal numbers. What is known of max(S),
 * card(S), size(s), s(i) and the like is added for the terms that there are. Each solution of the question gives
 * numbers and truth values to all that is made here so that every clause holds: where there are none, there is no
 * solution. What is not understood is left open. */
#ifndef SEARCH_LAWS_LAWS_H
#define SEARCH_LAWS_LAWS_H

#include "search/laws/simplex.h"
#include "search/state.h"

enum { FORM_TERMS = 48 };

/* A sum, terms by the numbers of their variables. */
struct laws_form {
	int64_t constant;
	uint32_t count;
	struct simplex_term terms[FORM_TERMS];
};

/* form <= bound, as a literal; the form has no constant. */
struct linear_atom {
	uint32_t row;
	int64_t bound;
	lit is;
};

struct linear_row {
	struct laws_form form;
	uint32_t variable;
};

/* What stands for a value. */
struct value_term {
	const struct node *node;
	struct laws_form is;
	lit defined; /* it has a value */
};

/* A value of which all that is said of all values of its type is said, too. */
struct named_element {
	struct type *type;
	struct laws_form is;
	const struct node *node;
	int32_t first, second; /* of a pair: elements; -1 */
};

struct set_term {
	const struct node *node;
	lit finite, sequence, function, injective; /* 0: was not asked for */
	lit defined;
	bool is_sized;         /* finite or card was asked for */
	bool is_counted;       /* card */
	bool is_known;         /* what is known of its size was said */
	struct laws_form size; /* card */
	lit has_size;
	struct laws_form length; /* size(s), of sequences */
	bool has_length;
};

/* element : set */
struct membership {
	uint32_t element, set;
	lit is;
	bool is_open; /* the set is no more than a name here */
};

/* `is` implies that a is a subset of b. */
struct inclusion {
	uint32_t a, b;
	lit is;
	uint32_t seen;              /* elements that were looked at */
	bool has_witness, is_asked; /* `is` may be false, true */
};

struct set_equation { /* of two sets */
	uint32_t a, b;
	lit is;
	bool has_witness, is_asked;
	uint32_t seen; /* readings */
	bool has_sides;
};

struct extreme {
	uint32_t set, seen;
	struct laws_form is;
	lit defined;
	bool is_max;
};

/* s(i) of a sequence that is no more than a name here. */
struct laws_reading {
	uint32_t set;
	struct laws_form index, is;
	uint32_t depth;
};
struct read { /* of any */
	uint32_t set;
	struct laws_form index, is;
};

/* s : seq(S), as far as it is known. */
struct family {
	uint32_t set, of;
	lit is;
	uint32_t seen, seen_pairs;
	bool is_injective;
};

struct universal_law {
	const struct node *ids, *body;
	lit is;
	bool holds;
	uint32_t seen;
};

/* An element of the range of a sequence. */
struct ranged {
	uint32_t sequence, element;
	lit is;
	uint32_t seen;
};

struct application {
	uint32_t set, element;
	struct laws_form is;
	lit defined;
};

struct laws {
	struct substitute copies;
	struct search *search;
	struct circuit *circuit;
	struct simplex *simplex;
	VEC(struct linear_row) rows;
	VEC(struct linear_atom) atoms;
	VEC(struct value_term) values;
	VEC(struct named_element) elements;
	VEC(struct set_term) sets;
	VEC(struct membership) members;
	VEC(struct inclusion) inclusions;
	VEC(struct set_equation) equations;
	VEC(struct extreme) extremes;
	VEC(struct laws_reading) readings;
	VEC(struct read) reads;
	VEC(struct family) families;
	VEC(struct ranged) ranged;
	VEC(struct universal_law) universals;
	VEC(struct application) applications;
	VEC(const struct node *)
	constants; /* elements of sets, texts: their numbers are their places */
	struct type *integer;
	uint32_t depth; /* of readings that follow from others */
	uint32_t work;
	bool gives_up;
};

static inline void laws_clause(struct laws *x, lit a, lit b, lit c)
{
	lit any[] = {a, b, c};
	circuit_require_any(x->circuit, any, 3);
}
/* a implies b */
static inline void laws_imply(struct laws *x, lit a, lit b) { laws_clause(x, -a, b, LIT_FALSE); }
/* a and b imply c */
static inline void laws_imply_both(struct laws *x, lit a, lit b, lit c)
{
	laws_clause(x, -a, -b, c);
}

/* A function, so that the list is looked at after the element was made. */
static inline struct laws_form laws_number(const struct laws *x, uint32_t element)
{
	return x->elements.at[element].is;
}

/* ---- laws_linear.c: sums and their comparison --------------------------------------------------------- */

struct laws_form form_number(int64_t is);
struct laws_form form_plus(struct laws *x, struct laws_form a, int64_t factor,
                           const struct laws_form *b);
struct laws_form form_more(struct laws *x, struct laws_form a, int64_t by);
struct laws_form form_fresh(struct laws *x);
bool form_is(const struct laws_form *a, const struct laws_form *b);
lit laws_at_most(struct laws *x, const struct laws_form *a, const struct laws_form *b); /* a <= b */
lit laws_equal(struct laws *x, const struct laws_form *a, const struct laws_form *b);
lit laws_below(struct laws *x, const struct laws_form *a, const struct laws_form *b); /* a < b */
/* 1 <= i <= n */
lit laws_in_range(struct laws *x, const struct laws_form *i, const struct laws_form *n);
/* Do the clauses contradict each other? Within the slice. */
bool laws_refuted(struct laws *x);

/* The same expression, of the same type: there is an empty set of each. */
static inline bool laws_are_alike(const struct node *a, const struct node *b)
{
	bool have_types = a->type && b->type;
	return (have_types ? type_same(a->type, b->type) : a->type == b->type) && alike_are(a, b);
}

/* ---- laws_term.c: values ----------------------------------------------------------------------------------- */

struct laws_form laws_value(struct laws *x, const struct node *n);
/* All terms in it have a value, as far as that is looked at. */
lit laws_defined(struct laws *x, const struct node *n);
bool laws_may_fail(const struct node *n);
uint32_t laws_element(struct laws *x, const struct node *n);
uint32_t laws_element_of(struct laws *x, struct type *type, const struct laws_form *is);
uint32_t laws_witness(struct laws *x, struct type *type, struct pos pos);
void laws_congruence(struct laws *x); /* between what there is at the end */

/* ---- laws_predicate.c ---------------------------------------------------------------------------------------- */

struct rails {
	lit t, f; /* implied by: it is true, it is false */
};
enum { RAIL_TRUE = 1, RAIL_FALSE = 2 };
struct rails laws_predicate(struct laws *x, const struct node *n, int want);
void laws_say(struct laws *x, lit when, const struct node *n, bool holds);
void laws_instantiate(struct laws *x);

/* ---- laws_set.c ------------------------------------------------------------------------------------------------ */

uint32_t laws_set(struct laws *x, const struct node *n);
const struct node *laws_set_node(const struct laws *x, uint32_t set);
lit laws_member(struct laws *x, uint32_t element, uint32_t set);
lit laws_subset(struct laws *x, const struct node *a, const struct node *b, int want);
lit laws_set_equal(struct laws *x, const struct node *a, const struct node *b, int want);
bool laws_include(struct laws *x); /* what follows for new elements; false: nothing new */
lit laws_function(struct laws *x, uint32_t set);
lit laws_injective(struct laws *x, uint32_t set);
struct node *laws_dom(struct laws *x, const struct node *r);
struct node *laws_ran(struct laws *x, const struct node *r);

/* ---- laws_sequence.c ---------------------------------------------------------------------------------------------- */

bool laws_may_be_sequence(const struct node *n);
lit laws_sequence(struct laws *x, uint32_t set);
struct laws_form laws_length(struct laws *x, uint32_t set);
struct laws_form laws_read(struct laws *x, uint32_t set, const struct laws_form *index);
lit laws_in_family(struct laws *x, const struct node *s, const struct node *family);
void laws_sequences_differ(struct laws *x, uint32_t a, uint32_t b, lit equal);
bool laws_read_more(struct laws *x);
lit laws_member_of_sequence(struct laws *x, uint32_t element, uint32_t set, lit otherwise);
lit laws_element_defined(struct laws *x, const struct node *n);

/* ---- laws_size.c -------------------------------------------------------------------------------------------------- */

lit laws_finite(struct laws *x, uint32_t set);
struct laws_form laws_size(struct laws *x, uint32_t set);
void laws_count(struct laws *x); /* at the end */

bool laws_refute(struct search *s);

#endif

/* An invariant of the graph in words that a person can read. Private to bmc/.
 *
 * A feature is a place in the state, such as f(a), with its values, each a condition on latches; whether s has an element is one
 * with two values. A region is a set of states: of some features the values. A statement says that there is no state in a region
 * nor in any image of it, if other elements of the given sets stand for those that it names: it is a quantified formula.
 *
 * invariant_feature.c: from latches to features. invariant_region.c: from cubes to regions that are as large as the invariant
 * allows. invariant_quantify.c: from regions to statements. invariant_text.c: in B. invariant.c: all together, and proved anew. */
#ifndef BMC_INVARIANT_H
#define BMC_INVARIANT_H

#include "bmc/transition.h"

enum { INVARIANT_MOST_VALUES = 512, INVARIANT_MOST_NAMED = 4 };
#define FEATURE_NONE UINT32_MAX

struct inv_feature {
	const struct encode_place *place;
	value
	    element; /* whether the place has it: the values are "no" and "yes"; VALUE_NONE: what the place is */
	bool is_partial; /* the last value is: there is no such place */
	uint32_t count;
	value *values;
	aig_lit *is;
	const char *text; /* no other has the same one */
};

struct inv_part { /* values of a feature, bit by bit */
	uint32_t feature;
	bool lists_others; /* those that are named are the ones that it does not have */
	uint64_t *mask;
};
struct inv_region {
	struct inv_part *at; /* in the order of features */
	uint32_t count;
};

struct inv_atom {
	value element;
	const char *
	    name; /* that is quantified over; NULL: it stands for itself, or for all that are not named */
	uint32_t block;            /* of these, 0: none */
	const struct inv_part *is; /* it is what a place is, for which it needs no name; or NULL */
};
enum inv_compare {
	INV_NOTHING,
	INV_EQUAL,
	INV_LESS,
	INV_LESS_EQUAL,
	INV_DIFFERENT,
	INV_GREATER_EQUAL
};
enum inv_taken { INV_ALONE, INV_SUM, INV_DIFFERENCE };
struct
    inv_relation { /* between the numbers of two features; or of their sum or difference to a number */
	enum inv_compare compares;
	uint32_t left, right;
	enum inv_taken taken;
	int64_t number;
};
struct inv_statement {
	struct inv_region region;
	struct inv_relation relation; /* which is true wherever in the region */
	VEC(struct inv_atom) atoms;
	bool may_coincide; /* two elements that are named may be the same one */
	aig_lit is;
	const char *text, *key;
	bool is_out;
};

struct inv_formulas {
	VEC(const struct node *) list;
};

struct invariant {
	struct transition *t;
	const struct pdr_question *question;
	struct arena *arena;
	struct universe shown; /* with aliases */
	VEC(struct inv_feature) features;
	uint32_t *of_latch;    /* its feature */
	struct map by_text;    /* feature + 1 */
	struct solver *solver; /* knows that the invariant is true */
	struct aig_cnf cnf;
	struct solver *without; /* knows only what need not be told */
	struct aig_cnf without_cnf;
	uint64_t effort;
	VEC(struct inv_statement) statements;
	VEC(const struct pdr_cube *) untold;
	uint32_t without_domain; /* variables of which it is not told which values they may have */
};

/* ---- invariant_feature.c ------------------------------------------------------------------------------------------- */

void feature_find_all(struct invariant *v);
/* The values that go with a latch being so; *none: is there no such place? False: none of them is known to. */
void feature_allow(const struct invariant *v, int latch, uint64_t *mask);
uint64_t *mask_new(struct invariant *v, const struct inv_feature *f);
/* Is it shorter to list these values than all others? Of a set and its complement one is. */
bool mask_is_short(const uint64_t *mask, const struct inv_feature *f);
const char *feature_text(struct invariant *v, const struct encode_place *place, value element);

/* ---- invariant_region.c ---------------------------------------------------------------------------------------------- */

/* False: a latch of the cube is no part of a feature. */
bool region_of_cube(struct invariant *v, const struct pdr_cube *c, struct inv_region *out);
aig_lit region_literal(struct invariant *v, const struct inv_region *r);
/* Is it sure, within the effort that is left, that no state of the invariant is one of these? */
bool invariant_excludes(struct invariant *v, aig_lit states);
bool region_is_excluded(struct invariant *v, const struct inv_region *r); /* by the invariant */
void region_expand(struct invariant *v, struct inv_region *r);
bool region_is_before(const struct invariant *v, const struct inv_part *a,
                      const struct inv_part *b);

/* ---- invariant_quantify.c -------------------------------------------------------------------------------------------- */

/* What the region says of all elements: there is no state in it, but those of which the relation (may be NULL) is true. */
void statement_make(struct invariant *v, const struct inv_region *r, const struct inv_relation *is,
                    struct inv_statement *out);

bool invariant_mentions(struct invariant *v, const struct inv_part *p, value element);
/* Is it in what is asked about, whatever the values are? */
bool invariant_asks_about(struct invariant *v, const struct inv_part *p, value element);
const char *invariant_name(struct invariant *v,
                           uint32_t *used); /* that the machine does not declare */
typedef void see_element(void *data, value element);
void invariant_elements(struct invariant *v, const struct inv_feature *f, see_element *seen,
                        void *data);                                  /* in what it asks about */
bool invariant_is_deferred(const struct invariant *v, value element); /* of a set without names */

/* ---- invariant_simplify.c -------------------------------------------------------------------------------------------- */

/* Do the statements say the other one, where what need not be told is true? */
bool statements_imply(struct invariant *v, const aig_lit *all, uint32_t count, aig_lit said);
/* The same with fewer elements that are named. */
void statement_simplify(struct invariant *v, struct inv_statement *s);
/* Elements that are what a place is need no name: "curdir : oid" for "!p.(p : OBJ & curdir = p => p : oid)". */
void statement_define(struct invariant *v, struct inv_statement *s);
void statement_undefine(struct invariant *v, struct inv_statement *s); /* all have names again */

/* ---- invariant_text.c -------------------------------------------------------------------------------------------------- */

const char *statement_text(struct invariant *v, const struct inv_statement *s);

/* ---- invariant_relation.c ------------------------------------------------------------------------------------------------ */

aig_lit relation_literal(struct invariant *v,
                         const struct inv_relation *r); /* INV_NOTHING: never */
/* The two places in words, compared. */
void relation_text(const struct inv_relation *r, const char *left, const char *right,
                   struct text *out);
/* Comparisons that say what several statements do take their place: "dir = up => level < target" for a list of numbers. */
void relation_find(struct invariant *v);

/* ---- invariant_sets.c -------------------------------------------------------------------------------------------------- */

/* What is said of each element alone, as sets: a /\ b = {}, a <: b \/ c; or NULL. */
const char *statement_as_sets(struct invariant *v, const struct inv_statement *s);

/* ---- invariant_domain.c ------------------------------------------------------------------------------------------------ */

/* "x : -1..60" of variables that the machine gives no bounds; of how many others nothing is said. */
uint32_t domain_tell(struct invariant *v, struct strings *out);

/* ---- invariant.c --------------------------------------------------------------------------------------------------------- */

bool statement_is_known(const struct invariant *v, const struct inv_statement *s);
/* The invariant in B, formula by formula; how many clauses are not told; and what was proved in the end, all together. False: what
 * is told was not proved anew, and nothing is said. The formulas are those of the texts, in the project. */
bool invariant_tell(struct transition *t, const struct pdr_question *q,
                    const struct pdr_cubes *cubes, struct strings *out,
                    struct inv_formulas *formulas, uint32_t *untold, aig_lit *proved);

#endif

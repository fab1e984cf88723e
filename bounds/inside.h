/* What the files of bounds/ share; not for other folders. range.h is for ranges alone. */
#ifndef BOUNDS_INSIDE_H
#define BOUNDS_INSIDE_H

#include "bounds/bounds.h"
#include "bounds/span.h"

/* ---- settings.c: definitions of the main machine that steer bounce -------------------------------- */

/* The value of a definition without parameters that is a whole number, also through
 * other such definitions, sums, differences and products. False if there is none such. */
bool settings_integer(const struct project *p, const char *definition, int64_t *out);
/* A number of elements: n, or b-a+1 for a..b. */
bool settings_size(const struct project *p, const char *definition, int64_t *out);
bool settings_is_given(const struct project *p, const char *definition);

/* ---- ignored.c -------------------------------------------------------------------------------------- */

/* A line for definitions of the main machine that are meant for other tools, by the reason why they have no effect. */
void ignored_note(const struct project *p, struct text *notes);

/* ---- options.c: what the user says ------------------------------------------------------------------ */

bool options_read_integer(const char *text, int64_t *out);
/* "LO..HI" with LO <= HI */
bool options_read_interval(const char *text, int64_t *low, int64_t *high);
/* What counts for the set: --card before the bounds file, the last one first; or NULL. */
const struct bounds_card *options_card(const struct bounds_options *o, const struct decl *set);
bool options_is_named(const struct bounds_card *card, const struct decl *set);

/* ---- sizes.c: what CONSTRAINTS, PROPERTIES and VALUES say about sizes -------------------------------- */

struct size_bounds {
	int64_t lower, upper; /* upper: INT64_MAX if there is none */
	struct pos lower_at, upper_at;
	int64_t wish; /* the size if all listed elements differ, or 0 */
};

struct sizes {
	struct project *project;
	struct universe *u;
	struct size_bounds *bounds; /* [0 .. u->sets.count-1] */
	bool *is_fixed;             /* likewise: u has the size that the set is known to have */
	VEC(const struct node *) conjuncts;
	const struct bounds_options *options;
	bool changed;
	struct values *values;
	struct eval *eval;
	struct map defined;  /* constants that have their value in eval, or are being looked at */
	struct arena arena;  /* of this round: */
	struct map range_of; /* constant -> struct range, once has_ranges */
	bool has_ranges;
	bool without_range; /* what mentions MININT..MAXINT does not count */
};

/* Sizes in the universe are changed while working. At first only what holds whatever MININT..MAXINT counts; what
 * is said with their help counts less, and comes with sizes_use_range. */
void sizes_open(struct sizes *x, struct project *p, const struct bounds_options *o,
                struct universe *u);
void sizes_use_range(struct sizes *x);
void sizes_close(struct sizes *x);
/* From now on the set has this size, with all that follows for the others. */
void sizes_choose(struct sizes *x, uint32_t set, uint32_t size);

/* The place in the universe of the set that n names, or of the given set of a type, or -1. */
int64_t sizes_set(const struct sizes *x, const struct node *n);
int64_t sizes_set_of_type(const struct sizes *x, const struct type *t);
bool sizes_is_deferred(const struct sizes *x, int64_t set);
void sizes_at_least(struct sizes *x, int64_t set, int64_t n, struct pos pos);
void sizes_at_most(struct sizes *x, int64_t set, int64_t n, struct pos pos);
/* What is known of a number, and of the number of elements of a set. */
struct span sizes_number(struct sizes *x, const struct node *n);
struct span sizes_count(struct sizes *x, const struct node *set);

/* ---- sizes_form.c: forms of conjuncts ------------------------------------------------------------------ */

void sizes_conjunct(struct sizes *x, const struct node *n);
void sizes_unequal_constants(struct sizes *x);

#endif

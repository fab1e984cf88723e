/* bounds: how large the given sets are, and from where integers are drawn.
 *
 * B leaves the size of a deferred set open; bounce works with finite sets. This folder decides on
 * a size for each of them from what the machine says and what the user says, and fills a struct
 * universe of eval/ with it. It prints nothing. */
#ifndef BOUNDS_BOUNDS_H
#define BOUNDS_BOUNDS_H

#include "base/base.h"
#include "eval/eval.h"
#include "syntax/syntax.h"

enum {
	BOUNDS_DEFAULT_SIZE = 2, /* of a deferred set of which nothing is known */
	BOUNDS_MININT = -1,
	BOUNDS_MAXINT = 3,
	BOUNDS_COMPUTER = 2147483647, /* MAXINT of Atelier B, and -MININT */
	BOUNDS_LARGEST_SET = 0x3ffff, /* elements that a given set may have */
};

/* ---- what the user says ------------------------------------------------------------------------ */

struct bounds_card { /* --card SET=N, or of a bounds file */
	const char *set; /* [0 .. length-1] */
	uint32_t length;
	uint32_t size;
	struct pos pos; /* in the bounds file; at 0 for --card */
};

struct bounds_identifier { /* all integers inside of its value lie in low..high */
	const char *name;
	int64_t low, high;
	struct pos pos;
};

/* What takes the place of defaults, where nothing else is said; see search/fit.h. */
struct bounds_fit {
	const uint32_t *sizes; /* in the order of the universe; 0: as usual. NULL: all as usual */
	bool has_range;        /* of MININT..MAXINT */
	int64_t low, high;
};

/* All zero: nothing is said. The texts must outlive it. */
struct bounds_options {
	VEC(struct bounds_card) cards;
	bool has_range; /* --int LO..HI */
	int64_t low, high;
	bool
	    is_near; /* MAXINT is large: integers without bounds come from the usual -1..3, unless --int is given */
	VEC(struct bounds_identifier) ranges; /* of a bounds file */
	uint32_t listed;                      /* see struct universe */
	uint32_t calls;                       /* likewise, of calls */
	uint32_t usual_size; /* of a set of which nothing is known; 0: as bounds_universe says */
	const uint32_t *usual_sizes;  /* or of each one by itself, in the order of the universe */
	const struct bounds_fit *fit; /* or NULL */
	const struct node *const
	    *facts; /* [0 .. fact_count-1]: what is said of sets besides PROPERTIES */
	uint32_t fact_count;
};

/* Reads "SET=N" and "LO..HI"; false if the text is not of that form or out of range. */
bool bounds_read_card(struct bounds_options *o, const char *text);
bool bounds_read_range(struct bounds_options *o, const char *text);
void bounds_clear(struct bounds_options *o);

/* Adds what a bounds file says; the command line wins, whichever comes first. The file is YAML:
 *
 *     sets: {PROC: 3, NAME: 2}        # sizes of given sets
 *     int: -5..100                    # or {low: -5, high: 100}
 *     ranges: {x: 0..10, f: 0..7}     # per name: all integers inside of its value lie there
 *
 * False with errors in the diag. Texts are kept in the arena. */
bool bounds_read_file(struct bounds_options *o, struct diag *diag, struct arena *arena,
                      const char *path);
/* Are the names of `ranges` names of the project that have integers inside? Errors go to p->diag.
 * The unknowns of a formula are names, too. (That of sets is checked by bounds_universe.) */
bool bounds_check_names(struct project *p, const struct bounds_options *o);
bool bounds_check_formula_names(struct project *p, const struct bounds_options *o,
                                const struct decls *unknown);
/* What the file says about a name, or NULL; see bounds_range_fill. */
const struct bounds_identifier *bounds_identifier(const struct bounds_options *o,
                                                  const struct decl *d);

/* ---- the universe ------------------------------------------------------------------------------ */

/* Fills `out`, to be cleared with universe_clear in any case, for a project without errors (without a machine there are
 * only integers: --int, else -1..3):
 *
 * - MININT..MAXINT: --int, else SET_PREF_MININT and SET_PREF_MAXINT of the main machine's
 *   DEFINITIONS, else what fits, else -1..3; of an implementation also the numbers that are written in it;
 * - the size of each deferred set and set parameter S: --card; else the bounds file; else CONSTRAINTS
 *   and PROPERTIES of all machines (card(S) = n, card(S) = card(T), S = {a, b}, S = {a} \/ {b},
 *   partition(S, {a}, {b}), a bijection with an interval; bounds such as card(S) > n, card(S) : 2..4,
 *   a /= b, f : 1..n >-> S or n < card(S) & n : 3..9 keep the size between them); else scope_S == n
 *   or a..b in DEFINITIONS, which means b-a+1 elements; else SET_PREF_DEFAULT_SETSIZE, else what fits,
 *   else 2. In the last three cases the set is marked is_default. Numbers may be constants with an equation or VALUES.
 *
 * False with errors in p->diag if --card or the file name no given set or contradict the PROPERTIES,
 * or if a set would be empty or too large. Lines are added to `notes` for definitions that have no
 * effect here. */
bool bounds_universe(struct project *p, const struct bounds_options *o, struct universe *out,
                     struct text *notes);
/* A note where nobody has chosen MAXINT and the machine has larger numbers: for that may be why an
 * operation is never enabled, or a value is in no NAT. When MAXINT is what it will be. */
void bounds_note_numbers(struct project *p, const struct universe *u, struct text *notes);

/* use.c: which bounds can play a part in the truth of a formula, or in what a machine does. */
struct bounds_use {
	bool sizes;    /* of sets whose size the machine leaves open */
	bool integers; /* MININT, MAXINT, INT, NAT, NAT1 */
};
void bounds_use_of(const struct universe *u, const struct node *n, struct bounds_use *to);
/* The sets among the first BOUNDS_MOST_SETS of the universe that can play a part, whoever fixes their size. */
enum { BOUNDS_MOST_SETS = 64 };
uint64_t bounds_sets_of(const struct universe *u, const struct node *n);
struct bounds_use bounds_use_of_project(const struct universe *u, const struct project *p);
const char *bounds_use_words(
    struct bounds_use use); /* "", "for these set sizes and MININT..MAXINT" or a part of it */
/* May sizes that the machine leaves open play a part in the values of this type? */
bool bounds_type_is_open(const struct universe *u, const struct type *t);
/* small_model.c: if the conjuncts have a solution where sets of open sizes have more elements than this, they have one in which those sets have
 * just so many (and others are as they are); BOUNDS_NO_SIZE if that is not known. The names are all that are free. */
enum { BOUNDS_NO_SIZE = 255 };
uint32_t bounds_small_model(const struct universe *u, struct decl *const *names,
                            uint32_t name_count, const struct node *const *conjuncts,
                            uint32_t conjunct_count);
/* In one line: "S = 2 (default), T = 3, MININT..MAXINT = -1..3". */
void bounds_print(struct text *out, const struct universe *u);

/* ---- ranges: what is known of integers before anything is solved --------------------------------- */

/* What is known of a value, shaped like its type: an interval for INTEGER, `a` for the elements of a
 * set, `a` and `b` for a pair, fields for a record; NULL where nothing is known. Bounds that are
 * absent are open. */
struct range {
	bool has_low, has_high; /* INTEGER: low <= x, x <= high */
	int64_t low, high;
	bool has_most; /* POW: at most this many elements */
	uint64_t most;
	struct range *a, *b;
	struct range **fields; /* as many as the record type has */
};

/* Narrows what is known of the names by the conjuncts, which hold together, until nothing changes
 * (or for a bounded number of rounds): membership, comparisons, equations, dom, ran, card, function
 * application, quantified conjuncts such as !x.(x:dom(f) => f(x) < 10). Sound: every solution of the
 * conjuncts lies in the ranges. Names that have a value in `e` and are not in the list are known.
 * `out` has one range (or NULL) per name. Everything lives in the arena. Returns false if the ranges
 * are contradictory: then there is no solution at all. Small known expressions are evaluated, after
 * which the eval has no budget; those that enumerate only if eval_was_cut was not set before. */
bool bounds_ranges(struct eval *e, struct arena *arena, struct decl *const *names, uint32_t count,
                   const struct node *const *conjuncts, uint32_t conjunct_count,
                   struct range **out);

/* The range of a value of this type in which every integer lies in low..high (bounds file, --int);
 * and of a value that lies in both ranges (whose parts may be shared). */
struct range *bounds_range_fill(struct arena *arena, const struct type *type, int64_t low,
                                int64_t high);
struct range *bounds_range_meet(struct arena *arena, const struct type *type, struct range *a,
                                struct range *b);
/* 0..7, {1..3}#2 (at most 2 elements), (0.., ?), rec(f: ..5); ? where nothing is known. */
void bounds_range_print(const struct type *t, const struct range *r, struct text *out);

/* ---- open_names.c --------------------------------------------------------------------------------- */

/* The undeclared names, and those of a machine whose values are open, in the order of their first use in
 * the formulas. */
void bounds_open_names(struct eval *e, const struct decls *unknown,
                       const struct node *const *formulas, uint32_t count, struct decls *out);

/* ---- symmetry ------------------------------------------------------------------------------------ */

struct bounds_swap { /* of the elements a and b of a given set, by numbers of the universe */
	uint32_t set, a, b;
};
/* The value of this type with other elements of given sets in their places; lazy sets stay as they are. */
typedef value bounds_rename(const void *data, const struct type *t, value v);
value bounds_renamed(struct values *s, const struct type *t, bounds_rename *rename,
                     const void *data, value v);
value bounds_swap_element(const void *swap, const struct type *t, value v); /* a bounds_rename */
/* The same with the two elements exchanged. */
value bounds_swapped(struct values *s, const struct type *t, const struct bounds_swap *w, value v);
/* May the tree (or NULL) tell elements of the set apart, of any set that is not enumerated if it is
 * NULL? Functions from outside may see numbers or names of elements (CHOOSE, SORT, TO_STRING), as may
 * template strings; nothing else does, but names of elements. */
bool bounds_sees_elements(const struct node *n, const struct decl *set);
bool bounds_project_sees_elements(const struct project *p, const struct decl *set);

#endif

/* The ways through a substitution, as formulas in the state before: on each way choices are made and
 * conditions hold, and at its end names have new values (B-Book 6.3: guards and before-after
 * predicates, way by way). They are followed as eval/subst/subst.c follows them. */
#ifndef PATH_PATH_H
#define PATH_PATH_H

#include "eval/eval.h"
#include "logic/logic.h"

enum { PATHS_MOST = 200 };

/* What is known on the way so far, the last one first: a condition, or names that are chosen. */
struct path_item {
	const struct node *node;
	bool binds;
	bool is_strict; /* executing fails where it is undefined, whatever comes later */
	const struct path_item *next;
};

struct path {
	const struct path_item *items;
	bool fails;                   /* here; else it comes to its end */
	enum eval_failure_kind kind;  /* then: how */
	struct pos pos;               /* then: where */
	const struct node *undefined; /* then: it must be false or undefined; NULL: the items suffice */
	const struct replacement *after; /* else: the new values */
};

struct paths {
	/* its arena is set; gives_up: also too many ways, or something that cannot be told from the text */
	struct substitute copies;
	VEC(struct path) list;
	bool wants_undefined;     /* ways that end at an expression without a value are listed, too */
	bool needs_loop_failures; /* where a loop goes wrong counts: which cannot be told */
};

/* All ways through a body, in which these results have no value yet. False if it gives up. The arena is
 * set; the list is to be cleared. */
bool paths_find(struct paths *w, const struct node *body, const struct node *results);
/* The same where names have these values at the start. */
bool paths_find_from(struct paths *w, const struct node *body, const struct replacement *start);
/* The formula at the end of a way; NULL if a name has no value there or one that is not known. */
const struct node *paths_after(struct paths *w, const struct path *way, const struct node *n);

/* When it can be gone: #names.(P & ...), with the names bound first that are chosen first; NULL if
 * always. */
const struct node *paths_guard(struct paths *w, const struct path *way);
/* The same, and `also` holds for the names that are chosen; NULL is true. */
const struct node *paths_close(struct paths *w, const struct path *way, const struct node *also);

/* ---- path_known.c: what the conditions so far say of one more ------------------------------------------ */

/* That it is true (or false, as `is_true` says) follows, cannot be, or is not known. */
enum path_known { PATH_UNKNOWN, PATH_TRUE, PATH_FALSE };
enum path_known path_knows(const struct path_item *items, const struct node *n, bool is_true);

/* ---- path_node.c ----------------------------------------------------------------------------------- */

/* The function f, which is at place->kid[0], with a new value at the arguments x (those of the place,
 * renamed); NULL if it cannot be written down. */
const struct node *path_updated(struct arena *a, const struct node *place, const struct node *f,
                                const struct node *const *x, const struct node *v);

/* ---- defined.c: where formulas that rules make of others have a value ----------------------------- */

/* simplify_finite.c: as defined_may_lack_value and defined_may_fail, but card(S), SIGMA and PI count, too, unless
 * it is plain that they are about finite sets. (Sets of unknown values are finite where they are encoded.) */
bool form_counts_infinitely(const struct node *n); /* perhaps */
bool form_may_lack_value(const struct node *n);
bool form_may_be_undefined(const struct node *n);

/* True wherever n is undefined, and has a value everywhere; NULL if that is not known. */
const struct node *form_undefined(struct substitute *w, struct names *names, const struct node *n);

#endif

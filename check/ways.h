/* The ways through a substitution, as formulas in the state before: on each way choices are made and
 * conditions hold, and at its end names have new values (B-Book 6.3: guards and before-after
 * predicates, way by way). They are followed as eval/subst.c follows them. Private to check/. */
#ifndef CHECK_WAYS_H
#define CHECK_WAYS_H

#include "check/inside.h"

enum { WAYS_MOST = 200, WAYS_MOST_NODES = 50000 };

/* The values that names have, the last ones first; others are as before. */
struct way_env {
	const struct decl *of;
	struct node *is; /* NULL: none; ways.opaque: not known as an expression */
	const struct way_env *next;
};

/* What is known on the way so far, the last one first: a condition, or names that are chosen. */
struct way_item {
	struct node *node;
	bool binds;
	bool is_strict; /* executing fails where it is undefined, whatever comes later */
	const struct way_item *next;
};

struct way {
	const struct way_item *items;
	bool goes_wrong;             /* here; else it comes to its end */
	enum eval_failure_kind kind; /* then: how */
	struct pos pos;              /* then: where */
	struct node *undefined;      /* then: it must be false or undefined; NULL: the items suffice */
	const struct way_env *after; /* else: the new values */
};

struct ways {
	struct arena *arena;
	VEC(struct way) list;
	bool wants_undefined; /* ways that end at an expression without a value are listed, too */
	bool wants_wrong;     /* where a loop goes wrong counts: which cannot be told */
	bool gives_up;        /* too many, or something that cannot be told from the text */
	/* ways.c, ways_node.c */
	struct node *opaque;
	uint32_t nodes;
	bool has_none;  /* while renaming: a name without a value */
	bool is_opaque; /* while renaming: a value that is not known */
};

/* All ways through a body, in which these results have no value yet. False if it gives up. The arena is
 * set; the list is to be cleared. */
bool ways_find(struct ways *w, const struct node *body, const struct node *results);
/* The same where names have these values at the start. */
bool ways_find_from(struct ways *w, const struct node *body, const struct way_env *start);
/* The formula at the end of a way; NULL if a name has no value there or one that is not known. */
struct node *ways_after(struct ways *w, const struct way *way, const struct node *n);

/* When it can be gone: #names.(P & ...), with the names bound first that are chosen first; NULL if
 * always. */
struct node *ways_guard(struct ways *w, const struct way *way);
/* The same, and `also` holds for the names that are chosen; NULL is true. */
struct node *ways_close(struct ways *w, const struct way *way, struct node *also);

/* ---- ways_node.c ----------------------------------------------------------------------------------- */

const struct way_env *way_find(const struct way_env *e, const struct decl *d);
const struct way_env *way_put(struct ways *w, const struct way_env *e, const struct decl *d,
                              struct node *is);
struct node *way_node(struct ways *w, enum op op, struct pos pos, struct node *x, struct node *y);
struct node *way_name(struct arena *a, struct decl *d, struct pos pos); /* as an expression */
struct node *way_choice(struct ways *w, name text, struct type *type, struct pos pos);
/* A copy in which names have the values of `env`, and x$0 that of `old`. */
struct node *way_renamed(struct ways *w, const struct node *n, const struct way_env *env,
                         const struct way_env *old);
/* The function f, which is at place->kid[0], with a new value at the arguments x (those of the place,
 * renamed); NULL if it cannot be written down. */
struct node *way_updated(struct ways *w, const struct node *place, struct node *f,
                         struct node *const *x, struct node *v);

#endif

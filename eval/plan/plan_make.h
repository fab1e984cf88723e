/* The making of plans, shared by the files plan*.c; not for other files. */
#ifndef EVAL_PLAN_PLAN_MAKE_H
#define EVAL_PLAN_PLAN_MAKE_H

#include "eval/plan/plan.h"

struct unknown {
	struct decl *decl;
	bool is_known;
	uint32_t *in, in_count; /* conjuncts that mention it */
};

struct conjunct {
	const struct node *node;
	uint32_t *mentions;   /* places in unknown */
	uint32_t count, open; /* of mentions; of those not known yet */
	bool is_done;
	bool may_fail;     /* may be undefined */
	bool is_hint;      /* a part of another one, which may be undefined: no test */
	bool is_excluded;  /* gives no values */
	bool is_inner;     /* of an inner #y */
	bool is_made;      /* it stands for equations: what it defines must exist */
	bool is_looked_at; /* a step asks whether what would give values is defined */
};

struct maker {
	struct eval *e;
	struct arena *arena; /* of the plan; formulas that are made for it may live longer */
	int flags;
	bool is_inner; /* conjuncts of an inner #y are added */
	VEC(struct unknown) unknown;
	struct map place; /* decl -> place + 1 */
	VEC(struct conjunct) conjuncts;
	VEC(uint32_t) inner; /* slots of names of inner #y */
	VEC(struct plan_step) steps;
	const struct fallback *fallback; /* that is being planned, or NULL */
	bool is_hint;                    /* what is added is a hint */
	uint32_t left;                   /* unknowns that are not known yet */
	uint64_t looked;                 /* conjuncts that were looked at for cases, see plan_cases.c */
	bool is_finite;
	double effort;
};

struct case_list {
	struct plan **plans;
	struct case_checks *checks;
	const struct node **premises; /* or NULL: see struct plan_step */
	struct unknown **names;
	uint32_t count, name_count;
	bool may_fail; /* a conjunct with cases may be undefined */
};

/* A generator, and what it costs by estimate. */
struct candidate {
	double cost;
	uint32_t conjunct;
	int kind;
	const struct node *pattern, *source;
	struct unknown *unknown;
	bool is_proper;
	const struct case_list *cases;
};

struct bounds {
	VEC(struct bound) list;
	bool has_low, has_high;
	bool is_low_sure, is_high_sure; /* by a bound that cannot be undefined */
};

enum { PLAN_MOST_IN_GROUP = 8 };

/* Functions that call each other, with the equations that define them; the first is given. */
struct plan_group {
	struct decl *names[PLAN_MOST_IN_GROUP];
	const struct node *texts[PLAN_MOST_IN_GROUP];
	uint32_t conjuncts[PLAN_MOST_IN_GROUP];
	uint32_t count;
};

/* ---- plan_conjunct.c: what the plan is made of --------------------------------------------------- */

void plan_add_unknown(struct maker *m, struct decl *d);
void plan_add_conjunct(struct maker *m, const struct node *n); /* and its parts */
struct node *plan_synthetic(struct maker *m, enum op op, const struct node *like,
                            const struct node *a, const struct node *b);
void plan_index_conjuncts(struct maker *m); /* once all are there: which mention what */
uint32_t *plan_mentions(struct maker *m, const struct node *n, uint32_t *count);
bool plan_is_open(const struct maker *m, const struct node *n);
struct unknown *plan_unknown(struct maker *m, const struct node *n);
void plan_make_known(struct maker *m, const struct decl *d);

/* ---- what several conjuncts say together, as one more -------------------------------------------- */

void plan_add_sequences(struct maker *m); /* plan_sequence.c */
void plan_add_intervals(struct maker *m); /* plan_interval.c */
/* plan_values.c: f : A --> INTEGER & ran(f) = E gives f : A --> E. */
void plan_add_values(struct maker *m);
/* plan_recursion.c: equations that give a function on an infinite set become one conjunct. */
void plan_add_functions(struct maker *m);
/* False if the text needs other names that have no value yet. */
bool plan_find_group(struct maker *m, const struct unknown *u, const struct node *text,
                     struct plan_group *g);
void plan_take_group(struct maker *m, const struct candidate *c);

/* ---- plan.c: patterns ---------------------------------------------------------------------------- */

bool plan_is_pattern(struct maker *m, const struct node *n);
bool plan_has_known_first(struct maker *m, const struct node *n);

/* ---- offers: generators of the next name, the cheapest of which is taken ------------------------- */

void plan_offer(struct candidate *best, struct candidate c); /* takes it if it is better */
/* plan_offer.c */
bool plan_is_infinite_set(struct maker *m, const struct node *n);
struct unknown *plan_only_unknown(struct maker *m, const struct node *n);
void plan_offer_equation(struct maker *m, uint32_t i, const struct node *left,
                         const struct node *right, struct candidate *best);
void plan_offer_member(struct maker *m, uint32_t i, const struct node *n, struct candidate *best);
void plan_offer_subset(struct maker *m, uint32_t i, const struct generator *s,
                       struct candidate *best);
void plan_offer_unknowns(struct maker *m, struct candidate *best);
/* plan_integer.c */
void plan_offer_linear(struct maker *m, uint32_t i, struct candidate *best);
struct bounds plan_bounds(struct maker *m, const struct unknown *u);
/* plan_subset.c, plan_cases.c */
void plan_offer_parts(struct maker *m, const struct node *n, struct candidate *best);
void plan_offer_cases(struct maker *m, uint32_t i, const struct node *n, struct candidate *best);
/* plan_sequence.c: the bijections that x : perm(S) speaks of */
const struct node *plan_permutations(struct maker *m, const struct node *x, const struct node *set);

/* ---- what the step of the chosen generator needs to know ------------------------------------------ */

void plan_take_subset(struct maker *m, struct plan_step *s, const struct unknown *u);
void plan_take_sizes(struct maker *m, struct function_part *p, const struct decl *function,
                     const struct node *n);
void plan_take_rules(struct maker *m, struct plan_step *s, const struct unknown *u);
/* plan_narrow.c: what sums say of u; NULL if that is no more than plan_bounds says. *ends: are there bounds, whatever
 * is undefined? */
struct narrowing *plan_narrowing(struct maker *m, const struct unknown *u, struct narrowed *ends);

/* ---- plan_binder.c -------------------------------------------------------------------------------- */

/* May only the last conjunct be undefined? Then they are the same from left to right and in any order. */
bool plan_is_orderly(struct eval *e, const struct node *n);

#endif

/* Plans, shared by plan.c (making) and plan_run.c (running); not for other files. */
#ifndef EVAL_PLAN_PLAN_H
#define EVAL_PLAN_PLAN_H

#include "eval/inside.h"

/* What a value is matched with: a name that gets it, a known expression, or a pair of such. */
struct pattern {
	enum { PATTERN_BIND, PATTERN_TEST, PATTERN_PAIR } kind;
	uint32_t slot;           /* PATTERN_BIND */
	const struct node *node; /* PATTERN_TEST */
	bool is_doubtful;        /* PATTERN_TEST: it may be undefined */
	struct pattern *a, *b;   /* PATTERN_PAIR */
};

struct bound { /* of an integer: low <= x or x <= high */
	const struct node *node;
	int64_t plus; /* +1 for node < x, -1 for x < node */
	bool is_low;
};

/* left - right, which is linear in names that have no values yet, is least or more, and most or less; or left is in the
 * set right. Where a part has no value, so has all of it. */
struct linear {
	const struct node *left, *right;
	bool is_member;
	bool has_least, has_most;
	int64_t least, most;
	struct linear_term {
		uint32_t name; /* place in the list of names */
		int64_t times;
	} * terms;
	uint32_t count;
};

enum { NARROW_MOST_NAMES = 12, NARROW_MOST_SUMS = 32 };

/* What sums and bounds say together of the values of a name, while others have none yet. */
struct narrowing {
	uint32_t *slots; /* of the names; the first one is the one to be chosen */
	uint32_t count;
	struct linear *list;
	uint32_t list_count;
};

struct narrowed {
	int64_t low, high;
	bool has_low, has_high;
};

/* P & Q & R goes from left to right as a part of a disjunction or implication, but a plan takes it in any order. So what
 * may be undefined in it, whatever the names are, is looked at before: in this order, as far as it is true. */
struct case_checks {
	struct case_check {
		const struct node *node;
		bool is_predicate; /* else it must have a value */
	} * list;
	uint32_t count;
};

enum step_kind {
	STEP_TEST,     /* node holds */
	STEP_SOURCE,   /* starts anew without inner #y, if what would give values is undefined */
	STEP_BIND,     /* pattern = node */
	STEP_LINEAR,   /* slot solves the linear equation node */
	STEP_SHIFTED,  /* slot makes the linear expression an element: node is 2 * slot + a : S */
	STEP_LAZY,     /* slot is the lazy set of node, which mentions the name itself */
	STEP_EXISTS,   /* there is a function as the value of slot describes it */
	STEP_IN,       /* pattern : node */
	STEP_SUBSETS,  /* slot <: node, or <<: if proper */
	STEP_RANGE,    /* slot is between bounds */
	STEP_FUNCTION, /* slot is a function of the set node, with rules for single values */
	STEP_CASES, /* slots are a solution of one of the cases of a disjunction, or of implications */
	STEP_TYPE,  /* slot is any value of its type */
};

struct plan_step {
	enum step_kind kind;
	const struct node *node;
	struct pattern *pattern;
	uint32_t slot;
	bool is_proper;
	const struct node *source;   /* of a test: what would give values, were there no inner #y */
	struct fallback *fallback;   /* where what gives the values is undefined, or gives too many */
	struct function_rules rules; /* STEP_FUNCTION */
	struct subset_rules subset;  /* STEP_SUBSETS */
	struct plan **cases;
	struct case_checks *checks; /* of each case */
	uint32_t case_count;
	const struct node **
	    premises; /* of implications: the first that holds chooses the case, or none the last one */
	uint32_t *slots; /* STEP_CASES */
	uint32_t slot_count;
	struct bound *bounds;
	uint32_t bound_count;
	struct narrowing *narrowing; /* STEP_IN, STEP_RANGE: or NULL */
	int64_t coefficient;         /* STEP_LINEAR, STEP_SHIFTED: of the name */
	const struct type *type;
	struct pos pos;
};

/* More values than that give none in a fallback plan: docs/LANGUAGE.md, Definedness. */
enum { PLAN_MOST_ON_FALLBACK = 5000 };

/* A conjunct that should give values is undefined: the names that are left take their values from the
 * other conjuncts, and it is a test like others. */
struct fallback {
	struct decl **names;
	const struct node **conjuncts;
	uint32_t count, conjunct_count;
	const struct node **excluded; /* conjuncts that give no values here */
	uint32_t excluded_count;
	struct decl **unbounded; /* names to which bounds give too many values */
	uint32_t unbounded_count;
	int flags;
	struct arena *arena;
	struct plan *plan; /* NULL until it is needed */
};

struct plan {
	struct plan_step *steps;
	uint32_t count;
	const struct node *whole; /* the condition, if names of inner #y were taken into it */
	uint32_t *inner;          /* their slots */
	uint32_t inner_count;
	struct fallback *unmerged; /* then: what it was made from */
	bool keeps_undefined;      /* solutions are also what may be one: others will test them */
	bool is_fallback;
	bool is_vague;  /* of a fallback: some names may have any value, and the end is undefined */
	bool is_finite; /* no name ranges over an infinite type */
	bool
	    is_search; /* a part of the cases is of use, too: sets that are not listed are gone through */
	double effort; /* logarithm of the estimated number of cases */
};

/* plan_range.c: from where to where an integer is looked for (STEP_RANGE); false with a failure if bounds are undefined. */
bool plan_range(struct eval *e, const struct plan_step *s, value *low, value *high);
value plan_plus(struct eval *e, value v, int64_t n);
/* narrow.c: where the name to be chosen can be; false if nowhere. */
bool narrow_range(struct eval *e, const struct narrowing *n, struct narrowed *out);

/* plan_gather.c: all values that some case has; false if one is undefined, or if the search must end. */
bool plan_gather_cases(struct eval *e, const struct plan_step *s, struct value_list *found);

struct plan *plan_of_fallback(struct eval *e, struct fallback *d);
/* The same without the names of inner #y. */
struct plan *plan_unmerged(struct eval *e, const struct plan *p);

#endif

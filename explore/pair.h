/* What pair.c, partner.c and pin.c share. Private to them. */
#ifndef EXPLORE_PAIR_H
#define EXPLORE_PAIR_H

#include "explore/inside.h"

struct
    link { /* what is to hold in pairs: of the abstractions, or between them and the refinement */
	const struct node *node;
	uint32_t level; /* the last one that it mentions */
	uint32_t duty;  /* of the refinement; EXPLORE_NONE: of an abstraction */
};

struct twin {            /* variables of the same name */
	uint32_t below, own; /* places in the variables, and among what the level owns */
};

struct partner {         /* one level while a step is made */
	VEC(uint32_t) place; /* of what it owns, in the variables */
	VEC(uint32_t) seen;  /* places of what it only reads */
	VEC(struct twin) twins;
	struct labels outcomes;
	VEC(value) key, new_key; /* of the outcomes: all that they depend on */
	bool is_known;           /* outcomes are those of the key */
	bool fails, was_cut, has_more;
	const value *chosen;
};

struct pin { /* what a level does in a step, where the rest of the step is known */
	const struct node *body, *pinned;
	bool is_known; /* that it is pinned or not */
};

struct pairs {
	struct partner *partners;
	VEC(const struct operation *) operations; /* of each level, for each of the coverage */
	struct pin *pins;                         /* likewise, then those of INITIALISATION */
	const struct operation **asked;           /* of the coverage: only their preconditions */
	struct labels calls;                      /* parameters with which no abstraction fails */
	bool has_calls;                           /* only with these it is executed */
	bool fails_above;                         /* for others an abstraction fails */
	VEC(struct link) links;
	struct labels outcomes; /* of the refinement: own variables, parameters, results */
	value *before, *after;  /* of all variables */
	value *scratch;
	value *call; /* as a row, of a call alone; then as much room again */
	uint32_t call_size;
	uint32_t number; /* of the operation */
	const value *row;
	eval_found *found;
	void *data;
	uint32_t found_count, passed; /* of the row: pairs; outcomes of the abstraction that fit it */
	uint32_t same, shown;         /* those with the same values; the first of them */
	uint32_t most;                /* outcomes of an abstraction that are listed */
	bool is_stopped, is_broken;   /* broken: an invariant of an abstraction is false */
	bool is_undecided;            /* nor is it known whether there are more pairs */
	bool was_cut;                 /* an abstraction drew integers from MININT..MAXINT */
	struct eval_failure why;
	struct orphan orphan;
};

/* ---- pair.c ---- */
static inline uint32_t pair_parameters(const struct operation *o)
{
	return o ? o->parameters->count : 0;
}
static inline uint32_t pair_results(const struct operation *o) { return o ? o->results->count : 0; }
/* The operation of the step, or NULL: INITIALISATION; and what it refines in a level, or NULL. */
const struct operation *pair_own(const struct explore *x);
const struct operation *pair_operation(const struct explore *x, uint32_t level);

/* ---- partner.c: what an abstraction does ---- */
/* Its outcomes, for the values that the levels below have now; of those that cannot fit some are left out. */
void partner_execute(struct explore *x, uint32_t level);
void partner_undecided(struct explore *x, const char *why, struct pos pos);
bool partner_is_limit(struct explore *x); /* a failure of eval; then it is undecided */
/* May an abstraction fail in the step, by its text? Does one with these parameters, or is that not known? */
bool partner_may_fail(struct explore *x);
bool partner_fails(struct explore *x, const value *parameters);

/* ---- pin.c ---- */
/* The substitution of a level, but variables and results get no values that differ from those below. It is the same one
 * if nothing is gained. `up` and `below`: the operations, or NULL. */
const struct node *pin_values(struct explore *x, const struct level *l, const struct node *body,
                              const struct operation *up, const struct operation *below);
bool pin_may_fail(const struct node *body); /* by the way it is written */

#endif
